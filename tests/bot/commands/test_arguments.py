"""Options typed into a command: the list that opens goes on to the last option, however much is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.arguments import LONGEST_CHOICE, MOST_CHOICES, parse_options, suggest_options
from bot.i18n import Reader
from bot.refusal import Refusal
from games.catalogue import catalogue
from games.contract import AnyGame, OptionField, OptionValue
from games.text import _
from playground import Visitor
from tests.bot.screens.puppet import SWITCH, Puppet
from tests.support.table_play import GAME

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
    chosen = parse_options(game, typed)
    offered = game.option_fields(game.Options.model_validate(chosen))
    assert set(chosen) == {field.name for field in offered}


def test_only_what_goes_with_the_choices_so_far_is_offered() -> None:
    offered = [text for _name, text in suggest_options(catalogue()[GAME], "kraken=yes edi", ENGLISH)]
    assert offered == ["kraken=yes edition=beck"]


def test_what_is_too_long_for_the_list_is_shortened_and_still_understood() -> None:
    initials = "abcdefghijkl"
    offers = (OptionValue("ebb", _("ebb")), OptionValue("flood", _("flood")))
    fields = [OptionField(f"{initial}_tide_at_noon", _("Tide"), offers) for initial in initials]
    game = Puppet(fields=fields)
    typed, names = chosen_from_the_list(game)
    assert len(typed) <= LONGEST_CHOICE
    assert parse_options(game, typed) == {field.name: "flood" for field in fields}
    assert names[0] == "Tide: flood"
    assert names[-1] == "Tide: flood (and all that you have chosen before)"


def test_somebody_who_types_sees_the_choices_that_fit_also_when_much_is_chosen() -> None:
    game = catalogue()[GAME]
    so_far = "edition=beck kraken=yes white_whale=yes loot=yes powers=yes length=bedtime scoring=cannonball "
    ways = suggest_options(game, f"{so_far}whale", ENGLISH)
    assert [parse_options(game, text)["whale_lead"] for _name, text in ways] == ["whale", "taker"]
    assert "White Whale without a number" in ways[0][0]
    assert suggest_options(game, "kra=y", ENGLISH)[0][1] == "kraken=yes"


def test_a_list_that_is_full_says_so_and_keeps_what_is_chosen() -> None:
    game = tides(24)
    typed, _names = chosen_from_the_list(game)
    assert 0 < len(parse_options(game, typed)) < 24
    full = suggest_options(game, f"{typed} ", ENGLISH)
    assert full[-1] == ("No more fits into this list; what you type yourself counts all the same", typed)
    by_hand = " ".join(f"{field.name}=value1" for field in game.fields)
    assert len(parse_options(game, by_hand)) == 24


def test_more_choices_than_a_list_holds_are_not_cut_in_silence() -> None:
    ways = suggest_options(tides(3, values=12), "", ENGLISH)
    assert len(ways) == MOST_CHOICES
    assert "There are more" in ways[-1][0]
    assert (
        len(suggest_options(tides(13, values=2), "", ENGLISH)) == 13
    )  # those that would change nothing are left out


@pytest.mark.parametrize(
    "typed", ["tide=value0", "tide0=value0", "tide00_of_the_sea=value", "=value0", "tide00="]
)
def test_what_could_mean_several_things_or_nothing_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        parse_options(tides(2), typed)


def test_a_beginning_that_is_clear_will_do() -> None:
    assert parse_options(tides(2), "tide01=value1") == {"tide01_of_the_sea": "value1"}
    assert parse_options(Puppet(fields=[SWITCH]), "t=y") == {"tide": True}


async def test_the_list_goes_on_past_a_hundred_characters(anne: Visitor) -> None:
    switches = "kraken=yes white_whale=yes loot=yes powers=yes extra_round=yes graybeard=yes"
    typed = f"edition=beck {switches} length=bedtime "
    ways: list[dict[str, Any]] = await anne.choices("table create", "options", typed, game=GAME)
    chosen = next(way["value"] for way in ways if "leads" in way["name"])
    opened = await anne.slash("table create", game=GAME, options=chosen)
    assert "Loot" in opened.text
