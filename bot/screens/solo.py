"""Games for one alone and lessons: what is explained, how a course ends, what becomes of a game. Private."""

from __future__ import annotations

from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.screens.common import rules_button
from bot.screens.lobby import chosen_otherwise
from bot.screens.result import CAME, placings
from bot.tables.model import Table
from bot.ui import components as ui
from games.contract import AnyGame, Options
from games.text import _
from games.thinking.levels import SYMBOLS


def go_on_or_anew(table: Table, asked: Options, reader: Reader) -> ui.Screen:
    """Whether to go on with the private game, or with the course, or to begin the one that was `asked` for in
    its place; what tells the two apart is said.
    """
    game, where = table.game, table.game.board(table.observe(None)).headline
    going_on, wanted = (
        next(chosen_otherwise(game, options, than), None)
        for options, than in ((table.options, asked), (asked, table.options))
    )
    title = game.title if going_on is None else _("{game} ({option})", game=game.title, option=going_on)
    said = (
        _("You are already learning {game}: {where}.", game=title, where=where)
        if table.record.learning
        else _("You are in the middle of {game}: {where}.", game=title, where=where)
    )
    other = None if wanted is None else _("What you asked for: {option}.", option=wanted)
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(reader(said), None if other is None else reader(other), most=500),
        ui.row(
            ui.button(reader, _("Go on"), "hand", table.id, style=ui.SUCCESS),
            ui.button(reader, _("Start over") if other is None else _("The other one"), "anew", table.id),
        ),
    )


def which_robots(game: AnyGame, reader: Reader, where: str, players: int, options: str) -> ui.Screen:
    """Against whom somebody wants to play who has met only those for first games: the rest of what they have
    asked for goes along.
    """
    levels = list(game.robots)
    offered = levels[levels.index(game.first_robot) : levels.index(game.default_robot) + 1]
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(reader(_("You know {game} now. Stronger robots from here on?", game=game.title)), most=300),
        ui.packed(
            ui.button(
                *(reader, game.robots[level].label, "versus"),
                *(game.slug, level, where, players, options),
                style=ui.SUCCESS if level == game.first_robot else ui.SECONDARY,
                emoji=SYMBOLS.get(level, ""),
            )
            for level in offered
        ),
    )


def confirm_end(table: Table, reader: Reader) -> ui.Screen:
    """Whether somebody means to end their private game."""
    text = _("End this game? Only you would know. Or simply come back later: /turns finds it again.")
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(reader(text), most=300),
        ui.row(
            ui.button(reader, _("End the game"), "closeconfirm", table.id, style=ui.DANGER),
            ui.button(reader, _("Back"), "hand", table.id, style=ui.PRIMARY),
        ),
    )


def learn_button(reader: Reader, table: Table) -> ui.Button:
    """A button that opens the course in the game of this table, as it is played there."""
    return ui.button(reader, _("Learn it"), "course", table.id, emoji="🎓")


def course_over_screen(
    table: Table, user: int, reader: Reader, notice: ui.TextBlock | None, picture: MessageImage | None
) -> ui.Screen:
    """How a course has ended: the place, what was done well, one thing to do better, and what comes next.
    `notice`: what just happened; `picture`: of the score sheet.
    """
    place = None if table.outcome is None else table.outcome.places[table.seat_of(user) or 0]
    learned = _("You know {game} now.", game=table.game.title)
    review = table.game.review(table.observe(user))
    said = (learned, CAME[place - 1] if place else None, review.well, review.better)
    friends = _("With friends: /table create.")
    return ui.screen(
        ui.Accent.GOLD,
        notice,
        ui.block(
            ui.heading(reader, _("🎓 Ahoy, sailor!")), *(reader(each) for each in said if each), most=600
        ),
        picture,
        None if picture is not None else placings(table, reader),
        ui.block(reader(friends), most=100),
        ui.row(
            ui.button(reader, _("Play a real one"), "play", table.game.slug, style=ui.SUCCESS),
            ui.button(reader, _("Again"), "rematch", table.id),
            rules_button(reader, table.id),
        ),
    )
