"""Which components Discord takes: where, how many, how long, and never two with one custom_id."""

from typing import Any

import pytest

from playground.errors import DiscordError
from playground.rules.components import check_components, give_numbers, walk
from playground.rules.form import Form

Component = dict[str, Any]


def text(content: str = "words") -> Component:
    return {"type": 10, "content": content}


def button(custom_id: str | None = "go", **fields: Any) -> Component:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id} | fields


def link(**fields: Any) -> Component:
    return {"type": 2, "style": 5, "label": "There", "url": "https://example.com"} | fields


def select(*values: str, **fields: Any) -> Component:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "pick", "options": options} | fields


def row(*children: Component) -> Component:
    return {"type": 1, "components": list(children)}


def section(*children: Component, accessory: Component | None = None) -> Component:
    return {"type": 9, "components": list(children), "accessory": accessory or button()}


def container(*children: Component, **fields: Any) -> Component:
    return {"type": 17, "components": list(children)} | fields


def gallery(*items: Component) -> Component:
    return {"type": 12, "items": list(items)}


def picture(url: str = "https://example.com/a.png", **fields: Any) -> Component:
    return {"media": {"url": url}} | fields


def thumbnail(**fields: Any) -> Component:
    return {"type": 11} | picture(**fields)


def errors(*components: Component, v2: bool = True) -> dict[str, list[str]]:
    """The codes of what is wrong, by where it stands."""
    form = Form()
    check_components(list(components), v2, form)
    found: dict[str, list[str]] = {}

    def gather(tree: dict[str, Any], at: str) -> None:
        for key, branch in tree.items():
            if key == "_errors":
                found[at.removeprefix(".components.")] = [error["code"] for error in branch]
            else:
                gather(branch, f"{at}.{key}")

    gather(form.errors, "")
    return found


@pytest.mark.parametrize(
    "components",
    [
        [text()],
        [row(button("a"), button("b"), button("c"), button("d"), link())],
        [row(select("x"))],
        [section(text(), text(), text())],
        [section(text(), accessory=thumbnail(description="a card"))],
        [gallery(*[picture()] * 10)],
        [{"type": 13, "file": {"url": "attachment://log.txt"}}],
        [{"type": 14, "divider": True, "spacing": 2}],
        [container(text(), row(button()), section(text(), accessory=link()), accent_color=0xFFFFFF)],
        [row(button(emoji={"name": "🏴‍☠️"}, label=None))],
        [row(button(emoji={"name": "⚔️"}))],
        [row({"type": 5, "custom_id": "who", "min_values": 0, "max_values": 3})],
        [row(select("x", "y", min_values=0, max_values=2))],
    ],
)
def test_what_stands_where_it_may_is_taken(components: list[Component]) -> None:
    assert errors(*components) == {}


@pytest.mark.parametrize(
    ("component", "at", "code"),
    [
        (button(), "0.type", "UNION_TYPE_CHOICES"),
        (select("x"), "0.type", "UNION_TYPE_CHOICES"),
        (thumbnail(), "0.type", "UNION_TYPE_CHOICES"),
        (container(container(text())), "0.components.0.type", "UNION_TYPE_CHOICES"),
        (container(button()), "0.components.0.type", "UNION_TYPE_CHOICES"),
        (section(button("b")), "0.components.0.type", "UNION_TYPE_CHOICES"),
        (section(text(), accessory=select("x")), "0.accessory.type", "UNION_TYPE_CHOICES"),
        (row(text()), "0.components.0.type", "UNION_TYPE_CHOICES"),
        ({"type": 18, "label": "only in modals"}, "0.type", "UNION_TYPE_CHOICES"),
        ({"type": 99}, "0.type", "UNION_TYPE_CHOICES"),
        ({}, "0.type", "UNION_TYPE_CHOICES"),
    ],
)
def test_what_may_not_stand_there_is_refused(component: Component, at: str, code: str) -> None:
    assert errors(component) == {at: [code]}


