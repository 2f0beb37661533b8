"""SQLite behind the doors: one file, written through one connection whose changes share transactions."""
