"""What Buccaneer's pictures show: every boat disc by disc, ships, purses, and no wage that is covered.

All is read back from the drawings: whoever draws is not asked.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given

from games.buccaneer.discs import FACES, OWNER, Party
from games.buccaneer.ships import SHIPS
from games.buccaneer.state import CHALLENGES, State
from games.contract import Picture
from games.drawing.palette import CHALK, GOLD, HUES, PLAYERS
from games.text import Text, english
from tests.games.audit import SVG, parsed, words_in
from tests.games.buccaneer.port import BUCCANEER, COLOUR_NAMES, Port
from tests.games.buccaneer.test_endings import about_to_stall
from tests.games.playing import Moment, moments
from tests.support.examples import examples

COLOURS = {HUES[hue]: name for hue, name in zip(PLAYERS, COLOUR_NAMES, strict=False)}
some = examples(60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def words(text: Text) -> str:
    return english(text, dict(enumerate(COLOUR_NAMES)))


def there(picture: Picture | None) -> Picture:
    assert picture is not None
    return picture


def board(port: Port) -> Picture:
    return there(BUCCANEER.board_picture(port.view(), words))


def hand(port: Port, name: str, *chosen: str) -> Picture:
    return there(BUCCANEER.hand_picture(port.view(name), words, chosen))


def sheet(port: Port) -> Picture:
    return there(BUCCANEER.sheet_picture(port.view(), words))


def said(picture: Picture) -> list[str]:
    return [words(line) for line in picture.alt]


# Reading a drawing. A captain is a large disc with a wage on it, the others are painted before, from the bow.


@dataclass(frozen=True)
class Frame:
    """A rectangle, or what stands in for it."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        return self.left < x < self.right and self.top < y < self.bottom


@dataclass(frozen=True)
class Disc:
    """A disc in a boat: its middle, and what can be seen of it."""

    x: float
    y: float
    face: str


def boats(picture: Picture) -> list[str]:
    """Row by row from the left: "Red 5, Blue, Yellow"."""
    return [", ".join(disc.face for disc in boat) for boat in _boats(picture)]


def framed(picture: Picture, colour: str, width: str) -> list[str]:
    """The discs in frames of such a line."""
    frames = [
        _frame(element)
        for element in parsed(picture.drawing.svg()).iter(f"{SVG}rect")
        if element.attrib["fill"] == "none"
        and (element.get("stroke"), element.get("stroke-width")) == (colour, width)
    ]
    discs = [disc for boat in _boats(picture) for disc in boat]
    return [disc.face for disc in discs if any(frame.holds(disc.x, disc.y) for frame in frames)]


def put_last(picture: Picture) -> list[str]:
    """The discs in the light frame."""
    return framed(picture, CHALK, "4")


def must_board(picture: Picture) -> list[str]:
    """The discs in golden frames."""
    return framed(picture, GOLD, "6")


def chosen_for(picture: Picture) -> list[str]:
    """The discs of the party that is to do something."""
    return framed(picture, GOLD, "5")


