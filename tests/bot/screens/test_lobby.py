"""The lobby, as somebody reads it who passes by, sits at it, or is its host."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from bot.screens.lobby import lobby_screen
from bot.screens.options import options_screen, seat_options_screen
from bot.tables.lobby import ANYONE_MAY_START_AFTER
from bot.ui.components import PRIMARY, SUCCESS
from games.catalogue import catalogue
from games.contract import AnyGame, OptionField
from games.text import _
from tests.bot.screens.looking import buttons, lists, pressed, text
from tests.bot.screens.puppet import SECRET, SWITCH, Puppet, english, table_of

SOON, LATER = 1000.0, 1000.0 + ANYONE_MAY_START_AFTER


def shown(*names: str, now: float = SOON, **record):
    """The lobby of a table with these people."""
    table = table_of(None, *names, **record)
    return lobby_screen(table, english(table), now)


def test_it_says_what_is_played_and_who_sits_there():
    read = text(shown("Anne", "Bart", robots=["Rusty Nell"]))
    assert "## Find the Treasure\n-# Dig where nobody else digs." in read
    assert "- 👑 **Anne**, the host" in read
    assert "- 🏴‍☠️ **Bart**\n" in read
    assert "- 🤖 **Rusty Nell**, a robot (Tame: digs anywhere)" in read
    assert "**3 of 6 seats taken**" in read
    assert "- 🪑 3 free seats" in read
    assert "**What is played**\n- On a small island" in read


def test_it_says_how_many_are_still_needed():
    table = table_of(None, "Anne", game=Puppet(players=range(3, 6)))
    assert "2 more players are needed: press Join, or Add robot." in text(
        lobby_screen(table, english(table), SOON)
    )
    table = table_of(None, "Anne", "Bart", game=Puppet(players=range(3, 6)))
    assert "1 more player is needed: press Join, or Add robot." in text(
        lobby_screen(table, english(table), SOON)
    )
    assert "Enough are here to begin, and there is room for more." in text(shown("Anne", "Bart"))
    assert "The table is full." in text(shown("Anne", "Bart", capacity=2))


def test_start_stands_out_when_enough_are_there_and_join_while_there_is_room():
    assert buttons(shown("Anne"))["Start"]["style"] != SUCCESS
    assert buttons(shown("Anne", "Bart"))["Start"]["style"] == SUCCESS
    assert buttons(shown("Anne", "Bart"))["Join"]["style"] == PRIMARY
    assert buttons(shown("Anne", "Bart", capacity=2))["Join"]["style"] != PRIMARY


def test_the_whole_commitment_of_the_shuffle_is_there_and_not_the_secret():
    read = text(shown())
    assert hashlib.sha256(bytes.fromhex(SECRET)).hexdigest() in read
    assert SECRET not in read


def test_it_says_who_has_cut_and_never_with_which_word():
    read = text(shown("Anne", "Bart", cuts=[(102, "shibboleth")]))
    assert "Cut by **Bart**. Their words are shown when the game has ended." in read
    assert "shibboleth" not in read
    assert "Nobody has cut yet." in text(shown())


def test_it_says_from_when_on_anybody_may_start():
    assert f"<t:{int(LATER)}:R>, anybody who sits here may" in text(shown(now=SOON))
    assert "Anybody who sits here may press Start." in text(shown(now=LATER))
    assert "press Start" not in text(shown("Anne", now=LATER))


def test_a_closed_door_is_seen_from_outside():
    assert "🔒 The host has locked the table" in text(shown(locked=True))
    assert "✉️ By invitation" in text(shown(invited=(5,)))
    assert "🔒" not in text(shown())


def test_it_names_the_table_for_commands():
    assert "-# Table `k3x9qp`" in text(shown())


def test_its_buttons_lead_where_they_say():
    labels = ["Join", "Leave", "Cut", "Add robot", "Start", "Options", "Rules"]
    assert list(buttons(shown())) == labels
    sent = [pressed(shown(), label) for label in labels]
    assert sent == [f"{verb}:k3x9qp" for verb in ("join", "leave", "cut", "robot", "start", "options")] + [
        "rules:k3x9qp:0"
    ]


def host_options(**told):
    """What the host sees on pressing Options."""
    robots = told.pop("robots", ["Rusty Nell"])
    table = table_of(None, "Anne", "Bart", robots=robots, game=Puppet(fields=[SWITCH]), **told)
    return options_screen(table, english(table))


def host_doors(**told):
    """What the host sees on pressing Seats and doors."""
    robots = told.pop("robots", ["Rusty Nell"])
    table = table_of(None, "Anne", "Bart", robots=robots, game=Puppet(fields=[SWITCH]), **told)
    return seat_options_screen(table, english(table))


def test_one_page_of_the_options_leads_to_the_other_and_back():
    assert pressed(host_options(), "Seats and doors") == "doors:k3x9qp"
    assert pressed(host_doors(), "Back") == "options:k3x9qp"


def test_each_option_of_the_game_is_a_list_that_says_what_it_is_about():
    tide = lists(host_options())["option:k3x9qp:tide"]
    assert [(offer["label"], offer["value"], offer.get("default")) for offer in tide["options"]] == [
        ("Tide: off", "False", True),
        ("Tide: on", "True", None),
    ]
    assert tide["options"][1]["description"] == "The sea takes a hole each day"


def test_the_chosen_value_is_marked():
    tide = lists(host_options(options={"tide": True}))["option:k3x9qp:tide"]
    assert [offer.get("default") for offer in tide["options"]] == [None, True]


def test_the_host_can_add_a_robot_of_each_strength_while_there_is_room():
    strengths = lists(host_doors())["strength:k3x9qp:3"]["options"]
    assert [offer["value"] for offer in strengths] == ["tame", "wild"]
    assert not [each for each in lists(host_doors(capacity=3)) if each.startswith("strength:")]


def test_the_host_can_choose_how_many_seats_there_are_but_not_fewer_than_are_taken():
    seats = lists(host_doors())["seats:k3x9qp"]["options"]
    assert [(each["label"], each["value"], each.get("default")) for each in seats] == [
        ("3 seats", "3", None),
        ("4 seats", "4", None),
        ("5 seats", "5", None),
        ("6 seats", "6", True),
        ("7 seats", "7", None),
        ("8 seats", "8", None),
    ]
    crowded = host_doors(robots=[f"Robot {number}" for number in range(6)], capacity=8)
    assert "seats:k3x9qp" not in lists(crowded)  # all are taken: nothing to choose


def test_the_host_can_show_everybody_else_the_door():
    sitters = lists(host_doors())["remove:k3x9qp"]["options"]
    assert [(sitter["label"], sitter["value"]) for sitter in sitters] == [
        ("Bart", "91"),
        ("Rusty Nell", "80"),
    ]
    alone = table_of(None, "Anne")
    assert "remove:k3x9qp" not in lists(seat_options_screen(alone, english(alone)))


def test_the_host_can_shut_the_door_and_open_it_again():
    assert pressed(host_doors(), "Lock") == "lock:k3x9qp:1"
    assert pressed(host_doors(locked=True), "Unlock") == "lock:k3x9qp:0"
    assert pressed(host_doors(), "By invitation only") == "invited:k3x9qp:only"
    assert pressed(host_doors(invited=()), "Open to everybody") == "invited:k3x9qp:all"
    assert "invite:k3x9qp" in lists(host_doors())


def test_an_option_with_a_long_name_still_fits():
    name = _("Whether the sea rises in the night {more}", more="and falls again " * 6)
    table = table_of(None, game=Puppet(fields=[OptionField("tide", name, SWITCH.values)]))
    tide = lists(options_screen(table, english(table)))["option:k3x9qp:tide"]
    assert tide["options"][0]["label"].endswith("…")


@pytest.mark.parametrize("slug", catalogue())
def test_every_option_of_every_game_has_its_list(slug: str) -> None:
    game = catalogue()[slug]
    chosen = as_much_to_choose_as_can_be(game)
    kept = game.Options.model_validate(chosen)
    bare = replace(table_of(None, "Anne", "Bart", robots=["Rusty Nell"]), game=game)
    shown = options_screen(
        bare.with_record(options=chosen, capacity=game.players_for(kept)[-1]), english(bare)
    )
    names = {field.name for field in game.option_fields(kept)}
    assert {each.split(":")[2] for each in lists(shown) if each.startswith("option:")} == names
    assert "no room here" not in text(shown)


def as_much_to_choose_as_can_be(game: AnyGame) -> dict[str, Any]:
    """Of each option the value that brings the most further ones, else the last."""
    chosen: dict[str, Any] = {}

    def brings(name: str, value: object) -> int:
        return len(game.option_fields(game.Options.model_validate({**chosen, name: value})))

    for name in game.Options.model_fields:
        fields = {field.name: field for field in game.option_fields(game.Options.model_validate(chosen))}
        if name in fields:
            offers = reversed([offer.value for offer in fields[name].values])
            chosen[name] = max(offers, key=lambda value: brings(name, value))
    return chosen


def test_options_that_find_no_room_are_named_with_where_they_can_be_chosen():
    fields = [OptionField(f"tide{at}", _("Tide {at}", at=at), SWITCH.values) for at in range(19)]
    table = table_of(None, "Anne", "Bart", robots=["Rusty Nell"], game=Puppet(fields=fields))
    shown = options_screen(table, english(table))
    assert len([each for each in lists(shown) if each.startswith("option:")]) == 15
    assert "no room here for Tide 15, Tide 16, Tide 17 and Tide 18: choose that with /table create" in text(
        shown
    )


def test_the_host_sees_who_may_join():
    assert "🔓 Everybody here may join." in text(host_doors())
    assert "you have invited nobody yet" in text(host_doors(invited=()))
    assert "✉️ Only those may join whom you have invited: <@5> and <@6>." in text(host_doors(invited=(5, 6)))
    assert "🔒 The table is locked" in text(host_doors(locked=True))
