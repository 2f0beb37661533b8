"""Under which licences the packages stand that the bot runs with, as they say themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from email.message import Message
from importlib.metadata import distribution
from typing import cast

from tests.project.supply.locks import Pinned

PERMITTED = {"MIT", "MIT-CMU", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "PSF-2.0", "MPL-2.0"}
"""By their SPDX names: the bot may be run, changed and passed on without asking."""

_OLD_NAMES = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""What packages write that have no SPDX expression yet."""


def licences_of(metadata: Message) -> set[str]:
    """The licences that a package names, by SPDX names where those are known; empty if it names none."""
    if expression := metadata.get("License-Expression"):
        return set(re.findall(r"[\w.+-]+", expression)) - {"AND", "OR", "WITH"}
    classifiers = metadata.get_all("Classifier") or []
    named = [each.rsplit(" :: ", 1)[-1] for each in classifiers if each.startswith("License :: ")]
    if not named and (field := metadata.get("License", "").strip()):
        named = [field.splitlines()[0]]
    return {_OLD_NAMES.get(name, name) for name in named}


def not_permitted(packages: Iterable[Pinned], permitted: Set[str] = PERMITTED) -> list[str]:
    """A sentence for each installed package whose licences are unknown, or not among those permitted."""
    wrong: list[str] = []
    for package in packages:
        if not package.is_for_here:
            continue
        licences = licences_of(cast(Message, distribution(package.name).metadata))
        if not licences or not licences <= permitted:
            wrong.append(
                f"{package.name} stands under {', '.join(sorted(licences)) or 'no licence it names'}"
            )
    return wrong
