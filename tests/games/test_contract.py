"""What holds for every game of the catalogue, whatever its rules."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from string import Formatter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import CardNames
from games.contract import AnyGame, IllegalAction, Observation, spelling
from games.replay import Move, final_state, replay
from games.text import Text, english
from tests.games.hidden import CHOSEN_OPENLY, NOTHING_PRIVATE, OTHERWISE, PIECES
from tests.games.playing import (
    GAMES,
    Beginning,
    Moment,
    actions_by_steps,
    beginnings,
    moments,
    options_of,
    paths,
    shown,
    texts_in,
)
from tests.support.examples import examples

WHOLE_GAMES = examples(25)
games = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])


# The course of a game


@WHOLE_GAMES
@given(beginnings())
def test_random_play_ends_within_its_bounds(beginning: Beginning) -> None:
    end = beginning.end()
    bounds = end.game.bounds(beginning.options, beginning.players)
    outcome = end.game.outcome(end.state)
    assert outcome is not None
    assert len(end.log) <= bounds.actions
    assert len(outcome.points) == len(outcome.places) == beginning.players
    assert all(bounds.lowest <= points <= bounds.highest for points in outcome.points)


@WHOLE_GAMES
@given(beginnings())
def test_somebody_is_first_and_everybodys_place_counts_those_ahead(beginning: Beginning) -> None:
    end = beginning.end()
    outcome = end.game.outcome(end.state)
    assert outcome is not None
    assert min(outcome.places) == 1
    for seat in end.seats:
        ahead = sum(place < outcome.places[seat] for place in outcome.places)
        assert outcome.places[seat] == ahead + 1


@WHOLE_GAMES
@given(beginnings())
def test_an_outcome_says_whether_many_points_are_good(beginning: Beginning) -> None:
    """A first place may have been won otherwise, and equal points may be told apart."""
    outcome = beginning.end().game.outcome(beginning.end().state)
    assert outcome is not None
    assert outcome.higher_is_better == beginning.game.higher_is_better
    ranked = sorted(zip(outcome.places, outcome.points, strict=True))
    points = [points for place, points in ranked if place > 1]
    assert points == sorted(points, reverse=outcome.higher_is_better)


@WHOLE_GAMES
@given(beginnings())
def test_what_a_game_counts_of_its_players_has_a_name_and_is_no_more_than_there_was(
    beginning: Beginning,
) -> None:
    end = beginning.end()
    figures = end.game.figures(end.state)
    assert len({figure.name for figure in figures}) == len(figures)
    for figure in figures:
        assert figure.name in end.game.counted
        assert len(figure.made) == len(figure.of) == beginning.players
        assert all(0 <= made <= of for made, of in zip(figure.made, figure.of, strict=True))


@games
def test_a_score_in_words_says_the_number_with_its_form_of_what_is_counted(game: AnyGame) -> None:
    one, many = (english(game.score(points)) for points in (1, 21))
    assert re.fullmatch(r"1 [a-z ]+", one)
    assert many.removeprefix("2") == f"{one}s"


@games
def test_what_a_game_counts_of_its_players_can_be_stored_and_told(game: AnyGame) -> None:
    assert len(game.counted) <= 5
    for name, label in game.counted.items():
        assert re.fullmatch(r"[a-z0-9_]{1,20}", name)
        assert is_filled(label)


@WHOLE_GAMES
@given(beginnings())
def test_the_game_waits_for_somebody_until_there_is_an_outcome(beginning: Beginning) -> None:
    for moment in beginning.play():
        waiting = moment.game.to_act(moment.state)
        assert bool(waiting) == (moment.game.outcome(moment.state) is None)
        assert all(moment.game.legal_actions(moment.state, seat) for seat in waiting)


@WHOLE_GAMES
@given(beginnings())
def test_no_card_appears_or_disappears(beginning: Beginning) -> None:
    pieces = PIECES[beginning.game.slug]
    all_of_them = pieces(beginning.new())
    for moment in beginning.play():
        assert pieces(moment.state) == all_of_them


@WHOLE_GAMES
@given(beginnings())
def test_the_log_replays_to_the_same_states_and_events(beginning: Beginning) -> None:
    played = list(beginning.play())
    stored = msgspec.json.encode(played[-1].log)
    log = msgspec.json.decode(stored, type=list[Move])
    again = replay(beginning.game, beginning.options, beginning.players, beginning.seed, log)
    assert list(again) == [(moment.state, moment.events) for moment in played]
    assert (
        final_state(beginning.game, beginning.options, beginning.players, beginning.seed, log)
        == played[-1].state
    )


@WHOLE_GAMES
@given(beginnings())
def test_milestones_are_few_and_every_event_is_told_or_goes_without_saying(beginning: Beginning) -> None:
    events = [event for moment in beginning.play() for event in moment.events]
    assert 1 <= sum(beginning.game.milestone(event) for event in events) <= 100
    for event in events:
        told = beginning.game.narrate(event)
        assert told is None or is_filled(told)


@WHOLE_GAMES
@given(beginnings().filter(lambda beginning: beginning.game.slug not in CHOSEN_OPENLY))
def test_what_several_have_chosen_side_by_side_is_a_reveal_to_those_who_are_not_asked_next(
    beginning: Beginning,
) -> None:
    game, before, side_by_side = beginning.game, set[int](), False
    for moment in beginning.play():
        now = set(game.to_act(moment.state))
        if side_by_side and not now < before:
            told = any(game.reveals(event) or game.milestone(event) for event in moment.events)
            assert told or now in (set(), set(moment.seats))
            side_by_side = False
        side_by_side = side_by_side or len(now) > 1
        before = now


@given(beginnings())
def test_a_wrong_number_of_players_is_refused(beginning: Beginning) -> None:
    allowed = beginning.game.players_for(beginning.options)
    for players in (0, 1, allowed[0] - 1, allowed[-1] + 1):
        with pytest.raises(ValueError, match=rf"{allowed[0]} to {allowed[-1]} players.*\b{players}\b"):
            beginning.game.new(beginning.options, players, beginning.seed)


# Actions


@given(moments())
def test_every_legal_action_applies_and_leaves_the_old_state_alone(moment: Moment) -> None:
    before = moment.game.dump(moment.state)
    for seat in moment.seats:
        legal = moment.game.legal_actions(moment.state, seat)
        assert len(set(legal)) == len(legal)
        for action in legal:
            after, _events = moment.game.apply(moment.state, seat, action)
            assert after != moment.state
    assert moment.game.dump(moment.state) == before


@given(moments(), st.lists(st.text(max_size=12), max_size=5))
def test_every_other_action_is_refused_with_a_reason_and_changes_nothing(
    moment: Moment, nonsense: list[str]
) -> None:
    before = moment.game.dump(moment.state)
    heard_of = {action for played in moment.beginning.play() for action in actions_now(played)}
    for seat in moment.seats:
        legal = moment.game.legal_actions(moment.state, seat)
        for action in {*heard_of, *nonsense} - set(legal):
            with pytest.raises(IllegalAction) as refused:
                moment.game.apply(moment.state, seat, action)
            assert is_filled(refused.value.reason)
    assert moment.game.dump(moment.state) == before


def actions_now(moment: Moment) -> set[str]:
    return {action for seat in moment.seats for action in moment.game.legal_actions(moment.state, seat)}


@given(moments(), st.randoms(use_true_random=False))
def test_an_action_may_be_written_as_one_likes_and_is_spelled_as_the_log_has_it(
    moment: Moment, random: Random
) -> None:
    game, names = moment.game, moment.game.card_names(moment.beginning.options)
    for seat in moment.seats:
        legal = moment.game.legal_actions(moment.state, seat)
        for action in random.sample(legal, min(len(legal), 30)):
            labels = [_as_label(names, word) for word in action.split()]
            for words in (action.split(), labels):
                written = "".join(random.choice((" ", "  ", ", ", "\t")) + word for word in words)
                assert game.parse(moment.state, seat, action) == action
                assert game.parse(moment.state, seat, random.choice((written, written.upper()))) == action


def _as_label(names: CardNames, word: str) -> str:
    """A card's short name as what people call it, if no other card is called so; else the word itself."""
    labels = {face.short: english(face.label) for face in names.values()}
    called = labels.get(word, word)
    return called if list(labels.values()).count(called) == 1 else word


