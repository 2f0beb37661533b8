"""The long trials: what a test samples in seconds, in the numbers that a claim needs. `make soak` runs them.

Each module here with a `TRIAL` is one. A trial is made of runs, each of which is told by its seed alone, so
that one that fails can be had again by itself; `tests/soak/trial.py` says how one is written.
"""
