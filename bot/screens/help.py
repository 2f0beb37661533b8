"""Help: what this is, the first three steps, games, commands. For somebody who has never seen it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.i18n import Reader
from bot.ui import components as ui
from games.contract import AnyGame
from games.text import Text, _

MOST_GAMES = 6
"""Shown here; the commands offer all."""

FIRST_STEPS: Sequence[Text] = (
    _("Press Play, or type /play: robots sit down with you and you hold your first cards at once."),
    _("Read the sentence in your hand and press a card. Only you can see your hand."),
    _("With friends: /table create opens a table in this channel. Your friends press Join, you press Start."),
)

COMMANDS: Sequence[Text] = (
    _("/play – a game against robots, at once"),
    _("/table create – a table for you and others; /table list – where there is room"),
    _("/table show – brings a table's board back; /table leave and /table close – ways out"),
    _("/hand – your cards, wherever you play"),
    _("/turns – all that waits for you, on every server; /settings me – how and when you are told of it"),
    _("/vacation start – your clocks stand still; /vacation end – you are back"),
    _("/rules – the rules, short; /log – what happened so far; /replay – a finished game step by step"),
    _("/stats – what your games come to; /leaderboard – who plays best here"),
    _("/tournament list – cups and leagues; /tournament me – your part; /tournament create – a new one"),
    _("/settings server – how this server wants it"),
    _("/privacy export and /privacy delete – what I store about you"),
    _("/organise – for organisers: run a tournament; /moderate – tables, ratings, and what was done"),
)


def help_screen(reader: Reader, games: Sequence[AnyGame]) -> ui.Screen:
    """Everything that somebody needs to begin."""
    welcome = _(
        "Welcome to Tortuga, a tavern for pirate card games: play at a table in a channel, at your own pace."
    )
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.title(reader, _("🏴‍☠️ Tortuga")), reader(welcome), most=400),
        ui.block(
            ui.strong(reader, _("The first three steps")), *_numbered(map(reader, FIRST_STEPS)), most=900
        ),
        ui.Separator(),
        ui.block(ui.strong(reader, _("The games")), most=100),
        [_game_section(game, reader.about(game)) for game in games[:MOST_GAMES]],
        ui.rows([_rules_button(game, reader.about(game)) for game in games[:MOST_GAMES]]),
        ui.Separator(),
        ui.block(ui.strong(reader, _("The commands")), *ui.bulleted(map(reader, COMMANDS)), most=1400),
    )


def _numbered(lines: Iterable[str]) -> list[str]:
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)]


def _game_section(game: AnyGame, reader: Reader) -> ui.ButtonSection:
    text = ui.block(ui.strong(reader, game.title), reader(game.tagline), most=180) or ui.TextBlock(game.slug)
    return ui.ButtonSection((text,), ui.button(reader, _("Play"), "play", game.slug, style=ui.SUCCESS))


def _rules_button(game: AnyGame, reader: Reader) -> ui.Button:
    return ui.button(reader, _("Rules of {game}", game=game.title), "rulesof", game.slug, 0)
