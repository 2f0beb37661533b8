"""How the code is cut into files, and what one press runs through: `python -m tools.structure`.

It counts, for one package (`bot`, or the one that is named): files and lines, small modules that one other
module alone imports, cycles among modules and among packages; how long the longest file and function are, and
how deep blocks stand in one another at most. For a press it plays a card at a table of three
against the playground, in words, and counts the functions and files of ours that run until it is answered.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from playground import Playground, Seen, Visitor
from tests.support import deals
from tests.support.bot import tortuga

ROOT = Path(__file__).parents[1]
OURS = ("bot", "games", "storage")
SMALL = 70
"""Lines up to which a module is a small one."""

Graph = Mapping[str, set[str]]


def modules(package: str, root: Path = ROOT) -> dict[str, Path]:
    """The modules of a package by their dotted names; a package's own `__init__` has the package's name."""
    found: dict[str, Path] = {}
    for path in sorted((root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(files: Mapping[str, Path], *, typing: bool = False, lazy: bool = True) -> dict[str, set[str]]:
    """Which of the modules each one imports. `typing`: also what is imported for types alone; `lazy`: also
    what is imported inside functions.
    """
    return {
        name: set(_imported(ast.parse(path.read_text(encoding="utf-8")), files, typing, lazy)) - {name}
        for name, path in files.items()
    }


def _imported(tree: ast.Module, files: Mapping[str, Path], typing: bool, lazy: bool) -> Iterator[str]:
    for node in _statements(tree, typing, lazy):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in files:
                    yield inner
                elif node.module in files:
                    yield node.module


def _statements(tree: ast.AST, typing: bool, lazy: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test) and not typing:
            continue
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and not lazy:
            continue
        yield child
        yield from _statements(child, typing, lazy)


def cycles(graph: Graph) -> list[list[str]]:
    """The sets of two and more nodes that reach each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            component, stack[at:] = stack[at:], []
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def between_packages(graph: Graph) -> dict[str, set[str]]:
    """The same imports, between the folders of the second level alone (`bot.tables`, `bot.screens` ...); a
    file of a room counts to the folder beside which it stands.
    """
    packages: dict[str, set[str]] = defaultdict(set)
    for name, others in graph.items():
        packages[_package(name)] |= {_package(other) for other in others} - {_package(name)}
    return dict(packages)


def _package(module: str) -> str:
    return ".".join(stands_beside().get(module, module).split(".")[:2])


@cache
def stands_beside() -> Mapping[str, str]:
    """Beside which folder each file of a room stands (`bot.series.screens`: `bot.screens`), as pyproject's
    layers have it.
    """
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = [each["layers"] for each in contracts if each["type"] == "layers"]
    return {
        f"bot.{file}": f"bot.{folder}"
        for folder, *files in (layer.split(" : ") for layer in layers)
        for file in files
    }


def small_with_one_importer(files: Mapping[str, Path], graph: Graph) -> list[str]:
    """Modules of at most `SMALL` lines which just one other imports. A package's `__init__` is none."""
    importers: dict[str, set[str]] = defaultdict(set)
    for name, others in graph.items():
        for other in others:
            importers[other].add(name)
    return [
        name
        for name, path in files.items()
        if path.name not in ("__init__.py", "__main__.py")
        and len(importers[name]) == 1
        and _lines(path) <= SMALL
    ]


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


