"""What newcomers are told: each thing when it is needed, and nothing that is not so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.contract import Lesson
from games.skull_king import rulebook, trick
from games.skull_king.cards import FACES_OF_CARD
from games.skull_king.options import SkullKingOptions
from games.skull_king.rules import playable
from games.skull_king.state import State, View
from games.text import english
from tests.games.beginner import Beginner, learned, play
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


def test_nobody_is_told_to_win_a_trick_that_cannot_be_won() -> None:
    told = Counter[bool]()
    for seed in range(60):
        for view in views(SkullKingOptions(length="even"), 4, seed.to_bytes(32)):
            names = {lesson.name for lesson in SKULL_KING.lessons(view)}
            if view.table.phase != "play" or 0 not in view.to_act:
                continue
            bid, taken = view.table.bids[0], view.table.taken[0]
            if bid <= taken:
                continue
            wins = any(
                trick.settle(view.table.trick + FACES_OF_CARD[card][:1], view.table.setup).taker
                == len(view.table.trick)
                for card in playable(view.hand, view.table.trick, view.table.setup.edition)
            )
            assert ("short" in names) == wins
            told[wins] += 1
    assert min(told[True], told[False]) > 0


@pytest.mark.parametrize("edition", ["beck", "classic"])
def test_in_its_course_an_edition_tells_each_thing_at_its_moment(edition: str) -> None:
    options = SkullKingOptions.model_validate({"edition": edition})
    taught = rulebook.course(options)
    assert isinstance(taught.options, SkullKingOptions)
    assert taught.options.edition == edition
    came = Counter[str]()
    for chance in range(8):
        learner = Beginner(SKULL_KING, Random(chance))
        play(learner, taught)
        assert next(iter(learner.told)) == "trick", "the first is what is to be guessed"
        early = [int(learner.told[name].split(".")[0]) for name in ("card", "taken") if name in learner.told]
        assert max(early) <= rulebook.EARLY, "what is plain by then is not told later"
        came.update(list(learner.told))
    missed = {name for name in EVERYTHING[edition] if came[name] < 6}
    assert not missed, "the cards of the course bring nearly all of it"


EVERYTHING = {
    "beck": {
        *("trick", "card", "count", "taken", "follow", "short", "enough", "lead"),
        *("trump", "pirate", "mermaid", "king", "escape", "fourteen"),
    },
    "classic": {
        *("trick", "card", "count", "taken", "follow", "short", "enough", "lead"),
        *("trump", "pirate", "mermaid", "king", "escape", "either"),
    },
}


@pytest.mark.long
@pytest.mark.parametrize("edition", ["beck", "classic"])
def test_whoever_does_what_the_course_says_keeps_bids_and_beats_cabin_boys(edition: str) -> None:
    found = learned(SKULL_KING, SkullKingOptions.model_validate({"edition": edition}), 60)
    assert found.kept >= 0.45
    assert found.won >= 0.40


@pytest.mark.parametrize(
    ("bids", "well", "better"),
    [
        ("0", "1 of your 1 bids was exact.", None),
        ("1", None, "bid one trick less"),
    ],
)
def test_after_the_course_it_is_told_what_went_well_and_what_to_do_better(
    bids: str, well: str | None, better: str | None
) -> None:
    table = Tavern(SkullKingOptions(length="bedtime"), Anne="g2", Bob="g9")
    table.bidding(Anne=int(bids), Bob=1).plays("Anne leads g2, Bob plays g9")
    review = SKULL_KING.review(table.view("Anne"))
    assert (review.well and english(review.well)) == well
    assert better is None or (review.better is not None and better in english(review.better))
    took = SKULL_KING.review(table.view("Bob"))
    assert took.better is None


def test_who_took_too_many_is_told_to_throw_strong_cards_away() -> None:
    table = Tavern(SkullKingOptions(length="bedtime"), Anne="g2", Bob="g9")
    table.bidding(Anne=0, Bob=0).plays("Anne leads g2, Bob plays g9")
    better = SKULL_KING.review(table.view("Bob")).better
    assert better is not None
    assert "throw your strong cards away" in english(better)


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


def test_first_is_said_what_to_guess_and_what_it_pays() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4")
    assert "Hit it: 20 points each" in told(table, "Anne")["trick"]
    assert list(told(table, "Anne")) == ["trick"], "how to find a bid is told when one has been played"
    assert told(table.bids("Anne", 1), "Anne") == {}


def test_where_nearly_right_pays_too_that_is_said() -> None:
    table = Tavern(SkullKingOptions(scoring="cannonball"), Anne="g1 g2", Bob="g3 g4")
    assert "10 for each card dealt" in told(table, "Anne")["trick"]


def test_who_must_follow_is_told_so_and_who_cannot_that_anything_goes() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 y4", Cora="y5 y6").bidding().plays("Anne leads g1")
    assert "play its suit if you can, otherwise any card" in told(table, "Bob")["follow"]
    table.plays("Bob plays g3")
    assert "follow" in told(table, "Cora")


@pytest.mark.parametrize(("led", "name"), [("king", "no-suit"), ("escape", "open"), ("g1", "follow")])
def test_what_was_led_decides_what_is_explained(led: str, name: str) -> None:
    table = Tavern(Anne=f"{led} g9", Bob="y3 y4").bidding().plays(f"Anne leads {led}")
    assert {"no-suit", "open", "follow"} & set(told(table, "Bob")) == {name}


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
    for name in ("trump", "king"):
        assert "sea monster" not in told(calm, "Anne")[name].lower()
        assert "sea monster" in told(wild, "Anne")[name].lower()


def test_a_bonus_is_explained_after_its_trick() -> None:
    table = Tavern(Anne="king g2 g3", Bob="rosie g3 g4").bidding(Anne=1)
    table.plays("Anne leads king, Bob plays rosie")
    assert {"bonus", "enough"} <= set(told(table, "Anne"))
    table = Tavern(Anne="kraken g2 g3", Bob="rosie g3 g4").bidding()
    table.plays("Anne leads kraken, Bob plays rosie")
    assert "bonus" not in told(table, "Bob")


def test_what_a_miss_costs_is_told_with_the_first_bid_and_what_0_is_worth_after_a_bid_of_0() -> None:
    table = Tavern(Anne="g9", Bob="g2")
    assert "lose 10 for each off" in told(table, "Bob")["trick"]
    table = table.bidding(Anne=1, Bob=0).plays("Anne leads g9, Bob plays g2")
    assert "10 points for each card" in told(table, "Bob")["zero"]


def test_whoever_has_bid_twice_has_heard_of_every_bid() -> None:
    for seed in range(20):
        views_of_bids = [
            {lesson.name for lesson in SKULL_KING.lessons(view)}
            for view in views(SkullKingOptions(length="even"), 4, seed.to_bytes(32))
            if view.table.phase == "bid" and 0 in view.to_act
        ]
        assert {"trick", "zero"} <= set[str]().union(*views_of_bids[:3])


def test_a_power_and_the_cannons_are_explained_where_they_are_used() -> None:
    table = Tavern(POWERS, Anne="harry g3", Bob="g5 g6").bidding().plays("Anne leads harry, Bob plays g5")
    assert "power" in told(table, "Anne")
    assert "power" not in told(table, "Bob")
    loading = Tavern(SkullKingOptions(scoring="cannonball"), Anne="g1", Bob="g2").bidding()
    assert "15" in told(loading, "Anne")["load"]
