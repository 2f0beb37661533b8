"""Skull Queen is played in one way: there is nothing to choose but how many play."""

from __future__ import annotations

from games.contract import Options
from games.text import Text, _


class SkullQueenOptions(Options):
    """No option: the rule book has no variants, and this project adds none."""


def describe_options(_options: SkullQueenOptions) -> tuple[Text, ...]:
    """What the number of players decides, however many there are."""
    return (_("As many rounds as there are players"),)
