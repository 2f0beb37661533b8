"""Every picture of every game that draws: it holds together, shows no secret, and stays as it was seen."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from games.catalogue import BUILT_IN, catalogue
from games.contract import Picture
from games.drawing.lettering import TEXT
from games.shapes import Words as Shown
from games.text import Seat, Text, Words, _, english
from tests.games.audit import outside, overlapping_words, parsed, words_in
from tests.games.hidden import OTHERWISE
from tests.games.playing import Beginning, Moment, draws, moments, texts_in
from tests.games.variants import VARIANTS
from tests.support.examples import examples

FINGERPRINTS = Path(__file__).parent / "picture_fingerprints.json"
NAMES = (
    "Anna", "Blackbeard the Terrible", "小さな海賊", "<b>&amp;\"'", "🦜🏴‍☠️", "Мария", "محمد",
    "W\u200b\u200dilhelmina Ünder\u0301score-Featherstonehaugh",
)  # fmt: skip
GROUP = re.compile(r"(?P<suit>.*\D) (?P<numbers>\d+(?: \d+)+)")
"""Several cards of a suit: "🦀 Red 1 12"."""
names = st.lists(st.text(max_size=40) | st.sampled_from(NAMES), min_size=8, max_size=8)


def words_of(called: list[str] | tuple[str, ...]) -> Words:
    """How somebody is told who knows people by these names."""

    def words(text: Text) -> str:
        return english(text, dict(enumerate(called)))

    return words


def pictures(moment: Moment, watcher: Seat | None, words: Words) -> dict[str, Picture]:
    """All that is drawn for this watcher."""
    game, seen = moment.game, moment.game.observe(moment.state, watcher)
    drawn = {
        "board": game.board_picture(seen, words),
        "hand": game.hand_picture(seen, words),
        "sheet": game.sheet_picture(seen, words),
    }
    return {screen: picture for screen, picture in drawn.items() if picture is not None}


drawn_games = [game for game in BUILT_IN if draws(game)]
some = examples(60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@some
@given(moments(drawn_games), names, st.data())
def test_a_picture_is_well_formed_nothing_sticks_out_of_it_and_no_words_lie_on_other_words(
    moment: Moment, called: list[str], data: st.DataObject
) -> None:
    watcher = data.draw(st.sampled_from(moment.watchers))
    for screen, picture in pictures(moment, watcher, words_of(called)).items():
        svg = picture.drawing.svg()
        parsed(svg)
        assert outside(svg) == [], screen
        assert overlapping_words(svg) == [], screen


@some
@given(moments(drawn_games), st.data())
def test_a_picture_shows_and_says_nothing_that_its_watcher_cannot_know(
    moment: Moment, data: st.DataObject
) -> None:
    watcher = data.draw(st.sampled_from(moment.watchers))
    otherwise = OTHERWISE[moment.game.slug](moment.state, watcher, Random(data.draw(st.integers(0, 99))))
    other = Moment(moment.beginning, otherwise, moment.log, moment.events)
    words = words_of(NAMES)
    assert pictures(other, watcher, words) == pictures(moment, watcher, words)


@some
@given(moments(drawn_games))
def test_no_picture_names_a_card_of_anybody_else(moment: Moment) -> None:
    """Searched for letter by letter, in the drawing as in its words: cards by their names and their codes."""
    words = words_of(NAMES)
    for watcher in moment.watchers:
        secret = secrets_from(moment, watcher)
        for screen, picture in pictures(moment, watcher, words).items():
            assert leaks(secret, picture, words) == [], (screen, watcher)


def test_a_card_of_somebody_else_would_be_found_and_those_taken_openly_are_no_secret() -> None:
    """At a moment of Corsari at which somebody is said to have taken several cards of one colour."""
    game = catalogue()["corsari"]
    beginning = Beginning(game, game.Options(), 2, bytes(32), 1)
    moment, group = next(
        (each, found)
        for each in beginning.play()
        for line in spoken(each, None)
        if (found := GROUP.fullmatch(line))
    )
    secret, words = secrets_from(moment, None), words_of(NAMES)
    assert not {f"{group['suit']} {number}" for number in group["numbers"].split()} & secret
    board = pictures(moment, None, words)["board"]
    assert secret
    assert leaks(secret, board, words) == []
    for name in secret:
        said = Picture(board.drawing, (*board.alt, _("Anna holds {card}.", card=name)))
        line = Shown(name, 1, 1, TEXT.family, TEXT.weight, 20, "#000000")
        drawing = msgspec.structs.replace(board.drawing, shapes=(*board.drawing.shapes, line))
        drawn = Picture(drawing, board.alt)
        assert name in leaks(secret, said, words)
        assert name in leaks(secret, drawn, words)


def leaks(secret: set[str], picture: Picture, words: Words) -> list[str]:
    """Which of these names a picture shows or says."""
    svg = picture.drawing.svg()
    drawn = [svg, " ".join(words_in(svg)), *map(words, picture.alt)]
    return [name for name in secret if stands_in(name, drawn)]


def secrets_from(moment: Moment, watcher: Seat | None) -> set[str]:
    """What the cards of the others are called, but for what the watcher is told in words."""
    told = spoken(moment, watcher)
    others = (seat for seat in moment.seats if seat != watcher)
    return {name for seat in others for name in names_in_hand(moment, seat) if not stands_in(name, told)}


def names_in_hand(moment: Moment, seat: Seat) -> Iterator[str]:
    """The seat's cards, each with its symbol and without, and as they are called in actions."""
    game, seen = moment.game, moment.game.observe(moment.state, seat)
    hand, menu = game.hand(seen), game.steps(seen)
    for card in () if hand is None else hand.cards:
        name = english(card)
        bare = name.lstrip("".join(char for char in name if not char.isalnum()))
        yield from (each for each in (name, bare) if any(map(str.isalpha, each)))
    for choice in () if menu is None else menu.choices:
        if choice.kind == "card" and any(map(str.isalpha, choice.value)):
            yield choice.value


