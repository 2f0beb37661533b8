"""The lobby, as somebody reads it who passes by, sits at it, or is its host."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.i18n import reader_for
from bot.images.model import MessageImage, RenderedImage
from bot.pace import BLITZ, DAILY
from bot.screens.lobby import lobby_more_screen, lobby_screen
from bot.screens.options import options_screen, page_of_option, seat_options_screen
from bot.tables.lobby import ANYONE_MAY_START_AFTER
from bot.ui.components import PRIMARY, SUCCESS
from games.catalogue import catalogue
from games.contract import AnyGame, OptionField
from games.text import _
from tests.bot.screens.looking import buttons, lists, pressed, text
from tests.bot.screens.puppet import ANNE, BART, CALICO, SECRET, SWITCH, Puppet, english, table_of

SOON, LATER = 1000.0, 1000.0 + ANYONE_MAY_START_AFTER

COVER = RenderedImage("cover.png", b"", "Find the Treasure: dig where nobody else digs.")
FAIRNESS = "Fairness"


def shown(*names: str, now: float = SOON, **record):
    """The lobby of a table with these people."""
    table = table_of(None, *names, **record)
    return lobby_screen(table, english(table), now)


def test_it_says_who_sits_there_and_how_well_robots_play():
    read = text(shown("Anne", "Bart", robots=["Rusty Nell"]))
    assert "## Find the Treasure\n-# Dig where nobody else digs." in read
    assert "👑 **Anne**\n🏴‍☠️ **Bart**\n🤖 **Rusty Nell** (Tame)" in read


def test_its_cover_says_the_title_so_that_words_need_not():
    table = table_of(None, "Anne")
    covered = lobby_screen(table, english(table), SOON, picture=MessageImage(COVER))
    assert covered.images
    assert "Find the Treasure" not in text(covered)


def test_it_says_how_many_are_still_needed():
    table = table_of(None, "Anne", game=Puppet(players=range(3, 6)))
    assert "2 more to start" in text(lobby_screen(table, english(table), SOON))
    assert "Ready to start, 4 seats free" in text(shown("Anne", "Bart"))
    assert "Full, ready to start" in text(shown("Anne", "Bart", capacity=2))


def test_it_says_in_a_line_what_is_played_and_when():
    table = table_of(None, "Anne", game=Puppet(fields=[SWITCH]), pace=DAILY)
    assert "🗓️ Over days: 1 day a move · 📜 Standard rules" in text(lobby_screen(table, english(table), SOON))
    other = table.with_record(options={"tide": True}, pace=BLITZ, rated=False, locked=True)
    assert "⚡ Now: 2 minutes a move · 📜 Tide · 🔒 Locked · Unrated" in text(
        lobby_screen(other, english(other), SOON)
    )
    assert "✉️ By invitation" in text(shown(invited=(5,)))
    assert "⏱️ No clock" in text(shown())


def test_of_many_options_it_names_a_few():
    fields = [OptionField(f"tide{at}", _("Tide {at}", at=at), SWITCH.values) for at in range(9)]
    table = table_of(None, "Anne", game=Puppet(fields=fields), options={field.name: True for field in fields})
    assert "📜 Tide 0, Tide 1 and 7 more options" in text(lobby_screen(table, english(table), SOON))


def test_start_stands_out_when_enough_are_there_and_join_while_there_is_room():
    assert buttons(shown("Anne"))["Start"]["style"] != SUCCESS
    assert buttons(shown("Anne", "Bart"))["Start"]["style"] == SUCCESS
    assert buttons(shown("Anne", "Bart"))["Join"]["style"] == PRIMARY
    assert buttons(shown("Anne", "Bart", capacity=2))["Join"]["style"] != PRIMARY


def test_the_shuffle_is_sealed_in_one_short_line_and_the_secret_is_not_there():
    read = text(shown())
    seal = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert read.splitlines()[-1] == f"-# 🔏 Seal `{seal[:16]}` proves a fair shuffle."
    assert SECRET not in read


def test_it_says_when_anybody_may_start():
    assert "Anyone here may press Start." in text(shown("Anne", "Bart", now=LATER))
    assert "press Start" not in text(shown("Anne", "Bart", now=SOON))
    assert "press Start" not in text(shown("Anne", now=LATER))


def test_it_has_six_buttons_and_they_lead_where_they_say():
    labels = ["Join", "Leave", "Start", "Add robot", "Now", "More"]
    assert list(buttons(shown())) == labels
    sent = [pressed(shown(), label) for label in labels]
    assert sent == [f"{verb}:k3x9qp" for verb in ("join", "leave", "start", "robot")] + [
        "when:k3x9qp:now",
        "more:k3x9qp",
    ]
    assert pressed(shown(pace=BLITZ), "Over days") == "when:k3x9qp:days"


@pytest.mark.parametrize("locale", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("slug", catalogue())
def test_its_words_are_few_in_every_language(slug: str, locale: str) -> None:
    game = catalogue()[slug]
    seats = game.players[-1]
    names = [f"Bartholomew Pirate{at}th" for at in range(seats - 2)]
    kept = game.Options.model_validate(as_much_to_choose_as_can_be(game))
    names = names[: game.players_for(kept)[-1] - 2]
    table = replace(table_of(None, *names, "Rusty Nell", "Clockwork Olga", pace=DAILY), game=game)
    table = table.with_record(
        options=kept.model_dump(exclude_defaults=True),
        seats=tuple(
            replace(seat, robot="sensible" if at >= len(names) else None)
            for at, seat in enumerate(table.seats)
        ),
        capacity=len(names) + 2,
        rated=False,
        locked=True,
    )
    covered = lobby_screen(table, reader_for(table, locale), LATER, picture=MessageImage(COVER))
    assert len(re.findall(r"\w[\w'’.-]*", text(covered))) <= 60
    assert all(len(each["label"]) + 2 * ("emoji" in each) <= 14 for each in buttons(covered).values())


def more(user: int = ANNE, **record):
    """What somebody sees on pressing More."""
    table = table_of(None, "Anne", "Bart", **record)
    return lobby_more_screen(table, english(table), user)


def test_behind_more_stands_all_that_is_played():
    read = text(more(pace=DAILY))
    assert "- On a small island" in read
    assert "⏱️ Over days: 1 day a move" in read
    assert "-# Table `k3x9qp`" in read


def test_more_says_who_has_cut_and_never_with_which_word():
    read = text(more(cuts=[(102, "shibboleth")]))
    assert "Cut by **Bart**. Their words are shown after the game." in read
    assert "shibboleth" not in read
    assert "Nobody has cut yet" in text(more())


def test_more_offers_the_host_what_only_the_host_can_do():
    labels = ["Call players", "Options", "Seats", "Rules", "Cut", FAIRNESS, "Close table"]
    assert list(buttons(more())) == labels
    assert pressed(more(), "Call players") == "callplayers:k3x9qp"
    for nobody_to_call in (more(wanted=1.0), more(locked=True), more(invited=(5,)), more(capacity=2)):
        assert list(buttons(nobody_to_call)) == labels[1:]
    assert list(buttons(more(BART))) == ["Rules", "Cut", FAIRNESS]
    assert list(buttons(more(CALICO))) == ["Rules", FAIRNESS]


def test_more_says_who_may_come_in_and_from_when_on_anybody_may_start():
    assert f"anyone here <t:{int(LATER)}:R>" in text(more())
    assert "🔒 The host has locked the table." in text(more(locked=True))
    assert "✉️ Only those the host has invited can join." in text(more(invited=(5,)))


def test_a_rematch_calls_those_who_played_before():
    read = text(shown("Anne", expected=(102, 103), pace=BLITZ))
    assert "🔁 Rematch! <@102> and <@103>, press Join. From <t:1060:t> we can start without you." in read
    assert "<t:87400:f>" in text(shown("Anne", expected=(102,), pace=DAILY))


def host_options(**told):
    """What the host sees on pressing Options."""
    robots = told.pop("robots", ["Rusty Nell"])
    table = table_of(None, "Anne", "Bart", robots=robots, game=Puppet(fields=[SWITCH]), **told)
    return options_screen(table, english(table))


def host_doors(**told):
    """What the host sees on pressing Seats."""
    robots = told.pop("robots", ["Rusty Nell"])
    table = table_of(None, "Anne", "Bart", robots=robots, game=Puppet(fields=[SWITCH]), **told)
    return seat_options_screen(table, english(table))


def test_options_and_seats_lead_back_to_more():
    assert pressed(host_options(), "Back") == "more:k3x9qp"
    assert pressed(host_doors(), "Back") == "more:k3x9qp"


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
    assert pressed(host_doors(), "Invite only") == "invited:k3x9qp:only"
    assert pressed(host_doors(invited=()), "Open to all") == "invited:k3x9qp:all"
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
    table = bare.with_record(options=chosen, capacity=game.players_for(kept)[-1])
    names = [field.name for field in game.option_fields(kept)]
    shown = [options_screen(table, english(bare), page) for page in range(page_of_option(table, "") + 1)]
    asked = [custom_id for each in shown for custom_id in lists(each)]
    assert asked == [*(f"option:k3x9qp:{name}" for name in names), "pace:k3x9qp"]
    assert max(len(lists(each)) for each in shown) <= 3
    for page, each in enumerate(shown):
        here = [custom_id.split(":")[2] for custom_id in lists(each) if custom_id.startswith("option:")]
        assert {page_of_option(table, name) for name in here} <= {page}


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


def test_the_options_are_pages_that_lead_to_each_other():
    fields = [OptionField(f"tide{at}", _("Tide {at}", at=at), SWITCH.values) for at in range(7)]
    table = table_of(None, "Anne", "Bart", game=Puppet(fields=fields))
    first, middle, last = (options_screen(table, english(table), page) for page in range(3))
    assert "Page 1 of 3" in text(first)
    assert list(buttons(first)) == ["Back", "Next"]
    assert pressed(first, "Next") == "optionpage:k3x9qp:1"
    assert list(buttons(middle)) == ["Back", "Previous", "Next"]
    assert list(buttons(last)) == ["Own pace", "Play unrated", "Back", "Previous"]
    assert text(options_screen(table, english(table), 99)) == text(last)


def test_the_host_sees_who_may_join():
    assert "🔓 Anyone can join." in text(host_doors())
    assert "Only people you invite can join: nobody yet." in text(host_doors(invited=()))
    assert "✉️ Only those you have invited can join: <@5> and <@6>." in text(host_doors(invited=(5, 6)))
    assert "🔒 Locked" in text(host_doors(locked=True))
