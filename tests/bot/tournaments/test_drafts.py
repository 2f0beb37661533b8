"""Tournaments that are being set up: kept for a week, over restarts, for whoever does so alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.pace import DAILY, DAY
from bot.refusal import Refusal
from bot.tournaments.settings import default_settings
from bot.tournaments.setup_choices import DRAFT_KEPT, TournamentDraft, TournamentDrafts
from games.catalogue import catalogue
from storage import Store, opened
from tests.support.table_play import GAME

KING = catalogue()[GAME]
USUAL = default_settings(KING, "Evening cup", pace=DAILY)
ANNE, BART, HERE, THERE = 1, 2, 10, 20


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(tmp_path / "tortuga.sqlite3") as store:
        yield store


@pytest.fixture
def drafts(store: Store) -> TournamentDrafts:
    return TournamentDrafts(store.tournaments)


async def begun(
    drafts: TournamentDrafts, guild: int = HERE, now: float = 0.0, start: str = ""
) -> TournamentDraft:
    """Anne sets one up."""
    return await drafts.begin(TournamentDraft("", ANNE, guild, 5, KING, USUAL, start), now)


async def gone(
    drafts: TournamentDrafts, id: str, user: int = ANNE, guild: int = HERE, now: float = 0.0
) -> bool:
    """Whether it is refused, and kindly."""
    with pytest.raises(Refusal, match="/tournament create starts again") as refused:
        await drafts.of(id, user, guild, now)
    return refused.value.reason == "stale"


async def test_a_draft_is_kept_for_a_week_after_the_last_choice(drafts: TournamentDrafts) -> None:
    draft = await begun(drafts)
    changed = TournamentDraft(draft.id, ANNE, HERE, 5, KING, replace(USUAL, cap=16))
    assert await drafts.change(changed, DRAFT_KEPT) == changed
    assert await drafts.of(draft.id, ANNE, HERE, 2 * DRAFT_KEPT) == changed
    assert await gone(drafts, draft.id, now=2 * DRAFT_KEPT + 1)


async def test_a_draft_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "restarted.sqlite3"
    async with opened(path) as store:
        draft = await begun(TournamentDrafts(store.tournaments), start="20:00")
    async with opened(path) as store:
        assert await TournamentDrafts(store.tournaments).of(draft.id, ANNE, HERE, DAY) == draft


async def test_old_ones_are_cleaned_away_when_somebody_sets_up_another(
    store: Store, drafts: TournamentDrafts
) -> None:
    await begun(drafts, guild=HERE)
    await begun(drafts, guild=THERE, now=DRAFT_KEPT + 1)
    assert await store.tournaments.draft(ANNE, HERE) is None
    assert await store.tournaments.draft(ANNE, THERE) is not None


async def test_a_draft_is_nobody_elses_and_of_no_other_server(drafts: TournamentDrafts) -> None:
    draft = await begun(drafts)
    assert await gone(drafts, draft.id, user=BART)
    assert await gone(drafts, draft.id, guild=THERE)
    assert await gone(drafts, draft.id + "x")


async def test_a_new_draft_takes_the_place_of_the_last_one_on_that_server(drafts: TournamentDrafts) -> None:
    elsewhere = await begun(drafts, guild=THERE)
    first = await begun(drafts)
    second = await begun(drafts)
    assert await gone(drafts, first.id)
    assert await drafts.of(second.id, ANNE, HERE, 0.0) == second
    assert await drafts.of(elsewhere.id, ANNE, THERE, 0.0) == elsewhere


async def test_a_draft_becomes_one_tournament_and_is_kept_where_that_fails(drafts: TournamentDrafts) -> None:
    draft = await begun(drafts)

    async def failing() -> None:
        async with drafts.taken(draft.id, ANNE, HERE, 0.0):
            assert await gone(drafts, draft.id)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await failing()
    async with drafts.taken(draft.id, ANNE, HERE, 0.0) as taken:
        assert taken == draft
    assert await gone(drafts, draft.id)
