"""`make screens`: how many words and buttons each screen has, how high it is on a telephone, and what it may.

Every screen of every game is made as people get it: in every variant, phase and step, for every number of
players with long names, in the four languages. Chromium shows them with the playground's own page in a window
of 390 x 844, and measures them there: in height the whole message from its author's name to its last line.

`python -m tools.screens skull-king` measures one game (any number of slugs; without one, all), `--all` shows
every screen that has too much and not only the worst, `--language de` one language, `--write` puts the table
into docs/screens.md. It ends with 1 where a budget is exceeded.
"""

from __future__ import annotations

import argparse
import math
import mimetypes
import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, pairwise, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace
from playwright.sync_api import Route, sync_playwright

import bot.commands.buttons  # noqa: F401 (declares the verbs that screens name)
from bot.i18n import Reader
from bot.images.model import DescribedDrawing, MessageImage, RenderedImage
from bot.images.requests import cover_image, words_at_table, words_for
from bot.images.tournament_drawings import draw_standings
from bot.pace import DAILY
from bot.profiles.rating_service import RatingChange, RatingChanges
from bot.screens.board import board_screen
from bot.screens.hand import SIGHT, HandView, hand_screen
from bot.screens.lobby import lobby_screen
from bot.screens.result import result_screen
from bot.screens.tournaments import images
from bot.screens.tournaments.round_messages import final_standings
from bot.tables.lessons import Teaching
from bot.tables.model import ROBOTS, Record, Seat, Table
from bot.tables.timing import SeatClock, Timing
from bot.tournaments.pairing.event import EventOptions
from bot.ui.components import Screen
from bot.ui.emoji import Emoji, use
from games.catalogue import BUILT_IN
from games.contract import AnyGame, Choice, Lesson, Menu, Options, Picture, Slot
from games.shapes import short
from games.text import Player
from tools import samples
from tools.gallery import LANGUAGES, phase_of, variants

# What a screen may have.


class Budget(NamedTuple):
    """The most that a screen may have: words, buttons, and pixels of height."""

    words: int
    buttons: int
    height: int


LONGEST_LABEL = 14
FEW_CARDS = 5
HAND, LARGE_HAND, LESSON, IN_WORDS, BOARD, LARGE_BOARD, LOBBY, RESULT, CUP_END = (
    f"hand, up to {FEW_CARDS} cards",
    "hand, more cards or steps",
    "hand with a lesson",
    "hand in text mode",
    "board",
    "board with a map",
    "lobby",
    "result",
    "end of a cup",
)
BUDGETS: Mapping[str, Budget] = {
    HAND: Budget(25, 15, SIGHT),
    LARGE_HAND: Budget(40, 20, SIGHT),
    LESSON: Budget(40, 20, SIGHT),
    IN_WORDS: Budget(170, 20, SIGHT),
    BOARD: Budget(25, 3, 480),
    LARGE_BOARD: Budget(25, 3, 640),
    LOBBY: Budget(60, 6, 560),
    RESULT: Budget(40, 4, 640),
    CUP_END: Budget(90, 5, 900),
}
IN_STEPS = ("skull-queen", "corsari", "buccaneer")
"""Games in which every hand has the larger budget."""
WITH_A_MAP = ("skull-queen", "buccaneer")
"""Games whose board may be higher."""

# The screens.

NAMES = (
    "Bartholomew Roberts",
    "Wilhelmina Featherstone-Haugh",
    "Grace O'Malley of Clew Bay",
    "Jean-Baptiste Delacroix",
    "Çağla Öztürk-Yıldız",
    "Мария Александровна",
    "Blackbeard the Terrible",
    "Maximiliana von Hohenzollern",
)
"""All of them have sixteen characters or more."""
FIRST = "first post"
FIRST_USER, MOST_DEPTH, PER_SHAPE = 900_000_000_000_000_000, 6, 2


@dataclass(frozen=True)
class Shown:
    """One screen of one game in one language. `row`: whose budget it has."""

    game: str
    row: str
    where: str
    language: str
    payload: dict[str, Any]


