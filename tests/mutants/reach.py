"""Which test reaches which line, and how long each takes: noted once, and again for tests that changed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.mutants.mutants import PLACES, ROOT, RULES_OF_ROOMS, fingerprint, source_files

TESTS = (
    *("tests/games", "tests/bot/tournaments"),
    *("/test_".join(f"tests/{rules}".rsplit("/", 1)) for rules in RULES_OF_ROOMS),
)
ON_IMPORT = ""
"""The name under which lines stand that run without a test: on import, and while tests are collected."""
ARGUMENTS = [
    "--quiet", "--numprocesses=0", "--timeout=0", "--tb=no", "--no-cov", "--hypothesis-profile=mutants",
    "-p", "no:cacheprovider", "-p", "tests.mutants.profile",
]  # fmt: skip


class Reach:
    """What was noted. Kept in a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lines = folder / "lines.sqlite"
        self._notes = folder / "tests.json"
        self._of_file: dict[str, dict[int, list[str]]] = {}
        self.seconds: dict[str, float] = {}

    def bring_up_to_date(self) -> None:
        """Run the tests that were never noted, or have changed since; all, if what they test has changed.

        RuntimeError if a test fails: then nothing can be said of any mutant.
        """
        sources = {path: fingerprint(ROOT / path) for path in source_files(PLACES)}
        files = {
            str(file.relative_to(ROOT)): fingerprint(file)
            for place in TESTS
            for file in (
                [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("test_*.py"))
            )
        }
        noted: dict[str, Any] = json.loads(self._notes.read_text()) if self._notes.exists() else {}
        if noted.get("sources") != sources:
            noted = {"files": {}, "seconds": {}}
            self._lines.unlink(missing_ok=True)
        changed = [file for file, own in files.items() if noted["files"].get(file) != own]
        kept = {
            test: spent for test, spent in noted["seconds"].items() if _file_of(test) in {*files} - {*changed}
        }
        if changed:
            kept |= self._watch(changed)
            self._notes.write_text(json.dumps({"sources": sources, "files": files, "seconds": kept}))
        self.seconds = kept

    def _watch(self, files: list[str]) -> dict[str, float]:
        """Run them in a process of their own, which has imported nothing yet. The seconds of each test."""
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            watch = _Watch(self._lines)
            status = pytest.main([*ARGUMENTS, *files], plugins=[watch])
            watch.save()
            with os.fdopen(writer, "w") as pipe:
                json.dump([int(status), watch.seconds], pipe)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            status, seconds = json.load(pipe)
        os.waitpid(child, 0)
        if status:
            raise RuntimeError("The tests fail as they are: nothing can be said of any mutant.")
        return seconds

    def of_lines(self, path: str, lines: Iterable[int]) -> set[str]:
        """The tests that reach one of these lines; `ON_IMPORT` among them if they ran without a test."""
        if path not in self._of_file:
            data = coverage.CoverageData(str(self._lines))
            data.read()
            self._of_file[path] = data.contexts_by_lineno(str(ROOT / path))
        found = self._of_file[path]
        tests = {test for line in lines for test in found.get(line, ())}
        return {test for test in tests if test == ON_IMPORT or test in self.seconds}

    def of_package(self, package: str) -> set[str]:
        """The tests that reach anything in the files of this folder."""
        files = [path for path in source_files((package,)) if path.rpartition("/")[0] == package]
        return {
            test
            for path in files
            for test in self.of_lines(path, range(1, len((ROOT / path).read_text().splitlines()) + 1))
            if test != ON_IMPORT
        }

    def quickest(self, tests: Iterable[str], seconds: float) -> list[str]:
        """The quickest first, as many as take so many seconds together, but at least one."""
        ordered = sorted(tests, key=lambda test: (self.seconds[test], test))
        spent = accumulate(self.seconds[test] for test in ordered[1:])
        return ordered[:1] + [
            test for test, by_then in zip(ordered[1:], spent, strict=True) if by_then < seconds
        ]


class _Watch:
    """As a plugin of pytest, notes what runs while each test does."""

    def __init__(self, lines: Path) -> None:
        self.seconds: dict[str, float] = {}
        self._coverage = coverage.Coverage(
            data_file=str(lines),
            config_file=False,
            source=sorted({_folder_of(place) for place in PLACES}),
        )
        if lines.exists():
            self._coverage.load()
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        begun = time.process_time()
        result = yield
        self.seconds[item.nodeid] = round(time.process_time() - begun, 4)
        self._coverage.switch_context(ON_IMPORT)
        return result

    def save(self) -> None:
        self._coverage.stop()
        self._coverage.save()


def _folder_of(place: str) -> str:
    """The folder that coverage watches for it."""
    path = ROOT / place
    return str(path.parent if path.suffix else path)


def _file_of(test: str) -> str:
    return test.partition("::")[0]