@given(moments(), st.text(max_size=12))
def test_what_is_written_is_refused_for_the_reason_that_its_action_is(moment: Moment, nonsense: str) -> None:
    for seat in moment.seats:
        for written in {nonsense, *actions_now(moment)} - set(moment.game.legal_actions(moment.state, seat)):
            meant = moment.game.canonical(moment.state, seat, spelling(written))
            if meant in moment.game.legal_actions(moment.state, seat):
                assert moment.game.parse(moment.state, seat, written) == meant
                continue
            with pytest.raises(IllegalAction) as refused:
                moment.game.parse(moment.state, seat, written)
            assert is_filled(refused.value.reason)
            assert str(refused.value) == english(refused.value.reason)


@given(beginnings())
def test_every_card_has_one_name_by_which_it_is_found(beginning: Beginning) -> None:
    names = beginning.game.card_names(beginning.options)
    for card, face in names.items():
        assert names.number(face.short) == names.number(f" {face.short.upper()} ") == card
        assert names.names(bytes((card,))) == face.short
        assert is_filled(face.label)
    if all(" " not in face.short for face in names.values()):
        assert names.numbers(names.names(bytes(names))) == bytes(names)
    held = getattr(beginning.game.observe(beginning.new(), 0), "hand", b"")
    assert not names or set(held) <= set(names)