@dataclass(frozen=True)
class Situation:
    """Something that a screen shows: a table, and for a hand whose, and what they have chosen so far."""

    row: str
    where: str
    table: Table
    seat: int | None = None
    chosen: tuple[str, ...] = ()
    lesson: Lesson | None = None
    """What is explained beside a hand."""
    size: int = 0
    """Where many look alike, the largest of them are measured."""


def situations(game: AnyGame, *, sample: bool = False) -> Iterator[Situation]:
    """Every shape that a screen of the game takes: the largest of each. A `sample`: with as few players and
    with as many as there can be.
    """
    for name, options in variants(game):
        counts = game.players_for(options)
        for players in sorted({counts[0], counts[-1]}) if sample else counts:
            alike: dict[tuple[object, ...], list[Situation]] = defaultdict(list)
            for key, situation in _of_a_game(game, name, options, players):
                alike[key].append(situation)
            for several in alike.values():
                yield from sorted(several, key=lambda each: -each.size)[:PER_SHAPE]


def _of_a_game(
    game: AnyGame, name: str, options: Options, players: int
) -> Iterator[tuple[tuple[object, ...], Situation]]:
    """A game by robots, each screen of it with what it is like."""
    random, robot = Random(players), next(iter(game.robots.values()))
    where = f"{name or 'plain'}, {players} players"
    state = game.new(options, players, bytes([players]) * 32)
    board = LARGE_BOARD if game.slug in WITH_A_MAP else BOARD
    yield (LOBBY,), Situation(LOBBY, where, _table(game, options, players, None))
    first = True
    while waiting := game.to_act(state):
        phase = phase_of(game, state, waiting[0])
        table, there = _table(game, options, players, state), f"{where}, {phase}"
        shown = game.board(game.observe(state, None))
        size = _length(game, shown.news, shown.turn)
        yield (board, phase), Situation(board, there, table, size=size)
        if first:
            yield (board, FIRST), Situation(board, f"{there}, {FIRST}", table)
            first = False
        asked = waiting[0]
        others = [seat for seat in range(players) if seat not in waiting]
        for seat in (asked, *others[:1]):
            yield from _hands(game, table, seat, there, phase)
        yield from _lessons(game, table, asked, there)
        state, _events = game.apply(state, asked, robot.choose(game.observe(state, asked), random))
    yield (RESULT,), Situation(RESULT, where, _table(game, options, players, state))


def _hands(
    game: AnyGame, table: Table, seat: int, where: str, phase: str
) -> Iterator[tuple[tuple[object, ...], Situation]]:
    """The hand of the seat, at each step of what is asked."""
    seen = game.observe(table.state, seat)
    own = game.hand(seen)
    cards = 0 if own is None else len(own.cards)
    few = cards <= FEW_CARDS and game.slug not in IN_STEPS
    row = HAND if few else LARGE_HAND
    news = _length(game, game.board(seen).news)
    for chosen, menu in _paths(game, seen, ()):
        offered = 0 if menu is None else len([each for each in menu.choices if each.why_not is None])
        mine = "asked" if seat in seen.to_act else "waiting"
        step = f", step {len(chosen) + 1}" if chosen else ""
        size = 50 * offered + 10 * cards + news + (0 if menu is None else _length(game, menu.prompt))
        there = f"{where}, {mine}{step}, {cards} cards, {offered} choices"
        yield (row, phase, mine, len(chosen)), Situation(row, there, table, seat, chosen, size=size)


def _lessons(
    game: AnyGame, table: Table, seat: int, where: str
) -> Iterator[tuple[tuple[object, ...], Situation]]:
    """The hand of the seat beside each of the lessons that it may come with."""
    seen = game.observe(table.state, seat)
    menu = game.steps(seen)
    for lesson in game.lessons(seen):
        size = _length(game, lesson.text, None if menu is None else menu.prompt)
        there = f"{where}, {lesson.name}"
        yield (LESSON, lesson.name), Situation(LESSON, there, table, seat, lesson=lesson, size=size)


