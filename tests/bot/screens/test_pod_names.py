"""What a pod is called: the final is the final everywhere, and where there is one pod it has no number."""

from __future__ import annotations

import msgspec
import pytest

from bot.i18n import Reader
from bot.screens import audit_log, board, common, pod_names
from bot.screens.tournaments import action_targets, information
from bot.tournaments import actions, rounds
from bot.tournaments.model import Tournament
from tests.bot.screens.looking import lists, text
from tests.bot.screens.puppet import table_of
from tests.bot.screens.test_audit_log import AT_TOURNAMENTS, entry
from tests.bot.screens.test_board import SCENE
from tests.bot.screens.tournaments.making import begun, cup, drawn, opened, played, played_out
from tests.bot.screens.tournaments.test_mine import shown

READER = Reader("en-GB")
FINAL = opened(drawn(played_out(cup(16, format="knock-out"), 1)))
"""Of sixteen people: round 2 is the final."""
LONELY = opened(drawn(begun(cup(4))))
"""Of four people: each round has one table."""
MANY = opened(drawn(begun(cup(8))))
NUMBERS = ("pod 1", "Pod 1")


def where(t: Tournament, number: int) -> pod_names.PodAt:
    """The first pod of the round."""
    return pod_names.numbered(t, number, 1)


@pytest.mark.parametrize(
    ("t", "number", "beside", "alone"),
    [
        (FINAL, 2, "The final", "The final"),
        (FINAL, 1, "Pod 1", "Round 1, Pod 1"),
        (LONELY, 1, "The table", "Round 1"),
        (MANY, 1, "Pod 1", "Round 1, Pod 1"),
    ],
    ids=["final", "before", "lonely", "many"],
)
def test_a_pod_has_a_name_beside_its_round_and_alone(
    t: Tournament, number: int, beside: str, alone: str
) -> None:
    at = where(t, number)
    names = (pod_names.beside_round(at), pod_names.in_all(at))
    assert tuple(map(READER, names)) == (beside, alone)


@pytest.mark.parametrize("t", [FINAL, MANY, LONELY], ids=["final", "many", "lonely"])
def test_the_play_off_of_a_pod_is_named_after_it(t: Tournament) -> None:
    number = len(t.published)
    off = msgspec.structs.replace(where(t, number), number=9, play_off=1)
    names = [READER(name(off)) for name in (pod_names.beside_round, pod_names.in_all)]
    assert (
        names
        == {
            "final": ["Play-off of the final", "Play-off of the final"],
            "many": ["Play-off of pod 1", "Round 1, Play-off of pod 1"],
            "lonely": ["Play-off", "Round 1, Play-off"],
        }["final" if t is FINAL else "many" if t is MANY else "lonely"]
    )


@pytest.mark.parametrize("stored", [stored for stored, *_said in AT_TOURNAMENTS if '"pod"' in stored])
def test_whatever_is_done_to_the_final_is_told_of_the_final(stored: str) -> None:
    kept = msgspec.json.decode(stored)
    if not kept["pod"]:  # more time for the whole round
        return
    opened_before = 1 if kept["type"] == "move" else 2
    told = {**kept, "pod": 1, "before": {"round": opened_before}} | ({"round": 2} if "round" in kept else {})
    row = entry(msgspec.json.encode(told).decode())
    undone = entry(msgspec.json.encode(told).decode(), 2, 1)
    for said in (READER(audit_log.of_row(row, FINAL)), READER(audit_log.of_row(undone, FINAL))):
        assert "The final" in said
        assert not any(number in said for number in (*NUMBERS, "Round 2"))
    at_once = actions.ActionTaken(kept["type"], "Olga", None, "", "", actions.action_of(row))
    if "round" in kept:
        assert "The final" in READER(audit_log.of_action_taken(at_once, FINAL))


def test_where_a_round_has_one_table_no_number_is_told_of_it() -> None:
    row = entry('{"type":"void","round":1,"pod":1}')
    assert READER(audit_log.of_row(row, LONELY)) == "Olga declared a table void: Round 1."
    assert READER.plain(audit_log.where(row, LONELY)) == "Evening cup: Olga declared a table void: Round 1."
    log = audit_log.tournament_log(LONELY, [row], [row], 0, 1, READER)
    assert "declared a table void: Round 1." in text(log)
    (options,) = lists(log).values()
    assert options["options"][0]["label"] == "Olga declared a table void: Round 1."
    assert "void: Round 1." in text(information.log(LONELY, [row], 0, 0, READER))


def test_tables_of_the_final_and_of_lonely_rounds_are_called_so() -> None:
    for t, number, board_name, thread in (
        (FINAL, 2, "Evening cup: The final", "The final · Evening cup"),
        (LONELY, 1, "Evening cup: Round 1", "Round 1 · Evening cup"),
        (MANY, 1, "Evening cup: Round 1, Pod 1", "Pod 1 · R1 · Evening cup"),
    ):
        one = t.published_round(number)
        assert one is not None
        table = table_of(SCENE).with_record(pod=rounds.pod_for_table(t, one, one.pods[0], 0.0))
        assert READER.plain(common.game_or_pod(table)) == board_name
        assert board.thread_name(table, READER) == thread


def test_lists_of_pods_name_the_final() -> None:
    chosen = action_targets.suggestions(FINAL, actions.Correct, "", READER)
    assert next(label.partition(" · ")[0] for label, _value in chosen) == "The final"
    asked = action_targets.step(FINAL, actions.Void, "2.1", 0, READER)
    assert not any(number in READER(said) for said in asked.about for number in NUMBERS)


def test_what_somebody_played_in_the_final_is_told_of_the_final() -> None:
    over = played(FINAL)
    who = over.entry(next(seat for seat in over.published[-1].pods[0].seats if seat))
    assert who is not None
    read = shown(over, who.user)
    assert "The final: place" in read
    assert "Round 2" not in read
