"""Whom or which pod an organiser's act is about: the lists to choose from, and what is chosen so far.

It is spelled in a custom_id: an entrant's id, "round.pod", and for a correction the places seat by seat,
"2.5.21-3": "-" is not chosen yet, 0 a walk-over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.i18n import Reader
from bot.i18n.sanitising import handle, sanitise, truncate
from bot.refusal import Refusal
from bot.screens.admin_actions import TARGET, ActionStep, ChoiceList, ListedChoice, usual_extension
from bot.screens.pod_names import beside_round, in_all, in_round
from bot.screens.tournaments.lines import name_of, seated
from bot.tournaments import attendance
from bot.tournaments.actions import (
    Correct,
    EntrantAction,
    Extend,
    MessagePod,
    MoveTo,
    PlayAgain,
    Substitute,
    TournamentAction,
)
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import PairingError, Pod, Result, Round, check_result
from bot.tournaments.requirements import PROBLEM_TEXTS, entry_written
from bot.ui.limits import OPTION, OPTIONS
from games.text import Text, _, _n, labelled

LETTER = "t"
NOT_CHOSEN = "-"
PLACES = "0123456789a"
"""A place as one character."""
NOT_THERE = "–"
"""How whoever did not come is typed."""
WHOLE_ROUND = "0"
POD = "pod"
"""The key of the list of pods to which somebody can be moved."""
SUBSTITUTE = "substitute"
"""The key of the list of those who would play in somebody's place."""
LISTS = 4
"""Lists on one screen from which one of many is chosen."""


def no_longer_possible() -> Refusal:
    """Said to whoever presses what an older screen offered."""
    return Refusal("stale", _("That's gone. The organiser's desk shows what you can choose now."))


class Target(msgspec.Struct, frozen=True):
    """Whom or which pod it is about, as far as that is chosen."""

    entry: Entry | None = None
    round: Round | None = None
    pod: Pod | None = None
    places: str = ""
    substitute: Entry | None = None
    """Who would play in their place, from the list of those who said so."""

    @property
    def is_there(self) -> bool:
        """Whether it is chosen whom or which pod the act is about."""
        return self.entry is not None or self.round is not None

    @property
    def fields(self) -> dict[str, Any]:
        """What acts have as fields."""
        if self.entry is not None:
            return {"entrant": self.entry.id}
        if self.round is None or self.pod is None:
            return {}
        pod = {"round": self.round.number, "pod": self.pod.number}
        return pod if NOT_CHOSEN in self.places else pod | {"places": tuple(map(PLACES.index, self.places))}


def target(tournament: Tournament, act: type[TournamentAction], what: str) -> Target:
    """What is spelled in a custom_id or was given with a command. Refusal if there is no such thing there."""
    if not what:
        return Target()
    if act.target == "entrant":
        entrant, _dot, other = what.partition(".")
        entry = tournament.entry(entrant)
        if entry is None:
            raise Refusal("gone", _("I don't know that one. Pick one from the list."))
        return Target(entry, substitute=tournament.entry(other) if other else None)
    if act is Extend and what == WHOLE_ROUND:
        return Target(round=tournament.running_round)
    if act.target != "pod":
        raise no_longer_possible()
    number, pod, places = (*what.split("."), "", "")[:3]
    found = _pod_named(tournament, number, pod)
    if found is None or (act is Extend and found not in tournament.pods_being_played()):
        raise Refusal("gone", _("I don't know that one. Pick one from the list."))
    return Target(None, *found, _checked_places(places, found[1]) or _places_now(tournament, *found))


def target_from_typed(tournament: Tournament, act: type[TournamentAction], written: str) -> str:
    """What was written into a command, as the custom_ids have it: a name, "5" for a pod of this round."""
    written = written.strip()
    if act.target == "entrant":
        entry = entry_written(tournament, written)
        return written if entry is None else entry.id
    now = tournament.running_round
    if act.target == "pod" and written.isdecimal() and now is not None and written != WHOLE_ROUND:
        pods = tournament.pods_being_played()
        number = next((one.number for one, pod in pods if pod.number == int(written)), now.number)
        return f"{number}.{written}"
    return written


