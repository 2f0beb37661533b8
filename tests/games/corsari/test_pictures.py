"""What Corsari's pictures show: every card in its place, what has just happened, and no card that is hidden.

Cards are read from the drawing itself: a number on a rectangle of a band's colour.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise

import pytest
from hypothesis import HealthCheck, given

from games.cards import Cards
from games.contract import Picture
from games.corsari.cards import NAMES
from games.corsari.state import State
from games.drawing.palette import HUES
from games.text import Seat, Text, english
from tests.games.audit import SVG, parsed, words_in
from tests.games.corsari.quay import CORSARI, Quay, cards
from tests.games.playing import Moment, moments
from tests.support.examples import examples

COLOURS = {colour: hue for hue, colour in HUES.items()}
HAND = "orange 1 2 8, purple 2 3, blue 9, red 10"


def drawn_cards(picture: Picture) -> list[int]:
    """Every card in the picture, in the order in which they are painted."""
    return list(_drawn_cards(picture))


def _drawn_cards(picture: Picture) -> Iterator[int]:
    ground: str | None = None
    left = right = 0.0
    for element in parsed(picture.svg).iter():
        match element.tag.removeprefix(SVG):
            case "rect" if element.attrib["fill"] in COLOURS:
                ground = COLOURS[element.attrib["fill"]]
                left = float(element.attrib["x"])
                right = left + float(element.attrib["width"])
            case "text":
                said, x = element.text or "", float(element.attrib["x"])
                if ground is not None and re.fullmatch("[1-9]|10|11", said) and left < x < right:
                    yield NAMES.number(f"{ground}{said}")
                ground = None
            case _:
                pass


def calling(quay: Quay) -> dict[int, str]:
    return dict(enumerate(quay.names))


def board(quay: Quay, name: str | None = None) -> Picture:
    names = calling(quay)
    picture = CORSARI.board_picture(quay.view(name), lambda text: english(text, names))
    assert picture is not None
    return picture


def hand(quay: Quay, name: str) -> Picture:
    names = calling(quay)
    picture = CORSARI.hand_picture(quay.view(name), lambda text: english(text, names))
    assert picture is not None
    return picture


def sheet(quay: Quay) -> Picture:
    names = calling(quay)
    picture = CORSARI.sheet_picture(quay.view(), lambda text: english(text, names))
    assert picture is not None
    return picture


def alt(quay: Quay, picture: Picture) -> list[str]:
    return [english(line, calling(quay)) for line in picture.alt]


# The board


def test_the_board_shows_the_pier_and_the_top_of_the_discards_and_nothing_else_of_the_cards() -> None:
    quay = Quay(pier="green 5 6, red 3", discard="orange 9", Anne=HAND, Bob="grey 1")
    assert sorted(drawn_cards(board(quay))) == sorted(cards("green 5 6, red 3, orange 9"))
    assert drawn_cards(board(quay, "Anne")) == drawn_cards(board(quay)), "it is public, whoever asks for it"
    assert "The pier: Green cards are prisoners" in words_in(board(quay).svg)


def test_a_card_that_was_taken_openly_lies_on_the_plate_of_who_took_it_until_it_is_dropped() -> None:
    quay = Quay(discard="orange 9", Anne=HAND, Bob="grey 1").draws("Anne", "discard")
    assert NAMES.number("orange9") in drawn_cards(board(quay))
    assert "Anne takes 🍊 Orange 9 from the discards." in alt(quay, board(quay))
    assert "taken openly, and still in the hand" in words_in(board(quay).svg)
    quay.drops("Anne", "red 10")
    assert Counter(drawn_cards(board(quay)))[NAMES.number("orange9")] == 1
    quay.turn("Bob", "stock", "grey 1").draws("Anne").drops("Anne", "orange 9")
    assert "taken openly, and still in the hand" not in words_in(board(quay).svg)


def test_a_plate_grows_by_a_line_when_more_cards_than_six_were_taken_openly() -> None:
    def height(taken: str) -> float:
        quay = Quay(Anne=HAND, Bob="grey 1").having(taken=(cards(taken), b""))
        assert {*cards(taken)} <= {*drawn_cards(board(quay))}
        return float(parsed(board(quay).svg).attrib["height"])

    assert height("sky 1 2 3 4 5 6") == height("sky 1")
    assert height("sky 1 2 3 4 5 6 7") > height("sky 1")


def test_a_card_from_the_stock_stays_unseen_but_it_is_seen_who_drew_it() -> None:
    quay = Quay(stock="grey 4 5", Anne=HAND, Bob="grey 1")
    before = board(quay)
    quay.draws("Anne")
    assert drawn_cards(board(quay)) == drawn_cards(before)
    assert "Anne draws from the stock." in alt(quay, board(quay))
    assert words_in(board(quay).svg).count("An") == words_in(before.svg).count("An") + 1, "her chip"


def test_what_was_dropped_last_bears_the_chip_of_who_did_it() -> None:
    quay = Quay(stock="grey 4 5", Anne=HAND, Bob="grey 1").turn("Anne", "stock", "red 10")
    assert "Anne drops 🦀 Red 10." in alt(quay, board(quay))
    drawn = words_in(board(quay).svg)
    assert ("10", "An") in pairwise(drawn)


def veils(picture: Picture) -> int:
    return picture.svg.count('fill-opacity="0.58"')


def test_what_may_not_be_drawn_is_dimmed() -> None:
    quay = Quay(Anne=HAND, Bob="grey 1")
    assert veils(board(quay)) == 0
    assert veils(board(quay.having(quiet=6))) == 2, "the pier and the discards, while the stock is compulsory"
    spared = Quay(pier="green 5", Anne=HAND, Bob="grey 1").having(voids=2)
    assert veils(board(spared)) == 1


def test_when_somebody_sails_the_board_shows_the_ship_to_attach_to() -> None:
    quay = Quay(Anne=HAND, Bob="grey 1").sails("Anne", crew="orange purple")
    assert sorted(drawn_cards(board(quay))) == sorted(cards(HAND))
    assert {"limit 21", "sails with limit 21", "lays out cards"} <= set(words_in(board(quay).svg))


def test_after_a_hand_the_board_says_what_it_has_cost_until_the_next_card_is_drawn() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="grey 1, pink 11")
    quay.sails("Anne", crew="orange").answers("Bob", crew="pink")
    ended = {"limit 9", "+2", "limit 1", "0", "Hand 1: Bob went no higher and", "sent Anne under."}
    assert ended <= set(words_in(board(quay).svg))
    assert "Anne set sail. Crew: 🍊 Orange 1 2. Prisoners: none. Stowaways: 🐳 Blue 9. Limit: 9." in alt(
        quay, board(quay)
    )
    quay.draws("Bob")
    assert ended & set(words_in(board(quay).svg)) == {"0"}, "Bob's penalty cards"


def test_whose_turn_it_is_stands_beside_the_players_chip() -> None:
    quay = Quay(stock="grey 4 5", Anne=HAND, Bob="grey 1")
    assert written_before(board(quay), "Anne draws a card.") == "An"
    assert written_before(board(quay.turn("Anne", "stock", "red 10")), "Bob draws a card.") == "Bo"


def written_before(picture: Picture, line: str) -> str:
    """What is written just before this line."""
    drawn = words_in(picture.svg)
    return drawn[drawn.index(line) - 1]


def test_a_void_hand_is_explained() -> None:
    quay = Quay(pier="green 5", Anne=HAND, Bob="grey 1").draws("Anne", "pier")
    shown = words_in(board(quay).svg)
    assert "emptied the pier" in shown
    assert "drew the last card" in " ".join(shown)


def test_a_cappotto_is_seen_on_board_and_sheet_without_the_cards_that_nobody_had_to_show() -> None:
    quay = Quay(pier="green 5 6", Anne="orange 1 2, purple 3", Bob="grey 1").sails(
        "Anne", crew="purple orange"
    )
    assert quay.is_over
    assert "cappotto" in words_in(board(quay).svg)
    assert sorted(drawn_cards(sheet(quay))) == sorted(cards("orange 1 2, purple 3"))


# The hand


def test_a_hand_is_sorted_into_prisoners_crew_by_number_and_stowaways_the_dearest_first() -> None:
    quay = Quay(pier="green 5", Anne="green 1, orange 1 8, purple 3, blue 2 9, red 10", Bob="grey 1")
    shown = hand(quay, "Anne")
    assert drawn_cards(shown) == list(cards("green 1, blue 2 9, red 10, orange 8, purple 3, orange 1"))
    assert [each for each in words_in(shown.svg) if not each.isdigit()] == [
        *("your turn", "Your cards", "This is the best split so far."),
        *("Prisoners", "Crew", "limit 12", "Stowaways"),
    ]


def test_with_a_card_too_many_the_one_that_is_best_dropped_lies_apart() -> None:
    quay = Quay(pier="green 5", stock="pink 1 2", Anne="green 1, orange 1 8, blue 2 9, red 10", Bob="grey 1")
    shown = hand(quay.draws("Anne"), "Anne")
    assert {"You drew Pink 1.", "Best dropped", "limit 1"} <= set(words_in(shown.svg))
    assert drawn_cards(shown) == list(cards("red 10, green 1, orange 1, blue 2, orange 8, blue 9, pink 1"))


def test_an_opponent_sees_what_to_attach_and_after_the_answer_what_is_attached() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="orange 3, grey 1 2, red 5").sails("Anne", crew="orange")
    shown = hand(quay, "Bob")
    assert "To attach" in words_in(shown.svg)
    assert sorted(drawn_cards(shown)) == sorted(cards("orange 3, grey 1 2, red 5"))
    three = Quay(Anne="orange 1 2, blue 9", Bob="orange 3, grey 1 2, red 5", Cleo="red 1")
    three.sails("Anne", crew="orange").answers("Bob", crew="grey", attaching="orange 3")
    assert {"Attached", "You have laid out your cards.", "limit 5"} <= set(words_in(hand(three, "Bob").svg))


def test_who_answers_sees_the_limit_of_who_sails_beside_the_own_one() -> None:
    quay = Quay(Anne="orange 1 2, blue 9 10", Bob="grey 1 2, red 5, pink 7").sails("Anne", crew="orange")
    assert {"An", "19"} <= set(words_in(hand(quay, "Bob").svg))
    assert "An" not in words_in(hand(quay, "Anne").svg), "her own limit is there already"


@pytest.mark.parametrize("prisoners", ["1", "1 2 3 4 5"])
def test_what_is_best_dropped_lies_beside_the_prisoners(prisoners: str) -> None:
    held = f"green {prisoners}, blue 2, red 10, grey 9, pink 8"
    quay = Quay(pier="green 11", stock="pink 1 2", Anne=held, Bob="grey 1")
    shown = hand(quay.draws("Anne"), "Anne")
    assert line_of(shown, "Best dropped") == line_of(shown, "Prisoners")


def line_of(picture: Picture, said: str) -> float:
    """How far from the top these words stand."""
    (y,) = [float(each.attrib["y"]) for each in parsed(picture.svg).iter(f"{SVG}text") if each.text == said]
    return y


def test_long_advice_is_not_cut_off() -> None:
    """In German it takes three lines."""
    told = "Auf das Limit von Anna kommst du nicht herunter: Am besten behältst du wenige blinde Passagiere."
    told = told.replace("Anna", "Blackbeard the Terrible")
    quay = Quay(Anne="orange 1 2, blue 1", Bob="grey 1 2 3, red 5 8, pink 7").sails("Anne", crew="orange")

    def said(text: Text) -> str:
        return told if "get down" in english(text) else "x"

    picture = CORSARI.hand_picture(quay.view("Bob"), said)
    assert picture is not None
    assert told in " ".join(words_in(picture.svg))


# The sheet


def test_signs_are_explained_below_the_notepad_in_letters_that_can_be_read_however_long_the_words() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="grey 1, pink 11")
    quay.sails("Anne", crew="orange").answers("Bob", crew="pink")
    long = {"sailed": "a levé l'ancre", "attached": "cartes ajoutées", "prisoners": "prisonniers"}
    said = {**long, "crew": "équipage", "stowaways": "passagers clandestins"}
    picture = CORSARI.sheet_picture(quay.view(), lambda text: said.get(english(text), english(text)))
    assert picture is not None
    sizes = {each.text: float(each.attrib["font-size"]) for each in parsed(picture.svg).iter(f"{SVG}text")}
    assert [word for word in said.values() if sizes.get(word, 0) < 20] == []


# What is hidden

some = examples(80, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def known_to(state: State, watcher: Seat | None) -> Cards:
    """What lies or lay open on the table, and the watcher's own hand."""
    table = state.table
    known = [table.pier, table.discards, *table.penalties, *table.taken]
    layouts = [] if table.latest is None else list(table.latest.layouts)
    if table.closed is not None:
        layouts.append(table.closed)
    known += chain.from_iterable((one.prisoners, one.crew, one.stowaways, one.attached) for one in layouts)
    return b"".join((*known, b"" if watcher is None else state.hands[watcher]))


@some
@given(moments([CORSARI]))
def test_no_picture_shows_a_card_that_its_watcher_does_not_know(moment: Moment) -> None:
    def said(text: Text) -> str:
        return english(text)

    for watcher in moment.watchers:
        seen, known = CORSARI.observe(moment.state, watcher), set(known_to(moment.state, watcher))
        for draw in (CORSARI.board_picture, CORSARI.hand_picture, CORSARI.sheet_picture):
            picture = draw(seen, said)
            assert picture is None or set(drawn_cards(picture)) <= known
        own = CORSARI.hand_picture(seen, said)
        if watcher is not None:
            assert own is not None
            assert sorted(drawn_cards(own)) == sorted(moment.state.hands[watcher]), "each once, none too many"
