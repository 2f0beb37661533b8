"""A verb is declared where it is answered: the handler's parameters are the parts of its custom_id."""

from __future__ import annotations

from typing import Annotated

import pytest

from bot.commands import verbs
from bot.commands.buttons import MODALS
from bot.commands.context import Context
from bot.commands.verbs import BUTTONS, Snowflake, button, modal, select
from bot.ui import custom_ids


@pytest.fixture(autouse=True)
def _forgotten_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        *((verbs, name) for name in ("BUTTONS", "MODALS")),
        *((custom_ids, name) for name in ("VERBS", "LISTS")),
    ):
        monkeypatch.setattr(module, name, dict(getattr(module, name)))


def _read(verb: str, *parts: str) -> list[object]:
    return [part.read(text) for part, text in zip(verbs.BUTTONS[verb].parts, parts, strict=True)]


def _chosen(verb: str, *values: str) -> object:
    chosen = verbs.BUTTONS[verb].chosen
    assert chosen is not None
    return chosen(values)


def test_parts_arrive_as_the_signature_types_them() -> None:
    @button("dig")
    async def dig(context: Context, place: str, depth: int, night: bool, *, alone: bool = False) -> None: ...

    assert tuple(custom_ids.VERBS["dig"]) == ("place", "depth", "night")
    assert _read("dig", "beach", "-3", "1") == ["beach", -3, True]
    assert _read("dig", "beach", "0", "0") == ["beach", 0, False]


def test_what_was_chosen_from_a_list_comes_last() -> None:
    @select("board")
    async def board(context: Context, ship: int, cabin: Annotated[str, "[a-c]"]) -> None: ...

    @select("press-gang")
    async def press_gang(context: Context, crew: list[Snowflake]) -> None: ...

    assert tuple(custom_ids.VERBS["board"]) == ("ship",)
    assert (_read("board", "7"), _chosen("board", "b")) == ([7], "b")
    assert _chosen("press-gang", "12", "34") == [12, 34]
    custom_ids.require_valid_values("press-gang", ())
    for verb, values in (("board", ()), ("board", ("d",)), ("press-gang", ("-1",))):
        with pytest.raises(ValueError, match="not to be chosen"):
            custom_ids.require_valid_values(verb, values)


def test_a_verb_is_answered_once_and_has_the_same_parts_everywhere() -> None:
    async def bury(context: Context, place: str) -> None: ...

    async def bury_deep(context: Context, place: str, depth: int) -> None: ...

    button("bury")(bury)
    modal("bury")(bury)
    with pytest.raises(ValueError, match="declared twice"):
        button("bury")(bury)
    with pytest.raises(ValueError, match="other parts"):
        modal("bury")(bury_deep)


@pytest.mark.parametrize("verb", [verb for verb, handler in MODALS.items() if handler.back is not None])
def test_where_a_refused_window_leads_back_to_is_a_button(verb: str) -> None:
    back = MODALS[verb].back
    assert back is not None
    there, _parts = custom_ids.decode(back(**dict.fromkeys(custom_ids.VERBS[verb], "1")))
    assert there in BUTTONS
