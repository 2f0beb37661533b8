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
from games.corsari import scoring
from games.corsari.cards import NAMES
from games.corsari.state import Showdown, State
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


def _drawn_cards(picture: Picture, top: float = 0) -> Iterator[int]:
    ground: str | None = None
    left = right = 0.0
    for element in parsed(picture.drawing.svg()).iter():
        match element.tag.removeprefix(SVG):
            case "rect" if element.attrib["fill"] in COLOURS:
                ground = COLOURS[element.attrib["fill"]]
                left = float(element.attrib["x"])
                right = left + float(element.attrib["width"])
            case "text":
                said, x = element.text or "", float(element.attrib["x"])
                if (
                    float(element.attrib["y"]) > top
                    and ground is not None
                    and re.fullmatch("[1-9]|10|11", said)
                    and left < x < right
                ):
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


def hand(quay: Quay, name: str, *chosen: str) -> Picture:
    names = calling(quay)
    picture = CORSARI.hand_picture(quay.view(name), lambda text: english(text, names), chosen)
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
    assert "Green: prisoners" in words_in(board(quay).drawing.svg())


def test_a_card_that_was_taken_openly_lies_on_the_plate_of_who_took_it_until_it_is_dropped() -> None:
    quay = Quay(discard="orange 9", Anne=HAND, Bob="grey 1").draws("Anne", "discard")
    assert NAMES.number("orange9") in drawn_cards(board(quay))
    assert "Anne takes 🍊 Orange 9 from the discards." in alt(quay, board(quay))
    quay.drops("Anne", "red 10")
    assert Counter(drawn_cards(board(quay)))[NAMES.number("orange9")] == 1
    quay.turn("Bob", "stock", "grey 1").draws("Anne").drops("Anne", "orange 9")
    quay.turn("Bob", "discard", "orange 9").draws("Anne")
    assert Counter(drawn_cards(board(quay)))[NAMES.number("orange9")] == 1, "it is on top of the discards"


def test_a_plate_shows_the_latest_cards_that_were_taken_openly_and_counts_the_others() -> None:
    def plate(taken: str) -> Picture:
        return board(Quay(Anne=HAND, Bob="grey 1").having(taken=(cards(taken), b"")))

    assert {*cards("sky 1 2 3 4 5 6")} <= {*drawn_cards(plate("sky 1 2 3 4 5 6"))}
    assert "+2" not in words_in(plate("sky 1 2 3 4 5 6").drawing.svg())
    assert {*cards("sky 4 5 6 7 8")} <= {*drawn_cards(plate("sky 1 2 3 4 5 6 7 8"))}
    assert not {*cards("sky 1 2 3")} & {*drawn_cards(plate("sky 1 2 3 4 5 6 7 8"))}
    assert "+3" in words_in(plate("sky 1 2 3 4 5 6 7 8").drawing.svg())


def test_a_card_from_the_stock_stays_unseen_but_it_is_seen_who_drew_it() -> None:
    quay = Quay(stock="grey 4 5", Anne=HAND, Bob="grey 1")
    before = board(quay)
    quay.draws("Anne")
    assert drawn_cards(board(quay)) == drawn_cards(before)
    assert "Anne draws from the stock." in alt(quay, board(quay))
    assert (
        words_in(board(quay).drawing.svg()).count("An") == words_in(before.drawing.svg()).count("An") + 1
    ), "her chip"


def test_what_was_dropped_last_bears_the_chip_of_who_did_it() -> None:
    quay = Quay(stock="grey 4 5", Anne=HAND, Bob="grey 1").turn("Anne", "stock", "red 10")
    assert "Anne drops 🦀 Red 10." in alt(quay, board(quay))
    drawn = words_in(board(quay).drawing.svg())
    assert ("10", "An") in pairwise(drawn)


def veils(picture: Picture) -> int:
    return picture.drawing.svg().count('fill-opacity="0.58"')


