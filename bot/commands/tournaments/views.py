"""What can be read of a tournament: settings, standings, pods, seed and log, and my own part in it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial

import discord

from bot.client.interaction_context import InteractionContext
from bot.commands import responses
from bot.commands.responses import file_stem, pack_files
from bot.commands.tournaments import lookup
from bot.i18n import Markup, Reader
from bot.images import knockout_drawing, tournament_drawings
from bot.images.model import ImageRequest
from bot.images.requests import record_image
from bot.publishing.message_state import message_link
from bot.refusal import Refusal
from bot.screens.clocks import UNSEEN
from bot.screens.lobby import hour_in_words
from bot.screens.tournaments import images, information, pages
from bot.screens.tournaments.information import export_screen, page_file_screen
from bot.screens.tournaments.mine import Upcoming, WaitingTable, confirm_withdrawal
from bot.screens.tournaments.mine import mine as mine_screen
from bot.screens.tournaments.teams import NO_TEAM, TEAM_NAME, team_modal
from bot.services import Services
from bot.tables import clocks as tables_clocks
from bot.tournaments import rounds
from bot.tournaments.actions import Disqualify, Drop
from bot.tournaments.export import files
from bot.tournaments.model import CommittedChange, Tournament
from bot.tournaments.pairing.event import Pod, Round
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import is_organiser
from bot.tournaments.scheduler import OPEN
from bot.ui import notices
from bot.ui.components import Screen
from bot.ui.views import Payload
from games.text import Text, _
from storage.models import Post

WHERE_TABLES_STAND = ("board", "lobby")
"""The kinds of a table's messages to which a link may lead, the best first."""


PATIENCE = 5.0
"""Seconds for which whoever has everything posted again waits for it."""

OUT = frozenset((Drop.kind(), Disqualify.kind()))
"""The kinds of act that take somebody out."""
OLD_BUTTON = _("That's an old button. /tournament show brings a new one.")


