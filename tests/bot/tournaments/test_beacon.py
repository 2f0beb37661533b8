"""A draw with a public beacon: nobody knows it before the start, and everybody can check it afterwards."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from msgspec import UNSET
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.tables.verify import NotVerifiable
from bot.tournaments import beacon
from bot.tournaments.actions import Begin, Draw, EnterBeacon, WithoutBeacon, offered
from bot.tournaments.beacon import GENESIS, is_signed, round_at, signature_in
from bot.tournaments.formats.arena import LONG_PATIENCE
from bot.tournaments.formats.engine import next_round
from bot.tournaments.model import Tournament
from bot.tournaments.outbox import Trouble
from bot.tournaments.pairing.event import Beacon, Event
from bot.tournaments.verify import verify_tournament
from tests.bot.tournaments.conftest import HOUR, Evening, opened
from tests.bot.tournaments.cups import event_of
from tests.bot.tournaments.test_verify import exported, wrong
from tests.support.clock import VirtualClock
from tests.support.idle import until

ROUND = 657_413
SIGNATURE = "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
RANDOMNESS = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
"""What drand's quicknet has really drawn in that round."""
OF_ROUND_1000 = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)
STARTS = float(GENESIS + 3 * (ROUND - 1))
ANSWER = json.dumps({"round": ROUND, "randomness": RANDOMNESS, "signature": SIGNATURE})


def test_the_round_of_a_start_is_the_first_that_nobody_knows_before() -> None:
    assert [round_at(GENESIS + second) for second in (0, 0.5, 1, 2, 3, 4)] == [1, 2, 2, 2, 2, 3]
    assert round_at(STARTS) == ROUND


def test_a_signature_is_right_for_its_own_round_alone() -> None:
    assert is_signed(ROUND, SIGNATURE)
    assert is_signed(1000, OF_ROUND_1000)
    assert not is_signed(ROUND, OF_ROUND_1000)
    assert not is_signed(ROUND + 1, SIGNATURE)


@pytest.mark.parametrize("given", [SIGNATURE, f" {SIGNATURE.upper()}\n", ANSWER])
def test_a_value_is_taken_as_drand_shows_it_or_its_signature_alone(given: str) -> None:
    assert signature_in(given, ROUND) == SIGNATURE


@pytest.mark.parametrize(
    "given",
    [
        OF_ROUND_1000,
        json.dumps({"round": 1000, "signature": OF_ROUND_1000}),
        json.dumps({"round": ROUND + 1, "signature": SIGNATURE}),
        json.dumps({"round": ROUND, "randomness": "00" * 32, "signature": SIGNATURE}),
        json.dumps({"round": ROUND, "randomness": RANDOMNESS}),
        RANDOMNESS,
        "c0" + "00" * 47,
        "00" * 48,
        '{"a":' + 100_000 * "[",
        "",
    ],
    ids=[
        *("other round", "other answer", "wrong number", "wrong hash", "no signature", "hash alone"),
        *("point at infinity", "no point", "no JSON", "nothing"),
    ],
)
def test_another_value_is_none(given: str) -> None:
    assert signature_in(given, ROUND) == ""


@asynccontextmanager
async def started(
    folder: Path, beacon_url: str = "", **settings: Any
) -> AsyncIterator[tuple[Evening, Tournament]]:
    """A cup of six whose start has come."""
    async with opened(folder, VirtualClock(STARTS - HOUR), beacon_url=beacon_url) as evening:
        t = await evening.announced(beacon=True, starts=STARTS, **settings)
        t = await evening.join(t, *range(1, 7))
        evening.clock.advance(HOUR)
        if not beacon_url:
            await evening.settled()
        yield evening, t


