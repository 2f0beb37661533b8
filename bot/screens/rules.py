"""The rules as they are played here: one drawn page, then a few short ones in words. Private."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.ui import components as ui
from games.contract import AnyGame, Game, Observation, Options, Section
from games.text import _

RULES_PAGE = 75
"""Words on one page: with its title and number it fits a telephone's screen."""
LONGEST_PAGE = 1500
"""Characters, whatever a game's words are."""
PAGE_WORDS = _("Previous page"), _("Next page")


def rules_screen(
    game: AnyGame,
    options: Options,
    observation: Observation | None,
    page: int,
    reader: Reader,
    table_id: str | None = None,
    *,
    back: ui.Button | None = None,
    drawn: bool = False,
    picture: MessageImage | None = None,
) -> ui.Screen:
    """One page of the rules, from 0 on, brought into range; `observation`: for the page on this phase.

    `back`: to where one came from. `drawn`: the first page is the `picture` that has it all, if that is
    there; the words follow.
    """
    pages: list[list[str]] = [[]] if drawn else []
    pages += _pages(reader, game.rules(options, observation))
    page = max(0, min(page, len(pages) - 1))
    verb, whose = ("rules", table_id) if table_id else ("rulesof", game.slug)
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, game.title), most=200),
        picture if page == 0 else None,
        ui.block(*pages[page], most=LONGEST_PAGE),
        ui.page_number(reader, page, len(pages)),
        ui.row(
            back,
            *ui.page_buttons(reader, page, len(pages), PAGE_WORDS, verb, whose),
        ),
    )


def draws_reference(game: AnyGame) -> bool:
    """Whether the game has a drawn page of rules."""
    return type(game).reference_picture is not Game.reference_picture


def _pages(reader: Reader, sections: Iterable[Section]) -> list[list[str]]:
    """Sections in pages: as much as fits, a heading never without its first line."""
    pages: list[list[str]] = [[]]
    for piece in (piece for part in sections for piece in _paragraphs(reader, part)):
        page = "\n".join((*pages[-1], piece))
        if pages[-1] and (len(page.split()) > RULES_PAGE or len(page) > LONGEST_PAGE):
            pages.append([])
        pages[-1].append(piece)
    return pages


def _paragraphs(reader: Reader, part: Section) -> list[str]:
    """The lines, the first with the heading above it."""
    first, *rest = [reader(line) for line in part.lines] or [""]
    return [f"{ui.heading(reader, part.title)}\n{first}".rstrip(), *rest]
