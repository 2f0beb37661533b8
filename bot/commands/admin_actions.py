"""The way of a moderator's act, on whichever panel: what, whom or which, a reason, done, taken back.

Each step asks anew whether whoever presses may do this: `opens` refuses those who may not (any more).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from bot.admin_actions import AdminAction
from bot.client.interaction_content import ChosenMember
from bot.client.interaction_context import InteractionContext
from bot.i18n import Reader
from bot.refusal import Refusal
from bot.screens import admin_actions as screens
from bot.screens import audit_log
from bot.screens.admin_actions import (
    ALL,
    LENGTH,
    LENGTHS,
    LONGEST_REASON,
    NOT_PREFILLED,
    PERSON,
    READERS,
    REASON,
    RECOUNT,
    ActionStep,
    Prefilled,
)
from bot.services import Services
from bot.ui.views import Payload
from games.text import Text, _
from storage.models import AuditRow

A = TypeVar("A", bound=AdminAction)


class AdminPanel(ABC, Generic[A]):
    """What can be done to one tournament or table, by one person who may."""

    letter: ClassVar[str]
    actions: Mapping[str, type[A]]
    no_such_action: ClassVar[Text]
    no_such_entry: ClassVar[Text]

    def __init__(self, services: Services, asked: InteractionContext, place: str, reader: Reader) -> None:
        self.services, self.asked = services, asked
        self.place, self.reader = place, reader

    async def prepare(self, act: type[A]) -> None:
        """What has to be looked up before it can be chosen to whom or where."""

    @abstractmethod
    def step(self, act: type[A], what: str, page: int = 0) -> ActionStep:
        """How far the choice has come. Refusal if it leads nowhere."""

    async def in_detail(self, now: ActionStep) -> ActionStep:
        """The same, with what has to be looked up before it is asked whether it is to be done."""
        return now

    def target_after_choice(self, act: type[A], what: str, key: str, value: str) -> str:
        """What is chosen when `value` was chosen from the list of that key."""
        return value

    def target_in_window(self, act: type[A], what: str) -> str:
        """What is chosen with the lists of the window that was sent off."""
        return what

    def filled(self, now: ActionStep) -> dict[str, Any]:
        """What else the window says, as fields of the act. Refusal if something is missing."""
        return _filled(self.asked, now.act)

    @property
    def openly(self) -> bool:
        """Whether everybody may read the reason, as the window was sent off."""
        return ALL in self.asked.picked(READERS)

    @abstractmethod
    async def apply(self, act: A, reason: str) -> Sequence[Text]:
        """Do it, and say what was done. Refusal if it cannot be done."""

    @abstractmethod
    async def desk(self) -> Payload:
        """The message of the panel as it is now, to lead back to."""

    @abstractmethod
    async def undo(self, entry: int, reason: str) -> Text | None:
        """Take it back. Refusal if it cannot be."""

    @abstractmethod
    async def rows(self) -> list[AuditRow]:
        """What was done here, the oldest first."""

    @abstractmethod
    async def require_undoable(self, row: AuditRow, rows: Sequence[AuditRow]) -> None:
        """Refusal if this one of these cannot be taken back now."""

    async def can_undo(self, row: AuditRow, rows: Sequence[AuditRow]) -> bool:
        """Whether one of these could be taken back now."""
        try:
            await self.require_undoable(row, rows)
        except Refusal:
            return False
        return True

    def action(self, kind: str) -> type[A]:
        """The act of this kind. Refusal if there is no such thing (any more)."""
        if kind not in self.actions:
            raise Refusal("stale", self.no_such_action)
        return self.actions[kind]

    async def entry(self, entry: int, *, undoable: bool = False) -> Text:
        """What was done, in a sentence. Refusal if it was not done here, or cannot be taken back."""
        rows = await self.rows()
        row = next((row for row in rows if row.id == entry), None)
        if row is None:
            raise Refusal("gone", self.no_such_entry)
        if undoable:
            await self.require_undoable(row, rows)
        return self.deed(row)

    def deed(self, row: AuditRow) -> Text:
        """What was done, in a sentence."""
        return audit_log.of_row(row)

    async def show_done(self, said: Sequence[Text]) -> None:
        """What was done, with the way back, if there is one: from the latest entry of whoever asked."""
        rows = await self.rows()
        mine = next((row for row in reversed(rows) if row.user == self.asked.user), None)
        undoable = mine.id if mine is not None and await self.can_undo(mine, rows) else None
        shown = screens.done_screen(said, self.reader, self.letter, self.place, undoable)
        await in_place(self.asked, shown.payload())


class AdminActions:
    """The answers to the buttons, lists and windows of one kind of panel."""

    def __init__(
        self, opens: Callable[[Services, InteractionContext, str], Awaitable[AdminPanel[Any]]]
    ) -> None:
        self._opens = opens

    async def acts(self, services: Services, asked: InteractionContext, place: str) -> None:
        """What to do was chosen from the list."""
        panel, act = await self._prepared(services, asked, place, asked.values[0])
        if await self._ask(panel, panel.step(act, "")):
            await asked.redraw_under_modal(await panel.desk())

    async def act(
        self, services: Services, asked: InteractionContext, place: str, kind: str, what: str, page: str
    ) -> None:
        """A page of the lists for it."""
        panel, act = await self._prepared(services, asked, place, kind)
        now = panel.step(act, what, int(page))
        await in_place(asked, screens.step_screen(now, panel.reader).payload())

    async def which(
        self, services: Services, asked: InteractionContext, place: str, kind: str, what: str, key: str
    ) -> None:
        """Somebody or something was chosen from a list."""
        panel, act = await self._prepared(services, asked, place, kind)
        chosen = panel.target_after_choice(act, what, key, asked.values[0])
        if await self._ask(panel, panel.step(act, chosen)):
            lists = screens.step_screen(panel.step(act, what), panel.reader)
            await asked.redraw_under_modal(lists.payload())

    async def _ask(self, panel: AdminPanel[Any], now: ActionStep, given: Prefilled = NOT_PREFILLED) -> bool:
        """The window that confirms; a screen, if something has to be chosen first, or nothing is asked. A
        window has to be the first answer: nothing is shown before it. Whether it is a window.
        """
        if not (now.ready and (now.act.asks_reason or given.reason)):
            if now.ready:
                now = await panel.in_detail(now)
            await in_place(panel.asked, screens.step_screen(now, panel.reader).payload())
            return False
        window = screens.confirm_modal(await panel.in_detail(now), panel.reader, given)
        if not await panel.asked.open_modal(window.payload()):
            raise too_late()
        return True

    async def sure(
        self,
        services: Services,
        asked: InteractionContext,
        place: str,
        kind: str,
        what: str,
        given: Prefilled = NOT_PREFILLED,
    ) -> None:
        """Asks whether the act is to be done to `what`, after a button or a command named both."""
        panel, act = await self._prepared(services, asked, place, kind)
        await self._ask(panel, panel.step(act, what), given)

    async def _prepared(
        self, services: Services, asked: InteractionContext, place: str, kind: str
    ) -> tuple[AdminPanel[Any], type[Any]]:
        panel = await self._opens(services, asked, place)
        act = panel.action(kind)
        await panel.prepare(act)
        return panel, act

    async def sure_with(
        self, services: Services, asked: InteractionContext, place: str, kind: str, what: str
    ) -> None:
        """The act was confirmed: does it, and shows what came of it. Refusal if something is missing or
        forbidden.
        """
        panel = await self._opens(services, asked, place)
        kind_of_act = panel.action(kind)
        now = panel.step(kind_of_act, panel.target_in_window(kind_of_act, what))
        if not now.ready or (now.asks and not now.what):
            raise Refusal("input", _("Something is still missing. Start again from the desk."))
        reason, fields = reason_of(asked), {**now.fields, **panel.filled(now)}
        if now.act.needs_reason and not reason:
            raise Refusal("input", _("Say why: they'll want to know."))
        act = now.act(**{name: fields[name] for name in now.act.__struct_fields__ if name in fields})
        await panel.show_done(await panel.apply(act, reason))

    async def do(self, services: Services, asked: InteractionContext, place: str, kind: str) -> None:
        """Does an act that was confirmed by a press and needs no reason. Refusal if it needs one by now."""
        panel = await self._opens(services, asked, place)
        act = panel.action(kind)
        if act.asks_reason:
            raise Refusal("stale", panel.no_such_action)
        await panel.show_done(await panel.apply(act(), ""))

    async def backs(self, services: Services, asked: InteractionContext, place: str) -> None:
        """An entry was chosen from the log."""
        panel, entry = await self._opens(services, asked, place), int(asked.values[0])
        shown = screens.undo_screen(await panel.entry(entry), panel.reader, panel.letter, place, entry)
        await in_place(asked, shown.payload())

    async def back(self, services: Services, asked: InteractionContext, place: str, entry: str) -> None:
        """Open the window that confirms that it is taken back. Refusal if it cannot be."""
        panel = await self._opens(services, asked, place)
        said = await panel.entry(int(entry), undoable=True)
        window = screens.undo_modal(said, panel.reader, panel.letter, place, int(entry))
        if not await asked.open_modal(window.payload()):
            raise too_late()

    async def back_with(self, services: Services, asked: InteractionContext, place: str, entry: str) -> None:
        """Takes back the act of this entry of the log, and shows what came of it. Refusal where it cannot
        be.
        """
        panel = await self._opens(services, asked, place)
        await panel.entry(int(entry))
        said = await panel.undo(int(entry), reason_of(asked))
        await panel.show_done([said or _("Undone.")])


async def in_place(asked: InteractionContext, payload: Payload) -> None:
    """In place of the private message on which something was pressed, else as a private message."""
    await (asked.redraw(payload) if asked.is_on_private_message else asked.send(payload))


def too_late() -> Refusal:
    """Said where a window cannot be opened any more."""
    return Refusal("late", _("That took too long. Press again."))


def _filled(asked: InteractionContext, act: type[AdminAction]) -> dict[str, Any]:
    """What the window says, as fields of the act. Refusal if something is missing that it asks for."""
    fields: dict[str, Any] = {}
    if act.person is not None:
        person = _person(asked)
        fields |= {"user": person.user, "name": person.name, "username": person.username}
    if act.asks_length():
        fields["seconds"] = _seconds(asked)
    if act.asks_recount():
        fields["recount"] = "1" in asked.picked(RECOUNT)
    return fields


def reason_of(asked: InteractionContext) -> str:
    """What was written into the window as the reason."""
    return " ".join(asked.written(REASON).split())[:LONGEST_REASON]


def _person(asked: InteractionContext) -> ChosenMember:
    person = next((asked.person(id) for id in asked.picked(PERSON)), None)
    if person is None:
        raise Refusal("input", _("They're not on this server. Choose a member."))
    if person.is_bot:
        raise Refusal("input", _("That's a bot. Choose a person."))
    return person


def _seconds(asked: InteractionContext) -> float:
    chosen = next((length for length in LENGTHS if str(int(length)) in asked.picked(LENGTH)), None)
    if chosen is None:
        raise Refusal("input", _("Choose the extra time from the list."))
    return chosen
