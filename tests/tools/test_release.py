"""A release of what does not fit together is refused, with what is to be done."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.release import ROOT, problems

FILES = ("CHANGELOG.md", "pyproject.toml", "requirements.lock", ".github/workflows/image.yml")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """What a release is looked for in, of a version that fits."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(
        "# What has changed\n\n## 1.2.3 (2026-11-28)\n\n## 1.2.2 (2026-11-01)\n"
    )
    return tmp_path


def test_what_fits_is_not_refused(project: Path) -> None:
    assert list(problems(project, "1.2.3")) == []


@pytest.mark.parametrize(
    ("file", "before", "after", "refused"),
    [
        ("CHANGELOG.md", "## 1.2.3 (2026-11-28)", "## Not yet released", "what is 'Not yet released'"),
        ("CHANGELOG.md", "## 1.2.3 (2026-11-28)", "## 1.2.3", "the first heading"),
        ("CHANGELOG.md", "## 1.2.3 (2026-11-28)\n", "", "the first heading"),
        ("requirements.lock", "platformdirs==", "other==", "lacks platformdirs"),
        (".github/workflows/image.yml", "cosign sign", "echo", "cosign sign"),
        (".github/workflows/image.yml", "linux/amd64,linux/arm64", "linux/amd64", "linux/arm64"),
    ],
)
def test_what_does_not_fit_is_named(file: str, before: str, after: str, refused: str, project: Path) -> None:
    path = project / file
    assert before in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(before, after))
    assert [told for told in problems(project, "1.2.3") if refused in told]


def test_another_version_than_the_changelogs_or_none_is_refused(project: Path) -> None:
    assert len(list(problems(project, "1.2.4"))) == 1
    assert len(list(problems(project, "soon"))) == 2
