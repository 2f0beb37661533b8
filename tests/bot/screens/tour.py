"""A tour of every screen: what one sees of a game from the lobby to the proof of its shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.commands.slash.tables import TABLE_COMMANDS
from bot.hours import agreement
from bot.hours.screens import agreed_screen, hour_screen, hours_screen
from bot.i18n import Reader, reader_for
from bot.pace import DAILY, DAY, PACES, Pace
from bot.preferences.people import PersonPreferences, QuietHours
from bot.preferences.servers import Opener, ServerPreferences, require_may_open, require_room
from bot.profiles.forecasts import OWN, Caller, Calling, Forecast
from bot.profiles.leaderboards import Leaderboard, LeaderboardEntry
from bot.profiles.rating_service import RatingChange, RatingChanges
from bot.profiles.ratings import RatingCurve
from bot.profiles.replays import replay_of
from bot.profiles.statistics import player_statistics
from bot.refusal import Refusal
from bot.screens import leaving, lobby, server_moderation
from bot.screens import plans as plan_screens
from bot.screens.analysis import callers_screen, chances_screen
from bot.screens.board import board_screen, more_screen, this_table_screen, thread_name
from bot.screens.clocks import relative_time
from bot.screens.hand import HandView, hand_screen
from bot.screens.help import commands_screen, help_screen
from bot.screens.history import log_screen, replay_screen
from bot.screens.lobby import (
    confirm_close,
    game_started_screen,
    homeless_screen,
    lobby_more_screen,
    lobby_screen,
    table_closed_screen,
)
from bot.screens.options import cut_modal, options_screen, seat_options_screen
from bot.screens.options import pace_modal as pace_window
from bot.screens.preferences import (
    MAIN,
    MODERATION,
    LogChannel,
    Ours,
    personal_preferences_screen,
    server_preferences_screen,
    zone_modal,
)
from bot.screens.privacy import confirm_erasure, data_export_screen
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
from bot.tables import clocks as tables_clocks
from bot.tables import lobby as seats
from bot.tables import plans
from bot.tables.anonymise import anonymise_table
from bot.tables.history import proof_of
from bot.tables.leaving import concede, leave_to_robot
from bot.tables.model import (
    ERASED_USER,
    Call,
    Cut,
    Leaver,
    Notice,
    Plan,
    PlannedMove,
    PlanOutcome,
    Press,
    Record,
    Seat,
    Table,
)
from bot.tables.notices import DEEDS, NOTICE_TEXTS
from bot.tables.play import move
from bot.tables.pod_model import PodInfo
from bot.tables.results import results_of, why_unrated
from bot.tables.timing import Timing
from bot.ui import notices
from bot.ui.components import Modal, Screen
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Player, Text
from storage.models import ActionRow, BanRow

SUN, MOON = 201, 202


def lobby_of(game: AnyGame, **record: object) -> Table:
    """A table at which everybody's name is a sign, so that all letters on a screen are words of ours."""
    robot = Seat("⭐", "3", robot=next(iter(game.robots)))
    people = (Seat("☀️", "1", SUN), Seat("🌙", "2", MOON), robot)
    kept = Record(host=SUN, options={}, secret="5e" * 32, capacity=4, seats=people)
    table = Table("k3x9qp", 1, 2, game, "lobby", 1, 0, kept, None, 0.0, 0.0)
    return table.with_record(**record)


def several(table: Table, count: int) -> list[Table]:
    """So many of the kind."""
    return [replace(table, id=f"{table.id}{at}") for at in range(count)]


def told(table: Table, moves: int, actions: list[ActionRow]) -> tuple[Table, list[Text]]:
    """The table after so many moves by whoever is next, and what is said of them; added to the actions."""
    random, lines = Random(5), []
    for _move in range(moves):
        if table.phase != "playing":
            break
        seat = table.game.to_act(table.state)[0]
        action = random.choice(table.game.legal_actions(table.state, seat))
        events = table.game.apply(table.state, seat, action)[1]
        lines += [line for event in events if (line := table.game.narrate(event))]
        table = move(table, seat, action).table
        actions.append(ActionRow(table.actions, seat, action, None, 0.0))
    return table, lines


