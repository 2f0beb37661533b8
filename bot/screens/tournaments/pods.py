"""A round: who sits in which pod, where their tables stand, and who came where as results come in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.images.model import MessageImage
from bot.screens.clocks import Unix
from bot.screens.tournaments import lines, pages, progress
from bot.screens.tournaments.announcement import LONGEST_NAME
from bot.tournaments.model import Tournament, commitments_digest, pod_commitments
from bot.tournaments.pairing.event import Pod, Round, Stage
from bot.ui import components as ui
from bot.ui.limits import TEXT
from games.text import Text, Value, _, _n

PodLinks = Mapping[int, str]
"""Where the tables of a round's pods stand, by the pods' numbers."""


def pods(
    tournament: Tournament,
    round: Round,
    reader: Reader,
    pictures: Iterable[MessageImage] = (),
    *,
    unix: Unix,
    tables: PodLinks,
) -> ui.Screen:
    """The public message of a round, when it is drawn, while it is played and when it is over."""
    heading = _heading(tournament, round, reader)
    going_on = _going_on(tournament, round, reader, unix)
    byes = _byes(tournament, round, reader)
    sealed = _sealed(tournament, round, reader)
    rest = TEXT - ui.text_length(heading, going_on, byes, sealed)
    return ui.screen(
        ui.Accent.GREY if _is_over(tournament, round) else ui.Accent.NAVY,
        heading,
        *pictures,
        going_on,
        _as_many_as_fit(tournament, round, reader, tables, rest),
        byes,
        sealed,
        ui.rows(
            [
                pages.mine(reader, tournament.id),
                pages.pods(reader, tournament.id, round.number),
                pages.standings(reader, tournament.id),
                pages.information(reader, tournament.id),
            ]
        ),
    )


def called_off(tournament: Tournament, number: int, reader: Reader) -> ui.Screen:
    """In place of a round that was published, and is not played as it was."""
    said = _("What was drawn for this round does not hold any more. The announcement says how it goes on.")
    return ui.screen(
        ui.Accent.GREY,
        ui.block(_named(tournament, number, reader), reader(said), most=500),
        ui.row(pages.mine(reader, tournament.id), pages.information(reader, tournament.id)),
    )


def _named(tournament: Tournament, number: int, reader: Reader) -> str:
    name = Markup(escape_markdown(tournament.settings.name, LONGEST_NAME))
    return ui.heading(reader, _("{name}: round {round}", name=name, round=number))


def round_of(tournament: Tournament, number: int) -> Round | None:
    """A round that is published; None if there is none of that number."""
    event, drawn = tournament.record.event, tournament.record.drawn
    published = (*(() if event is None else event.rounds), drawn)
    return next((one for one in published if one is not None and one.number == number), None)


def _heading(tournament: Tournament, round: Round, reader: Reader) -> ui.TextBlock | None:
    return ui.block(
        _named(tournament, round.number, reader),
        ui.small(reader(stage(tournament, round))),
        ui.small(
            reader(
                _(
                    "This is draw number {draw} of the round: something changed before its tables opened.",
                    draw=round.draw + 1,
                )
            )
        )
        if round.draw
        else None,
        most=450,
    )


def stage(tournament: Tournament, round: Round) -> Text:
    """Which round it is, of how many."""
    event = tournament.record.event
    rounds = round.number if event is None else max(round.number, progress.rounds_in_all(event))
    match round.stage:
        case Stage.FINAL:
            return _("The final")
        case Stage.GROUPS:
            return _("Groups, round {round} of {rounds}", round=round.number, rounds=rounds)
        case Stage.KNOCK_OUT:
            return _("Knock-out, round {round} of {rounds}", round=round.number, rounds=rounds)
        case Stage.SWISS | Stage.ALL_PLAY_ALL:
            return _("Round {round} of {rounds} of the tournament", round=round.number, rounds=rounds)


def _is_drawn(tournament: Tournament, round: Round) -> bool:
    drawn = tournament.record.drawn
    return drawn is not None and drawn.number == round.number


def _is_over(tournament: Tournament, round: Round) -> bool:
    return not _is_drawn(tournament, round) and not _still(tournament, round)


def _still(tournament: Tournament, round: Round) -> int:
    return sum(one.number == round.number for one, _pod in tournament.open_pods())


def _going_on(tournament: Tournament, round: Round, reader: Reader, unix: Unix) -> ui.TextBlock | None:
    said: list[Text] = []
    if tournament.phase == "cancelled":
        said.append(_("⚓ The tournament was cancelled."))
    elif _is_drawn(tournament, round):
        said.append(progress.opening(tournament, unix))
        said.append(_("Each table has a thread of its own: when it opens you are told there, once."))
    elif still := _still(tournament, round):
        said.append(
            _n("⚔️ {count} pod is still playing.", "⚔️ {count} pods are still playing.", still),
        )
        said += progress.time_up(tournament, unix)
    else:
        said.append(_("🏁 All results of this round are in."))
    return ui.block(*map(reader, said), most=350)


def _byes(tournament: Tournament, round: Round, reader: Reader) -> ui.TextBlock | None:
    told = lines.byes_line(tournament, round.byes)
    return None if told is None else ui.block(reader(told), most=400)


def _sealed(tournament: Tournament, round: Round, reader: Reader) -> ui.TextBlock | None:
    """One fingerprint for the shuffles of all tables, so that none can be changed after this message."""
    sealed = pod_commitments(tournament, round.number)
    if not sealed:
        return None
    said = _(
        "🔏 The shuffle of each table is fixed; its fingerprint stands on the table's card. "
        "The fingerprint of them all (SHA-256):"
    )
    return ui.block(ui.small(reader(said)), ui.small(f"`{commitments_digest(sealed)}`"), most=400)


def _as_many_as_fit(
    tournament: Tournament, round: Round, reader: Reader, tables: PodLinks, most: int
) -> ui.TextBlock | None:
    """All pods with links; if those are too many without links where it is over, then without any at all."""
    playing = {
        pod.number: link
        for pod in round.pods
        if (link := tables.get(pod.number)) and not _ended(tournament, round, pod)
    }
    for links in (tables, playing, {}):
        told = _told(tournament, round, reader, links)
        if len("\n".join(told)) <= most:
            return ui.block(*told, most=most)
    more = reader(_("…and more pods than there is room for: All pods shows them."))
    kept: list[str] = []
    room = most - len(more)
    for line in told:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return ui.block(*kept, more, most=most)


def _ended(tournament: Tournament, round: Round, pod: Pod) -> bool:
    return tournament.result_of(round.number, pod.number) is not None


def _told(tournament: Tournament, round: Round, reader: Reader, tables: PodLinks) -> list[str]:
    """The pods one after another."""
    told: list[str] = []
    for pod in round.pods:
        name = _linked(lines.pod_name(pod), tables.get(pod.number), reader)
        result = tournament.result_of(round.number, pod.number)
        told.append(reader(lines.pod_line(tournament, pod, result, name)))
    return told


def _linked(name: Text, link: str | None, reader: Reader) -> Value:
    bold = ui.strong(reader, name)
    return Markup(bold if link is None else f"[{bold}]({link})")
