"""A tournament as data for its page: everything in words, in its organiser's language. The JSON beside a live
page is this.

It is made of a tournament in which everybody is called as the page may call them (`publicly_named`). It holds
no id of Discord's, no seed that is not public, and of tables nothing but what spectators see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

from bot.i18n import Reader
from bot.screens.pod_names import beside_round, in_round, round_name
from bot.screens.tournaments import images, information, lines
from bot.screens.tournaments.hands import SharedDeal
from bot.screens.tournaments.round_messages import stage
from bot.screens.tournaments.settings_text import exact, settings_in_lines
from bot.tables.pod_model import PodVerdict
from bot.teams.screens import team_legend
from bot.teams.web import TeamView, team_views
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.model import Tournament, commitments_digest, latest_seed, pod_commitments
from bot.tournaments.pairing.event import Pod, Round, Stage
from bot.tournaments.pairing.standings import Score, Standings, scores
from bot.tournaments.verdicts import verdict_of
from bot.web.tables import BoardView, ReplayView
from games.fairness import commitment
from games.text import Text, _

TableView: TypeAlias = BoardView | ReplayView


class StandingLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    entrant: str
    name: str
    points: str
    notes: tuple[str, ...] = ()
    out: bool = False
    seed: int = 0
    """Their number in the order of ratings at the first draw; 0: lots were drawn."""


class SeatView(msgspec.Struct, frozen=True):
    """Whoever sits in a pod, the best first when it has ended."""

    entrant: str
    """The id of the entrant; empty: a robot sits there."""
    name: str
    place: int = 0
    """0 where there is none."""
    points: str = ""
    notes: tuple[str, ...] = ()
    on: bool = False
    """Goes on to the next round of a knock-out; in the final, has won."""


class PodView(msgspec.Struct, frozen=True):
    """What the page says of one table of a round."""

    number: int
    name: str
    state: Literal["drawn", "waiting", "playing", "over", "void"]
    seats: tuple[SeatView, ...]
    table: str = ""
    """Its id; empty before the tables are opened."""
    remark: str = ""
    """What is said of the whole table."""


class RoundView(msgspec.Struct, frozen=True):
    """What the page says of one round: its tables, and who rests."""

    number: int
    name: str
    pods: tuple[PodView, ...]
    byes: str = ""
    sealed: str = ""
    """To what all its shuffles together were bound."""
    in_tree: bool = False
    """Only some go on from it, or have come to it: it is one of the knock-out's."""
    hands: tuple[SharedDeal, ...] = ()
    """What everybody made of the same cards, once all have played them."""


class TournamentView(msgspec.Struct, frozen=True):
    """Everything that the web page of a tournament says, in the words of one language."""

    id: str
    name: str
    game: str
    phase: str
    state: str
    """How far it has come, in a sentence."""
    locale: str
    rules: tuple[str, ...]
    standings_title: str
    counted: str
    """The heading of the points: what they are points of."""
    teams: tuple[TeamView, ...]
    standings: tuple[StandingLine, ...]
    legend: tuple[str, ...]
    rounds: tuple[RoundView, ...]
    """The rounds that are open or over, the first one first."""
    is_tree: bool
    """Whether only some go on from round to round."""
    seed: str
    """The one that was told last; empty: none is yet."""
    seed_of: int
    """The round that was drawn from it."""
    commitment: str


def tournament_view(
    t: Tournament, standings: Standings, hands: Mapping[int, tuple[SharedDeal, ...]] = MappingProxyType({})
) -> TournamentView:
    """What there is to say of a tournament that is `publicly_named`. `hands`: by the number of their
    round.
    """
    standings = standings if t.has_results else ()
    reader, event = Reader(t.record.locale, t.game), t.record.event
    points = {} if event is None else scores(event)
    tree = images.tree(t, standings)
    return TournamentView(
        id=t.id,
        name=t.settings.name,
        game=reader.plain(t.game.title),
        phase=t.phase,
        state=reader.plain(information.state(t)),
        locale=t.record.locale,
        rules=tuple(map(reader.plain, _rules(t))),
        standings_title=reader.plain(information.after(t) if standings else _("Who is in")),
        counted=reader.plain(_("Points in their last round") if _eliminates(t) else _("Points")),
        teams=team_views(t, standings, reader),
        standings=tuple(_standings(t, standings, reader)),
        legend=tuple(map(reader.plain, (*team_legend(t, standings), *lines.legend(standings)))),
        rounds=tuple(_round(t, one, points, hands.get(one.number, ()), reader) for one in t.published),
        is_tree=tree is not None,
        seed=latest_seed(t)[0],
        seed_of=latest_seed(t)[1],
        commitment=commitment(bytes.fromhex(t.record.seed)),
    )


