"""Skull Queen: high cards send your pirates up their plank, low cards down, and off its ends into the sea."""

from games.skull_queen.game import SkullQueen

__all__ = ["SkullQueen"]
