"""The end: who has won, everybody's place, and how all of it can be checked. Public."""

from __future__ import annotations

from collections.abc import Sequence

from bot.organising.tournament import Tournament
from bot.pictures.commissions import Illustration
from bot.screens import parts
from bot.screens.kit import Accent, Screen, Separator, TextBlock, block, rows, screen, written
from bot.screens.limits import TEXT
from bot.screens.tournaments import pages
from bot.screens.tournaments.announcement import LONGEST_NAME, id_and_organiser, seed
from bot.screens.tournaments.lines import bold, legend
from bot.screens.tournaments.pages import Page
from bot.screens.tournaments.standings import SHOWN, top
from bot.tournaments.standings import Standings
from bot.words import Markup, Reader
from bot.words.harmless import escaped
from games.text import Text, _, _n


def final(
    tournament: Tournament, table: Standings, reader: Reader, pictures: Sequence[Illustration] = ()
) -> Screen:
    """The final standings."""
    heading = _heading(tournament, reader)
    winners = block(*map(reader, _podium(tournament, table, reader)), most=500)
    legends = block(*(parts.small(reader(each)) for each in legend(table[:SHOWN])), most=400)
    proof = block(*map(parts.small, (*seed(tournament, reader), *map(reader, _CHECK))), most=900)
    foot = id_and_organiser(tournament, reader)
    rest = TEXT - written(heading, winners, legends, proof, foot)
    return screen(
        Accent.GOLD,
        heading,
        winners,
        *(pictures or [Separator()]),
        top(tournament, table, reader, rest),
        legends,
        Separator(),
        proof,
        foot,
        rows(
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


def _heading(tournament: Tournament, reader: Reader) -> TextBlock | None:
    name = Markup(escaped(tournament.settings.name, LONGEST_NAME))
    event = tournament.record.event
    rounds = 0 if event is None else len(event.rounds)
    told = _n("{game}, {count} round", "{game}, {count} rounds", rounds, game=tournament.game.title)
    return block(parts.title(reader, _("🏆 {name}: the end", name=name)), parts.small(reader(told)), most=300)


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