@pytest.mark.parametrize(
    ("component", "at", "code"),
    [
        (row(), "0.components", "BASE_TYPE_BAD_LENGTH"),
        (row(*[button(str(n)) for n in range(6)]), "0.components", "BASE_TYPE_BAD_LENGTH"),
        (row(select("x"), button()), "0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (section(), "0.components", "BASE_TYPE_BAD_LENGTH"),
        (section(*[text()] * 4), "0.components", "BASE_TYPE_BAD_LENGTH"),
        ({"type": 9, "components": [text()]}, "0.accessory", "BASE_TYPE_REQUIRED"),
        (gallery(), "0.items", "BASE_TYPE_BAD_LENGTH"),
        (gallery(*[picture()] * 11), "0.items", "BASE_TYPE_BAD_LENGTH"),
        (gallery(picture(description="x" * 1025)), "0.items.0.description", "BASE_TYPE_MAX_LENGTH"),
        (gallery(picture(url="ftp://example.com")), "0.items.0.media.url", "URL_TYPE_INVALID_SCHEME"),
        (gallery({}), "0.items.0.media", "BASE_TYPE_REQUIRED"),
        ({"type": 14, "spacing": 3}, "0.spacing", "BASE_TYPE_CHOICES"),
        (container(), "0.components", "BASE_TYPE_BAD_LENGTH"),
        (container(text(), accent_color=1 << 24), "0.accent_color", "NUMBER_TYPE_MAX"),
        (text(""), "0.content", "BASE_TYPE_BAD_LENGTH"),
    ],
)
def test_too_few_too_many_or_missing_parts_are_refused(component: Component, at: str, code: str) -> None:
    assert errors(component) == {at: [code]}


@pytest.mark.parametrize(
    ("wrong", "at", "code"),
    [
        (button(label="x" * 81), "label", "BASE_TYPE_MAX_LENGTH"),
        (button(custom_id="x" * 101), "custom_id", "BASE_TYPE_BAD_LENGTH"),
        (button(custom_id=""), "custom_id", "BASE_TYPE_BAD_LENGTH"),
        (button(custom_id=None), "custom_id", "BASE_TYPE_REQUIRED"),
        (button(style=7), "style", "BASE_TYPE_CHOICES"),
        (button(label=5), "label", "STRING_TYPE_CONVERT"),
        (button(url="https://example.com"), "", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
        (button(emoji={"name": "✠"}), "emoji.name", "COMPONENT_INVALID_EMOJI"),
        (button(emoji={"name": "skull"}), "emoji.name", "COMPONENT_INVALID_EMOJI"),
        (button(emoji={"name": "skull", "id": "five"}), "emoji.name", "COMPONENT_INVALID_EMOJI"),
        (button(label=None), "", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
        (link(custom_id="x"), "", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
        (link(url=None), "url", "BASE_TYPE_REQUIRED"),
        (link(url="javascript:x"), "url", "URL_TYPE_INVALID_SCHEME"),
        (select(), "options", "BASE_TYPE_BAD_LENGTH"),
        (select(*[str(n) for n in range(26)]), "options", "BASE_TYPE_BAD_LENGTH"),
        (select("x" * 101), "options.0.label", "BASE_TYPE_BAD_LENGTH"),
        (select("x", "x"), "options.1.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        (select("x", placeholder="x" * 151), "placeholder", "BASE_TYPE_MAX_LENGTH"),
        (select("x", max_values=2), "max_values", "NUMBER_TYPE_MAX"),
        (select("x", "y", min_values=2), "min_values", "NUMBER_TYPE_MAX"),
    ],
)
def test_buttons_and_selects_are_held_to_their_own_rules(wrong: Component, at: str, code: str) -> None:
    found = errors(row(wrong))
    assert code in found[f"0.components.0.{at}".strip(".")]


def test_one_custom_id_stands_once_in_a_message_wherever_it_is() -> None:
    found = errors(container(row(button("a")), section(text(), accessory=button("a"))))
    assert found == {"0.components.1.accessory.custom_id": ["COMPONENT_CUSTOM_ID_DUPLICATED"]}


def test_forty_components_are_taken_nested_ones_counted_and_one_more_is_not() -> None:
    thirty_nine_and_container = container(*[text()] * 39)
    assert errors(thirty_nine_and_container) == {}
    assert errors(thirty_nine_and_container, text()) == {
        ".components": ["COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"]
    }


def test_four_thousand_characters_of_text_are_taken_and_one_more_is_not() -> None:
    assert errors(text("x" * 2000), container(text("x" * 2000))) == {}
    too_much = errors(text("x" * 2000), container(text("x" * 2001)))
    assert too_much == {".components": ["COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"]}


def test_more_bytes_than_discord_can_process_get_a_bare_500() -> None:
    assert errors(text("é" * 4000)) == {}
    with pytest.raises(DiscordError) as refusal:
        errors(text("☠" * 3400))
    assert refusal.value.refusal.status == 500


def test_without_the_flag_only_five_rows_are_taken() -> None:
    assert errors(*[row(button(str(n))) for n in range(5)], v2=False) == {}
    assert errors(text(), v2=False) == {"0.type": ["UNION_TYPE_CHOICES"]}
    assert errors(*[row(button(str(n))) for n in range(6)], v2=False)[".components"] == [
        "BASE_TYPE_MAX_LENGTH"
    ]


def test_components_are_numbered_in_reading_order_around_the_numbers_that_they_bring() -> None:
    components = [container(text(), section(text() | {"id": 2}, accessory=button()))]
    tally = check_components(components, True, Form())
    give_numbers(components, tally)
    assert [(part["type"], part["id"]) for part in walk(components)] == [
        (17, 1),
        (10, 3),
        (9, 4),
        (10, 2),
        (2, 5),
    ]


def test_two_components_cannot_bring_the_same_number() -> None:
    assert errors(text() | {"id": 7}, text() | {"id": 7}) == {"1.id": ["COMPONENT_ID_DUPLICATED"]}
