"""A game's options typed into a command as one says them: `kraken, loot`, `Length: bedtime`, `no kraken`.

Names and values are understood in the reader's language, in English and as they are stored
(`white_whale=yes`), whatever their case and accents, and from a beginning that can mean one thing only. The
list that opens while somebody types writes them in the same words, so that one can type on behind a choice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec
from pydantic import ValidationError

from bot.i18n import Reader
from bot.i18n.sanitising import truncate, unaccented
from bot.refusal import Refusal
from games.contract import AnyGame, OptionField, Options, OptionValue
from games.text import Listed, Text, Value, _

LONGEST_CHOICE = 100
"""Characters of a choice's name and value."""
MOST_CHOICES = 25
"""How many choices Discord shows at most while an option is typed."""
MOST_BEGUN = 5
"""Words of which it is tried whether they are the beginning of something."""
WIDTHS = (LONGEST_CHOICE, 6, 4, 3, 2, 1)
"""Characters that are kept of a name or value, more where so few could mean something else."""
LOOK_FURTHER = "?"
"""What the choice stands for that only says that there are more, while nothing is chosen yet."""
ON, OFF = ("yes", "on", "1", "true"), ("no", "off", "0", "false")
WITHOUT = frozenset(("no", "not", "without", "ohne", "kein", "keine", "keinen", "sans", "senza", "niente"))
"""Words before an option that is not wanted."""

Words: TypeAlias = tuple[str, ...]
T = TypeVar("T")


class _Word(msgspec.Struct, frozen=True):
    """A word as it is compared; where it stands in what was typed, and whether a comma stands before it."""

    text: str
    start: int
    end: int
    begins: bool


class _Named(msgspec.Struct, frozen=True):
    """An option by all that it is called, and its values likewise."""

    field: OptionField
    names: frozenset[Words]
    offers: tuple[tuple[OptionValue, frozenset[Words]], ...]

    @property
    def is_switch(self) -> bool:
        return all(isinstance(offer.value, bool) for offer, _names in self.offers)


class _Read(msgspec.Struct, frozen=True):
    """What was understood, up to the first problem."""

    chosen: Mapping[str, Any]
    problem: Text | None = None


class _Ambiguous(Exception):
    """Several things begin like that."""

    def __init__(self, meant: Sequence[Text]) -> None:
        super().__init__(meant)
        self.meant = meant


# Reading


def parse_options(game: AnyGame, typed: str, reader: Reader) -> dict[str, Any]:
    """The options as the game takes them. Refusal, with what is allowed, if something is none of them."""
    read = _read(game, typed, reader)
    if read.problem is not None:
        raise Refusal("input", read.problem)
    return dict(read.chosen)


def _read(game: AnyGame, typed: str, reader: Reader) -> _Read:
    known, words, at = _vocabulary(game, reader), _words(typed), 0
    chosen: dict[str, Any] = {}
    while at < len(words):
        word = _segment(typed, words, at)
        try:
            now = {field.name for field in _fields(game, chosen)}
            found = _choice_at(known, now, words, at)
        except _Ambiguous as several:
            meant = Listed(tuple(several.meant), either=True)
            return _Read(
                chosen, _("“{word}” could be {options}. Write a little more.", word=word, options=meant)
            )
        if isinstance(found, _Named):
            return _Read(chosen, _no_such_value(found, word))
        if found is None:
            return _Read(chosen, _no_such_option(game, known, word))
        field, offer, at = found
        chosen.pop(field.name, None)
        chosen[field.name] = offer.value
    return _Read(chosen, _do_not_go_together(game, chosen, known))


def _choice_at(
    known: Sequence[_Named], now: Collection[str], words: Sequence[_Word], at: int
) -> tuple[OptionField, OptionValue, int] | _Named | None:
    """What is chosen there and where it ends; the option alone if its value is not understood; None if it is
    no option. `now`: those that can be chosen after what was chosen before. Raises _Ambiguous.
    """
    names = [(each, each.names) for each in known]
    values = [((each, offer), _names_alone(offer, called)) for each in known for offer, called in each.offers]
    if words[at].text in WITHOUT and at + 1 < len(words) and (found := _named_at(names, now, words, at + 1)):
        named, end = found
        off = next((offer for offer, _called in named.offers if offer.value is False), None)
        return named if off is None else (named.field, off, end)
    if found := _exactly(names, words, at):
        return _with_value(known, *found, words)
    if alone := _exactly(values, words, at):
        (named, offer), end = alone
        return named.field, offer, end
    if found := _named_at(names, now, words, at):
        return _with_value(known, *found, words)
    if alone := _begun(values, words, at):
        (named, offer), end = alone
        return named.field, offer, end
    return None


