"""What people read of time: on the lobby, the board, the hand, behind More, and when a table has stopped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.i18n import Reader, reader_for
from bot.pace import BLITZ, DAILY, NONE, RELAXED, Pace, parse_duration
from bot.screens.board import board_screen, more_screen, this_table_screen
from bot.screens.clocks import duration, typed_duration
from bot.screens.hand import HandView, hand_screen
from bot.screens.lobby import lobby_more_screen, table_closed_screen
from bot.screens.options import options_screen
from bot.screens.options import pace_modal as pace_window
from bot.tables import clocks as tables_clocks
from bot.tables import leaving, notices, play
from bot.tables.lessons import Teaching
from bot.tables.model import Notice, Press, Table
from bot.tables.pod_model import PodInfo, PodVerdict, SeatVerdict
from bot.tables.timing import SeatClock
from games.contract import Lesson
from games.text import Text, _
from tests.bot.screens.looking import PICTURE, buttons, lists, pressed, text
from tests.bot.screens.puppet import ANNE, BART, CALICO, cards, digging, english, own_cards, table_of

WHEN = 1_800_000_000.0
SCENE = digging(3, 0, 1, menus=(cards(5),), own=own_cards(5))


def unix(awake: float) -> float:
    """House time began at this moment."""
    return WHEN + awake


def running(pace: Pace = DAILY, scene=SCENE, **record) -> Table:
    """A table of Anne, Bart and a robot whose clocks run since house time began."""
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"], pace=pace, **record)
    return tables_clocks.with_clocks_updated(None, table, None, True, 0.0)


def with_clock(table: Table, seat: int, **changes) -> Table:
    """The same with something else about one clock."""
    clocks = [
        replace(clock, **changes) if at == seat else clock for at, clock in enumerate(table.timing.seats)
    ]
    return replace(table, timing=replace(table.timing, seats=tuple(clocks)))


def read(table: Table) -> str:
    """The board."""
    return text(board_screen(table, english(table), unix=unix))


def in_hand(table: Table, user: int = ANNE) -> str:
    """Somebody's hand."""
    return text(hand_screen(HandView(table, user, english(table), unix=unix)))


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        (
            DAILY,
            "⏱️ Over days: 1 day a move, plus 1 day in reserve. Each move earns back 2 hours.",
        ),
        (
            BLITZ,
            "⏱️ Now: 2 minutes a move, plus 5 minutes in reserve. Each move earns back 5 seconds.",
        ),
        (NONE, "⏱️ No time limit"),
        (Pace("own", 5400), "⏱️ Over days: 1 hour and 30 minutes a move."),
        (
            Pace("own", 90, 600),
            "⏱️ Now: 1 minute and 30 seconds a move, plus 10 minutes in reserve.",
        ),
    ],
)
def test_more_in_the_lobby_and_in_the_game_say_the_pace_in_words(pace: Pace, said: str):
    waiting = table_of(None, "Anne", pace=pace)
    assert said in text(lobby_more_screen(waiting, english(waiting), ANNE))
    assert said in text(more_screen(running(pace), english(running(pace)), ANNE))


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0 seconds"), (1, "1 second"), (86400, "1 day"), (90061, "1 day and 1 hour"), (172800, "2 days")],
)
def test_a_span_is_told_in_at_most_two_units(seconds: float, said: str):
    assert Reader("")(_("{span}", span=duration(seconds))) == said


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@given(seconds=st.integers(0, 14 * 86400))
def test_a_length_of_time_to_type_is_read_again_in_each_language(language: str, seconds: int):
    assert parse_duration(typed_duration(seconds, Reader(language))) == seconds


def test_the_options_offer_every_pace_and_a_window_for_ones_own():
    table = table_of(None, "Anne", pace=RELAXED)
    offered = lists(options_screen(table, english(table)))["pace:k3x9qp"]["options"]
    assert [each["value"] for each in offered] == ["blitz", "daily", "relaxed", "none"]
    assert [each["value"] for each in offered if each.get("default")] == ["relaxed"]
    assert pressed(options_screen(table, english(table)), "Own pace") == "ownpace:k3x9qp"
    window = pace_window("pace:t1", table.record.pace, english(table))
    window.check()
    assert [field["component"]["value"] for field in window.payload()["components"]] == [
        "3 days",
        "3 days",
        "6 hours",
    ]


def test_a_pace_of_ones_own_is_listed_where_it_is_chosen_and_can_be_written_anew():
    table = table_of(None, "Anne", pace=Pace("own", 5400))
    offered = lists(options_screen(table, english(table)))["pace:k3x9qp"]["options"]
    assert [each["value"] for each in offered if each.get("default")] == ["own"]
    assert pressed(options_screen(table, english(table)), "Own pace") == "ownpace:k3x9qp"


