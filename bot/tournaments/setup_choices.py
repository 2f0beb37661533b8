"""What a choice on a tournament's setup screen brings along, and what is typed into its windows. Pure: a
choice in, changes out.

Each function returns the fields of `TournamentSettings` and `EventOptions` that change, by name. A Refusal
says what is wrong with the choice by itself; whether all go together is checked by `checked_settings`.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import permutations
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from bot.hours.agreement import MOST_DAYS
from bot.i18n.date_parsing import parse_moment
from bot.pace import DAY, HOUR, MINUTE, PACES
from bot.refusal import Refusal, read_fields
from bot.tables import options
from bot.tables.clocks import GRACE
from bot.tables.ids import new_id
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.formats.contract import Format
from bot.tournaments.game_lengths import fitted_to_time, longer_round, misfit, needed_time, other_lengths
from bot.tournaments.model import Range, TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Seeding, TieBreak
from bot.tournaments.settings import LONGEST_WORDS, default_settings, fitted_to_game, pod_sizes
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text, _
from storage.models import TournamentDraftRow
from storage.sql.tournaments import TournamentStore

AUTO = "auto"
"""The value that leaves a choice to the plan."""
NO_SERIES = "none"
"""The value of the list of series that stands for none of them."""
NO_TIE_BREAKS = "none"
"""The value of an order of tie-breaks in which there are none but the lot."""
OPTION_PREFIX = "option."
"""How what is chosen begins where it is an option of the game's."""
MOST_AHEAD = 366 * 24 * 3600.0
"""So far ahead a tournament can be announced."""
CLOSINGS = (10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 12 * HOUR, DAY, 3 * DAY)
"""How long before the start entries can close."""
_POINTS = re.compile("[0-9]{1,4}")

TIE_BREAK_ORDERS: tuple[tuple[TieBreak, ...], ...] = tuple(
    order for count in range(len(TieBreak), -1, -1) for order in permutations(TieBreak, count)
)
"""All that can be chosen, the published one first."""

Changes = dict[str, Any]


def stale_choice() -> Refusal:
    """To whoever chooses what is not offered any more."""
    return Refusal("stale", _("That's gone. The overview shows what you can choose now."))


def choose_option(game: AnyGame, now: TournamentSettings, what: str, value: str) -> Changes:
    """One of the game's options is another. `what`: its name, behind `OPTION_PREFIX`. Refusal if the game has
    no such option.
    """
    kept = options.chosen_option(game, now.game_options, what.removeprefix(OPTION_PREFIX), value)
    return _other_options(game, now, kept.model_dump(mode="json", exclude_defaults=True), now.how)


def choose_pace(game: AnyGame, now: TournamentSettings, name: str) -> Changes:
    """A pace brings the waiting times with it that are good for it."""
    chosen = now.pace if name == now.pace.name == "own" else options.named_pace(name)
    if chosen.live == now.pace.live and chosen.limited == now.pace.limited:
        return {"pace": chosen}
    usual = _usual(game, replace(now, pace=chosen), now.how.format)
    usual_lengths = {name: getattr(usual, name) for name in (*_WAITS, "every", "round_lasts")}
    return {"pace": chosen, **usual_lengths, **({} if usual_lengths["show_up"] else {"absent": "robot"})}


