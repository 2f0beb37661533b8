"""The organiser's panel of a tournament: who is missing what, every act, and what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec.structs import replace

from bot.client.servers import usernames_there
from bot.commands.admin_actions import AdminPanel, opens_panel, sure
from bot.commands.context import Context
from bot.commands.tournaments import lookup
from bot.commands.tournaments.views import bring_back, channel_of, links_to
from bot.commands.verbs import Found, button
from bot.i18n import Markup, Reader
from bot.i18n.sanitising import truncate
from bot.pace import duration
from bot.refusal import Refusal
from bot.screens import audit_log, clocks
from bot.screens.admin_actions import PERSON, PLACES, TARGET, ActionStep, Prefilled
from bot.screens.common import left_out
from bot.screens.tournaments import action_targets
from bot.screens.tournaments import admin_panel as screens
from bot.screens.tournaments.admin_panel import (
    LEFT,
    NOT_AT_TABLE,
    NOT_CHECKED_IN,
    STOOD_IN_FOR,
    PendingPod,
)
from bot.screens.tournaments.information import Links
from bot.screens.tournaments.lines import name_of
from bot.services import Services
from bot.tables import clocks as tables_clocks
from bot.tables import pods
from bot.tables.model import Table
from bot.tournaments import beacon, requirements, rounds
from bot.tournaments.actions import (
    ACTIONS,
    AnyAction,
    Correct,
    EnterBeacon,
    EntrantAction,
    Extend,
    MoveTo,
    Remind,
    Substitute,
    TakeBack,
    TournamentAction,
    apply_action,
)
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Pod, Round
from bot.tournaments.requirements import OrganiserRights, is_organiser
from bot.ui import notices
from bot.ui.views import Payload
from games.text import Listed, Text, _
from storage.models import AuditRow, TournamentPhase


async def _organised(context: Context, id: str) -> Tournament:
    """The tournament, for somebody who may organise it. Refusal to everybody else."""
    tournament = await context.tournament_here(id)
    await context.require_organiser(tournament)
    return tournament


Organised = Annotated[Tournament, Found(_organised)]

GOING_ON: tuple[TournamentPhase, ...] = ("open", "running")
AFTERWARDS: tuple[TournamentPhase, ...] = ("open", "running", "over")

MOST_NAMED = 25
"""Whom a reminder names before it is sent; of more it says how many."""


_WHAT_WAS_SEEN = (
    _("What was seen stays seen: cards played since, bids and coins that were shown."),
    _(
        "If the game had ended, everyone has seen all hands and the whole shuffle: better play the "
        "table again."
    ),
)
"""What whoever takes a move back has to weigh."""


class TournamentPanel(AdminPanel[AnyAction]):
    """What can be done to a tournament."""

    letter = action_targets.LETTER
    actions = ACTIONS
    no_such_action = _("That's gone. The organiser's desk shows what you can choose now.")
    no_such_entry = _("There's no such entry in the log.")

    def __init__(self, context: Context, tournament: Tournament) -> None:
        super().__init__(context, tournament.id, reader_of(context, tournament))
        self._tournament = tournament
        self._missing: Mapping[str, Text] = {}

    async def prepare(self, act: type[AnyAction]) -> None:
        """See `AdminPanel`: whoever is missing stands first in a list of people."""
        if issubclass(act, EntrantAction):
            self._missing = await missing_people(self.context, self._tournament)
            self._tournament = await self.context.tournaments.tournament(self.place)

    def step(self, act: type[AnyAction], what: str, page: int = 0) -> ActionStep:
        return action_targets.step(self._tournament, act, what, page, self.reader, self._missing)

    def target_after_choice(self, act: type[AnyAction], what: str, key: str, value: str) -> str:
        return action_targets.target_after_choice(self._tournament, act, what, key, value)

    def target_in_window(self, act: type[AnyAction], what: str) -> str:
        """See `AdminPanel`: whom or which pod, who would stand in, and the places that were typed."""
        if act is Correct:
            return action_targets.places_read(self._tournament, what, self.context.written(PLACES))
        for key in (TARGET, action_targets.SUBSTITUTE):
            for value in self.context.picked(key):
                what = action_targets.target_after_choice(self._tournament, act, what, key, value)
        return what

    def filled(self, now: ActionStep) -> dict[str, Any]:
        """See `AdminPanel`: who said they would stand in needs not be named once more."""
        if now.act is Substitute and not self.context.picked(PERSON):
            substitute = action_targets.target(self._tournament, Substitute, now.what).substitute
            if substitute is not None:
                return {"user": substitute.user, "name": substitute.name}
        to = next(iter(self.context.picked(action_targets.POD)), "")
        moved = {"pod": int(to)} if now.act is MoveTo and to.isdecimal() else {}
        return super().filled(now) | moved

    async def in_detail(self, now: ActionStep) -> ActionStep:
        """See `AdminPanel`: whom a reminder would reach, and what taking a move back cannot undo. Refusal if
        an act that is about the tournament alone cannot be done now: no reason is written for nothing.
        """
        if issubclass(now.act, TournamentAction) and not now.act.__struct_fields__:
            apply_action(self._tournament, now.act(), self.context.tables.clock.awake())
        event = self._tournament.record.event
        if now.act is EnterBeacon and event is not None and event.awaited:
            address = Markup(beacon.address(beacon.PUBLISHED_AT, event.awaited.round))
            return replace(now, about=(*now.about, _("It stands at {address}", address=address)))
        if now.act is TakeBack:
            return replace(now, about=(*now.about, *_WHAT_WAS_SEEN))
        if now.act is not Remind:
            return now
        missing = await self.context.tournaments.organising.missing(self._tournament)
        names = tuple(name_of(entry) for who in missing if (entry := self._tournament.entry(who)) is not None)
        if not names:
            raise Refusal("early", _("Nobody's missing right now."))
        more = len(names) - MOST_NAMED
        about = [_("Missing: {players}.", players=Listed(names[:MOST_NAMED]))]
        about += [left_out(more)] if more > 0 else []
        return replace(now, about=tuple(about))

    async def apply(self, act: AnyAction, reason: str) -> Sequence[Text]:
        done = await self.context.tournaments.organising.act(
            self.context.press, self.context.rights, self.place, act, reason, openly=self.openly
        )
        self.context.services.error_handler.open_pages.outdated(self.place)
        mine = (row for row in reversed(await self.rows()) if row.user == self.context.user)
        sentence = audit_log.of_row(next(mine), done.tournament)
        more = self._extended(done.tournament, act) if isinstance(act, Extend) else [done.text]
        more = [*more, await self.context.services.tournament_publisher.messages.not_posted(done.tournament)]
        return [sentence, *(each for each in more if each is not None)]

    def _extended(self, tournament: Tournament, act: Extend) -> list[Text]:
        """By how much the time was extended, and until when it is now, in words."""
        tables = [one for one in rounds.open_tables(tournament) if act.pod in (0, one.pod)]
        ends = [end for one in tables if (end := rounds.deadline(tournament, one)) is not None]
        length, said = duration(act.seconds), list[Text]()
        if ends:
            when = clocks.date_and_time(self.context.tables.clock.unix(min(ends)))
            said.append(_("Time now runs out {when}.", when=when))
        if tournament.settings.pace.limited:
            said.append(_("Everyone there has {length} more for the rest of their game.", length=length))
        if tournament.settings.longest_wait:
            said.append(_("Tables that still wait for players wait {length} longer.", length=length))
        return said

    async def desk(self) -> Payload:
        return await _drawn(self.context, self._tournament)

    async def undo(self, entry: int, reason: str) -> Text | None:
        service, context = self.context.tournaments, self.context
        said = (await service.organising.undo(context.press, context.rights, self.place, entry, reason)).text
        self.context.services.error_handler.open_pages.outdated(self.place)
        return said

    async def rows(self) -> list[AuditRow]:
        return await self.context.tournaments.audit(self._tournament)

    def deed(self, row: AuditRow) -> Text:
        return audit_log.of_row(row, self._tournament)

    async def require_undoable(self, row: AuditRow, rows: Sequence[AuditRow]) -> None:
        service = self.context.tournaments
        await service.organising.require_undoable(await service.tournament(self.place), row)


@opens_panel(action_targets.LETTER, "tdesk:{tournament}:0".format)
async def _opened(context: Context, tournament: Organised) -> TournamentPanel:
    return TournamentPanel(context, tournament)


def reader_of(context: Context, tournament: Tournament) -> Reader:
    """The language and game in which whoever asks reads about this tournament."""
    return Reader(context.locale, tournament.game)


@button("tdesk")
async def show(context: Context, tournament: Organised, page: int = 0) -> None:
    """Show the organiser's panel at this page, in place of a private message that was pressed."""
    await context.redraw(await _drawn(context, tournament, page))

    async def draw() -> Payload:
        now = await context.tournaments.tournament(tournament.id)
        return await _drawn(context, now, page)

    context.services.error_handler.open_pages.opened(tournament.id, context, draw)
    word = context.services.tournament_publisher.problem_for_organiser(tournament, context.user)
    if (
        word is not None
        and await context.services.tournament_publisher.messages.not_posted(tournament) is None
    ):
        await context.follow_up(notices.info(word, reader_of(context, tournament)))


