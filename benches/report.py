"""How a bench shows its figures: a table under a title, the same for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

Cell = str | int | float


def show(title: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, note: str = "") -> None:
    """Print a table. The first column names the row; numbers stand to the right, with their thousands apart.

    `note` goes underneath: the aim, and what the figures do not say.
    """
    table = Table(title=title, title_justify="left", title_style="bold", caption=note, caption_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    for row in rows:
        table.add_row(*(figure(cell) for cell in row))
    Console(highlight=False).print(table, "", sep="\n")


def figure(cell: Cell) -> str:
    """A number as people read it: 254,310 or 12.4 or 0.318."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int) or abs(cell) >= 1000:
        return f"{cell:,.0f}"
    return f"{cell:.3g}"
