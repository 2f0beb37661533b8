"""Whatever a game says and people are called, every screen is one that Discord takes."""

from __future__ import annotations

import re
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.hours import agreement
from bot.hours.screens import agreed_screen, hour_screen, hours_screen
from bot.i18n import Reader
from bot.pace import DAILY, DAY
from bot.preferences.people import PersonPreferences, QuietHours
from bot.profiles.leaderboards import Leaderboard, LeaderboardEntry
from bot.profiles.rating_service import RatingChange, RatingChanges
from bot.profiles.ratings import RatingCurve
from bot.profiles.replays import Replay, Step
from bot.profiles.statistics import PlayerStatistics, Points, Rival
from bot.screens import lobby, plans
from bot.screens.board import board_screen, more_screen, this_table_screen, thread_name
from bot.screens.clocks import relative_time
from bot.screens.hand import HandView, hand_in_words_screen, hand_screen
from bot.screens.help import help_screen
from bot.screens.history import log_screen, replay_screen
from bot.screens.leaving import confirm_concede, substitute_screen, ways_out_screen
from bot.screens.lobby import game_started_screen, lobby_screen, table_closed_screen
from bot.screens.options import cut_modal, options_screen, pace_modal, seat_options_screen
from bot.screens.preferences import personal_preferences_screen, zone_modal
from bot.screens.profiles import confirm_season, leaderboard_screen, no_stats, stats_screen
from bot.screens.result import proof_screen, result_screen, sheet_screen
from bot.screens.rules import rules_screen
from bot.screens.table_lists import (
    NotifiedTable,
    WaitingTable,
    table_choice_screen,
    tables_screen,
    turn_notification,
    turns_screen,
)
from bot.tables.clocks import with_clocks_updated
from bot.tables.history import Proof
from bot.tables.lobby import LONGEST_CUT_WORD, start
from bot.tables.model import Cut, Notice, Plan, PlannedMove, PlanOutcome, Press, Record, Seat, Table
from bot.tables.play import move
from bot.tables.pod_model import PodInfo
from bot.tables.timing import Timing
from bot.ui import limits, notices
from bot.ui.components import Button, Option, Row, Select, TextBlock, screen
from games.catalogue import catalogue
from games.text import Player, Text
from tests.bot.screens import extremes
from tests.bot.screens.looking import text
from tests.bot.screens.puppet import ANNE, Puppet, digging, english, table_of
from tests.support.examples import examples

eight = st.lists(extremes.names, min_size=8, max_size=8)
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=LONGEST_CUT_WORD)
few = examples(8)  # a tenth of a second each: EXAMPLES=thorough tries 160


@few
@given(extremes.scenes(8), eight, st.none() | extremes.texts(400), st.sampled_from([(), ("x",)]))
def test_a_hand_fits_for_eight_players_and_ten_cards(scene, names, told, chosen):
    table = table_of(scene, *names, capacity=8)
    hand_screen(HandView(table, ANNE, english(table), chosen, told)).check()


seats_plans = st.builds(
    Plan,
    st.booleans(),
    st.none() | st.builds(PlannedMove, st.just("play"), extremes.texts(120), st.just(1), extremes.surprises),
    st.none()
    | st.builds(
        PlanOutcome,
        st.sampled_from(["forced", "planned", "illegal", "surprised"]),
        extremes.texts(120),
        extremes.texts(120),
    ),
)


@few
@given(extremes.scenes(8), eight, st.none() | extremes.texts(400), st.sampled_from([(), ("x",)]), seats_plans)
def test_a_hand_fits_with_all_that_can_be_planned_and_has_become_of_it(scene, names, told, chosen, plan):
    table = replace(table_of(scene, *names, capacity=8), plans=dict.fromkeys(range(8), plan))
    hand_screen(HandView(table, ANNE, english(table), chosen, told)).check()
    more_screen(table, english(table), ANNE).check()


