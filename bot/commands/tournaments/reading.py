"""What can be read of a tournament: settings, standings, pods, seed and log, and my own part in it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.asked import Asked
from bot.commands.reading import turn_page
from bot.commands.tournaments import finding
from bot.messenger.placing import link
from bot.organising import rounds
from bot.organising.tournament import Tournament
from bot.screens.kit import Screen
from bot.screens.tournaments import information, listing, pages
from bot.screens.tournaments.mine import Moments
from bot.screens.tournaments.mine import mine as mine_screen
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from bot.tournaments.event import Pod, Round
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
    await turn_page(asked, (await _drawn(tavern, asked, tournament, page, reader)).payload())


async def _drawn(
    tavern: Tavern, asked: Asked, tournament: Tournament, page: pages.Page, reader: Reader
) -> Screen:
    office, user = tavern.office, asked.user
    match page.what:
        case "about":
            plan = await office.plan(tournament) if tournament.phase == "open" else None
            return information.about(tournament, plan, user, reader)
        case "mine":
            return await mine(tavern, tournament, user, reader)
        case "standings":
            order = await office.standings(tournament)
            return information.standings(tournament, order, page.number, user, reader)
        case "pods":
            one = information.round_shown(tournament, page.round)
            if one is None:
                return information.entrants(tournament, page.number, reader)
            links = await links_to(tavern, tournament, ((one, pod) for pod in one.pods))
            return information.pods(tournament, one, page.number, links, reader)
        case "seed":
            one = information.round_shown(tournament, page.round)
            return information.seed(tournament, one, reader)
        case "log":
            return information.log(tournament, await office.audit(tournament), page.number, reader)


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
