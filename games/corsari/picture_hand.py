"""The hand, drawn: sorted into prisoners, crew and stowaways as it is laid out, or would be best."""

from __future__ import annotations

from typing import assert_never

from games.corsari import emblems, picture_groups
from games.corsari.artwork import draw_card
from games.corsari.cards import FACES
from games.corsari.picture_groups import Group, Line
from games.corsari.sorting import SortedHand, sorted_hand
from games.corsari.state import NOTHING, View
from games.drawing.canvas import Box, Canvas
from games.drawing.furniture import BANNER, CARD, MARGIN, WIDTH, banner, fan_out, note, note_height, table
from games.text import Player, Text, Words, _, _n

_NOTE = 24
"""The size of the sentence above the cards."""
_WIDE = WIDTH - 2 * MARGIN


def draw(view: View, words: Words) -> Canvas:
    """The seat's own cards."""
    so = sorted_hand(view)
    if so is None:
        return _draw_what_is_left(view, words)
    text = words(_note(so, view))
    high = note_height(text, _WIDE, size=_NOTE, most=3)
    lines = _lines(so, view)
    top = BANNER + high + 14
    canvas = table(top + picture_groups.height(lines) + MARGIN - 8)
    asked = view.seat in view.to_act
    banner(canvas, words(_("Your cards")), words(_aside(view, asked)), urgent=asked)
    note(canvas, text, Box(MARGIN, BANNER, _WIDE, high), size=_NOTE, anchor="start")
    picture_groups.draw(canvas, top, lines, words)
    return canvas


def _aside(view: View, asked: bool) -> Text:
    return _("your turn") if asked else _n("{count} card", "{count} cards", len(view.hand))


def _note(so: SortedHand, view: View) -> Text:
    """What has just come, or what the cards are sorted for."""
    closer = Player(view.table.closer)
    match so.standing:
        case "laid out":
            return _("You have laid out your cards.")
        case "sails":
            return _("You have set sail: the others lay out their cards.")
        case "cappotto":
            return _("You can sail without stowaways: cappotto!")
        case "no higher":
            return _(
                "Best is a limit not above that of {player}, who then takes all your stowaways.",
                player=closer,
            )
        case "too high":
            return _(
                "You cannot get down to the limit of {player}: best is to keep few stowaways.", player=closer
            )
        case "with a drop":
            return _("You drew {card}.", card=FACES[view.drawn].label)
        case "to split":
            return _("You set sail. This is the best split.")
        case "so far":
            return _("This is the best split so far.")
    assert_never(so.standing)


def _lines(so: SortedHand, view: View) -> list[Line]:
    closer, closed = view.table.closer, view.table.closed
    against = None if closed is None or view.seat == closer else (closer, closed.limit)
    return picture_groups.lines_of(so.layout, view.table.pier_colour, _beside(so, view), view.drawn, against)


def _beside(so: SortedHand, view: View) -> Group | None:
    """What does not go aboard."""
    if so.drop != NOTHING:
        return Group(emblems.OVERBOARD, _("Best dropped"), (so.drop,), fresh=view.drawn)
    if so.layout.attached:
        title = _("Attached") if so.standing == "laid out" else _("To attach")
        return Group(emblems.ROPE, title, so.layout.attached)
    return None


def _draw_what_is_left(view: View, words: Words) -> Canvas:
    """After the game: what has not become penalty cards."""
    across = 7
    rows = -(-len(view.hand) // across)
    width = (_WIDE - 8 * (across - 1)) / across
    cards = Box(MARGIN, BANNER, _WIDE, rows * (width * CARD + 8))
    canvas = table(cards.bottom + MARGIN)
    banner(canvas, words(_("Your cards")), words(_aside(view, asked=False)))
    for card, place in zip(
        view.hand, fan_out(cards, len(view.hand), per_row=across, gap=8, widest=width), strict=True
    ):
        draw_card(canvas, place, card)
    return canvas
