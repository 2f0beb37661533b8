"""By which names people stand on pages and in files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.tables.model import ERASED_USER, Leaver, Notice, Press
from bot.tournaments import actions, entries
from bot.tournaments.actions import HidePage, Substitute
from bot.tournaments.actions.base import StateBefore
from bot.tournaments.entries import entered
from bot.tournaments.model import Tournament
from bot.tournaments.public_names import initial, publicly_named, table_publicly_named
from bot.tournaments.qualification import Applicant
from storage.models import AuditRow
from tests.bot.tournaments.cups import cup, renamed
from tests.bot.web.played import dealt

AUDIT = AuditRow(1, 1, "cup", None, 0.0, 101, "Olive", "substitute", b"{}", "")


def names(tournament: Tournament, audience: str = "page") -> list[str]:
    """Who they are called there."""
    shown = publicly_named(tournament, audience)  # type: ignore[arg-type]
    return [entry.name for entry in shown.record.entries]


def test_whoever_was_never_asked_is_an_initial_on_pages_and_has_a_name_in_files():
    tournament = cup(names=("Anne", "Bart"), rounds=0)
    assert names(tournament) == ["A.", "B."]
    assert names(tournament, "file") == ["Anne", "Bart"]


def test_everybody_is_called_as_they_chose():
    tournament = cup(names=("Anne", "Bart", "Calico"), rounds=0)
    tournament = renamed(renamed(tournament, "1", named="name"), "2", named="initial")
    assert names(tournament) == ["Anne", "B.", "C."]
    assert names(tournament, "file") == ["Anne", "B.", "Calico"]


def test_initials_that_several_have_are_told_apart():
    tournament = renamed(cup(names=("Anne", "anton", "A.", "Bart"), rounds=0), "3", named="name")
    assert names(tournament) == ["A. 1", "A. 2", "A.", "B."]


def test_somebody_who_had_their_data_erased_is_nobody():
    tournament = renamed(cup(names=("Anne", "Bart"), rounds=0), "1", name="", user=ERASED_USER)
    assert names(tournament) == ["", "B."]


@given(name=st.text(max_size=32))
def test_an_initial_is_a_letter_and_a_full_stop(name: str):
    short = initial(name)
    assert len(short) == 2
    assert short[1] == "."
    assert short[0] == "?" or short[0].isalnum()


def test_a_substitute_was_not_asked_and_whoever_they_replaced_stays_as_they_chose():
    tournament = renamed(cup(names=("Anne", "Bart"), rounds=0), "1", named="initial")
    act = Substitute("1", 301, "Zoe")
    after = act.apply(tournament, 0.0, None).tournament
    shown = publicly_named(after, "file").record.entries[0]
    assert (shown.name, shown.formerly) == ("Zoe", ("A.",))
    assert publicly_named(after, "page").record.entries[0].name == "Z."
    back = act.undo(after, StateBefore(), AUDIT, 0.0)
    assert back.record.entries[0].named == "initial"
    assert back.record.entries == tournament.record.entries


def test_at_a_table_people_are_called_as_in_their_tournament():
    tournament = renamed(renamed(cup(rounds=1), "1", named="name"), "2", named="initial")
    (table,) = dealt(tournament, {"t1-1"}).values()
    first = table.seats[0]
    stranger = replace(first, user=999, name="Xavier")
    table = table.with_record(
        seats=(stranger, *table.seats[1:]),
        leavers=(Leaver(first.user or 0, first.name, 0, 3, "replaced", taken=5),),
        happenings=(Notice("mod removed", 3, 0, "Bart", "Morgan", why="rude"),),
    )
    page = publicly_named(tournament, "page")
    shown = table_publicly_named(table, page)
    called = {entry.user: entry.name for entry in page.record.entries}
    assert shown.seats[0].name == "X."
    assert [seat.name for seat in shown.seats[1:]] == [called[seat.user or 0] for seat in table.seats[1:]]
    assert shown.record.leavers[0].name == called[first.user or 0]
    assert shown.record.happenings == ()


# what is asked at Join, and who decides about the page


def open_cup(*, public: bool) -> Tournament:
    """Announced, nobody is in."""
    tournament = cup(names=("Anne", "Bart"), rounds=0).with_record(entries=(), entered=0, event=None)
    return with_page(replace(tournament, phase="open"), up=public)


def with_page(tournament: Tournament, *, up: bool) -> Tournament:
    """Whether it has a page."""
    return tournament.with_record(settings=replace(tournament.settings, public_page=up))


@pytest.mark.parametrize(("public", "named"), [(True, "name"), (False, "")])
def test_whoever_joins_when_there_is_a_page_stands_there_by_name(public: bool, named: str):
    after = entered(open_cup(public=public), Press(5, 201, "Anne"), Applicant(), 0.0).tournament
    assert after.record.entries[0].named == named


def test_people_change_their_minds_and_strangers_cannot():
    tournament = cup(names=("Anne", "Bart"), rounds=0)
    assert names(entries.named(tournament, 201, "name").tournament) == ["Anne", "B."]
    with pytest.raises(Refusal, match="not in this tournament"):
        entries.named(tournament, 999, "name")


def test_a_page_is_taken_down_at_any_time_and_put_up_again_by_an_undo_alone():
    tournament = with_page(cup(rounds=1), up=True)
    assert HidePage in actions.offered(tournament)
    down = HidePage().apply(tournament, 0.0, None).tournament
    assert not down.settings.public_page
    assert HidePage not in actions.offered(down)
    with pytest.raises(Refusal):
        HidePage().apply(down, 0.0, None)
    assert HidePage().undo(down, StateBefore(), AUDIT, 0.0).settings.public_page
    with pytest.raises(Refusal):
        HidePage().undo(tournament, StateBefore(), AUDIT, 0.0)
