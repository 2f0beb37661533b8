"""Tournaments as pages for a browser: one file that opens anywhere, and the same page live."""
