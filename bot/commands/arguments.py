"""What is typed into a command: which table is meant, and a game's options; with the lists that open."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from pydantic import ValidationError

from bot.client.interaction_context import InteractionContext
from bot.i18n import Reader, reader_for
from bot.i18n.sanitising import truncate
from bot.refusal import Refusal
from bot.services import Services
from bot.tables.model import Table
from games.contract import AnyGame, OptionField, Options, OptionValue
from games.text import Listed, Player, Text, Value, _
from storage.models import Phase

OPEN: tuple[Phase, ...] = ("lobby", "playing")
SEEN: tuple[Phase, ...] = ("playing", "lobby", "over")

TableScope: TypeAlias = Literal["mine", "waiting", "hosted", "any", "all"]
"""Tables at which I sit, those of them that wait for me (all of them if none does), those whose host I am;
or mine, and where I have none, others' in this channel; or this channel's, and where there is none, all.
"""


async def candidate_tables(
    services: Services, context: InteractionContext, scope: TableScope, phases: Collection[Phase]
) -> list[Table]:
    """The tables that may be meant where none is named: one if that is clear, else this channel's first."""
    if scope == "all":
        known = await services.tables.tables_in(context.guild, phases)
        return [
            table for table in known if await services.table_publisher.stands_in(table, context.channel)
        ] or known
    own = await _own_tables(services, context.guild, context.user, scope, phases)
    here = [table for table in own if await services.table_publisher.stands_in(table, context.channel)]
    if scope == "waiting":
        return own
    if len(here) == 1:
        return here
    if own or scope != "any":
        return [*here, *(table for table in own if table not in here)]
    others = await services.tables.tables_in(context.guild, phases)
    return [table for table in others if await services.table_publisher.stands_in(table, context.channel)]


async def _own_tables(
    services: Services, guild: int, user: int, scope: TableScope, phases: Collection[Phase]
) -> list[Table]:
    """The tables on this server at which the user sits, or of which they are the host."""
    seated = [table for table in await services.tables.tables_of(user, phases) if table.guild == guild]
    if scope == "waiting":
        seated = [table for table in seated if table.phase == "playing" or table.record.pod is not None]
        return [table for table in seated if table.waiting_for(user)] or seated
    if scope != "hosted":
        return seated
    # A host who has given the seat to a robot is the host still.
    known = {table.id: table for table in (*seated, *await services.tables.tables_in(guild, phases))}
    return [table for table in known.values() if table.record.host == user]


async def suggest_tables(
    services: Services,
    guild: int,
    user: int,
    typed: str,
    locale: str,
    *,
    scope: TableScope,
    phases: Collection[Phase] = OPEN,
) -> list[tuple[str, str]]:
    """Tables that fit what is typed: what to show, and the id. My own come first."""
    own = await _own_tables(services, guild, user, "mine" if scope == "waiting" else scope, phases)
    others = await services.tables.tables_in(guild, phases) if scope in ("any", "all") else []
    known = {table.id: table for table in (*own, *others)}
    shown = [(table_label(table, reader_for(table, locale)), table.id) for table in known.values()]
    wanted = typed.strip().lower()
    return [(text, table_id) for text, table_id in shown if wanted in text.lower()][:25]


def table_label(table: Table, reader: Reader) -> str:
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    words = _("{table}: {game} with {players}", table=table.id, game=table.game.title, players=players)
    return truncate(reader.plain(words), 100)


# A game's options typed into a command: `edition=classic kraken=yes`, with a list that opens.
#
# Names and values may be shortened to any beginning that can mean one thing only. The list does so itself
# where the whole would not fit into one of its choices.


LONGEST_CHOICE = 100
"""Characters of a choice's name and value."""
MOST_CHOICES = 25
"""Choices."""
WIDTHS = (LONGEST_CHOICE, 6, 4, 3, 2, 1)
"""Characters that are kept of a name or value, more where so few could mean something else."""
LOOK_FURTHER = "?"
"""What the choice stands for that only says that there are more, while nothing is chosen yet."""

T = TypeVar("T")


def parse_options(game: AnyGame, typed: str) -> dict[str, Any]:
    """The options as the game takes them. Refusal, with what is allowed, if something is none of them."""
    chosen: dict[str, Any] = {}
    for word in typed.replace(",", " ").split():
        name, _equals, value = word.partition("=")
        field = _field(game, chosen, name)
        offer = _offer(field, value) if field is not None else None
        if field is None or offer is None:
            raise Refusal("input", _not_an_option(game, chosen, field, word))
        chosen[field.name] = offer.value
    return chosen


def suggest_options(game: AnyGame, typed: str, reader: Reader) -> list[tuple[str, str]]:
    """Ways to go on from what is typed: what to show, and the text. None if that is wrong already."""
    done, _space, begun = typed.replace(",", " ").rpartition(" ")
    try:
        chosen = parse_options(game, done)
    except Refusal:
        return []
    ways = _ways_on(game, chosen, begun.lower(), reader)
    before = _typed(game, chosen)
    listed = [(_shown(game, way, reader), text) for way in ways if (text := _typed(game, way)) is not None]
    if chosen and before is not None and not begun.strip():
        listed.insert(0, (_shown(game, chosen, reader), before))
    hint = None
    if len(listed) > MOST_CHOICES:
        hint = _("There are more: type the first letters of what you look for")
    elif len(ways) > len(listed):
        hint = _("No more fits into this list; what you type yourself counts all the same")
    if hint is not None and before is not None:
        listed = [
            *listed[: MOST_CHOICES - 1],
            (truncate(reader.plain(hint), LONGEST_CHOICE), before or LOOK_FURTHER),
        ]
    return listed


