"""Records as they are read: ratings under a result, figures, leaderboards, replays."""

from __future__ import annotations

from msgspec.structs import replace

from bot.images.model import MessageImage, RenderedImage
from bot.images.record_drawings import LeaderboardPage, RatingLine, Ratings
from bot.profiles.forecasts import OWN, Caller, Calling, Forecast
from bot.profiles.leaderboards import Leaderboard, LeaderboardEntry
from bot.profiles.rating_service import RatingChange, RatingChanges
from bot.profiles.ratings import RatingCurve
from bot.profiles.replays import Replay, Step
from bot.profiles.statistics import PlayerStatistics, Points, Rival
from bot.screens.analysis import NO_TABLE, callers_screen, chances_screen
from bot.screens.history import replay_screen
from bot.screens.profiles import leaderboard_picture, leaderboard_screen, ratings_picture, stats_screen
from bot.screens.result import result_screen
from bot.tables.model import Leaver
from bot.tables.reliability import Reliability
from games.contract import Hand, Outcome
from games.text import Player, _
from tests.bot.screens.looking import buttons, lists, pressed, text
from tests.bot.screens.puppet import ANNE, BART, Puppet, digging, english, table_of

END = digging(3, end=Outcome((1, 2, 3), (3, 2, 1)), own=Hand(_("Your spades"), (_("Spade 1"), _("Spade 2"))))
OVER = table_of(END, "Anne", "Bart", "Calico")
READER = english(OVER)


# Under the result


def test_each_rating_is_told_with_its_way():
    verdict = RatingChanges(
        (
            RatingChange(Player(0), 1000, 1105),
            RatingChange(Player(1), 1400, 1400),
            RatingChange("Dampier", 1200, 1150),
        )
    )
    read = text(result_screen(OVER, READER, verdict))
    assert "- **Anne** rises by 105 to 1105\n- **Bart** stays at 1400\n- Dampier falls by 50 to 1150" in read


def test_ratings_that_are_not_known_yet_are_announced_and_none_at_all_go_unsaid():
    assert "being worked out" in text(result_screen(OVER, READER, RatingChanges(pending=True)))
    assert "rating" not in text(result_screen(OVER, READER, None)).lower()


# Figures


CAREER = PlayerStatistics(
    games=3,
    with_people=2,
    left=0,
    places=((1, 2), (3, 1)),
    streak=2,
    longest=2,
    points=Points(40, 21),
    figures=(("boots", 2, 9),),
    rivals=(),
)


RELIABLE = Reliability(3, 2, 98)
PICTURE = MessageImage(RenderedImage("ratings.png", b"", "Ratings"))


def test_figures_of_one_game_are_told_once_in_six_lines_with_what_it_counts():
    game = Puppet()
    game.counted = {"boots": _("Boots dug out")}  # type: ignore[misc]
    own = replace(
        CAREER,
        left=1,
        rivals=(Rival(7, "Bart", 2, 1, 0),),
        given_away=(3.0, 5.0),
        mistake=_("You dug too deep"),
    )
    rated = {game.slug: RatingCurve(2, (1050, 1020))}
    in_words = text(stats_screen("Anne", [(game, own)], own, rated, READER, None, RELIABLE)).split("\n")
    assert in_words == [
        "### Anne on this server: Find the Treasure",
        "- 3 games (2 with other people) · 1 game left before its end"
        " · 2 games won; best run 2, current run 2",
        "- Rating 1020 after 2 rated games in season 2, peak 1050",
        "- Reached 2× place 1 and 1× place 3 · Best 40 points, average 21 points",
        "- Boots dug out: 2 of 9",
        "- Given away: 4 points a game in 2 analysed games ▅█ · Most to learn from: You dug too deep",
        "- Finished ahead of Bart in 1 of 2",
        "- On time 98 %, stayed to the end 2 of 3",
    ]
    beside = text(stats_screen("Anne", [(game, own)], own, rated, READER, PICTURE))
    assert "Rating 1020" not in beside, "the picture tells it"
    assert beside.count("\n- ") <= 6


def test_figures_of_several_games_are_told_together_and_apart_in_six_lines():
    games = [(Puppet(), replace(CAREER, games=games)) for games in (1, 3, 9, 4)]
    own = replace(CAREER, games=17, rivals=(Rival(7, "Bart", 2, 1, 0),))
    read = text(stats_screen("Anne", games, own, {}, READER, None, RELIABLE)).split("\n")
    assert read == [
        "### Anne on this server",
        "- 17 games (2 with other people) · 2 games won; best run 2, current run 2",
        *(
            f"- **Find the Treasure**: {count} games (2 with other people) · 2 games won"
            " · Best 40 points, average 21 points"
            for count in (9, 4, 3)
        ),
        "- Finished ahead of Bart in 1 of 2",
        "- On time 98 %, stayed to the end 2 of 3",
    ]


