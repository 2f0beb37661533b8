"""The sheet of an evening with real cards, and what becomes of it. The game says what is asked, and what does
not add up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.i18n import FORMER_PLAYER
from bot.i18n.sanitising import disambiguate, unaccented
from bot.refusal import Refusal
from bot.tables.options import check_game, check_options
from games.contract import AnyGame, Column, IllegalAction, Noted, Observation, Options, Outcome
from games.text import Listed, Player, Seat, Text, Value, _

LONGEST_NOTE = 400
"""Characters of what is written into one field."""
_NUMBER = re.compile(r"\d{1,6}")
_NAMED = re.compile(r"([^,;\n]*?[^\W\d_][^,;\n]*?)[\s:=]*(?<!\d)(\d{1,6})(?=[\s,;]|$)")
_FREE = re.compile(r"[\s,;:.=]*")
"""What may stand between names and numbers."""


class SheetPlayer(msgspec.Struct, frozen=True):
    """Somebody at the kitchen table: `user`, if Discord knows them."""

    name: str
    user: int | None = None


class SheetRecord(msgspec.Struct, frozen=True):
    """All that is kept of an evening."""

    game: str
    options: dict[str, Any]
    players: tuple[SheetPlayer, ...]
    """In the order in which they sit."""
    begun: float
    rounds: tuple[dict[str, tuple[int, ...]], ...] = ()
    part: dict[str, tuple[int, ...]] = {}
    """What is known already of the round that goes on."""
    stopped: bool = False
    """Whether it ended before the rules end it."""


class ScoreSheet(msgspec.Struct, frozen=True, dict=True):
    """A sheet as it is stored, and what the rules say of it."""

    id: str
    guild: int
    keeper: int
    revision: int
    touched: float
    record: SheetRecord

    @cached_property
    def game(self) -> AnyGame:
        """What is played. Refusal if that game is not installed any more."""
        return check_game(self.record.game)

    @cached_property
    def options(self) -> Options:
        """The edition, and what else was chosen."""
        return check_options(self.game, self.record.options)

    @property
    def players(self) -> int:
        """How many people sit at the table."""
        return len(self.record.players)

    @cached_property
    def names(self) -> Mapping[Seat, str]:
        """Who sits where, told apart."""
        return disambiguate(
            {seat: player.name for seat, player in enumerate(self.record.players)}, unaccented
        )

    @property
    def told(self) -> tuple[Value, ...]:
        """Everybody's name for sentences of whoever does not know who sits where."""
        return tuple(name or FORMER_PLAYER for name in self.names.values())

    @cached_property
    def presses(self) -> tuple[tuple[Column, ...], ...]:
        """What is asked of the round that goes on; empty once no round comes any more."""
        return self.presses_of(len(self.record.rounds))

    def presses_of(self, number: int) -> tuple[tuple[Column, ...], ...]:
        """What is asked of the round after so many."""
        return self.game.columns(self.options, self.players, self.record.rounds[:number])

    @property
    def asked(self) -> tuple[Column, ...]:
        """What is to be noted next; empty if the evening is over."""
        presses = () if self.record.stopped else self.presses
        return next((press for press in presses if press[0].name not in self.record.part), ())

    @property
    def over(self) -> bool:
        """Whether nothing is noted any more."""
        return not self.asked

    def seen(self, rounds: Sequence[Noted]) -> Observation:
        """What everybody sees of a table where these rounds were played. Refusal if one cannot end so."""
        try:
            state = self.game.noted(self.options, self.players, rounds)
        except IllegalAction as illegal:
            raise Refusal("illegal", _with_names(illegal.reason, self.told)) from None
        return self.game.observe(state, None)

    def outcome(self, rounds: int | None = None) -> Outcome:
        """Places and points after so many rounds, or now."""
        state = self.game.noted(self.options, self.players, self.record.rounds[:rounds], over=True)
        outcome = self.game.outcome(state)
        assert outcome is not None, "it is over"
        return outcome

    def course(self) -> list[list[int]]:
        """Everybody's points, at first and after each round."""
        after = [self.outcome(number).points for number in range(len(self.record.rounds) + 1)]
        return [list(own) for own in zip(*after, strict=True)]


def after_rounds(sheet: ScoreSheet, number: int) -> ScoreSheet:
    """The sheet as it stood after so many rounds, one at least and no more than there are."""
    rounds = sheet.record.rounds[: max(number, 1)]
    record = replace(sheet.record, rounds=rounds, part={}, stopped=True)
    return ScoreSheet(*(sheet.id, sheet.guild, sheet.keeper, sheet.revision, sheet.touched, record))


def _with_names(text: Text, names: Sequence[Value]) -> Text:
    """The text for who does not know who sits where."""
    named = {place: _named(value, names) for place, value in text.values.items()}
    return replace(text, values=named)


def _named(value: Value, names: Sequence[Value]) -> Value:
    match value:
        case Player(seat=seat):
            return names[seat]
        case Text():
            return _with_names(value, names)
        case Listed(items=items):
            return replace(value, items=tuple(_named(item, names) for item in items))
        case _:
            return value


# What becomes of a sheet.


def noted(sheet: ScoreSheet, given: Noted) -> SheetRecord:
    """With what was asked for. Refusal if the round, which is complete by it, cannot end so."""
    record, part = sheet.record, {**sheet.record.part, **given}
    if any(column.name not in part for press in sheet.presses for column in press):
        return replace(record, part=part)
    rounds = (*record.rounds, part)
    sheet.seen(rounds)
    return replace(record, rounds=rounds, part={})


