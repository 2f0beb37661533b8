"""Lists of tournaments: those of a server, and which of them is meant. Private."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Markup, Reader
from bot.screens import clocks
from bot.screens.tournaments import pages
from bot.tournaments.model import Tournament
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS
from games.text import Text, _, _n

MOST = 10
"""Shown on one screen: three components each."""
_LONGEST_ENTRY = 370


def tournaments(there: Sequence[Tournament], user: int, reader: Reader) -> ui.Screen:
    """The tournaments of a server, open ones first, each with the way to it."""
    if not there:
        nothing = _(
            "There has been no tournament on this server yet. Organisers announce one with "
            "/tournament create."
        )
        return ui.screen(ui.Accent.SAND, ui.block(reader(nothing), most=300))
    order = sorted(there, key=lambda each: each.phase not in ("open", "running"))
    more = len(order) - MOST
    left_out = _n(
        "{count} more tournament is not shown. /tournament show finds it by name.",
        "{count} more tournaments are not shown. /tournament show finds them by name.",
        more,
    )
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Tournaments on this server")), most=200),
        [_entry(each, user, reader.about(each.game)) for each in order[:MOST]],
        ui.block(ui.small(reader(left_out)), most=200) if more > 0 else None,
    )


def _entry(tournament: Tournament, user: int, reader: Reader) -> ui.ButtonSection:
    title = _("{tournament}: {game}", tournament=tournament.settings.name, game=tournament.game.title)
    where = _("In {channel}", channel=Markup(f"<#{tournament.channel}>"))
    text = ui.block(
        ui.strong(reader, title), reader(state(tournament)), reader(where), most=_LONGEST_ENTRY
    ) or ui.TextBlock(tournament.id)
    entered = tournament.entry_of(user) is not None
    if entered:
        way = pages.mine(reader, tournament.id)
    elif tournament.phase == "open":
        way = pages.join(reader, tournament.id)
    else:
        way = pages.information(reader, tournament.id)
    return ui.ButtonSection((text,), way)


def state(tournament: Tournament) -> Text:
    """How far it has come, in one sentence."""
    people, settings = len(tournament.playing), tournament.settings
    match tournament.phase:
        case "open" if settings.starts is None:
            return _n(
                "{count} entrant so far; it starts when the organiser says so.",
                "{count} entrants so far; it starts when the organiser says so.",
                people,
            )
        case "open":
            when = clocks.relative_time(settings.starts or 0.0)
            return _n(
                "{count} entrant so far; it starts {when}.",
                "{count} entrants so far; it starts {when}.",
                people,
                when=when,
            )
        case "running":
            one = tournament.record.drawn or tournament.running_round
            return _n(
                "Round {round}, with {count} entrant",
                "Round {round}, with {count} entrants",
                people,
                round=1 if one is None else one.number,
            )
        case "over":
            return _n("Over, with {count} entrant", "Over, with {count} entrants", people)
        case "cancelled":
            return _("Cancelled")


def which(what: str, question: Text, there: Sequence[Tournament], reader: Reader) -> ui.Screen:
    """Asks which of the tournaments is meant: the first ones. `what` goes on with the one chosen."""
    more = len(there) - OPTIONS
    left_out = _n(
        "{count} more tournament is not in this list. Name it in the command instead.",
        "{count} more tournaments are not in this list. Name the one you mean in the command instead.",
        more,
    )
    options = (_option(each, reader.about(each.game)) for each in there)
    return ui.screen(
        ui.Accent.SAND,
        ui.block(reader(question), most=300),
        ui.select(reader, custom_ids.encode("whicht", what), _("Choose a tournament"), options),
        ui.block(ui.small(reader(left_out)), most=200) if more > 0 else None,
    )


def _option(tournament: Tournament, reader: Reader) -> ui.Option:
    name = _("{tournament}: {game}", tournament=tournament.settings.name, game=tournament.game.title)
    return ui.option(reader, name, tournament.id, _stage(tournament))


def _stage(tournament: Tournament) -> Text:
    """The same for where no time can be told."""
    people = len(tournament.playing)
    if tournament.phase == "open":
        return _n("{count} entrant so far", "{count} entrants so far", people)
    return state(tournament)
