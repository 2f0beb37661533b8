"""The rules in short, for the edition and the options at this table: enough for a newcomer to play from."""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import Section
from games.skull_king.cards import (
    BLACK,
    BLACK_FOURTEEN,
    ESCAPE_CARDS,
    FACES,
    FACES_OF_CARD,
    KING,
    KRAKEN,
    LOOTS,
    MERMAIDS,
    PLAIN_PIRATES,
    WHALE,
)
from games.skull_king.editions import EDITIONS, Edition
from games.skull_king.options import SkullKingOptions, describe_options
from games.skull_king.scoring import ALLIANCE
from games.skull_king.state import Phase, View
from games.text import Listed, Text, _, _n


def rules(options: SkullKingOptions, view: View | None) -> tuple[Section, ...]:
    """Overview, cards, following, who wins, what is going on now, scoring, and what this table chose."""
    edition = EDITIONS[options.edition]
    return (
        Section(_("The game"), tuple(_overview(edition))),
        *(() if view is None else (_this_phase(view),)),
        Section(_("The cards"), tuple(_cards(edition, options))),
        Section(_("Following suit"), tuple(_following(edition, options))),
        Section(_("Who takes the trick"), tuple(_winning(options))),
        Section(_("Scoring"), tuple(_scoring(edition, options))),
        Section(_("At this table"), describe_options(options)),
    )


def _overview(edition: Edition) -> Iterator[Text]:
    yield _(
        "Say how many tricks you will take, then take exactly that many: not one fewer, and not one more."
    )
    yield _n(
        "There is {count} round: each is dealt {last} cards.",
        "There are {count} rounds: {first} card each in the first, then always one more, {last} in the last.",
        len(edition.rounds),
        first=edition.rounds[0],
        last=edition.rounds[-1],
    )
    for players, cards in edition.hand_limits.items():
        yield _(
            "With {players} players nobody is ever dealt more than {cards} cards.",
            players=players,
            cards=cards,
        )
    yield _(
        "A trick is one card from everybody, one after the other, clockwise. The strongest card takes it, "
        "and whoever takes it leads the next. The first lead moves on by one seat every round."
    )
    yield _("Most points after the last round wins; equal points share the place.")


def _this_phase(view: View) -> Section:
    return Section(_("What happens now"), tuple(_now(view.table.phase)))


def _now(phase: Phase) -> Iterator[Text]:
    match phase:
        case "bid":
            yield _("Everybody looks at their cards and bids a number of tricks, all at the same time.")
            yield _("Nobody sees a bid before all have bid. Then, yo-ho-ho, they are shown together.")
            yield _("A bid of 0 is a bid like any other. It scores if you can stay out of every trick.")
        case "play":
            yield _(
                "Tricks are played. My hand shows which of your cards may be played, and why not the others."
            )
            yield _("Once you have as many tricks as you bid, lose the rest: throw your strong cards away.")
        case "over":
            yield _("The game is over. The score sheet shows how it came about.")


def _cards(edition: Edition, options: SkullKingOptions) -> Iterator[Text]:
    plain = Listed(tuple(_named(suit.symbol, suit.name) for suit in edition.suits if suit is not BLACK))
    yield _("Three suits with the numbers 1 to {highest}: {suits}.", highest=edition.highest, suits=plain)
    yield _(
        "{suit}, also 1 to {highest}, trumps the other suits: its lowest beats their highest.",
        suit=_named(BLACK.symbol, BLACK.name),
        highest=edition.highest,
    )
    yield _(
        "{card} (×{count}): hardly ever takes a trick. Your way out.", card=_face(ESCAPE_CARDS[0]), count=5
    )
    pirates = _named(FACES[PLAIN_PIRATES[0]].symbol, _("Pirates"))
    yield _(
        "{cards} (×{count}): beat every number and mermaids; of several, the first one played.",
        cards=pirates,
        count=5,
    )
    yield _("{card}: a pirate or an escape, as you say when you play it.", card=_face(edition.either))
    yield _("{card}: beats everything but a mermaid.", card=_face(KING))
    yield _(
        "{card} (×{count}): beats every number, loses to pirates; but with the Skull King in the trick she "
        "beats everybody.",
        card=_face(MERMAIDS[0]),
        count=len(MERMAIDS),
    )
    if options.loot:
        yield _(
            "{card} (×{count}): loses like an escape; who plays it and who takes it become allies.",
            card=_face(LOOTS[0]),
            count=len(LOOTS),
        )
    if options.kraken:
        yield _("{card}: nobody takes its trick, and nothing in it counts.", card=_face(KRAKEN))
    if options.white_whale:
        yield _(
            "{card}: in its trick only numbers count, and black is a suit like the others.", card=_face(WHALE)
        )


