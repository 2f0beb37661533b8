"""The way of a moderator's act, on whichever panel: what, whom or which, a reason, done, taken back.

Each step asks anew whether whoever presses may do this: `opens` refuses those who may not (any more).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from bot.admin_actions import AdminAction
from bot.client.interaction_content import ChosenMember
from bot.client.interaction_context import AnswerPlace
from bot.commands.context import Context
from bot.commands.verbs import Answer, button, modal, select
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
    VALUE,
    ActionStep,
    Prefilled,
)
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

    def __init__(self, context: Context, place: str, reader: Reader) -> None:
        self.context, self.place, self.reader = context, place, reader

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
        return _filled(self.context, now.act)

    @property
    def openly(self) -> bool:
        """Whether everybody may read the reason, as the window was sent off."""
        return ALL in self.context.picked(READERS)

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
        mine = next((row for row in reversed(rows) if row.user == self.context.user), None)
        undoable = mine.id if mine is not None and await self.can_undo(mine, rows) else None
        shown = screens.done_screen(said, self.reader, self.letter, self.place, undoable)
        await self.context.redraw(shown)


# The answers to the buttons, lists and windows of the panels: of whichever a custom_id's first letter says.


Panel: TypeAlias = AdminPanel[Any]
Opens = TypeVar("Opens", bound=Callable[..., Awaitable[Panel]])

_STEPS: list[tuple[Callable[..., Any], str, str, AnswerPlace, Callable[..., Awaitable[None]]]] = []


def _step(
    kind: Callable[..., Any], verb: str, panels: str = "tm", place: AnswerPlace = "private"
) -> Callable[[Answer], Answer]:
    """Declares what the verb does on panels of these letters, one of which stands before it."""

    def declared(answer: Answer) -> Answer:
        _STEPS.append((kind, verb, panels, place, answer))
        return answer

    return declared


def opens_panel(letter: str, back: Callable[..., str] | None = None) -> Callable[[Opens], Opens]:
    """Declares how panels of this letter are opened. `back`: the custom_id that leads from a window to it."""

    def declared(opens: Opens) -> Opens:
        for kind, verb, panels, place, answer in _STEPS:
            if letter in panels:
                more = {"back": back} if kind is modal else {}
                kind(letter + verb, place, after=opens, **more)(answer)
        return opens

    return declared


@_step(select, "acts")
async def acts(panel: Panel, kind: str) -> None:
    """What to do was chosen from the list."""
    if await _ask(panel, panel.step(await _prepared(panel, kind), "")):
        await panel.context.redraw_under_modal(await panel.desk())


@_step(button, "act")
async def act(panel: Panel, kind: str, what: str, page: int) -> None:
    """A page of the lists for it."""
    now = panel.step(await _prepared(panel, kind), what, page)
    await panel.context.redraw(screens.step_screen(now, panel.reader))


@_step(select, "which")
async def which(panel: Panel, kind: str, what: str, key: str, chosen: str) -> None:
    """Somebody or something was chosen from a list."""
    act = await _prepared(panel, kind)
    if await _ask(panel, panel.step(act, panel.target_after_choice(act, what, key, chosen))):
        lists = screens.step_screen(panel.step(act, what), panel.reader)
        await panel.context.redraw_under_modal(lists.payload())


async def _ask(panel: Panel, now: ActionStep, given: Prefilled = NOT_PREFILLED) -> bool:
    """The window that confirms; a screen, if something has to be chosen first, or nothing is asked. A
    window has to be the first answer: nothing is shown before it. Whether it is a window.
    """
    if not (now.ready and (now.act.asks_reason or given.reason)):
        if now.ready:
            now = await panel.in_detail(now)
        await panel.context.redraw(screens.step_screen(now, panel.reader))
        return False
    await panel.context.open(screens.confirm_modal(await panel.in_detail(now), panel.reader, given))
    return True


@_step(button, "sure", place="new")
async def sure(panel: Panel, kind: str, what: str, *, given: Prefilled = NOT_PREFILLED) -> None:
    """Asks whether the act is to be done to `what`, after a button or a command named both."""
    await _ask(panel, panel.step(await _prepared(panel, kind), what), given)


async def _prepared(panel: Panel, kind: str) -> type[Any]:
    act = panel.action(kind)
    await panel.prepare(act)
    return act


@_step(modal, "sure")
async def sure_with(panel: Panel, kind: str, what: str) -> None:
    """The act was confirmed: does it, and shows what came of it. Refusal if something is missing."""
    kind_of_act = panel.action(kind)
    now = panel.step(kind_of_act, panel.target_in_window(kind_of_act, what))
    if not now.ready or (now.asks and not now.what):
        raise Refusal("input", _("Something is still missing. Start again from the desk."))
    reason, fields = reason_of(panel.context), {**now.fields, **panel.filled(now)}
    if now.act.needs_reason and not reason:
        raise Refusal("input", _("Say why: they'll want to know."))
    act = now.act(**{name: fields[name] for name in now.act.__struct_fields__ if name in fields})
    await panel.show_done(await panel.apply(act, reason))


@_step(button, "do", "t")
async def do(panel: Panel, kind: str) -> None:
    """Does an act that was confirmed by a press and needs no reason. Refusal if it needs one by now."""
    act = panel.action(kind)
    if act.asks_reason:
        raise Refusal("stale", panel.no_such_action)
    await panel.show_done(await panel.apply(act(), ""))


@_step(select, "backs", "tms")
async def backs(panel: Panel, entry: int) -> None:
    """An entry was chosen from the log."""
    said = await panel.entry(entry)
    await panel.context.redraw(screens.undo_screen(said, panel.reader, panel.letter, panel.place, entry))


@_step(button, "back", "tms", "new")
async def back(panel: Panel, entry: int) -> None:
    """Open the window that confirms that it is taken back. Refusal if it cannot be."""
    said = await panel.entry(entry, undoable=True)
    await panel.context.open(screens.undo_modal(said, panel.reader, panel.letter, panel.place, entry))


@_step(modal, "back", "tms")
async def back_with(panel: Panel, entry: int) -> None:
    """Takes back the act of this entry of the log, and shows what came of it. Refusal where it cannot be."""
    await panel.entry(entry)
    said = await panel.undo(entry, reason_of(panel.context))
    await panel.show_done([said or _("Undone.")])


def _filled(context: Context, act: type[AdminAction]) -> dict[str, Any]:
    """What the window says, as fields of the act. Refusal if something is missing that it asks for."""
    fields: dict[str, Any] = {}
    if act.person is not None:
        person = _person(context)
        fields |= {"user": person.user, "name": person.name, "username": person.username}
    if act.asks_length():
        fields["seconds"] = _seconds(context)
    if act.types:
        fields["value"] = context.written(VALUE)
    if act.asks_recount():
        fields["recount"] = "1" in context.picked(RECOUNT)
    return fields


def reason_of(context: Context) -> str:
    """What was written into the window as the reason."""
    return " ".join(context.written(REASON).split())[:LONGEST_REASON]


def _person(context: Context) -> ChosenMember:
    person = next((context.person(id) for id in context.picked(PERSON)), None)
    if person is None:
        raise Refusal("input", _("They're not on this server. Choose a member."))
    if person.is_bot:
        raise Refusal("input", _("That's a bot. Choose a person."))
    return person


def _seconds(context: Context) -> float:
    chosen = next((length for length in LENGTHS if str(int(length)) in context.picked(LENGTH)), None)
    if chosen is None:
        raise Refusal("input", _("Choose the extra time from the list."))
    return chosen
