"""What can be read of a tournament: settings, standings, pods, seed and log, and my own part in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated

import discord

from bot.commands import responses
from bot.commands.context import Context
from bot.commands.responses import file_stem, pack_files
from bot.commands.tournaments import lookup
from bot.commands.verbs import Found, button, modal
from bot.hours.screens import hour_in_words
from bot.i18n import Markup, Reader
from bot.images import knockout_drawing, tournament_drawings
from bot.images.model import ImageRequest
from bot.images.requests import record_image
from bot.publishing.message_state import message_link
from bot.refusal import Refusal
from bot.screens.clocks import UNSEEN
from bot.screens.tournaments import hands, images, information, pages
from bot.screens.tournaments.information import export_screen, page_file_screen
from bot.screens.tournaments.mine import PendingCheckIn, Upcoming, confirm_withdrawal
from bot.screens.tournaments.mine import mine as mine_screen
from bot.services import Services
from bot.tables import clocks as tables_clocks
from bot.tables.verify import NotVerifiable
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


@button("tinfo")
async def page(context: Context, tournament: Tournament, spelled: str) -> None:
    """One of the pages about a tournament, as a custom_id spells it."""
    try:
        wanted = pages.page_of(spelled)
    except ValueError:
        raise Refusal("stale", OLD_BUTTON) from None
    await show(context, tournament, wanted)


async def show(context: Context, tournament: Tournament, page: pages.Page) -> None:
    """One of the pages about a tournament."""
    reader = context.reader()
    wanted, draw = await _illustrated(context, tournament, page, reader)
    await responses.show_with_image(context, wanted, draw)
    if page.what == "mine":
        _keep_up_to_date(context, tournament.id, reader)


async def _illustrated(
    context: Context, tournament: Tournament, page: pages.Page, reader: Reader
) -> tuple[ImageRequest | None, responses.DrawPage]:
    """The picture that the page wants, and how it is laid out with it."""
    user, wanted = context.user, None
    own = None if (entry := tournament.entry_of(user)) is None else entry.id  # is marked in the picture
    numbered = Reader(reader.locale, tournament.game, images.names(tournament))
    match page.what:
        case "standings":
            order = await context.tournaments.standings(tournament)
            if order and tournament.has_results and not page.number:
                lines = images.standings(tournament, order, information.after(tournament), own=own)
                subject = f"{tournament.id} standings {user}"
                wanted = record_image(tournament_drawings.draw_standings, lines, numbered, subject)
            return wanted, partial(information.standings, tournament, order, page.number, user, reader)
        case "pods" if (one := information.round_shown(tournament, page.round)) is not None:
            links = await links_to(context.services, tournament, ((one, pod) for pod in one.pods))
            if not page.number:
                pods = images.pods(tournament, one, own=own)
                subject = f"{tournament.id} pods {user}"
                wanted = record_image(tournament_drawings.draw_pods, pods, numbered, subject)
            return wanted, partial(information.pods, tournament, one, page.number, links, reader)
        case "tree":
            tree = images.tree(tournament, await context.tournaments.standings(tournament))
            if tree is not None:
                subject = f"{tournament.id} tree {user}"
                wanted = record_image(knockout_drawing.draw_knockout, tree, numbered, subject)
            return wanted, partial(information.tree, tournament, reader)
        case _:
            shown = await _drawn(context, tournament, page, reader)
            return None, lambda _picture: shown


async def _drawn(context: Context, tournament: Tournament, page: pages.Page, reader: Reader) -> Screen:
    """The screen of a page of a tournament that has no picture."""
    match page.what:
        case "about":
            plan = await context.tournaments.plan(tournament) if tournament.phase == "open" else None
            return information.about(tournament, plan, context.user, reader)
        case "mine":
            return await mine(context.services, tournament, context.user, reader)
        case "hands":
            return await _hands(context, tournament, page, reader)
        case "standings" | "pods" | "tree":
            return information.entrants(tournament, page.number, reader)
        case "seed":
            one = information.round_shown(tournament, page.round)
            return information.seed(tournament, one, reader)
        case "log":
            rows = await context.tournaments.audit(tournament)
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
) -> dict[tuple[int, int], PendingCheckIn]:
    """What those of the tables wait for whose games have not begun."""
    found: dict[tuple[int, int], PendingCheckIn] = {}
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
        found[one.number, pod.number] = PendingCheckIn(
            table.seat_of(user) in table.awaited,
            None if until is None else services.tables.clock.unix(until),
            UNSEEN if table.timing.unseen is not None else hour_in_words(table) if table.is_early else None,
        )
    return found


def _moments(
    services: Services,
    tournament: Tournament,
    playing: Iterable[tuple[Round, Pod]],
    waiting: Mapping[tuple[int, int], PendingCheckIn],
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


async def tournaments(context: Context) -> None:
    """The tournaments of this server."""
    there = await context.tournaments.tournaments_in(context.guild, lookup.EVER)
    await context.send(information.tournaments(there, context.user, context.reader()))


# In, here, and out: what the buttons of an announcement do.


@button("tjoin")
async def join(context: Context, tournament: Tournament) -> None:
    """Enter the tournament: a place, or one on its waiting list."""
    member = context.interaction.user
    joined = member.joined_at if isinstance(member, discord.Member) else None
    applicant = Applicant(context.rights.roles, None if joined is None else joined.timestamp())
    await show_mine(context, await context.tournaments.enter(context.press, tournament.id, applicant))


@button("tleave")
async def withdraw(context: Context, tournament: Tournament) -> None:
    """Give the place up; once it has begun, they are asked whether they mean it."""
    entry = tournament.entry_of(context.user)
    if tournament.phase == "running" and entry is not None and entry.state == "in":
        await context.show(confirm_withdrawal(tournament, context.reader()))
        return
    await withdraw_now(context, tournament)


@button("tleavenow")
async def withdraw_now(context: Context, tournament: Tournament) -> None:
    """Takes whoever has confirmed it out of the tournament. Refusal where that cannot be."""
    await show_mine(context, await context.tournaments.withdraw(context.press, tournament.id))


@button("there")
async def check_in(context: Context, tournament: Tournament) -> None:
    """Notes that whoever pressed is there for the start. Refusal if it is not asked for now."""
    await show_mine(context, await context.tournaments.check_in(context.press, tournament.id))


@button("tstill")
async def still_in(context: Context, tournament: Tournament, index: int) -> None:
    """Lets whoever pressed play on after a missed round, or again after they had stopped."""
    del index
    await show_mine(context, await context.tournaments.still_in(context.press, tournament.id))


@button("tsit")
async def sit_out(context: Context, tournament: Tournament, on: int) -> None:
    """They leave the next round out, or play it after all."""
    await show_mine(context, await context.tournaments.sit_out(context.press, tournament.id, on=on == 1))


@button("tnamed")
async def named(context: Context, tournament: Tournament, value: str) -> None:
    """By their name, or by an initial."""
    if value not in ("name", "initial"):
        raise Refusal("stale", OLD_BUTTON)
    await show_mine(context, await context.tournaments.call_by(context.press, tournament.id, value))


async def _in_direct_messages_too(context: Context, id: str) -> Tournament:
    if context.guild:
        return await context.tournament_here(id)
    context.concern(tournament := await context.tournaments.tournament(id))
    return tournament


@button("tstand")
async def stand_by(
    context: Context, tournament: Annotated[Tournament, Found(_in_direct_messages_too)], on: int
) -> None:
    """They would play in somebody else's place, or would not."""
    done = await context.tournaments.stand_by(context.press, tournament.id, on=bool(on))
    if context.guild or done.text is None:
        await show_mine(context, done)
    else:
        await context.show(notices.info(done.text, context.reader()))


