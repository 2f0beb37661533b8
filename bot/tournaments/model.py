"""A tournament as data: what its organiser chose, who entered, what is drawn. Never changed in place."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr, replace

from bot.i18n.sanitising import look_alikes, with_number
from bot.pace import BLITZ, MINUTE, Pace
from bot.runtime.clock import AwakeTime
from bot.tables.clocks import GRACE
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.pairing.event import MOST_ROUNDS, Event, EventOptions, Pod, Result, Round
from games.catalogue import game as game_of
from games.contract import AnyGame
from games.fairness import commitment
from games.text import Text
from storage.models import AuditRow, OutboxEntry, TournamentPhase, TournamentRow

ERASED_USER = 0
"""The user of what belonged to somebody who had their data erased. Their name is empty then."""

Named = Literal["", "name", "initial"]
"""How somebody wants to be called outside Discord (`public_names`); empty: nobody has asked them."""

EntryState = Literal["in", "waiting", "dropped", "disqualified"]
"""`waiting`: on the waiting list; whoever withdraws before the start has no entry any more."""


class Range(msgspec.Struct, frozen=True, omit_defaults=True):
    """From where to where, both ends counted; None: without that end."""

    least: int | None = None
    most: int | None = None

    def holds(self, value: float) -> bool:
        """Whether the value lies within."""
        least, most = self.least, self.most
        return (least is None or value >= least) and (most is None or value <= most)


class Team(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some who play together. `name`: empty once whoever chose it had their data erased."""

    id: str
    name: str
    by: int
    """The user who founded it; `ERASED_USER` if the bot did, or nobody is known any more."""


class TournamentSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an organiser chooses. Moments are Unix seconds, lengths are seconds."""

    name: str
    game_options: dict[str, Any] = {}
    """The game's, as a table keeps them."""
    pace: Pace = BLITZ
    rated: bool = True
    how: EventOptions = EventOptions()
    """Format, pod sizes, robots or byes, points, tie-breaks: what the draw needs."""
    absent: Literal["robot", "walk-over"] = "robot"
    """What becomes of the seat of somebody who has not come when the game begins."""
    show_up: float = 10 * MINUTE
    """How long a table waits for its players to say that they are here; 0: its game begins at once."""
    lasts: float = 0.0
    """An arena's: for so long tables are played; 0: it is none."""
    round_lasts: float = 0.0
    """After so long robots play a round's games to their end; 0: never."""
    between: float = 2 * MINUTE
    """Between the publishing of a round's pods and the opening of its tables."""
    by_hand: bool = False
    """Rounds are drawn and opened when the organiser says so, else by themselves."""
    every: float = 0.0
    """A league's: so long after one round's appointed time is the next one's; 0: when all results are in."""
    opens: float | None = None
    """When entries open; None: at once."""
    starts: float | None = None
    """When the first round is drawn; None: when the organiser says so."""
    closes: float = 0.0
    """How long before a start that is known entries close; 0: with it."""
    check_in: float = 0.0
    """How long before the start everybody is asked to say that they are here; 0: nobody is."""
    cap: int = 0
    """How many can enter, others wait; 0: any number."""
    waiting_list: bool = True
    """Whether those who find no place wait for one; else they are turned away."""
    roles: tuple[int, ...] = ()
    """Whoever has one of these roles may enter; none: everybody."""
    late: int = 0
    """Up to the drawing of which round one may enter late; 0: not at all."""
    series: str = ""
    """The id of the series for which it counts; empty: none."""
    drop_absent: bool = False
    """Whoever misses a round is asked, and drawn no more if they miss the next one as well."""
    ratings: Range = Range()
    """What whoever enters is rated in this game, on this server, in this season."""
    games_played: Range = Range()
    """How many games of this kind they have finished on this server."""
    stayed: Range = Range()
    """At how many of a hundred of their tables here they have stayed to the end, as far as is known."""
    membership: Range = Range()
    """For how many seconds they have been on this server."""
    public_page: bool = False
    """Whether standings, pods and boards can be looked at in a browser, by anybody who has the address."""
    description: str = ""
    """What it is about, in the organiser's words; like the next two as it was typed, lines and all."""
    prizes: str = ""
    house_rules: str = ""
    """What holds beside the rules of the game."""
    ping: int = 0
    """The role that the announcement mentions, once; 0: none."""
    tables_channel: int = 0
    """Where the tables are opened, and where all is posted but the announcement, the rounds and the end; 0:
    where it was announced.
    """
    champion_role: int = 0
    """The role that the winner has until the next one; 0: none."""
    scheduled_event: bool = False
    """Whether Discord's list of events has it, for as long as its start is known."""

    beacon: bool = False
    """Whether a public value that nobody knows before the start goes into the draw."""
    agreed_hour: float = 0.0
    """So long after a round opens its tables are played, unless their players agree on an earlier hour; 0: as
    soon as all have come. It counts where everybody is there all the time.
    """

    def value(self, name: str) -> Any:
        """The field of that name, here or in what the draw needs."""
        return getattr(self.how if name in EventOptions.__struct_fields__ else self, name)

    @property
    def organisers_hour(self) -> float:
        """Seconds from the opening of a round until its tables are played; 0: as soon as all have come, or
        whenever.
        """
        return self.agreed_hour if self.pace.live else 0.0

    @property
    def longest_wait(self) -> float:
        """How long a table can wait for its players."""
        return self.agreed_hour + GRACE if self.organisers_hour else self.show_up

    @property
    def entries_close(self) -> float | None:
        """When entries close before the start, in Unix seconds; None: with it."""
        return self.starts - self.closes if self.starts is not None and self.closes else None


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who entered. `id` is theirs in the draw: a number, which their substitute takes over."""

    id: str
    user: int
    name: str
    press: str
    """The id of the press of Join; it goes into the shuffles of their tables."""
    at: float
    """When they joined, in Unix seconds."""
    state: EntryState = "in"
    here: bool = False
    """Whether they have checked in."""
    formerly: tuple[str, ...] = ()
    """The names of those whose place this person has taken."""
    former_users: tuple[int, ...] = ()
    """The user ids of those whose place this person has taken, in the same order."""
    out: bool = False
    """A robot plays on at their table, too: an organiser took them out, or they had their data erased."""
    named: Named = ""
    """How they are called on pages and in files."""
    formerly_named: tuple[Named, ...] = ()
    """How those are whose place they have taken, one by one as in `formerly`."""
    asked: int = 0
    """The round that they missed, after which they were asked whether they are still in; 0: they have come
    since, or said so.
    """
    no_show: bool = False
    """They were dropped for missing rounds: a press of theirs brings them back."""
    stands_by: bool = False
    """Out of a knock-out, they would play on in somebody else's place."""
    plays_as: str = ""
    """The entry in whose place they play on; their own is history then."""
    team: str = ""
    """The id of their team; empty: they have none."""
    missed_start: bool = False
    """They had not checked in when it began: until the tables open they still can be."""
    username: str = ""
    """By which Discord tells them from everybody else; empty: not known."""
    number: int = 0
    """What tells them from others here who are called the same; 0: nothing has to. The record sees to it."""

    @property
    def called(self) -> str:
        """What they are called wherever it is shown; empty: the name was erased."""
        return with_number(self.name, self.number) if self.name and self.number else self.name


class PodTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a pod. Its `secret` is nobody's business before the game has ended."""

    round: int
    pod: int
    table: str
    """The table's id. It follows from tournament, round, draw and pod: a crash cannot make it another."""
    secret: str
    opened: bool = False
    """The table is known to stand."""
    extra: float = 0.0
    """Seconds that the organiser has granted beyond the round's deadline."""
    since: AwakeTime | None = None
    """When its round was opened, in awake time without pauses; None: it was not."""
    finish: bool = False
    """Its time is up: robots play the game to its end."""
    void: bool = False
    """It is not played on: the organiser has decided what counts."""
    stuck: bool = False
    """The organiser was told that nothing goes on there."""
    unseen: AwakeTime | None = None
    """Since when it stands in no channel, so that its time does not run; None: it does."""
    again: int = 0
    """How often the pod was played again before this table."""
    copied_from: str = ""
    """The table at which it was begun, of which a move was taken back; empty: it began here."""
    kept: int = 0
    """How many actions of that table are left."""


class TournamentRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """All there is to know of a tournament."""

    organiser: int
    organiser_name: str
    locale: str
    settings: TournamentSettings
    seed: str
    """64 hexadecimal digits, shown from the start on; its SHA-256 stands in the announcement."""
    entries: tuple[Entry, ...] = ()
    """In the order of entering, those who wait behind the others."""
    entered: int = 0
    """How many ever entered: the last id that was given."""
    event: Event | None = None
    """What the draw knows: from the start on."""
    drawn: Round | None = None
    """The next round, published, its tables not opened yet: it can still be drawn anew."""
    drawn_at: AwakeTime = 0.0
    """When it was published, in awake time."""
    tables: tuple[PodTable, ...] = ()
    """One for each pod of the rounds that were opened, and of the one that is drawn."""
    began: float = 0.0
    """When the first round was opened, in Unix seconds; later by what the calendar was put off since."""
    opened: AwakeTime = 0.0
    """When the latest round was opened, in awake time."""
    waiting_since: AwakeTime | None = None
    """In an arena, when the first of those who are free began to wait, in awake time; None: nobody waits."""
    joined_waiting: AwakeTime = 0.0
    """And when the last of them did."""
    extra: float = 0.0
    """Seconds by which the organiser has put the latest round's deadline off."""
    paused: AwakeTime | None = None
    """Since when all clocks stand still, in awake time; None: they run."""
    shut: AwakeTime | None = None
    """Since when the bot is not in the server any more, in awake time; None: it is there."""
    checking_in: bool = False
    """Everybody was asked whether they are here."""
    check_in_ends: AwakeTime = 0.0
    """Until when they can say so, in awake time: an outage must not rob them of it."""
    reminded: AwakeTime = 0.0
    """When the organiser last had those reminded who were missing, in awake time."""
    trouble: str = ""
    """Why it does not go on by itself: a `Trouble` of the draw's; the organiser has to do something."""
    crowned: int = 0
    """Who has the champion's role by it; 0: nobody, or somebody has won it from them since."""
    event_id: int = 0
    """Its event in Discord's list; 0: there is none."""
    season: int = 0
    """In which season of its series it counts."""
    recurring: str = ""
    """The id of the recurring tournament that has announced it; empty: somebody has."""
    teams: tuple[Team, ...] = ()
    """In the order in which they were founded."""
    founded: int = 0
    """How many ever were: the last id that was given."""
    unposted: bool = False
    """A message of its own stands nowhere, as Discord refuses it."""
    former: tuple[PodTable, ...] = ()
    """Tables that do not count any more: their pods were played again, or a tie played off there was none."""
    going_on: tuple[str, ...] | None = None
    """Where only some go on, who does from the latest round or, of the final, has won; None: it is open."""
    told_on: tuple[str, ...] | None = None
    """Who was told so last; None: nobody was since that round began."""
    chain: str = ""
    """From which the seeds of all rounds are made: nobody's business, or they could compute rounds to come.
    Empty: of an earlier version, whose rounds are all drawn from `seed`.
    """

    def __post_init__(self) -> None:
        """Those who are called the same have their number in the draw behind their name, nobody else."""
        twins = look_alikes({at: entry.name for at, entry in enumerate(self.entries)})
        numbers = [int(entry.id) if at in twins else 0 for at, entry in enumerate(self.entries)]
        if numbers != [entry.number for entry in self.entries]:
            numbered = zip(self.entries, numbers, strict=True)
            force_setattr(self, "entries", tuple(replace(entry, number=each) for entry, each in numbered))


