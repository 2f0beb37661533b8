"""The lists and buttons of each page on which a tournament is set up.

Every list says what it is about in each of its options, since a list that has a value shows no placeholder.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import UNSET

from bot.organising.choosing import AUTO, CLOSINGS, NONE, OPTION, TIE_BREAK_ORDERS
from bot.organising.settings import pod_sizes
from bot.organising.tournament import Settings
from bot.screens import clocks, ids, parts
from bot.screens.kit import Button, Option, Preset, RoleSelect, Row, Select, option_text, placeholder, rows
from bot.screens.limits import COMPONENTS
from bot.screens.options import field_list, pace_list
from bot.screens.tournaments.choosing import Choosing, PageName, pod_range
from bot.screens.tournaments.words import FORMATS, TIE_BREAKS
from bot.tournaments.event import Fill, Format, Options, TieBreak
from bot.words import Reader
from games.text import Listed, Text, _, _n

MOST_ROUNDS = 24
"""Of those that can be chosen from the list, which holds 25."""
_EVERYTHING_ELSE = 16
"""Components of the game's page besides its options, at most."""
MOST_FIELDS = (COMPONENTS - _EVERYTHING_ELSE) // 2
Offer: TypeAlias = tuple[Text, str, bool]
"""One of a list's: in words, its value, whether it is chosen."""


def of_page(now: Choosing, page: PageName, there: Collection[int], reader: Reader) -> Iterable[Row]:
    """What is on that page. `there`: the roles that the server has: others cannot be shown as chosen."""
    match page:
        case "all":
            return ()
        case "entry":
            return _entry(now, there, reader)
        case "game":
            return _game(now, reader)
        case "rounds":
            return _rounds(now, reader)
        case "course":
            return _course(now, reader)
        case "points":
            return _points(now, reader)


def _entry(now: Choosing, there: Collection[int], reader: Reader) -> Iterator[Row]:
    settings = now.settings
    yield Row((_writes(now, _("Write name, times and places"), "entry", reader),))
    presets = tuple(Preset(str(role), "role") for role in settings.roles if role in there)
    hint = placeholder(reader.plain(_("Roles that may enter; none: everybody")))
    yield Row((RoleSelect(ids.encode("tset", now.id, "roles"), hint, presets),))
    if settings.starts is not None:
        yield _list(now, "closes", _("When entries close"), _closings(settings), reader)
    never = (_("Late entry: none"), "0", settings.late < 2)
    rounds = (
        (_("Late entry: until round {round} is drawn", round=number), str(number), settings.late == number)
        for number in range(2, MOST_ROUNDS + 1)
    )
    yield _list(now, "late", _("Late entry"), (never, *rounds), reader)


def _closings(settings: Settings) -> Iterator[Offer]:
    """How long before the start entries close."""
    yield _("Entries close with the start"), "0", not settings.closes
    for seconds in CLOSINGS:
        span = clocks.span(seconds)
        text = _("Entries close {span} before the start", span=span)
        yield text, f"{seconds:.0f}", seconds == settings.closes


def _game(now: Choosing, reader: Reader) -> Iterator[Row]:
    settings, game = now.settings, now.game
    options = game.Options.model_validate(settings.game_options)
    for field in game.option_fields(options)[:MOST_FIELDS]:
        yield field_list(ids.encode("tset", now.id, f"{OPTION}{field.name}"), options, field, reader)
    yield pace_list(ids.encode("tset", now.id, "pace"), settings.pace, reader)
    rated = _("Play unrated") if settings.rated else _("Play for ratings")
    yield Row(
        (
            parts.button(reader, rated, "tput", now.id, "rated", 0 if settings.rated else 1),
            _writes(now, _("A pace of your own"), "pace", reader),
        )
    )


def left_out(now: Choosing) -> Iterator[Text]:
    """Which options find no room on the screen."""
    options = now.game.Options.model_validate(now.settings.game_options)
    fields = now.game.option_fields(options)[MOST_FIELDS:]
    if fields:
        names = Listed(tuple(field.label for field in fields))
        yield _("There is no room here to choose: {options}.", options=names)


