"""Tournaments that come again by the calendar."""
