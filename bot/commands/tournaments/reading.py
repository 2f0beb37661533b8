"""What can be read of a tournament: settings, standings, pods, seed and log, and my own part in it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from bot.asked import Asked
from bot.commands import illustrated
from bot.commands.tournaments import finding
from bot.messenger.placing import link
from bot.organising import rounds
from bot.organising.tournament import Tournament
from bot.pictures.commissions import Commission
from bot.pictures.drawings import pods, standings
from bot.pictures.of_records import picture_of
from bot.screens.kit import Screen
from bot.screens.tournaments import information, listing, pages, pictures
from bot.screens.tournaments.mine import Moments
from bot.screens.tournaments.mine import mine as mine_screen
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from bot.tournaments.event import Pod, Round
from bot.tournaments.standings import Standings
from bot.words import Reader
from games.text import Text, _

WHERE_TABLES_STAND = ("board", "lobby")
"""The kinds of a table's messages to which a link may lead, the best first."""


async def page(tavern: Tavern, asked: Asked, tournament_id: str, spelled: str) -> None:
    """One of the pages about a tournament."""
    tournament = await finding.tournament_here(tavern, asked, tournament_id)
    try:
        page = pages.page_of(spelled)
    except ValueError:
        raise Refusal(
            "stale", _("This button is from another version of Tortuga. /tournament show brings a new one.")
        ) from None
    reader = await tavern.reader(asked)
    wanted, draw = await _illustrated(tavern, asked, tournament, page, reader)
    await illustrated.turn_page(tavern, asked, wanted, draw)


async def _illustrated(
    tavern: Tavern, asked: Asked, tournament: Tournament, page: pages.Page, reader: Reader
) -> tuple[Commission | None, illustrated.Draw]:
    """The picture that the page wants, and how it is laid out with it."""
    office, user = tavern.office, asked.user
    match page.what:
        case "standings":
            order = await office.standings(tournament)
            wanted = _standings(tournament, order, user, reader) if order and not page.number else None
            return wanted, partial(information.standings, tournament, order, page.number, user, reader)
        case "pods" if (one := information.round_shown(tournament, page.round)) is not None:
            links = await links_to(tavern, tournament, ((one, pod) for pod in one.pods))
            wanted = None if page.number else _pods(tournament, one, user, reader)
            return wanted, partial(information.pods, tournament, one, page.number, links, reader)
        case _:
            shown = await _drawn(tavern, asked, tournament, page, reader)
            return None, lambda _picture: shown


def _standings(tournament: Tournament, order: Standings, user: int, reader: Reader) -> Commission:
    """Of who stands where; the reader's own line is marked."""
    entry = tournament.entry_of(user)
    title = information.after(tournament)
    shown = pictures.standings(tournament, order, title, own=None if entry is None else entry.id)
    return picture_of(standings.draw, shown, _among(tournament, reader), f"{tournament.id} standings {user}")


def _pods(tournament: Tournament, one: Round, user: int, reader: Reader) -> Commission:
    """Of a round's pods; the reader's own is marked."""
    entry = tournament.entry_of(user)
    shown = pictures.pods(tournament, one, own=None if entry is None else entry.id)
    return picture_of(pods.draw, shown, _among(tournament, reader), f"{tournament.id} pods {user}")


def _among(tournament: Tournament, reader: Reader) -> Reader:
    """The same reader, who is told of people by the numbers that the pictures use."""
    return Reader(reader.locale, tournament.game, pictures.names(tournament))


async def _drawn(
    tavern: Tavern, asked: Asked, tournament: Tournament, page: pages.Page, reader: Reader
) -> Screen:
    """A page that has no picture."""
    match page.what:
        case "about":
            plan = await tavern.office.plan(tournament) if tournament.phase == "open" else None
            return information.about(tournament, plan, asked.user, reader)
        case "mine":
            return await mine(tavern, tournament, asked.user, reader)
        case "standings" | "pods":
            return information.entrants(tournament, page.number, reader)
        case "seed":
            one = information.round_shown(tournament, page.round)
            return information.seed(tournament, one, reader)
        case "log":
            rows = await tavern.office.audit(tournament)
            return information.log(tournament, rows, page.number, reader)


async def mine(
    tavern: Tavern, tournament: Tournament, user: int, reader: Reader, said: Text | None = None
) -> Screen:
    """Somebody's own part in it. `said`: what has just come of a press of theirs."""
    entry = tournament.entry_of(user)
    playing = [] if entry is None else [each for each in tournament.open_pods() if entry.id in each[1].seats]
    return mine_screen(
        tournament,
        user,
        await tavern.office.standings(tournament),
        await links_to(tavern, tournament, playing),
        _moments(tavern, tournament, playing),
        reader,
        said,
    )


async def links_to(
    tavern: Tavern, tournament: Tournament, pods: Iterable[tuple[Round, Pod]]
) -> information.Links:
    """Where the tables of these pods stand, as far as they do."""
    found: dict[tuple[int, int], str] = {}
    for one, pod in pods:
        table = tournament.table_of(one.number, pod.number)
        if table is None or not table.opened:
            continue
        posts = await tavern.messenger.placing.posts.of(table.table)
        post = next((posts[kind] for kind in WHERE_TABLES_STAND if kind in posts), None)
        if post is not None:
            found[one.number, pod.number] = link(tournament.guild, post)
    return found


def _moments(tavern: Tavern, tournament: Tournament, playing: Iterable[tuple[Round, Pod]]) -> Moments:
    """When the tables open that are drawn, and when games end; nothing while all clocks stand still."""
    record, settings, unix = tournament.record, tournament.settings, tavern.house.clock.unix
    if tournament.stands_still:
        return Moments()
    opens = None if record.drawn is None or settings.by_hand else unix(record.drawn_at + settings.between)
    tables = (tournament.table_of(one.number, pod.number) for one, pod in playing)
    known = [(table, rounds.deadline(tournament, table)) for table in tables if table is not None]
    ends = {(table.round, table.pod): unix(end) for table, end in known if end is not None}
    return Moments(opens, ends)


async def tournaments(tavern: Tavern, asked: Asked) -> None:
    """The tournaments of this server."""
    there = await tavern.office.tournaments_in(asked.guild, finding.EVER)
    await asked.tell(listing.tournaments(there, asked.user, await tavern.reader(asked)).payload())
