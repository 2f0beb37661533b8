"""The play: draw, drop, sail, split, answer. `dealing` makes hands, `split` divides cards, `scoring` counts.

These functions are called at every move of every game: where a shorter way to write something was measurably
slower, it is not written so.
"""

from __future__ import annotations

from random import Random
from typing import NoReturn

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
from games.corsari import actions, dealing, playouts, policy, scoring, thinking
from games.corsari.actions import CREW_ACTION, DRAW_DISCARD, DRAW_STOCK, DRAWS, DROPS, SAIL
from games.corsari.cards import COLOUR, NAMES
from games.corsari.constants import (
    DECK,
    FIRST_DISCARDS,
    HAND,
    LAST_HAND,
    MOST_CHANGES,
    OVER,
    PLAYERS,
    QUIET_ROUNDS,
    STOCK_ROUNDS,
    VOIDS_RUNNING,
)
from games.corsari.options import CorsariOptions
from games.corsari.position import CorsariPosition, set_up
from games.corsari.split import Layout, attachings, crews, laid_out
from games.corsari.state import (
    NOTHING,
    Answered,
    Cappotto,
    Drew,
    Dropped,
    GameEnded,
    HandScored,
    HandVoid,
    LaidOut,
    Phase,
    SetSail,
    Showdown,
    Source,
    State,
    StockCard,
    Table,
    View,
)
from games.text import Seat, Text, _

NO_CREW = _("Name a crew of up to two colours that you hold, but not the pier's.")
NO_LAYOUT = Layout(b"", b"", b"")

Happened = tuple[State, tuple[Event, ...]]


