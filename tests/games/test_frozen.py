"""Nothing that the rules hand out can be changed under anybody's hands."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from pydantic import BaseModel

import bot.tournaments.formats.engine  # noqa: F401 (makes its structs known)
from games.catalogue import catalogue

OURS = ("games", "bot.tournaments.pairing", "bot.tournaments.formats")


def below(kind: type) -> Iterator[type]:
    """All kinds of it that are ours."""
    for each in kind.__subclasses__():
        if each.__module__.startswith(OURS):
            yield each
        yield from below(each)


def test_every_state_event_observation_and_result_is_frozen() -> None:
    assert catalogue()
    structs = {each: each.__struct_config__.frozen for each in below(msgspec.Struct)}  # type: ignore[attr-defined]
    assert len(structs) > 90
    assert [each for each, frozen in structs.items() if not frozen] == []


def test_options_are_frozen_and_take_no_field_that_they_do_not_have() -> None:
    models = {each: each.model_config for each in below(BaseModel)}  # type: ignore[attr-defined]
    assert models
    assert {(config.get("frozen"), config.get("extra")) for config in models.values()} == {(True, "forbid")}
