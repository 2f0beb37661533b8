"""A tournament's table: what is different there, as data. What becomes of it is in `pods`."""

from __future__ import annotations

from typing import Literal

import msgspec


class Sitter(msgspec.Struct, frozen=True):
    """Who plays in a seat of a pod. `user` 0: nobody in particular. `join`: their press of Join."""

    entrant: str
    """Their id in the draw; empty: a robot fills in."""
    user: int = 0
    name: str = ""
    join: str = "0"


class PodOf(msgspec.Struct, frozen=True, omit_defaults=True):
    """Kept in the table's record: whose table it is, and by which rules it is played there.

    A table that waits for its players (`show_up`) stands in the lobby with all its seats taken; nobody can
    join, leave or change anything there but say that they are here. When all are, or the time is up, the
    cards are dealt: whoever is not here has a robot in their place until they come, or a walk-over.
    """

    tournament: str
    name: str
    """The tournament's, for people."""
    round: int
    number: int
    entrants: tuple[str, ...]
    """The entrants as they were drawn, in the order of play; empty: a robot."""
    show_up: float = 0.0
    absent: Literal["robot", "walk-over"] = "robot"
    here: tuple[str, ...] = ()
    """The entrants who have been here: they said so, opened their hand, or did anything else themselves."""
    out: tuple[str, ...] = ()
    """Those who were dropped or disqualified: a robot plays their seat, or will when the cards are dealt."""
    walked_over: tuple[str, ...] = ()
    """Those who did not come: the game was dealt without them."""
    seated: tuple[str, ...] = ()
    """The entrants of the table's seats, once the cards are dealt: `entrants` but those who walked over."""
    held: bool = False
    """An organiser has stopped the clocks; players cannot start them again."""
    extra: float = 0.0
    """Seconds that an organiser has granted: the table waits so much longer for its players, and every seat
    has so much more in reserve."""
    finish: bool = False
    """The round's time is up: robots play the game to its end."""

    @property
    def mark(self) -> str:
        """What goes into the shuffle behind the joins, so that no two pods are shuffled alike."""
        return f"tournament {self.tournament} round {self.round} pod {self.number}"


class PodWishes(msgspec.Struct, frozen=True):
    """How the tournament wants its table now. The table is brought to that; to ask again changes nothing."""

    sitters: tuple[Sitter, ...]
    """Who sits in the seats drawn: substitutes instead of those whose place they took."""
    out: tuple[str, ...] = ()
    """Entrants who were dropped or disqualified: robots play their seats to the end."""
    held: bool = False
    extra: float = 0.0
    finish: bool = False
    void: bool = False
    """The table is closed; what was played does not count."""
