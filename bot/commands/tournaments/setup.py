"""`/tournament create` and the pages on which an organiser chooses the rest, before and after announcing it.

Before Announce is pressed everything is a draft that only the organiser knows of; afterwards a choice holds
at once, until the tournament begins.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, TypeAlias

import discord
import msgspec
from msgspec.structs import replace

from bot.client.interaction_content import Filled
from bot.commands.context import Context
from bot.commands.preferences import typed_zone
from bot.commands.responses import prefer
from bot.commands.table_answers import require_permissions
from bot.commands.tournaments import server_rights
from bot.commands.verbs import Found, Id, button, modal, select
from bot.preferences.people import zone_of
from bot.preferences.zone_names import zone_named
from bot.recurring.recurrence import once_more
from bot.refusal import Refusal, read_fields
from bot.screens.calls import usual_zone
from bot.screens.preferences import OTHER, zone_modal
from bot.screens.tournaments import settings as table
from bot.screens.tournaments import setup as screens
from bot.screens.tournaments.choosing import Choosing, PageName
from bot.screens.tournaments.settings import page_named, page_of
from bot.services import Services
from bot.tables.options import check_game, named_pace
from bot.tournaments import settings as rules
from bot.tournaments import setup_choices
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.setup_choices import DRAFT_PREFIX, Changes, TournamentDraft, needs_zone
from bot.ui import custom_ids
from bot.ui.components import Screen
from games.contract import AnyGame
from games.text import Text, _

_CHOOSE_ZONE = _("Choose your time zone first, so that everyone comes at the same time.")


class Given(msgspec.Struct, frozen=True):
    """What was said with the command; everything else is as usual."""

    name: str
    game: str
    format: str | None = None
    players: int | None = None
    start: str | None = None
    pace: str | None = None
    pod: int | None = None


async def create(context: Context, given: Given) -> None:
    """Begin a draft, and show what it would come to."""
    await context.require_organiser()
    _require_place(context)
    context.game = game = check_game(given.game)
    now, (zone, zone_known) = context.tables.clock.now(), await time_zone(context)
    try:
        settings = _given(game, given, now, zone)
    except Refusal:
        context.fix = await _place_to_mend(context, given, now, zone)
        raise
    draft = TournamentDraft("", context.user, context.guild, context.channel, game, settings)
    if given.start and not zone_known and needs_zone(given.start, now):
        # Which moment is meant, nobody can know yet: it is asked about on the screen that opens.
        draft = replace(draft, start=given.start, settings=replace(settings, starts=None))
    draft = await context.services.drafts.begin(draft, now)
    await context.send(await _shown(context, draft, "all"))


async def _place_to_mend(context: Context, given: Given, now: float, zone: str) -> tuple[str, Filled]:
    """A draft of what could be understood: the window or the page of it on which the rest is chosen."""
    game = check_game(given.game)
    settings, what, said = _given(game, replace(given, start=None, pod=None), now, zone), "entry", given.start
    with suppress(Refusal):
        settings, what = _given(game, replace(given, pod=None), now, zone), "rounds"
    with suppress(Refusal):
        settings = _given(game, replace(given, start=None), now, zone)
    draft = TournamentDraft("", context.user, context.guild, context.channel, game, settings)
    draft = await context.services.drafts.begin(draft, now)
    if what == "rounds":
        return custom_ids.encode("tsetup", draft.id, what), {}
    return custom_ids.encode("twrite", draft.id, what), {"starts": {"value": said}}


@button("tagain", "new")
async def again(context: Context, tournament: Tournament) -> None:
    """Begin a draft of the same once more, and show it."""
    await context.require_organiser(tournament)
    _require_place(context)
    now, game = context.tables.clock.now(), tournament.game
    zone, _known = await time_zone(context)
    settings = once_more(tournament.settings, now, zone)
    draft = TournamentDraft("", context.user, context.guild, context.channel, game, settings)
    draft = await context.services.drafts.begin(draft, now)
    await context.send(await _shown(context, draft, "all"))


def _given(game: AnyGame, given: Given, now: float, zone: str) -> TournamentSettings:
    """Settings that are good for most, with what was said. Refusal if that cannot be understood."""
    pace = None if given.pace is None else named_pace(given.pace)
    chosen = given.format if given.format in FORMATS else "swiss"
    settings = rules.default_settings(game, given.name, pace=pace, format=chosen)
    settings = replace(settings, cap=given.players or 0)
    start, pod, readings = given.start, given.pod, dict[str, Callable[[], object]]()
    if start:
        readings["starts"] = lambda: setup_choices.typed_moment(start, now, zone_of(zone))
    if pod is not None:
        readings["how"] = lambda: setup_choices.with_pod_size(game, settings, pod)
    labels = {"starts": setup_choices.LABELS["starts"], "how": _("How many to a table")}
    return replace(settings, **read_fields(labels, **readings))


# what is being set up


_Subject: TypeAlias = TournamentDraft | Tournament
"""A draft, or a tournament that has not begun."""


async def _subject(context: Context, id: str) -> _Subject:
    """What that id names. Refusal to whoever may not change it, or if it can no longer be changed."""
    if id.startswith(DRAFT_PREFIX):
        await context.require_organiser()
        subject = await context.services.drafts.of(
            id, context.user, context.guild, context.tables.clock.now()
        )
    else:
        subject = await context.tournament_here(id)
        await context.require_organiser(subject)
        if subject.phase != "open":
            raise Refusal(
                "late",
                _(
                    "It has begun, so its settings are fixed. The organiser's desk shows what you can "
                    "still do."
                ),
            )
    context.game = subject.game
    return subject


Subject = Annotated[_Subject, Found(_subject)]


# the pages


@button("tsetup")
async def page(context: Context, tournament: Subject, spelled: str) -> None:
    """Shows another page of a tournament's settings, by its name."""
    await context.show(await _shown(context, tournament, page_named(spelled)))


