"""The puzzle of the day: what is best here? One press answers, and says why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.i18n import Reader
from bot.images.model import ImageRequest, MessageImage
from bot.images.requests import game_image
from bot.preferences.people import PersonPreferences
from bot.profiles.puzzles import DailyPuzzle
from bot.screens import common
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS
from games.contract import Action
from games.text import Listed, Text, _, _n
from games.thinking.hints import by_how_much, did_of, in_hindsight, label_of, why_then

MOST_BUTTONS = 12


def puzzle_reader(daily: DailyPuzzle, locale: str) -> Reader:
    """Words about the puzzle's table."""
    return Reader(locale, daily.game, daily.names)


def puzzle_image(daily: DailyPuzzle, chosen: Sequence[str], reader: Reader) -> ImageRequest:
    """The hand that it is about, with the seat that it is about named as the reader's own."""
    seen = daily.seen
    own = {} if seen.seat is None else {seen.seat: reader.plain(_("You"))}
    return game_image(
        "hand", daily.game, seen, Reader(reader.locale, daily.game, {**daily.names, **own}), "", chosen
    )


def puzzle_screen(
    daily: DailyPuzzle, chosen: Sequence[str], path: str, reader: Reader, picture: MessageImage | None
) -> ui.Screen:
    """What is to be chosen after the values `chosen`, which the indexes in `path` stand for."""
    seen = daily.seen
    menu = daily.game.steps(seen, chosen)
    choices = () if menu is None else menu.choices
    offered = [(at, choice) for at, choice in enumerate(choices) if choice.why_not is None]
    way = f"{path}." if path else ""
    buttons = [
        common.short_button(
            reader,
            choice.short or choice.label,
            *("puzzle", daily.day, f"{way}{at}"),
            style=ui.PRIMARY,
            emoji=choice.symbol,
        )
        for at, choice in offered
    ]
    listed = ui.select(
        reader,
        custom_ids.encode("puzzles", daily.day, path or "-"),
        _("Choose from this list"),
        [ui.option(reader, choice.label, str(at), emoji=choice.symbol) for at, choice in offered],
    )
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            ui.strong(reader, _("🧩 Puzzle of the day: {game}", game=daily.game.title)),
            None if menu is None else reader(_("👉 {prompt}", prompt=menu.prompt)),
            None if path else ui.small(reader(_("What's best here? Your first answer counts."))),
            most=400,
        ),
        picture or _in_words(daily, reader),
        ui.packed(buttons) if len(buttons) <= MOST_BUTTONS else listed,
        ui.row(
            ui.button(reader, _("Back"), "puzzle", daily.day, "-") if path else archive_button(daily, reader)
        ),
    )


def _in_words(daily: DailyPuzzle, reader: Reader) -> ui.TextBlock | None:
    own, board = daily.game.hand(daily.seen), daily.game.board(daily.seen)
    cards = None if own is None else reader.listed(own.cards)
    return ui.block(reader(board.headline), *map(reader, board.table), cards, most=1500)


def solved_screen(
    daily: DailyPuzzle,
    action: Action,
    mine: PersonPreferences,
    reader: Reader,
    picture: MessageImage | None,
    counts: Mapping[Action, int] = {},
    path: str = "",
    *,
    wanted: bool = False,
) -> ui.Screen:
    """Whether that was best, what is and why, who else chose what, and how many were solved in a row. `path`:
    of the answer, as long as it can be shared; `wanted`: with the way to tables that want players.
    """
    next_one, can_share = _("A new puzzle comes tomorrow."), path and mine.puzzle_day == daily.day
    return ui.screen(
        ui.Accent.GREEN if daily.is_right(action) else ui.Accent.AMBER,
        ui.block(*map(reader, _compared(daily, action)), most=600),
        picture or _in_words(daily, reader),
        ui.block(
            *(reader(line) for line in _chosen_by_others(daily, counts)),
            ui.small(reader(_so_far(mine))),
            ui.small(reader(next_one)),
            most=600,
        ),
        ui.row(
            ui.button(reader, _("Share"), "sharepuzzle", daily.day, path, emoji="📣") if can_share else None,
            archive_button(daily, reader),
            common.wanted_button(reader) if wanted else None,
        ),
    )


def archive_button(daily: DailyPuzzle, reader: Reader) -> ui.Button:
    """The way to the puzzles before this one."""
    return ui.button(reader, _("Earlier puzzles"), "puzzledays", daily.day, emoji="🗓️")


