"""The table, drawn: ships, the voyage that just ended, parties in their boats, the players. A player's own
parties lie below, as a hand does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from games.buccaneer import picture_fleet, picture_ledger, picture_ships, scoring, tabletop
from games.buccaneer.artwork import BOAT, SHIP_CARD
from games.buccaneer.discs import FACES, OWNER, Party
from games.buccaneer.picture_fleet import CHOSEN
from games.buccaneer.refusals import why_idle
from games.buccaneer.state import View
from games.drawing.canvas import Box, Canvas
from games.drawing.furniture import MARGIN, WIDTH, note, note_height, plate, table, veil, winners
from games.drawing.palette import CHALK_SOFT
from games.text import Seat, Words, _, named

_TOP = 14
_MOST = 880
"""The height that a picture should not exceed."""
_GAP = 12
_WIDE = WIDTH - 2 * MARGIN
_WINNERS = 230
_CAPTION = 27
"""The size of a caption's words."""


class _Sizes(NamedTuple):
    """The heights of a player's line, of a ship's card and of what stands over the lines; how large boats
    are; and of how many parties it stands beside each other what a ship would bring them.
    """

    line: float
    ship: float
    head: float
    boats: float = 1
    across: int = 1


_ROOMY = _Sizes(picture_ledger.ROW, SHIP_CARD, picture_ledger.HEAD)
_SIZES = (
    _ROOMY,
    _ROOMY._replace(line=picture_ledger.LOW),
    _Sizes(38, 132, 34, 0.85, 2),
    _Sizes(35, 120, 32, 0.75, 2),
    *(_Sizes(33, 108, 0, boats) for boats in (1, 0.85, 0.75, 0.64)),
    _Sizes(33, 108, 0, 0.64, 2),
)
"""From where there is much room to where there is little."""


def draw(view: View, words: Words) -> Canvas:
    """The table as everybody sees it."""
    return _Table(view, words, None).drawn()


def draw_hand(view: View, seat: Seat, words: Words, chosen: Sequence[str], room: float) -> Canvas:
    """The table as this seat plays at it. `chosen`: a party, and perhaps a ship."""
    drawn = _Table(view, words, seat, chosen=chosen, room=room)
    return drawn.drawn(max(room, drawn.height) if room <= _MOST else None)


def board_height(view: View, words: Words, caption: str) -> float:
    """How high the table is with that caption."""
    return _Table(view, words, None, caption).height


def draw_frame(view: View, words: Words, caption: str, height: float) -> Canvas:
    """The table as everybody sees it, under a sentence that says what happened."""
    return _Table(view, words, None, caption).drawn(height)


