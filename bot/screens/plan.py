"""Planning the next move while others think: what to do, then what would cancel it. Private.

Nothing of it is stored before the last press: what was chosen so far stands in the buttons, as indexes.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from bot.screens import ids, parts
from bot.screens.hand import MOST_BUTTONS
from bot.screens.kit import (
    PRIMARY,
    SUCCESS,
    Accent,
    Button,
    Option,
    Row,
    Screen,
    Select,
    block,
    label,
    option_text,
    placeholder,
    rows,
    screen,
    symbol,
)
from bot.tables.table import Table
from bot.words import Reader
from games.contract import PlanMenu
from games.text import Listed, Text, _

HEADING = _("Plan your next move")


def what(table: Table, offered: PlanMenu, reader: Reader) -> Screen:
    """The first step: what to do when the turn comes."""
    told = _(
        "It is done by itself as soon as it is your turn, if the rules allow it then. Nobody else sees your "
        "plan, and you can change or cancel it until then."
    )
    return screen(
        Accent.GREY,
        block(parts.heading(reader, HEADING), reader(told), most=600),
        block(reader(_("📌 {prompt}", prompt=offered.prompt)), most=200),
        _choices(table, offered, reader),
        parts.row(_back(table, reader)),
    )


def _back(table: Table, reader: Reader) -> Button:
    return parts.button(reader, _("Back to my hand"), "hand", table.id)


def _choices(table: Table, offered: PlanMenu, reader: Reader) -> Sequence[Row]:
    actions = table.actions
    if len(offered.choices) > MOST_BUTTONS:
        options = tuple(
            Option(option_text(reader.plain(choice.label)), str(at), UNSET, symbol(choice.symbol))
            for at, choice in enumerate(offered.choices)
        )
        hint = placeholder(reader.plain(offered.prompt))
        return [Row((Select(ids.encode("plans", table.id, actions), options, hint),))]
    buttons = [
        Button(
            label(reader.plain(choice.label)),
            ids.encode("planned", table.id, actions, at),
            PRIMARY,
            UNSET,
            symbol(choice.symbol),
        )
        for at, choice in enumerate(offered.choices)
    ]
    return list(rows(buttons))


def usual(offered: PlanMenu) -> int:
    """The surprises that are named unless somebody takes them off, as bits."""
    return sum(1 << at for at, surprise in enumerate(offered.surprises) if surprise.usual)


def unless(table: Table, offered: PlanMenu, actions: int, index: int, named: int, reader: Reader) -> Screen:
    """The second step: what would cancel it. `named`: the surprises chosen so far, as bits."""
    free = any(not surprise.fixed for surprise in offered.surprises)
    asked = _("Choose in the list what would cancel it, then press Plan it.")
    return screen(
        Accent.GREY,
        block(
            parts.heading(reader, HEADING),
            reader(_("📌 To be planned: {move}", move=offered.choices[index].label)),
            *map(reader, _in_any_case(offered)),
            reader(asked) if free else None,
            most=1500,
        ),
        Row((_surprises(table, offered, actions, index, named, reader),)) if free else None,
        parts.row(
            parts.button(reader, _("Plan it"), "order", table.id, actions, index, named, style=SUCCESS),
            parts.button(reader, _("Another move"), "plan", table.id),
            _back(table, reader),
        ),
    )


def _in_any_case(offered: PlanMenu) -> Sequence[Text]:
    fixed = tuple(surprise.label for surprise in offered.surprises if surprise.fixed)
    if not fixed:
        return []
    return [_("It is cancelled in any case if: {surprises}", surprises=Listed(fixed, either=True))]


def _surprises(
    table: Table, offered: PlanMenu, actions: int, index: int, named: int, reader: Reader
) -> Select:
    options = tuple(
        Option(option_text(reader.plain(surprise.label)), str(at), default=True if named >> at & 1 else UNSET)
        for at, surprise in enumerate(offered.surprises)
        if not surprise.fixed
    )
    hint = placeholder(reader.plain(_("Nothing cancels it")))
    custom_id = ids.encode("unless", table.id, actions, index)
    return Select(custom_id, options, hint, min_values=0, max_values=len(options))
