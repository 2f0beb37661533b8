"""How a person builds an action: where to draw, what to drop, when to sail, and how to split.

Crews and answers are many. The best are one press away. Whoever wants another attaches cards as they like,
and takes what the picture shows by then, or a crew from a list, the lowest limit first. What was offered
before is not in it, so that each action has one way to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from games.cards import Card, Cards
from games.contract import Action, Choice, ChoiceKind, Menu
from games.corsari import actions, split
from games.corsari.actions import CREW_ACTION, DRAW_DISCARD, DRAW_PIER, DRAW_STOCK, DROPS, SAIL
from games.corsari.answering import Arrangement, arrangements, next_best
from games.corsari.cards import BANDS, BIT, COLOUR, FACES, NAMES, NUMBER, Colour
from games.corsari.foresight import BEST, LETTERS, limits_by_draw, offered_splits
from games.corsari.rules import why_not_draw, why_not_sail
from games.corsari.speech import (
    crew_names,
)
from games.corsari.split import Crew, Layout, Worth, laid_out
from games.corsari.state import Table, View
from games.text import Player, Text, _, _n

LIKELY = 4
"""So many drops stand beside a picture, with setting sail in one row."""
CREWS = 7
"""So many crews stand beside a picture at a time."""
_WORSE = _("Another one is better in every way. If you want it all the same, it's among the others.")


class Step(msgspec.Struct, frozen=True):
    """A menu, and the step after each value that does not complete an action."""

    menu: Menu
    after: Callable[[str], Step] | None = None


def steps(view: View, chosen: Sequence[str] = ()) -> Menu | None:
    """The next step towards an action. ValueError if `chosen` is no beginning of one."""
    if not view.decision:
        if chosen:
            raise ValueError(f"Nothing is asked of this seat, so {list(chosen)} is no answer.")
        return None
    step = _first(view)
    for value in chosen:
        choice = next((choice for choice in step.menu.choices if choice.value == value), None)
        if choice is None or choice.action or choice.why_not or not step.after:
            raise ValueError(f"No choice that is asked now begins with {list(chosen)}.")
        step = step.after(value)
    return step.menu


def _first(view: View) -> Step:
    match view.table.phase:
        case "draw":
            return Step(_draw_menu(view))
        case "drop":
            return _drop_step(view)
        case "split":
            return _split_step(view)
        case _:
            return _answer_step(view)


# Drawing


def _draw_menu(view: View) -> Menu:
    limits = limits_by_draw(view)
    return Menu(
        _draw_prompt(view.table),
        (_from_stock(view.table), _from_discards(view, limits), _from_pier(view, limits)),
    )


def _draw_prompt(table: Table) -> Text:
    """With what binds the player, or would end the hand."""
    if table.stock_only:
        return _("Draw from the stock: nobody has for too long.")
    if table.stock == 1:
        return _("Draw a card. Whoever takes the stock's last one must sail.")
    if table.pier_spared:
        return _("Draw from stock or discards: the pier's last card stays.")
    if len(table.pier) == 1:
        return _("Draw a card. The pier's last one ends the hand: nobody scores.")
    return _("Draw a card.")


def _from_stock(table: Table) -> Choice:
    label = _n("Stock: the last card, and you must sail", "Stock: one of {count}, unseen", table.stock)
    return Choice("stock", label, DRAW_STOCK, "🎴", short=_("Stock"))


def _from_discards(view: View, limits: Mapping[Action, int]) -> Choice:
    card = view.table.discards[-1]
    label = _("Discards: {card}, limit {limit}", card=FACES[card].label, limit=limits[DRAW_DISCARD])
    refusal = why_not_draw(view.table, "discard")
    action = None if refusal else DRAW_DISCARD
    short = _("Discards {number}", number=FACES[card].number)
    return Choice("discard", label, action, FACES[card].band.symbol, refusal, short=short)


def _from_pier(view: View, limits: Mapping[Action, int]) -> Choice:
    refusal = why_not_draw(view.table, "pier")
    card = view.table.pier[0]
    label = pier_label(view.table.pier, limits[DRAW_PIER])
    action = None if refusal else DRAW_PIER
    short = _("Pier {number}", number=FACES[card].number)
    return Choice("pier", label, action, FACES[card].band.symbol, refusal, short=short)


def pier_label(pier: Cards, limit: int) -> Text:
    """The card, and what becomes of the pier."""
    label = FACES[pier[0]].label
    if len(pier) == 1:
        return _("Pier: {card}, the last: the hand is void", card=label)
    following = COLOUR[pier[1]]
    if following == COLOUR[pier[0]]:
        return _("Pier: {card}, limit {limit}", card=label, limit=limit)
    return _(
        "Pier: {card}, limit {limit}, next {colour}", card=label, limit=limit, colour=BANDS[following].name
    )


# Dropping and setting sail


def _drop_step(view: View) -> Step:
    """The likely drops are buttons of their own; the hand's other cards may be a list."""
    table, sailing = view.table, view.table.closer == view.seat
    limits = {
        card: split.best(view.hand.replace(bytes((card,)), b""), table.pier_colour) for card in view.hand
    }
    lowest = min(worth.limit for worth in limits.values())
    likely = sorted(limits, key=lambda card: (limits[card], -NUMBER[card]))[:LIKELY]
    drops = tuple(_drop_choice(card, worth.limit, card in likely) for card, worth in limits.items())
    if sailing:
        return Step(Menu(_sailing_prompt(view), drops))
    return Step(Menu(_drop_prompt(view), (*drops, _sail_choice(table, lowest))), lambda _sail: _sure(lowest))


