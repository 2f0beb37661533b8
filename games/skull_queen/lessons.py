"""What newcomers are told, each thing when it is needed, and the game in which all of it comes up."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import Card
from games.contract import Course, Lesson
from games.skull_queen import constants, news, plank, scoring, trick
from games.skull_queen.cards import COLOUR, MATE, MONKEY, SPECIALS, VALUES
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.options import SkullQueenOptions
from games.skull_queen.plank import OVERBOARD, WORTH
from games.skull_queen.position import SkullQueenPosition
from games.skull_queen.speech import (
    card_words,
    colour_words,
)
from games.skull_queen.state import View
from games.text import Listed, Player, Text, _, _n

_SEED = bytes([130, 1]) * 16
_LEARNERS = 3


def course(_options: SkullQueenOptions | None = None) -> Course:
    """The last two of three rounds: thirty choices."""
    position = SkullQueenPosition(round=2, scores=(0,) * _LEARNERS)
    return Course(SkullQueenOptions(), _LEARNERS, _SEED, position)


def lessons(view: View) -> tuple[Lesson, ...]:
    """What is worth saying here and now, what is needed first standing first."""
    if view.seat is None:
        return ()
    return tuple(Lesson(name, text) for name, text in _all(view))


def _all(view: View) -> Iterator[tuple[str, Text]]:
    match view.table.phase:
        case "plank":
            yield from _after_a_round(view)
            yield from _before_a_round()
        case "play":
            yield from _what_a_trick_did(view)
            yield from _how_to_play(view)
            yield from _cards(view)
        case "over":
            yield from _after_a_round(view)


# Planks


def _before_a_round() -> Iterator[tuple[str, Text]]:
    yield (
        "pirates",
        _(
            "High cards send your four pirates up the plank, low ones down. After the round each scores its "
            "space: the top pays most if ascending, the bottom if descending."
        ),
    )
    yield (
        "room",
        _(
            "Each pirate goes by your own cards of its colour. Leave it room where they send it: in the "
            "water it scores nothing."
        ),
    )


def _after_a_round(view: View) -> Iterator[tuple[str, Text]]:
    """Why there are so many points."""
    rounds = scoring.rounds_of(view.table.score_sheet, view.table.players)
    if not rounds or view.seat is None:
        return
    own = rounds[-1][view.seat]
    values = tuple(WORTH[own[0]][space] for space in own[1:] if space != OVERBOARD)
    if values:
        yield (
            "points",
            _n(
                "Your pirates stood on {spaces} at the end: that round brought you {count} point.",
                "Your pirates stood on {spaces} at the end: that round brought you {count} points.",
                plank.worth(own),
                spaces=Listed(values),
            ),
        )


# Tricks


def _what_a_trick_did(view: View) -> Iterator[tuple[str, Text]]:
    table = view.table
    if any(OVERBOARD in own[1:] for own in table.planks):
        yield (
            "overboard",
            _(
                "Splash! A step beyond either end of the plank, and a pirate is in the water: no points "
                "this round, and no card moves it."
            ),
        )
    if news.shows_last(table) and table.players != OLD_KING_PLAYS:
        yield (
            "next-lead",
            _(
                "The highest number played, whatever its colour, leads the next trick: now {player}. Of "
                "equal numbers, the one played later does.",
                player=Player(table.leader),
            ),
        )


def _how_to_play(view: View) -> Iterator[tuple[str, Text]]:
    table = view.table
    yield (
        "trick",
        _(
            "A trick: one card each; whoever plays first leads. Of several cards of one colour, the highest "
            "sends its player's pirate up, the lowest down."
        ),
    )
    if table.players == OLD_KING_PLAYS:
        yield (
            "old-king",
            _("The old Pirate King leads every trick. His cards count, but he has no pirates."),
        )
    if view.seat not in view.to_act:
        return
    led, hand = trick.colour_led(table.trick), view.hand
    if not table.trick:
        yield (
            "lead",
            _(
                "Your card sets the colour. The others must follow, that is, play that colour if they have "
                "it, or a special card."
            ),
        )
    elif led is not None and any(_is_of(card, led) for card in hand):
        yield (
            "follow",
            _(
                "{colour} was led, and you have some: you must follow, that is, play it too. Only the Monkey "
                "and the First Mate may be played instead.",
                colour=colour_words(led),
            ),
        )
    elif led is not None and hand.strip(SPECIALS):
        yield (
            "void",
            _("You can't follow: a card of another colour counts in its own colour."),
        )


def _is_of(card: Card, colour: int) -> bool:
    return card not in SPECIALS and COLOUR[card] == colour


# Cards


def _cards(view: View) -> Iterator[tuple[str, Text]]:
    table = view.table
    if table.middle:
        yield (
            "middle",
            _(
                "In the middle lie cards that were alone in their colour. They count in the next trick, but "
                "nobody moves for them."
            )
            if table.done
            else _(
                "In the middle lie cards left over from the deal. They count in the next trick, but nobody "
                "moves for them."
            ),
        )
    there = table.trick + table.middle
    eights, twos = _first(there, constants.TWO_UP), _first(there, constants.TWO_DOWN)
    for name, due, text in (
        (
            "two-up",
            bool(eights),
            _(
                "{card} is there: with an {number} in the trick or the middle, the highest card of its "
                "colour sends a pirate up two, not one.",
                card=Listed(tuple(map(card_words, eights))),
                number=constants.TWO_UP,
            ),
        ),
        (
            "two-down",
            bool(twos),
            _(
                "{card} is there: with a {number} in the trick or the middle, the lowest card of its "
                "colour sends a pirate down two, not one.",
                card=Listed(tuple(map(card_words, twos))),
                number=constants.TWO_DOWN,
            ),
        ),
        (
            "monkey",
            _matters(view, MONKEY),
            _(
                "{card} takes the colour that is led, as its lowest card. It may be played at any time, "
                "even by those who could follow.",
                card=card_words(MONKEY),
            ),
        ),
        (
            "mate",
            _matters(view, MATE),
            _(
                "{card} takes the colour that is led, as its highest card. It may be played at any time, "
                "even by those who could follow.",
                card=card_words(MATE),
            ),
        ),
    ):
        if due:
            yield name, text


def _matters(view: View, card: Card) -> bool:
    """Whether a special card lies in the trick, or could be played into it now."""
    return card in view.table.trick or (card in view.hand and view.seat in view.to_act)


def _first(cards: bytes, number: int) -> bytes:
    """The first card of this number, or none."""
    return bytes([card for card in cards if card not in SPECIALS and VALUES[card] == number])[:1]
