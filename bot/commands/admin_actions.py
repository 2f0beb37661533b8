"""The way of a moderator's act, at whichever desk: what, whom or which, a reason, done, taken back.

Each step asks anew whether whoever presses may do this: `opens` refuses those who may not (any more).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.client.interaction_context import ChosenMember, InteractionContext
from bot.i18n import Reader
from bot.refusal import Refusal
from bot.screens import admin_actions as screens
from bot.screens.admin_actions import (
    LENGTH,
    LENGTHS,
    LONGEST_REASON,
    NOT_PREFILLED,
    PERSON,
    REASON,
    ActionStep,
    Prefilled,
)
from bot.services import Services
from bot.ui.views import Payload
from games.text import Text, _


@dataclass(frozen=True, slots=True)
class ActionDone:
    """What was done, in sentences, and the entry by which it can be taken back, if it can."""

    said: tuple[Text, ...]
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class ActionForm:
    """What the window said."""

    reason: str
    person: ChosenMember | None = None
    seconds: float = 0.0


class AdminDesk(Protocol):
    """What can be done to one tournament or table, by one person who may."""

    letter: str
    place: str
    reader: Reader

    def step(self, kind: str, what: str, page: int = 0) -> ActionStep:
        """How far the choice has come. Refusal if it leads nowhere."""
        ...

    def answered(self, kind: str, what: str, key: str, value: str) -> str:
        """What is chosen when `value` was chosen from the list of that key."""
        ...

    async def do(self, now: ActionStep, filled: ActionForm) -> ActionDone:
        """Do it. Refusal if it cannot be done."""
        ...

    async def entry(self, entry: int) -> Text:
        """What was done, in a sentence. Refusal if it was not done here."""
        ...

    async def undo(self, entry: int, reason: str) -> ActionDone:
        """Take it back. Refusal if it cannot be."""
        ...


OpenDesk: TypeAlias = Callable[[Services, InteractionContext, str], Awaitable[AdminDesk]]


class AdminActions:
    """The answers to the buttons, lists and windows of one kind of desk."""

    def __init__(self, opens: OpenDesk) -> None:
        self._opens = opens

    async def acts(self, services: Services, asked: InteractionContext, place: str) -> None:
        """What to do was chosen from the list."""
        await self.act(services, asked, place, asked.values[0], "", "0")

    async def act(
        self, services: Services, asked: InteractionContext, place: str, kind: str, what: str, page: str
    ) -> None:
        """A page of the lists for it."""
        desk = await self._opens(services, asked, place)
        await in_place(asked, screens.step_screen(desk.step(kind, what, int(page)), desk.reader).payload())

    async def which(
        self, services: Services, asked: InteractionContext, place: str, kind: str, what: str, key: str
    ) -> None:
        """Somebody or something was chosen from a list."""
        desk = await self._opens(services, asked, place)
        now = desk.step(kind, desk.answered(kind, what, key, asked.values[0]))
        await in_place(asked, screens.step_screen(now, desk.reader).payload())

    async def sure(
        self, services: Services, asked: InteractionContext, place: str, kind: str, what: str
    ) -> None:
        """Open the window that confirms."""
        await self.ask(services, asked, place, kind, what)

    async def ask(
        self,
        services: Services,
        asked: InteractionContext,
        place: str,
        kind: str,
        what: str,
        given: Prefilled = NOT_PREFILLED,
    ) -> None:
        """The window that confirms, or the lists, if something has to be chosen first."""
        desk = await self._opens(services, asked, place)
        now = desk.step(kind, what)
        if not now.ready:
            await in_place(asked, screens.step_screen(now, desk.reader).payload())
        elif not await asked.open_modal(screens.confirm_modal(now, desk.reader, given).payload()):
            raise _too_late()

    async def sure_with(
        self, services: Services, asked: InteractionContext, place: str, kind: str, what: str
    ) -> None:
        """It is confirmed."""
        desk = await self._opens(services, asked, place)
        now = desk.step(kind, what)
        if not now.ready:
            raise Refusal("input", _("Something is still to be chosen. Begin once more from the desk."))
        await self._tell(asked, desk, await desk.do(now, _filled(asked, now)))

    async def backs(self, services: Services, asked: InteractionContext, place: str) -> None:
        """An entry was chosen from the log."""
        desk, entry = await self._opens(services, asked, place), int(asked.values[0])
        shown = screens.undo_screen(await desk.entry(entry), desk.reader, desk.letter, place, entry)
        await in_place(asked, shown.payload())

    async def back(self, services: Services, asked: InteractionContext, place: str, entry: str) -> None:
        """Open the window that confirms that it is taken back."""
        desk = await self._opens(services, asked, place)
        said = await desk.entry(int(entry))
        window = screens.undo_modal(said, desk.reader, desk.letter, place, int(entry))
        if not await asked.open_modal(window.payload()):
            raise _too_late()

    async def back_with(self, services: Services, asked: InteractionContext, place: str, entry: str) -> None:
        """It is taken back."""
        desk = await self._opens(services, asked, place)
        await desk.entry(int(entry))
        await self._tell(asked, desk, await desk.undo(int(entry), _reason(asked)))

    async def _tell(self, asked: InteractionContext, desk: AdminDesk, done: ActionDone) -> None:
        shown = screens.done_screen(done.said, desk.reader, desk.letter, desk.place, done.entry)
        await in_place(asked, shown.payload())


async def in_place(asked: InteractionContext, payload: Payload) -> None:
    """In place of the private message on which something was pressed, else as a private message."""
    await (asked.redraw(payload) if asked.is_on_private_message else asked.send(payload))


def _too_late() -> Refusal:
    return Refusal("late", _("That took too long, so the window could not be opened. Press once more."))


def _filled(asked: InteractionContext, now: ActionStep) -> ActionForm:
    """What the window says. Refusal if something is missing that Discord should have asked for."""
    reason = _reason(asked)
    if now.deed.needs_reason and not reason:
        raise Refusal("input", _("Say why: the players will want to know. Press once more."))
    return ActionForm(
        reason, _person(asked) if now.deed.person else None, _seconds(asked) if now.deed.length else 0.0
    )


def _reason(asked: InteractionContext) -> str:
    return " ".join(asked.written(REASON).split())[:LONGEST_REASON]


def _person(asked: InteractionContext) -> ChosenMember:
    person = next((asked.person(id) for id in asked.picked(PERSON)), None)
    if person is None:
        raise Refusal("input", _("Nobody of this server was chosen. Choose somebody who is here."))
    if person.is_bot:
        raise Refusal("input", _("That is a bot. Choose a person of this server."))
    return person


def _seconds(asked: InteractionContext) -> float:
    chosen = next((length for length in LENGTHS if str(int(length)) in asked.picked(LENGTH)), None)
    if chosen is None:
        raise Refusal("input", _("Choose from the list how much longer it shall be."))
    return chosen
