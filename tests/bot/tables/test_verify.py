"""What does not fit is named, with the deal in which it was."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.tables.history import replay_states
from bot.tables.verify import findings
from games.catalogue import BUILT_IN
from games.contract import AnyGame
from tests.bot.tables.test_watching import dealt, played


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
def test_of_a_game_that_was_tampered_with_it_is_said_in_which_deal(game: AnyGame) -> None:
    table, log = played(dealt(game, min(game.players)), 10**6)
    assert all(finding.right for finding in findings(table, log))
    ends = [
        number
        for number, (_state, events) in enumerate(replay_states(table, log))
        if any(map(game.milestone, events))
    ]
    second = ends[0]  # the first move after the first deal's end
    forged = [*log[:second], replace(log[second], action="nothing of the kind"), *log[second + 1 :]]
    wrong = [finding for finding in findings(table, forged) if not finding.right]
    assert [finding.wrong.values.get("number") for finding in wrong] == [2]
    seats = replace(table.seats[0], join="another"), *table.seats[1:]
    [moved] = [each for each in findings(table.with_record(seats=seats), log) if not each.right]
    assert "order" in moved.wrong.message
