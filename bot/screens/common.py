"""What several screens have in common: buttons that lead from one to another, seats, the shuffle."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import disambiguate, truncate_distinct
from bot.screens import clocks, pod_names
from bot.tables.clocks import clock_of
from bot.tables.model import Table
from bot.tables.pod_model import PodInfo
from bot.ui import components as ui
from games import fairness
from games.contract import BUTTON, Board, SeatLine, Section
from games.text import Listed, Player, Text, Value, _, labelled
from games.thinking.levels import level_of

MINE, ALL = "mine", "all"
"""How a replay is shown: as the reader saw the game, or with everybody's hands open."""

NEWEST = -1
"""The page of a log that is asked for by whoever wants to know what just happened."""


FEW_WORDS, MORE_WORDS = 25, 40
"""Words beside a picture: of a board; of a hand, where more has to be said."""

_LINE, _SIZE = 346, 16
"""Pixels on a telephone: how wide a line of text is, and how large its letters are."""
_BOLD = 1.13
"""How much wider bold letters are."""

_SPOKEN_TIME = "57 minutes ago"
"""What Discord makes of a moment, about."""

_CUT_NAMES = (9, 7, 5, 4, 3, 2)
"""Characters that are left of each name on a button that would be too long, the first that fit."""


def count_words(text: str) -> int:
    """The words of a line of markdown as people read it, its signs too."""
    return len(re.sub("<t:[^>]*>", _SPOKEN_TIME, text.removeprefix("-# ")).split())


def count_lines(text: str) -> int:
    """The lines that markdown takes on a telephone, about: rather one too many than too few."""
    return sum(map(_lines_of, text.split("\n")))


def _lines_of(paragraph: str) -> int:
    text = re.sub("<t:[^>]*>", _SPOKEN_TIME, paragraph.removeprefix("-# "))
    lines, left, bold, space = 1, 0.0, False, _measured(" ", bold=False)[0]
    for word in text.split():
        wide, bold = _measured(word, bold=bold)
        if left and left + wide > _LINE:
            lines, left = lines + 1, 0.0
        left += wide + space
    return lines


@lru_cache(maxsize=4096)  # the same words are measured again and again, on the next screen too
def _measured(word: str, *, bold: bool) -> tuple[float, bool]:
    """Its pixels, begun in bold letters or not, and whether what comes after it is bold."""
    wide = 0.0
    for at, part in enumerate(word.split("**")):
        bold ^= at > 0
        wide += ui.pixels(re.sub(r"[*`\\]", "", part), _SIZE) * (_BOLD if bold else 1)
    return wide, bold


def with_first_names(reader: Reader) -> Reader:
    """The same reader, who reads of everybody by the first word of a name, where that tells them apart."""
    first = {seat: name.split()[0] if name.split() else name for seat, name in reader.names.items()}
    return Reader(reader.locale, reader.game, disambiguate(first, str))


def brief(
    lines: Iterable[tuple[int, str | None]], most: int, count: Callable[[str], int] = count_words
) -> ui.TextBlock | None:
    """What stands beside a picture, in reading order: lines with ranks. Those of rank 0 always stand, of
    the others, the lowest rank first, as many as leave all within so many words, or what is counted.
    """
    given = [(rank, line) for rank, line in lines if line]
    kept, room = set[int](), most
    for at, (rank, line) in sorted(enumerate(given), key=lambda each: each[1][0]):
        room -= count(line)
        if rank and room < 0:
            break
        kept.add(at)
    return ui.block(*(line for at, (_rank, line) in enumerate(given) if at in kept), most=1500)


def short_button(
    reader: Reader,
    text: Text,
    verb: str,
    *parts: str | int,
    style: int = ui.SECONDARY,
    disabled: bool = False,
    emoji: str = "",
) -> ui.Button:
    """A button that keeps to `BUTTON` characters by cutting the names on it."""
    room = BUTTON - (len(emoji) + 1 if emoji else 0)
    for longest in _CUT_NAMES:
        if len(reader.plain(text)) <= room:
            break
        cut = truncate_distinct(reader.names, longest)
        plain = {seat: name.replace("`", "'") for seat, name in cut.items()}
        reader = Reader(reader.locale, reader.game, plain)
    return ui.button(reader, text, verb, *parts, style=style, disabled=disabled, emoji=emoji)


