"""`/score`: the sheet of an evening with real cards, kept by one person's presses on one message.

The message is drawn anew by the answers to its presses alone, so that it works wherever presses are answered,
also where the bot is no member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec

from bot.commands.context import Context
from bot.commands.responses import file_stem
from bot.commands.typed_options import parse_options
from bot.commands.verbs import Found, Id, button, modal, select
from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.refusal import Refusal
from bot.score_sheets import screens
from bot.score_sheets.images import sheet_image
from bot.score_sheets.sheet import (
    ScoreSheet,
    SheetPlayer,
    SheetRecord,
    after_rounds,
    changed,
    new_players,
    noted,
    read_column,
    read_seat,
    stopped,
    tapped,
    undone,
)
from bot.tables.options import check_game
from bot.tournaments.export import Cell, csv_content
from bot.ui import custom_ids, notices
from bot.ui.components import Screen
from games.catalogue import catalogue
from games.contract import AnyGame, Column, Noted
from games.text import _

PATIENCE = 1.0
"""Seconds for which an answer waits for the picture: who keeps the sheet looks at it, not at the words."""


async def _kept(context: Context, id: str) -> ScoreSheet:
    """The sheet, for whoever keeps it. Refusal to everybody else."""
    found = await context.services.score_sheets.sheet(id, context.user)
    context.game = found.game
    return found


Kept = Annotated[ScoreSheet, Found(_kept)]


# A sheet is begun, or shown.


async def score(context: Context, game: str | None, players: str, options: str) -> None:
    """`/score`: a new sheet, if it is said who plays; else what the reader keeps, or the window that asks."""
    if players:
        await _begin(context, check_game(game), (), players, options)
        return
    kept = [] if game else await context.services.score_sheets.of_keeper(context.user)
    if shown := [each for each in kept if each.record.game in catalogue()]:
        await context.show(screens.list_screen(shown, context.reader()))
    else:
        await _ask(context, None if game is None else check_game(game))


@button("scorenew", "new")
async def ask(context: Context) -> None:
    """Opens the window in which a sheet is begun."""
    await _ask(context, None)


async def _ask(context: Context, game: AnyGame | None) -> None:
    games = [each for each in catalogue().values() if each.columns(each.Options(), each.players[-1], ())]
    await context.open(screens.begin_window(custom_ids.encode("scorenew"), games, game, context.reader()))


@modal("scorenew", "new")
async def written_new(context: Context) -> None:
    """Begins the sheet that the window asks for."""
    found = map(context.user_chosen, context.picked(screens.MEMBERS))
    members = [SheetPlayer(each.name, each.user) for each in found if each is not None and not each.is_bot]
    game = check_game(next(iter(context.picked(screens.GAME)), None))
    await _begin(context, game, members, context.written(screens.NAMES), context.written(screens.CHOSEN))


async def _begin(
    context: Context, game: AnyGame, members: list[SheetPlayer] | tuple[()], typed: str, options: str
) -> None:
    context.game = game
    if "<@" in typed:
        raise Refusal(
            "input",
            _("Type plain names here. /score with the game alone opens a window that asks for members."),
        )
    if not context.may_write:
        raise Refusal("shut", _("You can't write in this channel, so begin the sheet in another one."))
    chosen = parse_options(game, options, Reader(context.locale, game))
    players = new_players(members, typed)
    await context.press.require_answerable()
    begun = await context.services.score_sheets.begin(context.user, context.guild, game, chosen, players)
    reader = await _reader(context, begun)
    shown = screens.sheet_screen(begun, reader, None)
    if await context.post(shown.payload()) is None:  # the answer was deferred
        await context.follow_up(shown, public=True)


@select("scorehere", "new")
async def show_here(context: Context, id: Id) -> None:
    """Shows the chosen sheet in this channel, for everybody, to be written on from there on."""
    now = await _kept(context, id)
    reader = await _reader(context, now)
    shown = screens.sheet_screen(now, reader, await _picture(context, now, reader))
    if await context.post(shown.payload()) is None:
        await context.follow_up(shown, public=True)


# What is pressed on it. `at`: the revision that the message shows; what is meant for another one is not done.


@button("scoreshow", "public")
async def show(context: Context, sheet: Kept, menu: bool) -> None:
    """The sheet as it stands; `menu`: with all that is seldom done."""
    await _redraw(
        context, sheet, lambda reader, picture: screens.sheet_screen(sheet, reader, picture, menu=menu)
    )


@button("scorereplay", "public")
async def replay(context: Context, sheet: Kept, number: int) -> None:
    """The sheet as it stood after so many rounds."""
    then = after_rounds(sheet, number)
    await _redraw(context, then, lambda reader, picture: screens.replay_screen(sheet, then, reader, picture))


@button("scorenote", "public")
async def ask_note(context: Context, sheet: Kept, at: int) -> None:
    """Opens the window for what is to be noted next."""
    if at != sheet.revision or sheet.over:
        await show(context, sheet, False)
        return
    id, number = custom_ids.encode("scorenote", sheet.id, at), len(sheet.record.rounds)
    await context.open(screens.note_window(id, sheet, number, sheet.asked, {}, context.reader()))


@modal("scorenote", "public")
async def note(context: Context, sheet: Kept, at: int) -> None:
    """Notes what the window says, as far as the rules allow it."""
    await _write(context, sheet, at, lambda now: noted(now, _filled_in(context, now, now.asked)))


@button("scoretap", "public")
async def tap(context: Context, sheet: Kept, at: int, path: str) -> None:
    """Asks for the next number, or notes all, once there are enough of them."""
    if at != sheet.revision or sheet.over:
        await show(context, sheet, False)
        return
    given = [int(number) for number in path.split(".") if number.isascii() and number.isdecimal()]
    asked, problem = tapped(sheet, given), None
    if not isinstance(asked, tuple):
        told = asked
        try:
            now = await _changed(context, sheet, at, lambda now: noted(now, told))
        except Refusal as refusal:
            given, problem = given[:-1], refusal.text
            asked = tapped(sheet, given)
        else:
            await show(context, now, False)
            return
    assert isinstance(asked, tuple), "one number is missing"
    next_one = asked
    await _redraw(
        context,
        sheet,
        lambda reader, picture: screens.tap_screen(sheet, reader, picture, given, next_one, problem),
    )


@button("scoreundo", "public")
async def undo(context: Context, sheet: Kept, at: int) -> None:
    """Takes back what was noted last."""
    await _write(context, sheet, at, undone)


@button("scorestop", "public")
async def stop(context: Context, sheet: Kept, at: int) -> None:
    """Ends the evening as it stands."""
    await _write(context, sheet, at, stopped)


@select("scorechange", "public")
async def ask_change(context: Context, sheet: Kept, at: int, number: int) -> None:
    """Opens the window for a round that was noted before."""
    await ask_fix(context, sheet, at, number)


@button("scorefix", "public")
async def ask_fix(context: Context, sheet: Kept, at: int, number: int) -> None:
    """Opens the window for a round that was noted before."""
    if at != sheet.revision or not 0 <= number < len(sheet.record.rounds):
        await show(context, sheet, False)
        return
    id, known = custom_ids.encode("scorefix", sheet.id, at, number), sheet.record.rounds[number]
    columns = _columns(sheet, number)
    await context.open(screens.note_window(id, sheet, number, columns, known, context.reader()))


@modal("scorefix", "public")
async def fix(context: Context, sheet: Kept, at: int, number: int) -> None:
    """Notes another round in place of the one that stands there."""
    await _write(
        context,
        sheet,
        at,
        lambda now: changed(now, number, _filled_in(context, now, _columns(now, number))),
        number,
    )


@button("scoreremove", "public")
async def ask_to_remove(context: Context, sheet: Kept) -> None:
    """Asks whether the sheet is really to be thrown away."""
    await _redraw(context, sheet, lambda reader, _picture: screens.removal_screen(sheet, reader))


@button("scoreremoved", "public")
async def remove(context: Context, sheet: Kept) -> None:
    """Throws the sheet away, which nothing brings back."""
    await context.press.require_answerable()
    await context.services.score_sheets.remove(sheet)
    reader = await _reader(context, sheet)
    await context.redraw(notices.info(_("The score sheet is removed."), reader))


@button("scoreexport", "new")
async def export(context: Context, sheet: Kept) -> None:
    """The sheet for a spreadsheet, and whole, as private files."""
    stem = file_stem(" ".join(sheet.names.values()), sheet.id)
    files = {
        f"{stem}.csv": csv_content(_rows(sheet), context.locale),
        f"{stem}.json": msgspec.json.format(msgspec.json.encode(_whole(sheet)), indent=2),
    }
    await context.send_files(screens.export_screen(list(files), context.reader()).payload(), files)


def _rows(sheet: ScoreSheet) -> Iterator[list[Cell]]:
    yield ["round", "note", *sheet.names.values()]
    for number, line in enumerate(sheet.record.rounds, 1):
        for name, numbers in line.items():
            yield [number, name, *(numbers if len(numbers) == sheet.players else [sheet.names[numbers[0]]])]
        yield [number, "score", *sheet.outcome(number).points]


def _whole(sheet: ScoreSheet) -> Mapping[str, Any]:
    """Without whose Discord accounts they are."""
    outcome = sheet.outcome()
    return {
        "game": sheet.record.game,
        "options": sheet.options.model_dump(),
        "players": list(sheet.names.values()),
        "rounds": sheet.record.rounds,
        "points": outcome.points,
        "places": outcome.places,
    }


# How it is answered.


async def _write(
    context: Context,
    sheet: ScoreSheet,
    at: int,
    work: Callable[[ScoreSheet], SheetRecord],
    fixed: int | None = None,
) -> None:
    """Writes on the sheet, and shows it. What does not add up is asked where everybody at the table reads it,
    and what was typed stays in the window. `fixed`: the round that it is about, if not the one that goes on.
    """
    problem = None
    try:
        sheet = await _changed(context, sheet, at, work)
    except Refusal as refusal:
        if refusal.reason not in ("input", "illegal", "stale", "early"):
            raise
        problem = refusal.text
        context.services.error_handler.keep_typed(context)
        sheet = await context.services.score_sheets.sheet(sheet.id, context.user)
    await _redraw(
        context,
        sheet,
        lambda reader, picture: screens.sheet_screen(sheet, reader, picture, problem=problem, fixed=fixed),
    )


async def _changed(
    context: Context, sheet: ScoreSheet, at: int, work: Callable[[ScoreSheet], SheetRecord]
) -> ScoreSheet:
    await context.press.require_answerable()
    return await context.services.score_sheets.change(sheet, at, work)


def _columns(sheet: ScoreSheet, number: int) -> list[Column]:
    return [column for press in sheet.presses_of(number) for column in press]


def _filled_in(context: Context, sheet: ScoreSheet, columns: Iterable[Column]) -> Noted:
    """What the window says. Refusal if something is missing, or cannot be."""
    told = dict[str, tuple[int, ...]]()
    for column in columns:
        if column.seat:
            told[column.name] = read_seat(column, "".join(context.picked(column.name)))
        else:
            told[column.name] = read_column(sheet, column, context.written(column.name))
    return told


async def _redraw(
    context: Context, now: ScoreSheet, draw: Callable[[Reader, MessageImage | None], Screen]
) -> None:
    """Draws the message anew; a picture that is not ready follows."""
    reader = await _reader(context, now)
    payload = draw(reader, await _picture(context, now, reader)).payload()
    await context.redraw(payload)
    follow = context.services.error_handler.deferred_images.follow
    follow(context, payload, lambda picture: draw(reader, picture).payload())


async def _picture(context: Context, now: ScoreSheet, reader: Reader) -> MessageImage | None:
    """The sheet drawn: for a server as it likes, elsewhere as the keeper does."""
    images = context.services.image_service
    if context.guild:
        return await images.for_all(context.guild, sheet_image(now, reader), PATIENCE)
    mine = await context.people.of(context.user)
    return await images.for_one(mine, lambda: sheet_image(now, reader), PATIENCE)


async def _reader(context: Context, now: ScoreSheet) -> Reader:
    """Whoever reads the sheet where it stands, in the language of that place."""
    server = await context.tables.servers.of(context.guild)
    return screens.sheet_reader(now, server.locale or context.public_locale)
