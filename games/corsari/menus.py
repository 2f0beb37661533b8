"""How a person builds an action: where to draw, what to drop, when to sail, and how to split.

Crews and answers are many. The best are one press away, and all others are built by hand, colour by colour;
what is among the best is shown there too, but pressed above, so that each action has one way to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from games.cards import Card, Cards
from games.contract import Action, Choice, ChoiceKind, Menu
from games.corsari import actions, split
from games.corsari.actions import CREW_ACTION, DRAW_DISCARD, DRAW_PIER, DRAW_STOCK, DROPS, SAIL
from games.corsari.answering import Arrangement, arrangements
from games.corsari.cards import BANDS, BIT, COLOUR, FACES, NAMES, NUMBER, Colour
from games.corsari.foresight import BEST, LETTERS, limits_by_draw, offered_splits
from games.corsari.rules import why_not_draw, why_not_sail
from games.corsari.speech import (
    crew_names,
    numbers_words,
)
from games.corsari.split import NOBODY, Crew, Layout, Worth, laid_out
from games.corsari.state import Table, View
from games.text import Player, Text, _, _n

LIKELY = 4
"""So many drops stand beside a picture, with setting sail in one row."""
_WORSE = _("Another one is better in every way. If you want it all the same, build it by hand.")


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
    taken = {choice.value for choice in best if choice.action is not None}
    others = set(map(_value, map(CREW_ACTION.__getitem__, split.crews(view.hand, pier)))) - taken
    if not others:
        return Step(Menu(prompt, best))
    by_hand = Choice("other", _("Another crew"), symbol="✍️", short=_("Other crew"))
    return Step(
        Menu(prompt, (*best, by_hand)),
        lambda _other: _crew_step(view.hand, pier, CREW_ACTION.__getitem__, taken),
    )


def _split_choice(worth: Worth, offered: Sequence[Worth]) -> Choice:
    """What is worse than another in everything keeps its place, and is named by hand."""
    action = CREW_ACTION[worth.crew]
    label = split_label(worth.limit, worth.stowaways, worth.crew)
    symbol = "" if worth.stowaways else "🏆"
    if worth not in offered:
        return Choice(_value(action), label, None, symbol, _WORSE)
    letter = LETTERS[offered.index(worth)]
    short = _("{letter}: limit {limit}", letter=letter, limit=worth.limit)
    return Choice(_value(action), label, action, symbol, short=short)


def _value(action: Action) -> str:
    """A complete action as the value of one press: the action's own words, without the verb of a crew."""
    return action.removeprefix("crew ")


def split_label(limit: int, stowaways: int, crew: Crew) -> Text:
    if not stowaways:
        return _("Cappotto, you win: {crew}", crew=crew_names(crew))
    return _n(
        "Limit {limit}, {count} stowaway: {crew}",
        "Limit {limit}, {count} stowaways: {crew}",
        stowaways,
        limit=limit,
        crew=crew_names(crew),
    )


def _crew_step(cards: Cards, pier: Colour, action: Callable[[Crew], Action], taken: Collection[str]) -> Step:
    """Any crew, colour by colour. `taken`: actions that are offered elsewhere, as values."""
    held = [colour for colour, _numbers in split.numbers_by_colour(cards, pier)]
    nobody = _crew_choice("none", _("No crew at all"), "", action(NOBODY), taken, _("No crew"))
    second = {colour: _second_menu(cards, pier, colour, action, taken) for colour in held}
    colours = tuple(
        Choice(
            BANDS[colour].short,
            _("{colour} {numbers}", colour=BANDS[colour].name, numbers=numbers_words(cards, colour)),
            symbol=BANDS[colour].symbol,
            why_not=_why_nothing_follows(second[colour]),
            short=_how_many(cards, colour),
        )
        for colour in held
    )
    prompt = _("First colour of your crew? Where numbers repeat, its card stays.")
    named = {BANDS[colour].short: colour for colour in held}
    return Step(Menu(prompt, (*colours, nobody)), lambda value: Step(second[named[value]]))


def _how_many(cards: Cards, colour: Colour) -> Text:
    return _("×{count}", count=sum(COLOUR[card] == colour for card in cards))


