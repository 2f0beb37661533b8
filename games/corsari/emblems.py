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
"""Stands for prisoners, the cards that a captain holds captive."""
WHEEL = emblem("wheel")
"""Stands for the crew of a ship."""
BARREL = emblem("barrel")
"""Stands for stowaways: somebody peers out of a barrel."""
ROPE = emblem("rope")
"""What is attached to another crew."""
SAIL = emblem("sail")
"""Stands at whoever sets sail in this hand."""
EYE = emblem("eye")
"""Stands at cards of a hand that everybody has seen."""
OVERBOARD = emblem("overboard")
"""Stands at the card that is best dropped."""

# A ship, which carries its owner's colour in its sails ("paper")

SHIP = emblem("ship")
WRECK = emblem("wreck")
"""A ship that was sent under."""
CARDS = emblem("cards")
"""Stands for penalty cards, as a small pile."""
