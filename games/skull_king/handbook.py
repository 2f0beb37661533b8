"""The rules in short, for the edition and the options at this table: enough for a newcomer to play from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.contract import AT_THIS_TABLE, Section
from games.skull_king.cards import (
    BENDT,
    BLACK,
    BLACK_FOURTEEN,
    ESCAPE_CARDS,
    FACES,
    FACES_OF_CARD,
    HARRY,
    JUANITA,
    KING,
    KRAKEN,
    LOOTS,
    MERMAIDS,
    PLAIN_PIRATES,
    RASCAL,
    ROSIE,
    TIGRESS,
    WHALE,
    FaceNumber,
)
from games.skull_king.editions import Edition
from games.skull_king.options import SkullKingOptions, describe_options
from games.skull_king.powers import pirate_of
from games.skull_king.scoring import ALLIANCE
from games.skull_king.state import Phase, Setup, Table, View
from games.skull_king.variants import CANNONBALL_PER_CARD, PER_CARD, Scoring
from games.text import Listed, Text, _, _n


def rules(options: SkullKingOptions, view: View | None) -> tuple[Section, ...]:
    """Overview, cards, following, who wins, what is going on now, scoring, and what this table chose."""
    setup = options.setup if view is None else view.table.setup
    edition = setup.edition
    optional = (
        (_("Pirate powers"), setup.chosen.powers, _powers),
        (_("If only two play: Graybeard, the ghost"), setup.chosen.graybeard, _graybeard),
    )
    return (
        Section(_("The game"), tuple(_overview(setup, None if view is None else view.players))),
        *(() if view is None else (_this_phase(view.table),)),
        Section(_("The cards"), tuple(_cards(edition))),
        Section(_("Special cards"), tuple(_specials(edition))),
        Section(_("Following suit"), tuple(_following(edition, setup))),
        Section(_("Who takes the trick"), tuple(_winning())),
        *((Section(_("Sea monsters and loot"), extra),) if (extra := tuple(_expansions(setup))) else ()),
        *(Section(title, tuple(lines_of())) for title, is_so, lines_of in optional if is_so),
        Section(_("Scoring"), tuple(_scoring(setup.scoring))),
        Section(_("Bonuses"), tuple(_bonuses(edition, setup))),
        Section(AT_THIS_TABLE, describe_options(options)),
    )


def _overview(setup: Setup, sitting: int | None) -> Iterator[Text]:
    """`sitting`: how many play, if that is known."""
    yield _("Say how many tricks you will take, then take exactly that many.")
    yield _rounds(setup.length.rounds)
    for players, cards in setup.edition.hand_limits.items():
        if max(setup.length.rounds) > cards and sitting in (None, players):
            yield _(
                "With {players} players: {cards} cards each at most.",
                players=players,
                cards=cards,
            )
    yield _(
        "A trick is one card from each, clockwise. The strongest takes it, and its player leads the next: "
        "plays first. Each round, the first lead moves one seat on."
    )
    if setup.chosen.extra_round:
        yield _(
            "Most points win. A tie for first is played off with one more round like the last. A tie then "
            "stands."
        )
    else:
        yield _("Most points win. Ties share the place.")


def _rounds(rounds: tuple[int, ...]) -> Text:
    first, last = rounds[0], rounds[-1]
    if len(rounds) == 1:
        return _n(
            "One round of {count} card each.",
            "One round of {count} cards each.",
            first,
        )
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
    return _(
        "{rounds} rounds. Cards each, round by round: {cards}.",
        rounds=len(rounds),
        cards=Listed(rounds),
    )


def _this_phase(table: Table) -> Section:
    power = (_POWERS[pirate_of(table)],) if table.phase == "power" else ()
    return Section(_("What happens now"), (*_now(table.phase), *power))


def _now(phase: Phase) -> Iterator[Text]:
    match phase:
        case "bid":
            yield _("Everyone bids how many tricks they'll take, all at once.")
            yield _("The bids stay secret until all are in. Then, yo-ho-ho, they're shown together.")
            yield _("Until then you can change yours a few times, under My hand.")
            yield _("A bid of 0 counts too: take no trick at all.")
        case "load":
            yield _("The bids stand. Everyone loads grapeshot or a cannonball, all at once.")
            yield _("It stays secret until all have loaded. Then it's shown together.")
            yield _("Until then you can change yours a few times, under My hand.")
        case "power":
            yield _("A pirate won the trick, and its player uses the power. Then play goes on.")
        case "play":
            yield _("Play your tricks. My hand shows which cards you may play.")
            yield _("Got as many tricks as you bid? Lose the rest: throw your strong cards away.")
        case "over":
            yield _("The game is over. The score sheet tells the story.")


def _cards(edition: Edition) -> Iterator[Text]:
    plain = Listed(tuple(_named(suit.symbol, suit.name) for suit in edition.suits if suit is not BLACK))
    yield _("Three suits with the numbers 1 to {highest}: {suits}.", highest=edition.highest, suits=plain)
    yield _(
        "{suit}, also 1 to {highest}, is trump: its lowest beats the highest of the others.",
        suit=_named(BLACK.symbol, BLACK.name),
        highest=edition.highest,
    )


def _specials(edition: Edition) -> Iterator[Text]:
    yield _(
        "{card} (×{count}): hardly ever takes a trick. Your way out.", card=_face(ESCAPE_CARDS[0]), count=5
    )
    pirates = _named(FACES[PLAIN_PIRATES[0]].symbol, _("Pirates"))
    yield _(
        "{cards} (×{count}): beat numbers and mermaids; of several, the first one.",
        cards=pirates,
        count=5,
    )
    yield _("{card}: a pirate or an escape, as you say", card=_face(edition.either))
    yield _("{card}: beats everything but a mermaid.", card=_face(KING))
    yield _(
        "{card} (×{count}): beats numbers, loses to pirates. With the Skull King in the trick she beats "
        "everybody.",
        card=_face(MERMAIDS[0]),
        count=len(MERMAIDS),
    )


def _following(edition: Edition, setup: Setup) -> Iterator[Text]:
    yield _("If a number is led, follow: play its suit if you have it, otherwise any card.")
    yield _("Special cards, the ones without a number, may always be played.")
    if edition.options:
        passing = (
            _("Escape, Loot and Tigress as an escape") if setup.loot else _("Escape and Tigress as an escape")
        )
        yield _("{cards}: if led, the next card sets the suit.", cards=passing)
        yield _("After any other special card the trick has no suit: play what you like.")
        if setup.kraken or setup.white_whale:
            yield _("A suit once set stays set, even when a sea monster turns up.")
    else:
        yield _("If a special card is led, the next number sets the suit.")


def _winning() -> Iterator[Text]:
    yield _("The first that applies:")
    yield _("1. With the Skull King and a mermaid in the trick: the mermaid (of two, the first).")
    yield _("2. The Skull King.")
    yield _("3. The first pirate.")
    yield _("4. The first mermaid.")
    yield _("5. The highest black number.")
    yield _("6. The highest number of the suit that was set.")
    yield _("7. Nothing of these: the card that was led.")


def _expansions(setup: Setup) -> Iterator[Text]:
    if setup.kraken:
        yield _kraken(setup)
    if setup.white_whale:
        yield _whale(setup)
    if setup.kraken and setup.white_whale:
        yield _("With both, the second one acts; the first is an escape.")
    if setup.loot:
        yield _(
            "{card} (×{count}): loses like an escape. Whoever plays it and whoever takes it are allies.",
            card=_face(LOOTS[0]),
            count=len(LOOTS),
        )


def _kraken(setup: Setup) -> Text:
    if setup.chosen.kraken_lead == "left":
        return _(
            "{card}: nobody takes the trick, nothing in it counts. The player to its left leads.",
            card=_face(KRAKEN),
        )
    return _(
        "{card}: nobody takes the trick, nothing in it counts. Whoever would have had it leads.",
        card=_face(KRAKEN),
    )


def _whale(setup: Setup) -> Text:
    if setup.chosen.whale_lead == "taker":
        return _(
            "{card}: the highest number wins, whatever its suit; of equals, the first. No number: nobody "
            "takes the trick, and whoever would have leads.",
            card=_face(WHALE),
        )
    return _(
        "{card}: the highest number wins, whatever its suit; of equals, the first. No number: nobody takes "
        "the trick, and whoever played the whale leads.",
        card=_face(WHALE),
    )


def _powers() -> Iterator[Text]:
    yield _(
        "Win a trick with one of these and use its power at once. The {tigress} has none.",
        tigress=FACES[TIGRESS].label,
    )
    yield from _POWERS.values()
    yield _("In a round's last trick only {pirate} has power.", pirate=FACES[HARRY].label)


_POWERS: Mapping[FaceNumber, Text] = {
    ROSIE: _("{pirate}: choose who leads next, even you.", pirate=FACES[ROSIE].label),
    BENDT: _("{pirate}: draw 2 undealt cards, then discard 2.", pirate=FACES[BENDT].label),
    RASCAL: _(
        "{pirate}: bet 0, 10 or 20 points on making your bid.",
        pirate=FACES[RASCAL].label,
    ),
    JUANITA: _("{pirate}: look at the undealt cards, only you.", pirate=FACES[JUANITA].label),
    HARRY: _("{pirate}: change your bid by one, or keep it.", pirate=FACES[HARRY].label),
}


def _graybeard() -> Iterator[Text]:
    yield _("Two play with a ghost: Graybeard gets a third hand, but neither bids nor scores.")
    yield _("He always plays second: the top card of his pile, whatever the suit. His Tigress is an escape.")
    yield _("If he takes a trick, he leads the next. Then plays whoever of you led last, then the other.")
    yield _("You two lead the rounds in turn. No loot, and no pirate powers for him.")


def _scoring(scoring: Scoring) -> Iterator[Text]:
    """What a bid is worth."""
    if not scoring.rascal:
        yield _("Bid 1 or more and make it: 20 points a trick.")
        yield _("Miss it: lose 10 points for each trick off.")
        yield _("Bid 0 and make it: 10 points for each card you were dealt. Miss it: lose as many.")
        return
    yield _("Make any bid exactly: {points} points for each card you were dealt.", points=PER_CARD)
    yield _("One trick off: half, bonuses too. Further off: nothing.")
    if scoring.cannonball:
        yield _(
            "After the bids, load in secret. Grapeshot scores as above; a cannonball earns {points} a card "
            "if exact, else nothing.",
            points=CANNONBALL_PER_CARD,
        )


def _bonuses(edition: Edition, setup: Setup) -> Iterator[Text]:
    """What an exact bid is paid on top."""
    if setup.scoring.rascal:
        yield _("In full for an exact bid, half if one trick off:")
    else:
        yield _("Only if you make your bid:")
    yield _("{points} for each pirate in a trick that the Skull King takes", points=edition.per_pirate)
    if FACES_OF_CARD[edition.either][-1] in edition.king_takes:
        yield _("{card} counts as a pirate here, even as an escape", card=_face(edition.either))
    yield _("{points} for a mermaid that takes the Skull King", points=edition.mermaid_takes_king)
    if edition.per_mermaid:
        yield _("{points} for each mermaid in a trick that a pirate takes", points=edition.per_mermaid)
    if edition.fourteens:
        yield _(
            "{points} for each 14 in your tricks, whoever played it, {black} for the black one",
            points=min(edition.fourteens.values()),
            black=edition.fourteens[BLACK_FOURTEEN],
        )
    if setup.loot:
        yield _(
            "{points} each for loot allies, if both make their bids",
            points=ALLIANCE,
        )
    if setup.white_whale:
        yield _("Under the White Whale only fourteens and loot earn bonuses.")


def _named(symbol: str, name: Text) -> Text:
    return _("{symbol} {card}", symbol=symbol, card=name)


def _face(face: int) -> Text:
    return _named(FACES[face].symbol, FACES[face].label)