def _why_nothing_follows(menu: Menu) -> Text | None:
    """Why the choice that leads to this menu cannot be made, if nothing on it can."""
    if any(choice.why_not is None for choice in menu.choices):
        return None
    return _("All of it is on the first page: go back.")


def _second_menu(
    cards: Cards, pier: Colour, first: Colour, action: Callable[[Crew], Action], taken: Collection[str]
) -> Menu:
    legal = split.crews(cards, pier)
    held = dict(split.numbers_by_colour(cards, pier))
    choices = [_crew_choice("alone", _("No second colour"), "", action((first,)), taken, _("No other"))]
    for second, numbers in held.items():
        band = BANDS[second]
        label = _("{colour} {numbers}", colour=band.name, numbers=numbers_words(cards, second))
        if (first, second) in legal:
            complete = action((first, second))
            short = _how_many(cards, second)
            choices.append(_crew_choice(band.short, label, band.symbol, complete, taken, short))
        elif second != first:
            refusal = _adds_nobody(first) if not numbers & ~held[first] else _either_order(second)
            choices.append(Choice(band.short, label, symbol=band.symbol, why_not=refusal))
    return Menu(_("Second colour, beside {colour}?", colour=BANDS[first].name), tuple(choices))


def _crew_choice(
    value: str, label: Text, symbol: str, action: Action, taken: Collection[str], short: Text
) -> Choice:
    if _value(action) in taken:
        return Choice(value, label, None, symbol, _("It is on the first page: go back."), short=short)
    return Choice(value, label, action, symbol, short=short)


def _adds_nobody(first: Colour) -> Text:
    return _("Adds nobody: {colour} has these numbers.", colour=BANDS[first].name)


def _either_order(second: Colour) -> Text:
    return _(
        "No number is in both, so the order makes no difference: name {colour} first.",
        colour=BANDS[second].name,
    )


# Answers to the closer


def _answer_step(view: View) -> Step:
    closed = view.table.closed
    if closed is None:
        raise ValueError("Nobody has closed this hand.")
    best = _answer_choices(view, closed)
    prompt = _("Get as low, or keep your stowaways.")
    if view.answer is not None:
        prompt = _("Laid out. You may still change it until all have.")
    taken = {choice.value for choice in best if choice.action is not None}
    if len(view.legal) == len(taken):
        return Step(Menu(prompt, best))
    by_hand = Choice("hand", _("Attach and split by hand"), symbol="✍️", short=_("I'll choose"))
    return Step(Menu(prompt, (*best, by_hand)), lambda _hand: _attach_step(view, closed, b"", taken))


def _answer_choices(view: View, closed: Layout) -> tuple[Choice, ...]:
    """The best first; what is worse keeps its place, and is laid out by hand."""
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
        return _("Give {count}", count=one.stowaways)
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
            "Limit {limit}: closer takes {count} card",
            "Limit {limit}: closer takes {count} cards",
            one.stowaways,
            limit=one.limit,
        )
    return _n(
        "Limit {limit}: you keep {count} card",
        "Limit {limit}: you keep {count} cards",
        one.stowaways,
        limit=one.limit,
    )


def _attach_step(view: View, closed: Layout, attached: Cards, taken: Collection[str]) -> Step:
    """Cards to attach, in the hand's order, one after the other; then the crew."""
    pier = view.table.pier_colour
    fitting = split.attachable(view.hand, closed.crew)
    rest = view.hand.translate(None, attached)

    def own_crew() -> Step:
        return _crew_step(rest, pier, lambda crew: actions.answer(attached, crew), taken)

    if not fitting:
        return own_crew()
    later = tuple(_attach_choice(card, attached) for card in fitting if not attached or card > attached[-1])
    label = _("Nothing more to attach") if attached else _("Attach nothing")
    enough = Choice("done", label, symbol="✅", short=_("Done") if attached else _("Nothing"))
    return Step(
        Menu(_attach_prompt(view.table, attached), (enough, *later)),
        lambda value: (
            own_crew()
            if value == "done"
            else _attach_step(view, closed, attached + bytes((NAMES.number(value),)), taken)
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
            "{count} attached. Any more, from left to right?",
            "{count} attached. Any more, from left to right?",
            len(attached),
        )
    return _("Attach cards to the crew of {player}? From left to right.", player=Player(table.closer))
