"""Whatever people call themselves: on every screen, and in every picture, it is harmless and pings nobody."""

from __future__ import annotations

import json
import re
from random import Random

import msgspec
import pytest

from bot.i18n import reader_for
from bot.images.requests import Kind, game_image
from bot.tables import lobby as seats
from bot.tables.model import Press, Table
from bot.ui.components import Modal
from games.catalogue import catalogue
from games.contract import AnyGame
from tests.bot.screens.tour import SUN, everything, lobby_of
from tests.games.audit import parsed
from tests.support.examples import sampled
from tests.support.texts import texts

NAMES = (
    "@everyone <@4242> <@&4242> @here",
    "[gold](https://evil.example) `x`",
    "```\n# BIG\n```",
    "\u202eedisni tuo\u200b\u2066",
    "شيخ البحر \u200fالعجوز",
    "🏴‍☠️" * 8,
    "W" * 32,
    "\u3164\u200b\u200d",
    "**__~~||bold||~~__** > -# #",
    "<t:1:R> <:skull:4242> </play:4242>",
    "Z" + "\u0301" * 31,
    "FIRST\nSECOND\rTHIRD",
)
READ = ("content", "label", "placeholder", "description", "title", "value", "default_value")
ALIVE = re.compile(r"@(?:everyone|here)|(?<!\\)<(?:@[!&]?|#|/play:|:skull:)\d*4242|(?<!\\)<t:1:R>|://evil")
"""What would ping, link or become something else, as it stands there."""
UNSEEN = "\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067\r"
"""What turns words around, or breaks lines."""


def called(game: AnyGame, names: tuple[str, ...]) -> Table:
    """A lobby of people with these names."""
    table = lobby_of(game)
    named = tuple(
        msgspec.structs.replace(seat, name=name) for seat, name in zip(table.seats, names, strict=True)
    )
    return table.with_record(seats=named)


@pytest.mark.parametrize("moves", sampled((29, 7), 29))
@pytest.mark.parametrize("at", range(len(NAMES) // 3))
@pytest.mark.long
def test_on_no_screen_does_a_name_do_anything(at: int, moves: int) -> None:
    game = list(catalogue().values())[at % len(catalogue())]
    table, looked = called(game, NAMES[at * 3 : at * 3 + 3]), 0
    for screen in everything(table, "en-GB", moves):
        shown = (
            {"title": screen}
            if isinstance(screen, str)
            else json.loads(msgspec.json.encode(screen.payload()))
        )
        for key, text in texts(shown, READ):
            looked += 1
            assert not set(text) & set(UNSEEN), text
            assert "FIRST\n" not in text
            assert text.count("```") % 2 == 0
            if key == "content" and not isinstance(screen, Modal):
                assert not ALIVE.search(text), text
                assert not re.search(r"^# BIG", text, re.MULTILINE), text
    assert looked > 1000


@pytest.mark.parametrize("at", range(len(NAMES) // 3))
@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
def test_in_no_picture_does_a_name_do_anything(game: AnyGame, at: int) -> None:
    table = seats.start(called(game, NAMES[at * 3 : at * 3 + 3]), Press(0, SUN, ""), 0)
    state, random = table.state, Random(at)
    for _move in range(20):
        if waiting := game.to_act(state):
            legal = game.legal_actions(state, waiting[0])
            state, _events = game.apply(state, waiting[0], random.choice(legal))
    shown: tuple[tuple[Kind, int | None], ...] = (("board", None), ("hand", 0), ("sheet", None))
    for kind, seat in shown:
        wanted = game_image(kind, game, game.observe(state, seat), reader_for(table, "en-GB"))
        drawing = wanted.draw(*wanted.args)
        if drawing is not None:
            parsed(drawing.drawing.svg())
            assert not set(drawing.drawing.svg() + drawing.alt) & {*UNSEEN, "\u200b"}
            assert "evil.example" not in re.findall(r"href=\S+", drawing.drawing.svg())
