"""The organiser's desk of a tournament: who is missing what, every act, and what was done."""

from __future__ import annotations

from bot.asked import Asked
from bot.commands.acting import Acting, Filled, Happened, in_place
from bot.commands.tournaments import finding
from bot.commands.tournaments.reading import links_to
from bot.organising import troubles
from bot.organising.rights import require_organiser
from bot.organising.tournament import Tournament
from bot.screens import notice
from bot.screens.acting import Step
from bot.screens.tournaments import audit, deed_steps, deeds, targets
from bot.screens.tournaments import desk as screens
from bot.screens.tournaments.desk import Behind
from bot.screens.tournaments.information import Links
from bot.tables import timing
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from bot.tournaments.event import Pod, Round
from bot.words import Reader
from games.text import Text, _


async def organised(tavern: Tavern, asked: Asked, id: str) -> Tournament:
    """The tournament, for somebody who may organise it. Refusal to everybody else."""
    tournament = await finding.tournament_here(tavern, asked, id)
    require_organiser(asked.rights, await tavern.house.servers.of(asked.guild), tournament)
    return tournament


class TournamentDesk:
    """See `acting.Desk`."""

    letter = deeds.LETTER

    def __init__(self, tavern: Tavern, asked: Asked, tournament: Tournament) -> None:
        self._tavern, self._asked = tavern, asked
        self._tournament = tournament
        self.place = tournament.id
        self.reader = reader_of(asked, tournament)

    def step(self, kind: str, what: str, page: int = 0) -> Step:
        """See `acting.Desk.step`."""
        return deed_steps.step(self._tournament, kind, what, page, self.reader)

    def answered(self, kind: str, what: str, key: str, value: str) -> str:
        """See `acting.Desk.answered`."""
        return targets.answered(self._tournament, kind, what, key, value)

    async def do(self, now: Step, filled: Filled) -> Happened:
        """See `acting.Desk.do`."""
        chosen = targets.target(self._tournament, now.kind, now.what)
        person = filled.person
        act = deeds.act(
            now.kind,
            chosen,
            None if person is None else person.user,
            "" if person is None else person.name,
            filled.seconds,
        )
        if act is None:
            raise Refusal("input", _("Something is still to be chosen. Begin once more from the desk."))
        asked, office = self._asked, self._tavern.office
        said = await office.act(asked.press, asked.rights, self.place, act, filled.reason)
        about = "" if chosen.entry is None else chosen.entry.name
        sentence = audit.told(act, asked.press.name, about, filled.reason)
        return await self._happened(said.tournament, sentence, said.text)

    async def entry(self, entry: int) -> Text:
        """See `acting.Desk.entry`."""
        rows = await self._tavern.office.audit(self._tournament)
        row = next((row for row in rows if row.id == entry), None)
        if row is None:
            raise Refusal("gone", _("That is not among what was done here. What was done shows it all."))
        return audit.of_row(row)

    async def undo(self, entry: int, reason: str) -> Happened:
        """See `acting.Desk.undo`."""
        asked, office = self._asked, self._tavern.office
        said = await office.undo(asked.press, asked.rights, self.place, entry, reason)
        return await self._happened(said.tournament, said.text or _("It is taken back."))

    async def _happened(self, tournament: Tournament, *told: Text | None) -> Happened:
        """With the way back, if there is one: from the latest entry of whoever asked."""
        said = tuple(text for text in told if text is not None)
        rows = await self._tavern.office.audit(tournament)
        mine = next((row for row in reversed(rows) if row.user == self._asked.user), None)
        if mine is None or not await self._tavern.office.can_undo(tournament, mine):
            return Happened(said)
        return Happened(said, mine.id)


async def _opened(tavern: Tavern, asked: Asked, id: str) -> TournamentDesk:
    return TournamentDesk(tavern, asked, await organised(tavern, asked, id))


ACTING = Acting(_opened)


def reader_of(asked: Asked, tournament: Tournament) -> Reader:
    """Whoever asks reads about this tournament."""
    return Reader(asked.locale, tournament.game)


async def show(tavern: Tavern, asked: Asked, id: str, page: str = "0") -> None:
    """The desk itself."""
    tournament = await organised(tavern, asked, id)
    where = await links_to(tavern, tournament, tournament.open_pods())
    behind = [
        found
        for round, pod in tournament.open_pods()
        if (found := await _behind(tavern, tournament, round, pod, where)) is not None
    ]
    shown = screens.desk(
        tournament,
        behind,
        troubles.told(tournament.record.trouble),
        int(page),
        reader_of(asked, tournament),
        tavern.house.clock.unix,
    )
    await in_place(asked, shown.payload())
    word = tavern.herald.word_for_organiser(tournament, asked.user)
    if word is not None:
        await asked.also_tell(notice.said(word, reader_of(asked, tournament)).payload())


async def _behind(
    tavern: Tavern, tournament: Tournament, round: Round, pod: Pod, links: Links
) -> Behind | None:
    """What a pod without a result waits for; None if its result is on the way."""
    placed = tournament.table_of(round.number, pod.number)
    if placed is None or not placed.opened:
        return Behind(round, pod, "table")
    table = await tavern.house.table(placed.table)
    where = links.get((round.number, pod.number), "")
    unix = tavern.house.clock.unix
    if table.phase == "lobby":
        missing = tuple(table.seats[seat].name for seat in table.awaited)
        until = timing.waits_until(table)
        return Behind(*(round, pod, "arrival", where, missing), until=None if until is None else unix(until))
    if table.phase != "playing":
        return None
    if table.is_held or table.timing.paused is not None:
        return Behind(round, pod, "paused", where)
    seats = [seat for seat in table.game.to_act(table.state) if not timing.plays_itself(table, seat)]
    if not seats:
        return Behind(round, pod, "robots", where)
    names = tuple(table.seats[seat].name for seat in seats)
    clocks = [timing.clock_of(table, seat) for seat in seats]
    since = [clock.since - clock.used for clock in clocks if clock.since is not None]
    ends = [end for seat in seats if (end := timing.deadline(table, seat)) is not None]
    return Behind(
        *(round, pod, "turn", where, names),
        since=unix(min(since)) if since else None,
        until=unix(min(ends)) if ends else None,
    )


async def log(tavern: Tavern, asked: Asked, id: str, page: str = "0") -> None:
    """All that was done, the latest first, with what can be taken back."""
    tournament = await organised(tavern, asked, id)
    rows = list(reversed(await tavern.office.audit(tournament)))
    pages = max(1, -(-len(rows) // audit.ON_A_PAGE))
    number = max(0, min(int(page), pages - 1))
    shown = rows[number * audit.ON_A_PAGE : (number + 1) * audit.ON_A_PAGE]
    undoable = [row for row in shown if await tavern.office.can_undo(tournament, row)]
    screen = audit.log(tournament, shown, undoable, number, pages, reader_of(asked, tournament))
    await in_place(asked, screen.payload())
