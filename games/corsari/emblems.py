"""The emblems of Corsari: one for each band, and one for each place that a card has when a ship sails."""

from __future__ import annotations

from games.drawing.emblems import emblems_of

emblem = emblems_of(__file__)

# The bands

FLOWER = emblem("flower")
GRAPES = emblem("grapes")
FLUKE = emblem("fluke")
ICE = emblem("ice")
FIN = emblem("fin")
PALM = emblem("palm")
CRAB = emblem("crab")
SLICE = emblem("slice")
LEMON = emblem("lemon")
TURTLE = emblem("turtle")

# The places of a card

CAGE = emblem("cage")
"""Prisoners."""
WHEEL = emblem("wheel")
"""The crew."""
BARREL = emblem("barrel")
"""Stowaways: somebody peers out."""
ROPE = emblem("rope")
"""What is attached to another crew."""
SAIL = emblem("sail")
"""Who sets sail."""
EYE = emblem("eye")
"""What everybody has seen."""
OVERBOARD = emblem("overboard")
"""What is best dropped."""

# A ship, which carries its owner's colour in its sails ("paper")

SHIP = emblem("ship")
WRECK = emblem("wreck")
"""A ship that was sent under."""
CARDS = emblem("cards")
"""Penalty cards."""
