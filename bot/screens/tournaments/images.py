"""A tournament as data for its pictures: what the messages say in words, and nothing more.

A tournament knows the secrets of tables whose games are not over; what is handed out here holds none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot.images import knockout_drawing, tournament_drawings
from bot.images.drawing_parts import TournamentTitle
from bot.screens.common import left_out
from bot.screens.pod_names import beside_round, in_round, round_name
from bot.screens.tournaments import lines
from bot.screens.tournaments.lines import MOST_AT_THE_END, MOST_PODS, MOST_ROWS
from bot.screens.tournaments.round_messages import stage
from bot.screens.tournaments.settings_text import exact
from bot.tables.pod_model import PodVerdict, SeatVerdict
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Pod, Round, Stage
from bot.tournaments.pairing.standings import Standings, honoured
from bot.tournaments.rounds import as_after
from bot.tournaments.verdicts import by_place, verdict_of
from games.text import Player, Text, Value, _


def names(tournament: Tournament) -> Mapping[int, str]:
    """Everybody by the number by which the pictures know them, for the reader."""
    return {at: entry.called for at, entry in enumerate(tournament.record.entries)}


def _call(tournament: Tournament, entrant: str | None) -> Value:
    if entrant is None:
        return lines.ROBOT
    at = tournament.numbers.get(entrant)
    return lines.name_of(None) if at is None else Player(at)


def _cup(tournament: Tournament) -> TournamentTitle:
    return TournamentTitle(tournament.settings.name, tournament.game.title)


# Standings


def standings(
    tournament: Tournament, table: Standings, title: Text, own: str | None = None
) -> tournament_drawings.StandingsData:
    """As they are after a round. `own`: the reader among the entrants, whose line is always there."""
    mine = next((at for at, line in enumerate(table) if line.entrant == own), 0)
    rows = _rows(tournament, table, 0, MOST_ROWS, own)
    if mine >= MOST_ROWS:
        rows += _rows(tournament, table, mine, mine + 1, own)
    return tournament_drawings.StandingsData(
        title, _cup(tournament), tuple(rows), _counted(tournament), remarks=_remarks(table, len(rows))
    )


def final(tournament: Tournament, table: Standings) -> tournament_drawings.StandingsData:
    """As they are at the end: the first three on a podium, the others below it, everybody once."""
    told = lines.in_order(tournament, table[: MOST_AT_THE_END + 1], _call)[:MOST_AT_THE_END]
    best = {line.place for line in honoured(table)[:3]}
    rows = [_line_at_the_end(tournament, each) for each in told]
    return tournament_drawings.StandingsData(
        _("Final standings"),
        _cup(tournament),
        tuple(row for row in rows if row.place not in best),
        _counted(tournament),
        tuple(row for row in rows if row.place in best),
        _remarks(table, len(rows)),
    )


def _line_at_the_end(tournament: Tournament, told: lines.Standing) -> tournament_drawings.StandingsRow:
    """Without how far they came, which stands once above all who came as far."""
    line, came = told.line, told.came
    out = lines.out_since(line, came) if lines.is_told_out(line) else None
    return tournament_drawings.StandingsRow(
        place=told.place,
        name=_call(tournament, line.entrant),
        points=exact(told.points),
        notes=tuple(each for each in told.notes if each != out),
        alt=told.said,
        out=line.dropped or line.disqualified,
        played=told.ranked,
        reached=None if came is None else _heading(came.stage, came.number),
    )


def _heading(stage: Stage, number: int) -> Text:
    """A part of the tournament, as a heading."""
    return _("Groups") if stage is Stage.GROUPS else round_name(number, stage)


def _counted(tournament: Tournament) -> Text:
    """Which points are shown of everybody."""
    eliminates = format_of(tournament.settings.how).eliminates
    return _("Points in their last round") if eliminates else _("Points")


def _rows(
    tournament: Tournament, table: Standings, first: int, end: int, own: str | None = None
) -> list[tournament_drawings.StandingsRow]:
    """These lines of the table. What is said of one depends on its neighbours, and on nobody else."""
    before = max(0, first - 1)
    told = lines.in_order(tournament, table[before : end + 1], _call)[first - before : end - before]
    return [_row(tournament, each, own) for each in told]


def _row(tournament: Tournament, told: lines.Standing, own: str | None) -> tournament_drawings.StandingsRow:
    line, came = told.line, told.came
    reached = () if came is None or lines.is_told_out(line) else (lines.stage_name(came.stage, came.number),)
    return tournament_drawings.StandingsRow(
        place=told.place,
        name=_call(tournament, line.entrant),
        points=exact(told.points),
        notes=(*reached, *told.notes),
        alt=told.said,
        out=line.dropped or line.disqualified,
        own=line.entrant == own,
        played=told.ranked,
    )


def _remarks(table: Standings, shown: int) -> tuple[Text, ...]:
    more = len(table) - shown
    said = (left_out(more),) if more else ()
    return (*said, *lines.legend(table[:shown]))


# Pods


def pods(tournament: Tournament, round: Round, own: str | None = None) -> tournament_drawings.PodsData:
    """A round's. `own`: the reader among the entrants, whose pod is always there."""
    shown = round.pods[:MOST_PODS]
    mine = next((pod for pod in round.pods[MOST_PODS:] if own is not None and own in pod.seats), None)
    if mine is not None:
        shown = (mine, *shown[:-1])
    more = len(round.pods) - len(shown)
    return tournament_drawings.PodsData(
        stage(tournament, round),
        _cup(tournament),
        tuple(_pod(tournament, round, pod, own) for pod in shown),
        lines.byes_line(tournament, round.byes, _call),
        (left_out(more),) if more else (),
    )


