"""`make album`: the pictures that README and docs show, drawn anew into docs/pictures/.

Moments of games are listed in docs/pictures/moments.toml; what is no moment of a game has a function here.
Every file knows the drawing that it was made from, so that a test can tell when one is out of date.
"""

from __future__ import annotations

import hashlib
import struct
import sys
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal

from pydantic import BaseModel

from bot.i18n import Reader
from bot.images.animation import assembled
from bot.images.model import AnimatedDrawing
from bot.images.painter import painted
from bot.images.requests import WHOLE_GAME, alt_text, animation, words_for
from games.catalogue import catalogue
from games.contract import AnyGame, Picture
from games.text import Seat
from tools import samples

# A PNG of ours in fewer bytes: a palette of 256 colours, for the pictures that are kept in the repository.
#
# Our drawings are flat: a few hundred colours fill them, and the thousands along the edges of letters and
# circles can take the nearest of those without being missed. Too slow for what is sent while people play.


SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS = 256
PER_PIXEL = 4
_SIZE_AND_KIND = ">IIBBBBB"
_RGBA, _PALETTE = 6, 3

Colour = tuple[int, int, int, int]


def compact_png(png: bytes, note: str = "") -> bytes:
    """The same picture with a palette; `note` is kept in it, and `note_in` reads it. ValueError if the PNG
    is none that the rasteriser makes: eight bits each of red, green, blue and alpha, not interlaced.
    """
    parts = list(_parts(png))
    width, height, *kind = struct.unpack(_SIZE_AND_KIND, parts[0][1])
    if kind != [8, _RGBA, 0, 0, 0]:
        raise ValueError(f"no picture with eight bits of each colour and of alpha: {kind}")
    packed = b"".join(data for name, data in parts if name == b"IDAT")
    pixels = list(struct.iter_unpack("4B", _unfiltered(zlib.decompress(packed), width * PER_PIXEL)))
    palette, number = _palette(pixels)
    rows = b"".join(
        b"\0" + bytes(map(number.__getitem__, pixels[at : at + width]))
        for at in range(0, width * height, width)
    )
    return SIGNATURE + b"".join(
        [
            _part(b"IHDR", struct.pack(_SIZE_AND_KIND, width, height, 8, _PALETTE, 0, 0, 0)),
            _part(b"tEXt", b"Comment\0" + note.encode("latin-1")) if note else b"",
            _part(b"PLTE", b"".join(bytes(colour[:3]) for colour in palette)),
            _part(b"tRNS", bytes(colour[3] for colour in palette)),
            _part(b"IDAT", zlib.compress(rows, 9)),
            _part(b"IEND", b""),
        ]
    )


def note_in(png: bytes) -> str:
    """What `compact` was told to note in it; nothing if there is no note."""
    notes = (data.partition(b"\0")[2] for name, data in _parts(png) if name == b"tEXt")
    return next(notes, b"").decode("latin-1")


def _parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """What the file is made of: names, and what stands under them."""
    if not png.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at = len(SIGNATURE)
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        yield name, png[at + 8 : at + 8 + length]
        at += length + 12


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _unfiltered(filtered: bytes, length: int) -> bytes:
    """The rows as they are, from rows that say only how they differ from what is left of them and above."""
    above = bytearray(length)
    rows: list[bytearray] = []
    for start in range(0, len(filtered), length + 1):
        way, row = filtered[start], bytearray(filtered[start + 1 : start + 1 + length])
        for at, difference in enumerate(row):
            left = row[at - PER_PIXEL] if at >= PER_PIXEL else 0
            corner = above[at - PER_PIXEL] if at >= PER_PIXEL else 0
            row[at] = difference + _expected(way, left, above[at], corner) & 255
        rows.append(row)
        above = row
    return b"".join(rows)