def _rounds(now: Choosing, reader: Reader) -> Iterator[Row]:
    settings, how = now.settings, now.settings.how
    yield _list(now, "format", _("Format"), _formats(how), reader)
    if how.format is not Format.KNOCK_OUT:
        yield _list(now, "rounds", _("How many rounds"), _round_numbers(how), reader)
    if how.format in (Format.KNOCK_OUT, Format.GROUPS):
        yield _list(now, "go_on", _("How many go on"), _going_on(how), reader)
    if how.format is Format.GROUPS:
        yield _list(now, "group_size", _("Size of groups"), _group_sizes(how), reader)
    yield _list(now, "preferred", _("Size of pods"), _preferred(how), reader)
    sizes = pod_sizes(now.game, settings.game_options)
    yield _list(now, "fewest", _("Smallest pod"), _fewest(how, sizes), reader)
    yield _list(now, "most", _("Largest pod"), _most(how, sizes), reader)
    robots = how.fill is Fill.ROBOTS
    fill = _("Byes instead of robots") if robots else _("Robots instead of byes")
    value = Fill.BYES if robots else Fill.ROBOTS
    yield Row((parts.button(reader, fill, "tput", now.id, "fill", value.value),))


def _formats(how: Options) -> Iterator[Offer]:
    for each, name in FORMATS.items():
        yield _("Format: {name}", name=name), each.value, each is how.format


def _round_numbers(how: Options) -> Iterator[Offer]:
    yield _("Rounds: as many as it takes"), AUTO, how.rounds is None
    for number in range(1, MOST_ROUNDS + 1):
        yield _("Rounds: {number}", number=number), str(number), number == how.rounds


def _going_on(how: Options) -> Iterator[Offer]:
    for number in range(1, how.fewest):
        text = _n("The best of each pod goes on", "The best {count} of each pod go on", number)
        yield text, str(number), number == how.go_on


def _group_sizes(how: Options) -> Iterator[Offer]:
    yield _("Groups: one pod each"), AUTO, how.group_size is None
    for size in range(how.fewest, how.fewest + MOST_ROUNDS):
        yield _("Groups: {number} players each", number=size), str(size), size == how.group_size


def _preferred(how: Options) -> Iterator[Offer]:
    for size in pod_range(how):
        yield _("Pods: {number} players if possible", number=size), str(size), size == how.preferred


def _fewest(how: Options, sizes: Iterable[int]) -> Iterator[Offer]:
    for size in sizes:
        if size <= how.most:
            yield _("Pods: {number} players at least", number=size), str(size), size == how.fewest


def _most(how: Options, sizes: Iterable[int]) -> Iterator[Offer]:
    for size in sizes:
        if size >= how.fewest:
            yield _("Pods: {number} players at most", number=size), str(size), size == how.most


def _course(now: Choosing, reader: Reader) -> Iterator[Row]:
    settings = now.settings
    robots = settings.absent == "robot"
    absent = _("Walk-over for who does not come") if robots else _("A robot for who does not come")
    by_hand = _("Rounds by themselves") if settings.by_hand else _("Rounds by hand")
    yield Row(
        (
            _writes(now, _("Write the times"), "lengths", reader),
            parts.button(reader, by_hand, "tput", now.id, "by_hand", 0 if settings.by_hand else 1),
            parts.button(reader, absent, "tput", now.id, "absent", "walk-over" if robots else "robot"),
        )
    )


def _points(now: Choosing, reader: Reader) -> Iterator[Row]:
    chosen = now.settings.how.tie_breaks
    orders = ((_order(order), _spelled(order), order == chosen) for order in TIE_BREAK_ORDERS)
    yield _list(now, "tie_breaks", _("What parts those with equal points"), orders, reader)
    buttons = [
        _writes(now, _("Points in a pod of {size}", size=size), f"points.{size}", reader)
        for size in pod_range(now.settings.how)
    ]
    if now.settings.how.points:
        buttons.append(parts.button(reader, _("The published points"), "tput", now.id, "points", AUTO))
    yield from rows(buttons)


def _order(order: Sequence[TieBreak]) -> Text:
    if not order:
        return _("Ties: by lot at once")
    return _("Ties: {breaks}", breaks=Listed(tuple(TIE_BREAKS[each] for each in order)))


def _spelled(order: Sequence[str]) -> str:
    return ",".join(order) or NONE


def _list(now: Choosing, what: str, hint: Text, offers: Iterable[Offer], reader: Reader) -> Row:
    options = tuple(
        Option(option_text(reader.plain(text)), value, default=chosen or UNSET)
        for text, value, chosen in offers
    )
    return Row((Select(ids.encode("tset", now.id, what), options, placeholder(reader.plain(hint))),))


def _writes(now: Choosing, text: Text, what: str, reader: Reader) -> Button:
    return parts.button(reader, text, "twrite", now.id, what)
