"""What counts of a tournament's table that has ended, in words: for its own card and the round's messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.tables.model import Table
from bot.tables.pod_model import PodVerdict, SeatVerdict
from bot.tournaments.verdicts import by_place, winners
from games.text import Listed, Player, Text, Value, _, _n

SeatName = Callable[[int], Value]
"""What whoever sat there in the draw is called."""

PLAYED_OUT = _("🤖 Time ran out, and robots finished the game.")


def seat_line(seat: SeatVerdict, player: Value) -> Text:
    """Somebody's place, and why it is not plainly theirs."""
    if seat.remark == "absent":
        return _("{player} (didn't come)", player=player)
    if not seat.place:
        return _("{player} (disqualified)", player=player) if seat.remark else _("{player}", player=player)
    match seat.remark:
        case "disqualified":
            return _("{place}. {player} (disqualified)", place=seat.place, player=player)
        case "robot" | "idle":
            return _("{place}. {player} (a robot played)", place=seat.place, player=player)
        case "left":
            return _("{place}. {player} (left)", place=seat.place, player=player)
        case _:
            return _("{place}. {player}", place=seat.place, player=player)


def what_follows(verdict: PodVerdict, name: SeatName) -> Iterator[Text]:
    """Who goes on or has won, and whether an organiser has corrected it."""
    on = [seat for seat in by_place(verdict) if verdict.seats[seat].fate == "on"]
    if on and not verdict.play_off:
        players = _named(on, name)
        yield _n("{players} goes on", "{players} go on", len(on), players=players)
    if verdict.final and (first := winners(verdict)):
        yield _("🥇 {player} wins", player=name(first[0]))
    if verdict.corrected:
        yield _("corrected by the organiser")


def _named(seats: Sequence[int], name: SeatName) -> Listed:
    return Listed(tuple(name(seat) for seat in seats))


# On the table's own card, where people are known by their seats there


_PLAYED_AGAIN = _("🔁 This table is played again. What was played here doesn't count in the tournament.")


_TAKEN_BACK = _("↩️ The organiser took a move back: the game goes on from there at another table.")


def is_played_again(table: Table) -> bool:
    """Whether its pod has another table by now."""
    pod = table.record.pod
    return pod is not None and pod.verdict is not None and pod.verdict.again


def result_lines(table: Table) -> Iterator[Text]:
    """What the game of a tournament's table came to, as it counts; not what the cards alone would say."""
    pod = table.record.pod
    verdict = None if pod is None else pod.verdict
    if pod is None or verdict is None:
        yield _("The game is over. /tournament me says how you stand.")
        return
    if verdict.again:
        if verdict.rewound:
            yield _TAKEN_BACK
        else:
            yield _("🔁 This play-off doesn't count any more.") if pod.play_off else _PLAYED_AGAIN
        return
    seats = _seats_of(table)
    here = {seat: Player(seats[at.entrant]) for seat, at in enumerate(verdict.seats) if at.entrant in seats}
    yield from _winners(verdict, here)
    if table.was_conceded:
        yield _("Everybody else has left, so the game ended early.")
    yield from _going_on(verdict, here)
    yield from _not_theirs(verdict, here)
    if verdict.played_out:
        yield PLAYED_OUT
    if verdict.corrected:
        yield _("✏️ {said}", said=_("Corrected by the organiser."))


def _winners(verdict: PodVerdict, here: dict[int, Player]) -> Iterator[Text]:
    if verdict.void:
        yield _("The table doesn't count in the tournament.")
        return
    first = [here[seat] for seat in winners(verdict) if seat in here]
    if verdict.final:
        if first:
            yield _("🥇 {player} wins the tournament. Yo-ho-ho!", player=first[0])
        elif verdict.waits:
            yield _("Who has won the final isn't clear yet.")
        else:
            yield _("Nobody won.")
    elif len(first) == 1:
        yield _("{player} wins. Yo-ho-ho!", player=first[0])
    elif first:
        yield _("{players} share the win. Yo-ho-ho!", players=Listed(tuple(first)))
    elif not any(seat.place == 1 and seat.remark == "disqualified" for seat in verdict.seats):
        yield _("Nobody who played wins this table.")


def _going_on(verdict: PodVerdict, here: dict[int, Player]) -> Iterator[Text]:
    on = [here[seat] for seat in by_place(verdict) if verdict.seats[seat].fate == "on" and seat in here]
    if on:
        players = Listed(tuple(on))
        yield _n("➡️ {players} goes on.", "➡️ {players} go on.", len(on), players=players)
    elif verdict.waits and not verdict.final:
        yield _("Who goes on is clear once every table is done.")
    elif not verdict.final and any(seat.fate == "out" for seat in verdict.seats):
        yield _("Nobody here goes on.")


def _not_theirs(verdict: PodVerdict, here: dict[int, Player]) -> Iterator[Text]:
    """For whom a robot has played, and who was disqualified."""

    def of(*remarks: str) -> list[Player]:
        return [player for seat, player in here.items() if verdict.seats[seat].remark in remarks]

    if robots := of("absent", "robot", "idle"):
        yield _("🤖 A robot played for {players}.", players=Listed(tuple(robots)))
    if left := of("left"):
        yield _n("{players} left.", "{players} left.", len(left), players=Listed(tuple(left)))
    if gone := of("disqualified"):
        players = Listed(tuple(gone))
        yield _n("{players} was disqualified.", "{players} were disqualified.", len(gone), players=players)


def _seats_of(table: Table) -> dict[str, int]:
    """At which seat of the table everybody sits who is in the draw."""
    return {entrant: seat for seat in range(len(table.seats)) if (entrant := table.entrant(seat))}


def verdict_at(table: Table, seat: int) -> SeatVerdict | None:
    """What counts of a table's seat; None at a table of no tournament, for a robot, and until it is known."""
    pod = table.record.pod
    if pod is None or pod.verdict is None or not table.entrant(seat):
        return None
    return next((each for each in pod.verdict.seats if each.entrant == table.entrant(seat)), None)
