"""The numbered steps from one layout of the database to the next, and which programs may work with which.

Two versions of the program run side by side while one takes the other's place. So a step widens: it adds
tables, columns that may be left out, indexes. What nobody uses any more is taken away by a later one, which
narrows. A table is never renamed, since whoever runs beside knows it by its first name: `errands` and
`tournament_errands` hold the outbox, `nudges` the notifications, `orders` (column `wish`) the plans, and
`wishes` the preferences.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

from storage.errors import TooNew

_RUNS_BESIDE = re.compile(r"^-- runs beside: (\d+)$", re.MULTILINE)


class Migration(NamedTuple):
    """One step from one layout of the database to the next: its number and its statements."""

    number: int
    sql: str

    @property
    def runs_beside(self) -> int:
        """The lowest layout that a program may know and still work with this one.

        A line `-- runs beside: N` says it of a step that widens; without one, it is the step's own.
        """
        said = _RUNS_BESIDE.search(self.sql)
        return int(said[1]) if said else self.number


def steps_in(*folder: str) -> list[Migration]:
    """The steps that lie in a folder of this package, in order, numbered from 1 without a gap."""
    found = files("storage").joinpath(*folder).iterdir()
    scripts = sorted((file for file in found if file.name.endswith(".sql")), key=lambda file: file.name)
    return [Migration(int(file.name[:4]), file.read_text("utf-8")) for file in scripts]


def require_known(place: str, layout: int, runs_beside: int, known: int) -> None:
    """TooNew if a program that knows so many layouts does not understand what one of this layout holds."""
    if known < min(layout, runs_beside):
        raise TooNew(
            f"{place} was written by a newer version of the bot (layout {layout}; this one knows up to "
            f"{known}). Run the newer version, or put back the copy made before the upgrade."
        )