def _paths(
    game: AnyGame, seen: Any, chosen: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Menu | None]]:
    """What is chosen, and what is asked then: the first and the last way through each step."""
    menu = game.steps(seen, chosen)
    yield chosen, menu
    further = [each for each in menu.choices if _leads_on(each)] if menu is not None else []
    if len(chosen) < MOST_DEPTH:
        for choice in {each.value: each for each in (*further[:1], *further[-1:])}.values():
            yield from _paths(game, seen, (*chosen, choice.value))


def _leads_on(choice: Choice) -> bool:
    return choice.action is None and choice.why_not is None


def _reader(game: AnyGame, language: str = "en-US") -> Reader:
    """Somebody who plays among people of these names, and sees the game's own emoji."""
    use(_emoji(game))
    return Reader(language, game, dict(enumerate(NAMES)))


@lru_cache
def _emoji(game: AnyGame) -> Mapping[tuple[str, str], Emoji]:
    """The game's own, as Discord has them; each is drawn when they are asked for."""
    return {(game.slug, symbol): Emoji(symbol, "1") for symbol in game.emoji()}


def _length(game: AnyGame, *texts: Any) -> int:
    reader = _reader(game)
    return sum(len(reader.plain(text)) for text in texts if text is not None)


def _table(game: AnyGame, options: Options, players: int, state: Any) -> Table:
    """A table at which the last of the players is a robot, and turns end."""
    robot = players - 1
    seats = tuple(
        Seat(next(iter(ROBOTS)), str(at), robot=next(iter(game.robots)))
        if at == robot
        else Seat(NAMES[at], str(at), FIRST_USER + at)
        for at in range(players)
    )
    over = state is not None and game.outcome(state) is not None
    phase = "lobby" if state is None else "over" if over else "playing"
    record = Record(
        *(FIRST_USER, options.model_dump(mode="json"), "5e" * 32, max(game.players_for(options))),
        seats=seats,
        pace=DAILY,
    )
    clocks = [
        SeatClock(game.decision(state, at), 0.0) if state is not None else SeatClock()
        for at in range(players)
    ]
    timing = Timing(tuple(clocks))
    return Table("k3x9qp", 1, 2, game, phase, 3, 0 if state is None else 5, record, state, 1e9, 1e9, timing)


# One player's way through a game.


@dataclass(frozen=True)
class Walked:
    """A hand that a player sees after another; `round`: in the same one nothing moves. `phase`: of it the
    picture has one height.
    """

    shown: Shown
    round: int
    phase: tuple[int, str]
    values: Sequence[str]
    """What each of its buttons stands for: a choice's value, else a verb."""


MOST_WALKED = 60
"""Moves in a game that has no rounds."""


def walk(game: AnyGame, language: str, options: Options, players: int, rounds: int = 2) -> Iterator[Walked]:
    """Each hand that the first seat sees in so many rounds, step by step, when all play as robots do."""
    random, robot = Random(players), next(iter(game.robots.values()))
    state = game.new(options, players, bytes([players]) * 32)
    reader, moves = _reader(game, language), 0
    while waiting := game.to_act(state):
        number, moves = game.round_of(game.observe(state, 0)), moves + 1
        if number > rounds or (number == 0 and moves > MOST_WALKED):
            return
        seat = 0 if 0 in waiting else waiting[0]
        seen = game.observe(state, seat)
        action = robot.choose(seen, random)
        ways = [(), *(way_to(game, seen, action) if seat == 0 else ())]
        table = _table(game, options, players, state)
        for chosen in ways:
            situation = Situation(LARGE_HAND, f"{players} players, step {len(chosen)}", table, 0, chosen)
            _row, _note, screen = next(iter(_screens(situation, reader)))
            shown = Shown(game.slug, LARGE_HAND, situation.where, language, _payload(screen))
            phase = number, phase_of(game, state, waiting[0])
            menu, slots = game.steps(game.observe(state, 0), chosen), game.slots(game.observe(state, 0))
            values = [_value(each["custom_id"], menu, slots) for each in pressable(shown.payload)]
            yield Walked(shown, number, phase, values)
        state, _events = game.apply(state, seat, action)