@pytest.mark.parametrize("format", ["swiss", "round-robin"])
async def test_the_draw_waits_for_the_value_and_takes_it_in(format: str, tmp_path: Path) -> None:
    async with started(tmp_path, format=format) as (evening, t):
        t = await evening.now(t)
        assert (t.phase, t.published) == ("running", ())
        assert event_of(t).beacon == Beacon(int(STARTS), ROUND)
        assert evening.tournament_publisher.told("trouble", Trouble) == [Trouble("beacon")]
        assert Draw not in offered(t)
        with pytest.raises(Refusal, match="That isn't drand's round"):
            await evening.act(t, EnterBeacon(OF_ROUND_1000))
        with pytest.raises(Refusal, match="The draw waits for drand's value"):
            await evening.act(t, Draw())
        await evening.act(t, EnterBeacon(ANSWER))
        await evening.settled()
        t = await evening.now(t)
        event = event_of(t)
        assert (event.rounds[0], t.record.trouble) == (first_round(event), "")
        assert first_round(replace(event, beacon=Beacon(int(STARTS), ROUND))) != event.rounds[0]
        assert event.seed_of_round(1) not in (event.seed_bytes, bytes.fromhex(RANDOMNESS))
        said = [finding.what for finding in verify_tournament(exported(t)) if finding.right]
        assert any(f"round {ROUND}" in each and "went into the draw" in each for each in said)
        assert wrong(exported(t)) == []
        with pytest.raises(Refusal, match="already done"):
            await evening.act(t, EnterBeacon(ANSWER))


async def test_no_table_of_an_arena_begins_before_the_value_is_there(tmp_path: Path) -> None:
    async with started(tmp_path, format="arena") as (evening, t):
        await evening.passes(LONG_PATIENCE)
        assert event_of(await evening.now(t)).rounds == ()
        assert set(evening.tournament_publisher.told("trouble", Trouble)) == {Trouble("beacon")}
        await evening.act(t, EnterBeacon(ANSWER))
        await evening.passes(LONG_PATIENCE)
        event = event_of(await evening.now(t))
        assert event.rounds[0] == first_round(event)


def first_round(event: Event) -> object:
    """The first round as it comes out of the event."""
    return next_round(replace(event, rounds=(), results=()), event.rounds[0].draw)


async def test_somebody_who_leaves_meanwhile_ends_no_waiting(tmp_path: Path) -> None:
    async with started(tmp_path) as (evening, t):
        await evening.tournament_service.withdraw(evening.press(1), t.id)
        await evening.settled()
        t = await evening.now(t)
        assert (t.published, t.record.trouble) == ((), "beacon")


async def test_it_can_be_drawn_without_which_log_and_file_tell(tmp_path: Path) -> None:
    async with started(tmp_path) as (evening, t):
        await evening.act(t, WithoutBeacon(), "no network here")
        await evening.settled()
        t = await evening.now(t)
        event = event_of(t)
        assert event.rounds[0] == first_round(replace(event, beacon=UNSET))
        assert event.seed_of_round(1) == event.seed_bytes
        assert [row.kind for row in await evening.tournament_service.audit(t)] == ["no-beacon"]
        said = [finding.what for finding in verify_tournament(exported(t))]
        assert any("made without it" in each for each in said)
        assert wrong(exported(t)) == []
        with pytest.raises(Refusal, match="Too late to undo"):
            await evening.undo(t)


async def test_rounds_that_are_drawn_by_hand_begin_with_the_value(tmp_path: Path) -> None:
    async with started(tmp_path, by_hand=True) as (evening, t):
        await evening.act(t, EnterBeacon(SIGNATURE))
        await evening.settled()
        t = await evening.now(t)
        assert t.record.drawn is not None
        assert event_of(t).rounds == ()


async def test_what_begins_at_another_time_takes_the_round_of_that_second(tmp_path: Path) -> None:
    async with opened(tmp_path, VirtualClock(STARTS - HOUR)) as evening:
        t = await evening.announced(beacon=True, starts=STARTS)
        t = await evening.join(t, 1, 2, 3)
        evening.clock.advance(30.5)
        t = (await evening.act(t, Begin())).tournament
        assert event_of(t).beacon == Beacon(int(STARTS - HOUR) + 31, ROUND - 1200 + 11)
        assert t.settings.starts == STARTS - HOUR + 30.5, "the announcement tells the start that was"


async def test_too_few_do_not_begin(tmp_path: Path) -> None:
    async with opened(tmp_path, VirtualClock(STARTS - HOUR)) as evening:
        t = await evening.announced(beacon=True, starts=STARTS)
        await evening.passes(HOUR)
        t = await evening.now(t)
        assert (t.phase, t.record.event, t.record.trouble) == ("open", None, "too-few")


