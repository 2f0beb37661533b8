"""What those are told who missed a round, or do not go on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.screens.tournaments.calls import missed_call, out_call
from bot.tournaments.model import Tournament
from tests.bot.screens.looking import buttons, text
from tests.bot.screens.tournaments.making import cup, english, played_out


def after_one(**options: Any) -> Tournament:
    """Of eight people, one round played."""
    return played_out(cup(8, **options), 1)


@pytest.mark.parametrize(
    ("options", "out", "words"),
    [
        ({"rounds": 3}, False, "Miss the next one too without pressing, and you're out."),
        ({"rounds": 2}, False, "One round is left. Can't come? Press Withdraw."),
        ({"format": "groups", "rounds": 2}, False, "Miss the next one too without pressing"),
        ({"rounds": 3}, True, "One press brings you back for the next round."),
        ({"format": "groups", "rounds": 1}, True, "Your points stay. See you at the next one!"),
    ],
)
def test_nobody_is_threatened_with_or_promised_a_round_that_there_is_not(
    options: dict[str, Any], out: bool, words: str
) -> None:
    tournament = after_one(**options)
    assert words in text(missed_call(tournament, 1, out, [1003], english(tournament)))


def test_only_whoever_played_is_praised_and_asked_to_stand_in() -> None:
    tournament = after_one(format="knock-out", go_on=2)
    came = out_call(tournament, 1, True, [1003], english(tournament))
    absent = out_call(tournament, 1, False, [1003], english(tournament))
    assert "Well played!" in text(came)
    assert "I'd stand in" in buttons(came)
    assert "We missed you at your table." in text(absent)
    assert "I'd stand in" not in buttons(absent)