def target_after_choice(
    tournament: Tournament, act: type[TournamentAction], what: str, key: str, value: str
) -> str:
    """What is chosen when `value` was chosen from the list of that key."""
    chosen = target(tournament, act, what)
    if act is Correct and chosen.pod is not None and chosen.round is not None:
        places = list(chosen.places)
        if not (key.isdecimal() and int(key) < len(places) and value in (NOT_CHOSEN, *PLACES)):
            raise no_longer_possible()
        places[int(key)] = value
        return f"{chosen.round.number}.{chosen.pod.number}.{''.join(places)}"
    if key == SUBSTITUTE and chosen.entry is not None:
        return f"{chosen.entry.id}.{value}" if value else chosen.entry.id
    return value


def _pod_named(tournament: Tournament, number: str, pod: str) -> tuple[Round, Pod] | None:
    event = tournament.record.event
    pods = [] if event is None else event.pods()
    wanted = (number, pod)
    return next(((one, each) for one, each in pods if (str(one.number), str(each.number)) == wanted), None)


def _checked_places(places: str, pod: Pod) -> str:
    """The places, if there is one for each seat."""
    known = set(PLACES[: len(pod.seats) + 1]) | {NOT_CHOSEN}
    return places if len(places) == len(pod.seats) and set(places) <= known else ""


def _places_now(tournament: Tournament, round: Round, pod: Pod) -> str:
    """The places as the pod's result has them."""
    result = tournament.result_of(round.number, pod.number)
    if result is None or result.void:
        return NOT_CHOSEN * len(pod.seats)
    return "".join(PLACES[place] for place in result.places)


def suggestions(
    tournament: Tournament, act: type[TournamentAction], written: str, reader: Reader
) -> list[tuple[str, str]]:
    """Whom or which pod it can be done to, as far as it fits what is written: what to show, and the value."""
    wanted = written.strip().casefold()
    said = [
        (truncate(f"{each.label} · {each.more}" if each.more else each.label, OPTION), each.value)
        for each in _choices(tournament, act, "", reader)
    ]
    return [(label, value) for label, value in said if wanted in label.casefold()][:OPTIONS]


NOBODY: Mapping[str, Text] = {}


