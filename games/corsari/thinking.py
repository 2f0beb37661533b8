"""What a thinker needs of Corsari: cards dealt anew around what a seat knows, and what a hand has come to."""

from __future__ import annotations

from random import Random

from games.cards import Card, Cards
from games.corsari import policy, split
from games.corsari.answering import best_answer
from games.corsari.cards import ALL, BIT, COLOUR
from games.corsari.constants import FIRST_DISCARDS, HAND, MOST_CHANGES, PIER
from games.corsari.split import Layout
from games.corsari.state import NOTHING, State, Table, View
from games.fairness import SECRET_BYTES
from games.text import Seat

CARELESS = 0.1
"""How often somebody is thought not to have looked at the cards: keeps any of them, answers in any way."""
KEPT = 0.85
"""How often a card from the stock is thought to be weighed against those in the hand."""


def resample(view: View, random: Random) -> State:
    """The state as this seat may think that it is. Hands are as good as they have become by now: of each
    card from the stock their owners have kept what serves them.
    """
    table, known = view.table, known_cards(view)
    open_cards = table.pier + table.discards + b"".join(table.penalties) + b"".join(known)
    unseen = list(ALL.translate(None, open_cards))
    random.shuffle(unseen)
    hands = list(known)
    for seat in range(view.players):
        missing = min(_size(view, seat) - len(known[seat]), len(unseen) - table.stock)
        if seat != view.seat and missing > 0:
            hands[seat] = bytes(sorted(known[seat] + bytes(unseen[:missing])))
            del unseen[:missing]
    if table.phase != "over":
        for seat in range(view.players):
            if len(hands[seat]) > len(known[seat]):
                hands[seat] = _kept(view, hands[seat], known[seat], unseen, random)
    return State(
        table,
        tuple(hands),
        bytes(unseen[: table.stock]),
        _drawn(view, hands, known, random),
        _answers(view, hands, random),
        random.randbytes(SECRET_BYTES),
        _changes(view),
    )


def known_cards(view: View) -> list[Cards]:
    """What this seat knows of each hand: what was taken openly, and what has been laid out."""
    table = view.table
    known = list(table.taken) or [b""] * view.players
    if table.closed is not None:
        known[table.closer] = _all_of(table.closed)
    if table.phase == "over" and table.latest is not None:
        gone = b"".join(table.penalties)
        for seat, layout in enumerate(table.latest.layouts):
            known[seat] = _all_of(layout).translate(None, gone)
    if view.seat is not None:
        known[view.seat] = view.hand
    return [bytes(sorted(cards)) for cards in known]


def _all_of(layout: Layout) -> Cards:
    return bytes(sorted(layout.prisoners + layout.crew + layout.stowaways + layout.attached))


def _size(view: View, seat: Seat) -> int:
    """How many cards the seat holds. After the end those that were laid out are known, and no others."""
    table = view.table
    if table.phase == "over" and table.latest is not None and _all_of(table.latest.layouts[seat]):
        return 0
    return HAND + (table.phase == "drop" and seat in table.to_act)


def _kept(view: View, hand: Cards, known: Cards, unseen: list[Card], random: Random) -> Cards:
    """What the hand has become: as many cards of the stock as a seat has had by now were looked at, and each
    time the one that served least was put back among the unseen.
    """
    table = view.table
    if random.random() < CARELESS:
        return hand
    dealt = len(ALL) - len(b"".join(table.penalties)) - view.players * HAND
    drawn = dealt - PIER[view.players] - FIRST_DISCARDS - table.stock
    pier, mine = table.pier_colour, policy.held(hand)
    for _ in range(1 + drawn // view.players):
        if not unseen or random.random() > KEPT:
            continue
        place = random.randrange(len(unseen))
        card = unseen[place]
        mine[COLOUR[card]] |= BIT[card]
        drop = policy.best_drop(mine, pier)
        worst = policy.dropped(mine, pier, drop)
        if drop.limit <= policy.sails_at(view.players, table.turn) or worst in known:
            mine[COLOUR[card]] ^= BIT[card]  # would have set sail: it is another card
        else:
            mine[COLOUR[worst]] ^= BIT[worst]
            unseen[place] = worst
    return policy.cards_of(mine)


def _drawn(view: View, hands: list[Cards], known: list[Cards], random: Random) -> int:
    """The card for which another is to be dropped."""
    table = view.table
    if view.seat in table.to_act:
        return view.drawn
    if table.phase != "drop":
        return NOTHING
    seat = table.to_act[0]
    if table.drew in ("discard", "pier") and table.taken:
        return table.taken[seat][-1]
    return random.choice(hands[seat].translate(None, known[seat]) or hands[seat])


def _answers(view: View, hands: list[Cards], random: Random) -> tuple[Layout | None, ...]:
    """What has been laid out, by those who are ready: as well as they could, or carelessly."""
    table = view.table
    if table.phase != "answer" or table.closed is None:
        return ()
    answers: list[Layout | None] = [None] * view.players
    for seat in range(view.players):
        if seat not in (table.closer, view.seat, *table.to_act):
            answers[seat] = _answer(table, table.closed, hands[seat], random)
    if view.seat is not None:
        answers[view.seat] = view.answer
    return tuple(answers)


def _answer(table: Table, closed: Layout, hand: Cards, random: Random) -> Layout:
    best = best_answer(hand, closed.crew, table.pier_colour, closed.limit)
    attached, crew = best.attached, best.crew
    if random.random() < CARELESS:
        attached = random.choice(split.attachings(hand, closed.crew))
        crew = random.choice(split.crews(hand.translate(None, attached), table.pier_colour))
    return split.laid_out(hand.translate(None, attached), table.pier_colour, crew, attached)


def _changes(view: View) -> tuple[int, ...]:
    """How often this seat has answered anew, as what it is asked says; the others' is all one to it."""
    if view.answer is None or view.seat is None or view.seat in view.to_act:
        return ()
    made = int(view.decision.split(".")[2]) - 1 if view.decision else MOST_CHANGES
    return tuple([made * (seat == view.seat) for seat in range(view.players)]) if made else ()
