"""Runs the tests that reach a mutant until one of them fails.

A change inside a function is made in a process that has imported everything and collected the tests: it
forks, and the child gives the function its changed code. What takes effect on import needs a
child that has imported nothing yet, which then imports the changed file in the place of the true one.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, FunctionType
from typing import NoReturn

import pytest

from tests.mutants.mutants import ROOT, Mutant
from tests.mutants.reach import ARGUMENTS, ON_IMPORT, Reach

MEMORY = 4 << 30
"""A mutant that fills more than these bytes has failed its test."""
FAULT = 70
"""The exit status of a child in which this package itself has failed."""
STARTING = 90
"""So many seconds of the processor may be spent until the first test."""

KILLED, SURVIVED, NEVER_ENDS, UNREACHED = "killed", "survived", "never ends", "unreached"
NO_PROGRAM, BROKEN = "no program", "broken"
"""What becomes of one. "never ends" counts as killed; "no program" does not compile, and is not counted;
"broken" tells of a fault of this package.
"""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant, and which test failed."""

    mutant: Mutant
    fate: str
    by: str = ""


Note = Callable[[Verdict], None]
Work = Callable[[Mutant, Callable[[str], None]], int]
"""Judges a mutant in a process of its own, and tells which test runs. The exit status: 0 if none failed."""


def judge(mutants: Sequence[Mutant], reach: Reach, jobs: int, seconds: float, note: Note) -> None:
    """Judge them all, so many at a time, each by the quickest of the tests that reach it: as many as take so
    many seconds together.
    """
    warm: list[tuple[Mutant, list[str]]] = []
    cold: list[tuple[Mutant, list[str]]] = []
    for mutant in mutants:
        tests = _tests_for(mutant, reach)
        if not mutant.compiles():
            note(Verdict(mutant, NO_PROGRAM))
        elif mutant.function and ON_IMPORT not in tests:
            warm.append((mutant, reach.quickest(tests, seconds)))
        else:
            cold.append((mutant, reach.quickest(reach.of_package(mutant.package), seconds)))
    for mutant, tests in warm + cold:
        if not tests:
            note(Verdict(mutant, UNREACHED))
    _judge_warm([one for one in warm if one[1]], reach, jobs, note)
    _judge_cold([one for one in cold if one[1]], reach, jobs, note)


def _tests_for(mutant: Mutant, reach: Reach) -> set[str]:
    """Those that reach the changed statement or, where none of its lines is known to run, its function."""
    tests = reach.of_lines(mutant.path, mutant.lines)
    return tests or (reach.of_lines(mutant.path, mutant.function.lines) if mutant.function else set())


# Inside functions


def _judge_warm(work: list[tuple[Mutant, list[str]]], reach: Reach, jobs: int, note: Note) -> None:
    if not work:
        return
    child = os.fork()
    if not child:
        _silence(keep_errors=True)
        status = pytest.main([*ARGUMENTS, *_files(work)], plugins=[_Warm(work, reach, jobs, note)])
        os._exit(int(status))
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError(f"The process that collects the tests ended with {status}.")


class _Warm:
    """As a plugin of pytest, judges mutants in the place of running the tests once."""

    def __init__(self, work: list[tuple[Mutant, list[str]]], reach: Reach, jobs: int, note: Note) -> None:
        self._work, self._reach, self._jobs, self._note = work, reach, jobs, note

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions = _functions()
        gc.collect()
        gc.freeze()
        tests = {id(mutant): own for mutant, own in self._work}

        def work(mutant: Mutant, tell: Callable[[str], None]) -> int:
            _exchange(mutant, functions)
            return _run(session, [items[test] for test in tests[id(mutant)]], self._reach, tell)

        _forked([mutant for mutant, _ in self._work], self._jobs, work, self._note)
        return True


def _functions() -> dict[tuple[str, str, int], list[FunctionType]]:
    """All that are alive, by file, name and first line."""
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            code = thing.__code__
            found.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(thing)
    return found


def _exchange(mutant: Mutant, functions: dict[tuple[str, str, int], list[FunctionType]]) -> None:
    """Give the function its changed code, under whatever decorators it stands."""
    assert mutant.function
    file, name, line = str(ROOT / mutant.path), mutant.function.name, mutant.function.line
    changed = compile(mutant.source(), file, "exec", dont_inherit=True)
    (code,) = (one for one in _codes(changed) if (one.co_qualname, one.co_firstlineno) == (name, line))
    for function in functions[file, name, line]:
        function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


# On import


