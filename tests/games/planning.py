"""Plans in the words of a test: what somebody could plan, and what has surprised them when they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.contract import Action, AnyGame, Event, PlanMenu


def planned(game: AnyGame, seen: Any) -> PlanMenu:
    """What somebody can plan who sees this. AssertionError if nothing."""
    offered = game.plans(seen)
    assert offered is not None
    return offered


def actions(game: AnyGame, seen: Any) -> set[Action]:
    """The actions that can be planned."""
    return {str(choice.action) for choice in planned(game, seen).choices}


def usual(game: AnyGame, seen: Any) -> set[str]:
    """The surprises that cancel a plan unless they are taken off."""
    return {surprise.name for surprise in planned(game, seen).surprises if surprise.usual}


def surprises(game: AnyGame, action: Action, before: Any, now: Any, events: Sequence[Event] = ()) -> set[str]:
    """What has surprised somebody who planned the action when things were as `before`, and is asked now."""
    heard = [event for event in events if event.audience is None or now.seat in event.audience]
    offered = planned(game, before).surprises
    return {each.name for each in offered if game.surprised(each.name, action, now, heard)}