def _value(custom_id: str, menu: Menu | None, slots: Sequence[Slot]) -> str:
    """The value of the choice that the button is for, or the verb of any other."""
    verb, *_parts, last = custom_id.split(":")
    if verb == "pick" and menu is not None:
        value = menu.choices[int(last)].value
        return value if _parts[-1] == "0" else f"{_parts[-1]} {value}"
    return slots[int(last)].choice.value if verb == "slot" else verb


def way_to(game: AnyGame, seen: Any, action: str) -> list[tuple[str, ...]]:
    """What has been chosen after each press that leads on to the action, before the last."""

    def search(chosen: tuple[str, ...]) -> tuple[str, ...] | None:
        menu = game.steps(seen, chosen)
        for choice in () if menu is None else menu.choices:
            if choice.action == action:
                return chosen
            if choice.action is None and _leads_on(choice) and len(chosen) < MOST_DEPTH:
                found = search((*chosen, choice.value))
                if found is not None:
                    return found
        return None

    path = search(()) or ()
    return [path[: at + 1] for at in range(len(path))]


def moved(ways: Iterable[Iterable[Walked]]) -> Iterator[tuple[float, float]]:
    """Of each player's way: pixels by which a button has moved at most from one hand to the next of a round,
    from the lower end of the message, which stands at the lower end of what is in sight; and a picture's
    height from one phase's hand to the next.
    """
    walks = [list(way) for way in ways]
    found = iter(list(measured(each.shown for walked in walks for each in walked)))
    for walked in walks:
        yield _moved(walked, list(islice(found, len(walked))))


def _moved(walked: Sequence[Walked], found: Sequence[Measure]) -> tuple[float, float]:
    buttons = pictures = 0.0
    for (one, before), (other, after) in pairwise(zip(walked, found, strict=True)):
        if one.round == other.round:
            there = dict(zip(other.values, after.buttons_at, strict=True))
            was = zip(one.values, before.buttons_at, strict=True)
            moves = [abs(there[value] - y) for value, y in was if value in there]
            buttons = max([buttons, *moves])
        if one.phase == other.phase:
            pictures = max(pictures, abs(before.high - after.high))
    return buttons, pictures


# As they are read.


def screens(game: AnyGame, languages: Iterable[str] = LANGUAGES, *, sample: bool = False) -> Iterator[Shown]:
    """All screens of the game in these languages, or a `sample` of them."""
    all_of_them = list(situations(game, sample=sample))
    for language in languages:
        reader = _reader(game, language)
        for each in all_of_them:
            for row, note, screen in _screens(each, reader):
                yield Shown(game.slug, row, each.where + note, language, _payload(screen))


FIELDS = (4, 8, 14, 16, 24)
"""How many enter the cups whose end is measured."""


def cup_ends(languages: Iterable[str] = LANGUAGES) -> Iterator[Shown]:
    """The end of cups of any size, with short names and long ones, in a knock-out and without."""
    pirates = (*samples.PIRATES, *(f"Sailor-{number}" for number in range(len(samples.PIRATES), max(FIELDS))))
    long = [f"{NAMES[at % len(NAMES)]} {at}" for at in range(max(FIELDS))]
    cases = product(languages, FIELDS, (pirates, long), ("swiss", "knock-out"))
    for language, count, names, form in cases:
        cup = samples.sample_tournament(names[:count], EventOptions(format=form, go_on=2))
        table, reader = samples.standings_of(cup), samples.reader_of(cup, language)
        drawn = draw_standings(images.final(cup, table), words_for(reader))
        shown = final_standings(cup, table, reader, _image(drawn))
        where = f"{count} in a {form}, {names[0]} and others"
        yield Shown("cup", CUP_END, where, language, _payload(shown))


