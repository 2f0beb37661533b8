"""The levels of robots, the same in every game: from one that plays anything to one that thinks long."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from games.contract import EVEN, Action, AnyGame, Effort, Manner, Observation, Robot
from games.text import Text, _
from games.thinking.search import DOUBTLESS, MARGIN, AnyPlay, best_of, compare

DECKHAND, CABIN_BOY, SAILOR, CAPTAIN = "any", "cabin-boy", "sensible", "captain"
"""Their stable ids; stored with the seats of tables."""
SYMBOLS: Mapping[str, str] = {DECKHAND: "1️⃣", CABIN_BOY: "2️⃣", SAILOR: "3️⃣", CAPTAIN: "4️⃣"}
"""By level, what stands beside its name where one is chosen: the stronger, the more."""
FORMER: Mapping[str, str] = {"admiral": CAPTAIN}
"""By the id of a level that there was: the one that plays in its place."""

MOST_WEIGHED = 24
"""Choices that a robot compares, the first on its list: by its playouts more are no better told apart. A hint
has more of them, and looks at all.
"""
AT_ONCE = Effort()
"""The effort of whoever decides without a single playout."""

BOLD, CAREFUL, TRICKY = Manner(risk=1.0), Manner(risk=-0.6), Manner(malice=1.0)
"""So much that another choice is the best one in one of twenty to one of four, and that it costs less than to
think is worth (docs/robots.md). To shun risk costs more than to like it: little is sure.
"""
AGAINST_ONE = 1.0
"""The malice of everybody who plays against one other: what that one loses is as good as a gain."""
MANNERS: Mapping[str, tuple[Text, Manner]] = {
    "bold": (_("bold"), BOLD),
    "careful": (_("careful"), CAREFUL),
    "tricky": (_("tricky"), TRICKY),
}
"""By a stable id: what people call it, and what it weighs; it shows in those who think."""


class Policy(Protocol):
    """How somebody plays without searching."""

    def choose(self, observation: Any, random: Random) -> Action:
        """The action that it plays, one of `observation.legal`, which is not empty."""
        ...

    def shortlist(self, observation: Any, random: Random) -> tuple[Action, ...]:
        """The legal actions that are worth thinking about, the own choice first."""
        ...


class AnyLegal:
    """A policy that plays any legal action, each as likely as another."""

    def choose(self, observation: Observation, random: Random) -> Action:
        """One of the legal actions, each as likely."""
        return random.choice(observation.legal)

    def shortlist(self, observation: Observation, random: Random) -> tuple[Action, ...]:
        """All of them, in any order but for the first."""
        own = self.choose(observation, random)
        others = [action for action in observation.legal if action != own]
        return own, *random.sample(others, len(others))


class Level:
    """A robot that plays by a policy, and thinks about it if it has playouts to think with."""

    def __init__(
        self,
        play: AnyPlay,
        policy: Policy,
        name: Text,
        label: Text,
        effort: Effort = AT_ONCE,
        most_weighed: int = MOST_WEIGHED,
    ) -> None:
        self._play = play
        self._most_weighed = most_weighed
        self._policy = policy
        self.name = name
        self.label = label
        self.effort = effort

    def choose(
        self, observation: Observation, random: Random, playouts: int = 0, manner: Manner = EVEN
    ) -> Action:
        """What the policy says; with playouts, what is best of its shortlist, or sure (`Play.sure`)."""
        if not playouts or len(observation.legal) == 1:
            return self._policy.choose(observation, random)
        worth_a_thought = self.shortlist(observation, random)[: self._most_weighed]
        if len(worth_a_thought) == 1:
            return worth_a_thought[0]
        malice = AGAINST_ONE if observation.players == 2 else manner.malice + self._play.rivalry
        manner = Manner(manner.risk, malice)
        sure = [action for action in worth_a_thought if self._play.sure(observation, action)][:1]
        actions = tuple(dict.fromkeys([*sure, *worth_a_thought]))
        candidates = compare(self._play, observation, actions, random, playouts, manner, keeps=bool(sure))
        return best_of(candidates, manner, DOUBTLESS if sure else MARGIN).action

    def shortlist(self, observation: Observation, random: Random) -> tuple[Action, ...]:
        """The legal actions worth thinking about by the level's policy, that policy's own choice first."""
        return self._policy.shortlist(observation, random)


def crew(
    play: AnyPlay,
    cabin_boy: Policy,
    sailor: Policy,
    captain: Effort,
    *,
    sailor_thinks: Effort = AT_ONCE,
    thinker: Policy | None = None,
    most_weighed: int = MOST_WEIGHED,
) -> Mapping[str, Robot]:
    """A game's robots, the weakest first. So that no step from one to the next is too large, a sailor may
    think a little (`sailor_thinks`), or play worse than what a captain begins with (`thinker`; None: alike).
    `most_weighed`: so many choices a captain compares.
    """
    return {
        DECKHAND: Level(play, AnyLegal(), _("Deckhand"), _("Deckhand: plays anything")),
        CABIN_BOY: Level(play, cabin_boy, _("Cabin boy"), _("Cabin boy: for your first games")),
        SAILOR: Level(play, sailor, _("Sailor"), _("Sailor: knows the ropes"), sailor_thinks),
        CAPTAIN: Level(
            play,
            thinker or sailor,
            _("Captain"),
            _("Captain: thinks before each move"),
            captain,
            most_weighed,
        ),
    }


def level_of(game: AnyGame, stored: str) -> str:
    """The id by which the game has the robot that was stored, or sent, under this one; the same if it has
    none.
    """
    return stored if stored in game.robots else FORMER.get(stored, stored)
