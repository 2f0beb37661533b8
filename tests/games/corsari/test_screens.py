"""What stands beside Corsari's pictures, and how high they are: in every language, at every table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given

from bot.i18n import Reader
from bot.images.animation import fitting
from bot.images.model import MOST_ALT
from bot.images.requests import alt_text, words_at_table
from games.contract import BUTTON, Choice, Menu
from games.corsari import picture_frames
from games.corsari.options import CorsariOptions
from games.corsari.state import State, View
from tests.games.audit import outside, overlapping_words, parsed
from tests.games.corsari.quay import CORSARI, Quay
from tests.games.playing import Moment, moments
from tests.support.examples import examples

LANGUAGES = ("en-US", "de", "fr", "it")
LONG = ("Blackbeard the Terrible", "Wilhelmina Featherstonehaugh XIV", "Çağla Öztürk-Yıldız", "Anna")
WORDS = {"en-US": 12, "de": 16, "fr": 18, "it": 16}
"""Of a prompt or a line of news without anybody's name; a French colon stands alone and counts."""

some = examples(40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def readers() -> list[Reader]:
    """One for each language, to whom everybody has a name of one word."""
    return [Reader(language, CORSARI, dict(enumerate(("A", "B", "C", "D")))) for language in LANGUAGES]


def menus(view: View, chosen: tuple[str, ...] = ()) -> Iterator[Menu]:
    """All steps that can be come to."""
    menu = CORSARI.steps(view, chosen)
    if menu is None:
        return
    yield menu
    for choice in menu.choices:
        if choice.action is None and choice.why_not is None:
            yield from menus(view, (*chosen, choice.value))


def beside_the_picture(menu: Menu) -> list[Choice]:
    """What can be chosen."""
    return [choice for choice in menu.choices if choice.why_not is None]


@some
@given(moments([CORSARI]))
def test_every_button_is_short_and_every_prompt_one_line(moment: Moment) -> None:
    for seat in moment.seats:
        for menu in menus(moment.game.observe(moment.state, seat)):
            offered = beside_the_picture(menu)
            assert len([each for each in offered if each.kind != "card"]) <= 12
            for reader in readers():
                assert len(reader.plain(menu.prompt).split()) <= WORDS[reader.locale]
                for choice in offered:
                    assert choice.short is not None
                    said = f"{choice.symbol} {reader.plain(choice.short)}".strip()
                    assert len(said) <= BUTTON, (reader.locale, said)


@some
@given(moments([CORSARI]))
def test_news_are_one_line(moment: Moment) -> None:
    for watcher in moment.watchers:
        news = moment.game.board(moment.game.observe(moment.state, watcher)).news
        if news is not None:
            for reader in readers():
                assert len(reader.plain(news).split()) <= WORDS[reader.locale], reader.plain(news)


def course_of(players: int, robot: int = -1) -> list[State]:
    """All states of a game."""
    random, bot = Random(players), list(CORSARI.robots.values())[robot]
    states = [CORSARI.new(CorsariOptions(), players, bytes([players]) * 32)]
    while waiting := CORSARI.to_act(states[-1]):
        seat = waiting[0]
        action = bot.choose(CORSARI.observe(states[-1], seat), random)
        states.append(CORSARI.apply(states[-1], seat, action)[0])
    return states


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.long
def test_pictures_fit_a_telephone_and_so_do_the_words_for_those_who_do_not_see_them(players: int) -> None:
    for robot in (0, -1):
        for at, state in enumerate(course_of(players, robot)[::7]):
            reader = Reader(LANGUAGES[at % 4], CORSARI, dict(enumerate(LONG)))
            words = words_at_table(reader)
            seen = [CORSARI.observe(state, seat) for seat in (None, *range(players))]
            board = CORSARI.board_picture(seen[0], words)
            assert board is not None
            hands = [CORSARI.hand_picture(view, words) for view in seen[1:]]
            for picture, most in ((board, 640), *((hand, 830) for hand in hands)):
                assert picture is not None
                assert float(parsed(picture.drawing.svg()).attrib["viewBox"].split()[3]) <= most
                assert len(alt_text(reader, picture)) <= MOST_ALT


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_points_came_about_is_a_short_line_for_each_player_and_none_is_cut(language: str) -> None:
    """The screen has room for 900 characters of it."""
    reader = Reader(language, CORSARI, dict(enumerate(LONG)))
    for state in course_of(4):
        sheet = CORSARI.sheet(CORSARI.observe(state, None))
        if sheet is not None and state.table.latest is not None and state.table.latest.layouts:
            lines = [reader.plain(line) for line in sheet.latest]
            assert len(lines) in (1, 4)
            assert all(len(line) <= 90 for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("early_sailing", [True, False])
def test_cover_and_reference_are_whole_in_every_language(language: str, early_sailing: bool) -> None:
    words = words_at_table(Reader(language, CORSARI, {}))
    cover = CORSARI.cover_picture(words)
    reference = CORSARI.reference_picture(CorsariOptions(early_sailing=early_sailing), words)
    assert cover is not None
    assert reference is not None
    for picture, most in ((cover, 300), (reference, 1100)):
        assert float(parsed(picture.drawing.svg()).attrib["viewBox"].split()[3]) <= most
        assert outside(picture.drawing.svg()) == []
        assert overlapping_words(picture.drawing.svg()) == []
        assert "…" not in picture.drawing.svg(), "nothing is cut"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_the_rules_is_one_screen(language: str) -> None:
    reader = Reader(language, CORSARI, {})
    view = Quay(Anne="orange 1", Bob="grey 1").view("Anne")
    for section in CORSARI.rules(CorsariOptions(early_sailing=False), view):
        words = " ".join([reader.plain(section.title), *map(reader.plain, section.lines)]).split()
        assert sum(any(map(str.isalnum, word)) for word in words) <= 92, reader.plain(section.title)


# What was missed


@pytest.mark.parametrize("moves", [1, 2, 9, 60])
def test_what_was_missed_is_shown_in_eight_seconds_and_first_how_it_stands_now(moves: int) -> None:
    words = words_at_table(Reader("de", CORSARI, dict(enumerate(LONG))))
    seen = [CORSARI.observe(state, None) for state in course_of(4)[5 : 6 + moves]]
    frames = CORSARI.frames(seen, words)
    board = CORSARI.board_picture(seen[-1], words)
    assert board is not None
    assert frames[0].drawing.svg() == frames[-1].drawing.svg() == board.drawing.svg()
    assert 1000 < sum(frame.milliseconds for frame in fitting(frames, 8000)) <= 8000
    assert len({parsed(frame.drawing.svg()).attrib["width"] for frame in frames}) == 1
    assert len(frames) <= 60
    for frame in frames:
        assert outside(frame.drawing.svg()) == []
    assert picture_frames.frames([], words) == ()


def test_a_card_is_seen_on_its_way() -> None:
    quay = Quay(discard="orange 9", Anne="blue 1 2", Bob="grey 1")
    seen = [quay.view()]
    seen += [quay.draws("Anne", "discard").view(), quay.drops("Anne", "blue 1").view()]
    frames = CORSARI.frames(seen, words_at_table(Reader("en-US", CORSARI, {0: "Anne", 1: "Bob"})))
    assert len(frames) == 5, "now; on the way, in the hand; on the way, dropped"


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_little_room_no_word_is_cut_and_none_meets_another(language: str) -> None:
    words = words_at_table(Reader(language, CORSARI, dict(enumerate(("An", "Bo", "Cy", "Di")))))
    taught = CORSARI.course()
    assert taught is not None
    assert taught.position is not None
    state = CORSARI.position(taught.options, taught.players, taught.seed, taught.position)
    for action in ("draw pier", "drop yellow9"):
        picture = CORSARI.hand_picture(CORSARI.observe(state, 0), words, (), 400)
        assert picture is not None
        assert "…" not in picture.drawing.svg()
        assert overlapping_words(picture.drawing.svg()) == []
        state, _events = CORSARI.apply(state, 0, action)
