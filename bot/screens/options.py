"""What the host may change before the cards are dealt: how the game is played, a few choices a page, and who
plays. Private.

Every select says what it is about in each of its options, since a select that has a value shows no
placeholder.
"""

from __future__ import annotations

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import handle, sanitise, tell_apart
from bot.pace import DAILY, PACES, Pace
from bot.screens import clocks
from bot.tables.lobby import LONGEST_CUT_WORD
from bot.tables.model import Table
from bot.tables.options import PACE_LABELS
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS
from games.contract import OptionField
from games.contract import Options as GameOptions
from games.text import Listed, Text, _, _n, labelled
from games.thinking.levels import SYMBOLS

LISTS_ON_PAGE = 3
"""More than these do not fit on a telephone."""
PAGE_WORDS = _("Previous"), _("Next")


def page_of_option(table: Table, name: str) -> int:
    """On which page this option of the game is chosen; the last, where the pace is, if it has none such."""
    names = [field.name for field in table.game.option_fields(table.options)]
    return (names.index(name) if name in names else len(names)) // LISTS_ON_PAGE


def options_screen(table: Table, reader: Reader, page: int = 0) -> ui.Screen:
    """How it is played, a few choices a page: the game's options, then the pace and whether it counts.

    `page`: from 0 on, brought into range.
    """
    lists = [
        field_list(custom_ids.encode("option", table.id, field.name), table.options, field, reader)
        for field in table.game.option_fields(table.options)
    ]
    lists.append(pace_list(custom_ids.encode("pace", table.id), table.record.pace, reader))
    last = (len(lists) - 1) // LISTS_ON_PAGE
    page = max(0, min(page, last))
    rated = table.record.rated
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.heading(reader, _("Options")), most=100),
        lists[page * LISTS_ON_PAGE : (page + 1) * LISTS_ON_PAGE],
        ui.page_number(reader, page, last + 1),
        ui.row(
            ui.button(reader, _("Own pace"), "ownpace", table.id),
            None
            if table.in_group
            else ui.button(
                reader, _("Play unrated") if rated else _("Play rated"), "rate", table.id, 0 if rated else 1
            ),
            None if rated else _hints_button(reader, table),
            _late_button(reader, table) if table.record.pace.limited else None,
        )
        if page == last
        else None,
        ui.row(
            ui.button(reader, _("Back"), "more", table.id),
            *ui.page_buttons(reader, page, last + 1, PAGE_WORDS, "optionpage", table.id),
        ),
    )


def _late_button(reader: Reader, table: Table) -> ui.Button:
    """What becomes of whoever is late: a switch, which says what pressing it does."""
    if table.record.asks_to_wait:
        return ui.button(reader, _("Late: robot at once"), "asklate", table.id, 0)
    return ui.button(reader, _("Late: ask us first"), "asklate", table.id, 1)


def _hints_button(reader: Reader, table: Table) -> ui.Button:
    none = table.record.no_hints
    return ui.button(reader, _("Allow hints") if none else _("No hints"), "hints", table.id, 1 if none else 0)


def seat_options_screen(table: Table, reader: Reader) -> ui.Screen:
    """Who plays: how many, robots, who is shown the door and who may come in."""
    invite = ui.placeholder(reader.plain(_("Invite people: nobody else can join then")))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.heading(reader, _("Seats")), reader(_who_may_join(table)), most=1500),
        _seats(table, reader),
        _robots(table, reader),
        _unseat(table, reader),
        _let_back(table, reader),
        ui.Row((ui.UserSelect(custom_ids.encode("invite", table.id), invite),)),
        _access_buttons(table, reader),
    )


def field_list(custom_id: str, options: GameOptions, field: OptionField, reader: Reader) -> ui.Row:
    """One of the game's options, with all that it can be."""
    now = getattr(options, field.name)
    offers = (
        ui.option(
            reader,
            labelled(field.label, offer.label),
            str(offer.value),
            offer.note,
            chosen=offer.value == now,
        )
        for offer in field.values
    )
    return ui.select(reader, custom_id, field.label, offers)


def pace_list(custom_id: str, chosen: Pace, reader: Reader) -> ui.Row:
    """How long a move may take. Own values are written into a window, which a button opens: a list would show
    them as chosen also when the window is closed without them, and could not be chosen from again.
    """
    paces = (*PACES.values(), chosen) if chosen.name == "own" else PACES.values()
    offers = (
        ui.option(
            reader,
            _("Pace: {name}", name=clocks.PACE_NAMES[pace.name]),
            pace.name,
            clocks.pace_description(pace),
            chosen=pace == chosen,
        )
        for pace in paces
    )
    return ui.select(reader, custom_id, _("Pace"), offers)


