"""How a bench shows its figures: a table under a title, the same for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

Cell = str | int | float
IN_A_FILE = 200
"""Characters of a line."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table of all benches: what was measured, beside its peer or floor of the same run.

    A bench's `main` shows its own tables and returns the few of its figures that belong there.
    """

    subject: str
    """Of what: "engine", "storage", "press", "picture", "pairing", "start-up", "memory" ..."""
    what: str
    """In words that stay the same from run to run: "200 at once, p99"."""
    measured: float
    unit: str
    """"ms", "moves/s", "MB" ..."""
    floor: float | None = None
    """The same of the peer or the floor; None where there is none, and `aim` is in the unit then."""
    beside: str = ""
    """Who that is: "a no-op on bare discord.py"."""
    aim: float | None = None
    """What the ratio measured / floor (or, without a floor, the figure) should be within."""
    more_is_better: bool = False
    tolerance: float = 0.1
    """By how much of itself it may differ between two runs of the same sources on a quiet machine."""

    def __post_init__(self) -> None:
        if self.floor is not None and self.floor <= 0:
            raise ValueError(f"{self.subject}, {self.what}: nothing has a ratio to a floor of {self.floor}")

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from the other figures, the same in every run."""
        return self.subject, self.what, self.beside

    @property
    def compared(self) -> float:
        """What is held to the aim and compared between runs: the ratio to the floor, where there is one."""
        return self.measured if self.floor is None else self.measured / self.floor

    @property
    def reached(self) -> bool:
        """Whether it is within its aim; what has none is."""
        if self.aim is None:
            return True
        return self.compared >= self.aim if self.more_is_better else self.compared <= self.aim


def show(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, note: str = "", texts: int = 1
) -> None:
    """Print a table. The first columns, `texts` of them, name the row; numbers stand to the right, with their
    thousands apart.

    `note` goes underneath: the aim, and what the figures do not say.
    """
    table = Table(title=title, title_justify="left", title_style="bold", caption=note, caption_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < texts else "right")
    for row in rows:
        table.add_row(*(figure(cell) for cell in row))
    screen = Console(highlight=False)
    # In a file or a pipe nothing has to be folded to the width of a screen.
    (screen if screen.is_terminal else Console(highlight=False, width=IN_A_FILE)).print(table, "", sep="\n")


def figure(cell: Cell) -> str:
    """A number as people read it: 254,310 or 12.4 or 0.318."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int) or abs(cell) >= 1000:
        return f"{cell:,.0f}"
    return f"{cell:.3g}"
