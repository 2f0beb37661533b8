"""Who watches: told of all that is stored, said and sent, and holds it against what must always be so.

Everything is looked at when it happens, and once: a change against what was stored before it, an answer
against what was stored by then, a message against the hands of its table. What must come about in time
(a deadline is kept, a board is redrawn, an outbox is emptied) is looked at in quiet moments.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from bot.app import Tortuga
from bot.profiles.forecasts import KEEPS, MISSES, OPEN
from bot.tables.clocks import is_played_by_robot
from bot.tables.model import Table
from bot.tables.pods import is_void
from bot.tables.repository import table_from_row
from bot.tables.turns import OPEN_PHASES
from bot.tables.verify import findings
from bot.tournaments.export import files
from bot.tournaments.formats.engine import standings
from bot.tournaments.model import Tournament
from bot.tournaments.model import from_row as tournament_from_row
from bot.tournaments.schedule import arena_ends
from bot.tournaments.verify import verify_tournament
from bot.ui.views import Payload
from games.replay import agrees
from playground.events import Event, PostChanged, PostGone, PostMade
from playground.interactions import Interaction, Kind
from playground.model import Message, Post
from playground.recorder import Request
from playground.rules import components as c
from playground.seen import Seen
from playground.world import World
from storage.models import ActionRow, Change, TournamentChange
from storage.models import Post as StoredPost
from storage.sql.changes import AnyChange
from tests.games.hidden import PIECES
from tests.simulation.loop import Simulator
from tests.support.table_play import CHOICES, DID_NOTHING, HELD, cards_on_buttons, hands_in

LATE = 15 * 60.0
"""Seconds after which what is due must have been done, while the bot is there and nothing goes wrong."""
TOO_MANY_OLD_EDITS = 30046
LONG_LINE, MANY_CARDS = 31, 5
"""Letters of a hand in words, and cards on its buttons, that no two people ever hold at a table."""
MOST_REFUSED = 10
"""Requests that came too soon, in ten minutes."""
EXPLAINED = {10003, 10008, 10015, 10062, 40060, 50001, 50007, 50013, 50027, 50083, 50278, 160004, 160005}
"""Discord's codes for what trouble explains, or for a message to somebody who has left; any other refusal is
a mistake of the bot's.
"""
_SAID_NEXT = {str(before): after for before, after in ((OPEN, KEEPS), (KEEPS, MISSES), (MISSES, OPEN))}
"""What the button of a seat says after a press on it."""
_TIME = re.compile(r"<t:\d+:\w>")


def custom_ids(message: Message) -> list[str]:
    """The custom_ids of everything on a message that can be used."""
    return [
        part["custom_id"]
        for part in c.walk(message.components)
        if "custom_id" in part and not part.get("disabled")
    ]


def text_of(message: Message) -> str:
    """All words on a message, its plain content and its components' texts."""
    texts = [part["content"] for part in c.walk(message.components) if part["type"] == c.TEXT]
    return "\n".join([message.content, *texts])


@dataclass(slots=True)
class Stored:
    """A table as it was stored last, and its log."""

    table: Table
    log: list[ActionRow] = field(default_factory=list[ActionRow])
    pieces: list[int] | None = None
    changed: float = 0.0
    """When, in seconds of the simulation."""