def _screens(each: Situation, reader: Reader) -> Iterator[tuple[str, str, Screen]]:
    """Each of them with whose budget it has, and what is to be noted of it."""
    table, game = each.table, each.table.game
    words = words_at_table(reader)
    if each.row == LOBBY:
        for taken in {1, len(table.seats)}:
            waiting = table.with_record(seats=table.seats[:taken])
            robots = [(seat.name, seat.robot) for seat in waiting.seats if seat.robot]
            request = cover_image(game, reader, robots)
            drawn = _image(request.draw(*request.args))
            yield each.row, f", {taken} seated", lobby_screen(waiting, reader, 1e9, picture=drawn)
    elif each.row == RESULT:
        shifts = tuple(RatingChange(Player(at), 1000, 1012) for at in range(len(table.seats) - 1))
        drawn = game.sheet_picture(table.observe(None), words)
        yield each.row, "", result_screen(table, reader, RatingChanges(shifts), _image(drawn))
        drawn = game.board_picture(table.observe(None), words)
        yield each.row, ", in the thread", board_screen(table, reader, unix=float, picture=_image(drawn))
    elif each.seat is None:
        drawn = game.board_picture(table.observe(None), words)
        opening = each.where.endswith(FIRST)
        yield each.row, "", board_screen(table, reader, unix=float, opening=opening, picture=_image(drawn))
    else:
        user = FIRST_USER + each.seat
        if each.seat == len(table.seats) - 1:
            seats = (*table.seats[:-1], Seat(NAMES[each.seat], "9", user))
            table = table.with_record(seats=seats)
        teaching = Teaching(each.lesson, offers_course=each.lesson is not None)
        view = HandView(table, user, reader, each.chosen, unix=float, teaching=teaching)
        room = view.beside.room
        drawn = game.hand_picture(table.observe(user), words, each.chosen, room)
        first = _image(drawn, room)
        yield each.row, "", hand_screen(view, first)
        if not each.chosen and each.lesson is None:
            yield each.row, ", much missed", hand_screen(replace(view, offers_watching=True), first)
        yield IN_WORDS, "", hand_screen(view)


def _image(picture: Picture | DescribedDrawing | None, room: float = math.inf) -> MessageImage | None:
    """A picture of that size without anything on it: more is not needed to measure a screen."""
    if picture is None:
        return None
    drawing = picture.drawing.fitted(room)
    width, height = (short(drawing.pixels * size) for size in (drawing.width, drawing.height))
    return MessageImage(RenderedImage(f"{width}x{height}.png", b"", "A picture"))


def _payload(screen: Screen) -> dict[str, Any]:
    """The message as the page takes it: a picture's size is its file's name."""
    message = screen.payload()[0]
    for part in message["components"]:
        for item in part.get("items", ()):
            width, _x, height = (
                item["media"]["url"].removeprefix("attachment://").removesuffix(".png").partition("x")
            )
            item["media"] = {"url": "data:,", "width": float(width), "height": float(height)}
    return message


# In the browser.


@dataclass(frozen=True)
class Measure:
    """What was measured of a screen: words, buttons, pixels of height, its longest label and its picture."""

    shown: Shown
    words: int
    buttons: int
    height: float
    label: str
    """The longest label among its buttons."""
    picture: float
    """Pixels that its picture is wide; 0: it has none."""
    high: float
    """Pixels that its picture is high; 0: it has none."""
    buttons_at: Sequence[float] = ()
    """How far above the lower end of the message each button and list is."""

    @property
    def room(self) -> int:
        """Units of a drawing that its picture may be high, so that the screen keeps its budget."""
        pixels = BUDGETS[self.shown.row].height - (self.height - self.high)
        return int(pixels * PICTURE_WIDTH / (self.picture or PICTURE_PIXELS))

    @property
    def excess(self) -> tuple[bool, ...]:
        """Of words, buttons, height and label: which exceed the budget."""
        words, buttons, height = BUDGETS[self.shown.row]
        long = len(self.label) > LONGEST_LABEL
        return self.words > words, self.buttons > buttons, round(self.height) > height, long