@given(moments())
def test_a_seat_that_is_not_there_is_refused(moment: Moment) -> None:
    game, state = moment.game, moment.state
    action = next(iter(actions_now(moment)), "bid 0")
    for seat in (-1, -moment.beginning.players, moment.beginning.players, 99):
        for call in (game.legal_actions, game.decision, game.observe):
            with pytest.raises(ValueError, match=rf"no seat {seat}\b"):
                call(state, seat)
        for call in (game.apply, game.parse):
            with pytest.raises(ValueError, match=rf"no seat {seat}\b"):
                call(state, seat, action)


@games
@pytest.mark.parametrize("count", [0, 16, 31, 33, 64])
def test_a_seed_has_32_bytes(game: AnyGame, count: int) -> None:
    options = game.Options()
    with pytest.raises(ValueError, match=rf"32 bytes, not {count}\b"):
        game.new(options, game.players_for(options)[0], bytes(count))


@given(moments())
def test_pressing_reaches_exactly_the_legal_actions_and_each_by_one_path(moment: Moment) -> None:
    for seat in moment.seats:
        observation = moment.game.observe(moment.state, seat)
        pressed = actions_by_steps(moment.game, observation)
        assert sorted(pressed) == sorted(moment.game.legal_actions(moment.state, seat))


@given(moments())
def test_a_choice_completes_an_action_or_is_refused_or_leads_on(moment: Moment) -> None:
    for seat in moment.seats:
        observation = moment.game.observe(moment.state, seat)
        for path, choice in paths(moment.game, observation):
            assert choice.action is None or choice.why_not is None
            if choice.action is not None or choice.why_not is not None:
                with pytest.raises(ValueError, match=re.escape(repr(path[-1]))):
                    moment.game.steps(observation, path)


@given(moments())
def test_no_step_is_a_dead_end(moment: Moment) -> None:
    for seat in moment.seats:
        observation = moment.game.observe(moment.state, seat)
        beginnings: list[tuple[str, ...]] = [()] if moment.game.steps(observation) else []
        for path, choice in paths(moment.game, observation):
            if choice.action is None and choice.why_not is None:
                beginnings.append(path)
        for beginning in beginnings:
            menu = moment.game.steps(observation, beginning)
            assert menu is not None
            assert any(choice.why_not is None for choice in menu.choices), beginning


@given(moments(), st.text(min_size=1))
def test_a_beginning_that_is_none_is_refused(moment: Moment, nonsense: str) -> None:
    for seat in moment.seats:
        observation = moment.game.observe(moment.state, seat)
        menu = moment.game.steps(observation)
        if menu is None or nonsense not in {choice.value for choice in menu.choices}:
            with pytest.raises(ValueError, match=re.escape(repr(nonsense))):
                moment.game.steps(observation, (nonsense,))


@WHOLE_GAMES
@given(beginnings())
def test_the_decision_changes_exactly_when_what_is_asked_changes(beginning: Beginning) -> None:
    game, passed = beginning.game, {seat: {""} for seat in range(beginning.players)}
    played = list(beginning.play())
    for before, after in pairwise(played):
        actor = after.log[-1][0]
        for seat in before.seats:
            old, new = game.decision(before.state, seat), game.decision(after.state, seat)
            same_question = asked(before, seat) == asked(after, seat)
            assert (old == new) == (same_question and (seat != actor or not old))
            if old != new:
                passed[seat].add(old)
                assert new == "" or new not in passed[seat], "a decision that has passed never comes back"