def _pod(tournament: Tournament, round: Round, pod: Pod, own: str | None) -> tournament_drawings.PodCard:
    verdict = verdict_of(tournament, round, pod)
    return tournament_drawings.PodCard(
        beside_round(in_round(round, pod)),
        tuple(
            tournament_drawings.DrawnSeat(
                seat=seat,
                name=_call(tournament, pod.seats[seat]),
                place=place_of(verdict, seat),
                note=_note(tournament, pod, verdict, seat),
                own=own is not None and pod.seats[seat] == own,
            )
            for seat in seats_in_order(pod, verdict)
        ),
        alt=lines.pod_line(tournament, round, pod, call=_call),
        over=verdict is not None,
        note=None if verdict is None else remark(verdict),
        void=verdict is not None and verdict.void,
    )


def _note(tournament: Tournament, pod: Pod, verdict: PodVerdict | None, seat: int) -> Text | None:
    if verdict is None and lines.is_out(tournament, pod.seats[seat]):
        return _("out: a robot plays")
    return note_on(verdict, seat)


def remark(verdict: PodVerdict) -> Text | None:
    """What is said of the whole table."""
    if verdict.void:
        return _("The table doesn't count.")
    if verdict.corrected:
        return _("Corrected by the organiser.")
    return _("Robots finished the game.") if verdict.played_out else None


def seats_in_order(pod: Pod, verdict: PodVerdict | None) -> Sequence[int]:
    """The best first, where there are places."""
    return range(len(pod.seats)) if verdict is None or verdict.void else by_place(verdict)


def place_of(verdict: PodVerdict | None, seat: int) -> int:
    """The seat's; 0 where there is none."""
    return 0 if verdict is None else verdict.seats[seat].place


def note_on(verdict: PodVerdict | None, seat: int) -> Text | None:
    """Why a place is not plainly theirs, else what comes of it."""
    if verdict is None:
        return None
    match verdict.seats[seat]:
        case SeatVerdict(remark="absent"):
            return _("didn't come")
        case SeatVerdict(remark="robot" | "idle"):
            return _("a robot played")
        case SeatVerdict(remark="left"):
            return _("left")
        case SeatVerdict(remark="disqualified"):
            return _("disqualified")
        case SeatVerdict(fate="on"):
            return _("goes on")
        case _:
            return None


# The tree


def tree(
    tournament: Tournament, table: Standings, until: int | None = None
) -> knockout_drawing.KnockoutData | None:
    """The rounds from which only some went on; None if there are not two of them. `until`: the last round
    that is shown, as it was before the next one was drawn.
    """
    if until is not None:
        tournament = as_after(tournament, until)
    rounds = lines.tree_rounds(tournament)
    if len(rounds) < 2:
        return None
    best = next((line.entrant for line in honoured(table)), None)
    winner = best if tournament.phase == "over" else None
    later = [*(one.everybody for one in rounds[1:]), () if winner is None else (winner,)]
    last = rounds[-1]
    levels = (
        _level(tournament, one, on, told=one is not last) for one, on in zip(rounds, later, strict=True)
    )
    name = None if winner is None else _call(tournament, winner)
    return knockout_drawing.KnockoutData(
        _("The knock-out"),
        _cup(tournament),
        tuple(levels),
        name,
        None if name is None else _("🥇 {player} wins the tournament. Yo-ho-ho!", player=name),
    )


def _level(
    tournament: Tournament, round: Round, on: Sequence[str], *, told: bool
) -> knockout_drawing.KnockoutLevel:
    """A round from which these went on; `told`: to another round, and not as the winner."""
    pods = [_knocked_out(tournament, round, pod, on) for pod in round.drawn_pods]
    resting = lines.byes_line(tournament, round.byes, _call)
    if resting is not None:
        rested = (knockout_drawing.KnockoutSeat(_call(tournament, who), on=who in on) for who in round.byes)
        pods.append(knockout_drawing.KnockoutPod(_("Bye"), tuple(rested), resting))
    said = lines.gone_on(on, tournament, _call)
    name = _heading(round.stage, round.number)
    return knockout_drawing.KnockoutLevel(name, tuple(pods), said if told else None)


def _knocked_out(
    tournament: Tournament, round: Round, pod: Pod, on: Sequence[str]
) -> knockout_drawing.KnockoutPod:
    verdict = verdict_of(tournament, round, pod)
    sitters = (
        knockout_drawing.KnockoutSeat(
            _call(tournament, pod.seats[seat]), place_of(verdict, seat), pod.seats[seat] in on
        )
        for seat in seats_in_order(pod, verdict)
    )
    said = lines.pod_line(tournament, round, pod, call=_call)
    at = msgspec.structs.replace(in_round(round, pod), final=False)  # its round is the final beside it
    return knockout_drawing.KnockoutPod(beside_round(at), tuple(sitters), said)
