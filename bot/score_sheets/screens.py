"""What the kitchen table sees: one message with the sheet, on which its keeper writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.score_sheets.sheet import LONGEST_NOTE, ScoreSheet
from bot.screens.result import notepads
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS
from games import picture_alt, shared_words
from games.contract import AnyGame, Column, Noted
from games.text import Listed, Player, Seat, Text, _, labelled, named, seats_words

MOST_TAPPED = 25
"""Numbers that stand on buttons; where there can be more, they are written."""
START = "-"
"""The path of nothing tapped yet."""
GAME, MEMBERS, NAMES, CHOSEN = "game", "members", "names", "options"
"""The fields of the window in which a sheet is begun."""


def sheet_reader(sheet: ScoreSheet, locale: str) -> Reader:
    """Says texts of the sheet's game, and knows who sits where."""
    return Reader(locale, sheet.game, sheet.names)


def sheet_screen(
    sheet: ScoreSheet,
    reader: Reader,
    picture: MessageImage | None,
    *,
    menu: bool = False,
    problem: Text | None = None,
    fixed: int | None = None,
) -> ui.Screen:
    """The sheet as it stands, and how it is written on; `menu`: and all that is seldom done. `problem`: why
    what was written does not stand there; `fixed`: of which round, if not of the one that goes on.
    """
    ways = _menu(sheet, reader) if menu else _ways_on(sheet, reader)
    if fixed is not None and problem is not None:
        again = "scorefix", sheet.id, sheet.revision, fixed
        ways = [ui.row(ui.button(reader, _("Fix it"), *again, style=ui.PRIMARY)), *ways]
    return _screen(sheet, reader, picture, ways, None, problem)


def tap_screen(
    sheet: ScoreSheet,
    reader: Reader,
    picture: MessageImage | None,
    given: Sequence[int],
    asked: tuple[Column, Seat],
    problem: Text | None,
) -> ui.Screen:
    """For whom the next number is tapped; `given`: those that were tapped before; `problem`: why they did not
    stand.
    """
    column, seat = asked
    path = [*map(str, given)]
    buttons = [
        ui.button(
            reader,
            named(number) if column.seat else _("{number}", number=number),
            *("scoretap", sheet.id, sheet.revision, ".".join([*path, str(number)])),
            style=ui.PRIMARY,
        )
        for number in column.numbers
    ]
    question = column.label if column.seat else labelled(column.label, Player(seat))
    said = tuple(given[len(given) - seat :]) if seat else ()
    back = ".".join(path[:-1]) or START
    ways = [
        *ui.packed(buttons),
        ui.row(
            ui.button(reader, _("Back"), "scoretap", sheet.id, sheet.revision, back)
            if given
            else ui.button(reader, _("Back"), "scoreshow", sheet.id, 0),
            ui.button(reader, _("Write"), "scorenote", sheet.id, sheet.revision, emoji="✏️"),
        ),
    ]
    told = labelled(column.label, Listed(_each(column, said))) if said else None
    return _screen(sheet, reader, picture, ways, (told, _("👉 {question}", question=question)), problem)


def replay_screen(
    sheet: ScoreSheet, then: ScoreSheet, reader: Reader, picture: MessageImage | None
) -> ui.Screen:
    """The sheet as it stood `then`, and ways to the rounds before and after."""
    number, last = len(then.record.rounds), len(sheet.record.rounds)
    at = "scorereplay", sheet.id
    ways = ui.row(
        ui.button(reader, _("Earlier"), *at, number - 1, disabled=number <= 1),
        ui.button(reader, _("Later"), *at, number + 1, style=ui.PRIMARY, disabled=number >= last),
        ui.button(reader, _("Back"), "scoreshow", sheet.id, 0),
    )
    said = _("After round {round} of {rounds}", round=number, rounds=last)
    return _screen(then, reader, picture, [ways], (said,), None)


def removal_screen(sheet: ScoreSheet, reader: Reader) -> ui.Screen:
    """Asks once more before a sheet is thrown away."""
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(reader(_("Throw this score sheet away, with all that stands on it?")), most=300),
        ui.row(
            ui.button(reader, _("Remove"), "scoreremoved", sheet.id, style=ui.DANGER),
            ui.button(reader, _("Back"), "scoreshow", sheet.id, 0),
        ),
    )


