"""`python -m tools.release`: refuses to make a release of what does not fit together, and tags what does.

It looks at the version, the changelog, the locks and their wheels, the image's workflow, the wheel that it
builds, and whether everything is committed. What tests say is asked for before: `make check AUDIT=asked test
trials`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bot import __version__

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r"\d+\.\d+\.\d+(-rc\.\d+)?")


def problems(root: Path = ROOT, version: str = __version__) -> Iterator[str]:
    """A sentence for each thing that does not fit, of what files say."""
    if not VERSION.fullmatch(version):
        yield f"bot/__init__.py: {version} is no version such as 1.2.3 or 1.2.3-rc.1"
    yield from _changelog((root / "CHANGELOG.md").read_text("utf-8"), version)
    yield from _locks(root)
    workflow = (root / ".github/workflows/image.yml").read_text("utf-8")
    for needed in ("linux/amd64,linux/arm64", "sbom: true", "cosign sign", "tools.release --tagged"):
        if needed not in workflow:
            yield f".github/workflows/image.yml lacks {needed!r}"


def _changelog(text: str, version: str) -> Iterator[str]:
    headings = re.findall(r"^## (.+)$", text, re.M)
    if "Not yet released" in headings:
        yield "CHANGELOG.md: tell under the version what is 'Not yet released'"
    if not [
        heading
        for heading in headings[:1]
        if re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", heading)
    ]:
        yield f"CHANGELOG.md: the first heading must be '## {version} (year-month-day)'"


def _locks(root: Path) -> Iterator[str]:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    lock = (root / "requirements.lock").read_text("utf-8")
    for requirement in (*project["project"]["dependencies"], *project["build-system"]["requires"]):
        name = re.split(r"[<>=\[ ]", requirement)[0].lower().replace(".", "-").replace("_", "-")
        if f"\n{name}==" not in lock:
            yield f"requirements.lock lacks {name}: make lock"


def not_in_wheel(root: Path = ROOT) -> list[str]:
    """Files of the packages that are under version control, and not in the wheel that is built of them."""
    packages = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
        "targets"
    ]
    listed = _told("git", "ls-files", *packages["wheel"]["packages"], cwd=root).splitlines()
    with TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-index"]
        _told(*pip, "--no-deps", "--no-build-isolation", "--wheel-dir", folder, str(root))
        [wheel] = Path(folder).glob("tortuga-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            return sorted(set(listed) - set(archive.namelist()))


def _told(*command: str, cwd: Path = ROOT) -> str:
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def _asked(*module: str) -> bool:
    return subprocess.run([sys.executable, "-m", *module, "--asked"], cwd=ROOT, check=False).returncode == 0


CHECKS: dict[str, Callable[[], bool]] = {
    "a package is not as locked, or has a known vulnerability": lambda: _asked("tests.project.supply"),
    "a package has no wheel for a Python that is supported": lambda: _asked("tests.project.supply.wheels"),
}


def main(arguments: list[str]) -> int:
    """Exit status 1 if it is refused."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--tagged", metavar="TAG", help="look whether this tag fits, and make none")
    chosen = parser.parse_args(arguments)
    wrong = list(problems())
    wrong += [f"the wheel lacks {name}" for name in not_in_wheel()]
    if chosen.tagged:
        wrong += (
            [f"the tag {chosen.tagged} is not v{__version__}"] if chosen.tagged != f"v{__version__}" else []
        )
    else:
        wrong += ["not everything is committed"] if _told("git", "status", "--porcelain") else []
        wrong += (
            [f"v{__version__} is there already"] if _told("git", "tag", "--list", f"v{__version__}") else []
        )
        wrong += [sentence for sentence, holds in CHECKS.items() if not holds()]
    for sentence in wrong:
        print(f"No release: {sentence}.")
    if wrong:
        return 1
    if not chosen.tagged:
        _told("git", "tag", "--annotate", f"v{__version__}", "--message", f"Tortuga {__version__}")
        print(f"v{__version__} is tagged. To publish it: git push origin v{__version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
