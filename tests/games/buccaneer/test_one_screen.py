"""What stands beside a picture fits on a telephone in every language; and what is drawn once fits too."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given

from bot.i18n import Reader
from games.buccaneer.discs import COLOURS
from games.buccaneer.options import BuccaneerOptions
from games.contract import BUTTON
from games.text import Player, Text, english
from tests.games.audit import SVG, outside, overlapping_words, parsed
from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.playing import Moment, moments, paths, texts_in
from tests.support.examples import examples

LANGUAGES = ("en-US", "de", "fr", "it")
NAMES = dict.fromkeys(range(5), "Anna")
READERS = {language: Reader(language, BUCCANEER, NAMES) for language in LANGUAGES}
PROMPT = {"en-US": 12, "de": 16, "fr": 16, "it": 16}
"""Words."""
some = examples(60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def names_in(text: Text) -> int:
    """How many letters of it are people's names."""
    players = [
        value for part in texts_in(text) for value in part.values.values() if isinstance(value, Player)
    ]
    return len(NAMES[0]) * len(players)


@some
@given(moments([BUCCANEER]))
def test_every_button_is_short_and_every_question_one_line(moment: Moment) -> None:
    for seat in moment.seats:
        seen = BUCCANEER.observe(moment.state, seat)
        menus = [BUCCANEER.steps(seen)]
        for path, choice in paths(BUCCANEER, seen):
            assert choice.short is not None
            for language, reader in READERS.items():
                said = f"{choice.symbol} {reader.plain(choice.short)}"
                assert len(said) - names_in(choice.short) <= BUTTON, (language, said)
            if choice.action is None and choice.why_not is None:
                menus.append(BUCCANEER.steps(seen, path))
        for menu in menus:
            for language, reader in READERS.items():
                prompt = "" if menu is None else reader.plain(menu.prompt)
                assert len(prompt.split()) <= PROMPT[language], prompt


def test_a_button_says_what_stands_on_the_disc_or_the_ship() -> None:
    port = Port("b5 y2 k3", ships="Orca Minnow Marlin", turn="Red")
    drawn = [element.text for element in parsed(there(port, "Red")).iter(f"{SVG}text")]
    for choice in port.menu("Red", "rq").choices:
        said = english(choice.short or choice.label)
        assert said in drawn or {said[0], said[1]} <= set(drawn)
    ships = [choice for choice in port.menu("Red", "rq").choices if choice.symbol == "⛵"]
    assert [english(choice.short or choice.label) for choice in ships] == ["III", "I", "II"], "small to large"


def test_the_buttons_of_ships_stand_in_the_pictures_order_before_those_of_parties() -> None:
    port = Port("b5 y2 k3", "r5 b2", ships="Orca Minnow Marlin", turn="Red")
    choices = sorted(port.menu("Red", "r5").choices, key=lambda choice: choice.place)
    assert [english(choice.short or choice.label) for choice in choices[:3]] == ["I", "II", "III"]
    assert [choice.place for choice in choices[3:]] == [0] * len(choices[3:])


def test_each_language_has_a_letter_of_its_own_for_each_colour() -> None:
    letters = {
        language: "".join(reader.plain(colour.mark) for colour in COLOURS)
        for language, reader in READERS.items()
    }
    assert letters == {"en-US": "RBYKG", "de": "RBGSÜ", "fr": "RBJNV", "it": "RBGNV"}


def there(port: Port, name: str) -> str:
    picture = BUCCANEER.hand_picture(port.view(name), english)
    assert picture is not None
    return picture.drawing.svg()


@some
@given(moments([BUCCANEER]))
def test_what_just_happened_is_told_in_twelve_words(moment: Moment) -> None:
    board = BUCCANEER.board(BUCCANEER.observe(moment.state, None))
    for language, reader in READERS.items():
        news = "" if board.news is None else reader.plain(board.news)
        assert len(news.split()) <= PROMPT[language], news
        assert len(reader.plain(board.turn).split()) <= PROMPT[language] + 4


def test_there_is_no_news_before_the_first_turn_then_there_is() -> None:
    port = Port("r5 b2 k3", "k2 b5 b4 r3 r4", ships="Minnow Sprat Shrimp", behind="Orca")
    assert BUCCANEER.board(port.view()).news is None
    port.boards("Red", "r5", "Minnow")
    assert port.say(BUCCANEER.board(port.view()).news) == "Red boards the Minnow and keeps 5 ducats."
    port.moves("Blue", "b2", "y2")
    assert (
        port.say(BUCCANEER.board(port.view()).news)
        == "Blue puts 1 pirate on Yellow's party of 1: 2 together."
    )


