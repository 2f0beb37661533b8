"""Whom or which pod an organiser's act is about: the lists to choose from, and what is chosen so far.

It is spelled in a custom_id: an entrant's id, "round.pod", and for a correction the places seat by seat,
"2.5.21-3": "-" is not chosen yet, 0 a walk-over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.i18n import Reader
from bot.i18n.sanitising import handle, sanitise, truncate
from bot.refusal import Refusal
from bot.screens.admin_actions import ActionStep, Choice, ChoiceList, usual_extension
from bot.screens.tournaments.lines import name_of, placed, pod_name, seated
from bot.tournaments import attendance
from bot.tournaments.actions import Correct, EntrantAction, Extend, MessagePod, Substitute, TournamentAction
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import PairingError, Pod, Result, Round, check_result
from bot.tournaments.requirements import PROBLEM_TEXTS, entry_written
from bot.ui.limits import OPTION, OPTIONS
from games.text import Listed, Text, _

LETTER = "t"
NOT_CHOSEN = "-"
PLACES = "0123456789a"
"""A place as one character."""
WHOLE_ROUND = "0"
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
            raise Refusal("gone", _("Nobody by that name is playing. Choose from the list."))
        return Target(entry, substitute=tournament.entry(other) if other else None)
    if act is Extend and what == WHOLE_ROUND:
        return Target(round=tournament.running_round)
    if act.target != "pod":
        raise no_longer_possible()
    number, pod, places = (*what.split("."), "", "")[:3]
    found = _pod_named(tournament, number, pod)
    if found is None or (act is Extend and found[0] != tournament.running_round):
        raise Refusal("gone", _("There's no such pod. Choose one from the list."))
    return Target(None, *found, _checked_places(places, found[1]) or _places_now(tournament, *found))


def target_from_typed(tournament: Tournament, act: type[TournamentAction], written: str) -> str:
    """What was written into a command, as the custom_ids have it: a name, "5" for a pod of this round."""
    written = written.strip()
    if act.target == "entrant":
        entry = entry_written(tournament, written)
        return written if entry is None else entry.id
    now = tournament.running_round
    if act.target == "pod" and written.isdecimal() and now is not None and written != WHOLE_ROUND:
        return f"{now.number}.{written}"
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
        return f"{chosen.entry.id}.{value}"
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


def _is_ready(tournament: Tournament, act: type[TournamentAction], chosen: Target) -> bool:
    """Whether all is chosen that the window does not ask; a correction has to change something."""
    if act is Correct and chosen.round is not None and chosen.pod is not None:
        now = _places_now(tournament, chosen.round, chosen.pod)
        changed = NOT_CHOSEN not in chosen.places and chosen.places != now
        return changed and _trouble(tournament, chosen.round, chosen.pod, chosen.places) is None
    return not act.target or chosen.entry is not None or chosen.round is not None


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


def step(
    tournament: Tournament, act: type[TournamentAction], what: str, page: int, reader: Reader
) -> ActionStep:
    """How far the choice has come. Refusal if what is chosen is not there."""
    chosen = target(tournament, act, what)
    ready = _is_ready(tournament, act, chosen)
    choices = _choices(tournament, act, what, reader)
    on_a_page = OPTIONS * LISTS
    pages = max(1, -(-len(choices) // on_a_page))
    page = max(0, min(page, pages - 1))
    shown = choices[page * on_a_page : (page + 1) * on_a_page]
    parts = [(at, shown[at : at + OPTIONS]) for at in range(0, len(shown), OPTIONS)]
    questions = [_question(part, at, reader, alone=len(choices) <= OPTIONS) for at, part in parts]
    about = _chosen_in_words(tournament, chosen)
    if act is Correct and chosen.round is not None and chosen.pod is not None:
        seats = range(len(chosen.pod.seats))
        questions = [_places_of_seat(tournament, chosen.pod, at, chosen.places[at], reader) for at in seats]
        about.append(
            _new_result(tournament, chosen.round, chosen.pod, chosen.places)
            if ready
            else _trouble(tournament, chosen.round, chosen.pod, chosen.places)
            or _("Who came where? Ties are fine.")
        )
        pages, page = 1, 0
    if act is Substitute and chosen.entry is not None:
        questions += _substitutes(tournament, chosen, reader)
    return ActionStep(
        *(LETTER, tournament.id, act, what, chosen.fields),
        about=tuple(about),
        questions=tuple(questions),
        ready=ready,
        page=page,
        pages=pages,
        person=None if chosen.substitute is None else chosen.substitute.user or None,
        length=usual_extension(tournament.settings.pace),
    )


def _substitutes(tournament: Tournament, chosen: Target, reader: Reader) -> list[ChoiceList]:
    """Those who would play in somebody's place, if there are any."""
    found = [
        Choice(
            entry.id,
            reader.plain(_("{player}", player=name_of(entry))),
            entry is chosen.substitute,
            handle(entry.username),
        )
        for entry in attendance.substitutes(tournament)[:OPTIONS]
    ]
    hint = reader.plain(_("Who said they'd stand in"))
    return [ChoiceList(SUBSTITUTE, hint, found)] if found else []


