"""Something that a moderator is about to do, to a tournament or a table: chosen step by step, confirmed with
a reason, done, and taken back where it can be. Private.

All that is chosen so far travels in the custom_ids (`what`), so that nothing is lost by a restart. The verbs
begin with a letter for the panel ("t": a tournament's, "m": a table's).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from bot.admin_actions import AdminAction
from bot.i18n import Reader
from bot.i18n.sanitising import truncate
from bot.pace import DAY, HOUR, MINUTE
from bot.screens import clocks, common
from bot.ui import custom_ids
from bot.ui.components import (
    DANGER,
    PRIMARY,
    Accent,
    Button,
    DefaultValue,
    Label,
    Modal,
    Option,
    Row,
    Screen,
    Select,
    TextBlock,
    TextInput,
    UserSelect,
    block,
    option_text,
    placeholder,
    screen,
)
from bot.ui.limits import MODAL_HINT, MODAL_LABEL, MODAL_TITLE
from games.text import Text, _

REASON, PERSON, LENGTH = "reason", "person", "length"
"""The fields of the window that confirms."""
LONGEST_REASON = 200
LENGTHS = (
    *(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR),
    *(DAY, 2 * DAY, 3 * DAY, 7 * DAY),
)
"""By which a deadline can be put off."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of those that can be chosen from a list."""

    value: str
    label: str
    chosen: bool = False
    more: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceList:
    """A list from which something has to be chosen first."""

    key: str
    hint: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class ActionStep:
    """How far the choice has come."""

    letter: str
    place: str
    """The tournament's or table's id."""
    act: type[AdminAction]
    what: str
    """Who or which is chosen so far, as the custom_ids have it."""
    fields: Mapping[str, Any]
    """The same as fields of the act."""
    about: tuple[Text, ...] = ()
    """Who or which is chosen so far, in words."""
    questions: tuple[ChoiceList, ...] = ()
    ready: bool = True
    """Nothing is left to be chosen."""
    page: int = 0
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Prefilled:
    """What stands in the window already, as it was given with a command."""

    reason: str = ""
    person: int | None = None


NOT_PREFILLED = Prefilled()


def action_select(place: str, letter: str, acts: Iterable[type[AdminAction]], reader: Reader) -> Row | None:
    """The list of all that can be done now, each with what comes of it."""
    options = tuple(
        Option(option_text(reader.plain(act.label)), act.kind(), option_text(reader.plain(act.effect)))
        for act in acts
    )
    if not options:
        return None
    hint = placeholder(reader.plain(_("What do you want to do?")))
    return Row((Select(custom_ids.encode(f"{letter}acts", place), options, hint),))


def step_screen(now: ActionStep, reader: Reader) -> Screen:
    """What will be done, and the lists from which is chosen to whom or where."""
    sure = common.button(
        reader,
        _("Go on…"),
        f"{now.letter}sure",
        *(now.place, now.act.kind(), now.what),
        style=DANGER if now.act.grave else PRIMARY,
    )
    return screen(
        Accent.AMBER if now.act.grave else Accent.SAND,
        block(common.heading(reader, now.act.label), reader(now.act.effect), most=600),
        block(*map(reader, now.about), most=1200),
        [_list(now, question, reader) for question in now.questions],
        common.row(
            *_turner(now, reader), sure if now.ready else None, panel_button(reader, now.letter, now.place)
        ),
    )


def _list(now: ActionStep, question: ChoiceList, reader: Reader) -> Row:
    verb = f"{now.letter}which"
    options = tuple(
        Option(
            option_text(each.label),
            each.value,
            option_text(each.more) if each.more else UNSET,
            default=each.chosen or UNSET,
        )
        for each in question.choices
    )
    custom_id = custom_ids.encode(verb, now.place, now.act.kind(), now.what, question.key)
    return Row((Select(custom_id, options, placeholder(question.hint)),))