@few
@given(extremes.plans, st.integers(0, 2**25 - 1))
def test_planning_fits(offered, named):
    table = table_of(digging(8))
    plans.plan_screen(table, offered, english(table)).check()
    plans.plan_conditions_screen(
        table, offered, 2000, len(offered.choices) - 1, named, english(table)
    ).check()


@pytest.mark.parametrize("slug", catalogue())
@pytest.mark.long
def test_nothing_of_a_real_game_is_left_out_at_the_fullest_table(slug: str):
    game = catalogue()[slug]
    most = game.players[-1]
    seats = tuple(
        Seat(f"Captain {'Barnacle ' * 2}{at}".ljust(32, "x"), f"{at}", ANNE + at) for at in range(most)
    )
    record = Record(host=ANNE, options={}, secret="5e" * 32, capacity=most, seats=seats, pace=DAILY)
    table = start(Table("k3x9qp", 1, 2, game, "lobby", 1, 0, record, None, 0.0, 0.0), Press(0, ANNE, ""), 0.0)
    table = with_clocks_updated(None, table, None, True, 0.0)
    random = Random(2)
    while table.phase == "playing":
        for shown in (
            board_screen(table, english(table), unix=unix),
            *(
                hand_in_words_screen(HandView(table, user, english(table), unix=unix))
                for user in table.people
            ),
        ):
            assert "…" not in text(shown)
        seat = game.to_act(table.state)[0]
        moved = move(table, seat, random.choice(game.legal_actions(table.state, seat))).table
        table = with_clocks_updated(table, moved, seat, True, 0.0)
    # The notepad's columns are narrow: long names are cut there, and stand in full above it.
    assert "…" not in re.sub("```.*?```", "", text(result_screen(table, english(table))), flags=re.DOTALL)


def unix(awake: float) -> float:
    """A moment of house time."""
    return 1_800_000_000 + awake


def clocked(table: Table, *, absent: int = 0, asking: int = 0, deserted: bool = False) -> Table:
    """The table with as much to say about time as there can be."""
    told = tuple(Notice("stand_in", table.actions, seat) for seat in range(8))
    table = with_clocks_updated(None, table.with_record(pace=DAILY, happenings=told), None, True, 0.0)
    clocks = tuple(
        replace(clock, stand_in=at < absent, away=at >= 4, used=float(at * 60), reminded=3)
        for at, clock in enumerate(table.timing.seats)
    )
    timing = replace(
        table.timing, seats=clocks, asking=tuple(range(asking)), deserted=5.0 if deserted else None
    )
    return replace(table, timing=timing)


@few
@given(extremes.scenes(8), eight, st.integers(0, 8), st.integers(0, 8), st.booleans())
def test_a_board_and_a_hand_fit_with_all_that_can_be_said_of_time(scene, names, absent, asking, deserted):
    table = clocked(table_of(scene, *names, capacity=8), absent=absent, asking=asking, deserted=deserted)
    board_screen(table, english(table), unix=unix, opening=True).check()
    more_screen(table, english(table), ANNE).check()
    this_table_screen(table, english(table), ANNE, ()).check()
    hand_screen(HandView(table, ANNE, english(table), unix=unix)).check()


@few
@given(extremes.scenes(8), eight)
def test_a_board_fits(scene, names):
    table = table_of(scene, *names, capacity=8)
    board_screen(table, english(table), opening=True).check()
    more_screen(table, english(table), ANNE).check()
    this_table_screen(table, english(table), ANNE, range(8)).check()
    for seat in (0, 7):
        ways_out_screen(table, english(table), seat).check()
        confirm_concede(table, english(table), seat).check()
        substitute_screen(table, english(table), seat).check()
    game_started_screen(table, english(table), "https://discord.com/channels/1/2/3").check()
    assert 1 <= len(thread_name(table, english(table))) <= limits.THREAD_NAME


LONG_NAME = "The Grand Winter Cup of all the Seven Seas ".ljust(100, "x")
POD = PodInfo("cup", LONG_NAME, 99, 128, tuple("abcdefgh"), show_up=600.0)