@asynccontextmanager
async def relay(answers: Sequence[web.Response]) -> AsyncIterator[tuple[str, list[str]]]:
    """What answers in drand's place: its address, and what it was asked."""
    asked = list[str]()

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return answers[min(len(asked), len(answers)) - 1]

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        yield f"http://127.0.0.1:{port}", asked
    finally:
        await runner.cleanup()


async def as_time_passes(evening: Evening, t: Tournament, so: Callable[[Tournament, bool], bool]) -> None:
    """Wait until it is so of the tournament, and of whether the value is still looked for. Time goes on while
    nothing but the next attempt is waited for.
    """

    async def there() -> bool:
        wakes, now = evening.clock.next_awakening, evening.clock.awake()
        if wakes is not None and wakes <= now + beacon.PERIOD:
            evening.clock.advance(wakes - now)
        left = await evening.store.tournaments.outbox()
        return so(await evening.now(t), any(row.kind == "beacon" for row in left))

    await until(there)


async def test_the_value_is_fetched_where_an_operator_says(tmp_path: Path) -> None:
    answers = (
        web.Response(status=404),
        web.Response(text=json.dumps({"round": 1000, "signature": OF_ROUND_1000})),
    )
    async with (
        relay((*answers, web.Response(text=ANSWER))) as (address, asked),
        started(tmp_path, address) as (evening, t),
    ):
        await as_time_passes(evening, t, lambda t, _looked_for: bool(t.published))
        event = event_of(await evening.now(t))
        assert event.beacon == Beacon(int(STARTS), ROUND, SIGNATURE)
        assert "trouble" not in evening.tournament_publisher.kinds
    assert asked == [f"/{beacon.CHAIN}/public/{ROUND}"] * 3


async def test_where_it_cannot_be_fetched_the_organiser_is_asked(tmp_path: Path) -> None:
    async with relay([web.Response(status=500)]) as (address, _asked):
        pass  # nobody answers there any more
    async with started(tmp_path, address) as (evening, t):
        await as_time_passes(evening, t, lambda t, _looked_for: t.record.trouble == "beacon")
        assert evening.clock.now() >= STARTS + beacon.PATIENCE
        await evening.act(t, EnterBeacon(SIGNATURE))
        await evening.settled()
        assert (await evening.now(t)).published


async def test_what_is_entered_ends_the_fetching(tmp_path: Path) -> None:
    async with (
        relay([web.Response(status=404)]) as (address, asked),
        started(tmp_path, address) as (evening, t),
    ):
        await as_time_passes(evening, t, lambda _t, _looked_for: bool(asked))
        await evening.act(t, EnterBeacon(SIGNATURE))
        await as_time_passes(evening, t, lambda t, looked_for: bool(t.published) and not looked_for)
        assert len(asked) < beacon.PATIENCE / beacon.PERIOD
        assert (await evening.now(t)).record.trouble == ""


def _other_value(event: dict[str, Any]) -> None:
    event["beacon"]["signature"] = OF_ROUND_1000


def _other_round(event: dict[str, Any]) -> None:
    event["beacon"] |= {"round": 1000, "signature": OF_ROUND_1000}


def _other_start(event: dict[str, Any]) -> None:
    event["beacon"] |= {"at": GENESIS + 3 * 999, "round": 1000, "signature": OF_ROUND_1000}


def _left_out(event: dict[str, Any]) -> None:
    del event["beacon"]


def _no_digits(event: dict[str, Any]) -> None:
    event["beacon"]["signature"] = "a joke"


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (_other_value, f"not that of drand's round {ROUND}"),
        (_other_round, "has another round of drand's than 1000"),
        (_other_start, "Round 1: the draw comes out otherwise"),
        (_left_out, "Round 1: the draw comes out otherwise"),
        (_no_digits, "is not the tournament.json of an export"),
    ],
)
async def test_a_value_that_was_changed_afterwards_is_found_out(
    change: Callable[[dict[str, Any]], None], finding: str, tmp_path: Path
) -> None:
    async with started(tmp_path) as (evening, t):
        await evening.act(t, EnterBeacon(SIGNATURE))
        await evening.settled()
        whole = json.loads(exported(await evening.now(t)))
    change(whole["event"])
    try:
        found = wrong(json.dumps(whole).encode())
    except NotVerifiable as refused:
        found = [str(refused)]
    assert any(finding in each for each in found)