def _named_at(
    names: Sequence[tuple[_Named, frozenset[Words]]], now: Collection[str], words: Sequence[_Word], at: int
) -> tuple[_Named, int] | None:
    """The option that is named there, in full or from its beginning: one that can be chosen now first."""
    possible = [(named, called) for named, called in names if named.field.name in now]
    return _exactly(names, words, at) or _begun(possible, words, at) or _begun(names, words, at)


def _with_value(
    known: Sequence[_Named], named: _Named, at: int, words: Sequence[_Word]
) -> tuple[OptionField, OptionValue, int] | _Named:
    """The option with the value that follows; a switch that is only named is on."""
    if at < len(words) and not words[at].begins:
        found = _exactly(named.offers, words, at)
        if found is None and not _exactly([(each, each.names) for each in known], words, at):
            found = _begun(named.offers, words, at)
        if found is not None:
            return named.field, *found
    on = next((offer for offer, _names in named.offers if offer.value is True), None)
    return named if on is None or not named.is_switch else (named.field, on, at)


def _exactly(
    among: Iterable[tuple[T, frozenset[Words]]], words: Sequence[_Word], at: int
) -> tuple[T, int] | None:
    """What is called exactly like the words there, the longest name first."""
    fits = [
        (len(name), thing)
        for thing, names in among
        for name in names
        if name and name == tuple(word.text for word in words[at : at + len(name)])
    ]
    return _only(fits, at)


def _begun(
    among: Iterable[tuple[T, frozenset[Words]]], words: Sequence[_Word], at: int
) -> tuple[T, int] | None:
    """What has a name that begins like the words there, as many of them as fit."""
    fits = [(_common(name, words, at), thing) for thing, names in among for name in names]
    return _only([fit for fit in fits if fit[0]], at)


def _common(name: Words, words: Sequence[_Word], at: int) -> int:
    """How many words from there on are the name's beginning, the last maybe a beginning itself."""
    count = 0
    for part, word in zip(name, words[at:], strict=False):
        if not part.startswith(word.text):
            break
        count += 1
        if part != word.text:
            break
    return count


def _only(fits: Sequence[tuple[int, T]], at: int) -> tuple[T, int] | None:
    if not fits:
        return None
    longest = max(length for length, _thing in fits)
    best: list[T] = []
    for length, thing in fits:
        if length == longest and thing not in best:
            best.append(thing)
    if len(best) > 1:
        raise _Ambiguous(list(map(_label, best)))
    return best[0], at + longest


def _label(thing: object) -> Text:
    match thing:
        case _Named(field=field):
            return field.label
        case (_Named(field=field), OptionValue(label=label)):
            return _("{option}: {value}", option=field.label, value=label)
        case OptionValue(label=label):
            return label
        case _:
            raise TypeError(f"no option: {thing!r}")


def _vocabulary(game: AnyGame, reader: Reader) -> list[_Named]:
    """Every option that there can be, whatever else is chosen."""
    fields: dict[str, OptionField] = {field.name: field for field in _fields(game, {})}
    for field in tuple(fields.values()):
        for offer in field.values:
            for other in _fields(game, {field.name: offer.value}):
                before = fields.setdefault(other.name, other)
                more = tuple(value for value in other.values if value not in before.values)
                fields[other.name] = msgspec.structs.replace(before, values=(*before.values, *more))
    readers = reader, Reader("en", game)
    return [
        _Named(
            field,
            _names(field.name, field.label, readers),
            tuple((offer, _offer_names(offer, readers)) for offer in field.values),
        )
        for field in fields.values()
    ]


def _names(stored: str, label: Text, readers: Iterable[Reader]) -> frozenset[Words]:
    spelled = (stored, *(reader.plain(label) for reader in readers))
    return frozenset(tuple(word.text for word in _words(each)) for each in spelled)


def _offer_names(offer: OptionValue, readers: Iterable[Reader]) -> frozenset[Words]:
    names = _names(str(offer.value), offer.label, readers)
    if isinstance(offer.value, bool):
        names |= {(word,) for word in (ON if offer.value else OFF)}
    return names


