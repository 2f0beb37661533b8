"""What can be read: the log, the rules, the score sheet, the proof, the tables there are, and help."""

from __future__ import annotations

from bot.commands import arguments, responses
from bot.commands.context import Context
from bot.commands.table_answers import show_in_group
from bot.commands.tables import show_more as show_lobby_more
from bot.commands.verbs import button, select
from bot.i18n import Markup, Reader
from bot.images.model import MessageImage
from bot.images.requests import WATCHED, WHOLE_GAME, animation, game_image, reference_image
from bot.profiles.rating_service import rating_changes_of
from bot.publishing.message_state import message_link
from bot.refusal import Refusal
from bot.screens import common, table_lists
from bot.screens.board import board_in_words_screen, more_screen, this_table_screen
from bot.screens.hand import HandView, hand_in_words_screen
from bot.screens.help import commands_screen, help_screen
from bot.screens.history import log_screen
from bot.screens.result import (
    proof_screen,
    ratings,
    ratings_in_a_line,
    result_screen,
    sealed_screen,
    sheet_screen,
)
from bot.screens.rules import draws_reference, rules_screen
from bot.screens.table_lists import WaitingTable, by_urgency, turns_screen
from bot.screens.watching import MOVING, What, course_title, watch_screen
from bot.tables.history import proof_of
from bot.tables.leaving import seats_to_fill
from bot.tables.model import Table
from bot.tables.verify import findings
from bot.ui import components as ui
from bot.ui import notices
from bot.ui.components import Screen
from games.catalogue import catalogue
from games.contract import AnyGame, Observation, Options
from games.text import _


@button("log")
async def log(context: Context, table: Table, page: int = -1) -> None:
    """What has happened, as far as the reader may know. If `page` is negative: the newest page while the game
    goes on, then the first.
    """
    lines = await context.tables.logs.narrate(table, context.user)
    reader, number = context.reader(table), 0 if page < 0 and table.phase == "over" else page
    await context.show(log_screen(table, lines, number, reader, back=_back(context, reader, table)))


def _back(context: Context, reader: Reader, table: Table) -> ui.Button | None:
    """The way back from what a button has opened; from a command's answer, the way to the hand."""
    if context.is_press:
        return common.back_button(reader, table, context.user)
    return ui.hand_button(reader, table.id) if table.has_hand(context.user) else None


@button("rules")
async def rules(context: Context, table: Table, page: int = 0) -> None:
    """The rules as they are played at a table, with what it is about just now."""
    observation = None if table.state is None else table.observe(context.user)
    reader = context.reader(table)
    at_table = table.game, table.options, observation
    await _show_rules(context, reader, *at_table, page, table.id, _back(context, reader, table))


@button("rulesof")
async def rules_of(context: Context, game: AnyGame, page: int = 0) -> None:
    """The rules of a game."""
    await _show_rules(context, context.reader().about(game), game, game.Options(), None, page, None, None)


async def _show_rules(
    context: Context,
    reader: Reader,
    game: AnyGame,
    options: Options,
    observation: Observation | None,
    page: int,
    table_id: str | None,
    back: ui.Button | None,
) -> None:
    preferences = await context.people.of(context.user)
    drawn = draws_reference(game) and context.services.image_service.wanted_by(preferences)
    wanted = reference_image(game, options, reader) if drawn and page <= 0 else None

    def shown(picture: MessageImage | None) -> Screen:
        return rules_screen(
            *(game, options, observation, page, reader, table_id), back=back, drawn=drawn, picture=picture
        )

    await responses.show_with_image(context, wanted, shown)


@button("more")
async def more(context: Context, table: Table) -> None:
    """What is one press away from hand, board and result."""
    if table.phase == "lobby":
        await show_lobby_more(context, table)
        return
    reader = context.reader(table)
    changes = await rating_changes_of(context.services.results, table)
    rated = None if ratings_in_a_line(changes, reader) else ratings(changes, reader)
    await context.show(more_screen(table, reader, context.user, rated=rated))


@button("thistable")
async def this_table(context: Context, table: Table) -> None:
    """What whoever plays can do about the table."""
    if table.phase != "playing" or table.seat_kept_for(context.user) is None:
        await more(context, table)
        return
    seats = seats_to_fill(table, context.user, context.tables.clock.awake())
    await context.show(this_table_screen(table, context.reader(table), context.user, seats))


@button("words")
async def words(context: Context, table: Table, what: str) -> None:
    """All that a picture says, in words: of the score sheet, or of the table as its reader may see it."""
    reader, unix = context.reader(table), context.tables.clock.unix
    seat, back = table.seat_of(context.user), common.back_button(reader, table, context.user)
    if table.state is None or table.phase == "closed":
        raise Refusal("early", _("Nothing yet: the game hasn't begun."))
    if what == "sheet":
        back = common.sheet_button(reader, table.id)
        shown = sheet_screen(table, table.game.sheet(table.observe(None)), reader, back=back)
    elif table.phase == "over":
        verdict = await rating_changes_of(context.services.results, table)
        shown = result_screen(table, reader, verdict, back=back)
    elif seat is not None:
        chosen = await context.tables.drafts.of(table, seat)
        shown = hand_in_words_screen(HandView(table, context.user, reader, chosen, unix=unix))
    else:
        shown = board_in_words_screen(table, reader, context.user, unix=unix)
    await context.show(shown)


