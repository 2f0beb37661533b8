"""Teams: points added up, kept apart where that can be, parted by their best member."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.teams.standings import TeamLine, team_standings
from bot.tournaments.formats.engine import check_event, exported, imported, next_round, standings, without
from bot.tournaments.pairing.event import Entrant, Event, EventOptions, Round
from tests.bot.tournaments.pairing.evening import event, held, played
from tests.support.examples import examples


def in_teams(told: Event, *teams: str) -> Event:
    """Each entrant in the team of that letter, in the order of joining; a blank: in none."""
    entrants = zip(told.entrants, "".join(teams), strict=True)
    return replace(told, entrants=tuple(replace(one, team=team.strip()) for one, team in entrants))


def lines(told: Event) -> tuple[TeamLine, ...]:
    return team_standings(told, standings(told))


def together(told: Event, drawn: Round) -> int:
    """How many pairs of one team sit in the same pod."""
    mates = {pair for members in told.teams().values() for pair in combinations(sorted(members), 2)}
    pairs = (pair for pod in drawn.pods for pair in combinations(sorted(filter(None, pod.seats)), 2))
    return sum(pair in mates for pair in pairs)


EVENING = held(
    EventOptions(),
    [["Anne", "Bill", "Cora"], ["Dirk", "Edda", "Finn"]],
    [["Dirk", "Bill", "Cora"], ["Anne", "Finn", "Edda"]],
)
"""Anne and Dirk have 120 points, Bill 60, Edda and Finn 30, Cora nothing."""


def of(told: Event, **teams: str) -> Event:
    """Teams by the names of their members' first letters: `red="AB"`."""
    team_of = {letter: team for team, letters in teams.items() for letter in letters}
    changed = (replace(one, team=team_of.get(one.id[0], "")) for one in told.entrants)
    return replace(told, entrants=tuple(changed))


def test_a_teams_points_are_its_members_points_added_up() -> None:
    told = lines(of(EVENING, red="AC", blue="DB", green="EF"))
    assert [(line.team, line.points) for line in told] == [("blue", 180), ("red", 120), ("green", 60)]
    assert told[0].members == ("Dirk", "Bill")
    assert told[1].members == ("Anne", "Cora")


def test_of_two_equal_teams_the_one_with_the_best_member_stands_first() -> None:
    told = of(EVENING, red="AC", blue="D", green="BEF")
    first = next(line.entrant for line in standings(told) if line.entrant in ("Anne", "Dirk"))
    found = lines(told)
    assert {line.points for line in found} == {Fraction(120)}
    assert found[0].members[0] == first
    assert [line.parted_by_member for line in found] == [False, True, True]
    assert found[2].team == "green"  # Bill is the best of them, with 60


def test_a_short_team_has_only_what_its_members_made() -> None:
    assert {line.team: line.points for line in lines(of(EVENING, red="A", blue="DB"))} == {
        "red": 120,
        "blue": 180,
    }


def test_who_drops_out_leaves_the_points_and_who_is_disqualified_takes_them_away() -> None:
    told = of(EVENING, red="AC", blue="DB")
    assert {line.team: line.points for line in lines(without(told, "Dirk"))}["blue"] == 180
    after = lines(without(told, "Dirk", disqualified=True))
    assert {line.team: line.points for line in after} == {"red": 120, "blue": 60}


def test_teams_are_kept_apart_in_the_first_round_of_every_format_that_has_them() -> None:
    for name in ("swiss", "round-robin", "league"):
        told = in_teams(event(EventOptions(format=name), 16), "aabbccddeeffgghh")
        assert together(told, next_round(told)) == 0, name


def test_four_of_one_team_among_eight_meet_as_little_as_can_be() -> None:
    told = in_teams(event(EventOptions(fewest=4, most=4), 8), "aaaa    ")
    assert together(told, next_round(told)) == 2


def test_where_nobody_is_in_a_team_the_draw_is_what_it_was() -> None:
    told = event(EventOptions(), 13)
    assert next_round(told) == next_round(in_teams(told, " " * 13))


@examples(40)
@given(st.data())
@pytest.mark.long
def test_every_event_in_teams_is_drawn_scored_and_exported_whole(data: st.DataObject) -> None:
    count = data.draw(st.integers(6, 17))
    teams = data.draw(st.text("abcd ", min_size=count, max_size=count))
    name = data.draw(st.sampled_from(("swiss", "round-robin", "league")))
    told = played(in_teams(event(EventOptions(format=name, rounds=3), count), teams))
    assert imported(exported(told)) == told
    check_event(told)
    found = lines(told)
    assert {line.team: set(line.members) for line in found} == {
        team: set(members) for team, members in told.teams().items()
    }
    assert sum(line.points for line in found) == sum(
        line.points for line in standings(told) if _team_of(told, line.entrant)
    )
    assert [line.place for line in found] == list(range(1, len(found) + 1))
    assert all(above.points >= below.points for above, below in pairwise(found))


def _team_of(told: Event, who: str) -> str:
    found: Entrant = next(one for one in told.entrants if one.id == who)
    return found.team
