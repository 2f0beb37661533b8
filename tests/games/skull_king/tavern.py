"""A table of Skull King for tests that read like the rules.

    table = Tavern(Anne="g2 k1", Bob="g5 escape", Cora="y3 y4").bidding(Anne=1, Bob=0, Cora=1)
    table.plays("Anne leads g2, Bob plays escape, Cora plays y3")
    assert table.taker == "Anne"

Names are in the order of play, and the first leads. Cards are written as in the log; "escape", "mermaid",
"pirate" and "loot" mean the next one that has not been named. What is not said is harmless: everybody bids 0.

    Tavern(POWERS, Anne="rosie g2", Bob="g5 g6").with_undealt("k1 k2")
    Tavern(HAUNTED, Anne="g2", Bob="g5", Graybeard="y1")

Graybeard's cards are said from the top; he comes last and is nobody's turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, zip_longest
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from games.catalogue import game
from games.contract import Choice, Event, Menu
from games.skull_king import dealing
from games.skull_king.cards import FACES
from games.skull_king.options import SkullKingOptions
from games.skull_king.state import GRAYBEARD, RoundEnded, State, TrickEnded, View
from games.text import Text, english

SKULL_KING = game("skull-king")
POWERS = SkullKingOptions(powers=True)
HAUNTED = SkullKingOptions(graybeard=True)


class Tavern:
    """A round that has been dealt as the test wants it."""

    def __init__(self, played: str | SkullKingOptions = "beck", **hands: str) -> None:
        """`played`: the options, or an edition with all its expansion cards."""
        self.names = tuple(name for name in hands if name != "Graybeard")
        self.options = _options(played) if isinstance(played, str) else played
        self.events: list[Event] = []
        self._deck = _Deck(self.options)
        cards = {name: [self._deck.card(word) for word in hand.split()] for name, hand in hands.items()}
        dealt = tuple(bytes(hand if name == "Graybeard" else sorted(hand)) for name, hand in cards.items())
        state = dealing.new(self.options.setup, len(self.names), bytes(32))
        table = replace(state.table, round=len(dealt[0]), dealt=len(dealt[0]), leader=0)
        self.state: State = replace(state, table=table, hands=dealt)

    def in_round(self, number: int) -> Tavern:
        """Another round than that of so many cards."""
        self.state = replace(self.state, table=replace(self.state.table, round=number))
        return self

    def with_undealt(self, cards: str) -> Tavern:
        """Just these cards are left, from the top."""
        self.state = replace(self.state, pile=bytes(self._deck.card(word) for word in cards.split()))
        return self

    # what people do

    def bidding(self, **bids: int) -> Tavern:
        """All bid; 0 if nothing is said."""
        for name in self.names:
            self.bids(name, bids.get(name, 0))
        return self

    def bids(self, name: str, tricks: int) -> Tavern:
        """One of them bids."""
        return self.acts(name, f"bid {tricks}")

    def plays(self, told: str) -> Tavern:
        """Cards in the order in which they are played: "Anne leads g2, Bob plays tigress as a pirate"."""
        for sentence in told.split(","):
            name, verb, *words = sentence.split()
            assert verb in ("leads", "plays")
            assert (verb == "leads") == (not self.table.trick), f"{sentence.strip()}: {verb}?"
            self.acts(name, f"play {self._card_named(name, words)}")
        return self

    def acts(self, name: str, action: str) -> Tavern:
        """One action, as it stands in the log."""
        self.state, events = SKULL_KING.apply(self.state, self.seat(name), action)
        self.events += events
        return self

    def _card_named(self, name: str, words: list[str]) -> str:
        """ "tigress as a pirate" is "tigress pirate"; "escape" is the first that is held."""
        wanted = " ".join(word for word in words if word not in ("as", "a", "an"))
        held = [FACES[card].short for card in self.state.hands[self.seat(name)]]
        return next((short for short in held if short.rstrip("12345") == wanted), wanted)

    # what has come of it

    @property
    def table(self) -> Any:
        """What lies open."""
        return self.state.table

    def seat(self, name: str) -> int:
        """Where somebody sits."""
        return self.names.index(name)

    def name(self, seat: int | None) -> str | None:
        """Who sits there; None for nobody."""
        return None if seat is None else "Graybeard" if seat == GRAYBEARD else self.names[seat]

    @property
    def last_trick(self) -> TrickEnded:
        """The latest complete trick."""
        return next(event for event in reversed(self.events) if isinstance(event, TrickEnded))

    @property
    def taker(self) -> str | None:
        """Who took it."""
        return self.name(self.last_trick.taker)

    @property
    def leads_next(self) -> str | None:
        """Who leads after it."""
        return self.name(self.last_trick.leads_next)

    @property
    def bonus(self) -> int:
        """What it adds for an exact bid."""
        return self.last_trick.bonus

    @property
    def allies(self) -> list[str | None]:
        """Whose loot was in it."""
        return [self.name(seat) for seat in self.last_trick.allies]

    @property
    def why(self) -> str:
        """The log's sentence about it."""
        return self.say(SKULL_KING.narrate(self.last_trick))

    @property
    def scores(self) -> dict[str, int]:
        """What everybody scored in the latest complete round."""
        scored = next(event.scored for event in reversed(self.events) if isinstance(event, RoundEnded))
        return dict(zip(self.names, scored, strict=True))

    @property
    def next(self) -> tuple[str | None, ...]:
        """Who is awaited."""
        return tuple(self.name(seat) for seat in SKULL_KING.to_act(self.state))

    def may_play(self, name: str) -> set[str]:
        """The actions that somebody in turn may choose from, without "play"."""
        return {
            action.removeprefix("play ") for action in SKULL_KING.legal_actions(self.state, self.seat(name))
        }

    # what is shown

    def view(self, name: str | None = None) -> View:
        """What somebody (or a spectator) may know."""
        return SKULL_KING.observe(self.state, None if name is None else self.seat(name))

    def menu(self, name: str, *chosen: str) -> Menu:
        """What somebody is asked."""
        menu = SKULL_KING.steps(self.view(name), chosen)
        assert menu is not None
        return menu

    def choice(self, name: str, value: str) -> Choice:
        """One of the choices of the first step."""
        return next(choice for choice in self.menu(name).choices if choice.value == value)

    def say(self, text: Text | None) -> str:
        """A text with the names filled in."""
        assert text is not None
        return english(text, dict(enumerate(self.names)))

    def board(self, name: str | None = None) -> list[str]:
        """The board line by line: headline, turn, cards, seats, recap."""
        board = SKULL_KING.board(self.view(name))
        recap = board.recap.lines if board.recap else ()
        lines = [board.headline, board.turn, *board.table, *(line.words for line in board.seats), *recap]
        return [self.say(line) for line in lines]


