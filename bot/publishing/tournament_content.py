"""What a tournament's public messages are, in the server's language: their kinds, pictures and versions."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import msgspec

from bot.i18n import Reader
from bot.images import knockout_drawing, tournament_drawings
from bot.images.model import ImageRequest
from bot.images.requests import record_image
from bot.publishing.message_state import NEVER_OUTDATED
from bot.screens.tournaments import images, information
from bot.tournaments.model import ERASED_USER, Tournament
from bot.tournaments.outbox import ALL_ALONG
from bot.tournaments.pairing.event import Round
from bot.tournaments.pairing.standings import Standings
from bot.tournaments.rounds import is_unseen
from games.text import _

ANNOUNCEMENT, FINAL = "announcement", "final"
SERIES, SEASON = "series", "season"
"""Who leads the season after this tournament, and that an organiser has ended it."""


def round_kind(number: int) -> str:
    """The kind of post that shows a round's pods."""
    return f"round {number}"


def standings_kind(number: int) -> str:
    """The kind of post that shows the standings after a round."""
    return f"standings {number}"


OPEN, ROUND, OVER, TROUBLE = "until-open", "until-round", "until-over", "until-mended"
ACTED, UNSEEN = "acted", "until-seen"
"""Short messages to some people, by when they are superseded and removed; of acts, the latest stays."""


def passing_kind(until: str, mark: object, round: int = 0) -> str:
    """The kind of post of a message that is removed once it is superseded. `round`: the last it concerns."""
    return f"{until} {round} {mark}"


def is_passing(kind: str) -> bool:
    """Whether it is such a message: nothing is drawn on it any more."""
    return kind.split()[0] in (OPEN, ROUND, OVER, TROUBLE, ACTED, UNSEEN)


def is_superseded(tournament: Tournament, kind: str) -> bool:
    """Whether the tournament has gone past what the message says."""
    until, *rest = kind.split()
    match until:
        case "until-open":
            return tournament.phase != "open"
        case "until-round":
            latest = tournament.published[-1].number if tournament.published else 0
            return tournament.phase not in ("open", "running") or latest > int(rest[0])
        case "until-over":
            return tournament.phase not in ("open", "running")
        case "until-mended":
            return not tournament.record.trouble
        case "until-seen":
            return tournament.phase not in ("open", "running") or not is_unseen(tournament)
        case _:
            return False


def round_image(tournament: Tournament, round: Round) -> ImageRequest:
    """The request for the picture of a round: all its pods with who sits there."""
    reader, subject = _image_reader(tournament), f"{tournament.id} round {round.number}"
    return record_image(tournament_drawings.draw_pods, images.pods(tournament, round), reader, subject)


def standings_images(tournament: Tournament, table: Standings, number: int) -> Sequence[ImageRequest]:
    """The standings as they were then; in a knock-out the tree as far as it had grown."""
    reader, subject = _image_reader(tournament), f"{tournament.id} standings {number}"
    title = _("Standings after round {round}", round=number) if number else information.after(tournament)
    shown = images.standings(tournament, table, title)
    drawn = record_image(tournament_drawings.draw_standings, shown, reader, subject)
    return [drawn, *_knockout_images(tournament, table, number)]


def final_image(tournament: Tournament, table: Standings) -> ImageRequest:
    """The request for the picture of the final standings."""
    reader, shown = _image_reader(tournament), images.final(tournament, table)
    return record_image(tournament_drawings.draw_standings, shown, reader, f"{tournament.id} final")


def _image_reader(tournament: Tournament) -> Reader:
    """Everybody on the server, who is told of people by the numbers that the pictures use."""
    return Reader(tournament.record.locale, tournament.game, images.names(tournament))


def _knockout_images(
    tournament: Tournament, table: Standings, until: int | None = None
) -> Sequence[ImageRequest]:
    shown = images.tree(tournament, table, until)
    if shown is None:
        return ()
    subject = f"{tournament.id} tree" if until is None else f"{tournament.id} tree {until}"
    return [record_image(knockout_drawing.draw_knockout, shown, _image_reader(tournament), subject)]


def is_current(tournament: Tournament, kind: str) -> bool:
    """Whether people look at the message for how things stand; else it is history."""
    if kind in (ANNOUNCEMENT, FINAL, SERIES, SEASON):
        return True
    event, drawn = tournament.record.event, tournament.record.drawn
    if drawn is not None and kind == round_kind(drawn.number):
        return True
    if kind == standings_kind(ALL_ALONG):
        return True
    if event is None or not event.rounds or tournament.phase != "running":
        return False
    open_rounds = {round.number for round, _pod in tournament.open_pods()} | {len(event.rounds)}
    return kind == standings_kind(len(event.rounds)) or kind in map(round_kind, open_rounds)


def version(tournament: Tournament, kind: str) -> int:
    """Which revision of its message this is, for storage: history is never outdated by what comes after it.

    But it is another version when a result that it shows is corrected, or somebody in it has had their data
    erased.
    """
    if is_current(tournament, kind):
        return tournament.revision
    event = tournament.record.event
    number = int(kind.split()[1])
    results = () if event is None else tuple(each for each in event.results if each.round <= number)
    former = tuple(entry.id for entry in tournament.record.entries if entry.user == ERASED_USER)
    return NEVER_OUTDATED + crc32(msgspec.json.encode((results, former)))
