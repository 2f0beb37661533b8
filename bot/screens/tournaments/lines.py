"""People, pods and standings of a tournament, a line each: whoever shows them shows them alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from typing import TypeAlias

import msgspec

from bot.i18n import FORMER_PLAYER, Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.images.model import MessageImage
from bot.images.requests import says_all
from bot.screens.common import medal
from bot.screens.pod_names import beside_round, in_round, round_name
from bot.screens.pod_verdicts import PLAYED_OUT, seat_line, what_follows
from bot.screens.tournaments.settings_text import exact
from bot.tables.pod_model import PodVerdict
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import Event, Pod, Round, Stage
from bot.tournaments.pairing.standings import Criterion, Line, Standings, nobody_has_won, played_out, scores
from bot.tournaments.verdicts import by_place, verdict_of
from bot.ui import components as ui
from games.text import Listed, Text, Value, _, _n, labelled

LONGEST_NAME = 60
"""Characters of a tournament's name that are shown."""
MOST_ROWS = MOST_AT_THE_END = 16
"""Lines of the standings in a picture, at the end with those on the podium."""
MOST_PODS = 12
"""In a picture: six under each other, as high as a telephone's screen."""
ROBOT = _("🤖 a robot")

Calling: TypeAlias = Callable[[Tournament, str | None], Value]
"""How whoever sits there in the draw is named: `who`, or as somebody wants it who knows them by number."""


def pictured(picture: MessageImage | None, count: int, most: int, reader: Reader) -> bool:
    """Whether the picture shows all of so many, and says them too: then no words need do so beside it."""
    return count <= most and says_all(picture, reader)


def joined(*several: Text) -> Text:
    """What belongs together, in one line. There is at least one."""
    return reduce(lambda some, more: _("{some} · {more}", some=some, more=more), several)


def name_of(entry: Entry | None) -> Value:
    """What people call whoever entered; "former player" if they were erased, or None is given."""
    return FORMER_PLAYER if entry is None or not entry.name else entry.called


def called(tournament: Tournament) -> Markup:
    """The tournament's name, for a heading."""
    return Markup(escape_markdown(tournament.settings.name, LONGEST_NAME))


def who(tournament: Tournament, entrant: str | None) -> Value:
    """Whoever sits there in the draw; None is a robot that fills in."""
    return ROBOT if entrant is None else name_of(tournament.entry(entrant))


def bold(tournament: Tournament, entrant: str, reader: Reader) -> Value:
    """The name of the entrant with this id, in bold where it is known."""
    entry = tournament.entry(entrant)
    return Markup(reader.name(entry.called)) if entry is not None and entry.name else name_of(entry)


# Pods


def not_open_yet(drawn: Round) -> Text:
    """That a round is drawn, and not begun."""
    return _("{round}: drawn, but not open yet.", round=round_name(drawn.number, drawn.stage))


def linked(one: Round, pod: Pod, tables: Mapping[int, str], reader: Reader) -> Markup:
    """The pod's name in bold, with the way to its table, if that stands among these by the pods' numbers."""
    name, link = ui.strong(reader, beside_round(in_round(one, pod))), tables.get(pod.number)
    return Markup(name if link is None else f"[{name}]({link})")


def table_links(round: Round, tables: Mapping[int, str], reader: Reader) -> str:
    """The ways to the tables that stand, where a picture says all else."""
    return " · ".join(linked(round, pod, tables, reader) for pod in round.pods if pod.number in tables)


def seated(tournament: Tournament, pod: Pod, call: Calling = who) -> Listed:
    """Who sits in the pod, in the order of play."""
    return Listed(tuple(call(tournament, seat) for seat in pod.seats))


def _unless_out(call: Calling, tournament: Tournament, entrant: str | None) -> Value:
    """Whoever sits there; if a robot plays on as they are out, with that."""
    name = call(tournament, entrant)
    return _("{player} (out)", player=name) if is_out(tournament, entrant) else name


def is_out(tournament: Tournament, entrant: str | None) -> bool:
    """Whether a robot plays their game to its end, as an organiser took them out."""
    entry = None if entrant is None else tournament.entry(entrant)
    return entry is not None and entry.out


def pod_line(
    tournament: Tournament,
    one: Round,
    pod: Pod,
    name: Value | None = None,
    call: Calling = who,
    *,
    corrected: bool = True,
) -> Text:
    """Who plays in a pod or, when it has ended, who came where and what comes of it. `name`: what it is
    called, if not plainly; `corrected`: with the word that it was, where that is not said beside it.
    """
    called = beside_round(in_round(one, pod)) if name is None else name
    verdict, players = verdict_of(tournament, one, pod), seated(tournament, pod, call)
    if verdict is None:
        players = seated(tournament, pod, partial(_unless_out, call))
        return labelled(called, players)
    if verdict.void:
        return _("{some} · {more}", some=labelled(called, players), more=_("The table doesn't count."))
    places = Listed(tuple(placed(tournament, verdict, call)))
    line = _("🏁 {said}", said=labelled(called, places))
    if verdict.played_out:
        line = _("{some} · {more}", some=line, more=PLAYED_OUT)
    if not corrected:
        verdict = msgspec.structs.replace(verdict, corrected=False)
    for more in what_follows(verdict, lambda seat: call(tournament, pod.seats[seat])):
        line = _("{some} · {more}", some=line, more=more)
    return line


