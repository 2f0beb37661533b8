"""Modals: a title, one to five components, each question in a Label. Source: Discord's reference."""

from collections.abc import Callable

from playground.model import JsonObject
from playground.rules import components as c
from playground.rules.components import Tally, check_bounds, check_options
from playground.rules.form import Form, Path

MOST_MODAL_COMPONENTS = 5
IN_A_MODAL = frozenset({c.ROW, c.TEXT, c.LABEL})
IN_A_LABEL = c.SELECTS | {c.TEXT_INPUT, c.FILE_UPLOAD, c.RADIO_GROUP, c.CHECKBOX_GROUP, c.CHECKBOX}
MOST_INPUT = 4000


def check_modal(modal: JsonObject) -> None:
    """Holds a modal to the rules and numbers its components.

    Raises Invalid Form Body.
    """
    form = Form()
    tally = Tally(form)
    form.text(modal, "title", (), 45, low=1, required=True)
    form.text(modal, "custom_id", (), 100, low=1, required=True)
    children = form.items(modal, "components", (), 1, MOST_MODAL_COMPONENTS)
    for index, child in enumerate(children):
        _check_child(child, ("components", index), tally)
    form.answer()
    c.give_numbers(children, tally)


def _check_child(child: JsonObject, at: Path, tally: Tally) -> None:
    kind = child.get("type")
    if kind == c.LABEL:
        tally.number(child, at)
        _label(child, at, tally)
    elif kind == c.ROW:
        tally.number(child, at)
        inputs = tally.form.items(child, "components", at, 1, 1)
        for index, component in enumerate(inputs):
            here = (*at, "components", index)
            tally.form.text(component, "label", here, 45, low=1, required=True)
            _question(component, frozenset({c.TEXT_INPUT}), here, tally)
    else:
        c.check_component(child, IN_A_MODAL, at, tally)


def _label(label: JsonObject, at: Path, tally: Tally) -> None:
    tally.form.text(label, "label", at, 45, low=1, required=True)
    tally.form.text(label, "description", at, 100)
    component = label.get("component")
    if component is None:
        tally.form.required((*at, "component"))
    else:
        _question(component, IN_A_LABEL, (*at, "component"), tally)


def _question(component: JsonObject, allowed: frozenset[int], at: Path, tally: Tally) -> None:
    kind = component.get("type")
    if kind in c.SELECTS and kind in allowed:
        c.check_component(component, c.SELECTS, at, tally)
    elif kind in allowed:
        tally.number(component, at)
        tally.custom_id(component, at)
        QUESTIONS[kind](component, at, tally)
    else:
        tally.form.wrong(
            (*at, "type"),
            "UNION_TYPE_CHOICES",
            f'Value of field "type" must be one of {tuple(sorted(allowed))}.',
        )


def _text_input(field: JsonObject, at: Path, tally: Tally) -> None:
    form = tally.form
    form.choice(field.get("style"), (*at, "style"), (1, 2))
    form.text(field, "placeholder", at, 100)
    low = form.number(field, "min_length", at, 0, MOST_INPUT) or 0
    high = form.number(field, "max_length", at, 1, MOST_INPUT) or MOST_INPUT
    if low > high:
        form.wrong(
            (*at, "min_length"), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."
        )
    form.text(field, "value", at, high, low=low if field.get("value") else 0)


def _radio_group(group: JsonObject, at: Path, tally: Tally) -> None:
    check_options(tally.form.items(group, "options", at, 2, 10), (*at, "options"), tally.form)


def _checkbox_group(group: JsonObject, at: Path, tally: Tally) -> None:
    options = tally.form.items(group, "options", at, 1, 10)
    check_options(options, (*at, "options"), tally.form)
    tally.form.number(group, "min_values", at, 0, 10)
    tally.form.number(group, "max_values", at, 1, max(1, len(options)))


def _file_upload(upload: JsonObject, at: Path, tally: Tally) -> None:
    check_bounds(upload, at, 10, tally.form)


def _checkbox(_: JsonObject, __: Path, ___: Tally) -> None:
    """A checkbox has nothing but its custom_id."""


QUESTIONS: dict[int, Callable[[JsonObject, Path, Tally], None]] = {
    c.TEXT_INPUT: _text_input,
    c.RADIO_GROUP: _radio_group,
    c.CHECKBOX_GROUP: _checkbox_group,
    c.CHECKBOX: _checkbox,
    c.FILE_UPLOAD: _file_upload,
}