def _question(choices: Sequence[Choice], key: int, reader: Reader, *, alone: bool) -> ChoiceList:
    """Of several lists each says where it begins and ends."""
    hint = _("Choose")
    if not alone:
        hint = _("From {first} to {last}", first=choices[0].label, last=choices[-1].label)
    return ChoiceList(str(key), reader.plain(hint), choices)


def _chosen_in_words(tournament: Tournament, chosen: Target) -> list[Text]:
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
        )
    ]


def _new_result(tournament: Tournament, round: Round, pod: Pod, chosen: str) -> Text:
    result = _result(round, pod, chosen)
    return _("It will count like this: {places}", places=Listed(tuple(placed(tournament, pod, result))))


def _trouble(tournament: Tournament, round: Round, pod: Pod, chosen: str) -> Text | None:
    """Why no game can end with these places; None if one can, or not all are chosen."""
    event = tournament.record.event
    if event is None or NOT_CHOSEN in chosen:
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


def _choices(tournament: Tournament, act: type[TournamentAction], what: str, reader: Reader) -> list[Choice]:
    if issubclass(act, EntrantAction):
        return [
            Choice(
                entry.id,
                reader.plain(_("{player}", player=name_of(entry))),
                entry.id == what.partition(".")[0],
                handle(entry.username),
            )
            for entry in sorted(act.candidates(tournament), key=_by_name)
        ]
    if act.target != "pod":
        return []
    if act is Extend:
        whole = Choice(WHOLE_ROUND, reader.plain(_("The whole round")), what == WHOLE_ROUND)
        now = tournament.running_round
        pods = [(one, pod) for one, pod in tournament.open_pods() if one == now]
        return [whole, *(_pod_choice(tournament, one, pod, what, reader) for one, pod in pods)]
    if act is MessagePod:
        return [_pod_choice(tournament, one, pod, what, reader) for one, pod in tournament.open_pods()]
    event = tournament.record.event
    latest_first = sorted(
        [] if event is None else event.pods(), key=lambda each: (-each[0].number, each[1].number)
    )
    return [_pod_choice(tournament, one, pod, what, reader) for one, pod in latest_first]


def _by_name(entry: Entry) -> tuple[str, str]:
    """To sort by; the name as it is compared comes first."""
    return sanitise(entry.name).casefold(), entry.id.zfill(9)


def _pod_choice(tournament: Tournament, round: Round, pod: Pod, what: str, reader: Reader) -> Choice:
    value = f"{round.number}.{pod.number}"
    name = _("Round {round}, {pod}", round=round.number, pod=pod_name(pod))
    players = _("With {players}", players=seated(tournament, pod))
    chosen = ".".join(what.split(".")[:2]) == value
    return Choice(value, reader.plain(name), chosen, reader.plain(players))


def _places_of_seat(tournament: Tournament, pod: Pod, seat: int, now: str, reader: Reader) -> ChoiceList:
    """The places that a seat can have come to. Each of them says whose seat it is. A robot always comes."""
    player = seated(tournament, pod).items[seat]
    places = [
        Choice(
            PLACES[place],
            reader.plain(_("{player}: place {place}", player=player, place=place)),
            now == PLACES[place],
        )
        for place in range(1, len(pod.seats) + 1)
    ]
    never = Choice(PLACES[0], reader.plain(_("{player}: didn't come", player=player)), now == PLACES[0])
    choices = places if pod.seats[seat] is None else [*places, never]
    hint = reader.plain(_("{player}'s place", player=player))
    return ChoiceList(str(seat), hint, choices)
