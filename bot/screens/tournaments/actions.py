"""Whom or which pod an organiser's act is about, as far as that is chosen.

It is spelled in a custom_id: an entrant's id, "round.pod", and for a correction the places seat by seat,
"2.5.21-3": "-" is not chosen yet, 0 a walk-over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.i18n import Reader
from bot.i18n.sanitising import sanitise, truncate
from bot.refusal import Refusal
from bot.screens.admin_actions import ActionInfo, ActionStep, Choice, ChoiceList
from bot.screens.tournaments.lines import name_of, placed, pod_name, seated
from bot.tournaments.actions import definitions
from bot.tournaments.actions.definitions import AdminAction
from bot.tournaments.formats import engine
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import Event, Pod, Result, Round
from bot.ui.limits import OPTION, OPTIONS
from games.text import Listed, Text, _

NOT_CHOSEN = "-"
PLACES = "0123456789a"
"""A place as one character."""
WHOLE_ROUND = "0"
ABOUT_SOMEBODY = ("drop", "disqualify", "reinstate", "substitute")
ABOUT_A_POD = ("extend", "correct", "void")


def no_longer_possible() -> Refusal:
    """Said to whoever presses what an older screen offered."""
    return Refusal("stale", _("That can no longer be chosen. The organiser's desk shows what there is now."))


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
        raise no_longer_possible()
    number, pod, *places = (*what.split("."), "", "")[:3]
    found = _pod_named(tournament, number, pod)
    if found is None or (kind == "extend" and found[0] != tournament.running_round):
        raise Refusal(
            "gone", _("There is no such pod in this tournament. Choose the round and the pod from the list.")
        )
    return Target(
        None, *found, places=_checked_places(places[0], found[1]) or _as_it_counts(tournament, *found)
    )


def target_from_typed(tournament: Tournament, kind: str, written: str) -> str:
    """What was written into a command, as the custom_ids have it: a name, "5" for a pod of this round."""
    written = written.strip()
    if kind in ABOUT_SOMEBODY and tournament.entry(written) is None:
        named = [entry for entry in tournament.record.entries if by_name(entry)[0] == written.casefold()]
        return named[0].id if len(named) == 1 else written
    now = tournament.running_round
    if kind in ABOUT_A_POD and written.isdecimal() and now is not None and written != WHOLE_ROUND:
        return f"{now.number}.{written}"
    return written


def _pod_named(tournament: Tournament, number: str, pod: str) -> tuple[Round, Pod] | None:
    event = tournament.record.event
    pods = [] if event is None else event.pods()
    wanted = (number, pod)
    return next(((one, each) for one, each in pods if (str(one.number), str(each.number)) == wanted), None)


def _checked_places(places: str, pod: Pod) -> str:
    """The places, if there is one for each seat."""
    known = set(PLACES[: len(pod.seats) + 1]) | {NOT_CHOSEN}
    return places if len(places) == len(pod.seats) and set(places) <= known else ""


def _as_it_counts(tournament: Tournament, round: Round, pod: Pod) -> str:
    """The places as the pod's result has them now."""
    result = tournament.result_of(round.number, pod.number)
    if result is None or result.void:
        return NOT_CHOSEN * len(pod.seats)
    return "".join(PLACES[place] for place in result.places)


def target_after_choice(tournament: Tournament, kind: str, what: str, key: str, value: str) -> str:
    """What is chosen when `value` was chosen from the list of that key."""
    chosen = target(tournament, kind, what)
    if kind == "correct" and chosen.pod is not None and chosen.round is not None:
        places = list(chosen.places)
        if not (key.isdecimal() and int(key) < len(places) and value in (NOT_CHOSEN, *PLACES)):
            raise no_longer_possible()
        places[int(key)] = value
        return f"{chosen.round.number}.{chosen.pod.number}.{''.join(places)}"
    return value


def has_all_places(chosen: Target) -> bool:
    """Whether each seat has its place."""
    return bool(chosen.places) and NOT_CHOSEN not in chosen.places


def is_ready(tournament: Tournament, kind: str, chosen: Target) -> bool:
    """Whether all is chosen that the window does not ask."""
    if kind in ABOUT_SOMEBODY:
        return chosen.entry is not None
    if kind == "correct":
        return has_all_places(chosen) and not _is_as_it_counts(tournament, chosen)
    return kind not in ABOUT_A_POD or chosen.round is not None


