"""What somebody's games come to."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bot.profiles.statistics import Points, Rival, player_statistics
from games.text import Text, _
from games.thinking.analysis import Analysis
from storage import ResultRow
from tests.bot.profiles.games_over import GAME, results

ANNE, BART, CALICO = 1, 2, 3


def told(*games: tuple[ResultRow, ...]) -> list[ResultRow]:
    """The games, one after the other."""
    return [row for game in games for row in game]


def test_games_places_and_wins_are_counted() -> None:
    own = player_statistics(
        told(
            results("t1", ANNE, BART),
            results("t2", BART, CALICO, ANNE),
            results("t3", ANNE, None, None),
            results("t4", ANNE, BART, shared=True),
        ),
        ANNE,
    )
    assert (own.games, own.with_people, own.left, own.won) == (4, 3, 0, 3)
    assert own.places == ((1, 3), (3, 1))


def test_a_game_left_for_good_is_no_place_but_ends_a_row_of_wins() -> None:
    own = player_statistics(
        told(
            results("t1", ANNE, BART),
            results("t2", ANNE, BART),
            results("t3", ANNE, BART, left=(ANNE,)),
            results("t4", ANNE, BART),
        ),
        ANNE,
    )
    assert (own.games, own.left, own.won) == (4, 1, 3)
    assert (own.longest, own.streak) == (2, 1)


def test_a_row_of_wins_ends_with_the_first_that_is_none() -> None:
    own = player_statistics(told(results("t1", ANNE, BART), results("t2", BART, ANNE)), ANNE)
    assert (own.longest, own.streak) == (1, 0)


def test_most_points_are_best_where_they_win_and_fewest_where_those_do() -> None:
    many = told(results("t1", ANNE, BART, points=(90, 10)), results("t2", BART, ANNE, points=(60, 40)))
    few = told(results("t1", ANNE, BART, points=(3, 12)), results("t2", BART, ANNE, points=(0, 8)))
    assert player_statistics(many, ANNE).points == Points(90, 65)
    assert player_statistics(few, ANNE, fewest_win={GAME}).points == Points(3, 6)


def test_a_game_that_all_but_one_gave_up_has_no_points() -> None:
    given_up = results("t2", ANNE, BART, points=(0, 0), left=(BART,))
    own = player_statistics(told(results("t1", ANNE, BART, points=(90, 10)), given_up), ANNE)
    assert own.points == Points(90, 90)
    assert own.won == 2
    assert player_statistics(given_up, ANNE).points is None


def test_points_of_several_games_are_not_mixed() -> None:
    own = player_statistics(
        told(results("t1", ANNE, BART), results("t2", ANNE, BART, game="another-game")), ANNE
    )
    assert own.points is None
    assert own.figures == ()


def test_what_a_game_counts_is_added_up() -> None:
    own = player_statistics(
        told(
            results("t1", ANNE, BART, figures={"bids": (7, 10), "bids_of_nothing": (0, 0)}),
            results("t2", ANNE, BART, figures={"bids": (4, 10), "bids_of_nothing": (1, 2)}),
        ),
        ANNE,
    )
    assert own.figures == (("bids", 11, 20), ("bids_of_nothing", 1, 2))


def test_rivals_are_those_met_most_often_with_who_was_ahead() -> None:
    own = player_statistics(
        told(
            results("t1", ANNE, BART, CALICO),
            results("t2", BART, ANNE),
            results("t3", BART, ANNE, left=(BART,)),
            results("t4", ANNE, BART, shared=True),
            results("t5", ANNE, None),
        ),
        ANNE,
    )
    assert own.rivals == (Rival(BART, "user 2", 4, ahead=2, behind=1), Rival(CALICO, "user 3", 1, 1, 0))


def test_rivals_of_one_name_are_numbered() -> None:
    met = told(results("t1", ANNE, BART, CALICO), results("t2", ANNE, CALICO))
    own = player_statistics([replace(row, name="Twin") for row in met], ANNE)
    assert [(rival.user, rival.name) for rival in own.rivals] == [(CALICO, "Twin 2"), (BART, "Twin 1")]


def test_nobody_who_is_anonymous_is_a_rival() -> None:
    own = player_statistics(results("t1", ANNE, None, BART), ANNE)
    assert [rival.user for rival in own.rivals] == [BART]


def test_what_was_given_away_is_told_of_analysed_games_alone_in_their_order() -> None:
    def analysed(row: ResultRow, lost: float, *mistakes: Text) -> ResultRow:
        found = Analysis(30, 3, lost, None, (), mistakes)
        return replace(row, analysis=msgspec.json.encode(found)) if row.user == ANNE else row

    high, early = _("You bid too high"), _("You led trumps too early")
    games = (
        tuple(analysed(row, 60, high) for row in results("t1", ANNE, BART)),
        results("t2", ANNE, BART),
        tuple(analysed(row, 20, early, high) for row in results("t3", BART, ANNE)),
        tuple(analysed(row, 0) for row in results("t4", ANNE, BART)),
    )
    own = player_statistics(told(*games), ANNE)
    assert own.given_away == (60, 20, 0)
    assert own.mistake == early
    assert player_statistics(told(*games), BART).given_away == ()
