"""Ships on a picture: those in sight, what they would bring a player, and the voyage that just ended."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer import tabletop
from games.buccaneer.actions import obliged
from games.buccaneer.artwork import (
    SEA,
    SHIP_CARD,
    draw_booty,
    draw_ship,
    draw_ship_gone,
    draw_wage,
    fate,
)
from games.buccaneer.boarding import gains, pieces
from games.buccaneer.discs import FACES, OWNER, Party
from games.buccaneer.emblems import SHIP
from games.buccaneer.outlook import figures, outlook
from games.buccaneer.picture_fleet import CHOSEN, LATEST
from games.buccaneer.ships import IN_SIGHT, NEEDS, SHIPS, Kind, ShipNumber
from games.buccaneer.speech import (
    PLACES,
    ships_in_places,
)
from games.buccaneer.state import View, Voyage
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import JOLLY_ROGER, SUN
from games.drawing.furniture import MIDDLE, SMALL, chip, veil
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, INK, LEAF, Colour
from games.text import Seat, Words, named, signed

VOYAGE = 108
"""The height of the voyage that just ended."""
_LINE = 32
"""The height of what a ship would bring a party."""


def boarders(view: View, seat: Seat, ship: ShipNumber) -> list[Party]:
    """The seat's parties with which it could board this ship; in a mutiny one of those that must."""
    own = [party for party in view.parties if OWNER[party[0]] == seat]
    if seat == view.table.current:
        own = obliged(view.table, view.parties) or own
    return [party for party in own if len(party) >= NEEDS[ship]]


def height(view: View, seat: Seat | None, card: float = SHIP_CARD, across: int = 1) -> float:
    """Of the ships' cards, each so high, with what they would bring this seat below: so many parties beside
    each other.
    """
    if seat is None:
        return card
    most = max([len(boarders(view, seat, ship)) for ship in view.table.ships], default=0)
    return card + _LINE * -(-most // across)


def draw(
    canvas: Canvas,
    box: Box,
    view: View,
    seat: Seat | None,
    words: Words,
    chosen: str = "",
    target: str = "",
    card: float = SHIP_CARD,
    across: int = 1,
) -> None:
    """Those in sight, and in the places of the others what has become of them: each keeps its place from when
    it came in sight, the smallest on the left. `chosen`: the party that is to do something; `target`: the
    ship that it is to board; `card` and `across` as in `height`.
    """
    shown = view.table
    gone = {voyage.ship: voyage for voyage in shown.voyages[-IN_SIGHT:]}
    columns = zip(ships_in_places(shown), PLACES, box.columns(IN_SIGHT, 12), strict=False)
    for ship, sign, column in columns:
        place = Box(column.x, column.y, column.w, card)
        if ship not in shown.ships:
            draw_ship_gone(canvas, place, gone[ship], words)
            if ship == shown.voyages[-1].ship and tabletop.ship_just_left(shown):
                canvas.rect(place.inset(-1), None, radius=13, stroke=LATEST)
            continue
        draw_ship(canvas, place, ship, words, sign)
        if str(ship + 1) == target:
            canvas.rect(place.inset(-1), None, radius=13, stroke=CHOSEN)
        parties = [] if seat is None else boarders(view, seat, ship)
        beside = min(across, len(parties))
        for at, party in enumerate(parties):
            line = Box(place.x, place.bottom + at // beside * _LINE, place.w, _LINE)
            line = line.columns(beside, 0)[at % beside].inset(2, 1)
            _draw_outlook(canvas, line, view, party, ship)
            if chosen and FACES[party[0]].short != chosen:
                veil(canvas, line)


def _draw_outlook(canvas: Canvas, box: Box, view: View, party: Party, ship: ShipNumber) -> None:
    """What boarding this ship with this party brings."""
    seen = outlook(view, party, ship)
    draw_wage(canvas, box.x + 13, box.cy, 13, party[0])
    beside = Box(box.x + 29, box.y, box.w - 29, box.h)
    colour = LEAF if seen.least >= 0 else EMBER if seen.most < 0 else CHALK
    canvas.words_in(figures(seen), beside, STRONG, MIDDLE, colour, anchor="start", least=SMALL)


# The voyage that just ended


def draw_voyage(canvas: Canvas, box: Box, view: View, words: Words) -> None:
    """The ship under her new flag, and what she brought everybody; or how she sails into the sunset."""
    voyage = view.table.voyages[-1]
    canvas.rect(box, SEA, radius=14)
    _draw_waves(canvas, box)
    ship = Box(box.x + 8, box.y + 6, 88, 88)
    if voyage.captain is None:
        canvas.art(SUN.art(GOLD, SEA), Box(box.right - 110, box.y + 6, 84, 84))
        ship = Box(box.right - 200, box.y + 34, 56, 56)
    canvas.art(SHIP.art(CHALK, SEA), ship)
    if voyage.captain is not None:
        canvas.art(JOLLY_ROGER.art(INK, CHALK), Box(ship.x + 50, ship.y + 24, 30, 30))
    name, below = Box(box.x + 104, box.y + 14, 142, 72).rows(2, 0)
    canvas.words_in(words(SHIPS[voyage.ship].name), name, DISPLAY, 30, CHALK, anchor="start", least=SMALL)
    canvas.words_in(words(fate(voyage)), below, TEXT, SMALL, CHALK, anchor="start", least=18)
    won = dict(pieces(voyage)) if voyage.party else dict[Seat, Kind]()
    changes = gains(voyage, view.players)
    for place, seat in zip(
        Box(box.x + 250, box.y + 8, box.w - 258, box.h - 24).columns(5, 4),
        _in_order(voyage, changes, won),
        strict=False,
    ):
        _draw_share(canvas, place, seat, changes[seat], won.get(seat), words)


def _in_order(voyage: Voyage, changes: Sequence[int], won: dict[Seat, Kind]) -> list[Seat]:
    """Those who got something, the captain first."""
    seats = [seat for seat, ducats in enumerate(changes) if ducats or seat in won]
    return sorted(seats, key=lambda seat: (seat != voyage.captain, seat not in won))


def _draw_share(canvas: Canvas, box: Box, seat: Seat, ducats: int, kind: Kind | None, words: Words) -> None:
    upper, lower = box.rows(2, 0)
    left = box.cx - (0 if kind is None else 17)
    chip(canvas, left, upper.cy, 19, seat, words(named(seat)))
    if kind is not None:
        draw_booty(canvas, Box(left + 21, upper.cy - 15, 30, 30), kind)
    colour: Colour = LEAF if ducats > 0 else EMBER if ducats < 0 else CHALK_SOFT
    canvas.words_in(signed(ducats), lower, STRONG, MIDDLE, colour, least=SMALL)


def _draw_waves(canvas: Canvas, box: Box) -> None:
    """A swell along the lower edge."""
    step, y = 22.0, box.bottom - 8
    crests = int((box.w - 24) // step)
    points = [(box.x + 12 + step * at, y - (5 if at % 2 else 0)) for at in range(crests + 1)]
    canvas.line(points, Stroke(CHALK, 2.5), opacity=0.45)
