"""Buccaneer: put your pirates on top of the others', board a ship together, pay them, keep the rest."""

from games.buccaneer.game import Buccaneer

__all__ = ["Buccaneer"]