def test_the_board_tells_once_what_has_happened_and_is_still_so():
    table = with_clock(running(), 1, stand_in=True)
    table = table.with_notices(Notice("stand_in", table.actions, 1))
    assert read(table).count("💤") == 1
    asked = tables_clocks.ask_table(running(), 0, 1.0)
    assert read(asked).count("⏸️") == 1
    assert read(tables_clocks.ask_table(asked, 1, 2.0)).count("⏸️") == 1


@pytest.mark.parametrize(("kind", "promise"), [("stand_in", "stands in"), ("left", "for now")])
def test_the_board_does_not_promise_the_return_of_somebody_who_is_gone_for_good(kind: str, promise: str):
    three = table_of(digging(3, 0, 1), "Anne", "Bart", "Calico", pace=DAILY)
    table = three.with_notices(Notice(kind, three.actions, 1))
    gone = leaving.concede(table, Press(0, BART, "Bart")).table
    assert promise in read(table)
    assert promise not in read(gone)
    assert " conceded" in read(gone)


def test_what_is_not_so_any_more_stays_news_for_a_while():
    table = running().with_notices(Notice("stand_in", running().actions, 1))
    assert "💤 Time's up again: a robot stands in for **Bart**" in read(table)


def test_the_board_says_when_the_time_is_up_as_each_readers_discord_tells_it():
    assert f"⏱️ Time's up <t:{int(WHEN) + 172800}:R>." in read(running())


def test_where_clocks_differ_each_ones_time_is_told():
    table = with_clock(running(), 1, used=3600.0)
    assert (
        f"⏱️ Time's up: **Anne** <t:{int(WHEN) + 172800}:R> and **Bart** <t:{int(WHEN) + 169200}:R>."
        in read(table)
    )


def test_the_hand_says_until_when_its_owner_has_time_and_nobody_elses_time():
    assert f"-# ⏱️ Time's up <t:{int(WHEN) + 172800}:R>." in in_hand(running())
    alone = digging(3, 1, menus=(cards(5),), own=own_cards(5))
    assert "time's up" not in in_hand(running(scene=alone))


def test_without_a_time_limit_nothing_is_said_of_time():
    assert "⏱️" not in read(running(NONE))
    assert "⏱️" not in in_hand(running(NONE))


def test_who_has_little_time_left_is_named():
    table = with_clock(running(), 1, reminded=3)
    assert "⌛ Not much time left: **Bart**." in read(table)
    assert "Not much time" not in read(running())


def test_a_stand_in_has_a_robots_sign_and_the_way_back_is_told():
    table = with_clock(running(), 1, stand_in=True)
    assert "- ⏳ 🤖 **Bart**: 1 hole" in read(table)
    assert "💤 A robot stands in for **Bart**. My hand brings you back." in read(table)


def test_what_happened_is_on_the_board_until_everybody_has_moved_on():
    table = running(happenings=(Notice("late", 5, 1),))
    said = "⏱️ Time's up: a robot played for **Bart**."
    assert said in read(table)
    assert said in read(replace(table, actions=10))
    assert said not in read(replace(table, actions=11))


def test_the_board_shows_no_more_than_the_latest_happenings():
    told = tuple(Notice("late", 5, seat) for seat in (0, 1, 0, 1))
    assert read(running(happenings=told)).count("a robot played for") == 3


def test_every_happening_is_a_sentence_and_names_who_it_is_about():
    for kind, sentence in {**notices.NOTICE_TEXTS, **notices.DEEDS}.items():
        said = english(running())(notices.notice_text(Notice(kind, 1, 1, seconds=60.0)))
        assert "{" not in said
        assert ("**Bart**" in said) == ("{player}" in sentence.message)
        assert ("1 minute" in said) == ("{length}" in sentence.message)
    gone = notices.notice_text(Notice("back", 1, name="Old Tom"))
    assert gone == Text(notices.NOTICE_TEXTS["back"].message, {"player": "Old Tom"})


@pytest.mark.parametrize("kind", sorted(notices.DEEDS))
def test_a_moderators_reason_is_told_where_there_is_one_and_nothing_in_its_place_where_there_is_none(
    kind: str,
):
    silent = Notice(kind, 1, 1, other="Mina")
    said = english(running())(notices.notice_text(silent)).rstrip()
    assert said[-1] in ".!"
    told = english(running())(notices.notice_text(replace(silent, why="Rude")))
    assert told == f"{said} Reason: Rude"