def _is_as_it_counts(tournament: Tournament, chosen: Target) -> bool:
    """Whether nothing would be corrected: that is where the choice of places begins."""
    if chosen.round is None or chosen.pod is None:
        return False
    return chosen.places == _as_it_counts(tournament, chosen.round, chosen.pod)


def by_name(entry: Entry) -> tuple[str, str]:
    """To sort by; the name as it is compared comes first."""
    return sanitise(entry.name).casefold(), entry.id


# What can be done at an organiser's desk: what each act is called, what comes of it, what it has to know.


LETTER = "t"

ACTIONS: Mapping[str, ActionInfo] = {
    "begin": ActionInfo(
        _("Begin now"),
        _(
            "The first round is drawn now, with everybody who is in; if the check-in has begun, with those "
            "who have said that they are here. The settings are fixed from then on."
        ),
    ),
    "draw": ActionInfo(_("Draw the next round"), _("The pods of the next round are drawn and published.")),
    "redraw": ActionInfo(
        _("Draw the round anew"), _("The published pods are drawn once more, before their tables open.")
    ),
    "open": ActionInfo(_("Open the tables"), _("The tables of the round that is drawn open now.")),
    "extend": ActionInfo(
        _("Give more time"),
        _("The round, or one pod of it, may last longer, and every move there too."),
        length=True,
    ),
    "pause": ActionInfo(
        _("Stop all clocks"), _("All clocks stand still, at the tables and between the rounds.")
    ),
    "resume": ActionInfo(_("Let the clocks run"), _("All clocks run again.")),
    "drop": ActionInfo(
        _("Take somebody out"),
        _("They play no further round, and a robot plays on at their table. They keep their points."),
        needs_reason=True,
        grave=True,
    ),
    "disqualify": ActionInfo(
        _("Disqualify somebody"),
        _("They are out and stand below everybody else; a robot plays on at their table."),
        needs_reason=True,
        grave=True,
    ),
    "reinstate": ActionInfo(
        _("Let somebody in again"), _("Whoever was taken out or disqualified plays from the next round on.")
    ),
    "substitute": ActionInfo(
        _("Put a substitute in"),
        _("Somebody else plays on in a player's place, with the points won so far."),
        person=_("Who plays from now on"),
    ),
    "correct": ActionInfo(
        _("Correct a result"),
        _("You say how a pod ended. Rounds whose tables are open already stay as they are."),
        needs_reason=True,
    ),
    "void": ActionInfo(
        _("Declare a table void"),
        _("A pod's table does not count, and is closed. Whoever came gets as much as for a bye."),
        needs_reason=True,
        grave=True,
    ),
    "hand-over": ActionInfo(
        _("Hand the tournament over"),
        _("Somebody else becomes the organiser of this tournament."),
        person=_("Who organises from now on"),
    ),
    "finish": ActionInfo(
        _("End the tournament now"),
        _("The standings as they are become the final ones; rounds still to come are not played."),
        needs_reason=True,
        grave=True,
    ),
    "cancel": ActionInfo(
        _("Cancel the tournament"),
        _("The tournament ends here, nobody wins, and its tables are closed."),
        needs_reason=True,
        grave=True,
    ),
}
"""By the tag of the act. A former result is restored by taking back what was done to it."""


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
    if event is None or engine.is_over(event):
        return False
    return engine.goes_by_fixtures(event) or not engine.missing(event)


def action_info(kind: str) -> ActionInfo:
    """What it is. Refusal if there is no such thing (any more)."""
    if kind not in ACTIONS:
        raise no_longer_possible()
    return ACTIONS[kind]


