"""Options typed into a command: as one says them, or with the list that opens."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from pydantic import ValidationError

from bot.app import Tortuga
from bot.commands.typed_options import LONGEST_CHOICE, MOST_CHOICES, parse_options, suggest_options
from bot.i18n import Reader
from bot.refusal import Refusal
from games.catalogue import catalogue
from games.contract import AnyGame, OptionField, OptionValue
from games.text import _
from playground import Visitor
from tests.bot.screens.puppet import SWITCH, Puppet
from tests.support.table_play import GAME, table_of

ENGLISH = Reader("en")


def tides(count: int, values: int = 2) -> Puppet:
    """A game with so many options, each of so many values."""
    offers = tuple(OptionValue(f"value{at}", _("choice {at}", at=at)) for at in range(values))
    return Puppet(
        fields=[OptionField(f"tide{at:02}_of_the_sea", _("Tide {at}", at=at), offers) for at in range(count)]
    )


def chosen_from_the_list(game: AnyGame) -> tuple[str, list[str]]:
    """What somebody has typed in the end who always takes the list's last choice, and how each was named."""
    typed, names = "", list[str]()
    while True:
        ways = suggest_options(game, f"{typed} ".lstrip(), ENGLISH)
        assert all(len(name) <= LONGEST_CHOICE and len(text) <= LONGEST_CHOICE for name, text in ways)
        if not ways or ways[-1][1] == typed:
            return typed, names
        name, typed = ways[-1]
        names.append(name)


@pytest.mark.parametrize("slug", catalogue())
def test_every_option_of_every_game_can_be_chosen_from_the_list(slug: str) -> None:
    game = catalogue()[slug]
    typed, _names = chosen_from_the_list(game)
    chosen = parse_options(game, typed, ENGLISH)
    offered = game.option_fields(game.Options.model_validate(chosen))
    for field in offered:
        assert field.name in chosen or not changes_something(game, chosen, field)


def changes_something(game: AnyGame, chosen: dict[str, Any], field: OptionField) -> bool:
    """Whether a value of this option goes with what is chosen and makes a difference."""
    now = getattr(game.Options.model_validate(chosen), field.name)
    for offer in field.values:
        with suppress(ValidationError):
            game.Options.model_validate({**chosen, field.name: offer.value})
            if offer.value != now:
                return True
    return False


def test_only_what_goes_with_the_choices_so_far_is_offered() -> None:
    offered = [text for _name, text in suggest_options(catalogue()[GAME], "kraken=yes edi", ENGLISH)]
    assert offered == ["Kraken, Edition: Grandpa Beck's"]


def test_what_is_too_long_for_the_list_is_shortened_and_still_understood() -> None:
    initials = "abcdefghijkl"
    offers = (OptionValue("ebb", _("ebb")), OptionValue("flood", _("flood")))
    fields = [OptionField(f"{initial}_tide_at_noon", _("Tide"), offers) for initial in initials]
    game = Puppet(fields=fields)
    typed, names = chosen_from_the_list(game)
    assert len(typed) <= LONGEST_CHOICE
    assert parse_options(game, typed, ENGLISH) == {field.name: "flood" for field in fields}
    assert names[0] == "Tide: flood"
    assert names[-1] == "Tide: flood (and all that you have chosen before)"


def test_somebody_who_types_sees_the_choices_that_fit_also_when_much_is_chosen() -> None:
    game = catalogue()[GAME]
    so_far = "edition=beck kraken=yes white_whale=yes loot=yes powers=yes length=bedtime scoring=cannonball "
    ways = suggest_options(game, f"{so_far}whale", ENGLISH)
    assert [parse_options(game, text, ENGLISH)["whale_lead"] for _name, text in ways[:2]] == [
        "whale",
        "taker",
    ]
    assert "White Whale without a number" in ways[0][0]
    assert suggest_options(game, "kra=y", ENGLISH)[0][1] == "Kraken"


def test_a_list_that_is_full_says_so_and_keeps_what_is_chosen() -> None:
    game = tides(24)
    typed, _names = chosen_from_the_list(game)
    assert 0 < len(parse_options(game, typed, ENGLISH)) < 24
    full = suggest_options(game, f"{typed} ", ENGLISH)
    assert full[-1] == ("The list is full, but you can type more than it shows", typed)
    by_hand = " ".join(f"{field.name}=value1" for field in game.fields)
    assert len(parse_options(game, by_hand, ENGLISH)) == 24


def test_more_choices_than_a_list_holds_are_not_cut_in_silence() -> None:
    ways = suggest_options(tides(3, values=12), "", ENGLISH)
    assert len(ways) == MOST_CHOICES
    assert "There's more" in ways[-1][0]
    assert (
        len(suggest_options(tides(13, values=2), "", ENGLISH)) == 13
    )  # those that would change nothing are left out


