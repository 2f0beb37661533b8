"""The almanac: what is kept of a tournament or a season that is over, on one page."""
