"""Drawings of a game for a page: what many of them share stands there once.

From one move to the next most of a board stays as it was. Each drawing is therefore a list of pieces, told by
what differs from the one before it. A game of 260 steps comes to some 200 kB instead of 2.3 MB.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.shapes import Drawing, svg_of


class Still(msgspec.Struct, frozen=True):
    """A drawing as a page has it: its size in units, and its shapes as elements."""

    width: str
    height: str
    pieces: tuple[str, ...]


def still(drawing: Drawing) -> Still:
    """The drawing, to be shown as an SVG."""
    return Still(str(drawing.width), str(drawing.height), tuple(map(svg_of, drawing.shapes)))


class Film(msgspec.Struct, frozen=True, array_like=True):
    """Drawings one after another. `frames`: width, height, how many pieces at the beginning and at the end
    are those of the frame before it, and then what stands between them, by number.
    """

    pieces: tuple[str, ...] = ()
    frames: tuple[tuple[int | str, ...], ...] = ()


def film(drawings: Sequence[Drawing]) -> Film:
    """Drawings as a film: each piece is kept once, and each frame by what differs from the one before."""
    numbers: dict[str, int] = {}
    frames: list[tuple[int | str, ...]] = []
    before: list[int] = []
    for drawing in map(still, drawings):
        now = [numbers.setdefault(piece, len(numbers)) for piece in drawing.pieces]
        first = _alike(before, now)
        last = min(_alike(before[::-1], now[::-1]), min(len(before), len(now)) - first)
        frames.append((drawing.width, drawing.height, first, last, *now[first : len(now) - last]))
        before = now
    return Film(tuple(numbers), tuple(frames))


def _alike(one: Sequence[int], other: Sequence[int]) -> int:
    """With how many of the same they begin."""
    count = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        count += 1
    return count


def projected(shown: Film) -> Iterator[Still]:
    """The drawings of a film, one after the other, as they went into it."""
    now: tuple[int, ...] = ()
    for width, height, first, last, *between in shown.frames:
        first, last = int(first), int(last)
        now = (*now[:first], *map(int, between), *now[len(now) - last :])
        yield Still(str(width), str(height), tuple(shown.pieces[each] for each in now))


def spliced(
    films: Mapping[str, Film],
) -> tuple[tuple[str, ...], dict[str, tuple[tuple[int | str, ...], ...]]]:
    """Several films, by name, made of the same pieces: these, and the frames of each."""
    numbers: dict[str, int] = {}
    found: dict[str, tuple[tuple[int | str, ...], ...]] = {}
    for name, each in films.items():
        now = [numbers.setdefault(piece, len(numbers)) for piece in each.pieces]
        found[name] = tuple((*frame[:4], *(now[int(at)] for at in frame[4:])) for frame in each.frames)
    return tuple(numbers), found


_NUMBER = 7
"""Characters of a piece's number in JSON, at most, with what parts it from the next."""
_AROUND = 4_000
"""Bytes of the buttons beside a film, at most."""


def fitting(films: Mapping[str, Film], most: int) -> frozenset[str]:
    """As many of the films, from the first on, as have room in so many bytes of JSON; none beyond one that
    has not.
    """
    known: set[str] = set()
    kept: list[str] = []
    for name, each in films.items():
        new = known.union(each.pieces) - known
        most -= sum(len(msgspec.json.encode(piece)) + 1 + 5 * piece.count("<") for piece in new)
        most -= sum(_NUMBER * len(frame) + 3 for frame in each.frames) + len(name) + _AROUND
        if most < 0:
            break
        known |= new
        kept.append(name)
    return frozenset(kept)
