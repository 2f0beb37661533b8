"""The rules in short: enough for a newcomer to play from."""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import Section
from games.skull_queen import constants
from games.skull_queen.cards import COLOURS, MATE, MONKEY
from games.skull_queen.options import describe_options
from games.skull_queen.plank import BEST, DOWN, UP, WORTH
from games.skull_queen.rules import OLD_KING_PLAYS
from games.skull_queen.speech import SIDE_SYMBOLS, card_words
from games.skull_queen.state import Table, View
from games.text import Listed, Text, _, _n


def rules(view: View | None) -> tuple[Section, ...]:
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
        Section(_("At this table"), describe_options()),
    )


def _overview() -> Iterator[Text]:
    yield _(
        "You have four pirates, one of each colour, on a plank whose spaces are worth from {least} to {most} "
        "points.",
        least=min(constants.ASCENDING),
        most=max(constants.ASCENDING),
    )
    yield _(
        "In every trick the highest card of a colour sends its player's pirate of that colour up the plank, "
        "the lowest sends its player's down. Who steps off an end falls into the water."
    )
    yield _("After as many rounds as there are players, most points win; equal points share the place.")


def _now(table: Table) -> Iterator[Text]:
    match table.phase:
        case "plank":
            yield _(
                "Everybody looks at their cards and at the middle, and sets a plank: a side, and a space for "
                "each pirate. All do so at the same time, and in secret."
            )
            yield _("Under My hand you may set yours anew until all are ready; then all are shown.")
            yield _(
                "Many high cards of a colour will send that pirate up, many low ones down; without any, it "
                "will hardly move."
            )
        case "play":
            yield _("Tricks are played. My hand shows which of your cards may be played.")
            if table.players != OLD_KING_PLAYS:
                yield _("The board says for every colour who would go up and down if the trick ended now.")
        case "over":
            yield _("The game is over. The score sheet shows how it came about.")


def _cards() -> Iterator[Text]:
    colours = tuple(_("{symbol} {colour}", symbol=colour.symbol, colour=colour.name) for colour in COLOURS)
    yield _(
        "Four colours with the numbers {lowest} to {highest}: {colours}.",
        lowest=constants.LOWEST,
        highest=constants.HIGHEST,
        colours=Listed(colours),
    )
    yield _(
        "{card}: takes the colour of the trick, as its lowest card. May be played at any time.",
        card=card_words(MONKEY),
    )
    yield _(
        "{card}: takes the colour of the trick, as its highest card. May be played at any time.",
        card=card_words(MATE),
    )
    yield _(
        "Every {number} is “Yes, Madame!”: with it in the trick or in the middle, the highest card of its "
        "colour moves a pirate {steps} spaces up.",
        number=constants.TWO_UP,
        steps=constants.LONG_STEP,
    )
    yield _(
        "Every {number} is “Just grabbing a bite”: with it in the trick or in the middle, the lowest card of "
        "its colour moves a pirate {steps} spaces down.",
        number=constants.TWO_DOWN,
        steps=constants.LONG_STEP,
    )


def _deals(players: int | None) -> Iterator[Text]:
    for number in constants.DEALS if players is None else (players,):
        deal = constants.DEALS[number]
        yield _(
            "{players} players: {hand} cards each, of {cards}, numbers {lowest} to {highest}.",
            players=number,
            hand=deal.hand,
            cards=deal.cards,
            lowest=deal.lowest,
            highest=deal.highest,
        )
        if left := deal.middle(number):
            yield _n(
                "{count} card is left over and lies open in the middle.",
                "{count} cards are left over and lie open in the middle.",
                left,
            )
    if players is None or constants.DEALS[players].middle(players):
        yield _("A Monkey or First Mate that is left over has no colour, and sits this round out.")


def _planks() -> Iterator[Text]:
    yield _(
        "Choose the side: {up} ascending ({upwards} from the bottom up) or {down} descending ({downwards}).",
        up=SIDE_SYMBOLS[UP],
        upwards=Listed(WORTH[UP][1:]),
        down=SIDE_SYMBOLS[DOWN],
        downwards=Listed(WORTH[DOWN][1:]),
    )
    yield _("Put each pirate on a space; several may share one.")
    yield _("Up is towards the top, whichever side you chose: on the descending side it costs points.")
    yield _(
        "A pirate that steps off the top or the bottom is overboard: no points, and no moves, in this round."
    )
    yield _n(
        "You may change your mind until all are ready, and set your plank {count} time a round in all.",
        "You may change your mind until all are ready, and set your plank {count} times a round in all.",
        constants.MOST_SETTINGS,
    )


def _playing(players: int | None) -> Iterator[Text]:
    if players == OLD_KING_PLAYS:
        yield _("The old Pirate King's card sets the colour; each of you plays one card, and must follow it.")
    else:
        yield _(
            "Everybody plays one card, clockwise. The first card sets the colour, and you must follow it."
        )
    yield _("If you have none of it, play any card: Monkey and First Mate are a choice, not a duty.")
    if players == OLD_KING_PLAYS:
        return
    yield _("Monkey or First Mate led: the next card that has a colour sets it.")
    yield _(
        "Who played the highest number leads the next trick, whatever its colour ({mate} for the First Mate, "
        "{monkey} for the Monkey); of equals, who played later. The first lead moves on by one seat a round.",
        mate=constants.MATE,
        monkey=constants.MONKEY,
    )


def _evaluating() -> Iterator[Text]:
    yield _("The cards just played and those in the middle count together, colour by colour.")
    yield _("One card of a colour: it lies in the middle and waits for the next tricks.")
    yield _(
        "Two or more: the highest card's player moves the pirate of that colour one space up, the lowest "
        "card's player one space down. Then these cards are out of play."
    )
    yield _("If the highest or lowest lay in the middle, nobody makes that move; the other is still made.")


def _old_king() -> Iterator[Text]:
    yield _(
        "With two players the old Pirate King leads every trick with the top card of a pile of his own "
        "({cards} cards), and its colour must be followed.",
        cards=constants.DEALS[OLD_KING_PLAYS].king,
    )
    yield _("Both players then choose a card in secret; they are shown together and count as usual.")
    yield _("Whoever has chosen first may choose another card, a few times, until the other has.")
    yield _("His cards count, but he has no plank: where his card is highest or lowest, nobody moves.")
    yield _(
        "If he turns up the Monkey or the First Mate, the players play one after the other, and the first "
        "sets the colour: it is whoever played the higher card when last they differed."
    )


def _scoring() -> Iterator[Text]:
    yield _(
        "When all cards are played, every pirate still on the plank scores its space: at most {points} in a "
        "round.",
        points=BEST,
    )
    yield _("Cards in the middle are void. Then all is shuffled, and everybody sets a new plank.")
