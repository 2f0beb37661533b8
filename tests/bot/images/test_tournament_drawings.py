"""Tournaments as pictures: they hold together for any field and names, and say in words what they show."""

from __future__ import annotations

import hashlib
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Reader
from bot.images import knockout_drawing, tournament_drawings
from bot.images.requests import MOST_ALT, alt_text, record_image, words_for
from bot.screens.tournaments import images
from bot.screens.tournaments.lines import MOST_PODS, standings_lines
from bot.screens.tournaments.round_messages import final_standings
from bot.tournaments.formats import engine
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Event, EventOptions, Pod, Result, Round
from bot.tournaments.pairing.standings import Standings
from games.catalogue import BUILT_IN
from games.contract import Picture
from games.drawing.furniture import SMALL
from games.text import Text, _
from tests.bot.screens.looking import PICTURE, text
from tests.bot.screens.tournaments.making import (
    cup,
    drawn,
    in_order,
    opened,
    played,
    played_out,
    replaced,
)
from tests.games.audit import SVG, outside, overlapping_words, parsed, words_in
from tests.support.examples import examples
from tools import samples
from tools.gallery import LANGUAGES

NAMES = ("Anna", "小さな海賊", "<b>&amp;\"'", "🦜🏴‍☠️", "محمد", "Wilhelmina Featherstonehaugh XIV", "")
TITLE = _("Standings after round {round}", round=2)

name = st.text(max_size=40) | st.sampled_from(NAMES)
names = st.lists(name, max_size=20)
locale = st.sampled_from(("en-US", "de", "fr", "it"))
some = examples(10)  # a tenth of a second each: EXAMPLES=thorough tries two hundred


def sound(picture: Picture, reader: Reader) -> None:
    """The picture holds together, and can be read on a telephone."""
    assert outside(picture.drawing.svg()) == []
    assert overlapping_words(picture.drawing.svg()) == []
    assert 0 < len(alt_text(reader, picture)) <= MOST_ALT


def event_of(tournament: Tournament) -> Event:
    """What the draw knows of it."""
    assert tournament.record.event is not None
    return tournament.record.event


def table_of(tournament: Tournament) -> Standings:
    """How everybody stands."""
    return engine.standings(event_of(tournament))


def reader_of(tournament: Tournament, locale: str = "en-US") -> Reader:
    """Somebody who knows everybody in it."""
    return samples.reader_of(tournament, locale)


def as_it_comes(round: Round, pod: Pod) -> Result:
    """What may become of a pod: shared places, somebody who didn't come, a table that does not count."""
    random, seats = Random(f"{round.number} {pod.number}"), len(pod.seats)
    places = tuple(random.sample(range(1, seats + 1), seats))
    about = dict[str, object]()
    match random.randrange(6):
        case 0 if pod.seats[0] is not None:
            places, about = (0, *range(1, seats)), {"walk_overs": (0,)}
        case 1 if pod.seats[0] is not None:
            about = {"stand_ins": (0,)}
        case 2:
            about = {"void": True}
        case 3:
            places = (1, 1, *range(3, seats + 1))
        case _:
            pass
    return Result(round=round.number, pod=pod.number, places=places, **about)  # type: ignore[arg-type]


@st.composite
def tournaments(draw: st.DrawFn, formats: tuple[str, ...] = tuple(FORMATS)) -> Tournament:
    """One of any format and size, begun and played so far or to its end, some of its people out."""
    chosen = draw(st.sampled_from(formats))
    # A long schedule in which everybody meets takes seconds to make, and looks like any other.
    largest = 14 if chosen in ("round-robin", "league") else 40
    count, most = draw(st.integers(6, largest)), draw(st.integers(0, 3))
    made = cup(count, names=draw(names), format=chosen, go_on=draw(st.integers(1, 2)), rounds=None)
    made = played_out(made, most, places=as_it_comes)
    if not engine.is_over(event_of(made)):
        made = opened(drawn(made))
        made = played(made, draw(st.integers(0, 4)), places=as_it_comes)
    event = event_of(made)
    for who, disqualified in draw(st.lists(st.tuples(st.integers(1, count), st.booleans()), max_size=3)):
        event = engine.without(event, str(who), disqualified=disqualified)
    ended = not engine.missing(event) and draw(st.booleans())
    return replaced(made, "over" if ended else "running", event=event)


# Anything


@some
@given(tournaments(), locale, st.integers(1, 40))
def test_standings_of_any_tournament_hold_together(made: Tournament, locale: str, own: int) -> None:
    reader = reader_of(made, locale)
    for data in (
        images.standings(made, table_of(made), TITLE, own=str(own)),
        images.final(made, table_of(made)),
    ):
        sound(tournament_drawings.draw_standings(data, words_for(reader)), reader)


@some
@given(tournaments(), locale, st.integers(1, 40))
def test_pods_of_any_round_hold_together(made: Tournament, locale: str, own: int) -> None:
    reader = reader_of(made, locale)
    data = images.pods(made, event_of(made).rounds[-1], own=str(own))
    sound(tournament_drawings.draw_pods(data, words_for(reader)), reader)


