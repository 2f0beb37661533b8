"""SQL is written in storage and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SQL = re.compile(
    r"\s*(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|(CREATE|DROP|ALTER)\s+TABLE"
    r"|PRAGMA|BEGIN\s+(IMMEDIATE|EXCLUSIVE))\b",
    re.DOTALL,
)


def texts_and_imports(source: str) -> Iterator[str]:
    """Every piece of text in a module, and `import x` for every module that it imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Import):
            yield from (f"import {name.name.split('.')[0]}" for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"import {(node.module or '').split('.')[0]}"


WORDS = re.compile(r"sqlite|SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN")
"""A source without any of these need not be parsed."""


def smells_of_sql(text: str) -> bool:
    """Whether a text is a statement, or the import of what runs one."""
    return SQL.match(text) is not None or text in ("import sqlite3", "import aiosqlite")


def files_with_sql(folder: str) -> list[str]:
    """The modules under a folder of the project in which SQL stands, or that could run it."""
    sources = ((file.name, file.read_text("utf-8")) for file in sorted((ROOT / folder).rglob("*.py")))
    return [
        name
        for name, source in sources
        if WORDS.search(source) and any(map(smells_of_sql, texts_and_imports(source)))
    ]


@pytest.mark.parametrize("folder", ["bot", "games", "playground"])
def test_no_sql_outside_storage(folder: str):
    assert files_with_sql(folder) == []


def test_in_storage_it_would_be_found():
    assert {"database.py", "changes.py", "store.py", "connection.py"} <= set(files_with_sql("storage"))