def test_what_may_not_be_drawn_is_dimmed() -> None:
    quay = Quay(Anne=HAND, Bob="grey 1")
    assert veils(board(quay)) == 0
    assert veils(board(quay.having(quiet=6))) == 2, "the pier and the discards, while the stock is compulsory"
    spared = Quay(pier="green 5", Anne=HAND, Bob="grey 1").having(voids=2)
    assert veils(board(spared)) == 1


def test_when_somebody_sails_the_board_shows_the_ship_to_attach_to() -> None:
    quay = Quay(Anne=HAND, Bob="grey 1").sails("Anne", crew="orange purple")
    assert sorted(drawn_cards(board(quay))) == sorted(cards(HAND))
    assert {"limit 21", "choosing"} <= set(words_in(board(quay).drawing.svg()))
    three = Quay(Anne=HAND, Bob="grey 1", Cleo="grey 2").sails("Anne", crew="orange purple").answers("Bob")
    assert {"ready", "choosing"} <= set(words_in(board(three).drawing.svg()))


def test_after_a_hand_the_board_says_what_it_has_cost_until_the_next_card_is_drawn() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="grey 1, pink 11")
    quay.sails("Anne", crew="orange").answers("Bob", crew="pink")
    ended = {"limit 9", "+2", "limit 1", "0", "Bob stayed within the limit: Anne sinks!", "Hand 1"}
    assert ended <= set(words_in(board(quay).drawing.svg()))
    assert alt(quay, board(quay))[0] == "Hand 1", "whose end it is, though the next is dealt"
    assert "Anne sailed. Crew: 🍊 Orange 1 2. Prisoners: none. Stowaways: 🐳 Blue 9. Limit: 9." in alt(
        quay, board(quay)
    )
    quay.draws("Bob")
    assert ended & set(words_in(board(quay).drawing.svg())) == {"0"}, "Bob's penalty cards"


def test_in_open_hands_the_end_of_a_hand_stands_until_the_next_card_is_drawn() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="grey 1, pink 11")
    quay.sails("Anne", crew="orange").answers("Bob", crew="pink")
    ended = {"9", "+2", "1", "Bob stayed within the limit: Anne sinks!"}
    for name in ("Anne", "Bob"):
        assert ended <= set(words_in(hand(quay, name).drawing.svg()))
    quay.draws("Bob")
    assert "Bob stayed within the limit: Anne sinks!" not in words_in(hand(quay, "Anne").drawing.svg())


def test_a_board_says_how_many_penalty_cards_make_the_next_hand_the_last() -> None:
    quay = Quay(penalties={"Anne": 3, "Bob": 4}, Anne=HAND, Bob="grey 1")
    assert "7 of 35 penalty cards" in words_in(board(quay).drawing.svg())
    assert "7 penalty cards" in words_in(board(quay.having(last_hand=True)).drawing.svg())


def test_a_void_hand_is_explained() -> None:
    quay = Quay(pier="green 5", Anne=HAND, Bob="grey 1").draws("Anne", "pier")
    shown = words_in(board(quay).drawing.svg())
    assert "Anne emptied the pier: nobody scores." in " ".join(shown)


def test_a_cappotto_is_seen_on_board_and_sheet_without_the_cards_that_nobody_had_to_show() -> None:
    quay = Quay(pier="green 5 6", Anne="orange 1 2, purple 3", Bob="grey 1").sails(
        "Anne", crew="purple orange"
    )
    assert quay.is_over
    assert "cappotto" in words_in(board(quay).drawing.svg())
    assert sorted(drawn_cards(sheet(quay))) == sorted(cards("orange 1 2, purple 3"))


# The hand


def own_cards(picture: Picture) -> list[int]:
    """Every card below the plates, which stand above one's own."""
    root = parsed(picture.drawing.svg())
    top = min(
        float(each.attrib["y"])
        for each in root.iter(f"{SVG}text")
        if (each.text or "").startswith(("Prisoners", "Crew"))
    )
    return list(_drawn_cards(picture, top))


