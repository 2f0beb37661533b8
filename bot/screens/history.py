"""The log: all that happened at a table, as far as the reader may know it. Private, the newest last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.profiles.replays import Replay, Step
from bot.screens import common
from bot.screens.analysis import turned
from bot.screens.common import ALL, MINE
from bot.tables.history import former_names_at
from bot.tables.model import Table
from bot.tables.plans import called
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS, TEXT
from games.contract import Hand
from games.text import Listed, Player, Text, _, labelled
from games.thinking.chances import TurningPoint

LOG_PAGE = 1800
"""Characters on one page: some forty lines."""


def log_screen(
    table: Table, lines: Sequence[Text], page: int, reader: Reader, *, back: ui.Button | None = None
) -> ui.Screen:
    """One page of it; `page` counts from 0, the oldest; negative or too high: the newest.

    `back`: to where it was asked for.
    """
    pages = _log_pages([reader(line) for line in lines])
    page = page if 0 <= page < len(pages) else len(pages) - 1
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("What happened at this table")), most=200),
        ui.block(*pages[page], most=LOG_PAGE) or ui.block(reader(_("Nothing has happened yet.")), most=200),
        ui.page_number(reader, page, len(pages)),
        ui.row(
            back,
            *ui.page_buttons(reader, page, len(pages), (_("Earlier"), _("Later")), "log", table.id),
        ),
    )


def _log_pages(lines: Sequence[str]) -> list[list[str]]:
    """From the oldest on, so that a page stays what it was while the game goes on. The newest is the one that
    is asked for: it is filled up with what the page before it has too.
    """
    pages = ui.paginate(lines, LOG_PAGE)
    return [*pages[:-1], ui.paginate(reversed(lines), LOG_PAGE)[0][::-1]]


# A finished game step by step, in words. Private.
#
# It is shown as the reader saw it from their seat (others: as a spectator), or, since it is over and the deal
# can be checked, with everybody's hands open.


View = Literal["mine", "all"]


def view_of(part: str) -> View:
    """The view that a custom_id names: one's own, unless it is all hands that it names."""
    return "all" if part == ALL else "mine"


def replay_screen(
    shown: Replay,
    number: int,
    view: View,
    user: int,
    reader: Reader,
    picture: MessageImage | None = None,
    thought: Text | None = None,
    *,
    turn: TurningPoint | None = None,
    pages: bool = False,
) -> ui.Screen:
    """The game after so many actions, brought into range, as `user` looks at it. `thought`: why the robot did
    that whose choice led there; `turn`: how the game turned there; `pages`: finished games can have some.
    """
    number = shown.nearest(number)
    table, step = shown.table, shown.steps[number]
    seat = seat_then(table, user)
    reader = reader_then(reader, table, number)
    board = table.game.board(table.game.observe(step.state, seat))
    where = _("Replay, step {step} of {last}", step=number, last=shown.last)
    drawn = picture is not None and picture.drawn is not None
    # Where the game stands, what lies there, and who has what, is in the picture.
    title = None if drawn else ui.heading(reader, board.headline)
    head = ui.block(title, ui.small(reader(where)), most=400)
    asked = ui.block(reader(board.turn), most=300) if number < shown.last else None
    played = common.cards_on_table(reader, board, most=600)
    # Whoever left later played their seat themselves until then.
    robots = [at for at, sitter in enumerate(table.seats) if sitter.user is None]
    seats = common.seat_lines(reader, board.seats, robots, most=900)
    hands = _hands(table, step, view, seat, reader)
    why = ui.block(
        None if turn is None else reader(turned(turn)),
        None if thought is None else reader(_("💭 {hint}", hint=thought)),
        most=500,
    )
    asks = step.robot and thought is None and _had_a_choice(shown, number)
    has_page = pages and table.record.pod is None and (table.has_page or user in table.played)
    room = TEXT - ui.text_length(head, asked, played, seats, hands, why)
    said = _happened(shown, step, seat, reader, most=room), why
    words = (*said, hands) if drawn else (*said, asked, played, ui.Separator(), seats, hands)
    return ui.screen(
        ui.Accent.SAND,
        picture,
        head,
        *words,
        ui.Row(tuple(_ways(shown, number, view, reader))),
        _rounds(shown, number, view, reader),
        ui.packed(
            each
            for each in (
                common.back_button(reader, table, user),
                _other_view(table, number, view, seat, reader),
                common.log_button(reader, table.id),
                common.sheet_button(reader, table.id),
                common.proof_button(reader, table),
                ui.button(reader, _("Turning point"), "turned", table.id, view, emoji="🎯")
                if turn is None and not table.was_conceded
                else None,
                ui.button(reader, _("Page"), "page", table.id, emoji="🌍") if has_page else None,
                ui.button(reader, _("Why?"), "why", table.id, number, view, emoji="💭") if asks else None,
            )
            if each is not None
        ),
    )


