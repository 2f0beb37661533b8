"""The rules of Knock-out Whist: what may be done, and what comes of it."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from games.cards import ONE, Card, CardNames, deal, undealt, without
from games.contract import (
    GAME_OVER,
    Action,
    Bounds,
    Event,
    IllegalAction,
    Options,
    Outcome,
    Play,
    check_seat,
    check_seed,
)
from games.fairness import SECRET_BYTES, shuffled
from games.text import Seat, Text, _
from games.tricks import deal_where_they_may

from . import policy
from .cards import DECK, NAMES, SUITS, suit_of
from .state import (
    MOST,
    CardPlayed,
    RoundBegan,
    RoundEnded,
    State,
    Table,
    TrickTaken,
    TrumpNamed,
    View,
    playable,
    strongest,
)

PLAYERS = range(2, 8)
_SUITS = [suit_of(card) for card in DECK]


class Rules(Play[Options, State, View]):
    """The half of the game that is play."""

    def players_for(self, options: Options) -> range:
        return PLAYERS

    def card_names(self, options: Options) -> CardNames:
        return NAMES

    def new(self, options: Options, players: int, seed: bytes) -> State:
        check_seed(seed)
        if players not in PLAYERS:
            raise ValueError(f"Knock-out Whist is for 2 to 7 players, not for {players} players.")
        nothing = (0,) * players
        table = Table(players, 0, "play", 0, -1, -1, b"", b"", 0, b"", nothing, nothing, ())
        return _dealt(table, seed)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.to_act

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        check_seat(seat, state.table.players)
        if seat not in state.table.to_act:
            return ()
        if state.table.phase == "trump":
            return tuple(f"trump {suit.letter}" for suit in SUITS)
        return tuple(f"play {NAMES[card].short}" for card in playable(state.hands[seat], state.table.trick))

    def decision(self, state: State, seat: Seat) -> str:
        check_seat(seat, state.table.players)
        table = state.table
        if seat not in table.to_act:
            return ""
        return f"r{table.round}.{'trump' if table.phase == 'trump' else table.done}"

    def canonical(self, state: State, seat: Seat, action: Action) -> Action:
        return NAMES.shortened(action)

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        check_seat(seat, state.table.players)
        if state.table.phase == "over":
            raise IllegalAction(GAME_OVER)
        if seat not in state.table.to_act:
            raise IllegalAction(_("It is not your turn."))
        if action not in self.legal_actions(state, seat):
            raise IllegalAction(_refusal(state, seat, action))
        word, _space, name = action.partition(" ")
        if word == "trump":
            suit = next(number for number, suit in enumerate(SUITS) if suit.letter == name)
            table = replace(state.table, phase="play", trump=suit)
            return replace(state, table=table), (TrumpNamed(seat=seat, suit=suit),)
        return _played(state, seat, NAMES.number(name))

    def observe(self, state: State, seat: Seat | None) -> View:
        table = state.table
        shown = View(seat=seat, players=table.players, to_act=table.to_act, table=table)
        if seat is None:
            return shown
        asked, legal = self.decision(state, seat), self.legal_actions(state, seat)
        return replace(shown, decision=asked, legal=legal, hand=state.hands[seat])

    def outcome(self, state: State) -> Outcome | None:
        if state.table.phase != "over":
            return None
        points = state.table.points
        return Outcome(tuple(1 + sum(other > own for other in points) for own in points), points)

    def bounds(self, options: Options, players: int) -> Bounds:
        return Bounds(actions=players * MOST * (MOST + 1) // 2 + MOST, lowest=0, highest=MOST)

    # what a thinker needs

    def resample(self, observation: View, random: Random) -> State:
        """The cards that the seat has not seen, dealt anew: none of a suit that somebody could not follow."""
        seat, table = observation.seat, observation.table
        turned = b"" if table.turned < 0 else ONE[table.turned]
        unseen = DECK.translate(None, observation.hand + table.trick + table.fallen + turned)
        room = [0 if who == seat else table.held(who) for who in range(table.players)]
        room.append(len(unseen) - sum(room))  # what was not dealt
        hands = deal_where_they_may(unseen, room, [*table.voids, 0], _SUITS, random)[:-1]
        if seat is not None:
            hands[seat] = observation.hand
        in_order = tuple(bytes(sorted(hand)) for hand in hands)
        return State(table, in_order, random.randbytes(SECRET_BYTES))

    def chapter(self, state: State) -> int:
        return len(state.table.sheet)

    def standing(self, state: State) -> tuple[float, ...]:
        """Rounds in which each seat took a trick, this one counted, and a little for every trick."""
        table = state.table
        if table.phase == "over":
            return tuple(map(float, table.points))
        return tuple(
            points + (taken > 0) + taken / 20
            for points, taken in zip(table.points, [max(count, 0) for count in table.taken], strict=True)
        )

    def playout_action(self, state: State, seat: Seat, random: Random) -> Action:
        return policy.action(state.table, state.hands[seat], seat)


def _refusal(state: State, seat: Seat, action: Action) -> Text:
    if state.table.phase == "trump":
        return _("Name one of the four suits as trumps.")
    if action in [f"play {NAMES[card].short}" for card in state.hands[seat]]:
        return _("Follow suit: play {suit}.", suit=SUITS[suit_of(state.table.trick[0])].name)
    return _("Play a card from your hand.")


def _dealt(table: Table, seed: bytes) -> State:
    """The next round. In the first one a card is turned up for trumps; later somebody names them."""
    number, first = table.round + 1, table.round == 0
    seats = [seat for seat, taken in enumerate(table.taken) if taken > 0 or first]
    cards = MOST + 1 - number
    order = shuffled(seed, f"round {number}", len(DECK))
    dealt = dict(zip(seats, deal(DECK, order, len(seats), cards), strict=True))
    turned = undealt(DECK, order, len(seats) * cards)[0] if first else -1
    began = replace(
        table,
        round=number,
        phase="play" if first else "trump",
        trump=suit_of(turned) if first else -1,
        turned=turned,
        last=b"",
        fallen=b"",
        taken=tuple(0 if seat in dealt else -1 for seat in range(table.players)),
        voids=(0,) * table.players,
    )
    return State(began, tuple(dealt.get(seat, b"") for seat in range(table.players)), seed)


def _played(state: State, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
    """The card lies there; the last one of a trick decides who takes it."""
    table, voids = state.table, list(state.table.voids)
    if table.trick and suit_of(card) != suit_of(table.trick[0]):
        voids[seat] |= 1 << suit_of(table.trick[0])
    hands = tuple(without(hand, card) if who == seat else hand for who, hand in enumerate(state.hands))
    trick, laid = table.trick + ONE[card], CardPlayed(seat=seat, card=card, leads=not table.trick)
    table = replace(table, trick=trick, voids=tuple(voids))
    if len(trick) < len(table.order):
        return State(table, hands, state.seed), (laid,)
    best = strongest(trick, table.trump)
    winner = table.order[best]
    table = replace(
        table,
        leader=winner,
        trick=b"",
        last=trick,
        last_leader=table.leader,
        fallen=table.fallen + trick,
        taken=tuple(count + (who == winner) for who, count in enumerate(table.taken)),
    )
    events = (laid, TrickTaken(seat=winner, card=trick[best]))
    if any(hands):
        return State(table, hands, state.seed), events
    return _ended(State(table, hands, state.seed), events)


def _ended(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Who took no trick is out; whoever took most names trumps next, after a cut where several did."""
    table = state.table
    left = tuple(seat for seat, taken in enumerate(table.taken) if taken > 0)
    out = tuple(seat for seat, taken in enumerate(table.taken) if taken == 0)
    ended = RoundEnded(round=table.round, out=out, left=left)
    table = replace(table, sheet=(*table.sheet, table.taken))
    if len(left) == 1:
        return replace(state, table=replace(table, phase="over")), (*events, ended)
    cut = shuffled(state.seed, f"cut {table.round}", table.players)
    most = max(left, key=lambda seat: (table.taken[seat], cut[seat]))
    following = _dealt(replace(table, leader=most), state.seed)
    began = RoundBegan(round=following.table.round, cards=following.table.dealt, turned=-1)
    return following, (*events, ended, began)