def _judge_cold(work: list[tuple[Mutant, list[str]]], reach: Reach, jobs: int, note: Note) -> None:
    tests = {id(mutant): own for mutant, own in work}
    if work:
        _import_what_others_wrote(_files(work))

    def alone(mutant: Mutant, tell: Callable[[str], None]) -> int:
        own = tests[id(mutant)]
        sys.meta_path.insert(0, _Changed(mutant))
        signal.setitimer(signal.ITIMER_PROF, STARTING)
        tell("import")
        return int(pytest.main([*ARGUMENTS, *_files([(mutant, own)])], plugins=[_Cold(own, reach, tell)]))

    _forked([mutant for mutant, _ in work], jobs, alone, note)


def _import_what_others_wrote(files: list[str]) -> None:
    """All that collecting these tests imports and is not ours, so that no child needs to import it."""
    reader, writer = os.pipe()
    if not os.fork():
        _silence()
        pytest.main([*ARGUMENTS, "--collect-only", *files])
        with os.fdopen(writer, "w") as pipe:
            pipe.write("\n".join(name for name in sys.modules if not _is_ours(name)))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        names = pipe.read().splitlines()
    os.wait()
    for name in names:
        with suppress(ImportError):  # what another module has put there by hand comes with that module
            importlib.import_module(name)


def _is_ours(module: str) -> bool:
    """Whether it lies in a folder of this project. If one were imported early, what it imports could not be
    changed any more.
    """
    return (ROOT / module.partition(".")[0]).is_dir()


class _Changed:
    """Finds the changed file in the place of the true one.

    RuntimeError if the true one is there already.
    """

    def __init__(self, mutant: Mutant) -> None:
        self._name = mutant.path.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
        if self._name in sys.modules:
            raise RuntimeError(f"{self._name} was imported before it was changed.")
        self._path = str(ROOT / mutant.path)
        self._source = mutant.source()

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != self._name:
            return None
        loader = _Loader(name, self._path)
        loader.source = self._source
        folders = [os.path.dirname(self._path)] if self._path.endswith("__init__.py") else None
        return spec_from_file_location(name, self._path, loader=loader, submodule_search_locations=folders)


class _Loader(SourceFileLoader):
    source: str

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class _Cold:
    """As a plugin of pytest, runs these tests in this order."""

    def __init__(self, tests: list[str], reach: Reach, tell: Callable[[str], None]) -> None:
        self._tests, self._reach, self._tell = tests, reach, tell

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        if missing := [test for test in self._tests if test not in items]:
            self._tell(missing[0])
            session.testsfailed += 1  # a test that is made from the changed table is no longer there
        elif session.testsfailed == 0:
            _run(session, [items[test] for test in self._tests], self._reach, self._tell)
        return True


# Processes


def _run(session: pytest.Session, items: list[pytest.Item], reach: Reach, tell: Callable[[str], None]) -> int:
    """The tests one after the other until one fails."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        tell(item.nodeid)
        signal.setitimer(signal.ITIMER_PROF, 5 + 10 * reach.seconds[item.nodeid])
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return 1
    return 0


def _forked(mutants: list[Mutant], jobs: int, work: Work, note: Note) -> None:
    """Each in a process of its own, so many at a time."""
    running: dict[int, tuple[Mutant, int]] = {}
    for done, mutant in enumerate(mutants):
        print(f"\r{done:,} of {len(mutants):,}", end=" ", file=sys.stderr, flush=True)
        if len(running) == jobs:
            note(_next_verdict(running))
        told = os.memfd_create("told")
        child = os.fork()
        if not child:
            _child(mutant, work, told)
        running[child] = mutant, told
    while running:
        note(_next_verdict(running))


def _child(mutant: Mutant, work: Work, told: int) -> NoReturn:
    _silence()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def tell(what: str) -> None:
        os.ftruncate(told, os.pwrite(told, what.encode(errors="replace"), 0))

    try:
        status = work(mutant, tell)
    except BaseException:
        tell(traceback.format_exc())
        status = FAULT
    os._exit(status)


def _next_verdict(running: dict[int, tuple[Mutant, int]]) -> Verdict:
    child, status = os.wait()
    mutant, told = running.pop(child)
    with os.fdopen(told, "rb") as file:
        file.seek(0)
        last = file.read().decode()
    if os.WIFSIGNALED(status):
        stopped = os.WTERMSIG(status) == signal.SIGPROF
        return Verdict(mutant, NEVER_ENDS if stopped else BROKEN, last)
    match os.WEXITSTATUS(status):
        case 0:
            return Verdict(mutant, SURVIVED)
        case _ if os.WEXITSTATUS(status) == FAULT:
            return Verdict(mutant, BROKEN, last)
        case _:  # a test failed or, by pytest's other numbers, what is changed cannot be imported
            return Verdict(mutant, KILLED, last)


def _silence(*, keep_errors: bool = False) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1,) if keep_errors else (1, 2):
        os.dup2(nowhere, stream)


def _files(work: list[tuple[Mutant, list[str]]]) -> list[str]:
    return sorted({test.partition("::")[0] for _, tests in work for test in tests})
