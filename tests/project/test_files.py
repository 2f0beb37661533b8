"""The project's own files: what they name, what they leave out, and that what stands in two places agrees."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.settings import LocalSettings, Settings

ROOT = Path(__file__).parents[2]
LOCKS = sorted(ROOT.glob("requirements*.lock"))


@cache
def ours() -> list[Path]:
    """Every file under version control that is text, and those about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return [
        path for name in listed.split("\0") if name and (path := ROOT / name).is_file() and _is_text(path)
    ]


def _is_text(path: Path) -> bool:
    return b"\0" not in path.read_bytes()[:4096]


def lines_with(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    """Where the pattern stands."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


# Written so that they do not find themselves.
REGISTRIES = re.compile(
    r"pypi[.]org|pythonhosted[.]org|npmjs[.](org|com)|--(extra-)?index[-]url|--find[-]links"
)
PLACES = re.compile(r"(?<![\w.}])/(work|tmp|root|home|Users)[/]\w|file:[/]{3}")


def test_no_file_names_a_package_registry():
    assert lines_with(REGISTRIES, ours()) == []


def test_no_file_names_a_place_on_somebodys_machine():
    assert lines_with(PLACES, ours()) == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_in_a_lock_has_one_version_and_its_hashes(lock: Path):
    entries = re.split(r"\n(?=[a-z0-9])", lock.read_text().partition("\n\n")[0].split("make lock\n", 1)[1])
    assert len(entries) > 20
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==[^ ;]+( ; [^\\]+)? \\\n +--hash=sha256:[0-9a-f]{64}", entry), entry


def test_the_locks_agree_on_what_the_bot_runs_with():
    runtime, *others = (
        set(re.findall(r"^[a-z0-9-]+==[^\\]+", lock.read_text(), re.M))
        for lock in sorted(LOCKS, key=lambda lock: len(lock.name))
    )
    for other in others:
        assert runtime <= other


def test_every_dependency_of_the_project_is_in_its_lock():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    lock = (ROOT / "requirements.lock").read_text()
    for requirement in wanted:
        name = re.split(r"[<>=\[ ]", requirement)[0].lower().replace(".", "-").replace("_", "-")
        assert f"\n{name}==" in lock


def test_every_setting_is_in_the_example_with_a_sentence_and_its_default():
    example = (ROOT / ".env.example").read_text()
    explained = dict(re.findall(r"^# [^\n]+\.[^\n]*\n(?:# )?([A-Z_]+)=(.*)$", example, re.M))
    assert set(explained) == {name.upper() for name in Settings.model_fields}
    for name, field in {**LocalSettings.model_fields, **Settings.model_fields}.items():
        assert explained[name.upper()] == (
            "" if field.is_required() else str(field.get_default(call_default_factory=True))
        )


def test_the_example_does_not_lead_the_image_away_from_its_volume():
    """`docker run --env-file` would set a path that is meant for a folder of one's own."""
    assert "DATABASE_PATH" not in dotenv_values(ROOT / ".env.example")


def test_every_setting_is_in_the_operators_page():
    page = (ROOT / "docs/running.md").read_text()
    for name in Settings.model_fields:
        assert f"`{name.upper()}`" in page


BEGINS_WITH_WORDS = re.compile(r'(?:#[^\n]*\n|\s)*r?"""\s*[^"\s]')
"""A source whose first statement is a text, and no empty one."""


def test_every_python_file_says_what_it_is_for():
    silent = [
        str(path.relative_to(ROOT))
        for path in ours()
        if path.suffix == ".py" and not BEGINS_WITH_WORDS.match(path.read_text("utf-8"))
    ]
    assert silent == []


def test_every_link_between_our_pages_leads_somewhere():
    lost = [
        f"{page.relative_to(ROOT)}: {link}"
        for page, link in _links()
        if not (page.parent / link.partition("#")[0]).exists()
    ]
    assert lost == []


def _links() -> Iterator[tuple[Path, str]]:
    for page in ours():
        if page.suffix == ".md":
            for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
                if not re.match(r"[a-z]+:|#", link):
                    yield page, link
