"""What a table can choose about Skull King, and the words for it."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from games.contract import OptionField, Options, OptionValue
from games.skull_king.editions import EDITIONS
from games.skull_king.state import Setup
from games.text import Listed, Text, _


class SkullKingOptions(Options):
    """The edition, and the expansions of the one that has them."""

    edition: Literal["beck", "classic"] = "beck"
    kraken: bool = False
    white_whale: bool = False
    loot: bool = False

    @model_validator(mode="after")
    def _expansions_exist(self) -> SkullKingOptions:
        if not EDITIONS[self.edition].expansions and (self.kraken or self.white_whale or self.loot):
            raise ValueError(
                "the first edition has no kraken, white whale or loot; choose the other edition for them"
            )
        return self

    @property
    def setup(self) -> Setup:
        """The options as a game in progress keeps them."""
        return Setup(self.edition, self.kraken, self.white_whale, self.loot)


def option_fields(options: SkullKingOptions) -> tuple[OptionField, ...]:
    """The edition first; expansions only where the edition has them."""
    editions = tuple(OptionValue(name, edition.name, edition.note) for name, edition in EDITIONS.items())
    edition = OptionField("edition", _("Edition"), editions)
    if not EDITIONS[options.edition].expansions:
        return (edition,)
    return (
        edition,
        _switch("kraken", _("Kraken"), _("One card: nobody takes its trick")),
        _switch("white_whale", _("White Whale"), _("One card: only the highest number counts in its trick")),
        _switch("loot", _("Loot"), _("Two cards: 20 points for taker and giver if both make their bids")),
    )


def _switch(name: str, label: Text, note: Text) -> OptionField:
    return OptionField(name, label, (OptionValue(False, _("no")), OptionValue(True, _("yes"), note)))


def describe_options(options: SkullKingOptions) -> tuple[Text, ...]:
    """The edition, and which expansions are in the deck."""
    edition = EDITIONS[options.edition]
    described = _("{edition}: {note}", edition=edition.name, note=edition.note)
    chosen = tuple(
        name
        for name, is_in in (
            (_("Kraken"), options.kraken),
            (_("White Whale"), options.white_whale),
            (_("Loot"), options.loot),
        )
        if is_in
    )
    if not edition.expansions:
        return (described,)
    if not chosen:
        return described, _("No expansions")
    return described, _("With {expansions}", expansions=Listed(chosen))