class Rules(Play[CorsariOptions, State, View]):
    """The half of the game that is play; the words for it come with the other half, in `game`."""

    higher_is_better = False

    def players_for(self, options: CorsariOptions) -> range:
        return PLAYERS

    def new(self, options: CorsariOptions, players: int, seed: bytes) -> State:
        check_seed(seed)
        return dealing.new(options, players, seed)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.to_act

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Draws; cards in the hand's order, then to sail; or crews in the order of their colours, for those
        who may answer anew too.
        """
        check_seat(seat, len(state.hands))
        table = state.table
        if seat not in table.to_act and not _may_answer_anew(state, seat):
            return ()
        hand = state.hands[seat]
        match table.phase:
            case "draw":
                return allowed_draws(table)
            case "drop":
                drops = tuple([DROPS[card] for card in hand])
                return drops if table.closer == seat or table.too_early else (*drops, SAIL)
            case "split":
                return tuple([CREW_ACTION[crew] for crew in crews(hand, table.pier_colour)])
            case _:
                return actions.answers(hand, _closed(table).crew, table.pier_colour)

    def decision(self, state: State, seat: Seat) -> str:
        """ "d2.7": the draw of turn 7 of hand 2; p: the drop, s: the drop when sailing, c: the crew, a: the
        answer ("a2.7.1" once it was given).
        """
        check_seat(seat, len(state.hands))
        table = state.table
        if seat not in table.to_act:
            if not _may_answer_anew(state, seat):
                return ""
            return f"a{table.hand}.{table.turn + 1}.{_changes_of(state, seat) + 1}"
        letter = "s" if table.phase == "drop" and table.closer == seat else _LETTERS[table.phase]
        return f"{letter}{table.hand}.{table.turn + 1}"

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        check_seat(seat, len(state.hands))
        table = state.table
        if seat not in table.to_act and not _may_answer_anew(state, seat):
            _not_in_turn(table, seat)
        match table.phase:
            case "draw":
                return _draw(state, seat, action)
            case "drop" if action == SAIL:
                return _sail(state, seat)
            case "drop":
                return _drop(state, seat, action)
            case "split":
                return _split(state, seat, action)
            case _:
                return _answer(state, seat, action)

    def card_names(self, options: CorsariOptions) -> CardNames:
        return NAMES

    def canonical(self, state: State, seat: Seat, action: Action) -> Action:
        """Cards may be attached in any order, and so may two crew colours be named that share no number."""
        check_seat(seat, len(state.hands))
        return actions.in_order(NAMES.shortened(action), state.hands[seat])

    def observe(self, state: State, seat: Seat | None) -> View:
        table = state.table
        if seat is None:
            return View(seat=None, players=table.players, to_act=table.to_act, table=table)
        check_seat(seat, table.players)
        return View(
            seat=seat,
            players=table.players,
            to_act=table.to_act,
            decision=self.decision(state, seat),
            legal=self.legal_actions(state, seat),
            table=table,
            hand=state.hands[seat],
            drawn=state.drawn if seat in table.to_act else NOTHING,
            answer=state.answers[seat] if state.answers else None,
        )

    def outcome(self, state: State) -> Outcome | None:
        """`points` are penalty cards. A cappotto wins whatever they are."""
        table = state.table
        if table.phase != "over":
            return None
        places = scoring.places(table.counts, scoring.made_cappotto(table))
        return Outcome(places, table.counts, self.higher_is_better)

    def bounds(self, options: CorsariOptions, players: int) -> Bounds:
        """Penalty cards: all that a last hand can bring upon one who has them all already.

        Actions: each scored hand brings a penalty card at least, so there is one for each up to `LAST_HAND`
        and the last one, each after as many void ones as there can be. A hand has at most as many turns as
        cards in stock and pier, each after as many quiet turns as there can be.
        """
        hands = (LAST_HAND + 1) * (VOIDS_RUNNING + 1)
        loud = DECK - players * HAND - FIRST_DISCARDS
        turns = loud * QUIET_ROUNDS * players
        answers = players * (1 + MOST_CHANGES)
        return Bounds(hands * (2 * turns + 1 + answers), 0, OVER - 1 + players * HAND)

    def resample(self, observation: View, random: Random) -> State:
        return thinking.resample(observation, random)

    def chapter(self, state: State) -> int:
        """The hand that is played, counted from 0, void ones too."""
        return state.table.hand - 1

    def standing(self, state: State) -> tuple[float, ...]:
        """What each seat has lost of its chance to win, since a cappotto wins whatever the points are."""
        return playouts.standing(state.table)

    def playout_action(self, state: State, seat: Seat, random: Random) -> Action:
        check_seat(seat, len(state.hands))
        return policy.choose(state.table, state.hands[seat])

    def playout(self, state: State, end: int, random: Random) -> tuple[float, ...]:
        if end == self.chapter(state) + 1:
            return playouts.playout(state)
        return super().playout(state, end, random)

    def position(self, options: CorsariOptions, players: int, seed: bytes, given: CorsariPosition) -> State:
        return self.moved(set_up(options, players, seed, given), given.moves)


_LETTERS: dict[Phase, str] = {"draw": "d", "drop": "p", "split": "c", "answer": "a"}


def _may_answer_anew(state: State, seat: Seat) -> bool:
    """Whether the seat has answered the closer, and may still answer otherwise."""
    return bool(state.answers) and state.answers[seat] is not None and _changes_of(state, seat) < MOST_CHANGES


def _changes_of(state: State, seat: Seat) -> int:
    return state.changes[seat] if state.changes else 0


def allowed_draws(table: Table) -> tuple[Action, ...]:
    """Where a card may be drawn from."""
    if table.stock_only:
        return (DRAW_STOCK,)
    return (DRAW_STOCK, DRAW_DISCARD) if table.pier_spared else DRAWS


# What is refused, and why


def _not_in_turn(table: Table, seat: Seat) -> NoReturn:
    if table.phase == "over":
        raise IllegalAction(GAME_OVER)
    if table.phase == "answer" and seat != table.closer:
        raise IllegalAction(_("You have laid out your cards. Now it is up to the others."))
    raise IllegalAction(_("It's not your turn yet."))


def why_not_draw(table: Table, source: Source) -> Text | None:
    """Why a card may not be drawn from there; None if it may."""
    if source == "stock":
        return None
    if table.stock_only:
        return _("For too long nobody drew from stock or pier: this round it's the stock only.")
    if source == "pier" and table.pier_spared:
        return _("After two void hands the pier's last card stays: draw from stock or discards.")
    return None


def why_not_sail(table: Table) -> Text | None:
    """Why nobody may set sail now; None if one may."""
    return _("At this table nobody sails in the first round.") if table.too_early else None


# Turns


def _draw(state: State, seat: Seat, action: Action) -> Happened:
    table = state.table
    source = actions.SOURCES.get(action)
    if source is None:
        raise IllegalAction(_("Draw a card first: from the stock, the discards or the pier."))
    if action not in allowed_draws(table):
        raise IllegalAction(why_not_draw(table, source) or _("You may not draw from there."))
    if source == "stock":
        return _drew_from_stock(state, seat)
    if source == "discard":
        card, discards = table.discards[-1], table.discards[:-1]
        taken = _taken(table, seat, card)
        quiet = table.quiet + 1
        moved = replace(table, phase="drop", discards=discards, quiet=quiet, taken=taken, drew=source)
    else:
        card, pier = table.pier[0], table.pier[1:]
        taken = _taken(table, seat, card)
        moved = replace(table, phase="drop", pier=pier, quiet=0, taken=taken, drew=source)
    drew = Drew(seat=seat, source=source, card=card, pier=moved.pier)
    if not moved.pier:
        return _void(state, seat, drew)
    return _holding(state, moved, state.stock, seat, card), (drew,)


def _taken(table: Table, seat: Seat, card: Card) -> tuple[Cards, ...]:
    """Everybody has seen that this card went into the hand."""
    taken = list(table.taken or (b"",) * table.players)
    taken[seat] += ONE[card]
    return tuple(taken)


def _drew_from_stock(state: State, seat: Seat) -> Happened:
    """Whoever draws the last card must set sail in this turn."""
    table, card = state.table, state.stock[0]
    quiet = table.quiet + 1 if table.stock_only else 0
    if quiet >= (QUIET_ROUNDS + STOCK_ROUNDS) * table.players:
        quiet = 0
    left = table.stock - 1
    closer = table.closer if left else seat
    moved = replace(table, phase="drop", stock=left, closer=closer, quiet=quiet, drew="stock")
    drew = Drew(seat=seat, source="stock", card=NOTHING, pier=table.pier)
    events = (drew, StockCard(card=card, audience=(seat,)))
    after = _holding(state, moved, state.stock[1:], seat, card)
    return after, events if left else (*events, SetSail(seat=seat, forced=True))


def _holding(state: State, moved: Table, stock: Cards, seat: Seat, card: Card) -> State:
    """The state after a card was drawn: the seat has it in the hand."""
    hands = list(state.hands)
    hands[seat] = bytes(sorted(hands[seat] + ONE[card]))
    return State(moved, tuple(hands), stock, card, (), state.seed)


def _void(state: State, seat: Seat, drew: Drew) -> Happened:
    """The pier's last card is gone: nothing is scored, and all cards are dealt again."""
    table = state.table
    nothing = (b"",) * table.players
    showdown = Showdown(table.hand, seat, COLOUR[drew.card], (), nothing)
    voided = replace(table, voids=table.voids + 1, latest=showdown)
    after = dealing.next_hand(voided, state.seed)
    return after, (drew, HandVoid(hand=table.hand, seat=seat), dealing.dealt(after.table))


