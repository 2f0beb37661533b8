"""The organiser's panel as screens: what it shows, what can be chosen, and what it never shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec import structs

from bot.client.channels import permission_names
from bot.i18n import Reader
from bot.pace import BLITZ, DAILY, DAY, MINUTE, Pace
from bot.refusal import Refusal
from bot.screens import admin_actions, audit_log
from bot.screens.admin_actions import ActionStep, Prefilled
from bot.screens.tournaments import action_targets, calls
from bot.screens.tournaments.admin_panel import LEFT, NOT_AT_TABLE, PendingPod, panel
from bot.screens.tournaments.lines import not_posted
from bot.tournaments import actions
from bot.tournaments.actions import ACTIONS, AnyAction
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.pairing.event import Fill
from bot.tournaments.requirements import trouble_of
from bot.tournaments.rounds import with_sight
from bot.ui.components import Modal, Screen
from bot.ui.limits import OPTION
from games.text import _, english
from tests.bot.screens.looking import buttons, lists, text, visible
from tests.bot.screens.test_audit_log import AT_TOURNAMENTS, entries
from tests.bot.screens.tournaments.making import (
    NOW,
    SEED,
    announced,
    begun,
    cup,
    drawn,
    entered,
    opened,
    played,
    played_out,
    replaced,
    unix,
)

READER = Reader("en-GB")


def shown(tournament: Tournament, *behind: PendingPod, page: int = 0) -> Screen:
    """The panel, in English."""
    return panel(tournament, behind, None, page, READER, unix)


def offered(tournament: Tournament) -> list[str]:
    """The kinds of act in the list of all that can be done."""
    everything = lists(shown(tournament))[f"tacts:{tournament.id}"]
    return [option["value"] for option in everything["options"]]


def step(kind: str, what: str = "", tournament: Tournament | None = None) -> ActionStep:
    """How far the choice has come, in the first round if not said otherwise."""
    return action_targets.step(tournament or running(), ACTIONS[kind], what, 0, READER)


def behind(tournament: Tournament, **told: object) -> list[PendingPod]:
    """Every open pod, waiting for somebody."""
    return [
        PendingPod(round, pod, "turn", "https://discord.com/channels/1/2/3", ("Anne",), NOW, NOW + 60)
        for round, pod in tournament.open_pods()
    ]


def running() -> Tournament:
    """The first round of eight people in two pods is played."""
    return opened(drawn(begun(cup(8))))


# what it shows


def test_before_the_start_it_says_who_is_in_and_whom_a_check_in_still_misses() -> None:
    tournament = announced(3, waiting=1, checking_in=True)
    assert "3 have entered · 1 waits" in text(shown(tournament))
    assert "4 haven't checked in yet" in text(shown(tournament))
    here = replaced(tournament, entries=(*entered(2, here=True), *tournament.entrants[2:]))
    read = text(shown(here))
    assert "1 hasn't checked in yet" in read
    assert "Calico" in read
    assert "Anne" not in read


def test_what_could_not_start_says_when_it_was_to_and_how_it_does() -> None:
    tournament = replaced(
        announced(3, checking_in=True, settings=TournamentSettings("Cup", starts=NOW - 60)), trouble="too-few"
    )
    assert f"It was to start <t:{int(NOW) - 60}:R>: " in text(shown(tournament))
    for asked in (True, False):
        said = trouble_of(replaced(tournament, checking_in=asked))
        assert said is not None
        assert english(said) == "When it was to start, too few were there. Once enough are, press Begin now."


def test_nobody_is_missing_where_nobody_was_asked() -> None:
    assert "here" not in text(shown(announced(3)))


def test_whoever_was_disqualified_or_taken_out_is_not_in_and_is_named_apart() -> None:
    tournament = announced(4, checking_in=True)
    anne, bart, *others = tournament.record.entries
    out = (structs.replace(anne, state="disqualified"), structs.replace(bart, state="dropped", out=True))
    read = text(shown(replaced(tournament, entries=(*out, *others))))
    assert "2 have entered" in read
    assert "2 haven't checked in yet" in read
    assert f"Disqualified: {anne.name}" in read
    assert f"Dropped out: {bart.name}" in read
    late = structs.replace(bart, state="dropped", missed_start=True)
    read = text(shown(replaced(tournament, entries=(out[0], late, *others))))
    assert f"Not checked in at the start: {bart.name}" in read
    assert "Dropped out" not in read


def test_whoever_waits_for_a_place_and_has_not_checked_in_is_named_as_well() -> None:
    read = text(shown(announced(3, waiting=1, checking_in=True)))
    assert "4 haven't checked in yet" in read
    assert f"- ⏳ {announced(3, waiting=1).waiting[0].name}" in read


def test_a_pod_that_agrees_on_an_hour_says_when_and_who_has_not_said_when_they_can() -> None:
    round, pod = running().open_pods()[0]
    silent = PendingPod(round, pod, "hour", players=("Anne",), until=NOW)
    assert f"plays <t:{int(NOW)}:f>. No times yet from Anne." in text(shown(running(), silent))
    agreed = PendingPod(round, pod, "hour", until=NOW)
    assert f"plays <t:{int(NOW)}:f>." in text(shown(running(), agreed))


def test_whoever_is_missing_stands_first_where_somebody_is_chosen_and_says_why() -> None:
    missing = {"7": LEFT, "4": NOT_AT_TABLE}
    now = action_targets.step(running(), actions.Substitute, "", 0, READER, missing)
    first, second, third, *_others = now.asks[0].choices
    assert {(first.value, first.more), (second.value, second.more)} == {
        ("7", "Left the server"),
        ("4", "Not at their table"),
    }
    assert not third.more
    read = text(panel(running(), (), None, 0, READER, unix, missing_people=missing))
    entry = running().entry("7")
    assert entry is not None
    assert f"Left the server: {entry.name}" in read


def test_a_round_under_way_says_how_many_tables_have_ended_and_who_is_to_move() -> None:
    tournament = played(running(), 1)
    read = text(shown(tournament, *behind(tournament)))
    assert "Round 1: 1 of 2 tables has ended." in read or "Round 1: 1 of 2 tables have ended." in read
    assert "1 table hasn't ended" in read
    assert "- [Round 1, Pod 2](https://discord.com/channels/1/2/3): " in read
    assert f"Anne to move, asked <t:{int(NOW)}:R>. Time's up <t:{int(NOW) + 60}:R>." in read


def test_the_final_is_called_so_at_the_desk_as_everywhere() -> None:
    final = opened(drawn(begun(cup(4, format="knock-out"))))
    read = text(shown(final, *behind(final)))
    assert "- [The final](https://discord.com/channels/1/2/3): " in read
    assert "The final is being played." in read
    assert "The final: drawn" in text(shown(drawn(begun(cup(4, format="knock-out")))))
    [pod] = step("message", tournament=final).asks[0].choices
    assert pod.label == "The final"


def test_whoever_never_came_to_a_table_that_is_played_is_named() -> None:
    tournament = running()
    missing = {who: NOT_AT_TABLE for who in tournament.open_pods()[0][1].seats[:1] if who}
    [entry] = [one for one in tournament.record.entries if one.id in missing]

    def read(t: Tournament, *pods: PendingPod) -> str:
        return text(panel(t, pods, None, 0, READER, unix, missing_people=missing))

    assert f"Not at their table: {entry.name}" in read(tournament, *behind(tournament))
    waits = [structs.replace(each, why="arrival") for each in behind(tournament)]
    assert "Not at their table" not in read(tournament, *waits), "they still may"
    slow = replaced(tournament, settings=structs.replace(tournament.settings, pace=DAILY, show_up=0.0))
    assert "Not at their table" not in read(slow, *behind(slow)), "no table waits for anybody here"


def test_those_that_have_waited_longest_come_first() -> None:
    (one, first), (two, second) = running().open_pods()
    late = PendingPod(two, second, "turn", players=("Late",), since=NOW - 60)
    lines = text(shown(running(), PendingPod(one, first, "turn", players=("Early",), since=NOW), late))
    assert lines.index("Late") < lines.index("Early")


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("table", "its table is being opened"),
        ("robots", "only robots are left"),
        ("paused", "the clocks are stopped"),
        ("arrival", "not there yet: Anne"),
    ],
)
def test_whatever_else_a_pod_waits_for_is_said(why: str, said: str) -> None:
    round, pod = running().open_pods()[0]
    assert said in text(shown(running(), PendingPod(round, pod, why, players=("Anne",))))  # pyright: ignore[reportArgumentType]


def test_three_hundred_who_are_missing_are_turned_page_by_page() -> None:
    tournament = announced(300, checking_in=True)
    pages, page = list[str](), 0
    while True:
        screen = shown(tournament, page=page)
        pages.append(text(screen))
        if "More" not in buttons(screen):
            break
        page += 1
    assert page > 0
    for entry in tournament.entrants:
        assert sum(f"- {entry.name}\n" in f"{read}\n" for read in pages) == 1


def test_after_the_end_it_says_whether_all_rounds_were_played() -> None:
    assert "all rounds have been played" in text(shown(replaced(played_out(cup(8, rounds=3)), "over")))
    early = text(shown(replaced(played_out(cup(8, rounds=3), 2), "over")))
    assert "It's over: it was ended after round 2." in early
    assert "all rounds" not in early


def test_clocks_are_said_to_run_only_where_tables_are_played() -> None:
    said = "The clocks are running."
    by_hand = cup(8, rounds=3)
    by_hand = replaced(by_hand, settings=structs.replace(by_hand.settings, by_hand=True))
    ready = drawn(begun(by_hand))
    assert said not in text(shown(ready))
    now = opened(ready)
    assert said in text(shown(now, *behind(now)))
    assert said not in text(shown(played(now)))
    assert "The clocks are stopped." in text(shown(replaced(now, paused=1.0), *behind(now)))


@pytest.mark.parametrize("still", ["not posted", "out of sight"])
def test_a_final_that_nobody_can_see_yet_is_not_said_to_be_played(still: str) -> None:
    final = opened(drawn(begun(cup(4, format="knock-out"))))
    [each] = behind(final)
    if still == "out of sight":
        final = with_sight(final, each.round.number, each.pod.number, 1.0, 1.0)
    else:
        each = PendingPod(each.round, each.pod, "table")
    read = text(shown(final, each))
    assert "The final: 0 of 1 table has ended." in read
    assert "1 table hasn't ended" in read
    for untrue in ("being played", "clocks are running", "round ends", "is open"):
        assert untrue not in read


# what can be chosen


def test_before_the_start_one_can_begin_but_not_correct() -> None:
    assert offered(announced(8)) == [*("begin", "add", "drop", "disqualify", "hand-over", "cancel")]
    assert {"Begin now", "Add a player"} <= set(buttons(shown(announced(8))))


def test_what_is_drawn_can_be_opened_or_drawn_anew() -> None:
    kinds = offered(drawn(begun(cup(8))))
    assert kinds[:2] == ["open", "redraw"]
    assert "draw" not in kinds
    assert "correct" not in kinds


def test_the_next_round_is_offered_when_nothing_is_missing_that_it_depends_on() -> None:
    assert "draw" not in offered(running())
    assert offered(played(running()))[0] == "draw"
    league = opened(drawn(begun(cup(8, format="league"))))
    assert offered(league)[0] == "draw"
    assert "draw" not in offered(played_out(cup(8)))


def test_under_way_everything_that_makes_sense_is_offered() -> None:
    kinds = offered(running())
    assert {"extend", "pause", "substitute", "drop", "disqualify", "correct", "void", "cancel"} <= set(kinds)
    assert "reinstate" not in kinds
    assert "resume" in offered(replaced(running(), paused=1.0))


def test_between_two_rounds_the_tournament_can_be_ended() -> None:
    assert "finish" in offered(played_out(cup(8)))
    assert "finish" not in offered(running())


def test_after_the_end_results_can_still_be_corrected_and_nothing_runs() -> None:
    over = replaced(played_out(cup(8)), "over")
    assert offered(over) == ["correct", "again", "void", "disqualify", "take-back", "hand-over"]
    assert not lists(shown(replaced(announced(3), "cancelled")))


def test_what_is_offered_is_every_act_but_what_comes_of_taking_back_and_of_setting_it_up() -> None:
    assert {act.kind() for act in AnyAction.__args__} - set(ACTIONS) == {"restore", "settings"}


CHOSEN = {"entrant": "1", "pod": "1.1.1234", "": ""}
"""What can be chosen in the first round, by what an act is about."""


@pytest.mark.parametrize("act", ACTIONS.values(), ids=ACTIONS)
def test_an_act_is_done_when_all_is_chosen_and_not_before(act: type[AnyAction]) -> None:
    now, ready = step(act.kind()), step(act.kind(), CHOSEN[act.target])
    nobody = (actions.Correct, actions.Reinstate, actions.CheckIn, actions.MoveTo, actions.Swap)
    in_its_window = act.target and act not in nobody  # as nobody is out, or drawn and not seated
    assert now.ready == bool(not act.target or in_its_window)
    assert [each.key for each in now.asks] == (["target"] if in_its_window else [])
    assert ready.ready
    if act.asks_reason:
        window = admin_actions.confirm_modal(ready, READER)
        assert window.custom_id == f"tsure:t7x9qp:{act.kind()}:{CHOSEN[act.target]}"
    else:
        press = buttons(admin_actions.step_screen(ready, READER))[english(act.label)]
        assert press["custom_id"] == f"tdo:t7x9qp:{act.kind()}"
    asked = {"user", "name", "username"} if act.person else {"seconds"} if act.asks_length() else set[str]()
    asked |= {"value"} if act.types else set()
    asked |= {"recount"} if act.asks_recount() else {"pod"} if act is actions.MoveTo else set()
    by_itself = {"press", "at", "entrants"}  # what the service adds, for nobody to choose
    by_itself |= {"round", "pod", "was", "kept"} if act is actions.TakeBack else set()
    assert set(act.__struct_fields__) <= {*ready.fields, *asked, *by_itself}


@pytest.mark.parametrize("locale", ["en-GB", "de", "fr", "it"])
def test_no_word_of_what_comes_of_an_act_is_cut_in_the_list(locale: str) -> None:
    reader = Reader(locale)
    told = {name: reader.plain(act.effect) for name, act in ACTIONS.items()}
    assert [name for name, words in told.items() if len(words) > OPTION] == []


@pytest.mark.parametrize(("pace", "usual"), [(BLITZ, 10 * MINUTE), (DAILY, DAY)])
def test_the_window_offers_as_much_more_time_as_the_pace_suggests(pace: Pace, usual: float) -> None:
    settings = structs.replace(running().settings, pace=pace)
    tournament = replaced(running(), settings=settings)
    window = admin_actions.confirm_modal(step("extend", "0", tournament), READER)
    length = next(each["component"] for each in window.payload()["components"][1:] if "length" in str(each))
    assert [each["value"] for each in length["options"] if each.get("default")] == [str(int(usual))]


def test_what_comes_of_adding_somebody_is_said_by_its_window_alone() -> None:
    effect = english(actions.AddPlayer.effect)
    now = step("add", tournament=announced(3))
    assert effect in "\n".join(visible(admin_actions.confirm_modal(now, READER)))


def test_three_hundred_entrants_can_all_be_chosen() -> None:
    tournament, chosen, page = begun(cup(300)), list[str](), 0
    while True:
        now = action_targets.step(tournament, actions.Drop, "", page, READER)
        screen = admin_actions.step_screen(now, READER)
        for select in lists(screen).values():
            chosen += [option["value"] for option in select["options"]]
        page += 1
        if page == now.pages:
            break
    assert sorted(chosen, key=int) == [entry.id for entry in tournament.entrants]


def test_whoever_is_chosen_stands_there() -> None:
    (who,) = step("disqualify", "2").asks
    assert [(each.value, each.label) for each in who.choices if each.chosen] == [("2", "Bart")]
    many = action_targets.step(begun(cup(300)), actions.Disqualify, "2", 0, READER)
    assert "Chosen: " in "\n".join(visible(admin_actions.confirm_modal(many, READER)))


def places_field(what: str, tournament: Tournament) -> object:
    """What stands in the window as the places of a correction."""
    window = admin_actions.confirm_modal(step("correct", what, tournament), READER)
    return next(
        each["component"].get("value")
        for each in window.payload()["components"]
        if each.get("component", {}).get("custom_id") == "places"
    )


def test_a_correction_begins_with_the_places_as_they_count() -> None:
    tournament = played(running())
    result = tournament.result_of(1, 2)
    assert result is not None
    assert places_field("1.2", tournament) == " ".join(map(str, result.places))
    assert places_field("1.1", running()) is None


def test_what_was_chosen_seat_by_seat_on_an_older_screen_stands_in_the_window() -> None:
    tournament, act = running(), actions.Correct
    what = action_targets.target_after_choice(tournament, act, "", "0", "1.1")
    for seat, place in enumerate("3110"):
        what = action_targets.target_after_choice(tournament, act, what, str(seat), place)
    assert what == "1.1.3110"
    assert places_field(what, tournament) == "3 1 1 –"


def test_a_correction_says_who_sits_where_and_reads_the_places_in_that_order() -> None:
    read = "\n".join(visible(admin_actions.confirm_modal(step("correct", "1.1"), READER)))
    _round, pod = running().open_pods()[0]
    for number, who in enumerate(pod.seats, 1):
        entry = running().entry(who or "")
        assert entry is not None
        assert f"Seat {number}: {entry.name}" in read
    for typed in ("3 1 1 -", "3,1,1,–", "3110", "3. 1. 1. 0"):
        assert action_targets.places_read(running(), "1.1", typed) == "1.1.3110"


@pytest.mark.parametrize("places", ["2222", "2234", "1123", "0022", "", "99", "12345", "x", "1 2 3 11"])
def test_a_correction_to_what_no_game_ends_with_is_refused_and_names_its_field(places: str) -> None:
    with pytest.raises(Refusal) as refused:
        action_targets.places_read(running(), "1.1", places)
    assert READER(refused.value.text).startswith("Their places: ")
    assert refused.value.reason == "input"


def test_a_robots_seat_is_never_said_to_have_stayed_empty() -> None:
    filled = opened(drawn(begun(cup(3, fewest=4, preferred=4, most=4, fill=Fill.ROBOTS))))
    ((_round, pod),) = filled.open_pods()
    robot = pod.seats.index(None)
    places = "".join("0" if seat == robot else "1" for seat in range(4))
    with pytest.raises(Refusal):
        action_targets.places_read(filled, "1.1", places)


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("drop", "99"),
        ("void", "7.1"),
        ("void", "x"),
        ("extend", "2.1"),
        ("begin", "1"),
    ],
)
def test_what_is_not_there_is_refused(kind: str, what: str) -> None:
    with pytest.raises(Refusal):
        step(kind, what)


def test_a_value_that_no_list_of_places_offers_is_refused() -> None:
    for key, value in (("9", "1"), ("x", "1"), ("0", "z"), ("-1", "1")):
        with pytest.raises(Refusal):
            action_targets.target_after_choice(running(), actions.Correct, "1.1", key, value)


@pytest.mark.parametrize(
    ("kind", "typed", "meant"),
    [
        ("drop", " anne ", "1"),
        ("drop", "1", "1"),
        ("void", "2", "1.2"),
        ("void", "1.2", "1.2"),
        ("extend", "0", "0"),
        ("begin", "x", "x"),
    ],
)
def test_what_was_typed_is_found_by_name_and_pod(kind: str, typed: str, meant: str) -> None:
    assert action_targets.target_from_typed(running(), ACTIONS[kind], typed) == meant


def test_what_fits_what_is_typed_is_suggested() -> None:
    assert action_targets.suggestions(running(), actions.Drop, "ba", READER) == [("Bart", "2")]


# the window


@pytest.mark.parametrize("act", ACTIONS.values(), ids=ACTIONS)
def test_the_window_says_what_comes_of_it_and_asks_for_the_rest(act: type[AnyAction]) -> None:
    window = admin_actions.confirm_modal(step(act.kind()), READER)
    window.check()
    asked = {
        piece["component"]["custom_id"]: piece["component"]
        for piece in window.payload()["components"]
        if "component" in piece
    }
    kind = act.kind()
    assert english(act.effect) in "\n".join(visible(window))
    if act is actions.EnterBeacon:
        assert asked.keys() == {"value"}
        return
    assert asked["reason"]["required"] == (
        kind in ("drop", "disqualify", "correct", "take-back", "again", "void", "finish", "cancel", "message")
    )
    assert ("person" in asked) == (kind in ("substitute", "hand-over", "add", "swap"))
    assert ("recount" in asked) == (kind == "disqualify")
    assert ("length" in asked) == (kind == "extend")
    assert ("readers" in asked) == (kind != "message")
    readers = [each["label"] for each in asked.get("readers", {}).get("options", ())]
    assert ("Only who can read the log" in readers) == (
        kind
        in (
            "begin",
            "cancel",
            "draw",
            "finish",
            "hide-page",
            "no-beacon",
            "open",
            "pause",
            "redraw",
            "resume",
        )
    )


def test_what_was_given_with_a_command_stands_in_the_window() -> None:
    window = admin_actions.confirm_modal(step("substitute", "1"), READER, Prefilled("ill", 77))
    _said, who, person, reason, _readers = window.payload()["components"]
    assert [each["value"] for each in who["component"]["options"] if each.get("default")] == ["1"]
    assert person["component"]["default_values"] == ({"id": "77", "type": "user"},)
    assert reason["component"]["value"] == "ill"


# the log


def test_the_log_shows_when_and_what_can_be_taken_back() -> None:
    rows = list(entries(AT_TOURNAMENTS))[:8]
    screen = audit_log.tournament_log(running(), rows, rows[:3], 0, 2, READER)
    assert text(screen).count(f"<t:{int(NOW)}:f>: Olga") == 8
    assert [option["value"] for option in lists(screen)["tbacks:t7x9qp"]["options"]] == ["1", "2", "3"]
    assert "Earlier" in buttons(screen)
    assert "Nothing yet." in text(audit_log.tournament_log(running(), [], [], 0, 1, READER))


# limits and secrets


def everything(tournament: Tournament, reader: Reader) -> Iterator[Screen | Modal]:
    """Every screen of the panel."""
    for page in range(3):
        yield panel(tournament, behind(tournament), None, page, reader, unix)
    now = tournament.running_round
    chosen = {"entrant": tournament.record.entries[0].id, "pod": "1.1" if now is not None else "", "": ""}
    for act in ACTIONS.values():
        for what, page in (("", 1), (chosen[act.target], 0)):
            step = action_targets.step(tournament, act, what, page, reader)
            yield admin_actions.step_screen(step, reader)
            if step.ready:
                yield admin_actions.confirm_modal(step, reader, Prefilled("x" * 300, 5))
    rows = list(entries(AT_TOURNAMENTS))
    yield audit_log.tournament_log(tournament, rows[:8], rows[:8], 0, 2, reader)
    yield admin_actions.done_screen([audit_log.of_row(rows[0])], reader, "t", tournament.id, 5)
    yield admin_actions.undo_screen(audit_log.of_row(rows[0]), reader, "t", tournament.id, 5)
    yield admin_actions.undo_modal(audit_log.of_row(rows[0]), reader, "t", tournament.id, 5)


def test_no_screen_shows_a_secret_or_a_seed_that_is_not_public() -> None:
    for tournament in (announced(8), drawn(begun(cup(8))), running()):
        secrets = [table.secret for table in tournament.record.tables]
        for screen in everything(tournament, READER):
            payload = str(screen.payload())
            assert SEED not in payload
            assert not any(secret in payload for secret in secrets)


@pytest.mark.parametrize("locale", ["en", "de", "fr", "it"])
def test_the_first_line_says_what_is_broken_and_one_button_mends_it(locale: str) -> None:
    t, reader = running(), Reader(locale)
    needed = permission_names(("view_channel", "send_messages"))
    for lacking, gone, tables in ((needed, False, 2), (needed, False, 0), (None, True, 1), (None, False, 12)):
        broken = not_posted(7, lacking, gone=gone, tables=tables)
        desk = panel(t, [], None, 0, reader, float, broken)
        assert text(desk).splitlines()[1] == reader(broken)
        assert f"trepost:{t.id}" in str(buttons(desk))
        told = text(calls.not_posted_call(t, broken, reader, gone=gone))
        keeps = reader(_("I keep trying. Or press Post everything again: /tournament desk."))
        assert (keeps in told) is not gone
    assert "trepost" not in str(buttons(panel(t, [], None, 0, reader, float)))


@pytest.mark.parametrize("kind", ["drop", "disqualify", "cancel", "reinstate"])
def test_before_the_start_nothing_is_said_of_points_rounds_and_tables(kind: str) -> None:
    for there, spoken in ((announced(4), False), (running(), True)):
        now = step(kind, tournament=there)
        words = [
            *visible(admin_actions.confirm_modal(now, READER)),
            *visible(admin_actions.step_screen(now, READER)),
        ]
        assert any(re.search("points|round|below|robot|tables|already", each) for each in words) is spoken, (
            words
        )
        assert now.effect == admin_actions.effect_of(ACTIONS[kind], before_start=not spoken)
