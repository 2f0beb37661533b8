"""The table of kept figures in docs/performance.md, between two marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benches.comparison import COLUMNS, cells
from benches.keeping import Measured

PAGE = Path(__file__).parents[1] / "docs/performance.md"
BEGIN = "<!-- The figures that `make bench KEEP=1` measured and wrote: -->"
END = "<!-- So far. -->"


def table(kept: Mapping[str, Measured]) -> str:
    """All that is kept, in Markdown: when and where it was measured, and a line for each figure."""
    lines = [_line(cells(each)) for name in sorted(kept) for each in kept[name].figures]
    return "\n".join([*_origins(kept), "", _line(COLUMNS), _line(["---"] * len(COLUMNS)), *lines])


def _origins(kept: Mapping[str, Measured]) -> Iterable[str]:
    """Whole runs have one line, since all of it was measured on the same day and machine."""
    origins: dict[str, list[str]] = {}
    for name in sorted(kept):
        measured = kept[name]
        origins.setdefault(f"Measured on {measured.day:%Y-%m-%d}, on {measured.machine}", []).append(name)
    if len(origins) == 1:
        return [f"{origin}." for origin in origins]
    return [f"- {origin}: {', '.join(names)}." for origin, names in origins.items()]


def _line(texts: Sequence[str]) -> str:
    return f"| {' | '.join(text.replace('|', chr(92) + '|') for text in texts)} |"


def with_table(page: str, kept: Mapping[str, Measured]) -> str:
    """The page with what is kept between its marks, the rest as it was. ValueError if a mark is missing."""
    before, begun, rest = page.partition(BEGIN)
    _old, ended, after = rest.partition(END)
    if not (begun and ended):
        raise ValueError(f"the page has no place for the table, between the lines {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n\n{table(kept)}\n\n{END}{after}"


def write(kept: Mapping[str, Measured], path: Path = PAGE) -> None:
    """Bring the page up to date."""
    path.write_text(with_table(path.read_text("utf-8"), kept), "utf-8")
