"""What a pod is called: where its round is said beside it, alone in a list, and within a sentence.

The final is the final, whatever its numbers, and the only pod of a round needs no number. An arena's pods are
numbered through: their rounds are nobody's business.
"""

from __future__ import annotations

import msgspec

from bot.tables.pod_model import PodInfo
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Pod, Round, Stage
from games.text import Text, _


class PodAt(msgspec.Struct, frozen=True):
    """All that a pod's name depends on. `alone`: no other was drawn in its round; `round`: 0 if not known."""

    round: int
    number: int
    final: bool = False
    alone: bool = False
    play_off: int = 0
    group: int = 0


def in_round(one: Round, pod: Pod) -> PodAt:
    """A pod of this round."""
    if one.stage is Stage.ARENA:
        return PodAt(0, pod.number)
    return PodAt(
        one.number,
        pod.number,
        final=one.stage is Stage.FINAL,
        alone=len(one.drawn_pods) == 1,
        play_off=pod.play_off,
        group=pod.group,
    )


def of_table(pod: PodInfo) -> PodAt:
    """The pod whose table this is."""
    if pod.arena:
        return PodAt(0, pod.number)
    return PodAt(pod.round, pod.number, final=pod.final, alone=pod.alone, play_off=pod.play_off)


def numbered(tournament: Tournament | None, round: int, number: int) -> PodAt:
    """The pod of these numbers, as far as it is known."""
    if tournament is not None and tournament.is_arena:
        return PodAt(0, number)
    one = None if tournament is None else tournament.published_round(round)
    pods = () if one is None else one.pods
    found = (in_round(one, pod) for pod in pods if one is not None and pod.number == number)
    return next(found, PodAt(round, number))


def beside_round(at: PodAt) -> Text:
    """Its name where its round is said beside it."""
    if at.play_off:
        if at.final:
            return _("Play-off of the final")
        return _("Play-off") if at.alone else _("Play-off of pod {number}", number=at.play_off)
    if at.final:
        return _("The final")
    if at.group:
        return _("Pod {number}, group {group}", number=at.number, group=at.group)
    return _("The table") if at.alone else _("Pod {number}", number=at.number)


def in_all(at: PodAt) -> Text:
    """Which pod of which round, said alone or within a sentence."""
    if at.final or not at.round:
        return beside_round(at)
    if at.alone and not at.play_off:
        return _("Round {round}", round=at.round)
    return _("Round {round}, {pod}", round=at.round, pod=beside_round(at))


def round_name(number: int, stage: Stage) -> Text:
    """What the round of this number is called, as a heading."""
    if stage is Stage.ARENA:
        return _("Draw {number}", number=number)
    return _("The final") if stage is Stage.FINAL else _("Round {round}", round=number)
