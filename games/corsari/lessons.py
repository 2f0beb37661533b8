"""What a newcomer is told, each once, when it is needed; and the game in which it is learned."""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import Course, Lesson
from games.corsari import scoring, split, tabletop
from games.corsari.answering import best_answer
from games.corsari.constants import CREW_COLOURS, LAST_HAND, OVER
from games.corsari.options import CorsariOptions
from games.corsari.split import attachable
from games.corsari.state import NOBODY, Showdown, Table, View
from games.text import Text, _

_LOW = 12
"""With such a limit it is time to hear of sailing."""
_FEW = 6
"""So many cards in the stock, and its end is near."""
_SEED = 1069
"""Two sailings and a wreck before long, when all play well."""


def lessons(view: View) -> tuple[Lesson, ...]:
    """What is worth saying here and now, what is needed first standing first."""
    if view.seat is None:
        return ()
    return tuple(Lesson(name, text) for name, text in _worth_saying(view))


def _worth_saying(view: View) -> Iterator[tuple[str, Text]]:
    table = view.table
    if table.latest is not None and tabletop.has_just_ended(table):
        yield from _of_an_ending(table, table.latest)
    if view.seat not in view.to_act:
        return
    match table.phase:
        case "draw":
            yield from _drawing(table)
        case "drop":
            yield from _dropping(view)
        case "split":
            yield "name-crew", _NAME_CREW
        case _:
            yield from _answering(view)


_NAME_CREW = _(
    "Pick the crew that leaves few stowaways. The others may attach cards of its colours with numbers it "
    "lacks."
)
_TURN = _(
    "Fewest penalty cards win. Each turn you draw one card and drop one, until few are left over and your "
    "limit is low: then set sail."
)
_PRISONERS = _(
    "The pier is the row of open cards. Your cards in its first one's colour are prisoners: they're free. "
    "Take it, and the next colour counts."
)
_EYE = _("The eye on a plate shows cards that somebody took openly and still holds.")
_PIER_ENDS = _("Whoever takes the pier's last card ends the hand, and nobody scores.")
_STOCK_ENDS = _("Whoever draws the stock's last card must set sail in that turn.")
_LIMIT = _("Stowaways are what fits nowhere. Their numbers added up are your limit: bring it down.")
_CAPPOTTO = _("You can sail without a stowaway. That is a cappotto, and wins you the whole game at once!")
_SAIL = _(
    "Your limit is low: set sail if you dare, which closes the hand. If anybody gets as low, you go under "
    "and take their stowaways and yours."
)
_ANSWER = _(
    "Somebody sailed. Get as low as that limit, and your stowaways go to them; else they become your penalty "
    "cards."
)
_ATTACH = _(
    "You may attach cards to the crew that sailed: its colours, numbers it lacks. They are gone and cost "
    "nothing."
)
_GIVE_MANY = _("You get as low! Within the limit, leave many stowaways: the first ship takes them all.")
_KEEP_FEW = _("You can't get as low: leave few stowaways. Each is one penalty card, whatever its number.")
_WENT_UNDER = _(
    "Somebody got as low as the first ship, so it went under. It takes its own stowaways and theirs as "
    "penalty cards."
)
_GOT_AWAY = _(
    "Nobody got as low as the first ship, so it takes nothing. The others keep their stowaways as penalties."
)


def _drawing(table: Table) -> Iterator[tuple[str, Text]]:
    yield "turn", _TURN
    yield "prisoners", _PRISONERS
    if any(table.taken):
        yield "eye", _EYE
    if len(table.pier) == 1:
        yield "pier-ends", _PIER_ENDS
    if table.stock <= _FEW:
        yield "stock-ends", _STOCK_ENDS


def _dropping(view: View) -> Iterator[tuple[str, Text]]:
    table = view.table
    crew = _(
        "Your crew has up to {colours} colours and no number twice; gaps don't matter. It costs nothing.",
        colours=CREW_COLOURS,
    )
    yield "crew", crew
    yield "limit", _LIMIT
    best = split.best_drop(view.hand, table.pier_colour)[1]
    if table.too_early or table.closer != NOBODY:
        return
    if not best.stowaways:
        yield "cappotto", _CAPPOTTO
    elif best.limit <= _LOW:
        yield "sail", _SAIL


def _answering(view: View) -> Iterator[tuple[str, Text]]:
    closed = view.table.closed
    if closed is None:
        return
    yield "answer", _ANSWER
    if attachable(view.hand, closed.crew):
        yield "attach", _ATTACH
    best = best_answer(view.hand, closed.crew, view.table.pier_colour, closed.limit)
    if best.stowaways:
        yield ("give-many", _GIVE_MANY) if best.limit <= closed.limit else ("keep-few", _KEEP_FEW)


def _of_an_ending(table: Table, ended: Showdown) -> Iterator[tuple[str, Text]]:
    """Why these penalty cards, and how many of them end the game."""
    if not ended.layouts or ended.cappotto:
        return
    went_under = scoring.senders(ended.layouts, ended.closer)
    yield ("went-under", _WENT_UNDER) if went_under else ("got-away", _GOT_AWAY)
    if table.phase != "over" and not table.last_hand:
        text = _(
            "At {cards} penalty cards, all players' together, one last hand is played; at {over} the game "
            "ends at once.",
            cards=LAST_HAND,
            over=OVER,
        )
        yield "the-end", text


def course(_options: CorsariOptions | None = None) -> Course:
    """Four at a table, so that somebody sails soon."""
    return Course(CorsariOptions(), 4, _SEED.to_bytes(32, "big"))
