"""My tournament: where I stand and what comes next, at any moment of it; and the pages around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from msgspec.structs import replace as with_

from bot.i18n import Reader
from bot.screens.tournaments import information, pages
from bot.screens.tournaments.mine import PendingCheckIn, Upcoming, confirm_withdrawal, mine
from bot.screens.tournaments.settings_play import LOT
from bot.tournaments import attendance
from bot.tournaments.actions import Disqualify
from bot.tournaments.formats.engine import plan, standings, without
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Result
from bot.tournaments.pairing.standings import Standings
from bot.ui.components import Screen
from games import fairness
from games.contract import AnyGame
from games.text import Text
from storage.models import AuditRow
from tests.bot.screens.looking import buttons, pressed, text
from tests.bot.screens.tournaments.making import (
    NOW,
    SEED,
    announced,
    begun,
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

ANNE, STRANGER = 1001, 5
LINK = "https://discord.com/channels/1/2/3"


def order_of(tournament: Tournament) -> Standings:
    """The standings."""
    return () if tournament.record.event is None else standings(tournament.record.event)


def shown(tournament: Tournament, user: int = ANNE, **moments: Any) -> str:
    """What somebody reads on their page."""
    links = {(one.number, pod.number): LINK for one, pod in tournament.open_pods()}
    page = mine(
        tournament,
        user,
        order_of(tournament),
        links,
        Upcoming(**moments),
        english(tournament),
    )
    return text(page)


def doors(tournament: Tournament, user: int = ANNE) -> set[str]:
    """The buttons that let in, out and say that somebody is here."""
    page = mine(tournament, user, order_of(tournament), {}, Upcoming(), english(tournament))
    return {"Join", "Withdraw", "I am here"} & set(buttons(page))


def test_before_the_start_i_read_whether_i_am_in_and_when_it_starts() -> None:
    cup_ = announced(3, waiting=2, settings=TournamentSettings("Evening cup", starts=NOW + 3600))
    assert "You're in, number 1 so far." in shown(cup_)
    assert f"It starts <t:{int(NOW + 3600)}:R>" in shown(cup_)
    assert "You're number 2 on the waiting list." in shown(cup_, 1005)
    assert "You're not in" in shown(cup_, STRANGER)
    assert doors(cup_) == {"Withdraw"}
    assert doors(cup_, 1005) == {"Withdraw"}
    assert doors(cup_, STRANGER) == {"Join"}


def test_while_people_check_in_i_am_asked_until_i_have_said_that_i_am_here() -> None:
    asked = announced(3, checking_in=True)
    assert "Press “I am here”" in shown(asked)
    assert doors(asked) == {"Withdraw", "I am here"}
    here = replaced(asked, entries=entered(3, here=True))
    assert "You've checked in." in shown(here)
    assert "You're in" not in shown(here), "it is said once"
    assert doors(here) == {"Withdraw"}


def test_with_a_round_drawn_i_read_with_whom_i_play_and_when_the_table_opens() -> None:
    one = drawn(begun(cup(4)))
    said = shown(one, opens=NOW + 120)
    assert "Next: Round 1, with" in said
    assert "Bart" in said
    assert "Anne" not in said
    assert f"The table opens <t:{int(NOW + 120)}:R>." in said
    assert "The organiser opens the table." in shown(one)


def test_in_a_running_round_i_read_where_my_table_is_and_until_when_it_plays() -> None:
    one = opened(drawn(begun(cup(4))))
    said = shown(one, ends={(1, 1): NOW + 9})
    assert "You're playing. Round 1, with" in said
    assert LINK in said
    assert f"Time's up <t:{int(NOW + 9)}:R>; then robots finish the games." in said
    assert "/table leave hands your seat to a robot" in said
    assert "The organiser stopped the clocks." in shown(replaced(one, paused=1.0))


def test_while_my_table_waits_i_read_that_i_have_to_press_and_until_when() -> None:
    one = opened(drawn(begun(cup(4))))
    until = int(NOW + 9)

    def waits(table: PendingCheckIn) -> str:
        return shown(one, ends={(1, 1): NOW + 99}, waiting={(1, 1): table})

    asked = waits(PendingCheckIn(True, until))
    assert "Your table is open. Round 1, with" in asked
    assert LINK in asked
    assert "Press “I am here” at your table." in asked
    assert f"I deal when all are here, or <t:{until}:R>." in asked
    assert "You're playing" not in asked
    assert "Time's up" not in asked
    here = waits(PendingCheckIn(False, until))
    assert "Press “I am here”" not in here
    assert f"<t:{until}:R>" in here
    assert "The deal" not in waits(PendingCheckIn(True))
    early = waits(PendingCheckIn(True, until, Text("Play begins at nine.")))
    assert "Play begins at nine." in early
    assert "Press “I am here”" not in early


def test_before_my_first_table_is_played_i_have_no_place() -> None:
    one = opened(drawn(begun(cup(8))))
    first, second = one.published[0].pods
    half = played(one, 1)
    [mine_] = [pod for pod in (first, second) if half.result_of(1, pod.number) is None]

    def read(t: Tournament) -> list[bool]:
        users = [entry.user for entry in t.record.entries if entry.id in mine_.seats]
        return ["🏅 Place " in shown(t, user) for user in users]

    assert half.has_results
    assert read(half) == [False] * 4
    [theirs] = [pod for pod in (first, second) if pod is not mine_]
    assert all(
        "🏅 Place " in shown(half, entry.user) for entry in half.record.entries if entry.id in theirs.seats
    )
    assert read(played(half)) == [True] * 4


def test_after_a_round_i_read_my_place_my_points_and_whom_i_met() -> None:
    one = played(opened(drawn(begun(cup(4)))), places=in_order)
    assert "Place 1 of 4, with 60 points" in shown(one)
    assert "Round 1: place 1 of 4, 60 points, with" in shown(one)
    assert "Nothing to do. I'll ping you for the next round." in shown(one)
    assert "Round 1: place 4 of 4, 0 points, with" in shown(one, 1004)


def test_in_a_knock_out_i_read_that_the_others_decide_only_while_they_play() -> None:
    one = opened(drawn(begun(cup(8, format="knock-out", go_on=1, preferred=4, most=4))))
    event = one.record.event
    assert event is not None
    waits = "Your table is over. Whether you go on is clear once the others are."
    for seat in event.rounds[0].pods[0].seats:
        assert waits in shown(played(one, 1, in_order), 1000 + int(seat or 0))
        assert waits not in shown(played(one, places=in_order), 1000 + int(seat or 0))


def test_a_bye_a_void_table_and_a_round_missed_are_told_as_such() -> None:
    five = cup(5, fewest=4, most=4, preferred=4)
    one = opened(drawn(begun(five)))
    event = one.record.event
    assert event is not None
    [resting] = event.rounds[0].byes
    user = 1000 + int(resting)
    assert "Round 1: a bye" in shown(one, user)
    assert "Round 1: a bye, 30 points" in shown(one, user)
    away = played(one, places=lambda round, pod: Result(round=1, pod=1, places=(1, 2, 3, 4), stand_ins=(0,)))
    absent = 1000 + int(event.rounds[0].pods[0].seats[0] or 0)
    assert "Round 1: you didn't come; 0 points" in shown(away, absent)
    void = played(one, places=lambda round, pod: Result(round=1, pod=1, places=(), void=True))
    assert "doesn't count; 30 points" in shown(void, absent)


def test_who_is_out_reads_so_and_finds_no_way_out() -> None:
    one = played(opened(drawn(begun(cup(4)))), places=in_order)
    event = one.record.event
    assert event is not None
    gone = without(event, "1")
    entries = entered(4)
    for state, told in (("dropped", "not playing any more"), ("disqualified", "You were disqualified")):
        first = replace(entries[0], state=state)
        out = replaced(one, event=gone, entries=(first, *entries[1:]))
        assert told in shown(out)
        assert doors(out) == set()


def test_who_is_not_in_reads_whether_it_can_still_be_entered() -> None:
    running = opened(drawn(begun(cup(4))))
    assert "entries are closed" in shown(running, STRANGER)
    assert doors(running, STRANGER) == set()
    late = replaced(running, settings=replace(running.settings, late=3))
    assert doors(late, STRANGER) == {"Join"}
    assert "You didn't play in this one." in shown(replaced(running, "over"), STRANGER)


def test_who_was_replaced_reads_by_whom() -> None:
    running = opened(drawn(begun(cup(4))))
    first, *others = running.record.entries
    taken = replace(first, user=1009, name="Eve", formerly=("Anne",), former_users=(ANNE,))
    running = replaced(running, entries=(taken, *others))
    said = "Eve took over your place, with the points won so far."
    assert said in shown(running)
    assert "entries are closed" not in shown(running)
    assert said not in shown(running, STRANGER)
    over = shown(replaced(running, "over"))
    assert said in over
    assert "You didn't play" not in over


def test_dropping_out_is_asked_about_first() -> None:
    running = opened(drawn(begun(cup(4))))
    asked = confirm_withdrawal(running, english(running))
    assert pressed(asked, "Drop out") == f"tleavenow:{running.id}"
    assert "Drop out of Evening cup?" in text(asked)


# the other pages


def test_the_seed_is_secret_before_the_start_and_its_fingerprint_is_not() -> None:
    for before in (announced(4), with_(announced(4), phase="cancelled")):
        page = text(information.seed(before, None, english(before)))
        assert SEED not in page
        assert fairness.commitment(bytes.fromhex(SEED)) in page
    one = drawn(begun(cup(4)))
    page = text(information.seed(one, one.record.drawn, english(one)))
    assert SEED in page
    assert fairness.commitment(bytes.fromhex(one.record.tables[0].secret)) in page
    assert one.record.tables[0].secret not in page


def test_before_the_start_the_standings_are_who_is_in() -> None:
    page = text(information.standings(announced(3, waiting=1), (), 0, ANNE, Reader("en")))
    assert "3 entrants" in page
    assert "Dampier, number 1 on the waiting list" in page


def test_nobody_has_a_place_before_the_first_result() -> None:
    there = opened(drawn(begun(cup(4))))
    assert there.record.event is not None
    order = standings(there.record.event)
    page = text(information.standings(there, order, 0, ANNE, english(there)))
    assert "No results yet.\n4 entrants\n- Anne" in page
    assert "You're number" not in page
    assert "lot" not in page


def test_pods_show_the_round_that_was_asked_for_and_lead_to_its_neighbours() -> None:
    two = drawn(played(opened(drawn(begun(cup(8))))))
    latest = information.round_shown(two, 0)
    assert latest is two.record.drawn
    first = information.round_shown(two, 1)
    assert first is not None
    page = information.pods(two, first, 0, {(1, 1): LINK}, english(two))
    assert "🏁" in text(page)
    assert LINK in text(page)
    assert pressed(page, "Round 2") == f"tinfo:{two.id}:pods-2-0"
    assert latest is not None
    assert "Round 2: drawn, but not open yet." in text(information.pods(two, latest, 0, {}, english(two)))


def test_the_log_has_the_latest_first() -> None:
    act = msgspec.json.encode(Disqualify("1"))
    rows = [
        AuditRow(at, 1, "t", None, NOW + at, 900, "Olga", "disqualify", act, f"reason {at}", ANNE, "Anne")
        for at in (1, 2)
    ]
    cup_ = announced(3)
    page = text(information.log(cup_, rows, 0, ANNE, english(cup_)))
    assert "reason" not in text(information.log(cup_, rows, 0, ANNE + 1, english(cup_)))
    assert page.index("reason 2") < page.index("reason 1")
    assert "The organisers haven't had to step in." in text(information.log(cup_, (), 0, 0, english(cup_)))


def many(tournament: Tournament) -> list[Tournament]:
    """More of the kind than a screen holds."""
    return [with_(tournament, id=f"{tournament.id}{at}") for at in range(30)]


def lives(names: Sequence[str], title: str, game: AnyGame | None = None) -> Iterator[Tournament]:
    """Tournaments of these people at several moments."""
    count = len(names)
    for format in ("swiss", "knock-out", "groups"):
        settings = TournamentSettings(title, how=EventOptions(format=format), cap=count)
        before = announced(count, names=names, settings=settings, game=game)
        yield before
        yield announced(count, names=(*names, *names), waiting=count, settings=settings, game=game)
        yield drawn(begun(before))
        yield played(opened(drawn(begun(before))), pods=count // 8)
        yield replaced(played_out(before, 3), "over")


def every_page(one: Tournament, language: str, name: str) -> Iterator[Screen]:
    """All that anybody can read of it in private."""
    count = len(one.playing)
    act = msgspec.json.encode(Disqualify("1"))
    row = AuditRow(1, 1, "t", None, NOW, 900, name, "disqualify", act, name * 6, ANNE, name)
    reader, order = Reader(language, one.game), order_of(one)
    links = {(each.number, pod.number): LINK for each, pod in one.open_pods()}
    latest = information.round_shown(one, 0)
    for user in (ANNE, 1000 + count, STRANGER):
        yield mine(one, user, order, links, Upcoming(NOW, dict.fromkeys(links, NOW)), reader, LOT)
    yield information.about(one, plan(one.settings.how, count), ANNE, reader)
    yield information.seed(one, latest, reader)
    yield information.log(one, [row] * 40, 1, 0, reader)
    yield confirm_withdrawal(one, reader)
    yield information.tournaments(many(one), ANNE, reader)
    yield information.which("show", many(one), reader)
    for number in (0, 1, 999):
        yield information.standings(one, order, number, ANNE, reader)
        if latest is not None:
            yield information.pods(one, latest, number, links, reader)


def test_every_page_leads_to_the_others_and_not_to_itself() -> None:
    one = opened(drawn(begun(cup(8))))
    latest = information.round_shown(one, 0)
    assert latest is not None
    about = information.about(one, None, ANNE, english(one))
    ways = {pages.page_of(str(each["custom_id"]).split(":")[2]).what for each in buttons(about).values()}
    assert ways == {"mine", "standings", "pods", "seed", "log"}


def test_whoever_waits_for_a_place_is_not_told_that_they_make_room() -> None:
    there = announced(4, waiting=1)
    assert "makes room for somebody else" in shown(there)
    waiting = shown(there, 1005)
    assert "takes you off the waiting list" in waiting
    assert "makes room" not in waiting


def test_after_the_final_no_round_comes_that_withdrawing_could_skip() -> None:
    final = opened(drawn(begun(cup(4, format="knock-out"))))
    assert "Have to go? /table leave hands your seat to a robot." in shown(final)
    early = opened(drawn(begun(cup(16, format="knock-out"))))
    assert "Withdraw skips the coming rounds" in shown(early)


def test_nobody_is_told_of_a_way_out_that_is_not_theirs_to_go() -> None:
    seated = opened(drawn(begun(cup(4, format="arena", preferred=4, fewest=4))))
    assert "Pause takes you out of the draw; /table leave gives" in shown(seated)
    waits = played(seated)
    assert "Pause takes you out of the draw." in shown(waits)
    assert "/table leave" not in shown(waits), "there is no seat to leave"

    at_table = shown(attendance.sitting_out(seated, ANNE, on=True).tournament)
    assert "Have to go? /table leave hands your seat to a robot." in at_table
    assert "Pause takes" not in at_table, "the button says Back in"
    assert "Have to go?" not in shown(attendance.sitting_out(waits, ANNE, on=True).tournament)
    between = played(opened(drawn(begun(cup(4, format="swiss", rounds=3)))))
    assert "Have to go? Withdraw skips the coming rounds." in shown(between)
    assert "/table leave" not in shown(between)