def _sail(state: State, seat: Seat) -> Happened:
    table = state.table
    if table.closer == seat:
        raise IllegalAction(_("You're sailing already: drop a card."))
    if refusal := why_not_sail(table):
        raise IllegalAction(refusal)
    return replace(state, table=replace(table, closer=seat)), (SetSail(seat=seat, forced=False),)


def _drop(state: State, seat: Seat, action: Action) -> Happened:
    table, hand = state.table, state.hands[seat]
    card = actions.DROPPED.get(action)
    if card is None or card not in hand:
        raise IllegalAction(_("Drop a card from your hand."))
    hands = list(state.hands)
    hands[seat] = hand.replace(ONE[card], b"")
    discards, taken = table.discards + ONE[card], table.taken
    if taken and card in taken[seat]:
        taken = (*taken[:seat], taken[seat].replace(ONE[card], b""), *taken[seat + 1 :])
    if table.closer == seat:
        moved = replace(table, phase="split", discards=discards, taken=taken, drew=None)
    else:
        following = ((seat + 1) % len(hands),)
        moved = replace(
            table,
            phase="draw",
            discards=discards,
            turn=table.turn + 1,
            to_act=following,
            taken=taken,
            drew=None,
        )
    after = State(moved, tuple(hands), state.stock, NOTHING, (), state.seed)
    return after, (Dropped(seat=seat, card=card),)


# Sailing


def _closed(table: Table) -> Layout:
    """The closer's cards. ValueError if nobody has laid them out."""
    if table.closed is None:
        raise ValueError("Nobody has closed this hand.")
    return table.closed


