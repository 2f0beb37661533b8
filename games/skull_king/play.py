"""The play of the cards: a face laid on the table, Graybeard's answer to it, the end of a trick."""

from __future__ import annotations

from msgspec.structs import replace

from games.cards import ONE, Cards
from games.contract import Event
from games.skull_king import powers, rounds, scoring, seating, trick
from games.skull_king.bidding import changed
from games.skull_king.cards import CARD_OF, FACES_OF_CARD, FaceNumber
from games.skull_king.editions import EDITIONS
from games.skull_king.state import GRAYBEARD, CardPlayed, State, Table, TrickEnded
from games.skull_king.trick import Verdict
from games.text import Seat


def play(state: State, seat: Seat, face: FaceNumber) -> tuple[State, tuple[Event, ...]]:
    """The face is laid on the table; the last one ends the trick, the last trick the round."""
    table, hands = state.table, [*state.hands]
    hands[seat] = rest = hands[seat].replace(ONE[CARD_OF[face]], b"")
    faces = table.trick + ONE[face]
    played = CardPlayed(seat=seat, face=face, leads=not table.trick)
    if len(faces) < len(hands):
        moved = replace(table, trick=faces, to_act=seating.NEXT[len(table.points)][seat])
        after = replace(state, table=moved, hands=tuple(hands))
        return _graybeard_plays(after, played) if table.ghost and played.leads else (after, (played,))
    verdict = trick.settle(faces, table.setup)
    settled, ended = _settled(table, faces, verdict)
    after = replace(state, table=settled, hands=tuple(hands))
    if table.setup.house is not None:
        return _with_house_rules(after, faces, verdict, rest, (played, ended))
    if rest:
        return after, (played, ended)
    after, counted = rounds.finish(after)
    return after, (played, ended, *counted)


def _with_house_rules(
    state: State, faces: Cards, verdict: Verdict, rest: Cards, events: tuple[Event, ...]
) -> tuple[State, tuple[Event, ...]]:
    """After a trick: a pirate may use his power, Graybeard may lead."""
    pirate = powers.earned(state, faces, verdict, last=not rest)
    if pirate is not None:
        after, called = powers.call(state, pirate)
        return after, (*events, *called)
    if not rest:
        after, counted = rounds.finish(state)
        return after, (*events, *counted)
    if state.table.ghost is not None and state.table.ghost.leads:
        return _graybeard_plays(state, *events)
    return state, events


def _graybeard_plays(state: State, *events: Event) -> tuple[State, tuple[Event, ...]]:
    """He turns up the top card of his pile, whatever the suit; his Tigress is an escape."""
    pile, table = state.hands[GRAYBEARD], state.table
    face = FACES_OF_CARD[pile[0]][-1]
    played = CardPlayed(seat=GRAYBEARD, face=face, leads=not table.trick)
    hands = (*state.hands[:GRAYBEARD], pile[1:])
    moved = replace(table, trick=table.trick + ONE[face])
    return State(moved, hands, (), state.seed, state.pile, shown=state.shown), (*events, played)


def _settled(table: Table, faces: Cards, verdict: Verdict) -> tuple[Table, TrickEnded]:
    """The complete trick goes to whoever takes it."""
    setup, ghost = table.setup, table.ghost
    order = seating.order(table) if ghost else seating.CLOCKWISE[len(faces)][table.leader]
    leads = order[verdict.leads_next]
    taker = None if verdict.taker is None else leads
    taken, bonus = table.taken, 0
    if taker is not None and taker != GRAYBEARD:
        taken = changed(taken, taker, taken[taker] + 1)
        bonus = trick.bonus(faces, verdict, EDITIONS[setup.edition_name])
    allies = tuple([order[place] for place in trick.allies(faces, verdict)]) if setup.loot else ()
    next_leader = table.leader if leads == GRAYBEARD else leads
    settled = replace(
        table,
        to_act=(next_leader,),
        leader=next_leader,
        trick=b"",
        taken=taken,
        bonus=changed(table.bonus, leads, table.bonus[leads] + bonus) if bonus else table.bonus,
        alliances=(*table.alliances, *[(leads, ally) for ally in allies]) if allies else table.alliances,
        fallen=table.fallen + faces,
        last_leader=table.leader,
        last=faces,
        ghost=seating.after_trick(ghost, taker, leads) if ghost else None,
        used=None,
        leaders=seating.with_leader(table, len(faces)),
    )
    counts = taker is None or taker == GRAYBEARD or scoring.bonus_may_count(settled, taker)
    ended = TrickEnded(
        trick=faces,
        order=order,
        taker=taker,
        bonus=bonus,
        allies=allies,
        leads_next=leads,
        setup=setup,
        counts=counts,
    )
    return settled, ended