def _turner(now: ActionStep, reader: Reader) -> list[Button]:
    there = list[Button]()
    verb, chosen = f"{now.letter}act", (now.place, now.act.kind(), now.what)
    if now.page > 0:
        there.append(common.button(reader, _("Back"), verb, *chosen, now.page - 1))
    if now.page < now.pages - 1:
        there.append(common.button(reader, _("More"), verb, *chosen, now.page + 1))
    return there


def panel_button(reader: Reader, letter: str, place: str) -> Button:
    """Back to the panel."""
    return common.button(reader, _("To the desk"), f"{letter}desk", place, 0)


def confirm_modal(now: ActionStep, reader: Reader, given: Prefilled = NOT_PREFILLED) -> Modal:
    """Says once more what will be done, and asks for the rest: sending it off is the confirmation."""
    said = block(reader(now.act.effect), *map(reader, now.about), most=1500)
    asked = (
        said,
        _person(now.act.person, reader, given.person) if now.act.person else None,
        _length(reader) if now.act.asks_length() else None,
        _reason(reader, given.reason, now.act.needs_reason),
    )
    return Modal(
        truncate(reader.plain(now.act.label), MODAL_TITLE),
        custom_ids.encode(f"{now.letter}sure", now.place, now.act.kind(), now.what),
        tuple(each for each in asked if each is not None),
    )


def _person(label: Text, reader: Reader, given: int | None) -> Label:
    hint = placeholder(reader.plain(_("Somebody of this server")))
    chosen = UNSET if given is None else (DefaultValue(str(given), "user"),)
    choice = UserSelect(PERSON, hint, max_values=1, default_values=chosen)
    return Label(truncate(reader.plain(label), MODAL_LABEL), UNSET, choice)


def _length(reader: Reader) -> Label:
    options = tuple(
        Option(option_text(reader.plain(_("{length} more", length=clocks.duration(each)))), str(int(each)))
        for each in LENGTHS
    )
    choice = Select(LENGTH, options, placeholder(reader.plain(_("How much longer"))))
    return Label(truncate(reader.plain(_("How much longer")), MODAL_LABEL), UNSET, choice)


def _reason(reader: Reader, given: str, required: bool) -> Label:
    everybody = reader.plain(_("Players can read it."))
    why = reader.plain(_("The reason") if required else _("The reason, if you like"))
    line = TextInput(
        REASON,
        LONGEST_REASON,
        truncate(everybody, MODAL_HINT),
        given[:LONGEST_REASON] or UNSET,
        required=required,
    )
    return Label(truncate(why, MODAL_LABEL), UNSET, line)


def done_screen(said: Sequence[Text], reader: Reader, letter: str, place: str, entry: int | None) -> Screen:
    """What has happened; `entry`: what can be taken back."""
    back = _("Take it back…")
    return screen(
        Accent.TEAL,
        block(*map(reader, said), most=1500),
        common.row(
            None if entry is None else common.button(reader, back, f"{letter}back", place, entry),
            panel_button(reader, letter, place),
        ),
    )


def undo_screen(done: Text, reader: Reader, letter: str, place: str, entry: int) -> Screen:
    """What would be taken back, chosen from a list."""
    return screen(
        Accent.SAND,
        block(common.heading(reader, _("Take this back?")), reader(done), most=1500),
        common.row(
            common.button(reader, _("Take it back…"), f"{letter}back", place, entry, style=PRIMARY),
            panel_button(reader, letter, place),
        ),
    )


def undo_modal(done: Text, reader: Reader, letter: str, place: str, entry: int) -> Modal:
    """Asks for the reason, which is the confirmation."""
    said = block(reader(done), most=1500)
    asked: tuple[TextBlock | Label | None, ...] = (said, _reason(reader, "", required=False))
    return Modal(
        truncate(reader.plain(_("Take it back")), MODAL_TITLE),
        custom_ids.encode(f"{letter}back", place, entry),
        tuple(each for each in asked if each is not None),
    )