class _Table:
    """The parts of a picture, one below the other."""

    def __init__(
        self,
        view: View,
        words: Words,
        seat: Seat | None,
        caption: str = "",
        chosen: Sequence[str] = (),
        room: float = math.inf,
    ) -> None:
        self.view, self.words, self.seat, self.caption = view, words, seat, caption
        self.party, self.ship = (*chosen, "", "")[:2]
        self.over = view.table.phase == "over"
        first, players = (0 if seat is None else seat), view.players
        self.others = [(first + turn) % players for turn in range(seat is not None, players)]
        self.fleet = sorted(
            [party for party in view.parties if self._afloat(party)],
            key=lambda party: (OWNER[party[0]] - first) % players,
        )
        self.mine = [] if self.over else [party for party in view.parties if OWNER[party[0]] == seat]
        self.room = min(room, _MOST)
        for self.sizes in _SIZES if room <= _MOST else _SIZES[:2]:
            if self._without <= self.room:
                break

    def _afloat(self, party: Party) -> bool:
        """Whether it is shown among the boats, not in a hand or on a line."""
        return len(party) > 1 and OWNER[party[0]] != self.seat and not self.over

    @property
    def captioned(self) -> float:
        """The height of the caption."""
        return note_height(self.caption, _WIDE, size=_CAPTION) + 10 if self.caption else 0

    @property
    def ships(self) -> float:
        """The height of the ships, or of those who have won."""
        if self.over:
            return _WINNERS
        return picture_ships.height(self.view, self.seat, self.sizes.ship, self.sizes.across) + _GAP

    @property
    def voyage(self) -> float:
        """The height of the voyage that just ended. It is left out where there is too little room."""
        high = picture_ships.VOYAGE + _GAP
        return high if tabletop.ship_just_left(self.view.table) and self._without + high <= self.room else 0

    @property
    def boats(self) -> float:
        """The height of the boats that are not in a hand."""
        if self.over:
            return 0
        if not self.fleet:
            return 0 if self.seat is not None else BOAT
        return picture_fleet.height(self.fleet, _WIDE / self.sizes.boats) * self.sizes.boats

    @property
    def ledger(self) -> float:
        """The height of the lines of the others, or of all."""
        return self.sizes.head + self.sizes.line * len(self.others)

    @property
    def hand(self) -> float:
        """The height of the own parties."""
        if self.seat is None:
            return 0
        own = picture_fleet.height(self.mine, (_WIDE - 16) / self.sizes.boats) * self.sizes.boats
        return self.sizes.line + own + (14 if self.mine else 8)

    @property
    def height(self) -> float:
        """The height of everything that is drawn, in units."""
        return self._without + self.voyage

    @property
    def _without(self) -> float:
        """The height of all but the voyage."""
        parts = (self.captioned, self.ships, self.boats, self.ledger, self.hand)
        return _TOP + sum(parts) + MARGIN - 4

    def drawn(self, height: float | None = None) -> Canvas:
        """The table drawn from top to bottom; `height`: how high the canvas is, None: as high as what is
        on it.
        """
        canvas = table(self.height if height is None else height)
        spare = max(0, canvas.box.h - self.height) if self.seat is not None else 0
        y = _TOP
        if self.caption:
            note(canvas, self.caption, Box(MARGIN, y, _WIDE, self.captioned - 10), size=_CAPTION)
            y += self.captioned
        self._draw_ships(canvas, Box(MARGIN, y, _WIDE, self.ships - _GAP))
        y += self.ships
        if self.voyage:
            voyage = Box(MARGIN, y, _WIDE, picture_ships.VOYAGE)
            picture_ships.draw_voyage(canvas, voyage, self.view, self.words)
            y += self.voyage
        y += spare / 2
        self._draw_boats(canvas, Box(MARGIN, y, _WIDE, self.boats))
        y += self.boats + spare / 2
        self._draw_ledger(canvas, Box(MARGIN - 6, y, _WIDE + 12, self.ledger))
        y += self.ledger
        if self.seat is not None:
            self._draw_hand(canvas, Box(MARGIN - 6, y, _WIDE + 12, self.hand), self.seat)
        return canvas

    def _draw_ships(self, canvas: Canvas, box: Box) -> None:
        shown = self.view.table
        if not self.over:
            picture_ships.draw(
                *(canvas, box, self.view, self.seat, self.words, self.party, self.ship),
                *(self.sizes.ship, self.sizes.across),
            )
            return
        seats = scoring.winners(shown.ducats, shown.booty)
        winners(canvas, Box(box.x, box.y, box.w, 226), {seat: self.words(named(seat)) for seat in seats})

    def _draw_boats(self, canvas: Canvas, box: Box) -> None:
        if not self.boats:
            return
        if not self.fleet:
            note(canvas, self.words(_("Every pirate stands alone.")), box, colour=CHALK_SOFT)
            return
        with canvas.scaled(box, self.sizes.boats) as sea:
            for boat in picture_fleet.places(self.fleet, sea):
                picture_fleet.draw(canvas, boat, self.view, self.words)

    def _draw_ledger(self, canvas: Canvas, box: Box) -> None:
        head = Box(box.x, box.y, box.w, self.sizes.head)
        if head.h:
            picture_ledger.draw_head(canvas, head, self.view.table, self.words)
        for at, seat in enumerate(self.others):
            line = Box(box.x, head.bottom + at * self.sizes.line, box.w, self.sizes.line)
            picture_ledger.draw_row(canvas, line, self.view, seat, self.words)

    def _draw_hand(self, canvas: Canvas, box: Box, seat: Seat) -> None:
        """The own parties, under what their owner has."""
        plate(canvas, box, awaited=seat in self.view.to_act)
        line = Box(box.x, box.y + 4, box.w, self.sizes.line)
        picture_ledger.draw_goods(canvas, line, self.view, seat, self.words)
        if self.over:
            picture_ledger.draw_place(canvas, line, self.view.table, seat, self.words)
        below = Box(box.x + 14, line.bottom, box.w - 28, box.bottom - line.bottom)
        with canvas.scaled(below, self.sizes.boats) as sea:
            for boat in picture_fleet.places(self.mine, sea):
                picture_fleet.draw(canvas, boat, self.view, self.words)
                if FACES[boat.party[0]].short == self.party:
                    canvas.rect(boat.box.inset(-4, 0), None, radius=14, stroke=CHOSEN)
                elif self.party or self._is_idle(boat.party):
                    veil(canvas, boat.box)

    def _is_idle(self, party: Party) -> bool:
        """Whether it is this captain's turn, but nothing can be done with this party."""
        shown = self.view.table
        if shown.phase != "turn" or shown.current != OWNER[party[0]]:
            return False
        return why_idle(shown, self.view.parties, party) is not None