def test_a_hand_is_sorted_into_prisoners_crew_by_number_and_stowaways_the_dearest_first() -> None:
    quay = Quay(pier="green 5", Anne="green 1, orange 1 8, purple 3, blue 2 9, red 10", Bob="grey 1")
    shown = hand(quay, "Anne")
    assert own_cards(shown) == list(cards("green 1, blue 2 9, red 10, orange 8, purple 3, orange 1"))
    said = words_in(shown.drawing.svg())
    assert said[:2] == ["your turn", "Hand 1, turn 1"]
    assert {"Prisoners", "Crew", "Stowaways", "12"} <= set(said)
    assert "limit 12" not in said, "a word that is told later stands nowhere before"


def test_who_draws_sees_the_table_and_below_each_open_card_the_limit_that_it_would_leave() -> None:
    quay = Quay(pier="green 5, red 3", discard="orange 9", Anne=HAND, Bob="grey 1")
    shown = words_in(hand(quay, "Anne").drawing.svg())
    below = shown[shown.index("?") :]
    assert below[1:3] == ["5", "5"], "with orange 9, and with green 5 while red 10 is a prisoner"
    assert "14" in shown, "what it is now"
    assert "?" not in words_in(hand(quay.draws("Anne"), "Bob").drawing.svg())
    assert {*cards("green 5, red 3, orange 9")} <= {*drawn_cards(hand(quay, "Bob"))}


def test_the_ends_of_stock_and_pier_are_seen_before_they_are_drawn() -> None:
    """A sail under the last card of the stock, a cross under that of the pier: no limit stands there."""
    quay = Quay(pier="green 5", stock="grey 9", discard="orange 9", Anne=HAND, Bob="grey 1")
    shown = words_in(hand(quay, "Anne").drawing.svg())
    assert "?" not in shown
    assert shown.count("14") == 1, "now"
    assert shown.count("5") == 2, "on the pier's card, and what the discards would leave"


def test_with_a_card_too_many_the_one_that_is_best_dropped_lies_apart() -> None:
    quay = Quay(pier="green 5", stock="pink 1 2", Anne="green 1, orange 1 8, blue 2 9, red 10", Bob="grey 1")
    shown = hand(quay.draws("Anne"), "Anne")
    assert {"Without", "1"} <= set(words_in(shown.drawing.svg()))
    assert own_cards(shown) == list(cards("green 1, orange 1, blue 2, orange 8, blue 9, pink 1, red 10"))


def test_who_names_a_crew_sees_the_splits_that_are_offered_by_their_letters() -> None:
    quay = Quay(stock="grey 4 5", Anne=HAND, Bob="grey 1").draws("Anne").acts("Anne", "sail")
    quay.drops("Anne", "grey 4")
    shown = words_in(hand(quay, "Anne").drawing.svg())
    buttons = [quay.say(each.short) for each in quay.menu("Anne").choices if each.action is not None]
    assert buttons[0] == "A: limit 14"
    for button in buttons:
        letter, limit = button.split(": ")
        assert shown[shown.index(letter) + 1] == limit


def test_an_opponent_sees_what_to_attach_and_after_the_answer_what_is_attached() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="orange 3, grey 1 2, red 5").sails("Anne", crew="orange")
    shown = hand(quay, "Bob")
    assert {"To attach", "Anne sails!", "limit 9"} <= set(words_in(shown.drawing.svg()))
    assert sorted(own_cards(shown)) == sorted(cards("orange 3, grey 1 2, red 5"))
    assert {*cards("orange 1 2, blue 9")} <= {*drawn_cards(shown)}, "the ship to attach to"
    three = Quay(Anne="orange 1 2, blue 9", Bob="orange 3, grey 1 2, red 5", Cleo="red 1")
    three.sails("Anne", crew="orange").answers("Bob", crew="grey", attaching="orange 3")
    assert {"Attached", "limit 5"} <= set(words_in(hand(three, "Bob").drawing.svg()))


