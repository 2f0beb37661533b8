"""Standings as everybody sees them, after a round and at the end."""

from __future__ import annotations

import re

from msgspec.structs import replace

from bot.screens.tournaments import images, information, lines
from bot.screens.tournaments.announcement import fingerprint
from bot.screens.tournaments.round_messages import SHOWN, final_standings, standings
from bot.tournaments.formats import engine
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Event, Pod, Result, Round, Stage
from bot.tournaments.verdicts import verdict_of, winners
from tests.bot.screens.looking import PICTURE, buttons, pressed, text
from tests.bot.screens.tournaments.making import (
    announced,
    begun,
    called,
    cup,
    drawn,
    english,
    entered,
    in_order,
    opened,
    played,
    played_out,
    replaced,
)


def event_of(tournament: Tournament) -> Event:
    """What the draw knows."""
    assert tournament.record.event is not None
    return tournament.record.event


def shown(tournament: Tournament):
    """After all rounds there were."""
    event = event_of(tournament)
    return standings(tournament, engine.standings(event), len(event.rounds), english(tournament))


def at_the_end(tournament: Tournament):
    """The end."""
    over = replaced(tournament, "over")
    return final_standings(over, engine.standings(event_of(over)), english(over))


def tied(round: Round, pod: Pod) -> Result:
    """Everybody shares the first place."""
    return Result(round=round.number, pod=pod.number, places=(1,) * len(pod.seats))


def test_everybody_has_place_name_and_points_on_a_line() -> None:
    read = text(shown(played_out(announced(4), places=in_order)))
    assert read.splitlines()[:5] == [
        "### Evening cup: standings after 2 rounds",
        "🥇 1. Anne: 120 points",
        "🥈 2. Bart: 80 points",
        "🥉 3. Calico: 40 points",
        "🏴‍☠️ 4. Dampier: 0 points",
    ]


def test_lines_that_the_picture_shows_are_not_written_beside_it() -> None:
    few, many = (played_out(announced(count), places=tied) for count in (16, 17))
    for there, written in ((few, False), (many, True)):
        shows = standings(there, engine.standings(event_of(there)), 1, english(there), [PICTURE])
        assert ("Anne: " in text(shows), "-# Lot: " in text(shows)) == (written, written)


def test_what_parts_equal_ones_stands_in_brackets_with_what_it_means() -> None:
    read = text(shown(played_out(announced(4), places=tied)))
    assert "60 points (lot 1)" in read
    assert "-# Lot: drawn from the seed, 1 is best" in read
    assert "opponents" not in read


def test_averages_and_places_are_shown_where_they_decide() -> None:
    read = text(shown(played_out(announced(16))))
    assert "(opponents " in read
    assert "-# Opponents: their average points a round" in read
    assert "-# Places 2-1: twice first, once second" in read


def test_parts_of_a_point_are_shown() -> None:
    def halves(round: Round, pod: Pod) -> Result:
        return Result(round=round.number, pod=pod.number, places=(1, 1, *range(3, len(pod.seats) + 1)))

    three = played_out(announced(3), 1, halves)
    assert ": 45 points" in text(shown(three))
    six = played_out(cup(5, preferred=5), 1, halves)
    assert ": 52.5 points" in text(shown(six))


def test_who_has_dropped_out_or_was_disqualified_is_marked() -> None:
    there = played_out(announced(4), 1, in_order)
    event = engine.without(event_of(there), "2")
    event = engine.without(event, "1", disqualified=True)
    read = text(shown(replaced(there, event=event)))
    assert "Bart: 40 points (dropped out)" in read
    assert read.splitlines()[4] == "🏴‍☠️ 4. Anne: 60 points (disqualified)"


def test_games_that_robots_finished_are_counted_beside_everybodys_points() -> None:
    def in_time_and_not(round: Round, pod: Pod) -> Result:
        return replace(in_order(round, pod), played_out=round.number > 1)

    read = text(shown(played_out(announced(4), places=in_time_and_not)))
    assert read.count("(1 game finished by robots)") == 4


def test_where_not_everybody_goes_on_it_says_how_far_they_came() -> None:
    read = text(shown(played_out(cup(12, format="knock-out", go_on=1), places=in_order)))
    assert "🥇 1. Anne: final, 60 points" in read
    assert ": 40 points (" in read
    assert "(out after round 1" in read
    groups = text(shown(played_out(cup(8, format="groups", go_on=2), places=in_order)))
    assert "🥇 1. Anne: final, 60 points" in groups
    assert "(out after the groups" in groups


def test_those_who_do_not_fit_are_counted_and_one_press_away() -> None:
    there = shown(played_out(announced(100), 1))
    read = text(there)
    assert f" {SHOWN}. " in read
    assert f" {SHOWN + 1}. " not in read
    assert f"And {100 - SHOWN} more." in read
    assert pressed(there, "Standings") == "tinfo:t7x9qp:standings-1-0"


def test_somebody_who_had_their_data_erased_has_no_name_there() -> None:
    entries = entered(4, names=("Anne", "", "Calico"))
    there = played_out(announced(entries=entries), places=in_order)
    assert "🥈 2. a former player: 80 points" in text(shown(there))
    assert "🥈 a former player came second" in text(at_the_end(there))


def test_the_end_names_the_winner_and_those_beside_them() -> None:
    read = text(at_the_end(played_out(announced(4), places=in_order)))
    assert read.startswith("## 🏆 Evening cup: the end\n-# Find the Treasure, 2 rounds\n")
    assert "🥇 **Anne** wins the tournament. Yo-ho-ho!" in read
    assert "🥈 **Bart** came second, 🥉 **Calico** third." in read
    assert "🏴‍☠️ 4. Dampier: 0 points" in read


