"""All that an organiser chooses for a tournament, each thing once: its list, button or window, what comes of
choosing it, and how it is said.

A new setting is an entry of `settings_entry` or `settings_play`, and its field in `TournamentSettings` (or in
`EventOptions`, if the draw needs it). What belongs together and takes several to say is said in
`settings_text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from bot.i18n import Reader
from bot.screens import clocks
from bot.screens.tournaments.choosing import CURES, Choosing, PageName
from bot.screens.tournaments.settings_entry import ENTRY, WORDS_AND_PLACES
from bot.screens.tournaments.settings_play import COURSE, GAME, POINTS_AND_TIES, ROUNDS
from bot.tournaments import setup_choices
from bot.tournaments.model import TournamentSettings
from bot.tournaments.pairing.event import EventOptions
from bot.tournaments.settings import fitted_to_format
from bot.tournaments.setup_choices import Changes, Remedy, stale_choice
from bot.ui import components as ui
from bot.ui.settings import Form, OneOf, SettingsTable, Typed
from games.text import Text, _


def chosen(now: Choosing, what: str, values: Sequence[str]) -> Changes:
    """The fields of the settings that change as that is chosen, from a list or with a button. Refusal if it
    cannot be chosen (any more). Whether all go together is checked by `checked_settings`.
    """
    setting = SETTINGS.named(what)
    try:
        if setting is None:
            raise ValueError(f"nothing to choose: {what}")
        return _kept(now.settings, setting.take(now, what, values))
    except (ValueError, KeyError):
        raise stale_choice() from None


def written(now: Choosing, what: str, typed: Typed) -> Changes:
    """The fields that change with what was typed into the window of that name. Refusal if it cannot be read,
    or there is no such window.
    """
    setting = SETTINGS.typed(what)
    if setting is None:
        raise stale_choice()
    return _kept(now.settings, setting.read(now, what, typed))


def window(now: Choosing, what: str, reader: Reader) -> ui.Modal | None:
    """The window that asks for what has to be typed; None if there is none of that name."""
    setting = SETTINGS.typed(what)
    return None if setting is None else setting.window(now, what, form(now, reader))


def form(now: Choosing, reader: Reader, there: Iterable[int] = ()) -> Form:
    """Where its pages are drawn. `there`: the server's roles and channels."""
    return Form(reader, ("tset", now.id), ("tput", now.id), ("twrite", now.id), frozenset(there))


def page_of(what: str) -> PageName:
    """The page on which that is chosen; the overview if it is nothing that can be."""
    return page_named(SETTINGS.page_of(what))


def page_named(page: str) -> PageName:
    """The page; the overview if there is none of that name."""
    return next((name for name in get_args(PageName) if name == page), "all")


def _kept(now: TournamentSettings, changes: Changes) -> Changes:
    """The changes as `TournamentService.set` takes them: what the draw needs is one field."""
    drawn = {name: value for name, value in changes.items() if name in EventOptions.__struct_fields__}
    kept = {name: value for name, value in changes.items() if name not in drawn}
    if drawn:
        kept["how"] = replace(kept.get("how", now.how), **drawn)
    fitted = fitted_to_format(replace(now, **kept))
    return kept | {
        name: value
        for name in TournamentSettings.__struct_fields__
        if (value := fitted.value(name)) != now.value(name)
    }


# What does not fit


def _remedies(now: Choosing) -> Mapping[Any, Text]:
    found = setup_choices.remedies(now.game, now.settings)
    return {value: _remedy(each, now.settings) for value, each in found.items()}


def _remedy(remedy: Remedy, settings: TournamentSettings) -> Text:
    match remedy.kind:
        case "pace":
            return _("Faster: {pace}", pace=clocks.PACE_NAMES[remedy.changes["pace"].name])
        case "length":
            return _("Another game length: {length}", length=remedy.name or "")
        case "round":
            return _("Longer rounds: {span}", span=clocks.duration(remedy.changes["round_lasts"]))
        case "wait":
            fitting = replace(settings, **remedy.changes)
            wait = clocks.duration(fitting.organisers_hour or fitting.show_up)
            return _("Tables wait less: {span}", span=wait)


SETTINGS = SettingsTable[Choosing, TournamentSettings](
    {
        "entry": ENTRY,
        "game": GAME,
        "rounds": ROUNDS,
        "course": COURSE,
        "points": POINTS_AND_TIES,
        "words": WORDS_AND_PLACES,
        CURES: (
            OneOf(
                "fit",
                _("Choose what fits"),
                _remedies,
                chosen=lambda _now: "",
                brings=lambda now, value: setup_choices.remedies(now.game, now.settings)[value].changes,
                shown=lambda now: not now.start and now.misfit is not None,
            ),
        ),
    }
)
"""In the order in which they stand on their pages, and are said."""