def step(
    tournament: Tournament,
    act: type[TournamentAction],
    what: str,
    page: int,
    reader: Reader,
    missing: Mapping[str, Text] = NOBODY,
) -> ActionStep:
    """How far the choice has come; `missing`: why somebody is, by their entries, the gravest first: so they
    stand first. Refusal if what is chosen is not there.
    """
    chosen = target(tournament, act, what)
    choices = _choices(tournament, act, what, reader, missing)
    in_window = 0 < len(choices) <= OPTIONS and act is not Correct
    if in_window and act is Extend and not what:  # what is wanted most stands there already
        choices[0] = msgspec.structs.replace(choices[0], chosen=True)
    on_a_page = OPTIONS * LISTS
    pages = max(1, -(-len(choices) // on_a_page))
    page = max(0, min(page, pages - 1))
    shown = choices[page * on_a_page : (page + 1) * on_a_page]
    parts = [(at, shown[at : at + OPTIONS]) for at in range(0, len(shown), OPTIONS)]
    questions = [_question(part, at, reader, alone=len(choices) <= OPTIONS) for at, part in parts]
    asks = [ChoiceList(TARGET, reader.plain(_HINTS[act.target]), choices)] if in_window else []
    if act is MoveTo:
        asks += _pods_drawn(tournament, reader)
    if act is Substitute:
        asks += _substitutes(tournament, chosen, reader)
    return ActionStep(
        *(LETTER, tournament.id, act, what, chosen.fields),
        about=tuple(_chosen_in_words(tournament, act, chosen, in_window=in_window)),
        questions=() if in_window else tuple(questions),
        asks=tuple(asks),
        places=_places_typed(chosen.places) if act is Correct else None,
        ready=in_window or not act.target or chosen.is_there,
        page=page,
        pages=pages,
        length=usual_extension(tournament.settings.pace),
        before_start=tournament.phase == "open",
    )


_HINTS: Mapping[str, Text] = {"entrant": _("Who"), "pod": _("Which pod")}


def _pods_drawn(tournament: Tournament, reader: Reader) -> list[ChoiceList]:
    """Where somebody can be moved to."""
    drawn = tournament.record.drawn
    if drawn is None:
        return []
    choices = [
        ListedChoice(
            str(pod.number),
            reader.plain(beside_round(in_round(drawn, pod))),
            more=reader.plain(_("With {players}", players=seated(tournament, pod))),
        )
        for pod in drawn.pods[:OPTIONS]
    ]
    return [ChoiceList(POD, reader.plain(_("To which pod")), choices)] if choices else []


def _substitutes(tournament: Tournament, chosen: Target, reader: Reader) -> list[ChoiceList]:
    """Those who would play in somebody's place, if there are any."""
    found = [
        ListedChoice(
            entry.id,
            reader.plain(_("{player}", player=name_of(entry))),
            entry is chosen.substitute,
            handle(entry.username),
        )
        for entry in attendance.substitutes(tournament)[:OPTIONS]
    ]
    hint = reader.plain(_("Who said they'd stand in"))
    return [ChoiceList(SUBSTITUTE, hint, found, needed=False)] if found else []


def _question(choices: Sequence[ListedChoice], key: int, reader: Reader, *, alone: bool) -> ChoiceList:
    """Of several lists each says where it begins and ends."""
    hint = _("Choose")
    if not alone:
        hint = _("From {first} to {last}", first=choices[0].label, last=choices[-1].label)
    return ChoiceList(str(key), reader.plain(hint), choices)


def _chosen_in_words(
    tournament: Tournament, act: type[TournamentAction], chosen: Target, *, in_window: bool
) -> list[Text]:
    """What the window does not say by its own lists."""
    if chosen.round is not None and chosen.pod is not None and act is Correct:
        where = in_all(in_round(chosen.round, chosen.pod))
        return [where, *_seats_in_order(tournament, chosen.pod)]
    if in_window or not chosen.is_there:
        return []
    if chosen.entry is not None:
        return [_("Chosen: {player}", player=name_of(chosen.entry))]
    assert chosen.round is not None
    if chosen.pod is None:
        return [_("Chosen: the whole round {round}", round=chosen.round.number)]
    return [
        _(
            "Chosen: {pod}, with {players}",
            pod=in_all(in_round(chosen.round, chosen.pod)),
            players=seated(tournament, chosen.pod),
        )
    ]


def _seats_in_order(tournament: Tournament, pod: Pod) -> list[Text]:
    """Who sits there, in the order in which their places are typed."""
    players = enumerate(seated(tournament, pod).items, 1)
    return [_("Seat {number}: {player}", number=number, player=player) for number, player in players]


def _places_typed(places: str) -> str:
    """As they are typed; empty as long as none is known."""
    if NOT_CHOSEN in places:
        return ""
    return " ".join(NOT_THERE if place == PLACES[0] else str(PLACES.index(place)) for place in places)


def places_read(tournament: Tournament, what: str, typed: str) -> str:
    """The target of a correction with the places that were typed, seat by seat. Refusal, which names the
    field, if no game can end like that.
    """
    chosen = target(tournament, Correct, what)
    if chosen.round is None or chosen.pod is None:
        raise no_longer_possible()
    found = re.findall(r"\d+|[-–—]", typed)
    if len(found) == 1 and found[0].isdigit() and len(found[0]) == len(chosen.pod.seats) < len(PLACES) - 1:
        found = list(found[0])  # "2134"
    seats = len(chosen.pod.seats)
    read = [int(each) if each.isdigit() else 0 for each in found]
    if len(read) != seats or max(read, default=0) > seats:
        why = _n(
            "I need {count} place, from 1 on.",
            "I need {count} places, from 1 to {count}, in the order of the seats.",
            seats,
        )
        raise _refused_places(why)
    places = "".join(PLACES[each] for each in read)
    if (trouble := _trouble(tournament, chosen.round, chosen.pod, places)) is not None:
        raise _refused_places(trouble)
    return f"{chosen.round.number}.{chosen.pod.number}.{places}"


def _refused_places(why: Text) -> Refusal:
    return Refusal("input", labelled(_("Their places"), why))


def _trouble(tournament: Tournament, round: Round, pod: Pod, chosen: str) -> Text | None:
    """Why no game can end with these places; None if one can."""
    event = tournament.record.event
    if event is None:
        return None
    try:
        check_result(event, _result(round, pod, chosen))
    except PairingError as impossible:
        return PROBLEM_TEXTS[impossible.trouble]
    return None


def _result(round: Round, pod: Pod, chosen: str) -> Result:
    places = tuple(map(PLACES.index, chosen))
    walk_overs = tuple(seat for seat, place in enumerate(places) if not place)
    return Result(round=round.number, pod=pod.number, places=places, walk_overs=walk_overs)


def _beside(entry: Entry, why: Text | None, reader: Reader) -> str:
    """By which Discord tells them from everybody else, and why they are missing."""
    return " · ".join(filter(None, (handle(entry.username), "" if why is None else reader.plain(why))))


def _choices(
    tournament: Tournament,
    act: type[TournamentAction],
    what: str,
    reader: Reader,
    missing: Mapping[str, Text] = NOBODY,
) -> list[ListedChoice]:
    if issubclass(act, EntrantAction):
        first = {who: at for at, who in enumerate(missing)}
        return [
            ListedChoice(
                entry.id,
                reader.plain(_("{player}", player=name_of(entry))),
                entry.id == what.partition(".")[0],
                _beside(entry, missing.get(entry.id), reader),
            )
            for entry in sorted(
                act.candidates(tournament),
                key=lambda entry: (first.get(entry.id, len(first)), _by_name(entry)),
            )
        ]
    if act.target != "pod":
        return []
    if act is Extend:
        whole = ListedChoice(WHOLE_ROUND, reader.plain(_("The whole round")), what == WHOLE_ROUND)
        playing = tournament.pods_being_played()
        pods = [each for each in tournament.open_pods() if each in playing]
        return [whole, *(_pod_choice(tournament, one, pod, what, reader) for one, pod in pods)]
    if act is MessagePod:
        return [_pod_choice(tournament, one, pod, what, reader) for one, pod in tournament.open_pods()]
    event = tournament.record.event
    pods = [] if event is None else event.pods()
    latest_first = sorted(pods, key=lambda each: (-each[0].number, each[1].number))
    if act is PlayAgain:
        playing = tournament.pods_being_played()
        latest_first = [each for each in latest_first if each in playing]
    return [_pod_choice(tournament, one, pod, what, reader) for one, pod in latest_first]


def _by_name(entry: Entry) -> tuple[str, str]:
    """To sort by; the name as it is compared comes first."""
    return sanitise(entry.name).casefold(), entry.id.zfill(9)


def _pod_choice(tournament: Tournament, round: Round, pod: Pod, what: str, reader: Reader) -> ListedChoice:
    value = f"{round.number}.{pod.number}"
    players = _("With {players}", players=seated(tournament, pod))
    chosen = ".".join(what.split(".")[:2]) == value
    return ListedChoice(value, reader.plain(in_all(in_round(round, pod))), chosen, reader.plain(players))
