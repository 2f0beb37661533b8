"""The one table of all benches: what is held to its aim, what counts as better or worse, what is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from benches import keeping, page
from benches.__main__ import main
from benches.comparison import Verdict, cells, change, verdict
from benches.keeping import Machine, Measured
from benches.report import Figure

PRESS = Figure("press", "one person, p50", 5.0, "ms", floor=2.5, beside="a no-op", aim=2)
RATE = Figure("engine", "moves", 600.0, "moves/s", 1000.0, "a peer", 0.6, more_is_better=True)
WEIGHT = Figure("engine", "a state", 457.0, "bytes", aim=500)
MACHINE = Machine("a processor", 2, "CPython 3.11", "Linux x86_64")
OTHER = replace(MACHINE, cpu="another processor")
PAGE = f"# Figures\n\n{page.BEGIN}\nold\n{page.END}\n\nSo much for that.\n"


@pytest.mark.parametrize(
    ("figure", "reached"),
    [
        (PRESS, True),
        (replace(PRESS, measured=5.1), False),
        (RATE, True),
        (replace(RATE, measured=590.0), False),
        (WEIGHT, True),
        (replace(WEIGHT, measured=501.0), False),
        (replace(WEIGHT, measured=501.0, aim=None), True),
    ],
)
def test_the_ratio_is_held_to_the_aim_or_the_figure_that_has_none(figure: Figure, reached: bool) -> None:
    assert figure.reached is reached
    assert cells(figure)[-1].endswith(": missed") is not reached


@pytest.mark.parametrize(
    ("now", "kept", "found"),
    [
        (PRESS, None, Verdict.NEW),
        (replace(PRESS, measured=5.4), PRESS, Verdict.SAME),
        (replace(PRESS, measured=5.6), PRESS, Verdict.WORSE),
        (replace(PRESS, measured=4.4), PRESS, Verdict.BETTER),
        (replace(PRESS, measured=5.6, tolerance=0.25), PRESS, Verdict.SAME),
        (replace(RATE, measured=700.0), RATE, Verdict.BETTER),
        (replace(RATE, measured=500.0), RATE, Verdict.WORSE),
        (replace(WEIGHT, measured=600.0), WEIGHT, Verdict.WORSE),
        (replace(WEIGHT, measured=1.0), replace(WEIGHT, measured=0.0), Verdict.WORSE),
        (replace(WEIGHT, measured=0.0), replace(WEIGHT, measured=0.0), Verdict.SAME),
    ],
)
def test_better_or_worse_is_what_changed_by_more_than_its_tolerance(
    now: Figure, kept: Figure | None, found: Verdict
) -> None:
    assert verdict(now, kept) is found


def test_a_slower_machine_changes_no_ratio() -> None:
    slower = replace(PRESS, measured=50.0, floor=25.0)
    assert change(slower, PRESS) == 0
    assert verdict(slower, PRESS) is Verdict.SAME


def test_nothing_is_compared_with_a_floor_of_nothing() -> None:
    with pytest.raises(ValueError, match="floor of 0"):
        replace(PRESS, floor=0.0)


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    assert keeping.read(file) == {}
    kept = {
        "engine": Measured(date(2026, 11, 22), MACHINE, (RATE, WEIGHT)),
        "press": Measured(date(2026, 11, 21), OTHER, (replace(PRESS, tolerance=0.3),)),
    }
    keeping.write(kept, file)
    assert keeping.read(file) == kept


def test_the_page_of_the_project_shows_the_figures_that_are_kept() -> None:
    text = page.PAGE.read_text("utf-8")
    assert page.with_table(text, keeping.read()) == text


def test_the_page_says_where_what_was_measured() -> None:
    day = date(2026, 11, 22)
    here, there = Measured(day, MACHINE, (RATE,)), Measured(day, OTHER, (PRESS,))
    assert page.table({"engine": here}).startswith(f"Measured on 2026-11-22, on {MACHINE}.\n")
    assert page.table({"press": there, "engine": here}).startswith(
        f"- Measured on 2026-11-22, on {MACHINE}: engine.\n- Measured on 2026-11-22, on {OTHER}: press.\n"
    )


def test_a_page_without_a_place_for_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no place for the table"):
        page.with_table(f"{page.END} {page.BEGIN}", {})


class Desk:
    """Benches to run in a folder that keeps figures and a page."""

    def __init__(self, folder: Path) -> None:
        self.file, self.document = folder / "figures.json", folder / "performance.md"
        self.document.write_text(PAGE)

    def run(self, *arguments: str, **benches: Callable[[], Sequence[Figure]]) -> int:
        """The exit status of `python -m benches`, if these were all."""
        return main([*arguments], benches, self.file, self.document)

    @property
    def kept(self) -> dict[str, tuple[Figure, ...]]:
        """The figures, by bench."""
        return {name: each.figures for name, each in keeping.read(self.file).items()}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def failing() -> Sequence[Figure]:
    raise RuntimeError("no peer to measure beside")


def measuring(*figures: Figure) -> Callable[[], Sequence[Figure]]:
    return lambda: figures


def test_a_run_keeps_nothing_unless_asked_to(desk: Desk) -> None:
    assert desk.run(engine=measuring(RATE)) == 0
    assert desk.kept == {}
    assert desk.document.read_text() == PAGE


def test_figures_are_kept_with_the_page(desk: Desk) -> None:
    assert desk.run("--keep", engine=measuring(replace(RATE, measured=1234.5678))) == 0
    assert [figure.measured for figure in desk.kept["engine"]] == [1235]
    text = desk.document.read_text()
    assert "| engine | moves | 1,235 moves/s | a peer: 1,000 moves/s | 1.24 | at least 0.6 |" in text
    assert text.startswith("# Figures\n")
    assert text.endswith("\nSo much for that.\n")
    assert "old" not in text


def test_a_bench_that_fails_says_so_and_the_others_go_on(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.run("--keep", engine=measuring(RATE), press=measuring(PRESS))
    slower = replace(PRESS, measured=10.0)
    assert desk.run("--keep", engine=failing, press=measuring(slower)) == 1
    said = capsys.readouterr().err
    assert "no peer to measure beside" in said
    assert "failed, and measured nothing: engine" in said
    assert desk.kept == {"engine": (RATE,), "press": (slower,)}


def test_a_bench_with_two_figures_of_one_name_fails(desk: Desk) -> None:
    assert desk.run(engine=measuring(RATE, RATE)) == 1


def test_a_part_is_compared_alone_and_keeps_the_rest(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.run("--keep", engine=measuring(RATE), press=measuring(PRESS))
    capsys.readouterr()
    faster = replace(PRESS, measured=2.5)
    assert desk.run("press", "--keep", engine=failing, press=measuring(faster)) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "1 better." in shown
    assert "engine" not in shown
    assert desk.kept == {"engine": (RATE,), "press": (faster,)}


def test_figures_that_are_measured_no_more_are_named_and_go(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.run("--keep", engine=measuring(RATE, WEIGHT), press=measuring(PRESS))
    desk.run("--keep", engine=measuring(RATE))
    assert "No longer measured: engine, a state." in " ".join(capsys.readouterr().out.split())
    assert desk.kept == {"engine": (RATE,)}


def test_what_was_kept_on_another_machine_is_said_to_be(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    keeping.write({"engine": Measured(date(2026, 1, 1), OTHER, (RATE,))}, desk.file)
    desk.run(engine=measuring(RATE))
    assert f"Kept from another machine: {OTHER}" in " ".join(capsys.readouterr().out.split())


def test_a_bench_that_there_is_not_is_refused_before_anything_runs(desk: Desk) -> None:
    with pytest.raises(SystemExit) as ended:
        desk.run("engine", "rowing", engine=failing)
    assert ended.value.code == 2
