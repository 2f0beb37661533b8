"""The rules, each said once, for the edition and options at a table, and when newcomers are told of each; and
the game in which it comes early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games import shared_words
from games.cards import Card, Cards
from games.contract import Chapter, Course, Rule
from games.skull_king import scoring, trick
from games.skull_king.cards import (
    BENDT,
    BLACK,
    BLACK_FOURTEEN,
    ESCAPE_CARDS,
    FACES,
    FACES_OF_CARD,
    HARRY,
    JUANITA,
    KIND,
    KING,
    KRAKEN,
    LOOTS,
    MERMAIDS,
    PLAIN_PIRATES,
    RASCAL,
    ROSIE,
    TIGRESS,
    TRUMPS,
    WHALE,
    Kind,
)
from games.skull_king.dealing import tricks_done
from games.skull_king.options import SkullKingOptions
from games.skull_king.position import SkullKingPosition
from games.skull_king.robot import high_cards
from games.skull_king.rules import playable
from games.skull_king.state import Setup, View
from games.skull_king.variants import CANNONBALL_PER_CARD, PER_CARD
from games.text import Listed, Text, _, _n

MERMAID_WINS = _("Mermaid and Skull King in one trick: the mermaid wins!")
EARLY = 3
"""Rounds after whose end nobody is told what is plain by then."""
_SEED = (13482).to_bytes(32)
_SEED_OF_CLASSIC = (1368).to_bytes(32)


def course(options: SkullKingOptions | None = None) -> Course:
    """Rounds of even length; of the first edition, which has no other, all but the first."""
    wanted = SkullKingOptions() if options is None else options
    if wanted.edition == "classic":
        return Course(wanted, 4, _SEED_OF_CLASSIC, SkullKingPosition(round=2))
    return Course(wanted.model_copy(update={"length": "even", "extra_round": False}), 4, _SEED)


def rulebook(options: SkullKingOptions, view: View | None = None) -> tuple[Chapter, ...]:
    """All of it, in the order in which it is needed."""
    setup = options.setup if view is None else view.table.setup
    chapters = (
        Chapter(shared_words.THE_GAME, tuple(_overview(setup, None if view is None else view.players))),
        Chapter(_("Bids"), tuple(_bids(setup)), _in_phase("bid", "load")),
        Chapter(_("Tricks"), tuple(_tricks()), _in_phase("play")),
        Chapter(_("Making your bid"), tuple(_tips()), _in_phase("play")),
        Chapter(_("Following suit"), tuple(_following(setup)), _in_phase("play")),
        Chapter(shared_words.THE_CARDS, tuple(_cards(setup))),
        Chapter(_("Special cards"), tuple(_specials(setup))),
        Chapter(_("Sea monsters and loot"), tuple(_expansions(setup))),
        Chapter(_("Pirate powers"), tuple(_powers(setup)), _in_phase("power")),
        Chapter(_("If only two play: Graybeard, the ghost"), tuple(_graybeard(setup))),
        Chapter(_("Bonuses"), tuple(_bonuses(setup))),
    )
    return tuple(chapter for chapter in chapters if chapter.rules)


def drawn_lines(book: Sequence[Chapter]) -> list[Rule]:
    """The rules that the drawn page says in words: of cannonballs, and of cards that its ladder lacks."""
    return [
        rule
        for chapter in book
        for rule in chapter.rules
        if (rule.cards and rule.cards not in _LADDER) or rule.lesson == "load"
    ]


def ladder_lines(book: Sequence[Chapter]) -> list[Rule]:
    """The rules that its ladder shows."""
    return [rule for chapter in book for rule in chapter.rules if rule.cards in _LADDER]


_LADDER = (bytes((KING,)), PLAIN_PIRATES[:1], MERMAIDS[:1], ESCAPE_CARDS[:1], bytes((BLACK_FOURTEEN,)))


# When it is told


def _in_phase(*phases: str) -> Callable[[View], bool]:
    return lambda view: view.table.phase in phases


def _bidding(view: View) -> bool:
    return view.table.phase == "bid"


def _again(view: View) -> bool:
    """Bids, and has played a round before."""
    return _bidding(view) and bool(view.table.score_sheet)


def _thinks_of_zero(view: View) -> bool:
    """Has bid 0, or holds nothing that looks like a trick; or has bid often enough to hear of all bids."""
    rounds = scoring.rounds_of(view.table.score_sheet, view.players) if _bidding(view) else []
    return bool(rounds) and (
        rounds[-1][view.seat or 0].bid == 0 or not high_cards(view.hand) or len(rounds) >= EARLY - 1
    )


def _early(view: View) -> bool:
    return view.table.phase == "play" and view.table.complete < EARLY


def _suit(view: View) -> Cards | None:
    """The suit that must be followed."""
    followed = trick.suit_led(view.table.trick, view.table.setup.edition)
    return None if view.table.phase != "play" or followed is None else bytes(followed.cards)


def _has_suit(view: View) -> bool | None:
    """Whether the seat has the suit that must be followed; None: there is none."""
    suit = _suit(view)
    return None if suit is None else any(card in suit for card in view.hand)


def _must_follow(view: View) -> bool:
    return _has_suit(view) is False or (bool(_has_suit(view)) and len(_playable(view)) < len(view.hand))


def _may_lay_special(view: View) -> bool:
    return bool(_has_suit(view)) and any(not FACES[card].number for card in view.hand)


def _suit_is_open(view: View) -> bool:
    table = view.table
    return _lies(view) and trick.suit_is_open(table.trick, table.setup.edition)


def _has_no_suit(view: View) -> bool:
    return _lies(view) and _suit(view) is None and not _suit_is_open(view)


def _lies(view: View) -> bool:
    return view.table.phase == "play" and bool(view.table.trick)


def _leads(view: View) -> bool:
    return view.table.phase == "play" and not view.table.trick


def _playable(view: View) -> Cards:
    return playable(view.hand, view.table.trick, view.table.setup.edition)


def _missing(view: View) -> int | None:
    """The tricks that the seat still needs; None while none are played."""
    seat = view.seat or 0
    return view.table.bids[seat] - view.table.taken[seat] if view.table.phase == "play" else None


def _may_win(view: View) -> bool:
    """Needs a trick and has a card that would take this one as it lies."""
    table = view.table
    return (_missing(view) or 0) > 0 and any(
        trick.settle(table.trick + FACES_OF_CARD[card][:1], table.setup).taker == len(table.trick)
        for card in _playable(view)
    )


def _has_enough(view: View) -> bool:
    return _missing(view) == 0 and view.table.bids[view.seat or 0] > 0


def _was_paid(view: View) -> bool:
    """The latest trick of this round had a bonus."""
    table = view.table
    if not _leads(view) or not tricks_done(table):
        return False
    return bool(trick.bonus(table.last, trick.settle(table.last, table.setup), table.setup.edition))


def _holds(cards: Cards) -> Callable[[View], bool]:
    return lambda view: view.table.phase in ("bid", "play") and any(card in cards for card in view.hand)


def _holds_pirate(view: View) -> bool:
    return view.table.phase in ("bid", "play") and Kind.PIRATE in view.hand.translate(KIND)


# What is told


def _overview(setup: Setup, sitting: int | None) -> Iterator[Rule]:
    """`sitting`: how many play, if that is known."""
    rounds = setup.length.rounds
    yield Rule(_rounds(rounds))
    for players, cards in setup.edition.hand_limits.items():
        if max(rounds) > cards and sitting in (None, players):
            yield Rule(_("With {players} players: {cards} cards each at most.", players=players, cards=cards))
    if setup.chosen.extra_round:
        yield Rule(
            _(
                "Most points win. A tie for first is played off with one more round like the last. A tie "
                "then stands."
            )
        )
    else:
        yield Rule(_("Most points win. Ties share the place."))


def _rounds(rounds: tuple[int, ...]) -> Text:
    first, last = rounds[0], rounds[-1]
    if len(rounds) == 1:
        return _n("One round of {count} card each.", "One round of {count} cards each.", first)
    if rounds == tuple(range(first, last + 1)):
        return _n(
            "{rounds} rounds: {count} card each in the first, then one more each time, up to {last}.",
            "{rounds} rounds: {count} cards each in the first, then one more each time, up to {last}.",
            first,
            rounds=len(rounds),
            last=last,
        )
    if len(set(rounds)) == 1:
        return _n(
            "{rounds} rounds of {count} card each.",
            "{rounds} rounds of {count} cards each.",
            first,
            rounds=len(rounds),
        )
    cards = Listed(rounds)
    return _("{rounds} rounds. Cards each, round by round: {cards}.", rounds=len(rounds), cards=cards)


def _bids(setup: Setup) -> Iterator[Rule]:
    if setup.scoring.rascal:
        text = _(
            "A trick: a card from each, the best wins. Bid how many you'll win. Exact: {points} for each "
            "card dealt. One off: half. Else nothing.",
            points=PER_CARD,
        )
    else:
        text = _(
            "A trick: a card from each, the best wins. Bid how many you'll win. Hit it: 20 points each. "
            "Miss: lose 10 for each off."
        )
    yield Rule(text, "trick", _bidding)
    if not setup.scoring.rascal:
        zero = _("Bid 0 and make it: 10 points for each card you were dealt. Miss it: lose as many.")
        yield Rule(zero, "zero", _thinks_of_zero)
    highest = setup.edition.highest
    count = _(
        "Pirates, mermaids and the Skull King beat numbers. For your bid count each, every {highest} "
        "and black from 10 up.",
        highest=highest,
    )
    yield Rule(count, "count", _again)
    yield Rule(_("The bids stay secret until all are in. Then, yo-ho-ho, they're shown together."))
    if setup.scoring.cannonball:
        yield Rule(
            _("After the bids, all load in secret: grapeshot, which scores as above, or a cannonball.")
        )
        load = _("Cannonball: {points} a card if exact, else nothing", points=CANNONBALL_PER_CARD)
        yield Rule(load, "load", _in_phase("load"))


def _tricks() -> Iterator[Rule]:
    card = _(
        "One card each, clockwise. The highest number in the first card's suit (colour) wins, unless black "
        "or a special card (without a number) beats it."
    )
    yield Rule(card, "card", _early)
    follow = _("Does the first card have a number? Follow: play its suit if you can, otherwise any card.")
    yield Rule(follow, "follow", _must_follow)
    yield Rule(_("Of equal cards the first one wins; where nothing can win, the first card of all."))


def _tips() -> Iterator[Rule]:
    short = _("Still short of your bid? Win while you can; where you can't, throw your weakest card away.")
    yield Rule(short, "short", _may_win)
    enough = _("Got as many tricks as you bid? Lose the rest: throw your strong cards away.")
    yield Rule(enough, "enough", _has_enough)
    plates = _(
        "Under each card: tricks won / bid, and all points. The crown is on the card that wins so far, the "
        "flag with who leads."
    )
    yield Rule(plates, "taken", _early, of_picture=True)


def _following(setup: Setup) -> Iterator[Rule]:
    yield Rule(
        _("Whoever takes a trick leads the next: plays first. Each round, the first lead moves one seat on."),
        "lead",
        _leads,
    )
    yield Rule(
        _("Special cards, the ones without a number, may always be played."), "special", _may_lay_special
    )
    if setup.edition.options:
        passing = (
            _("Escape, Loot and Tigress as an escape") if setup.loot else _("Escape and Tigress as an escape")
        )
        yield Rule(_("{cards}: if first, the next card sets the suit.", cards=passing), "open", _suit_is_open)
        yield Rule(
            _("If a pirate, a mermaid or mightier is first, the trick has no suit: play what you like."),
            "no-suit",
            _has_no_suit,
        )
    else:
        yield Rule(_("If a special card is first, the next number sets the suit."), "open", _suit_is_open)
    if setup.kraken or setup.white_whale:
        yield Rule(_("A suit once set stays set, even when a sea monster turns up."))


def _cards(setup: Setup) -> Iterator[Rule]:
    edition = setup.edition
    plain = Listed(tuple(_named(suit.symbol, suit.name) for suit in edition.suits if suit is not BLACK))
    yield Rule(
        _("Three suits with the numbers 1 to {highest}: {suits}.", highest=edition.highest, suits=plain)
    )
    black = _(
        "{suit}, also 1 to {highest}, is trump: its lowest beats the highest of the others.",
        suit=_named(BLACK.symbol, BLACK.name),
        highest=edition.highest,
    )
    yield Rule(_mostly(setup, black), "trump", _holds(bytes(TRUMPS.cards)), bytes((BLACK_FOURTEEN,)))


def _specials(setup: Setup) -> Iterator[Rule]:
    edition = setup.edition
    pirates = _named(FACES[PLAIN_PIRATES[0]].symbol, _("Pirates"))
    text = _(
        "{cards} (×{count}) beat numbers and mermaids. Of several in a trick, the first one wins.",
        cards=pirates,
        count=5,
    )
    yield Rule(_mostly(setup, text), "pirate", _holds_pirate, PLAIN_PIRATES[:1])
    text = _(
        "{card} (×{count}): beats numbers, loses to pirates. With the Skull King in the trick she beats "
        "everybody.",
        card=_face(MERMAIDS[0]),
        count=len(MERMAIDS),
    )
    yield Rule(_mostly(setup, text), "mermaid", _holds(MERMAIDS), MERMAIDS[:1])
    king = _("{card}: beats everything but a mermaid.", card=_face(KING))
    yield Rule(_mostly(setup, king), "king", _holds(bytes((KING,))), bytes((KING,)))
    escape = _(
        "{card} (×{count}): hardly ever takes a trick. Your way out.", card=_face(ESCAPE_CARDS[0]), count=5
    )
    yield Rule(escape, "escape", _holds(ESCAPE_CARDS), ESCAPE_CARDS[:1])
    either = bytes((edition.either,))
    text = _("{card}: a pirate or an escape, as you say", card=_face(edition.either))
    yield Rule(text, "either", _holds(either), either)


def _expansions(setup: Setup) -> Iterator[Rule]:
    kraken, whale = bytes((KRAKEN,)), bytes((WHALE,))
    if setup.kraken:
        yield Rule(_("Kraken: nobody takes the trick"), "kraken", _holds(kraken), kraken)
        if setup.chosen.kraken_lead == "left":
            yield Rule(_("Nothing in it counts. The player left of the Kraken's leads next."))
        else:
            yield Rule(_("Nothing in it counts. Whoever would have had it leads next."))
    if setup.white_whale:
        yield Rule(_("White Whale: the highest number wins, any suit"), "whale", _holds(whale), whale)
        if setup.chosen.whale_lead == "taker":
            yield Rule(
                _("Without a number nobody takes the whale's trick, and whoever would have leads next.")
            )
        else:
            yield Rule(_("Without a number nobody takes the whale's trick, and its player leads next."))
    if setup.kraken and setup.white_whale:
        yield Rule(_("With both, the second one acts; the first is an escape."))
    if setup.loot:
        text = _("Loot: giver and taker both make it, {points} each", points=scoring.ALLIANCE)
        yield Rule(text, "loot", _holds(LOOTS), LOOTS[:1])
        yield Rule(_("Loot (×{count}) loses like an escape.", count=len(LOOTS)))


def _powers(setup: Setup) -> Iterator[Rule]:
    if not setup.chosen.powers:
        return
    text = _(
        "Win a trick with one of these and use its power at once. The {tigress} has none.",
        tigress=FACES[TIGRESS].label,
    )
    yield Rule(text, "power", _in_phase("power"))
    yield Rule(_("Rosie: choose who leads next"), cards=bytes((ROSIE,)))
    yield Rule(_("Bendt: draw 2 cards, discard 2"), cards=bytes((BENDT,)))
    yield Rule(_("Rascal: bet up to 20 on your bid"), cards=bytes((RASCAL,)))
    yield Rule(_("Juanita: look at the undealt cards"), cards=bytes((JUANITA,)))
    yield Rule(_("Harry: change your bid by one"), cards=bytes((HARRY,)))
    yield Rule(_("In a round's last trick only {pirate} has power.", pirate=FACES[HARRY].label))


def _graybeard(setup: Setup) -> Iterator[Rule]:
    if not setup.chosen.graybeard:
        return
    yield Rule(_("Two play with a ghost: Graybeard gets a third hand, but neither bids nor scores."))
    yield Rule(
        _("He always plays second: the top card of his pile, whatever the suit. His Tigress is an escape.")
    )
    yield Rule(
        _("If he takes a trick, he leads the next. Then plays whoever of you led last, then the other.")
    )
    yield Rule(_("You two lead the rounds in turn. No loot, and no pirate powers for him."))


def _bonuses(setup: Setup) -> Iterator[Rule]:
    """What an exact bid is paid on top."""
    edition = setup.edition
    if setup.scoring.rascal:
        yield Rule(_("Bonuses: in full for an exact bid, half if one off."), "bonus", _was_paid)
    else:
        text = _("A gold coin marks bonuses. They count only if you make your bid.")
        yield Rule(text, "bonus", _was_paid, of_picture=True)
    yield Rule(_("{points} for each pirate in a trick that the Skull King takes", points=edition.per_pirate))
    if FACES_OF_CARD[edition.either][-1] in edition.king_takes:
        yield Rule(_("{card} counts as a pirate here, even as an escape", card=_face(edition.either)))
    yield Rule(_("{points} for a mermaid that takes the Skull King", points=edition.mermaid_takes_king))
    if edition.per_mermaid:
        yield Rule(_("{points} for each mermaid in a trick that a pirate takes", points=edition.per_mermaid))
    if edition.fourteens:
        text = _(
            "{points} for each 14 in your tricks, whoever played it, {black} for the black one",
            points=min(edition.fourteens.values()),
            black=edition.fourteens[BLACK_FOURTEEN],
        )
        yield Rule(text, "fourteen", _holds(bytes(edition.fourteens)))
    if setup.white_whale:
        yield Rule(_("Under the White Whale only fourteens and loot earn bonuses."))


def _mostly(setup: Setup, text: Text) -> Text:
    """The same where sea monsters may change everything."""
    if setup.kraken or setup.white_whale:
        return _("{lesson} (Sea monsters aside.)", lesson=text)
    return text


def _named(symbol: str, name: Text) -> Text:
    return _("{symbol} {card}", symbol=symbol, card=name)


def _face(face: Card) -> Text:
    return _named(FACES[face].symbol, FACES[face].label)
