"""Help: what this is, the first three steps, games, commands. For somebody who has never seen it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.screens import parts
from bot.screens.kit import (
    SUCCESS,
    Accent,
    Button,
    Screen,
    Section,
    Separator,
    TextBlock,
    block,
    rows,
    screen,
)
from bot.words import Reader
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


def help(reader: Reader, games: Sequence[AnyGame]) -> Screen:
    """Everything that somebody needs to begin."""
    welcome = _(
        "Welcome to Tortuga, a tavern for pirate card games: play at a table in a channel, at your own pace."
    )
    return screen(
        Accent.SAND,
        block(parts.title(reader, _("🏴‍☠️ Tortuga")), reader(welcome), most=400),
        block(
            parts.strong(reader, _("The first three steps")), *_numbered(map(reader, FIRST_STEPS)), most=900
        ),
        Separator(),
        block(parts.strong(reader, _("The games")), most=100),
        [_game(game, reader.about(game)) for game in games[:MOST_GAMES]],
        rows([_rules(game, reader.about(game)) for game in games[:MOST_GAMES]]),
        Separator(),
        block(parts.strong(reader, _("The commands")), *parts.bulleted(map(reader, COMMANDS)), most=1400),
    )


def _numbered(lines: Iterable[str]) -> list[str]:
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)]


def _game(game: AnyGame, reader: Reader) -> Section:
    text = block(parts.strong(reader, game.title), reader(game.tagline), most=180) or TextBlock(game.slug)
    return Section((text,), parts.button(reader, _("Play"), "play", game.slug, style=SUCCESS))


def _rules(game: AnyGame, reader: Reader) -> Button:
    return parts.button(reader, _("Rules of {game}", game=game.title), "rulesof", game.slug, 0)
