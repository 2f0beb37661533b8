"""A house and an office whose time a test moves, and somebody whose name and id stand out in any file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.score_sheets.sheet import SheetPlayer, SheetRecord
from bot.tournaments import actions
from bot.tournaments.actions import AnyAction, Drop, Substitute
from bot.tournaments.model import to_row
from bot.tournaments.service import TournamentService
from storage import AuditRow, Post, ScoreSheetRow, Store, TournamentChange
from tests.bot.tables.conftest import CHANNEL, GUILD, PEOPLE
from tests.bot.tables.test_clocks import Days, open_house
from tests.bot.tournaments.conftest import InPlace, Listener
from tests.bot.tournaments.cups import cup, renamed
from tests.support.clock import VirtualClock

MARY, MARYS_ID = "Quitschquatsch Read", 760_111_222_333_444_555
MARYS_WORD = "Wackelpudding"
OLIVE = 50
"""Who organises tournaments."""


@pytest.fixture(autouse=True)
def mary(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more who plays."""
    monkeypatch.setitem(PEOPLE, MARY, MARYS_ID)


@pytest.fixture
async def days(tmp_path: Path, mary: None) -> AsyncIterator[Days]:
    """An open house."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


def office_of(days: Days) -> TournamentService:
    """The office beside this house. It works out in place what takes long, and tells nobody."""
    return TournamentService(days.store, days.tables, Listener(), days.clock, pairing_pool=InPlace())


def entry_of(tournament: str, act: AnyAction, **changes: Any) -> AuditRow:
    """What Olive, whom nobody erases, did, and why."""
    row = AuditRow(
        id=0,
        guild=GUILD,
        tournament=tournament,
        table=None,
        at=7.0,
        user=OLIVE,
        name="Olive",
        kind="act",
        action=actions.audit_payload(act, actions.StateBefore()),
        reason="it was time",
    )
    return replace(row, **changes)


async def mary_everywhere(store: Store) -> None:
    """Tournaments in which Mary plays, played, had her place taken, took somebody's, or is the organiser; a
    score sheet that she keeps, and one on which she stands.
    """
    evening = SheetRecord("skull-king", {}, (SheetPlayer(MARY, MARYS_ID), SheetPlayer("Sam")), 1.0)
    for id, keeper in (("hers", MARYS_ID), ("his", MARYS_ID + 1)):
        await store.score_sheets.keep(ScoreSheetRow(id, GUILD, keeper, 1, 1.0, msgspec.json.encode(evening)))
    whole = cup()
    taken = renamed(whole, "2", formerly=(MARY,), former_users=(MARYS_ID,))
    for id, tournament, audit in (
        ("plays", renamed(cup(rounds=1), "3", user=MARYS_ID, name=MARY), ()),
        (
            "played",
            renamed(replace(whole, phase="over"), "3", user=MARYS_ID, name=MARY),
            (entry_of("played", Drop("3"), about=MARYS_ID, about_name=MARY),),
        ),
        ("replaced", replace(taken, phase="over"), ()),
        (
            "replaced-long-ago",
            replace(whole, phase="over"),
            (entry_of("replaced-long-ago", Substitute("2", 7, "Zoe"), about=MARYS_ID, about_name=MARY),),
        ),
        (
            "organises",
            replace(whole, phase="over").with_record(organiser=MARYS_ID, organiser_name=MARY),
            (entry_of("organises", Drop("4"), user=MARYS_ID, name=MARY, about=8, about_name="Bart"),),
        ),
        (
            "substitute",
            replace(whole, phase="over"),
            (entry_of("substitute", Substitute("5", MARYS_ID, MARY)),),
        ),
        ("stranger", replace(whole, phase="over"), (entry_of("stranger", Drop("5")),)),
    ):
        row = to_row(replace(tournament, id=id, guild=GUILD, channel=CHANNEL, revision=1))
        users = tuple(user for user in (tournament.record.organiser, *tournament.users) if user)
        await store.tournaments.commit(TournamentChange(row, users=users, audit=audit))
        await store.tournaments.post_shown(Post(id, "announcement", CHANNEL, 5, 1, 1.0))