def _rules(t: Tournament) -> Sequence[Text]:
    """How it goes; roles and channels are known on Discord alone."""
    settings = msgspec.structs.replace(t.settings, roles=(), ping=0, champion_role=0, tables_channel=0)
    return settings_in_lines(t.game, settings, open=t.phase == "open")


def _round_name(t: Tournament, one: Round) -> Text:
    """Short, where there is but one kind of round."""
    if one.stage in (Stage.SWISS, Stage.ALL_PLAY_ALL, Stage.ARENA):
        return round_name(one.number, one.stage)
    return stage(t, one)


def _eliminates(t: Tournament) -> bool:
    return format_of(t.settings.how).eliminates


def _standings(t: Tournament, standings: Standings, reader: Reader) -> Sequence[StandingLine]:
    """Before the first result, everybody who is in."""
    if not standings:
        return [
            StandingLine(0, entry.id, reader.plain(_("{name}", name=lines.name_of(entry))), "")
            for entry in t.playing
        ]
    event = t.record.event
    seeds = {} if event is None else {entrant.id: entrant.seed for entrant in event.entrants}
    return [_standing(t, each, seeds, reader) for each in lines.in_order(t, standings)]


def _standing(t: Tournament, each: lines.Standing, seeds: Mapping[str, int], reader: Reader) -> StandingLine:
    told = each.came is None or lines.is_told_out(each.line)
    reached = () if each.came is None or told else (lines.stage_name(each.came.stage, each.came.number),)
    return StandingLine(
        each.place,
        each.line.entrant,
        _called(t, each.line.entrant, reader),
        _number(each.points, reader),
        tuple(map(reader.plain, (*reached, *each.notes))),
        each.line.dropped or each.line.disqualified,
        seeds.get(each.line.entrant, 0),
    )


def _called(t: Tournament, entrant: str | None, reader: Reader) -> str:
    return reader.plain(_("{name}", name=lines.who(t, entrant)))


def _round(
    t: Tournament, one: Round, points: Mapping[str, Score], hands: tuple[SharedDeal, ...], reader: Reader
) -> RoundView:
    resting = lines.byes_line(t, one.byes)
    return RoundView(
        one.number,
        reader.plain(_round_name(t, one)),
        tuple(_pod(t, one, pod, points, reader) for pod in one.pods),
        "" if resting is None else reader.plain(resting),
        commitments_digest(pod_commitments(t, one.number)),
        one.stage.knocks_out,
        hands,
    )


def _pod(
    t: Tournament,
    one: Round,
    pod: Pod,
    points: Mapping[str, Score],
    reader: Reader,
) -> PodView:
    verdict, table = verdict_of(t, one, pod), t.table_of(one.number, pod.number)
    remark = None if verdict is None else images.remark(verdict)
    return PodView(
        pod.number,
        reader.plain(beside_round(in_round(one, pod))),
        _state(t, one, verdict),
        tuple(
            _seat(t, one, pod, verdict, seat, points, reader) for seat in images.seats_in_order(pod, verdict)
        ),
        table.table if table is not None and table.opened else "",
        "" if remark is None else reader.plain(remark),
    )


def _state(
    t: Tournament, one: Round, verdict: PodVerdict | None
) -> Literal["drawn", "waiting", "playing", "over", "void"]:
    if verdict is not None:
        return "void" if verdict.void else "over"
    return "drawn" if one == t.record.drawn else "playing" if t.phase == "running" else "waiting"


def _seat(
    t: Tournament,
    one: Round,
    pod: Pod,
    verdict: PodVerdict | None,
    seat: int,
    points: Mapping[str, Score],
    reader: Reader,
) -> SeatView:
    entrant = pod.seats[seat]
    scored = points[entrant].points.get(one.number) if entrant is not None and entrant in points else None
    note = images.note_on(verdict, seat)
    on = verdict is not None and verdict.seats[seat].fate in ("on", "won")
    return SeatView(
        entrant or "",
        _called(t, entrant, reader),
        images.place_of(verdict, seat),
        "" if scored is None or verdict is None or pod.play_off else _number(scored, reader),
        () if note is None or on else (reader.plain(note),),
        on,
    )


def _number(points: Fraction, reader: Reader) -> str:
    return reader.plain(_("{points}", points=exact(points)))
