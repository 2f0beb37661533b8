"""What is different at a tournament's table, as data. `pods` says what becomes of it."""

from __future__ import annotations

from typing import Literal

import msgspec


class PodSeat(msgspec.Struct, frozen=True):
    """Who plays in a seat of a pod. `user` 0: nobody in particular. `join`: their press of Join."""

    entrant: str
    """Their id in the draw; empty: a robot fills in."""
    user: int = 0
    name: str = ""
    join: str = "0"
    username: str = ""
    number: int = 0
    """What tells them from others in the tournament who are called the same; 0: nothing has to."""


SeatFate = Literal["", "on", "out", "won"]
"""What comes of a pod for whoever sits there, once it is known; "won": the tournament, in its final."""
SeatRemark = Literal["", "absent", "robot", "idle", "left", "disqualified"]
"""Why a place is not plainly theirs. "absent": they never came and have none; "robot": nor did they, and the
place is that of the robot in their seat; "idle": they came, and a robot made all moves.
"""


class SeatVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What counts of one seat of a pod."""

    entrant: str
    """Their id in the draw; empty: a robot fills in."""
    place: int = 0
    """Their place in the pod, from 1; 0: none is theirs."""
    fate: SeatFate = ""
    remark: SeatRemark = ""


class PodVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What counts of a pod whose table has ended, as its tournament has it now."""

    seats: tuple[SeatVerdict, ...]
    """In the order of the draw."""
    final: bool = False
    waits: bool = False
    """Only some go on from here, and who does is not known yet."""
    void: bool = False
    again: bool = False
    """The pod is played again at another table: nothing of this one counts."""
    rewound: bool = False
    """A move was taken back: what was played before it goes on at that other table."""
    corrected: bool = False
    """An organiser has decided it otherwise than it was played."""
    played_out: bool = False
    """Time ran out, and robots finished the game."""
    play_off: bool = False
    """Nothing but a tie was decided here."""


class PodInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Kept in the table's record: whose table it is, and by which rules it is played there.

    A table that waits for its players (`show_up`) stands in the lobby with all its seats taken; nobody can
    join, leave or change anything there but say that they are here. When all are, or the time is up, the
    cards are dealt: whoever is not here has a robot in their place until they come, or a walk-over.
    """

    tournament: str
    name: str
    """The name of the tournament, for people."""
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
    hour: float = 0.0
    """When it is played as things stand, in Unix seconds: the organiser's hour, or what was agreed; 0: as
    soon as all have come.
    """
    times: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The entrants with the Unix times at which they can play, or could also play; forgotten when one of them
    is agreed.
    """
    agreed: bool = False
    """All can play at `hour`."""
    called: bool = False
    """The hour is about to come: all were called, and only now they can be here."""
    away: tuple[str, ...] = ()
    """Those on vacation: no hour is asked of them, and nobody waits for them."""
    latest: float = 0.0
    """The organiser's hour, once another is agreed: up to it all can agree anew. 0: the hour stays."""
    final: bool = False
    alone: bool = False
    """No other pod was drawn in its round."""
    arena: bool = False
    """Its round is one draw of many that are open side by side; its number is its own among all of them."""
    after: str = ""
    """The table of the pod before it, below whose card its own comes; empty: of none."""
    play_off: int = 0
    """The number of the pod whose tie is played off here; 0: none is."""
    moved: tuple[str, ...] | None = None
    """The entrants who have made a move of the game; None: the cards were dealt before that was noted."""
    verdict: PodVerdict | None = None
    """What counts of it, once it has ended."""
    shares_deals: bool = False
    """All pods of its round are dealt the same cards: nothing goes into the shuffle that is this one's
    alone.
    """
    closed: bool = False
    """Nobody else may see what is played here: others are to play the same cards."""

    @property
    def mark(self) -> str:
        """What goes into the shuffle behind the joins, so that no two pods are shuffled alike; in place of
        them where all pods of a round are.
        """
        of_round = f"tournament {self.tournament} round {self.round}"
        return of_round if self.shares_deals else f"{of_round} pod {self.number}"


class PodTarget(msgspec.Struct, frozen=True):
    """How the tournament wants its table now. The table is brought to that; to ask again changes nothing."""

    sitters: tuple[PodSeat, ...]
    """Who sits in the seats drawn: substitutes instead of those whose place they took."""
    out: tuple[str, ...] = ()
    """Entrants who were dropped or disqualified: robots play their seats to the end."""
    held: bool = False
    extra: float = 0.0
    finish: bool = False
    void: bool = False
    """The table is closed; what was played does not count."""
    closed: bool = False
    """Nobody else may see what is played there."""
    verdict: PodVerdict | None = None