class Tournament(msgspec.Struct, frozen=True, dict=True):
    """A tournament as it stands at one revision, which never changes: what changes it makes another."""

    id: str
    guild: int
    channel: int
    game: AnyGame
    phase: TournamentPhase
    revision: int
    record: TournamentRecord
    created: float
    changed: float

    @property
    def settings(self) -> TournamentSettings:
        """The settings that the organiser chose."""
        return self.record.settings

    @property
    def entrants(self) -> tuple[Entry, ...]:
        """Those who are in, dropped ones included; those on the waiting list are left out."""
        return tuple(entry for entry in self.record.entries if entry.state != "waiting")

    @property
    def playing(self) -> tuple[Entry, ...]:
        """Those who have a place and were not taken out of it."""
        return tuple(entry for entry in self.record.entries if entry.state == "in")

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """The waiting list, who is next at the front."""
        return tuple(entry for entry in self.record.entries if entry.state == "waiting")

    def entry(self, id: str) -> Entry | None:
        """Who is this in the draw."""
        return self._by_id.get(id)

    @cached_property
    def _by_id(self) -> dict[str, Entry]:
        return {entry.id: entry for entry in self.record.entries}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Whose entry stands where among all: by this they are known where names are no help."""
        return {entry.id: at for at, entry in enumerate(self.record.entries)}

    def entry_of(self, user: int) -> Entry | None:
        """What this user has to do with it as a player."""
        mine = (entry for entry in self.record.entries if user and entry.user == user)
        return min(mine, key=lambda entry: bool(entry.plays_as), default=None)

    def table_of(self, round: int, pod: int) -> PodTable | None:
        """The table of a pod."""
        return self._tables.get((round, pod))

    @cached_property
    def _tables(self) -> dict[tuple[int, int], PodTable]:
        return {(one.round, one.pod): one for one in self.record.tables}

    @property
    def has_results(self) -> bool:
        """Whether a table has ended of which people may know: until then the standings are by lot alone."""
        event = self.record.event
        if event is None or not event.results:
            return False
        told = {one.number for one in event.rounds if not self.is_closed(one)}
        return any(result.round in told for result in event.results)

    @property
    def running_round(self) -> Round | None:
        """The latest round whose tables were opened."""
        event = self.record.event
        return event.rounds[-1] if event is not None and event.rounds else None

    @property
    def published(self) -> tuple[Round, ...]:
        """The rounds whose pods are public, one that is not opened yet among them."""
        event, drawn = self.record.event, self.record.drawn
        opened = () if event is None else event.rounds
        return opened if drawn is None else (*opened, drawn)

    def published_round(self, number: int) -> Round | None:
        """A round whose pods are public; None if there is none of that number."""
        return next((one for one in self.published if one.number == number), None)

    def open_pods(self) -> tuple[tuple[Round, Pod], ...]:
        """The pods of all opened rounds that have no result yet."""
        event = self.record.event
        if event is None:
            return ()
        results = event.results_by_pod()
        return tuple((round, pod) for round, pod in event.pods() if (round.number, pod.number) not in results)

    def result_of(self, round: int, pod: int) -> Result | None:
        """How a pod ended, as it counts now."""
        return self._results.get((round, pod))

    @cached_property
    def _results(self) -> dict[tuple[int, int], Result]:
        return {} if self.record.event is None else self.record.event.results_by_pod()

    def results_of_pod(self, round: int, pod: int) -> tuple[Result, ...]:
        """All that ever counted for the pod, the latest last."""
        return self._past_results.get((round, pod), ())

    @cached_property
    def _past_results(self) -> dict[tuple[int, int], tuple[Result, ...]]:
        found: dict[tuple[int, int], tuple[Result, ...]] = {}
        for one in () if self.record.event is None else self.record.event.results:
            found[one.round, one.pod] = (*found.get((one.round, one.pod), ()), one)
        return found

    @property
    def shares_deals(self) -> bool:
        """Whether all pods of a round are dealt the same cards."""
        return format_of(self.settings.how).shares_deals

    @property
    def is_arena(self) -> bool:
        """Whether tables begin one by one, as people are free."""
        return format_of(self.settings.how).is_arena

    def pods_being_played(self) -> tuple[tuple[Round, Pod], ...]:
        """The pods on whose end no draw depends yet: those of the latest round, and in an arena all that are
        open.
        """
        latest = self.running_round
        of_latest = () if latest is None else tuple((latest, pod) for pod in latest.pods)
        if not self.is_arena:
            return of_latest
        return *(each for each in self.open_pods() if each not in of_latest), *of_latest

    def is_closed(self, round: Round) -> bool:
        """Whether what is played in the round is told to nobody: others are to play the same cards."""
        event = self.record.event
        return self.shares_deals and self.phase == "running" and (event is None or event.is_open(round))

    @property
    def users(self) -> tuple[int, ...]:
        """Everybody who has to do with it now."""
        known = (self.record.organiser, *(entry.user for entry in self.record.entries))
        return tuple(dict.fromkeys(user for user in known if user != ERASED_USER))

    @property
    def stands_still(self) -> bool:
        """Nothing happens by itself just now."""
        return self.record.paused is not None or self.record.shut is not None

    def with_record(self, **changes: Any) -> Tournament:
        """The tournament with these fields of its record changed."""
        return replace(self, record=replace(self.record, **changes))


def to_row(tournament: Tournament) -> TournamentRow:
    """The tournament as storage keeps it."""
    return TournamentRow(
        id=tournament.id,
        guild=tournament.guild,
        channel=tournament.channel,
        game=tournament.game.slug,
        phase=tournament.phase,
        revision=tournament.revision,
        record=msgspec.json.encode(tournament.record),
        created=tournament.created,
        changed=tournament.changed,
        series=tournament.settings.series or None,
        season=tournament.record.season if tournament.settings.series else None,
    )


def from_row(row: TournamentRow) -> Tournament:
    """The tournament that storage kept. KeyError if its game is no longer installed, ValueError if it cannot
    be read or its format is none that there is.
    """
    record = msgspec.json.decode(row.record, type=TournamentRecord)
    format_of(record.settings.how)
    return Tournament(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        game=game_of(row.game),
        phase=row.phase,
        revision=row.revision,
        record=record,
        created=row.created,
        changed=row.changed,
    )


# What a press, an act or the passing of time comes to, before it is stored.


class PendingChange(msgspec.Struct, frozen=True):
    """The tournament, what to tell whoever asked, what must happen afterwards, what goes into the log."""

    tournament: Tournament
    said: Text | None = None
    outbox: tuple[OutboxEntry, ...] = ()
    audit: tuple[AuditRow, ...] = ()


class CommittedChange(msgspec.Struct, frozen=True):
    """The tournament as it is now, and what to tell the presser, if anything."""

    tournament: Tournament
    text: Text | None = None


class StoredAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is stored with an interaction, so that a second delivery gets the same answer.

    It names nobody: it is kept for a while whoever has their data erased.
    """

    tournament: str
    said: Text | None = None