def test_the_ratings_in_games_that_are_told_of_are_drawn():
    games = [(Puppet(), CAREER)]
    curve = RatingCurve(1, (1050,))
    assert ratings_picture("Anne", games, {"another-game": curve}, READER) is None
    wanted = ratings_picture("Anne", games, {"another-game": curve, Puppet.slug: curve}, READER)
    assert wanted is not None
    assert Ratings("Anne", (RatingLine("Find the Treasure", 1, (1000, 1050)),)) in wanted.args


def test_what_a_game_does_not_count_any_more_goes_unsaid():
    assert "boots" not in text(stats_screen("Anne", [(Puppet(), CAREER)], CAREER, {}, READER)).lower()


# Leaderboards

LISTED = tuple(LeaderboardEntry(rank, rank, f"Pirate {rank}", 2000 - rank, 9, 4) for rank in range(1, 41))


def test_a_leaderboard_shows_a_page_and_where_the_reader_stands_though_far_down():
    shown = leaderboard_screen(Puppet(), Leaderboard("puppet", 1, 1, LISTED, LISTED[37], 9), 0, READER)
    assert "🥇 1. Pirate 1: 1999, after 9 games (4 won)" in text(shown)
    assert "Pirate 16" not in text(shown)
    assert "You're number 38 of 40, rated 1962." in text(shown)
    assert list(buttons(shown)) == ["Next page"]
    assert pressed(shown, "Next page") == "leaderboard:puppet:1:1"


def test_the_last_page_has_the_way_back_and_seasons_lead_to_each_other():
    shown = leaderboard_screen(Puppet(), Leaderboard("puppet", 2, 3, LISTED), 99, READER)
    assert "Pirate 40" in text(shown)
    assert "Page 3 of 3" in text(shown)
    assert {label: button["custom_id"] for label, button in buttons(shown).items()} == {
        "Previous page": "leaderboard:puppet:2:1",
        "Previous season": "leaderboard:puppet:1:0",
        "Next season": "leaderboard:puppet:3:0",
    }


def test_who_is_not_listed_yet_is_told_how_many_games_are_missing():
    shown = leaderboard_screen(Puppet(), Leaderboard("puppet", 1, 1, LISTED, None, 2), 0, READER)
    assert "3 more rated games and you're on the list." in text(shown)


def test_the_best_callers_are_numbered_and_the_bots_own_chances_stand_among_them_without_a_number():
    listed = (
        Caller(7, "Anne", 12, 0.12),
        Caller(OWN, "", 40, 0.155),
        Caller(8, "Bart", 4, 0.16),
        Caller(9, "Anne", 5, 0.2),
    )
    assert text(callers_screen(listed, 8, NO_TABLE, READER)).split("\n")[1:6] == [
        "🥇 1. Anne 1: 12, after 12 rounds",
        "🎯 My own chances: 16, after 40 rounds",
        "🥈 2. Anne 2: 20, after 5 rounds",
        "1 more round to call and you're on the list.",
        "-# How far off on average, as a Brier score: 0 is perfect, 25 is no idea at all.",
    ]


def test_a_call_that_is_not_scored_yet_is_not_taken_for_one_of_the_next_round():
    running = table_of(digging(2), "Anne", "Bart")
    calling = Calling(1, (Forecast(0, (80, 20)),), None, None)
    shown = [each["custom_id"] for each in buttons(chances_screen(running, None, READER, calling)).values()]
    assert [id for id in shown if "forecast" in id] == [
        f"forecast:{running.id}:1:0:80",
        f"forecast:{running.id}:1:1:80",
    ]


def drawn(shown: Leaderboard, number: int) -> tuple[LeaderboardPage, dict[int, str]]:
    """The page that is drawn, and by which names people are known in it."""
    wanted = leaderboard_picture(Puppet(), shown, number, READER)
    assert wanted is not None
    page = next(each for each in wanted.args if isinstance(each, LeaderboardPage))
    return page, dict(wanted.args[-1])


def test_the_page_is_drawn_and_where_the_reader_stands():
    shown = Leaderboard("puppet", 1, 1, LISTED, LISTED[37], 9)
    first, names = drawn(shown, 0)
    assert [row.number for row in first.rows] == list(range(15))
    assert names == {number: f"Pirate {number + 1}" for number in (*range(15), 37)}
    last, _names = drawn(shown, 99)
    assert [(row.number, row.rank) for row in last.rows if row.own] == [(37, 38)]
    assert (first.own_elsewhere, last.own_elsewhere) == (last.rows[7], None)


