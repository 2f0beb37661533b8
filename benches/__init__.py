"""Measurements, each beside a peer in the same run. `python -m benches [NAME ...]` runs them."""
