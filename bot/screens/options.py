"""What the host may change before the cards are dealt: on one page how the game is played, on another who
plays. Private.

Every select says what it is about in each of its options, since a select that has a value shows no
placeholder.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import sanitise, truncate
from bot.i18n.sanitising import truncate as shorten
from bot.pace import DAILY, PACES, Pace, format_duration
from bot.screens import clocks, common
from bot.tables.lobby import LONGEST_CUT_WORD
from bot.tables.model import Table
from bot.ui import custom_ids
from bot.ui.components import (
    DANGER,
    Accent,
    Button,
    Label,
    Modal,
    Option,
    Row,
    Screen,
    Select,
    TextInput,
    UserSelect,
    block,
    bulleted,
    button,
    heading,
    option_text,
    placeholder,
    row,
    screen,
)
from bot.ui.limits import COMPONENTS, MODAL_HINT, MODAL_LABEL, MODAL_TITLE, OPTIONS
from games.contract import OptionField, OptionValue
from games.contract import Options as GameOptions
from games.text import Listed, Text, _, _n

_EVERYTHING_ELSE = 9
"""Components of the first page besides the game's options, at most."""
MOST_FIELDS = (COMPONENTS - _EVERYTHING_ELSE) // 2
"""Options of a game that can be changed here; `/table create` takes all, and this screen says so."""


def options_screen(table: Table, reader: Reader) -> Screen:
    """How it is played: the game's options as selects, the pace, and whether it counts."""
    fields = table.game.option_fields(table.options)
    return screen(
        Accent.TEAL,
        block(
            heading(reader, _("Options of this table")),
            *bulleted(map(reader, common.terms(table))),
            most=1500,
        ),
        [
            field_list(custom_ids.encode("option", table.id, field.name), table.options, field, reader)
            for field in fields[:MOST_FIELDS]
        ],
        pace_list(custom_ids.encode("pace", table.id), table.record.pace, reader),
        block(_left_out(reader, fields[MOST_FIELDS:]), most=700),
        row(
            _rating(table, reader),
            button(reader, _("A pace of your own"), "ownpace", table.id),
            button(reader, _("Seats and doors"), "doors", table.id),
        ),
    )


def seat_options_screen(table: Table, reader: Reader) -> Screen:
    """Who plays: how many, robots, who is shown the door and who may come in."""
    return screen(
        Accent.TEAL,
        block(heading(reader, _("Seats and doors")), reader(_who_may_join(table)), most=1500),
        _seats(table, reader),
        _robots(table, reader),
        _unseat(table, reader),
        _invite(table, reader),
        _access_buttons(table, reader),
    )


def _left_out(reader: Reader, fields: Sequence[OptionField]) -> str | None:
    """Which options find no room here, and where else they are chosen."""
    if not fields:
        return None
    names = Listed(tuple(field.label for field in fields))
    text = _("There is no room here for {options}: choose that with /table create.", options=names)
    return truncate(reader(text), 600)


def field_list(custom_id: str, options: GameOptions, field: OptionField, reader: Reader) -> Row:
    """One of the game's options, with all that it can be."""
    now = getattr(options, field.name)
    values = tuple(_value(field, offer, offer.value == now, reader) for offer in field.values)
    hint = placeholder(reader.plain(field.label))
    return Row((Select(custom_id, values, hint),))


def pace_list(custom_id: str, chosen: Pace, reader: Reader) -> Row:
    """How long a move may take. Own values are written into a window, which a button opens: a list would show
    them as chosen also when the window is closed without them, and could not be chosen from again.
    """
    paces = (*PACES.values(), chosen) if chosen.name == "own" else PACES.values()
    values = [
        Option(
            option_text(reader.plain(_("Pace: {name}", name=clocks.PACE_NAMES[pace.name]))),
            pace.name,
            option_text(reader.plain(clocks.pace_description(pace))),
            default=pace == chosen or UNSET,
        )
        for pace in paces
    ]
    return Row((Select(custom_id, tuple(values), placeholder(reader.plain(_("Pace")))),))


def _value(field: OptionField, offer: OptionValue, chosen: bool, reader: Reader) -> Option:
    return Option(
        option_text(reader.plain(_("{option}: {value}", option=field.label, value=offer.label))),
        str(offer.value),
        UNSET if offer.note is None else option_text(reader.plain(offer.note)),
        default=chosen or UNSET,
    )


def _who_may_join(table: Table) -> Text:
    invited = table.record.invited
    if table.record.locked:
        return _("🔒 The table is locked: nobody else can join.")
    if invited is None:
        return _("🔓 Everybody here may join.")
    if not invited:
        return _("✉️ Only those may join whom you invite, and you have invited nobody yet.")
    names = Listed(tuple(Markup(f"<@{user}>") for user in invited))
    return _("✉️ Only those may join whom you have invited: {people}.", people=names)


