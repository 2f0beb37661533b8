"""The way of a moderator's act, at whichever desk: what, whom or which, a reason, done, taken back.

Each step asks anew whether whoever presses may do this: `opens` refuses those who may not (any more).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.asked import Asked
from bot.page import Payload
from bot.question import Person
from bot.screens import acting as screens
from bot.screens.acting import LENGTH, LENGTHS, LONGEST_REASON, NOTHING_GIVEN, PERSON, REASON, Given, Step
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from bot.words import Reader
from games.text import Text, _


@dataclass(frozen=True, slots=True)
class Happened:
    """What was done, in sentences, and the entry by which it can be taken back, if it can."""

    said: tuple[Text, ...]
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Filled:
    """What the window said."""

    reason: str
    person: Person | None = None
    seconds: float = 0.0


class Desk(Protocol):
    """What can be done to one tournament or table, by one person who may."""

    letter: str
    place: str
    reader: Reader

    def step(self, kind: str, what: str, page: int = 0) -> Step:
        """How far the choice has come. Refusal if it leads nowhere."""
        ...

    def answered(self, kind: str, what: str, key: str, value: str) -> str:
        """What is chosen when `value` was chosen from the list of that key."""
        ...

    async def do(self, now: Step, filled: Filled) -> Happened:
        """Do it. Refusal if it cannot be done."""
        ...

    async def entry(self, entry: int) -> Text:
        """What was done, in a sentence. Refusal if it was not done here."""
        ...

    async def undo(self, entry: int, reason: str) -> Happened:
        """Take it back. Refusal if it cannot be."""
        ...


Opens: TypeAlias = Callable[[Tavern, Asked, str], Awaitable[Desk]]


class Acting:
    """The answers to the buttons, lists and windows of one kind of desk."""

    def __init__(self, opens: Opens) -> None:
        self._opens = opens

    async def acts(self, tavern: Tavern, asked: Asked, place: str) -> None:
        """What to do was chosen from the list."""
        await self.act(tavern, asked, place, asked.values[0], "", "0")

    async def act(self, tavern: Tavern, asked: Asked, place: str, kind: str, what: str, page: str) -> None:
        """A page of the lists for it."""
        desk = await self._opens(tavern, asked, place)
        await in_place(asked, screens.step(desk.step(kind, what, int(page)), desk.reader).payload())

    async def which(self, tavern: Tavern, asked: Asked, place: str, kind: str, what: str, key: str) -> None:
        """Somebody or something was chosen from a list."""
        desk = await self._opens(tavern, asked, place)
        now = desk.step(kind, desk.answered(kind, what, key, asked.values[0]))
        await in_place(asked, screens.step(now, desk.reader).payload())

    async def sure(self, tavern: Tavern, asked: Asked, place: str, kind: str, what: str) -> None:
        """Open the window that confirms."""
        await self.ask(tavern, asked, place, kind, what)

    async def ask(
        self, tavern: Tavern, asked: Asked, place: str, kind: str, what: str, given: Given = NOTHING_GIVEN
    ) -> None:
        """The window that confirms, or the lists, if something has to be chosen first."""
        desk = await self._opens(tavern, asked, place)
        now = desk.step(kind, what)
        if not now.ready:
            await in_place(asked, screens.step(now, desk.reader).payload())
        elif not await asked.ask(screens.window(now, desk.reader, given).payload()):
            raise _too_late()

    async def sure_with(self, tavern: Tavern, asked: Asked, place: str, kind: str, what: str) -> None:
        """It is confirmed."""
        desk = await self._opens(tavern, asked, place)
        now = desk.step(kind, what)
        if not now.ready:
            raise Refusal("input", _("Something is still to be chosen. Begin once more from the desk."))
        await self._tell(asked, desk, await desk.do(now, _filled(asked, now)))

    async def backs(self, tavern: Tavern, asked: Asked, place: str) -> None:
        """An entry was chosen from the log."""
        desk, entry = await self._opens(tavern, asked, place), int(asked.values[0])
        shown = screens.take_back(await desk.entry(entry), desk.reader, desk.letter, place, entry)
        await in_place(asked, shown.payload())

    async def back(self, tavern: Tavern, asked: Asked, place: str, entry: str) -> None:
        """Open the window that confirms that it is taken back."""
        desk = await self._opens(tavern, asked, place)
        said = await desk.entry(int(entry))
        window = screens.taking_back(said, desk.reader, desk.letter, place, int(entry))
        if not await asked.ask(window.payload()):
            raise _too_late()

    async def back_with(self, tavern: Tavern, asked: Asked, place: str, entry: str) -> None:
        """It is taken back."""
        desk = await self._opens(tavern, asked, place)
        await desk.entry(int(entry))
        await self._tell(asked, desk, await desk.undo(int(entry), _reason(asked)))

    async def _tell(self, asked: Asked, desk: Desk, done: Happened) -> None:
        shown = screens.done(done.said, desk.reader, desk.letter, desk.place, done.entry)
        await in_place(asked, shown.payload())


async def in_place(asked: Asked, payload: Payload) -> None:
    """In place of the private message on which something was pressed, else as a private message."""
    await (asked.redraw(payload) if asked.on_private_message else asked.tell(payload))


def _too_late() -> Refusal:
    return Refusal("late", _("That took too long, so the window could not be opened. Press once more."))


def _filled(asked: Asked, now: Step) -> Filled:
    """What the window says. Refusal if something is missing that Discord should have asked for."""
    reason = _reason(asked)
    if now.deed.needs_reason and not reason:
        raise Refusal("input", _("Say why: the players will want to know. Press once more."))
    return Filled(
        reason, _person(asked) if now.deed.person else None, _seconds(asked) if now.deed.length else 0.0
    )


def _reason(asked: Asked) -> str:
    return " ".join(asked.written(REASON).split())[:LONGEST_REASON]


def _person(asked: Asked) -> Person:
    person = next((asked.person(id) for id in asked.picked(PERSON)), None)
    if person is None:
        raise Refusal("input", _("Nobody of this server was chosen. Choose somebody who is here."))
    if person.is_bot:
        raise Refusal("input", _("That is a bot. Choose a person of this server."))
    return person


def _seconds(asked: Asked) -> float:
    chosen = next((length for length in LENGTHS if str(int(length)) in asked.picked(LENGTH)), None)
    if chosen is None:
        raise Refusal("input", _("Choose from the list how much longer it shall be."))
    return chosen
