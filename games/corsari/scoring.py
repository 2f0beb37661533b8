"""Who keeps which stowaways, who has won, and who is in which place. Fewest penalty cards are best.

The score sheet is stored in few bytes: of each complete hand its number, its closer, and the penalty cards of
each seat. Void hands leave nothing behind. A cappotto, which ends the game, is `CAPPOTTO` for the winners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.cards import Cards
from games.contract import Cost, Event, Figure, Reckoning
from games.corsari.constants import LAST_HAND, OVER
from games.corsari.split import Layout
from games.corsari.state import Cappotto, HandScored, Showdown, Table, View
from games.text import Seat, Text, _

CAPPOTTO = 255
"""More cards than there are."""
COUNTED: Mapping[str, Text] = {
    "clean_sailings": _("Sailings without a penalty card"),
    "clean_hands": _("Hands without a penalty card"),
}


def senders(layouts: Sequence[Layout], closer: Seat) -> tuple[Seat, ...]:
    """The opponents who send the closer under: whose limit is not above the closer's."""
    most = layouts[closer].limit
    return tuple([seat for seat, layout in enumerate(layouts) if seat != closer and layout.limit <= most])


def gained(layouts: Sequence[Layout], closer: Seat) -> tuple[Cards, ...]:
    """The penalty cards that each seat takes.

    Whoever stays above the closer's limit keeps the stowaways. A closer who was sent under keeps all of the
    own ones and of those who did it; else the closer takes nothing.
    """
    sending = senders(layouts, closer)
    found = [b"" if seat in sending else layout.stowaways for seat, layout in enumerate(layouts)]
    found[closer] = b"".join([layouts[seat].stowaways for seat in (closer, *sending)]) if sending else b""
    return tuple(found)


def cappotto(layouts: Sequence[Layout], closer: Seat, counts: Sequence[int]) -> tuple[Seat, ...]:
    """Who of the opponents wins the game by having no stowaways: of several the one with the fewest penalty
    cards, and of those who are equal in that all. (A closer without stowaways has won before they show.)
    """
    clean = [seat for seat, layout in enumerate(layouts) if seat != closer and not layout.stowaways]
    fewest = min([counts[seat] for seat in clean], default=0)
    return tuple([seat for seat in clean if counts[seat] == fewest])


def ends_game(table: Table, total: int) -> bool:
    """Whether the game is over after a hand with so many penalty cards in all."""
    return table.last_hand or total >= OVER


def ends_soon(total: int) -> bool:
    """Whether the next hand is the last."""
    return LAST_HAND <= total < OVER


def places(counts: Sequence[int], winners: Sequence[Seat] = ()) -> tuple[int, ...]:
    """Each seat's place: those who made a cappotto first, then by fewest cards; equals share the better."""
    ranks = [-1 if seat in winners else count for seat, count in enumerate(counts)]
    return tuple([1 + sum([other < own for other in ranks]) for own in ranks])


def winners(table: Table) -> tuple[Seat, ...]:
    """The seats in first place of a game that is over."""
    return tuple(
        [seat for seat, place in enumerate(places(table.counts, made_cappotto(table))) if place == 1]
    )


def made_cappotto(table: Table) -> tuple[Seat, ...]:
    """Who has won the game by a cappotto, if that is how it ended."""
    return table.latest.cappotto if table.latest else ()


def reckoned(_view: View, events: Sequence[Event]) -> Reckoning:
    """The penalty cards of the hand that ends, and who brought them upon whom."""
    ended = next((event for event in events if isinstance(event, HandScored | Cappotto)), None)
    if ended is None:
        return Reckoning()
    costs = () if isinstance(ended, Cappotto) else tuple(_costs(ended.showdown))
    return Reckoning(tuple(map(len, ended.showdown.gained)), costs)


def _costs(showdown: Showdown) -> Iterator[Cost]:
    """Whoever sends the closer under hands their stowaways over; all others keep theirs because of it."""
    closer, sending = showdown.closer, senders(showdown.layouts, showdown.closer)
    for seat, layout in enumerate(showdown.layouts):
        if seat != closer and layout.stowaways:
            by, who = (seat, closer) if seat in sending else (closer, seat)
            yield Cost(by, who, len(layout.stowaways))


# The score sheet


class ScoredHand(msgspec.Struct, frozen=True):
    """One hand on the score sheet. `gained`: penalty cards by seat, or `CAPPOTTO`."""

    hand: int
    closer: Seat
    gained: Sequence[int]


def packed(showdown: Showdown) -> bytes:
    """A hand as the score sheet keeps it."""
    gained = [len(cards) for cards in showdown.gained]
    for seat in showdown.cappotto:
        gained[seat] = CAPPOTTO
    return bytes((showdown.hand, showdown.closer, *gained))


def hands_of(score_sheet: bytes, players: int) -> list[ScoredHand]:
    """The complete hands that a score sheet holds, the first one first; `players` tells how long each is."""
    wide = players + 2
    hands = [score_sheet[start : start + wide] for start in range(0, len(score_sheet), wide)]
    return [ScoredHand(hand[0], hand[1], hand[2:]) for hand in hands]


def figures(hands: Sequence[ScoredHand], players: int) -> tuple[Figure, ...]:
    """How often each seat came off without a penalty card: when it was the closer, and in all."""
    seats = range(players)
    clean = [[hand.gained[seat] in (0, CAPPOTTO) for hand in hands] for seat in seats]
    closed = [[hand.closer == seat for hand in hands] for seat in seats]
    both = [[was and did for was, did in zip(clean[seat], closed[seat], strict=True)] for seat in seats]
    return (
        Figure("clean_sailings", tuple(map(sum, both)), tuple(map(sum, closed))),
        Figure("clean_hands", tuple(map(sum, clean)), (len(hands),) * players),
    )
