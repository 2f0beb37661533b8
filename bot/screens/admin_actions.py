"""Something that a moderator is about to do, to a tournament or a table: chosen step by step, confirmed with
a reason, done, and taken back where it can be. Private.

All that is chosen so far travels in the custom_ids (`what`), so that nothing is lost by a restart. The verbs
begin with a letter for the panel ("t": a tournament's, "m": a table's).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from bot.admin_actions import AdminAction
from bot.i18n import Reader
from bot.pace import DAY, HOUR, MINUTE, Pace
from bot.screens import clocks
from bot.ui import components as ui
from bot.ui import custom_ids
from games.text import Text, _

REASON, PERSON, LENGTH, RECOUNT = "reason", "person", "length", "recount"
"""The fields of the window that confirms."""
LONGEST_REASON = 200
LENGTHS = (
    *(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR),
    *(DAY, 2 * DAY, 3 * DAY, 7 * DAY),
)
"""By which a deadline can be put off."""


def usual_extension(pace: Pace) -> float:
    """By how much a deadline is put off if nothing else is chosen, in seconds."""
    return 10 * MINUTE if pace.live else DAY


class Choice(msgspec.Struct, frozen=True):
    """One of those that can be chosen from a list."""

    value: str
    label: str
    chosen: bool = False
    more: str = ""


class ChoiceList(msgspec.Struct, frozen=True):
    """A list from which something has to be chosen first."""

    key: str
    hint: str
    choices: Sequence[Choice]


class ActionStep(msgspec.Struct, frozen=True):
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
    person: int | None = None
    """Who stands in the window already, where a person has to be named."""
    length: float = 0.0
    """How much longer stands there already, in seconds."""


class Prefilled(msgspec.Struct, frozen=True):
    """What stands in the window already, as it was given with a command."""

    reason: str = ""
    person: int | None = None


NOT_PREFILLED = Prefilled()


def action_select(
    place: str, letter: str, acts: Iterable[type[AdminAction]], reader: Reader
) -> ui.Row | None:
    """The list of all that can be done now, each with what comes of it."""
    options = [ui.option(reader, act.label, act.kind(), act.effect) for act in acts]
    if not options:
        return None
    return ui.select(reader, custom_ids.encode(f"{letter}acts", place), _("What do you want to do?"), options)


def step_screen(now: ActionStep, reader: Reader) -> ui.Screen:
    """What will be done, and the lists from which is chosen to whom or where. Where nothing is chosen, only
    its window says what comes of it; where there is no window, this does, and a press confirms it.
    """
    chosen = now.place, now.act.kind(), now.what
    style = ui.DANGER if now.act.grave else ui.PRIMARY
    asks = now.act.asks_reason
    sure = (
        ui.button(reader, _("Go on…"), f"{now.letter}sure", *chosen, style=style)
        if asks
        else ui.button(reader, now.act.label, f"{now.letter}do", now.place, now.act.kind(), style=style)
    )
    words = _("Back"), _("More")
    return ui.screen(
        ui.Accent.AMBER if now.act.grave else ui.Accent.SAND,
        ui.block(
            ui.heading(reader, now.act.label),
            reader(now.act.effect) if now.questions or now.what or not asks else None,
            most=600,
        ),
        ui.block(*map(reader, now.about), most=1200),
        [_list(now, question, reader) for question in now.questions],
        ui.row(
            *ui.page_buttons(reader, now.page, now.pages, words, f"{now.letter}act", *chosen),
            sure if now.ready else None,
            panel_button(reader, now.letter, now.place),
        ),
    )


def _list(now: ActionStep, question: ChoiceList, reader: Reader) -> ui.Row:
    verb = f"{now.letter}which"
    options = tuple(
        ui.Option(
            ui.option_text(each.label),
            each.value,
            ui.option_text(each.more) if each.more else UNSET,
            default=each.chosen or UNSET,
        )
        for each in question.choices
    )
    custom_id = custom_ids.encode(verb, now.place, now.act.kind(), now.what, question.key)
    return ui.Row((ui.Select(custom_id, options, ui.placeholder(question.hint)),))


def panel_button(reader: Reader, letter: str, place: str) -> ui.Button:
    """Back to the panel; of a whole server that is its log."""
    if letter == "s":
        return ui.button(reader, _("To the log"), "mlog", 0)
    return ui.button(reader, _("To the desk"), f"{letter}desk", place, 0)


def confirm_modal(now: ActionStep, reader: Reader, given: Prefilled = NOT_PREFILLED) -> ui.Modal:
    """Says once more what will be done, and asks for the rest: sending it off is the confirmation."""
    return ui.modal(
        reader,
        now.act.label,
        custom_ids.encode(f"{now.letter}sure", now.place, now.act.kind(), now.what),
        ui.block(reader(now.act.effect), *map(reader, now.about), most=1500),
        _person(now.act.person, reader, given.person or now.person) if now.act.person else None,
        _length(reader, now.length) if now.act.asks_length() else None,
        _recount(reader) if now.act.asks_recount() else None,
        _words(reader, given.reason)
        if now.act.writes
        else _reason(reader, given.reason, now.act.needs_reason),
    )


def _person(label: Text, reader: Reader, given: int | None) -> ui.Label:
    hint = ui.placeholder(reader.plain(_("Somebody on this server")))
    chosen = UNSET if given is None else (ui.DefaultValue(str(given), "user"),)
    choice = ui.UserSelect(PERSON, hint, max_values=1, default_values=chosen)
    return ui.labelled(reader, label, choice)


def _length(reader: Reader, usual: float) -> ui.Label:
    options = tuple(
        ui.option(
            reader, _("{length} more", length=clocks.duration(each)), str(int(each)), chosen=each == usual
        )
        for each in LENGTHS
    )
    label = _("How much longer")
    return ui.labelled(reader, label, ui.Select(LENGTH, options, ui.placeholder(reader.plain(label))))


def _recount(reader: Reader) -> ui.Label:
    offers = {"0": _("What's played stays as it is"), "1": _("Their games are recounted, with them last")}
    options = tuple(ui.option(reader, said, value, chosen=value == "0") for value, said in offers.items())
    return ui.labelled(reader, _("Games already played"), ui.Select(RECOUNT, options))


def _words(reader: Reader, given: str) -> ui.Label:
    line = ui.text_input(
        reader, REASON, LONGEST_REASON, _("They read it with your name."), given, required=True
    )
    return ui.labelled(reader, _("What you want to say"), line)


def _reason(reader: Reader, given: str, required: bool) -> ui.Label:
    label = _("The reason") if required else _("The reason, if you like")
    hint = _("Players can read it.")
    line = ui.text_input(reader, REASON, LONGEST_REASON, hint, given, required=required)
    return ui.labelled(reader, label, line)


def done_screen(
    said: Sequence[Text], reader: Reader, letter: str, place: str, entry: int | None
) -> ui.Screen:
    """What has happened; `entry`: what can be taken back."""
    back = _("Undo…")
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(*map(reader, said), most=1500),
        ui.row(
            None if entry is None else ui.button(reader, back, f"{letter}back", place, entry),
            panel_button(reader, letter, place),
        ),
    )


def undo_screen(done: Text, reader: Reader, letter: str, place: str, entry: int) -> ui.Screen:
    """What would be taken back, chosen from a list."""
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Undo this?")), reader(done), most=1500),
        ui.row(
            ui.button(reader, _("Undo…"), f"{letter}back", place, entry, style=ui.PRIMARY),
            panel_button(reader, letter, place),
        ),
    )


def undo_modal(done: Text, reader: Reader, letter: str, place: str, entry: int) -> ui.Modal:
    """Asks for the reason, which is the confirmation."""
    return ui.modal(
        reader,
        _("Undo"),
        custom_ids.encode(f"{letter}back", place, entry),
        ui.block(reader(done), most=1500),
        _reason(reader, "", required=False),
    )
