"""`/tournament create` and the pages on which an organiser chooses the rest, before and after announcing it.

Before Announce is pressed everything is a draft that only the organiser knows of; afterwards a choice holds
at once, until the tournament begins.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import discord
import msgspec
from msgspec.structs import replace

from bot.client.interaction_content import Filled
from bot.client.interaction_context import InteractionContext
from bot.commands.preferences import typed_zone
from bot.commands.responses import prefer
from bot.commands.tables import require_permissions
from bot.commands.tournaments import lookup, server_rights
from bot.preferences.people import zone_of
from bot.preferences.zone_names import zone_named
from bot.refusal import Refusal, read_fields
from bot.screens.preferences import OTHER, usual_zone, zone_modal
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
from bot.tournaments.recurrence import once_more
from bot.tournaments.requirements import require_organiser
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


async def create(services: Services, context: InteractionContext, given: Given) -> None:
    """Begin a draft, and show what it would come to."""
    await _require_organiser(services, context)
    _require_place(context)
    context.game = game = check_game(given.game)
    now, zone = services.tables.clock.now(), await time_zone(services, context)
    try:
        settings = _given(game, given, now, zone)
    except Refusal:
        context.fix = await _place_to_mend(services, context, given, now, zone)
        raise
    draft = TournamentDraft("", context.user, context.guild, context.channel, game, settings)
    if given.start and not await zone_known(services, context) and needs_zone(given.start, now):
        # Which moment is meant, nobody can know yet: it is asked about on the screen that opens.
        draft = replace(draft, start=given.start, settings=replace(settings, starts=None))
    draft = await services.drafts.begin(draft, now)
    await context.send((await _shown(services, context, draft, "all")).payload())


async def _place_to_mend(
    services: Services, context: InteractionContext, given: Given, now: float, zone: str
) -> tuple[str, Filled]:
    """A draft of what could be understood: the window or the page of it on which the rest is chosen."""
    game = check_game(given.game)
    settings, what, said = _given(game, replace(given, start=None, pod=None), now, zone), "entry", given.start
    with suppress(Refusal):
        settings, what = _given(game, replace(given, pod=None), now, zone), "rounds"
    with suppress(Refusal):
        settings = _given(game, replace(given, start=None), now, zone)
    draft = TournamentDraft("", context.user, context.guild, context.channel, game, settings)
    draft = await services.drafts.begin(draft, now)
    if what == "rounds":
        return custom_ids.encode("tsetup", draft.id, what), {}
    return custom_ids.encode("twrite", draft.id, what), {"starts": {"value": said}}


async def again(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Begin a draft of the same once more, and show it."""
    await _require_organiser(services, context, tournament)
    _require_place(context)
    now, game = services.tables.clock.now(), tournament.game
    settings = once_more(tournament.settings, now, await time_zone(services, context))
    draft = TournamentDraft("", context.user, context.guild, context.channel, game, settings)
    draft = await services.drafts.begin(draft, now)
    await context.send((await _shown(services, context, draft, "all")).payload())


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


# the pages


async def page(services: Services, context: InteractionContext, id: str, page: str) -> None:
    """Shows another page of a tournament's settings, by its name."""
    subject = await _subject(services, context, id)
    await context.show((await _shown(services, context, subject, page_named(page))).payload())


async def choose(services: Services, context: InteractionContext, id: str, what: str, *value: str) -> None:
    """Something was chosen from a list, or with a button, which names its value."""
    subject = await _subject(services, context, id)
    if what == "zone":
        await _zone_chosen(services, context, subject, context.values[0])
        return
    values = value or context.values
    server_rights.check_choice(context, what, values)
    changes = table.chosen(await _choosing(services, context, subject), what, values)
    await _change(services, context, subject, changes, page_of(what))


async def _zone_chosen(
    services: Services, context: InteractionContext, subject: _Subject, chosen: str
) -> None:
    if chosen != OTHER:
        await _live_in(services, context, subject, zone_named(chosen) or "UTC")
        return
    await write(services, context, subject.id, "zone")


async def _live_in(services: Services, context: InteractionContext, subject: _Subject, zone: str) -> None:
    """Keep where they live, and take a start that waited for that."""
    await prefer(services, context, zone=zone, locale=context.locale)
    services.table_publisher.notifications.preferences_changed(context.user)
    if not isinstance(subject, TournamentDraft) or not subject.start:
        await _show(services, context, subject, "entry")
        return
    starts = setup_choices.typed_moment(subject.start, services.tables.clock.now(), zone_of(zone))
    await _change(services, context, replace(subject, start=""), {"starts": starts}, "all")


async def write(services: Services, context: InteractionContext, id: str, what: str) -> None:
    """Open a window for what has to be typed; for times, it is asked first where they are."""
    subject = await _subject(services, context, id)
    choosing, reader = await _choosing(services, context, subject), await services.reader(context)
    if what == "entry" and not choosing.zone_known:
        await context.show(screens.zone_question(choosing, reader).payload())
        return
    if what == "zone":
        wishes = await services.people.of(context.user)
        window = zone_modal(wishes, reader, custom_ids.encode("twrite", subject.id, what))
    else:
        window = table.window(choosing, what, reader)
    if window is None:
        raise setup_choices.stale_choice()
    if not await context.open_modal(window.payload()):
        raise Refusal("late", _("That took too long. Press the button again."))


