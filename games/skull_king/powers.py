"""The powers of the named pirates: who has earned one, what may be chosen, and what comes of it.

A pirate who wins a trick for a seat lets it use his power at once: not in the round's last trick (but for
Harry), not where a kraken or whale rules the trick, and not where there is nothing to use it on. Graybeard
has none.
"""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from games.cards import Cards, without
from games.contract import Action, Event, IllegalAction
from games.skull_king import dealing, rounds, seating, trick
from games.skull_king.bidding import changed
from games.skull_king.cards import BENDT, FACES, HARRY, JUANITA, NAMED_PIRATES, RASCAL, ROSIE, FaceNumber
from games.skull_king.state import (
    GRAYBEARD,
    CardDiscarded,
    CardsDrawn,
    PowerCalled,
    PowerUsed,
    Setup,
    State,
    Table,
    UndealtShown,
    UsedPower,
)
from games.skull_king.trick import Verdict
from games.skull_king.variants import WAGERS
from games.text import Seat, Text, _

DRAWN = 2
"""Cards that Bendt the Bandit draws, and then discards; as many as there are."""
MOST_ACTIONS = 4 + DRAWN
"""In a round: one of each pirate but Bendt, whose discards are one each."""
SEEN: Action = "seen"
CHANGES = (-1, 0, 1)
"""What Harry the Giant does to a bid."""


def earned(state: State, faces: Cards, verdict: Verdict, last: bool) -> FaceNumber | None:
    """The pirate who may use his power now that this trick has ended, the round's `last` one or not."""
    table = state.table
    pirate = called(table.setup, faces, verdict, last)
    if pirate is None or (table.ghost is not None and table.ghost.leads):
        return None
    return None if pirate in (BENDT, JUANITA) and not dealing.undealt(state) else pirate


def called(setup: Setup, faces: Cards, verdict: Verdict, last: bool) -> FaceNumber | None:
    """The pirate who has a power to use after this trick, if a person has taken it and there is something to
    use it on.
    """
    if not setup.chosen.powers or verdict.taker is None:  # the kraken takes all, the whale a number
        return None
    pirate = faces[verdict.taker]
    return pirate if pirate in NAMED_PIRATES and (not last or pirate == HARRY) else None


def pirate_of(table: Table) -> FaceNumber:
    """Whose power is being used: he won the latest trick. Only while one is."""
    return table.last[trick.settle(table.last, table.setup).leads_next]


def call(state: State, pirate: FaceNumber) -> tuple[State, tuple[Event, ...]]:
    """The power is to be used; Bendt's cards are drawn, Juanita's are shown."""
    (seat,), calling = state.table.to_act, replace(state.table, phase="power")
    called = State(calling, state.hands, (), state.seed, state.pile, shown=state.shown)
    if pirate == BENDT:
        return _drawn(called, seat)
    if pirate == JUANITA:
        undealt = bytes(sorted(dealing.undealt(state)))
        return replace(called, shown=(seat, undealt)), (
            PowerCalled(seat=seat, pirate=pirate, cards=len(undealt)),
            UndealtShown(audience=(seat,), cards=undealt),
        )
    return called, (PowerCalled(seat=seat, pirate=pirate),)


