"""Drawings turned into pixels: SVG in, PNG out, away from the event loop, and each only once."""