def organisers_hours(game: AnyGame, now: TournamentSettings) -> list[float]:
    """How long after a round opens its tables can be played at the latest, if their pods agree on no hour.
    None where a table is not played in one sitting, or a round lasts no longer than that.
    """
    limit = now.round_lasts or now.every
    if not now.pace.live or not limit:
        return []
    left = limit - needed_time(game, replace(now, agreed_hour=0.0, show_up=0.0)) - GRACE
    return [days * DAY for days in range(1, min(MOST_DAYS, int(left // DAY)) + 1)]


_WAITS = ("show_up", "between")
"""What goes by whether everybody is there all the time."""


def _usual(game: AnyGame, now: TournamentSettings, format: str) -> TournamentSettings:
    """What is good for most with this game, these pods and this pace."""
    usual = default_settings(game, now.name, game_options=now.game_options, pace=now.pace, format=format)
    return fitted_to_time(game, replace(usual, how=replace(usual.how, preferred=now.how.preferred)))


def choose_absence(now: TournamentSettings, value: str) -> Changes:
    """A walk-over takes a time for which the tables wait."""
    if value == "walk-over" and not now.show_up:
        return {"absent": value, "show_up": 10 * MINUTE if now.pace.live else DAY}
    return {"absent": value}


NO_SHOWS: Mapping[str, tuple[bool, bool]] = {
    "out": (True, True),
    "last": (True, False),
    "robot": (False, False),
}
"""What becomes of those who do not come: whether they are placed last, and dropped in the end."""


def no_shows_chosen(settings: TournamentSettings) -> str:
    """Which of `NO_SHOWS` it is."""
    chosen = settings.how.absent_last, settings.drop_absent
    return next((name for name, each in NO_SHOWS.items() if each == chosen), "")


def choose_no_shows(value: str) -> Changes:
    """One of `NO_SHOWS` is chosen."""
    absent_last, drop_absent = NO_SHOWS[value]
    return {"absent_last": absent_last, "drop_absent": drop_absent}


def choose_format(game: AnyGame, now: TournamentSettings, format: Format) -> Changes:
    """A format brings its calendar, and no late entry where nobody can enter late; one that is played over
    days brings a pace for that as well, and a length of game that fits.
    """
    how = replace(now.how, format=format.tag, rounds=None, go_on=1, group_size=None)
    if "seeding" not in format.settings:
        how = replace(how, seeding=Seeding.LOT)
    if "team_size" not in format.settings:
        how = replace(how, team_size=0)
    last = format_of(now.how)
    if how.tie_breaks == last.tie_breaks:
        how = replace(how, tie_breaks=format.tie_breaks)
    if last.shares_deals and not format.shares_deals:
        usual = EventOptions()
        how = replace(how, fewest=usual.fewest, most=usual.most, fill=usual.fill)
        how = fitted_to_game(game, replace(now, how=how)).how
    stays = format.no_late_entry is None and not last.is_arena
    changes: Changes = {"how": how} if stays else {"how": how, "late": 0}
    if format.interval or last.interval or format.is_arena != last.is_arena:
        changes |= _calendar(game, now, last, format, how)
    return changes


def _calendar(
    game: AnyGame, now: TournamentSettings, last: Format, format: Format, how: EventOptions
) -> Changes:
    """What goes by how far apart rounds are, in place of what the last format had brought."""
    brought = default_settings(game, now.name, pace=now.pace, format=last.tag).game_options
    kept = {} if now.game_options == brought else now.game_options
    pace = format.pace if now.pace == last.pace else now.pace
    usual = _usual(game, replace(now, pace=pace, game_options=kept), format.tag)
    waits = _WAITS if pace.live != now.pace.live or last.is_arena else ()
    names = ("pace", "every", "round_lasts", "lasts", *waits)
    changes = {name: getattr(usual, name) for name in names}
    if not changes.get("show_up", True):
        changes["absent"] = "robot"
    return changes | _other_options(game, now, usual.game_options, how)


def _other_options(
    game: AnyGame, now: TournamentSettings, options: dict[str, Any], how: EventOptions
) -> Changes:
    changed = fitted_to_game(game, replace(now, game_options=options, how=how))
    return {"game_options": changed.game_options, "how": changed.how}


# what makes games and rounds fit each other


class Remedy(msgspec.Struct, frozen=True):
    """Something that can be chosen so that a game is over before its round's time is up."""

    kind: Literal["pace", "length", "round", "wait"]
    changes: Changes
    name: Text | None = None
    """What the length of game is called."""


def remedies(game: AnyGame, now: TournamentSettings) -> dict[str, Remedy]:
    """All that there are, by the value that chooses it: a faster pace, other games, a longer round, tables
    that wait less.
    """
    found: dict[str, Remedy] = {}
    for name, each in PACES.items():
        if each.limited and (each.move < now.pace.move or not now.pace.limited):
            found[f"pace.{name}"] = Remedy("pace", choose_pace(game, now, name))
    for label, chosen in other_lengths(game, now):
        value = chosen.get(game.length_option, "")
        found[f"length.{value}"] = Remedy("length", _other_options(game, now, chosen, now.how), label)
    longer = longer_round(game, now)
    found[f"round.{longer['round_lasts']:.0f}"] = Remedy("round", dict(longer))
    less = _shorter_wait(game, now)
    found[f"wait.{replace(now, **less).longest_wait:.0f}"] = Remedy("wait", less)
    return {
        value: each for value, each in found.items() if misfit(game, replace(now, **each.changes)) is None
    }


def _shorter_wait(game: AnyGame, now: TournamentSettings) -> Changes:
    """The latest hour for pods that leaves time for a game, or none; where tables just wait, as usual."""
    if now.organisers_hour:
        sooner = (hour for hour in organisers_hours(game, now) if hour < now.organisers_hour)
        return {"agreed_hour": max(sooner, default=0.0)}
    return {"show_up": min(now.show_up, _usual(game, now, now.how.format).show_up)}


def choose_pod_size(how: EventOptions, size: int) -> Changes:
    """Pods of this size if possible: the limits follow as far as they must, and not everybody goes on."""
    fewest = min(how.fewest, size)
    return {
        "preferred": size,
        "fewest": fewest,
        "most": max(how.most, size),
        "go_on": min(how.go_on, max(1, fewest - 1)),
    }


def with_pod_size(game: AnyGame, now: TournamentSettings, size: int) -> EventOptions:
    """Pods of this size, where that is possible. Refusal if the game is not played by so many."""
    sizes = pod_sizes(game, now.game_options)
    if size not in sizes:
        raise Refusal(
            "input",
            _(
                "{game} takes {least} to {most} players. Choose a pod size to fit.",
                game=game.title,
                least=sizes[0],
                most=sizes[-1],
            ),
        )
    return replace(now.how, **choose_pod_size(now.how, size))


# written into windows


Typed = Callable[[str], str]
"""What was written into a window's field."""

LABELS: Mapping[str, Text] = {
    "name": _("Name"),
    "opens": _("Entries open"),
    "starts": _("When it starts"),
    "check_in": _("Check-in before the start"),
    "cap": _("How many can enter"),
    "ratings": _("Rating in this game here"),
    "games_played": _("Games finished here"),
    "membership": _("Time on this server"),
    "stayed": _("Stayed to the end"),
    "show_up": _("Tables wait for their players"),
    "round_lasts": _("Time for a round"),
    "between": _("From the draw to the tables"),
    "every": _("From one round to the next"),
}
"""What stands above the fields."""


def typed_entry(typed: Typed, now: float, zone: ZoneInfo, kept: TournamentSettings) -> Changes:
    """Name, when entries open, when it starts, how long before people check in, and how many can enter.

    A moment that stands there as it was is kept to the second.
    """
    return read_fields(
        LABELS,
        name=lambda: typed("name"),
        opens=lambda: _kept(kept.opens, typed_moment(typed("opens"), now, zone)),
        starts=lambda: _kept(kept.starts, typed_moment(typed("starts"), now, zone)),
        check_in=lambda: options.typed_length(typed("check_in")),
        cap=lambda: _number(typed("cap")),
    )


def typed_words(typed: Typed) -> Changes:
    """What the organiser says in their own words, without empty lines and what ends them."""
    return {
        field: "\n".join(line.strip() for line in typed(field).splitlines() if line.strip())
        for field in LONGEST_WORDS
    }


def typed_limits(typed: Typed) -> Changes:
    """What whoever enters must be rated, have played, and for how long they must have been here."""
    return read_fields(
        LABELS,
        ratings=lambda: _range(typed("ratings"), _whole),
        games_played=lambda: _range(typed("games_played"), _whole),
        membership=lambda: _range(typed("membership"), _whole_length),
        stayed=lambda: _range(typed("stayed"), _whole),
    )


def _range(typed: str, read: Callable[[str], int | None]) -> Range:
    """Both ends with a dash between, or one of them with the dash where the other would stand. (At most
    nothing at all nobody means: 0 is no end.)
    """
    if not typed.strip():
        return Range()
    least, dash, most = typed.replace("–", "-").partition("-")
    if not dash:
        raise Refusal(
            "input",
            _(
                "I can't read “{typed}” as limits. Write 5-20 for both, 5- for at least, -20 for at most.",
                typed=typed,
            ),
        )
    return Range(read(least), read(most))


def _whole(typed: str) -> int | None:
    return _number(typed) or None


def _whole_length(typed: str) -> int | None:
    return round(options.typed_length(typed)) or None


def _kept(before: float | None, after: float | None) -> float | None:
    same = before is not None and after is not None and 0 <= before - after < 60
    return before if same else after


def typed_lengths(typed: Typed) -> Changes:
    """How long tables wait and rounds last, and what is between them."""
    return read_fields(
        LABELS,
        show_up=lambda: options.typed_length(typed("show_up")),
        round_lasts=lambda: options.typed_length(typed("round_lasts")),
        between=lambda: options.typed_length(typed("between")),
        every=lambda: options.typed_length(typed("every")),
    )


def typed_points(now: TournamentSettings, size: int, typed: str) -> Changes:
    """What the places of a pod of this size are worth; nothing: as published."""
    others = {each: worth for each, worth in now.how.points.items() if each != size}
    written = typed.replace(";", " ").replace(",", " ").split()
    if not written:
        return {"how": replace(now.how, points=others)}
    if len(written) != size or not all(map(_POINTS.fullmatch, written)):
        raise Refusal(
            "input",
            _(
                "I can't read “{typed}” as points for a pod of {size}. Write {size} whole numbers, first "
                "place first, such as {example}; or leave it empty for the usual points.",
                typed=typed,
                size=size,
                example=_points_example(size),
            ),
        )
    return {"how": replace(now.how, points={**others, size: tuple(map(int, written))})}


def _points_example(size: int) -> str:
    """Points that fall to 0, one for each place: "10, 6, 3, 0"."""
    return ", ".join(str(rank * (rank + 1) // 2) for rank in (*range(size, 1, -1), 0))


def typed_moment(typed: str, now: float, zone: ZoneInfo) -> float | None:
    """A moment; None if nothing was written. Refusal if it cannot be read or is too far ahead."""
    if not typed.strip():
        return None
    meant = parse_moment(typed, now, zone)
    if meant is None:
        raise Refusal(
            "input",
            _(
                "I can't read “{typed}” as a time. Write it like 20:00, tomorrow 19:30, 2027-12-01 20:00 "
                "or in 2 h.",
                typed=typed,
            ),
        )
    if meant > now + MOST_AHEAD:
        raise Refusal("input", _("That's more than a year away. Choose something sooner."))
    return meant


def needs_zone(typed: str, now: float) -> bool:
    """Whether it depends on where somebody lives which moment is meant."""
    moments = {parse_moment(typed, now, ZoneInfo(name)) for name in ("UTC", "Asia/Kathmandu")}
    return len(moments) > 1


def _number(typed: str) -> int:
    if not typed.strip():
        return 0
    if not typed.strip().isascii() or not typed.strip().isdecimal():
        raise Refusal(
            "input",
            _(
                "I can't read “{typed}” as a number of people. Write digits, or nothing for any number.",
                typed=typed,
            ),
        )
    return int(typed)


# Tournaments that somebody is setting up and has not announced yet.
#
# Each is kept for a week after the last choice, one for each person and server.


DRAFT_KEPT = 7 * DAY
"""Seconds for which a draft is kept that nobody touches."""
DRAFT_PREFIX = "+"
"""How the id of a draft begins; no tournament's does."""


class TournamentDraft(msgspec.Struct, frozen=True):
    """Settings that are being chosen. `channel`: where the tournament is to be announced."""

    id: str
    user: int
    guild: int
    channel: int
    game: AnyGame
    settings: TournamentSettings
    start: str = ""
    """A start that was typed by somebody of whom nobody knows where they live; empty: none waits for that."""


class _DraftContent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draft as it is stored beside who sets it up where."""

    settings: TournamentSettings
    start: str = ""


class TournamentDrafts:
    """All that are being set up. Times are Unix seconds. Methods raise `StorageError`."""

    def __init__(self, store: TournamentStore) -> None:
        self._store = store
        self._taken = set[str]()
        """The ids of those that are being announced: each becomes one tournament."""

    async def clean(self, now: float) -> None:
        """Those that nobody has touched for too long are kept no longer."""
        await self._store.drop_drafts_before(now - DRAFT_KEPT)

    async def begin(self, draft: TournamentDraft, now: float) -> TournamentDraft:
        """A new one, in place of any that this person had begun on this server. Old ones are cleaned away."""
        await self.clean(now)
        id = DRAFT_PREFIX + new_id()
        return await self.change(replace(draft, id=id), now)

    async def of(self, id: str, user: int, guild: int, now: float) -> TournamentDraft:
        """The draft of that id. Refusal if it is no longer kept, or somebody else's."""
        row = await self._store.draft(user, guild)
        game = None if row is None else catalogue().get(row.game)
        if row is None or game is None or row.id != id or id in self._taken or row.touched + DRAFT_KEPT < now:
            raise Refusal(
                "stale",
                _(
                    "I no longer have these choices: I keep your latest ones for a week. "
                    "/tournament list shows what's announced, /tournament create starts again."
                ),
            )
        content = msgspec.json.decode(row.content, type=_DraftContent)
        return TournamentDraft(id, user, guild, row.channel, game, content.settings, content.start)

    async def change(self, draft: TournamentDraft, now: float) -> TournamentDraft:
        """Stores what was chosen of a tournament that is being set up. `now`: Unix seconds."""
        content = msgspec.json.encode(_DraftContent(draft.settings, draft.start))
        await self._store.keep_draft(
            TournamentDraftRow(
                draft.user, draft.guild, draft.id, draft.channel, draft.game.slug, content, now
            )
        )
        return draft

    @asynccontextmanager
    async def taken(self, id: str, user: int, guild: int, now: float) -> AsyncIterator[TournamentDraft]:
        """The draft of that id while it becomes a tournament, and only one; kept if nothing comes of it."""
        draft = await self.of(id, user, guild, now)
        if id in self._taken:
            raise stale_choice()
        self._taken.add(id)
        try:
            yield draft
            await self._store.drop_draft(user, guild, id)
        finally:
            self._taken.discard(id)