def asked(moment: Moment, seat: int) -> object:
    """What is asked of a seat: its choices, whatever the sentence above them says."""
    menu = moment.game.steps(moment.game.observe(moment.state, seat))
    return None if menu is None else (menu.choices, moment.game.legal_actions(moment.state, seat))


@given(moments())
def test_a_decision_is_a_short_token_where_something_is_asked_and_empty_elsewhere(moment: Moment) -> None:
    for seat in moment.seats:
        decision = moment.game.decision(moment.state, seat)
        legal = moment.game.legal_actions(moment.state, seat)
        assert bool(decision) == bool(legal)
        assert decision == "" or re.fullmatch(r"[a-z0-9.]{1,16}", decision)


# What a seat may know


@given(moments(), st.integers(0, 2**32))
def test_what_a_seat_cannot_know_makes_no_difference_to_what_it_sees(moment: Moment, chance: int) -> None:
    for watcher in moment.watchers:
        other = OTHERWISE[moment.game.slug](moment.state, watcher, Random(chance))
        elsewhere = Moment(moment.beginning, other, moment.log, moment.events)
        assert moment.game.observe(other, watcher) == moment.game.observe(moment.state, watcher)
        assert shown(elsewhere, watcher) == shown(moment, watcher)


@games
def test_the_other_states_really_are_others(game: AnyGame) -> None:
    """The property above would hold for a hook that changes nothing."""
    state = game.new(game.Options(), game.players_for(game.Options())[-1], bytes(32))
    for watcher in (0, None):
        other = OTHERWISE[game.slug](state, watcher, Random(1))
        assert msgspec.structs.replace(other, seed=state.seed) != state
        if game.slug not in NOTHING_PRIVATE:
            assert any(game.observe(other, seat) != game.observe(state, seat) for seat in range(1, 3))
        assert PIECES[game.slug](state)


@given(moments())
def test_the_observation_says_what_the_game_says(moment: Moment) -> None:
    game = moment.game
    for watcher in moment.watchers:
        observation: Observation = game.observe(moment.state, watcher)
        assert (observation.seat, observation.players) == (watcher, moment.beginning.players)
        assert observation.to_act == game.to_act(moment.state)
        if watcher is None:
            assert (observation.legal, observation.decision) == ((), "")
            assert game.hand(observation) is None
            assert game.steps(observation) is None
        else:
            assert observation.legal == game.legal_actions(moment.state, watcher)
            assert observation.decision == game.decision(moment.state, watcher)


@given(moments())
def test_the_seed_is_in_no_observation(moment: Moment) -> None:
    seed = msgspec.json.encode(moment.beginning.seed).strip(b'"')
    assert seed in moment.game.dump(moment.state)
    for watcher in moment.watchers:
        assert seed not in msgspec.json.encode(moment.game.observe(moment.state, watcher))


# Stored and loaded again


@given(moments())
def test_a_stored_state_is_the_same_and_plays_on_alike(moment: Moment) -> None:
    game = moment.game
    loaded = game.load(game.dump(moment.state))
    assert loaded == moment.state
    assert game.dump(loaded) == game.dump(moment.state)
    for seat in game.to_act(moment.state):
        action = game.legal_actions(loaded, seat)[0]
        assert game.apply(loaded, seat, action) == game.apply(moment.state, seat, action)


@given(moments())
def test_a_stored_observation_is_the_same_and_shows_the_same(moment: Moment) -> None:
    for watcher in moment.watchers:
        observation = moment.game.observe(moment.state, watcher)
        loaded = msgspec.json.decode(msgspec.json.encode(observation), type=moment.game.Observation)
        assert loaded == observation
        assert moment.game.board(loaded) == moment.game.board(observation)
        assert moment.game.steps(loaded) == moment.game.steps(observation)


@games
def test_what_is_no_state_is_not_loaded(game: AnyGame) -> None:
    for stored in (b"", b"{}", b"[]", b'["x"]'):
        with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)):
            game.load(stored)


# Words


