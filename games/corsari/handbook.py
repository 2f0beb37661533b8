"""The rules in short: enough for a newcomer to play from, each page for one screen of a telephone."""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import AT_THIS_TABLE, Section
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
from games.corsari.speech import (
    colour_words,
)
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
        Section(_("Cards and pier"), tuple(_cards())),
        Section(AT_THIS_TABLE, describe_options(options)),
    )


def _overview() -> Iterator[Text]:
    yield _(
        "Swap cards until few are left over, then set sail before the others do. "
        "What is left over can become penalty cards; fewest win."
    )
    yield _(
        "You hold {cards} cards. On the table lie the stock (face down), the discards (what was dropped, "
        "face up) and the pier: a row of open cards.",
        cards=HAND,
    )
    yield _("The pier's first card gives the pier its colour. Your cards of that colour cost you nothing.")


def _now(phase: Phase) -> Iterator[Text]:
    match phase:
        case "draw":
            yield _("Whoever's turn it is draws a card: unseen from the stock, or an open one.")
            yield _("My hand shows the limit that each open card would leave you.")
        case "drop":
            yield _("Whoever's turn it is drops a card, or sets sail and then drops one.")
            yield _("My hand shows the best drop.")
        case "split":
            yield _("Somebody sets sail, has dropped a card, and picks a crew.")
        case "answer":
            yield _("Somebody has set sail. Now all others lay out their cards in secret.")
            yield _("My hand offers what is best for you.")
        case "over":
            yield _("The game is over. The score sheet shows how it went.")


def _turn() -> Iterator[Text]:
    yield _("Draw one card: the top of the stock, the top of the discards, or the pier's first card.")
    yield _("Without its first card, the pier takes the colour of the next one.")
    yield _("Then drop one card on the discards; it may be the one you drew.")
    yield _("Once you have drawn you may set sail instead, and drop a card then.")


def _sailing() -> Iterator[Text]:
    yield _("Setting sail closes the hand. You drop a card and split the other {cards} in three:", cards=HAND)
    yield _("Prisoners: all cards of the pier's colour. They cost nothing.")
    yield _(
        "Crew: cards of up to {colours} colours, no number twice; gaps don't matter. They cost nothing "
        "either. You name the colours; where both have a number, the first keeps it.",
        colours=CREW_COLOURS,
    )
    yield _("Stowaways: all the rest. Add up their numbers: that is your limit.")
    yield _("You may sail with any limit, but the others will try to get as low.")


def _answering() -> Iterator[Text]:
    yield _("Whoever sailed first is the closer. All others lay out their cards too, at the same time.")
    yield _(
        "First you may attach cards to the closer's crew: its colours, numbers it lacks, one of each number. "
        "What others attach doesn't matter."
    )
    yield _("Attached cards are gone. Split the rest in the same three ways.")
    yield _("Nobody sees it until all are done. Till then you may change it, a few times.")


def _scoring() -> Iterator[Text]:
    yield _("Your limit is above the closer's? Your stowaways become your penalty cards.")
    yield _("As low or lower? You sink the closer, who takes your stowaways.")
    yield _(
        "If nobody got as low, the closer takes nothing, whatever is left over. If somebody did, "
        "the closer also keeps their own stowaways."
    )
    yield _("Each penalty card counts one, whatever its number, and is out of the game.")


def _end() -> Iterator[Text]:
    yield _("From {cards} penalty cards on, all players' together, one last hand is played.", cards=LAST_HAND)
    yield _("At {cards} or more the game ends at once.", cards=OVER)
    yield _("Fewest penalty cards win; equal ones share the place.")
    yield _("Cappotto: a closer without a single stowaway wins the whole game at once.")
    yield _(
        "Else an opponent without any wins at once. Of two, the one with fewer penalty cards; if these are "
        "equal, both."
    )


def _rare() -> Iterator[Text]:
    yield _(
        "Whoever draws the pier's last card ends the hand: it is void, nobody scores, and all is dealt anew. "
        "A void last hand is played again."
    )
    yield _("Whoever draws the stock's last card must set sail in that turn.")
    yield _(
        "House rule: after {rounds} rounds in which nobody drew from stock or pier, all must draw from the "
        "stock for one round.",
        rounds=QUIET_ROUNDS,
    )
    yield _("House rule: after {hands} void hands running, the pier's last card stays.", hands=VOIDS_RUNNING)


def _cards() -> Iterator[Text]:
    yield _(
        "{deck} cards: {colours} colours with the numbers 1 to {highest}, one of each.",
        deck=DECK,
        colours=COLOURS,
        highest=NUMBERS,
    )
    yield _("The colours: {colours}.", colours=Listed(tuple(map(colour_words, range(COLOURS)))))
    yield _(
        "The pier has {piers}.",
        piers=Listed(tuple(_pier_words(players, cards) for players, cards in PIER.items())),
    )
    yield _("Every hand the deal moves on clockwise; the seat after the dealer begins.")


def _pier_words(players: int, cards: int) -> Text:
    return _("{cards} cards with {players} players", cards=cards, players=players)
