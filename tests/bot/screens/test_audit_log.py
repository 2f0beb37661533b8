"""What was done, as it is kept and as it is told: a sentence for each act, done and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from bot.i18n import Reader
from bot.pace import DAILY
from bot.recurring.service import ChangeRepeat
from bot.screens import audit_log
from bot.screens.tournaments.lines import name_of
from bot.tables import moderation
from bot.tournaments import actions
from bot.tournaments.actions.base import TournamentAction
from bot.tournaments.model import TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Fill
from bot.tournaments.settings import default_settings
from games.catalogue import game
from storage.models import AuditRow
from tests.bot.screens.tournaments.making import begun, cup, drawn, opened

READER = Reader("en-GB")
NOW = 1_800_000_000.0

AT_TOURNAMENTS = [
    ('{"type":"begin"}', "began the tournament.", None),
    ('{"type":"draw"}', "drew the next round.", None),
    ('{"type":"redraw"}', "redrew the round.", None),
    ('{"type":"open"}', "opened the round's tables.", None),
    ('{"type":"beacon","value":"b7"}', "entered drand's value for the draw.", None),
    ('{"type":"no-beacon"}', "drew without drand's value.", None),
    (
        '{"type":"extend","seconds":60.0,"pod":0}',
        "gave 1 minute more to the round.",
        "took back 1 minute from the round.",
    ),
    (
        '{"type":"extend","seconds":-60.0,"pod":0}',
        "took back 1 minute from the round.",
        "gave 1 minute more to the round.",
    ),
    (
        '{"type":"extend","seconds":3600.0,"pod":2}',
        "gave 1 hour more: Pod 2.",
        "took back 1 hour: Pod 2.",
    ),
    (
        '{"type":"extend","seconds":-3600.0,"pod":2}',
        "took back 1 hour: Pod 2.",
        "gave 1 hour more: Pod 2.",
    ),
    ('{"type":"pause"}', "stopped all clocks.", "restarted all clocks."),
    ('{"type":"resume"}', "restarted all clocks.", "stopped all clocks."),
    (
        '{"type":"drop","entrant":"1"}',
        "took Anne out of the tournament.",
        None,
    ),
    (
        '{"type":"disqualify","entrant":"1"}',
        "disqualified Anne.",
        None,
    ),
    (
        '{"type":"reinstate","entrant":"1"}',
        "let Anne back in.",
        None,
    ),
    (
        '{"type":"substitute","entrant":"1","user":5,"name":"Eve"}',
        "put Eve in for Anne.",
        None,
    ),
    (
        '{"type":"substitute","entrant":"1","user":0,"name":""}',
        "put a former player in for Anne.",
        None,
    ),
    (
        '{"type":"correct","round":1,"pod":2,"places":[1,2,0]}',
        "corrected a result: Round 1, Pod 2.",
        None,
    ),
    (
        '{"type":"take-back","entrant":"1","round":1,"pod":2,"was":9,"kept":5}',
        "took Anne's last move back: Round 1, Pod 2. Moves played: 9 → 5.",
        "undid this: Olga took Anne's last move back: Round 1, Pod 2.",
    ),
    ('{"type":"again","round":1,"pod":2}', "had a table played again: Round 1, Pod 2.", None),
    (
        '{"type":"void","round":1,"pod":2}',
        "declared a table void: Round 1, Pod 2.",
        None,
    ),
    (
        '{"type":"restore","round":1,"pod":2,"entry":0}',
        "put an old result back: Round 1, Pod 2.",
        None,
    ),
    (
        '{"type":"hand-over","user":5,"name":"Eve"}',
        "handed the tournament over to Eve.",
        None,
    ),
    (
        '{"type":"hand-over","user":0,"name":""}',
        "handed the tournament over to a former player.",
        None,
    ),
    (
        '{"type":"disqualify","entrant":"1","recount":true}',
        "disqualified Anne.",
        None,
    ),
    (
        '{"type":"add","user":5,"name":"Eve","press":"77","at":9.0}',
        "added Eve.",
        None,
    ),
    ('{"type":"check-in","entrant":"1"}', "checked Anne in.", None),
    ('{"type":"remind","entrants":["1"]}', "reminded those who were missing.", None),
    ('{"type":"move","entrant":"1","pod":2}', "moved Anne: Round 1, Pod 2.", None),
    ('{"type":"swap","entrant":"1","user":5,"name":"Eve"}', "swapped Anne and Eve.", None),
    ('{"type":"message","round":1,"pod":2}', "wrote to a table: Round 1, Pod 2.", None),
    ('{"type":"hide-page"}', "took the public page down.", None),
    ('{"type":"finish"}', "ended the tournament early. The standings counted as they were.", None),
    (
        '{"type":"settings","game":"skull-king","was":{"name":"Cup"},'
        '"now":{"name":"Cup","show_up":300.0},"at":9.0}',
        "changed the settings. Each table waits up to 10 minutes for its players. → "
        "Each table waits up to 5 minutes for its players.",
        None,
    ),
    ('{"type":"cancel"}', "cancelled the tournament.", None),
]
"""Each act as it is stored, what Olga did, and what she did who took it back; None: just that."""

AT_TABLES = [
    (
        '{"act":{"type":"robot","seat":0}}',
        "let a robot play for Anne.",
        "gave Anne their seat back.",
    ),
    ('{"act":{"type":"remove","seat":0}}', "removed Anne from the table.", None),
    (
        '{"act":{"type":"replace","seat":0,"user":5,"name":"Eve"},"user":7,"name":"Bart"}',
        "put Eve in for Bart.",
        None,
    ),
    (
        '{"act":{"type":"replace","seat":0,"user":0,"name":""}}',
        "put a former player in for a former player.",
        None,
    ),
    (
        '{"act":{"type":"extend","seconds":60.0},"decisions":["bid"]}',
        "gave 1 minute more for this move.",
        "took back the extra 1 minute.",
    ),
    ('{"act":{"type":"hold"}}', "stopped the table's clocks.", "restarted the table's clocks."),
    ('{"act":{"type":"release"}}', "restarted the table's clocks.", "stopped the table's clocks."),
    (
        '{"act":{"type":"void"}}',
        "declared the table void: it doesn't count.",
        "reopened the table: the game goes on.",
    ),
    (
        '{"act":{"type":"clear"}}',
        "declared the table void: it doesn't count.",
        "reopened the table: the game goes on.",
    ),
    (
        '{"act":{"type":"restore"}}',
        "reopened the table: the game goes on.",
        "declared the table void: it doesn't count.",
    ),
]
"""The same of moderators."""


def entry(stored: str, number: int = 1, undoes: int | None = None, by: str = "Olga", **changes) -> AuditRow:
    """The entry of an act that is stored like this."""
    kept = msgspec.json.decode(stored)
    tournament, kind = ("t7x9qp", kept["type"]) if "type" in kept else (None, kept["act"]["type"])
    table = None if tournament else "k3x9qp"
    if tournament and undoes is not None:
        kind = actions.UNDO
    whole = {"reason": "", "about": 1001, "about_name": "Anne", "undoes": undoes, **changes}
    return AuditRow(number, 1, tournament, table, NOW, 900, by, kind, stored.encode(), **whole)


def entries(told: Sequence[tuple[str, str, str | None]]) -> Iterator[AuditRow]:
    """Each of them, done and taken back, with a reason."""
    for at, (stored, _done, _undone) in enumerate(told):
        yield entry(stored, 2 * at + 1, reason="She *said* so")
        yield entry(stored, 2 * at + 2, 2 * at + 1, reason="She *said* so")


@pytest.mark.parametrize(("stored", "done", "undone"), [*AT_TOURNAMENTS, *AT_TABLES])
def test_each_act_is_told_in_a_sentence_done_and_taken_back(
    stored: str, done: str, undone: str | None
) -> None:
    assert READER(audit_log.of_row(entry(stored))) == f"Olga {done}"
    back = f"Olga {undone}" if undone else f"Olga undid this: Olga {done.split(' Each')[0]}"
    assert READER(audit_log.of_row(entry(stored, 2, 1))) == back


def test_every_act_there_is_is_stored_as_it_ever_was() -> None:
    before = actions.StateBefore(1, 2, "dropped", True, True)
    left_out = actions.StateBefore()
    whole = b'"before":{"round":1,"results":2,"state":"dropped","out":true,"organiser":true}}'
    kinds = set[type]()
    for stored, _done, _undone in AT_TOURNAMENTS:
        act = actions.action_of(entry(stored))
        kinds.add(type(act))
        assert actions.audit_payload(act, before) == stored[:-1].encode() + b"," + whole
        assert actions.audit_payload(act, left_out) == stored[:-1].encode() + b',"before":{}}'
    assert kinds == set(get_args(actions.AnyAction))
    for stored, _done, _undone in AT_TABLES:
        kept = moderation.action_of(entry(stored))
        kinds.add(type(kept.act))
        assert msgspec.json.encode(kept) == stored.encode()
    assert kinds == {*get_args(actions.AnyAction), *get_args(moderation.ModerationAction)}


def test_every_act_says_how_it_is_done_and_every_moderators_act_how_it_is_taken_back() -> None:
    for of_tournament in get_args(actions.AnyAction):
        assert of_tournament.apply is not TournamentAction.apply, of_tournament
    for of_table in get_args(moderation.ModerationAction):
        assert of_table.apply is not moderation.TableAction.apply, of_table
        own_undo = of_table.undo is not moderation.TableAction.undo
        assert own_undo or of_table.opposite is not moderation.TableAction.opposite, of_table


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ('{"type":"drop","entrant":"1"}', "a former organiser took a former player out of the tournament."),
        ('{"act":{"type":"remove","seat":0}}', "a former moderator removed a former player from the table."),
    ],
)
def test_whoever_was_erased_is_named_no_more(stored: str, said: str) -> None:
    assert READER(audit_log.of_row(entry(stored, by="", about=None, about_name=""))) == said


def test_a_corrected_result_says_by_name_who_has_which_place_now_and_had_before() -> None:
    cup8 = opened(drawn(begun(cup(8))))
    names = [str(name_of(cup8.entry(who or ""))) for who in cup8.published[0].pods[1].seats]
    a, b, c, d = names

    def told(places: str, before: str = "", reader: int | None = None) -> str:
        stored = f'{{"type":"correct","round":1,"pod":2,"places":{places}{before}}}'
        return READER.plain(audit_log.of_row(entry(stored), cup8, reader=reader))

    assert f" Places: {a} 2, {b} 1, {c} – and {d} 3." in told("[2,1,0,3]")
    was = ',"before":{"places":[1,2,0,3]}'
    assert f" Places: {a} 1 → 2, {b} 2 → 1, {c} – and {d} 3 → –." in told("[2,1,0,0]", was)
    assert "Places" not in told("[2,1,0,3]", reader=0), "for the log, and not for everybody"


def test_the_reason_is_told_without_any_markup_and_only_if_there_is_one() -> None:
    stored = '{"type":"disqualify","entrant":"1"}'
    said = READER(audit_log.of_row(entry(stored, reason="She *said* so")))
    assert said == "Olga disqualified Anne. Reason: She \\*said\\* so"
    assert READER(audit_log.of_row(entry(stored, reason="  "))) == "Olga disqualified Anne."


CUP = TournamentSettings("Cup")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": "Friday cup"}, "Name: Cup → Name: Friday cup"),
        ({"cap": 8}, "New: 8 places; after that there's a waiting list."),
        ({"rated": False}, "The games count for ratings. → The games don't count for ratings."),
        ({"house_rules": "No *rum*"}, "New: House rules: No \\*rum\\*"),
        ({"tables_channel": 77}, "New: Tables open in <#77>."),
        ({"starts": NOW}, f"The organiser starts it. → It starts <t:{NOW:.0f}:R>: <t:{NOW:.0f}:F>."),
        ({"check_in": 600.0, "starts": NOW}, "New: Check-in opens 10 minutes before the start:"),
        ({"pace": DAILY}, " → "),
        ({"how": EventOptions(fill=Fill.ROBOTS)}, "→ Robots fill up pods of fewer than 3."),
        ({"game_options": {"kraken": True}}, "raken"),
        ({"game_options": {"an option of old": 5}, "cap": 8}, "New: 8 places"),
    ],
)
def test_a_changed_setting_is_told_from_what_to_what(changes: dict[str, Any], said: str) -> None:
    now = msgspec.structs.replace(CUP, **changes)
    told = READER(audit_log.of_row(act_of(actions.SetUp("skull-king", CUP, now))))
    assert told.startswith("Olga changed the settings. ")
    assert said in told


def act_of(act: actions.AnyAction, **before: Any) -> AuditRow:
    """The entry of an act that was done when it was so."""
    payload = actions.audit_payload(act, actions.StateBefore(**before))
    return entry(payload.decode())


@pytest.mark.parametrize(
    ("act", "before", "said"),
    [
        (actions.MoveTo("1", 2), {"pods": (3,)}, "moved Anne: Round 1, Pod 2. Anne: Pod 3 → Pod 2."),
        (actions.MoveTo("1", 2), {"pods": (0,)}, "moved Anne: Round 1, Pod 2. Anne: no table → Pod 2."),
        (
            actions.Swap("1", 5, "Eve"),
            {"pods": (3, 2)},
            "swapped Anne and Eve. Anne: Pod 3 → Pod 2. Eve: Pod 2 → Pod 3.",
        ),
        (
            actions.Extend(3600.0),
            {"ends": NOW},
            f"gave 1 hour more to the round. End: <t:{NOW:.0f}:f> → <t:{NOW + 3600:.0f}:f>.",
        ),
    ],
)
def test_what_was_moved_is_told_from_where_to_where(
    act: actions.AnyAction, before: dict[str, Any], said: str
) -> None:
    assert READER(audit_log.of_row(act_of(act, **before))) == f"Olga {said}"


BEYOND: tuple[tuple[str, str], ...] = (
    ("recurring", "Olga made Friday cup a regular event."),
    ("recurring-change", "Olga changed Friday cup."),
    ("recurring-skip", "Olga skipped the next Friday cup."),
    ("recurring-hold", "Olga holds the next Friday cup after all."),
    ("recurring-stop", "Olga stopped Friday cup: it no longer repeats."),
    ("recurring-resume", "Olga started Friday cup again."),
    ("recurring-remove", "Olga removed Friday cup."),
    ("series", "Olga opened the series Friday cup."),
    ("series-change", "Olga changed Friday cup."),
    ("series-season", "Olga ended a season of Friday cup."),
    ("series-remove", "Olga removed Friday cup."),
)
"""What is done to plans beyond one tournament: its kind, and the sentence."""


def of_plan(kind: str, name: str = "Olga") -> AuditRow:
    """The entry as it is stored."""
    stored = f'{{"type":"{kind}","plan":"Friday cup"}}'.encode()
    return AuditRow(1, 1, None, None, NOW, 900, name, kind, stored, "")


@pytest.mark.parametrize(("kind", "said"), BEYOND)
def test_what_is_done_to_plans_is_told_in_a_sentence(kind: str, said: str) -> None:
    assert READER.plain(audit_log.of_row(of_plan(kind))) == said
    assert READER.plain(audit_log.where(of_plan(kind), None)) == said
    assert "a former organiser" in READER.plain(audit_log.of_row(of_plan(kind, "")))
    act = msgspec.json.decode(of_plan(kind).action, type=audit_log.PLAN_ACTIONS[kind])
    assert msgspec.json.encode(act) == of_plan(kind).action


@pytest.mark.parametrize(
    ("kind", "kept", "said"),
    [
        (
            "recurring-change",
            {
                "was": {"zone": "Europe/Berlin", "days": [4], "minute": 1200, "week": 0},
                "now": {"zone": "Europe/Berlin", "days": [1, 4], "minute": 1170, "week": 0, "weeks": 2},
            },
            "Olga changed Friday cup. Every week: Friday, 20:00 → Every 2 weeks: Tuesday and Friday, 19:30",
        ),
        (
            "series-change",
            {"was": {"name": "Old cup"}, "now": {"name": "Friday cup", "rules": {"best": 3}, "length": 5}},
            "Olga changed Friday cup. Name: Old cup A season lasts until it's ended. → "
            "Name: Friday cup Only the best 3 results count. A season lasts 5 tournaments.",
        ),
    ],
)
def test_the_log_says_from_what_to_what_a_plan_was_changed(
    kind: str, kept: dict[str, object], said: str
) -> None:
    row = replace(of_plan(kind), action=msgspec.json.encode({"type": kind, "plan": "Friday cup"} | kept))
    assert READER.plain(audit_log.of_row(row)) == said


def test_the_log_says_from_what_to_what_a_recurring_tournament_is_held_otherwise() -> None:
    was = default_settings(game("skull-king"), "Friday cup")
    act = ChangeRepeat("Friday cup", game="skull-king", was_held=was, now_held=replace(was, rated=False))
    row = replace(of_plan("recurring-change"), action=msgspec.json.encode(act))
    assert READER.plain(audit_log.of_row(row)).startswith("Olga changed Friday cup. ")
    assert " → " in READER.plain(audit_log.of_row(row))


def test_the_log_says_from_when_to_when_a_table_was_given_more_time() -> None:
    kept = moderation.RecordedAction(moderation.Extend(60.0), ends=NOW)
    row = entry(msgspec.json.encode(kept).decode())
    assert f"End: <t:{int(NOW)}:f> → <t:{int(NOW) + 60}:f>." in READER.plain(audit_log.of_row(row))


def test_every_act_on_plans_is_told() -> None:
    assert {kind for kind, _said in BEYOND} == set(audit_log.PLAN_ACTIONS)
