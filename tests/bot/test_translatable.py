"""Whatever people see can be translated: every sentence is found by Babel, and none gets past gettext."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.i18n import catalogues
from bot.ui.components import Modal, Screen
from games.catalogue import catalogue
from tests.bot.screens.looking import visible
from tests.bot.screens.tour import everything, lobby_of
from tests.support.examples import sampled
from tests.support.pseudo_locales import has_words, spoken_here, unspoken
from tests.support.source_messages import said
from tools import messages

ROOT = Path(__file__).parents[2]
SAYS_SOMETHING = [ROOT / "bot", ROOT / "games"]
PSEUDO, MARKS = "qps", "⟦⟧"


KEYWORDS = (*messages.KEYWORDS, *messages.NAMES)


def calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    """Every call of `_`, `_n` or `_name` in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            if name in KEYWORDS:
                yield node, name


@pytest.mark.parametrize("source", messages.sources(), ids=lambda source: source.locale.parent.name)
@pytest.mark.long
def test_every_sentence_is_written_out_where_babel_finds_it_for_its_own_catalogue(source: messages.Source):
    found = {(entry.id, entry.context) for entry in said(source)}
    calling = [(path, *call) for path in source.files for call in calls(path)]
    for path, call, keyword in calling:
        sentences = call.args[: 2 if keyword == "_n" else 1]
        written = tuple(part.value for part in sentences if isinstance(part, ast.Constant))
        place = f"{path.relative_to(ROOT)}:{call.lineno}"
        assert len(written) == len(sentences), (
            f"{place}: a sentence that is not a literal cannot be translated"
        )
        context = catalogues.NAME_CONTEXT if keyword in messages.NAMES else None
        assert (written if keyword == "_n" else written[0], context) in found, (
            f"{place}: Babel does not find {written}"
        )
    assert len(found) > 1


def test_every_file_that_says_something_belongs_to_a_catalogue():
    translated = {path for source in messages.sources() for path in source.files}
    for folder in SAYS_SOMETHING:
        for path in folder.rglob("*.py"):
            assert path in translated or not list(calls(path))


@pytest.mark.parametrize("folder", SAYS_SOMETHING, ids=lambda folder: folder.name)
def test_no_sentence_is_hidden_from_babel_in_a_bare_text(folder: Path):
    for path in folder.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "Text(" in source else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
                literal = any(isinstance(part, ast.Constant | ast.JoinedStr) for part in node.args[:1])
                assert not literal, f"{path.relative_to(ROOT)}:{node.lineno}: use _ or _n"


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A language that only the sentences that go through gettext are in."""
    with spoken_here(tmp_path_factory.mktemp("locale"), {PSEUDO: MARKS}):
        yield


def escaped_words(shown: Screen | Modal | str) -> list[str]:
    """Words on a screen that got past gettext."""
    strings = [shown] if isinstance(shown, str) else visible(shown)
    return [string for string in strings if has_words(unspoken(string))]


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize("moves", sampled((15, 7), 15))
@pytest.mark.parametrize("slug", catalogue())
@pytest.mark.long
def test_no_word_on_any_screen_gets_past_gettext(slug: str, moves: int):
    shown = list(everything(lobby_of(catalogue()[slug]), PSEUDO, moves))
    assert [word for each in shown for word in escaped_words(each)] == []
    assert any("⟦" in string for each in shown if not isinstance(each, str) for string in visible(each))


def test_a_word_that_gets_past_gettext_would_be_seen():
    assert escaped_words("⟦Round ⟦1⟧⟧ of ten")
    assert not escaped_words("⟦Round ⟦1⟧⟧ · **☀️** `k3` <@1>")
