"""A tournament's change as one row of one statement: as `changes` does it for tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from storage.records import ErrandRow, TournamentChange
from storage.sqlite.changes import ANSWER, REFUSE_UNLESS_FOLLOWING, trigger, view
from storage.sqlite.drawers import Statement


@dataclass(frozen=True, slots=True)
class TournamentStep:
    """A change, with the ids that its errands will have, at a time in Unix seconds."""

    change: TournamentChange
    errands: tuple[ErrandRow, ...]
    at: float


_VIEW = "tournament_changes"
_COLUMNS = (
    *("id", "guild", "channel", "game", "phase", "revision", "record", "created", "changed"),
    *("interaction", "answer", "answered"),
)
_trigger = partial(trigger, _VIEW)

PREPARATIONS = (
    view(_VIEW, _COLUMNS),
    _trigger(
        "announces_the_tournament",
        "new.revision = 1",
        """
        INSERT INTO tournaments (id, guild, channel, game, phase, revision, record, created, changed)
            VALUES (new.id, new.guild, new.channel, new.game, new.phase, new.revision, new.record,
                new.created, new.changed)
        """,
    ),
    _trigger(
        "changes_the_tournament",
        "new.revision <> 1",
        f"""
        UPDATE tournaments
            SET guild = new.guild, channel = new.channel, game = new.game, phase = new.phase,
                revision = new.revision, record = new.record, changed = new.changed
            WHERE id = new.id AND revision = new.revision - 1;
        {REFUSE_UNLESS_FOLLOWING}
        """,
    ),
    _trigger("answers_a_tournaments_press", "new.interaction IS NOT NULL", ANSWER),
)
"""What a connection must have run once before it can run `TOURNAMENT_CHANGE`."""

TOURNAMENT_CHANGE: Statement = f"INSERT INTO {_VIEW} VALUES ({', '.join('?' for _ in _COLUMNS)})"


def row_of(step: TournamentStep) -> tuple[Any, ...]:
    """The row for a step."""
    change, row = step.change, step.change.row
    return (
        *(row.id, row.guild, row.channel, row.game, row.phase, row.revision, row.record),
        *(row.created, row.changed),
        *(change.interaction, change.answer, int(step.at)),
    )