def trick(
    told: str,
    played: str | SkullKingOptions = "beck",
    left: str = "",
    bids: Mapping[str, int] = MappingProxyType({}),
) -> Tavern:
    """One trick, each player holding just the card that is played, and one of those `left` for the next
    trick; with all expansions that there are. Who does not bid bids 0.

    "Anne leads g2, Bob plays k3, Cora plays tigress as a pirate"
    """
    hands: dict[str, str] = {}
    for sentence, rest in zip_longest(told.split(","), left.split()[: told.count(",") + 1], fillvalue=""):
        name, _verb, *words = sentence.split()
        hands[name] = f"{words[0]} {rest}"
    return Tavern(played, **hands).bidding(**bids).plays(told)


def _options(edition: str) -> SkullKingOptions:
    """With all the expansions that there are."""
    expansions = dict.fromkeys(("kraken", "white_whale", "loot"), edition == "beck")
    return SkullKingOptions.model_validate({"edition": edition, **expansions})


class _Deck:
    """Finds cards by the names that tests use."""

    def __init__(self, options: SkullKingOptions) -> None:
        self._cards: Mapping[str, int] = {FACES[card].short: card for card in dealing.deck_of(options.setup)}
        self._copies: dict[str, Iterator[int]] = {}

    def card(self, word: str) -> int:
        """The card of this name; of those that are alike, the next."""
        if word in self._cards:
            return self._cards[word]
        if word == "pirate" and "rosie" in self._cards:
            names = ("rosie", "bendt", "rascal", "juanita", "harry")
            return self._cards[names[next(self._copies.setdefault(word, count(0)))]]
        return self._cards[f"{word}{next(self._copies.setdefault(word, count(1)))}"]