@some
@given(tournaments(("knock-out",)), locale)
def test_the_tree_of_any_knock_out_holds_together(made: Tournament, locale: str) -> None:
    reader = reader_of(made, locale)
    data = images.tree(made, table_of(made))
    if data is not None:
        sound(knockout_drawing.draw_knockout(data, words_for(reader)), reader)


@pytest.mark.parametrize("count", [8, 27, 64])
@pytest.mark.parametrize("go_on", [1, 2])
def test_a_tree_can_be_read_whatever_the_field(count: int, go_on: int) -> None:
    picture, reader = samples.knock_out(names=[f"Sailor {number}" for number in range(count)], go_on=go_on)
    sound(picture, reader)
    root = parsed(picture.drawing.svg())
    assert float(root.attrib["viewBox"].split()[3]) <= knockout_drawing.HIGHEST + 100
    sizes = {float(each.attrib["font-size"]) for each in root.iter(f"{SVG}text")}
    assert min(sizes) >= SMALL


# Standings


def swiss(count: int, *, called: tuple[str, ...] = (), rounds: int = 99) -> Tournament:
    """A Swiss tournament in which whoever entered first always wins."""
    return played_out(cup(count, names=called), rounds, places=in_order)


def standings_of(made: Tournament, own: str | None = None) -> Picture:
    data = images.standings(made, table_of(made), TITLE, own)
    return tournament_drawings.draw_standings(data, words_for(reader_of(made)))


def test_standings_say_what_the_message_says() -> None:
    made = swiss(9)
    read = alt_text(reader_of(made), standings_of(made)).splitlines()
    told = [Reader("en-US", made.game).plain(line) for line in standings_lines(made, table_of(made))]
    assert read[0] == "Standings after round 2"
    assert read[2 : 2 + len(told)] == told


def test_standings_show_the_first_sixteen_and_say_how_many_more_there_are() -> None:
    made = swiss(24)
    shown = words_in(standings_of(made).drawing.svg())
    listed = [
        line for line in table_of(made) if words_for(reader_of(made))(_name(made, line.entrant)) in shown
    ]
    assert [line.place for line in listed] == list(range(1, 17))
    assert "And 8 more." in shown


def _name(made: Tournament, entrant: str) -> Text:
    return _("{name}", name=next(entry.name for entry in made.record.entries if entry.id == entrant))


def test_the_readers_own_line_is_there_however_far_below() -> None:
    made = swiss(24)
    last = table_of(made)[-1]
    shown = words_in(standings_of(made, own=last.entrant).drawing.svg())
    assert "24" in shown
    assert "And 7 more." in shown
    assert standings_of(made).drawing.svg() != standings_of(made, own=table_of(made)[0].entrant).drawing.svg()


def test_who_is_out_is_said_to_be() -> None:
    made = swiss(9, rounds=1)
    made = replaced(made, event=engine.without(event_of(made), "1"))
    assert any("dropped out" in line for line in words_in(standings_of(made).drawing.svg()))


def test_a_podium_bears_the_first_three_who_were_not_disqualified() -> None:
    made = swiss(9)
    before = [line.entrant for line in table_of(made)]
    made = replaced(made, "over", event=engine.without(event_of(made), before[0], disqualified=True))
    podium = images.final(made, table_of(made)).podium
    assert [made.record.entries[row.name.seat].id for row in podium] == before[1:4]  # type: ignore[union-attr]


def test_a_podium_says_what_parts_equal_points() -> None:
    made = replaced(played(opened(drawn(swiss(8, rounds=1))), places=in_order), "over")
    data = images.final(made, table_of(made))
    reader = words_for(samples.reader_of(made, "en-US"))
    said = words_in(tournament_drawings.draw_standings(data, reader).drawing.svg())
    parted = [reader(note) for row in data.podium for note in row.notes]
    assert parted == ["opponents 40", "opponents 26.67", "lot 2"]
    assert set(parted) <= set(said)


@pytest.mark.parametrize("form", ["swiss", "knock-out"])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_end_of_a_cup_of_sixteen_has_everybody_once_in_ninety_words(form: str, locale: str) -> None:
    made = samples.sample_tournament(samples.PIRATES, EventOptions(format=form, go_on=2))
    table, reader = table_of(made), samples.reader_of(made, locale)
    drawn = words_in(
        tournament_drawings.draw_standings(images.final(made, table), words_for(reader)).drawing.svg()
    )
    assert {name: drawn.count(name) for name in samples.PIRATES} == dict.fromkeys(samples.PIRATES, 1)
    said = text(final_standings(made, table, reader, PICTURE))
    assert len([word for word in " ".join((*drawn, said)).split() if any(map(str.isalpha, word))]) <= 90


# Pods


