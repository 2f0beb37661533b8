"""Who stands where after a round, as far down as fits. Public; a private page shows everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.images.model import MessageImage
from bot.screens.tournaments import pages
from bot.screens.tournaments.announcement import LONGEST_NAME, id_and_organiser, seed
from bot.screens.tournaments.lines import bold, legend, standings_lines
from bot.screens.tournaments.pages import Page
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.standings import Standings
from bot.ui import components as ui
from bot.ui.limits import TEXT
from games.text import Text, _, _n

SHOWN = 32
"""Lines of the public message at most: more than that nobody reads between other chat."""


def standings(
    tournament: Tournament,
    table: Standings,
    number: int,
    reader: Reader,
    pictures: Iterable[MessageImage] = (),
) -> ui.Screen:
    """The public message after so many rounds."""
    heading = title(tournament, number, reader)
    legends = _legend(table[:SHOWN], reader)
    return ui.screen(
        ui.Accent.SAND,
        heading,
        *pictures,
        top(tournament, table, reader, TEXT - ui.text_length(heading, legends)),
        legends,
        ui.rows(
            [
                pages.mine(reader, tournament.id),
                pages.standings(reader, tournament.id, pages.after(number)),
                pages.information(reader, tournament.id),
            ]
        ),
    )


def title(tournament: Tournament, number: int, reader: Reader) -> ui.TextBlock | None:
    """After how many rounds it is so."""
    name = Markup(escape_markdown(tournament.settings.name, LONGEST_NAME))
    said = _n(
        "{name}: standings after {count} round", "{name}: standings after {count} rounds", number, name=name
    )
    return ui.block(ui.heading(reader, said), most=250)


def top(tournament: Tournament, table: Standings, reader: Reader, most: int) -> ui.TextBlock | None:
    """The first lines, as many as fit, and how to see the rest."""
    return ui.block(*_first(list(map(reader, standings_lines(tournament, table))), reader, most), most=most)


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


def _legend(table: Standings, reader: Reader) -> ui.TextBlock | None:
    return ui.block(*(ui.small(reader(each)) for each in legend(table)), most=400)


# The end: who has won, everybody's place, and how all of it can be checked. Public.


def final_standings(
    tournament: Tournament, table: Standings, reader: Reader, pictures: Sequence[MessageImage] = ()
) -> ui.Screen:
    """The final standings."""
    heading = _heading(tournament, reader)
    winners = ui.block(*map(reader, _podium(tournament, table, reader)), most=500)
    legends = ui.block(*(ui.small(reader(each)) for each in legend(table[:SHOWN])), most=400)
    proof = ui.block(*map(ui.small, (*seed(tournament, reader), *map(reader, _CHECK))), most=900)
    foot = id_and_organiser(tournament, reader)
    rest = TEXT - ui.text_length(heading, winners, legends, proof, foot)
    return ui.screen(
        ui.Accent.GOLD,
        heading,
        winners,
        *(pictures or [ui.Separator()]),
        top(tournament, table, reader, rest),
        legends,
        ui.Separator(),
        proof,
        foot,
        ui.rows(
            [
                pages.standings(reader, tournament.id),
                pages.pods(reader, tournament.id),
                pages.to(reader, _("Proof of the draw"), tournament.id, Page("seed")),
                pages.information(reader, tournament.id),
            ]
        ),
    )


_CHECK: Sequence[Text] = (
    _(
        "Every draw and every place follows from the seed, the entrants and the results: /tournament export "
        "hands them out, and whoever has this bot's source can check them with {command}.",
        command=Markup("`tortuga verify-tournament`"),
    ),
    _("Each table has a proof of its own shuffle, on its result."),
)


def _heading(tournament: Tournament, reader: Reader) -> ui.TextBlock | None:
    name = Markup(escape_markdown(tournament.settings.name, LONGEST_NAME))
    event = tournament.record.event
    rounds = 0 if event is None else len(event.rounds)
    told = _n("{game}, {count} round", "{game}, {count} rounds", rounds, game=tournament.game.title)
    return ui.block(ui.title(reader, _("🏆 {name}: the end", name=name)), ui.small(reader(told)), most=300)


def _podium(tournament: Tournament, table: Standings, reader: Reader) -> list[Text]:
    """The winner, and the next two."""
    names = [bold(tournament, line.entrant, reader) for line in table if not line.disqualified][:3]
    if not names:
        return [_("Nobody has won.")]
    said = [_("🥇 {name} has won the tournament. Yo-ho-ho!", name=names[0])]
    if len(names) == 2:
        said.append(_("🥈 {second} is second.", second=names[1]))
    if len(names) == 3:
        said.append(_("🥈 {second} is second and 🥉 {third} third.", second=names[1], third=names[2]))
    return said
