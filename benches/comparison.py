"""The one table of all benches: each figure beside its peer or floor, its aim, and how it stands to the one
that was kept last. The terminal and docs/performance.md show the same cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum

from benches.report import Cell, Figure, figure, show

COLUMNS = ("", "what", "measured", "peer or floor, same run", "ratio", "aim")


def cells(one: Figure) -> tuple[str, ...]:
    """A figure as a line of the table."""
    return (
        one.subject,
        one.what,
        _with_unit(one.measured, one.unit),
        "" if one.floor is None else f"{one.beside}: {_with_unit(one.floor, one.unit)}",
        "" if one.floor is None else figure(one.compared),
        _aim(one),
    )


def _with_unit(value: float, unit: str) -> str:
    return f"{figure(value)} {unit}".strip()


def _aim(one: Figure) -> str:
    if one.aim is None:
        return ""
    bound = f"at least {figure(one.aim)}" if one.more_is_better else f"at most {figure(one.aim)}"
    return bound if one.reached else f"{bound}: missed"


class Verdict(StrEnum):
    """How a figure stands to the one that was kept."""

    NEW = "new"
    SAME = "same"
    BETTER = "better"
    WORSE = "worse"


def change(now: Figure, kept: Figure) -> float:
    """By how much of itself what is compared has grown: 0.1 is ten percent more, infinite is from nothing."""
    if kept.compared == 0:
        return 0.0 if now.compared == 0 else math.copysign(math.inf, now.compared)
    return now.compared / kept.compared - 1


def verdict(now: Figure, kept: Figure | None) -> Verdict:
    """The same, unless the ratio (or the figure without one) changed by more than the tolerance."""
    if kept is None:
        return Verdict.NEW
    grown = change(now, kept)
    if abs(grown) <= now.tolerance:
        return Verdict.SAME
    return Verdict.BETTER if (grown > 0) == now.more_is_better else Verdict.WORSE


def compare(figures: Sequence[Figure], kept: Iterable[Figure], *, elsewhere: Sequence[str] = ()) -> None:
    """Print the table of what was measured now, against what was kept of the same benches.

    `elsewhere`: the machines of what was kept, where that was not this one.
    """
    before = {each.key: each for each in kept}
    rows: list[tuple[Cell, ...]] = []
    verdicts: list[Verdict] = []
    for each in figures:
        earlier = before.pop(each.key, None)
        verdicts.append(verdict(each, earlier))
        rows.append((*cells(each), "" if earlier is None else figure(earlier.compared), _told(each, earlier)))
    notes = [
        ", ".join(f"{verdicts.count(each)} {each}" for each in Verdict if each in verdicts) + ".",
        "Compared is the ratio, or the figure that has none; the same is what differs within its tolerance.",
        *(f"No longer measured: {each.subject}, {each.what}." for each in before.values()),
        *(
            f"Kept from another machine: {machine}; figures without a ratio compare machines."
            for machine in elsewhere
        ),
    ]
    show("All figures", (*COLUMNS, "kept", "since then"), rows, note="\n".join(notes), texts=4)


def _told(now: Figure, kept: Figure | None) -> str:
    found = verdict(now, kept)
    if kept is None or found is Verdict.SAME:
        return str(found)
    return f"{found} ({change(now, kept):+.0%})"