def test_whoever_pays_for_a_boarding_is_told_of_the_loss() -> None:
    port = Port("r5 b5 k4", ships="Sprat Marlin").boards("Red", "r5", "Sprat")
    assert port.say(BUCCANEER.board(port.view()).news) == "Red boards the Sprat and loses 1 ducat."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cover_and_the_page_of_rules_are_drawn_within_their_room(language: str) -> None:
    words = READERS[language].plain
    cover = BUCCANEER.cover_picture(words)
    page = BUCCANEER.reference_picture(BuccaneerOptions(), words)
    assert cover is not None
    assert page is not None
    for picture, most in ((cover, 300), (page, 1100)):
        root = parsed(picture.drawing.svg())
        assert float(root.attrib["viewBox"].split()[3]) <= most
        assert outside(picture.drawing.svg()) == []
        assert overlapping_words(picture.drawing.svg()) == []
        sentences = [each for each in root.iter(f"{SVG}text") if " " in (each.text or "")]
        assert all(float(each.attrib["font-size"]) >= 22 for each in sentences)
        assert not [each.text for each in sentences if (each.text or "").endswith("…")]


def test_the_page_of_rules_says_everything_with_figures() -> None:
    page = BUCCANEER.reference_picture(BuccaneerOptions(), english)
    assert page is not None
    said = " ".join(map(english, page.alt))
    for fact in ("more than 9", "3 at a time", "3 or more pirates", "treasure chest 15", "1 ducat"):
        assert fact in said


SMALL_HAND = 452
"""Units for the picture beside a lesson."""


@pytest.mark.parametrize(
    ("parties", "scale"), [(("b5 y2",), 0.85), (("b5 y2", "b3 y3", "y4 b2", "r5 bq", "r3 yq", "b4 r2"), 0.64)]
)
def test_boats_on_a_small_hand_are_as_large_as_there_is_room(parties: tuple[str, ...], scale: float) -> None:
    view = Port(*parties, players=3, ships="Minnow Sprat Shrimp").view("Red")
    drawn = BUCCANEER.hand_picture(view, english, (), SMALL_HAND)
    assert drawn is not None
    assert drawn.drawing.svg().count(f"scale({scale})") == 2


def test_on_a_small_hand_what_one_party_would_keep_is_said_in_full() -> None:
    view = Port("r5 b2 y3", "b4 y2", players=3, ships="Minnow Sprat Shrimp").view("Red")
    drawn = BUCCANEER.hand_picture(view, english, (), SMALL_HAND)
    assert drawn is not None
    shown = [each.text or "" for each in parsed(drawn.drawing.svg()).iter(f"{SVG}text")]
    assert [each for each in shown if "…" in each] == ["+3…+4", "+4…+5", "+5…+6"]


def test_frames_are_all_of_one_size_and_a_long_story_is_told_by_its_ships() -> None:
    port = Port("r5 b2 k3", "y2 b5", ships="Minnow Marlin Orca")
    seen = [port.view()]
    for name, action in (("Red", "move r5 y2"), ("Blue", "move b3 k2"), ("Yellow", "move y3 r2")):
        seen.append(port.acts(name, action).view())
    frames = BUCCANEER.frames(seen, english)
    assert len(frames) == 4
    assert len({parsed(frame.drawing.svg()).attrib["viewBox"] for frame in frames}) == 1
    assert sum(frame.milliseconds for frame in frames) <= 8000
    many = BUCCANEER.frames(seen * 40, english)
    assert len(many) <= 18
    assert sum(frame.milliseconds for frame in many) <= 20_000


@some
@given(moments([BUCCANEER]))
def test_a_frame_holds_together(moment: Moment) -> None:
    for frame in BUCCANEER.frames([BUCCANEER.observe(moment.state, None)], english):
        assert outside(frame.drawing.svg()) == []
        assert overlapping_words(frame.drawing.svg()) == []


def test_a_ship_that_leaves_is_a_moment_and_a_move_is_none() -> None:
    moved = Port("r5 b2 k3", "y2 b5").moves("Red", "r5", "y2")
    boarded = Port("r5 b2 k3", ships="Minnow Orca").boards("Red", "r5", "Minnow")
    assert not any(map(BUCCANEER.moment, moved.events))
    assert any(map(BUCCANEER.moment, boarded.events))