class Watch:
    """`wrong` is what did not hold; `history` digests all that happened, to the last byte."""

    def __init__(self, simulator: Simulator, world: World) -> None:
        self._simulator = simulator
        self._world = world
        self.wrong: list[str] = []
        self.latest = deque[str](maxlen=60)
        self.counted = Counter[str]()
        self.tables: dict[str, Stored] = {}
        self._open: dict[str, Stored] = {}
        """Those that wait for people or play."""
        self.calls: dict[tuple[str, int, int], dict[int, int]] = {}
        """What people called of a round and were answered, by seat: table, round and user."""
        self._erased = set[int]()
        self.stored_presses = set[int]()
        """The ids of the interactions that were stored."""
        self.outbox: dict[int, tuple[tuple[int, str, str], float]] = {}
        """What is to be done: its number, table or tournament, and kind; and when it was first seen."""
        self._hands: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {}
        """The cards that each has seen last as their hand, in a line and on buttons; by table and user."""
        self._standing: dict[str, dict[str, Post]] = {}
        """Public messages by which a table is joined or played, by table."""
        self._tables_of: dict[str, set[str]] = {}
        """The tables of which each of these messages is one."""
        self._digest = hashlib.blake2b(digest_size=16)
        self._refused = deque[float]()
        """When the bot was told of late that it asks too often."""
        self.is_new = False
        """Whether the bot has only just begun its life."""
        self.ended: Callable[[Table], None] = lambda table: None
        """Is told of every table whose game has come to its end."""
        self._proven = set[str]()
        """The arenas that are over and were computed again."""
        self.deleted = set[str]()
        """Messages that somebody deleted, of which the bot learns when it next edits them."""
        self.is_troubled: Callable[[], bool] = lambda: False
        """Whether something goes wrong just now."""
        self.echo: Callable[[str], None] | None = None
        world.listen(self.hear)

    @property
    def history(self) -> str:
        """The digest of all that happened so far, in hexadecimal digits."""
        return self._digest.hexdigest()

    def happened(self, what: str, detail: bytes = b"") -> None:
        """Add a line to the history, with bytes that count in its digest alone."""
        line = f"{self._simulator.now:.6f} {what}"
        self._digest.update(line.encode())
        self._digest.update(detail)
        self.latest.append(line)
        if self.echo is not None:
            self.echo(line)

    def is_wrong(self, what: str) -> None:
        """Note what does not hold; the run ends with it."""
        self.happened(f"WRONG {what}")
        self.wrong.append(what)

    # what is stored

    def committed(self, change: AnyChange) -> None:
        """Hold a change that was just committed against what was stored before."""
        match change:
            case Change():
                self._table_changed(change)
            case TournamentChange():
                self.counted["tournament changes"] += 1
                self.happened(f"stored tournament {change.row.id} {change.row.revision} {change.row.phase}")
                self._tournament_changed(tournament_from_row(change.row))
            case _:
                self.happened(f"stored {type(change).__name__}")
        for row in change.audit:
            self.counted["acts taken back" if row.undoes else f"acts: {row.kind}"] += 1
        if change.interaction is not None:
            if change.interaction in self.stored_presses:
                self.is_wrong(f"press {change.interaction} was stored twice")
            self.stored_presses.add(change.interaction)

    def _tournament_changed(self, t: Tournament) -> None:
        """Nobody plays at two tables of an arena."""
        busy = [who for _round, pod in t.open_pods() for who in pod.seats if who is not None]
        if t.is_arena and len(set(busy)) != len(busy):
            self.is_wrong(f"somebody sits at two tables of arena {t.id}: {busy}")

    def _table_changed(self, change: Change) -> None:
        self._note_change(change)
        if change.table.phase in OPEN_PHASES:
            self._open[change.table.id] = self.tables[change.table.id]
        else:
            self._open.pop(change.table.id, None)

    def _note_change(self, change: Change) -> None:
        row, before = change.table, self.tables.get(change.table.id)
        self.happened(
            f"stored {row.id} {row.revision} {row.phase} {row.actions} due {row.due} by {change.interaction}",
            row.state or b"",
        )
        table = table_from_row(row)
        if before is None:
            self.counted["tables"] += 1
            self.counted["play-offs"] += table.record.pod is not None and table.record.pod.play_off > 0
            self.tables[row.id] = before = Stored(table, changed=self._simulator.now)
            if change.copied_from:  # a move was taken back: it goes on from there, with the same cards
                before.log += self.tables[change.copied_from].log[: row.actions]
                self._dealt(before)
            if row.revision != 1:
                self.is_wrong(f"table {row.id} begins at revision {row.revision}")
            return
        was = before.table
        if not change.full:  # a move leaves the record as it was
            table = msgspec.structs.replace(table, record=was.record)
        if row.revision != was.revision + 1:
            self.is_wrong(f"table {row.id}: revision {row.revision} after {was.revision}")
        before.table, before.changed = table, self._simulator.now
        if change.action is not None:
            self._moved(before, was, change.action)
        elif was.phase == "lobby" and row.phase == "playing":
            self._dealt(before)
        elif row.phase == was.phase == "playing" and not agrees(was.state, table.state):
            self.is_wrong(f"table {row.id}: the game changed without a move")
        if row.phase == "over" and was.phase != "over":
            self._ended(before)

    def _dealt(self, stored: Stored) -> None:
        table = stored.table
        stored.pieces = PIECES[table.game.slug](table.state)

    def _moved(self, stored: Stored, was: Table, action: ActionRow) -> None:
        """The game is what its log makes of it, and has all its cards and coins."""
        table = stored.table
        self.counted["moves"] += 1
        self.counted["moves of people" if action.user else "moves of robots"] += 1
        stored.log.append(action)
        if action.number != len(stored.log) or table.actions != action.number:
            self.is_wrong(f"table {table.id}: action {action.number} is the {len(stored.log)}th")
        state, _events = table.game.apply(was.state, action.seat, action.action)
        if not agrees(table.state, state):
            self.is_wrong(f"table {table.id}: action {action.number} does not lead to what was stored")
        if stored.pieces is not None and PIECES[table.game.slug](table.state) != stored.pieces:
            self.is_wrong(f"table {table.id}: pieces appeared or disappeared with action {action.number}")

    def _ended(self, stored: Stored) -> None:
        self.counted["games"] += 1
        self.ended(stored.table)
        self._hands.pop(stored.table.id, None)
        if not stored.table.was_conceded:
            for finding in findings(stored.table, stored.log):
                if not finding.right:
                    self.is_wrong(f"table {stored.table.id}: {finding.what}")

    def opened(self, rows: Mapping[str, tuple[int, str, int]], presses: Iterable[int], oldest: float) -> None:
        """A bot is about to begin on a file in which these tables stand (revision, phase, length of the
        log), and these presses since then.
        """
        for id, stored in self.tables.items():
            table = stored.table
            if rows.get(id) != (table.revision, table.phase, len(stored.log)):
                self.is_wrong(f"table {id} is {rows.get(id)} on the disk, and was stored as {table.revision}")
        there = set(presses)
        for id in self.stored_presses:
            if (id >> 22) / 1000 + 1420070400 > oldest and id not in there:
                self.is_wrong(f"press {id} was stored and is not on the disk")

    # what people are answered

    def answered(self, interaction: Interaction) -> None:
        """Somebody who chose something on their hand, or called a bid, reads what came of it."""
        custom_id = str(interaction.data.get("custom_id", ""))
        if custom_id.startswith("forecast:") and interaction.said is not None:
            self._called(interaction.user_id, custom_id, custom_ids(interaction.said))
        if interaction.kind is not Kind.COMPONENT or not custom_id.startswith(CHOICES):
            return
        verdict, is_stored = _verdict(interaction, custom_id), int(interaction.id) in self.stored_presses
        self.counted[f"choices {verdict}"] += 1
        if (verdict, is_stored) in (("played", False), ("not played", True)):
            said = "" if interaction.said is None else text_of(interaction.said)
            self.is_wrong(
                f"press {interaction.id} of {custom_id} was answered as {verdict}, "
                f"and is {'' if is_stored else 'not '}stored: {said}"
            )

    def unanswered(self, user: str, custom_id: str) -> None:
        """A call that was not answered may be stored or not: a crash can come between both."""
        if custom_id.startswith("forecast:"):
            _verb, table, round, seat, _percent = custom_id.split(":")
            self.calls.get((table, int(round), int(user)), {}).pop(int(seat), None)

    def _called(self, user: str, custom_id: str, shown: Iterable[str]) -> None:
        """A call is taken where the button has gone on to what can be said next."""
        _verb, table, round, seat, percent = custom_id.split(":")
        if f"forecast:{table}:{round}:{seat}:{_SAID_NEXT[percent]}" in shown:
            self.counted["calls"] += 1
            self.calls.setdefault((table, int(round), int(user)), {})[int(seat)] = int(percent)

    def erased(self, user: str) -> None:
        """What somebody called who has their data erased is gone, nobody knows when."""
        self._erased.add(int(user))

    def look_at_calls(self, rows: Iterable[tuple[str, int, int, str, float | None]]) -> None:
        """Each call that was answered is stored as it was made, and scored once its round is over. It is gone
        where it was taken back, or the game ended before that; not where that game may go on.
        """
        stored = {row[:3]: (msgspec.json.decode(row[3], type=list[float]), row[4]) for row in rows}
        for call, said in list(self.calls.items()):
            table, round, user = call
            there = self.tables[table].table
            if self._simulator.now - self.tables[table].changed < LATE:
                continue
            if user in self._erased:
                del self.calls[call]
                continue
            if call not in stored:
                goes_on = not there.was_conceded and (there.phase != "closed" or is_void(there))
                if goes_on and any(percent != OPEN for percent in said.values()):
                    self.is_wrong(f"the call {call} is lost")
                del self.calls[call]
                continue
            chances, brier = stored[call]
            if any(chances[seat] != percent for seat, percent in said.items()):
                self.is_wrong(f"the call {call} was {said}, and is {chances}")
            may_go_on = there.phase == "playing" or is_void(there)
            goes_on = may_go_on and there.game.chapter(there.state) == round
            if (brier is None) != goes_on:
                self.is_wrong(f"the call {call} is {'not ' * (brier is None)}scored")
            if brier is not None:
                self.counted["calls scored"] += 1
                del self.calls[call]

    # what is sent

    def requested(self, request: Request) -> None:
        """Judge a request of the bot's by what Discord answered."""
        self.counted["requests"] += 1
        self.happened(
            f"{request.method} {request.path.partition('/callback')[0][:60]} {request.status}",
            request.body + request.answer,
        )
        if request.status >= 400 and not request.ordered:
            answer = msgspec.json.decode(request.answer)
            if answer.get("code") == TOO_MANY_OLD_EDITS:
                self.counted["too many edits of old messages"] += 1
                if not self.is_troubled():  # else what is lost on its way back is sent twice
                    self.is_wrong(f"{request.method} {request.path}: too many edits of old messages")
            elif request.status == 429:
                self._too_soon(answer, request)
            elif answer.get("code") not in EXPLAINED:
                self.is_wrong(f"{request.method} {request.path} was refused: {request.answer!r}")

    def _too_soon(self, answer: Mapping[str, object], request: Request) -> None:
        """Answers that overtake each other let the library ask a little too often; the bot must neither go on
        so, nor reach the limit for everything. (Of a start it cannot be known what was sent before.)
        """
        self.counted["too many requests"] += 1
        now = self._simulator.now
        self._refused.append(now)
        while self._refused[0] < now - 600.0:
            self._refused.popleft()
        if (answer.get("global") and not self.is_new) or len(self._refused) > MOST_REFUSED:
            self.is_wrong(f"the budget was exceeded: {request.method} {request.path}: {answer}")

    def hear(self, event: Event) -> None:
        """Look at a message of the bot's that was posted or changed, and forget one that is gone."""
        if isinstance(event, PostGone):
            self._forget_standing(event.post.message.id)
        elif isinstance(event, PostMade | PostChanged) and self._is_ours(event.post):
            self._shown(event.post)

    def _is_ours(self, post: Post) -> bool:
        return post.message.author.id == self._world.bot.id

    def _shown(self, post: Post) -> None:
        message, reader = post.message, post.only_for
        ids, text = custom_ids(message), text_of(message)
        said = hands_in(text)
        is_held = any(part.get("custom_id", "").startswith(HELD) for part in c.walk(message.components))
        cards = cards_on_buttons(Seen(self._world, post)) if is_held else ()
        if reader is None and (said or is_held):
            self.is_wrong(f"a hand is in public: {text[:200]}")
        table = next((id.split(":")[1] for id in ids if ":" in id), "")
        if reader is None:
            self._note_standing(message.id, post, ids)
        hands = self._hands.get(table)
        if reader is not None and (said or cards) and table in self.tables:
            hands = self._hands.setdefault(table, {})
            line, row = hands.get(reader, ("", ()))
            hands[reader] = said[0] if said else line, cards or row
        for user, (hand, held) in (hands or {}).items():
            sits = self.tables[table].table.seat_of(int(user)) is not None  # else another has their seat
            is_read = (len(hand) >= LONG_LINE and hand in text) or (len(held) >= MANY_CARDS and held == cards)
            if user != reader and sits and is_read:
                self.is_wrong(f"{reader or 'everybody'} reads the hand of {user}: {text[:200]} {cards}")

    def _note_standing(self, message: str, post: Post, ids: list[str]) -> None:
        """A public message by which a table is joined or played."""
        self._forget_standing(message)
        for id in ids:
            verb, _colon, rest = id.partition(":")
            if verb in ("join", "hand", "here"):
                table = rest.partition(":")[0]
                self._standing.setdefault(table, {})[message] = post
                self._tables_of.setdefault(message, set()).add(table)

    def _forget_standing(self, message: str) -> None:
        for table in self._tables_of.pop(message, ()):
            del self._standing[table][message]

    # what must have come about

    def look(self, awake: float, up_for: float) -> None:
        """A moment at which the bot, by its own clock `awake` for so long, has been there for a while, and
        nothing has gone wrong since.
        """
        if up_for < LATE:
            return
        now = self._simulator.now
        for id, stored in self._open.items():
            table = stored.table
            if table.due is not None and table.due < awake - LATE:
                self.is_wrong(f"table {id} was due {awake - table.due:.0f} s ago: {table.timing}")
            if table.phase == "playing" and now - stored.changed > LATE:
                self._waits(table)
        for row, since in self.outbox.values():
            if now - since > 2 * LATE and up_for > 2 * LATE and not self._is_homeless(row[1]):
                self.is_wrong(f"outbox entry {row} is not done")

    def _is_homeless(self, id: str) -> bool:
        """Whether the table's channel was deleted, so that it waits to be shown elsewhere. One that is played
        notes that nobody can see it; hands that are open may end it all the same.
        """
        stored = self.tables.get(id)
        if stored is None or str(stored.table.channel) in self._world.state.channels:
            return False
        return stored.table.phase != "playing" or stored.table.timing.unseen is not None

    def _waits(self, table: Table) -> None:
        """A game that somebody plays alone waits for them, for as long as they like."""
        if table.record.private:
            return
        asked = table.game.to_act(table.state)
        if not asked:
            self.is_wrong(f"table {table.id} plays, and waits for nobody")
        robots = [seat for seat in asked if is_played_by_robot(table, seat)]
        timing = table.timing
        stands = timing.shut or table.is_held or timing.paused is not None or timing.unseen is not None
        if robots and not (stands or table.timing.deserted is not None):
            self.is_wrong(f"table {table.id} waits for robots: {robots}")
        away = all(table.timing.seats[seat].away for seat in asked if seat < len(table.timing.seats))
        if table.due is None and not stands and not away:
            self.is_wrong(f"table {table.id} waits for {asked}, and nothing is due: {table.timing}")

    async def compare(self, client: Tortuga) -> None:
        """The messages of tables that nobody touches show what is stored; nothing else stands for them."""
        tables, messages = client.services.tables, client.services.table_publisher.messages
        for id, stored in list(self._open.items()):
            table = stored.table
            if (
                table.phase not in OPEN_PHASES
                or table.record.private
                or self._simulator.now - stored.changed < LATE
            ):
                continue
            if self._is_homeless(id):
                continue
            known = await tables.table(id)
            if known.revision != stored.table.revision:
                self.is_wrong(f"table {id} is taken for {known.revision}, and is {stored.table.revision}")
            posts = await messages.posts.of(id, table.guild)
            kind = "board" if table.phase == "playing" or table.record.pod is not None else "lobby"
            self._stands(id, kind, posts)
            if kind in posts and not self.wrong and str(posts[kind].message) not in self.deleted:
                drawn = await messages.drawn(known, kind)
                if stored.table is table:  # else it was touched meanwhile
                    self._shows(id, posts[kind], drawn)

        for guild in map(int, self._world.state.guilds):
            for t in await client.services.tournament_service.tournaments_in(guild, ("running", "over")):
                if t.is_arena:
                    self._arena(t)

    def _arena(self, arena: Tournament) -> None:
        """It ends in time, and all of it can be computed again."""
        event = arena.record.event
        assert event is not None
        busy = arena.open_pods()
        late = self._simulator.time() - arena_ends(arena)
        if arena.phase == "running" and not (busy or arena.stands_still) and late > LATE:
            self.is_wrong(f"arena {arena.id} should be over for {late:.0f} s: {arena.record.trouble}")
        if arena.phase == "over" and arena.id not in self._proven:
            self._proven.add(arena.id)
            self.counted["arena tables"] += len(arena.record.tables)
            tables = {one.table: self.tables[one.table].table for one in arena.record.tables}
            over = {id: table for id, table in tables.items() if table.phase == "over"}
            made = files(arena, standings(event), over)
            [whole] = [file.content for file in made if file.name == "tournament.json"]
            for finding in verify_tournament(whole):
                if not finding.right:
                    self.is_wrong(f"arena {arena.id}: {finding.what}")

    def _stands(self, id: str, kind: str, posts: Mapping[str, StoredPost]) -> None:
        places = {str(post.message): str(post.channel) for post in posts.values()}
        if kind not in posts:
            self.is_wrong(f"table {id} has no {kind}: {posts}")
        elif str(posts[kind].message) in self.deleted:
            self.counted["deleted messages not noticed yet"] += 1
        elif places[str(posts[kind].message)] not in self._world.state.posts or str(
            posts[kind].message
        ) not in self._world.posts_in(str(posts[kind].channel)):
            self.is_wrong(f"the {kind} of table {id} is gone")
        for message, post in self._standing.get(id, {}).items():
            still_stands = message in self._world.state.posts.get(post.message.channel_id, {})
            if message not in places and still_stands:  # (with its channel it goes without a word)
                self.is_wrong(f"message {message} of table {id} is not known: {post.message}")

    def _shows(self, id: str, post: StoredPost, drawn: Payload) -> None:
        there = self._world.posts_in(str(post.channel))[str(post.message)].message
        wanted = [part["content"] for part in c.walk(list(drawn)) if part["type"] == c.TEXT]
        shown = [part["content"] for part in c.walk(there.components) if part["type"] == c.TEXT]
        if not _alike(wanted, shown):
            self.is_wrong(f"the {post.kind} of table {id} shows {shown} instead of {wanted}")


def _alike(wanted: Iterable[str], shown: Iterable[str]) -> bool:
    """Whether a message shows what it should. A board greets its players until it is drawn anew."""
    lines = [_TIME.sub("", line) for each in wanted for line in each.split("\n")]
    there = [_TIME.sub("", line) for each in shown for line in each.split("\n")]
    there = [line for line in there if line in lines or not line.startswith("<@")]
    return lines == there


def _verdict(interaction: Interaction, custom_id: str) -> str:
    """What whoever pressed was told became of it; see `tests.support.chaos.answer_log`."""
    if interaction.said is None:
        return "unanswered"
    text, ids = text_of(interaction.said), custom_ids(interaction.said)
    _verb, table, decision, *_rest = custom_id.split(":")
    if any(words in text for words in DID_NOTHING):
        return "not played"
    if any(
        id.split(":")[:3] in ([kind, table, decision] for kind in ("pick", "picks", "back")) for id in ids
    ):
        return "not played"
    is_hand = any(id.startswith((f"hand:{table}", f"more:{table}", f"rematch:{table}")) for id in ids)
    return "played" if is_hand else "trouble"