PICTURE_WIDTH, PICTURE_PIXELS = 700, 350
"""Units that a drawing is wide, and pixels that it is on a telephone."""
WIDTH, HEIGHT, AT_ONCE = 390, 844, 200
ORIGIN = "http://page.invalid"
PAGE = Path(__file__).parents[1] / "playground" / "page"
MEASURE = """async ({ screens, ephemeral }) => {
    const { renderMessage } = await import("/page/messages.js");
    let column = document.querySelector(".message-column");
    if (!column) {
        const rooms = document.getElementById("rooms");
        rooms.replaceChildren(document.getElementById("room-template").content.cloneNode(true));
        column = document.createElement("div");
        column.className = "message-column";
        rooms.querySelector(".messages").append(column);
    }
    const names = { user: (id) => `somebody${id}`, role: () => null, channel: () => null };
    const world = {
        me: "1", channels: new Map(), names: () => names,
        nameOf: () => "Tortuga", person: () => null, message: () => null,
    };
    const interactions = { isBusy: () => false, chosenIn: () => null, failureOn: () => null };
    const nodes = screens.map((screen, at) => renderMessage({ world, interactions }, {
        id: `${at + 1}`, flags: 32768 + (ephemeral[at] ? 64 : 0), type: 0, timestamp: "2026-01-01T10:00:00Z",
        author: { id: "2", username: "Tortuga", bot: true }, mentions: [], components: [screen],
    }, null));
    column.replaceChildren(...nodes);
    const wordsIn = (text) => text.split(/\\s+/).filter(Boolean).length;
    const measured = nodes.map((node) => ({
        words: [...node.querySelectorAll(".container .text")]
            .reduce((sum, text) => sum + wordsIn(text.innerText), 0),
        height: node.getBoundingClientRect().height,
        picture: node.querySelector(".picture")?.getBoundingClientRect().width ?? 0,
        high: node.querySelector(".picture")?.getBoundingClientRect().height ?? 0,
        buttonsAt: [...node.querySelectorAll(".container :is(.button, .select)")]
            .map((button) => node.getBoundingClientRect().bottom - button.getBoundingClientRect().top),
    }));
    column.replaceChildren();
    return measured;
}"""


def measured(several: Iterable[Shown]) -> Iterator[Measure]:
    """Each of these screens, as high as the page shows it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu", "--no-first-run"]
        )
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-US")
        page.route("**/*", _serve)
        page.goto(ORIGIN)
        batch: list[Shown] = []
        for shown in several:
            batch.append(shown)
            if len(batch) == AT_ONCE:
                yield from _of(page, batch)
                batch = []
        if batch:
            yield from _of(page, batch)
        browser.close()


def _of(page: Any, batch: Sequence[Shown]) -> Iterator[Measure]:
    private = [each.row in (HAND, LARGE_HAND, LESSON, IN_WORDS) for each in batch]
    found = page.evaluate(MEASURE, {"screens": [each.payload for each in batch], "ephemeral": private})
    for shown, size in zip(batch, found, strict=True):
        buttons = list(pressable(shown.payload))
        labels = [label_of(each) for each in buttons]
        yield Measure(
            shown,
            size["words"],
            len(buttons),
            size["height"],
            max(labels, key=len, default=""),
            size["picture"],
            size["high"],
            size["buttonsAt"],
        )


def pressable(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All that can be pressed: buttons, and lists that open."""
    if part["type"] in (2, 3, 5, 6, 7, 8):
        yield part
    for inner in (*part.get("components", ()), *([part["accessory"]] if "accessory" in part else ())):
        yield from pressable(inner)


def label_of(button: Mapping[str, Any]) -> str:
    """What the button says, its symbol as one character; of people's names, only what is no name."""
    if button["type"] != 2:
        return ""
    label = button.get("label", "")
    if any(name[:6] in label for name in NAMES):
        return ""
    return f"◆{label}" if "emoji" in button else label


def _serve(route: Route) -> None:
    """A file of the page; its program is left out, as there is nothing to connect to."""
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
    if path == "/page/app.js":
        route.fulfill(body="", content_type="text/javascript")
        return
    body = _page_file("index.html" if path == "/" else path.removeprefix("/page/"))
    if body is None:
        route.abort()
    else:
        route.fulfill(body=body, content_type=mimetypes.guess_type(path)[0] or "text/html")


@lru_cache
def _page_file(name: str) -> bytes | None:
    file = PAGE / name
    return file.read_bytes() if file.is_file() else None