def test_who_splits_by_hand_sees_what_is_attached_and_the_next_best_for_the_rest() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="orange 3, grey 1 2, red 5").sails("Anne", crew="orange")
    assert {"limit 3"} <= set(words_in(hand(quay, "Bob", "choose").drawing.svg())), "nothing is attached yet"
    for more in ((), ("crews",)):
        attached = words_in(hand(quay, "Bob", "choose", "orange3", *more).drawing.svg())
        assert {"Attached", "limit 3"} <= set(attached), "limit 0 was offered before"


def test_where_another_crew_is_named_the_splits_on_the_first_page_are_gone() -> None:
    quay = Quay(stock="grey 4 5", Anne=HAND, Bob="grey 1").draws("Anne").acts("Anne", "sail")
    quay.drops("Anne", "grey 4")
    assert "A" in words_in(hand(quay, "Anne").drawing.svg())
    assert "A" not in words_in(hand(quay, "Anne", "crews").drawing.svg())


def test_who_answers_sees_the_limit_of_who_sails_beside_the_own_one() -> None:
    quay = Quay(Anne="orange 1 2, blue 9 10", Bob="grey 1 2, red 5, pink 7").sails("Anne", crew="orange")
    shown = words_in(hand(quay, "Bob").drawing.svg())
    place = shown.index("19")
    assert shown[place + 1] == "An"
    assert words_in(hand(quay, "Anne").drawing.svg()).count("19") == 1, "her own limit, beside nobody's"


@pytest.mark.parametrize("prisoners", ["1", "1 2 3 4 5"])
def test_what_is_best_dropped_lies_beside_the_stowaways(prisoners: str) -> None:
    held = f"green {prisoners}, blue 2, red 10, grey 9, pink 8"
    quay = Quay(pier="green 11", stock="pink 1 2", Anne=held, Bob="grey 1")
    shown = hand(quay.draws("Anne"), "Anne")
    assert line_of(shown, "Without") == line_of(shown, "Stowaways")


def line_of(picture: Picture, said: str) -> float:
    """How far from the top these words stand."""
    (y,) = [
        float(each.attrib["y"])
        for each in parsed(picture.drawing.svg()).iter(f"{SVG}text")
        if each.text == said
    ]
    return y


# The sheet


def test_signs_are_explained_below_the_notepad_in_letters_that_can_be_read_however_long_the_words() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="grey 1, pink 11")
    quay.sails("Anne", crew="orange").answers("Bob", crew="pink")
    long = {"sailed": "a levé l'ancre", "attached": "cartes ajoutées", "prisoners": "prisonniers"}
    said = {**long, "crew": "équipage", "stowaways": "passagers clandestins"}
    picture = CORSARI.sheet_picture(quay.view(), lambda text: said.get(english(text), english(text)))
    assert picture is not None
    sizes = {
        each.text: float(each.attrib["font-size"])
        for each in parsed(picture.drawing.svg()).iter(f"{SVG}text")
    }
    assert [word for word in said.values() if sizes.get(word, 0) < 20] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sheet_is_never_higher_than_a_telephone_shows_and_has_every_player_however_long_the_game(
    players: int,
) -> None:
    quay = Quay(hands={f"Player{seat}": f"grey {seat + 1}" for seat in range(players)})
    packed = b"".join(
        scoring.packed(Showdown(hand, hand % players, 0, (), (b"\1",) + (b"",) * (players - 1)))
        for hand in range(1, 20)
    )
    quay.having(score_sheet=packed, penalties=(bytes(range(19)),) + (b"",) * (players - 1))
    picture = sheet(quay)
    assert height(picture) <= 680
    shown = words_in(picture.drawing.svg())
    assert "1–12" in shown
    assert "+12" in shown
    assert all(name in shown for name in quay.names)


def height(picture: Picture) -> float:
    """In units."""
    return float(parsed(picture.drawing.svg()).attrib["viewBox"].split()[3])


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
            held = sorted(moment.state.hands[watcher])
            if moment.state.table.phase != "over":
                shown = own_cards(own)
                options = moment.state.table.phase == "split" and watcher in moment.state.table.to_act
                assert sorted({*shown} if options else shown) == held, "each once, none too many"
