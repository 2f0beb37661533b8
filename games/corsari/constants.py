"""Every number that the rules have, in one table, each with where it comes from.

"Leaflet" is the rule leaflet of the Italian first edition (2003), by its headings; "ours" is a house ruling
where the leaflet says nothing or leaves play without an end. A corrected copy replaces numbers here alone.
"""

from __future__ import annotations

from collections.abc import Mapping

COLOURS = 10  # leaflet, contents: ten bands of corsairs
NUMBERS = 11  # leaflet, contents: a card of each band for each of eleven jobs
DECK = COLOURS * NUMBERS  # leaflet, contents: 110 cards

HAND = 12  # leaflet, preparation
PIER: Mapping[int, int] = {2: 7, 3: 8, 4: 9}  # leaflet, preparation: open cards in a row, by players
FIRST_DISCARDS = 1  # leaflet, preparation
PLAYERS = range(min(PIER), max(PIER) + 1)  # leaflet, title

CREW_COLOURS = 2  # leaflet, setting sail: at most so many colours in a crew

LAST_HAND = 35  # leaflet, end: so many penalty cards in all, and the next hand is the last
OVER = 45  # leaflet, end: so many, and the game is over at once

QUIET_ROUNDS = 3  # ours: after so many rounds without a card from stock or pier, the stock is compulsory
STOCK_ROUNDS = 1  # ours: for so many rounds
MOST_CHANGES = 3  # ours: so often may an opponent of the closer lay the cards out anew
VOIDS_RUNNING = 2  # ours: after so many void hands running, the pier's last card may not be drawn
