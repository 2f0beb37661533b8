"""Storage in a SQLite file, written through one connection whose changes share transactions."""