def _names_alone(offer: OptionValue, names: frozenset[Words]) -> frozenset[Words]:
    """By what the value is known without its option: a mere yes or no says nothing then."""
    if not isinstance(offer.value, bool):
        return names
    plain = {(word,) for word in (*ON, *OFF)}
    return frozenset() if (offer.label.message.casefold(),) in plain else names - plain


def _words(typed: str) -> list[_Word]:
    """The words of a text: no accents, no capitals, signs between them forgotten but for commas."""
    found: list[_Word] = []
    end = 0
    for part in re.finditer(r"(?<!\w)[-−]\d+|[^\W_]+", typed):
        between = typed[end : part.start()]
        begins = not found or any(sign in between for sign in ",;\n")
        text = unaccented(part[0].replace("−", "-"))
        found.append(_Word(text or part[0], part.start(), part.end(), begins))
        end = part.end()
    return found


def _segment(typed: str, words: Sequence[_Word], at: int) -> str:
    """What was typed from there to the next comma."""
    later = next((number for number in range(at + 1, len(words)) if words[number].begins), len(words))
    return typed[words[at].start : words[later - 1].end]


# What is wrong with it


def _no_such_value(named: _Named, word: str) -> Text:
    values: tuple[Value, ...] = tuple(offer.label for offer, _names in named.offers)
    return _(
        "“{word}” is not one of the choices for {option}: {values}.",
        word=word,
        option=named.field.label,
        values=Listed(values, either=True),
    )


def _no_such_option(game: AnyGame, known: Sequence[_Named], word: str) -> Text:
    if not known:
        return _("{game} has no options. Leave them out.", game=game.title)
    names: tuple[Value, ...] = tuple(each.field.label for each in known)
    return _(
        "I don't know “{word}” in {game}. You can choose {options}; a list opens as you type.",
        word=word,
        game=game.title,
        options=Listed(names),
    )


def _do_not_go_together(game: AnyGame, chosen: Mapping[str, Any], known: Sequence[_Named]) -> Text | None:
    """The latest of the choices that the others leave no room for."""
    labels = {each.field.name: each.field.label for each in known}
    for name in reversed(list(chosen)):
        others = {other: value for other, value in chosen.items() if other != name}
        if _go_together(game, others) and name not in {field.name for field in _fields(game, others)}:
            return _("“{option}” doesn't go with the rest. Drop it, or change the rest.", option=labels[name])
    return None


def _fields(game: AnyGame, chosen: Mapping[str, Any]) -> tuple[OptionField, ...]:
    """What can be chosen, given what is chosen already."""
    return game.option_fields(_options(game, chosen))


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


# The list that opens


def suggest_options(game: AnyGame, typed: str, reader: Reader) -> list[tuple[str, str]]:
    """Ways to go on from what is typed: what to show, and the text. None if that is wrong already."""
    whole = _read(game, typed, reader)
    words = _words(typed)
    begun = bool(words) and typed[words[-1].end :] == ""
    ways: list[Mapping[str, Any]] = []
    if whole.problem is None and whole.chosen:
        ways.append(whole.chosen)
    before, all_ways = dict(whole.chosen), True
    if begun:
        before, found = _ways_from_begun(game, typed, reader, words)
        ways += found
    if whole.problem is None:
        ways += _ways_on(game, whole.chosen, (), reader)
    texts: dict[str, str] = {}
    for way in ways:
        text = _typed(game, way, reader)
        if text is None:
            all_ways = False
        else:
            texts.setdefault(text, _shown(game, way, reader, text))
    listed = [(shown, text) for text, shown in texts.items()]
    return _with_hint(listed, _typed(game, before, reader), all_ways, reader)


def _with_hint(
    listed: list[tuple[str, str]], before: str | None, all_ways: bool, reader: Reader
) -> list[tuple[str, str]]:
    """The list, as many as there may be, and that there are more."""
    hint = None
    if len(listed) > MOST_CHOICES:
        hint = _("There's more: type the first letters")
    elif not all_ways:
        hint = _("The list is full, but you can type more than it shows")
    if hint is None or before is None:
        return listed[:MOST_CHOICES]
    more = truncate(reader.plain(hint), LONGEST_CHOICE), before or LOOK_FURTHER
    return [*listed[: MOST_CHOICES - 1], more]