async def _drawn(context: Context, tournament: Tournament, page: int = 0) -> Payload:
    where = await links_to(context.services, tournament, tournament.open_pods())
    pending = [
        found
        for round, pod in tournament.open_pods()
        if (found := await _pending(context.services, tournament, round, pod, where)) is not None
    ]
    return screens.panel(
        tournament,
        pending,
        requirements.trouble_of(tournament),
        page,
        reader_of(context, tournament),
        context.tables.clock.unix,
        await context.services.tournament_publisher.messages.not_posted(tournament),
        await missing_people(context, tournament),
    ).payload()


async def missing_people(context: Context, tournament: Tournament) -> dict[str, Text]:
    """Those who are in and are not there, by their entries, with why: the gravest first. By the way the
    @usernames are noted of those who entered before these were.
    """
    if tournament.phase not in GOING_ON:
        return {}
    there = [entry for entry in tournament.record.entries if entry.state in ("in", "waiting")]
    found = await usernames_there(context.interaction.guild, [entry.user for entry in there if entry.user])
    if found is None:
        found = {entry.user: entry.username for entry in there}
    tournament = await context.tournaments.with_usernames(tournament, found)
    missing = {entry.id: LEFT for entry in there if entry.user and entry.user not in found}
    not_there = NOT_CHECKED_IN if tournament.phase == "open" else NOT_AT_TABLE
    for who in await context.tournaments.organising.missing(tournament):
        missing.setdefault(who, not_there)
    for who in await context.tournaments.organising.stood_in_for(tournament):
        missing.setdefault(who, STOOD_IN_FOR)
    for entry in there:
        if entry.asked:
            missing.setdefault(entry.id, _("missed round {round}", round=entry.asked))
    return missing


