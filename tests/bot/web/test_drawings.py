"""Drawings taken apart, so that what many of them share is told once."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.web.drawings import Still, film, fitting, projected, spliced, still
from games.catalogue import catalogue
from games.contract import AnyGame
from games.drawing.canvas import Box, Canvas
from games.drawing.lettering import TEXT
from games.shapes import Art, Drawing, Path, Rect
from tests.bot.web.played import chosen
from tests.support.examples import examples

PIECES = st.lists(st.sampled_from("abcdef"), max_size=8)


def drawn(pieces: Iterable[str], width: int = 10) -> Drawing:
    """A drawing of these."""
    return Drawing(width, 20, tuple(Rect(ord(each), 0, 1, 1) for each in pieces))


@given(films=st.lists(st.tuples(PIECES, st.integers(1, 3)), max_size=8))
def test_what_is_projected_is_what_was_drawn(films: list[tuple[list[str], int]]):
    drawings = [drawn(pieces, width) for pieces, width in films]
    shown = film(drawings)
    assert list(projected(shown)) == list(map(still, drawings))
    assert len(set(shown.pieces)) == len(shown.pieces)


@given(first=st.lists(PIECES, max_size=4), second=st.lists(PIECES, max_size=4))
def test_films_that_share_their_pieces_show_the_same(first: list[list[str]], second: list[list[str]]):
    films = {"a": film([drawn(each) for each in first]), "b": film([drawn(each) for each in second])}
    pieces, frames = spliced(films)
    assert len(set(pieces)) == len(pieces)
    for name, each in films.items():
        again = type(each)(pieces, frames[name])
        assert list(projected(again)) == list(projected(each))


def test_a_name_in_a_drawing_ends_no_element():
    canvas = Canvas(100, 50)
    canvas.rect(Box(0, 0, 10, 10), "#000")
    canvas.words("</text><script>'\"/>", 0, 10, TEXT, 10, "#fff", room=90)
    canvas.art(Art((Path("M", (0, 0)),)), Box(0, 0, 10, 10))
    pieces = still(canvas.drawing()).pieces
    assert [piece.split()[0] for piece in pieces] == ["<rect", "<text", "<g"]
    assert "<script" not in pieces[1]


@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
@examples(3)
@given(seed=st.binary(min_size=32, max_size=32))
def test_every_boards_pieces_are_the_whole_board(game: AnyGame, seed: bytes):
    from random import Random

    options = game.Options()
    players = game.players_for(options)[0]
    state, random, drawings = game.new(options, players, seed), Random(seed), list[Drawing]()
    while (waiting := game.to_act(state)) and len(drawings) < 30:
        picture = game.board_picture(game.observe(state, None), lambda text: text.message)
        assert picture is not None
        drawings.append(picture.drawing)
        state, _events = game.apply(state, waiting[0], chosen(game, state, waiting[0], random))
    for drawing, shown in zip(drawings, projected(film(drawings)), strict=True):
        assert drawing.svg().partition(">")[2] == "".join(shown.pieces) + "</svg>"


def test_films_have_room_from_the_first_on():
    films = {str(at): film([drawn([char])]) for at, char in enumerate("abc")}
    assert fitting(films, 0) == frozenset()
    assert fitting(films, 10**6) == {"0", "1", "2"}
    assert fitting(films, 9_000) == {"0", "1"}
    assert film([drawn(["a"])]).frames[0] == ("10", "20", 0, 0, 0)
    assert still(drawn([])) == Still("10", "20", ())
