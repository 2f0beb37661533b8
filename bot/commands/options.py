"""A game's options typed into a command: `edition=classic kraken=yes`, with a list that opens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from bot.tables.refusal import Refusal
from bot.words import Reader
from bot.words.harmless import cut
from games.contract import AnyGame, OptionField, Options, OptionValue
from games.text import Listed, Text, Value, _

LONGEST = 100
"""Characters of a choice's name and value."""
MOST = 25
"""Choices."""


def parse(game: AnyGame, typed: str) -> dict[str, Any]:
    """The options as the game takes them. Refusal, with what is allowed, if something is none of them."""
    chosen: dict[str, Any] = {}
    for word in typed.replace(",", " ").split():
        name, _equals, value = word.partition("=")
        field = _field(game, chosen, name)
        offer = _offer(field, value) if field is not None else None
        if field is None or offer is None:
            raise Refusal("input", _not_one(game, chosen, field, word))
        chosen[field.name] = offer.value
    return chosen


def suggest(game: AnyGame, typed: str, reader: Reader) -> list[tuple[str, str]]:
    """Ways to go on from what is typed: what to show, and the text. None if that is wrong already."""
    done, _space, begun = typed.replace(",", " ").rpartition(" ")
    try:
        chosen = parse(game, done)
    except Refusal:
        return []
    before = " ".join(_spelled(name, value) for name, value in chosen.items())
    ways = [
        (
            _shown(game, {**chosen, field.name: offer.value}, reader),
            f"{before} {_spelled(field.name, offer.value)}".strip(),
        )
        for field in _fields(game, chosen)
        if field.name not in chosen
        for offer in field.values
        if _fits(begun.lower(), field, offer, reader)
    ]
    if before and not begun.strip():
        ways.insert(0, (_shown(game, chosen, reader), before))
    return [(cut(shown, LONGEST), text) for shown, text in ways if len(text) <= LONGEST][:MOST]


def _fields(game: AnyGame, chosen: dict[str, Any]) -> tuple[OptionField, ...]:
    """What can be chosen, given what is chosen already."""
    return game.option_fields(_options(game, chosen))


def _options(game: AnyGame, chosen: dict[str, Any]) -> Options:
    try:
        return game.Options.model_validate(chosen)
    except ValidationError:  # does not fit together: the house will say so
        return game.Options()


def _field(game: AnyGame, chosen: dict[str, Any], name: str) -> OptionField | None:
    return next((field for field in _fields(game, chosen) if field.name == _key(name)), None)


def _offer(field: OptionField, typed: str) -> OptionValue | None:
    return next((offer for offer in field.values if _key(typed) in _spellings(offer)), None)


def _spellings(offer: OptionValue) -> Iterator[str]:
    yield _key(str(offer.value))
    if isinstance(offer.value, bool):
        yield from ("yes", "on", "1") if offer.value else ("no", "off", "0")


def _key(typed: str) -> str:
    return typed.strip().lower().replace("-", "_")


def _spelled(name: str, value: object) -> str:
    return f"{name}={_word(value)}"


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _fits(begun: str, field: OptionField, offer: OptionValue, reader: Reader) -> bool:
    spelled = _spelled(field.name, offer.value)
    return (
        begun in spelled
        or begun in reader.plain(field.label).lower()
        or begun in reader.plain(offer.label).lower()
    )


def _shown(game: AnyGame, chosen: dict[str, Any], reader: Reader) -> str:
    """The options in words, as far as they are chosen."""
    named: list[Value] = []
    for field in _fields(game, chosen):
        for offer in field.values:
            if field.name in chosen and chosen[field.name] == offer.value:
                named.append(_("{option}: {value}", option=field.label, value=offer.label))
    return reader.plain(_("{options}", options=Listed(tuple(named))))


def _not_one(game: AnyGame, chosen: dict[str, Any], field: OptionField | None, word: str) -> Text:
    if field is not None:
        values: tuple[Value, ...] = tuple(_spelled(field.name, offer.value) for offer in field.values)
        return _(
            "“{word}” is not a choice for {option}. Choose one of {values}.",
            word=word,
            option=field.label,
            values=Listed(values),
        )
    names = tuple(f"{known.name}=…" for known in _fields(game, chosen))
    return _(
        "“{word}” is no option of {game} as it is chosen so far. There are {names}; the list opens "
        "while you type.",
        word=word,
        game=game.title,
        names=Listed(names),
    )
