"""Commands in texts can be pressed where their ids are known, and only there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app import Tortuga
from bot.commands.tree import ALL
from bot.i18n import Reader
from bot.i18n.commands import COMMANDS
from bot.screens.help import COMMANDS as LISTED
from bot.screens.help import commands_screen
from games.text import _
from playground import Playground, Visitor
from playground.rules import components
from tests.bot.screens.looking import text
from tests.support.bot import tortuga

ID = "1234567890123456789"


@pytest.fixture
def known() -> Iterator[None]:
    COMMANDS.learn({"table create": ID, "table list": ID, "play": ID, "rules": ID, "hand": ID, "turns": ID})
    yield
    COMMANDS.forget()


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Try /table create.", f"Try </table create:{ID}>."),
        ("/play, /table list", f"</play:{ID}>, </table list:{ID}>"),
        ("/tables, /players and/play", "/tables, /players and/play"),
        ("docs/rules, `/play`, https://example.org/play", "docs/rules, `/play`, https://example.org/play"),
        ("/table alone", "/table alone"),
    ],
)
def test_a_command_in_a_text_can_be_pressed_and_what_looks_like_one_cannot(said: str, shown: str) -> None:
    assert Reader("en-US")(_(said)) == shown
    assert Reader("en-US").plain(_(said)) == said


@pytest.mark.usefixtures("known")
def test_what_somebody_is_called_is_no_command() -> None:
    said = Reader("en-US")(_("{name} waits. /hand", name="/play"))
    assert said == f"/play waits. </hand:{ID}>"


@pytest.mark.usefixtures("known")
def test_it_is_known_by_the_name_of_each_language_and_pressed_by_the_english_one() -> None:
    steps = _("🍻 With friends: /table create. They press Join, you press Start.")
    for language in ("de", "fr", "it"):
        assert f"</table create:{ID}>" in Reader(language)(steps)
        assert "</" not in Reader(language).plain(steps)


@pytest.mark.parametrize("language", ["en-US", "de", "fr", "it"])
def test_help_has_room_for_all_commands_when_they_can_be_pressed(language: str) -> None:
    paths = [
        " ".join((command.name, inner.name) if inner else (command.name,))
        for command in ALL
        for inner in getattr(command, "commands", None) or (None,)
    ]
    COMMANDS.learn(dict.fromkeys(paths, ID))
    try:
        told = text(commands_screen(Reader(language)))
        assert len(told.splitlines()) == len(LISTED)
        assert told.count(ID) > len(LISTED)
    finally:
        COMMANDS.forget()


async def raw(person: Visitor, command: str) -> str:
    """What is sent, as it is written."""
    shown = await (await person.slash(command)).settled()
    assert shown is not None
    return "\n".join(
        part["content"] for part in components.walk(shown.json.components) if part["type"] == components.TEXT
    )


async def test_ids_are_known_after_a_sync_and_after_a_restart_without_one(
    pg: Playground, tmp_path: Path
) -> None:
    anne, said = pg.person("Anne"), list[str]()
    for _start in range(2):
        async with tortuga(pg, tmp_path) as bot:
            assert isinstance(bot, Tortuga)
            said.append(await raw(anne, "help"))
        assert COMMANDS.ids == {}
    [there] = [each for each in pg.world.state.commands[""] if each["name"] == "table"]
    assert f"</table create:{there['id']}>" in said[0]
    assert said[0] == said[1]
    assert not re.search(r"(?<!<)/table create", said[0])
