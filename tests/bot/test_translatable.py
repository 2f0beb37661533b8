"""Whatever people see can be translated: every sentence is found by Babel, and none gets past gettext."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot.screens import notice
from bot.screens.begun import begun
from bot.screens.board import board, more, thread_name
from bot.screens.closed import closed
from bot.screens.hand import hand
from bot.screens.help import help
from bot.screens.kit import Modal, Screen
from bot.screens.listing import tables, which_hand
from bot.screens.lobby import lobby
from bot.screens.log import log
from bot.screens.modals import cut
from bot.screens.options import options
from bot.screens.result import proof, result
from bot.screens.rules import rules
from bot.screens.sheet import sheet
from bot.tables import lobby as seats
from bot.tables.history import proof_of
from bot.tables.play import move
from bot.tables.table import Record, Seat, Table
from bot.words import Reader, catalogues, messages, reader_for
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text
from tests.bot.screens.looking import visible
from tests.support.invented import has_words, spoken_here, unspoken

ROOT = Path(__file__).parents[2]
SAYS_SOMETHING = [ROOT / "bot", ROOT / "games"]
PSEUDO, MARKS = "qps", "⟦⟧"
SUN, MOON = 201, 202


KEYWORDS = (*messages.KEYWORDS, *messages.NAMES)


def calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    """Every call of `_`, `_n` or `_name` in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            if name in KEYWORDS:
                yield node, name


@pytest.mark.parametrize("source", messages.sources(), ids=lambda source: source.locale.parent.name)
def test_every_sentence_is_written_out_where_babel_finds_it_for_its_own_catalogue(source: messages.Source):
    found = {(entry.id, entry.context) for entry in messages.template(source)}
    said = [(path, *call) for path in source.files for call in calls(path)]
    for path, call, keyword in said:
        sentences = call.args[: 2 if keyword == "_n" else 1]
        written = tuple(part.value for part in sentences if isinstance(part, ast.Constant))
        place = f"{path.relative_to(ROOT)}:{call.lineno}"
        assert len(written) == len(sentences), (
            f"{place}: a sentence that is not a literal cannot be translated"
        )
        context = catalogues.NAME if keyword in messages.NAMES else None
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
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


def lobby_of(game: AnyGame, **record: object) -> Table:
    """A table at which everybody's name is a sign, so that all letters on a screen are words of ours."""
    robot = Seat("⭐", "3", robot=next(iter(game.robots)))
    people = (Seat("☀️", "1", SUN), Seat("🌙", "2", MOON), robot)
    kept = Record(host=SUN, options={}, secret="5e" * 32, capacity=4, seats=people)
    table = Table("k3x9qp", 1, 2, game, "lobby", 1, 0, kept, None, 0.0, 0.0)
    return table.with_record(**record)


def told(table: Table, moves: int) -> tuple[Table, list[Text]]:
    """The table after so many moves by whoever is next, and what the log says of them."""
    random, lines = Random(5), []
    for _move in range(moves):
        if table.phase != "playing":
            break
        seat = table.game.to_act(table.state)[0]
        action = random.choice(table.game.legal_actions(table.state, seat))
        events = table.game.apply(table.state, seat, action)[1]
        lines += [line for event in events if (line := table.game.narrate(event))]
        table, _errands = move(table, seat, action)
    return table, lines


def in_the_lobby(table: Table, reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen before the deal."""
    for state in (table, seats.lock(table, SUN, True), seats.cut(seats.invite(table, SUN, [5]), SUN, "☠️")):
        yield lobby(state, reader, now=0)
        yield lobby(state, reader, now=9999)
        yield options(state, reader)
    yield hand(table, SUN, (), reader)
    yield cut(table, reader)
    yield tables([table], reader, SUN)
    yield tables([], reader, SUN)
    yield closed(table, reader)
    yield thread_name(table, reader)


def at_the_table(table: Table, lines: list[Text], reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen of a running game."""
    yield board(table, reader, opening=True)
    yield begun(table, reader, None)
    for user in (SUN, MOON):
        yield hand(table, user, (), reader)
        yield more(table, reader, user)
    yield log(table, lines, 0, reader)
    yield sheet(table, table.game.sheet(table.observe(None)), reader)
    yield tables([table] * 12, reader, SUN)
    yield which_hand([table], reader)
    for page in range(12):
        yield rules(table.game, table.options, table.observe(SUN), page, reader, table.id)


def whenever(reader: Reader) -> Iterator[Screen | Modal | str]:
    """What does not depend on a table."""
    yield help(reader, list(catalogue().values()))
    yield notice.failed("e1", reader)
    yield notice.confirm_leave(lobby_of(next(iter(catalogue().values()))), reader)
    yield notice.confirm_close(lobby_of(next(iter(catalogue().values()))), reader)


def everything(table: Table) -> Iterator[Screen | Modal | str]:
    """A whole evening, screen by screen."""
    reader = reader_for(table, PSEUDO)
    yield from whenever(reader)
    yield from in_the_lobby(table, reader)
    table = seats.start(table, SUN, 0)
    reader = reader_for(table, PSEUDO)
    lines: list[Text] = []
    while table.phase == "playing":
        yield from at_the_table(table, lines, reader)
        table, more_lines = told(table, 7)
        lines += more_lines
    yield from (
        result(table, reader),
        hand(table, SUN, (), reader),
        board(table, reader),
        more(table, reader, SUN),
    )
    yield from (proof(table, proof_of(table), reader), log(table, lines, -1, reader))


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize("slug", catalogue())
def test_no_word_on_any_screen_gets_past_gettext(slug: str):
    shown = list(everything(lobby_of(catalogue()[slug])))
    assert [word for each in shown for word in escaped_words(each)] == []
    assert any("⟦" in string for each in shown if not isinstance(each, str) for string in visible(each))


def test_a_word_that_gets_past_gettext_would_be_seen():
    assert escaped_words("⟦Round ⟦1⟧⟧ of ten")
    assert not escaped_words("⟦Round ⟦1⟧⟧ · **☀️** `k3` <@1>")