def test_what_is_over_gives_way_to_what_ended_it():
    held, back = Notice("mod held", 5, other="Mina"), Notice("mod released", 5, other="Mina")
    given, here = Notice("mod given", 5, 1, other="Mina"), Notice("back", 5, 1)
    finished, more = Notice("finished", 5), Notice("unfinished", 5)
    told = read(running(happenings=(held, back)))
    assert "Mina restarted the table's clocks." in told
    assert "stopped" not in told
    told = read(running(happenings=(given, here)))
    assert "**Bart** is back." in told
    assert "a robot play" not in told
    told = read(running(happenings=(finished, more)))
    assert "more time after all" in told
    assert "robots finish" not in told


def test_where_words_are_few_the_latest_happening_is_told():
    wordy, released = Notice("rewound", 5, 0), Notice("mod released", 5, other="Mina")
    table = running(happenings=(wordy, wordy, released))
    assert "Mina restarted the table's clocks." in text(
        board_screen(table, english(table), unix=unix, picture=PICTURE)
    )
    paused_before = running(happenings=(Notice("resumed", 5, 0), Notice("mod held", 5, other="Mina")))
    assert "Play on!" in read(paused_before)
    assert "Play on!" not in read(paused_before.with_record(held=True))


def test_a_deserted_table_says_when_it_stops():
    table = running()
    table = replace(table, timing=replace(table.timing, deserted=1000.0))
    assert (
        f"the game waits and closes <t:{int(WHEN) + 1000 + 7 * 86400}:R>. My hand brings you back."
        in read(table)
    )


def test_a_pause_is_on_the_board_and_in_the_hand_and_one_press_on_either_ends_it():
    table = replace(running(), timing=replace(running().timing, paused=5.0))
    said = "⏸️ Paused. Any move ends it."
    assert said in read(table)
    assert said in in_hand(table)
    hand = hand_screen(HandView(table, ANNE, english(table), unix=unix), PICTURE)
    for shown in (hand, board_screen(table, english(table), picture=PICTURE)):
        assert pressed(shown, "End pause") == "unpause:k3x9qp"
    lesson = Teaching(Lesson("one", _("word " * 40)))
    taught = hand_screen(HandView(table, ANNE, english(table), unix=unix, teaching=lesson), PICTURE)
    assert said in text(taught), "a press ends it for everybody, a beginner's too"


def test_whoever_is_asked_for_a_pause_reads_it_in_the_hand_and_answers_there():
    table = replace(running(), timing=replace(running().timing, asking=(1,)))
    for user, is_asked in ((ANNE, True), (BART, False)):
        hand = hand_screen(HandView(table, user, english(table), unix=unix), PICTURE)
        assert ("⏸️ **Bart** would like a pause. And you?" in text(hand)) == is_asked
        assert ([name for name in ("Agree to pause", "Play on") if name in buttons(hand)] != []) == is_asked


def test_more_leads_into_a_pause_those_who_play_against_a_clock():
    table = running()
    assert pressed(this_table_screen(table, english(table), ANNE, ()), "Ask for pause") == "pause:k3x9qp"
    assert "Ask for pause" not in buttons(this_table_screen(running(NONE), english(table), ANNE, ()))


def test_who_is_asked_for_a_pause_agrees_or_plays_on():
    table = replace(running(), timing=replace(running().timing, asking=(0,)))
    assert "⏸️ **Anne** would like a pause." in read(table)
    assert list(buttons(this_table_screen(table, english(table), ANNE, ()))) == [
        "Back",
        "No pause",
        "Autoplay on",
        "Leave game",
        "Board here",
        "Fairness",
    ]
    screen = this_table_screen(table, english(table), BART, ())
    assert pressed(screen, "Agree to pause") == "pause:k3x9qp"
    assert pressed(screen, "Play on") == "unpause:k3x9qp"


def test_whoever_is_asked_for_a_pause_answers_on_the_board_with_two_buttons():
    asking = replace(running(), timing=replace(running().timing, asking=(0,)))
    shown = board_screen(asking, english(asking), unix=unix)
    assert list(buttons(shown)) == ["My hand", "Scores", "More", "Agree to pause", "Play on"]
    assert pressed(shown, "Agree to pause") == "pause:k3x9qp"
    assert pressed(shown, "Play on") == "unpause:k3x9qp"
    assert "Play on" not in buttons(board_screen(running(), english(running()), unix=unix))


def test_a_game_in_one_sitting_offers_behind_more_to_go_on_over_days():
    table = running(BLITZ)
    assert pressed(more_screen(table, english(table), ANNE), "Over days") == "askpace:k3x9qp:days"
    assert "Over days" not in buttons(more_screen(running(), english(table), ANNE))
    back = running(sitting=BLITZ)
    assert pressed(this_table_screen(back, english(back), ANNE, ()), "Now") == "askpace:k3x9qp:now"


