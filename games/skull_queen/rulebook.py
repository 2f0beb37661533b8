"""The rules, each said once, for as many as play at a table, and when newcomers are told of each; and the
game in which it comes early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games import shared_words
from games.cards import Cards
from games.contract import Chapter, Course, Rule
from games.skull_queen import constants, trick
from games.skull_queen.cards import COLOURS, MATE, MONKEY, SPECIALS, TWO_DOWN, TWO_UP
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.options import SkullQueenOptions
from games.skull_queen.plank import BEST, DOWN, OVERBOARD, SPACES, UP, WORTH
from games.skull_queen.position import SkullQueenPosition
from games.skull_queen.robot import gained_at_once
from games.skull_queen.speech import SIDE_SYMBOLS, card_words
from games.skull_queen.state import View
from games.text import Listed, _, _n

EARLY = 2
"""Rounds after whose end nobody is told what is plain by then."""
_SEED = (15792).to_bytes(32)
_PLANKS = ("up 2 4 2 2", "up 4 4 4 4", "up 2 2 4 4", "up 4 4 2 2")


def course(_options: SkullQueenOptions | None = None) -> Course:
    """Two rounds: in the first the planks are set, so that a trick is seen before one has to be; the learner
    plays last in it.
    """
    position = SkullQueenPosition(rounds=2, leader=1, left_over="monkey mate", planks=_PLANKS)
    return Course(SkullQueenOptions(), len(_PLANKS), _SEED, position)


def rulebook(_options: SkullQueenOptions, view: View | None = None) -> tuple[Chapter, ...]:
    """All of it, in the order in which it is needed."""
    players = None if view is None else view.players
    chapters = (
        Chapter(shared_words.THE_GAME, tuple(_overview(view))),
        Chapter(_("Playing a trick"), tuple(_playing(players)), _in_phase("play")),
        Chapter(_("Your plank"), tuple(_planks()), _in_phase("plank")),
        Chapter(_("Your pirates"), tuple(_pirates()), _in_phase("play")),
        Chapter(_("What a trick does"), tuple(_evaluating(players)), _in_phase("play")),
        Chapter(_("The lead"), tuple(_leading(players)), _in_phase("play")),
        Chapter(_("The old Pirate King"), tuple(_old_king(players))),
        Chapter(shared_words.THE_CARDS, tuple(_cards())),
        Chapter(_("The deal"), tuple(_deals(players))),
    )
    return tuple(chapter for chapter in chapters if chapter.rules)


# When it is told


def _in_phase(phase: str) -> Callable[[View], bool]:
    return lambda view: view.table.phase == phase


_setting, _plays = _in_phase("plank"), _in_phase("play")


def _early(view: View) -> bool:
    return view.table.complete < EARLY


def _sets_out(view: View) -> bool:
    """Sets a plank, or has just seen what a trick does to one."""
    return _early(view) and (_setting(view) or view.table.done > 0)


def _must_follow(view: View) -> bool:
    return _plays(view) and len(view.legal) < len(view.hand)


def _cannot_follow(view: View) -> bool:
    """Has cards, but none of the colour led."""
    led = trick.followed(view.table.trick)
    own = view.hand.strip(SPECIALS)
    return led is not None and bool(own) and led.cards.isdisjoint(own)


def _leads(view: View) -> bool:
    return _plays(view) and not view.table.trick


def _leads_again(view: View) -> bool:
    return _leads(view) and view.table.done > 0


def _can_gain(view: View) -> bool:
    """Has a card that sends a pirate to a better space, if the trick ends with it."""
    return _plays(view) and any(gained_at_once(view, card) > 0 for card in view.legal)


def _sees_arrows(view: View) -> bool:
    table = view.table
    coloured = _plays(view) and _early(view) and table.trick.strip(SPECIALS)
    return bool(coloured) and bool(trick.settle(table.trick, table.middle).steps)


def _is_near_the_water(view: View) -> bool:
    """Has a pirate at an end of the plank, or beyond it."""
    edges = (OVERBOARD, SPACES[0], SPACES[-1])
    return _plays(view) and any(space in edges for space in view.plank[1:])


def _lay_alone(view: View) -> bool:
    return _plays(view) and view.table.done > 0 and bool(view.table.middle)


def _among(cards: Cards) -> Callable[[View], bool]:
    """One of them is held, or counts in this trick."""

    def when(view: View) -> bool:
        lying = view.table.trick + view.table.middle
        return _plays(view) and any(card in cards for card in view.hand + lying)

    return when


# What is told


def _overview(view: View | None) -> Iterator[Rule]:
    text = _(
        "A trick: one card each. The highest red card sends its player's red pirate up, the lowest down; so "
        "in each colour."
    )
    yield Rule(text, "trick", lambda view: _plays(view) and _early(view))
    if view is None or view.table.rounds == constants.rounds(view.players):
        yield Rule(_("There are as many rounds as players. Most points win; equal points share the place."))
    else:
        count = view.table.rounds
        yield Rule(
            _n(
                "Most points after {count} round win; equal points share the place.",
                "Most points after {count} rounds win; equal points share the place.",
                count,
            )
        )


def _playing(players: int | None) -> Iterator[Rule]:
    follow = _("The first card sets the colour. Follow: play that colour if you have it.")
    yield Rule(follow, "follow", _must_follow)
    yield Rule(_("You can't follow? Play any card: it counts in its own colour."), "void", _cannot_follow)
    mate, monkey = bytes((MATE,)), bytes((MONKEY,))
    text = _("{card}: the highest card of the colour led. You may always play it.", card=card_words(MATE))
    yield Rule(text, "mate", _among(mate), mate)
    text = _("{card}: the lowest card of the colour led. You may always play it.", card=card_words(MONKEY))
    yield Rule(text, "monkey", _among(monkey), monkey)
    if players != OLD_KING_PLAYS:
        yield Rule(_("If the Monkey or the First Mate is led, the next card with a colour sets it."))


def _planks() -> Iterator[Rule]:
    side = _("Mostly high cards? Ascending, with the 8 at the top. Mostly low ones? Descending.")
    yield Rule(side, "side", _setting)
    room = _(
        "Start a pirate near the bottom if your cards of its colour are high: it climbs. If they're low, "
        "near the top."
    )
    yield Rule(room, "room", _setting)
    yield Rule(
        _(
            "Pick a side: {up} ascending ({upwards} from the bottom up) or {down} descending ({downwards}).",
            up=SIDE_SYMBOLS[UP],
            upwards=Listed(WORTH[UP][1:]),
            down=SIDE_SYMBOLS[DOWN],
            downwards=Listed(WORTH[DOWN][1:]),
        )
    )
    yield Rule(
        _("Pirates may share a space. All planks are set in secret, and shown when everyone is ready.")
    )
    yield Rule(
        _n(
            "You can set your plank {count} time a round.",
            "You can set your plank {count} times a round.",
            constants.MOST_SETTINGS,
        )
    )


def _pirates() -> Iterator[Rule]:
    pirates = _(
        "Your four pirates stand on a plank over the sea. After the last card each scores its space: {least} "
        "to {most}.",
        least=min(constants.ASCENDING),
        most=max(constants.ASCENDING),
    )
    yield Rule(pirates, "pirates", _sets_out)
    better = _(
        "Send your pirates towards the 8. If no card does, play one between highest and lowest: it moves "
        "nobody."
    )
    yield Rule(better, "better", _can_gain)
    water = _(
        "Beyond both ends of the plank is water. A pirate that falls is out for the round: no points, no "
        "moves."
    )
    yield Rule(water, "overboard", _is_near_the_water)
    yield Rule(_("Up always means towards the top: on the descending side that costs points."))
    yield Rule(_("You score at most {points} a round. Each round has new cards and new planks.", points=BEST))


def _evaluating(players: int | None) -> Iterator[Rule]:
    if players != OLD_KING_PLAYS:
        text = _(
            "You see who goes up or down if the trick ends now, and beside your points what your plank is "
            "worth."
        )
        yield Rule(text, "arrows", _sees_arrows)
    alone = _(
        "A card alone in its colour stays in the middle: it counts in the next trick, but moves nobody."
    )
    yield Rule(alone, "middle", _lay_alone)
    yield Rule(_("A highest or lowest card that lay in the middle moves nobody; the other one still does."))
    yield Rule(
        _("Cards that counted are out of play. What lies in the middle at the end counts for nothing.")
    )


def _leading(players: int | None) -> Iterator[Rule]:
    if players == OLD_KING_PLAYS:
        return
    lead = _(
        "If you lead, you set the colour. Choose one where your card should be highest or lowest, as your "
        "pirate needs."
    )
    yield Rule(lead, "lead", _leads)
    following = _("The highest number leads the next trick, whatever its colour. Of equals, the later one.")
    yield Rule(following, "next-lead", _leads_again)
    yield Rule(_("Play goes clockwise. The first lead moves on one seat a round."))


def _cards() -> Iterator[Rule]:
    colours = tuple(_("{symbol} {colour}", symbol=colour.symbol, colour=colour.name) for colour in COLOURS)
    text = _(
        "Four colours, a pirate and cards {lowest} to {highest} of each: {colours}.",
        lowest=constants.LOWEST,
        highest=constants.HIGHEST,
        colours=Listed(colours),
    )
    yield Rule(text)
    two_up = _(
        "{number} is “Yes, Madame!”: with one in the trick or the middle, its colour's highest card "
        "moves a pirate {steps} spaces up.",
        number=constants.TWO_UP,
        steps=constants.LONG_STEP,
    )
    yield Rule(two_up, "two-up", _among(bytes(TWO_UP)), bytes(TWO_UP[:1]))
    two_down = _(
        "{number} is “Just grabbing a bite”: with one in the trick or the middle, its colour's "
        "lowest card moves a pirate {steps} spaces down.",
        number=constants.TWO_DOWN,
        steps=constants.LONG_STEP,
    )
    yield Rule(two_down, "two-down", _among(bytes(TWO_DOWN)), bytes(TWO_DOWN[:1]))


def _old_king(players: int | None) -> Iterator[Rule]:
    if players not in (None, OLD_KING_PLAYS):
        return
    king = _(
        "With two players the old Pirate King leads every trick. His cards count, but move nobody: he has no "
        "plank."
    )
    yield Rule(king, "old-king", _plays)
    yield Rule(
        _(
            "He plays the top card of a pile as large as your hands. You both choose yours in secret, and "
            "can change it a few times until both have."
        )
    )
    yield Rule(
        _(
            "If he turns up the Monkey or the First Mate, you play one after the other, and the first colour "
            "played counts. Whoever played higher when you last differed begins."
        )
    )


def _deals(players: int | None) -> Iterator[Rule]:
    for number in constants.DEALS if players is None else (players,):
        deal = constants.DEALS[number]
        text = _(
            "{players} players: {hand} cards each, numbers {lowest} to {highest}.",
            players=number,
            hand=deal.hand,
            lowest=deal.lowest,
            highest=deal.highest,
        )
        yield Rule(text)
        if left := deal.middle(number):
            text = _n(
                "{count} card is left over, open in the middle.",
                "{count} cards are left over, open in the middle.",
                left,
            )
            yield Rule(text)
    if players is None or constants.DEALS[players].middle(players):
        yield Rule(_("A Monkey or First Mate left over sits the round out."))