@button("watch")
async def watch(context: Context, table: Table, what: str, shown_as: str) -> None:
    """What was played since the reader's last move, or the whole game in short: an animated picture."""
    if table.state is None or table.phase == "closed":
        raise Refusal("early", _("Nothing yet: the game hasn't begun."))
    reader, tables = context.reader(table), context.tables
    shown: What = "game" if what == "game" else "missed"
    whole = shown == "game"
    course = await (tables.logs.whole_game(table) if whole else tables.logs.missed_by(table, context.user))
    back = common.back_button(reader, table, context.user)
    wanted = None
    if course.moves and shown_as == MOVING:
        lines = list(map(reader.plain, course.lines or [course_title(shown, course)]))
        wanted = animation(WHOLE_GAME if whole else WATCHED, table.game, course.seen, lines, reader)

    def page(picture: MessageImage | None) -> Screen:
        return watch_screen(table, shown, course, reader, back, picture)

    await responses.show_with_image(context, wanted, page)


@button("sheet")
async def sheet(context: Context, table: Table) -> None:
    """The score sheet as it is now."""
    reader = context.reader(table)
    seen = None if table.state is None else table.observe(None)
    now = None if seen is None else table.game.sheet(seen)
    wanted = None if now is None or seen is None else game_image("sheet", table.game, seen, reader)

    def page(picture: MessageImage | None) -> Screen:
        return sheet_screen(table, now, reader, back=_back(context, reader, table), picture=picture)

    await responses.show_with_image(context, wanted, page)


@button("proof")
async def proof(context: Context, table: Table) -> None:
    """What was sealed; at the end whether the cards were dealt like that, which is tried here and now."""
    reader = context.reader(table)
    back = _back(context, reader, table)
    if (table.phase != "over" or table.is_closed) and table.position is None:
        await context.show(sealed_screen(table, reader, back=back))
        return
    made = proof_of(table)
    found = findings(table, await context.tables.logs.actions_of(table))
    wrong = [finding.wrong for finding in found if not finding.right]
    shown = proof_screen(table, made, reader, wrong=wrong, source=context.services.source_url, back=back)
    await context.show(shown)


async def tables(context: Context) -> None:
    """The tables of this server."""
    there = await context.tables_here(arguments.OPEN)
    await context.send(table_lists.tables_screen(there, context.reader(), context.user))


@button("wanted", "new")
async def wanted(context: Context) -> None:
    """The tables of this server at which somebody is wanted, those whose host calls first."""
    there = [
        table
        for table in await context.tables_here(("lobby",))
        if table_lists.has_room_for(table, context.user)
    ]
    there.sort(key=lambda table: table.record.wanted is None)
    await context.send(table_lists.tables_screen(there, context.reader(), context.user, wanted=True))


@button("help")
async def help(context: Context, *, slug: str | None = None) -> None:
    """Answers /help: how to begin, with the chosen game or the first one as the example."""
    games = list(catalogue().values())
    chosen = next((game for game in games if game.slug == slug), games[0])
    policies = context.services.policies
    links = {"terms": policies.terms_url, "privacy": policies.privacy_url}
    await context.show(help_screen(context.reader(), games, chosen, **links))


@select("helpgame")
async def help_on_game(context: Context, slug: str) -> None:
    """The same, with the ways into the game that was chosen."""
    await help(context, slug=slug)


@button("helpcommands")
async def help_on_commands(context: Context) -> None:
    """Shows all commands that can be typed, with what they do."""
    await context.show(commands_screen(context.reader()))


@button("show")
async def show_table(context: Context, table: Table) -> None:
    """Put the table's message back where it may stand, and say where that is."""
    if table.phase == "closed":
        raise Refusal("over", _("This table is closed. /table create opens a new one."))
    if table.record.private:
        raise Refusal("shut", _("This game is just for you, so it stands in no channel. /hand opens it."))
    if table.in_group:
        await show_in_group(context, table)
        return
    here = context.channel if context.guild else table.channel
    post = await context.publisher.put_back(table, here)
    if post is None:
        complaint = context.publisher.messages.take_problem(table.id)
        raise Refusal("shut", complaint or _("I can't show this table there or here. Try another channel."))
    where = _("Table {table} is here: {where}", table=table.id, where=Markup(message_link(table.guild, post)))
    hand_button = table.id if table.has_hand(context.user) else None
    await context.show(notices.info(where, context.reader(table), hand_button=hand_button))


# All tables that wait for me, wherever they are.


async def turns(context: Context) -> None:
    """The most urgent first. A hand opens on its own server, if it has one, and in direct messages."""
    tables = await context.tables.tables_of(context.user)
    waiting = [await _waiting_table(context, table) for table in tables if table.waiting_for(context.user)]
    await context.send(turns_screen(by_urgency(waiting), context.reader(), context.tables.clock.unix))


async def _waiting_table(context: Context, table: Table) -> WaitingTable:
    post, seat = await context.publisher.live_post(table), table.seat_of(context.user)
    assert seat is not None, "a table waits for those who sit at it"
    here = not context.guild or table.guild in (0, context.guild)
    return WaitingTable(table, seat, "" if post is None else message_link(table.guild, post), here)