@few
@given(extremes.scenes(8), eight, st.sampled_from(["robot", "walk-over"]), st.integers(0, 8), st.booleans())
def test_a_tournaments_table_fits_while_it_waits_and_while_it_is_played(scene, names, absent, come, stopped):
    pod = replace(
        POD, absent=absent, here=tuple("abcdefgh"[:come]), held=stopped, finish=not stopped, out=("h",)
    )
    playing = clocked(table_of(scene, *names, capacity=8), absent=4).with_record(pod=pod)
    board_screen(playing, english(playing), unix=unix, opening=True).check()
    hand_screen(HandView(playing, ANNE, english(playing), unix=unix)).check()
    game_started_screen(playing, english(playing), "https://discord.com/channels/1/2/3").check()
    ways_out_screen(playing, english(playing), 0).check()
    assert 1 <= len(thread_name(playing, english(playing))) <= limits.THREAD_NAME
    cuts = tuple(Cut(ANNE + at, "x") for at in range(8))
    waits = replace(playing, phase="lobby", state=None).with_record(cuts=cuts)
    waits = replace(waits, timing=Timing(waiting=None if stopped else 5.0))
    lobby.pod_lobby_screen(waits, english(waits), unix=unix, opening=True).check()
    lobby.pod_card_screen(
        waits, english(waits), unix=unix, board="https://discord.com/channels/1/2/3"
    ).check()
    hand_screen(HandView(waits, ANNE, english(waits), unix=unix)).check()
    table_closed_screen(replace(waits, phase="closed").with_record(closed_by="void"), english(waits)).check()
    now = 1_800_000_000
    times = tuple((name, tuple(range(now + 3600, now + 26 * 3600, 3600))) for name in POD.entrants)
    agrees = waits.with_record(pod=replace(pod, out=(), hour=now + 40.0 * DAY, times=times))
    day = agreement.days(agrees, now, ZoneInfo("UTC"))[1]
    hours_screen(agrees, english(agrees), ANNE, ("UTC", ZoneInfo("UTC")), now, day).check()
    agreed_screen(agrees, english(agrees)).check()
    hour_screen(agrees, english(agrees), agrees.people, relative_time(now)).check()
    lobby.pod_lobby_screen(agrees, english(agrees), unix=unix, opening=True).check()


@few
@given(extremes.scenes(8, over=True), eight)
def test_the_end_fits(scene, names):
    table = table_of(scene, *names, capacity=8)
    for shown in (
        result_screen(table, english(table)),
        hand_screen(HandView(table, ANNE, english(table))),
        board_screen(table, english(table)),
    ):
        shown.check()


@few
@given(eight, extremes.fields(14), st.lists(extremes.texts(200), max_size=12), extremes.texts(100), st.data())
def test_a_lobby_and_its_options_fit(names, fields, described, title, data):
    game = Puppet(fields=fields, described=described, title=title, tagline=data.draw(extremes.texts(100)))
    seated = data.draw(st.integers(1, 8))
    people, robots = names[:seated][:4], names[:seated][4:]
    table = table_of(
        None,
        *people,
        robots=robots,
        game=game,
        capacity=8,
        cuts=[(ANNE + at, "x") for at in range(8)],
        locked=True,
        invited=data.draw(st.none() | st.just((5,))),
    )
    lobby_screen(table, english(table), now=data.draw(st.sampled_from([1000.0, 99_999.0]))).check()
    options_screen(table, english(table)).check()
    seat_options_screen(table, english(table)).check()
    table_closed_screen(replace(table, phase="closed"), english(table)).check()
    cut_modal(table, english(table)).check()
    pace_modal(f"pace:{table.id}", table.record.pace, english(table)).check()


@few
@given(extremes.sheets(8), eight)
def test_a_score_sheet_fits(shown, names):
    table = table_of(digging(8), *names, capacity=8)
    sheet_screen(table, shown, english(table)).check()


