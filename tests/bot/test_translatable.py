"""Whatever people see can be translated: every sentence is found by Babel, and none gets past gettext."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo

from bot.screens import notice, plan
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
from bot.screens.modals import pace as pace_window
from bot.screens.options import options
from bot.screens.result import proof, result
from bot.screens.rules import rules
from bot.screens.sheet import sheet
from bot.tables import lobby as seats
from bot.tables import planning, timing
from bot.tables.happenings import SENTENCES
from bot.tables.history import proof_of
from bot.tables.orders import Order, Plan, Told
from bot.tables.pace import DAILY, PACES, Happening, Pace
from bot.tables.play import move
from bot.tables.table import Record, Seat, Table
from bot.words import Reader, catalogues, reader_for
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text
from tests.bot.screens.looking import visible

ROOT = Path(__file__).parents[2]
SAYS_SOMETHING = [ROOT / "bot", ROOT / "games"]
KEYWORDS = {"_": None, "_n": (1, 2)}
PSEUDO = "qps"
"""A language in which every sentence is the English one between ⟦ and ⟧."""
TRANSLATED = re.compile(r"⟦[^⟦⟧]*(⟧|$)")
NO_WORDS = re.compile(r"`[^`]*`|<@\d+>|<t:\d+:R>|<#\d+>|```json")
SUN, MOON = 201, 202


def extracted(folder: Path) -> set[str | tuple[str, ...]]:
    """The sentences that Babel finds."""
    found = extract_from_dir(folder, [("**.py", "python")], keywords=KEYWORDS)
    return {message for _file, _line, message, _comments, _context in found}


def calls(folder: Path) -> Iterator[tuple[Path, ast.Call, str]]:
    """Every call of `_` and `_n`."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
                yield path, node, node.func.id


@pytest.mark.parametrize("folder", SAYS_SOMETHING, ids=lambda folder: folder.name)
def test_every_sentence_is_written_out_where_babel_finds_it(folder: Path):
    found = extracted(folder)
    for path, call, keyword in calls(folder):
        sentences = call.args[: 2 if keyword == "_n" else 1]
        written = tuple(part.value for part in sentences if isinstance(part, ast.Constant))
        place = f"{path.relative_to(ROOT)}:{call.lineno}"
        assert len(written) == len(sentences), (
            f"{place}: a sentence that is not a literal cannot be translated"
        )
        assert (written if keyword == "_n" else written[0]) in found, (
            f"{place}: Babel does not find {written}"
        )


@pytest.mark.parametrize("folder", SAYS_SOMETHING, ids=lambda folder: folder.name)
def test_no_sentence_is_hidden_from_babel_in_a_bare_text(folder: Path):
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
                literal = any(isinstance(part, ast.Constant | ast.JoinedStr) for part in node.args[:1])
                assert not literal, f"{path.relative_to(ROOT)}:{node.lineno}: use _ or _n"


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The pseudo language, for the bot and for every game."""
    folder = tmp_path_factory.mktemp("locale")
    catalogue_ = Catalog(locale="en")
    for message in itertools.chain(*map(extracted, SAYS_SOMETHING)):
        forms = message if isinstance(message, tuple) else (message,)
        marked = [f"⟦{form}⟧" for form in forms]
        catalogue_.add(message, tuple(marked) if len(marked) > 1 else marked[0])
    target = folder / PSEUDO / "LC_MESSAGES" / "messages.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue_)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogues, "BOT", folder)
        catalogues.language.cache_clear()
        yield folder
        catalogues.language.cache_clear()


def untranslated(shown: str) -> str:
    """What is left of a string when all that went through gettext is taken out, and code and mentions."""
    while shown != (shown := TRANSLATED.sub("", shown)):
        pass
    return NO_WORDS.sub("", shown)


def escaped_words(shown: Screen | Modal | str) -> list[str]:
    """Words on a screen that got past gettext."""
    strings = [shown] if isinstance(shown, str) else visible(shown)
    return [string for string in strings if re.search(r"[^\W\d_]", untranslated(string))]


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
    for why in ("", "untouched", "deserted", "forgotten"):
        yield closed(table.with_record(closed_by=why), reader)
    for pace in (*PACES.values(), Pace("own", 90.0, 7200.0)):
        yield lobby(table.with_record(pace=pace), reader, now=0)
        yield options(table.with_record(pace=pace), reader)
    yield pace_window(table, reader)
    yield thread_name(table, reader)


def on_the_clock(table: Table) -> Iterator[Table]:
    """The table with one thing after another to say of time."""
    timed = timing.kept(None, table.with_record(pace=DAILY), None, True, 0.0)
    told_of = tuple(Happening(kind, table.actions, 0) for kind in SENTENCES)
    yield from (timed.with_record(happenings=(each,)) for each in told_of)
    for change in ({"paused": 1.0}, {"deserted": 1.0}, {"asking": (0,)}):
        yield replace(timed, timing=msgspec.structs.replace(timed.timing, **change))
    for seat in range(2):
        yield timing.kept(timed, timing.away(timed, seat, True), None, True, 1.0)
        clocks = list(timed.timing.seats)
        clocks[seat] = msgspec.structs.replace(clocks[seat], stand_in=True, reminded=3, used=60.0)
        yield replace(timed, timing=msgspec.structs.replace(timed.timing, seats=tuple(clocks)))


def ordered(table: Table, reader: Reader) -> Iterator[Screen]:
    """All that is shown of plans and forced moves."""
    for seat, user in enumerate((SUN, MOON)):
        offered = planning.menu(table, seat)
        if offered is None:
            continue
        surprises, move = offered.surprises, offered.choices[0].label
        yield plan.what(table, offered, reader)
        yield plan.unless(table, offered, table.actions, 0, 0, reader)
        orders = [Order(plan=Plan("", move, 0, surprises)), Order(True, told=Told("forced", move))]
        orders += [Order(told=Told("planned", move)), Order(told=Told("illegal", move))]
        orders += [Order(told=Told("surprised", move, each.label)) for each in surprises]
        for order in orders:
            here = replace(table, orders={seat: order})
            yield hand(here, user, (), reader)
            yield more(here, reader, user)


def at_the_table(table: Table, lines: list[Text], reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen of a running game."""
    yield board(table, reader, opening=True)
    yield from ordered(table, reader)
    for timed in on_the_clock(table):
        yield board(timed, reader, unix=float)
        yield more(timed, reader, SUN)
        yield hand(timed, SUN, (), reader, unix=float)
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


@pytest.mark.parametrize("slug", catalogue())
def test_no_word_on_any_screen_gets_past_gettext(pseudo: Path, slug: str, monkeypatch: pytest.MonkeyPatch):
    game = catalogue()[slug]
    for every in catalogue().values():
        monkeypatch.setattr(type(every), "locale", pseudo)
    shown = list(everything(lobby_of(game)))
    assert [word for each in shown for word in escaped_words(each)] == []
    assert any("⟦" in string for each in shown if not isinstance(each, str) for string in visible(each))


def test_a_word_that_gets_past_gettext_would_be_seen():
    assert escaped_words("⟦Round ⟦1⟧⟧ of ten")
    assert not escaped_words("⟦Round ⟦1⟧⟧ · **☀️** `k3` <@1>")
