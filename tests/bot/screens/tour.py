"""A tour of every screen: what one sees of a game from the lobby to the proof of its shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec

from bot.commands.which import WISHES
from bot.pace import DAILY, PACES, Pace
from bot.records.curves import Curve
from bot.records.leaderboard import Leaderboard, Standing
from bot.records.replays import replay_of
from bot.records.stats import career
from bot.records.verdicts import Shift, Verdict
from bot.screens import leaving, notice, plan, pods
from bot.screens.begun import begun
from bot.screens.board import board, more, thread_name
from bot.screens.closed import closed
from bot.screens.hand import hand
from bot.screens.help import help
from bot.screens.kit import Modal, Screen
from bot.screens.leaderboard import confirm_season, leaderboard
from bot.screens.listing import tables, which
from bot.screens.lobby import lobby
from bot.screens.log import log
from bot.screens.modals import cut
from bot.screens.modals import pace as pace_window
from bot.screens.nudge import Line, nudge
from bot.screens.options import doors, options
from bot.screens.privacy import confirm_forget, export
from bot.screens.replay import replay
from bot.screens.result import proof, result
from bot.screens.rules import rules
from bot.screens.server import server
from bot.screens.sheet import sheet
from bot.screens.stats import nothing, stats
from bot.screens.turns import Waiting, turns
from bot.screens.wishes import wishes, zone_window
from bot.tables import adjusting, planning, timekeeping, timing
from bot.tables import lobby as seats
from bot.tables.former import without
from bot.tables.happenings import SENTENCES
from bot.tables.history import proof_of
from bot.tables.leaving import conceded, left_to_robot
from bot.tables.orders import Order, Plan, Told
from bot.tables.pace import Happening, Timing
from bot.tables.play import move
from bot.tables.pod import PodOf
from bot.tables.refusal import Refusal
from bot.tables.results import results_of, why_unrated
from bot.tables.table import FORMER, Call, Cut, Leaver, Record, Seat, Table
from bot.wishes.people import PersonWishes
from bot.wishes.quiet import Quiet
from bot.wishes.servers import Opener, ServerWishes, require_may_open, require_room
from bot.words import Reader, reader_for
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Player, Text
from storage.records import ActionRow

SUN, MOON = 201, 202


def lobby_of(game: AnyGame, **record: object) -> Table:
    """A table at which everybody's name is a sign, so that all letters on a screen are words of ours."""
    robot = Seat("⭐", "3", robot=next(iter(game.robots)))
    people = (Seat("☀️", "1", SUN), Seat("🌙", "2", MOON), robot)
    kept = Record(host=SUN, options={}, secret="5e" * 32, capacity=4, seats=people)
    table = Table("k3x9qp", 1, 2, game, "lobby", 1, 0, kept, None, 0.0, 0.0)
    return table.with_record(**record)


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
        table, _errands = move(table, seat, action)
        actions.append(ActionRow(table.actions, seat, action, None, 0.0))
    return table, lines


