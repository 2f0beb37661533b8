"""Who stands where: publicly after each round, as far down as fits, and privately to the last line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.organising.tournament import Tournament
from bot.screens import parts
from bot.screens.kit import Accent, Screen, TextBlock, block, rows, screen, written
from bot.screens.limits import TEXT
from bot.screens.rules import page_of
from bot.screens.tournaments import pages
from bot.screens.tournaments.announcement import LONGEST_NAME
from bot.screens.tournaments.lines import legend, standings_lines
from bot.screens.tournaments.pages import Page
from bot.tournaments.standings import Standings
from bot.words import Markup, Reader
from bot.words.harmless import escaped
from games.text import Text, _, _n

SHOWN = 32
"""Lines of the public message at most: more than that nobody reads between other chat."""
PAGE = 1500
"""Characters of lines on one private page: about 25 lines."""


def standings(tournament: Tournament, table: Standings, number: int, reader: Reader) -> Screen:
    """The public message after so many rounds."""
    heading = title(tournament, number, reader)
    legends = _legend(table[:SHOWN], reader)
    return screen(
        Accent.SAND,
        heading,
        top(tournament, table, reader, TEXT - written(heading, legends)),
        legends,
        rows(
            [
                pages.mine(reader, tournament.id),
                pages.standings(reader, tournament.id, pages.after(number)),
                pages.information(reader, tournament.id),
            ]
        ),
    )


def page(tournament: Tournament, table: Standings, number: int, reader: Reader, user: int = 0) -> Screen:
    """A page of all lines, counted from 0. Private; `user`: whose own line is said above."""
    turned = parts.pages(map(reader, standings_lines(tournament, table)), PAGE)
    number = max(0, min(number, len(turned) - 1))
    event = tournament.record.event
    nobody = reader(_("There are no standings before the start."))
    return screen(
        Accent.SAND,
        title(tournament, 0 if event is None else len(event.rounds), reader),
        _mine(tournament, table, reader, user),
        block(*turned[number], most=PAGE) or block(nobody, most=200),
        _legend(table, reader),
        page_of(reader, number, len(turned)),
        rows(pages.turners(reader, tournament.id, Page("standings", 0, number), len(turned))),
    )


def title(tournament: Tournament, number: int, reader: Reader) -> TextBlock | None:
    """After how many rounds it is so."""
    name = Markup(escaped(tournament.settings.name, LONGEST_NAME))
    said = _n(
        "{name}: standings after {count} round", "{name}: standings after {count} rounds", number, name=name
    )
    return block(parts.heading(reader, said), most=250)


def top(tournament: Tournament, table: Standings, reader: Reader, most: int) -> TextBlock | None:
    """The first lines, as many as fit, and how to see the rest."""
    return block(*_first(list(map(reader, standings_lines(tournament, table))), reader, most), most=most)


def _first(told: Sequence[str], reader: Reader, most: int) -> list[str]:
    if len(told) <= SHOWN and len("\n".join(told)) <= most:
        return list(told)
    kept: list[str] = []
    room = most - len(reader(_more(len(told))))
    for line in told[:SHOWN]:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return [*kept, reader(_more(len(told) - len(kept)))]


def _more(count: int) -> Text:
    return _n(
        "…and {count} more: the button Standings shows all.",
        "…and {count} more: the button Standings shows all.",
        count,
    )


def _mine(tournament: Tournament, table: Standings, reader: Reader, user: int) -> TextBlock | None:
    entry = tournament.entry_of(user)
    line = next((line for line in table if entry is not None and line.entrant == entry.id), None)
    if line is None:
        return None
    return block(
        reader(_("You are number {place} of {count}.", place=line.place, count=len(table))), most=200
    )


def _legend(table: Standings, reader: Reader) -> TextBlock | None:
    return block(*(parts.small(reader(each)) for each in legend(table)), most=400)
