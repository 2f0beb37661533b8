"""The play: planks and cards. `dealing` makes the rounds, `trick` judges tricks, `plank` moves the pirates.

These functions are called at every move of every game: where a shorter way to write something was measurably
slower, it is not written so.
"""

from __future__ import annotations

from random import Random
from typing import NoReturn, TypeVar

from msgspec.structs import replace

from games.cards import ONE, Card, CardNames, Cards
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
from games.skull_queen import constants, dealing, plank, policy, scoring, thinking, trick
from games.skull_queen.cards import CARD_OF, COLOURS, FACES, MATE, MONKEY, NAMES, PLAYS, SPECIALS
from games.skull_queen.options import SkullQueenOptions
from games.skull_queen.plank import PLANK_OF, SETTINGS, Plank
from games.skull_queen.position import SkullQueenPosition, set_up
from games.skull_queen.state import (
    NO_CARD,
    NOBODY,
    OLD_KING,
    CardChosen,
    CardPlayed,
    GameEnded,
    Move,
    PlankSet,
    PlanksRevealed,
    RoundEnded,
    State,
    Table,
    TrickEnded,
    View,
    order_of,
)
from games.text import Seat, Text, _

_Value = TypeVar("_Value")


class Rules(Play[SkullQueenOptions, State, View]):
    """The half of the game that is play; the words for it come with the other half, in `game`."""

    ahead = 7
    """Tricks. What the planks come to after so many is reckoned and not played out: that costs less."""

    def players_for(self, options: SkullQueenOptions) -> range:
        return constants.PLAYERS

    def new(self, options: SkullQueenOptions, players: int, seed: bytes) -> State:
        check_seed(seed)
        return dealing.new(players, seed)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.to_act

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Every way to set a plank, also again until all are ready; or cards in the hand's order, of two
        players who choose in secret also another until both have.
        """
        check_seat(seat, len(state.hands))
        table = state.table
        if table.phase == "plank":
            return SETTINGS if state.settings[seat] < constants.MOST_SETTINGS else ()
        if seat not in table.to_act:
            return _other_picks(state, seat) if state.picks else ()
        return tuple([PLAYS[card] for card in trick.playable(state.hands[seat], table.trick)])

    def decision(self, state: State, seat: Seat) -> str:
        """ "k2.1": the plank of round 2, set once so far; "p2.7": the card in its seventh trick; "p2.7.1":
        the same for whoever has chosen one in secret.
        """
        check_seat(seat, len(state.hands))
        table = state.table
        if table.phase == "plank":
            times = state.settings[seat]
            return f"k{table.round}.{times}" if times < constants.MOST_SETTINGS else ""
        if seat in table.to_act:
            return f"p{table.round}.{table.done + 1}"
        if may_pick_anew(state, seat):
            return f"p{table.round}.{table.done + 1}.{_changes_of(state, seat) + 1}"
        return ""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        check_seat(seat, len(state.hands))
        table = state.table
        if table.phase == "plank":
            return _set_plank(state, seat, action)
        if seat not in table.to_act and not may_pick_anew(state, seat):
            _not_in_turn(state, seat)
        hand, card = state.hands[seat], CARD_OF.get(action, NO_CARD)
        if card not in hand:
            _not_a_card(action)
        colour = trick.followed(table.trick)
        if colour is not None and card in colour.held_back and not colour.cards.isdisjoint(hand):
            raise IllegalAction(must_follow(table.trick, hand))
        if state.picks and state.picks[seat] == card:
            raise IllegalAction(_("You have chosen that card already."))
        if play_together(table):
            return _pick(state, seat, card)
        return _play(state, (seat,), (card,))

    def card_names(self, options: SkullQueenOptions) -> CardNames:
        return NAMES

    def canonical(self, state: State, seat: Seat, action: Action) -> Action:
        return NAMES.shortened(action)

    def observe(self, state: State, seat: Seat | None) -> View:
        table, hands = state.table, state.hands
        if seat is None:
            return View(seat=None, players=len(hands), to_act=table.to_act, table=table)
        check_seat(seat, len(hands))
        return View(
            seat=seat,
            players=len(hands),
            to_act=table.to_act,
            decision=self.decision(state, seat),
            legal=self.legal_actions(state, seat),
            table=table,
            hand=hands[seat],
            plank=(table.planks or state.planks)[seat],
            settings=state.settings[seat],
            pick=state.picks[seat] if state.picks else NO_CARD,
        )

    def outcome(self, state: State) -> Outcome | None:
        points = state.table.points
        return Outcome(scoring.places(points), points) if state.table.phase == "over" else None

    def points_by_hand(self, state: State) -> tuple[tuple[int, ...], ...]:
        rounds = scoring.rounds_of(state.table.score_sheet, len(state.hands))
        return tuple(tuple(map(plank.worth, planks)) for planks in rounds)

    def bounds(self, options: SkullQueenOptions, players: int) -> Bounds:
        rounds = constants.rounds(players)
        cards = constants.DEALS[players].hand
        if players == constants.OLD_KING_PLAYS:
            cards *= 1 + constants.MOST_CHANGES
        each = constants.MOST_SETTINGS + cards
        return Bounds(rounds * players * each, 0, rounds * plank.BEST)

    def position(
        self, options: SkullQueenOptions, players: int, seed: bytes, given: SkullQueenPosition
    ) -> State:
        dealt, since = set_up(players, seed, given)
        return self.moved(dealt, (*since, *given.moves))

    def resample(self, observation: View, random: Random) -> State:
        return thinking.resample(observation, random)

    def chapter(self, state: State) -> int:
        return thinking.chapter(state.table)

    def standing(self, state: State) -> tuple[float, ...]:
        return thinking.standing(state)

    def playout_action(self, state: State, seat: Seat, random: Random) -> Action:
        return policy.action(state.table, state.hands[seat], (state.table.planks or state.planks)[seat])

    def playout(self, state: State, end: int, random: Random) -> tuple[float, ...]:
        return thinking.playout(state, end)


def play_together(table: Table) -> bool:
    """Whether two players choose their cards in secret now: the old Pirate King has set the colour."""
    return len(table.points) == constants.OLD_KING_PLAYS and table.trick[0] not in SPECIALS


def may_pick_anew(state: State, seat: Seat) -> bool:
    """Whether the seat has chosen a card in secret, and may still choose another."""
    return (
        bool(state.picks)
        and state.picks[seat] != NO_CARD
        and _changes_of(state, seat) < constants.MOST_CHANGES
        and play_together(state.table)
        and len(other_cards(state.hands[seat], state.table.trick, state.picks[seat])) > 0
    )


def other_cards(hand: Cards, played: Cards, pick: Card) -> Cards:
    """What may be chosen instead of the card that is."""
    return trick.playable(hand, played).replace(ONE[pick], b"")


def _other_picks(state: State, seat: Seat) -> tuple[Action, ...]:
    if not may_pick_anew(state, seat):
        return ()
    cards = other_cards(state.hands[seat], state.table.trick, state.picks[seat])
    return tuple([PLAYS[card] for card in cards])


def _changes_of(state: State, seat: Seat) -> int:
    return state.changes[seat] if state.changes else 0


def king_shows_no_colour(table: Table) -> bool:
    """Whether the first of two players is to play: what the old Pirate King has turned up sets no colour."""
    return len(table.points) == constants.OLD_KING_PLAYS and table.trick in (ONE[MONKEY], ONE[MATE])


def must_follow(played: Cards, hand: Cards) -> Text:
    """Why a card of another colour may not be played on this from that hand."""
    colour = COLOURS[trick.colour_led(played) or 0].name
    match specials_in(hand):
        case ():
            return _("You have {colour}, so you must play it.", colour=colour)
        case (special,):
            return _(
                "You must follow {colour}, or play the {card}.", colour=colour, card=FACES[special].label
            )
        case _:
            return _("You must follow {colour}, or play the Monkey or the First Mate.", colour=colour)


def specials_in(hand: Cards) -> tuple[Card, ...]:
    """Monkey and First Mate, as far as they are in this hand."""
    return tuple([card for card in SPECIALS if card in hand])


def _not_in_turn(state: State, seat: Seat) -> NoReturn:
    if state.table.phase == "over":
        raise IllegalAction(GAME_OVER)
    if state.picks and state.picks[seat] != NO_CARD:
        raise IllegalAction(_("You have chosen: wait for the other player."))
    raise IllegalAction(_("It is not your turn yet: wait for the others."))


def _not_a_card(action: Action) -> NoReturn:
    if action in PLANK_OF:
        raise IllegalAction(_("The planks are set: play a card."))
    raise IllegalAction(_("That card is not in your hand: play one that is."))


# Planks


def _set_plank(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The plank is set in secret, or set anew; when the last one is, all are revealed."""
    table, chosen, times = state.table, PLANK_OF.get(action), state.settings[seat]
    if chosen is None:
        raise IllegalAction(_("Choose a side of your plank and a space for each of your four pirates."))
    if times >= constants.MOST_SETTINGS:
        raise IllegalAction(_("You have changed your plank often enough: it stays as it is."))
    planks, settings = _with(state.planks, seat, chosen), _with(state.settings, seat, times + 1)
    waiting = tuple([other for other in table.to_act if other != seat])
    event = PlankSet(seat=seat, audience=None if seat in table.to_act else (seat,))
    if waiting:
        changed = replace(table, to_act=waiting)
        return replace(state, table=changed, planks=planks, settings=settings), (event,)
    opened = replace(table, phase="play", planks=planks)
    shown = PlanksRevealed(
        round=table.round,
        cards=table.dealt,
        planks=planks,
        middle=table.middle,
        aside=table.aside,
        leader=table.leader,
    )
    after, begun = _next_trick(replace(state, table=opened, planks=(), settings=settings))
    return after, (event, shown, *begun)


