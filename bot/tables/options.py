"""The terms on which a table plays, before the cards are dealt: game, options, number of seats, pace.

Pure functions: what somebody gave or chose goes in, what it comes to comes out, or a `Refusal` that says why
not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from bot.pace import LEAST_MOVE, MOST_BANK, MOST_INCREMENT, MOST_MOVE, PACES, Pace, parse_duration
from bot.refusal import Refusal, read_fields
from bot.tables.lobby import require_host, require_own_lobby
from bot.tables.model import Press, Table
from games.catalogue import catalogue
from games.contract import AnyGame, Options
from games.text import Text, _


def check_game(slug: str | None) -> AnyGame:
    """The game that was named, or the first one. Refusal if there is none of that name."""
    games = catalogue()
    if slug is None:
        return next(iter(games.values()))
    if slug not in games:
        raise Refusal("input", _("I don't know that one. Pick one from the list."))
    return games[slug]


def check_options(game: AnyGame, given: dict[str, Any]) -> Options:
    """The game's options from what somebody gave. Refusal if a name or value is not one of the game's."""
    try:
        return game.Options.model_validate(given)
    except ValidationError as error:
        names = ", ".join(sorted({str(part["loc"][0]) for part in error.errors() if part["loc"]})) or "?"
        raise Refusal(
            "input",
            _(
                "These options don't go together ({names}). Pick from the list that opens as you type.",
                names=names,
            ),
        ) from None


def check_capacity(game: AnyGame, options: Options, capacity: int | None) -> int:
    """How many seats the table has; as many as the game allows if nobody said. Refusal if it allows fewer."""
    allowed = game.players_for(options)
    if capacity is None:
        return allowed[-1]
    if capacity not in allowed:
        raise Refusal(
            "few",
            _(
                "{game} with these options is for {least} to {most} players. Choose a number of seats "
                "between them.",
                game=game.title,
                least=allowed[0],
                most=allowed[-1],
            ),
        )
    return capacity


def set_option(table: Table, press: Press, name: str, value: str) -> Table:
    """The host chooses one of the values that the game offers for an option."""
    require_own_lobby(table)
    require_host(table, press.user)
    game = table.game
    options = chosen_option(game, table.record.options, name, value)
    allowed = game.players_for(options)
    capacity = table.record.capacity
    if capacity == game.players_for(table.options)[-1] or capacity not in allowed:
        capacity = allowed[-1]
    if len(table.seats) > capacity:
        raise Refusal(
            "few",
            _(
                "With this option at most {most} can play, but {count} sit here.",
                most=capacity,
                count=len(table.seats),
            ),
        )
    return table.with_record(
        options=options.model_dump(mode="json", exclude_defaults=True), capacity=capacity
    )


def chosen_option(game: AnyGame, now: dict[str, Any], name: str, value: str) -> Options:
    """The options with another value, spelled as a list has it, for one of them."""
    fields = game.option_fields(game.Options.model_validate(now))
    field = next((field for field in fields if field.name == name), None)
    chosen = next((offer for offer in field.values if str(offer.value) == value), None) if field else None
    if chosen is None:
        raise Refusal(
            "input", _("This game has no such option now. Open Options again to see what there is.")
        )
    return _compatible_options(game, {**now, name: chosen.value})


def set_capacity(table: Table, press: Press, seats: int) -> Table:
    """The host changes the number of seats: to one that the game allows, and takes nobody's away."""
    require_own_lobby(table)
    require_host(table, press.user)
    if seats < len(table.seats):
        raise Refusal(
            "few",
            _(
                "{count} already sit here. Remove somebody first.",
                count=len(table.seats),
            ),
        )
    return table.with_record(capacity=check_capacity(table.game, table.options, seats))


def _compatible_options(game: AnyGame, wanted: dict[str, Any]) -> Options:
    """The options wanted, without those that the latest does not go with (another edition's expansion)."""
    try:
        return game.Options.model_validate(wanted)
    except ValidationError:
        latest = next(reversed(wanted))
        alone = game.Options.model_validate({latest: wanted[latest]})
        offered = {field.name for field in game.option_fields(alone)}
        return check_options(game, {name: value for name, value in wanted.items() if name in offered})


def set_pace(table: Table, press: Press, pace: Pace) -> Table:
    """The host chooses how long a move may take."""
    require_own_lobby(table)
    require_host(table, press.user)
    return table.with_record(pace=pace, pace_open=False)


def named_pace(name: str) -> Pace:
    """The pace of that name. Refusal if there is none."""
    for known, pace in PACES.items():
        if known == name:
            return pace
    raise Refusal("input", _("I don't know that one. Pick one from the list."))


PACE_LABELS: Mapping[str, Text] = {
    "move": _("Time for a move"),
    "bank": _("In reserve"),
    "increment": _("Won back by each move"),
}
"""What stands above the fields of a pace."""


def typed_length(typed: str) -> float:
    """Seconds. Refusal if it is no length of time."""
    found = parse_duration(typed)
    if found is None:
        raise Refusal(
            "input",
            _(
                "I can't read “{typed}” as a length of time. Write it like 10 minutes or 3 days.",
                typed=typed,
            ),
        )
    return found


def own_pace(move: str, bank: str, increment: str) -> Pace:
    """A pace from what the host typed. A move brings back no more than the reserve holds: nothing
    without one. Refusal if it is no length of time, or would make no good game.
    """
    read = read_fields(
        PACE_LABELS,
        move=lambda: typed_length(move),
        bank=lambda: typed_length(bank),
        increment=lambda: typed_length(increment),
    )
    seconds = list(read.values())
    if not LEAST_MOVE <= seconds[0] <= MOST_MOVE:
        raise Refusal(
            "input",
            _("A move may take from 30 seconds to 14 days. Write a length of time between them."),
        )
    if seconds[1] > MOST_BANK:
        raise Refusal("input", _("14 days in reserve at most. Write less, or 0 for none."))
    if seconds[2] > MOST_INCREMENT:
        raise Refusal("input", _("A move can bring back one day at most. Write less, or 0 for nothing."))
    return Pace("own", seconds[0], seconds[1], min(seconds[1], seconds[2]))
