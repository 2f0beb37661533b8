"""The board: one game in words, as everybody may see it. Public, in the server's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import truncate
from bot.images.model import MessageImage
from bot.screens import clocks, common, leaving, pod_names
from bot.screens.hand import hint_button
from bot.screens.plans import cancel_plan_button, has_plan
from bot.screens.result import winners
from bot.screens.solo import learn_button
from bot.screens.watching import watch_button
from bot.tables import plans
from bot.tables.history import NO_PROOF
from bot.tables.model import NO_PLAN, Table
from bot.tables.pods import pod_of
from bot.ui import components as ui
from bot.ui.limits import TEXT, THREAD_NAME
from games.catalogue import catalogue
from games.text import Player, Text, _


def board_screen(
    table: Table,
    reader: Reader,
    *,
    unix: clocks.Unix | None = None,
    opening: bool = False,
    picture: MessageImage | None = None,
    hidden: bool = False,
) -> ui.Screen:
    """The table as it stands; `opening`: as it is first posted, with the one mention of those who play.

    Without `unix` nothing is said of deadlines. `hidden`: nor how it ended, once it has.
    """
    if hidden and table.phase == "over":
        head = ui.block(ui.heading(reader, table.game.title), reader(_("🏁 The game is over.")), most=300)
        return ui.screen(ui.Accent.GOLD, head, _buttons(table, reader))
    if picture is not None and picture.drawn is not None:
        return _beside_picture(table, reader, unix, opening, picture)
    mentioned = ui.block(reader(_greeting(table)), most=400) if opening else None
    return _in_words(table, reader, unix, mentioned, picture, _buttons(table, reader))


def closed_board_screen(
    table: Table, reader: Reader, *, unix: clocks.Unix | None = None, opening: bool = False
) -> ui.Screen:
    """What stands for the board, and for the result, where nobody else may see them: whose turn it is. Those
    who play have the table in their hands.
    """
    over = table.phase == "over"
    turn = _("🏁 The game is over.") if over else table.game.board(table.observe(None)).turn
    hand = ui.hand_button(reader, table.id, style=ui.PRIMARY)
    return ui.screen(
        ui.Accent.GOLD if over else ui.Accent.NAVY,
        ui.block(reader(_greeting(table)), most=400) if opening else None,
        ui.block(ui.heading(reader, common.pod_name(pod_of(table))), reader(turn), most=600),
        ui.block(ui.small(reader(common.CLOSED)), most=300),
        clocks.table_status(table, reader, unix),
        ui.block(common.seal_line(reader, table), most=200),
        ui.row(hand, common.more_button(reader, table.id)),
    )


def board_in_words_screen(
    table: Table, reader: Reader, user: int, *, unix: clocks.Unix | None = None
) -> ui.Screen:
    """All that the board's picture says, to be read. Private."""
    nav = ui.row(common.back_button(reader, table, user), common.sheet_button(reader, table.id))
    return _in_words(table, reader, unix, None, None, [] if nav is None else [nav])


def _greeting(table: Table) -> Text:
    return _("{people}: the cards are dealt!", people=common.mentions(table))


def _buttons(table: Table, reader: Reader) -> list[ui.Row]:
    rematch = common.rematch_button(reader, table)
    answers = () if table.phase != "playing" else _late(table, reader)
    if table.timing.asking and table.phase == "playing":
        answers = common.answers_to_wish(table, reader)
    elif (end := common.end_pause_button(reader, table)) is not None:
        answers = (end,)
    first = ui.row(
        rematch if table.phase == "over" else ui.hand_button(reader, table.id, style=ui.PRIMARY),
        common.sheet_button(reader, table.id),
        common.more_button(reader, table.id),
    )
    return [row for row in (first, ui.row(*answers)) if row is not None]


def _beside_picture(
    table: Table, reader: Reader, unix: clocks.Unix | None, opening: bool, picture: MessageImage
) -> ui.Screen:
    """What just happened, whose turn it is and until when; the picture says the rest."""
    shown, over = table.game.board(table.observe(None)), table.phase == "over"
    news = None if over or shown.news is None else reader(shown.news)
    turn = list(map(reader, _ended(table))) if over else [reader(shown.turn)]
    lines = [
        (0, reader(_greeting(table)) if opening else None),
        (2, news),
        *((1 if opening else 0, line) for line in turn),
        *((rank, ui.small(line)) for rank, line in clocks.status_lines(table, reader, unix)),
    ]
    return ui.screen(
        ui.Accent.GOLD if over else ui.Accent.NAVY,
        common.brief(lines, common.FEW_WORDS),
        picture,
        _buttons(table, reader),
    )