def in_the_lobby(table: Table, reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen before the deal."""
    for state in (table, seats.lock(table, SUN, True), seats.cut(seats.invite(table, SUN, [5]), SUN, "☠️")):
        yield lobby(state, reader, now=0)
        yield lobby(state, reader, now=9999)
        yield options(state, reader)
        yield doors(state, reader)
    yield lobby(table.with_record(rated=False), reader, now=0)
    yield options(table.with_record(rated=False), reader)
    yield hand(table, SUN, (), reader)
    yield cut(table, reader)
    yield tables([table], reader, SUN)
    yield tables([], reader, SUN)
    for why in ("", "untouched", "deserted", "forgotten", "void"):
        yield closed(table.with_record(closed_by=why), reader)
    yield from before_a_tournaments_game(table, reader)
    for pace in (*PACES.values(), Pace("own", 90.0, 7200.0)):
        yield lobby(table.with_record(pace=pace), reader, now=0)
        yield options(table.with_record(pace=pace), reader)
    yield pace_window(f"pace:{table.id}", table.record.pace, reader)
    yield thread_name(table, reader)


POD = PodOf("cup", "🏆", 2, 5, ("1", "2", "3"), show_up=600.0)


def before_a_tournaments_game(table: Table, reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen of a tournament's table until the deal, and of one that was declared void."""
    for pod in (
        POD,
        msgspec.structs.replace(POD, absent="walk-over", here=("1",)),
        msgspec.structs.replace(POD, here=("1", "2"), out=("2",)),
    ):
        for since in (5.0, None):
            waits = replace(table.with_record(pod=pod), timing=Timing(waiting=since))
            yield pods.waiting(waits, reader, unix=float, opening=True)
            yield pods.card(waits, reader, unix=float, board="`link`")
            yield hand(waits, SUN, (), reader, unix=float)
            yield tables([waits], reader, SUN)
            yield closed(waits.with_record(closed_by="void"), reader)
    yield thread_name(table.with_record(pod=POD), reader)


def at_a_tournaments_table(table: Table, reader: Reader) -> Iterator[Screen]:
    """What is different in a tournament's game."""
    for pod in (POD, msgspec.structs.replace(POD, held=True), msgspec.structs.replace(POD, finish=True)):
        played = table.with_record(pod=pod, pace=DAILY)
        yield from (board(played, reader, unix=float), hand(played, SUN, (), reader, unix=float))
        yield from (more(played, reader, SUN), leaving.ways_out(played, reader, 0))
    taken_out = Leaver(9, "🌊", 0, 0, "removed")
    yield hand(table.with_record(leavers=(taken_out,)), 9, (), reader)


def on_the_clock(table: Table) -> Iterator[Table]:
    """The table with one thing after another to say of time."""
    timed = timekeeping.kept(None, table.with_record(pace=DAILY), None, True, 0.0)
    told_of = tuple(Happening(kind, table.actions, 0) for kind in SENTENCES)
    yield from (timed.with_record(happenings=(each,)) for each in told_of)
    for change in ({"paused": 1.0}, {"deserted": 1.0}, {"asking": (0,)}):
        yield replace(timed, timing=msgspec.structs.replace(timed.timing, **change))
    for seat in range(2):
        yield timekeeping.kept(timed, adjusting.away(timed, seat, 1_900_000_000.0), None, True, 1.0)
        clocks = list(timed.timing.seats)
        clocks[seat] = msgspec.structs.replace(clocks[seat], stand_in=True, reminded=3, used=60.0)
        yield replace(timed, timing=msgspec.structs.replace(timed.timing, seats=tuple(clocks)))


def ordered(table: Table, reader: Reader) -> Iterator[Screen]:
    """All that is shown of plans and forced moves."""
    for seat, sitter in enumerate(table.seats):
        user, offered = sitter.user, planning.menu(table, seat)
        if offered is None or user is None:
            continue
        surprises, what = offered.surprises, offered.choices[0].label
        yield plan.what(table, offered, reader)
        yield plan.unless(table, offered, table.actions, 0, 0, reader)
        wanted = [Order(plan=Plan("", what, 0, surprises)), Order(True, told=Told("forced", what))]
        wanted += [Order(told=Told("planned", what)), Order(told=Told("illegal", what))]
        wanted += [Order(told=Told("surprised", what, each.label)) for each in surprises]
        for order in wanted:
            here = replace(table, orders={seat: order})
            yield hand(here, user, (), reader)
            yield more(here, reader, user)


def at_the_table(table: Table, lines: list[Text], reader: Reader) -> Iterator[Screen | Modal | str]:
    """Every screen of a running game."""
    yield board(table, reader, opening=True)
    yield from ordered(table, reader)
    for timed in on_the_clock(table):
        yield board(timed, reader, unix=float)
        yield more(timed, reader, SUN)
        yield hand(timed, SUN, (), reader, unix=float)
    yield begun(table, reader, None)
    for user in (SUN, MOON):
        yield hand(table, user, (), reader)
        yield more(table, reader, user, to_be_filled=[0])
        yield leaving.ways_out(table, reader, 0)
        yield leaving.confirm_concede(table, reader, 0)
    yield from given_up(table, reader)
    yield from at_a_tournaments_table(table, reader)
    yield log(table, lines, 0, reader)
    yield sheet(table, table.game.sheet(table.observe(None)), reader)
    yield tables([table] * 12, reader, SUN)
    for what, wish in WISHES.items():
        yield which(what, wish.question, [table] * 30, reader)
    yield from waiting(table, reader)
    for page in range(12):
        yield rules(table.game, table.options, table.observe(SUN), page, reader, table.id)


def given_up(table: Table, reader: Reader) -> Iterator[Screen]:
    """What becomes of a table when people leave it, and who takes their place."""
    for call in (Call(0, SUN), Call(0, MOON)):
        called = table.with_record(calls=(call,))
        yield leaving.call(called, reader, 0)
        yield leaving.ways_out(called, reader, 0)
    user = next(seat.user for seat in table.seats if seat.user is not None)
    left = left_to_robot(table, user)
    yield board(left, reader, unix=float)
    yield hand(left, user, (), reader)
    yield leaving.ways_out(left, reader, left.seat_kept_for(user) or 0)
    over = conceded(table, user)
    yield from (result(over, reader), board(over, reader), hand(over, user, (), reader))
    for taken in (None, 0):
        leaver = Leaver(9, "🌊", 0, 0, "conceded", taken)
        yield hand(table.with_record(leavers=(leaver,)), 9, (), reader)


def waiting(table: Table, reader: Reader) -> Iterator[Screen | Modal | str]:
    """What people are told of a turn."""
    yield turns([], reader, float)
    yield turns([Waiting(table, 0, "`link`", here) for here in (True, False)] * 6, reader, float)
    for direct in (True, False):
        for why in timing.REMINDERS:
            for end in (None, 9.0):
                line = Line(table, why, "`link`", end)
                yield nudge([line], reader, SUN, direct=direct, unix=float)
                yield nudge([line] * 7, reader, SUN, direct=direct, unix=float)


def whenever(reader: Reader) -> Iterator[Screen | Modal | str]:
    """What does not depend on a table."""
    yield help(reader, list(catalogue().values()))
    for on, quiet in ((True, Quiet(60, 120)), (False, None)):
        now = PersonWishes(quiet=quiet, text_mode=on, forced_moves=on)
        yield wishes(now, reader, 0.0)
        yield zone_window(now, reader)
    for most in (0, 1, 5):
        ids, chosen = tuple(range(most)), ServerWishes(tables=most, text_mode=most == 1)
        wanted = msgspec.structs.replace(
            chosen, channels=ids, roles=ids, organisers=ids, locale="de" if most else ""
        )
        yield server(wanted, reader, range(3))
        yield from refused(wanted, reader)
    yield export("data.json", reader)
    yield confirm_forget(2, reader)
    yield notice.failed("e1", reader)
    yield notice.confirm_close(lobby_of(next(iter(catalogue().values()))), reader)


def refused(wanted: ServerWishes, reader: Reader) -> Iterator[Screen]:
    """What somebody reads where a server wants no table."""
    for check in (
        lambda: require_may_open(wanted, Opener(manages=True), 99),
        lambda: require_may_open(wanted, Opener(), 99),
        lambda: require_room(wanted, 9),
    ):
        try:
            check()
        except Refusal as refusal:
            yield notice.refusal(refusal.text, reader)


def after_the_game(table: Table, log: list[ActionRow], reader: Reader) -> Iterator[Screen]:
    """What is remembered of it."""
    game = table.game
    shown = replay_of(table, log)
    former = replace(without(table, SUN), phase="over")
    cut = former.with_record(cuts=(Cut(FORMER, ""),) * 2)
    yield from (result(former, reader.at(former)), proof(cut, proof_of(cut), reader))
    yield proof(cut, replace(proof_of(cut), erased=1), reader)
    yield proof(cut, replace(proof_of(cut), tournament="🏆"), reader)
    for number in (0, 1, len(log) // 2, len(log)):
        yield replay(shown, number, "mine", SUN, reader)
        yield replay(shown, number, "all", 999, reader)
    shifts = tuple(Shift(Player(seat), 1000, 1000 + by) for seat, by in enumerate((5, -5, 0)))
    for verdict in (Verdict(shifts), Verdict(pending=True), Verdict(why=why_unrated(table))):
        yield result(table, reader, verdict)
    rows = [replace(row, table=f"t{at}") for at in range(3) for row in results_of(table)]
    ways = career(rows, SUN), career([replace(row, quit=row.user == SUN) for row in rows], SUN)
    for own in ways:
        rated = {game.slug: Curve(2, (1050, 1100))}
        yield stats("☀️", [(game, own), (game, own)], own, rated, reader)
    yield nothing("☀️", reader)
    first = Standing(1, SUN, "☀️", 1100, 7, 3)
    for standings, mine, season in (((first,), None, 2), ((first,), first, 2), ((), first, 1), ((), None, 1)):
        yield leaderboard(game, Leaderboard(game.slug, season, 2, standings, mine, 1), 0, reader)
    yield leaderboard(game, Leaderboard(game.slug, 2, 2, (first,) * 40), 1, reader)
    yield confirm_season(game, 2, reader)


def everything(table: Table, locale: str) -> Iterator[Screen | Modal | str]:
    """A whole evening, screen by screen, as somebody reads it in this locale."""
    reader = reader_for(table, locale)
    yield from whenever(reader)
    yield from in_the_lobby(table, reader)
    table = seats.start(table, SUN, 0)
    reader = reader_for(table, locale)
    lines: list[Text] = []
    actions: list[ActionRow] = []
    while table.phase == "playing":
        yield from at_the_table(table, lines, reader)
        table, more_lines = told(table, 7, actions)
        lines += more_lines
    yield from (
        result(table, reader),
        hand(table, SUN, (), reader),
        board(table, reader),
        more(table, reader, SUN),
    )
    yield from (proof(table, proof_of(table), reader), log(table, lines, -1, reader))
    yield from after_the_game(table, actions, reader)
