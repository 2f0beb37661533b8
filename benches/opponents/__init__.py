"""Robots that games are measured against and that never change: the sensible ones from before levels."""
