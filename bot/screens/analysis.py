"""Where a game was decided for somebody: what their choices gave away. Private until all agree to show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.i18n import Reader
from bot.i18n.sanitising import tell_apart
from bot.images.model import MessageImage
from bot.profiles.analysis import Progress
from bot.profiles.forecasts import KEEPS, LEAST_CALLS, MISSES, OPEN, OWN, Caller, Calling, Forecast
from bot.screens import common
from bot.tables.model import Table
from bot.ui import components as ui
from games.text import Listed, Player, Seat, Text, Value, _, _n, labelled
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


def chances_screen(
    table: Table, found: Chances | None, reader: Reader, calling: Calling | None = None
) -> ui.Screen:
    """Everybody's chances a trick ago, for those who only look on; in their place, while the round may be
    called, who keeps their bid. `calling`: the reader's calls, None for whoever makes none here.
    """
    calls, lines = calling is not None and calling.round is not None, list[Text]()
    if calls:
        heading = _("Who makes the bid?")
    elif found is None:
        heading, lines = _("Chances"), [_TOO_EARLY] if table.phase == "playing" else []
    else:
        heading = _("Chances a moment ago")
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, heading),
            *map(reader, lines),
            *ui.bulleted(map(reader, () if found is None else chance_lines(found))),
            ui.small(reader(_RULES_OF_CALLS)) if calls else None,
            most=1500,
        ),
        None
        if calling is None
        else ui.block(
            *map(reader, _own_calls(calling)),
            ui.small(reader(_EXPLANATION)) if _is_first_result(calling) else None,
            most=700,
        ),
        None if calling is None else ui.packed(_call_buttons(table, calling, reader)),
        ui.row(
            _back(reader, table),
            ui.button(reader, _("Refresh"), "chances", table.id) if table.phase == "playing" else None,
            None if calling is None or calling.own is None else callers_button(reader, table.id),
        ),
    )


_TOO_EARLY = _("Too early to tell. Look again after a few moves.")
_RULES_OF_CALLS = _(
    "Tap a name: ✅ makes it (80 %), ❌ doesn't (20 %), ➖ no idea. Until the first trick is taken."
)
_EXPLANATION = _("How far off on average, as a Brier score: 0 is perfect, 25 is no idea at all.")
_MARKS = {KEEPS: "✅", MISSES: "❌", OPEN: "➖"}
_STYLES = {KEEPS: ui.SUCCESS, MISSES: ui.DANGER, OPEN: ui.SECONDARY}
_NEXT = {OPEN: KEEPS, KEEPS: MISSES, MISSES: OPEN}
NO_TABLE = "0"
"""Instead of a table's id: the best callers are looked at from elsewhere."""


def _call_buttons(table: Table, calling: Calling, reader: Reader) -> Iterator[ui.Button]:
    """Each seat's, which says what is called and changes it; none where no round may be called."""
    if calling.round is None:
        return
    said = {call.round: call.chances for call in calling.calls}.get(calling.round)
    for line in table.game.board(table.observe(None)).seats:
        percent = OPEN if said is None else said[line.seat]
        where = table.id, calling.round, line.seat, _NEXT[percent]
        label = labelled(Player(line.seat), line.brief or line.words)
        yield ui.button(reader, label, "forecast", *where, style=_STYLES[percent], emoji=_MARKS[percent])


def _own_calls(calling: Calling) -> Iterator[Text]:
    """What came of the reader's latest call, and what all of them come to."""
    over = [call for call in calling.calls if call.brier is not None]
    if calling.pending is not None and calling.round is None:
        yield _("🎯 Your call: {said}", said=Listed(tuple(_called(calling.pending))))
    if over:
        yield _result(over[-1])
    if calling.mine is not None and calling.mine.rounds > 1:
        yield _n(
            "On average you're off by {score} on this server, after {count} round.",
            "On average you're off by {score} on this server, after {count} rounds.",
            calling.mine.rounds,
            score=_score(calling.mine.wrong),
        )


def _is_first_result(calling: Calling) -> bool:
    """Whether the reader has never read before what being off by so much means."""
    rounds = 0 if calling.mine is None else calling.mine.rounds
    return rounds <= 1 and any(call.brier is not None for call in calling.calls)


def _called(call: Forecast) -> Iterator[Text]:
    return (
        _("{mark} {player}", mark=_MARKS[percent], player=Player(seat))
        for seat, percent in enumerate(call.chances)
    )


def _result(call: Forecast) -> Text:
    right = [
        (percent > OPEN) == kept
        for percent, kept in zip(call.chances, call.kept, strict=True)
        if percent != OPEN
    ]
    return _(
        "🎯 Round {round}: {right} of {called} called right. You were off by {score}, "
        "my own chances by {own}.",
        round=call.round + 1,
        right=sum(right),
        called=len(right),
        score=_score(call.brier or 0.0),
        own="–" if call.own is None else _score(call.own),
    )


def _score(brier: float) -> int:
    return round(100 * brier)


def callers_button(reader: Reader, table: str = NO_TABLE) -> ui.Button:
    """To those who called best on the server."""
    return ui.button(reader, _("Best callers"), "callers", table, emoji="🎯")


MOST_CALLERS = 15


def callers_screen(listed: Sequence[Caller], user: int, table: str, reader: Reader) -> ui.Screen:
    """Who on the server called best who keeps the bid, and where the bot's own chances stand among them."""
    people = [caller for caller in listed if caller.user != OWN and caller.rounds >= LEAST_CALLS]
    names = tell_apart({each.user: each.name for each in sorted(people, key=lambda each: each.user)})
    shown = [each for each in listed if each.user == OWN or each in people[:MOST_CALLERS]]
    mine = next((caller for caller in listed if caller.user == user), None)
    missing = LEAST_CALLS - (0 if mine is None else mine.rounds)
    return ui.screen(
        ui.Accent.GOLD,
        ui.block(
            ui.heading(reader, _("🎯 Best callers on this server")),
            *(reader(_caller(each, names, people)) for each in shown),
            most=2200,
        ),
        ui.block(
            reader(
                _n(
                    "{count} more round to call and you're on the list.",
                    "{count} more rounds to call and you're on the list.",
                    missing,
                )
            )
            if missing > 0
            else None,
            ui.small(reader(_EXPLANATION)),
            most=500,
        ),
        None
        if table == NO_TABLE
        else ui.row(ui.button(reader, _("Back"), "chances", table, style=ui.PRIMARY)),
    )


def _caller(caller: Caller, names: Mapping[int, str], people: Sequence[Caller]) -> Text:
    score = _score(caller.wrong)
    if caller.user == OWN:
        return _n(
            "🎯 My own chances: {score}, after {count} round",
            "🎯 My own chances: {score}, after {count} rounds",
            caller.rounds,
            score=score,
        )
    place = 1 + people.index(caller)
    return _n(
        "{medal} {rank}. {name}: {score}, after {count} round",
        "{medal} {rank}. {name}: {score}, after {count} rounds",
        caller.rounds,
        medal=common.medal(place),
        rank=place,
        name=names[caller.user],
        score=score,
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