def test_whoever_was_disqualified_has_not_won() -> None:
    there = played_out(announced(3), places=in_order)
    event = engine.without(event_of(there), "1", disqualified=True)
    read = text(at_the_end(replaced(there, event=event)))
    assert "🥇 **Bart** wins the tournament." in read
    assert "🥈 **Calico** came second." in read


def test_a_tournament_of_which_nobody_is_left_has_no_winner() -> None:
    assert "Nobody won." in text(final_standings(begun(announced()), (), english(announced())))


def test_the_end_says_how_to_check_it() -> None:
    there = played_out(announced(4))
    assert list(buttons(at_the_end(there))) == ["Standings", "Proof", "Information", "Again"]
    assert pressed(at_the_end(there), "Proof") == "tinfo:t7x9qp:seed-0-0"
    proof = text(information.seed(there, None, english(there)))
    assert f"`{fingerprint(there)}`" in proof
    assert "/tournament verify" in proof


def test_what_the_picture_of_the_end_shows_is_said_once() -> None:
    for count in (4, 16, 24):
        there = replaced(played_out(announced(count), places=in_order), "over")
        table = engine.standings(event_of(there))
        shows = final_standings(there, table, english(there), PICTURE)
        assert text(shows) == "## 🏆 Evening cup: the end\n🥇 **Anne** wins the tournament. Yo-ho-ho!"


def test_at_the_end_of_a_knock_out_its_rounds_are_behind_a_button() -> None:
    there = played_out(cup(16, format="knock-out", go_on=2), places=in_order)
    assert pressed(at_the_end(there), "The bracket") == "tinfo:t7x9qp:tree-0-0"
    told = text(information.tree(there, english(there))).splitlines()
    headings = [line for line in told if line.startswith("**")]
    assert headings == ["**The final**", *(f"**Knock-out, round {n} of 3**" for n in (2, 1))]
    assert sum("🏁 Pod" in line or "🏁 The final" in line for line in told) == 7


def test_in_a_knock_out_it_is_said_who_goes_on_and_who_is_out_since_when() -> None:
    told = cup(9)
    how = replace(told.settings.how, format="knock-out", fewest=3, preferred=3, most=4)
    told = replaced(told, settings=replace(told.settings, how=how))
    told = played(opened(drawn(begun(told))), None, in_order)
    event = told.record.event
    assert event is not None
    said = list(map(english(told), lines.standings_lines(told, engine.standings(event))))
    assert ["(goes on" in line for line in said] == [True] * 3 + [False] * 6
    assert all("out after round 1" in line for line in said[3:])
    assert "🥉 3. Anne: round 1, 60 points (goes on · lot 9)" in said
    assert "🏴‍☠️ 4. Dampier: 30 points (out after round 1 · lot 3)" in said


def test_in_a_knock_out_nobody_has_a_medal_while_others_of_the_round_are_playing() -> None:
    told = cup(9)
    how = replace(told.settings.how, format="knock-out", fewest=3, preferred=3, most=4)
    told = replaced(told, settings=replace(told.settings, how=how))
    told = played(opened(drawn(begun(told))), 1, in_order)
    event = told.record.event
    assert event is not None
    said = list(map(english(told), lines.standings_lines(told, engine.standings(event))))
    assert ["(still playing)" in line for line in said] == [False] * 3 + [True] * 6
    assert not any(medal in line for line in said for medal in "🥇🥈🥉")


def test_a_substitute_is_told_from_whoever_they_play_for() -> None:
    before = played_out(cup(4), 1)
    entries = before.record.entries
    entries = (*entries[:3], replace(entries[3], name="Edward", formerly=("Dampier",)))
    assert re.search(r"Edward: .*\(.*in for Dampier", text(shown(replaced(before, entries=entries))))


def by_robots(round: Round, pod: Pod) -> Result:
    """Everybody came, and robots made all moves."""
    return replace(in_order(round, pod), idle=tuple(range(len(pod.seats))))


def test_where_robots_played_every_game_nobody_is_first_in_the_standings_either() -> None:
    there = replaced(played_out(cup(8, format="knock-out", go_on=2), places=by_robots), "over")
    assert text(at_the_end(there)).count("1.") == 0
    assert "Nobody won." in text(at_the_end(there))
    table = engine.standings(event_of(there))
    assert "🏴‍☠️ Anne: 60 points" in list(map(english(there), lines.standings_lines(there, table)))
    assert {row.place for row in images.final(there, table).rows} == {0}
    read = text(information.standings(there, table, 0, 1001, english(there)))
    assert "You're number" not in read


def test_whoever_has_won_stands_first_though_a_robot_came_before_them_in_the_final() -> None:
    def places(round: Round, pod: Pod) -> Result:
        """Anne and whoever sits with her never move, nor does anybody in the final."""
        result = in_order(round, pod)
        return by_robots(round, pod) if round.number == 2 or "1" in pod.seats else result

    there = replaced(played_out(cup(8, format="knock-out", go_on=2), places=places), "over")
    final = event_of(there).rounds[-1]
    assert final.stage is Stage.FINAL
    table = engine.standings(event_of(there))
    first = table[0]
    assert first.places
    assert first.entrant in final.everybody
    assert [line.place for line in table] == list(range(1, 9))
    assert not [line for line in table[4:] if line.places]
    assert f"🥇 1. {called(int(first.entrant) - 1)}" in text(at_the_end(there))
    verdict = verdict_of(replaced(there, going_on=(first.entrant,)), final, final.pods[0])
    assert verdict is not None
    assert [verdict.seats[seat].entrant for seat in winners(verdict)] == [first.entrant]
