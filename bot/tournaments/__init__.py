"""The life of a tournament without Discord: entries, rounds, results, and what organisers do.

`pairing` and `formats` compute pods, points and standings as pure functions; `pairing/README.md` says
by which rules.
"""
