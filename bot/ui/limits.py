"""What Discord accepts, in one place, and a check of a finished payload against it.

Screens are built so that they keep within these numbers whatever a game or a name contains; the check is for
tests, and for whoever sends: Discord would refuse the whole message.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.images.model import MOST_ALT

COMPONENTS = 40
"""In a message, nested ones counted."""
TEXT = 4000
"""Characters of all text blocks of a message together."""
LABEL = 80
"""The most characters on a button."""
OPTIONS = 25
RADIO_OPTIONS = 10
"""The most options that a select may have."""
OPTION = 100
"""Characters of an option's label, value or description."""
PLACEHOLDER = 150
CUSTOM_ID = 100
BUTTONS_IN_ROW = 5
TEXTS_IN_SECTION = 3
MODAL_TITLE = 45
MODAL_LABEL = 45
MODAL_COMPONENTS = 5
MODAL_HINT = 100
THREAD_NAME = 100
PICTURES = 10
"""The most pictures in a gallery."""

_LONGEST: Mapping[str, int] = {
    "custom_id": CUSTOM_ID,
    "placeholder": PLACEHOLDER,
    "content": TEXT,
    "description": OPTION,
}
_ROW, _BUTTON, _SELECT, _INPUT, _SECTION, _GALLERY, _MODAL_LABEL = 1, 2, 3, 4, 9, 12, 18


class LimitExceeded(ValueError):
    """A screen that Discord would refuse; the text says which limits it breaks."""


def check_message(components: Sequence[Mapping[str, Any]]) -> None:
    """LimitExceeded unless Discord takes these components as a message."""
    parts = list(_nested(components))
    text = sum(len(part["content"]) for part in parts if "content" in part)
    faults = [*_faults(parts)]
    if len(parts) > COMPONENTS:
        faults.append(f"{len(parts)} components (at most {COMPONENTS})")
    if text > TEXT:
        faults.append(f"{text} characters of text (at most {TEXT})")
    _raise(faults)


def check_modal(modal: Mapping[str, Any]) -> None:
    """LimitExceeded unless Discord takes this as a modal."""
    faults = [*_faults(list(_nested(modal["components"])))]
    if not 1 <= len(modal["title"]) <= MODAL_TITLE:
        faults.append(f"a title of {len(modal['title'])} characters (1 to {MODAL_TITLE})")
    if not 1 <= len(modal["components"]) <= MODAL_COMPONENTS:
        faults.append(f"{len(modal['components'])} components in a modal (1 to {MODAL_COMPONENTS})")
    _raise(faults)


def _raise(faults: Sequence[str]) -> None:
    if faults:
        raise LimitExceeded("; ".join(faults))


def _nested(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for component in components:
        yield component
        yield from _nested(component.get("components", ()))
        yield from _nested([component[key] for key in ("accessory", "component") if key in component])


def _faults(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    ids = Counter(part["custom_id"] for part in parts if "custom_id" in part)
    yield from (f"the custom_id {id_} stands there {times} times" for id_, times in ids.items() if times > 1)
    for part in parts:
        yield from _length_faults(part, LABEL if part["type"] == _BUTTON else MODAL_LABEL)
        yield from _crowding_faults(part)


def _length_faults(part: Mapping[str, Any], label: int) -> Iterator[str]:
    for key, most in {**_LONGEST, "label": label}.items():
        if key in part and not 1 <= len(part[key]) <= most:
            yield f"a {key} of {len(part[key])} characters in a component {part['type']} (1 to {most})"
    if part["type"] == _INPUT and len(part.get("value", "")) > part["max_length"]:
        yield f"{len(part['value'])} characters stand in a field for at most {part['max_length']}"
    for option in part.get("options", ()):
        for key in ("label", "value", "description"):
            if key in option and not 1 <= len(option[key]) <= OPTION:
                yield f"an option's {key} of {len(option[key])} characters (1 to {OPTION})"


def _crowding_faults(part: Mapping[str, Any]) -> Iterator[str]:
    if part["type"] == _ROW and not _fits_row(part["components"]):
        yield "a row that holds neither 1 to 5 buttons nor a single select"
    if part["type"] == _SECTION and not 1 <= len(part["components"]) <= TEXTS_IN_SECTION:
        yield f"{len(part['components'])} texts in a section (1 to {TEXTS_IN_SECTION})"
    if part["type"] == _SELECT:
        values = {option["value"] for option in part["options"]}
        if not 1 <= len(values) <= OPTIONS or len(values) < len(part["options"]):
            yield f"{len(part['options'])} options with {len(values)} values (1 to {OPTIONS}, all different)"
    if part["type"] == _GALLERY:
        yield from _picture_faults(part["items"])


def _picture_faults(pictures: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not 1 <= len(pictures) <= PICTURES:
        yield f"{len(pictures)} pictures in a gallery (1 to {PICTURES})"
    for picture in pictures:
        if not 1 <= len(picture["description"]) <= MOST_ALT:
            yield f"a picture's text of {len(picture['description'])} characters (1 to {MOST_ALT})"


def _fits_row(components: Sequence[Mapping[str, Any]]) -> bool:
    if len(components) == 1:
        return True
    return 1 <= len(components) <= BUTTONS_IN_ROW and all(part["type"] == _BUTTON for part in components)
