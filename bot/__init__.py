"""Tortuga on Discord: its client, its commands and screens, and the life of a table."""

__version__ = "1.0.0"