def changed(sheet: ScoreSheet, number: int, given: Noted) -> SheetRecord:
    """With another round of that index. Refusal if it cannot end so, or those after it cannot follow."""
    rounds = sheet.record.rounds
    after = (*rounds[:number], dict(given), *rounds[number + 1 :])
    sheet.seen(after)
    fewer = [n for n in range(len(after)) if not sheet.game.columns(sheet.options, sheet.players, after[:n])]
    if fewer:
        raise Refusal(
            "illegal",
            _("So the game would be over after round {round}. Undo the later ones first.", round=fewer[0]),
        )
    return replace(sheet.record, rounds=after)


def undone(sheet: ScoreSheet) -> SheetRecord:
    """Without what was noted last. Refusal if nothing was."""
    record = sheet.record
    if record.stopped:
        return replace(record, stopped=False)
    if record.part:
        return replace(record, part={})
    if not record.rounds:
        raise Refusal("early", _("Nothing stands on the sheet yet."))
    *rounds, last = record.rounds
    [*before, _latest] = sheet.presses_of(len(rounds))
    part = {column.name: last[column.name] for press in before for column in press}
    return replace(record, rounds=tuple(rounds), part=part)


def stopped(sheet: ScoreSheet) -> SheetRecord:
    """Over as it stands. Refusal if no round is complete."""
    if not sheet.record.rounds:
        raise Refusal("early", _("No round is complete yet. To throw the sheet away, choose Remove."))
    return replace(sheet.record, part={}, stopped=True)


# What was written, or tapped.


def read_column(sheet: ScoreSheet, column: Column, typed: str) -> tuple[int, ...]:
    """A number for each seat: in the order of the seats ("3 0 1", or "301" if each is one digit), or behind
    names ("Bart 3, Anne 0"). Refusal that says what is missing or cannot be.
    """
    players, typed = sheet.players, typed.strip()
    if not typed and column.usual is not None:
        return (column.usual,) * players
    if any(map(str.isalpha, typed)):
        found = _behind_names(sheet, typed)
        numbers = [found.get(seat, column.usual) for seat in range(players)]
    else:
        written = list(map(int, _NUMBER.findall(typed)))
        if len(written) == 1 < players == len(typed) and typed.isdecimal():
            written = list(map(int, typed))
        if len(written) != players:
            raise Refusal(
                "input",
                _(
                    "{column}: that makes {given}, for {players} players. In this order: {names}.",
                    column=column.label,
                    given=len(written),
                    players=players,
                    names=Listed(sheet.told),
                ),
            )
        numbers = list[int | None](written)
    for seat, number in enumerate(numbers):
        if number is None:
            raise Refusal(
                "input", _("{column}: {player} is missing.", column=column.label, player=sheet.told[seat])
            )
        check_number(sheet, column, seat, number)
    return tuple(number for number in numbers if number is not None)


def read_seat(column: Column, chosen: str) -> tuple[int, ...]:
    """The seat that did it. Refusal if none was chosen."""
    if not (chosen.isascii() and chosen.isdecimal() and int(chosen) in column.numbers):
        raise Refusal("input", _("{column}: choose somebody.", column=column.label))
    return (int(chosen),)


def _behind_names(sheet: ScoreSheet, typed: str) -> dict[Seat, int]:
    """Numbers by who is named before them; the beginning of a name will do, if it is nobody else's."""
    found, plain = dict[Seat, int](), unaccented(typed)
    for name, number in _NAMED.findall(plain):
        seats = _called(sheet, name.strip())
        if len(seats) != 1:
            raise _nobody_called(sheet, name.strip())
        found[seats[0]] = int(number)
    if (rest := _NAMED.sub("", plain)) and not _FREE.fullmatch(rest):
        raise _nobody_called(sheet, rest.strip())
    return found


def _nobody_called(sheet: ScoreSheet, word: str) -> Refusal:
    names = Listed(sheet.told)
    return Refusal(
        "input", _("I can't tell who “{word}” is. They are called {names}.", word=word, names=names)
    )


def _called(sheet: ScoreSheet, word: str) -> list[Seat]:
    names = {seat: unaccented(name) for seat, name in sheet.names.items()}
    exactly = [seat for seat, name in names.items() if name == word]
    return exactly or [seat for seat, name in names.items() if name.startswith(word)]


def check_number(sheet: ScoreSheet, column: Column, seat: Seat, number: int) -> None:
    """Refusal if there can be no such number."""
    if number not in column.numbers:
        raise Refusal(
            "input",
            _(
                "{column}: {number} for {player} can't be: from {least} to {most}, as the rules allow.",
                column=column.label,
                number=number,
                player=sheet.told[seat],
                least=min(column.numbers),
                most=max(column.numbers),
            ),
        )


def tapped(sheet: ScoreSheet, given: Sequence[int]) -> tuple[Column, Seat] | Noted:
    """For whom which number is tapped after these; everything, once there is no more to tap. Columns that
    have a usual number have that. Refusal if there can be no such number.
    """
    left, told = iter(given), dict[str, tuple[int, ...]]()
    for column in sheet.asked:
        seats = range(1 if column.seat else sheet.players)
        numbers = (
            (column.usual,) * len(seats) if column.usual is not None else tuple(islice(left, len(seats)))
        )
        for seat, number in enumerate(numbers):
            check_number(sheet, column, seat, number)
        if len(numbers) < len(seats):
            return column, len(numbers)
        told[column.name] = numbers
    return told


def new_players(members: Sequence[SheetPlayer], typed: str) -> tuple[SheetPlayer, ...]:
    """Who plays: members, then who was typed, with commas between them."""
    names = (name.strip() for name in re.split(r"[,;\n]", typed))
    return tuple(chain(members, (SheetPlayer(name[:32]) for name in names if name)))
