"""Something that a moderator is about to do, to a tournament or a table: chosen step by step, confirmed with
a reason, done, and taken back where it can be. Private.

All that is chosen so far travels in the custom_ids (`what`), so that nothing is lost by a restart. The verbs
begin with a letter for the panel ("t": a tournament's, "m": a table's).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from bot.admin_actions import AdminAction
from bot.i18n import Reader
from bot.i18n.sanitising import truncate
from bot.pace import DAY, HOUR, MINUTE, Pace
from bot.screens import clocks
from bot.ui import components as ui
from bot.ui import custom_ids, limits
from games.text import Text, _

REASON, PERSON, LENGTH, RECOUNT, VALUE = "reason", "person", "length", "recount", "value"
READERS, PLACES = "readers", "places"
"""The fields of the window that confirms, beside its lists, which go by their keys."""
TARGET = "target"
"""The key of the list of whom or what an act is about, where it stands in the window."""
ALL = "all"
"""The value of `READERS` by which everybody may read the reason."""
LONGEST_REASON = 200
LONGEST_VALUE = 400
LONGEST_PLACES = 60
LENGTHS = (
    *(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR),
    *(DAY, 2 * DAY, 3 * DAY, 7 * DAY),
)
"""By which a deadline can be put off."""


def usual_extension(pace: Pace) -> float:
    """By how much a deadline is put off if nothing else is chosen, in seconds."""
    return 10 * MINUTE if pace.live else DAY


class ListedChoice(msgspec.Struct, frozen=True):
    """One of those that can be chosen from a list."""

    value: str
    label: str
    chosen: bool = False
    more: str = ""


class ChoiceList(msgspec.Struct, frozen=True):
    """A list from which something has to be chosen first."""

    key: str
    hint: str
    choices: Sequence[ListedChoice]
    needed: bool = True
    """In a window: whether something has to be chosen."""


class ActionStep(msgspec.Struct, frozen=True):
    """How far the choice has come."""

    letter: str
    place: str
    """The tournament's or table's id."""
    act: type[AdminAction]
    what: str
    """Who or which is chosen so far, as the custom_ids have it."""
    fields: Mapping[str, Any]
    """What is chosen so far, as fields of the act."""
    about: tuple[Text, ...] = ()
    """Who or which is chosen so far, in words."""
    questions: tuple[ChoiceList, ...] = ()
    """Lists that have to be chosen from before the window opens."""
    asks: tuple[ChoiceList, ...] = ()
    """Lists that stand in the window."""
    places: str | None = None
    """The places that stand in the window already, seat by seat; None: they are not asked."""
    ready: bool = True
    """Nothing is left to be chosen that the window does not ask."""
    page: int = 0
    pages: int = 1
    length: float = 0.0
    """How much longer stands there already, in seconds."""
    before_start: bool = False
    """Nothing has been played that it could be about."""

    @property
    def effect(self) -> Text:
        """What comes of the act as it has been filled in so far, in a sentence."""
        return effect_of(self.act, before_start=self.before_start)


class Prefilled(msgspec.Struct, frozen=True):
    """What stands in the window already, as it was given with a command."""

    reason: str = ""
    person: int | None = None


NOT_PREFILLED = Prefilled()


def effect_of(act: type[AdminAction], *, before_start: bool) -> Text:
    """What comes of it. `before_start`: nobody has played yet."""
    return act.effect_before if before_start and act.effect_before is not None else act.effect


def action_select(
    place: str,
    letter: str,
    acts: Iterable[type[AdminAction]],
    reader: Reader,
    *,
    before_start: bool = False,
) -> ui.Row | None:
    """The list of all that can be done now, each with what comes of it."""
    options = [
        ui.option(reader, act.label, act.kind(), effect_of(act, before_start=before_start)) for act in acts
    ]
    if not options:
        return None
    return ui.select(reader, custom_ids.encode(f"{letter}acts", place), _("What do you want to do?"), options)


def step_screen(now: ActionStep, reader: Reader) -> ui.Screen:
    """The lists from which is chosen to whom or where, of which each opens the window; where there is no
    window, what will be done, and a press confirms it.
    """
    chosen = now.place, now.act.kind(), now.what
    style = ui.DANGER if now.act.grave else ui.PRIMARY
    words = _("Back"), _("More")
    return ui.screen(
        ui.Accent.AMBER if now.act.grave else ui.Accent.SAND,
        ui.block(ui.heading(reader, now.act.label), reader(now.effect), most=600),
        ui.block(*map(reader, now.about), most=1200),
        [_list(now, question, reader) for question in now.questions],
        ui.row(
            *ui.page_buttons(reader, now.page, now.pages, words, f"{now.letter}act", *chosen),
            None
            if now.act.asks_reason
            else ui.button(reader, now.act.label, f"{now.letter}do", now.place, now.act.kind(), style=style),
            panel_button(reader, now.letter, now.place),
        ),
    )


def _list(now: ActionStep, question: ChoiceList, reader: Reader) -> ui.Row:
    verb = f"{now.letter}which"
    custom_id = custom_ids.encode(verb, now.place, now.act.kind(), now.what, question.key)
    return ui.Row((ui.Select(custom_id, _options(question), ui.placeholder(question.hint)),))


def _options(question: ChoiceList) -> tuple[ui.Option, ...]:
    return tuple(
        ui.Option(
            ui.option_text(each.label),
            each.value,
            ui.option_text(each.more) if each.more else UNSET,
            default=each.chosen or UNSET,
        )
        for each in question.choices
    )


def panel_button(reader: Reader, letter: str, place: str) -> ui.Button:
    """Back to the panel; of a whole server that is its log."""
    if letter == "s":
        return ui.button(reader, _("To the log"), "mlog", 0)
    return ui.button(reader, _("To the desk"), f"{letter}desk", place, 0)


def confirm_modal(now: ActionStep, reader: Reader, given: Prefilled = NOT_PREFILLED) -> ui.Modal:
    """Says once more what will be done, and asks for the rest: sending it off is the confirmation."""
    about = ui.block(reader(now.effect), *map(reader, now.about), most=1500)
    fields = [field for field in _fields(now, reader, given) if field is not None]
    return ui.modal(
        reader,
        now.act.label,
        custom_ids.encode(f"{now.letter}sure", now.place, now.act.kind(), now.what),
        about if len(fields) < limits.MODAL_COMPONENTS else None,
        *fields,
    )


def _fields(now: ActionStep, reader: Reader, given: Prefilled) -> Iterator[ui.Label | None]:
    act = now.act
    for asked in now.asks:
        choice = ui.Select(
            asked.key, _options(asked), ui.placeholder(asked.hint), required=UNSET if asked.needed else False
        )
        yield ui.Label(truncate(asked.hint, limits.MODAL_LABEL), UNSET, choice)
    instead = any(not asked.needed for asked in now.asks)
    yield _person(act.person, reader, given.person, needed=not instead) if act.person else None
    yield _length(reader, now.length) if act.asks_length() else None
    yield _recount(reader) if act.asks_recount() and not now.before_start else None
    yield None if now.places is None else _places(reader, now.places)
    if act.types:
        hint = _("All that stands there, or its signature")
        yield ui.labelled(reader, act.types, ui.text_input(reader, VALUE, LONGEST_VALUE, hint, required=True))
        return
    yield _words(reader, given.reason) if act.writes else _reason(reader, given.reason, act.needs_reason)
    yield None if act.writes else _readers(now, reader)


def _places(reader: Reader, now: str) -> ui.Label:
    line = ui.text_input(
        reader, PLACES, LONGEST_PLACES, _("2 1 3 4, or – for whoever didn't come"), now, required=True
    )
    return ui.labelled(reader, _("Their places, in that order"), line)


def _readers(now: ActionStep, reader: Reader) -> ui.Label:
    # What is done to a tournament as a whole concerns nobody in particular.
    is_about_all = now.letter == "t" and not now.act.__struct_fields__
    few = _("Only who can read the log") if is_about_all else _("Only those concerned, and the log")
    offers = {"": few, ALL: _("Everybody")}
    options = tuple(
        ui.option(reader, said, value or "few", chosen=not value) for value, said in offers.items()
    )
    return ui.labelled(reader, _("Who may read the reason"), ui.Select(READERS, options))


def _person(label: Text, reader: Reader, given: int | None, *, needed: bool) -> ui.Label:
    hint = ui.placeholder(reader.plain(_("Somebody on this server")))
    chosen = UNSET if given is None else (ui.DefaultValue(str(given), "user"),)
    choice = ui.UserSelect(
        *(PERSON, hint), min_values=int(needed), max_values=1, default_values=chosen, required=needed
    )
    return ui.labelled(reader, label, choice)


def _length(reader: Reader, usual: float) -> ui.Label:
    options = tuple(
        ui.option(
            reader, _("{length} more", length=clocks.duration(each)), str(int(each)), chosen=each == usual
        )
        for each in LENGTHS
    )
    return ui.labelled(reader, _("How much longer"), ui.Select(LENGTH, options))


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
    hint = _("They read it in private; the log keeps it.")
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
