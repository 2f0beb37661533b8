"""What is measured, from what the bot tells of itself."""

from __future__ import annotations

import pytest

from bot.client.interaction_context import InteractionMetric
from bot.images.renderer import RenderReport
from bot.monitoring.metrics import Metrics, sample_loop_delay
from bot.runtime.clock import RECENT, RecentMaximum
from storage.models import TransactionMetric
from tests.support.clock import held_up, in_virtual_time, passes


def figure(meters: Metrics, name: str, **labels: str) -> float | None:
    return meters.registry.get_sample_value(f"tortuga_{name}", labels)


def test_an_answer_is_timed_and_counted_by_its_verb() -> None:
    meters = Metrics()
    meters.attended(0, InteractionMetric("press", "pick", "answered", None, False, 0.02, 0.02))
    meters.attended(0, InteractionMetric("press", "pick", "answered", None, True, 1.5, 2.2))
    pick = {"by": "press", "kind": "pick"}
    assert figure(meters, "interactions_total", **pick, shard="0", ended="answered") == 2
    assert figure(meters, "answer_seconds_sum", **pick) == pytest.approx(2.22)
    assert figure(meters, "answer_seconds_bucket", **pick, le="0.025") == 1
    assert figure(meters, "acknowledgement_seconds_sum", shard="0") == pytest.approx(1.52)
    assert figure(meters, "deferrals_total", **pick) == 1


def test_what_discord_never_had_is_counted_and_not_timed() -> None:
    meters = Metrics()
    meters.attended(0, InteractionMetric("press", "pick", "late", None, True, None, None))
    assert figure(meters, "interactions_total", by="press", kind="pick", shard="0", ended="late") == 1
    assert figure(meters, "acknowledgement_seconds_count", shard="0") is None


def test_refusals_are_counted_by_their_reason() -> None:
    meters = Metrics()
    meters.attended(0, InteractionMetric("press", "pick", "refused", "stale", False, 0.01, 0.01))
    assert figure(meters, "refusals_total", reason="stale") == 1


def test_a_transaction_is_counted_with_its_moves() -> None:
    meters = Metrics()
    meters.stored(TransactionMetric(writes=12, actions=9, refused=1, seconds=0.004, failed=False))
    meters.stored(TransactionMetric(writes=1, actions=0, refused=0, seconds=0.1, failed=True))
    assert figure(meters, "transactions_total", ended="stored") == 1
    assert figure(meters, "transactions_total", ended="failed") == 1
    assert figure(meters, "actions_total") == 9
    assert figure(meters, "writes_refused_total") == 1
    assert figure(meters, "transaction_writes_sum") == 13


def test_pictures_are_counted_by_how_they_ended() -> None:
    meters = Metrics()
    meters.drawn(RenderReport("drawn", 0.04))
    meters.drawn(RenderReport("failed", 0.01))
    meters.drawn(RenderReport("kept", 0))
    assert figure(meters, "pictures_total", ended="drawn") == 1
    assert figure(meters, "pictures_total", ended="failed") == 1
    assert figure(meters, "pictures_total", ended="kept") == 1
    assert figure(meters, "picture_seconds_count") == 2  # what was there took no time


def test_only_the_worst_of_the_last_minute_is_told() -> None:
    now = 0.0
    worst = RecentMaximum(lambda: now)
    assert worst.of_late() == 0
    for moment, delay in ((0, 0.1), (10, 0.9), (20, 0.3), (30, 0.2)):
        now = float(moment)
        worst.add(delay)
    assert worst.of_late() == 0.9
    now = 10 + RECENT + 1
    assert worst.of_late() == 0.3
    now = 30 + RECENT + 1
    assert worst.of_late() == 0


@in_virtual_time
async def test_an_event_loop_that_is_held_up_is_seen() -> None:
    delays = list[float]()
    async with sample_loop_delay(delays.append, every=0.01):
        await passes(0.025)
        assert max(delays) == pytest.approx(0.0, abs=1e-6)
        held_up(0.1)
        await passes(0.025)
    assert max(delays) == pytest.approx(0.095)