def spoken(moment: Moment, watcher: Seat | None) -> list[str]:
    """All that stands on the watcher's screens in words; cards in a group, "Red 1 12", also one by one."""
    game, seen = moment.game, moment.game.observe(moment.state, watcher)
    screens = (game.board(seen), game.hand(seen), game.sheet(seen), game.steps(seen))
    lines = [english(text) for screen in screens for text in texts_in(screen)]
    groups = [found for line in lines if (found := GROUP.fullmatch(line))]
    return lines + [f"{group['suit']} {number}" for group in groups for number in group["numbers"].split()]


def stands_in(name: str, lines: Sequence[str]) -> bool:
    """Whether it stands there by itself, not as a part of a longer word: "Red 1" does not in "Red 12"."""
    return any(name in line and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) for line in lines)


@some
@given(moments(drawn_games))
def test_a_picture_is_there_whenever_its_words_are(moment: Moment) -> None:
    for watcher in moment.watchers:
        game, seen = moment.game, moment.game.observe(moment.state, watcher)
        said = {"board": game.board(seen), "hand": game.hand(seen), "sheet": game.sheet(seen)}
        shown = pictures(moment, watcher, words_of(NAMES))
        assert set(shown) == {screen for screen, words in said.items() if words is not None}
        assert all(picture.alt for picture in shown.values())


def test_names_are_escaped_and_what_cannot_be_drawn_is_left_out() -> None:
    game = drawn_games[0]
    beginning = Beginning(game, game.Options(), min(game.players_for(game.Options())), bytes(32), 1)
    svg = pictures(beginning.at(0.5), None, words_of((NAMES[3], "小🦜م\u200b\u200d")))["board"].drawing.svg()
    shown = " ".join(words_in(svg))
    assert "<b>&amp;\"'" in shown
    assert not set("小🦜م\u200b\u200d") & set(shown)


# That nothing changes unseen


def fingerprints() -> dict[str, dict[str, str]]:
    """Of pictures of fixed moments: by game and variant, then by moment, watcher and screen."""
    return {name: dict(_of_variant(name)) for name in _drawn_variants()}


def _drawn_variants() -> list[str]:
    return [f"{game.slug}.{variant}" for game in drawn_games for variant in VARIANTS[game.slug]]


def _of_variant(name: str) -> Iterator[tuple[str, str]]:
    slug, _dot, chosen = name.partition(".")
    game, variant = catalogue()[slug], VARIANTS[slug][chosen]
    beginning = Beginning(game, variant.options_of(game), variant.players, bytes(range(32)), 1)
    course = list(beginning.play())
    for part in range(9):
        moment = course[part * (len(course) - 1) // 8]
        for watcher in (None, 0):
            for screen, picture in pictures(moment, watcher, words_of(NAMES)).items():
                key = f"{part}/8 {'spectator' if watcher is None else 'first seat'} {screen}"
                yield key, hashlib.sha256(picture.drawing.svg().encode()).hexdigest()[:12]


@pytest.mark.parametrize("name", _drawn_variants())
def test_the_pictures_are_still_as_they_were_looked_at(name: str) -> None:
    known = json.loads(FINGERPRINTS.read_text("utf-8"))
    assert dict(_of_variant(name)) == known.get(name), (
        "If this is meant: python -m tests.games.test_pictures, and look at `make gallery`."
    )


if __name__ == "__main__":
    FINGERPRINTS.write_text(json.dumps(fingerprints(), indent=1) + "\n", "utf-8")
    sys.exit()
