"""What holds for a position that somebody sets up, in every game; and what cannot be, is refused in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import catalogue, game
from games.contract import AnyGame, Position
from games.replay import Move, final_state, replay
from games.skull_king.cards import special
from games.skull_king.position import SkullKingPosition
from games.text import english
from tests.games.hidden import DESCRIBED, PIECES, UNDESCRIBED
from tests.games.playing import Beginning, Moment, beginnings, moments, texts_in
from tests.support.examples import examples

GAMES = list(catalogue().values())
SEED = bytes(range(32))


def position_of(beginning: Beginning, share: float) -> tuple[Moment, Position]:
    """A moment at this share of the way, and the position: what can be said of it, and the moves since."""
    played, begun = list(beginning.play()), beginning.game.Position()
    played = played[: round(share * (len(played) - 1)) + 1]
    describe = DESCRIBED.get(beginning.game.slug, lambda state: begun if state == played[0].state else None)
    for moment in reversed(played):
        found = describe(moment.state)
        if found is not None:
            return played[-1], found.model_copy(update={"moves": played[-1].log[len(moment.log) :]})
    raise AssertionError("a game's beginning can be described")


def set_up(beginning: Beginning, given: Position) -> Any:
    return beginning.game.position(beginning.options, beginning.players, beginning.seed, given)


def played_on(game: AnyGame, state: Any, random: Random) -> Iterator[tuple[Any, Move]]:
    """A game to its end, and what is done."""
    while waiting := game.to_act(state):
        seat = random.choice(waiting)
        action = random.choice(game.legal_actions(state, seat))
        yield state, (seat, action)
        state, _events = game.apply(state, seat, action)


@examples(60)
@given(beginnings(), st.floats(0, 1))
def test_a_state_described_and_set_up_again_is_the_same_but_for_what_has_been_before(
    beginning: Beginning, share: float
) -> None:
    moment, given = position_of(beginning, share)
    again = set_up(beginning, given)
    forgotten = UNDESCRIBED.get(beginning.game.slug, lambda state: state)
    assert forgotten(again) == forgotten(moment.state)
    for watcher in moment.watchers:
        seen = beginning.game.observe(forgotten(again), watcher)
        assert seen == beginning.game.observe(forgotten(moment.state), watcher)


@examples(40)
@given(beginnings(), st.floats(0, 1), st.integers(0, 2**32))
def test_every_later_card_follows_from_a_position(beginning: Beginning, share: float, chance: int) -> None:
    moment, given = position_of(beginning, share)
    game, state = beginning.game, set_up(beginning, given)
    for there, (seat, action) in played_on(game, moment.state, Random(chance)):
        assert game.to_act(state) == game.to_act(there)
        assert [game.legal_actions(state, other) for other in moment.seats] == [
            game.legal_actions(there, other) for other in moment.seats
        ]
        state, _events = game.apply(state, seat, action)
    assert game.outcome(state) is not None


@examples(40)
@given(beginnings(), st.floats(0, 1), st.binary(min_size=32, max_size=32), st.integers(0, 2**32))
def test_a_position_is_played_to_the_end_with_all_its_pieces_and_within_its_bounds(
    beginning: Beginning, share: float, seed: bytes, chance: int
) -> None:
    """With another seed, other cards are dealt later. What is told by its moves alone needs the same deal."""
    game, (_moment, given) = beginning.game, position_of(beginning, share)
    seed = seed if game.slug in DESCRIBED else beginning.seed
    state = game.position(beginning.options, beginning.players, seed, given)
    pieces, bounds, moves = PIECES[game.slug], game.bounds(beginning.options, beginning.players), list[Move]()
    for there, move in played_on(game, state, Random(chance)):
        assert pieces(there) == pieces(state)
        moves.append(move)
    assert len(moves) <= bounds.actions
    as_moves = given.model_copy(update={"moves": (*given.moves, *moves)})
    ended = game.position(beginning.options, beginning.players, seed, as_moves)
    assert final_state(game, beginning.options, beginning.players, seed, moves, given) == ended
    *_before, (last, _events) = replay(game, beginning.options, beginning.players, seed, moves, given)
    assert last == ended
    outcome = game.outcome(ended)
    assert outcome is not None
    assert all(bounds.lowest <= points <= bounds.highest for points in outcome.points)


@given(beginnings())
def test_a_position_that_says_nothing_is_the_beginning(beginning: Beginning) -> None:
    assert set_up(beginning, beginning.game.Position()) == beginning.new()


@examples(30)
@given(beginnings(), st.floats(0, 1))
def test_a_position_survives_json(beginning: Beginning, share: float) -> None:
    _moment, given = position_of(beginning, share)
    assert beginning.game.Position.model_validate_json(given.model_dump_json()) == given


@given(moments())
def test_moves_that_the_rules_refuse_make_no_position(moment: Moment) -> None:
    game, beginning = moment.game, moment.beginning
    for move in ((0, "dance"), (beginning.players, "play g2"), (-1, "play g2")):
        with pytest.raises(ValueError, match=rf"[Ss]eat {move[0]}\b"):
            set_up(beginning, game.Position(moves=(*moment.log, move)))


# What each game refuses: the players, what is said, and what is wrong with it


def refused(slug: str, players: int, says: dict[str, Any], why: str, **options: Any) -> None:
    played = game(slug)
    with pytest.raises(ValueError, match=why):
        played.position(played.Options(**options), players, SEED, played.Position(**says))


BECK = dict[str, Any](hands=("g2 k1", "g5 escape1", "y3 y4"), bids=(1, 0, 1))
SET = dict[str, Any](planks=("up 3 3 3 3",) * 4)


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ({"hands": ("g2", "g2", "y3")}, "'g2' lies in two places"),
        ({"hands": ("g2", "g5", "y3"), "undealt": "g5"}, "'g5' lies in two places"),
        ({"hands": ("g2", "x9", None)}, "'x9' is not in this game"),
        ({"hands": ("g2", "kraken", None)}, "'kraken' is not in this game"),
        ({"hands": ("g2", "g3")}, "3 seats, but hands for 2"),
        ({"hands": ("g2 g3", "g4", None)}, "Seat 1 holds 1 cards, and would have 2"),
        ({"round": 3, "hands": ("g2 g3", None, None)}, "Seat 0 holds 2 cards, and would have 3"),
        ({"hands": (" ".join(f"g{number}" for number in range(1, 13)), None, None)}, "no round .* 12 cards"),
        ({"round": 11}, "round can be 1 to 10"),
        ({"leader": 3}, "leader can be 0 to 2 there, not 3"),
        ({"scores": (10, 0, 0)}, "score of seat 0 can be 0 to 0"),
        ({"round": 2, "scores": (0, -20, 0)}, "score of seat 1 can be -10 to"),
        ({"graybeard": "g2"}, "Graybeard cannot have 1 cards"),
        ({**BECK, "bids": (1, 3, 1)}, "Seat 1 cannot do 'bid 3'"),
        ({**BECK, "bids": (1, 0)}, "3 seats, but bids for 2"),
        ({"hands": ("g2 k1", "g5", "y3 y4"), "trick": "g9"}, "say the bids"),
        ({**BECK, "leader": 1, "trick": "g9"}, "Seat 1 holds 2 cards, and would have 1"),
        ({**BECK, "leader": 0, "trick": "g9 y9 y10"}, "`trick` has fewer"),
        ({**BECK, "leader": 0, "fallen": "g9 y9"}, "3 cards make a trick"),
        ({**BECK, "loads": ("cannonball",) * 3}, "Seat 0 cannot do 'load cannonball'"),
        # Seat 1 has g5, and so could not play another suit on g9.
        ({"hands": ("g2", "g5", "y3 y4"), "bids": (0, 0, 0), "leader": 0, "trick": "g9 y9"}, "Follow Parrot"),
    ],
)
def test_what_cannot_be_in_skull_king_is_refused(says: dict[str, Any], why: str) -> None:
    refused("skull-king", 3, says, why)


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ({"hands": ("g2", "g3"), "bids": (0, 0), "trick": "g2"}, "the moves must say"),
        ({"hands": ("g2", "g3"), "graybeard": "g4 g5"}, "Graybeard cannot have 2 cards"),
        ({"hands": ("g2", "g3"), "graybeard": "loot1"}, "'loot1' is not in this game"),
    ],
)
def test_what_cannot_be_with_graybeard_is_refused(says: dict[str, Any], why: str) -> None:
    refused("skull-king", 2, says, why, graybeard=True, loot=True)


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ({"round": 5}, "round can be 1 to 4"),
        ({"scores": (1, 0, 0, 0)}, "score of seat 0 can be 0 to 0"),
        ({"hands": ("r7", None, None, None)}, "Seat 0 holds 1 cards, and would have 12"),
        ({"left_over": "r7"}, "2 are left over, not 0 and 1"),
        ({"king": "r7 r8"}, "old Pirate King has 0 cards"),
        ({"left_over": "r7 r7"}, "'r7' lies in two places"),
        ({"trick": "r7"}, "say the planks"),
        ({"planks": ("up 3 3 3 6",) * 4}, "Seat 0 cannot do 'plank up 3 3 3 6'"),
        ({**SET, "trick": "r7 r8 r9 r10"}, "`trick` has fewer"),
        ({**SET, "leader": 4}, "leader can be 0 to 3"),
    ],
)
def test_what_cannot_be_in_skull_queen_is_refused(says: dict[str, Any], why: str) -> None:
    refused("skull-queen", 4, says, why)


def test_two_players_of_skull_queen_say_by_moves_what_was_played() -> None:
    refused("skull-queen", 2, {"planks": ("up 3 3 3 3",) * 2, "trick": "r7"}, "the moves must say")


TWELVE = " ".join(f"red{number}" for number in range(1, 12)) + " blue1"


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ({"hands": ("red1", None)}, "Seat 0 holds 1 cards, and would have 12"),
        ({"hands": (TWELVE, None), "pier": "red1"}, "'red1' lies in two places"),
        (
            {"hand": 2, "hands": (TWELVE, None), "penalties": ("red1", "")},
            "'red1' is not in this game, or not",
        ),
        ({"penalties": ("pink1", "pink1"), "hand": 2}, "'pink1' lies in two places"),
        ({"penalties": ("pink1", "")}, "hand can be 2 to 4"),
        ({"hand": 2}, "hand can be 1 to 1"),
        ({"hand": 4, "voids": 3}, "void hands can be 0 to 2"),
        ({"pier": ""}, "on the pier can be 1 to 7"),
        ({"pier": "pink1 pink2"}, "discards can be 6 to"),
        ({"discards": ""}, "discards can be 1 to"),
        ({"discards": "pink1 pink2 pink3", "turn": 1}, "turns can be 2 to"),
        ({"quiet": 1}, "quiet turns can be 0 to 0"),
        ({"taken": ("red1", "")}, "Seat 0 has taken 'red1', but does not hold it"),
        ({"hands": (TWELVE, None), "taken": ("red1 red1", "")}, "'red1' lies in two places"),
    ],
)
def test_what_cannot_be_in_corsari_is_refused(says: dict[str, Any], why: str) -> None:
    refused("corsari", 2, says, why)


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ({"captain": 3}, "captain can be 0 to 2"),
        ({"parties": ("r2 b2", "b2 y2")}, "'b2' lies in two places"),
        ({"parties": ("k2",)}, "'k2' is not in this game"),
        ({"parties": ("r2 r3 r4 r5 rq b2 b3 b4 b5 bq",)}, "can be 1 to 9 there, not 10"),
        ({"parties": ("b2 r2", "b3 r3", "b4 r4", "b5 r5", "bq rq"), "captain": 0}, "passed over"),
        ({"ships": "1 2"}, "With 15 ships left 3 are in sight, not 2"),
        ({"ships": "1 2 16"}, "'16' is not in this game"),
        ({"ships": "1 2 3", "unseen": "3"}, "'3' lies in two places"),
        ({"voyages": ("1",), "ships": "1 2 3"}, "'1' lies in two places"),
        ({"voyages": ("1 chest r2 b2",)}, "Ship 1 carries no 'chest'"),
        ({"voyages": ("4 barrel r2 b2",)}, "crew of ship 4 can be 3 to 9"),
        ({"voyages": ("1 dagger r2 r2",)}, "named twice"),
        ({"ducats": (11, 10, 10)}, "score of seat 0 can be 0 to 10"),
        ({"ducats": (10, 10)}, "3 seats, but ducats for 2"),
        ({"answers": ("challenge", "", "")}, "Seat 0 has no party"),
        ({"changes": (1, 0, 0)}, "seat 0 has changed its answer can be 0 to 0"),
    ],
)
def test_what_cannot_be_in_buccaneer_is_refused(says: dict[str, Any], why: str) -> None:
    refused("buccaneer", 3, says, why)


# What a position leaves open


def test_what_is_not_said_is_as_the_seed_has_it() -> None:
    played = game("skull-king")
    options, new = played.Options(), played.new(played.Options(), 3, SEED)
    state = played.position(options, 3, SEED, SkullKingPosition(hands=(None, "king", None)))
    assert state.hands[0] == new.hands[0]
    assert state.hands[1] == bytes([special("king")]) != new.hands[1]
    assert sorted(PIECES["skull-king"](state)) == sorted(PIECES["skull-king"](new))


def test_cards_that_are_dealt_fit_what_was_played() -> None:
    """Whoever has not followed suit is dealt none of it."""
    played, suit = game("skull-king"), set(range(14))
    for number in range(40):
        says = SkullKingPosition(round=6, leader=0, bids=(0, 0, 0), trick="g9 k1")
        state = played.position(played.Options(), 3, bytes([number]) * 32, says)
        assert not suit & set(state.hands[1])
        assert [len(hand) for hand in state.hands] == [5, 5, 6]
        assert played.to_act(state) == (2,)


BEGUN_LATER = SkullKingPosition(
    hands=("g2", "y7", ""),
    leader=0,
    bids=(0, 1, 1),
    fallen="g9 y1 king",
    trick="y9",
    scores=(10, -10, 30),
)


def test_a_round_goes_on_in_its_second_trick() -> None:
    played = game("skull-king")
    state = played.position(played.Options(), 3, SEED, BEGUN_LATER)
    assert (state.table.round, state.table.taken, state.table.leader) == (2, (0, 0, 1), 2)
    assert played.legal_actions(state, 0) == ("play g2",)
    assert state.table.points == (10, -10, 30)


@examples(40)
@given(beginnings(), st.floats(0, 1), st.integers(0, 2**32))
def test_all_is_shown_of_a_game_that_began_in_the_middle(
    beginning: Beginning, share: float, chance: int
) -> None:
    played, (_moment, given) = beginning.game, position_of(beginning, share)
    state = set_up(beginning, given)
    for there, (seat, action) in played_on(played, state, Random(chance)):
        state, _events = played.apply(there, seat, action)
    for watcher in (None, *range(beginning.players)):
        seen = played.observe(state, watcher)
        for picture in (played.board_picture, played.hand_picture, played.sheet_picture):
            picture(seen, english)
        said = [played.board(seen), played.hand(seen), played.sheet(seen)]
        assert all(english(text) for text in texts_in(said))
    for figure in played.figures(state):
        assert all(made <= of for made, of in zip(figure.made, figure.of, strict=True))


def test_a_score_sheet_that_begins_later_numbers_its_rounds_as_they_are() -> None:
    played = game("skull-king")
    state = played.position(played.Options(), 3, SEED, BEGUN_LATER)
    for seat, action in ((0, "play g2"), (1, "play y7")):
        state, _events = played.apply(state, seat, action)
    sheet = played.sheet(played.observe(state, None))
    assert sheet is not None
    assert [english(row.label) for row in sheet.rows] == ["2."]
    assert [english(cell) for cell in sheet.rows[0].cells] == ["0/0 +20", "0/1 −10", "2/1 −10"]
    assert [english(cell) for cell in sheet.totals.cells] == ["30", "−20", "20"]


def test_the_example_of_the_page_about_the_engine_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    (example,) = re.findall(
        r"```python\n(.*?)```", page.partition("## A position")[2].partition("\n## ")[0], re.S
    )
    exec(compile(example, "engine.md", "exec"), {})
