"""Whatever people see can be translated: every sentence is found by Babel, and none gets past gettext."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from bot.i18n import catalogues
from tests.support.source_messages import said
from tools import messages

ROOT = Path(__file__).parents[2]
SAYS_SOMETHING = [ROOT / "bot", ROOT / "games"]
PSEUDO, MARKS = "qps", "⟦⟧"


KEYWORDS = (*messages.KEYWORDS, *messages.NAMES)


def calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    """Every call of `_`, `_n` or `_name` in a file of Python; of what a template says each is found, as no
    other way leads to words there.
    """
    if path.suffix != ".py":
        return
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


def test_whatever_a_template_says_is_a_literal():
    templates = [path for source in messages.sources() for path in source.files if path.suffix == ".html"]
    calls = [
        call
        for path in templates
        for call in Environment().parse(path.read_text("utf-8")).find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in KEYWORDS
    ]
    assert len(calls) > 10
    for call in calls:
        assert isinstance(call.args[0], nodes.Const), f"line {call.lineno}"


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
