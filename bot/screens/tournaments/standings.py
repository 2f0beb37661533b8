"""Who stands where after a round, as far down as fits. Public; a private page shows everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.organising.tournament import Tournament
from bot.pictures.commissions import Illustration
from bot.screens import parts
from bot.screens.kit import Accent, Screen, TextBlock, block, rows, screen, written
from bot.screens.limits import TEXT
from bot.screens.tournaments import pages
from bot.screens.tournaments.announcement import LONGEST_NAME
from bot.screens.tournaments.lines import legend, standings_lines
from bot.tournaments.standings import Standings
from bot.words import Markup, Reader
from bot.words.harmless import escaped
from games.text import Text, _n

SHOWN = 32
"""Lines of the public message at most: more than that nobody reads between other chat."""


def standings(
    tournament: Tournament,
    table: Standings,
    number: int,
    reader: Reader,
    pictures: Iterable[Illustration] = (),
) -> Screen:
    """The public message after so many rounds."""
    heading = title(tournament, number, reader)
    legends = _legend(table[:SHOWN], reader)
    return screen(
        Accent.SAND,
        heading,
        *pictures,
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


def _legend(table: Standings, reader: Reader) -> TextBlock | None:
    return block(*(parts.small(reader(each)) for each in legend(table)), most=400)
