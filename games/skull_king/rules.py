"""The play as the contract asks for it: what may be done now, by whom, and what each may know.

`dealing` makes the rounds, `bidding`, `play` and `powers` do what is chosen, `trick` judges tricks, `scoring`
counts the points, `rounds` ends a round. They are called at every move of every game: where a shorter way to
write something was measurably slower, it is not written so.
"""

from __future__ import annotations

from random import Random
from typing import NoReturn

from msgspec.structs import replace

from games.cards import CardNames, Cards
from games.contract import (
    GAME_OVER,
    Action,
    Bounds,
    Event,
    IllegalAction,
    Outcome,
    Play,
    check_seat,
    check_seed,
)
from games.skull_king import bidding, certainty, dealing, playout, policy, powers, scoring, thinking, trick
from games.skull_king.bidding import BIDS, BIDS_UP_TO, OTHER_BIDS, OTHER_SHOTS, SHOTS
from games.skull_king.cards import BENDT, CARD_OF, FACES_OF_CARD, FOLLOWED, JUANITA, PLAYS
from games.skull_king.editions import EDITIONS, Edition
from games.skull_king.options import SkullKingOptions
from games.skull_king.play import play
from games.skull_king.position import SkullKingPosition, set_up
from games.skull_king.state import NOT_SAID, State, Table, View
from games.skull_king.trick import suit_led
from games.text import Player, Seat, Text, _

_CARD_DECISIONS = tuple(tuple(f"p{round}.{card}" for card in range(1, 16)) for round in range(16))
"""By round, and complete tricks in it. Neither ever comes to so many."""
_CHOICE_DECISIONS = {
    phase: tuple(
        (first, *(f"{first}.{times}" for times in range(1, 1 + bidding.MOST_CHANGES)))
        for first in (f"{phase[0]}{round}" for round in range(16))
    )
    for phase in ("bid", "load")
}
"""By phase, round, and how often the seat has chosen already."""
_PLAYS_OF_CARD = tuple(tuple(PLAYS[face] for face in faces) for faces in FACES_OF_CARD)