def _drop_prompt(view: View) -> Text:
    if view.table.too_early:
        return _("Drop a card: in the first round nobody sails.")
    return _("Drop a card, or set sail.")


def _sailing_prompt(view: View) -> Text:
    if view.table.stock:
        return _("You set sail! First drop a card.")
    return _("The stock is empty, so you must sail. First drop a card.")


def _drop_choice(card: Card, limit: int, likely: bool) -> Choice:
    shown = FACES[card]
    label = _("{card}: limit {limit}", card=shown.label, limit=limit)
    kind: ChoiceKind = "plain" if likely else "card"
    return Choice(
        *(shown.short, label, DROPS[card], shown.band.symbol),
        kind=kind,
        short=_number(shown.number),
        called=shown.label,
    )


def _number(number: int) -> Text:
    return _("{number}", number=number)


def _sail_choice(table: Table, lowest: int) -> Choice:
    label = _("Set sail: limit {limit} at best", limit=lowest)
    return Choice("sail", label, None, "⛵", why_not_sail(table), short=_("Set sail"))


def _sure(lowest: int) -> Step:
    prompt = _("Sail with limit {limit}? Anyone who gets as low sinks you.", limit=lowest)
    sail = Choice("yes", _("Yes, set sail"), SAIL, "⛵", kind="confirm", short=_("Yes, sail"))
    return Step(Menu(prompt, (sail,)))


# The closer's split


def _split_step(view: View) -> Step:
    pier = view.table.pier_colour
    offered = offered_splits(view)
    best = tuple(_split_choice(worth, offered) for worth in split.worths(view.hand, pier)[:BEST])
    prompt = _("Who is your crew? Two colours at most.")
    others = _other_crews(view.hand, pier, split_label, CREW_ACTION.__getitem__, _actions(best))
    if not others:
        return Step(Menu(prompt, best))
    return Step(Menu(prompt, (*best, _another())), lambda _crews: _crew_list(others))


def _another() -> Choice:
    return Choice("crews", _("Another crew"), symbol="✍️", short=_("Other crew"))


def _actions(choices: Iterable[Choice]) -> set[Action]:
    return {choice.action for choice in choices if choice.action is not None}