def _screen(
    sheet: ScoreSheet,
    reader: Reader,
    picture: MessageImage | None,
    ways: Sequence[ui.Row | None],
    asked: tuple[Text | None, ...] | None,
    problem: Text | None,
) -> ui.Screen:
    """`asked`: in place of what is to be noted next. What is to be done stands beside the buttons."""
    drawn = picture is not None and picture.drawn is not None
    lines = _next(sheet) if asked is None else asked
    return ui.screen(
        ui.Accent.AMBER if problem else ui.Accent.GOLD if sheet.over else ui.Accent.NAVY,
        ui.block(ui.strong(reader, _("🧾 {game}, with real cards", game=sheet.game.title)), most=200),
        picture,
        [] if drawn else game_sheet(sheet, reader),
        ui.block(
            None if problem is None else reader(_("⚠️ {problem}", problem=problem)),
            *(reader(line) for line in lines if line is not None),
            most=1200,
        ),
        [row for row in ways if row is not None],
    )


def game_sheet(sheet: ScoreSheet, reader: Reader) -> list[ui.TextBlock]:
    """The sheet in words, as far as it has come."""
    said = sheet.game.sheet(sheet.seen(sheet.record.rounds))
    if said is None:
        return []
    blocks = (
        ui.block(*map(reader, said.latest), reader(picture_alt.totals(said)), most=900),
        notepads(sheet.names, said, reader),
    )
    return [block for block in blocks if block is not None]


def _next(sheet: ScoreSheet) -> Iterator[Text]:
    """Who has won, or what is known of the round that goes on. What comes next says the button."""
    if sheet.over:
        places, points = sheet.outcome().places, sheet.outcome().points
        first = [seat for seat, place in enumerate(places) if place == 1]
        yield _(
            "🏆 {won} ({points})", won=shared_words.won_by(first), points=sheet.game.score(points[first[0]])
        )
        return
    if sheet.record.part:
        yield from _known(sheet)
    elif not sheet.record.rounds:
        yield _("{players}", players=seats_words(range(sheet.players)))


def _known(sheet: ScoreSheet) -> Iterator[Text]:
    """What is noted of the round that goes on."""
    for column in sheet.presses[0]:
        numbers = sheet.record.part[column.name]
        if column.seat:
            yield labelled(column.label, Player(numbers[0]))
        elif told := _each(column, numbers):
            yield labelled(column.label, Listed(told))


def _each(column: Column, numbers: Sequence[int]) -> tuple[Text, ...]:
    """Whose number it is, without those who have the usual one."""
    return tuple(
        _("{player} {number}", player=Player(seat), number=number)
        for seat, number in enumerate(numbers)
        if number != column.usual
    )


def _ways_on(sheet: ScoreSheet, reader: Reader) -> list[ui.Row | None]:
    more = ui.button(reader, _("More"), "scoreshow", sheet.id, 1)
    undo = ui.button(reader, _("Undo"), "scoreundo", sheet.id, sheet.revision, emoji="↩️")
    written = sheet.record.rounds or sheet.record.part
    if sheet.over:
        replay = ui.button(reader, _("Replay"), "scorereplay", sheet.id, 1, emoji="⏪")
        export = ui.button(reader, _("Export"), "scoreexport", sheet.id, emoji="💾")
        return [ui.row(replay if len(sheet.record.rounds) > 1 else export, undo, more)]
    label = next(column.label for column in sheet.asked)
    tap = all(len(column.numbers) <= MOST_TAPPED for column in sheet.asked if column.usual is None)
    return [
        ui.row(
            ui.button(reader, label, "scorenote", sheet.id, sheet.revision, style=ui.PRIMARY, emoji="✏️"),
            ui.button(reader, _("Tap"), "scoretap", sheet.id, sheet.revision, START, emoji="👆")
            if tap
            else None,
            undo if written else None,
            more,
        )
    ]


