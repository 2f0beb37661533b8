"""What one screen may have: short buttons and lines, pictures that fit a telephone, and no word cut off."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from bot.i18n import Reader
from bot.images.requests import alt_text, words_at_table
from games.contract import BUTTON, Picture
from games.skull_queen.options import SkullQueenOptions
from games.text import english
from tests.games.audit import outside, overlapping_words, words_in
from tests.games.playing import Moment, moments, paths
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship, trick
from tests.support.examples import examples

LANGUAGES = ("en-US", "de", "fr", "it")
MOST_WORDS = {"en-US": 12, "de": 16, "fr": 16, "it": 16}
NAMES = dict(enumerate(("Anne", "Bob", "Cora", "Dan", "Eve", "Finn")))
HAND, BOARD, SHEET, COVER, REFERENCE = 740, 780, 680, 300, 1100
"""Units that pictures may be high."""
languages = pytest.mark.parametrize("language", LANGUAGES)


def reader(language: str) -> Reader:
    return Reader(language, SKULL_QUEEN, NAMES)


def height(picture: Picture | None) -> float:
    assert picture is not None
    found = re.search(r'viewBox="0 0 700 (\d+)"', picture.drawing.svg())
    assert found is not None
    return float(found[1])


@languages
@examples(40)
@given(moments([SKULL_QUEEN]))
def test_buttons_prompts_and_news_are_short(language: str, moment: Moment) -> None:
    said = reader(language)
    for watcher in moment.watchers:
        view = SKULL_QUEEN.observe(moment.state, watcher)
        news, menu = SKULL_QUEEN.board(view).news, SKULL_QUEEN.steps(view)
        assert news is None or len(said.plain(news).split()) <= MOST_WORDS[language], said.plain(news)
        assert menu is None or len(said.plain(menu.prompt).split()) <= MOST_WORDS[language]
        for _path, choice in paths(SKULL_QUEEN, view) if moment.state.table.phase == "play" else ():
            assert choice.short is not None
            assert len(f"{choice.symbol} {said.plain(choice.short)}") <= BUTTON + 1, "a sign may be two"


@languages
def test_every_step_of_setting_a_plank_is_short(language: str) -> None:
    said, ship = reader(language), Ship(Anne="r7", Bob="r11", Cora="g4")
    path: tuple[str, ...] = ()
    for value in ("down", "5", "4", "3", "2"):
        menu = ship.menu("Anne", *path)
        assert len(menu.choices) <= 5
        assert len(said.plain(menu.prompt).split()) <= MOST_WORDS[language], said.plain(menu.prompt)
        for choice in menu.choices:
            assert choice.short is not None
            assert len(f"{choice.symbol} {said.plain(choice.short)}") <= BUTTON + 1
        path = (*path, value)


def test_a_space_goes_by_what_it_is_worth_as_in_the_picture() -> None:
    choices = Ship(Anne="r7", Bob="r11", Cora="g4").menu("Anne", "down", "1").choices
    assert [english(choice.short) for choice in choices if choice.short is not None] == [
        "8: bottom",
        "5",
        "3",
        "2",
        "1: top",
    ]
    assert {choice.symbol for choice in choices} == {"🍀"}


def test_the_card_that_one_of_two_has_chosen_is_shown_as_chosen() -> None:
    ship = Ship(king="r7 g7", Anne="r2 r3 g2", Bob="r5 g9 g8").set().acts("Anne", "play r2")
    assert [choice.value for choice in ship.menu("Anne").choices if choice.chosen] == ["r2"]
    assert not any(choice.chosen for choice in ship.menu("Bob").choices)


@languages
@examples(25)
@given(moments([SKULL_QUEEN]))
def test_pictures_are_as_high_as_a_telephone_shows_at_once(language: str, moment: Moment) -> None:
    words = words_at_table(reader(language))
    for watcher in moment.watchers:
        view = SKULL_QUEEN.observe(moment.state, watcher)
        assert height(SKULL_QUEEN.board_picture(view, words)) <= BOARD
        if watcher is not None:
            assert height(SKULL_QUEEN.hand_picture(view, words)) <= HAND


@languages
@examples(25)
@given(moments([SKULL_QUEEN]))
def test_what_a_picture_says_in_words_is_not_cut(language: str, moment: Moment) -> None:
    said = reader(language)
    words = words_at_table(said)
    for watcher in moment.watchers:
        view = SKULL_QUEEN.observe(moment.state, watcher)
        drawings = (SKULL_QUEEN.board_picture, SKULL_QUEEN.hand_picture, SKULL_QUEEN.sheet_picture)
        for picture in (draw(view, words) for draw in drawings):
            assert picture is None or sum(len(said.plain(line)) + 1 for line in picture.alt) <= 1024


@languages
def test_cover_and_reference_fit_and_none_of_their_words_are_cut(language: str) -> None:
    words = words_at_table(reader(language))
    cover = SKULL_QUEEN.cover_picture(words)
    reference = SKULL_QUEEN.reference_picture(SkullQueenOptions(), words)
    assert height(cover) <= COVER
    assert height(reference) <= REFERENCE
    for picture in (cover, reference):
        assert picture is not None
        assert outside(picture.drawing.svg()) == overlapping_words(picture.drawing.svg()) == []
        assert [line for line in words_in(picture.drawing.svg()) if "…" in line] == []
        assert len(alt_text(reader(language), picture)) <= 1024


# News


@pytest.mark.parametrize(
    ("told", "news"),
    [
        ("Anne leads r7, Bob plays r11, Cora plays g4", "🔥 Bob up to 5 and 🔥 Anne down to 2."),
        ("Anne leads r7, Bob plays g4, Cora plays b1", "Nobody moves."),
        ("Anne leads r5, Bob plays r8, Cora plays r6", "🔥 Bob up to 8 and 🔥 Anne down to 1."),
    ],
)
def test_what_a_trick_did_is_news(told: str, news: str) -> None:
    ship = trick(told)
    assert ship.say(SKULL_QUEEN.board(ship.view()).news) == news


@pytest.mark.parametrize(
    ("language", "news"),
    [
        ("de", "🔥 Bob hoch auf 5 und 🔥 Anne runter auf 2."),
        ("fr", "🔥 Bob monte à 5 et 🔥 Anne descend à 2."),
        ("it", "🔥 Bob sale a 5 e 🔥 Anne scende a 2."),
    ],
)
def test_it_is_news_in_every_language(language: str, news: str) -> None:
    told = SKULL_QUEEN.board(trick("Anne leads r7, Bob plays r11, Cora plays g4").view()).news
    assert told is not None
    assert Reader(language, SKULL_QUEEN, dict(enumerate(("Anne", "Bob", "Cora")))).plain(told) == news


def test_a_fall_is_the_news_whatever_else_happened() -> None:
    ship = trick("Anne leads r7, Bob plays r11, Cora plays g4", Bob="up 5 3 3 3")
    assert ship.say(SKULL_QUEEN.board(ship.view()).news) == "💦 Splash! Overboard: 🔥 Bob."


def test_a_card_in_the_middle_moves_nobody_and_is_no_news() -> None:
    ship = trick("Anne leads r7, Bob plays g4, Cora plays b1", middle="r12")
    assert ship.say(SKULL_QUEEN.board(ship.view()).news) == "🔥 Anne down to 2."


def test_planks_that_are_set_and_a_round_that_ends_are_news_and_the_next_card_is_the_end_of_it() -> None:
    ship = Ship(Anne="r7", Bob="r11", Cora="g4").set(Cora="up 5 5 5 5")
    assert ship.say(SKULL_QUEEN.board(ship.view()).news) == "All planks are set. Here we go!"
    ship.plays("Anne leads r7")
    assert SKULL_QUEEN.board(ship.view()).news is None
    ship.plays("Bob plays r11, Cora plays g4")
    assert ship.say(SKULL_QUEEN.board(ship.view()).news) == "Round 1: 32 points for Cora."


# While somebody was away


def test_frames_are_of_one_size_and_show_a_trick_before_and_after_it_moves_pirates() -> None:
    ship = Ship(Anne="r7 b2", Bob="r11 b3", Cora="g4 b4").set()
    seen = [ship.view("Anne")]
    for name, card in (("Anne", "r7"), ("Bob", "r11"), ("Cora", "g4"), ("Bob", "b3")):
        ship.acts(name, f"play {card}")
        seen.append(ship.view("Anne"))
    frames = SKULL_QUEEN.frames(seen, words_at_table(reader("en-US")))
    assert len({re.findall(r'viewBox="[^"]+"', frame.drawing.svg())[0] for frame in frames}) == 1
    assert ["Highest card: Bob leads" in words_in(frame.drawing.svg()) for frame in frames] == [
        False, False, False, False, True, False,
    ]  # fmt: skip
    assert sum(frame.milliseconds for frame in frames) <= 8000
    assert SKULL_QUEEN.frames((), words_at_table(reader("en-US"))) == ()


def test_every_trick_is_a_moment_and_so_is_the_end_of_a_round() -> None:
    ship = Ship(Anne="r7", Bob="r11", Cora="g4").set().plays("Anne leads r7, Bob plays r11, Cora plays g4")
    moments = [type(event).__name__ for event in ship.events if SKULL_QUEEN.moment(event)]
    assert moments == ["TrickEnded", "RoundEnded"]