MOST_TOLD = 3
"""Choices of which it is told how many others took them."""


def _chosen_by_others(daily: DailyPuzzle, counts: Mapping[Action, int]) -> Iterator[Text]:
    shares = [
        _("{choice} {percent} %", choice=label_of(daily.game, daily.seen, action), percent=percent)
        for action in sorted(counts, key=lambda each: -counts[each])[:MOST_TOLD]
        if action in daily.seen.legal and (percent := daily.percent(counts, action))
    ]
    if shares:
        yield _("👥 What people chose: {shares}", shares=Listed(tuple(shares)))


def shared_screen(
    daily: DailyPuzzle, name: str, mine: PersonPreferences, reader: Reader, counts: Mapping[Action, int]
) -> ui.Screen:
    """How it went, in three lines without a word of the answer, and the way to the puzzle."""
    solved, found = mine.puzzle_streak > 0, daily.percent(counts, daily.puzzle.study.best.action)
    what, days = (
        _(
            "🧩 **{name}**: Tortuga {number} {mark}",
            name=name,
            number=daily.number,
            mark="✅" if solved else "❌",
        ),
        _n("🔥 {count} day in a row", "🔥 {count} days in a row", mine.puzzle_streak),
    )
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            reader(_("{what} · {days}", what=what, days=days) if mine.puzzle_streak > 1 else what),
            None if found is None else reader(_("{percent} % found the best choice.", percent=found)),
            reader(_("{game}: what would you do? /puzzle", game=daily.game.title)),
            most=400,
        ),
        ui.row(ui.button(reader, _("Solve it"), "puzzle", daily.day, "-", style=ui.SUCCESS)),
    )


def archive_screen(days: Sequence[DailyPuzzle], reader: Reader) -> ui.Screen:
    """Earlier puzzles, the latest first, as many as a list holds, and the way to those before."""
    shown = days[:OPTIONS]
    offers = [
        ui.option(
            reader.about(each.game),
            _("{number} · {game}", number=each.number, game=each.game.title),
            str(each.day),
        )
        for each in shown
    ]
    nothing = _("This is the first puzzle. A new one comes tomorrow.")
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            ui.strong(reader, _("🗓️ Earlier puzzles")),
            reader(_("They don't count any more.")) if shown else reader(nothing),
            most=300,
        ),
        ui.select(reader, custom_ids.encode("puzzleof"), _("Choose a puzzle"), offers) if offers else None,
        ui.row(
            ui.button(reader, _("Earlier"), "puzzledays", shown[-1].day) if len(days) > OPTIONS else None,
        ),
    )


def _compared(daily: DailyPuzzle, action: Action) -> Iterator[Text]:
    """What was chosen beside what is best, by how much that is better, and why if the game can tell."""
    game, seen, study = daily.game, daily.seen, daily.puzzle.study
    made, best = study.of(action), label_of(game, seen, study.best.action)
    if made == study.best:
        yield _("✅ {best} it is!", best=best)
        next_best = label_of(game, seen, study.weighed[1].action)
        yield game.reason(seen, study) or by_how_much(game, study, next_best)
        return
    yield _("❌ {told}", told=in_hindsight(game, did_of(game, seen, action), best, made.behind))
    why = why_then(game, seen, study, action)
    if why is not None:
        yield _("💡 {hint}", hint=why)


def _so_far(mine: PersonPreferences) -> Text:
    if mine.puzzle_streak > 1:
        return _n("🔥 {count} in a row", "🔥 {count} in a row", mine.puzzle_streak)
    return _n("{count} puzzle solved so far", "{count} puzzles solved so far", mine.puzzles_solved)


def daily_post_screen(
    daily: DailyPuzzle, reader: Reader, picture: MessageImage | None, before: DailyPuzzle | None = None
) -> ui.Screen:
    """The day's puzzle for a channel, and behind a spoiler what was best in the one `before`."""
    answer = None
    if before is not None:
        best = label_of(before.game, before.seen, before.puzzle.study.best.action)
        then = puzzle_reader(before, reader.locale)
        answer = ui.small(then(_("{game}, yesterday: ||{best}||", game=before.game.title, best=best)))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.strong(reader, _("🧩 Puzzle of the day: {game}", game=daily.game.title)), most=300),
        picture or _in_words(daily, reader),
        ui.block(answer, most=300),
        ui.row(ui.button(reader, _("Solve it"), "puzzle", daily.day, "-", style=ui.SUCCESS)),
    )