def _ways_from_begun(
    game: AnyGame, typed: str, reader: Reader, words: Sequence[_Word]
) -> tuple[dict[str, Any], list[Mapping[str, Any]]]:
    """What was chosen before the words that are still being typed, and what these may become."""
    for count in range(1, min(MOST_BEGUN, len(words)) + 1):
        first = words[-count]
        done = _read(game, typed[: first.start], reader)
        if done.problem is None:
            begun = tuple(word.text for word in words[-count:])
            if ways := _ways_on(game, done.chosen, begun, reader):
                return dict(done.chosen), ways
    return {}, []


def _ways_on(
    game: AnyGame, chosen: Mapping[str, Any], begun: Words, reader: Reader
) -> list[Mapping[str, Any]]:
    """What is chosen so far, each time with one more choice that fits what is begun, the last in the dict.

    Those that would change nothing are offered only to whoever has begun to type them, in a list with room.
    """
    now, readers = _options(game, chosen), (reader, Reader("en", game))
    ways = [
        (getattr(now, field.name) != offer.value, {**chosen, field.name: offer.value})
        for field in _fields(game, chosen)
        if field.name not in chosen
        for offer in field.values
        if _fits(begun, field, offer, readers) and _go_together(game, {**chosen, field.name: offer.value})
    ]
    return [way for changes, way in ways if changes or (begun and len(ways) < MOST_CHOICES)]


def _fits(begun: Words, field: OptionField, offer: OptionValue, readers: tuple[Reader, Reader]) -> bool:
    """Whether each word that is begun is the beginning of one in what this choice is called."""
    names = _names(field.name, field.label, readers) | _offer_names(offer, readers)
    there = {word for name in names for word in name}
    return all(any(word.startswith(each) for word in there) for each in begun)


def _typed(game: AnyGame, chosen: Mapping[str, Any], reader: Reader) -> str | None:
    """The choices as one could type them: as one says them, or spelled and shortened as far as needed; None
    if even that is too long.
    """
    said = ", ".join(_said(game, chosen, reader))
    spelled = (" ".join(_spelled(game, chosen, width)) for width in WIDTHS)
    for text in (said, *spelled):
        if len(text) <= LONGEST_CHOICE and _read(game, text, reader) == _Read(chosen):
            return text
    return None


def _said(game: AnyGame, chosen: Mapping[str, Any], reader: Reader) -> Iterator[str]:
    for field, offer in _offers(game, chosen):
        whole = _("{option}: {value}", option=field.label, value=offer.label)
        yield reader.plain(field.label if offer.value is True else whole)


def _offers(game: AnyGame, chosen: Mapping[str, Any]) -> Iterator[tuple[OptionField, OptionValue]]:
    """What is chosen, in its order."""
    fields = {field.name: field for field in _fields(game, chosen)}
    for name, value in chosen.items():
        for offer in fields[name].values if name in fields else ():
            if offer.value == value:
                yield fields[name], offer


def _spelled(game: AnyGame, chosen: Mapping[str, Any], width: int) -> Iterator[str]:
    """A word for each choice, as short as `width` allows and as long as it takes to be understood."""
    before: dict[str, Any] = {}
    for name, value in chosen.items():
        fields = {field.name: field for field in _fields(game, before)}
        values = [_word(offer.value) for offer in fields[name].values] if name in fields else [_word(value)]
        yield f"{_shortened(name, list(fields), width)}={_shortened(_word(value), values, width)}"
        before[name] = value


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _shortened(word: str, among: Sequence[str], width: int) -> str:
    """The beginning of the word, at least so long, that no other of them has; the word if there is none."""
    lengths = range(width, len(word))
    clear = (at for at in lengths if sum(other.startswith(word[:at]) for other in among) == 1)
    return word[: next(clear, len(word))]


def _shown(game: AnyGame, chosen: Mapping[str, Any], reader: Reader, text: str) -> str:
    """The text, if one says it like that; else the latest of the choices."""
    said = list(_said(game, chosen, reader))
    whole = ", ".join(said)
    if text == whole or (len(whole) <= LONGEST_CHOICE and said):
        return whole
    latest = _("{choice} (and all that you have chosen before)", choice=said[-1] if said else text)
    return truncate(reader.plain(latest), LONGEST_CHOICE)