def is_filled(text: Text) -> bool:
    """Every place of a text, in both of its forms, is named in its values and no value is left over."""
    for part in texts_in(text):
        forms = [form for form in (part.message, part.plural) if form]
        places = {
            place for form in forms for _text, place, _spec, _conversion in Formatter().parse(form) if place
        }
        assert places <= set(part.values), f"{part.message!r} has a place without a value"
        assert set(part.values) <= places | {"count"}, f"{part.message!r} has a value without a place"
        assert not part.plural or part.values["count"] == part.count
    spoken = english(text)
    assert spoken.strip() == spoken != ""
    assert "{" not in spoken
    return True


@given(moments())
def test_everything_shown_is_a_whole_sentence(moment: Moment) -> None:
    for watcher in moment.watchers:
        for text in texts_in(shown(moment, watcher)):
            assert is_filled(text)


@given(moments())
def test_choices_fit_on_buttons_and_menus_into_a_select(moment: Moment) -> None:
    for seat in moment.seats:
        observation = moment.game.observe(moment.state, seat)
        menu = moment.game.steps(observation)
        assert menu is None or len(menu.choices) <= 25
        for path, choice in paths(moment.game, observation):
            beside = moment.game.steps(observation, path[:-1])
            assert beside is not None
            assert [other.value for other in beside.choices].count(choice.value) == 1
            assert len(english(choice.label)) <= 50, "other languages need more room"
            assert len(choice.value) <= 100


@given(moments())
def test_the_board_has_a_line_for_every_seat_and_marks_who_is_awaited(moment: Moment) -> None:
    board = moment.game.board(moment.game.observe(moment.state, None))
    assert [line.seat for line in board.seats] == list(moment.seats)
    assert tuple(line.seat for line in board.seats if line.waiting) == tuple(
        sorted(moment.game.to_act(moment.state))
    )


@WHOLE_GAMES
@given(beginnings())
def test_the_sheet_has_a_cell_for_every_seat_and_its_total_is_the_outcome(beginning: Beginning) -> None:
    end = beginning.end()
    sheet = end.game.sheet(end.game.observe(end.state, None))
    outcome = end.game.outcome(end.state)
    assert sheet is not None
    assert outcome is not None
    assert all(len(row.cells) == beginning.players for row in (*sheet.rows, sheet.totals))
    assert [english(cell).replace("−", "-") for cell in sheet.totals.cells] == [
        str(points) for points in outcome.points
    ]


@games
def test_the_game_introduces_itself(game: AnyGame) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game.slug)
    assert is_filled(game.title)
    assert is_filled(game.tagline)
    assert len(english(game.tagline)) <= 100
    assert set(game.players_for(game.Options())) <= set(game.players)
    assert len(game.robots) >= 2
    for strength, robot in game.robots.items():
        assert re.fullmatch(r"[a-z-]{1,16}", strength)
        assert is_filled(robot.label)


@given(st.data())
def test_options_are_described_offered_and_survive_storage(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    options = data.draw(options_of(game))
    assert game.Options.model_validate(options.model_dump(mode="json", exclude_defaults=True)) == options
    assert all(is_filled(text) for text in texts_in(game.describe_options(options)))
    assert all(is_filled(text) for text in texts_in(game.option_fields(options)))
    assert all(is_filled(text) for text in texts_in(game.rules(options, None)))
    for field in game.option_fields(options):
        assert 2 <= len(field.values) <= 25
        assert getattr(options, field.name) in [value.value for value in field.values]


@games
def test_unknown_options_are_refused(game: AnyGame) -> None:
    with pytest.raises(ValueError, match="parrots"):
        game.Options.model_validate({"parrots": 12})


# Robots


@examples(10)
@given(beginnings())
def test_robots_play_whole_games_by_the_rules_from_what_they_are_told(beginning: Beginning) -> None:
    game, state, random = beginning.game, beginning.new(), Random(beginning.chance)
    robots = [list(game.robots.values())[seat % len(game.robots)] for seat in range(beginning.players)]
    while waiting := game.to_act(state):
        told = msgspec.json.encode(game.observe(state, waiting[0]))
        observation = msgspec.json.decode(told, type=game.Observation)
        action = robots[waiting[0]].choose(observation, random)
        assert action in observation.legal
        state, _events = game.apply(state, waiting[0], action)
    assert game.outcome(state) is not None