async def show_mine(context: Context, done: CommittedChange) -> None:
    """What came of it, with where they stand now."""
    reader = context.reader()
    shown = await mine(context.services, done.tournament, context.user, reader, done.text)
    await context.show(shown)
    _keep_up_to_date(context, done.tournament.id, reader)
    context.services.error_handler.open_pages.outdated(done.tournament.id, by=context)


def _keep_up_to_date(context: Context, id: str, reader: Reader) -> None:
    """The moments that the page shows move with the organiser's clocks."""

    async def draw() -> Payload:
        tournament = await context.tournaments.tournament(id)
        return (await mine(context.services, tournament, context.user, reader)).payload()

    context.services.error_handler.open_pages.opened(id, context, draw)


# `/tournament show`: what it is; and for its organisers, the announcement put back where it can be seen.


async def show_tournament(context: Context, tournament: Tournament) -> None:
    """The page about it; whoever organises it is told if the announcement had to be posted again."""
    await show(context, tournament, pages.ABOUT)
    organises = is_organiser(context.rights, await context.tables.servers.of(context.guild), tournament)
    if not organises or tournament.phase not in OPEN:
        return
    before = await context.services.tournament_publisher.post(tournament)
    post = await bring_back(context.services, tournament, channel_of(context))
    notice: Text | None = None
    if post is None:
        notice = context.services.tournament_publisher.messages.take_problem(tournament.id)
    elif before is None or before.message != post.message:
        notice = _(
            "The announcement is here now: {where}", where=Markup(message_link(tournament.guild, post))
        )
    if notice is not None:
        await context.follow_up(notices.info(notice, context.reader()))


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


