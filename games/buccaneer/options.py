"""What a table can choose about Buccaneer: nothing. There is one edition, and its leaflet has no variants."""

from __future__ import annotations

from games.buccaneer.ships import SHIPS
from games.contract import Options
from games.text import Text, _


class BuccaneerOptions(Options):
    """The options of a table of Buccaneer, of which there are none: the leaflet knows no variants."""


def describe_options(_options: BuccaneerOptions) -> tuple[Text, ...]:
    """Which figures are played with."""
    return (
        _(
            "{ships} ships, with figures of our own where the printed ones are unknown",
            ships=len(SHIPS),
        ),
    )
