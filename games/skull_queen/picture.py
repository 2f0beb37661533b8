"""Skull Queen's pictures, each with what it says in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from games import picture_alt, shared_words
from games.contract import Picture
from games.skull_queen import (
    menus,
    news,
    picture_board,
    picture_cover,
    picture_hand,
    picture_reference,
    picture_sheet,
    rulebook,
    sheet,
    tabletop,
)
from games.skull_queen.options import SkullQueenOptions
from games.skull_queen.speech import (
    card_words,
    held_words,
    side_symbol,
    spaces_words,
)
from games.skull_queen.state import NO_CARD, Table, View, order_of
from games.text import Listed, Player, Text, Words, _, labelled


def board(view: View, words: Words) -> Picture:
    """The table, for everybody who may see this view."""
    said = tabletop.board(view)
    alt = (said.headline, said.turn, *said.table, *_seats(view.table), *_latest(view))
    return Picture(picture_board.draw(view, words).drawing(), alt)


def hand(view: View, words: Words, chosen: Sequence[str] = (), room: float = math.inf) -> Picture | None:
    """All that its player needs, for its player alone. `chosen`: how much of the plank is set."""
    held, said = tabletop.hand(view), tabletop.board(view)
    if held is None:
        return None
    cards = shared_words.hand_of(held_words(view.hand))
    menu = menus.steps(view, chosen)
    asked = said.turn if menu is None else menu.prompt
    secret = view.table.phase == "plank" or view.pick != NO_CARD
    own = picture_alt.hand(cards, held) if secret else (cards,)
    latest = _latest(view) if view.table.phase == "play" else ()
    alt = (asked, *said.table, *own, *latest, *_seats(view.table), said.headline)
    return Picture(picture_hand.draw(view, words, menus.begun(view, chosen), room).drawing(), alt)


def _seats(table: Table) -> Iterator[Text]:
    """Of each player the points, and where the pirates stand."""
    for seat, points in enumerate(table.points):
        if table.planks:
            own = table.planks[seat]
            yield _(
                "{player}: {points}, {side} {pirates}",
                player=Player(seat),
                points=points,
                side=side_symbol(own),
                pirates=spaces_words(own),
            )
        elif seat in table.to_act:
            yield _("{player}: {points}, setting the plank", player=Player(seat), points=points)
        else:
            yield _("{player}: {points}, ready", player=Player(seat), points=points)


def _latest(view: View) -> Iterator[Text]:
    """The last trick as long as it is shown; once a round is scored, how its planks were."""
    shown, written = view.table, sheet.sheet(view)
    if shown.phase != "play":
        yield from () if written is None else written.latest
    elif news.shows_last(shown):
        yield shared_words.LAST_TRICK
        yield from () if (told := news.news(shown)) is None else (told,)
        for who, card in zip(order_of(shown.last_leader, shown.players), shown.last, strict=True):
            if who >= 0:
                yield labelled(Player(who), card_words(card))


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as anything stands on it."""
    said = sheet.sheet(view)
    if said is None:
        return None
    rounds = (labelled(row.label, Listed(row.cells)) for row in said.rows)
    alt = (said.title, picture_alt.totals(said), *said.latest, *rounds)
    return Picture(picture_sheet.draw(view, words).drawing(), alt)


def cover(title: Text, tagline: Text, words: Words) -> Picture:
    """What a lobby shows of the game: its title and tagline, drawn and in words."""
    return Picture(picture_cover.draw(title, tagline, words).drawing(), (title, tagline))


def reference(options: SkullQueenOptions, title: Text, words: Words) -> Picture:
    """The rules on one page."""
    book = rulebook.rulebook(options)
    return Picture(picture_reference.draw(book, title, words).drawing(), picture_reference.alt(book))
