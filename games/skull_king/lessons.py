"""What newcomers are told, each thing once, when it is needed; and the game in which it comes early.

A lesson is true with the options of its table: where a sea monster may turn up, it says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import Cards
from games.contract import Course, Lesson
from games.skull_king import scoring, trick
from games.skull_king.cards import (
    ESCAPE_CARDS,
    FACES,
    FACES_OF_CARD,
    KIND,
    KING,
    KRAKEN,
    LOOTS,
    MERMAIDS,
    TRUMPS,
    WHALE,
    Kind,
)
from games.skull_king.dealing import cards_dealt, tricks_done
from games.skull_king.options import SkullKingOptions
from games.skull_king.rules import playable
from games.skull_king.state import Table, View
from games.skull_king.variants import CANNONBALL_PER_CARD, PER_CARD
from games.text import Text, _, _n

_COURSE = Course(SkullKingOptions(length="even"), players=4, seed=(273).to_bytes(32))


def course() -> Course:
    """Ten rounds of even length, a deal in which all of it comes up early."""
    return _COURSE


def lessons(view: View) -> tuple[Lesson, ...]:
    """What is worth explaining to this seat now, what is needed first standing first."""
    if view.seat is None:
        return ()
    return tuple(Lesson(name, text) for name, text in _told(view, view.table))


def _told(view: View, table: Table) -> Iterator[tuple[str, Text]]:
    asked = view.seat in view.to_act
    match table.phase:
        case "bid":
            if asked:
                yield from _bidding(table)
            yield from _points(view, table)
            if asked:
                yield from _worth(table)
                yield from _cards_in_hand(view, table)
        case "load" if asked:
            yield (
                "load",
                _(
                    "Load in secret. Grapeshot pays {grapeshot} points a card, half if you're one trick "
                    "off. A cannonball pays {cannonball}, but only for an exact bid.",
                    grapeshot=PER_CARD,
                    cannonball=CANNONBALL_PER_CARD,
                ),
            )
        case "power" if asked:
            yield (
                "power",
                _("Your pirate won the trick, so you use his power at once. Each of the five has another."),
            )
        case "play":
            yield from _taken(table)
            if asked:
                yield from _playing(view, table)
        case _:
            return


# Before the bid


def _bidding(table: Table) -> Iterator[tuple[str, Text]]:
    """What a trick is and which cards take it, and what a bid is worth."""
    if not table.setup.scoring.rascal:
        text = _(
            "A trick: one card each. The strongest takes it: Skull King, pirates, mermaids, black. Bid "
            "how many you'll take: exact pays 20 points each, 0 pays 10 a card."
        )
        yield "trick", _mostly(table, text)
        return
    text = _(
        "A trick: one card each. The strongest takes it: Skull King, pirates, mermaids, then black. Bid how "
        "many you'll take: it pays to be exactly right."
    )
    yield "trick", _mostly(table, text)
    yield (
        "rascal",
        _(
            "Exactly right pays {points} points for each card dealt, one trick off pays half.",
            points=PER_CARD,
        ),
    )


def _worth(table: Table) -> Iterator[tuple[str, Text]]:
    """How to find a bid."""
    yield (
        "count",
        _(
            "To find your bid, count the cards that should win: pirates, the Skull King, high black cards. "
            "Low numbers and escapes win next to nothing."
        ),
    )
    if not table.setup.scoring.rascal:
        yield (
            "zero",
            _(
                "You may bid 0: take no trick at all and you get 10 points for each card dealt, {points} "
                "now. Take one, and you lose as many.",
                points=10 * table.dealt,
            ),
        )


def _cards_in_hand(view: View, table: Table) -> Iterator[tuple[str, Text]]:
    """The cards that I hold for the first time."""
    edition, hand = table.setup.edition, view.hand
    if not TRUMPS.cards.isdisjoint(hand):
        text = _("The black suit is trump: its lowest card beats the highest number of any other suit.")
        yield "trump", _mostly(table, text)
    if Kind.PIRATE in hand.translate(KIND):
        text = _(
            "A pirate beats every number and mermaid, unless the Skull King joins the trick. Of several "
            "pirates, the first one wins."
        )
        yield "pirate", _mostly(table, text)
    if not set(MERMAIDS).isdisjoint(hand):
        text = _(
            "A mermaid beats every number and loses to pirates. But if the Skull King is there, she beats "
            "everybody: {points} extra if you make your bid.",
            points=edition.mermaid_takes_king,
        )
        yield "mermaid", _mostly(table, text)
    if KING in hand:
        text = _(
            "The Skull King beats everything but a mermaid. Each pirate he takes is {points} extra if you "
            "make your bid.",
            points=edition.per_pirate,
        )
        yield "king", _mostly(table, text)
    if not set(ESCAPE_CARDS).isdisjoint(hand):
        yield (
            "escape",
            _("An escape loses to any card that tries to win. Keep it for a trick you don't want."),
        )
    if edition.either in hand:
        either = FACES[edition.either].label
        yield (
            "either",
            _("{card} is a pirate or an escape: you say which when you play the card.", card=either),
        )
    if any(face in edition.fourteens for face in hand):
        yield (
            "fourteen",
            _(
                "A 14 pays {points} extra, the black one {black}, to whoever takes it and makes the bid, no "
                "matter who played it.",
                points=min(edition.fourteens.values()),
                black=max(edition.fourteens.values()),
            ),
        )
    yield from _expansions(table, hand)


def _expansions(table: Table, hand: Cards) -> Iterator[tuple[str, Text]]:
    if not set(LOOTS).isdisjoint(hand):
        yield (
            "loot",
            _(
                "Loot loses like an escape. Whoever else takes it becomes your ally: if you both make your "
                "bids, you both get {points} extra.",
                points=scoring.ALLIANCE,
            ),
        )
    if KRAKEN in hand:
        yield "kraken", _("The Kraken drags its trick down: nobody takes it, and nothing in it counts.")
    if WHALE in hand:
        yield (
            "whale",
            _("Under the White Whale the highest number takes the trick, whatever its suit."),
        )


def _mostly(table: Table, text: Text) -> Text:
    """The same where sea monsters may change everything."""
    if table.setup.kraken or table.setup.white_whale:
        return _("{lesson} (Sea monsters aside.)", lesson=text)
    return text


# While tricks are played


def _playing(view: View, table: Table) -> Iterator[tuple[str, Text]]:
    edition, played = table.setup.edition, table.trick
    if not played:
        yield (
            "lead",
            _(
                "You lead: yours is the first card of the trick. After a number, players who have its suit "
                "(its sign and colour) must follow it or play a special card."
            ),
        )
    elif (suit := trick.suit_led(played, edition)) is not None:
        yield from _following(view, table, suit.cards.isdisjoint(view.hand))
    elif trick.suit_is_open(played, edition):
        yield (
            "open",
            _("Only special cards lie there so far. A number now sets the suit."),
        )
    else:
        yield (
            "no-suit",
            _("A strong special card came first: nobody has to follow."),
        )
    yield from _counting(view, table)
    yield from _cards_in_hand(view, table)


def _following(view: View, table: Table, void: bool) -> Iterator[tuple[str, Text]]:
    edition = table.setup.edition
    suit = trick.suit_name(table.trick, edition)
    if void:
        yield (
            "void",
            _(
                "You can't follow, so anything goes: win with something stronger, or get rid of a card you "
                "don't want."
            ),
        )
    elif len(playable(view.hand, table.trick, edition)) < len(view.hand):
        yield (
            "follow",
            _(
                "The suit is {suit}, so you must follow: play one of those. Special cards, the ones without "
                "a number, are always allowed.",
                suit=suit,
            ),
        )


def _counting(view: View, table: Table) -> Iterator[tuple[str, Text]]:
    """Where my tricks stand against my bid."""
    seat = view.seat or 0
    bid, taken = table.bids[seat], table.taken[seat]
    if taken == bid and taken:
        yield (
            "enough",
            _(
                "You have the tricks you bid: now lose the rest! Throw your strong cards on tricks that "
                "others win."
            ),
        )
    elif taken < bid and bid - taken == len(view.hand) and _may_win(view, table):
        yield "every", _("You need every trick that is left, so play to win.")


def _may_win(view: View, table: Table) -> bool:
    """Whether the seat has a card that would take the trick as it lies there."""
    cards = playable(view.hand, table.trick, table.setup.edition)
    return any(
        trick.settle(table.trick + FACES_OF_CARD[card][:1], table.setup).taker == len(table.trick)
        for card in cards
    )


def _taken(table: Table) -> Iterator[tuple[str, Text]]:
    """The lesson on how the latest trick was decided; nothing while another one lies on the table."""
    if table.trick or not tricks_done(table) or table.used is not None:
        return
    verdict = trick.settle(table.last, table.setup)
    if verdict.taker is None:
        return
    yield (
        "taken",
        _(
            "The crown shows who took the trick, and the line above the cards says why. They lead the next "
            "one; the others follow clockwise."
        ),
    )
    if trick.bonus(table.last, verdict, table.setup.edition) and not table.setup.scoring.rascal:
        yield (
            "bonus",
            _("The gold coin shows bonus points for this trick. They count only if the bid is made exactly."),
        )


# Why these points


def _points(view: View, table: Table) -> Iterator[tuple[str, Text]]:
    """How my points of the round that has just ended came about."""
    rounds = scoring.rounds_of(table.score_sheet, table.players)
    if not rounds or table.setup.scoring.rascal or view.seat is None:
        return
    entry, cards = rounds[-1][view.seat], cards_dealt(table, table.complete)
    if not entry.wager:
        yield ("points", _why(entry)) if entry.bid else ("points-zero", _why_of_zero(entry, 10 * cards))


def _why(entry: scoring.Entry) -> Text:
    if entry.made and entry.bonus:
        return _n(
            "You bid {count} trick and took it: that pays 20 points, and your bonuses {bonus} more.",
            "You bid {count} tricks and took {count}: each pays 20 points, and your bonuses {bonus} more.",
            entry.bid,
            bonus=entry.bonus,
        )
    if entry.made:
        return _n(
            "You bid {count} trick and took it: that pays 20 points.",
            "You bid {count} tricks and took {count}: each pays 20 points.",
            entry.bid,
        )
    return _n(
        "You bid {bid} and took {taken}: {count} trick off costs 10 points, and nothing else counts.",
        "You bid {bid} and took {taken}: {count} tricks off cost 10 points each, and nothing else counts.",
        abs(entry.bid - entry.taken),
        bid=entry.bid,
        taken=entry.taken,
    )


def _why_of_zero(entry: scoring.Entry, points: int) -> Text:
    if entry.made:
        return _("You bid 0 and took nothing: 10 points for each card dealt makes {points}.", points=points)
    return _(
        "You bid 0 but took a trick: that costs 10 points for each card dealt, so {points}.", points=points
    )
