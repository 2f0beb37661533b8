"""Planning the next move while others think: what to do, then on which conditions. Private.

Nothing of it is stored before the last press: what was chosen so far stands in the buttons, as indexes.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Reader
from bot.screens.hand import MOST_BUTTONS, STYLES, choice_list
from bot.tables.model import NO_PLAN, Table
from bot.ui import components as ui
from bot.ui import custom_ids
from games.contract import BUTTON, PlanMenu, Surprise
from games.text import Listed, Text, _


def plan_screen(table: Table, offered: PlanMenu, reader: Reader, seat: int | None = None) -> ui.Screen:
    """The first step: what to do when the turn comes; and out of what the `seat` has planned."""
    explanation = _("I play it on your turn, if the rules allow. Only you see it.")
    return ui.screen(
        ui.Accent.GREY,
        ui.block(
            ui.strong(reader, _("📌 {prompt}", prompt=offered.prompt)),
            ui.small(reader(explanation)),
            most=600,
        ),
        _plan_choices(table, offered, reader),
        ui.row(
            _back_to_hand(table, reader),
            None if seat is None or not has_plan(table, seat) else cancel_plan_button(reader, table),
        ),
    )


def has_plan(table: Table, seat: int) -> bool:
    """Whether the seat has planned its next move."""
    return table.plans.get(seat, NO_PLAN).move is not None


def cancel_plan_button(reader: Reader, table: Table) -> ui.Button:
    """The button that cancels the reader's plan at this table."""
    return ui.button(reader, _("Cancel plan"), "unplan", table.id)


def _plan_choices(table: Table, offered: PlanMenu, reader: Reader) -> list[ui.Row]:
    """What can be planned: short buttons, or a list where there are many or some are longer."""
    said = [choice.label if choice.short is None else choice.short for choice in offered.choices]
    brief = all(len(reader.plain(text)) + 2 <= BUTTON for text in said)  # beside a symbol
    if len(said) > MOST_BUTTONS or not brief:
        return [choice_list(reader, enumerate(offered.choices), "plans", table.id, table.actions)]
    return ui.packed(
        ui.button(
            *(reader, text, "planned", table.id, table.actions, at),
            style=STYLES[choice.kind],
            emoji=choice.symbol,
        )
        for at, (choice, text) in enumerate(zip(offered.choices, said, strict=True))
    )


def _back_to_hand(table: Table, reader: Reader) -> ui.Button:
    return ui.button(reader, _("Back"), "hand", table.id)


def usual_surprises(offered: PlanMenu) -> int:
    """The surprises that are named unless somebody takes them off, as bits."""
    return sum(1 << at for at, surprise in enumerate(offered.surprises) if surprise.usual)


def plan_conditions_screen(
    table: Table, offered: PlanMenu, actions: int, index: int, named: int, reader: Reader
) -> ui.Screen:
    """The second step: when it is to happen. `named`: the surprises that must not have, as bits."""
    conditions = [
        ui.option(reader, surprise.label, str(at), chosen=bool(named >> at & 1))
        for at, surprise in enumerate(offered.surprises)
        if not surprise.fixed
    ]
    held = [each for at, each in enumerate(offered.surprises) if not each.fixed and named >> at & 1]
    custom_id = custom_ids.encode("unless", table.id, actions, index)
    return ui.screen(
        ui.Accent.GREY,
        ui.block(reader(_planned_if(offered.choices[index].label, held)), most=1500),
        ui.select(reader, custom_id, _("Only if"), conditions, any_number=True) if conditions else None,
        ui.row(
            ui.button(reader, _("Plan it"), "order", table.id, actions, index, named, style=ui.SUCCESS),
            ui.button(reader, _("Another move"), "plan", table.id),
            _back_to_hand(table, reader),
        ),
    )


def _planned_if(move: Text, conditions: Sequence[Surprise]) -> Text:
    if not conditions:
        return _("📌 Next: {move}", move=move)
    must = Listed(tuple(each.label for each in conditions))
    return _("📌 Next: {move}. Only if {conditions}.", move=move, conditions=must)