def _following(edition: Edition, options: SkullKingOptions) -> Iterator[Text]:
    yield _("If a number is led, follow its suit if you can. If you cannot, play any card.")
    yield _("A special card (one without a number) may always be played, even if you could follow.")
    if edition.expansions:
        passing = (
            _("Escape, Loot and Tigress as an escape")
            if options.loot
            else _("Escape and Tigress as an escape")
        )
        yield _("{cards}, when led, leave the choice of the suit to the next card.", cards=passing)
        yield _("Any other special card, when led: this trick has no suit, and everybody may play any card.")
    else:
        yield _("If a special card is led, the next number sets the suit, whatever comes in between.")


def _winning(options: SkullKingOptions) -> Iterator[Text]:
    yield _("The first of these that applies:")
    yield _("1. With the Skull King and a mermaid in the trick: the mermaid (of two, the first).")
    yield _("2. The Skull King.")
    yield _("3. The first pirate.")
    yield _("4. The first mermaid.")
    yield _("5. The highest black number.")
    yield _("6. The highest number of the suit that was set.")
    yield _("7. If nobody played to win: the card that was led.")
    if options.kraken:
        yield _(
            "With the Kraken nobody takes the trick. Whoever would have taken it otherwise leads the next."
        )
    if options.white_whale:
        yield _(
            "With the White Whale the highest number wins, whatever its suit; of equals the first. If there "
            "is no number, nobody takes the trick, and whoever played the whale leads the next."
        )
    if options.kraken and options.white_whale:
        yield _("With both, only the one played second acts; the other counts as an escape.")


def _scoring(edition: Edition, options: SkullKingOptions) -> Iterator[Text]:
    yield _("A bid of 1 or more, made exactly: 20 points for each trick.")
    yield _("Missed: 10 points lost for each trick too many or too few.")
    yield _("A bid of 0, made: 10 points for each card that you were dealt. Missed: as many lost.")
    yield _("These bonuses count only for those who make their bid exactly:")
    yield _("{points} for each pirate in a trick that the Skull King takes", points=edition.per_pirate)
    if FACES_OF_CARD[edition.either][-1] in edition.king_takes:
        yield _(
            "{card} counts as a pirate for that, even when played as an escape", card=_face(edition.either)
        )
    yield _("{points} for a mermaid that takes the Skull King", points=edition.mermaid_takes_king)
    if edition.per_mermaid:
        yield _("{points} for each mermaid in a trick that a pirate takes", points=edition.per_mermaid)
    if edition.fourteens:
        yield _(
            "{points} for each 14 in your tricks, whoever played it, {black} for the black one",
            points=min(edition.fourteens.values()),
            black=edition.fourteens[BLACK_FOURTEEN],
        )
    if options.loot:
        yield _(
            "{points} each for allies, who took a loot and who had played it, if both make their bids",
            points=ALLIANCE,
        )
    if options.white_whale:
        yield _(
            "Under the White Whale pirates, mermaids and the Skull King earn nothing; fourteens and loot do."
        )


def _named(symbol: str, name: Text) -> Text:
    return _("{symbol} {card}", symbol=symbol, card=name)


def _face(face: int) -> Text:
    return _named(FACES[face].symbol, FACES[face].label)