def _with(values: tuple[_Value, ...], seat: Seat, value: _Value) -> tuple[_Value, ...]:
    """The same for all seats but this one."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


# Cards


def _next_trick(state: State) -> tuple[State, tuple[Event, ...]]:
    """A trick begins: with the leader's card, or with the one that the old Pirate King turns up."""
    table = state.table
    if len(table.points) != constants.OLD_KING_PLAYS:
        return replace(state, table=replace(table, to_act=(table.leader,))), ()
    card = state.king[0]
    waiting = (table.leader,) if card in SPECIALS else (0, 1)
    turned = replace(table, trick=ONE[card], to_act=waiting)
    played = CardPlayed(seat=OLD_KING, card=card, leads=True)
    return replace(state, table=turned, king=state.king[1:], picks=(NO_CARD, NO_CARD)), (played,)


def _pick(state: State, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
    """One of two players lays a card down, or another instead; when both have, both are turned up."""
    table, picks = state.table, _with(state.picks, seat, card)
    if seat not in table.to_act:
        changes = _with(state.changes or (0, 0), seat, _changes_of(state, seat) + 1)
        return replace(state, picks=picks, changes=changes), (CardChosen(seat=seat, audience=(seat,)),)
    chosen = CardChosen(seat=seat)
    if NO_CARD in picks:
        waiting = replace(table, to_act=(1 - seat,))
        return replace(state, table=waiting, picks=picks), (chosen,)
    both = (table.leader, 1 - table.leader)
    after, events = _play(state, both, (picks[both[0]], picks[both[1]]))
    return after, (chosen, *events)


def _play(state: State, seats: tuple[Seat, ...], cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    """The cards are laid on the table; the last one ends the trick, the last trick the round."""
    table, hands, played = state.table, list(state.hands), list(state.table.played)
    events: list[Event] = []
    lying, voids = table.trick, table.voids
    for seat, card in zip(seats, cards, strict=True):
        hands[seat] = hands[seat].replace(ONE[card], b"")
        if played:
            played[seat] += ONE[card]
        events.append(CardPlayed(seat=seat, card=card, leads=not lying))
        voids = trick.voids_after(voids, seat, lying, card)
        lying += ONE[card]
    order = order_of(table.leader, len(hands))
    table = replace(table, played=(*played,))
    if len(lying) < len(order):
        moved = replace(table, trick=lying, to_act=(order[len(lying)],), voids=voids)
        return State(moved, tuple(hands), (), state.settings, state.picks, state.king, state.seed), (*events,)
    settled, ended = _settled(table, lying, order, voids)
    after = State(settled, tuple(hands), (), state.settings, (), state.king, state.seed)
    if settled.done < settled.dealt:
        begun, opening = _next_trick(after)
        return begun, (*events, ended, *opening)
    scored, counted = _scored(settled)
    if scored.phase == "over":
        return replace(after, table=scored), (*events, ended, *counted)
    return dealing.next_round(scored, state.seed), (*events, ended, *counted)


def _settled(table: Table, played: Cards, order: tuple[Seat, ...], voids: bytes) -> tuple[Table, TrickEnded]:
    """The complete trick moves pirates, and leaves lone cards in the middle."""
    verdict = trick.settle(played, table.middle)
    planks, moves = _moved(table.planks, verdict, order)
    leads, highest = _leads_next(table, played, order)
    done = table.done + 1
    settled = replace(
        table,
        to_act=(),
        leader=leads,
        trick=b"",
        done=done,
        middle=verdict.middle,
        gone=table.gone + (played + table.middle).translate(None, verdict.middle),
        planks=planks,
        last=played,
        last_leader=table.leader,
        last_moves=moves,
        last_middle=table.middle,
        voids=voids,
    )
    nothing_to_lead = done == table.dealt or len(planks) == constants.OLD_KING_PLAYS
    ended = TrickEnded(
        trick=played,
        order=order,
        middle_before=table.middle,
        moves=moves,
        middle=verdict.middle,
        leads_next=None if nothing_to_lead else leads,
        highest=highest,
    )
    return settled, ended


def _leads_next(table: Table, played: Cards, order: tuple[Seat, ...]) -> tuple[Seat, Card]:
    """Who leads, and by which card. Of two players it is decided anew only where their values differ."""
    if len(table.points) != constants.OLD_KING_PLAYS:
        place = trick.leads_next(played)
        return order[place], played[place]
    first, second = trick.values_of(played[1:])
    return (order[2], played[2]) if second > first else (order[1], played[1])


def _moved(
    planks: tuple[Plank, ...], verdict: trick.Verdict, order: tuple[Seat, ...]
) -> tuple[tuple[Plank, ...], tuple[Move, ...]]:
    """The planks after the verdict. Cards of the middle and of the old Pirate King move nobody."""
    changed = list(planks)
    moves: list[Move] = []
    for step in verdict.steps:
        who = NOBODY if step.place == trick.FROM_MIDDLE else order[step.place]
        if who < 0:
            moves.append(Move(who, step.card, step.colour, step.steps))
            continue
        own = changed[who]
        before = own[1 + step.colour]
        space = plank.after(before, step.steps)
        changed[who] = plank.put(own, step.colour, space)
        worth = plank.WORTH[own[0]][space]
        moves.append(Move(who, step.card, step.colour, step.steps, before, worth))
    return tuple(changed), tuple(moves)


# Points


def _scored(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The round's points are written down; after the last round the game is over."""
    scored = tuple([plank.worth(own) for own in table.planks])
    points = tuple([before + now for before, now in zip(table.points, scored, strict=True)])
    ended = RoundEnded(round=table.round, planks=table.planks, scored=scored, points=points)
    score_sheet = table.score_sheet + b"".join(table.planks)
    if table.round < table.rounds:
        return replace(table, points=points, score_sheet=score_sheet), (ended,)
    winners = scoring.winners(points)
    over = replace(table, phase="over", to_act=(), points=points, score_sheet=score_sheet)
    return over, (ended, GameEnded(winners=winners, points=points[winners[0]]))
