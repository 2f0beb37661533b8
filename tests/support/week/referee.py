"""The referee: keeps every clock once more, from what is stored alone, and says what was not as it should be.

It is told of each change as it is stored. From the rules of the game (who is asked what), who sits where, and
the pace of the table it works out by itself when each turn must end and when somebody must be reminded; it
takes from the stored clocks only what people wished: pauses and vacations.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from bot.notifications.pending import AwaitedTurn, NotificationContent
from bot.pace import Pace
from bot.tables.model import Table
from bot.tables.repository import table_from_row
from bot.tables.timing import Timing
from storage.models import ActionRow, Change, NotificationRow, TableRow
from tests.support.week.bot import Ears
from tests.support.week.channels import DIRECT, Chronicle
from tests.support.week.people import DAY, HOUR, MINUTE, Person

EXACT = 0.01
"""Seconds by which sums of fractions may differ."""
HERE = 2 * MINUTE
SURELY = 3 * MINUTE
"""After so many seconds in which somebody could have been told, they must have been."""
LEVELS = ("turn", "half", "late")


@dataclass
class Turn:
    """One turn of one seat: from the moment on at which it is asked something until that changes."""

    number: int
    asked: str
    began: float
    """When the turn began, in house time."""
    since: float | None = None
    used: float = 0.0
    reminded: list[str] = field(default_factory=list[str])
    told: set[str] = field(default_factory=set[str])
    meant: bool = False
    """A message was about to be posted, and whether it was may not be known."""
    rung: float | None = None
    """Since when its time is up, in house time."""

    def elapsed(self, awake: float) -> float:
        """How long the turn has lasted, as far as clocks ran."""
        return self.used + (0.0 if self.since is None else max(0.0, awake - self.since))


@dataclass
class Watched:
    """One seat as the referee has it: its reserve, turn and missed turns."""

    bank: float
    turn: Turn | None = None
    missed: int = 0
    stand_in: bool = False


@dataclass
class Game:
    """One table as the referee has it, from the deal to the end."""

    number: int
    table: Table
    began: float
    """In Unix seconds, when the cards were dealt."""
    seats: list[Watched]
    deserted: float | None = None
    log: list[ActionRow] = field(default_factory=list[ActionRow])
    ended: float | None = None


@dataclass
class Lobby:
    """A table before its game."""

    number: int
    table: Table
    touched: float


class Referee(Ears):
    """Sees everything, and keeps a list of what was wrong."""

    def __init__(self, folk: dict[int, Person], chronicle: Chronicle) -> None:
        self.folk = folk
        self.chronicle = chronicle
        self.wrong: list[str] = []
        self.now: Callable[[], float] = lambda: 0.0
        self.awake: Callable[[], float] = lambda: 0.0
        self.lobbies: dict[str, Lobby] = {}
        self.games: dict[str, Game] = {}
        self.over: dict[str, Game] = {}
        self.waiting: defaultdict[int, dict[tuple[str, int], Turn]] = defaultdict(dict)
        """By user, the turns that wait for them."""
        self.pressed: dict[int, float] = {}
        """When people last pressed something, in house time."""
        self.started = 0.0
        self.reached = 0.0
        """When the bot was last cut off or within reach again, in house time."""
        self.cut_off = False
        self.interactions: dict[int, ActionRow | None] = {}
        self.pings: Counter[tuple[int, int]] = Counter()
        """How many pings each user had on each day."""
        self.figures: Counter[str] = Counter()
        self.turns = 0
        self.heard: list[tuple[int, float]] = []
        """Pings that nobody has reacted to yet: user, Unix time."""
        self.planned: list[tuple[int, float]] = []
        """Moves that made themselves when their owner was not here: user, Unix time."""
        self.waited: float = 0.0
        """Seconds for which tables waited for people, all in all."""

    def is_wrong(self, what: str, table: Table | None = None) -> None:
        """Writes down what went wrong, when, and at which table if it was at one."""
        about = "" if table is None else f"table {table.id} ({table.game.slug}, {table.record.pace.name}): "
        self.wrong.append(f"{datetime.fromtimestamp(self.now(), UTC):%a %H:%M:%S} {about}{what}")

    def begins(self, now: Callable[[], float], awake: Callable[[], float]) -> None:
        """The bot starts: from now on these tell the Unix time and the seconds awake."""
        self.now, self.awake = now, awake

    def opened(self) -> None:
        """The bot has started: who pressed anything before that it does not know."""
        self.started = self.reached = self.awake()
        self.pressed.clear()

    # what is stored

    def committed(self, change: Change, awake: float) -> None:
        row = change.table
        if change.interaction is not None:
            if change.interaction in self.interactions:
                self.is_wrong(f"press {change.interaction} was stored twice")
            self.interactions[change.interaction] = change.action
        table = table_from_row(row)
        match row.phase:
            case "lobby":
                self._in_lobby(table, awake)
            case "playing":
                self._in_play(table, change, awake)
            case _:
                self._ended(table, change, row, awake)

    def _in_lobby(self, table: Table, awake: float) -> None:
        known = self.lobbies.get(table.id)
        number = self._next() if known is None else known.number
        self.lobbies[table.id] = Lobby(number, table, awake)

    def _next(self) -> int:
        return len(self.lobbies) + len(self.games) + len(self.over)

    def _in_play(self, table: Table, change: Change, awake: float) -> None:
        game = self.games.get(table.id)
        if game is None:
            lobby = self.lobbies.pop(table.id, None)
            number = self._next() if lobby is None else lobby.number
            seats = [Watched(table.record.pace.bank) for _seat in table.seats]
            game = self.games[table.id] = Game(number, table, self.now(), seats)
            before = table
        else:
            before, game.table = game.table, table
        self._judge_reminders(game, change, awake)
        if change.action is not None:
            self._judge_move(game, before, change.action, change.interaction is not None, awake)
        self._keep(game, before, table, awake)

    def _judge_reminders(self, game: Game, change: Change, awake: float) -> None:
        pace = game.table.record.pace
        for entry in change.outbox:
            if entry.kind != "nudge":
                continue
            about = msgspec.json.decode(entry.payload)
            turn = game.seats[about["seat"]].turn
            if turn is None or turn.asked != about["decision"]:
                self.is_wrong(f"a reminder of a turn that is none: {about}", game.table)
                continue
            due = lengths(pace, game.seats[about["seat"]].bank)[LEVELS.index(about["why"])]
            elapsed = turn.elapsed(awake)
            if about["why"] in turn.reminded:
                self.is_wrong(f"the reminder {about} came twice", game.table)
            if elapsed < due - EXACT:
                self.is_wrong(f"the reminder {about} came {due - elapsed:.1f} s early", game.table)
            if elapsed > due + 1:
                self.is_wrong(f"the reminder {about} came {elapsed - due:.1f} s late", game.table)
            turn.reminded.append(about["why"])
            self.figures["reminders due"] += 1

    def _judge_move(self, game: Game, before: Table, action: ActionRow, pressed: bool, awake: float) -> None:
        game.log.append(action)
        table, watched, sitter = game.table, game.seats[action.seat], before.seats[action.seat]
        turn, pace = watched.turn, table.record.pace
        if action.number != len(game.log):
            self.is_wrong(f"move {action.number} is stored as number {len(game.log)}", table)
        if action.user is not None:
            kind = "moves by press" if pressed else "moves by plan"
            self.figures[kind] += 1
            if not pressed:
                self._planned(action.user)
            if turn is not None and pace.limited:
                over = turn.elapsed(awake) - pace.move
                if over > watched.bank + EXACT and turn.rung is None:
                    self.is_wrong(
                        f"seat {action.seat} moved {over - watched.bank:.1f} s after its time", table
                    )
                self._end_turn(game, action.seat, awake, pace.increment)
            if pressed:  # what makes itself does not mean that somebody is there
                watched.missed, watched.stand_in = 0, False
            return
        if sitter.user is None or sitter.robot is not None:
            self.figures["moves by robots"] += 1
            return
        if game.deserted is not None:
            self.is_wrong("a robot moved at a table without people", table)
        if watched.stand_in:
            self.figures["moves by stand-ins"] += 1
            return
        if turn is None or not pace.limited:
            self.is_wrong(f"a robot moved for seat {action.seat}, whose turn it was not", table)
            return
        whole, elapsed = pace.move + watched.bank, turn.elapsed(awake)
        if elapsed < whole - EXACT and turn.rung is None:
            self.is_wrong(f"the clock of seat {action.seat} fired {whole - elapsed:.1f} s early", table)
        if elapsed > whole + 1:
            self.is_wrong(f"the clock of seat {action.seat} fired {elapsed - whole:.1f} s late", table)
        self.figures["deadlines"] += 1
        self._end_turn(game, action.seat, awake, 0.0)
        watched.missed += 1
        watched.stand_in = watched.missed >= 2

    def _planned(self, user: int) -> None:
        """A move has made itself: that counts as saved if its owner was not here."""
        if self.awake() - self.pressed.get(user, self.started) > HERE:
            self.planned.append((user, self.now()))

    def _end_turn(self, game: Game, seat: int, awake: float, increment: float) -> None:
        """The bank pays for what was longer than a move, then the increment comes in."""
        watched, pace = game.seats[seat], game.table.record.pace
        turn = watched.turn
        if turn is None:
            return
        self.waited += max(0.0, awake - turn.began)
        if pace.limited:
            paid = max(0.0, watched.bank - max(0.0, turn.elapsed(awake) - pace.move))
            watched.bank = min(pace.bank, paid + increment)
        watched.turn = None
        for waiting in self.waiting.values():
            waiting.pop((game.table.id, seat), None)

    def _keep(self, game: Game, before: Table, table: Table, awake: float) -> None:
        """Whose clock runs from now on."""
        for told in table.record.happenings[len(before.record.happenings) :]:
            self.figures[f"happened: {told.kind}"] += 1
            if told.kind == "back" and told.seat is not None:
                game.seats[told.seat].stand_in, game.seats[told.seat].missed = False, 0
        awaited, someone = table.game.to_act(table.state), False
        for seat, sitter in enumerate(table.seats):
            if before.seats[seat].user != sitter.user:
                self._end_turn(game, seat, awake, 0.0)
                game.seats[seat] = Watched(table.record.pace.bank)
            watched = game.seats[seat]
            there = sitter.user is not None and sitter.robot is None and not watched.stand_in
            someone = someone or there
            asked = table.game.decision(table.state, seat) if there and seat in awaited else ""
            if watched.turn is not None and watched.turn.asked != asked:
                self._end_turn(game, seat, awake, 0.0)
            if asked and watched.turn is None:
                self.turns += 1
                watched.turn = Turn(self.turns, asked, awake)
                self.waiting[sitter.user or 0][table.id, seat] = watched.turn
            if watched.turn is not None:
                self._run(watched, table.record.pace, table.timing, seat, awake)
        if someone:
            game.deserted = None
        elif game.deserted is None:
            game.deserted = awake

    def _run(self, watched: Watched, pace: Pace, timing: Timing, seat: int, awake: float) -> None:
        turn = watched.turn
        assert turn is not None
        if pace.limited and turn.elapsed(awake) >= pace.move + watched.bank - EXACT:
            turn.rung = awake if turn.rung is None else turn.rung
        away = seat < len(timing.seats) and timing.seats[seat].away
        if timing.paused is None and not away and turn.rung is None:
            turn.since = awake if turn.since is None else turn.since
        elif turn.since is not None:
            turn.used, turn.since = turn.elapsed(awake), None

    def _ended(self, table: Table, change: Change, row: TableRow, awake: float) -> None:
        lobby = self.lobbies.pop(table.id, None)
        if lobby is not None:
            self.figures[f"lobbies closed: {table.record.closed_by or 'by the host'}"] += 1
            waited = awake - lobby.touched
            if table.record.closed_by and abs(waited - DAY) > 1:
                self.is_wrong(f"a lobby was closed after {waited / HOUR:.2f} h", table)
            return
        game = self.games.pop(table.id, None)
        if game is None:
            if table.id not in self.over:
                self.is_wrong(f"a table that nobody knew is {row.phase}", table)
            elif change.action is not None:
                self.is_wrong("a move after the end", table)
            return
        before, game.table = game.table, table
        if change.action is not None:
            self._judge_move(game, before, change.action, change.interaction is not None, awake)
        for seat in range(len(game.seats)):
            self._end_turn(game, seat, awake, 0.0)
        game.ended = self.now()
        self.over[table.id] = game
        how = table.record.closed_by or ("closed as all conceded" if row.phase == "closed" else "over")
        if row.phase == "over" and table.game.outcome(table.state) is None:
            how = "over by concession"
        self.figures[f"games {how}"] += 1
        if row.phase == "over" and len(change.results) < len(table.seats):
            self.is_wrong(f"{len(change.results)} results of {len(table.seats)} seats are stored", table)
        if row.phase == "closed" and change.results:
            self.is_wrong("a table that was stopped has results", table)
        if table.record.closed_by == "deserted":
            waited = awake - (awake if game.deserted is None else game.deserted)
            if abs(waited - 7 * DAY) > 1:
                self.is_wrong(f"a table was given up after {waited / DAY:.2f} days without people", table)

    # what people are told

    def meant(self, row: NotificationRow) -> None:
        told = msgspec.json.decode(row.tables, type=NotificationContent)
        for each in told.turns:
            turn = self.waiting[row.user].get((each.table, each.seat))
            if turn is not None and turn.asked == each.decision:
                turn.meant = True

    def pinged(self, user: int, channel: int, awaited: Sequence[AwaitedTurn]) -> None:
        now, awake, person = self.now(), self.awake(), self.folk[user]
        day = int((now - MINUTE) // DAY)
        self.pings[user, day] += 1
        self.figures["pings"] += 1
        self.heard.append((user, now))
        news = False
        for each in awaited:
            turn = self.waiting[user].get((each.turn.table, each.turn.seat))
            if turn is None or turn.asked != each.turn.decision:
                self.is_wrong(f"{user} is pinged for a turn that is not theirs: {each.turn}")
                continue
            game = self.games[each.turn.table]
            bank = game.seats[each.turn.seat].bank
            due = lengths(game.table.record.pace, bank)[LEVELS.index(each.turn.why)]
            if turn.elapsed(awake) < due - EXACT:
                self.is_wrong(f"{user} is pinged too early: {each.turn}", game.table)
            if turn.since is None:
                self.is_wrong(f"{user} is pinged while the clock stands still: {each.turn}", game.table)
            if each.turn.why not in turn.told:
                news = True
                turn.told.add(each.turn.why)
        if not news:
            self.is_wrong(f"{user} is pinged with nothing new: {[each.turn for each in awaited]}")
        if awake - self.pressed.get(user, self.started) < HERE - EXACT:
            self.is_wrong(f"{user} is pinged while they are here")
        if is_quiet(person, now):
            self.is_wrong(f"{user} is pinged in their quiet hours")
        wanted = person.wishes.nudges
        if wanted == "none" or (channel > DIRECT and wanted != "direct"):
            self.is_wrong(f"{user}, who wants {wanted}, is pinged in {channel}")
        if channel < DIRECT and wanted == "direct" and not person.closed:
            self.is_wrong(f"{user}, who wants direct messages, is pinged in {channel}")

    # now and then

    def deadlines(self) -> Iterator[float]:
        """When turns end whose clocks run, in house time."""
        for game in self.games.values():
            pace = game.table.record.pace
            for watched in game.seats if pace.limited else ():
                turn = watched.turn
                if turn is not None and turn.since is not None:
                    yield turn.since + pace.move + watched.bank - turn.used

    def look(self) -> None:
        """Whether anything that should have happened has not. Nothing is under way just now."""
        awake = self.awake()
        for game in self.games.values():
            for seat, watched in enumerate(game.seats):
                if watched.turn is not None:
                    self._look_at(game, seat, watched, watched.turn, awake)
        for lobby in self.lobbies.values():
            if awake > lobby.touched + DAY + 1:
                self.is_wrong("a lobby has not expired", lobby.table)
        for user, turn in self._standing():
            if self.waiting[user].get((turn.table, turn.seat), Turn(0, "", 0)).asked != turn.decision:
                self.is_wrong(f"{user} is still told of {turn}")

    def _look_at(self, game: Game, seat: int, watched: Watched, turn: Turn, awake: float) -> None:
        pace, elapsed = game.table.record.pace, turn.elapsed(awake)
        if turn.rung is not None and awake > turn.rung + 1 and game.deserted is None:
            self.is_wrong(f"nobody has moved for seat {seat}, whose time is up", game.table)
        if turn.since is None or not pace.limited:
            return
        if elapsed > pace.move + watched.bank + 1:
            self.is_wrong(f"the clock of seat {seat} has not fired", game.table)
        for why, due in zip(LEVELS, lengths(pace, watched.bank), strict=True):
            if elapsed > due + 1 and why not in turn.reminded:
                self.is_wrong(f"the reminder {why} of seat {seat} has not come", game.table)
        user = game.table.seats[seat].user or 0
        first = lengths(pace, watched.bank)[0]
        here = max(self.pressed.get(user, self.started), self.started) + HERE
        now, person = self.now(), self.folk[user]
        quiet = any(is_quiet(person, moment) for moment in (now, now - SURELY / 2, now - SURELY))
        if (
            not self.cut_off
            and min(elapsed - first, awake - here, awake - turn.since) > SURELY
            and awake - self.reached > SURELY
            and not quiet
            and not turn.told
            and not turn.meant
            and person.wishes.nudges != "none"
        ):
            waited = f"{turn.elapsed(awake):.0f} s, {awake - here:.0f} s after they had gone"
            self.is_wrong(f"{user} was never told that it is their turn: {waited}", game.table)

    def standing(self, rows: Sequence[NotificationRow]) -> None:
        """The messages that storage says stand."""
        self._rows = rows

    _rows: Sequence[NotificationRow] = ()

    def _standing(self) -> Iterator[tuple[int, Any]]:
        for row in self._rows:
            for turn in msgspec.json.decode(row.tables, type=NotificationContent).turns:
                yield row.user, turn


def lengths(pace: Pace, bank: float) -> tuple[float, float, float]:
    """After how many seconds of a turn somebody is told of it, and reminded twice."""
    whole = pace.move + bank
    return min(90.0, pace.move / 4), whole / 2, whole * 9 / 10


def is_quiet(person: Person, now: float) -> bool:
    """Whether it is one of the person's quiet hours, by the clock on their wall."""
    quiet = person.wishes.quiet
    if quiet is None:
        return False
    wall = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(person.zone))
    minute = wall.hour * 60 + wall.minute
    if quiet.begin <= quiet.end:
        return quiet.begin <= minute < quiet.end
    return minute >= quiet.begin or minute < quiet.end