@select("tset")
async def choose(context: Context, tournament: Subject, what: str, values: list[str]) -> None:
    """Something was chosen from a list."""
    if what == "zone" and values:
        await _zone_chosen(context, tournament, values[0])
        return
    server_rights.check_choice(context, what, values)
    changes = table.chosen(await _choosing(context, tournament), what, values)
    await _change(context, tournament, changes, page_of(what))


@button("tput")
async def put(context: Context, tournament: Subject, what: str, value: str) -> None:
    """Something was chosen with a button."""
    await choose(context, tournament, what, [value])


async def _zone_chosen(context: Context, subject: _Subject, chosen: str) -> None:
    if chosen != OTHER:
        await _live_in(context, subject, zone_named(chosen) or "UTC")
        return
    await write(context, subject, "zone")


async def _live_in(context: Context, subject: _Subject, zone: str) -> None:
    """Keep where they live, and take a start that waited for that."""
    await prefer(context, zone=zone, locale=context.locale)
    context.publisher.notifications.preferences_changed(context.user)
    if not isinstance(subject, TournamentDraft) or not subject.start:
        await _show(context, subject, "entry")
        return
    starts = setup_choices.typed_moment(subject.start, context.tables.clock.now(), zone_of(zone))
    await _change(context, replace(subject, start=""), {"starts": starts}, "all")


@button("twrite", "new")
async def write(context: Context, tournament: Subject, what: str) -> None:
    """Open a window for what has to be typed; for times, it is asked first where they are."""
    choosing, reader = await _choosing(context, tournament), context.reader()
    if what == "entry" and not choosing.zone_known:
        await context.show(screens.zone_question(choosing, reader))
        return
    if what == "zone":
        preferences = await context.people.of(context.user)
        window = zone_modal(preferences, reader, custom_ids.encode("twrite", tournament.id, what))
    else:
        window = table.window(choosing, what, reader)
    if window is None:
        raise setup_choices.stale_choice()
    await context.open(window)


