"""An export is drawn and scored again: what was done by the rules is right, whatever was changed is not."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.tables.verify import NotVerifiable
from bot.tournaments.actions import Begin
from bot.tournaments.export import files
from bot.tournaments.formats.engine import (
    is_over,
    next_round,
    standings,
    with_entrant,
    with_result,
    with_round,
    with_seeds,
    without,
)
from bot.tournaments.model import SEAL_DIGITS, PodTable, Tournament, seed_of_round
from bot.tournaments.pairing.event import EventOptions, Fill, Move, Result, Seeding, with_move
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.rounds import with_chain_begun, with_seeds_up_to
from bot.tournaments.verify import verify_tournament
from games.fairness import commitment
from tests.bot.tournaments.conftest import ORGANISER, Evening
from tests.bot.tournaments.cups import (
    PEOPLE,
    SEED,
    all_ended,
    cup,
    event_of,
    tables_of,
    with_drawn,
    with_event,
)
from tests.bot.web.played import dealt
from tests.support.examples import examples

FORMATS = {
    "swiss": EventOptions(),
    "knock-out": EventOptions(format="knock-out", go_on=2),
    "round robin": EventOptions(format="round-robin"),
    "groups": EventOptions(format="groups", go_on=1),
    "league": EventOptions(format="league", preferred=5),
    "robots": EventOptions(fill=Fill.ROBOTS, fewest=4, most=4),
}


def exported(tournament: Tournament) -> bytes:
    """The file, with the secrets of all tables of the rounds that were opened."""
    event = event_of(tournament)
    over = {one.table for one in tournament.record.tables if one.round <= len(event.rounds)}
    return files(tournament, standings(event), dealt(tournament, over))[-1].content


@cache
def whole_file(format: str = "swiss") -> bytes:
    """Of a tournament that was played to its end."""
    return exported(cup(FORMATS[format]))


def wrong(content: bytes, shown: str | None = None) -> list[str]:
    """What was found to be wrong."""
    return [finding.what for finding in verify_tournament(content, shown) if not finding.right]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.long
def test_every_format_comes_out_as_it_was(format: str):
    found = verify_tournament(whole_file(format))
    assert all(finding.right for finding in found), found
    rounds = json.loads(whole_file(format))["event"]["rounds"]
    assert len(found) == 1 + 2 * len(rounds) + 2


def test_pods_by_rating_come_out_as_they_were_and_a_rating_changed_afterwards_does_not():
    unplayed = cup(EventOptions(format="knock-out", go_on=2, seeding=Seeding.SNAKE), rounds=0)
    ratings = {str(number): 1000 + 37 * number for number in range(1, len(PEOPLE) + 1)}
    event = with_seeds(event_of(unplayed), ratings)
    while not is_over(event):
        event = all_ended(with_round(event, next_round(event)))
    tables = tuple(table for one in event.rounds for table in tables_of(one))
    content = exported(with_event(unplayed.with_record(tables=tables), event))
    assert wrong(content) == []
    whole = json.loads(content)
    whole["event"]["entrants"][0]["rating"] = 3000
    [finding] = wrong(json.dumps(whole).encode())
    assert finding == "The entrants' numbers are not those of the ratings that the file tells."


def test_what_happens_on_the_way_is_no_offence():
    """Late entry, a drop-out, a disqualification, a correction after the next round was published, a void
    table, a round that was drawn twice.
    """
    event = event_of(cup(rounds=1))
    event = with_entrant(without(event, "3"), "12")
    event = with_round(event, next_round(event, draw=1))
    corrected = event.rounds[0].pods[0]
    places = tuple(range(len(corrected.seats), 0, -1))
    event = with_result(event, Result(round=1, pod=1, places=places))
    event = with_result(event, Result(round=2, pod=1, places=(), void=True))
    event = without(all_ended(event), "5", disqualified=True)
    event = with_round(event, next_round(event))
    opened = cup(names=(*PEOPLE, "Late"), rounds=0).with_record(
        tables=tuple(table for one in event.rounds for table in tables_of(one))
    )
    tournament = with_event(opened, event)
    assert wrong(exported(tournament)) == []
    assert "6 of 9 pods have a result." in [
        finding.what for finding in verify_tournament(exported(tournament))
    ]


def test_a_round_that_is_not_opened_is_drawn_again_too():
    content = exported(with_drawn(cup(rounds=1), draw=2))
    assert wrong(content) == []
    whole = json.loads(content)
    whole["drawn"]["pods"][0]["seats"].reverse()
    [finding] = wrong(json.dumps(whole).encode())
    assert finding.startswith("Round 2: the draw comes out otherwise than published, in pods 1")


def test_what_an_organiser_moved_and_swapped_is_done_again():
    tournament = with_drawn(cup(EventOptions(fewest=2), rounds=1))
    drawn = tournament.record.drawn
    assert drawn is not None
    one, other = drawn.pods[:2]
    options = tournament.settings.how
    moved = with_move(drawn, Move(str(one.seats[0]), pod=other.number), options)
    moved = with_move(moved, Move(str(one.seats[1]), other=str(other.seats[0])), options)
    content = exported(tournament.with_record(drawn=moved))
    assert wrong(content) == []
    told = [finding.what for finding in verify_tournament(content)]
    assert any(what.startswith("Round 2: ") and "2 changed by its organiser" in what for what in told)
    played = with_event(tournament, all_ended(with_round(event_of(tournament), moved)))
    assert wrong(exported(played.with_record(drawn=None))) == []
    whole = json.loads(content)
    whole["drawn"]["moves"].pop()
    [finding] = wrong(json.dumps(whole).encode())
    assert finding.startswith("Round 2: the draw comes out otherwise than published, in pods ")
    whole["drawn"]["moves"] = [{"who": "1", "pod": 99}]
    [finding] = wrong(json.dumps(whole).encode())
    assert "what its organiser changed cannot be" in finding


def test_the_seed_is_compared_with_what_the_announcement_showed():
    content = exported(cup(rounds=1))
    shown = commitment(bytes.fromhex(SEED))
    assert wrong(content, f" {shown.upper()}\n") == []
    assert wrong(content, shown[:SEAL_DIGITS]) == []
    assert wrong(content, shown[: SEAL_DIGITS - 1]) != []
    [finding] = wrong(content, "ab" * 32)
    assert "the announcement showed abab" in finding


Change = Callable[[Any], object]


def swap_two_players(whole: Any) -> None:
    """As if two pods of the second round had been drawn by hand."""
    first, second = whole["event"]["rounds"][1]["pods"][:2]
    first["seats"][0], second["seats"][0] = second["seats"][0], first["seats"][0]


def change_the_seed(whole: Any) -> None:
    """And its commitment, so that it looks all right."""
    whole["event"]["seed"] = "0" * 64
    whole["commitment"] = commitment(bytes(32))


def raise_a_score(whole: Any) -> None:
    """Somebody in the middle has more points than their results are worth."""
    whole["standings"][5]["points"] = "999"


def improve_a_result(whole: Any) -> None:
    """Whoever was last in a pod of the first round was its first."""
    whole["event"]["results"][0]["places"].reverse()


CHANGES: dict[str, tuple[Change, str]] = {
    "players swapped": (
        swap_two_players,
        "Round 2: the draw comes out otherwise than published, in pods 1, 2",
    ),
    "another seed": (change_the_seed, "Round 1: the draw comes out otherwise"),
    "commitment alone": (lambda whole: whole.update(commitment="0" * 64), "the file tells another one"),
    "score raised": (raise_a_score, "Line 6 of the standings"),
    "result improved": (improve_a_result, "of the standings"),
    "line left out": (lambda whole: whole["standings"].pop(), "Line 11 of the standings"),
    "line added": (
        lambda whole: whole["standings"].append(whole["standings"][0]),
        "Line 12 of the standings: nobody by the rules",
    ),
    "another secret": (
        lambda whole: whole["tables"][2].update(secret="00" * 32),
        "Round 1: secrets do not fit their fingerprints, in pods 3",
    ),
    "no secret at all": (
        lambda whole: whole["tables"][2].update(secret="a pearl"),
        "Round 1: secrets do not fit their fingerprints, in pods 3",
    ),
    "a table missing": (lambda whole: whole["tables"].pop(0), "Round 1: the file does not tell one table"),
    "a round too many": (
        lambda whole: whole["event"]["rounds"].append({**whole["event"]["rounds"][0], "number": 4}),
        "Round 4 could not be drawn",
    ),
    "a bye given": (
        lambda whole: whole["event"]["rounds"][0]["byes"].append(
            whole["event"]["rounds"][0]["pods"][0]["seats"].pop()
        ),
        "somebody has changed it",
    ),
}


@pytest.mark.parametrize(("change", "finding"), CHANGES.values(), ids=CHANGES)
@pytest.mark.long
def test_whatever_is_changed_is_found(change: Change, finding: str):
    whole = json.loads(whole_file())
    change(whole)
    try:
        found = wrong(json.dumps(whole).encode())
    except NotVerifiable as refused:
        found = [str(refused)]
    assert any(finding in one for one in found), found


def test_one_wrong_round_does_not_hide_another():
    whole = json.loads(whole_file())
    first, _second, third = whole["event"]["rounds"]
    first["stage"] = "final"
    third["pods"][0]["seats"].reverse()
    found = [finding.what for finding in verify_tournament(json.dumps(whole).encode())]
    assert "Round 1: the draw comes out otherwise than published, in its byes or its kind." in found
    assert "Round 2: 3 pods and 0 byes come out of draw 0 as they were published." in found
    assert "Round 3: the draw comes out otherwise than published, in pods 1." in found


def test_a_name_cannot_command_the_terminal():
    whole = json.loads(exported(cup(names=("\x1b[31mred\r\n", *PEOPLE))))
    for line in whole["standings"]:
        line["lot"] += 1
    for finding in wrong(json.dumps(whole).encode()):
        assert finding.isprintable()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not the tournament.json"),
        (b"limes, rope", "not the tournament.json"),
        (b"\xff\xfe", "not the tournament.json"),
        (b"[" * 100_000, "not the tournament.json"),
        (b"{}", "not the tournament.json"),
        (b'{"format": "tortuga-tournament-2"}', "another"),
        (b'{"format": "tortuga-tournament-1"}', "missing required field"),
    ],
)
def test_what_is_no_export_is_refused_in_a_sentence(content: bytes, words: str):
    with pytest.raises(NotVerifiable, match=words):
        verify_tournament(content)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@cache
def exports() -> list[Any]:
    """Of a tournament of each format."""
    return [
        json.loads(exported(with_drawn(cup(rounds=2))) if format == "swiss" else whole_file(format))
        for format in FORMATS
    ]


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value where another value could stand: what holds it, and where."""
    found: list[tuple[Any, Any]] = []
    keys: Any = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found += [(value, key), *places_in(value[key])]
    return found


