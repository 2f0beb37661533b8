"""Words that several screens share: cards, players, figures, and why a trick ended as it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from games.cards import Cards
from games.skull_king import trick
from games.skull_king.cards import (
    BEASTS,
    BENDT,
    FACES,
    HARRY,
    KIND,
    KING,
    RASCAL,
    ROSIE,
    SUITS,
    TRUMPS,
    WHALE,
    FaceNumber,
    Kind,
    Suit,
)
from games.skull_king.editions import Edition
from games.skull_king.scoring import ALLIANCE, Entry
from games.skull_king.state import GRAYBEARD, Setup, UsedPower
from games.skull_king.trick import Verdict
from games.text import Listed, Player, Seat, Text, Value, _, _n


def card_words(face: FaceNumber) -> Text:
    """A card with its symbol: "🦜 Parrot 12", "🐯 Tigress as a pirate"."""
    shown = FACES[face]
    if shown.played_as is None:
        return _("{symbol} {card}", symbol=shown.symbol, card=shown.label)
    return _("{symbol} {card} {as_what}", symbol=shown.symbol, card=shown.label, as_what=shown.played_as)


def cards_words(cards: Cards) -> Listed:
    """Many cards in few words, whatever their order: a suit's numbers together, and how many are alike."""
    suits = [_suit_words(suit, held) for suit in SUITS if (held := _numbers_of(suit, cards))]
    alike: dict[str, list[FaceNumber]] = {}
    for card in sorted(cards):
        if FACES[card].suit is None:
            alike.setdefault(FACES[card].short.rstrip("0123456789"), []).append(card)
    return Listed((*suits, *map(_alike_words, alike.values())))


def _numbers_of(suit: Suit, cards: Cards) -> list[int]:
    """The numbers of the suit's cards among these, upwards."""
    return [FACES[card].number for card in sorted(cards) if FACES[card].suit is suit]


def _suit_words(suit: Suit, held: list[int]) -> Text:
    numbers = " ".join(map(str, held))
    return _("{symbol} {suit} {numbers}", symbol=suit.symbol, suit=suit.name, numbers=numbers)


def _alike_words(held: list[FaceNumber]) -> Text:
    card = card_words(held[0])
    return card if len(held) == 1 else _("{card} ({count})", card=card, count=len(held))


def who(seat: Seat) -> Value:
    """A player by name, or Graybeard."""
    return _("Graybeard") if seat == GRAYBEARD else Player(seat)


def trick_words(
    played: Cards, order: Sequence[Seat], setup: Setup, *, counts: bool = True
) -> tuple[Text, ...]:
    """How a complete trick ended, in sentences: who took it and why; and what that is worth and who became
    allies, if the taker's bid `counts`, that is may still be made.
    """
    verdict, edition = trick.settle(played, setup), setup.edition
    leads_next = who(order[verdict.leads_next])
    if verdict.taker is None:
        return (_nobody_takes(played, verdict, setup, leads_next),)
    lines = [_somebody_takes(played, verdict, edition, leads_next)]
    if order[verdict.taker] == GRAYBEARD or not counts:
        return tuple(lines)
    if bonus := trick.bonus(played, verdict, edition):
        lines.append(_("Worth {bonus} more if {player} makes the bid.", bonus=bonus, player=leads_next))
    lines += [
        _(
            "{player} and {ally} are loot allies: {points} each if both make their bids.",
            player=leads_next,
            ally=who(order[place]),
            points=ALLIANCE,
        )
        for place in trick.allies(played, verdict)
    ]
    return tuple(lines)


def _nobody_takes(played: Cards, verdict: Verdict, setup: Setup, leads: Value) -> Text:
    if not played.strip(BEASTS):
        return _("Only sea monsters: nobody takes the trick. {player} leads.", player=leads)
    if verdict.beast == WHALE and setup.chosen.whale_lead == "taker":
        return _(
            "White Whale, no number: nobody takes the trick. {player} would have, so leads.",
            player=leads,
        )
    if verdict.beast == WHALE:
        return _("White Whale, no number: nobody takes the trick. {player} leads.", player=leads)
    if setup.chosen.kraken_lead == "left":
        return _(
            "The Kraken drags the trick down. {player}, to its left, leads.",
            player=leads,
        )
    return _("The Kraken drags the trick down. {player} would have had it, so leads.", player=leads)


def _somebody_takes(played: Cards, verdict: Verdict, edition: Edition, player: Value) -> Text:
    """The reason is told where the result may surprise."""
    face = played[verdict.leads_next]
    card = card_words(face)
    match _reason(played, face, verdict, edition):
        case "whale":
            return _(
                "White Whale, highest number: {player} takes the trick with {card}.",
                player=player,
                card=card,
            )
        case "beguiled":
            return _(
                "The Mermaid beguiles the Skull King: {player} takes the trick with {card}.",
                player=player,
                card=card,
            )
        case "first":
            return _(
                "First come, first served: {player} takes the trick with {card}.", player=player, card=card
            )
        case "harmless":
            return _(
                "Nobody wanted it: {player} takes the trick with the first card, {card}.",
                player=player,
                card=card,
            )
        case "trumped":
            return _("{player} trumps with {card} and takes the trick.", player=player, card=card)
        case "plain":
            return _("{player} takes the trick with {card}.", player=player, card=card)