@pytest.mark.parametrize(
    "typed", ["tide=value0", "tide0=value0", "tide00_of_the_sea=value", "=value0", "tide00="]
)
def test_what_could_mean_several_things_or_nothing_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        parse_options(tides(2), typed, ENGLISH)


@pytest.mark.parametrize(
    ("locale", "typed", "chosen"),
    [
        ("en", "Kraken: yes, Loot: yes", {"kraken": True, "loot": True}),
        ("en", "kraken loot", {"kraken": True, "loot": True}),
        ("en", "kraken", {"kraken": True}),
        ("en", "no kraken, loot", {"kraken": False, "loot": True}),
        ("en", "kraken, no loot", {"kraken": True, "loot": False}),
        ("en", "edition=beck kraken=yes loot=YES", {"edition": "beck", "kraken": True, "loot": True}),
        ("en", "bedtime", {"length": "bedtime"}),
        ("en", "whale_lead=taker, white whale", {"whale_lead": "taker", "white_whale": True}),
        ("en", "scoring cannonball kraken off", {"scoring": "cannonball", "kraken": False}),
        ("de", "Weißer Wal, Beute", {"white_whale": True, "loot": True}),
        ("de", "weisser wal beute nein", {"white_whale": True, "loot": False}),
        ("de", "ohne Kraken", {"kraken": False}),
        ("de", "white whale", {"white_whale": True}),
        ("fr", "butin, baleine blanche", {"white_whale": True, "loot": True}),
        ("it", "bottino kraken", {"loot": True, "kraken": True}),
    ],
)
def test_options_are_understood_as_one_says_them(locale: str, typed: str, chosen: dict[str, Any]) -> None:
    game = catalogue()[GAME]
    assert parse_options(game, typed, Reader(locale, game)) == chosen


@pytest.mark.parametrize("locale", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("slug", catalogue())
def test_every_value_is_understood_by_its_own_name(slug: str, locale: str) -> None:
    game = catalogue()[slug]
    reader = Reader(locale, game)
    for field in game.option_fields(game.Options()):
        for offer in field.values:
            said = f"{reader.plain(field.label)}: {reader.plain(offer.label)}"
            assert parse_options(game, said, reader) == {field.name: offer.value}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("parrots, loot", "I don't know “parrots” in Skull King. You can choose Edition, Kraken"),
        ("edition=second", "not one of the choices for Edition: Grandpa Beck's or First edition."),
        ("classic", "“classic” could be Edition: First edition or Length: Classic."),
        ("kraken, edition: first edition", "“Kraken” doesn't go with the rest."),
    ],
)
def test_what_is_not_understood_is_told_with_what_would_be(typed: str, said: str) -> None:
    game = catalogue()[GAME]
    with pytest.raises(Refusal) as refused:
        parse_options(game, typed, Reader("en", game))
    assert said in Reader("en", game).plain(refused.value.text)


def test_one_option_after_another_is_picked_from_the_list_in_the_readers_words() -> None:
    game = catalogue()[GAME]
    german = Reader("de", game)
    assert suggest_options(game, "kra", german)[:2] == [
        ("Kraken", "Kraken"),
        ("Kraken: nein", "Kraken: nein"),
    ]
    assert ("Kraken, Weißer Wal",) * 2 in suggest_options(game, "Kraken", german)
    assert suggest_options(game, "Kraken, wei", german)[0] == ("Kraken, Weißer Wal",) * 2
    assert suggest_options(game, "Kraken, xyz", german) == []


def test_a_beginning_that_is_clear_will_do() -> None:
    assert parse_options(tides(2), "tide01=value1", ENGLISH) == {"tide01_of_the_sea": "value1"}
    assert parse_options(Puppet(fields=[SWITCH]), "t=y", ENGLISH) == {"tide": True}


async def test_the_list_goes_on_past_a_hundred_characters(bot: Tortuga, anne: Visitor) -> None:
    switches = "kraken=yes white_whale=yes loot=yes powers=yes extra_round=yes graybeard=yes"
    typed = f"edition=beck {switches} length=bedtime "
    ways: list[dict[str, Any]] = await anne.choices("table create", "options", typed, game=GAME)
    chosen = next(way["value"] for way in ways if "leads" in way["name"])
    opened = await anne.slash("table create", game=GAME, options=chosen)
    lobby = await opened.settled()
    assert lobby is not None
    table = await bot.services.tables.table(table_of(lobby))
    chosen_options = table.options.model_dump()
    assert all(chosen_options[switch.removesuffix("=yes")] for switch in switches.split())
    assert chosen_options["length"] == "bedtime"