def in_the_lobby(table: Table, reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen before the deal."""
    for state in (
        table,
        seats.lock(table, Press(0, SUN, ""), True),
        seats.cut(seats.invite(table, Press(0, SUN, ""), [5]), Press(0, SUN, ""), "☠️").table,
    ):
        yield lobby_screen(state, reader, now=0)
        yield lobby_screen(state, reader, now=9999)
        yield options_screen(state, reader)
        yield lobby_more_screen(state, reader, SUN)
        yield seat_options_screen(state, reader)
    yield lobby_screen(table.with_record(rated=False), reader, now=0)
    yield options_screen(table.with_record(rated=False), reader)
    yield hand_screen(HandView(table, SUN, reader))
    yield cut_modal(table, reader)
    yield tables_screen([table], reader, SUN)
    yield tables_screen([], reader, SUN)
    for why in ("", "untouched", "deserted", "forgotten", "void"):
        yield table_closed_screen(table.with_record(closed_by=why), reader)
    yield from before_a_tournaments_game(table, reader)
    for pace in (*PACES.values(), Pace("own", 90.0, 7200.0)):
        yield lobby_screen(table.with_record(pace=pace), reader, now=0)
        yield options_screen(table.with_record(pace=pace), reader)
    yield pace_window(f"pace:{table.id}", table.record.pace, reader)
    yield thread_name(table, reader)


HOUR_AGREED = 1_800_010_800.0
POD = PodInfo("cup", "🏆", 2, 5, ("1", "2", "3"), show_up=600.0)


def before_a_tournaments_game(table: Table, reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen of a tournament's table until the deal, and of one that was declared void."""
    for pod in (
        POD,
        replace(POD, absent="walk-over", here=("1",)),
        replace(POD, here=("1", "2"), out=("2",)),
        replace(POD, hour=HOUR_AGREED, times=(("1", (1_800_003_600,)),)),
        replace(POD, hour=HOUR_AGREED, agreed=True),
    ):
        for since in (5.0, None):
            waits = replace(table.with_record(pod=pod), timing=Timing(waiting=since))
            yield lobby.pod_lobby_screen(waits, reader, unix=float, opening=True)
            yield lobby.pod_card_screen(waits, reader, unix=float, board="`link`")
            yield hand_screen(HandView(waits, SUN, reader, unix=float))
            yield tables_screen([waits], reader, SUN)
            yield table_closed_screen(waits.with_record(closed_by="void"), reader)
            if waits.is_early:
                zone = ("Europe/Berlin", ZoneInfo("Europe/Berlin"))
                days = agreement.days(waits, HOUR_AGREED - DAY, zone[1])
                yield hours_screen(waits, reader, SUN, zone, HOUR_AGREED - DAY, days[0])
                yield agreed_screen(waits, reader)
                yield hour_screen(waits, reader, waits.people, relative_time(HOUR_AGREED))
    yield thread_name(table.with_record(pod=POD), reader)


def at_a_tournaments_table(table: Table, reader: Reader) -> Iterator[Screen]:
    """What is different in a tournament's game."""
    for pod in (POD, replace(POD, held=True), replace(POD, finish=True)):
        played = table.with_record(pod=pod, pace=DAILY)
        yield from (
            board_screen(played, reader, unix=float),
            hand_screen(HandView(played, SUN, reader, unix=float)),
        )
        yield from (more_screen(played, reader, SUN), leaving.ways_out_screen(played, reader, 0))
    taken_out = Leaver(9, "🌊", 0, 0, "removed")
    yield hand_screen(HandView(table.with_record(leavers=(taken_out,)), 9, reader))


def on_the_clock(table: Table) -> Iterator[Table]:
    """The table with one thing after another to say of time."""
    timed = tables_clocks.with_clocks_updated(None, table.with_record(pace=DAILY), None, True, 0.0)
    told_of = tuple(Notice(kind, table.actions, 0) for kind in (*NOTICE_TEXTS, *DEEDS))
    yield from (timed.with_record(happenings=(each,)) for each in told_of)
    for change in ({"paused": 1.0}, {"deserted": 1.0}, {"asking": (0,)}):
        yield replace(timed, timing=replace(timed.timing, **change))
    for seat in range(2):
        yield tables_clocks.with_clocks_updated(
            timed, tables_clocks.with_vacation(timed, seat, 1_900_000_000.0), None, True, 1.0
        )
        clocks = list(timed.timing.seats)
        clocks[seat] = replace(clocks[seat], stand_in=True, reminded=3, used=60.0)
        yield replace(timed, timing=replace(timed.timing, seats=tuple(clocks)))


def ordered(table: Table, reader: Reader) -> Iterator[Screen]:
    """All that is shown of plans and forced moves."""
    for seat, sitter in enumerate(table.seats):
        user, offered = sitter.user, plans.plan_menu(table, seat)
        if offered is None or user is None:
            continue
        surprises, what = offered.surprises, offered.choices[0].label
        yield plan_screens.plan_screen(table, offered, reader)
        yield plan_screens.plan_conditions_screen(table, offered, table.actions, 0, 0, reader)
        wanted = [
            Plan(move=PlannedMove("", what, 0, surprises)),
            Plan(True, told=PlanOutcome("forced", what)),
        ]
        wanted += [Plan(told=PlanOutcome("planned", what)), Plan(told=PlanOutcome("illegal", what))]
        wanted += [Plan(told=PlanOutcome("surprised", what, each.label)) for each in surprises]
        for plan in wanted:
            here = replace(table, plans={seat: plan})
            yield hand_screen(HandView(here, user, reader))
            yield more_screen(here, reader, user)
            yield this_table_screen(here, reader, user, [])


def at_the_table(table: Table, lines: list[Text], reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen of a running game."""
    yield board_screen(table, reader, opening=True)
    yield from ordered(table, reader)
    for timed in on_the_clock(table):
        yield board_screen(timed, reader, unix=float)
        yield from (more_screen(timed, reader, SUN), this_table_screen(timed, reader, SUN, []))
        yield hand_screen(HandView(timed, SUN, reader, unix=float))
    yield game_started_screen(table, reader, None)
    for user in (SUN, MOON):
        yield hand_screen(HandView(table, user, reader))
        yield from (more_screen(table, reader, user), this_table_screen(table, reader, user, [0]))
        yield leaving.ways_out_screen(table, reader, 0)
        yield leaving.confirm_concede(table, reader, 0)
    yield from given_up(table, reader)
    yield from at_a_tournaments_table(table, reader)
    yield log_screen(table, lines, 0, reader)
    yield sheet_screen(table, table.game.sheet(table.observe(None)), reader)
    yield tables_screen(several(table, 12), reader, SUN)
    for what in TABLE_COMMANDS:
        yield table_choice_screen(what, several(table, 30), reader)
    yield from waiting(table, reader)
    for page in range(12):
        yield rules_screen(table.game, table.options, table.observe(SUN), page, reader, table.id)


def given_up(table: Table, reader: Reader) -> Iterator[Screen]:
    """What becomes of a table when people leave it, and who takes their place."""
    for call in (Call(0, SUN), Call(0, MOON)):
        called = table.with_record(calls=(call,))
        yield leaving.substitute_screen(called, reader, 0)
        told = seats.RemovalPayload(5, "W" * 32, "x" * 200)
        yield leaving.removed_screen(called, reader, told)
        yield leaving.removed_screen(called, reader, told, in_public=True)
        yield leaving.ways_out_screen(called, reader, 0)
    user = next(seat.user for seat in table.seats if seat.user is not None)
    left = leave_to_robot(table, Press(0, user, "")).table
    yield board_screen(left, reader, unix=float)
    yield hand_screen(HandView(left, user, reader))
    yield leaving.ways_out_screen(left, reader, left.seat_kept_for(user) or 0)
    over = concede(table, Press(0, user, "")).table
    yield from (
        result_screen(over, reader),
        result_screen(over, reader, hidden=True),
        board_screen(over, reader, hidden=True),
        board_screen(over, reader),
        hand_screen(HandView(over, user, reader)),
    )
    for taken in (None, 0):
        leaver = Leaver(9, "🌊", 0, 0, "conceded", taken)
        yield hand_screen(HandView(table.with_record(leavers=(leaver,)), 9, reader))


def waiting(table: Table, reader: Reader) -> Iterator[Screen | Modal | str]:
    """What people are told of a turn."""
    yield turns_screen([], reader, float)
    many = several(table, 12)
    yield turns_screen(
        [WaitingTable(each, 0, "`link`", at % 2 == 0) for at, each in enumerate(many)], reader, float
    )
    yield turns_screen([WaitingTable(each, 0, "", True) for each in many], reader, float)
    yield homeless_screen(table, reader)
    for direct in (True, False):
        yield turn_notification(
            [NotifiedTable(table, "turn", "", 9.0)], reader, [SUN], direct=direct, unix=float
        )
        for why in tables_clocks.REMINDERS:
            for end in (None, 9.0):
                line = NotifiedTable(table, why, "`link`", end)
                yield turn_notification([line], reader, [SUN], direct=direct, unix=float)
                if not direct:
                    yield turn_notification([line], reader, [SUN, SUN + 1], direct=False, unix=float)
                lines = [replace(line, table=each) for each in several(table, 7)]
                yield turn_notification(lines, reader, [SUN], direct=direct, unix=float)


def whenever(reader: Reader) -> Iterator[Screen | Modal | str]:
    """What does not depend on a table."""
    games = list(catalogue().values())
    yield help_screen(reader, games, games[0])
    yield commands_screen(reader)
    for on, quiet in ((True, QuietHours(60, 120)), (False, None)):
        now = PersonPreferences(quiet=quiet, text_mode=on, forced_moves=on)
        yield personal_preferences_screen(now, reader, 0.0)
        yield zone_modal(now, reader)
    for most in (0, 1, 5):
        ids, chosen = tuple(range(most)), ServerPreferences(tables=most, text_mode=most == 1)
        wanted = replace(
            chosen, channels=ids, roles=ids, organisers=ids, moderators=ids, locale="de" if most else ""
        )
        log = None if most == 1 else LogChannel(1, open_to_all=most == 5)
        for page in (MAIN, MODERATION):
            yield server_preferences_screen(Ours(wanted, log), page, reader, range(3))
        yield from refused(wanted, reader)
    yield from of_server_moderation(reader)
    yield data_export_screen("data.json", reader)
    yield confirm_erasure(2, reader)
    yield notices.error("e1", reader)
    yield confirm_close(lobby_of(next(iter(catalogue().values()))), reader)


def of_server_moderation(reader: Reader) -> Iterator[Screen | Modal]:
    """Bans, and waiting tables closed at once."""
    name = "W" * 32
    bans = [
        BanRow(
            1,
            bytes((number, until is None)) * 8,
            None if number % 3 == 0 else 5,
            "" if number % 3 == 0 else name,
            5.0,
            until,
        )
        for number in range(12)
        for until in (None, 1e9)
    ]
    yield server_moderation.ban_modal(5, 3, 0.0, "x" * 200, reader)
    yield server_moderation.ban_modal(5, 0, 86400.0, "", reader)
    for ban in bans[:4]:
        yield server_moderation.banned_screen(ban, 2, reader, 7)
        yield server_moderation.lift_screen(ban, reader)
        yield server_moderation.lift_modal(ban, reader)
        yield server_moderation.lifted_screen(ban, reader, 7)
    for some in ((), bans):
        yield server_moderation.bans_screen(some, 1, reader)
    waiting = [table for game in catalogue().values() for table in several(lobby_of(game), 4)]
    for which in ((0, 0, 0), (10**19, 10**19, 8760)):
        yield server_moderation.close_screen(waiting, which, reader)
        yield server_moderation.close_modal(len(waiting), which, reader)
    yield server_moderation.closed_screen(1000, reader, 7)


def refused(wanted: ServerPreferences, reader: Reader) -> Iterator[Screen]:
    """What somebody reads where a server wants no table."""
    for check in (
        lambda: require_may_open(wanted, Opener(manages=True), 99),
        lambda: require_may_open(wanted, Opener(), 99),
        lambda: require_room(wanted, 9),
    ):
        try:
            check()
        except Refusal as refusal:
            yield notices.refusal(refusal.text, reader)


def after_the_game(table: Table, log: list[ActionRow], reader: Reader) -> Iterator[Screen]:
    """What is remembered of it."""
    game = table.game
    shown = replay_of(table, log)
    former = replace(anonymise_table(table, SUN), phase="over")
    cut = former.with_record(cuts=(Cut(ERASED_USER, ""),) * 2)
    yield from (
        result_screen(former, reader_for(former, reader.locale)),
        proof_screen(cut, proof_of(cut), reader),
    )
    yield proof_screen(cut, replace(proof_of(cut), erased=1), reader)
    yield proof_screen(cut, replace(proof_of(cut), tournament="🏆"), reader)
    for number in (0, 1, len(log) // 2, len(log)):
        yield replay_screen(shown, number, "mine", SUN, reader)
        yield replay_screen(shown, number, "all", 999, reader)
    shifts = tuple(RatingChange(Player(seat), 1000, 1000 + by) for seat, by in enumerate((5, -5, 0)))
    for verdict in (
        RatingChanges(shifts),
        RatingChanges(pending=True),
        RatingChanges(why=why_unrated(table)),
    ):
        yield result_screen(table, reader, verdict)
    rows = [replace(row, table=f"t{at}") for at in range(3) for row in results_of(table)]
    ways = (
        player_statistics(rows, SUN),
        player_statistics([replace(row, quit=row.user == SUN) for row in rows], SUN),
    )
    for own in ways:
        rated = {game.slug: RatingCurve(2, (1050, 1100))}
        yield stats_screen("☀️", [(game, own), (game, own)], own, rated, reader)
    yield no_stats("☀️", reader)
    first = LeaderboardEntry(1, SUN, "☀️", 1100, 7, 3)
    for standings, mine, season in (((first,), None, 2), ((first,), first, 2), ((), first, 1), ((), None, 1)):
        yield leaderboard_screen(game, Leaderboard(game.slug, season, 2, standings, mine, 1), 0, reader)
    yield leaderboard_screen(game, Leaderboard(game.slug, 2, 2, (first,) * 40), 1, reader)
    yield confirm_season(game, 2, reader)
    seats = len(table.seats)
    calls = Forecast(0, (80,) * seats, 0.1, 0.2, (True,) * seats), Forecast(2, (20,) * seats)
    calling = Calling(2, calls, Caller(SUN, "☀️", 7, 0.2), Caller(OWN, "", 1, 0.2))
    for called in (calling, replace(calling, round=None)):
        yield chances_screen(table, None, reader, called)
    yield callers_screen((Caller(SUN, "☀️", 7, 0.2), Caller(OWN, "", 1, 0.2)), 8, table.id, reader)


def everything(table: Table, locale: str, looked_after: int = 7) -> Iterator[Screen | Modal | str]:
    """A whole evening, screen by screen, as somebody reads it in this locale.

    `looked_after`: so many moves lie between one look at all that a running game shows and the next.
    """
    reader = reader_for(table, locale)
    yield from whenever(reader)
    yield from in_the_lobby(table, reader)
    table = seats.start(table, Press(0, SUN, ""), 0)
    reader = reader_for(table, locale)
    lines: list[Text] = []
    actions: list[ActionRow] = []
    while table.phase == "playing":
        yield from at_the_table(table, lines, reader)
        table, more_lines = told(table, looked_after, actions)
        lines += more_lines
    yield from (
        result_screen(table, reader),
        hand_screen(HandView(table, SUN, reader)),
        board_screen(table, reader),
        more_screen(table, reader, SUN),
    )
    yield from (proof_screen(table, proof_of(table), reader), log_screen(table, lines, -1, reader))
    yield from after_the_game(table, actions, reader)
