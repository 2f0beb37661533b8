"""The rules in short: enough for a newcomer to play from."""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import AT_THIS_TABLE, Section
from games.skull_queen import constants
from games.skull_queen.cards import COLOURS, MATE, MONKEY
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.options import SkullQueenOptions, describe_options
from games.skull_queen.plank import BEST, DOWN, UP, WORTH
from games.skull_queen.speech import (
    SIDE_SYMBOLS,
    card_words,
)
from games.skull_queen.state import Table, View
from games.text import Listed, Text, _, _n


def rules(options: SkullQueenOptions, view: View | None) -> tuple[Section, ...]:
    """Overview, what is going on now, cards and deal, planks, tricks, what they do, scoring, the King."""
    players = None if view is None else view.players
    alone = players is None or players == OLD_KING_PLAYS
    return (
        Section(_("The game"), tuple(_overview())),
        *(() if view is None else (Section(_("What happens now"), tuple(_now(view.table))),)),
        Section(_("The cards"), tuple(_cards())),
        Section(_("The deal"), tuple(_deals(players))),
        Section(_("Your plank"), tuple(_planks())),
        Section(_("Playing a trick"), tuple(_playing(players))),
        Section(_("What a trick does"), tuple(_evaluating())),
        *((Section(_("The old Pirate King"), tuple(_old_king())),) if alone else ()),
        Section(_("Scoring"), tuple(_scoring())),
        Section(AT_THIS_TABLE, describe_options(options)),
    )


def _overview() -> Iterator[Text]:
    yield _(
        "You have four pirates, one of each colour, on a plank over the sea. Its spaces are worth {least} to "
        "{most} points.",
        least=min(constants.ASCENDING),
        most=max(constants.ASCENDING),
    )
    yield _(
        "You play tricks: everybody plays one card, in turn. In each colour the highest card sends its "
        "player's pirate up, the lowest down. Beyond either end is water."
    )
    yield _("There are as many rounds as players. Most points win; equal points share the place.")


def _now(table: Table) -> Iterator[Text]:
    match table.phase:
        case "plank":
            yield _(
                "Look at your cards and at the middle. Then set your plank in secret: a side, and a space "
                "for each pirate."
            )
            yield _("You can change it under My hand until everyone is ready; then all are shown.")
            yield _("High cards tend to send the pirate of their colour up, low ones down.")
        case "play":
            yield _("Tricks are played. My hand dims the cards that you cannot play now.")
            if table.players != OLD_KING_PLAYS:
                yield _("The board shows who would go up and down if the trick ended now.")
        case "over":
            yield _("The game is over. The score sheet tells the story.")


def _cards() -> Iterator[Text]:
    colours = tuple(_("{symbol} {colour}", symbol=colour.symbol, colour=colour.name) for colour in COLOURS)
    yield _(
        "Four colours, each numbered {lowest} to {highest}: {colours}.",
        lowest=constants.LOWEST,
        highest=constants.HIGHEST,
        colours=Listed(colours),
    )
    yield _(
        "{monkey} and {mate} take the colour led, as its lowest and its highest card. They may always be "
        "played.",
        monkey=card_words(MONKEY),
        mate=card_words(MATE),
    )
    yield _(
        "{number} is “Yes, Madame!”: with one in the trick or the middle, the highest card of its colour "
        "moves a pirate {steps} up.",
        number=constants.TWO_UP,
        steps=constants.LONG_STEP,
    )
    yield _(
        "{number} is “Just grabbing a bite”: with one in the trick or the middle, the lowest card of its "
        "colour moves a pirate {steps} down.",
        number=constants.TWO_DOWN,
        steps=constants.LONG_STEP,
    )


def _deals(players: int | None) -> Iterator[Text]:
    for number in constants.DEALS if players is None else (players,):
        deal = constants.DEALS[number]
        yield _(
            "{players} players: {hand} cards each, numbers {lowest} to {highest}.",
            players=number,
            hand=deal.hand,
            lowest=deal.lowest,
            highest=deal.highest,
        )
        if left := deal.middle(number):
            yield _n(
                "{count} card is left over, open in the middle.",
                "{count} cards are left over, open in the middle.",
                left,
            )
    if players is None or constants.DEALS[players].middle(players):
        yield _("A Monkey or First Mate left over sits the round out.")


def _planks() -> Iterator[Text]:
    yield _(
        "Pick a side: {up} ascending ({upwards} from the bottom up) or {down} descending ({downwards}).",
        up=SIDE_SYMBOLS[UP],
        upwards=Listed(WORTH[UP][1:]),
        down=SIDE_SYMBOLS[DOWN],
        downwards=Listed(WORTH[DOWN][1:]),
    )
    yield _("Put each pirate on a space; they may share one.")
    yield _("Up always means towards the top: on the descending side that costs points.")
    yield _("One step beyond either end, and a pirate is overboard: no points and no moves this round.")
    yield _n(
        "You can set your plank {count} time a round.",
        "You can set your plank {count} times a round.",
        constants.MOST_SETTINGS,
    )


def _playing(players: int | None) -> Iterator[Text]:
    if players == OLD_KING_PLAYS:
        yield _(
            "The old Pirate King leads, that is, plays first. Each of you plays one card and must follow."
        )
    else:
        yield _("Everybody plays one card, clockwise. The first one leads, and the others must follow.")
    yield _("To follow is to play the colour led, if you have it. If not, play any card.")
    yield _("Monkey and First Mate may always be played, and never must be.")
    if players == OLD_KING_PLAYS:
        return
    yield _("If one of them is led, the next card with a colour sets it.")
    yield _(
        "The highest number leads the next trick, whatever its colour ({mate} for the First Mate, {monkey} "
        "for the Monkey); of equals, the later one. The first lead moves on one seat a round.",
        mate=constants.MATE,
        monkey=constants.MONKEY,
    )


def _evaluating() -> Iterator[Text]:
    yield _("The cards of the trick and of the middle count together, colour by colour.")
    yield _("One card of a colour: it stays in the middle for the next tricks.")
    yield _(
        "Two or more: the highest card moves its player's pirate of that colour one space up, the lowest one "
        "space down. Then these cards are out of play."
    )
    yield _("A highest or lowest card that lay in the middle moves nobody; the other one still does.")


def _old_king() -> Iterator[Text]:
    yield _(
        "With two players the old Pirate King leads every trick, with the top card of a pile of his own "
        "({cards} cards).",
        cards=constants.DEALS[OLD_KING_PLAYS].king,
    )
    yield _(
        "You both choose a card in secret; they are shown together. Until then you can change yours, a few "
        "times."
    )
    yield _("His cards count, but he has no plank: nobody moves for them.")
    yield _(
        "If he turns up the Monkey or the First Mate, you play one after the other, and the first colour "
        "played counts. Whoever played higher when you last differed begins."
    )


def _scoring() -> Iterator[Text]:
    yield _(
        "When all cards are played, every pirate on the plank scores its space: at most {points} a round.",
        points=BEST,
    )
    yield _("Cards in the middle count for nothing. Then all is shuffled, and everybody sets a new plank.")
