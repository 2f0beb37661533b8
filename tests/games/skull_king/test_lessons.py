"""What newcomers are told: each thing when it is needed, and nothing that is not so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.contract import Lesson
from games.skull_king import trick
from games.skull_king.cards import FACES_OF_CARD
from games.skull_king.lessons import course as the_course
from games.skull_king.options import SkullKingOptions
from games.skull_king.rules import playable
from games.skull_king.state import State, View
from games.text import english
from tests.games.skull_king.tavern import HAUNTED, POWERS, SKULL_KING, Tavern

ALL = SkullKingOptions(kraken=True, white_whale=True, loot=True, powers=True)
OPTIONS = (
    SkullKingOptions(),
    SkullKingOptions(edition="classic"),
    ALL,
    HAUNTED,
    SkullKingOptions(scoring="cannonball"),
)


def told(table: Tavern, name: str) -> dict[str, str]:
    """The lessons of this moment, by name."""
    return {lesson.name: table.say(lesson.text) for lesson in SKULL_KING.lessons(table.view(name))}


def views(options: SkullKingOptions, players: int, seed: bytes) -> Iterator[View]:
    """A whole game as its first seat sees it."""
    state: State = SKULL_KING.new(options, players, seed)
    random = Random(1)
    while waiting := SKULL_KING.to_act(state):
        yield SKULL_KING.observe(state, 0)
        robot = SKULL_KING.robots["any" if waiting[0] else "sensible"]
        chosen = robot.choose(SKULL_KING.observe(state, waiting[0]), random)
        state, _events = SKULL_KING.apply(state, waiting[0], chosen)
    yield SKULL_KING.observe(state, 0)


def course() -> list[tuple[str, int]]:
    """What is told in the course, one lesson a decision, and at which decision."""
    taught = the_course()
    state = SKULL_KING.new(taught.options, taught.players, taught.seed)
    heard: list[tuple[str, int]] = []
    decisions = 0
    while waiting := SKULL_KING.to_act(state):
        seen = SKULL_KING.observe(state, waiting[0])
        if waiting[0] == 0:
            decisions += 1
            new = [each for each in SKULL_KING.lessons(seen) if each.name not in dict(heard)]
            heard += [(each.name, decisions) for each in new[:1]]
        chosen = SKULL_KING.robots["sensible"].choose(seen, Random(1))
        state, _events = SKULL_KING.apply(state, waiting[0], chosen)
    assert decisions == 35
    return heard


def test_nobody_is_told_to_win_a_trick_that_cannot_be_won() -> None:
    told = Counter[bool]()
    for seed in range(60):
        for view in views(SkullKingOptions(length="even"), 4, seed.to_bytes(32)):
            names = {lesson.name for lesson in SKULL_KING.lessons(view)}
            if view.table.phase != "play" or 0 not in view.to_act:
                continue
            bid, taken = view.table.bids[0], view.table.taken[0]
            if bid <= taken or bid - taken != len(view.hand):
                continue
            wins = any(
                trick.settle(view.table.trick + FACES_OF_CARD[card][:1], view.table.setup).taker
                == len(view.table.trick)
                for card in playable(view.hand, view.table.trick, view.table.setup.edition)
            )
            assert ("every" in names) == wins
            told[wins] += 1
    assert min(told[True], told[False]) > 0


def test_the_course_is_ten_minutes_long_and_every_lesson_of_its_cards_comes() -> None:
    heard = dict(course())
    taught = the_course()
    assert isinstance(taught.options, SkullKingOptions)
    everything = {lesson.name for view in views(taught.options, 4, bytes(32)) for lesson in lessons(view)}
    assert everything - {"every"} <= set(heard), "whether every trick is needed depends on the bid"
    assert list(heard)[:2] == ["trick", "lead"]
    assert max(heard[name] for name in ("void", "follow", "trump", "no-suit", "enough", "taken")) <= 15
    assert heard["count"] < 20


def lessons(view: View) -> tuple[Lesson, ...]:
    return SKULL_KING.lessons(view)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_lesson_is_one_thing_in_at_most_forty_words_and_none_is_for_spectators(
    options: SkullKingOptions,
) -> None:
    for view in views(options, 2 if options is HAUNTED else 4, bytes([7]) * 32):
        names = [lesson.name for lesson in lessons(view)]
        assert len(set(names)) == len(names)
        for lesson in lessons(view):
            assert len(english(lesson.text).split()) <= 40, lesson.name
    state = SKULL_KING.new(options, 2 if options is HAUNTED else 4, bytes(32))
    assert SKULL_KING.lessons(SKULL_KING.observe(state, None)) == ()


def test_first_is_said_what_a_trick_is_which_cards_take_it_and_what_to_bid() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4")
    assert "Skull King, pirates, mermaids, black" in told(table, "Anne")["trick"]
    assert "exact pays 20 points each, 0 pays 10 a card" in told(table, "Anne")["trick"]
    assert next(iter(told(table, "Anne"))) == "trick"
    assert "rascal" not in told(table, "Anne")
    assert told(table.bids("Anne", 1), "Anne") == {}


def test_where_nearly_right_pays_too_that_is_said_next() -> None:
    table = Tavern(SkullKingOptions(scoring="cannonball"), Anne="g1 g2", Bob="g3 g4")
    assert list(told(table, "Anne"))[:2] == ["trick", "rascal"]
    assert "10 points for each card dealt" in told(table, "Anne")["rascal"]


def test_who_must_follow_is_told_so_and_who_cannot_that_anything_goes() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 y4", Cora="y5 y6").bidding().plays("Anne leads g1")
    assert "Parrot" in told(table, "Bob")["follow"]
    assert "follow" not in told(table, "Cora")
    table.plays("Bob plays g3")
    assert "anything goes" in told(table, "Cora")["void"]


@pytest.mark.parametrize(("led", "name"), [("king", "no-suit"), ("escape", "open"), ("g1", "void")])
def test_what_was_led_decides_what_is_explained(led: str, name: str) -> None:
    table = Tavern(Anne=f"{led} g9", Bob="y3 y4").bidding().plays(f"Anne leads {led}")
    assert {"no-suit", "open", "void"} & set(told(table, "Bob")) == {name}


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("k1", "trump"),
        ("rosie", "pirate"),
        ("tigress", "either"),
        ("king", "king"),
        ("mermaid", "mermaid"),
        ("escape", "escape"),
        ("g14", "fourteen"),
        ("loot", "loot"),
        ("kraken", "kraken"),
        ("whale", "whale"),
    ],
)
def test_a_card_is_explained_to_whoever_holds_it(card: str, name: str) -> None:
    table = Tavern(Anne=f"{card} g2", Bob="g3 g4")
    assert name in told(table, "Anne")
    assert name not in told(table, "Bob")


def test_where_sea_monsters_swim_no_card_is_promised_a_trick() -> None:
    calm = Tavern(SkullKingOptions(), Anne="k1 king", Bob="g3 g4")
    wild = Tavern(ALL, Anne="k1 king", Bob="g3 g4")
    for name in ("trick", "trump", "king"):
        assert "sea monster" not in told(calm, "Anne")[name].lower()
        assert "sea monster" in told(wild, "Anne")[name].lower()


def test_what_an_edition_pays_is_what_is_said() -> None:
    assert "50 extra" in told(Tavern("classic", Anne="mermaid", Bob="y1"), "Anne")["mermaid"]
    assert "40 extra" in told(Tavern(SkullKingOptions(), Anne="mermaid", Bob="g1"), "Anne")["mermaid"]


def test_after_a_trick_the_crown_is_explained_and_a_bonus() -> None:
    table = Tavern(Anne="king g2", Bob="rosie g3").bidding(Anne=1)
    table.plays("Anne leads king, Bob plays rosie")
    assert {"taken", "bonus", "enough"} <= set(told(table, "Anne"))
    assert "enough" not in told(table, "Bob")
    table = Tavern(Anne="kraken g2", Bob="rosie g3").bidding().plays("Anne leads kraken, Bob plays rosie")
    assert not {"taken", "bonus"} & set(told(table, "Bob"))


@pytest.mark.parametrize(
    ("bid", "name", "words"), [(1, "points", "20 points"), (0, "points-zero", "costs 10 points")]
)
def test_after_a_round_its_points_are_explained(bid: int, name: str, words: str) -> None:
    table = Tavern(Anne="g9", Bob="g2").bidding(Anne=bid, Bob=1).plays("Anne leads g9, Bob plays g2")
    assert words in told(table, "Anne")[name]
    assert "1 trick off costs 10" in told(table, "Bob")["points"]


def test_a_power_and_the_cannons_are_explained_where_they_are_used() -> None:
    table = Tavern(POWERS, Anne="harry g3", Bob="g5 g6").bidding().plays("Anne leads harry, Bob plays g5")
    assert "power" in told(table, "Anne")
    assert "power" not in told(table, "Bob")
    loading = Tavern(SkullKingOptions(scoring="cannonball"), Anne="g1", Bob="g2").bidding()
    assert "15" in told(loading, "Anne")["load"]
