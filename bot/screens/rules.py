"""The rules as they are played here, a few paragraphs a page. Private, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from bot.screens import parts
from bot.screens.kit import Accent, Screen, TextBlock, block, screen
from bot.words import Reader
from games.contract import AnyGame, Observation, Options, Section
from games.text import _

PAGE = 1500
"""Characters on one page: more is a wall of text on a telephone."""


def rules(
    game: AnyGame,
    options: Options,
    observation: Observation | None,
    page: int,
    reader: Reader,
    table_id: str | None = None,
) -> Screen:
    """One page of the rules, from 0 on, brought into range; `observation`: for the page on this phase."""
    turned = _pages(reader, game.rules(options, observation))
    page = max(0, min(page, len(turned) - 1))
    verb, whose = ("rules", table_id) if table_id else ("rulesof", game.slug)
    return screen(
        Accent.SAND,
        block(parts.title(reader, game.title), most=200),
        block(*turned[page], most=PAGE),
        page_of(reader, page, len(turned)),
        parts.row(
            *parts.turner(reader, verb, whose, page, len(turned), _("Previous page"), _("Next page")),
            parts.hand_button(reader, table_id) if table_id and _plays(observation) else None,
        ),
    )


def _pages(reader: Reader, sections: Iterable[Section]) -> list[list[str]]:
    """Sections in pages: whole where they fit on one, as many as fit."""
    pieces = (piece for part in sections for piece in parts.pages(_paragraphs(reader, part), PAGE))
    return parts.pages(map("\n".join, pieces), PAGE)


def _paragraphs(reader: Reader, part: Section) -> list[str]:
    """The lines, the first with the heading above it: that must not be the last thing on a page."""
    first, *rest = [reader(line) for line in part.lines] or [""]
    return [f"{parts.heading(reader, part.title)}\n{first}".rstrip(), *rest]


def _plays(observation: Observation | None) -> bool:
    return observation is not None and observation.seat is not None


def page_of(reader: Reader, page: int, pages: int) -> TextBlock | None:
    """Which of how many, if there are several; `page` counts from 0."""
    if pages == 1:
        return None
    said = _("Page {page} of {pages}", page=page + 1, pages=pages)
    return block(parts.small(reader(said)), most=100)