def _expected(way: int, left: int, above: int, corner: int) -> int:
    """What a byte is expected to be: the five ways of the standard."""
    if way == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda each: abs(guess - each))
    return (0, left, above, (left + above) // 2)[way]


def _palette(pixels: list[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """The colours that are seen most, and for each colour the number of the nearest of them."""
    seen = [colour for colour, _times in Counter(pixels).most_common()]
    kept = seen[:MOST_COLOURS]

    @cache
    def nearest(colour: Colour) -> int:
        return min(range(len(kept)), key=lambda number: _distance(kept[number], colour))

    return kept, {colour: nearest(colour) for colour in seen}


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


FOLDER = Path(__file__).parents[1] / "docs/pictures"
MOMENTS = FOLDER / "moments.toml"
NAMES = (
    "Anne", "Calico", "Edward", "Mary", "Bart", "Grace", "Henry", "Ching", "Sam", "Jacquotte", "Stede",
    "Awilda", "William", "Olivier", "Sadie", "Thomas",
)  # fmt: skip
LANGUAGE = "en-US"
ROBOT = "sensible"


class Moment(BaseModel, extra="forbid", frozen=True):
    """A moment of a game between robots, and which of its pictures is meant."""

    game: str
    options: Mapping[str, Any] = {}
    players: int
    seed: int
    moves: int
    screen: Literal["board", "hand", "sheet"]
    seat: Seat | None = None


Drawing = tuple[Picture, Reader]

MOVING, MOVING_FROM, MOVING_MOVES = "skull-king-tricks", "skull-king-board", 24
"""The animated picture: so many moves before a moment, as somebody who watches sees them."""
_COMMENT = b"\x21\xfe\x40"
"""Before a GIF's comment of 64 bytes."""


def _rating() -> Drawing:
    return next(samples.ratings(NAMES, LANGUAGE))[1]


def _leaderboard() -> Drawing:
    return next(samples.leaderboards(NAMES, LANGUAGE))[1]


OTHERS: Mapping[str, Callable[[], Drawing]] = {
    "rating": _rating,
    "leaderboard": _leaderboard,
    "tournament-pods": samples.pods_of_a_round,
    "tournament-final": samples.final_standings,
    "tournament-knock-out": samples.knock_out,
    "tournament-series": samples.season,
}
"""What is no moment of a game, by the name of its file."""


def drawings() -> Iterator[tuple[str, Drawing]]:
    """Every picture of the album, by the name of its file without the ending."""
    for name, moment in tomllib.loads(MOMENTS.read_text("utf-8")).items():
        yield name, _of(Moment.model_validate(moment))
    for name, drawn in OTHERS.items():
        yield name, drawn()


def _of(moment: Moment) -> Drawing:
    game = catalogue()[moment.game]
    reader = Reader(LANGUAGE, game, dict(enumerate(NAMES)))
    seen = game.observe(_state(game, moment), moment.seat)
    draw = {"board": game.board_picture, "hand": game.hand_picture, "sheet": game.sheet_picture}
    picture = draw[moment.screen](seen, words_for(reader))
    if picture is None:
        raise ValueError(f"{moment.game} draws no {moment.screen} then")
    return picture, reader


def _state(game: AnyGame, moment: Moment) -> Any:
    random, robot = Random(moment.seed), game.robots[ROBOT]
    state = game.new(game.Options.model_validate(moment.options), moment.players, bytes([moment.seed]) * 32)
    for _move in range(moment.moves):
        seat = game.to_act(state)[0]
        state, _events = game.apply(state, seat, robot.choose(game.observe(state, seat), random))
    return state


def moving() -> AnimatedDrawing:
    """The animated picture, frame by frame. ValueError if nothing moves then."""
    moment = Moment.model_validate(tomllib.loads(MOMENTS.read_text("utf-8"))[MOVING_FROM])
    game = catalogue()[moment.game]
    reader = Reader(LANGUAGE, game, dict(enumerate(NAMES)))
    states = [
        _state(game, moment.model_copy(update={"moves": moves}))
        for moves in range(moment.moves - MOVING_MOVES, moment.moves + 1)
    ]
    request = animation(WHOLE_GAME, game, [game.observe(state, None) for state in states], [], reader)
    drawn = request.draw(*request.args)
    if not isinstance(drawn, AnimatedDrawing):
        raise ValueError(f"{moment.game} draws nothing that moves then")
    return drawn


def mark_of_moving(drawing: AnimatedDrawing) -> str:
    """The SHA-256, in hexadecimal, of all frames and their times; see `mark` for a single drawing."""
    return hashlib.sha256(
        "".join(f"{each.drawing.svg()} {each.milliseconds}" for each in drawing.frames).encode()
    ).hexdigest()


def gif(drawing: AnimatedDrawing) -> bytes:
    """The file, with its mark in a comment at the end."""
    pngs, durations = (
        [painted(each.drawing) for each in drawing.frames],
        [each.milliseconds for each in drawing.frames],
    )
    packed = assembled(pngs, durations, drawing.most_bytes)
    return packed[:-1] + _COMMENT + mark_of_moving(drawing).encode() + b"\0" + packed[-1:]


def _moving_is_out_of_date() -> bool:
    path = FOLDER / f"{MOVING}.gif"
    return not path.is_file() or path.read_bytes()[-66:-2].decode("latin-1") != mark_of_moving(moving())


def mark(picture: Picture) -> str:
    """What tells this drawing from every other; it stands in the file."""
    return hashlib.sha256(picture.drawing.svg().encode()).hexdigest()


def out_of_date() -> list[str]:
    """The pictures that are drawn otherwise by now, or not there; and files that nobody draws any more."""
    drawn = {name: mark(picture) for name, (picture, _reader) in drawings()}
    there = {path.stem: note_in(path.read_bytes()) for path in FOLDER.glob("*.png")}
    wrong = sorted(name for name in drawn | there if drawn.get(name) != there.get(name))
    return [*wrong, MOVING] if _moving_is_out_of_date() else wrong


def main() -> int:
    """Draw what is out of date, and say what each picture says, for whoever shows it."""
    wrong = out_of_date()
    for name, (picture, reader) in drawings():
        print(f"{name}: {alt_text(reader, picture)}\n")
        if name in wrong:
            (FOLDER / f"{name}.png").write_bytes(compact_png(painted(picture.drawing), mark(picture)))
            wrong.remove(name)
    if MOVING in wrong:
        (FOLDER / f"{MOVING}.gif").write_bytes(gif(moving()))
        wrong.remove(MOVING)
    for name in wrong:
        (FOLDER / f"{name}.png").unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
