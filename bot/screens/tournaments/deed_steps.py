"""The lists from which an organiser chooses whom or which pod an act is about, and what is chosen so far."""

from __future__ import annotations

from collections.abc import Sequence

from bot.organising.tournament import Entry, Tournament
from bot.screens.acting import Choice, Question, Step
from bot.screens.limits import OPTION, OPTIONS
from bot.screens.tournaments.deeds import LETTER, deed
from bot.screens.tournaments.lines import name_of, placed, pod_name, seated
from bot.screens.tournaments.targets import (
    ABOUT_A_POD,
    ABOUT_SOMEBODY,
    PLACES,
    WHOLE_ROUND,
    Target,
    by_name,
    is_ready,
    target,
)
from bot.tournaments.event import Pod, Result, Round
from bot.words import Reader
from bot.words.harmless import cut
from games.text import Listed, Text, _

LISTS = 4
"""Lists on one screen from which one of many is chosen."""


def suggestions(tournament: Tournament, kind: str, written: str, reader: Reader) -> list[tuple[str, str]]:
    """Whom or which pod it can be done to, as far as it fits what is written: what to show, and the value."""
    wanted = written.strip().casefold()
    choices = _choices(tournament, kind, "", reader)
    said = [
        (cut(f"{each.label} · {each.more}" if each.more else each.label, OPTION), each.value)
        for each in choices
    ]
    return [(label, value) for label, value in said if wanted in label.casefold()][:OPTIONS]


def step(tournament: Tournament, kind: str, what: str, page: int, reader: Reader) -> Step:
    """How far the choice has come. Refusal if what is chosen is not there."""
    asked, chosen = deed(kind), target(tournament, kind, what)
    choices = _choices(tournament, kind, what, reader)
    on_a_page = OPTIONS * LISTS
    pages = max(1, -(-len(choices) // on_a_page))
    page = max(0, min(page, pages - 1))
    shown = choices[page * on_a_page : (page + 1) * on_a_page]
    questions = [_question(shown[at : at + OPTIONS], at, reader) for at in range(0, len(shown), OPTIONS)]
    if kind == "correct" and chosen.pod is not None:
        questions, pages, page = _places(tournament, chosen, reader), 1, 0
    return Step(
        *(LETTER, tournament.id, kind, what, asked),
        about=tuple(_about(tournament, kind, chosen)),
        questions=tuple(questions),
        ready=is_ready(tournament, kind, chosen),
        page=page,
        pages=pages,
    )


def _question(choices: Sequence[Choice], key: int, reader: Reader) -> Question:
    first, last = choices[0].label, choices[-1].label
    hint = _("From {first} to {last}", first=first, last=last)
    return Question(str(key), reader.plain(hint), choices)


def _about(tournament: Tournament, kind: str, chosen: Target) -> list[Text]:
    if chosen.entry is not None:
        return [_("Chosen: {player}", player=name_of(chosen.entry))]
    if chosen.round is None:
        return []
    if chosen.pod is None:
        return [_("Chosen: the whole round {round}", round=chosen.round.number)]
    return [
        _(
            "Chosen: round {round}, {pod}, with {players}",
            round=chosen.round.number,
            pod=pod_name(chosen.pod),
            players=seated(tournament, chosen.pod),
        ),
        *([_came(tournament, chosen.pod, chosen)] if kind == "correct" else []),
    ]


def _came(tournament: Tournament, pod: Pod, chosen: Target) -> Text:
    """What is asked, or the new result in words as soon as there is one."""
    if not is_ready(tournament, "correct", chosen):
        return _("Who came where? Equal places are possible.")
    places = tuple(map(PLACES.index, chosen.places))
    walk_overs = tuple(seat for seat, place in enumerate(places) if not place)
    result = Result(round=0, pod=pod.number, places=places, walk_overs=walk_overs)
    return _("Then it counts like this: {places}", places=Listed(tuple(placed(tournament, pod, result))))


def _choices(tournament: Tournament, kind: str, what: str, reader: Reader) -> list[Choice]:
    if kind in ABOUT_SOMEBODY:
        return [
            Choice(entry.id, reader.plain(_called(entry)), entry.id == what)
            for entry in sorted(_concerned(tournament, kind), key=by_name)
        ]
    if kind not in ABOUT_A_POD:
        return []
    whole = Choice(WHOLE_ROUND, reader.plain(_("The whole round")), what == WHOLE_ROUND)
    pods = [_pod_choice(tournament, one, pod, what, reader) for one, pod in _pods(tournament, kind)]
    return [whole, *pods] if kind == "extend" else pods


def _called(entry: Entry) -> Text:
    return _("{player}", player=name_of(entry))


def _concerned(tournament: Tournament, kind: str) -> list[Entry]:
    """Those to whom that can be done."""
    states = {"drop": ("in", "waiting"), "substitute": ("in",), "disqualify": ("in", "dropped")}
    wanted = states.get(kind, ("dropped", "disqualified"))
    return [entry for entry in tournament.record.entries if entry.state in wanted]


def _pods(tournament: Tournament, kind: str) -> list[tuple[Round, Pod]]:
    """The pods to which that can be done, the latest round first."""
    if kind == "extend":
        now = tournament.running_round
        return [(one, pod) for one, pod in tournament.open_pods() if one == now]
    event = tournament.record.event
    pods = [] if event is None else list(event.pods())
    return sorted(pods, key=lambda each: (-each[0].number, each[1].number))


def _pod_choice(tournament: Tournament, round: Round, pod: Pod, what: str, reader: Reader) -> Choice:
    value = f"{round.number}.{pod.number}"
    name = _("Round {round}, {pod}", round=round.number, pod=pod_name(pod))
    players = _("With {players}", players=seated(tournament, pod))
    chosen = ".".join(what.split(".")[:2]) == value
    return Choice(value, reader.plain(name), chosen, reader.plain(players))


def _places(tournament: Tournament, chosen: Target, reader: Reader) -> list[Question]:
    """A list for each seat of the pod. Each says whose it is in each of its options."""
    pod = chosen.pod
    return (
        []
        if pod is None
        else [_of_seat(tournament, pod, seat, chosen.places[seat], reader) for seat in range(len(pod.seats))]
    )


def _of_seat(tournament: Tournament, pod: Pod, seat: int, now: str, reader: Reader) -> Question:
    player = seated(tournament, pod).items[seat]
    places = [
        Choice(
            PLACES[place],
            reader.plain(_("{player}: place {place}", player=player, place=place)),
            now == PLACES[place],
        )
        for place, spelled in enumerate(PLACES[1 : len(pod.seats) + 1], 1)
    ]
    never = Choice(PLACES[0], reader.plain(_("{player}: did not come", player=player)), now == PLACES[0])
    hint = reader.plain(_("The place of {player}", player=player))
    return Question(str(seat), hint, (*places, never))
