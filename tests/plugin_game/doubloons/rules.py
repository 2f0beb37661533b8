"""The rules of Doubloons: what may be done, and what comes of it."""

from __future__ import annotations

from random import Random

from games.cards import ONE, Cards, deal, without
from games.contract import (
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
from games.text import Seat, _

from .state import DECK, ROUNDS, CoinWon, Played, State, Table, View


class Rules(Play[Options, State, View]):
    """The half of the game that is play."""

    def players_for(self, options: Options) -> range:
        return range(2, 7)

    def new(self, options: Options, players: int, seed: bytes) -> State:
        check_seed(seed)
        if players not in self.players_for(options):
            raise ValueError(f"Doubloons is for 2 to 6 players, not for {players} players.")
        hands = deal(DECK, shuffled(seed, "deal", len(DECK)), players, ROUNDS)
        return State(Table(leader=0, played=b"", coins=(0,) * players, past=b""), hands, seed)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.to_act

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        check_seat(seat, len(state.hands))
        return tuple(f"play {card}" for card in state.hands[seat]) if seat in self.to_act(state) else ()

    def decision(self, state: State, seat: Seat) -> str:
        check_seat(seat, len(state.hands))
        return f"r{state.table.round}" if seat in self.to_act(state) else ""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        check_seat(seat, len(state.hands))
        if seat not in self.to_act(state):
            raise IllegalAction(_("It is not your turn."))
        if action not in self.legal_actions(state, seat):
            raise IllegalAction(_("Play a card from your hand."))
        card = int(action.removeprefix("play "))
        table, events = _laid(state.table, seat, card)
        hands = [without(hand, card) for hand in state.hands]
        return State(table, tuple(hands), state.seed), events

    def observe(self, state: State, seat: Seat | None) -> View:
        shown = View(seat=seat, players=len(state.hands), to_act=self.to_act(state), table=state.table)
        if seat is None:
            return shown
        check_seat(seat, len(state.hands))
        return View(
            seat=seat,
            players=shown.players,
            to_act=shown.to_act,
            decision=self.decision(state, seat),
            legal=self.legal_actions(state, seat),
            table=shown.table,
            hand=state.hands[seat],
        )

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        coins = state.table.coins
        return Outcome(tuple(1 + sum(other > own for other in coins) for own in coins), coins)

    def bounds(self, options: Options, players: int) -> Bounds:
        return Bounds(actions=ROUNDS * players, lowest=0, highest=ROUNDS)

    def resample(self, observation: View, random: Random) -> State:
        """The cards that the seat has not seen, dealt anew; for a spectator, all that nobody has played."""
        table, players = observation.table, observation.players
        unseen = list(DECK.translate(None, observation.hand + table.played + table.past))
        random.shuffle(unseen)
        hands: list[Cards] = []
        for seat in range(players):
            has_played = (seat - table.leader) % players < len(table.played)
            count = ROUNDS - len(table.past) // players - has_played
            hands.append(observation.hand if seat == observation.seat else bytes(sorted(unseen[:count])))
            if seat != observation.seat:
                del unseen[:count]
        return State(table, tuple(hands), random.randbytes(SECRET_BYTES))

    def playout_action(self, state: State, seat: Seat, random: Random) -> Action:
        """The cheapest card that wins, or else the lowest."""
        highest = max(state.table.played, default=0)
        hand = state.hands[seat]
        return f"play {min([card for card in hand if card > highest] or hand)}"


def _laid(table: Table, seat: Seat, card: int) -> tuple[Table, tuple[Event, ...]]:
    """The card lies there; the last one of the round decides who wins the coin, and leads the next."""
    played, laid = table.played + ONE[card], Played(seat=seat, card=card)
    if len(played) < len(table.coins):
        return Table(table.leader, played, table.coins, table.past), (laid,)
    best = max(played)
    winner = (table.leader + played.index(best)) % len(table.coins)
    coins = tuple(count + (who == winner) for who, count in enumerate(table.coins))
    return Table(winner, b"", coins, table.past + played), (laid, CoinWon(seat=winner, card=best))