@modal("twrite", back=lambda tournament, what: f"tsetup:{tournament}:{page_of(what)}")
async def written(context: Context, tournament: Subject, what: str) -> None:
    """Sets what was typed into a window of the settings; `what` names the window. Refusal if it cannot be
    read.
    """
    typed, now = context.written, context.tables.clock.now()
    if what == "zone":
        await _live_in(context, tournament, typed_zone(context))
        return
    choosing = await _choosing(context, tournament)
    unclear = what == "entry" and not choosing.zone_known
    if unclear and any(needs_zone(typed(field), now) for field in ("opens", "starts")):
        raise Refusal("input", _CHOOSE_ZONE)
    await _change(context, tournament, table.written(choosing, what, typed), page_of(what))


@button("tannounce")
async def announce(context: Context, tournament: Id) -> None:
    """The draft becomes a tournament, of which everybody may know."""
    await context.require_organiser()
    _require_place(context)
    now = context.tables.clock.now()
    async with context.services.drafts.taken(tournament, context.user, context.guild, now) as draft:
        context.game = draft.game
        server_rights.check_settings(context, draft.settings)
        if draft.start:
            raise Refusal("input", _CHOOSE_ZONE)
        said = await context.tournaments.create(
            context.press,
            context.rights,
            guild=draft.guild,
            channel=draft.channel,
            game=draft.game.slug,
            settings=draft.settings,
            locale=context.public_locale,
        )
    await context.show(screens.announced(said.tournament, context.reader()))


async def _change(context: Context, subject: _Subject, changes: Changes, page: PageName) -> None:
    """A draft takes whatever can be understood, and says what does not go together; a tournament does not."""
    was = subject.settings
    if isinstance(subject, TournamentDraft):
        subject = replace(subject, settings=replace(subject.settings, **changes))
        subject = await context.services.drafts.change(subject, context.tables.clock.now())
    else:
        done = await context.tournaments.set(context.press, context.rights, subject.id, **changes)
        subject = done.tournament
    brought = screens.brought_along(subject.game, was, subject.settings)
    await _show(context, subject, page, brought)


async def _show(context: Context, subject: _Subject, page: PageName, brought: Text | None = None) -> None:
    """In place, after a window as well: there is one screen."""
    await context.redraw(await _shown(context, subject, page, brought))


async def _shown(context: Context, subject: _Subject, page: PageName, brought: Text | None = None) -> Screen:
    guild = context.interaction.guild
    known = () if guild is None else (*guild.roles, *guild.channels)
    there = {each.id for each in known}
    choosing = replace(await _choosing(context, subject), brought=brought)
    return screens.setup(choosing, page, there, context.reader())


async def _choosing(context: Context, subject: _Subject) -> Choosing:
    announced, now = isinstance(subject, Tournament), context.tables.clock.now()
    zone, zone_known = await time_zone(context)
    channels = context.publisher.messages.channels
    return Choosing(
        subject.id,
        subject.game,
        subject.settings,
        zone,
        announced,
        None if announced else _trouble(subject, now),
        bool(context.services.pages.base),
        not channels.is_public(subject.guild, subject.channel),
        "" if isinstance(subject, Tournament) else subject.start,
        zone_known,
        await _series(context.services, subject.guild),
        now=now,
    )


async def _series(services: Services, guild: int) -> list[tuple[str, str]]:
    there = await services.tournament_service.series.of_server(guild)
    return [(each.id, each.record.name) for each in there]


def _trouble(subject: _Subject, now: float) -> Text | None:
    """Why it could not be announced as it is chosen."""
    try:
        rules.checked_settings(subject.game, subject.settings, now)
    except Refusal as refusal:
        return refusal.text
    return None


async def time_zone(context: Context) -> tuple[str, bool]:
    """The time zone in which whoever asks types times, and whether they have said that it is theirs."""
    said = (await context.people.of(context.user)).zone
    return said or usual_zone(context.locale), bool(said)


# who, and where


def _require_place(context: Context) -> None:
    """Refusal where no tournament can be announced."""
    if isinstance(context.interaction.channel, discord.Thread):
        raise Refusal(
            "shut",
            _("Tournaments need a channel, not a thread. Go to the channel and try again."),
        )
    require_permissions(context)