def _split(state: State, seat: Seat, action: Action) -> Happened:
    table, hand = state.table, state.hands[seat]
    pier, crew = table.pier_colour, actions.CREW_OF.get(action)
    if crew is None or crew not in crews(hand, pier):
        raise IllegalAction(NO_CREW)
    layout = laid_out(hand, pier, crew)
    shown = LaidOut(seat=seat, layout=layout, pier=pier)
    closed = replace(table, closed=layout)
    if not layout.stowaways:
        layouts = [NO_LAYOUT] * table.players
        layouts[seat] = layout
        return _won_at_once(state, closed, tuple(layouts), (seat,), (shown,))
    others = tuple([(seat + place) % table.players for place in range(1, table.players)])
    asked = replace(closed, phase="answer", to_act=others)
    nothing_yet = (None,) * table.players
    return State(asked, state.hands, state.stock, NOTHING, nothing_yet, state.seed), (shown,)


def _answer(state: State, seat: Seat, action: Action) -> Happened:
    table, hand = state.table, state.hands[seat]
    said = actions.parsed_answer(action)
    if said is None:
        raise IllegalAction(
            _("Attach cards to the crew that has sailed if you like, and name your own crew.")
        )
    attached, crew = said
    if attached not in attachings(hand, _closed(table).crew):
        raise IllegalAction(
            _("Attach only cards of the crew's colours with numbers that it lacks, one of each number.")
        )
    rest, pier = hand.translate(None, attached), table.pier_colour
    if crew not in crews(rest, pier):
        raise IllegalAction(NO_CREW)
    answers = list(state.answers)
    answers[seat] = laid_out(rest, pier, crew, attached)
    if seat not in table.to_act:
        changes = list(state.changes or (0,) * table.players)
        changes[seat] += 1
        changed = replace(state, answers=tuple(answers), changes=tuple(changes))
        return changed, (Answered(seat=seat, audience=(seat,)),)
    waiting = tuple([other for other in table.to_act if other != seat])
    after = replace(state, table=replace(table, to_act=waiting), drawn=NOTHING, answers=tuple(answers))
    answered = Answered(seat=seat)
    return (after, (answered,)) if waiting else _reckoned(after, (answered,))


def _reckoned(state: State, so_far: tuple[Event, ...]) -> Happened:
    """All cards are open: a cappotto ends the game, else stowaways become penalty cards."""
    table, closer = state.table, state.table.closer
    layouts = tuple([layout or _closed(table) for layout in state.answers])
    if clean := scoring.cappotto(layouts, closer, table.counts):
        return _won_at_once(state, table, layouts, clean, so_far)
    gained = scoring.gained(layouts, closer)
    showdown = Showdown(table.hand, closer, table.pier_colour, layouts, gained)
    penalties = tuple([old + new for old, new in zip(table.penalties, gained, strict=True)])
    total = sum([len(cards) for cards in penalties])
    over = scoring.ends_game(table, total)
    scored = replace(
        table,
        voids=0,
        penalties=penalties,
        score_sheet=table.score_sheet + scoring.packed(showdown),
        latest=showdown,
        last_hand=not over and scoring.ends_soon(total),
    )
    ended = HandScored(showdown=showdown, counts=scored.counts, last_hand_next=scored.last_hand)
    if over:
        return _over(state, scored, (*so_far, ended))
    after = dealing.next_hand(scored, state.seed)
    return after, (*so_far, ended, dealing.dealt(after.table))


def _won_at_once(
    state: State,
    table: Table,
    layouts: tuple[Layout, ...],
    clean: tuple[Seat, ...],
    so_far: tuple[Event, ...],
) -> Happened:
    """A cappotto: the game is over, and nobody takes penalty cards for this hand."""
    nothing = (b"",) * table.players
    showdown = Showdown(table.hand, table.closer, table.pier_colour, layouts, nothing, clean)
    won = replace(table, score_sheet=table.score_sheet + scoring.packed(showdown), latest=showdown)
    return _over(state, won, (*so_far, Cappotto(showdown=showdown)))


def _over(state: State, table: Table, so_far: tuple[Event, ...]) -> Happened:
    """Nothing is asked any more; what became penalty cards has left the hands."""
    over = replace(table, phase="over", to_act=(), taken=())
    gone = b"".join(table.penalties)
    hands = tuple([hand.translate(None, gone) for hand in state.hands])
    ended = GameEnded(winners=scoring.winners(over), counts=over.counts)
    return State(over, hands, state.stock, NOTHING, (), state.seed), (*so_far, ended)