async def written(services: Services, context: InteractionContext, id: str, what: str) -> None:
    """Sets what was typed into a window of the settings; `what` names the window. Refusal if it cannot be
    read.
    """
    subject = await _subject(services, context, id)
    typed, now = context.written, services.tables.clock.now()
    if what == "zone":
        await _live_in(services, context, subject, typed_zone(context))
        return
    choosing = await _choosing(services, context, subject)
    unclear = what == "entry" and not choosing.zone_known
    if unclear and any(needs_zone(typed(field), now) for field in ("opens", "starts")):
        raise Refusal("input", _CHOOSE_ZONE)
    changes = table.written(choosing, what, typed)
    await _change(services, context, subject, changes, page_of(what))


async def announce(services: Services, context: InteractionContext, id: str) -> None:
    """The draft becomes a tournament, of which everybody may know."""
    await _require_organiser(services, context)
    _require_place(context)
    now = services.tables.clock.now()
    async with services.drafts.taken(id, context.user, context.guild, now) as draft:
        context.game = draft.game
        server_rights.check_settings(context, draft.settings)
        if draft.start:
            raise Refusal("input", _CHOOSE_ZONE)
        said = await services.tournament_service.create(
            context.press,
            context.rights,
            guild=draft.guild,
            channel=draft.channel,
            game=draft.game.slug,
            settings=draft.settings,
            locale=context.public_locale,
        )
    shown = screens.announced(said.tournament, await services.reader(context))
    await context.show(shown.payload())


# what is being set up


_Subject: TypeAlias = TournamentDraft | Tournament
"""A draft, or a tournament that has not begun."""


async def _subject(services: Services, context: InteractionContext, id: str) -> _Subject:
    """What that id names. Refusal to whoever may not change it, or if it can no longer be changed."""
    if id.startswith(DRAFT_PREFIX):
        await _require_organiser(services, context)
        subject = await services.drafts.of(id, context.user, context.guild, services.tables.clock.now())
    else:
        subject = await lookup.tournament_here(services, context, id)
        await _require_organiser(services, context, subject)
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


async def _change(
    services: Services, context: InteractionContext, subject: _Subject, changes: Changes, page: PageName
) -> None:
    """A draft takes whatever can be understood, and says what does not go together; a tournament does not."""
    was = subject.settings
    if isinstance(subject, TournamentDraft):
        subject = replace(subject, settings=replace(subject.settings, **changes))
        subject = await services.drafts.change(subject, services.tables.clock.now())
    else:
        done = await services.tournament_service.set(context.press, context.rights, subject.id, **changes)
        subject = done.tournament
    brought = screens.brought_along(subject.game, was, subject.settings)
    await _show(services, context, subject, page, brought)


async def _show(
    services: Services,
    context: InteractionContext,
    subject: _Subject,
    page: PageName,
    brought: Text | None = None,
) -> None:
    """In place, after a window as well: there is one screen."""
    payload = (await _shown(services, context, subject, page, brought)).payload()
    if context.is_on_private_message:
        await context.redraw(payload)
    else:
        await context.show(payload)


async def _shown(
    services: Services,
    context: InteractionContext,
    subject: _Subject,
    page: PageName,
    brought: Text | None = None,
) -> Screen:
    guild = context.interaction.guild
    known = () if guild is None else (*guild.roles, *guild.channels)
    there = {each.id for each in known}
    choosing = replace(await _choosing(services, context, subject), brought=brought)
    return screens.setup(choosing, page, there, await services.reader(context))


async def _choosing(services: Services, context: InteractionContext, subject: _Subject) -> Choosing:
    announced, now = isinstance(subject, Tournament), services.tables.clock.now()
    channels = services.table_publisher.messages.channels
    return Choosing(
        subject.id,
        subject.game,
        subject.settings,
        await time_zone(services, context),
        announced,
        None if announced else _trouble(subject, now),
        bool(services.pages.base),
        not channels.is_public(subject.guild, subject.channel),
        "" if isinstance(subject, Tournament) else subject.start,
        await zone_known(services, context),
        await _series(services, subject.guild),
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


async def time_zone(services: Services, context: InteractionContext) -> str:
    """The time zone in which whoever asks types times."""
    wishes = await services.people.of(context.user)
    return wishes.zone or usual_zone(context.locale)


async def zone_known(services: Services, context: InteractionContext) -> bool:
    """Whether they have said where they live."""
    return bool((await services.people.of(context.user)).zone)


# who, and where


async def _require_organiser(
    services: Services, context: InteractionContext, tournament: Tournament | None = None
) -> None:
    require_organiser(context.rights, await services.tables.servers.of(context.guild), tournament)


def _require_place(context: InteractionContext) -> None:
    """Refusal where no tournament can be announced."""
    if isinstance(context.interaction.channel, discord.Thread):
        raise Refusal(
            "shut",
            _("Tournaments need a channel, not a thread. Go to the channel and try again."),
        )
    require_permissions(context)
