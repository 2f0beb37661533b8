"""What a game is: the one interface between the rules of play and all that shows, stores or drives them.

A game is one stateless object. Its states are plain immutable data, made by `new` and `apply` alone; chance
comes only from the state's own seed, so (options, players, seed, actions) is the whole game on every machine.

Who sees what is decided in one place, `observe`: robots, screens, menus and pictures are given an observation
and never a state, so that what a seat cannot know cannot leak through them.

It has three floors, in the order in which an author needs them: `play` (what must be), `table` (what is
shown) and `learning` (what teaches). All but the first have defaults that work.

Names follow OpenSpiel and boardgame.io where they have one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import msgspec

# Whoever asks for something of the contract need not know on which floor it stands.
from games.contract.learning import *  # noqa: F403
from games.contract.learning import Learning
from games.contract.play import *  # noqa: F403
from games.contract.play import Observation, ObservationT, OptionsT, Robot, StateT
from games.contract.table import *  # noqa: F403


class Game(Learning[OptionsT, StateT, ObservationT]):
    """One game of the catalogue: its play, and all that people see of it. Stateless: everything about a
    game in progress is in its state.
    """

    slug: ClassVar[str]
    """Stable id: lower-case words with hyphens. Stored with every table."""
    players: ClassVar[range]
    """Numbers of players that some options allow."""
    State: ClassVar[type[msgspec.Struct]]
    Observation: ClassVar[type[Observation]]
    robots: ClassVar[Mapping[str, Robot]]
    """By a stable id, the strongest last (`games.thinking.levels` has a whole crew)."""
    default_robot: ClassVar[str]
    """The id of the one that a table gets when nobody chooses, and that stands in for people."""
    first_robot: ClassVar[str]
    """The id of the one that whoever plays for the first time meets."""
    locale: ClassVar[Path]
    """Folder of this game's gettext catalogues: `<language>/LC_MESSAGES/messages.po`."""

    def dump(self, state: StateT) -> bytes:
        """The state as JSON, for storage."""
        return msgspec.json.encode(state)

    def load(self, stored: bytes) -> StateT:
        """The state that `dump` wrote. msgspec.ValidationError if it is not one."""
        return msgspec.json.decode(stored, type=self.State)  # type: ignore[return-value]


AnyGame: TypeAlias = Game[Any, Any, Any]