def back_button(reader: Reader, table: Table, user: int) -> ui.Button:
    """From what has taken the place of a hand back to it, or to More for whoever has none."""
    seated = table.phase in ("playing", "over") and table.seat_of(user) is not None
    return ui.button(reader, _("Back"), "hand" if seated else "more", table.id, style=ui.PRIMARY)


def end_pause_button(reader: Reader, table: Table) -> ui.Button | None:
    """Out of the pause in which the table is; None: it is in none that its players can end."""
    if table.phase != "playing" or table.is_held or table.timing.paused is None:
        return None
    return ui.button(reader, _("End pause"), "unpause", table.id)


def answers_to_wish(table: Table, reader: Reader) -> tuple[ui.Button, ...]:
    """What somebody can answer who is asked for a pause, or for another pace."""
    wanted = table.timing.wanted
    if wanted is not None:
        agree, when = (_("Yes, now"), "now") if wanted.live else (_("Yes, over days"), "days")
        return (
            ui.button(reader, agree, "askpace", table.id, when, style=ui.PRIMARY),
            ui.button(reader, _("No change"), "unpause", table.id),
        )
    return (
        ui.button(reader, _("Agree to pause"), "pause", table.id, style=ui.PRIMARY),
        ui.button(reader, _("Play on"), "unpause", table.id),
    )


def more_button(reader: Reader, table_id: str) -> ui.Button:
    """To all that is not needed for the next move."""
    return ui.button(reader, _("More"), "more", table_id)


def words_button(reader: Reader, table_id: str, what: str = "table") -> ui.Button:
    """To the whole of it in words: the table as its reader may see it, or the score sheet."""
    return ui.button(reader, _("Words"), "words", table_id, what)


def medal(place: int) -> str:
    """What stands before whoever came there."""
    return {1: "🥇", 2: "🥈", 3: "🥉"}.get(place, "🏴‍☠️")


def log_button(reader: Reader, table_id: str) -> ui.Button:
    """To all that happened, the latest first of all."""
    return ui.button(reader, _("Log"), "log", table_id, NEWEST)


def rules_button(reader: Reader, table_id: str) -> ui.Button:
    """To the rules as they are played here."""
    return ui.button(reader, _("Rules"), "rules", table_id, 0)


def sheet_button(reader: Reader, table_id: str) -> ui.Button:
    """A button that opens the score sheet of this table."""
    return ui.button(reader, _("Scores"), "sheet", table_id)


def buttons_after_game(reader: Reader, table: Table, *, sheet: bool) -> ui.Row | None:
    """The ways on from a game that is over; a tournament has a next round instead of a rematch. `sheet`:
    also to the score sheet, where it is not shown already.
    """
    return ui.row(
        rematch_button(reader, table) or next_table_button(reader, table),
        sheet_button(reader, table.id) if sheet else None,
        ui.button(reader, _("Share"), "share", table.id)
        if table.record.private and table.guild and not table.record.learning
        else replay_button(reader, table.id),
        more_button(reader, table.id),
    )


def wanted_button(reader: Reader) -> ui.Button:
    """To the tables of the server at which somebody is wanted."""
    return ui.button(reader, _("Players wanted"), "wanted", emoji="📣")


def rematch_button(reader: Reader, table: Table) -> ui.Button | None:
    """To the same game once more; a tournament has a next round instead."""
    if table.record.pod is not None:
        return None
    return ui.button(reader, _("Rematch"), "rematch", table.id, style=ui.SUCCESS)


def next_table_button(reader: Reader, table: Table) -> ui.Button | None:
    """In an arena, to how many wait with the reader for the next table, and to Pause."""
    pod = table.record.pod
    if pod is None or not pod.arena:
        return None
    return ui.button(reader, _("My tournament"), "tinfo", pod.tournament, "mine-0-0")


def replay_button(reader: Reader, table_id: str) -> ui.Button:
    """To the game from its beginning, step by step."""
    return ui.button(reader, _("Replay"), "replay", table_id, 0, MINE, "begin")


def proof_button(reader: Reader, table: Table) -> ui.Button | None:
    """To whether the cards were dealt as they were sealed, where they were."""
    if table.position is not None:
        return None
    return ui.button(reader, _("Fairness"), "proof", table.id)


def section(reader: Reader, part: Section | None, most: int) -> ui.TextBlock | None:
    """A heading with its lines."""
    if part is None:
        return None
    return ui.block(ui.strong(reader, part.title), *map(reader, part.lines), most=most)


