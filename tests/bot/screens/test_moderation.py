"""A moderator's panel for an ordinary table: what it offers, its limits, and what it never shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.i18n import Reader
from bot.refusal import Refusal
from bot.screens import admin_actions, audit_log, moderation
from bot.tables import clocks
from bot.tables.lobby import start
from bot.tables.model import Press, Table
from bot.tables.moderation import ACTIONS, Remove, SeatAction
from bot.tables.pod_model import PodInfo
from bot.ui.components import Modal, Screen
from games.catalogue import catalogue
from tests.bot.screens.looking import lists
from tests.bot.screens.puppet import english
from tests.bot.screens.test_audit_log import AT_TABLES, entries
from tests.bot.screens.tour import SUN, lobby_of


def playing(slug: str = "skull-king", secret: str = "5e" * 32) -> Table:
    """A game that has just begun."""
    begun = start(lobby_of(catalogue()[slug], secret=secret), Press(0, SUN, ""), 0)
    return clocks.with_clocks_updated(None, begun, None, True, 0.0)


def panel(table: Table, reader: Reader) -> Screen:
    """The panel with everything in the log."""
    done = list(entries(AT_TABLES))
    return moderation.panel(table, done, done[: moderation.SHOWN], reader, float)


def everything(table: Table, reader: Reader) -> Iterator[Screen | Modal]:
    """Every screen of the panel."""
    yield panel(table, reader)
    for act in ACTIONS.values():
        seats = [str(seat.user) for seat in table.seats[:1] if seat.user]
        for what in ("", *(seats if issubclass(act, SeatAction) else [])):
            now = moderation.step(table, act, what, reader)
            yield admin_actions.step_screen(now, reader)
            yield admin_actions.confirm_modal(now, reader)
    pod = PodInfo("cup", "M" * 80, 12, 128, ())
    yield moderation.way_to_the_desk(pod, reader)
    told = [(row, audit_log.where(row, None)) for row in entries(AT_TABLES)][:12]
    yield audit_log.server_log(told, [row for row, _said in told], 3, False, reader)
    yield audit_log.server_log([], [], None, True, reader)


def test_what_is_offered_goes_by_how_far_the_table_has_come() -> None:
    def offered(table: Table) -> list[str]:
        shown = lists(moderation.panel(table, [], [], english(table), float))
        return [option["value"] for each in shown.values() for option in each["options"]]

    table = playing()
    assert offered(lobby_of(catalogue()["skull-king"])) == ["remove", "void"]
    assert offered(table) == ["extend", "hold", "robot", "replace", "remove", "void"]
    assert "release" in offered(table.with_record(held=True))
    assert offered(replace(table, phase="over")) == []


def test_robots_seats_cannot_be_chosen() -> None:
    table = playing()
    (question,) = moderation.step(table, Remove, "", english(table)).asks
    assert sorted(choice.label for choice in question.choices) == ["☀️", "🌙"]


@pytest.mark.parametrize(("kind", "what"), [("hold", "201"), ("remove", "999"), ("robot", "x")])
def test_what_is_not_there_is_refused(kind: str, what: str) -> None:
    with pytest.raises(Refusal):
        moderation.step(playing(), ACTIONS[kind], what, english(playing()))


def test_the_panel_is_the_same_whatever_cards_people_hold() -> None:
    alike = 0
    for slug in catalogue():
        one, otherwise = playing(slug), playing(slug, "77" * 32)
        other = replace(one, state=otherwise.state).with_record(secret=otherwise.record.secret)
        if one.observe(None) == other.observe(None):
            alike += 1
            assert one.state != other.state
            assert panel(one, english(one)).payload() == panel(other, english(other)).payload()
    assert alike