def test_pods_show_places_as_they_come_in() -> None:
    made = played(opened(drawn(swiss(8, rounds=1))), 1, places=in_order)
    data = images.pods(made, event_of(made).rounds[-1])
    assert [[sitter.place for sitter in pod.sitters] for pod in data.pods] == [[1, 2, 3, 4], [0, 0, 0, 0]]


def test_whoever_did_not_come_is_said_not_to_have() -> None:
    def nobody_first(round: Round, pod: Pod) -> Result:
        return Result(round=round.number, pod=pod.number, places=(0, 1, 2, 3), walk_overs=(0,))

    made = played(opened(drawn(swiss(8, rounds=1))), 1, places=nobody_first)
    data = images.pods(made, event_of(made).rounds[-1])
    assert "didn't come" in words_in(
        tournament_drawings.draw_pods(data, words_for(reader_of(made))).drawing.svg()
    )


def test_of_many_pods_the_readers_own_is_never_left_out() -> None:
    made = opened(drawn(played_out(cup(64), 0)))
    (round,) = event_of(made).rounds
    last = round.pods[-1]
    data = images.pods(made, round, own=last.seats[0])
    assert [pod.own for pod in data.pods] == [True, *(False,) * (MOST_PODS - 1)]
    picture = tournament_drawings.draw_pods(data, words_for(reader_of(made)))
    assert {f"Pod {last.number}", "And 4 more."} <= set(words_in(picture.drawing.svg()))


# Trees


def test_a_tree_marks_who_went_on_and_crowns_the_winner() -> None:
    made = replaced(played_out(cup(16, format="knock-out", go_on=2), places=in_order), "over")
    data = images.tree(made, table_of(made))
    assert data is not None
    gone_on = [
        [sitter.on for pod in level.pods for sitter in pod.sitters].count(True) for level in data.levels
    ]
    assert gone_on == [8, 4, 1]
    read = alt_text(
        reader_of(made), knockout_drawing.draw_knockout(data, words_for(reader_of(made)))
    ).splitlines()
    assert read[2] == "🥇 Anne wins the tournament. Yo-ho-ho!"
    assert read[3] == "The final"


def test_a_tree_leaves_out_the_first_rounds_of_a_large_field_and_says_so() -> None:
    made = played_out(cup(64, format="knock-out", go_on=2), places=in_order)
    data = images.tree(made, table_of(made))
    assert data is not None
    shown = words_in(knockout_drawing.draw_knockout(data, words_for(reader_of(made))).drawing.svg())
    assert len(data.levels) == 5
    assert "…and 2 rounds before these." in shown
    assert "The final" in shown


def test_a_tree_as_it_was_after_a_round_knows_nothing_of_the_next() -> None:
    made = played_out(cup(64, format="knock-out", go_on=2), 3, places=in_order)
    then = images.tree(played_out(cup(64, format="knock-out", go_on=2), 2, places=in_order), ())
    assert images.tree(made, table_of(made), until=2) == then


def test_there_is_no_tree_of_one_round() -> None:
    made = opened(drawn(played_out(cup(16, format="knock-out"), 0)))
    assert images.tree(made, table_of(made)) is None
    assert images.tree(swiss(16), table_of(swiss(16))) is None


# All


def test_a_former_player_and_a_name_that_cannot_be_drawn_are_called_something() -> None:
    made = swiss(4, called=("", "小さな海賊", "Bart", "Dora"))
    picture = standings_of(made)
    assert {"a former player", "Player 2"} <= set(words_in(picture.drawing.svg()))
    assert "小さな海賊" in alt_text(reader_of(made), picture)


def test_nothing_secret_travels_to_where_pictures_are_drawn() -> None:
    made = played(opened(drawn(played_out(cup(16, game=BUILT_IN[0], format="knock-out", go_on=2), 1))), 1)
    table = table_of(made)
    data = (
        images.standings(made, table, TITLE),
        images.pods(made, event_of(made).rounds[-1]),
        images.tree(made, table),
    )
    draws = (
        tournament_drawings.draw_standings,
        tournament_drawings.draw_pods,
        knockout_drawing.draw_knockout,
    )
    reader = reader_of(made)
    wanted = [record_image(draw, shown, reader) for draw, shown in zip(draws, data, strict=True)]  # type: ignore[arg-type]
    sent = pickle.dumps([each.args for each in wanted])
    for received, draw, shown in zip(pickle.loads(sent), draws, data, strict=True):
        sketch = wanted[0].draw(*received)
        assert sketch is not None
        assert sketch.drawing.svg() == draw(shown, words_for(reader)).drawing.svg()  # type: ignore[arg-type]
    assert [one.secret for one in made.record.tables if one.secret.encode() in sent] == []


def test_the_pictures_are_still_as_they_were_looked_at() -> None:
    seen = [
        hashlib.sha256(draw("en-US", samples.PIRATES)[0].drawing.svg().encode()).hexdigest()[:12]
        for draw in samples.TOURNAMENT_DRAWINGS
    ]
    assert seen == ["7b1d243b4704", "4080aea43c87", "7b9d342b7a65", "b094c1b2ca94", "0cb7cffa978e"]
