"""Tournaments that are being set up: kept for an hour, for whoever does so, and for nobody else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.tournaments import setup_choices as kept
from bot.tournaments.settings import default_settings
from bot.tournaments.setup_choices import DRAFT_KEPT, TournamentDrafts
from games.catalogue import catalogue
from tests.support.table_play import GAME

KING = catalogue()[GAME]
USUAL = default_settings(KING, "Evening cup")
ANNE, BART, HERE, THERE = 1, 2, 10, 20


def gone(drafts: TournamentDrafts, id: str, user: int = ANNE, guild: int = HERE, now: float = 0.0) -> bool:
    """Whether it is refused, and kindly."""
    with pytest.raises(Refusal, match="/tournament create starts again") as refused:
        drafts.of(id, user, guild, now)
    return refused.value.reason == "stale"


def test_a_draft_is_kept_for_an_hour_after_the_last_change() -> None:
    drafts = TournamentDrafts()
    draft = drafts.begin(ANNE, HERE, 5, KING, USUAL, 0.0)
    changed = drafts.change(draft, replace(USUAL, cap=16), DRAFT_KEPT)
    assert drafts.of(draft.id, ANNE, HERE, 2 * DRAFT_KEPT) == changed
    assert changed.settings.cap == 16
    assert gone(drafts, draft.id, now=2 * DRAFT_KEPT + 1)


def test_a_draft_is_nobody_elses_and_of_no_other_server() -> None:
    drafts = TournamentDrafts()
    draft = drafts.begin(ANNE, HERE, 5, KING, USUAL, 0.0)
    assert gone(drafts, draft.id, user=BART)
    assert gone(drafts, draft.id, guild=THERE)
    assert gone(drafts, draft.id + "x")


def test_a_new_draft_takes_the_place_of_the_last_one_on_that_server() -> None:
    drafts = TournamentDrafts()
    elsewhere = drafts.begin(ANNE, THERE, 5, KING, USUAL, 0.0)
    first = drafts.begin(ANNE, HERE, 5, KING, USUAL, 0.0)
    second = drafts.begin(ANNE, HERE, 5, KING, USUAL, 0.0)
    assert gone(drafts, first.id)
    assert drafts.of(second.id, ANNE, HERE, 0.0) == second
    assert drafts.of(elsewhere.id, ANNE, THERE, 0.0) == elsewhere
    assert drafts.take(second.id, ANNE, HERE, 0.0) == second
    assert gone(drafts, second.id)


def test_the_oldest_are_forgotten_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_DRAFTS", 2)
    drafts = TournamentDrafts()
    first, *others = [drafts.begin(user, HERE, 5, KING, USUAL, 0.0) for user in (1, 2, 3)]
    assert gone(drafts, first.id, user=1)
    assert [drafts.of(each.id, each.user, HERE, 0.0) for each in others] == others