def chromium() -> str | None:
    """A Chromium: the one named by CHROMIUM, else one on the PATH."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


# What comes of it.

HEADER = ("game", "screen", "words", "buttons", "height", "longest label", "picture at most")


def worst(several: Iterable[Measure]) -> dict[tuple[str, str], tuple[Measure, ...]]:
    """By game and row: the screen with the most words, buttons, height, the longest label, and the least room
    for its picture.
    """
    found: dict[tuple[str, str], list[Measure]] = defaultdict(list)
    for each in several:
        found[each.shown.game, each.shown.row].append(each)
    return {
        key: (
            max(those, key=lambda each: each.words),
            max(those, key=lambda each: each.buttons),
            max(those, key=lambda each: each.height),
            max(those, key=lambda each: len(each.label)),
            min(those, key=lambda each: each.room),
        )
        for key, those in found.items()
    }


def rows_of(several: Mapping[tuple[str, str], Sequence[Measure]]) -> Iterator[tuple[str, ...]]:
    """A line for each game and row; what exceeds its budget is marked."""
    for (game, row), (words, buttons, height, label, room) in several.items():
        budget = BUDGETS[row]
        yield (
            game,
            row,
            _cell(words.words, budget.words, words.excess[0]),
            _cell(buttons.buttons, budget.buttons, buttons.excess[1]),
            _cell(round(height.height), budget.height, height.excess[2]),
            _cell(len(label.label), LONGEST_LABEL, label.excess[3]),
            f"{room.room} units",
        )


def _cell(found: int, most: int, over: bool) -> str:
    return f"{found} / {most}{' ✗' if over else ''}"


DOCS = Path("docs/screens.md")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def written(page: Path) -> dict[tuple[str, str], tuple[int, ...]]:
    """What stands on the page, by game and row: words, buttons, height, longest label."""
    table = page.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n") if "/" in line
    ]
    return {(line[0], line[1]): tuple(int(cell.split()[0]) for cell in line[2:6]) for line in lines}


def write(several: Mapping[tuple[str, str], Sequence[Measure]], page: Path) -> None:
    """Put the table between the marks on the page."""
    rows = ["| " + " | ".join(line) + " |" for line in (HEADER, ["---"] * len(HEADER), *rows_of(several))]
    before, _begin, rest = page.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    page.write_text("\n".join((before + BEGIN, *rows, END + after)), "utf-8")


def _print(several: Mapping[tuple[str, str], Sequence[Measure]]) -> None:
    lines = [HEADER, *rows_of(several)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(HEADER))]
    for line in lines:
        print("  ".join(f"{cell:<{wide}}" for cell, wide in zip(line, widths, strict=True)).rstrip())
    for (game, row), those in several.items():
        for kind, each in zip(("words", "buttons", "height", "label"), those, strict=False):
            over = each.excess[("words", "buttons", "height", "label").index(kind)]
            if over:
                label = f" {each.label!r}" if kind == "label" else ""
                print(f"✗ {game}, {row}, {kind}{label}: {each.shown.language}, {each.shown.where}")


def main(arguments: Sequence[str]) -> int:
    """Measure, and print the worst of each; 1 where something is too much."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.screens", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="game", help="its slug")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--write", action="store_true", help=f"put the table into {DOCS}")
    parser.add_argument("--all", action="store_true", help="every phase that exceeds a budget")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.games) - {game.slug for game in BUILT_IN}:
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    games = [game for game in BUILT_IN if not chosen.games or game.slug in chosen.games]
    languages = chosen.language or LANGUAGES
    cups = () if chosen.games else cup_ends(languages)
    found = list(measured(chain(*(screens(game, languages) for game in games), cups)))
    several = worst(found)
    _print(several)
    if chosen.write:
        write(several, DOCS)
    narrowest = min((each.picture for each in found if each.picture), default=0)
    print(f"A picture is {narrowest:.0f} pixels wide.")
    print(f"{len(found)} screens, {sum(any(each.excess) for each in found)} of them over their budget")
    if chosen.all:
        for each in found:
            if any(each.excess):
                print(
                    f"  {each.shown.game}, {each.shown.row}, {each.shown.language}, {each.shown.where}: "
                    f"{each.words} words, {each.buttons} buttons, {each.height:.0f} px, {each.label!r}"
                )
    return int(any(any(each.excess) for each in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
