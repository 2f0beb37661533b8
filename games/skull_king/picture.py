"""Skull King's pictures, each with what it says in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from games import picture_alt, shared_words
from games.contract import Frame, Hand, Picture, Stands
from games.drawing.canvas import Canvas
from games.drawing.furniture import table
from games.skull_king import (
    picture_cover,
    picture_hand,
    picture_reference,
    picture_sheet,
    picture_table,
    rulebook,
    sheet,
    tabletop,
)
from games.skull_king.dealing import tricks_done
from games.skull_king.options import SkullKingOptions
from games.skull_king.speech import cards_words
from games.skull_king.state import Table, View
from games.text import Text, Words


def board(view: View, words: Words) -> Picture:
    """The table, for everybody who may see this view."""
    drawn = _opening(view, words) if _opens(view.table) else _table(view, words)
    return Picture(drawn.drawing(), tuple(_said(view)))


def _opens(shown: Table) -> bool:
    """Whether there is nothing to show yet but who plays: many are named beside the picture then."""
    return shown.phase == "bid" and not shown.score_sheet and shown.hands > 4


def _opening(view: View, words: Words) -> Canvas:
    canvas = table(picture_table.small_height(view.table) + 12)
    picture_table.draw_small(canvas, view, words)
    return canvas


def _table(view: View, words: Words, *, gathered: bool = False) -> Canvas:
    canvas = table(picture_table.height(view.table) + 12)
    picture_table.draw(canvas, view, words, gathered=gathered)
    return canvas


def _said(view: View) -> Iterator[Text]:
    """The table in words, what is new first, then player by player."""
    said, news = tabletop.board(view), tabletop.news(view.table)
    yield from () if news is None else (news,)
    yield said.turn
    yield said.headline
    yield from tabletop.plates(view)


def hand(view: View, words: Words, _chosen: Sequence[str] = (), room: float = math.inf) -> Picture | None:
    """What the seat's player sees, for nobody else: the table and the own cards."""
    said = tabletop.hand(view)
    if said is None:
        return None
    return Picture(picture_hand.draw(view, words, room).drawing(), tuple(_said_of_hand(view, said)))


def _said_of_hand(view: View, said: Hand) -> Iterator[Text]:
    """While cards are played, the trick first: buttons say which cards are held."""
    own = picture_alt.hand(shared_words.hand_of(cards_words(view.hand).items), said)
    table = tabletop.board(view)
    if view.table.phase in ("bid", "load"):
        yield from (*own, table.headline, *tabletop.plates(view))
    elif view.table.trick:
        yield from (*table.table, *reversed(own), table.turn, table.headline, *picture_alt.seats(table))
    else:
        yield from (*reversed(own), *_said(view))


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as anything stands on it."""
    said = sheet.sheet(view)
    return (
        None if said is None else Picture(picture_sheet.draw(view, words).drawing(), picture_alt.sheet(said))
    )


def cover(title: Text, tagline: Text, words: Words) -> Picture:
    """What a lobby shows of the game: its title and tagline, drawn and in words."""
    return Picture(picture_cover.draw(title, tagline, words).drawing(), (title, tagline))


def reference(options: SkullKingOptions, title: Text, words: Words) -> Picture:
    """The rules on one page."""
    book = rulebook.rulebook(options)
    alt = (title, *picture_reference.alt(book))
    return Picture(picture_reference.draw(options.setup, book, title, words).drawing(), alt)


# What was played, as a moving picture

_MANY = 16
"""Of more scenes only those are shown in which no card lies alone."""


def frames(seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
    """What was played, card by card, the tricks going to their winners. How it stands now comes first."""
    if not seen:
        return ()
    now = Frame(_table(seen[-1], words).drawing(), Stands.NOW)
    shown = list(_scenes(seen))
    if len(shown) > _MANY:
        shown = [scene for scene in shown if _stands(scene) == Stands.MOMENT]
    drawn = (
        Frame(_table(view, words, gathered=gathered).drawing(), _stands((view, gathered)))
        for view, gathered in shown
    )
    return (now, *drawn)


def _scenes(seen: Sequence[View]) -> Iterator[tuple[View, bool]]:
    """What is worth a frame, and whether the trick is being gathered in it: not that somebody has chosen."""
    before: Table | None = None
    for view in seen:
        now = view.table
        if before is None or _changed(before, now):
            yield view, False
            if not now.trick and now.last and now.phase in ("play", "power") and tricks_done(now):
                yield view, True
        before = now


def _changed(before: Table, now: Table) -> bool:
    return (before.phase, before.round, before.trick, before.fallen) != (
        now.phase,
        now.round,
        now.trick,
        now.fallen,
    )


def _stands(scene: tuple[View, bool]) -> Stands:
    view, gathered = scene
    return Stands.FLIGHT if gathered else Stands.MOVE if view.table.trick else Stands.MOMENT
