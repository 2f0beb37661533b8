"""What a choice on a tournament's setup screen changes in its settings. Pure: a choice in, changes out.

Each function returns the fields of `Settings` that change, by name, as `Office.set` takes them. A Refusal
says what is wrong with the choice by itself; whether all settings go together is asked of `checked`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.organising.settings import WEEK, default_settings, fitted, pod_sizes
from bot.organising.tournament import Settings
from bot.pace import DAY, HOUR, MINUTE, length
from bot.tables import terms
from bot.tables.refusal import Refusal
from bot.tournaments.event import Fill, Format, Options, TieBreak
from bot.wishes.moments import moment
from games.contract import AnyGame
from games.text import _

AUTO = "auto"
"""The value that leaves a choice to the plan."""
NONE = "none"
"""The value of an order of tie-breaks in which there are none but the lot."""
OPTION = "option."
"""How what is chosen begins where it is an option of the game's."""
MOST_AHEAD = 366 * 24 * 3600.0
"""So far ahead a tournament can be announced."""
CLOSINGS = (10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 12 * HOUR, DAY, 3 * DAY)
"""How long before the start entries can close."""
_POINTS = re.compile("[0-9]{1,4}")

TIE_BREAK_ORDERS: tuple[tuple[TieBreak, ...], ...] = tuple(
    order for count in range(len(TieBreak), -1, -1) for order in permutations(TieBreak, count)
)
"""All that can be chosen, the published one first."""

Changes = dict[str, Any]


def chosen(game: AnyGame, now: Settings, what: str, values: Sequence[str]) -> Changes:
    """From a list or with a button. Refusal if that can not (or no longer) be chosen."""
    one = values[0] if values else ""
    try:
        if what.startswith(OPTION):
            return _option(game, now, what.removeprefix(OPTION), one)
        match what:
            case "pace":
                return _pace(game, now, one)
            case "rated" | "by_hand":
                return {what: one == "1"}
            case "absent" if one in ("robot", "walk-over"):
                return _absent(now, one)
            case "roles":
                return {"roles": tuple(map(int, values))}
            case "late":
                return {"late": int(one)}
            case "closes":
                return {"closes": {f"{each:.0f}": each for each in (0.0, *CLOSINGS)}[one]}
            case _:
                return {"how": replace(now.how, **_how(game, now, what, one)), **_besides(now, what, one)}
    except (ValueError, KeyError):
        raise Refusal(
            "stale", _("That can no longer be chosen. Go back to the overview to see what there is now.")
        ) from None


def _option(game: AnyGame, now: Settings, name: str, value: str) -> Changes:
    kept = terms.chosen_option(game, now.game_options, name, value)
    changed = fitted(game, replace(now, game_options=kept.model_dump(mode="json", exclude_defaults=True)))
    return {"game_options": changed.game_options, "how": changed.how}


def _pace(game: AnyGame, now: Settings, name: str) -> Changes:
    """A pace brings the waiting times with it that are good for it."""
    pace = now.pace if name == now.pace.name == "own" else terms.named_pace(name)
    if pace.live == now.pace.live and pace.limited == now.pace.limited:
        return {"pace": pace}
    usual = default_settings(game, now.name, pace=pace, format=now.how.format)
    told = {name: getattr(usual, name) for name in ("show_up", "between", "round_lasts")}
    return {"pace": pace, **told, **({} if told["show_up"] else {"absent": "robot"})}


def _absent(now: Settings, value: str) -> Changes:
    """A walk-over takes a time for which the tables wait."""
    if value == "walk-over" and not now.show_up:
        waits = 600.0 if now.pace.live else 86400.0
        return {"absent": value, "show_up": waits}
    return {"absent": value}


def _how(game: AnyGame, now: Settings, what: str, value: str) -> Changes:
    """What the draw needs. ValueError if it is none of the values, or nothing that can be chosen."""
    match what:
        case "format":
            return {"format": Format(value), "rounds": None, "go_on": 1, "group_size": None}
        case "rounds" | "group_size":
            return {what: None if value == AUTO else int(value)}
        case "go_on":
            return {what: int(value)}
        case "preferred":
            return {what: int(value)}
        case "fewest":
            return {what: int(value), "preferred": max(int(value), now.how.preferred)}
        case "most":
            return {what: int(value), "preferred": min(int(value), now.how.preferred)}
        case "fill":
            return {what: Fill(value)}
        case "tie_breaks":
            return {what: () if value == NONE else tuple(map(TieBreak, value.split(",")))}
        case "points" if value == AUTO:
            return {what: {}}
        case _:
            raise ValueError(f"nothing to choose: {what}")