def _who_may_join(table: Table) -> Text:
    invited = table.record.invited
    if table.record.locked:
        return _("🔒 Locked: nobody else can join.")
    if invited is None:
        return _("🔓 Anyone can join.")
    if not invited:
        return _("✉️ Only people you invite can join: nobody yet.")
    names = Listed(tuple(Markup(f"<@{user}>") for user in invited))
    return _("✉️ Only those you have invited can join: {people}.", people=names)


def _seats(table: Table, reader: Reader) -> ui.Row | None:
    """How many can sit down; nothing if there is no choice."""
    numbers = [number for number in table.game.players_for(table.options) if number >= len(table.seats)]
    if len(numbers) < 2:
        return None
    offers = (
        ui.option(
            reader,
            _n("{count} seat", "{count} seats", number),
            str(number),
            chosen=number == table.record.capacity,
        )
        for number in numbers
    )
    return ui.select(reader, custom_ids.encode("seats", table.id), _("How many seats"), offers)


def _robots(table: Table, reader: Reader) -> ui.Row | None:
    if len(table.seats) >= table.record.capacity:
        return None
    # Discord shows the last choice for as long as a list keeps its custom_id: after each robot it is another.
    custom_id = custom_ids.encode("strength", table.id, len(table.seats))
    offers = (
        ui.option(reader, robot.label, level, emoji=SYMBOLS.get(level, ""))
        for level, robot in table.game.robots.items()
    )
    return ui.select(reader, custom_id, _("Add robot"), offers)


def _unseat(table: Table, reader: Reader) -> ui.Row | None:
    sitters = [
        ui.Option(ui.option_text(sanitise(table.names[at])), seat.join, ui.option_more(handle(seat.username)))
        for at, seat in enumerate(table.seats)
        if seat.user != table.record.host
    ]
    if not sitters:
        return None
    custom_id = custom_ids.encode("remove", table.id)
    return ui.select(reader, custom_id, _("Send somebody away"), sitters)


def _let_back(table: Table, reader: Reader) -> ui.Row | None:
    """The latest of those who were sent away, who may be let back."""
    latest = table.record.removed[-OPTIONS:]
    names = tell_apart({removed.user: removed.name for removed in latest})
    gone = [
        ui.Option(
            ui.option_text(sanitise(names[removed.user])),
            str(removed.user),
            ui.option_more(handle(removed.username)),
        )
        for removed in latest
    ]
    custom_id = custom_ids.encode("readmit", table.id)
    return ui.select(reader, custom_id, _("Let somebody back in"), gone) if gone else None


def _access_buttons(table: Table, reader: Reader) -> ui.Row | None:
    locked, by_invitation = table.record.locked, table.record.invited is not None
    doors = _("Open to all") if by_invitation else _("Invite only")
    return ui.row(
        ui.button(reader, _("Back"), "more", table.id),
        ui.button(reader, _("Unlock") if locked else _("Lock"), "lock", table.id, 0 if locked else 1),
        ui.button(reader, doors, "invited", table.id, "all" if by_invitation else "only"),
    )


# Windows that ask for something to be typed. No move is among them: they do not survive a restart.


WORD = "word"
"""The field of the window that `cut` opens."""
MOVE, BANK, INCREMENT = "move", "bank", "increment"
"""The fields of the window that `pace` opens."""
LONGEST_DURATION = 20
"""Characters of a length of time."""


def pace_modal(custom_id: str, chosen: Pace, reader: Reader) -> ui.Modal:
    """Asks for a pace of one's own."""
    now = chosen if chosen.limited else DAILY
    like = _("For example 10 minutes, 36 hours or 3 days")

    def field(name: str, label: Text, why: Text, seconds: float) -> ui.Label:
        line = ui.text_input(reader, name, LONGEST_DURATION, like, clocks.typed_duration(seconds, reader))
        return ui.labelled(reader, label, line, why)

    reserve = _("For the whole game, when a move takes longer. 0: none.")
    brought_back = _("Into the reserve, up to what it held at first.")
    return ui.modal(
        reader,
        _("Own pace"),
        custom_id,
        field(MOVE, PACE_LABELS[MOVE], _("From 30 seconds to 14 days."), now.move),
        field(BANK, PACE_LABELS[BANK], reserve, now.bank),
        field(INCREMENT, PACE_LABELS[INCREMENT], brought_back, now.increment),
    )


def cut_modal(table: Table, reader: Reader) -> ui.Modal:
    """Asks for the word with which somebody cuts the deck."""
    hint = _("Anything; empty takes your word back")
    why = _("It goes into the shuffle; everyone sees it after the game.")
    line = ui.text_input(reader, WORD, LONGEST_CUT_WORD, hint)
    word = ui.labelled(reader, _("A word of your own"), line, why)
    return ui.modal(reader, _("Cut the deck"), custom_ids.encode("cut", table.id), word)
