"""Where a game was decided for somebody: what their choices gave away. Private until all agree to show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.profiles.analysis import Progress
from bot.tables.model import Table
from bot.ui import components as ui
from games.text import Player, Seat, Text, Value, _, _n
from games.thinking.analysis import Analysis, Judgement
from games.thinking.chances import Chances, TurningPoint
from games.thinking.hints import in_hindsight

SUMMARY = 0
"""The page that sums it up; those after it show the most expensive choices."""


def analysing_screen(table: Table, progress: Progress, reader: Reader) -> ui.Screen:
    """How far it has come, or that it failed."""
    said = _("🧭 Looking at your game: {done} of {all} choices", done=progress.judged, all=progress.choices)
    if progress.done.is_set():
        said = _("That didn't work. Press Analysis again in a minute.")
    return ui.screen(ui.Accent.SAND, ui.block(reader(said), most=300), ui.row(_back(reader, table)))


def analysis_screen(
    table: Table,
    mine: Analysis,
    everybody: Mapping[int, Analysis],
    seat: int,
    page: int,
    reader: Reader,
    picture: MessageImage | None = None,
) -> ui.Screen:
    """The summary, or one of the most expensive choices with its picture. `everybody`: by seat, what is known
    of others too; it is shown where all people agree.
    """
    page = max(SUMMARY, min(page, len(mine.worst)))
    if page == SUMMARY:
        shown = ui.block(*map(reader, _summary(table, mine, everybody, seat)), most=1500)
    else:
        shown = ui.block(*map(reader, _moment(table, mine.worst[page - 1])), most=600)
    return ui.screen(
        ui.Accent.SAND,
        shown,
        picture,
        ui.row(
            ui.button(reader, _("Back"), "more", table.id, style=ui.PRIMARY)
            if page == SUMMARY
            else ui.button(reader, _("Back"), "analysis", table.id, SUMMARY, style=ui.PRIMARY),
            *(
                ui.button(
                    reader, _("Slip {number}", number=at), "analysis", table.id, at, disabled=at == page
                )
                for at in range(1, len(mine.worst) + 1)
            ),
            ui.button(reader, _("Show others"), "analysed", table.id)
            if page == SUMMARY and not mine.shared and len(table.people) > 1
            else None,
        ),
    )


def chances_screen(table: Table, found: Chances | None, reader: Reader) -> ui.Screen:
    """Everybody's chances a trick ago, for those who only look on."""
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("Chances") if found is None else _("Chances a moment ago")),
            reader(_("Too early to tell. Look again after a few moves.")) if found is None else None,
            *ui.bulleted(map(reader, () if found is None else chance_lines(found))),
            most=1500,
        ),
        ui.row(_back(reader, table), ui.button(reader, _("Refresh"), "chances", table.id)),
    )


def chance_lines(found: Chances) -> Iterator[Text]:
    """Each seat's chances in a line."""
    keeps = found.keeps or (None,) * len(found.wins)
    return (_chance(seat, *each) for seat, each in enumerate(zip(found.wins, keeps, strict=True)))


def _chance(seat: Seat, wins: float, keeps: float | None) -> Text:
    if keeps is None:
        return _("{player}: {percent} % to win", player=Player(seat), percent=round(100 * wins))
    return _(
        "{player}: {percent} % to win, {kept} % to make the bid",
        player=Player(seat),
        percent=round(100 * wins),
        kept=round(100 * keeps),
    )


def turned(found: TurningPoint) -> Text:
    """For whom the game turned, beside the move with which it did."""
    return _(
        "🎯 The game turned here: {player}'s chance to win went from {before} % to {after} %.",
        player=Player(found.seat),
        before=round(100 * found.before),
        after=round(100 * found.after),
    )


def _back(reader: Reader, table: Table) -> ui.Button:
    return ui.button(reader, _("Back"), "more", table.id, style=ui.PRIMARY)


def _points(table: Table, points: float) -> Value:
    return table.game.score(max(round(points), 1))


def _summary(table: Table, mine: Analysis, everybody: Mapping[int, Analysis], seat: int) -> Iterator[Text]:
    yield _("### 🧭 Where it was decided")
    if not mine.slips:
        yield _n(
            "You gave nothing away in {count} choice. Well played!",
            "You gave nothing away in {count} choices. Well played!",
            mine.choices,
        )
    else:
        yield _n(
            "You gave away about {lost} in {count} of {choices} choices.",
            "You gave away about {lost} in {count} of {choices} choices.",
            mine.slips,
            lost=_points(table, mine.lost),
            choices=mine.choices,
        )
    for at, slip in enumerate(mine.worst, 1):
        yield _("{number}. {where}. {told}", number=at, where=slip.where, told=_told(table, slip))
    outcome = table.outcome
    if mine.worth is not None and outcome is not None:
        yield _(
            "Your cards were worth about {worth}; you made {made}.",
            worth=table.game.score(round(mine.worth)),
            made=table.game.score(outcome.points[seat]),
        )
    if mine.mistakes:
        yield _("Most to learn from: {mistake}", mistake=mine.mistakes[0])
    yield from _of_all(table, everybody)


def _of_all(table: Table, everybody: Mapping[int, Analysis]) -> Iterator[Text]:
    """A line for each player, where all people who play here let the others see it."""
    people = [seat for seat, sitter in enumerate(table.seats) if sitter.person is not None]
    if len(people) < 2 or not all(seat in everybody and everybody[seat].shared for seat in people):
        return
    for seat in people:
        yield _("{player} gave away {lost}", player=Player(seat), lost=_points(table, everybody[seat].lost))


def _moment(table: Table, slip: Judgement) -> Iterator[Text]:
    yield _("### {where}", where=slip.where)
    yield _told(table, slip)
    if slip.why is not None:
        yield _("💡 {hint}", hint=slip.why)
    elif slip.mistake is not None:
        yield slip.mistake


def _told(table: Table, slip: Judgement) -> Text:
    did = slip.did or _("You chose {choice}", choice=slip.chosen)
    return in_hindsight(table.game, did, slip.best, slip.lost)
