"""The files that people are sent are pixels and nothing else: no words, no note, no date, no spare bytes.

What a picture is drawn from knows more than it shows: names, and what it says to those who do not see it.
Whoever keeps the file must find none of that in it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.images.painter import painted
from games.contract import AnyGame
from games.drawing.canvas import Canvas
from tests.games.playing import Beginning
from tests.games.test_pictures import drawn_games, pictures, words_of
from tools import samples

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER, PIXELS, END = b"IHDR", b"IDAT", b"IEND"
RGBA = bytes((8, 6, 0, 0, 0))
"""Eight bits of each, packed and ordered as usual."""
NAMES = ("Anne", "Calico", "Edward", "Mary", "Bart", "Grace", "Henry", "Ching")


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The name of each part of a PNG, with what stands in it; whatever follows the last has no name."""
    assert file.startswith(SIGNATURE)
    at, name = len(SIGNATURE), b""
    while name != END:
        length, name = struct.unpack_from(">I4s", file, at)
        yield name, file[at + 8 : at + 8 + length]
        at += length + 12
    if at < len(file):
        yield b"", file[at:]


def beside_pixels(file: bytes) -> list[bytes]:
    """Whatever the file holds that it need not, to show its pixels."""
    parts = list(chunks(file))
    (header,) = (data for name, data in parts if name == HEADER)
    width, height = struct.unpack(">II", header[:8])
    unpacking = zlib.decompressobj()
    pixels = unpacking.decompress(b"".join(data for name, data in parts if name == PIXELS))
    assert unpacking.eof
    others = [name + data for name, data in parts if name not in (HEADER, PIXELS, END)]
    spare = [header.removesuffix(RGBA)[8:], pixels[height * (1 + 4 * width) :], unpacking.unused_data]
    return [*others, *filter(None, spare)]


def part(name: bytes, data: bytes) -> bytes:
    """A part as it stands in a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@pytest.mark.parametrize("game", drawn_games, ids=lambda game: game.slug)
def test_a_board_a_hand_and_a_score_sheet_are_pixels_alone(game: AnyGame) -> None:
    options = game.Options()
    moment = Beginning(game, options, game.players_for(options)[0], bytes(32), 2).at(0.5)
    drawn = pictures(moment, 0, words_of(NAMES))
    assert set(drawn) == {"board", "hand", "sheet"}
    assert [beside_pixels(painted(picture.drawing)) for picture in drawn.values()] == [[], [], []]


@pytest.mark.parametrize("draw", [samples.ratings, samples.leaderboards])
def test_ratings_and_leaderboards_are_pixels_alone(draw: Callable[..., Iterator[Any]]) -> None:
    _title, (picture, _reader) = next(draw(NAMES, "en-US"))
    assert beside_pixels(painted(picture.drawing)) == []


@pytest.mark.parametrize("draw", samples.TOURNAMENT_DRAWINGS)
@pytest.mark.long
def test_a_tournaments_pictures_are_pixels_alone(draw: Callable[[], samples.Drawing]) -> None:
    picture, _reader = draw()
    assert beside_pixels(painted(picture.drawing)) == []


@pytest.mark.parametrize("name", [b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME", b"pHYs"])
def test_whatever_else_stood_in_a_file_would_be_found(name: bytes) -> None:
    file = painted(Canvas(1, 1).drawing())
    assert beside_pixels(file) == []
    noted = file[: -len(part(END, b""))] + part(name, b"Anne holds it") + part(END, b"")
    assert beside_pixels(noted) == [name + b"Anne holds it"]
    assert beside_pixels(file + b"Anne holds it") == [b"Anne holds it"]
