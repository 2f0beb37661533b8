"""The almanac as one page: worked out from the records, drawn and written in a process of its own."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from babel.dates import format_date

from bot.almanac.facts import Facts, Hand, facts_of
from bot.i18n import Reader, reader_for
from bot.images.drawing_parts import MEDALS, PodiumStep, draw_podium, podium_height
from bot.images.portraits import PORTRAITS
from bot.images.requests import words_at_table
from bot.profiles.analysis import AnalysisService
from bot.profiles.replays import Step, replay_of
from bot.refusal import Refusal
from bot.runtime.worker_process import WorkerProcess
from bot.screens.common import CLOSED
from bot.screens.pod_names import in_all, in_round
from bot.screens.tournaments.round_messages import winner_lines
from bot.series import screens as series
from bot.series.service import SeasonStandings, season_publicly_named
from bot.series.web import season_view
from bot.tables.model import Table
from bot.tables.repository import table_from_row, table_to_row
from bot.tables.service import TableService
from bot.teams.web import TeamView
from bot.tournaments.model import ERASED_USER, PodTable, Tournament
from bot.tournaments.pairing.event import Pod, Result, Stage
from bot.tournaments.pairing.standings import Standings, honoured
from bot.tournaments.public_names import is_initial, publicly_named, table_publicly_named
from bot.tournaments.service import TournamentService
from bot.tournaments.verdicts import is_corrected
from bot.web.content import tournament_view
from bot.web.drawings import Still, still
from bot.web.page import Document, almanac_page
from games.contract import Game
from games.drawing import furniture
from games.drawing.canvas import Box, Canvas
from games.drawing.furniture import MARGIN, WIDTH
from games.drawing.lettering import initials
from games.drawing.palette import LEATHER_EDGE
from games.text import Listed, Player, Text, _, _n, labelled, named
from storage.models import ActionRow, TableRow

ROBOT = "robot "
"""Before the name of a robot, in place of who somebody is."""
CLOSEST = 5
"""Games that are told because they were close."""
_SIDE = 64
PATIENCE, TURN_PATIENCE = 480.0, 10.0
"""Seconds for the whole page, and for how the final turned, without which it can do."""


class Ranked(msgspec.Struct, frozen=True):
    """A line of the final standings, in words. `who` tells them from others in this almanac."""

    who: str
    place: int
    name: str
    points: str
    notes: tuple[str, ...] = ()
    out: bool = False
    events: tuple[tuple[str, bool], ...] = ()
    """Of a season, the place in each tournament, and whether it counts."""


class Edition(msgspec.Struct, frozen=True):
    """What an almanac is of, and in whose language; everybody is called as files may call them."""

    locale: str
    title: str
    said: tuple[str, ...]
    """What was played, and who has won."""
    counted: str
    """The heading of the points."""
    ranked: tuple[Ranked, ...]
    podium: tuple[str, ...]
    """Who can stand on one, the best first."""
    legend: tuple[str, ...] = ()
    teams: tuple[TeamView, ...] = ()
    events: tuple[str, ...] = ()
    """What a season's tournaments are called."""
    turned: str = ""
    """How the final turned, if that is known."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that counts. `seats`: who has played there, as `Ranked` says it or as a robot; empty: nobody who
    is told of. `places`: those that count; `where`: which table of which round; `undisturbed`: it ended as it
    was played, by those who began it.
    """

    row: TableRow
    log: Sequence[ActionRow]
    seats: tuple[str, ...]
    places: tuple[int, ...]
    where: str
    undisturbed: bool


class HandView(msgspec.Struct, frozen=True):
    """A hand as it is told: where, what it brought, and how; of a great one the picture with its words."""

    where: str
    points: str
    how: str
    drawing: Still | None = None
    alt: str = ""


class CostView(msgspec.Struct, frozen=True):
    """In a sentence who cost whom how much; with the face if it was a robot."""

    said: str
    face: Still | None


class GameChapter(msgspec.Struct, frozen=True):
    """How somebody played one of the games."""

    title: str
    figures: tuple[str, ...]
    great: HandView | None
    worst: HandView | None
    costs: tuple[CostView, ...]


class PersonView(msgspec.Struct, frozen=True):
    """Somebody's own part of the almanac."""

    ranked: Ranked
    portrait: Still
    chapters: tuple[GameChapter, ...]


class AlmanacView(msgspec.Struct, frozen=True):
    """All that the page says, in the words of one language."""

    edition: Edition
    days: str
    podium: Still | None
    people: tuple[PersonView, ...]
    closest: tuple[str, ...]


