"""The play of Skull King: deal, bids, cards. Facts from the two editions' rule books; `trick` and `ledger` do
the sums.
"""

from __future__ import annotations

from functools import cache
from typing import NoReturn

from msgspec.structs import replace

from games.cards import ONE, Cards, deal, shuffle, without
from games.contract import Action, Event, IllegalAction
from games.skull_king import ledger, trick
from games.skull_king.cards import CARD_OF, FACES, FACES_OF_CARD, KRAKEN, LOOTS, WHALE, FaceNumber
from games.skull_king.editions import EDITIONS, Edition
from games.skull_king.ledger import Entry
from games.skull_king.state import (
    NO_BID,
    BidMade,
    BidsRevealed,
    CardPlayed,
    GameEnded,
    RoundEnded,
    Setup,
    State,
    Table,
    TrickEnded,
    View,
)
from games.text import Seat, Text, _, _n

# What is dealt


@cache
def deck_of(setup: Setup) -> Cards:
    """The cards that this table plays with."""
    expansions = (LOOTS, setup.loot), (bytes((KRAKEN,)), setup.kraken), (bytes((WHALE,)), setup.white_whale)
    return setup.edition.deck + b"".join(cards for cards, chosen in expansions if chosen)


@cache
def cards_in_round(setup: Setup, players: int) -> tuple[int, ...]:
    """How many cards each is dealt, round by round: as many as the round says, as far as the deck and the
    edition go.
    """
    limit = min(len(deck_of(setup)) // players, setup.edition.hand_limits.get(players, 99))
    return tuple(min(cards, limit) for cards in setup.edition.rounds)


def cards_each(table: Table) -> int:
    """How many cards each was dealt in this round."""
    return cards_in_round(table.setup, table.players)[table.round - 1]


def tricks_done(table: Table) -> int:
    """Complete tricks of this round."""
    return len(table.fallen) // table.players


def new(setup: Setup, players: int, seed: bytes) -> State:
    """The first round, dealt. ValueError if so many cannot play."""
    if players not in setup.edition.players:
        raise ValueError(
            f"This edition is for {setup.edition.players[0]} to {setup.edition.players[-1]} players."
        )
    nothing = (0,) * players
    table = Table(
        setup=setup,
        phase="bid",
        round=0,
        to_act=(),
        leader=0,
        trick=b"",
        bids=(),
        taken=nothing,
        bonus=nothing,
        alliances=(),
        fallen=b"",
        last_leader=0,
        last=b"",
        points=nothing,
        ledger=b"",
    )
    return next_round(table, seed)


def next_round(table: Table, seed: bytes) -> State:
    """The next round begins. The first seat leads in round 1, and so one seat further each round."""
    players, number = table.players, table.round + 1
    each = cards_in_round(table.setup, players)[number - 1]
    hands, _rest = deal(shuffle(deck_of(table.setup), seed, f"round {number}"), players, each)
    fresh = replace(
        table,
        phase="bid",
        round=number,
        to_act=tuple(range(players)),
        leader=(number - 1) % players,
        bids=(),
        taken=(0,) * players,
        bonus=(0,) * players,
        alliances=(),
        fallen=b"",
    )
    return State(fresh, hands, (NO_BID,) * players, seed)


# What may be done

BIDS: tuple[Action, ...] = tuple(f"bid {tricks}" for tricks in range(16))
_BID_OF = {action: tricks for tricks, action in enumerate(BIDS)}
PLAYS: tuple[Action, ...] = tuple(f"play {face.short}" for face in FACES)
_PLAYS_OF_CARD = tuple(tuple(PLAYS[face] for face in faces) for faces in FACES_OF_CARD)


@cache
def _faces_by_action(edition_name: str) -> dict[Action, FaceNumber]:
    """What an action of this edition lays on the table (a yellow 12 is another card in each)."""
    deck = EDITIONS[edition_name].deck + LOOTS + bytes((KRAKEN, WHALE))
    return {PLAYS[face]: face for card in deck for face in FACES_OF_CARD[card]}


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every action of a seat that is in turn: bids upwards, or cards in the hand's order."""
    table = state.table
    if seat not in table.to_act:
        return ()
    if table.phase == "bid":
        return BIDS[: cards_each(table) + 1]
    return play_actions(playable(state.hands[seat], table.trick, table.setup.edition), table.setup.edition)


def playable(hand: Cards, played: Cards, edition: Edition) -> Cards:
    """The cards that may be played on what lies there."""
    suit = trick.suit_led(played, edition)
    return hand if suit is None else suit.playable(hand)


def play_actions(cards: Cards, edition: Edition) -> tuple[Action, ...]:
    """The actions that play these cards."""
    if edition.either not in cards:
        return tuple([PLAYS[card] for card in cards])
    return tuple([action for card in cards for action in _PLAYS_OF_CARD[card]])


def decision(state: State, seat: Seat) -> str:
    """ "b3": the bid of round 3; "p3.2": the card in its second trick."""
    table = state.table
    if seat not in table.to_act:
        return ""
    if table.phase == "bid":
        return f"b{table.round}"
    return f"p{table.round}.{tricks_done(table) + 1}"


def observe(state: State, seat: Seat | None) -> View:
    """What this seat, or a spectator, may know."""
    table = state.table
    if seat is None:
        return View(seat=None, players=len(state.hands), to_act=table.to_act, table=table)
    return View(
        seat=seat,
        players=len(state.hands),
        to_act=table.to_act,
        decision=decision(state, seat),
        legal=legal_actions(state, seat),
        table=table,
        hand=state.hands[seat],
        bid=_own_bid(state, seat),
    )


def _own_bid(state: State, seat: Seat) -> int | None:
    bid = (state.table.bids or state.bids)[seat]
    return None if bid == NO_BID else bid


# What it does


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what it caused. IllegalAction if it is not allowed."""
    table = state.table
    if seat not in table.to_act:
        _not_in_turn(table, seat)
    if table.phase == "bid":
        return _bid(state, seat, action)
    face = _faces_by_action(table.setup.edition_name).get(action)
    if face is None or CARD_OF[face] not in state.hands[seat]:
        raise IllegalAction(_not_a_card(action))
    suit = trick.suit_led(table.trick, table.setup.edition)
    if suit is not None and face in suit.held_back and suit.held_in(state.hands[seat]):
        raise IllegalAction(must_follow(table.trick, table.setup.edition))
    return _play(state, seat, face)


def _not_in_turn(table: Table, seat: Seat) -> NoReturn:
    if table.phase == "over":
        raise IllegalAction(_("The game is over."))
    if table.phase == "bid":
        raise IllegalAction(_("You have made your bid; it is shown when all have bid."))
    raise IllegalAction(_("It is not your turn: wait until the others have played."))


def _not_a_card(action: Action) -> Text:
    if action.startswith("bid "):
        return _("Bidding is over for this round: play a card.")
    return _("You do not hold that card: play one from your hand.")


def must_follow(played: Cards, edition: Edition) -> Text:
    """Why a card of another suit may not be played on this."""
    return _("You must follow {suit}, or play a special card.", suit=trick.suit_name(played, edition))


def _bid(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    table = state.table
    tricks, most = _BID_OF.get(action), cards_each(table)
    if tricks is None or tricks > most:
        raise IllegalAction(_n("Bid 0 or {count} trick.", "Bid 0 to {count} tricks.", most))
    bids = (*state.bids[:seat], tricks, *state.bids[seat + 1 :])
    made = BidMade(seat=seat)
    waiting = tuple([other for other in table.to_act if other != seat])
    if waiting:
        return State(replace(table, to_act=waiting), state.hands, bids, state.seed), (made,)
    opened = replace(table, phase="play", to_act=(table.leader,), bids=bids)
    shown = BidsRevealed(round=table.round, cards=most, bids=bids, leader=table.leader)
    return State(opened, state.hands, (), state.seed), (made, shown)


def _play(state: State, seat: Seat, face: FaceNumber) -> tuple[State, tuple[Event, ...]]:
    table = state.table
    hands = state.hands
    hands = (*hands[:seat], without(hands[seat], CARD_OF[face]), *hands[seat + 1 :])
    played = CardPlayed(seat=seat, face=face, leads=not table.trick)
    faces = table.trick + ONE[face]
    if len(faces) < len(hands):
        moved = replace(table, trick=faces, to_act=((seat + 1) % len(hands),))
        return State(moved, hands, state.bids, state.seed), (played,)
    settled, ended = _settled(table, faces)
    if hands[seat]:
        return State(settled, hands, state.bids, state.seed), (played, ended)
    scored, over = _scored(settled)
    if scored.phase == "over":
        return State(scored, hands, state.bids, state.seed), (played, ended, *over)
    return next_round(scored, state.seed), (played, ended, *over)


def _settled(table: Table, faces: Cards) -> tuple[Table, TrickEnded]:
    """The complete trick goes to whoever takes it."""
    edition, players, leader = table.setup.edition, table.players, table.leader
    verdict = trick.settle(faces, edition)
    taker = None if verdict.taker is None else (leader + verdict.taker) % players
    leads = (leader + verdict.leads_next) % players
    bonus = trick.bonus(faces, verdict, edition)
    allies = tuple([(leader + place) % players for place in trick.allies(faces, verdict.taker)])
    settled = replace(
        table,
        to_act=(leads,),
        leader=leads,
        trick=b"",
        taken=table.taken if taker is None else _plus(table.taken, taker, 1),
        bonus=table.bonus if taker is None else _plus(table.bonus, taker, bonus),
        alliances=table.alliances
        if taker is None
        else (*table.alliances, *[(taker, ally) for ally in allies]),
        fallen=table.fallen + faces,
        last_leader=leader,
        last=faces,
    )
    ended = TrickEnded(
        trick=faces,
        leader=leader,
        taker=taker,
        bonus=bonus,
        allies=allies,
        leads_next=leads,
        setup=table.setup,
    )
    return settled, ended


def _plus(counts: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


ALLIANCE = 20
"""For each of the two, if both make their bids."""


def entries(table: Table) -> list[Entry]:
    """How the round stands for each seat, loot alliances of exact bids included."""
    made = [bid == taken for bid, taken in zip(table.bids, table.taken, strict=True)]
    bonus = list(table.bonus)
    for pair in table.alliances:
        if all(made[seat] for seat in pair):
            for seat in pair:
                bonus[seat] += ALLIANCE
    return [Entry(*entry) for entry in zip(table.bids, table.taken, bonus, strict=True)]


def _scored(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The round's points are written down."""
    line, cards = entries(table), cards_each(table)
    scored = tuple([entry.points(cards) for entry in line])
    points = tuple([before + now for before, now in zip(table.points, scored, strict=True)])
    ended = RoundEnded(round=table.round, bids=table.bids, taken=table.taken, scored=scored, points=points)
    summed = replace(table, points=points, ledger=table.ledger + ledger.written(line))
    if table.round < len(table.setup.edition.rounds):
        return summed, (ended,)
    winners = ledger.winners(points)
    return replace(summed, phase="over", to_act=()), (
        ended,
        GameEnded(winners=winners, points=points[winners[0]]),
    )