@button("trepost")
async def post_again(context: Context, tournament: Organised) -> None:
    """Whatever of it stands nowhere is posted again: here, if its channel is gone. Then the panel."""
    gone = await context.services.tournament_publisher.is_homeless(tournament)
    await bring_back(context.services, tournament, channel_of(context) if gone else tournament.channel)
    await show(context, await context.tournaments.tournament(tournament.id))


async def _pending(
    services: Services, tournament: Tournament, round: Round, pod: Pod, links: Links
) -> PendingPod | None:
    """What a pod without a result waits for; None if its result is on the way."""
    placed = tournament.table_of(round.number, pod.number)
    if placed is None or not placed.opened:
        return PendingPod(round, pod, "table")
    table = await services.tables.table(placed.table)
    where = links.get((round.number, pod.number), "")
    unix = services.tables.clock.unix
    if table.phase == "lobby" and table.is_early:
        return _without_hour(round, pod, table, where)
    if table.phase == "lobby":
        missing = tuple(table.names[seat] for seat in table.awaited)
        until = tables_clocks.show_up_deadline(table)
        return PendingPod(
            *(round, pod, "arrival", where, missing), until=None if until is None else unix(until)
        )
    if table.phase != "playing":
        return None
    if table.is_held or table.timing.paused is not None:
        return PendingPod(round, pod, "paused", where)
    seats = [
        seat for seat in table.game.to_act(table.state) if not tables_clocks.is_played_by_robot(table, seat)
    ]
    if not seats and all(tables_clocks.is_played_by_robot(table, seat) for seat in range(len(table.seats))):
        return PendingPod(round, pod, "robots", where)
    seats = seats or list(table.game.to_act(table.state))  # a robot is about to move
    names = tuple(table.names[seat] for seat in seats)
    seat_clocks = [tables_clocks.clock_of(table, seat) for seat in seats]
    since = [clock.since - clock.used for clock in seat_clocks if clock.since is not None]
    ends = [end for seat in seats if (end := tables_clocks.deadline(table, seat)) is not None]
    return PendingPod(
        *(round, pod, "turn", where, names),
        since=unix(min(since)) if since else None,
        until=unix(min(ends)) if ends else None,
    )