def _seats(table: Table, reader: Reader) -> Row | None:
    """How many can sit down; nothing if there is no choice."""
    numbers = [number for number in table.game.players_for(table.options) if number >= len(table.seats)]
    if len(numbers) < 2:
        return None
    offers = tuple(
        Option(
            option_text(reader.plain(_n("{count} seat", "{count} seats", number))),
            str(number),
            default=number == table.record.capacity or UNSET,
        )
        for number in numbers[:OPTIONS]
    )
    hint = placeholder(reader.plain(_("How many can sit down")))
    return Row((Select(custom_ids.encode("seats", table.id), offers, hint),))


def _robots(table: Table, reader: Reader) -> Row | None:
    if len(table.seats) >= table.record.capacity:
        return None
    strengths = tuple(
        Option(option_text(reader.plain(robot.label)), strength)
        for strength, robot in table.game.robots.items()
    )
    hint = placeholder(reader.plain(_("Add a robot that plays like this")))
    # Discord shows the last choice for as long as a list keeps its custom_id: after each robot it is another.
    custom_id = custom_ids.encode("strength", table.id, len(table.seats))
    return Row((Select(custom_id, strengths[:OPTIONS], hint),))


def _unseat(table: Table, reader: Reader) -> Row | None:
    sitters = [
        Option(option_text(sanitise(seat.name)), seat.join)
        for seat in table.seats
        if seat.user != table.record.host
    ]
    if not sitters:
        return None
    hint = placeholder(reader.plain(_("Remove somebody from the table")))
    return Row((Select(custom_ids.encode("remove", table.id), tuple(sitters[:OPTIONS]), hint),))


def _invite(table: Table, reader: Reader) -> Row:
    hint = placeholder(reader.plain(_("Invite people: then nobody else may join")))
    return Row((UserSelect(custom_ids.encode("invite", table.id), hint),))


def _access_buttons(table: Table, reader: Reader) -> Row | None:
    locked = table.record.locked
    lock = button(reader, _("Unlock") if locked else _("Lock"), "lock", table.id, 0 if locked else 1)
    if table.record.invited is None:
        doors = button(reader, _("By invitation only"), "invited", table.id, "only")
    else:
        doors = button(reader, _("Open to everybody"), "invited", table.id, "all")
    return row(
        button(reader, _("Back"), "options", table.id),
        lock,
        doors,
        button(reader, _("Close the table"), "close", table.id, style=DANGER),
    )


def _rating(table: Table, reader: Reader) -> Button:
    rated = table.record.rated
    counts = _("Play unrated") if rated else _("Play for ratings")
    return button(reader, counts, "rate", table.id, 0 if rated else 1)


# Windows that ask for something to be typed. No move is among them: they do not survive a restart.


WORD = "word"
"""The field of the window that `cut` opens."""
MOVE, BANK, INCREMENT = "move", "bank", "increment"
"""The fields of the window that `pace` opens."""
LONGEST_DURATION = 20
"""Characters of a length of time."""


def pace_modal(custom_id: str, chosen: Pace, reader: Reader) -> Modal:
    """Asks for a pace of one's own."""
    now = chosen if chosen.limited else DAILY
    like = reader.plain(_("For example 90 s, 10 min, 36 h or 3 d"))

    def field(name: str, label: Text, why: Text, seconds: float) -> Label:
        line = TextInput(name, LONGEST_DURATION, shorten(like, MODAL_HINT), format_duration(seconds))
        return Label(shorten(reader.plain(label), MODAL_LABEL), shorten(reader.plain(why), MODAL_HINT), line)

    return Modal(
        shorten(reader.plain(_("A pace of your own")), MODAL_TITLE),
        custom_id,
        (
            field(MOVE, _("Time for a move"), _("From 30 seconds to 14 days."), now.move),
            field(
                BANK,
                _("In reserve"),
                _("For the whole game, used when a move takes longer. 0: none."),
                now.bank,
            ),
            field(
                INCREMENT,
                _("Brought back by each move"),
                _("Into the reserve, which never holds more than at first."),
                now.increment,
            ),
        ),
    )


def cut_modal(table: Table, reader: Reader) -> Modal:
    """Asks for the word with which somebody cuts the deck."""
    field = TextInput(
        custom_id=WORD,
        max_length=LONGEST_CUT_WORD,
        placeholder=shorten(reader.plain(_("Anything; leave it empty to take your word back")), MODAL_HINT),
    )
    why = reader.plain(_("It goes into the shuffle and is shown to everybody after the game."))
    word = Label(shorten(reader.plain(_("A word of your own")), MODAL_LABEL), shorten(why, MODAL_HINT), field)
    return Modal(
        shorten(reader.plain(_("Cut the deck")), MODAL_TITLE), custom_ids.encode("cut", table.id), (word,)
    )
