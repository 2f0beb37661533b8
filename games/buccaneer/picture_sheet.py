"""The score sheet, drawn: ship by ship who gained and paid what, then what the booty brought."""

from __future__ import annotations

from collections.abc import Iterator

from games import shared_words
from games.buccaneer import scoring
from games.buccaneer.artwork import dress
from games.buccaneer.boarding import gains, pieces
from games.buccaneer.sheet import begun, purses
from games.buccaneer.ships import BOOTY, SHIPS, Kind
from games.buccaneer.state import Table, View, Voyage
from games.drawing import notepad
from games.drawing.canvas import Canvas
from games.drawing.furniture import BANNER, MARGIN, banner, table
from games.drawing.notepad import Entry, Line
from games.text import Words, _, named, signed


def draw(view: View, words: Words) -> Canvas:
    """The ships that are gone; there is at least one."""
    shown = view.table
    over = shown.phase == "over"
    lines = [
        Line(words(begun(shown)), tuple([Entry(str(ducats)) for ducats in purses(shown)])),
        *(
            _summed(shown, words)
            if over and shown.voyages
            else (_line(voyage, shown.players, words) for voyage in shown.voyages)
        ),
        *(_booty_line(shown, kind) for kind in range(len(BOOTY)) if over),
    ]
    names = [words(named(seat)) for seat in range(shown.players)]
    top = BANNER + notepad.height(lines)
    canvas = table(top + MARGIN)
    gone = _("{gone} of {ships} ships gone", gone=len(shown.voyages), ships=len(SHIPS))
    aside = gone if shown.voyages else _("at the end")
    banner(canvas, words(shared_words.SCORE_SHEET), words(aside))
    totals = [str(ducats) for ducats in shown.ducats]
    leading = [seat in scoring.winners(shown.ducats, shown.booty) for seat in range(shown.players)]
    notepad.draw(canvas, BANNER, names, lines, words(_("Ducats")), totals, leading)
    return canvas


def _line(voyage: Voyage, players: int, words: Words) -> Line:
    """A ship: what everybody gained or paid, and who got a piece of booty."""
    won = dict(pieces(voyage)) if voyage.party else dict[int, Kind]()
    entries = [
        Entry(signed(ducats) if ducats else "", sign=dress(won[seat])[1] if seat in won else None)
        for seat, ducats in enumerate(gains(voyage, players))
    ]
    return Line(words(SHIPS[voyage.ship].name), tuple(entries))


def _summed(shown: Table, words: Words) -> Iterator[Line]:
    """All ships in two lines, once there are fifteen: what was won as the captain, what in others' crews."""
    ships = [(voyage.captain, gains(voyage, shown.players)) for voyage in shown.voyages]
    for title, captains in ((_("As captain"), True), (_("As crew"), False)):
        sums = [
            sum(won[seat] for captain, won in ships if (captain == seat) == captains)
            for seat in range(shown.players)
        ]
        yield Line(words(title), tuple([Entry(signed(ducats)) for ducats in sums]))


def _booty_line(shown: Table, kind: Kind) -> Line:
    """A kind of booty: how many pieces everybody had, and what they brought."""
    own = scoring.pieces_of(shown.booty, kind)
    won = scoring.awards(own, BOOTY[kind].value)
    emblem = dress(kind)[1]
    entries = [
        Entry(signed(ducats) if count else "", f"× {count}" if count else "")
        for count, ducats in zip(own, won, strict=True)
    ]
    return Line(str(BOOTY[kind].value), tuple(entries), emblem)
