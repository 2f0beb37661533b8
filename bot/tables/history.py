"""A table's game replayed from its log: in words, as a score sheet, and as the proof of its shuffle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.i18n import FORMER_PLAYER
from bot.refusal import Refusal
from bot.tables import notices
from bot.tables.lobby import seed_of
from bot.tables.model import ERASED_USER, Cut, Table
from bot.tables.pod_model import PodInfo
from games import fairness
from games.contract import Event
from games.replay import replay
from games.text import Listed, Player, Seat, Text, Value, _
from storage.models import ActionRow

NO_PROOF = _("This game started from a set-up position, so there's no shuffle to check.")


def replay_states(table: Table, log: Sequence[ActionRow]) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """The first state of the game, then for each action the state after it and what it caused."""
    moves = [(row.seat, row.action) for row in log]
    return replay(table.game, table.options, len(table.seats), seed_of(table), moves, table.position)


def narrate(table: Table, log: Sequence[ActionRow], seat: int | None, *, after: int = -1) -> list[Text]:
    """The game so far in words: what this seat (None: a spectator) may know, and what became of seats.
    `after`: only what came after so many actions.

    Whoever sat somewhere when something was done there is named, also if somebody else sits there now; and a
    substitute is not told what only they could know. Refusal before the cards are dealt.
    """
    if table.state is None:
        raise Refusal("early", _("Nothing yet: the game hasn't begun."))
    lines: list[Text] = []
    taken = [left.taken for left in table.record.leavers if left.seat == seat and left.taken is not None]
    since = max(taken, default=-1)
    for number, (_state, events) in enumerate(replay_states(table, log)):
        if number <= after:
            continue
        own = seat if number > since else None
        visible = (event for event in events if event.audience is None or own in event.audience)
        known = (line for event in visible if (line := table.game.narrate(event)) is not None)
        names = former_names_at(table, number)
        became = [each for each in table.record.happenings if each.at == number]
        lines += [notices.notice_text(each) for each in became if each.kind in notices.BEFORE_THE_MOVE]
        lines += (_named(line, names) for line in known) if names else known
        lines += [notices.notice_text(each) for each in became if each.kind not in notices.BEFORE_THE_MOVE]
    return lines


def former_names_at(table: Table, number: int) -> Mapping[Seat, str | Text]:
    """Who sat, when the action of this number was done, where somebody else has sat down since."""
    known = zip(table.record.leavers, table.former_names, strict=True)
    later = [(left.seat, name) for left, name in known if left.taken is not None and left.taken >= number]
    return {seat: name or FORMER_PLAYER for seat, name in reversed(later)}


def _named(text: Text, names: Mapping[Seat, Value]) -> Text:
    """The text, with these names where it names those seats."""
    values = {place: _value_named(value, names) for place, value in text.values.items()}
    return msgspec.structs.replace(text, values=values)


def _value_named(value: Value, names: Mapping[Seat, Value]) -> Value:
    match value:
        case Player(seat):
            return names.get(seat, value)
        case Text():
            return _named(value, names)
        case Listed(items):
            return Listed(tuple(_value_named(item, names) for item in items), value.either)
        case _:
            return value


def last_decision(table: Table, log: Sequence[ActionRow], seat: int) -> str:
    """What the seat decided last; empty if it has not decided anything yet."""
    states = [state for state, _events in replay_states(table, log)]
    own = [place for place, row in enumerate(log) if row.seat == seat]
    return table.game.decision(states[own[-1]], seat) if own else ""


def latest_choice(table: Table, log: Sequence[ActionRow], seat: int) -> int | None:
    """How many actions came before the latest one for which the seat had a choice; None: it has had none."""
    states = [state for state, _events in replay_states(table, log)] if log else []
    for before in reversed(range(len(log))):
        if log[before].seat == seat and len(table.game.observe(states[before], seat).legal) > 1:
            return before
    return None


class Proof(msgspec.Struct, frozen=True):
    """Everything that made the shuffle, for anybody to check. Times and places of `docs/fairness.md`."""

    secret: str
    commitment: str
    joins: tuple[str, ...]
    cuts: tuple[Cut, ...]
    """Without those that were erased."""
    seed: str
    order: tuple[int, ...]
    """Which of the joins sits where: `order[seat]` counts in the order of joining, from 0."""
    tournament: str = ""
    """Whose draw says so, by name: then the joins stand in the order of the seats, and behind them which pod
    of which round it is; where all pods of the round are shuffled alike, which round alone. Empty: the order
    was drawn from the seed.
    """
    erased: int = 0
    """How many cuts were erased at the wish of whoever had made them: then the seed is the one that was kept.
    """


def proof_of(table: Table) -> Proof:
    """The proof of the table's shuffle. Refusal before the end: it gives every hand away."""
    if table.phase != "over":
        raise Refusal(
            "early",
            _("The shuffle's secret is shown when the game has ended. Its fingerprint stands in the lobby."),
        )
    if table.position is not None:
        raise Refusal("shut", NO_PROOF)
    record = table.record
    seed, pod = seed_of(table), record.pod
    order = fairness.seat_order(seed, len(record.joins)) if pod is None else _as_drawn(pod)
    return Proof(
        secret=record.secret,
        commitment=fairness.commitment(bytes.fromhex(record.secret)),
        joins=record.joins,
        cuts=tuple(cut for cut in record.cuts if cut.user != ERASED_USER),
        erased=sum(cut.user == ERASED_USER for cut in record.cuts),
        seed=seed.hex(),
        order=tuple(order),
        tournament="" if pod is None else pod.name,
    )


def _as_drawn(pod: PodInfo) -> Sequence[int]:
    """A tournament's draw says who sits where; those are left out without whom the cards were dealt."""
    return [at for at, entrant in enumerate(pod.entrants) if entrant not in pod.walked_over]
