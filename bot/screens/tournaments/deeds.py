"""What can be done at an organiser's desk: what each act is called, what comes of it, what it has to know.

Who or which is chosen so far is spelled in a custom_id: an entrant's id, "round.pod", and for a correction
the places seat by seat, "2.5.21-3": "-" is not chosen yet, 0 a walk-over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.organising import acts
from bot.organising.acts import Act
from bot.organising.tournament import Entry, Tournament
from bot.screens.acting import Choice, Deed, Question, Step
from bot.screens.limits import OPTION, OPTIONS
from bot.screens.tournaments.lines import name_of, placed, pod_name, seated
from bot.tables.refusal import Refusal
from bot.tournaments import running
from bot.tournaments.event import Event, Pod, Result, Round
from bot.words import Reader
from bot.words.harmless import clean, cut
from games.text import Listed, Text, _

LETTER = "t"
LISTS = 4
"""Lists on one screen from which one of many is chosen."""
NOT_CHOSEN = "-"
_PLACES = "0123456789a"
"""A place as one character."""
WHOLE_ROUND = "0"

DEEDS: Mapping[str, Deed] = {
    "begin": Deed(
        _("Begin now"),
        _(
            "The first round is drawn now, with everybody who is in; if the check-in has begun, with those "
            "who have said that they are here. The settings are fixed from then on."
        ),
    ),
    "draw": Deed(_("Draw the next round"), _("The pods of the next round are drawn and published.")),
    "redraw": Deed(
        _("Draw the round anew"), _("The published pods are drawn once more, before their tables open.")
    ),
    "open": Deed(_("Open the tables"), _("The tables of the round that is drawn open now.")),
    "extend": Deed(
        _("Give more time"),
        _("The round, or one pod of it, may last longer, and every move there too."),
        length=True,
    ),
    "pause": Deed(_("Stop all clocks"), _("All clocks stand still, at the tables and between the rounds.")),
    "resume": Deed(_("Let the clocks run"), _("All clocks run again.")),
    "drop": Deed(
        _("Take somebody out"),
        _("They play no further round, and a robot plays on at their table. They keep their points."),
        needs_reason=True,
        grave=True,
    ),
    "disqualify": Deed(
        _("Disqualify somebody"),
        _("They are out and stand below everybody else; a robot plays on at their table."),
        needs_reason=True,
        grave=True,
    ),
    "reinstate": Deed(
        _("Let somebody in again"), _("Whoever was taken out or disqualified plays from the next round on.")
    ),
    "substitute": Deed(
        _("Put a substitute in"),
        _("Somebody else plays on in a player's place, with the points won so far."),
        person=_("Who plays from now on"),
    ),
    "correct": Deed(
        _("Correct a result"),
        _("You say how a pod ended. Rounds whose tables are open already stay as they are."),
        needs_reason=True,
    ),
    "void": Deed(
        _("Declare a table void"),
        _("A pod's table does not count, and is closed. Whoever came gets as much as for a bye."),
        needs_reason=True,
        grave=True,
    ),
    "hand-over": Deed(
        _("Hand the tournament over"),
        _("Somebody else becomes the organiser of this tournament."),
        person=_("Who organises from now on"),
    ),
    "finish": Deed(
        _("End the tournament now"),
        _("The standings as they are become the final ones; rounds still to come are not played."),
        needs_reason=True,
        grave=True,
    ),
    "cancel": Deed(
        _("Cancel the tournament"),
        _("The tournament ends here, nobody wins, and its tables are closed."),
        needs_reason=True,
        grave=True,
    ),
}
"""By the tag of the act. A former result is restored by taking back what was done to it."""

ABOUT_SOMEBODY = ("drop", "disqualify", "reinstate", "substitute")
ABOUT_A_POD = ("extend", "correct", "void")


def possible(tournament: Tournament) -> list[str]:
    """What makes sense now, the likeliest first. The office has the last word."""
    record = tournament.record
    people = ["substitute", "drop", "disqualify"] if record.entries else []
    out = any(entry.state in ("dropped", "disqualified") for entry in record.entries)
    back = ["reinstate"] if out else []
    if tournament.phase == "open":
        return ["begin", *people, *back, "hand-over", "cancel"]
    played = record.event is not None and bool(record.event.rounds)
    if tournament.phase == "over":
        return [*(["correct", "void"] if played else []), "disqualify", *back, "hand-over"]
    if tournament.phase != "running":
        return []
    extendable = ["extend"] if tournament.open_pods() else []
    drawn = ["open", "redraw"] if record.drawn is not None else []
    return [
        *(drawn or (["draw"] if _can_be_drawn(record.event) else [])),
        *extendable,
        "pause" if record.paused is None else "resume",
        *(*people, *back),
        *(["correct", "void"] if played else []),
        *(["finish"] if played and not tournament.open_pods() else []),
        *("hand-over", "cancel"),
    ]


def _can_be_drawn(event: Event | None) -> bool:
    """Whether there is a next round, and nothing is missing that it depends on."""
    if event is None or running.is_over(event):
        return False
    return running.goes_by_fixtures(event) or not running.missing(event)


def deed(kind: str) -> Deed:
    """What it is. Refusal if there is no such thing (any more)."""
    if kind not in DEEDS:
        raise _not_any_more()
    return DEEDS[kind]


def _not_any_more() -> Refusal:
    return Refusal("stale", _("That can no longer be chosen. The organiser's desk shows what there is now."))


# what is chosen so far


@dataclass(frozen=True, slots=True)
class Target:
    """Whom or which pod it is about, as far as that is chosen."""

    entry: Entry | None = None
    round: Round | None = None
    pod: Pod | None = None
    places: str = ""


def target(tournament: Tournament, kind: str, what: str) -> Target:
    """What is spelled in a custom_id or was given with a command. Refusal if there is no such thing there."""
    if not what:
        return Target()
    if kind in ABOUT_SOMEBODY:
        entry = tournament.entry(what)
        if entry is None:
            raise Refusal(
                "gone", _("Nobody of that name is in this tournament. Choose somebody from the list.")
            )
        return Target(entry)
    if kind == "extend" and what == WHOLE_ROUND:
        return Target(round=tournament.running_round)
    if kind not in ABOUT_A_POD:
        raise _not_any_more()
    number, pod, *places = (*what.split("."), "", "")[:3]
    found = _pod(tournament, number, pod)
    if found is None or (kind == "extend" and found[0] != tournament.running_round):
        raise Refusal(
            "gone", _("There is no such pod in this tournament. Choose the round and the pod from the list.")
        )
    return Target(None, *found, places=_checked(places[0], found[1]) or _as_it_counts(tournament, *found))


def typed(tournament: Tournament, kind: str, written: str) -> str:
    """What was written into a command, as the custom_ids have it: a name, "5" for a pod of this round."""
    written = written.strip()
    if kind in ABOUT_SOMEBODY and tournament.entry(written) is None:
        named = [entry for entry in tournament.record.entries if _by_name(entry)[0] == written.casefold()]
        return named[0].id if len(named) == 1 else written
    now = tournament.running_round
    if kind in ABOUT_A_POD and written.isdecimal() and now is not None and written != WHOLE_ROUND:
        return f"{now.number}.{written}"
    return written


def suggestions(tournament: Tournament, kind: str, written: str, reader: Reader) -> list[tuple[str, str]]:
    """Whom or which pod it can be done to, as far as it fits what is written: what to show, and the value."""
    wanted = written.strip().casefold()
    choices = _choices(tournament, kind, "", reader)
    said = [
        (cut(f"{each.label} · {each.more}" if each.more else each.label, OPTION), each.value)
        for each in choices
    ]
    return [(label, value) for label, value in said if wanted in label.casefold()][:OPTIONS]


def _pod(tournament: Tournament, number: str, pod: str) -> tuple[Round, Pod] | None:
    event = tournament.record.event
    pods = [] if event is None else event.pods()
    wanted = (number, pod)
    return next(((one, each) for one, each in pods if (str(one.number), str(each.number)) == wanted), None)


def _checked(places: str, pod: Pod) -> str:
    """The places, if there is one for each seat."""
    known = set(_PLACES[: len(pod.seats) + 1]) | {NOT_CHOSEN}
    return places if len(places) == len(pod.seats) and set(places) <= known else ""


def _as_it_counts(tournament: Tournament, round: Round, pod: Pod) -> str:
    """The places as the pod's result has them now."""
    result = tournament.result_of(round.number, pod.number)
    if result is None or result.void:
        return NOT_CHOSEN * len(pod.seats)
    return "".join(_PLACES[place] for place in result.places)