class Rules(Play[SkullKingOptions, State, View]):
    """The half of the game that is play; the words for it come with the other half, in `game`."""

    def players_for(self, options: SkullKingOptions) -> range:
        return options.setup.edition.players

    def new(self, options: SkullKingOptions, players: int, seed: bytes) -> State:
        check_seed(seed)
        return dealing.new(options.setup, players, seed)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.to_act

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Bids upwards, also for those who may still change theirs; or cards in the hand's order, of the seat
        in turn.
        """
        table = state.table
        if table.phase != "play" or seat not in table.to_act:
            return _other_actions(state, seat)
        return _plays(table, state.hands[seat])

    def decision(self, state: State, seat: Seat) -> str:
        """ "b3": the bid of round 3; "b3.1": the same once it was made, "b3.2": once it was changed; "l3":
        what to load, likewise; "p3.2": the card in its second trick; "w3.2": the power won with that trick;
        "w3.2.9": a discard from so many cards.
        """
        table = state.table
        if seat not in table.to_act:
            check_seat(seat, len(table.points))
            return _still_open(state, seat) if bidding.may_change(state, seat) else ""
        if table.phase == "play":
            return _CARD_DECISIONS[table.round][len(table.fallen) // len(state.hands)]
        if table.phase == "power":
            won = f"w{table.round}.{dealing.tricks_done(table)}"
            return f"{won}.{len(state.hands[seat])}" if powers.pirate_of(table) == BENDT else won
        return _CHOICE_DECISIONS[table.phase][table.round][0]

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        table = state.table
        if seat not in table.to_act:
            check_seat(seat, len(table.points))
            if not bidding.may_change(state, seat):
                _not_in_turn(table)
        if table.phase != "play":
            return _other_apply(state, seat, action)
        edition, hand = EDITIONS[table.setup.edition_name], state.hands[seat]
        face = edition.faces.get(action)
        if face is None or CARD_OF[face] not in hand:
            _not_a_card(action)
        if deciding := table.trick.lstrip(edition.passing):  # as in `suit_led`, without a call at every move
            suit = FOLLOWED[deciding[0]]
            if suit is not None and face in suit.held_back and not suit.cards.isdisjoint(hand):
                raise IllegalAction(must_follow(table.trick, edition))
        return play(state, seat, face)

    def card_names(self, options: SkullKingOptions) -> CardNames:
        return options.setup.edition.names

    def canonical(self, state: State, seat: Seat, action: Action) -> Action:
        """Harry's change of a bid may be written without its plus."""
        action = EDITIONS[state.table.setup.edition_name].names.shortened(action)
        return powers.change_action(1) if action == "change 1" else action

    def observe(self, state: State, seat: Seat | None) -> View:
        table = state.table
        if seat is None:
            return View(None, len(table.points), table.to_act, table=table)
        if table.phase != "play":
            return self._observe_choice(state, seat)
        decision, legal, players = "", (), len(table.points)
        if seat in table.to_act:
            decision = _CARD_DECISIONS[table.round][len(table.fallen) // len(state.hands)]
            legal = _plays(table, state.hands[seat])
        elif not 0 <= seat < players:  # asked here too: a call for every seat at every move shows
            check_seat(seat, players)
        view = View(
            seat,
            players,
            table.to_act,
            decision,
            legal,
            table=table,
            hand=state.hands[seat],
            bid=table.bids[seat],
        )
        return view if state.pile is None and state.shown is None else _with_memories(view, state, seat)

    def _observe_choice(self, state: State, seat: Seat) -> View:
        """The same where no card is played."""
        table = state.table
        legal, bid, decision = _other_actions(state, seat), (table.bids or state.sealed)[seat], ""
        if legal:
            decision = self.decision(state, seat) if seat in table.to_act else _still_open(state, seat)
        view = View(
            seat,
            len(table.points),
            table.to_act,
            decision,
            legal,
            table=table,
            hand=state.hands[seat],
            bid=None if bid == NOT_SAID else bid,
        )
        if state.pile is not None or state.shown is not None:
            view = _with_memories(view, state, seat)
        return view if table.phase == "bid" else _with_secrets(view, state, seat)

    def outcome(self, state: State) -> Outcome | None:
        points = state.table.points
        return Outcome(scoring.places(points), points) if state.table.phase == "over" else None

    def points_by_hand(self, state: State) -> tuple[tuple[int, ...], ...]:
        table = state.table
        return tuple(
            tuple(entry.points(dealing.cards_dealt(table, number), table.setup.scoring) for entry in line)
            for number, line in enumerate(scoring.rounds_of(table.score_sheet, table.players), 1)
        )

    def bounds(self, options: SkullKingOptions, players: int) -> Bounds:
        setup = options.setup.at_table_of(players)
        dealt = dealing.cards_in_round(setup, players)
        if setup.chosen.extra_round:
            dealt += dealt[-1:]
        said = (2 if setup.scoring.cannonball else 1) * (1 + bidding.MOST_CHANGES)
        actions = players * sum(said + cards for cards in dealt)
        powered = powers.MOST_ACTIONS * len(dealt) if setup.chosen.powers else 0
        return Bounds(actions + powered, *scoring.extremes(setup, dealt))

    def resample(self, observation: View, random: Random) -> State:
        return thinking.resample(observation, random)

    def chapter(self, state: State) -> int:
        """How many rounds are complete: a round is a chapter of the game."""
        return state.table.complete

    def standing(self, state: State) -> tuple[float, ...]:
        """The points so far: what later rounds bring is the same for all."""
        return tuple(map(float, state.table.points))

    def playout_action(self, state: State, seat: Seat, random: Random) -> Action:
        """The sailor's choice, but that not everybody bids as boldly, and some play greedily."""
        view = self.observe(state, seat)
        if state.table.phase == "play":
            if len(view.legal) == 1:
                return view.legal[0]
            return policy.play(view, random.random() < policy.GREEDY)
        if state.table.phase != "bid":
            return policy.choose(view)
        return BIDS[policy.bid(sum(policy.promised_to(view)), state.table.dealt, policy.boldness(random))]

    def playout(self, state: State, end: int, random: Random) -> tuple[float, ...]:
        if state.table.phase == "over" or end != self.chapter(state) + 1:
            return super().playout(state, end, random)
        return playout.points_after_round(state, random)

    def sure(self, observation: View, action: Action) -> bool:
        return certainty.sure(observation, action)

    def position(
        self, options: SkullKingOptions, players: int, seed: bytes, given: SkullKingPosition
    ) -> State:
        dealt, since = set_up(options.setup, players, seed, given)
        return self.moved(dealt, (*since, *given.moves))


def _plays(table: Table, hand: Cards) -> tuple[Action, ...]:
    """The cards that whoever is in turn may play, in the hand's order."""
    edition = EDITIONS[table.setup.edition_name]
    cards = hand
    if deciding := table.trick.lstrip(edition.passing):  # as in `suit_led`, without a call at every move
        suit = FOLLOWED[deciding[0]]
        if suit is not None and not suit.cards.isdisjoint(hand):
            cards = hand.translate(None, suit.held_back)
    actions: list[Action] = []
    if edition.either in cards:
        for card in cards:
            actions += _PLAYS_OF_CARD[card]
    else:
        for card in cards:
            actions.append(PLAYS[card])
    return tuple(actions)


def _other_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """What may be chosen where no card is played, or by who need not play one."""
    table = state.table
    if seat not in table.to_act:
        check_seat(seat, len(table.points))
        if not bidding.may_change(state, seat):
            return ()
    match table.phase:
        case "bid":
            bid = state.sealed[seat]
            return BIDS_UP_TO[table.dealt] if bid == NOT_SAID else OTHER_BIDS[table.dealt][bid]
        case "load":
            shot = state.sealed[seat]
            return SHOTS if shot == NOT_SAID else OTHER_SHOTS[shot]
        case _:
            return powers.actions(table, state.hands[seat])


def _other_apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    match state.table.phase:
        case "bid":
            return bidding.bid(state, seat, action)
        case "load":
            return bidding.load(state, seat, action)
        case _:
            return powers.use(state, seat, action)


def _still_open(state: State, seat: Seat) -> str:
    """The decision of a seat that may change what it has chosen."""
    table = state.table
    return _CHOICE_DECISIONS[table.phase][table.round][bidding.changes_of(state, seat) + 1]


def _with_secrets(view: View, state: State, seat: Seat) -> View:
    """The view with what the seat alone has loaded, with what Juanita shows it, or with what Bendt drew."""
    phase = state.table.phase
    if phase == "load" and state.sealed[seat] != NOT_SAID:
        return replace(view, shot=state.sealed[seat])
    if phase != "power" or seat not in state.table.to_act:
        return view
    if powers.pirate_of(state.table) == JUANITA:
        return replace(view, undealt=bytes(sorted(dealing.undealt(state))))
    return replace(view, drawn=state.drawn)


def _with_memories(view: View, state: State, seat: Seat) -> View:
    """The view with the undealt cards that the seat has seen in this round, or has put there."""
    shown = state.shown[1] if state.shown is not None and state.shown[0] == seat else b""
    put_away = powers.put_away(state, seat)
    return replace(view, shown=shown, put_away=put_away) if shown or put_away else view


def playable(hand: Cards, played: Cards, edition: Edition) -> Cards:
    """The cards of a hand that may be played on what lies there."""
    suit = suit_led(played, edition) if played else None
    return hand if suit is None else suit.playable(hand)


def _not_in_turn(table: Table) -> NoReturn:
    match table.phase:
        case "over":
            raise IllegalAction(GAME_OVER)
        case "bid":
            raise IllegalAction(_("You've bid. It's shown once everyone has."))
        case "load":
            raise IllegalAction(_("You've loaded. It's shown once everyone has."))
        case "power":
            player = Player(table.to_act[0])
            raise IllegalAction(_("Wait: {player} is using a pirate's power.", player=player))
        case "play":
            raise IllegalAction(_("Not your turn yet: wait for the others."))


def _not_a_card(action: Action) -> NoReturn:
    if action.startswith("bid "):
        raise IllegalAction(_("Bidding is over: play a card."))
    raise IllegalAction(_("That card isn't in your hand. Play one that is."))


def must_follow(played: Cards, edition: Edition) -> Text:
    """Why a card of another suit may not be played on this."""
    return _("Follow {suit}, or play a special card.", suit=trick.suit_name(played, edition))