def _in_words(
    table: Table,
    reader: Reader,
    unix: clocks.Unix | None,
    mentioned: ui.TextBlock | None,
    picture: MessageImage | None,
    buttons: Sequence[ui.Row],
) -> ui.Screen:
    """The board without a picture; the one that is to come still belongs to it."""
    shown = table.game.board(table.observe(None))
    over = table.phase == "over"
    # The game does not know of concessions.
    turn = list(map(reader, _ended(table))) if over else [reader(shown.turn)]
    pod = common.pod_line(reader, table)
    head = ui.block(ui.heading(reader, shown.headline), *turn, pod, most=600)
    played = common.cards_on_table(reader, shown, most=1000)
    lines = [msgspec.structs.replace(line, waiting=line.waiting and not over) for line in shown.seats]
    seats = common.seat_lines(reader, lines, common.robot_seats(table), most=1200)
    time = clocks.table_status(table, reader, unix)
    room = TEXT - ui.text_length(mentioned, head, played, seats, time)
    return ui.screen(
        ui.Accent.GOLD if over else ui.Accent.NAVY,
        mentioned,
        picture,
        head,
        common.small_section(reader, shown.recap, most=room),
        played,
        ui.Separator(),
        seats,
        time,
        buttons,
    )


def _ended(table: Table) -> Iterator[Text]:
    """Who has won. In a tournament that may be corrected later and is said on the table's card alone: a board
    stands in a thread that is put away.
    """
    if table.record.pod is None:
        yield from winners(table)
    else:
        yield _("🏁 The game is over. The channel shows the result that counts.")


def thread_name(table: Table, reader: Reader) -> str:
    """What the thread is called in which a game's board stands."""
    pod = table.record.pod
    if pod is None:
        name = _("{game}, table {id}", game=table.game.title, id=Markup(table.id))
    elif (at := pod_names.of_table(pod)).final or not at.round or (at.alone and not at.play_off):
        name = _("{pod} · {tournament}", pod=pod_names.in_all(at), tournament=pod.name)
    else:  # a list of channels shows its first words only
        named = pod_names.beside_round(at)
        name = _("{pod} · R{round} · {tournament}", pod=named, round=pod.round, tournament=pod.name)
    return truncate(reader.plain(name), THREAD_NAME)


MOST_BEHIND_MORE = 8
"""Buttons that somebody can take in at a glance."""


def more_screen(table: Table, reader: Reader, user: int, *, rated: ui.TextBlock | None = None) -> ui.Screen:
    """What is one press away from hand, board and result: to be read; whoever plays has more about the table
    behind a button of its own. Private. `rated`: what the game did to ratings.
    """
    playing, over = table.phase == "playing", table.phase == "over"
    mine = playing and table.seat_kept_for(user) is not None
    seat = table.seat_of(user) if playing else None
    over_days = None if seat is None else _over_days(table, reader)
    played = over and table.seat_of(user) is not None
    buttons = (
        ui.button(reader, _("Back"), "hand", table.id, style=ui.PRIMARY) if mine or played else None,
        hint_button(reader, table, user),
        None if seat is None else _plan(table, reader, seat),
        None if played else common.rules_button(reader, table.id),
        None if over else common.sheet_button(reader, table.id),  # the result, board and hand have it then
        common.log_button(reader, table.id),
        over_days or watch_button(reader, table),  # from a game in one sitting nobody is away for long
        common.replay_button(reader, table.id) if over else None,
        _what_next(table, reader)
        if played
        else common.wanted_button(reader)
        if over and table.guild
        else None,
        common.words_button(reader, table.id),
        ui.button(reader, _("Analysis"), "analysis", table.id, 0) if played else None,
        ui.button(reader, _("This table"), "thistable", table.id) if mine else None,
        None if mine else common.proof_button(reader, table),
        ui.button(reader, _("Chances"), "chances", table.id, emoji="🎯") if playing and not mine else None,
        _board_here(table, reader) if playing and not mine else None,
    )
    return _behind_more(table, reader, buttons, rated)


def _what_next(table: Table, reader: Reader) -> ui.Button | None:
    """To other ways on than the same game at once, for those who played it where others could see."""
    if table.record.private or table.record.pod is not None:
        return None
    return ui.button(reader, _("What next?"), "whatnext", table.id)


def what_next_screen(table: Table, reader: Reader) -> ui.Screen:
    """Another game, another day, other people. Private."""
    others = (
        game
        for slug, game in catalogue().items()
        if slug != table.game.slug and len(table.seats) in game.players_for(game.Options())
    )
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("What next?")),
            None
            if table.in_group
            else reader(_("Another game with the same people, or the same evening next week.")),
            most=300,
        ),
        ui.packed(ui.button(reader, game.title, "rematchas", table.id, game.slug) for game in others),
        None
        if table.in_group
        else ui.row(
            ui.button(reader, _("Next week"), "nextweek", table.id, emoji="📅"), common.wanted_button(reader)
        ),
        ui.row(ui.button(reader, _("Back"), "more", table.id)),
    )


