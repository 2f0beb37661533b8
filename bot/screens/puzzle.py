"""The puzzle of the day: what is best here? One press answers, and says why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Reader
from bot.images.model import ImageRequest, MessageImage
from bot.images.requests import game_image
from bot.preferences.people import PersonPreferences
from bot.profiles.puzzles import DailyPuzzle
from bot.screens import common
from bot.ui import components as ui
from bot.ui import custom_ids
from games.contract import Action
from games.text import Text, _, _n
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
        ui.row(ui.button(reader, _("Back"), "puzzle", daily.day, "-")) if path else None,
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
    *,
    wanted: bool = False,
) -> ui.Screen:
    """Whether that was best, what is and why, and how many were solved in a row. `wanted`: with the way to
    tables that want players.
    """
    next_one = _("A new puzzle comes tomorrow.")
    return ui.screen(
        ui.Accent.GREEN if daily.is_right(action) else ui.Accent.AMBER,
        ui.block(*map(reader, _compared(daily, action)), most=600),
        picture or _in_words(daily, reader),
        ui.block(ui.small(reader(_so_far(mine))), ui.small(reader(next_one)), most=300),
        ui.row(common.wanted_button(reader)) if wanted else None,
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


def daily_post_screen(daily: DailyPuzzle, reader: Reader, picture: MessageImage | None) -> ui.Screen:
    """The day's puzzle for a channel."""
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.strong(reader, _("🧩 Puzzle of the day: {game}", game=daily.game.title)), most=300),
        picture or _in_words(daily, reader),
        ui.row(ui.button(reader, _("Solve it"), "puzzle", daily.day, "-", style=ui.SUCCESS)),
    )