def test_where_nobody_is_listed_nothing_is_drawn():
    assert leaderboard_picture(Puppet(), Leaderboard("puppet", 1, 1, ()), 0, READER) is None


# Replays

STEPS = tuple(Step(number, END, (), None if number == 0 else number % 3) for number in range(7))
REPLAY = Replay(OVER, STEPS, (0, 3, 5))


def test_a_player_sees_the_own_hand_and_others_none_until_all_hands_are_shown():
    assert "**Your spades**\nSpade 1 and Spade 2" in text(replay_screen(REPLAY, 2, "mine", ANNE, READER))
    assert "Spade" not in text(replay_screen(REPLAY, 2, "mine", 999, READER))


def test_in_a_replay_only_robots_bear_a_robots_sign_and_not_those_who_left_later():
    robot = replace(OVER.seats[1], robot="quick")
    for user, has_sign in ((BART, False), (None, True)):
        sitter = replace(robot, user=user)
        table = OVER.with_record(seats=(OVER.seats[0], sitter, *OVER.seats[2:]))
        shown = text(replay_screen(replace(REPLAY, table=table), 2, "mine", ANNE, READER))
        assert ("🤖" in shown) == has_sign


def test_a_replay_names_whoever_sat_there_at_the_time():
    dampier = Leaver(104, "Dampier", 1, 3, "replaced", taken=3)
    table = OVER.with_record(leavers=(dampier,))
    before, after = (
        text(replay_screen(replace(REPLAY, table=table), at, "all", ANNE, READER)) for at in (3, 4)
    )
    assert "**Dampier**: Spade 1" in before
    assert "**Bart**" not in before
    assert "**Bart**: Spade 1" in after


def test_beside_its_picture_a_replay_says_which_step_it_is_and_what_it_did_and_nothing_twice():
    headline = "### Day 2 of 7"
    assert headline in text(replay_screen(REPLAY, 2, "mine", ANNE, READER))
    drawn = text(replay_screen(REPLAY, 2, "mine", ANNE, READER, PICTURE))
    assert drawn.startswith("-# Replay, step 2 of 6\n")
    assert headline not in drawn


def test_whoever_conceded_sees_the_own_hand_in_the_replay():
    gone = replace(OVER.seats[0], robot="quick")
    table = OVER.with_record(seats=(gone, *OVER.seats[1:]))
    assert "**Your spades**" in text(replay_screen(replace(REPLAY, table=table), 2, "mine", ANNE, READER))


def test_all_hands_are_open_to_anybody_who_asks():
    opened = text(replay_screen(REPLAY, 2, "all", 999, READER))
    assert all(f"- **{name}**: Spade 1 and Spade 2" in opened for name in ("Anne", "Bart", "Calico"))


def test_the_buttons_keep_their_places_and_lead_nowhere_at_the_ends():
    ways = ["First", "Earlier", "Later", "Next round", "Last"]
    first, last = (buttons(replay_screen(REPLAY, number, "mine", ANNE, READER)) for number in (0, 99))
    assert list(first)[:5] == list(last)[:5] == ways
    assert [label for label in ways if first[label].get("disabled")] == ["First", "Earlier"]
    assert [label for label in ways if last[label].get("disabled")] == ["Later", "Next round", "Last"]


def test_from_the_middle_the_buttons_lead_to_their_steps():
    shown = replay_screen(REPLAY, 3, "all", ANNE, READER)
    assert [pressed(shown, way) for way in ("First", "Earlier", "Later", "Next round", "Last")] == [
        "replay:k3x9qp:0:all:first",
        "replay:k3x9qp:2:all:back",
        "replay:k3x9qp:4:all:on",
        "replay:k3x9qp:5:all:round",
        "replay:k3x9qp:6:all:last",
    ]


def test_the_list_of_rounds_marks_the_one_that_is_shown():
    [rounds] = lists(replay_screen(REPLAY, 4, "mine", ANNE, READER)).values()
    assert [(option["value"], option.get("default", False)) for option in rounds["options"]] == [
        ("0", False),
        ("3", True),
        ("5", False),
    ]


def test_of_more_rounds_than_a_list_holds_those_around_are_offered():
    many = Replay(OVER, tuple(Step(at, END, (), 0) for at in range(60)), tuple(range(60)))
    [rounds] = lists(replay_screen(many, 40, "mine", ANNE, READER)).values()
    values = [int(option["value"]) for option in rounds["options"]]
    assert len(values) == 25
    assert values[0] < 40 < values[-1]