class Almanacs:
    """Makes them, one after another."""

    def __init__(
        self, tables: TableService, tournaments: TournamentService, analyses: AnalysisService | None
    ) -> None:
        self._tables, self._tournaments, self._analyses = tables, tournaments, analyses
        self._turn = asyncio.Lock()

    async def of_tournament(self, t: Tournament, locale: str, most: int) -> bytes | None:
        """The almanac of a tournament, for a reader of this language; None if so many bytes are too few.

        Refusal unless it is over, and somebody has played.
        """
        standings = await self._tournaments.standings(t) if t.phase == "over" else ()
        if t.phase != "over":
            raise Refusal("early", _("The almanac is written when it's over. See /tournament standings."))
        if not honoured(standings):
            raise Refusal("few", _("Nobody has played here, so there's nothing to keep."))
        named = publicly_named(t, "file").with_record(locale=locale)
        games = await self._games(named, {entry.id: entry.id for entry in t.record.entries})
        return await self._made(games, most, edition_of, named, standings, await self._turned(named))

    async def of_season(self, now: SeasonStandings, locale: str, most: int) -> bytes | None:
        """The almanac of a season, likewise: the sum of its tournaments."""
        if not now.decided:
            raise Refusal("early", _("The almanac is written when the season is over."))
        named = season_publicly_named(_as_shy_throughout(now), "file")
        games: list[PlayedGame] = []
        for t in named.events:
            people = {entry.id: str(entry.user) for entry in t.record.entries}
            games += await self._games(t.with_record(locale=locale), people, f"{t.settings.name}, ")
        return await self._made(games, most, edition_of_season, named, locale)

    async def _made(
        self, games: Sequence[PlayedGame], most: int, edition: Callable[..., Edition], *about: Any
    ) -> bytes | None:
        worker = WorkerProcess("almanac", niceness=10)
        try:
            async with self._turn, asyncio.timeout(PATIENCE):
                return await worker.run(almanac_file, games, most, edition, about)
        except TimeoutError:
            raise Refusal("input", _("That takes too long here. Ask whoever runs this bot.")) from None
        finally:
            worker.close()

    async def _games(
        self, named: Tournament, people: Mapping[str, str], before: str = ""
    ) -> list[PlayedGame]:
        """Those that count, in the order of the rounds. `people`: who an entrant is. Refusal if one is
        closed.
        """
        found: list[PlayedGame] = []
        for one in named.record.tables:
            result = named.result_of(one.round, one.pod)
            if result is None or result.void or one.void or not one.opened:
                continue
            table = await self._tables.table(one.table)
            if table.is_closed:
                raise Refusal("shut", CLOSED)
            log = await self._tables.logs.actions_of(table)
            found.append(played_game(named, one, table, log, people, before))
        return found

    async def _turned(self, named: Tournament) -> str:
        """How the final turned, if there is one and that is soon found."""
        final = next((one for one in named.published if one.stage is Stage.FINAL), None)
        stood = [one for one in named.record.tables if final is not None and one.round == final.number]
        if self._analyses is None or len(stood) != 1 or not stood[0].opened:
            return ""
        table = await self._tables.table(stood[0].table)
        log = await self._tables.logs.actions_of(table)
        try:
            async with asyncio.timeout(TURN_PATIENCE):
                found = await self._analyses.turning_point(table, log)
        except TimeoutError:
            return ""
        if found is None:
            return ""
        reader, turn = reader_for(table_publicly_named(table, named), named.record.locale), found[1]
        said = _(
            "In the final, {player}'s chance to win went from {before} % to {after} % at one stroke.",
            player=Player(turn.seat),
            before=round(100 * turn.before),
            after=round(100 * turn.after),
        )
        return reader.plain(said)


def _as_shy_throughout(now: SeasonStandings) -> SeasonStandings:
    """Whoever is an initial in one of the tournaments is one in all: else a name would tell whose it is."""
    entries = [entry for t in now.events for entry in t.record.entries]
    shy = {entry.user for entry in entries if is_initial(entry.named, "file")}

    def hidden(t: Tournament) -> Tournament:
        named = (
            msgspec.structs.replace(entry, named="initial") if entry.user in shy else entry
            for entry in t.record.entries
        )
        return t.with_record(entries=tuple(named))

    return msgspec.structs.replace(now, events=tuple(map(hidden, now.events)))


