"""Help: what this is, the first steps, the commands. For somebody who has never seen it. Private."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Reader
from bot.ui import components as ui
from bot.ui import custom_ids
from games.contract import AnyGame
from games.text import Text, _

FIRST_STEPS: Sequence[Text] = (
    _("🃏 Play: a game against robots, just for you."),
    _("🎓 Learn: ten minutes, hands on."),
    _("🍻 With friends: /table create. They press Join, you press Start."),
)

COMMANDS: Sequence[Text] = (
    _("/play, /learn, /rules, /puzzle – a game at once, a lesson, the rules, a riddle a day"),
    _("/table create, /table list, /table wanted, /table show – open a table, find one, bring it back"),
    _("/table leave, /table close – ways out"),
    _("/hand, /turns – your cards, and all that waits for you"),
    _("/log, /replay – what happened"),
    _("/stats, /leaderboard – who plays how well"),
    _("/score – the score sheet of an evening with real cards"),
    _("/vacation start, /vacation end – your clocks stop"),
    _("/settings me, /settings server – as you like it"),
    _("/privacy export, /privacy delete – what I store about you"),
    _("/tournament list, /tournament me, /tournament create – cups and leagues"),
    _("/organise, /moderate – run tournaments and tables"),
)


def help_screen(
    reader: Reader, games: Sequence[AnyGame], chosen: AnyGame, *, terms: str = "", privacy: str = ""
) -> ui.Screen:
    """What somebody needs to begin, with the ways into the game `chosen`; at the end the operator's terms of
    service and privacy policy, where there are addresses of them.
    """
    welcome = _("A tavern for pirate card games.")
    offers = (
        ui.option(reader.about(game), game.title, game.slug, game.tagline, chosen=game is chosen)
        for game in games
    )
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.title(reader, _("🏴‍☠️ Tortuga")), reader(welcome), most=400),
        ui.block(*map(reader, FIRST_STEPS), most=900),
        ui.select(reader, custom_ids.encode("helpgame"), _("Which game"), offers),
        ui.row(
            ui.button(reader, _("Play"), "play", chosen.slug, style=ui.SUCCESS),
            ui.button(reader, _("Learn"), "learn", chosen.slug, style=ui.PRIMARY),
            ui.button(reader, _("Rules"), "rulesof", chosen.slug, 0),
            ui.button(reader, _("Commands"), "helpcommands"),
        ),
        ui.row(
            ui.link(reader, _("Terms"), terms) if terms else None,
            ui.link(reader, _("Privacy"), privacy) if privacy else None,
        ),
    )


def commands_screen(reader: Reader) -> ui.Screen:
    """The commands, in a few words each."""
    return ui.screen(
        ui.Accent.SAND,
        ui.block(*map(reader, COMMANDS), most=1500),
        ui.row(ui.button(reader, _("Back"), "help")),
    )
