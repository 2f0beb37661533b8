"""A game's options given with a command: one after the other, each from the list that opens while somebody
types. What the list writes is how options are stored (`kraken=True`); whoever goes on typing behind a choice
has its words in the box instead (`Kraken, whi`), and both are read. All else is chosen at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from bot.i18n import Reader
from bot.i18n.sanitising import truncate, unaccented
from bot.refusal import Refusal
from games.contract import AnyGame, OptionField, Options, OptionValue
from games.text import Text, _, labelled

LONGEST_CHOICE = 100
"""Characters of a choice's name and value."""
SWITCHED = {"yes": "true", "on": "true", "no": "false", "off": "false"}
"""How else a switch may be written."""


def parse_options(game: AnyGame, typed: str, reader: Reader) -> dict[str, Any]:
    """The options as the game takes them. Refusal if something is none of them, or could be several."""
    chosen, rest = _read(game, typed, reader)
    if not rest:
        return chosen
    ways = [{**chosen, field.name: offer.value} for field, offer in _begun(game, chosen, rest, reader)]
    if len(ways) != 1:
        raise Refusal(
            "input",
            _(
                "“{word}” is no option of {game}. Pick from the list that opens as you type, or choose at "
                "the table, under Options.",
                word=rest,
                game=game.title,
            ),
        )
    return ways[0]


def suggest_options(game: AnyGame, typed: str, reader: Reader) -> list[tuple[str, str]]:
    """What may be chosen next: how it is shown, and all that is chosen then as one would type it."""
    chosen, rest = _read(game, typed, reader)
    return [
        (_shown(game, chosen, _label(field, offer), reader), written)
        for field, offer in _begun(game, chosen, rest, reader)
        if len(written := _written({**chosen, field.name: offer.value})) <= LONGEST_CHOICE
    ]


def packed_options(game: AnyGame, chosen: Mapping[str, Any]) -> str:
    """The options as a button carries them: of each its place among the game's, and its value's among those
    that it may have.
    """
    before, packed = dict[str, Any](), list[str]()
    for name, value in chosen.items():
        fields = {each.name: (at, each) for at, each in enumerate(game.option_fields(_options(game, before)))}
        if name in fields:
            place, field = fields[name]
            packed.append(f"{place}.{[each.value for each in field.values].index(value)}")
            before[name] = value
    return "-".join(packed)


def unpacked_options(game: AnyGame, packed: str) -> dict[str, Any]:
    """What `packed_options` has packed. Refusal if the game has no such options, or has them no more."""
    chosen = dict[str, Any]()
    try:
        for each in filter(None, packed.split("-")):
            place, value = map(int, each.split("."))
            field = game.option_fields(_options(game, chosen))[place]
            chosen[field.name] = field.values[value].value
    except (ValueError, IndexError):
        raise Refusal("stale", _("There are no such options any more. Give the command once more.")) from None
    return chosen


def _read(game: AnyGame, typed: str, reader: Reader) -> tuple[dict[str, Any], str]:
    """What is chosen already, and what is still being typed."""
    chosen, rest = dict[str, Any](), typed.strip()
    while found := _stored(game, chosen, rest) or _in_words(game, chosen, rest, reader):
        name, value, end = found
        chosen[name], rest = value, rest[end:].lstrip(" ,")
    return chosen, rest


def _stored(game: AnyGame, chosen: Mapping[str, Any], typed: str) -> tuple[str, Any, int] | None:
    """The choice with which it begins, as it is stored, and where that ends."""
    found = re.match(r"(\w+)=([^\s,]+)", typed)
    offer = found and _offered(game, chosen, found[1], found[2])
    return (found[1], offer.value, found.end()) if found and offer else None


def _in_words(
    game: AnyGame, chosen: Mapping[str, Any], typed: str, reader: Reader
) -> tuple[str, Any, int] | None:
    """The choice with which it begins, in the words of the list and up to a comma, and where that ends."""
    ends = {unaccented(typed[:at].strip()): at for at, one in enumerate(typed[:LONGEST_CHOICE]) if one == ","}
    for field in game.option_fields(_options(game, chosen)) if ends else ():
        for offer in field.values if field.name not in chosen else ():
            for named in _names(game, field, offer, reader):
                if named in ends:
                    return field.name, offer.value, ends[named]
    return None


def _offered(game: AnyGame, chosen: Mapping[str, Any], name: str, value: str) -> OptionValue | None:
    wanted = value.casefold()
    return next(
        (
            offer
            for field in game.option_fields(_options(game, chosen))
            if field.name == name
            for offer in field.values
            if str(offer.value).casefold() in (wanted, SWITCHED.get(wanted))
        ),
        None,
    )


def _begun(
    game: AnyGame, chosen: Mapping[str, Any], typed: str, reader: Reader
) -> Iterator[tuple[OptionField, OptionValue]]:
    """What would change something, goes with what is chosen, and has words that begin like those typed."""
    now = _options(game, chosen)
    begun = re.findall(r"[-−]?\w+", unaccented(typed))
    for field in game.option_fields(now):
        for offer in field.values:
            named = " ".join(_names(game, field, offer, reader))
            words = re.findall(r"[-−]?\w+", f"{named} {field.name} {str(offer.value).casefold()}")
            if (
                field.name not in chosen
                and getattr(now, field.name) != offer.value
                and all(any(word.startswith(each) for word in words) for each in begun)
                and _go_together(game, {**chosen, field.name: offer.value})
            ):
                yield field, offer


def _names(game: AnyGame, field: OptionField, offer: OptionValue, reader: Reader) -> list[str]:
    """What it is called in the reader's language and in English."""
    return [unaccented(each.plain(_label(field, offer))) for each in (reader, Reader("en", game))]


def _label(field: OptionField, offer: OptionValue) -> Text:
    if offer.value is True:
        return field.label
    return labelled(field.label, offer.label)


def _shown(game: AnyGame, chosen: Mapping[str, Any], latest: Text, reader: Reader) -> str:
    """All that is chosen then; the latest alone where that is too long."""
    fields = game.option_fields(_options(game, chosen))
    before = [
        reader.plain(_label(field, offer))
        for field in fields
        for offer in field.values
        if field.name in chosen and chosen[field.name] == offer.value
    ]
    whole, alone = ", ".join([*before, reader.plain(latest)]), reader.plain(latest)
    return whole if len(whole) <= LONGEST_CHOICE else truncate(f"… {alone}", LONGEST_CHOICE)


def _written(chosen: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in chosen.items())


def _options(game: AnyGame, chosen: Mapping[str, Any]) -> Options:
    try:
        return game.Options.model_validate(chosen)
    except ValidationError:  # does not fit together: whoever opens the table will say so
        return game.Options()


def _go_together(game: AnyGame, chosen: Mapping[str, Any]) -> bool:
    try:
        game.Options.model_validate(chosen)
    except ValidationError:
        return False
    return True
