"""The end of a round: points, and what comes next."""

from __future__ import annotations

from operator import add

from msgspec.structs import replace

from games.contract import Event
from games.skull_king import dealing, scoring
from games.skull_king.state import GameEnded, RoundEnded, State, Table, TiePlayedOff


def finish(state: State) -> tuple[State, tuple[Event, ...]]:
    """The round's points are written down; then the next is dealt, or the game is over."""
    scored, ended = _scored(state.table)
    rounds = len(scored.setup.length.rounds)
    if scored.round < rounds:
        return dealing.next_round(scored, state.seed), (ended,)
    winners = scoring.winners(scored.points)
    if len(winners) > 1 and scored.setup.chosen.extra_round and scored.round == rounds:
        return dealing.next_round(scored, state.seed), (ended, TiePlayedOff(seats=winners))
    over = replace(scored, phase="over", to_act=())
    won = GameEnded(winners=winners, points=max(scored.points))
    return State(over, state.hands, (), state.seed, state.pile, shown=state.shown), (ended, won)


def _scored(table: Table) -> tuple[Table, RoundEnded]:
    cards, how = table.dealt, table.setup.scoring
    score_sheet = table.score_sheet
    scored: list[int] = []
    for entry in scoring.entries(table):
        own, written = scoring.result(entry, cards, how)
        scored.append(own)
        score_sheet += written
    points = tuple(map(add, table.points, scored))
    ended = RoundEnded(
        round=table.round,
        cards=cards,
        bids=table.bids,
        taken=table.taken,
        bonus=table.bonus,
        alliances=table.alliances,
        shots=table.shots,
        wager=table.wager,
        scored=tuple(scored),
        points=points,
    )
    return replace(table, points=points, score_sheet=score_sheet), ended