def _split_choice(worth: Worth, offered: Sequence[Worth]) -> Choice:
    """What is worse than another in everything keeps its place, and is in the list of others."""
    action = CREW_ACTION[worth.crew]
    label = split_label(worth)
    symbol = "" if worth.stowaways else "🏆"
    if worth not in offered:
        return Choice(_value(action), label, None, symbol, _WORSE)
    letter = LETTERS[offered.index(worth)]
    short = _("{letter}: limit {limit}", letter=letter, limit=worth.limit)
    return Choice(_value(action), label, action, symbol, short=short)


def _value(action: Action) -> str:
    """A complete action as the value of one press: the action's own words, without the verb of a crew."""
    return action.removeprefix("crew ")


def split_label(worth: Worth) -> Text:
    """What a closer's split comes to, in full."""
    crew = crew_names(worth.crew)
    if not worth.stowaways:
        return _("Cappotto, you win: {crew}", crew=crew)
    return _n(
        "Limit {limit} ({crew}), {count} stowaway",
        "Limit {limit} ({crew}), {count} stowaways",
        worth.stowaways,
        limit=worth.limit,
        crew=crew,
    )


def _other_crews(
    cards: Cards,
    pier: Colour,
    label: Callable[[Worth], Text],
    action: Callable[[Crew], Action],
    offered: Collection[Action],
) -> list[Choice]:
    """All crews whose actions are not `offered` before, the lowest limit first."""
    found: list[Worth] = []
    for crew in split.crews(cards, pier):
        layout = laid_out(cards, pier, crew)
        found.append(Worth(layout.limit, len(layout.stowaways), len(crew), crew))
    return [
        _crew_choice(one, label(one), action(one.crew))
        for one in sorted(found)
        if action(one.crew) not in offered
    ]


def _crew_choice(worth: Worth, label: Text, action: Action) -> Choice:
    """Beside a picture it is the colours, and the limit that they leave."""
    bands = [BANDS[colour] for colour in worth.crew]
    value = " ".join(band.short for band in bands) or "none"
    if not bands:
        return Choice(value, label, action, short=_("No crew: {limit}", limit=worth.limit))
    short = _("{symbol} {limit}", symbol="".join(band.symbol for band in bands[1:]), limit=worth.limit)
    if len(bands) == 1:
        short = _number(worth.limit)
    return Choice(value, label, action, bands[0].symbol, short=short)


def _crew_list(crews: Sequence[Choice]) -> Step:
    """A list of crews, so many at a time."""
    prompt = _("Which crew, with which limit?")
    if len(crews) <= CREWS + 1:
        return Step(Menu(prompt, tuple(crews)))
    more = Choice("more", _("More crews"), symbol="⏩", short=_("More crews"))
    return Step(Menu(prompt, (*crews[:CREWS], more)), lambda _more: _crew_list(crews[CREWS:]))


# Answers to the closer


def _answer_step(view: View) -> Step:
    closed = view.table.closed
    if closed is None:
        raise ValueError("Nobody has closed this hand.")
    best = _answer_choices(view, closed)
    prompt = _("Lay out your cards as shown?")
    if view.answer is not None:
        prompt = _("Laid out. You may still change it until all have.")
    if len(view.legal) == len(_actions(best)):
        return Step(Menu(prompt, best))
    choose = Choice("choose", _("Attach and split by hand"), symbol="✍️", short=_("I'll choose"))
    return Step(
        Menu(prompt, (*best, choose)), lambda _choose: _attach_step(view, closed, b"", _actions(best))
    )


def _answer_choices(view: View, closed: Layout) -> tuple[Choice, ...]:
    """The best first; what is worse keeps its place, and is reached step by step."""
    pier = view.table.pier_colour
    found = _worth_offering(arrangements(view.hand, closed.crew, pier, closed.limit), closed.limit)
    choices: list[Choice] = []
    for place, one in enumerate(found):
        choice = _answer_choice(one, closed.limit)
        rest = view.hand.translate(None, one.attached)
        done = view.answer == laid_out(rest, pier, one.crew, one.attached)
        if place:
            choice = replace(choice, action=None, why_not=_WORSE)
        choices.append(replace(choice, chosen=done))
    return tuple(choices)