def answered(tournament: Tournament, kind: str, what: str, key: str, value: str) -> str:
    """What is chosen when `value` was chosen from the list of that key."""
    chosen = target(tournament, kind, what)
    if kind == "correct" and chosen.pod is not None and chosen.round is not None:
        places = list(chosen.places)
        if not (key.isdecimal() and int(key) < len(places) and value in (NOT_CHOSEN, *_PLACES)):
            raise _not_any_more()
        places[int(key)] = value
        return f"{chosen.round.number}.{chosen.pod.number}.{''.join(places)}"
    return value


def act(
    kind: str, chosen: Target, person: int | None = None, name: str = "", seconds: float = 0.0
) -> Act | None:
    """The act itself, when all is chosen; None if something is missing."""
    match kind:
        case "begin":
            return acts.Begin()
        case "draw":
            return acts.Draw()
        case "redraw":
            return acts.Redraw()
        case "open":
            return acts.OpenRound()
        case "pause":
            return acts.Pause()
        case "resume":
            return acts.Resume()
        case "finish":
            return acts.Finish()
        case "cancel":
            return acts.Cancel()
        case "extend" if chosen.round is not None and seconds > 0:
            return acts.Extend(seconds, 0 if chosen.pod is None else chosen.pod.number)
        case "hand-over" if person is not None:
            return acts.HandOver(person, name)
        case "substitute" if chosen.entry is not None and person is not None:
            return acts.Substitute(chosen.entry.id, person, name)
        case "drop" if chosen.entry is not None:
            return acts.Drop(chosen.entry.id)
        case "disqualify" if chosen.entry is not None:
            return acts.Disqualify(chosen.entry.id)
        case "reinstate" if chosen.entry is not None:
            return acts.Reinstate(chosen.entry.id)
        case "void" if chosen.round is not None and chosen.pod is not None:
            return acts.Void(chosen.round.number, chosen.pod.number)
        case "correct" if chosen.round is not None and chosen.pod is not None and _complete(chosen):
            return acts.Correct(
                chosen.round.number, chosen.pod.number, tuple(map(_PLACES.index, chosen.places))
            )
        case _:
            return None