def placed(tournament: Tournament, verdict: PodVerdict, call: Calling = who) -> list[Text]:
    """Everybody with their place, the best first; whoever never came at the end."""
    return [
        seat_line(verdict.seats[seat], call(tournament, verdict.seats[seat].entrant or None))
        for seat in by_place(verdict)
    ]


def byes_line(tournament: Tournament, byes: Sequence[str], call: Calling = who) -> Text | None:
    """Who rests in a round; None if nobody does."""
    if not byes:
        return None
    names = Listed(tuple(call(tournament, each) for each in byes))
    return _n(
        "☕ {names} has a bye: a round off, with points.",
        "☕ {names} have a bye: a round off, with points.",
        len(byes),
        names=names,
    )


def tree_rounds(tournament: Tournament) -> Sequence[Round]:
    """The published rounds from which only some go on; none if they are no tree, for there are not two."""
    found = [one for one in tournament.published if one.stage.knocks_out]
    return found if len(found) > 1 else ()


def gone_on(on: Sequence[str], tournament: Tournament, call: Calling = who) -> Text:
    """Who goes on from a round."""
    return _n(
        "{names} goes on to the next round.",
        "{names} go on to the next round.",
        len(on),
        names=Listed(tuple(call(tournament, each) for each in on)),
    )


# Standings


class RoundReached(msgspec.Struct, frozen=True):
    """How far somebody came where not everybody goes on: the last round that they were in, points there."""

    number: int
    stage: Stage
    points: Fraction


def stage_name(stage: Stage, number: int) -> Text:
    """A part of the tournament, for people."""
    match stage:
        case Stage.FINAL:
            return _("final")
        case Stage.GROUPS:
            return _("groups")
        case _:
            return _("round {round}", round=number)


def how_far(event: Event | None) -> Mapping[str, RoundReached]:
    """How far everybody came; empty where everybody plays every round."""
    if event is None or not format_of(event.options).eliminates:
        return {}
    told = scores(event)
    found: dict[str, RoundReached] = {}
    for one in event.rounds:
        for entrant in one.everybody:
            points = told[entrant].points.get(one.number, Fraction(0))
            before = found.get(entrant)
            if before is not None and before.stage is one.stage is Stage.GROUPS:
                points += before.points
            found[entrant] = RoundReached(one.number, one.stage, points)
    return found


class Standing(msgspec.Struct, frozen=True):
    """One line of the standings: the figures, and what is said of them."""

    line: Line
    came: RoundReached | None
    """How far they came; None where everybody plays every round."""
    notes: tuple[Text, ...]
    """What parts those who would be equal, and who is out."""
    said: Text
    """The whole line of the standings in words."""
    ranked: bool
    """Whether the place can be shown off: there are results, and who goes on does not wait for others."""

    nobodys: bool = False
    """It is over, and nobody has won: there are no places."""

    @property
    def place(self) -> int:
        """The place; 0 where there is none."""
        return 0 if self.nobodys else self.line.place

    @property
    def points(self) -> Fraction:
        """Those that are shown first: where not everybody goes on, of the last round they were in."""
        return self.line.points if self.came is None else self.came.points


def has_no_winner(tournament: Tournament) -> bool:
    """Whether it is over and nobody has played a game: robots win nothing, and so there are no places."""
    event = tournament.record.event
    return tournament.phase == "over" and event is not None and nobody_has_won(event)


def standings_lines(tournament: Tournament, standings: Standings) -> list[Text]:
    """Everybody's place, name and points, and what parts those who would be equal."""
    return [each.said for each in in_order(tournament, standings)]


def in_order(tournament: Tournament, standings: Standings, call: Calling = who) -> list[Standing]:
    """The standings from the first to the last."""
    event = tournament.record.event
    far, by_robots = how_far(event), Counter[str | None]() if event is None else played_out(event)
    below: list[Line | None] = [*standings[1:], None]
    above: list[Line | None] = [None, *standings[:-1]]
    found: list[Standing] = []
    still = tournament.open_pods() if format_of(tournament.settings.how).eliminates else ()
    playing = {seat for _round, pod in still for seat in pod.seats if seat is not None}
    nobodys = has_no_winner(tournament)
    for over, line, under in zip(above, standings, below, strict=False):
        came = far.get(line.entrant)
        ahead = None if over is None else call(tournament, over.entrant)
        plays = line.entrant in playing and not (line.dropped or line.disqualified)
        more = [_("still playing")] if plays else _notes(ahead, line, under, came)
        notes = [*_in_for(tournament, line.entrant), *more]
        if count := by_robots[line.entrant]:
            notes.append(_n("{count} game finished by robots", "{count} games finished by robots", count))
        ranked = bool(line.places) and not playing
        name = call(tournament, line.entrant)
        said = _unplaced(name, line, came) if nobodys else _standing(name, line, came, ranked=ranked)
        if notes:
            said = _("{line} ({notes})", line=said, notes=joined(*notes))
        found.append(Standing(line, came, tuple(notes), said, ranked, nobodys))
    return found


