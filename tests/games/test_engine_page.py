"""The page about the engine shows a program that plays every game, and that runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.catalogue import catalogue
from games.text import english

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_pages_program_plays_a_whole_game_of_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    program, _position = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    loop = program[program.index("for game in") :]
    assert len(loop.splitlines()) <= 20
    exec(compile(program, str(PAGE), "exec"), {})
    printed = capsys.readouterr().out
    for game in catalogue().values():
        assert f"{english(game.title)} is dealt from what has the SHA-256" in printed
    ends = re.findall(r"^Outcome\(places=.*\) (many|few) points are good$", printed, re.MULTILINE)
    assert ends == ["many" if game.higher_is_better else "few" for game in catalogue().values()]