def played_game(
    named: Tournament,
    one: PodTable,
    table: Table,
    log: Sequence[ActionRow],
    people: Mapping[str, str],
    before: str = "",
) -> PlayedGame:
    """The game at a table of a tournament that is `publicly_named`, which has a result. `people`: who an
    entrant is; `before`: what stands before the name of the round.
    """
    drawn, result = named.published_round(one.round), named.result_of(one.round, one.pod)
    assert drawn is not None
    assert result is not None
    pod = next(pod for pod in drawn.pods if pod.number == one.pod)
    left = any(seat.robot and seat.user is not None for seat in table.seats)
    played = [_who(named, table, pod, result, people, seat) for seat in range(len(table.seats))]
    return PlayedGame(
        table_to_row(table_publicly_named(table, named)),
        log,
        tuple(who for who, _place in played),
        tuple(place for _who, place in played),
        before + Reader(named.record.locale).plain(in_all(in_round(drawn, pod))),
        not (left or result.played_out or is_corrected(named, drawn, pod)),
    )


def _who(
    t: Tournament, table: Table, pod: Pod, result: Result, people: Mapping[str, str], seat: int
) -> tuple[str, int]:
    """Who has played a seat to its end, and the place that counts; nobody whose games a robot has played."""
    sitter, entrant = table.seats[seat], table.entrant(seat)
    if sitter.user is None:
        return ROBOT + sitter.name, 0
    entry, at = t.entry(entrant), pod.seats.index(entrant) if entrant in pod.seats else -1
    theirs = entry is not None and entry.user == sitter.user != ERASED_USER
    if not theirs or at < 0 or at in result.away or at in result.idle:
        return "", 0
    return people[entrant], result.places[at]


# in the worker process


def edition_of(named: Tournament, standings: Standings, turned: str) -> Edition:
    """What the almanac of a tournament says beside its games."""
    view, reader = tournament_view(named, standings), Reader(named.record.locale, named.game)
    rounds = len(named.published)
    played = _n("{game}, {count} round", "{game}, {count} rounds", rounds, game=named.game.title)
    return Edition(
        view.locale,
        reader.plain(_("The almanac of {name}", name=view.name)),
        tuple(map(reader.plain, (played, *winner_lines(named, standings)))),
        view.counted,
        tuple(
            Ranked(line.entrant, line.place, line.name, line.points, line.notes, line.out)
            for line in view.standings
        ),
        tuple(line.entrant for line in honoured(standings)),
        view.legend,
        view.teams,
        turned=turned,
    )


def edition_of_season(now: SeasonStandings, locale: str) -> Edition:
    """What the almanac of a season says beside its games; everybody is called as `now` calls them."""
    view, reader = season_view(now, locale), Reader(locale)
    return Edition(
        locale,
        reader.plain(_("The almanac of {name}", name=series.title(now))),
        tuple(each for each in (view.state, view.champion) if each),
        reader.plain(_("Points")),
        tuple(
            Ranked(told.who, told.place, line.name, line.points, events=line.events)
            for told, line in zip(now.lines, view.lines, strict=True)
        ),
        tuple(line.who for line in now.lines),
        events=view.events,
    )


class _Told(msgspec.Struct, frozen=True):
    """A game, and what there is to tell of it."""

    table: Table
    played: PlayedGame
    facts: Facts
    reader: Reader


class _Best(msgspec.Struct, frozen=True):
    """Somebody's hand in one of the games."""

    told: _Told
    hand: Hand
    seat: int

    @property
    def brought(self) -> int:
        return self.hand.brought[self.seat]

    @property
    def rank(self) -> tuple[int, bool, int]:
        """What it brought; of equal ones, one that won the game, then the one that was dearest to others."""
        sign = 1 if self.told.facts.outcome.higher_is_better else -1
        won = self.hand.last and self.told.facts.outcome.places[self.seat] == 1
        return sign * self.brought, won, sign * (self.brought - sum(self.hand.brought))


def almanac_file(
    games: Sequence[PlayedGame], most: int, of: Callable[..., Edition], about: Sequence[Any]
) -> bytes | None:
    """The page, of at most so many bytes; None if that is impossible. What has no room is left out: the
    pictures of those who came last before those of others.
    """
    edition = of(*about)
    told = list(_told(edition, games))
    drawn = len(edition.ranked)
    while len((page := _page(edition, told, drawn)).content) > most:
        if not drawn:
            return None
        drawn //= 2
    return page.content


def _page(edition: Edition, told: Sequence[_Told], drawn: int) -> Document:
    return almanac_page(almanac_view(edition, told, drawn), edition.title, edition.locale)


