"""The rules as they are played here, a few paragraphs a page. Private, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from bot.screens import parts
from bot.screens.kit import Accent, Screen, block, screen
from bot.words import Reader
from games.contract import AnyGame, Observation, Options, Section
from games.text import Text, _

PAGE = 3000
"""Characters on one page: more is tiring to read, and Discord takes no more than 4000 on a screen."""


def rules(
    game: AnyGame,
    options: Options,
    observation: Observation | None,
    page: int,
    reader: Reader,
    table_id: str | None = None,
) -> Screen:
    """One page of the rules, from 0 on, brought into range; `observation`: for the page on this phase."""
    turned = parts.pages(_paragraphs(reader, game.rules(options, observation)), PAGE)
    page = max(0, min(page, len(turned) - 1))
    verb, whose = ("rules", table_id) if table_id else ("rulesof", game.slug)
    return screen(
        Accent.SAND,
        block(parts.title(reader, game.title), most=200),
        block(*turned[page], most=PAGE),
        block(parts.small(reader(page_of(page, len(turned)))), most=100),
        parts.row(
            *parts.turner(reader, verb, whose, page, len(turned), _("Previous page"), _("Next page")),
            parts.hand_button(reader, table_id) if table_id and observation is not None else None,
        ),
    )


def _paragraphs(reader: Reader, sections: Iterable[Section]) -> list[str]:
    """Lines with a heading before each section; a heading stays with the first line under it."""
    paragraphs: list[str] = []
    for part in sections:
        heading = parts.heading(reader, part.title)
        first, *rest = [reader(line) for line in part.lines] or [""]
        paragraphs += [f"{heading}\n{first}".rstrip(), *rest]
    return paragraphs


def page_of(page: int, pages: int) -> Text:
    """Which of how many; `page` counts from 0."""
    return _("Page {page} of {pages}", page=page + 1, pages=pages)