@st.composite
def meddled(draw: st.DrawFn) -> bytes:
    """An export in which a few values were replaced, left out, doubled, or exchanged with others."""
    whole = copy.deepcopy(draw(st.sampled_from(exports())))
    for _ in range(draw(st.integers(1, 3))):
        held, key = draw(st.sampled_from(places_in(whole)))
        match draw(st.sampled_from(("replace", "number", "remove", "double", "exchange"))):
            case "replace":
                held[key] = draw(JSON)
            case "number":
                held[key] = draw(st.sampled_from([0, -1, 1, 2, 3, 99, 100, 2**31, 2**70, 1.5, None, ""]))
            case "double" if isinstance(held, list):
                held.append(copy.deepcopy(held[key]))
            case "exchange":
                other, there = draw(st.sampled_from(places_in(whole)))
                held[key] = copy.deepcopy(other[there])
            case _:
                del held[key]
    return json.dumps(whole).encode()


@examples(300)
@given(content=meddled())
@pytest.mark.long
def test_a_file_that_was_meddled_with_is_judged_or_refused_and_nothing_breaks(content: bytes):
    try:
        found = verify_tournament(content)
    except NotVerifiable:
        return
    assert len(found) > 2


@given(content=st.binary(max_size=50) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_file_is_refused_in_a_sentence(content: bytes):
    with pytest.raises(NotVerifiable):
        verify_tournament(content)


def chained(format: str = "swiss", rounds: int | None = None) -> Tournament:
    """A tournament whose rounds have seeds of their own."""
    chain = "c0ffee" * 10 + "c0ff"
    base = cup(FORMATS[format], rounds=0)
    event = replace(event_of(base), seed=seed_of_round(chain, 1), later=())
    tables = list[PodTable]()
    while not is_over(event) and len(event.rounds) != rounds:
        event = with_seeds_up_to(event, chain, len(event.rounds) + 1)
        event = all_ended(with_round(event, next_round(event)))
        tables += tables_of(event.rounds[-1])
    return with_event(base, event).with_record(seed=event.seed, chain=chain, tables=tuple(tables))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.long
def test_where_each_round_has_a_seed_all_are_bound_to_the_fingerprint_of_the_announcement(format: str):
    tournament = chained(format)
    sealed = commitment(bytes.fromhex(tournament.record.seed))
    found = verify_tournament(exported(tournament), sealed[:SEAL_DIGITS])
    assert all(one.right for one in found), [one for one in found if not one.right]
    assert any("rounds fit each other" in one.what for one in found)


def test_nothing_that_is_told_holds_the_seed_of_a_round_to_come():
    whole, early = chained(), chained(rounds=1)
    told = exported(early)
    for number in (2, 3):
        seed = seed_of_round(whole.record.chain, number)
        assert seed in exported(whole).decode()
        assert seed not in told.decode()
        assert commitment(bytes.fromhex(seed)) == seed_of_round(whole.record.chain, number - 1)
    assert whole.record.chain not in exported(whole).decode()


def test_a_round_is_drawn_from_its_own_seed():
    event = event_of(chained(rounds=1))
    chain = chained().record.chain
    second = next_round(with_seeds_up_to(event, chain, 2))
    assert second != next_round(event)
    assert second == next_round(replace(event, later=(seed_of_round(chain, 2),)))


@pytest.mark.parametrize("later", [("5eed" * 16,), ()])
def test_a_seed_that_was_chosen_later_or_is_kept_back_is_found_out(later: tuple[str, ...]):
    content = json.loads(exported(chained()))
    content["event"]["later"] = [*later, *content["event"]["later"][1:]][: 1 if later else 0]
    found = verify_tournament(json.dumps(content).encode())
    assert any("seed of round 2" in one.what and not one.right for one in found)


def freshly_chained(rounds: int | None = None) -> Tournament:
    """One that was announced with one seed for all rounds, and has a chain since its first round opened."""
    chain = "c0ffee" * 10 + "c0ff"
    base = cup(rounds=1)
    begun = with_chain_begun(base.with_record(chain=""), lambda: chain)
    event = event_of(begun)
    while not is_over(event) and len(event.rounds) != rounds:
        event = with_seeds_up_to(event, chain, len(event.rounds) + 1)
        event = all_ended(with_round(event, next_round(event)))
    secrets = (PodTable(one.number, pod.number, "", "d4" * 32) for one in event.rounds for pod in one.pods)
    return with_event(base, event).with_record(chain=chain, tables=tuple(secrets))


def test_one_seed_for_all_rounds_gives_way_to_a_chain_that_was_sealed_with_the_round_before() -> None:
    t = freshly_chained()
    event = event_of(t)
    assert event.fresh
    first, sealed = event.fresh
    assert first == 2
    assert commitment(event.seed_of_round(2)) == sealed
    assert event.seed_of_round(1) == event.seed_bytes
    assert len({event.seed_of_round(one.number) for one in event.rounds}) == len(event.rounds)
    found = verify_tournament(exported(t))
    assert [each.what for each in found if not each.right] == []
    assert any(sealed in each.what for each in found)
    assert t.record.chain not in exported(t).decode()
    other = replace(event, fresh=(2, "ab" * 32))
    wrong = [each.what for each in verify_tournament(exported(with_event(t, other))) if not each.right]
    assert wrong == ["The seed of round 2 has another fingerprint than the seed before it."]


def test_until_its_next_round_is_drawn_only_the_fingerprint_of_its_seed_is_told() -> None:
    early, whole = freshly_chained(rounds=1), freshly_chained()
    told = exported(early).decode()
    assert event_of(whole).seed_of_round(2).hex() not in told
    assert [each.what for each in verify_tournament(told.encode()) if not each.right] == []
    assert with_chain_begun(chained(), lambda: "0" * 64) == chained()  # it has one


async def test_a_stored_tournament_with_one_seed_goes_on_with_a_chain_and_is_verified(
    evening: Evening,
) -> None:
    t = await evening.announced(between=60.0)
    await evening.join(t, *range(101, 109))
    await evening.tournament_service.scheduler.change(t.id, lambda t: t.with_record(chain="", seed="5a" * 32))
    await evening.tournament_service.organising.act(
        evening.press(ORGANISER), OrganiserRights(ORGANISER, manages=True), t.id, Begin(), ""
    )
    t = await evening.played(t)
    event = event_of(t)
    assert event.fresh
    assert event.fresh[0] == 2
    assert len({event.seed_of_round(one.number) for one in event.rounds}) == len(event.rounds) > 1
    tables = {table.id: table for table in await evening.pod_tables(t)}
    order = await evening.tournament_service.standings(t)
    (whole,) = (file.content for file in files(t, order, tables) if file.name == "tournament.json")
    assert [each.what for each in verify_tournament(whole) if not each.right] == []