def this_table_screen(table: Table, reader: Reader, user: int, to_be_filled: Sequence[int]) -> ui.Screen:
    """What somebody who plays can do about the table: pause, pace, autoplay, ways out, and what proves and
    teaches it. Private. `to_be_filled`: the seats for which this user may look for a substitute.
    """
    seat = table.seat_of(user)
    can_close = user == table.record.host and table.actions == 0 and not table.record.private
    buttons = [
        ui.button(reader, _("Back"), "more", table.id, style=ui.PRIMARY),
        *(() if seat is None else (*_agreements(table, reader, seat), _forced(table, reader, seat))),
        ui.button(reader, _("Leave game"), "leave", table.id),
        ui.button(reader, _("Close table"), "close", table.id) if can_close else None,
        *leaving.substitute_buttons(table, reader, to_be_filled),
        _board_here(table, reader),
        common.proof_button(reader, table),
        learn_button(reader, table) if _may_be_learnt(table) else None,
    ]
    kept = [each for each in buttons if each is not None][:MOST_BEHIND_MORE]
    return _behind_more(table, reader, kept, None if seat is None else _autoplay(table, reader, seat))


def _behind_more(
    table: Table, reader: Reader, buttons: Sequence[ui.Button | None], told: ui.TextBlock | None
) -> ui.Screen:
    """How this table plays, and these ways on."""
    return ui.screen(
        ui.Accent.SAND,
        told,
        ui.block(*ui.bulleted(map(reader, common.terms(table))), most=1500),
        ui.block(
            ui.small(reader(NO_PROOF)) if table.position is not None and not table.record.learning else None,
            ui.small(reader(_("{game}, table {id}", game=table.game.title, id=Markup(f"`{table.id}`")))),
            most=200,
        ),
        ui.balanced([each for each in buttons if each is not None]),
    )


def _board_here(table: Table, reader: Reader) -> ui.Button | None:
    return None if table.record.private else ui.button(reader, _("Board here"), "show", table.id)


def _may_be_learnt(table: Table) -> bool:
    """Whether the game has a course, and this is not it."""
    return table.game.course() is not None and not table.record.learning


def _plan(table: Table, reader: Reader, seat: int) -> ui.Button | None:
    """To a plan for the next move, or out of one that cannot be changed just now."""
    if plans.plan_menu(table, seat) is not None:
        return ui.button(reader, _("Plan"), "plan", table.id)
    return cancel_plan_button(reader, table) if has_plan(table, seat) else None


def _agreements(table: Table, reader: Reader, seat: int) -> Iterator[ui.Button]:
    """What all have to agree to, and ways out of it, at a table with clocks: a pause, another pace."""
    timing = table.timing
    if not table.record.pace.limited or table.is_held or timing.paused is not None:
        return
    if not timing.asking:
        yield ui.button(reader, _("Ask for pause"), "pause", table.id)
        if table.record.sitting is not None:
            yield ui.button(reader, _("Now"), "askpace", table.id, "now", emoji="⚡")
    elif seat in timing.asking:
        taken_back = _("No pause") if timing.wanted is None else _("No change")
        yield ui.button(reader, taken_back, "unpause", table.id)
    else:
        yield from common.answers_to_wish(table, reader)


def _late(table: Table, reader: Reader) -> tuple[ui.Button, ...]:
    """What the others can say of the first who is late, where they are asked."""
    for seat, clock in enumerate(table.timing.seats):
        if clock.late and not clock.overdue:
            wait = _("Wait for {player}", player=Player(seat))
            return (
                ui.button(reader, wait, "late", table.id, seat, 1, style=ui.PRIMARY),
                ui.button(reader, _("Let a robot play"), "late", table.id, seat, 0),
            )
    return ()


def _over_days(table: Table, reader: Reader) -> ui.Button | None:
    """To going on over days, where the players may agree on it and nothing else is asked."""
    timing, record = table.timing, table.record
    stands = timing.asking or timing.paused is not None or table.is_held
    if stands or record.pod is not None or not record.pace.live:
        return None
    return ui.button(reader, _("Over days"), "askpace", table.id, "days", emoji="🗓️")


def _forced(table: Table, reader: Reader, seat: int) -> ui.Button:
    """Whether moves without a choice make themselves: a switch."""
    if table.plans.get(seat, NO_PLAN).forced:
        return ui.button(reader, _("Autoplay off"), "forced", table.id, 0)
    return ui.button(reader, _("Autoplay on"), "forced", table.id, 1)


def _autoplay(table: Table, reader: Reader, seat: int) -> ui.TextBlock | None:
    """What that switch is for, and how it stands."""
    is_on = _("Autoplay is on: where you have no choice, the move is made for you.")
    is_off = _("Autoplay is off. On, it makes your move where you have no choice.")
    on = table.plans.get(seat, NO_PLAN).forced
    return ui.block(ui.small(reader(is_on if on else is_off)), most=200)
