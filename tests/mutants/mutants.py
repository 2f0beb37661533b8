"""The mutants of a source file: each is the file with one expression or statement changed.

What is not changed:

- annotations, docstrings, `__all__`, `TypeAlias`, `TypeVar` and the type of a `cast`: nothing reads them when
  the program runs;
- sentences for people, the literals of `_("...")` and `_n("...")`: `tests/words` compares each of them with
  the catalogues, so that another sentence fails there;
- `gc=False` of a struct: a hint to the garbage collector, which sees to speed alone.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from importlib.metadata import version
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
RULES_OF_ROOMS = tuple(
    module.replace(".", "/") + ".py"
    for contract in CONTRACTS
    if contract["name"].startswith("the rules of a room")
    for module in contract["source_modules"]
)
PLACES = ("games", "bot/tournaments", *RULES_OF_ROOMS)
SENTENCES = {"_", "_n"}
FOR_TYPE_CHECKERS = {"TypeVar", "ParamSpec", "NewType"}


@dataclass(frozen=True)
class Function:
    """The function that a change is in, as the compiler names it."""

    name: str
    line: int
    """Its first."""
    lines: range
    """Of its body."""


@dataclass(frozen=True)
class Mutant:
    """One change of a file."""

    path: str
    number: int
    """Among those of its file."""
    of_source: str
    """The fingerprint of the file, and of what makes mutants: another version numbers them otherwise."""
    function: Function | None
    """The outermost one around the change; None if the change takes effect on import."""
    lines: range
    """Of the statement around the change."""
    module: cst.Module
    before: cst.CSTNode
    after: cst.CSTNode

    @property
    def package(self) -> str:
        """What it is counted with: a game's folder, or what the games share."""
        return self.path.rpartition("/")[0]

    def source(self) -> str:
        """The changed file."""
        changed = self.module.deep_replace(self.before, self.after)
        assert isinstance(changed, cst.Module)
        return changed.code

    def compiles(self) -> bool:
        """Whether it is Python at all: not every expression may stand in a pattern."""
        try:
            compile(self.source(), self.path, "exec", dont_inherit=True)
        except SyntaxError:
            return False
        return True

    def diff(self) -> str:
        """The change as a patch."""
        old, new = (text.splitlines(keepends=True) for text in (self.module.code, self.source()))
        return "".join(unified_diff(old, new, f"a/{self.path}", f"b/{self.path}", n=2))


def source_files(paths: tuple[str, ...] = PLACES) -> list[str]:
    """The files at or below these paths whose code is changed, as they are called from the root."""
    found = {
        str(file.relative_to(ROOT))
        for path in paths
        for file in ([ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("*.py"))
    }
    return sorted(found)


def fingerprint(file: Path) -> str:
    """Of what a file says."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def mutants_of(path: str) -> list[Mutant]:
    """All changes of one file, in its order."""
    file = ROOT / path
    wrapper = MetadataWrapper(cst.parse_module(file.read_text()))
    visitor = _Visitor()
    wrapper.visit(visitor)
    of_source = "-".join((fingerprint(file), fingerprint(Path(__file__)), version("mutmut")))
    return [
        Mutant(path, number, of_source, function, lines, wrapper.module, before, after)
        for number, (function, lines, before, after) in enumerate(visitor.found)
    ]


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[Function | None, range, cst.CSTNode, cst.CSTNode]] = []
        self._around: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_left_alone(node, self._around[-1] if self._around else None):
            return False
        self._around.append(node)
        for changed in _changes(node):
            self.found.append((self._function(), self._lines(self._statement()), node, changed))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if self._around and self._around[-1] is original_node:
            self._around.pop()

    def _statement(self) -> cst.CSTNode:
        """The statement, or of one with a body the part of its head, that we are in."""
        lines = [node for node in self._around if isinstance(node, cst.SimpleStatementLine)]
        return lines[-1] if lines else self._around[-1]

    def _function(self) -> Function | None:
        """The outermost function in whose body we are: its defaults and decorators take effect on import."""
        for place, node in enumerate(self._around):
            if isinstance(node, cst.FunctionDef):
                if node.body not in self._around[place + 1 : place + 2]:
                    return None
                names = [one.name.value for one in self._around[:place] if isinstance(one, cst.ClassDef)]
                first = node.decorators[0] if node.decorators else node
                line = self._lines(first).start
                return Function(".".join([*names, node.name.value]), line, self._lines(node.body))
        return None

    def _lines(self, node: cst.CSTNode) -> range:
        position = self.get_metadata(PositionProvider, node)
        return range(position.start.line, position.end.line + 1)


def _changes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    kept = _kept_arguments(node)
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            for changed in operator(node):
                if not kept or kept == _kept_arguments(changed):
                    yield changed


def _kept_arguments(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The literals of a call of gettext, and the type of a cast."""
    if not isinstance(node, cst.Call):
        return []
    if _is_named(node.func, {"cast"}):
        return [node.args[0].value]
    if not _is_named(node.func, SENTENCES):
        return []
    return [
        arg.value for arg in node.args if isinstance(arg.value, cst.SimpleString | cst.ConcatenatedString)
    ]


def _is_left_alone(node: cst.CSTNode, inside: cst.CSTNode | None) -> bool:
    match node:
        case cst.Annotation() | cst.Decorator():
            return isinstance(node, cst.Annotation)
        case cst.AnnAssign():
            return _is_named(node.annotation.annotation, {"TypeAlias"})
        case cst.Assign():
            return _is_named(node.targets[0].target, {"__all__"}) or (
                isinstance(node.value, cst.Call) and _is_named(node.value.func, FOR_TYPE_CHECKERS)
            )
        case cst.SimpleString() | cst.ConcatenatedString():
            return isinstance(inside, cst.Expr)
        case cst.Arg():
            hint = isinstance(inside, cst.ClassDef) and _is_named(node.keyword, {"gc"})
            return hint or (inside is not None and node.value in _kept_arguments(inside))
        case _:
            return False


def _is_named(node: cst.CSTNode | None, names: set[str]) -> bool:
    return node is not None and isinstance(node, cst.Name) and node.value in names