def _menu(sheet: ScoreSheet, reader: Reader) -> list[ui.Row | None]:
    rounds = len(sheet.record.rounds)
    said = sheet.game.sheet(sheet.seen(sheet.record.rounds))
    labels = [] if said is None else [row.label for row in said.rows[:rounds]]
    offers = [ui.option(reader, label, str(number)) for number, label in enumerate(labels)][::-1]
    change = custom_ids.encode("scorechange", sheet.id, sheet.revision)
    at = sheet.id, sheet.revision
    return [
        ui.select(reader, change, _("Change a round"), offers[:OPTIONS]) if offers else None,
        ui.row(
            ui.button(reader, _("Back"), "scoreshow", sheet.id, 0),
            None if sheet.over or not rounds else ui.button(reader, _("End here"), "scorestop", *at),
            ui.button(reader, _("Export"), "scoreexport", sheet.id, emoji="💾") if rounds else None,
            ui.button(reader, _("Remove"), "scoreremove", sheet.id, emoji="🗑️"),
        ),
    ]


# Windows.


def note_window(
    custom_id: str, sheet: ScoreSheet, number: int, columns: Sequence[Column], known: Noted, reader: Reader
) -> ui.Modal:
    """Asks for numbers in the order of the seats, or behind names. `known`: what stands there already."""
    fields = (_field(sheet, column, known.get(column.name), reader) for column in columns)
    title = labelled(sheet.game.title, number + 1)
    return ui.modal(reader, title, custom_id, *fields)


def _field(sheet: ScoreSheet, column: Column, known: Sequence[int] | None, reader: Reader) -> ui.Label:
    if column.seat:
        chosen = None if known is None else known[0]
        options = tuple(
            ui.option(reader, named(seat), str(seat), chosen=seat == chosen) for seat in sheet.names
        )
        return ui.labelled(reader, column.label, ui.Select(column.name, options))
    usual = (column.usual,) * sheet.players
    shown = " ".join(map(str, known)) if known is not None and tuple(known) != usual else ""
    hint = _("In this order: {names}", names=Listed(sheet.told))
    every, some = _("3 0 1, or Bart 3, Anne 0"), _("Only who got any: Bart 30")
    example = every if column.usual is None else some
    line = ui.text_input(reader, column.name, LONGEST_NOTE, example, shown, required=column.usual is None)
    return ui.labelled(reader, column.label, line, hint)


def begin_window(
    custom_id: str, games: Sequence[AnyGame], chosen: AnyGame | None, reader: Reader
) -> ui.Modal:
    """Asks which game is played, and by whom."""
    offers = tuple(
        ui.option(reader.about(game), game.title, game.slug, chosen=game is (chosen or games[0]))
        for game in games
    )
    members = ui.UserSelect(MEMBERS, ui.placeholder(reader.plain(_("Pick them here"))), 0, 8, required=False)
    names = ui.text_input(reader, NAMES, LONGEST_NOTE, _("Names, with commas between"))
    options = ui.text_input(reader, CHOSEN, LONGEST_NOTE, _("First edition"))
    return ui.modal(
        reader,
        _("A score sheet for real cards"),
        custom_id,
        ui.labelled(reader, _("Which game"), ui.Select(GAME, offers)),
        ui.labelled(reader, _("Members who play"), members),
        ui.labelled(reader, _("Who plays besides"), names, _("In the order in which you sit.")),
        ui.labelled(reader, _("Edition and options"), options, _("As at a table; empty: the usual.")),
    )


# All that somebody keeps.


def export_screen(names: Sequence[str], reader: Reader) -> ui.Screen:
    """What the files are, and the files."""
    said = _("The evening for a spreadsheet, and as JSON.")
    files = [ui.File(ui.MediaItem(f"attachment://{name}")) for name in names]
    return ui.screen(ui.Accent.SAND, ui.block(reader(said), most=300), files)


def list_screen(sheets: Sequence[ScoreSheet], reader: Reader) -> ui.Screen:
    """The latest sheets, to be shown here."""
    offers = [
        ui.option(
            reader.about(sheet.game),
            labelled(sheet.game.title, Listed(sheet.told)),
            sheet.id,
            shared_words.rounds(len(sheet.record.rounds)),
        )
        for sheet in sheets[:OPTIONS]
    ]
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.strong(reader, _("🧾 Your score sheets")), most=300),
        ui.select(reader, custom_ids.encode("scorehere"), _("Show one here, for everybody"), offers),
        ui.row(ui.button(reader, _("A new one"), "scorenew", style=ui.SUCCESS)),
    )