def by_id(answer: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """The same for a button, which names the tournament by its id."""

    async def found(services: Services, context: InteractionContext, id: str, *parts: str) -> None:
        await answer(services, context, await lookup.tournament_here(services, context, id), *parts)

    return found


async def page(services: Services, context: InteractionContext, tournament: Tournament, page: str) -> None:
    """One of the pages about a tournament, as a custom_id names it."""
    try:
        wanted = pages.page_of(page)
    except ValueError:
        raise Refusal("stale", OLD_BUTTON) from None
    await show(services, context, tournament, wanted)


async def show(
    services: Services, context: InteractionContext, tournament: Tournament, page: pages.Page
) -> None:
    """One of the pages about a tournament."""
    reader = await services.reader(context)
    wanted, draw = await _illustrated(services, context, tournament, page, reader)
    await responses.show_with_image(services, context, wanted, draw)
    if page.what == "mine":
        _keep_up_to_date(services, context, tournament.id, reader)


async def _illustrated(
    services: Services, context: InteractionContext, tournament: Tournament, page: pages.Page, reader: Reader
) -> tuple[ImageRequest | None, responses.DrawPage]:
    """The picture that the page wants, and how it is laid out with it."""
    user, wanted = context.user, None
    own = None if (entry := tournament.entry_of(user)) is None else entry.id  # is marked in the picture
    numbered = Reader(reader.locale, tournament.game, images.names(tournament))
    match page.what:
        case "standings":
            order = await services.tournament_service.standings(tournament)
            if order and tournament.has_results and not page.number:
                lines = images.standings(tournament, order, information.after(tournament), own=own)
                subject = f"{tournament.id} standings {user}"
                wanted = record_image(tournament_drawings.draw_standings, lines, numbered, subject)
            return wanted, partial(information.standings, tournament, order, page.number, user, reader)
        case "pods" if (one := information.round_shown(tournament, page.round)) is not None:
            links = await links_to(services, tournament, ((one, pod) for pod in one.pods))
            if not page.number:
                pods = images.pods(tournament, one, own=own)
                subject = f"{tournament.id} pods {user}"
                wanted = record_image(tournament_drawings.draw_pods, pods, numbered, subject)
            return wanted, partial(information.pods, tournament, one, page.number, links, reader)
        case "tree":
            tree = images.tree(tournament, await services.tournament_service.standings(tournament))
            if tree is not None:
                subject = f"{tournament.id} tree {user}"
                wanted = record_image(knockout_drawing.draw_knockout, tree, numbered, subject)
            return wanted, partial(information.tree, tournament, reader)
        case _:
            shown = await _drawn(services, context, tournament, page, reader)
            return None, lambda _picture: shown


async def _drawn(
    services: Services, context: InteractionContext, tournament: Tournament, page: pages.Page, reader: Reader
) -> Screen:
    """A page that has no picture."""
    match page.what:
        case "about":
            plan = await services.tournament_service.plan(tournament) if tournament.phase == "open" else None
            return information.about(tournament, plan, context.user, reader)
        case "mine":
            return await mine(services, tournament, context.user, reader)
        case "standings" | "pods" | "tree":
            return information.entrants(tournament, page.number, reader)
        case "seed":
            one = information.round_shown(tournament, page.round)
            return information.seed(tournament, one, reader)
        case "log":
            rows = await services.tournament_service.audit(tournament)
            return information.log(tournament, rows, page.number, context.user, reader)


async def mine(
    services: Services, tournament: Tournament, user: int, reader: Reader, said: Text | None = None
) -> Screen:
    """Somebody's own part in it. `said`: what has just come of a press of theirs."""
    entry = tournament.entry_of(user)
    playing = [] if entry is None else [each for each in tournament.open_pods() if entry.id in each[1].seats]
    return mine_screen(
        tournament,
        user,
        await services.tournament_service.standings(tournament),
        await links_to(services, tournament, playing),
        _moments(services, tournament, playing, await _waiting(services, tournament, user, playing)),
        reader,
        said,
        page=pages.public_page(services.pages.base, tournament),
        why=await _why_out(services, tournament, user),
    )


async def _why_out(services: Services, tournament: Tournament, user: int) -> str:
    """Why an organiser took them out; empty if none did, or gave no reason."""
    rows = await services.tournament_service.audit(tournament)
    about = (row for row in reversed(rows) if row.about == user and row.undoes is None)
    return next((row.reason for row in about if row.kind in OUT), "")


async def links_to(
    services: Services, tournament: Tournament, pods: Iterable[tuple[Round, Pod]]
) -> information.Links:
    """Where the tables of these pods stand, as far as they do."""
    found: dict[tuple[int, int], str] = {}
    for one, pod in pods:
        table = tournament.table_of(one.number, pod.number)
        if table is None or not table.opened:
            continue
        posts = await services.table_publisher.messages.posts.of(table.table, tournament.guild)
        post = next((posts[kind] for kind in WHERE_TABLES_STAND if kind in posts), None)
        if post is not None:
            found[one.number, pod.number] = message_link(tournament.guild, post)
    return found


async def _waiting(
    services: Services, tournament: Tournament, user: int, pods: Iterable[tuple[Round, Pod]]
) -> dict[tuple[int, int], WaitingTable]:
    """What those of the tables wait for whose games have not begun."""
    found: dict[tuple[int, int], WaitingTable] = {}
    for one, pod in pods:
        placed = tournament.table_of(one.number, pod.number)
        if placed is None or not placed.opened:
            continue
        try:
            table = await services.tables.table(placed.table)
        except (Refusal, ValueError):  # it is gone or damaged: the page must not fail for that
            continue
        if not table.awaited:
            continue
        until = tables_clocks.show_up_deadline(table)
        found[one.number, pod.number] = WaitingTable(
            table.seat_of(user) in table.awaited,
            None if until is None else services.tables.clock.unix(until),
            UNSEEN if table.timing.unseen is not None else hour_in_words(table) if table.is_early else None,
        )
    return found


def _moments(
    services: Services,
    tournament: Tournament,
    playing: Iterable[tuple[Round, Pod]],
    waiting: Mapping[tuple[int, int], WaitingTable],
) -> Upcoming:
    """When the tables open that are drawn, and when games end; neither while all clocks stand still."""
    record, settings, unix = tournament.record, tournament.settings, services.tables.clock.unix
    if tournament.stands_still:
        return Upcoming(waiting=waiting)
    opens = None if record.drawn is None or settings.by_hand else unix(record.drawn_at + settings.between)
    tables = (tournament.table_of(one.number, pod.number) for one, pod in playing)
    known = [(table, rounds.deadline(tournament, table)) for table in tables if table is not None]
    ends = {(table.round, table.pod): unix(end) for table, end in known if end is not None}
    return Upcoming(opens, ends, waiting)


async def tournaments(services: Services, context: InteractionContext) -> None:
    """The tournaments of this server."""
    there = await services.tournament_service.tournaments_in(context.guild, lookup.EVER)
    await context.send(information.tournaments(there, context.user, await services.reader(context)).payload())


# In, here, and out: what the buttons of an announcement do.


async def join(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """A place, or the waiting list."""
    member = context.interaction.user
    joined = member.joined_at if isinstance(member, discord.Member) else None
    applicant = Applicant(context.rights.roles, None if joined is None else joined.timestamp())
    done = await services.tournament_service.enter(context.press, tournament.id, applicant)
    await _show_mine(services, context, done)


async def withdraw(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Give the place up; once it has begun, they are asked whether they mean it."""
    entry = tournament.entry_of(context.user)
    if tournament.phase == "running" and entry is not None and entry.state == "in":
        reader = await services.reader(context)
        await context.show(confirm_withdrawal(tournament, reader).payload())
        return
    await withdraw_now(services, context, tournament)


async def withdraw_now(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Takes whoever has confirmed it out of the tournament. Refusal where that cannot be."""
    done = await services.tournament_service.withdraw(context.press, tournament.id)
    await _show_mine(services, context, done)


async def check_in(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Notes that whoever pressed is there for the start. Refusal if it is not asked for now."""
    done = await services.tournament_service.check_in(context.press, tournament.id)
    await _show_mine(services, context, done)


async def choose_team(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """They play for the team of the list, or for none any more."""
    team = context.values[0]
    chosen = "" if team == NO_TEAM else team
    done = await services.tournament_service.join_team(context.press, tournament.id, chosen)
    await _show_mine(services, context, done)


async def ask_for_team(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Open the window for a team's name."""
    modal = team_modal(tournament, await services.reader(context))
    if not await context.open_modal(modal.payload()):
        raise Refusal("late", _("That took too long. Choose it again."))


async def found_team(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Founds a team under the name that was typed, led by whoever typed it. Refusal where that cannot be."""
    done = await services.tournament_service.found_team(
        context.press, tournament.id, context.written(TEAM_NAME)
    )
    await _show_mine(services, context, done)


async def still_in(services: Services, context: InteractionContext, tournament: Tournament, _: int) -> None:
    """Lets whoever pressed play on after a missed round, or again after they had stopped."""
    done = await services.tournament_service.still_in(context.press, tournament.id)
    await _show_mine(services, context, done)


async def sit_out(services: Services, context: InteractionContext, tournament: Tournament, on: str) -> None:
    """They leave the next round out, or play it after all."""
    done = await services.tournament_service.sit_out(context.press, tournament.id, on=on == "1")
    await _show_mine(services, context, done)


async def named(services: Services, context: InteractionContext, tournament: Tournament, how: str) -> None:
    """By their name, or by an initial."""
    if how not in ("name", "initial"):
        raise Refusal("stale", OLD_BUTTON)
    done = await services.tournament_service.call_by(context.press, tournament.id, how)
    await _show_mine(services, context, done)


async def stand_by(services: Services, context: InteractionContext, id: str, on: int) -> None:
    """They would play in somebody else's place, or would not. Asked in direct messages, too."""
    tournament = await services.tournament_service.tournament(id)
    if context.guild:
        tournament = await lookup.tournament_here(services, context, id)
    lookup.concern(context, tournament)
    done = await services.tournament_service.stand_by(context.press, tournament.id, on=bool(int(on)))
    if context.guild or done.text is None:
        await _show_mine(services, context, done)
    else:
        await context.show(notices.info(done.text, await services.reader(context)).payload())


async def _show_mine(services: Services, context: InteractionContext, done: CommittedChange) -> None:
    """What came of it, with where they stand now."""
    reader = await services.reader(context)
    shown = await mine(services, done.tournament, context.user, reader, done.text)
    await context.show(shown.payload())
    _keep_up_to_date(services, context, done.tournament.id, reader)
    services.error_handler.open_pages.outdated(done.tournament.id, by=context)


def _keep_up_to_date(services: Services, context: InteractionContext, id: str, reader: Reader) -> None:
    """The moments that the page shows move with the organiser's clocks."""

    async def draw() -> Payload:
        tournament = await services.tournament_service.tournament(id)
        return (await mine(services, tournament, context.user, reader)).payload()

    services.error_handler.open_pages.opened(id, context, draw)


# `/tournament show`: what it is; and for its organisers, the announcement put back where it can be seen.


async def show_tournament(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """The page about it; whoever organises it is told if the announcement had to be posted again."""
    await show(services, context, tournament, pages.ABOUT)
    organises = is_organiser(context.rights, await services.tables.servers.of(context.guild), tournament)
    if not organises or tournament.phase not in OPEN:
        return
    before = await services.tournament_publisher.post(tournament)
    post = await bring_back(services, tournament, channel_of(context))
    notice: Text | None = None
    if post is None:
        notice = services.tournament_publisher.messages.take_problem(tournament.id)
    elif before is None or before.message != post.message:
        notice = _(
            "The announcement is here now: {where}", where=Markup(message_link(tournament.guild, post))
        )
    if notice is not None:
        await context.follow_up(notices.info(notice, await services.reader(context)).payload())


async def bring_back(services: Services, tournament: Tournament, here: int) -> Post | None:
    """Its announcement and its open tables are posted here, if they stand nowhere; where the announcement is
    then.
    """
    publisher, service = services.tournament_publisher, services.tournament_service
    post = await publisher.put_back(tournament, here)
    if post is not None and post.channel != tournament.channel:
        await service.move(tournament.id, post.channel)
    tournament = await service.tournament(tournament.id)
    tables = [one.table for one in rounds.open_tables(tournament) if one.opened]
    with suppress(TimeoutError):  # what takes longer goes on by itself
        async with asyncio.timeout(PATIENCE):
            await services.table_publisher.bring_here(tables, publisher.tables_place(tournament))
            await service.retry([tournament.id])
    return post


def channel_of(context: InteractionContext) -> int:
    """The channel in which, or in a thread of which, it was asked: tables cannot have threads in a thread."""
    channel = context.interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else context.channel


# `/tournament export`: the tournament as files, for whoever wants them. Nothing in them is secret.


_TOO_MUCH = _("The files are too big for Discord. Ask whoever runs this bot for them.")


async def export(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Hand the files over, in private."""
    standings = await services.tournament_service.standings(tournament)
    there = [one.table for one in tournament.record.tables if one.opened]
    # The secrets of games that have ended are none any more.
    tables = [await services.tables.table(table) for table in there]
    over = {table.id: table for table in tables if table.phase == "over"}
    organises = is_organiser(context.rights, await services.tables.servers.of(context.guild), tournament)
    pool = services.tournament_service.pairing_pool
    make = partial(files, organises=organises, locale=context.locale)
    made = await pool.files(make, tournament, standings, over)
    stem = file_stem(tournament.settings.name, tournament.id)
    content = {f"{stem}-{file.name}": file.content for file in made}
    given = await asyncio.to_thread(
        pack_files, content, f"{stem}.zip", context.interaction.filesize_limit, _TOO_MUCH
    )
    reader = Reader(context.locale, tournament.game)
    if await context.send_files(export_screen(tournament, given, reader).payload(), given):
        await _send_page(services, context, tournament, f"{stem}.html", reader)


async def _send_page(
    services: Services, context: InteractionContext, tournament: Tournament, name: str, reader: Reader
) -> None:
    """The page follows: all its games are drawn."""
    content = await services.pages.file(tournament, context.interaction.filesize_limit)
    if content is None:
        await context.follow_up(notices.info(_TOO_MUCH, reader).payload())
        return
    await context.follow_up(page_file_screen(tournament, name, reader).payload(), {name: content})
