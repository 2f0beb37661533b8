"""`/tournament create` and the pages on which an organiser chooses the rest, before and after announcing it.

Before Announce is pressed everything is a draft that only the organiser knows of; afterwards a choice holds
at once, until the tournament begins.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord
from msgspec.structs import replace

from bot.asked import Asked
from bot.commands.opening import require_room
from bot.commands.reading import turn_page
from bot.commands.tournaments import finding
from bot.organising import choosing
from bot.organising import settings as rules
from bot.organising.choosing import Changes
from bot.organising.drafts import SIGN, Draft
from bot.organising.rights import require_organiser
from bot.organising.tournament import Settings, Tournament
from bot.screens import modals
from bot.screens.kit import Screen
from bot.screens.tournaments import setup as screens
from bot.screens.tournaments import setup_windows
from bot.screens.tournaments.choosing import Choosing, PageName, page_named
from bot.screens.wishes import usual_zone
from bot.tables.refusal import Refusal
from bot.tables.terms import check_game, named_pace
from bot.tavern import Tavern
from bot.tournaments.event import Format
from bot.wishes.quiet import zone_of
from games.contract import AnyGame
from games.text import Text, _

FORMATS = tuple(each.value for each in Format)


@dataclass(frozen=True)
class Given:
    """What was said with the command; everything else is as usual."""

    name: str
    game: str
    format: str | None = None
    players: int | None = None
    start: str | None = None
    pace: str | None = None
    pod: int | None = None


async def create(tavern: Tavern, asked: Asked, given: Given) -> None:
    """Begin a draft, and show what it would come to."""
    await _require_organiser(tavern, asked)
    _require_place(asked)
    asked.game = game = check_game(given.game)
    settings = _given(game, given, tavern.house.clock.now(), await _zone(tavern, asked))
    draft = tavern.drafts.begin(
        asked.user, asked.guild, asked.channel, game, settings, tavern.house.clock.awake()
    )
    await asked.tell((await _shown(tavern, asked, _Subject(draft), "all")).payload())


def _given(game: AnyGame, given: Given, now: float, zone: str) -> Settings:
    """Settings that are good for most, with what was said. Refusal if that cannot be understood."""
    server = named_pace(given.pace or "blitz")
    chosen = Format(given.format) if given.format in FORMATS else Format.SWISS
    settings = rules.default_settings(game, given.name, pace=server, format=chosen)
    settings = replace(settings, cap=given.players or 0)
    if given.start:
        settings = replace(settings, starts=choosing.start(given.start, now, zone_of(zone)))
    if given.pod is not None:
        settings = replace(settings, how=choosing.pod_of(game, settings, given.pod))
    return settings


# the pages


async def page(tavern: Tavern, asked: Asked, id: str, page: str) -> None:
    """Turn the page."""
    subject = await _subject(tavern, asked, id)
    await turn_page(asked, (await _shown(tavern, asked, subject, page_named(page))).payload())


async def choose(tavern: Tavern, asked: Asked, id: str, what: str) -> None:
    """Something was chosen from a list."""
    subject = await _subject(tavern, asked, id)
    changes = choosing.chosen(subject.game, subject.settings, what, asked.values)
    await _change(tavern, asked, subject, changes, _page_of(what))


async def put(tavern: Tavern, asked: Asked, id: str, what: str, value: str) -> None:
    """The same, with a button."""
    subject = await _subject(tavern, asked, id)
    changes = choosing.chosen(subject.game, subject.settings, what, (value,))
    await _change(tavern, asked, subject, changes, _page_of(what))


async def write(tavern: Tavern, asked: Asked, id: str, what: str) -> None:
    """Open a window for what has to be typed."""
    subject = await _subject(tavern, asked, id)
    window = setup_windows.window(await _choosing(tavern, asked, subject), what, await tavern.reader(asked))
    if window is None:
        raise _stale()
    if not await asked.ask(window.payload()):
        raise Refusal(
            "late", _("That took too long, so the window could not be opened. Press the button once more.")
        )


async def written(tavern: Tavern, asked: Asked, id: str, what: str) -> None:
    """It was typed."""
    subject = await _subject(tavern, asked, id)
    typed, now = asked.written, tavern.house.clock.now()
    if what == "entry":
        zone = zone_of(await _zone(tavern, asked))
        changes = choosing.entry(typed, now, zone, subject.settings)
    elif what == "lengths":
        changes = choosing.lengths(typed)
    elif what == "pace":
        changes = choosing.own_pace([typed(field) for field in (modals.MOVE, modals.BANK, modals.INCREMENT)])
    else:
        changes = choosing.points(subject.settings, _size(what), typed(setup_windows.POINTS))
    await _change(tavern, asked, subject, changes, _page_of(what))


def _size(what: str) -> int:
    size = what.removeprefix("points.")
    if not size.isdecimal():
        raise _stale()
    return int(size)


def _page_of(what: str) -> PageName:
    """Where that is chosen."""
    if what.startswith(choosing.OPTION) or what in ("pace", "rated"):
        return "game"
    if what in ("entry", "roles", "late"):
        return "entry"
    if what in ("lengths", "by_hand", "absent"):
        return "course"
    if what == "tie_breaks" or what.startswith("points"):
        return "points"
    return "rounds"


async def announce(tavern: Tavern, asked: Asked, id: str) -> None:
    """The draft becomes a tournament, of which everybody may know."""
    await _require_organiser(tavern, asked)
    _require_place(asked)
    awake = tavern.house.clock.awake
    draft = tavern.drafts.take(id, asked.user, asked.guild, awake())
    asked.game = check_game(draft.game)
    try:
        said = await tavern.office.create(
            asked.press,
            asked.rights,
            guild=draft.guild,
            channel=draft.channel,
            game=draft.game,
            settings=draft.settings,
            locale=asked.public_locale,
        )
    except BaseException:
        tavern.drafts.change(draft, draft.settings, awake())
        raise
    shown = screens.announced(said.tournament, await tavern.reader(asked))
    await turn_page(asked, shown.payload())


# what is being set up


@dataclass(frozen=True)
class _Subject:
    """A draft, or a tournament that has not begun."""

    thing: Draft | Tournament

    @property
    def id(self) -> str:
        return self.thing.id

    @property
    def settings(self) -> Settings:
        return self.thing.settings

    @property
    def game(self) -> AnyGame:
        return check_game(self.thing.game) if isinstance(self.thing, Draft) else self.thing.game


async def _subject(tavern: Tavern, asked: Asked, id: str) -> _Subject:
    """What that id names. Refusal to whoever may not change it, or if it can no longer be changed."""
    if id.startswith(SIGN):
        await _require_organiser(tavern, asked)
        subject = _Subject(tavern.drafts.of(id, asked.user, asked.guild, tavern.house.clock.awake()))
    else:
        tournament = await finding.tournament_here(tavern, asked, id)
        await _require_organiser(tavern, asked, tournament)
        if tournament.phase != "open":
            raise Refusal(
                "late",
                _(
                    "The tournament has begun, so its settings stay as they are. What can be done now is at "
                    "the organiser's desk."
                ),
            )
        subject = _Subject(tournament)
    asked.game = subject.game
    return subject


async def _change(tavern: Tavern, asked: Asked, subject: _Subject, changes: Changes, page: PageName) -> None:
    """A draft takes whatever can be understood, and says what does not go together; a tournament does not."""
    if isinstance(subject.thing, Draft):
        settings = replace(subject.settings, **changes)
        changed = tavern.drafts.change(subject.thing, settings, tavern.house.clock.awake())
    else:
        changed = (await tavern.office.set(asked.press, asked.rights, subject.id, **changes)).tournament
    await turn_page(asked, (await _shown(tavern, asked, _Subject(changed), page)).payload())


async def _shown(tavern: Tavern, asked: Asked, subject: _Subject, page: PageName) -> Screen:
    guild = asked.interaction.guild
    there = () if guild is None else {role.id for role in guild.roles}
    return screens.setup(await _choosing(tavern, asked, subject), page, there, await tavern.reader(asked))


async def _choosing(tavern: Tavern, asked: Asked, subject: _Subject) -> Choosing:
    announced = isinstance(subject.thing, Tournament)
    return Choosing(
        subject.id,
        subject.game,
        subject.settings,
        await _zone(tavern, asked),
        announced,
        None if announced else _trouble(subject, tavern.house.clock.now()),
    )


def _trouble(subject: _Subject, now: float) -> Text | None:
    """Why it could not be announced as it is chosen."""
    try:
        rules.checked(subject.game, subject.settings, now)
    except Refusal as refusal:
        return refusal.text
    return None


async def _zone(tavern: Tavern, asked: Asked) -> str:
    """The time zone in which whoever asks types times."""
    wishes = await tavern.people.of(asked.user)
    return wishes.zone or usual_zone(asked.locale)


# who, and where


async def _require_organiser(tavern: Tavern, asked: Asked, tournament: Tournament | None = None) -> None:
    require_organiser(asked.rights, await tavern.house.servers.of(asked.guild), tournament)


def _require_place(asked: Asked) -> None:
    """Refusal where no tournament can be announced."""
    if isinstance(asked.interaction.channel, discord.Thread):
        raise Refusal(
            "shut",
            _(
                "A tournament is announced in a channel, since each of its tables has a thread there, and a "
                "thread has none. Go to the channel and try again."
            ),
        )
    require_room(asked)


def _stale() -> Refusal:
    return Refusal(
        "stale", _("That can no longer be chosen. Go back to the overview to see what there is now.")
    )