def _told(edition: Edition, games: Sequence[PlayedGame]) -> Iterator[_Told]:
    names = {each.who: each.name for each in edition.ranked}
    for played in games:
        table = table_from_row(played.row)
        if (facts := facts_of(table, played.log)) is None:
            continue
        reader = reader_for(table, edition.locale)
        called = {seat: names.get(who) or reader.plain(named(seat)) for seat, who in enumerate(played.seats)}
        yield _Told(table, played, facts, Reader(edition.locale, table.game, called))


def almanac_view(edition: Edition, told: Sequence[_Told], drawn: int) -> AlmanacView:
    """What the almanac says of these games. `drawn`: of how many people, the first, a hand is drawn."""
    words = Reader(edition.locale).plain
    days = [day for each in told for day in each.facts.days]
    people = (
        _person(ranked, mine, drawn=at < drawn)
        for at, ranked in enumerate(edition.ranked)
        if (mine := [each for each in told if ranked.who in each.played.seats])
    )
    return AlmanacView(
        edition,
        _days(min(days), max(days), edition.locale) if days else "",
        _podium(edition),
        tuple(people),
        tuple(words(each) for each in _closest(told)),
    )


def _days(first: float, last: float, locale: str) -> str:
    spoken = locale.replace("-", "_")
    days = (format_date(datetime.fromtimestamp(day, UTC), "long", spoken) for day in (first, last))
    return " – ".join(dict.fromkeys(days))


def _podium(edition: Edition) -> Still | None:
    best = edition.podium[: len(MEDALS)]
    first = [each for each in edition.ranked if each.who in best]
    if not first:
        return None
    steps = [PodiumStep(each.name, each.place, each.points, rank) for rank, each in enumerate(first, 1)]
    high = podium_height(steps)
    canvas = furniture.table(high + 2 * MARGIN)
    draw_podium(canvas, Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, high), steps)
    return still(canvas.drawing())


def _portrait(ranked: Ranked) -> Still:
    canvas = Canvas(_SIDE, _SIDE)
    colour = MEDALS[ranked.place - 1] if 1 <= ranked.place <= len(MEDALS) else LEATHER_EDGE
    letters = initials(ranked.name) or str(ranked.place)
    furniture.disc(canvas, _SIDE / 2, _SIDE / 2, _SIDE / 2, colour, letters)
    return still(canvas.drawing())


# how close it was


def _closest(told: Sequence[_Told]) -> Iterator[Text]:
    near = [(each.facts.margin, each) for each in told if each.played.undisturbed]
    known = [(margin, each) for margin, each in near if margin is not None]
    for margin, each in sorted(known, key=lambda one: (one[0], one[1].facts.days[1]))[:CLOSEST]:
        yield labelled(each.played.where, _by_how_much(each, margin))


def _by_how_much(told: _Told, margin: int) -> Text:
    """Who was ahead of whom; of several who came second, all."""
    outcome, game = told.facts.outcome, told.table.game
    first = outcome.places.index(1)
    score = outcome.points[first]
    ahead = score - margin if outcome.higher_is_better else score + margin
    others = Listed(
        tuple(
            _called(told, seat)
            for seat, points in enumerate(outcome.points)
            if points == ahead and (seat != first or not margin)
        )
    )
    if not margin:
        return _("{players}, level at {points}", players=others, points=told.reader.plain(game.score(score)))
    by = told.reader.plain(game.score(margin))
    return _(
        "{winner} ahead of {players} by {points}", winner=_called(told, first), players=others, points=by
    )


# somebody's own part


def _person(ranked: Ranked, mine: Sequence[_Told], *, drawn: bool) -> PersonView:
    games = dict.fromkeys(each.table.game.slug for each in mine)
    chapters = ([each for each in mine if each.table.game.slug == slug] for slug in games)
    return PersonView(
        ranked, _portrait(ranked), tuple(_chapter(ranked, each, drawn=drawn) for each in chapters)
    )


def _chapter(ranked: Ranked, mine: Sequence[_Told], *, drawn: bool) -> GameChapter:
    hands = sorted(_hands(ranked.who, mine), key=lambda each: each.rank)
    great, worst = (hands[-1], hands[0]) if hands else (None, None)
    if great is not None and great.rank[0] <= 0 and great.told.facts.outcome.higher_is_better:
        great = None
    if worst is not None and worst.rank[0] == hands[-1].rank[0]:
        worst = None
    game, reader = mine[0].table.game, mine[0].reader
    return GameChapter(
        reader.plain(game.title),
        tuple(map(reader.plain, _figures(ranked.who, mine))),
        None if great is None else _hand(great, drawn=drawn),
        None if worst is None else _hand(worst, drawn=False),
        tuple(_costs(ranked.who, mine)),
    )