Reason: TypeAlias = Literal["whale", "beguiled", "first", "harmless", "trumped", "plain"]


def _reason(played: Cards, face: FaceNumber, verdict: Verdict, edition: Edition) -> Reason:
    kind = KIND[face]
    if verdict.beast is not None:
        return "whale"
    if kind in (Kind.ESCAPE, Kind.LOOT):
        return "harmless"
    if kind == Kind.MERMAID and KING in played:
        return "beguiled"
    if kind in (Kind.MERMAID, Kind.PIRATE) and played.translate(KIND).count(kind) > 1:
        return "first"
    if face in TRUMPS.cards and trick.suit_led(played, edition) != TRUMPS:
        return "trumped"
    return "plain"


def why_nobody(played: Cards) -> Text:
    """Why nobody takes a complete trick, in a few words."""
    if not played.strip(BEASTS):
        return _("Sea monsters only: nobody takes it")
    if trick.acting_beast(played) == WHALE:
        return _("White Whale, and no number: nobody takes it")
    return _("The Kraken drags it all down")


def why_taken(played: Cards, setup: Setup) -> Text | None:
    """Why somebody takes a complete trick, in a few words; None where that surprises nobody."""
    verdict, edition = trick.settle(played, setup), setup.edition
    face = played[verdict.leads_next]
    prey = captured(played, edition)
    match _reason(played, face, verdict, edition):
        case "whale":
            return _("White Whale: highest number wins")
        case "beguiled":
            return _("Mermaid takes the King")
        case _ if prey and face == KING:
            return _n("The King takes a pirate", "The King takes {count} pirates", len(prey))
        case _ if prey:
            return _n("Pirate takes a mermaid", "Pirate takes {count} mermaids", len(prey))
        case "first" if KIND[face] == Kind.PIRATE:
            return _("The first pirate wins")
        case "first":
            return _("The first mermaid wins")
        case "harmless":
            return _("Nobody wanted it: the first card wins")
        case "trumped":
            return _("{card} is trump", card=FACES[face].label)
        case "plain":
            return None


def taker_words(who: Value, entry: Entry, why: Text | None, bonus: int) -> Text:
    """Who has taken a trick and how that stands with the bid; why, and what an exact bid earns for it."""
    said: dict[str, Value] = {"player": who, "taken": entry.taken, "bid": entry.bid}
    if why is not None and bonus:
        return _("{player}, {taken} of {bid}: {why}, +{points} if made", **said, why=why, points=bonus)
    if why is not None:
        return _("{player}, {taken} of {bid}: {why}", **said, why=why)
    if bonus:
        return _("{player} takes it, {taken} of {bid}: +{points} if made", **said, points=bonus)
    if entry.made:
        return _("{player} takes it, {taken} of {bid}: done!", **said)
    if entry.taken > entry.bid:
        return _("{player} takes it: {taken} for a bid of {bid}", **said)
    return _("{player} takes it, {taken} of {bid}", **said)


def captured(played: Cards, edition: Edition) -> Cards:
    """The faces for which a complete trick pays its taker: whom the winner has captured."""
    verdict = trick.strongest(played, edition) if trick.acting_beast(played) is None else None
    if verdict is None:
        return b""
    taker = KIND[played[verdict]]
    if taker == Kind.KING:
        return bytes(face for face in played if face in edition.king_takes)
    if taker == Kind.PIRATE and edition.per_mermaid:
        return bytes(face for face in played if KIND[face] == Kind.MERMAID)
    return bytes((KING,)) if taker == Kind.MERMAID and KING in played else b""


def power_words(used: UsedPower) -> Text | None:
    """What a seat has done with the power of a pirate. None for Juanita's, which changes nothing."""
    player, pirate = Player(used.seat), FACES[used.pirate].label
    if used.pirate == ROSIE:
        return _(
            "{pirate} lets {player} choose who leads: {leader}.",
            pirate=pirate,
            player=player,
            leader=Player(used.value),
        )
    if used.pirate == BENDT:
        return _n(
            "{player} discarded {count} card.",
            "{player} discarded {count} cards.",
            used.value,
            player=player,
        )
    if used.pirate == RASCAL:
        return _wager_words(used, player, pirate)
    return _changed_bid_words(used, player, pirate) if used.pirate == HARRY else None


def _wager_words(used: UsedPower, player: Player, pirate: Text) -> Text:
    if not used.value:
        return _("{player} turns down {pirate}'s bet.", pirate=pirate, player=player)
    return _(
        "{player} bets {points} points with {pirate} on an exact bid.",
        pirate=pirate,
        player=player,
        points=used.value,
    )


def _changed_bid_words(used: UsedPower, player: Player, pirate: Text) -> Text:
    bid = used.value
    if used.change > 0:
        return _("{pirate} lets {player} raise the bid to {bid}.", pirate=pirate, player=player, bid=bid)
    if used.change < 0:
        return _("{pirate} lets {player} lower the bid to {bid}.", pirate=pirate, player=player, bid=bid)
    return _(
        "{pirate} tempts {player}, who keeps the bid of {bid}.",
        pirate=pirate,
        player=player,
        bid=bid,
    )