def _without_hour(round: Round, pod: Pod, table: Table, where: str) -> PendingPod:
    """A table that is played at an hour: when, and who has not said when they can."""
    info = pods.pod_of(table)
    said = {entrant for entrant, times in info.times if times} if not info.agreed else set(info.entrants)
    silent = tuple(table.seats[seat].name for seat in table.awaited if table.entrant(seat) not in said)
    return PendingPod(round, pod, "hour", where, silent, until=info.hour)


@button("taudit")
async def log(context: Context, tournament: Organised, page: int) -> None:
    """All that was done, the latest first, with what can be taken back."""
    rows = list(reversed(await context.tournaments.audit(tournament)))
    pages = max(1, -(-len(rows) // audit_log.ON_A_PAGE))
    number = max(0, min(page, pages - 1))
    shown = rows[number * audit_log.ON_A_PAGE : (number + 1) * audit_log.ON_A_PAGE]
    undoable = [row for row in shown if await context.tournaments.organising.can_undo(tournament, row)]
    reader = reader_of(context, tournament)
    await context.redraw(audit_log.tournament_log(tournament, shown, undoable, number, pages, reader))


# `/organise`: every act as a command. All lead to the window in which it is confirmed.


async def take_action(
    context: Context,
    act: type[TournamentAction],
    named: str | None,
    what: str = "",
    given: Prefilled | None = None,
) -> None:
    """Ask whether it is meant. `what`: whom or which, as it was written; if nothing was, it is asked."""
    tournament = await tournament_meant(context, named)
    spelled = action_targets.target_from_typed(tournament, act, what) if what else ""
    await context.require_organiser(tournament)
    await sure(TournamentPanel(context, tournament), act.kind(), spelled, given=given or Prefilled())


async def tournament_meant(context: Context, named: str | None) -> Tournament:
    """The tournament that is named, else the one that can only be meant. Refusal if there is none."""
    if named:
        return await context.tournament_here(named)
    known = await organised_by(context.services, context.guild, context.rights, GOING_ON)
    known = known or (await organised_by(context.services, context.guild, context.rights, AFTERWARDS))[:1]
    places = lookup.places(context)
    here = [each for each in known if each.channel in places]
    for found in (here, known):
        if len(found) == 1:
            return found[0]
    if known:
        raise Refusal(
            "few",
            _("You organise several. Name one in the option tournament."),
        )
    raise Refusal(
        "gone",
        _("You're not organising a tournament here. /tournament create starts one."),
    )


async def organised_by(
    services: Services, guild: int, rights: OrganiserRights, phases: tuple[TournamentPhase, ...]
) -> list[Tournament]:
    """The tournaments of the server that this person may organise, the latest changed first."""
    preferences = await services.tables.servers.of(guild)
    known = await services.tournament_service.tournaments_in(guild, phases)
    return [each for each in known if is_organiser(rights, preferences, each)]


async def suggested_tournaments(
    services: Services, guild: int, rights: OrganiserRights, typed: str, locale: str
) -> list[tuple[str, str]]:
    """Tournaments that fit what is typed: what to show, and the id."""
    wanted = typed.strip().casefold()
    shown = [
        (_name_and_id(each, locale), each.id)
        for each in await organised_by(services, guild, rights, AFTERWARDS)
    ]
    return [(name, id) for name, id in shown if wanted in name.casefold()][:25]


def _name_and_id(tournament: Tournament, locale: str) -> str:
    reader = Reader(locale, tournament.game)
    named = _("{name} ({id})", name=tournament.settings.name, id=tournament.id)
    return truncate(reader.plain(named), 100)


async def suggested_targets(
    services: Services,
    guild: int,
    rights: OrganiserRights,
    act: type[TournamentAction],
    named: str | None,
    typed: str,
    locale: str,
) -> list[tuple[str, str]]:
    """Players or pods that fit what is typed, of the tournament that is named, else of the only one."""
    known = await organised_by(services, guild, rights, AFTERWARDS)
    fitting = [each for each in known if each.id == named] if named else known
    going_on = [each for each in fitting if each.phase in GOING_ON] or fitting
    if len(going_on) != 1:
        return []
    return action_targets.suggestions(going_on[0], act, typed, Reader(locale, going_on[0].game))
