"""Corsari: draw, drop, and set sail with as few stowaways as you dare. Two to four players."""

from games.corsari.game import Corsari

__all__ = ["Corsari"]