def pod_of(game: AnyGame, now: Settings, size: int) -> Options:
    """Pods of this size, where that is possible. Refusal if the game is not played by so many."""
    sizes = pod_sizes(game, now.game_options)
    if size not in sizes:
        raise Refusal(
            "input",
            _(
                "{game} is played by {least} to {most}. Choose a size of pods between them.",
                game=game.title,
                least=sizes[0],
                most=sizes[-1],
            ),
        )
    return replace(now.how, preferred=size)


def _besides(now: Settings, what: str, value: str) -> Changes:
    """What goes with a format: a league's rounds come by the calendar, and nobody enters a knock-out late."""
    if what != "format":
        return {}
    changes: Changes = {}
    if value == Format.LEAGUE.value:
        changes |= {"every": WEEK, "round_lasts": WEEK}
    elif now.how.format is Format.LEAGUE:
        changes |= {"every": 0.0, "round_lasts": 0.0 if now.pace.limited else WEEK}
    return changes | ({"late": 0} if value == Format.KNOCK_OUT.value else {})


# written into windows


Typed = Callable[[str], str]
"""What was written into a window's field."""


def start(typed: str, now: float, zone: ZoneInfo) -> float | None:
    """When it starts; None: when the organiser says so. Refusal if it cannot be read."""
    return _moment(typed, now, zone)


def entry(typed: Typed, now: float, zone: ZoneInfo, kept: Settings) -> Changes:
    """Name, when entries open, when it starts, how long before people check in, and how many can enter.

    A moment that stands there as it was is kept to the second.
    """
    return {
        "name": typed("name"),
        "opens": _kept(kept.opens, _moment(typed("opens"), now, zone)),
        "starts": _kept(kept.starts, _moment(typed("starts"), now, zone)),
        "check_in": _length(typed("check_in")),
        "cap": _number(typed("cap")),
    }


def _kept(before: float | None, after: float | None) -> float | None:
    same = before is not None and after is not None and 0 <= before - after < 60
    return before if same else after


def lengths(typed: Typed) -> Changes:
    """How long tables wait and rounds last, and what is between them."""
    return {name: _length(typed(name)) for name in ("round_lasts", "between", "show_up", "every")}


def own_pace(typed: Sequence[str]) -> Changes:
    """A pace of the organiser's own."""
    return {"pace": terms.own_pace(*typed)}


def points(now: Settings, size: int, typed: str) -> Changes:
    """What the places of a pod of this size are worth; nothing: as published."""
    others = {each: worth for each, worth in now.how.points.items() if each != size}
    written = typed.replace(";", " ").replace(",", " ").split()
    if not written:
        return {"how": replace(now.how, points=others)}
    if len(written) != size or not all(map(_POINTS.fullmatch, written)):
        raise Refusal(
            "input",
            _(
                "“{typed}” are not the points of a pod of {size}. Write {size} whole numbers, the first "
                "place's first, such as 10, 6, 3, 0; or nothing for the published points.",
                typed=typed,
                size=size,
            ),
        )
    return {"how": replace(now.how, points={**others, size: tuple(map(int, written))})}


def _moment(typed: str, now: float, zone: ZoneInfo) -> float | None:
    if not typed.strip():
        return None
    meant = moment(typed, now, zone)
    if meant is None:
        raise Refusal(
            "input",
            _(
                "“{typed}” is not a moment that I can read. Write it like 20:00, tomorrow 19:30, "
                "2027-12-01 20:00 or in 2 h.",
                typed=typed,
            ),
        )
    if meant > now + MOST_AHEAD:
        raise Refusal("input", _("That is more than a year away. Choose an earlier moment."))
    return meant


def _length(typed: str) -> float:
    found = length(typed)
    if found is None:
        raise Refusal(
            "input",
            _(
                "“{typed}” is not a length of time that I can read. Write it like 90 s, 10 min, 36 h or 3 d.",
                typed=typed,
            ),
        )
    return found


def _number(typed: str) -> int:
    if not typed.strip():
        return 0
    if not typed.strip().isascii() or not typed.strip().isdecimal():
        raise Refusal(
            "input",
            _(
                "“{typed}” is no number of people. Write digits, or nothing for any number.",
                typed=typed,
            ),
        )
    return int(typed)