def test_whoever_is_asked_to_go_on_over_days_reads_when_it_does():
    table = running(BLITZ)
    asking = replace(table, timing=replace(table.timing, asking=(0,), wanted=DAILY, asked=0.0))
    assert "🗓️ **Anne** would like to go on over days. And you?" in read(asking)
    shown = board_screen(asking, english(asking), unix=unix)
    assert pressed(shown, "Yes, over days") == "askpace:k3x9qp:days"
    assert pressed(shown, "No change") == "unpause:k3x9qp"
    both = replace(asking, timing=replace(asking.timing, asking=(0, 1)))
    assert f"If nobody objects, that happens <t:{int(WHEN + 3600)}:R>." in read(both)


def test_a_pause_that_has_ended_or_was_declined_is_not_told_of_any_more():
    told = tuple(Notice(kind, 5, 0) for kind in ("asked", "paused", "resumed", "asked", "declined"))
    said = read(running(happenings=told))
    assert "would like" not in said
    assert "up for a pause" not in said
    assert "**Anne** would rather play on." in said
    asked = running(happenings=told)
    said = read(replace(asked, timing=replace(asked.timing, asking=(1,))))
    assert "would rather play on" not in said
    assert "⏸️ **Bart** would like a pause. And you?" in said


@pytest.mark.parametrize(
    ("language", "agreed", "paused"),
    [
        (
            "en-US",
            "You agreed to a pause. Not yet: **Calico**.",
            "You agreed: it's paused. No clock runs until someone plays.",
        ),
        (
            "de",
            "Du bist für die Pause. Noch nicht dabei: **Calico**.",
            "Du hast zugestimmt: Pause! Alle Uhren stehen, bis jemand spielt.",
        ),
        (
            "fr",
            "Tu es d’accord pour une pause. Il manque encore : **Calico**.",
            "Tu es d’accord : c’est la pause. Les horloges attendent le prochain coup.",
        ),
        (
            "it",
            "Hai detto sì alla pausa. Si aspetta ancora il sì di **Calico**.",
            "Hai detto sì: si fa pausa. Il tempo è fermo finché qualcuno non gioca.",
        ),
    ],
)
def test_whoever_agrees_to_a_pause_reads_that_they_agreed(language: str, agreed: str, paused: str):
    table = table_of(digging(3, 1), "Anne", "Bart", "Calico", pace=DAILY)
    table = tables_clocks.with_clocks_updated(None, table, None, True, 0.0)
    reader, said = reader_for(table, language), list[str]()
    for number, user in enumerate((ANNE, BART, CALICO)):
        update = play.pause(table, Press(number, user, ""), 5.0)
        assert update.said is not None
        said.append(reader(update.said))
        table = update.table
    assert said[1:] == [agreed, paused]


def test_a_vacation_is_told_to_all():
    table = tables_clocks.with_clocks_updated(
        running(), tables_clocks.with_vacation(running(), 1, 1_800_500_000.0), None, True, 5.0
    )
    assert "🏖️ **Bart** is on vacation until <t:1800500000:f>." in read(table)
    assert "🏖️ You're on vacation: your clock is stopped." in in_hand(table, BART)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("untouched", "Nobody did anything here for a day."),
        ("deserted", "Nobody came back for a week. The game doesn't count."),
        ("forgotten", "Nobody moved for a month."),
    ],
)
def test_a_table_that_closed_itself_says_why(why: str, said: str):
    table = replace(running(closed_by=why), phase="closed")
    assert said in text(table_closed_screen(table, english(table)))


def test_a_table_that_its_organiser_decided_says_what_counts():
    pod = PodInfo("cup", "Evening cup", 2, 1, ("1", "2", ""))
    table = replace(running(closed_by="void", pod=pod), phase="closed")
    assert "The organiser decided this table." in text(table_closed_screen(table, english(table)))
    decided = PodVerdict((SeatVerdict("1", 2), SeatVerdict("2", 1), SeatVerdict("", 3)), corrected=True)
    known = table.with_record(pod=replace(pod, verdict=decided))
    said = text(table_closed_screen(known, english(known)))
    assert "**Bart** wins. Yo-ho-ho!" in said
    assert "Corrected by the organiser." in said


def test_a_clock_that_nobody_keeps_says_nothing():
    assert SeatClock() == tables_clocks.clock_of(table_of(SCENE, "Anne"), 0)
    assert "⏱️" not in read(table_of(SCENE, "Anne", "Bart", "Calico"))