def _worth_offering(found: Sequence[Arrangement], closers_limit: int) -> list[Arrangement]:
    """The best for each number of stowaways. Whoever can win at once, or be rid of them, has nothing else."""

    def end(one: Arrangement) -> tuple[bool, bool]:
        return not one.stowaways, one.limit <= closers_limit

    distinct: dict[int, Arrangement] = {}
    for one in found:
        if end(one) == end(found[0]):
            distinct.setdefault(one.stowaways, one)
    return list(distinct.values())[:BEST]


def _answer_choice(one: Arrangement, closers_limit: int) -> Choice:
    action = actions.answer(one.attached, one.crew)
    under = one.limit <= closers_limit
    symbol = "🏆" if not one.stowaways else "⚔️" if under else ""
    return Choice(_value(action), _answer_label(one, under), action, symbol, short=_short_answer(one, under))


def _short_answer(one: Arrangement, under: bool) -> Text:
    if not one.stowaways:
        return _("Cappotto")
    if under:
        return _("Sink it")
    return _n("Keep {count} card", "Keep {count} cards", one.stowaways)


def _answer_label(one: Arrangement, under: bool) -> Text:
    text = _what_it_comes_to(one, under)
    if not one.attached:
        return text
    return _("{told}, attached: {attached}", told=text, attached=len(one.attached))


def _what_it_comes_to(one: Arrangement, under: bool) -> Text:
    """Who takes how many cards for it: the limit alone says nothing to a newcomer."""
    if not one.stowaways:
        return _("Cappotto, no stowaways")
    if under:
        return _n(
            "Limit {limit}: the ship takes {count} card",
            "Limit {limit}: the ship takes {count} cards",
            one.stowaways,
            limit=one.limit,
        )
    return _n(
        "Limit {limit}: you keep {count} card",
        "Limit {limit}: you keep {count} cards",
        one.stowaways,
        limit=one.limit,
    )


def _attach_step(view: View, closed: Layout, attached: Cards, offered: Collection[Action]) -> Step:
    """What the picture shows; another crew beside what is attached so far; or one more card to attach, in the
    hand's order.
    """

    def label(worth: Worth) -> Text:
        return split_label(worth) if worth.stowaways else _("Cappotto, no stowaways")

    def action(crew: Crew) -> Action:
        return actions.answer(attached, crew)

    rest = view.hand.translate(None, attached)
    others = _other_crews(rest, view.table.pier_colour, label, action, offered)
    fitting = split.attachable(view.hand, closed.crew)
    if not fitting:
        return _crew_list(others)
    best = next_best(view.hand, closed.crew, view.table.pier_colour, closed.limit, attached)
    shown = [each for each in others if best is not None and each.action == action(best.crew)]
    others = [each for each in others if each not in shown]
    first = [replace(each, value="so", symbol="✅", short=_("As shown"), kind="confirm") for each in shown]
    other = [_another()] if others else []
    later = [_attach_choice(card, attached) for card in fitting if not attached or card > attached[-1]]
    return Step(
        Menu(_attach_prompt(view.table, attached), (*first, *other, *later)),
        lambda value: (
            _crew_list(others)
            if value == "crews"
            else _attach_step(view, closed, attached + bytes((NAMES.number(value),)), offered)
        ),
    )


def _attach_choice(card: Card, attached: Cards) -> Choice:
    shown = FACES[card]
    twice = any(BIT[card] == BIT[other] for other in attached)
    refusal = _("You attach a card of this number already.") if twice else None
    return Choice(
        shown.short, shown.label, None, shown.band.symbol, refusal, "card", short=_number(shown.number)
    )


def _attach_prompt(table: Table, attached: Cards) -> Text:
    """How much is attached: a card that was passed over cannot be attached after it."""
    if attached:
        return _n(
            "{count} attached. Another one? A card you skip stays with you.",
            "{count} attached. Another one? A card you skip stays with you.",
            len(attached),
        )
    return _("Attach to {player}'s crew? A card you skip stays with you.", player=Player(table.closer))