def _standing(name: Value, line: Line, came: RoundReached | None, *, ranked: bool) -> Text:
    points = line.points if came is None else came.points
    figures: dict[str, Value] = {
        "medal": medal(line.place if ranked else 0),
        "place": line.place,
        "points": exact(points),
    }
    if came is not None and not is_told_out(line):
        return _n(
            "{medal} {place}. {name}: {stage}, {points} point",
            "{medal} {place}. {name}: {stage}, {points} points",
            number(points),
            name=name,
            stage=stage_name(came.stage, came.number),
            **figures,
        )
    return _n(
        "{medal} {place}. {name}: {points} point",
        "{medal} {place}. {name}: {points} points",
        number(points),
        name=name,
        **figures,
    )


def _unplaced(name: Value, line: Line, came: RoundReached | None) -> Text:
    """A line without a place: nobody has played a game, and nobody has won."""
    points = line.points if came is None else came.points
    return _n(
        "{medal} {name}: {points} point",
        "{medal} {name}: {points} points",
        number(points),
        medal=medal(0),
        name=name,
        points=exact(points),
    )


def number(points: Fraction) -> int:
    """The count by which a language chooses its form: parts of a point are several."""
    return int(points) if points.denominator == 1 else 2


def _in_for(tournament: Tournament, entrant: str) -> list[Text]:
    """Whose place they have taken: what was won in it before, others have won."""
    entry = tournament.entry(entrant)
    if entry is None or not entry.formerly:
        return []
    return [_("in for {players}", players=Listed(tuple(each or FORMER_PLAYER for each in entry.formerly)))]


def _notes(ahead: Value | None, line: Line, below: Line | None, came: RoundReached | None) -> list[Text]:
    """What stands in brackets: the figures by which this line and a neighbour are parted, and who is out.

    `ahead`: whoever stands above.
    """
    notes: list[Text] = []
    if line.disqualified:
        notes.append(_("disqualified"))
    elif line.dropped:
        notes.append(_("dropped out"))
    elif line.never_came:
        notes.append(_("never came"))
    if line.goes_on:
        notes.append(_("goes on"))
    elif is_told_out(line):
        notes.append(out_since(line, came))
        if line.out_by_lot:
            notes.append(_("the lot decided"))
    parted = {line.parted_by, None if below is None else below.parted_by}
    if came is not None and Criterion.POINTS in parted:
        notes.append(_("{points} in all", points=exact(line.points)))
    if Criterion.OPPONENTS in parted:
        notes.append(_("opponents {points}", points=exact(line.opponents)))
    if Criterion.BEST_PLACES in parted:
        notes.append(_("places {places}", places="-".join(map(str, line.places)) or "0"))
    if ahead is not None and line.parted_by is Criterion.HEAD_TO_HEAD:
        notes.append(_("behind {name} head to head", name=ahead))
    if Criterion.PLAY_OFF in parted:
        notes.append(_("after a play-off"))
    if Criterion.LOT in parted:
        notes.append(_("lot {lot}", lot=line.lot))
    return notes


def is_told_out(line: Line) -> bool:
    """Whether it is said after which round they were out: then it need not be said how far they came."""
    gone = line.disqualified or line.dropped or line.never_came
    return line.out_since > 0 and not gone


def out_since(line: Line, came: RoundReached | None) -> Text:
    """Until when somebody was in who is out, in words."""
    if came is not None and came.stage is Stage.GROUPS:
        return _("out after the groups")
    return _("out after round {round}", round=line.out_since)


def legend(standings: Standings) -> list[Text]:
    """What the figures in brackets mean, as far as there are any."""
    parted = {line.parted_by for line in standings}
    said: list[Text] = []
    if Criterion.OPPONENTS in parted:
        said.append(_("Opponents: their average points a round"))
    if Criterion.BEST_PLACES in parted:
        said.append(_("Places 2-1: twice first, once second"))
    if Criterion.LOT in parted:
        said.append(_("Lot: drawn from the seed, 1 is best"))
    return said


# What of it stands nowhere, though it should.


def not_posted(channel: int | None, lacking: Listed | None, *, gone: bool, tables: int) -> Text:
    """Why, if that is known, and what waits. `lacking`: the permissions that are missing in the channel."""
    where = Markup(f"<#{channel}>")
    if gone:
        why = _("⚠️ This tournament's channel is gone. Press Post everything again where you want it.")
    elif channel is None or lacking is None:
        why = _("⚠️ Discord doesn't let me post just now.")
    else:
        why = _(
            "⚠️ I can't post in {channel}. Allow it: Channel settings > Permissions > Tortuga > "
            "{permissions}.",
            channel=where,
            permissions=lacking,
        )
    if not tables:
        return why
    return _n(
        "{why} {count} table can't be seen, so its clocks are stopped.",
        "{why} {count} tables can't be seen, so their clocks are stopped.",
        tables,
        why=why,
    )