def _had_a_choice(shown: Replay, number: int) -> bool:
    """Whether whoever made this step could have done something else."""
    step, game = shown.steps[number], shown.table.game
    return step.seat is not None and len(game.observe(shown.steps[number - 1].state, step.seat).legal) > 1


def seat_then(table: Table, user: int) -> int | None:
    """The user's seat, also of those who conceded or left: it was theirs. None for a spectator."""
    return next((at for at, sitter in enumerate(table.seats) if sitter.user == user), None)


def reader_then(reader: Reader, table: Table, number: int) -> Reader:
    """The reader, as they are told of those who sat there then, where somebody else has sat down since."""
    names = {
        seat: text if isinstance(text, str) else reader.plain(text)
        for seat, text in former_names_at(table, number).items()
    }
    return Reader(reader.locale, reader.game, {**reader.names, **names}) if names else reader


def _happened(shown: Replay, step: Step, seat: int | None, reader: Reader, most: int) -> ui.TextBlock | None:
    return ui.block(*ui.bulleted(map(reader, happened(shown, step, seat))), most=most)


def happened(shown: Replay, step: Step, seat: int | None) -> list[Text]:
    """What the step's action has caused, as far as that seat may know it; what was decided, if that is
    nothing: when a game is over, no decision is a secret.
    """
    if step.seat is None:
        return [_("The game begins.")]
    table = shown.table
    visible = (event for event in step.events if event.audience is None or seat in event.audience)
    text = [line for event in visible if (line := table.game.narrate(event))]
    if not text and step.action:
        before = table.game.observe(shown.steps[step.number - 1].state, step.seat)
        decided = called(table.game, before, step.action)
        text = [labelled(Player(step.seat), decided)]
    return text


def _hands(table: Table, step: Step, view: View, seat: int | None, reader: Reader) -> ui.TextBlock | None:
    """The reader's own cards, or everybody's."""
    if view == MINE:
        own = None if seat is None else _hand(table, step, seat)
        if own is None or not own.cards:
            return None
        return ui.block(ui.strong(reader, own.title), reader.listed(own.cards), most=500)
    hands = [(player, hand) for player in range(len(table.seats)) if (hand := _hand(table, step, player))]
    lines = [reader(_held(player, hand)) for player, hand in hands if hand.cards]
    if not lines:
        return ui.block(reader(_("Nobody holds anything.")), most=100)
    return ui.block(ui.strong(reader, _("Everyone's cards")), *ui.bulleted(lines), most=1100)


def _hand(table: Table, step: Step, seat: int) -> Hand | None:
    return table.game.hand(table.game.observe(step.state, seat))


def _held(player: int, hand: Hand) -> Text:
    return labelled(Player(player), Listed(hand.cards))


def _ways(shown: Replay, number: int, view: View, reader: Reader) -> Sequence[ui.Button]:
    """Always the same five, so that a finger finds them where they were; those that lead nowhere are off."""
    last = shown.last
    next_round = next((start for start in shown.rounds if start > number), last)
    ways = (
        (_("First"), 0, "first", number > 0),
        (_("Earlier"), max(0, number - 1), "back", number > 0),
        (_("Later"), min(last, number + 1), "on", number < last),
        (_("Next round"), next_round, "round", number < last),
        (_("Last"), last, "last", number < last),
    )
    return [
        ui.button(reader, text, "replay", shown.table.id, to, view, way, disabled=not leads)
        for text, to, way, leads in ways
    ]


def _rounds(shown: Replay, number: int, view: View, reader: Reader) -> ui.Row | None:
    """A list of the rounds; of more than it holds, those around the one that is shown."""
    if len(shown.rounds) < 2:
        return None
    now = shown.round_of(number)
    first = max(0, min(now - OPTIONS // 2, len(shown.rounds) - OPTIONS))
    options = (
        ui.option(reader, _headline(shown, start), str(start), chosen=at == now)
        for at, start in enumerate(shown.rounds[first : first + OPTIONS], first)
    )
    custom_id = custom_ids.encode("rounds", shown.table.id, view)
    return ui.select(reader, custom_id, _("Go to a round"), options)


def _headline(shown: Replay, step: int) -> Text:
    game = shown.table.game
    return game.board(game.observe(shown.steps[step].state, None)).headline


def _other_view(table: Table, number: int, view: View, seat: int | None, reader: Reader) -> ui.Button:
    if view == MINE:
        return ui.button(reader, _("Show all hands"), "replay", table.id, number, ALL, "view")
    less = _("Hide the hands") if seat is None else _("Show my hand only")
    return ui.button(reader, less, "replay", table.id, number, MINE, "view")