def _drawn(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    pile = dealing.undealt(state)
    drawn = pile[:DRAWN]
    hands = _with_hand(state.hands, seat, bytes(sorted(state.hands[seat] + drawn)))
    after = State(state.table, hands, (), state.seed, pile[DRAWN:], drawn, shown=state.shown)
    return after, (
        PowerCalled(seat=seat, pirate=BENDT, cards=len(drawn)),
        CardsDrawn(audience=(seat,), cards=drawn),
    )


def _with_hand(hands: tuple[Cards, ...], seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def to_discard(table: Table, hand: Cards) -> int:
    """How many cards are still to be discarded, of a hand that Bendt has added to."""
    return len(hand) - (table.dealt - dealing.tricks_done(table))


def count_drawn(table: Table) -> int:
    """How many cards Bendt the Bandit draws."""
    return min(DRAWN, len(dealing.deck_of(table.setup)) - table.hands * table.dealt)


def is_drawing(table: Table) -> bool:
    """Whether Bendt's player is discarding now."""
    return table.phase == "power" and pirate_of(table) == BENDT


def trick_of(table: Table, face: FaceNumber) -> int:
    """The round's trick, counted from 0, in which this face fell."""
    return table.fallen.index(face) // table.hands


def bandit(table: Table) -> Seat | None:
    """For whom Bendt has drawn in this round. None, too, if it is not known who took his trick."""
    if is_drawing(table):
        return table.to_act[0]
    if not table.setup.chosen.powers or BENDT not in table.fallen or not table.leaders:
        return None
    number = trick_of(table, BENDT)
    order, faces = seating.tricks(table)[number]
    taker = trick.settle(faces, table.setup).taker
    if taker is None or faces[taker] != BENDT or order[taker] == GRAYBEARD or number + 1 == table.dealt:
        return None
    return order[taker] if count_drawn(table) else None


def put_away(state: State, seat: Seat) -> Cards:
    """What the seat has discarded with Bendt: the last of the undealt cards."""
    if state.pile is None or bandit(state.table) != seat:
        return b""
    left = to_discard(state.table, state.hands[seat]) if is_drawing(state.table) else 0
    discarded = min(DRAWN, len(state.pile) + left) - left
    return state.pile[len(state.pile) - discarded :]


def actions(table: Table, hand: Cards) -> tuple[Action, ...]:
    """What the seat in turn, with this hand, may choose."""
    pirate = pirate_of(table)
    if pirate == ROSIE:
        return tuple(f"lead {seat}" for seat in range(table.players))
    if pirate == BENDT:
        return tuple(f"discard {FACES[card].short}" for card in hand)
    if pirate == RASCAL:
        return tuple(f"wager {points}" for points in WAGERS)
    if pirate == JUANITA:
        return (SEEN,)
    bid = table.bids[table.to_act[0]]
    return tuple(change_action(change) for change in CHANGES if 0 <= bid + change <= table.dealt)


def change_action(change: int) -> Action:
    """How a change of the bid is spelled: "change -1", "change 0", "change +1"."""
    return f"change {change:+d}" if change else "change 0"


def use(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The power is used, and the game goes on; of Bendt's discards, after the last."""
    table = state.table
    pirate = pirate_of(table)
    if action not in actions(table, state.hands[seat]):
        _not_that(pirate)
    if pirate == BENDT:
        return _discarded(state, seat, action)
    if pirate == JUANITA:
        return _resumed(state, table, UsedPower(seat, pirate, len(dealing.undealt(state))))
    value = int(action.split()[1])
    if pirate == ROSIE:
        return _resumed(state, replace(table, leader=value), UsedPower(seat, pirate, value))
    if pirate == RASCAL:
        wager = (seat, value) if value else None
        return _resumed(state, replace(table, wager=wager), UsedPower(seat, pirate, value))
    bid = table.bids[seat] + value
    altered = replace(table, bids=changed(table.bids, seat, bid))
    return _resumed(state, altered, UsedPower(seat, pirate, bid, value))


def _discarded(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The card goes under the undealt ones: it is out of the round."""
    hand, table = state.hands[seat], state.table
    card = next(card for card in hand if action == f"discard {FACES[card].short}")
    rest = without(hand, card)
    pile = dealing.undealt(state) + bytes((card,))
    drawn = without(state.drawn, card)
    after = State(table, _with_hand(state.hands, seat, rest), (), state.seed, pile, drawn, shown=state.shown)
    gone = CardDiscarded(audience=(seat,), card=card)
    if to_discard(table, rest):
        return after, (gone,)
    count = min(DRAWN, len(pile))
    resumed, used = _resumed(after, table, UsedPower(seat, BENDT, count))
    return resumed, (gone, *used)


def _resumed(state: State, table: Table, used: UsedPower) -> tuple[State, tuple[Event, ...]]:
    """The next trick is led; after the round's last one the points are counted."""
    going = replace(table, phase="play", to_act=(table.leader,), used=used)
    after = State(going, state.hands, (), state.seed, state.pile, shown=state.shown)
    event = PowerUsed(used=used)
    if any(state.hands):
        return after, (event,)
    after, counted = rounds.finish(after)
    return after, (event, *counted)


def _not_that(pirate: FaceNumber) -> NoReturn:
    raise IllegalAction(what_is_asked(pirate))


def what_is_asked(pirate: FaceNumber) -> Text:
    """What the pirate's player is to choose, in a sentence."""
    if pirate == ROSIE:
        return _("Rosie lets you choose: who leads the next trick?")
    if pirate == BENDT:
        return _("Bendt drew for you: discard a card from your hand.")
    if pirate == RASCAL:
        return _("Rascal: bet 0, 10 or 20 points on making your bid?")
    if pirate == JUANITA:
        return _("Juanita shows you what nobody was dealt. Look, then go on.")
    return _("Harry lets you change your bid by one, or keep it.")