def _ways_on(game: AnyGame, chosen: dict[str, Any], begun: str, reader: Reader) -> list[dict[str, Any]]:
    """What is chosen so far, each time with one more choice that fits what is begun, the last in the dict.

    Where those are too many for a list, those are left out that would change nothing.
    """
    now = _options(game, chosen)
    ways = [
        (getattr(now, field.name) != offer.value, {**chosen, field.name: offer.value})
        for field in _fields(game, chosen)
        if field.name not in chosen
        for offer in field.values
        if _fits(begun, field, offer, reader) and _go_together(game, {**chosen, field.name: offer.value})
    ]
    return [way for changes, way in ways if changes or len(ways) < MOST_CHOICES]


def _fields(game: AnyGame, chosen: dict[str, Any]) -> tuple[OptionField, ...]:
    """What can be chosen, given what is chosen already."""
    return game.option_fields(_options(game, chosen))


def _options(game: AnyGame, chosen: dict[str, Any]) -> Options:
    try:
        return game.Options.model_validate(chosen)
    except ValidationError:  # does not fit together: whoever opens the table will say so
        return game.Options()


def _go_together(game: AnyGame, chosen: dict[str, Any]) -> bool:
    try:
        game.Options.model_validate(chosen)
    except ValidationError:
        return False
    return True


def _field(game: AnyGame, chosen: dict[str, Any], typed: str) -> OptionField | None:
    """The option of that name, or the only one whose name begins like that."""
    fields, key = _fields(game, chosen), _key(typed)
    exactly = [field for field in fields if _key(field.name) == key]
    return _only(exactly or [field for field in fields if key and _key(field.name).startswith(key)])


def _offer(field: OptionField, typed: str) -> OptionValue | None:
    """The value that is spelled like that, or the only one that begins like that."""
    key = _key(typed)
    exactly = [offer for offer in field.values if key in _spellings(offer)]
    begun = [offer for offer in field.values if key and _key(_word(offer.value)).startswith(key)]
    return _only(exactly or begun)


def _only(found: Sequence[T]) -> T | None:
    return found[0] if len(found) == 1 else None


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


def _typed(game: AnyGame, chosen: dict[str, Any]) -> str | None:
    """The choices as one could type them, shortened as far as needed; None if even that is too long."""
    texts = (" ".join(_words(game, chosen, width)) for width in WIDTHS)
    return next((text for text in texts if len(text) <= LONGEST_CHOICE), None)


def _words(game: AnyGame, chosen: dict[str, Any], width: int) -> Iterator[str]:
    """A word for each choice, as short as `width` allows and as long as it takes to be understood."""
    before: dict[str, Any] = {}
    for name, value in chosen.items():
        fields = {field.name: field for field in _fields(game, before)}
        values = [_word(offer.value) for offer in fields[name].values] if name in fields else [_word(value)]
        yield f"{_shortened(name, list(fields), width)}={_shortened(_word(value), values, width)}"
        before[name] = value


def _shortened(word: str, among: Sequence[str], width: int) -> str:
    """The beginning of the word, at least so long, that no other of them has; the word if there is none."""
    lengths = range(width, len(word))
    clear = (at for at in lengths if sum(other.startswith(word[:at]) for other in among) == 1)
    return word[: next(clear, len(word))]


def _fits(begun: str, field: OptionField, offer: OptionValue, reader: Reader) -> bool:
    """Whether what is begun may become this choice: as it is spelled, shortened, or named for people."""
    name, equals, value = begun.partition("=")
    return (
        begun in _spelled(field.name, offer.value)
        or begun in reader.plain(field.label).lower()
        or begun in reader.plain(offer.label).lower()
        or (bool(equals) and field.name.startswith(name) and _word(offer.value).startswith(value))
    )


def _shown(game: AnyGame, chosen: dict[str, Any], reader: Reader) -> str:
    """The options in words, as far as they are chosen; only the latest of them if they are too many."""
    named: list[Value] = []
    for name, value in chosen.items():
        for field in _fields(game, chosen):
            for offer in field.values:
                if field.name == name and offer.value == value:
                    named.append(_("{option}: {value}", option=field.label, value=offer.label))
    whole = reader.plain(_("{options}", options=Listed(tuple(named))))
    if len(whole) <= LONGEST_CHOICE or not named:
        return truncate(whole, LONGEST_CHOICE)
    latest = _("{choice} (and all that you have chosen before)", choice=named[-1])
    return truncate(reader.plain(latest), LONGEST_CHOICE)


def _not_an_option(game: AnyGame, chosen: dict[str, Any], field: OptionField | None, word: str) -> Text:
    if field is not None:
        values: tuple[Value, ...] = tuple(_spelled(field.name, offer.value) for offer in field.values)
        return _(
            "“{word}” is not a choice for {option}. Choose one of {values}.",
            word=word,
            option=field.label,
            values=Listed(values),
        )
    names = tuple(f"{known.name}=…" for known in _fields(game, chosen))
    if not names:
        return _(
            "“{word}” is no option of {game}: there is nothing to choose about it. Leave the options out.",
            word=word,
            game=game.title,
        )
    return _(
        "“{word}” is no option of {game} as it is chosen so far. There are {names}; the list opens "
        "while you type.",
        word=word,
        game=game.title,
        names=Listed(names),
    )
