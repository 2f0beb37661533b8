"""The play: bids and cards. `dealing` makes the rounds, `trick` judges tricks, `scoring` counts the points.

These functions are called at every move of every game: where a shorter way to write something was measurably
slower, it is not written so.
"""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from games.cards import ONE, Cards
from games.contract import Action, Bounds, Event, Game, IllegalAction, Outcome
from games.skull_king import dealing, ledger, scoring, trick
from games.skull_king.cards import CARD_OF, FACES_OF_CARD, PLAYS, FaceNumber
from games.skull_king.editions import EDITIONS, Edition
from games.skull_king.options import SkullKingOptions
from games.skull_king.state import (
    NO_BID,
    BidMade,
    BidsRevealed,
    CardPlayed,
    GameEnded,
    RoundEnded,
    State,
    Table,
    TrickEnded,
    View,
)
from games.text import Seat, Text, _, _n

BIDS: tuple[Action, ...] = tuple(f"bid {tricks}" for tricks in range(16))
_BID_OF = {action: tricks for tricks, action in enumerate(BIDS)}
_PLAYS_OF_CARD = tuple(tuple(PLAYS[face] for face in faces) for faces in FACES_OF_CARD)


class Rules(Game[SkullKingOptions, State, View]):
    """The half of the game that is play; the words for it come with the other half, in `game`."""

    def players_for(self, options: SkullKingOptions) -> range:
        return options.setup.edition.players

    def new(self, options: SkullKingOptions, players: int, seed: bytes) -> State:
        return dealing.new(options.setup, players, seed)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.to_act

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Bids upwards, or cards in the hand's order; of one seat in turn, nothing of the others."""
        table = state.table
        if seat not in table.to_act:
            return ()
        if table.phase == "bid":
            return BIDS[: table.dealt + 1]
        edition = EDITIONS[table.setup.edition_name]
        cards = playable(state.hands[seat], table.trick, edition)
        if edition.either in cards:
            return tuple([action for card in cards for action in _PLAYS_OF_CARD[card]])
        return tuple([PLAYS[card] for card in cards])

    def decision(self, state: State, seat: Seat) -> str:
        """ "b3": the bid of round 3; "p3.2": the card in its second trick."""
        table = state.table
        if seat not in table.to_act:
            return ""
        return (
            f"b{table.round}" if table.phase == "bid" else f"p{table.round}.{dealing.tricks_done(table) + 1}"
        )

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        table = state.table
        if seat not in table.to_act:
            _not_in_turn(table)
        if table.phase == "bid":
            return _bid(state, seat, action)
        edition, hand = EDITIONS[table.setup.edition_name], state.hands[seat]
        face = edition.faces.get(action)
        if face is None or CARD_OF[face] not in hand:
            _not_a_card(action)
        suit = trick.suit_led(table.trick, edition)
        if suit is not None and face in suit.held_back and not suit.cards.isdisjoint(hand):
            raise IllegalAction(must_follow(table.trick, edition))
        return _play(state, seat, face)

    def observe(self, state: State, seat: Seat | None) -> View:
        table, hands = state.table, state.hands
        if seat is None:
            return View(seat=None, players=len(hands), to_act=table.to_act, table=table)
        bid = (table.bids or state.bids)[seat]
        return View(
            seat=seat,
            players=len(hands),
            to_act=table.to_act,
            decision=self.decision(state, seat),
            legal=self.legal_actions(state, seat),
            table=table,
            hand=hands[seat],
            bid=None if bid == NO_BID else bid,
        )

    def outcome(self, state: State) -> Outcome | None:
        points = state.table.points
        return Outcome(scoring.places(points), points) if state.table.phase == "over" else None

    def bounds(self, options: SkullKingOptions, players: int) -> Bounds:
        dealt = dealing.cards_in_round(options.setup, players)
        actions = players * sum(1 + cards for cards in dealt)
        return Bounds(actions, -10 * sum(dealt), sum(20 * cards + scoring.MOST_BONUS for cards in dealt))


def playable(hand: Cards, played: Cards, edition: Edition) -> Cards:
    """The cards of a hand that may be played on what lies there."""
    suit = trick.suit_led(played, edition)
    return hand if suit is None else suit.playable(hand)