def small_section(reader: Reader, part: Section | None, most: int) -> ui.TextBlock | None:
    """A section in one paragraph of small print, cut to so many characters; None without one."""
    if part is None:
        return None
    between = " · "
    fitting = ui.fit_lines(
        (ui.strong(reader, part.title), *map(reader, part.lines)), most - len(ui.small("")), between
    )
    return ui.block(ui.small(between.join(fitting)), most=most)


def cards_on_table(reader: Reader, board: Board, most: int) -> ui.TextBlock | None:
    """What lies on the table, in order of play."""
    if not board.table:
        return None
    return ui.block(ui.strong(reader, _("On the table")), *ui.bulleted(map(reader, board.table)), most=most)


def pod_name(pod: PodInfo) -> Text:
    """Which table of a tournament it is."""
    return labelled(pod.name, pod_names.in_all(pod_names.of_table(pod)))


def game_or_pod(table: Table) -> Text:
    """What tells a table from others in a list: its game, or which of a tournament's tables it is."""
    return table.game.title if table.record.pod is None else pod_name(table.record.pod)


CLOSED = _(
    "🤫 Others play the same cards, so say nothing of yours. This table opens to everyone once the last pod "
    "is over."
)
"""Of a table of which nobody else may know what is played there."""


def pod_line(reader: Reader, table: Table) -> str | None:
    """Which of a tournament's tables it is, in small print; None for any other table."""
    pod = table.record.pod
    return None if pod is None else ui.small(reader(pod_name(pod)))


def seat_lines(
    reader: Reader, lines: Sequence[SeatLine], robots: Collection[int], most: int
) -> ui.TextBlock | None:
    """The seats in order of play, each with its bid, tricks, points or whatever the game says of it.

    `robots`: the seats that bear a robot's sign.
    """
    return ui.block(*ui.bulleted(reader(seat_in_words(line, robots)) for line in lines), most=most)


def left_out(count: int) -> Text:
    """How many more there are than a list shows."""
    return _("And {count} more.", count=count)


def not_listed(count: int) -> Text:
    """How many more could be meant than there are to choose from."""
    return _("And {count} more: name yours in the command.", count=count)


def robot_seats(table: Table) -> Collection[int]:
    """The seats in which a robot plays now, whosever they are."""
    return [at for at, seat in enumerate(table.seats) if seat.robot or clock_of(table, at).stand_in]


def seat_in_words(line: SeatLine, robots: Collection[int], *, brief: bool = False) -> Text:
    """Signs, the name, and how they stand; `brief`: only what counts now.

    Who is awaited stands in words above the seats; here a sign is enough, so that a seat fits on one line of
    a telephone.
    """
    player: Value = Player(line.seat)
    if line.leads:
        player = _("{player} (🚩 leads)", player=player)
    if line.seat in robots:
        player = _("🤖 {player}", player=player)
    if line.waiting:
        player = _("⏳ {player}", player=player)
    return labelled(player, line.brief if brief and line.brief is not None else line.words)


SEAL_DIGITS = 16
"""Hexadecimal digits of the seal that stand in public: 64 bits, which nobody strikes by chance."""


def seal_line(reader: Reader, table: Table) -> str | None:
    """The public end of a lobby or result, in small print: what the secret behind the shuffle is bound to.

    None where the cards were laid out on purpose.
    """
    if table.position is not None:
        return None
    digits = fairness.commitment(bytes.fromhex(table.record.secret))[:SEAL_DIGITS]
    return ui.small(reader(_("🔏 Seal {digits} proves a fair shuffle.", digits=Markup(f"`{digits}`"))))


def mentions(table: Table) -> Listed:
    """All who play, each mentioned."""
    return Listed(tuple(Markup(f"<@{user}>") for user in table.people))


def terms(table: Table) -> tuple[Text, ...]:
    """How it is played at this table: the game's options, and how long a move may take."""
    levels = dict.fromkeys(
        level_of(table.game, seat.robot) for seat in table.seats if seat.robot and seat.user is None
    )
    known = [table.game.robots[level].name for level in levels if level in table.game.robots]
    robots = (_("🤖 Robots: {levels}", levels=Listed(tuple(known))),) if known else ()
    return (
        *table.game.describe_options(table.options),
        clocks.pace_description(table.record.pace, at_table=True),
        *robots,
    )


def table_footer(reader: Reader, table: Table) -> ui.TextBlock:
    """How to name this table in a command."""
    return ui.TextBlock(ui.small(reader(_("Table {id}", id=Markup(f"`{table.id}`")))))
