"""The pages about a tournament to which Information and its kin lead: the `page` of the verb "tinfo".

Written by whoever shows such a button, read by whoever answers it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

from bot.i18n import Reader
from bot.screens.rules import PAGE_WORDS
from bot.tournaments.model import Tournament
from bot.ui import components as ui
from games.text import Text, _

What: TypeAlias = Literal["about", "mine", "standings", "pods", "hands", "tree", "seed", "log"]
"""Settings; my own results; who stands where; a round's pods; what all made of the same cards; the rounds of
a knock-out; how it is drawn and proved; what was done.
"""

START = "0"
"""The page of the organiser's desk on which it opens."""


class Page(msgspec.Struct, frozen=True):
    """One page. `number` counts from 0 and is brought into range, where there are several.

    `round`: of pods and hands, 0 the latest. Standings are always the newest, whichever round's message led
    there.
    """

    what: What = "about"
    round: int = 0
    number: int = 0

    def __str__(self) -> str:
        """The page as it stands in a custom_id."""
        return f"{self.what}-{self.round}-{self.number}"


ABOUT, MINE, STANDINGS, PODS = Page("about"), Page("mine"), Page("standings"), Page("pods")
TREE = Page("tree")


def after(round: int) -> Page:
    """The standings, from the message that shows them after this round."""
    return Page("standings", round)


def out_after(round: int) -> Page:
    """My own results, from the message that says who was out after this round."""
    return Page("mine", round)


def page_of(spelled: str) -> Page:
    """The page that a custom_id names; ValueError if there is none such."""
    name, *numbers = spelled.split("-")
    what = _WHAT.get(name)
    if what is None or len(numbers) != 2 or not all(each.isascii() and each.isdigit() for each in numbers):
        raise ValueError(f"not a page about a tournament: {spelled}")
    return Page(what, int(numbers[0]), int(numbers[1]))


_WHAT: Mapping[str, What] = {each: each for each in get_args(What)}


def to(reader: Reader, text: Text, tournament: str, page: Page, style: int = ui.SECONDARY) -> ui.Button:
    """A button that leads to the page."""
    return ui.button(reader, text, "tinfo", tournament, str(page), style=style)


def public_page(base: str, tournament: Tournament) -> str:
    """The address of its page for everybody; empty if it has none. `base`: where pages are served."""
    return f"{base}/t/{tournament.id}" if base and tournament.settings.public_page else ""


def join(reader: Reader, tournament: str, style: int = ui.PRIMARY) -> ui.Button:
    """A button that enters whoever presses it for the tournament with this id."""
    return ui.button(reader, _("Join"), "tjoin", tournament, style=style)


def withdraw(reader: Reader, tournament: str) -> ui.Button:
    """The button with which one gives up one's place."""
    return ui.button(reader, _("Withdraw"), "tleave", tournament)


def here(reader: Reader, tournament: str, style: int = ui.PRIMARY) -> ui.Button:
    """A button that checks in whoever presses it for the tournament with this id."""
    return ui.button(reader, _("I am here"), "there", tournament, style=style)


def stand_by(reader: Reader, tournament: str, *, on: bool) -> ui.Button:
    """To be asked to play in somebody else's place, or not any more."""
    text = _("I'd stand in") if on else _("Don't ask me to stand in")
    return ui.button(reader, text, "tstand", tournament, int(on), style=ui.PRIMARY if on else ui.SECONDARY)


def sit_out(reader: Reader, tournament: str, *, on: bool) -> ui.Button:
    """To leave the next round out, or to play it after all."""
    text = _("Sit out a round") if on else _("I can play")
    return ui.button(reader, text, "tsit", tournament, int(on))


def pause(reader: Reader, tournament: str, *, on: bool) -> ui.Button:
    """To be drawn no more in an arena, or again."""
    style = ui.SECONDARY if on else ui.SUCCESS
    return ui.button(reader, _("Pause") if on else _("Back in"), "tsit", tournament, int(on), style=style)


def still_in(reader: Reader, tournament: str, round: int, *, back: bool) -> ui.Button:
    """To say that one plays on after a missed round; or to come back after several."""
    text = _("Count me in again") if back else _("I'm still in")
    return ui.button(reader, text, "tstill", tournament, round, style=ui.SUCCESS)


def information(reader: Reader, tournament: str) -> ui.Button:
    """The button to all there is to know of the tournament."""
    return to(reader, _("Information"), tournament, ABOUT)


def standings(reader: Reader, tournament: str, page: Page = STANDINGS) -> ui.Button:
    """A button that opens a page of the standings of the tournament with this id."""
    return to(reader, _("Standings"), tournament, page)


def pods(reader: Reader, tournament: str, round: int = 0) -> ui.Button:
    """The button to who plays with whom."""
    return to(reader, _("All pods"), tournament, Page("pods", round))


def hands(reader: Reader, tournament: str, round: int = 0) -> ui.Button:
    """The button to what everybody made of the same cards."""
    return to(reader, _("The hands"), tournament, Page("hands", round))


def tree(reader: Reader, tournament: str) -> ui.Button:
    """The button to the rounds of a knock-out."""
    return to(reader, _("The bracket"), tournament, TREE)


def mine(reader: Reader, tournament: str, page: Page = MINE) -> ui.Button:
    """To one's own place, results and next table."""
    return to(reader, _("My tournament"), tournament, page)


def desk(reader: Reader, tournament: str) -> ui.Button:
    """To all that an organiser can do."""
    return ui.button(reader, _("Organiser's desk"), "tdesk", tournament, START)


def again(reader: Reader, tournament: str) -> ui.Button:
    """To set the same up once more."""
    return ui.button(reader, _("Again"), "tagain", tournament)


def repeat(reader: Reader, tournament: Tournament) -> ui.Button:
    """To have it come again by the calendar; to when it does, if it has come so."""
    if tournament.record.recurring:
        return ui.button(reader, _("Recurring"), "recurring", tournament.record.recurring, "show", 0)
    return ui.button(reader, _("Every week"), "trepeat", tournament.id)


def turners(reader: Reader, tournament: str, page: Page, pages: int) -> Sequence[ui.Button]:
    """To the page before and the page after, as far as there are such pages."""
    ways = zip(PAGE_WORDS, (page.number - 1, page.number + 1), strict=True)
    return [
        to(reader, text, tournament, msgspec.structs.replace(page, number=number))
        for text, number in ways
        if 0 <= number < pages
    ]
