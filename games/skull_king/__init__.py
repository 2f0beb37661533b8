"""Skull King: bid your tricks, take exactly those. Two editions over one implementation."""

from games.skull_king.game import SkullKing

__all__ = ["SkullKing"]