@few
@given(eight, st.lists(words, min_size=8, max_size=8))
def test_a_proof_fits_even_if_everybody_cut_with_the_longest_word(names, chosen):
    table = table_of(digging(8), *names, capacity=8)
    cuts = tuple(Cut(2**63 + at, word) for at, word in enumerate(chosen))
    made = Proof(
        "5e" * 32, "c0" * 32, tuple(str(2**63 + at) for at in range(8)), cuts, "5d" * 32, tuple(range(8))
    )
    proof_screen(table, made, english(table)).check()


@few
@given(st.lists(extremes.sections, max_size=8), st.integers(-3, 30), extremes.texts(80))
def test_every_page_of_the_rules_fits(handbook, page, title):
    game = Puppet(handbook=handbook, title=title)
    for table_id in (None, "k3x9qp"):
        rules_screen(game, game.Options(), None, page, english(table_of(None, game=game)), table_id).check()


@few
@given(st.lists(extremes.texts(300), max_size=60), st.integers(-3, 30), eight)
def test_every_page_of_a_log_fits(told, page, names):
    table = table_of(digging(8), *names)
    log_screen(table, told, page, english(table)).check()


@few
@given(extremes.scenes(8), eight, st.integers(0, 40))
def test_lists_of_tables_fit(scene, names, count):
    there = [replace(table_of(scene, *names, capacity=8), id=f"table{at}") for at in range(count)]
    there += [replace(table_of(None, *names, capacity=8), id=f"lobby{at}") for at in range(count)]
    reader = english(table_of(None))
    tables_screen(there, reader, ANNE).check()
    if there:
        table_choice_screen("hand", there, reader).check()


@few
@given(
    st.lists(st.tuples(extremes.texts(100), extremes.texts(200)), min_size=1, max_size=20),
    extremes.texts(4000),
)
def test_help_and_notices_fit(described, told):
    reader = english(table_of(None))
    games = [Puppet(title=title, tagline=tagline) for title, tagline in described]
    for at, game in enumerate(games):
        game.slug = f"puppet-{at}"  # type: ignore[misc]
    help_screen(reader, games, games[0]).check()
    notices.refusal(told, reader, again="ownpace:k3x9qp").check()
    notices.info(told, reader).check()


@few
@given(
    extremes.scenes(8, over=True),
    eight,
    st.integers(-1, 9),
    st.sampled_from(["mine", "all"]),
    st.integers(1, 40),
)
def test_every_step_of_a_replay_fits(scene, names, number, view, rounds):
    table = table_of(scene, *names, capacity=8)
    steps = tuple(Step(at, scene, (), None if at == 0 else at % 8) for at in range(40))
    shown = Replay(table, steps, tuple(range(rounds)))
    for user in (ANNE, 999):
        replay_screen(shown, number, view, user, english(table)).check()


@few
@given(extremes.scenes(8, over=True), eight, extremes.names, st.integers(-500, 500))
def test_a_result_with_what_it_did_to_ratings_fits(scene, names, stranger, by):
    table = table_of(scene, *names, capacity=8)
    shifts = tuple(RatingChange(Player(seat), 1000, 1000 + by) for seat in range(8))
    verdict = RatingChanges((*shifts, *(RatingChange(stranger, 3000, 3000 - by),) * 8))
    for found in (verdict, RatingChanges(pending=True), RatingChanges(why=Text("W" * 300)), None):
        result_screen(table, english(table), found).check()


@few
@given(extremes.names, extremes.names, extremes.texts(100), st.integers(0, 99_999), st.integers(1, 30))
def test_figures_fit(name, rival, title, count, games):
    game = Puppet(title=title)
    game.counted = {f"figure{at}": Text("W" * 80) for at in range(5)}  # type: ignore[misc]
    told = PlayerStatistics(
        games=count,
        with_people=count,
        left=count,
        places=tuple((place, count) for place in range(1, 9)),
        streak=count,
        longest=count,
        points=Points(-count, count),
        figures=tuple((f"figure{at}", count, 2 * count) for at in range(5)),
        rivals=(Rival(1, rival, count, count, count),) * 3,
    )
    reader = english(table_of(None))
    rated = {game.slug: RatingCurve(99, (-count, count))}
    stats_screen(name, [(game, told)] * games, told, rated, reader).check()
    no_stats(name, reader).check()