def _boats(picture: Picture) -> Iterator[list[Disc]]:
    crew: list[Disc] = []
    captain: ET.Element | None = None
    for element in parsed(picture.drawing.svg()):
        given = element.attrib
        match element.tag.removeprefix(SVG):
            case "rect" if given["fill"] in COLOURS and given["width"] == "30":
                frame = _frame(element)
                x, y = (frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2
                crew.append(Disc(x, y, COLOURS[given["fill"]]))
            case "ellipse" if given["fill"] in COLOURS and given["rx"] == "23.5":
                captain = element
            case "text" if captain is not None:
                letter, wage = element.text or ""
                colour = COLOURS[captain.attrib["fill"]]
                assert letter == ("K" if colour == "Black" else colour[0]), "as on its button"
                face = f"{colour} {wage}"
                top = Disc(float(captain.attrib["cx"]), float(captain.attrib["cy"]), face)
                yield [top, *crew]
                crew, captain = [], None
            case _:
                pass


def _frame(element: ET.Element) -> Frame:
    x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
    return Frame(x, y, x + width, y + height)


def alone(picture: Picture) -> list[str]:
    """The pirates on their owners' lines, each a disc with a wage."""
    drawn: list[str] = []
    colour: str | None = None
    for element in parsed(picture.drawing.svg()):
        given = element.attrib
        match element.tag.removeprefix(SVG):
            case "ellipse":
                is_disc = given["rx"] == given["ry"] == "14"
                colour = COLOURS.get(given["fill"]) if is_disc else None
            case "text" if colour is not None:
                drawn.append(f"{colour} {element.text}")
                colour = None
            case _:
                pass
    return drawn


# The board


def test_a_party_is_a_boat_with_its_captain_in_the_bow_and_the_mate_behind() -> None:
    picture = board(Port("r5 b2 k3", "y2 b5"))
    assert boats(picture) == ["Red 5, Blue, Black", "Yellow 2, Blue"]


def test_pirates_that_stand_alone_stand_on_their_owners_line() -> None:
    drawn = alone(board(Port("r5 b2 b3 y2", "k5 b4 b5 bq")))
    assert [disc for disc in drawn if disc.startswith("Red")] == ["Red 2", "Red 3", "Red 4", "Red ?"]
    assert not [disc for disc in drawn if disc.startswith("Blue")]


@some
@given(moments([BUCCANEER]))
def test_the_board_shows_every_pirate_and_of_none_more_than_can_be_seen(moment: Moment) -> None:
    state: State = moment.state
    picture = there(BUCCANEER.board_picture(BUCCANEER.observe(state, None), words))
    over = state.table.phase == "over"
    assert boats(picture) == [_spelled(party) for party in state.parties if len(party) > 1 and not over]
    single = [_spelled(party) for party in state.parties if len(party) == 1 and not over]
    assert Counter(alone(picture)) == Counter(single)


def test_the_party_that_is_to_do_something_is_framed_and_then_the_ship_it_is_to_board() -> None:
    port = Port("r5 b2 k3", "r4 y3", "y2 b5")
    assert chosen_for(hand(port, "Red")) == []
    chosen = hand(port, "Red", "r5")
    assert chosen_for(chosen) == ["Red 5", "Blue", "Black"]
    ship = port.view("Red").table.ships[0]
    assert hand(port, "Red", "r5", str(ship + 1)) != chosen


@some
@given(moments([BUCCANEER]))
def test_a_hand_is_the_boats_of_the_others_then_every_party_of_ones_own(moment: Moment) -> None:
    state: State = moment.state
    parties = () if state.table.phase == "over" else state.parties
    for seat in moment.seats:
        picture = there(BUCCANEER.hand_picture(BUCCANEER.observe(state, seat), words))
        own = [party for party in parties if OWNER[party[0]] == seat]
        others = [party for party in parties if OWNER[party[0]] != seat]
        afloat = sorted(
            [party for party in others if len(party) > 1],
            key=lambda party: (OWNER[party[0]] - seat) % len(moment.seats),
        )
        assert boats(picture) == [_spelled(party) for party in (*afloat, *own)]
        single = [_spelled(party) for party in others if len(party) == 1]
        assert Counter(alone(picture)) == Counter(single)


@some
@given(moments([BUCCANEER]))
def test_pictures_are_no_higher_than_a_telephone_shows_beside_their_buttons(moment: Moment) -> None:
    for watcher in moment.watchers:
        seen = BUCCANEER.observe(moment.state, watcher)
        assert _height(BUCCANEER.board_picture(seen, words)) <= 880
        if watcher is not None:
            assert _height(BUCCANEER.hand_picture(seen, words)) <= 900


def _height(picture: Picture | None) -> float:
    return float(parsed(there(picture).drawing.svg()).attrib["viewBox"].split()[3])


@some
@given(moments([BUCCANEER]))
def test_no_picture_names_a_covered_pirate_or_a_ship_that_lies_face_down(moment: Moment) -> None:
    state: State = moment.state
    covered = [FACES[disc] for party in state.parties for disc in party[1:]]
    pirates = {name for face in covered for name in (english(face.label), face.short)}
    ships = {english(SHIPS[ship].name) for ship in state.deck}
    for watcher in moment.watchers:
        seen = BUCCANEER.observe(state, watcher)
        for draw in (BUCCANEER.board_picture, BUCCANEER.hand_picture):
            assert _named(pirates | ships, _lines(draw(seen, english))) == []
        # What a ship's crew was paid, openly, is told beside the sheet as long as no other has gone.
        notepad = BUCCANEER.sheet_picture(seen, english)
        assert _named(ships, _lines(notepad)) == []
        assert _named(pirates, [] if notepad is None else words_in(notepad.drawing.svg())) == []


def _lines(picture: Picture | None) -> list[str]:
    """All that the picture says, drawn and beside it."""
    return [] if picture is None else [*words_in(picture.drawing.svg()), *map(english, picture.alt)]


def _named(secrets: set[str], lines: list[str]) -> list[str]:
    """Those of these names that stand in the lines, not as a part of a longer word."""
    any_of_them = "|".join(map(re.escape, sorted(secrets))) or "(?!)"
    return re.findall(rf"(?<!\w)(?:{any_of_them})(?!\w)", "\n".join(lines))


def _spelled(party: Party) -> str:
    top, *below = party
    return ", ".join([words(FACES[top].label), *(COLOUR_NAMES[OWNER[disc]] for disc in below)])


def test_a_ship_in_sight_shows_its_need_its_ducats_and_the_wage_of_a_question_mark() -> None:
    drawn = words_in(board(Port(ships="Narwhal")).drawing.svg())
    start = drawn.index("Narwhal")
    assert Counter(drawn[start : start + 5]) == Counter(["Narwhal", "6", "26", "6", "?"])


def test_the_place_of_a_ship_that_sailed_away_says_so() -> None:
    port = about_to_stall(stalled=True).moves("Red", "rq", "gq")
    assert port.in_sight == ["Narwhal"]
    assert {"Narwhal", "Orca", "sailed away"} <= {*words_in(board(port).drawing.svg())}


def test_a_ship_keeps_its_place_when_another_is_boarded() -> None:
    port = Port("r5 b2 k3 y4 y5", ships="Minnow Marlin Orca")
    before = board(port)
    after = board(port.boards("Red", "r5", "Minnow"))
    for name in ("Minnow", "Marlin", "Orca"):
        assert abs(_left_of(after, name) - _left_of(before, name)) < 20


def test_ships_stand_in_the_same_order_on_the_board_and_under_a_hand() -> None:
    port = Port("r5 b2 k3", ships="Orca Minnow Marlin")
    for picture in (board(port), hand(port, "Blue")):
        names = [line for line in words_in(picture.drawing.svg()) if line in ("Minnow", "Marlin", "Orca")]
        assert names == ["Minnow", "Marlin", "Orca"]


def _left_of(picture: Picture, said: str) -> float:
    """How far from the left these words begin."""
    x, *_rest = [
        float(each.attrib["x"])
        for each in parsed(picture.drawing.svg()).iter(f"{SVG}text")
        if each.text == said
    ]
    return x


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_board_says_what_the_most_booty_of_a_kind_brings(players: int) -> None:
    state = BUCCANEER.new(BUCCANEER.Options(), players, bytes(32))
    picture = there(BUCCANEER.board_picture(BUCCANEER.observe(state, None), words))
    drawn = words_in(picture.drawing.svg())
    start = drawn.index("0 of 15 ships gone")
    assert drawn[start + 1 : start + 5] == ["15", "12", "9", "6"]


def test_booty_is_counted_on_the_line_and_kinds_of_which_there_is_none_are_left_out() -> None:
    bare = Counter(words_in(board(Port(booty={})).drawing.svg()))
    rich = Counter(words_in(board(Port(booty={"Red": "chest chest dagger"})).drawing.svg()))
    assert rich - bare == Counter(["2", "1"])


def test_whoever_the_game_waits_for_has_a_golden_line() -> None:
    for name in ("Red", "Blue"):
        picture = board(Port("r5 b2 k3", turn=name))
        (awaited,) = [
            _frame(element)
            for element in parsed(picture.drawing.svg()).iter(f"{SVG}rect")
            if (element.get("stroke"), element.get("stroke-width")) == (GOLD, "4")
        ]
        (at,) = [
            float(each.attrib["y"])
            for each in parsed(picture.drawing.svg()).iter(f"{SVG}text")
            if each.text == name
        ]
        assert awaited.top < at < awaited.bottom


def test_while_all_are_alone_the_board_says_so() -> None:
    picture = board(Port())
    assert boats(picture) == []
    assert "Every pirate stands alone." in words_in(picture.drawing.svg())


# What has just happened


def test_what_the_latest_turn_put_on_another_party_has_a_light_frame() -> None:
    port = Port("r5 b2 k3", "y2 b5").moves("Red", "r5", "y2")
    picture = board(port)
    assert boats(picture) == ["Red 5, Blue, Black, Yellow, Blue"]
    assert put_last(picture) == ["Red 5", "Blue", "Black"]
    assert "Red puts 3 pirates on Yellow's party of 2: 5 together." in said(picture)
    port.moves("Blue", "b3", "r5")
    assert put_last(board(port)) == ["Blue 3"]


def test_a_ship_just_boarded_shows_by_whom_and_what_it_brought_everybody() -> None:
    port = Port("r5 b2 k3 y4 y5", ships="Marlin Minnow").boards("Red", "r5", "Marlin", taking="chest")
    picture = board(port)
    drawn = words_in(picture.drawing.svg())
    assert put_last(picture) == []
    assert {"Marlin", "boarded", "+8", "+2", "+3", "+9"} <= set(drawn)
    assert "22" not in drawn
    assert "Red boards the Marlin with 5 pirates." in said(picture)
    assert "Who won and lost: Red +8, Blue +2, Yellow +9 and Black +3" in said(picture)
    after = board(port.moves("Blue", "b3", "r2"))
    assert "+8" not in words_in(after.drawing.svg())
    assert "Red boards the Marlin with 5 pirates." not in said(after)


def test_when_all_parties_have_disbanded_the_board_says_so_until_the_next_move() -> None:
    told = "Nobody could act: every pirate goes home unpaid."
    port = Port("r5 b2 k3", stalled=True)
    assert told in said(board(port))
    assert told not in said(board(port.moves("Red", "r5", "y2")))


# Mutiny


def test_a_party_that_somebody_is_asked_about_is_marked_and_so_is_who_is_asked() -> None:
    calm, asked = Port("r5 b2 b3 k3 k4"), Port("r5 b2 b3 b4 k3")
    assert asked.table.phase == "mutiny"
    assert _golden_marks(board(calm)) == 0
    assert _golden_marks(board(asked)) == 1
    assert _golden_marks(hand(asked, "Blue")) == 1


def test_a_challenged_captains_party_stands_in_a_golden_frame() -> None:
    port = Port("r5 b2 b3 b4 k3", "r4 y2").challenges("Blue")
    picture = board(port)
    assert must_board(picture) == ["Red 5", "Blue", "Blue", "Blue", "Black"]
    assert _golden_marks(picture) == 1
    assert "Blue in mutiny" in " ".join(said(picture))


def test_a_challenge_that_cannot_be_met_yet_is_marked_without_a_frame() -> None:
    port = Port("r5 b2 b3 b4", ships="Marlin", answers={"Blue": CHALLENGES})
    assert must_board(board(port)) == []
    assert _golden_marks(board(port)) == 1


def _golden_marks(picture: Picture) -> int:
    discs = parsed(picture.drawing.svg()).iter(f"{SVG}ellipse")
    return sum(disc.attrib["fill"] == GOLD and disc.attrib["rx"] == "15.5" for disc in discs)


# The hand


def test_under_each_ship_stands_what_she_would_bring_each_of_ones_parties() -> None:
    port = Port("r5 b2 k3", "r4 y2", ships="Minnow Herring Seal")
    drawn = words_in(hand(port, "Red").drawing.svg())
    assert drawn[drawn.index("Minnow") :][5:9] == ["4", "+8", "5", "+5"]  # wages of 2, and of 2 and 3
    assert drawn[drawn.index("Herring") :][5:7] == ["5", "+7"]
    assert (
        drawn[drawn.index("Seal") :][5:]
        == words_in(hand(port, "Red").drawing.svg())[drawn.index("Seal") + 5 :]
    )
    assert "+8" not in words_in(hand(port, "Blue").drawing.svg())


def test_what_covered_pirates_cost_is_told_from_what_lies_open_alone() -> None:
    port = Port("r5 b2", "k3 b5", ships="Minnow Seal")
    assert "+5…+8" in words_in(hand(port, "Red").drawing.svg())
    assert "+5…+8" in words_in(hand(Port("r5 b5", "k3 b2", ships="Minnow Seal"), "Red").drawing.svg())


def test_while_there_is_mutiny_other_parties_of_the_captains_are_dimmed() -> None:
    calm = Port("r5 b2 b3 b4 k3", "r4 y2").lets_be("Blue")
    port = Port("r5 b2 b3 b4 k3", "r4 y2").challenges("Blue")
    assert _veils(hand(calm, "Red")) == 0
    assert _veils(hand(port, "Red")) == 4  # Red 4 over Yellow, Red 2, Red 3 and Red ?


def test_in_a_mutiny_only_boardings_of_those_who_must_are_reckoned() -> None:
    port = Port("r5 b2 b3 b4 k3", "r4 y2", ships="Minnow Orca")
    assert "+8" in words_in(hand(port, "Red").drawing.svg())
    assert "+8" not in words_in(hand(port.challenges("Blue"), "Red").drawing.svg())


def _veils(picture: Picture) -> int:
    return picture.drawing.svg().count('fill-opacity="0.58"')


# The score sheet


def test_the_notepad_has_a_line_for_each_ship_with_what_everybody_gained_or_paid() -> None:
    port = Port("r5 b2 k3 y4 y5", ships="Marlin Minnow").boards("Red", "r5", "Marlin", taking="chest")
    drawn = words_in(sheet(port).drawing.svg())
    start = drawn.index("Marlin")
    assert drawn[start : start + 5] == ["Marlin", "+8", "+2", "+9", "+3"]
    assert drawn[-5:] == ["Ducats", "18", "12", "19", "13"]


def test_after_the_game_it_counts_the_booty_and_sums_up_the_ships() -> None:
    port = Port("r5 b2", ships="Minnow", booty={"Red": "chest chest", "Blue": "chest"})
    port.boards("Red", "r5", "Minnow")
    drawn = words_in(sheet(port).drawing.svg())
    assert {"+15", "× 2", "+1", "× 1"} <= set(drawn)
    assert drawn[drawn.index("As captain") + 1] == "+8"
    assert drawn[drawn.index("As crew") + 2] == "+2"
