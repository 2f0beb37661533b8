"""The rules in short: enough for a newcomer to play from."""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import Section
from games.corsari.constants import (
    COLOURS,
    CREW_COLOURS,
    DECK,
    HAND,
    LAST_HAND,
    NUMBERS,
    OVER,
    PIER,
    QUIET_ROUNDS,
    VOIDS_RUNNING,
)
from games.corsari.options import CorsariOptions, describe_options
from games.corsari.speech import colour_words
from games.corsari.state import Phase, View
from games.text import Listed, Text, _


def rules(options: CorsariOptions, view: View | None) -> tuple[Section, ...]:
    """Overview, what is going on now, turns, the split, answers, scoring, and what this table chose."""
    return (
        Section(_("The game"), tuple(_overview())),
        *(() if view is None else (Section(_("What happens now"), tuple(_now(view.table.phase))),)),
        Section(_("Your turn"), tuple(_turn())),
        Section(_("Setting sail"), tuple(_sailing())),
        Section(_("When somebody else sets sail"), tuple(_answering())),
        Section(_("Penalty cards"), tuple(_scoring())),
        Section(_("The end"), tuple(_end())),
        Section(_("Rare cases"), tuple(_rare())),
        Section(_("At this table"), describe_options(options)),
    )


def _overview() -> Iterator[Text]:
    yield _(
        "Sort your cards so that few are left over, and close the hand before the others are ready. "
        "Cards left over become penalty cards; fewest win."
    )
    yield _(
        "{deck} cards: {colours} colours with the numbers 1 to {highest}, one card of each.",
        deck=DECK,
        colours=COLOURS,
        highest=NUMBERS,
    )
    yield _("The colours: {colours}.", colours=Listed(tuple(map(colour_words, range(COLOURS)))))
    yield _(
        "Each is dealt {cards} cards. Beside the stock lie the discards, one card to begin with.", cards=HAND
    )
    yield _(
        "The pier is a row of open cards: {piers}. Its first card gives the pier its colour.",
        piers=Listed(tuple(_pier_words(players, cards) for players, cards in PIER.items())),
    )
    yield _("The deal moves on clockwise every hand; the next seat after the dealer begins.")


def _pier_words(players: int, cards: int) -> Text:
    return _("{cards} with {players} players", cards=cards, players=players)


def _now(phase: Phase) -> Iterator[Text]:
    match phase:
        case "draw":
            yield _("The player in turn draws a card: unseen from the stock, or an open one.")
            yield _("My hand shows the limit that each open card would leave you with.")
        case "drop":
            yield _("The player in turn drops a card, or decides to set sail and then drops one.")
            yield _("My hand shows the limit that each drop would leave you with.")
        case "split":
            yield _("Somebody sets sail, has dropped a card, and names a crew.")
        case "answer":
            yield _(
                "Somebody has set sail. All others lay out their cards now, each without seeing the others'."
            )
            yield _("My hand offers what is best for you first.")
        case "over":
            yield _("The game is over. The score sheet shows how it came about.")


def _turn() -> Iterator[Text]:
    yield _("Draw exactly one card: the top of the stock, the top of the discards, or the pier's first card.")
    yield _("Taking the pier's first card may change its colour to that of the next one.")
    yield _("Then drop exactly one card on the discards. It may be the one that you just drew.")
    yield _("After drawing you may set sail instead of just dropping a card.")


def _sailing() -> Iterator[Text]:
    yield _(
        "Whoever sets sail closes the hand: drops a card and splits the other {cards} in three.", cards=HAND
    )
    yield _("Prisoners: all cards of the pier's colour. They cost nothing.")
    yield _(
        "Crew: cards of at most {colours} colours, no number twice; gaps do not matter. They cost nothing "
        "either. You name the colours; if both have a number, the first keeps it.",
        colours=CREW_COLOURS,
    )
    yield _("Stowaways: the rest. Their numbers, added up, are your limit.")
    yield _("Any limit will do to set sail, but the others will try to get as low.")


def _answering() -> Iterator[Text]:
    yield _("Everybody else sails too, all at the same time.")
    yield _(
        "First you may attach cards to the crew that has sailed: of its colours, with numbers that it does "
        "not have, and of each number one at most. What others attach does not matter."
    )
    yield _("Then you split the rest of your cards in the same way. Attached cards are no stowaways.")
    yield _("Nobody sees it before all have done so. Until then you may do it anew, a few times.")


def _scoring() -> Iterator[Text]:
    yield _("With a limit above the closer's you keep your stowaways as penalty cards.")
    yield _(
        "With the same limit or a lower one you send the closer under, and give your stowaways to the closer."
    )
    yield _(
        "If nobody did that, the closer takes nothing: even the closer's own stowaways return to the deck. "
        "If somebody did, the closer takes their stowaways and keeps the closer's own too."
    )
    yield _("Penalty cards count one each, whatever their number. They are out of the game from then on.")


def _end() -> Iterator[Text]:
    yield _(
        "From {cards} penalty cards on, of all players together, one more hand is played.", cards=LAST_HAND
    )
    yield _("If there are {cards} or more at once, the game is over without it.", cards=OVER)
    yield _("Fewest penalty cards win; equal ones share the place.")
    yield _("Cappotto: whoever sets sail without a single stowaway wins the whole game at once.")
    yield _(
        "An opponent who has no stowaways then wins at once, too; of two, the one with fewer penalty cards. "
        "If they are equal in that as well, they share the victory."
    )


def _rare() -> Iterator[Text]:
    yield _(
        "Whoever draws the last card of the pier ends the hand at once: it is void, nobody takes penalty "
        "cards, and new cards are dealt. A last hand that is void is played again."
    )
    yield _("Whoever draws the last card of the stock must set sail in this turn.")
    yield _(
        "House rule: after {rounds} rounds in which nobody drew from stock or pier, all must draw from the "
        "stock for one round.",
        rounds=QUIET_ROUNDS,
    )
    yield _(
        "House rule: after {hands} void hands running, the last card of the pier may not be drawn.",
        hands=VOIDS_RUNNING,
    )