# What the draws are bound to: a chain of which each link is the SHA-256 of the next, told round by round.


def seed_of_round(chain: str, number: int) -> str:
    """The seed from which the round is drawn, of the chain that ends in these 64 hexadecimal digits."""
    seed = bytes.fromhex(chain)
    for _link in range(MOST_ROUNDS - number):
        seed = hashlib.sha256(seed).digest()
    return seed.hex()


def deals_of_round(chain: str, number: int) -> str:
    """The secret from which all pods of the round are dealt, where they share their deals: 64 hexadecimal
    digits. The announcement's seal binds it before anybody has entered, and the seeds that are told do not
    give it away.
    """
    return hashlib.sha256(f"deals of round {number} {chain}".encode("ascii")).hexdigest()


def latest_seed(tournament: Tournament) -> tuple[str, int]:
    """The seed that was told last, and of which round it is; 0: none is told yet."""
    event = tournament.record.event
    if event is None:
        return "", 0
    told = event.seed, *(event.later or ())
    return told[-1], len(told)


# What the shuffles of a round's tables are bound to, before anybody has seen a card there.


def pod_commitments(tournament: Tournament, round: int) -> tuple[tuple[int, str], ...]:
    """The number of each pod that was drawn, with the SHA-256 of its first table's secret, which stands on
    the table's card as well. A later table of the pod has a seal of its own there, and none here.
    """
    drawn, record = tournament.published_round(round), tournament.record
    pods = () if drawn is None else sorted(pod.number for pod in drawn.drawn_pods)
    first = {one.pod: one for one in (*record.tables, *reversed(record.former)) if one.round == round}
    return tuple((pod, commitment(bytes.fromhex(first[pod].secret))) for pod in pods if pod in first)


SEAL_DIGITS = 32
"""Of a fingerprint, in public messages: half of it, which still takes 2^64 tries to find two secrets for."""


def commitments_digest(sealed: Iterable[tuple[int, str]]) -> str:
    """The SHA-256 of all of them, one in a line in the order of the pods: published with the round."""
    return hashlib.sha256("".join(f"{each}\n" for _pod, each in sealed).encode("ascii")).hexdigest()