def channel_of(context: Context) -> int:
    """The channel in which, or in a thread of which, it was asked: tables cannot have threads in a thread."""
    channel = context.interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else context.channel


async def _hands(context: Context, tournament: Tournament, page: pages.Page, reader: Reader) -> Screen:
    """What everybody made of the same cards, in that round or the latest that is over."""
    over = [one for one in tournament.published if not tournament.is_closed(one)]
    one = next((each for each in over if each.number == page.round), over[-1] if over else None)
    if one is None or not tournament.shares_deals:
        return hands.hands_screen(tournament, None, (), 0, 0, reader)
    stand = [tournament.table_of(one.number, pod.number) for pod in one.drawn_pods]
    tables = [await context.tables.table(each.table) for each in stand if each is not None and each.opened]
    played = hands.played_out(tables)
    log = await context.tables.logs.actions_of(played[0]) if played else []
    deals = await asyncio.to_thread(hands.compared, played, log, reader.locale)
    entry = tournament.entry_of(context.user)
    own = "" if entry is None else entry.id
    seat = next((pod.seats.index(own) for pod in one.drawn_pods if own in pod.seats), 0)
    return hands.hands_screen(tournament, one, deals, page.number, seat, reader)


# `/tournament export`: the tournament as files, for whoever wants them. Nothing in them is secret.


async def export(context: Context, tournament: Tournament) -> None:
    """Hand the files over, in private."""
    standings = await context.tournaments.standings(tournament)
    there = [one.table for one in tournament.record.tables if one.opened]
    # The secrets of games that have ended are none any more.
    tables = [await context.tables.table(table) for table in there]
    over = {table.id: table for table in tables if table.phase == "over" and not table.is_closed}
    organises = is_organiser(context.rights, await context.tables.servers.of(context.guild), tournament)
    pool = context.tournaments.pairing_pool
    make = partial(files, organises=organises, locale=context.locale)
    made = await pool.files(make, tournament, standings, over)
    stem = file_stem(tournament.settings.name, tournament.id)
    content = {f"{stem}-{file.name}": file.content for file in made}
    given = await asyncio.to_thread(
        pack_files, content, f"{stem}.zip", context.interaction.filesize_limit, information.NO_ROOM
    )
    reader = Reader(context.locale, tournament.game)
    if await context.send_files(export_screen(tournament, given, reader).payload(), given):
        await _send_page(context, tournament, f"{stem}.html", reader)


async def _send_page(context: Context, tournament: Tournament, name: str, reader: Reader) -> None:
    """The page follows: all its games are drawn."""
    content = await context.services.pages.file(tournament, context.interaction.filesize_limit)
    if content is None:
        await context.follow_up(notices.info(information.NO_ROOM, reader))
        return
    await context.follow_up(page_file_screen(tournament, name, reader).payload(), {name: content})


# An exported tournament, computed again from its file.


async def ask_for_export(context: Context) -> None:
    """Open the window for the file."""
    await context.open(information.verify_modal(context.reader()))


@modal("tverify")
async def verify(context: Context) -> None:
    """Whether the tournament of the file was drawn and scored by its rules. Refusal if it is no export."""
    try:
        found = await context.services.pages.verified(await context.uploaded(information.FILE))
    except NotVerifiable:
        raise Refusal("input", _("That isn't a tournament.json as /tournament export gives it.")) from None
    await context.send(information.verified_screen(found, context.reader()))
