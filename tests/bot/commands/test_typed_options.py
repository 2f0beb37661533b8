"""Options given with a command: one after the other, from the list that opens."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from pydantic import ValidationError

from bot.app import Tortuga
from bot.commands.typed_options import LONGEST_CHOICE, parse_options, suggest_options
from bot.i18n import Reader
from bot.refusal import Refusal
from games.catalogue import catalogue
from games.contract import AnyGame, OptionField, OptionValue
from games.text import _
from playground import Visitor
from tests.bot.screens.puppet import Puppet
from tests.support.table_play import GAME, table_of

ENGLISH = Reader("en")


def chosen_from_the_list(game: AnyGame) -> str:
    """What somebody has typed in the end who always takes the list's last choice."""
    typed = ""
    while ways := suggest_options(game, f"{typed} ".lstrip(), ENGLISH):
        assert all(len(name) <= LONGEST_CHOICE and len(text) <= LONGEST_CHOICE for name, text in ways)
        typed = ways[-1][1]
    return typed


def changes_something(game: AnyGame, chosen: dict[str, Any], field: OptionField) -> bool:
    """Whether a value of this option goes with what is chosen and makes a difference."""
    now = getattr(game.Options.model_validate(chosen), field.name)
    for offer in field.values:
        with suppress(ValidationError):
            game.Options.model_validate({**chosen, field.name: offer.value})
            if offer.value != now:
                return True
    return False


@pytest.mark.parametrize("slug", catalogue())
def test_options_are_chosen_from_the_list_until_there_is_no_more_or_no_room(slug: str) -> None:
    game = catalogue()[slug]
    typed = chosen_from_the_list(game)
    chosen = parse_options(game, typed, ENGLISH)
    offered = game.option_fields(game.Options.model_validate(chosen))
    left = [each for each in offered if each.name not in chosen and changes_something(game, chosen, each)]
    assert not left or len(typed) > LONGEST_CHOICE - 40


@pytest.mark.parametrize("locale", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("slug", catalogue())
def test_every_value_is_offered_to_whoever_types_its_own_name(slug: str, locale: str) -> None:
    game = catalogue()[slug]
    reader, usual = Reader(locale, game), game.Options()
    for field in game.option_fields(usual):
        for offer in field.values:
            if offer.value != getattr(usual, field.name):
                said = f"{reader.plain(field.label)} {reader.plain(offer.label)}"
                written = [text for _name, text in suggest_options(game, said, reader)]
                assert f"{field.name}={offer.value}" in written or offer.value is True


def test_one_option_after_another_is_picked_in_the_readers_words() -> None:
    game = catalogue()[GAME]
    german = Reader("de", game)
    assert suggest_options(game, "kra", german)[0] == ("Kraken", "kraken=True")
    assert ("Kraken, Weißer Wal", "kraken=True white_whale=True") in suggest_options(
        game, "kraken=True wei", german
    )
    assert suggest_options(game, "kraken=True xyz", german) == []


@pytest.mark.parametrize("locale", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("slug", catalogue())
def test_whoever_types_on_behind_the_words_of_a_choice_is_offered_what_goes_with_it(
    slug: str, locale: str
) -> None:
    game = catalogue()[slug]
    reader = Reader(locale, game)
    for shown, written in suggest_options(game, "", reader):
        assert suggest_options(game, f"{shown} , ", reader) == suggest_options(game, f"{written} ", reader)
        assert parse_options(game, f"{shown},", reader) == parse_options(game, written, reader)


def test_what_is_too_long_for_the_list_names_the_latest_choice() -> None:
    offers = (OptionValue("e", _("ebb")), OptionValue("f", _("flood")))
    fields = [OptionField(f"t{at}", _("Tide of the great southern sea"), offers) for at in range(3)]
    last = suggest_options(Puppet(fields=fields), "t0=f t1=f ", ENGLISH)[-1]
    assert last == ("… Tide of the great southern sea: flood", "t0=f t1=f t2=f")


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("kraken=True loot=True", {"kraken": True, "loot": True}),
        ("edition=beck, kraken=yes, loot=YES", {"edition": "beck", "kraken": True, "loot": True}),
        ("kraken=off", {"kraken": False}),
        ("bedtime", {"length": "bedtime"}),
        ("kraken=True whit", {"kraken": True, "white_whale": True}),
        (
            "Kraken, Length: Whirlpool, Loo",
            {"kraken": True, "length": "whirlpool", "loot": True},
        ),
        ("", {}),
    ],
)
def test_what_the_list_writes_is_read_and_a_beginning_that_is_clear_will_do(
    typed: str, chosen: dict[str, Any]
) -> None:
    game = catalogue()[GAME]
    assert parse_options(game, typed, Reader("en", game)) == chosen


@pytest.mark.parametrize("typed", ["parrots", "edition=second", "kraken loot", "kraken=maybe"])
def test_what_is_no_option_or_several_is_refused_with_where_they_are(typed: str) -> None:
    game = catalogue()[GAME]
    with pytest.raises(Refusal) as refused:
        parse_options(game, typed, Reader("en", game))
    said = Reader("en", game).plain(refused.value.text)
    assert said.startswith(f"“{typed}” is no option of Skull King. Pick from the list")


async def test_the_list_opens_in_the_command_and_is_taken_by_it(bot: Tortuga, anne: Visitor) -> None:
    ways: list[dict[str, Any]] = await anne.choices(
        "table create", "options", "edition=beck kraken=True bedt", game=GAME
    )
    assert [way["value"] for way in ways] == ["edition=beck kraken=True length=bedtime"]
    lobby = await (await anne.slash("table create", game=GAME, options=ways[0]["value"])).settled()
    assert lobby is not None
    chosen = (await bot.services.tables.table(table_of(lobby))).options.model_dump()
    assert (chosen["kraken"], chosen["length"]) == (True, "bedtime")
