"""The emblems of Buccaneer: ships, pirates, and the four kinds of booty."""

from __future__ import annotations

from games.drawing.emblems import emblems_of

emblem = emblems_of(__file__)

SHIP = emblem("ship")
PIRATE = emblem("pirate")
HAT = emblem("hat")
DUCAT = emblem("ducat")
"""Plainer than the coin of other tables: every purse and every ship has one."""
BARREL = emblem("barrel")
CANDLESTICK = emblem("candlestick")
DAGGER = emblem("dagger")