def build_action(
    kind: str, chosen: Target, person: int | None = None, name: str = "", seconds: float = 0.0
) -> AdminAction | None:
    """The act itself, when all is chosen; None if something is missing."""
    match kind:
        case "begin":
            return definitions.Begin()
        case "draw":
            return definitions.Draw()
        case "redraw":
            return definitions.Redraw()
        case "open":
            return definitions.OpenRound()
        case "pause":
            return definitions.Pause()
        case "resume":
            return definitions.Resume()
        case "finish":
            return definitions.Finish()
        case "cancel":
            return definitions.Cancel()
        case "extend" if chosen.round is not None and seconds > 0:
            return definitions.Extend(seconds, 0 if chosen.pod is None else chosen.pod.number)
        case "hand-over" if person is not None:
            return definitions.HandOver(person, name)
        case "substitute" if chosen.entry is not None and person is not None:
            return definitions.Substitute(chosen.entry.id, person, name)
        case "drop" if chosen.entry is not None:
            return definitions.Drop(chosen.entry.id)
        case "disqualify" if chosen.entry is not None:
            return definitions.Disqualify(chosen.entry.id)
        case "reinstate" if chosen.entry is not None:
            return definitions.Reinstate(chosen.entry.id)
        case "void" if chosen.round is not None and chosen.pod is not None:
            return definitions.Void(chosen.round.number, chosen.pod.number)
        case "correct" if chosen.round is not None and chosen.pod is not None and has_all_places(chosen):
            return definitions.Correct(
                chosen.round.number, chosen.pod.number, tuple(map(PLACES.index, chosen.places))
            )
        case _:
            return None


# The lists from which an organiser chooses whom or which pod an act is about, and what is chosen so far.


LISTS = 4
"""Lists on one screen from which one of many is chosen."""


def suggestions(tournament: Tournament, kind: str, written: str, reader: Reader) -> list[tuple[str, str]]:
    """Whom or which pod it can be done to, as far as it fits what is written: what to show, and the value."""
    wanted = written.strip().casefold()
    choices = _choices(tournament, kind, "", reader)
    said = [
        (truncate(f"{each.label} · {each.more}" if each.more else each.label, OPTION), each.value)
        for each in choices
    ]
    return [(label, value) for label, value in said if wanted in label.casefold()][:OPTIONS]


def step(tournament: Tournament, kind: str, what: str, page: int, reader: Reader) -> ActionStep:
    """How far the choice has come. Refusal if what is chosen is not there."""
    asked, chosen = action_info(kind), target(tournament, kind, what)
    choices = _choices(tournament, kind, what, reader)
    on_a_page = OPTIONS * LISTS
    pages = max(1, -(-len(choices) // on_a_page))
    page = max(0, min(page, pages - 1))
    shown = choices[page * on_a_page : (page + 1) * on_a_page]
    questions = [_question(shown[at : at + OPTIONS], at, reader) for at in range(0, len(shown), OPTIONS)]
    if kind == "correct" and chosen.pod is not None:
        questions, pages, page = _places(tournament, chosen, reader), 1, 0
    return ActionStep(
        *(LETTER, tournament.id, kind, what, asked),
        about=tuple(_concerned_in_words(tournament, kind, chosen)),
        questions=tuple(questions),
        ready=is_ready(tournament, kind, chosen),
        page=page,
        pages=pages,
    )


def _question(choices: Sequence[Choice], key: int, reader: Reader) -> ChoiceList:
    first, last = choices[0].label, choices[-1].label
    hint = _("From {first} to {last}", first=first, last=last)
    return ChoiceList(str(key), reader.plain(hint), choices)


def _concerned_in_words(tournament: Tournament, kind: str, chosen: Target) -> list[Text]:
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
    pods = [_pod_choice(tournament, one, pod, what, reader) for one, pod in _pod_choices(tournament, kind)]
    return [whole, *pods] if kind == "extend" else pods


def _called(entry: Entry) -> Text:
    return _("{player}", player=name_of(entry))


def _concerned(tournament: Tournament, kind: str) -> list[Entry]:
    """Those to whom that can be done."""
    states = {"drop": ("in", "waiting"), "substitute": ("in",), "disqualify": ("in", "dropped")}
    wanted = states.get(kind, ("dropped", "disqualified"))
    return [entry for entry in tournament.record.entries if entry.state in wanted]


def _pod_choices(tournament: Tournament, kind: str) -> list[tuple[Round, Pod]]:
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


def _places(tournament: Tournament, chosen: Target, reader: Reader) -> list[ChoiceList]:
    """A list for each seat of the pod. Each says whose it is in each of its options."""
    pod = chosen.pod
    return (
        []
        if pod is None
        else [_of_seat(tournament, pod, seat, chosen.places[seat], reader) for seat in range(len(pod.seats))]
    )


def _of_seat(tournament: Tournament, pod: Pod, seat: int, now: str, reader: Reader) -> ChoiceList:
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
    return ChoiceList(str(seat), hint, (*places, never))