LONGEST_FILE, LONGEST_FUNCTION, DEEPEST_NESTING = 600, 70, 4
"""What a file and a function may have of lines, and a function of blocks (`if`, `for` ...) in one another."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Size(NamedTuple):
    """How large something is, and where it stands."""

    size: int
    name: str


def file_sizes(files: Mapping[str, Path]) -> list[Size]:
    """The lines of each file, the longest first."""
    return sorted((Size(_lines(path), name) for name, path in files.items()), reverse=True)


def function_sizes(files: Mapping[str, Path]) -> list[Size]:
    """The lines of each function, the longest first."""
    return sorted((Size(_length(each), name) for name, each in _functions(files)), reverse=True)


def nesting(files: Mapping[str, Path]) -> list[Size]:
    """How many blocks stand in one another at most in each function, the deepest first."""
    return sorted((Size(_depth(each), name) for name, each in _functions(files)), reverse=True)


def _functions(files: Mapping[str, Path]) -> Iterator[tuple[str, Function]]:
    for name, path in files.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Function):
                yield f"{name}.{node.name}", node


def _length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


def _depth(node: ast.AST) -> int:
    """How many blocks stand in one another below the node. An `elif` stands beside its `if`; what a function
    in a function nests is its own.
    """
    deepest = 0
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.ClassDef):
            beside = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
            deepest = max(deepest, _depth(child) + (isinstance(child, BLOCKS) and not beside))
    return deepest


@dataclass
class Trace:
    """The functions of ours that began while it was on."""

    codes: set[CodeType] = field(default_factory=set)
    on: bool = False

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        if self.on and event == "call":
            self.codes.add(frame.f_code)

    def ours(self) -> set[tuple[str, str]]:
        """File and name of each function in `OURS`; what a comprehension or a class body runs is none."""
        return {
            (Path(code.co_filename).relative_to(ROOT).as_posix(), code.co_qualname)
            for code in self.codes
            if Path(code.co_filename).is_relative_to(ROOT)
            and Path(code.co_filename).relative_to(ROOT).parts[0] in OURS
            and not code.co_name.startswith("<")
        }


async def press_of_a_card() -> set[tuple[str, str]]:
    """File and name of each function of ours that ran from a press that plays a card, at a table of three, to
    its answer in words. The same cards are dealt each time.
    """
    deals.pytest_configure()
    deals.deal_as("the press of a card")
    trace = Trace()
    with tempfile.TemporaryDirectory() as folder:
        async with Playground.start(limits="off") as playground, tortuga(playground, Path(folder)):
            hands = await _table_of_three(playground)
            for card in range(CARDS_BEFORE):
                await _act(playground, hands, f"card {card}")
            sys.setprofile(trace)
            try:
                await _act(playground, hands, "the traced card", trace)
            finally:
                sys.setprofile(None)
    return trace.ours()


CARDS_BEFORE = 4
"""Cards played before the one that is traced: nothing is done for the first time then, and no trick ends."""
QUIET = 0.5
"""Seconds without a request after which what earlier presses brought is over."""

Hands = list[tuple[Visitor, Seen]]


async def _table_of_three(playground: Playground) -> Hands:
    """Three people whose hands are open, in the third round, all bids made."""
    host, *guests = playground.add_people("Anne", "Bart", "Calico")
    lobby = (await host.slash("table create", game="skull-king")).message
    assert lobby is not None
    for guest in guests:
        await guest.press(lobby, "Join")
    await host.press(lobby, "Start")
    begun = await host.wait_for(lambda seen: any(button.label == "My hand" for button in seen.buttons))
    hands: Hands = []
    for person in (host, *guests):
        hand = (await person.press(begun, "My hand")).message
        assert hand is not None
        hands.append((person, hand))
    rounds_of_one_and_two, bids_of_the_third = (3 + 3) + (3 + 6), 3
    for action in range(rounds_of_one_and_two + bids_of_the_third):
        await _act(playground, hands, f"action {action}")
    return hands


async def _act(playground: Playground, hands: Hands, what: str, trace: Trace | None = None) -> None:
    """The next bid or card of whoever is asked first."""
    await playground.wait_until_quiet(QUIET)
    for person, hand in hands:
        buttons = [button for button in hand.refresh().buttons if not button.disabled]
        choices = [button.custom_id for button in buttons if (button.custom_id or "").startswith("pick:")]
        if choices:
            if trace is not None:
                trace.on = True
            await person.press(hand, custom_id=str(choices[0]))
            if trace is not None:
                trace.on = False
            return
    raise RuntimeError(f"nobody can play {what}")


def figures(package: str) -> dict[str, float]:
    """What is counted of a package's files, each under its name."""
    files = modules(package)
    lines = sum(map(_lines, files.values()))
    graph = imports(files, typing=True)
    return {
        "files": len(files),
        "lines": lines,
        "files per thousand lines": round(1000 * len(files) / lines, 2),
        f"modules of {SMALL} lines or fewer": sum(_lines(path) <= SMALL for path in files.values()),
        f"modules of {SMALL} lines or fewer with one importer": len(small_with_one_importer(files, graph)),
        "modules in cycles": sum(map(len, cycles(graph))),
        "packages in cycles": sum(map(len, cycles(between_packages(graph)))),
        "lines of the longest file": file_sizes(files)[0].size,
        "lines of the longest function": function_sizes(files)[0].size,
        "blocks in one another at most": nesting(files)[0].size,
        f"files of more than {LONGEST_FILE} lines": len(_larger(file_sizes(files), LONGEST_FILE)),
        f"functions of more than {LONGEST_FUNCTION} lines": len(
            _larger(function_sizes(files), LONGEST_FUNCTION)
        ),
        f"functions deeper than {DEEPEST_NESTING} blocks": len(_larger(nesting(files), DEEPEST_NESTING)),
    }


def _larger(sizes: list[Size], most: int) -> list[Size]:
    return [each for each in sizes if each.size > most]


def too_large(package: str) -> list[Size]:
    """The files and functions of a package that are longer or deeper than they may be."""
    files = modules(package)
    return [
        *_larger(file_sizes(files), LONGEST_FILE),
        *_larger(function_sizes(files), LONGEST_FUNCTION),
        *_larger(nesting(files), DEEPEST_NESTING),
    ]


def main() -> None:
    """Print the figures, then the names behind them if asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.structure", description=__doc__)
    parser.add_argument("package", nargs="?", default="bot")
    parser.add_argument(
        "--names", action="store_true", help="name the small modules, the cycles, the functions"
    )
    parser.add_argument("--press", action="store_true", help="also count what a press runs through")
    told = parser.parse_args()
    for name, figure in figures(told.package).items():
        print(f"{figure:>10,}  {name}")
    if told.names:
        _print_names(modules(told.package))
        for size, name in too_large(told.package):
            print(f"too large: {name} ({size})")
    if told.press:
        _print_press(asyncio.run(press_of_a_card()), told.names)


def _print_names(files: Mapping[str, Path]) -> None:
    graph = imports(files, typing=True)
    for name in small_with_one_importer(files, graph):
        print(f"small, one importer: {name} ({_lines(files[name])} lines)")
    for component in cycles(graph) + cycles(between_packages(graph)):
        print("cycle:", ", ".join(component))


def _print_press(ran: set[tuple[str, str]], names: bool) -> None:
    print(f"{len(ran):>10,}  functions run by a press until it is answered")
    print(f"{len({file for file, _ in ran}):>10,}  files they stand in")
    if names:
        for file, function in sorted(ran):
            print(f"press: {file}: {function}")


if __name__ == "__main__":
    main()