def _hands(who: str, mine: Sequence[_Told]) -> Iterator[_Best]:
    for each in mine:
        seat = each.played.seats.index(who)
        yield from (_Best(each, hand, seat) for hand in each.facts.hands if hand.own[seat])


def _figures(who: str, mine: Sequence[_Told]) -> Iterator[Text]:
    """How many games they played and won, and what the game itself counts."""
    seats = [(each, each.played.seats.index(who)) for each in mine]
    won = sum(each.played.places[seat] == 1 for each, seat in seats)
    yield _n("{count} game, {won} won", "{count} games, {won} won", len(seats), won=won)
    made, of = Counter[str](), Counter[str]()
    for each, seat in seats:
        for counted in each.facts.figures:
            made[counted.name] += counted.made[seat]
            of[counted.name] += counted.of[seat]
    for name, label in mine[0].table.game.counted.items():
        if of[name]:
            yield labelled(label, _("{made} of {all}", made=made[name], all=of[name]))


def _hand(best: _Best, *, drawn: bool) -> HandView:
    told, hand, seat = best.told, best.hand, best.seat
    game, reader = told.table.game, told.reader
    steps = replay_of(told.table, told.played.log).steps
    headline = game.board(game.observe(steps[hand.start].state, None)).headline
    picture = None
    if drawn:
        view, words = game.observe(steps[hand.held[seat]].state, seat), words_at_table(reader)
        cards = (slot.choice for slot in game.slots(view) if slot.held)
        free = (*view.legal, *(card.action or f"play {card.value}" for card in cards))  # none is dimmed
        view = msgspec.structs.replace(view, legal=free)
        picture = game.hand_picture(view, words) or game.board_picture(view, words)
    how = _how(best, steps)
    return HandView(
        told.played.where if drawn else reader.plain(labelled(told.played.where, headline)),
        reader.plain(game.score(best.brought)),
        "" if how is None else reader.plain(how),
        None if picture is None else still(picture.drawing),
        "" if picture is None else " ".join(map(reader.plain, picture.alt)),
    )


def _how(best: _Best, steps: Sequence[Step]) -> Text | None:
    """How the hand came about, as the game tells it; else what the table was told when it ended."""
    game, hands = best.told.table.game, best.told.facts.hands
    over = game.observe(steps[-1].state, None)
    lines = game.told_by_hand(over)
    if len(lines) == len(hands) and lines != Game.told_by_hand(game, over):
        return lines[best.hand.number][best.seat]
    return game.board(game.observe(steps[best.hand.end].state, None)).news


def _costs(who: str, mine: Sequence[_Told]) -> Iterator[CostView]:
    """Who took most from them, and from whom they took most, in all games together."""
    by, of = Counter[str](), Counter[str]()
    called = dict[str, str]()
    for each in mine:
        seats = each.played.seats
        called |= {whose: _called(each, seat) for seat, whose in enumerate(seats)}
        for cost in (cost for hand in each.facts.hands for cost in hand.told_costs()):
            if seats[cost.who] == who:
                by[seats[cost.by]] += cost.points
            elif seats[cost.by] == who:
                of[seats[cost.who]] += cost.points
    for label, counted in ((_("Nemesis"), by), (_("Favourite prey"), of)):
        del counted[""]
        most = [whose for whose, points in counted.items() if points == max(counted.values())]
        if most:
            names = Listed(tuple(called[whose] for whose in most))
            points = mine[0].reader.plain(mine[0].table.game.score(counted[most[0]]))
            said = labelled(label, _("{player}, {scored}", player=names, scored=points))
            yield CostView(mine[0].reader.plain(said), _face(most[0]))


def _face(who: str) -> Still | None:
    """The face of a robot; None for anybody else, of whom none is drawn."""
    art = PORTRAITS.get(who.removeprefix(ROBOT)) if who.startswith(ROBOT) else None
    if art is None:
        return None
    canvas = Canvas(_SIDE, _SIDE)
    canvas.art(art, canvas.box)
    return still(canvas.drawing())


def _called(told: _Told, seat: int) -> str:
    """Their name in a sentence: robots are named as such."""
    name = told.reader.plain(named(seat))
    return f"🤖 {name}" if told.played.seats[seat].startswith(ROBOT) else name
