"""How far a longer command is: a line that moves on a terminal, plain lines anywhere else."""

from __future__ import annotations

import io
import re
import sys

import pytest

from bot.__main__ import progress


class Terminal(io.StringIO):
    """What a person looks at while a command runs."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def shown_on(screen: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    """All that is written there while something is copied."""
    monkeypatch.setattr(sys, "stderr", screen)
    with progress("copying") as say:
        say("half of it [bold]")
    return screen.getvalue()


def test_on_a_terminal_one_line_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "25")
    _nothing, begun, halfway, last = shown_on(Terminal(), monkeypatch).split("\r")
    assert begun == f"{'copying ...':<24}"
    assert halfway == "copying: half of it [bol"
    assert re.fullmatch(r"copying: done in \d+\.\d s *\n", last)


def test_on_a_terminal_what_went_wrong_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with pytest.raises(OSError, match="the disk is full"), progress("copying"):
        raise OSError("the disk is full")
    assert screen.getvalue().endswith(" \n")


def test_in_a_file_every_word_is_a_line_without_signs_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    told = shown_on(io.StringIO(), monkeypatch).splitlines()
    assert told[:2] == ["copying ...", "copying: half of it [bold]"]
    assert told[2].startswith("copying: done in ")
    assert len(told) == 3