def _not_in_turn(table: Table) -> NoReturn:
    if table.phase == "over":
        raise IllegalAction(_("The game is over."))
    if table.phase == "bid":
        raise IllegalAction(_("You have made your bid; it is shown when all have bid."))
    raise IllegalAction(_("It is not your turn: wait until the others have played."))


def _not_a_card(action: Action) -> NoReturn:
    if action.startswith("bid "):
        raise IllegalAction(_("Bidding is over for this round: play a card."))
    raise IllegalAction(_("You do not hold that card: play one from your hand."))


def must_follow(played: Cards, edition: Edition) -> Text:
    """Why a card of another suit may not be played on this."""
    return _("You must follow {suit}, or play a special card.", suit=trick.suit_name(played, edition))


def _bid(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The bid is laid down; the last one reveals them all."""
    table = state.table
    tricks, most = _BID_OF.get(action), table.dealt
    if tricks is None or tricks > most:
        raise IllegalAction(_n("Bid 0 or {count} trick.", "Bid 0 to {count} tricks.", most))
    bids = _with(state.bids, seat, tricks)
    made = BidMade(seat=seat)
    waiting = tuple([other for other in table.to_act if other != seat])
    if waiting:
        return State(replace(table, to_act=waiting), state.hands, bids, state.seed), (made,)
    opened = replace(table, phase="play", to_act=(table.leader,), bids=bids)
    shown = BidsRevealed(round=table.round, cards=most, bids=bids, leader=table.leader)
    return State(opened, state.hands, (), state.seed), (made, shown)


def _play(state: State, seat: Seat, face: FaceNumber) -> tuple[State, tuple[Event, ...]]:
    """The face is laid on the table; the last one ends the trick, the last trick the round."""
    table = state.table
    rest = state.hands[seat].replace(ONE[CARD_OF[face]], b"")
    changed = list(state.hands)
    changed[seat] = rest
    hands = tuple(changed)
    faces = table.trick + ONE[face]
    played = CardPlayed(seat=seat, face=face, leads=not table.trick)
    if len(faces) < len(hands):
        moved = replace(table, trick=faces, to_act=((seat + 1) % len(hands),))
        return State(moved, hands, (), state.seed), (played,)
    settled, ended = _settled(table, faces)
    if rest:
        return State(settled, hands, (), state.seed), (played, ended)
    scored, counted = _scored(settled)
    if scored.phase == "over":
        return State(scored, hands, (), state.seed), (played, ended, *counted)
    return dealing.next_round(scored, state.seed), (played, ended, *counted)


def _settled(table: Table, faces: Cards) -> tuple[Table, TrickEnded]:
    """The complete trick goes to whoever takes it."""
    edition, players, leader = EDITIONS[table.setup.edition_name], len(table.points), table.leader
    verdict = trick.settle(faces, edition)
    leads = (leader + verdict.leads_next) % players
    taker = None if verdict.taker is None else leads
    bonus = trick.bonus(faces, verdict, edition)
    places = trick.allies(faces, verdict)
    allies = tuple([(leader + place) % players for place in places]) if places else ()
    settled = replace(
        table,
        to_act=(leads,),
        leader=leads,
        trick=b"",
        taken=table.taken if taker is None else _with(table.taken, taker, table.taken[taker] + 1),
        bonus=_with(table.bonus, leads, table.bonus[leads] + bonus) if bonus else table.bonus,
        alliances=(*table.alliances, *[(leads, ally) for ally in allies]) if allies else table.alliances,
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


def _with(counts: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    """The same for all seats but this one."""
    changed = list(counts)
    changed[seat] = count
    return tuple(changed)


def _scored(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The round's points are written down; after the last round the game is over."""
    line, cards = scoring.entries(table), table.dealt
    scored = tuple([entry.points(cards) for entry in line])
    points = tuple([before + now for before, now in zip(table.points, scored, strict=True)])
    ended = RoundEnded(round=table.round, bids=table.bids, taken=table.taken, scored=scored, points=points)
    written = table.ledger + ledger.written(line)
    if table.round < len(table.setup.edition.rounds):
        return replace(table, points=points, ledger=written), (ended,)
    winners = scoring.winners(points)
    over = replace(table, phase="over", to_act=(), points=points, ledger=written)
    return over, (ended, GameEnded(winners=winners, points=points[winners[0]]))
