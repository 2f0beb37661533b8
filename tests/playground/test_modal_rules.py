"""Which modals Discord takes."""

from typing import Any

import pytest

from playground.errors import DiscordError
from playground.rules.modals import check_modal


def text_input(custom_id: str = "word", **fields: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": custom_id, "style": 1} | fields


def label(component: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Your word", "component": component} | fields


def modal(*components: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"title": "Cut the cards", "custom_id": "cut", "components": list(components)} | fields


def options(count: int) -> list[dict[str, str]]:
    return [{"label": str(n), "value": str(n)} for n in range(count)]


@pytest.mark.parametrize(
    "taken",
    [
        modal(label(text_input())),
        modal(label(text_input(min_length=2, max_length=20, value="luck"), description="any word")),
        modal(
            {"type": 10, "content": "Think of a word"},
            label({"type": 3, "custom_id": "c", "options": options(2)}),
        ),
        modal({"type": 1, "components": [text_input(label="Word")]}),
        modal(*[label(text_input(str(n))) for n in range(5)]),
        modal(label({"type": 21, "custom_id": "one", "options": options(2)})),
        modal(label({"type": 22, "custom_id": "some", "options": options(3), "max_values": 3})),
        modal(label({"type": 23, "custom_id": "yes"})),
        modal(label({"type": 5, "custom_id": "who"})),
    ],
)
def test_what_fits_into_a_modal_is_taken_and_numbered(taken: dict[str, Any]) -> None:
    check_modal(taken)
    assert taken["components"][0]["id"] == 1


@pytest.mark.parametrize(
    ("refused", "at"),
    [
        (modal(label(text_input()), title="x" * 46), ["title"]),
        (modal(label(text_input()), title=""), ["title"]),
        (modal(label(text_input()), custom_id="x" * 101), ["custom_id"]),
        (modal(), ["components"]),
        (modal(*[label(text_input(str(n))) for n in range(6)]), ["components"]),
        (modal(text_input()), ["components", "0", "type"]),
        (modal({"type": 17, "components": []}), ["components", "0", "type"]),
        (modal(label({"type": 2, "style": 1, "custom_id": "b"})), ["components", "0", "component", "type"]),
        (modal(label(text_input(), label="x" * 46)), ["components", "0", "label"]),
        (modal(label(text_input(), description="x" * 101)), ["components", "0", "description"]),
        (modal({"type": 18, "label": "nothing"}), ["components", "0", "component"]),
        (modal(label(text_input(style=3))), ["components", "0", "component", "style"]),
        (modal(label(text_input(max_length=4001))), ["components", "0", "component", "max_length"]),
        (
            modal(label(text_input(min_length=9, max_length=3))),
            ["components", "0", "component", "min_length"],
        ),
        (modal(label(text_input(max_length=3, value="long"))), ["components", "0", "component", "value"]),
        (modal(label(text_input()), label(text_input())), ["components", "1", "component", "custom_id"]),
        (modal({"type": 1, "components": [text_input()]}), ["components", "0", "components", "0", "label"]),
        (
            modal(label({"type": 21, "custom_id": "r", "options": options(1)})),
            ["components", "0", "component", "options"],
        ),
    ],
)
def test_what_does_not_fit_is_refused_where_it_stands(refused: dict[str, Any], at: list[str]) -> None:
    with pytest.raises(DiscordError) as refusal:
        check_modal(refused)
    branch: Any = refusal.value.errors
    for step in at:
        branch = branch[step]
    assert branch["_errors"]