@few
@given(st.lists(extremes.names, max_size=40), extremes.texts(100), st.integers(-2, 5), st.booleans())
def test_every_page_of_a_leaderboard_fits(names, title, page, listed):
    game = Puppet(title=title)
    standings = tuple(
        LeaderboardEntry(at, at, name, 12_345, 99_999, 99_998) for at, name in enumerate(names, 1)
    )
    mine = standings[-1] if standings and listed else None
    reader = english(table_of(None, game=game))
    for season in (1, 5, 9):
        leaderboard_screen(game, Leaderboard("puppet", season, 9, standings, mine, 2), page, reader).check()
    confirm_season(game, 999, reader).check()


def test_a_screen_beyond_a_limit_is_told_off_with_every_reason():
    button = Button("x" * 81, "same")
    select = Select("s", tuple(Option("o", "v") for _at in range(26)))
    block = TextBlock("x" * 4001)
    with pytest.raises(limits.LimitExceeded) as told:
        screen(0, block, Row((button, button)), Row((button, select)), [block] * 36).check()
    for reason in (
        "4001 characters",
        "at most 40",
        "81 characters",
        "same stands there",
        "26 options",
        "a row",
    ):
        assert reason in str(told.value)


def test_an_empty_text_is_told_off():
    with pytest.raises(limits.LimitExceeded, match="content of 0"):
        screen(0, TextBlock("")).check()


def test_a_modal_with_a_long_title_is_told_off():
    modal = cut_modal(table_of(None), english(table_of(None))).payload()
    with pytest.raises(limits.LimitExceeded, match="title of 46"):
        limits.check_modal({**modal, "title": "x" * 46})


@pytest.mark.parametrize("slug", catalogue())
@pytest.mark.parametrize("count", [1, 5, 60])
def test_however_many_tables_wait_they_fit_into_a_nudge_and_into_the_list_of_turns(slug: str, count: int):
    game = catalogue()[slug]
    seats = tuple(Seat("x" * 32, f"{at}", ANNE + at) for at in range(game.players[-1]))
    record = Record(
        host=ANNE, options={}, secret="5e" * 32, capacity=len(seats), seats=seats, pace=DAILY, locale="de"
    )
    where = "https://discord.com/channels/1234567890123456789/1234567890123456789/1234567890123456789"
    waiting, lines = list[WaitingTable](), list[NotifiedTable]()
    for at in range(count):
        opened = Table(f"k3x9{at:02}", 1, 2, game, "lobby", 1, 0, record, None, 0.0, 0.0)
        table = with_clocks_updated(opened, start(opened, Press(0, ANNE, ""), 0.0), None, True, 0.0)
        waiting.append(WaitingTable(table, 0, where, here=True))
        lines.append(NotifiedTable(table, "late", where, 1e9))
    reader = english(waiting[0].table)
    turns_screen(waiting, reader, float).check()
    for direct in (True, False):
        turn_notification(lines, reader, [ANNE], direct=direct, unix=float).check()


@pytest.mark.parametrize("quiet", [None, QuietHours(0, 60), QuietHours(23 * 60, 8 * 60 + 30)])
@pytest.mark.parametrize("zone", ["", "UTC", "America/Argentina/ComodRivadavia"])
def test_what_a_person_prefers_fits_on_a_screen_whatever_it_is(quiet: QuietHours | None, zone: str):
    now = PersonPreferences(quiet=quiet, zone=zone, text_mode=True, forced_moves=True)
    personal_preferences_screen(now, Reader("de"), 1_800_000_000.0).check()
    zone_modal(now, Reader("de")).check()
