"""A tournament as files: names do no harm, no secret is told too early, and all can be computed again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.refusal import Refusal
from bot.tournaments.export import files, harmless
from bot.tournaments.formats.engine import next_round, standings, with_result, with_round, without
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import EventOptions, Fill, Result
from games.fairness import commitment
from tests.bot.tournaments.cups import PEOPLE, cup, event_of, renamed, tables_of, with_drawn, with_event
from tests.bot.web.played import dealt, played

Table = list[dict[str, str]]


def exported(
    tournament: Tournament, over: Collection[str] = (), *, organises: bool = False
) -> dict[str, bytes]:
    """The files by their names. `over`: the tables whose games have ended."""
    ended = {id: played(table)[0] for id, table in dealt(tournament, over).items()}
    found = files(tournament, standings(event_of(tournament)), ended, organises=organises)
    return {file.name: file.content for file in found}


def rows(tournament: Tournament, name: str, over: Collection[str] = (), *, organises: bool = False) -> Table:
    """The rows of one of the files for spreadsheets."""
    text = exported(tournament, over, organises=organises)[name].decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def whole(tournament: Tournament, over: Collection[str] = ()) -> Any:
    """The file from which all can be computed again."""
    return json.loads(exported(tournament, over)["tournament.json"])


def test_standings_tell_places_names_points_and_what_parted_them():
    table = rows(cup(), "standings.csv")
    assert [row["place"] for row in table] == [str(place) for place in range(1, 12)]
    assert {row["name"] for row in table} == set(PEOPLE)
    points = [float(row["points"]) for row in table]
    assert points == sorted(points, reverse=True)
    assert table[0]["parted by"] == ""
    assert all(row["parted by"] for row in table[1:])
    assert all(row["rounds"] == "3" for row in table)
    for row in table:
        assert sum(int(row[f"times placed {place}"]) for place in range(1, 5)) == 3


def test_pods_tell_who_sits_where_at_which_table_and_to_what_its_shuffle_is_bound():
    tournament = cup(rounds=1)
    one = event_of(tournament).rounds[0]
    table = rows(tournament, "pods.csv")
    assert [(row["pod"], row["seat"], row["entrant"]) for row in table] == [
        (str(pod.number), str(seat), who) for pod in one.pods for seat, who in enumerate(pod.seats, 1)
    ]
    assert table[0]["table"] == "t1-1"
    assert table[0]["commitment"] == commitment(bytes.fromhex("0101" * 16))


def test_a_round_that_is_published_and_not_opened_is_among_the_pods_and_not_among_the_results():
    tournament = with_drawn(cup(rounds=1), draw=1)
    assert {row["round"] for row in rows(tournament, "pods.csv")} == {"1", "2"}
    assert {row["round"] for row in rows(tournament, "results.csv")} == {"1"}


def test_results_tell_places_points_and_what_was_particular():
    event = event_of(cup(EventOptions(fill=Fill.ROBOTS, fewest=4, most=4), PEOPLE[:7], rounds=0))
    event = with_round(event, next_round(event))
    first, second = event.rounds[0].pods
    full, short = (first, second) if None not in first.seats else (second, first)
    event = with_result(
        event, Result(round=1, pod=full.number, places=(1, 0, 2, 3), walk_overs=(1,), stand_ins=(2,))
    )
    event = with_result(event, Result(round=1, pod=short.number, places=(), void=True))
    base = cup(event.options, PEOPLE[:7], rounds=0)
    tournament = with_event(base, event).with_record(tables=tuple(tables_of(event.rounds[0])))
    table = rows(tournament, "results.csv")
    played = [row for row in table if row["pod"] == str(full.number)]
    assert [(row["place"], row["points"], row["remark"]) for row in played] == [
        ("1", "60", ""),
        ("", "0", "walk-over"),
        ("2", "0", "never came, a robot played"),
        ("3", "20", ""),
    ]
    void = [row for row in table if row["pod"] == str(short.number)]
    assert {row["remark"] for row in void} == {"void"}
    assert {(row["name"], row["points"]) for row in void if not row["entrant"]} == {("(a robot)", "")}
    assert {row["points"] for row in void if row["entrant"]} == {"30"}


def test_games_that_robots_finished_are_told_apart():
    base = cup(rounds=1)
    event = event_of(base)
    first, *others = event.results
    results = (msgspec.structs.replace(first, played_out=True), *others)
    tournament = with_event(base, msgspec.structs.replace(event, results=results))
    seats = next(pod.seats for _one, pod in event.pods() if pod.number == first.pod)
    remarked = {row["entrant"] for row in rows(tournament, "results.csv") if "robots" in row["remark"]}
    counted = {row["entrant"]: row["finished by robots"] for row in rows(tournament, "standings.csv")}
    assert remarked == set(seats)
    assert counted == {who: "1" if who in remarked else "0" for who in counted}
    assert [one["played_out"] for one in whole(tournament)["event"]["results"]] == [
        True,
        *(False for _ in others),
    ]


def test_byes_are_among_pods_and_results():
    tournament = cup(EventOptions(fewest=4, preferred=4, most=4), PEOPLE[:5], rounds=1)
    [bye] = event_of(tournament).rounds[0].byes
    for name in ("pods.csv", "results.csv"):
        [row] = [row for row in rows(tournament, name) if row["pod"] == "bye"]
        assert row["entrant"] == bye
    assert row["points"] == "30"


def test_who_dropped_who_was_disqualified_and_whose_place_somebody_took_is_told():
    tournament = cup(rounds=1)
    event = without(without(event_of(tournament), "2"), "3", disqualified=True)
    tournament = renamed(with_event(tournament, event), "4", name="Zoe", formerly=("Dampier", "Drake"))
    table = {row["entrant"]: row for row in rows(tournament, "standings.csv")}
    assert table["2"]["state"] == "dropped"
    assert (table["3"]["state"], table["3"]["place"]) == ("disqualified", "11")
    assert (table["4"]["name"], table["4"]["formerly"]) == ("Zoe", "Dampier; Drake")


def test_somebody_whose_data_was_erased_has_no_name():
    tournament = renamed(cup(rounds=1), "4", name="", user=0)
    assert {row["name"] for row in rows(tournament, "results.csv") if row["entrant"] == "4"} == {
        "(a former player)"
    }
    assert [player["name"] for player in whole(tournament)["players"] if player["id"] == "4"] == [""]


def test_only_the_secrets_of_games_that_are_over_are_told():
    tournament = with_drawn(cup(rounds=2))
    secrets = {one.table: one.secret for one in tournament.record.tables}
    over = {"t1-1", "t1-2", "t2-1"}
    content = exported(tournament, over)
    for table, secret in secrets.items():
        for file in content.values():
            told = secret.encode() in file
            assert told == (table in over and file is content["tournament.json"]), table
    tables = whole(tournament, over)["tables"]
    assert {one["table"] for one in tables if "seed" in one} == over
    assert {one["table"] for one in tables if "secret" in one} == over
    assert all(one["commitment"] == commitment(bytes.fromhex(secrets[one["table"]])) for one in tables)


def test_nobodys_id_and_nobodys_press_is_told():
    tournament = cup(rounds=1)
    for file in exported(tournament).values():
        for entry in tournament.record.entries:
            assert entry.press.encode() not in file
            assert b'"user"' not in file


def test_organisers_are_told_who_is_who_on_discord_and_nobody_else_is():
    tournament = renamed(cup(rounds=1), "4", formerly=("Drake",), former_users=(399,))
    told = {row["entrant"]: row for row in rows(tournament, "entrants.csv", organises=True)}
    assert {who: row["user"] for who, row in told.items()} == {
        entry.id: f"<@{entry.user}>" for entry in tournament.record.entries
    }
    assert (told["4"]["formerly"], told["4"]["former users"]) == ("Drake", "<@399>")
    players = json.loads(exported(tournament, organises=True)["tournament.json"])["players"]
    assert {f"<@{player['user']}>" for player in players} == {row["user"] for row in told.values()}
    assert "entrants.csv" not in exported(tournament)
    assert all("user" not in player for player in whole(tournament)["players"])


def test_scores_tell_each_line_of_a_finished_games_sheet_for_each_player():
    tournament = cup(rounds=1)
    table = rows(tournament, "scores.csv", {"t1-1"})
    pod = next(pod for pod in event_of(tournament).rounds[0].pods if pod.number == 1)
    assert {row["entrant"] for row in table} == set(pod.seats)
    assert {(row["round"], row["pod"]) for row in table} == {("1", "1")}
    lines = [row["line"] for row in table if row["seat"] == "1"]
    assert lines[:2] == ["1.", "2."]
    assert lines[-1] == "game"
    ended, _log = played(dealt(tournament, {"t1-1"})["t1-1"])
    assert ended.outcome is not None
    assert [int(row["score"]) for row in table if row["line"] == "game"] == list(ended.outcome.points)
    (scores,) = whole(tournament, {"t1-1"})["scores"]
    assert scores["points"] == list(ended.outcome.points)
    assert len(scores["lines"]) == len(lines) - 1


def test_standings_tell_seeds_and_ratings_where_they_counted():
    tournament = cup(rounds=1)
    event = event_of(tournament)
    first = msgspec.structs.replace(event.entrants[0], seed=1, rating=1720)
    seeded = msgspec.structs.replace(event, entrants=(first, *event.entrants[1:]))
    table = {row["entrant"]: row for row in rows(with_event(tournament, seeded), "standings.csv")}
    assert (table["1"]["seed"], table["1"]["rated at the draw"]) == ("1", "1720")
    assert (table["2"]["seed"], table["2"]["rated at the draw"]) == ("", "")


def test_whoever_wants_to_be_an_initial_is_one_in_every_file():
    tournament = renamed(cup(rounds=1), "3", named="initial")
    assert tournament.record.entries[2].name == "Calico"
    for name, file in exported(tournament, {"t1-1", "t1-2", "t1-3"}, organises=True).items():
        assert b"Calico" not in file, name
    assert {row["name"] for row in rows(tournament, "standings.csv") if row["entrant"] == "3"} == {"C."}


def test_before_the_first_round_there_is_nothing_to_export():
    with pytest.raises(Refusal, match="before the first round"):
        files(cup().with_record(event=None), (), {})


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n=1", " =1", "\u200b=1", "\uff1d1", '=HYPERLINK("x")')


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_that_begins_like_a_formula_is_text_to_a_spreadsheet(name: str):
    tournament = cup(names=(name, *PEOPLE), rounds=1)
    for file in ("standings.csv", "pods.csv", "results.csv"):
        told = {row["name"] for row in rows(tournament, file) if row["entrant"] == "1"}
        assert all(each.startswith("'") for each in told), told


@given(name=st.text(max_size=20))
def test_whatever_a_cell_holds_it_is_one_line_and_no_formula(name: str):
    told = harmless(name)
    assert isinstance(told, str)
    assert not told.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert len(told.splitlines()) <= 1
    written = io.StringIO(newline="")
    csv.writer(written).writerow([told, "next"])
    assert next(csv.reader(io.StringIO(written.getvalue(), newline=""))) == [told, "next"]


@pytest.mark.parametrize("name", ["Anne", "O'Malley", "Zoë 🏴‍☠️", "1st mate", "de la Cruz-Smith"])
def test_an_ordinary_name_stays_as_it_is(name: str):
    assert harmless(name) == name


@pytest.mark.parametrize("name", ["1e5", "007", "3-4", "123456789012345678", "1.5.2026"])
def test_a_name_that_looks_like_a_number_or_a_date_stays_what_it_is(name: str):
    assert harmless(name) == f"'{name}"


def test_no_number_of_a_score_sheet_is_text_and_what_was_bid_and_won_has_a_column():
    tournament = cup(rounds=1)
    table = rows(tournament, "scores.csv", {"t1-1"})
    numbers = [row["score"] for row in table]
    assert all(number.lstrip("-").isdecimal() for number in numbers), numbers
    assert any(number.startswith("-") for number in numbers)
    rounds = [row for row in table if row["line"] == "1."]
    assert rounds
    assert all(row["bid"].isdecimal() and row["won"].isdecimal() for row in rounds)
    text = exported(tournament, {"t1-1"})["scores.csv"].decode("utf-8-sig")
    assert "\u2212" not in text
    assert "'" not in text


@pytest.mark.parametrize(
    ("locale", "place", "between", "sign"), [("de", "Platz", ";", ","), ("en-GB", "place", ",", ".")]
)
def test_headings_separators_and_decimal_signs_are_those_of_the_readers_language(
    locale: str, place: str, between: str, sign: str
):
    tournament = cup(rounds=3)
    found = files(tournament, standings(event_of(tournament)), {}, locale=locale)
    table = next(file.content for file in found if file.name == "standings.csv").decode("utf-8-sig")
    heading, *lines = csv.reader(io.StringIO(table, newline=""), delimiter=between)
    assert heading[0] == place
    assert len({len(line) for line in lines}) == 1
    points = [line[4] for line in lines]
    assert all(each.replace(sign, "").isdecimal() for each in points), points


def test_who_somebody_is_on_discord_is_text_to_every_spreadsheet_and_usernames_have_a_column():
    tournament = renamed(cup(rounds=1), "4", user=123456789012345678, username="anne_b")
    [row] = [row for row in rows(tournament, "entrants.csv", organises=True) if row["entrant"] == "4"]
    assert (row["user"], row["username"]) == ("<@123456789012345678>", "anne_b")
    assert b"anne_b" not in b"".join(exported(tournament).values())


def test_those_of_one_name_have_their_numbers_in_every_file():
    tournament = cup(names=("Twin", *PEOPLE[2:], "twin"), rounds=1)
    last = str(len(PEOPLE))
    for name in ("standings.csv", "pods.csv", "results.csv"):
        told = {row["entrant"]: row["name"] for row in rows(tournament, name)}
        assert (told["1"], told[last]) == ("Twin 1", f"twin {last}"), name
    players = {player["id"]: player["name"] for player in whole(tournament)["players"]}
    assert (players["1"], players[last]) == ("Twin 1", f"twin {last}")


def test_a_result_that_was_corrected_says_so():
    tournament = cup(rounds=1)
    event = event_of(tournament)
    first = event.results[0]
    corrected = msgspec.structs.replace(first, places=first.places[::-1])
    table = rows(with_event(tournament, with_result(event, corrected)), "results.csv")
    said = {row["pod"] for row in table if row["remark"] == "corrected by the organiser"}
    assert said == {str(first.pod)}
