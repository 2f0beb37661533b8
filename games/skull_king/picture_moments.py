"""What befalls the cards of a trick that is over, drawn on them: nets, hearts, tentacles, a rain of coins."""

from __future__ import annotations

from games.cards import Cards
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import COIN, SUN
from games.drawing.furniture import emblem_disc, veil
from games.drawing.palette import CHALK, GOLD, INK, LEATHER_EDGE
from games.skull_king import trick
from games.skull_king.artwork import character_of
from games.skull_king.cards import KIND, KING, KRAKEN, WHALE, FaceNumber, Kind
from games.skull_king.emblems import HEART, NET, TENTACLES
from games.skull_king.speech import (
    captured,
)
from games.skull_king.state import Setup

_KRAKEN_ARMS, _ROSE = "#343a78", "#e2557a"
_HEARTS = ((0.22, 0.2, 0.34), (0.82, 0.42, 0.26), (0.3, 0.62, 0.22))
"""Where hearts float over a card, in shares of its width and height, and how large they are."""
_COINS = ((0.02, 0.36), (0.97, 0.42), (0, 0.62), (0.97, 0.66))
"""Where coins lie at the sides of a card, clear of its number and its name."""


def draw_fate(canvas: Canvas, box: Box, face: FaceNumber, played: Cards, setup: Setup) -> None:
    """What has become of a card in a trick that is over."""
    match trick.acting_beast(played):
        case beast if beast == KRAKEN:
            if face != KRAKEN:
                lower = Box(box.x, box.bottom - box.w, box.w, box.w)
                canvas.art(TENTACLES.art(_KRAKEN_ARMS, CHALK), lower)
        case beast if beast == WHALE:
            if face != WHALE and KIND[face] != Kind.NUMBER:
                veil(canvas, box)
        case _:
            if face in captured(played, setup.edition):
                _draw_caught(canvas, box, face)


def _draw_caught(canvas: Canvas, box: Box, face: FaceNumber) -> None:
    """The King loses his heart; everybody else lies in a net."""
    if face == KING:
        for across, down, size in _HEARTS:
            side = size * box.w
            heart = Box(box.x + across * box.w - side / 2, box.y + down * box.h - side / 2, side, side)
            canvas.art(HEART.art(_ROSE, CHALK), heart)
    else:
        canvas.art(NET.art(CHALK, CHALK), Box(box.x, box.y + 2, box.w, box.w), opacity=0.85)


def draw_capture(canvas: Canvas, box: Box, played: Cards, setup: Setup) -> float:
    """Who has captured whom, as discs side by side from the left of the box; how wide that is."""
    prey = captured(played, setup.edition)
    if not prey:
        return 0
    taker = character_of(played[trick.strongest(played, setup.edition)])
    radius = box.h / 2 - 4
    x = box.x + radius
    emblem_disc(canvas, x, box.cy, radius, taker.colour, taker.emblem)
    for face in prey[:4]:
        x += radius * 1.5
        caught = character_of(face)
        emblem_disc(canvas, x, box.cy, radius * 0.8, caught.colour, caught.emblem)
        sign, side = (HEART, 0.9) if face == KING else (NET, 1.3)
        over = Box(x, box.cy, 0, 0).inset(-radius * side / 2)
        canvas.art(sign.art(_ROSE if face == KING else CHALK, CHALK), over, opacity=0.9)
    return x + radius - box.x


def draw_treasure(canvas: Canvas, card: Box) -> None:
    """Coins rain on the card that made a bid as the last one of a round."""
    for across, down in _COINS:
        side = card.w * 0.3
        place = Box(card.x + across * card.w - side / 2, card.y + down * card.h - side, side, side)
        canvas.circle(place.cx, place.cy, side / 2, GOLD)
        canvas.art(COIN.art(LEATHER_EDGE, GOLD), place)


def draw_triumph(canvas: Canvas, box: Box) -> None:
    """A sun behind a coin."""
    canvas.art(SUN.art(GOLD, INK), box)
    canvas.art(COIN.art(INK, GOLD), box.inset(box.w * 0.27))