def _complete(chosen: Target) -> bool:
    return bool(chosen.places) and NOT_CHOSEN not in chosen.places


def _is_ready(tournament: Tournament, kind: str, chosen: Target) -> bool:
    """Whether all is chosen that the window does not ask."""
    if kind in ABOUT_SOMEBODY:
        return chosen.entry is not None
    if kind == "correct":
        return _complete(chosen) and not _is_as_it_counts(tournament, chosen)
    return kind not in ABOUT_A_POD or chosen.round is not None


def _is_as_it_counts(tournament: Tournament, chosen: Target) -> bool:
    """Whether nothing would be corrected: that is where the choice of places begins."""
    if chosen.round is None or chosen.pod is None:
        return False
    return chosen.places == _as_it_counts(tournament, chosen.round, chosen.pod)


# the lists to choose from


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
        ready=_is_ready(tournament, kind, chosen),
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
    if not _is_ready(tournament, "correct", chosen):
        return _("Who came where? Equal places are possible.")
    places = tuple(map(_PLACES.index, chosen.places))
    walk_overs = tuple(seat for seat, place in enumerate(places) if not place)
    result = Result(round=0, pod=pod.number, places=places, walk_overs=walk_overs)
    return _("Then it counts like this: {places}", places=Listed(tuple(placed(tournament, pod, result))))


def _choices(tournament: Tournament, kind: str, what: str, reader: Reader) -> list[Choice]:
    if kind in ABOUT_SOMEBODY:
        return [
            Choice(entry.id, reader.plain(_called(entry)), entry.id == what)
            for entry in sorted(_concerned(tournament, kind), key=_by_name)
        ]
    if kind not in ABOUT_A_POD:
        return []
    whole = Choice(WHOLE_ROUND, reader.plain(_("The whole round")), what == WHOLE_ROUND)
    pods = [_pod_choice(tournament, one, pod, what, reader) for one, pod in _pods(tournament, kind)]
    return [whole, *pods] if kind == "extend" else pods


def _called(entry: Entry) -> Text:
    return _("{player}", player=name_of(entry))


def _by_name(entry: Entry) -> tuple[str, str]:
    return clean(entry.name).casefold(), entry.id


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
            _PLACES[place],
            reader.plain(_("{player}: place {place}", player=player, place=place)),
            now == _PLACES[place],
        )
        for place, spelled in enumerate(_PLACES[1 : len(pod.seats) + 1], 1)
    ]
    never = Choice(_PLACES[0], reader.plain(_("{player}: did not come", player=player)), now == _PLACES[0])
    hint = reader.plain(_("The place of {player}", player=player))
    return Question(str(seat), hint, (*places, never))
