"""A moderator's desk at an ordinary table: what it offers, its limits, and what it never shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Reader, reader_for
from bot.refusal import Refusal
from bot.screens import admin_actions, moderation
from bot.tables import clocks
from bot.tables import moderation as acts
from bot.tables.lobby import start
from bot.tables.model import Table
from bot.tables.moderation import RecordedAction
from bot.ui.components import Modal, Screen
from games.catalogue import catalogue
from storage.models import AuditRow
from tests.bot.screens import extremes
from tests.bot.screens.looking import lists, visible
from tests.bot.screens.puppet import english, table_of
from tests.bot.screens.tour import SUN, lobby_of
from tests.support.examples import examples
from tests.support.pseudo_locales import has_words, spoken_here, unspoken

NOW = 1_800_000_000.0


def playing(slug: str = "skull-king", secret: str = "5e" * 32) -> Table:
    """A game that has just begun."""
    begun = start(lobby_of(catalogue()[slug], secret=secret), SUN, 0)
    return clocks.with_clocks_updated(None, begun, None, True, 0.0)


def rows() -> Iterator[AuditRow]:
    """Each act, done and taken back."""
    every: list[acts.ModerationAction] = [
        *(acts.GiveToRobot(0), acts.Remove(0), acts.Replace(0, 5, "🌊"), acts.Extend(60.0)),
        *(acts.Hold(), acts.Release(), acts.VoidTable(), acts.Restore()),
    ]
    for at, act in enumerate(every):
        kept, kind = msgspec.json.encode(RecordedAction(act, SUN, "☀️")), acts.kind_of(act)
        for id, undoes in ((2 * at + 1, None), (2 * at + 2, 2 * at + 1)):
            about = (SUN, "☀️", undoes)
            yield AuditRow(id, 1, None, "k3x9qp", NOW, 7, "🗝️", kind, kept, "☠️", *about)


def desk(table: Table, reader: Reader) -> Screen:
    """The desk with everything in the log."""
    done = list(rows())
    return moderation.desk(table, done, done[: moderation.SHOWN], reader, float)


def everything(table: Table, reader: Reader) -> Iterator[Screen | Modal]:
    """Every screen of the desk."""
    yield desk(table, reader)
    for kind in moderation.ACTIONS:
        seats = ("", *(str(seat.user) for seat in table.seats[:1] if seat.user))
        for what in seats if kind in moderation.ABOUT_A_SEAT else ("",):
            now = moderation.step(table, kind, what, reader)
            yield admin_actions.step_screen(now, reader)
            yield admin_actions.confirm_modal(now, reader)
    told = [(row, moderation.where(row, "")) for row in rows()][:12]
    yield moderation.log(told, 3, False, reader)
    yield moderation.log([], None, True, reader)


def test_what_is_offered_goes_by_how_far_the_table_has_come() -> None:
    def offered(table: Table) -> list[str]:
        shown = lists(moderation.desk(table, [], [], english(table), float))
        return [option["value"] for each in shown.values() for option in each["options"]]

    table = playing()
    assert offered(lobby_of(catalogue()["skull-king"])) == ["remove", "void"]
    assert offered(table) == ["extend", "hold", "robot", "replace", "remove", "void"]
    assert "release" in offered(table.with_record(held=True))
    assert offered(replace(table, phase="over")) == []


def test_robots_seats_cannot_be_chosen() -> None:
    table = playing()
    (question,) = moderation.step(table, "remove", "", english(table)).questions
    assert sorted(choice.label for choice in question.choices) == ["☀️", "🌙"]


@pytest.mark.parametrize(("kind", "what"), [("burn", ""), ("hold", "201"), ("remove", "999"), ("robot", "x")])
def test_what_is_not_there_is_refused(kind: str, what: str) -> None:
    with pytest.raises(Refusal):
        moderation.step(playing(), kind, what, english(playing()))


def test_every_entry_says_who_did_what_to_whom_and_why() -> None:
    told = [english(playing())(moderation.of_row(row)) for row in rows()]
    assert all("🗝️" in line and line.endswith("Reason: ☠️") for line in told)
    assert "🗝️ put 🌊 in the place of ☀️. Reason: ☠️" in told
    about_a_seat = [
        line for line, row in zip(told, rows(), strict=True) if row.kind in moderation.ABOUT_A_SEAT
    ]
    assert all("☀️" in line for line in about_a_seat)


def test_the_desk_is_the_same_whatever_cards_people_hold() -> None:
    alike = 0
    for slug in catalogue():
        one, otherwise = playing(slug), playing(slug, "77" * 32)
        other = replace(one, state=otherwise.state).with_record(secret=otherwise.record.secret)
        if one.observe(None) == other.observe(None):
            alike += 1
            assert one.state != other.state
            assert desk(one, english(one)).payload() == desk(other, english(other)).payload()
    assert alike


@examples(15)
@given(extremes.scenes(8), st.lists(extremes.names, min_size=8, max_size=8))
def test_every_screen_is_one_that_discord_takes(scene, names) -> None:
    table = table_of(scene, *names, capacity=8)
    for shown in everything(table, english(table)):
        shown.check()


def test_no_word_of_the_desk_gets_past_gettext(tmp_path) -> None:
    with spoken_here(tmp_path, {"qps": "⟦⟧"}):
        for table in (lobby_of(catalogue()["skull-king"]), playing()):
            reader = reader_for(table, "qps")
            for shown in everything(table, reader):
                strings = [string.replace(":f>", ">").replace("<t:", "<") for string in visible(shown)]
                assert [string for string in strings if has_words(unspoken(string))] == []
