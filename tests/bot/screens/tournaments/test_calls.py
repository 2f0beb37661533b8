"""What those are told who missed a round, or do not go on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.i18n import Markup, Reader
from bot.screens.audit_log import of_action_taken
from bot.screens.tournaments.calls import (
    MOST_MENTIONS,
    MOST_TABLES,
    action_notice,
    changed_call,
    missed_call,
    out_call,
    reminder,
)
from bot.screens.tournaments.lines import pod_line
from bot.tournaments.actions import ActionTaken, Correct
from bot.tournaments.formats import engine
from bot.tournaments.model import Tournament
from tests.bot.screens.looking import buttons, text
from tests.bot.screens.tournaments.making import (
    NAMES,
    by_chance,
    cup,
    english,
    in_order,
    played_out,
    replaced,
)
from tests.bot.screens.tournaments.test_standings import event_of


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


def test_whoever_is_out_by_the_lot_reads_so() -> None:
    tournament = after_one(format="knock-out", go_on=2)
    by_lot = text(out_call(tournament, 1, True, [1003], english(tournament), by_lot=True))
    assert "the lot decided" in by_lot
    assert "the lot decided" not in text(out_call(tournament, 1, True, [1003], english(tournament)))


def test_after_a_correction_each_is_named_with_what_holds_for_them_now() -> None:
    tournament = after_one(format="knock-out", go_on=2)
    one, two, *_others = tournament.entrants
    read = text(changed_call(tournament, 1, [one], [two], [one.user, two.user], 9, english(tournament)))
    assert f"<@{one.user}> <@{two.user}>" in read
    assert f"{one.name} is in the next round." in read
    assert f"{two.name} is no longer in the next round." in read


@pytest.mark.parametrize("locale", ["en-GB", "de", "fr", "it"])
def test_a_correction_is_told_in_sixty_words_at_most_and_once(locale: str) -> None:
    names = [f"Captain {name} the Terrible" for name in NAMES[:8]]
    there = played_out(cup(8, names=names, format="knock-out", go_on=2), 1, places=in_order)
    one = event_of(there).rounds[0]
    corrected = by_chance(one, one.pods[0])
    there = replaced(there, event=engine.with_result(event_of(there), corrected))
    act = Correct(1, 1, corrected.places)
    follows = pod_line(there, one, one.pods[0], corrected=False)
    reader = Reader(locale, there.game)
    deed = of_action_taken(ActionTaken("correct", "Olga the Organiser", None, "", "", act), there)
    read = text(action_notice(there, deed, [1001], 9, reader, [follows]))
    assert len(read.split()) <= 60
    assert "by the organiser" not in read
    assert "corrected by the organiser" in english(there)(pod_line(there, one, one.pods[0]))


def test_a_reminder_leads_everybody_to_their_own_table() -> None:
    tournament = after_one(rounds=3)
    first, second = (Markup(f"[Round 2, Pod {pod}](https://discord.com/{pod})") for pod in (1, 2))
    ways = {1003: first, 1004: second, 1005: first}
    read = text(reminder(tournament, [1003, 1004, 1005, 1006], 9, english(tournament), ways))
    assert read.splitlines()[:3] == [f"<@1003> <@1005> {first}", f"<@1004> {second}", "<@1006>"]
    assert "your table is waiting for you" in read


@pytest.mark.parametrize("tables", [MOST_TABLES, MOST_TABLES + 1, MOST_MENTIONS])
def test_no_reminder_is_too_long_to_mention_all_of_them(tables: int) -> None:
    users = [10**18 + at for at in range(MOST_MENTIONS)]
    far = f"https://discord.com/channels/{10**18}/{10**18}/{10**18}"
    ways = {user: Markup(f"[Runde 99, Partie {at % tables}]({far})") for at, user in enumerate(users)}
    tournament = after_one(rounds=3)
    read = text(reminder(tournament, users, 9, english(tournament), ways))
    assert all(f"<@{user}>" in read for user in users)
    assert read.count(far) == (tables if tables <= MOST_TABLES else 0)
    assert "your table is waiting for you" in read
