"""What a table can choose about Skull King, and the words for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import model_validator

from games.contract import OptionField, Options, OptionValue
from games.skull_king.dealing import deck_of
from games.skull_king.editions import EDITIONS
from games.skull_king.state import STANDARD, HouseRules, Setup
from games.skull_king.variants import LENGTHS, SCORINGS, KrakenLead, LengthName, ScoringName, WhaleLead
from games.text import Listed, Text, _, labelled


class SkullKingOptions(Options):
    """The edition, and all that can be chosen where the edition allows it.

    Who leads after a kraken or whale may be said without the beast in the deck, and changes nothing then; nor
    does Graybeard, who comes to two people only, at a table of more.
    """

    edition: Literal["beck", "classic"] = "beck"
    kraken: bool = False
    white_whale: bool = False
    loot: bool = False
    powers: bool = False
    length: LengthName = "classic"
    scoring: ScoringName = "skull_king"
    extra_round: bool = False
    graybeard: bool = False
    kraken_lead: KrakenLead = "taker"
    whale_lead: WhaleLead = "whale"

    @model_validator(mode="after")
    def _the_edition_has_them(self) -> SkullKingOptions:
        allowed = {"edition"} | EDITIONS[self.edition].options
        changed = {name for name, value in self if value != type(self).model_fields[name].default}
        if foreign := sorted(changed - allowed):
            raise ValueError(
                f"the first edition is played without {', '.join(foreign)}; choose the other edition for that"
            )
        return self

    @property
    def setup(self) -> Setup:
        """The options as a game in progress keeps them."""
        house = HouseRules(
            powers=self.powers,
            graybeard=self.graybeard,
            length=self.length,
            scoring=self.scoring,
            kraken_lead=self.kraken_lead if self.kraken else STANDARD.kraken_lead,
            whale_lead=self.whale_lead if self.white_whale else STANDARD.whale_lead,
            extra_round=self.extra_round,
        )
        chosen = None if house == STANDARD else house
        return Setup(self.edition, self.kraken, self.white_whale, self.loot, chosen)


def option_fields(options: SkullKingOptions) -> tuple[OptionField, ...]:
    """The edition first; then what it lets a table choose, a beast's lead only where the beast is."""
    allowed = EDITIONS[options.edition].options - _without_their_beast(options)
    return (_edition(), *(field for field in _FIELDS if field.name in allowed))


def _without_their_beast(options: SkullKingOptions) -> set[str]:
    beasts = (("kraken_lead", options.kraken), ("whale_lead", options.white_whale))
    return {name for name, beast in beasts if not beast}


def _edition() -> OptionField:
    editions = tuple(OptionValue(name, edition.name, edition.note) for name, edition in EDITIONS.items())
    return OptionField("edition", _("Edition"), editions)


def _switch(name: str, label: Text, note: Text) -> OptionField:
    return OptionField(name, label, (OptionValue(False, _("no")), OptionValue(True, _("yes"), note)))


_FIELDS: tuple[OptionField, ...] = (
    _switch("kraken", _("Kraken"), _("One card: nobody takes its trick")),
    _switch("white_whale", _("White Whale"), _("One card: only the highest number counts in its trick")),
    _switch("loot", _("Loot"), _("Two cards: 20 points for taker and giver if both make their bids")),
    _switch("powers", _("Pirate powers"), _("Each of the five pirates has a power when it wins a trick")),
    OptionField(
        "length",
        _("Length"),
        tuple(OptionValue(name, length.name, length.note) for name, length in LENGTHS.items()),
    ),
    OptionField(
        "scoring",
        _("Scoring"),
        tuple(OptionValue(name, scoring.name, scoring.note) for name, scoring in SCORINGS.items()),
    ),
    _switch("extra_round", _("Play off a tie"), _("Tied for first: one more round decides")),
    OptionField(
        "graybeard",
        _("Two players"),
        (
            OptionValue(False, _("by themselves")),
            OptionValue(True, _("with the ghost Graybeard"), _("He plays a third hand, without a plan")),
        ),
    ),
    OptionField(
        "kraken_lead",
        _("After the Kraken"),
        (
            OptionValue("taker", _("who would have won leads")),
            OptionValue("left", _("the player to its player's left leads")),
        ),
    ),
    OptionField(
        "whale_lead",
        _("White Whale without a number"),
        (
            OptionValue("whale", _("its player leads next")),
            OptionValue("taker", _("who would have won leads")),
        ),
    ),
)


def describe_options(options: SkullKingOptions) -> tuple[Text, ...]:
    """The edition and how many cards that makes, expansions counted; every other choice that changes
    something.
    """
    edition = EDITIONS[options.edition]
    described = _("{edition}, {cards} cards", edition=edition.name, cards=len(deck_of(options.setup)))
    chosen = tuple(_expansions(options))
    expansions = (_("With {expansions}", expansions=Listed(chosen)),) if chosen else ()
    return described, *expansions, *_house_rules(options)


def _expansions(options: SkullKingOptions) -> Iterable[Text]:
    switches = (
        (_("Kraken"), options.kraken),
        (_("White Whale"), options.white_whale),
        (_("Loot"), options.loot),
        (_("pirate powers"), options.powers),
    )
    return (name for name, is_in in switches if is_in)


def _house_rules(options: SkullKingOptions) -> Iterator[Text]:
    house = options.setup.chosen
    if house.length != STANDARD.length:
        length = LENGTHS[house.length]
        yield labelled(length.name, length.note)
    if house.scoring != STANDARD.scoring:
        yield SCORINGS[house.scoring].name
    if house.extra_round:
        yield _("One more round if first is tied")
    if house.graybeard:
        yield _("Two play with the ghost Graybeard, without Loot")
    if house.kraken_lead != STANDARD.kraken_lead:
        yield _("After the Kraken the player to its left leads")
    if house.whale_lead != STANDARD.whale_lead:
        yield _("Whale without a number: whoever would have won leads")
