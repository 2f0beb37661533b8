"""A table of Skull Queen for tests that read like the rules.

    ship = Ship(Anne="r7 b2", Bob="r11 g1", Cora="g4 y3").set()
    ship.plays("Anne leads r7, Bob plays r11, Cora plays g4")
    assert ship.moves == {"Bob red +1", "Anne red -1"}

Names are in the order of play, and the first leads. Cards are written as in the log. Of two players the old
Pirate King leads: `Ship(king="r7 g2", Anne=..., Bob=...)`. What is not said is harmless: every pirate stands
on the middle space of an ascending plank.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from games.catalogue import game
from games.contract import Choice, Menu
from games.skull_queen import dealing
from games.skull_queen.cards import COLOUR, COLOURS, FACES, NUMBERS, SPECIALS
from games.skull_queen.state import CardPlayed, Event, RoundEnded, State, TrickEnded, View
from games.text import Text, english

SKULL_QUEEN = game("skull-queen")
CARDS = {face.short: card for card, face in FACES.items()}
PIRATES = [english(colour.name).lower() for colour in COLOURS]
MIDDLE_SPACES = "up 3 3 3 3"


def cards(words: str) -> bytes:
    """Cards by their names in the log, sorted."""
    return bytes(sorted(CARDS[word] for word in words.split()))


def shorts(held: bytes) -> set[str]:
    """Their names in the log."""
    return {FACES[card].short for card in held}


class Ship:
    """A round that has been dealt as the test wants it, with as many tricks as there are cards."""

    def __init__(
        self,
        dealt: Mapping[str, str] | None = None,
        *,
        king: str = "",
        middle: str = "",
        aside: str = "",
        round: int = 1,
        **hands: str,
    ) -> None:
        hands = {**(dealt or {}), **hands}
        self.names = tuple(hands)
        self.events: list[Event] = []
        held = tuple(cards(hand) for hand in hands.values())
        state = dealing.new(len(hands), bytes(32))
        table = replace(
            state.table,
            round=round,
            dealt=len(held[0]),
            leader=0,
            middle=cards(middle),
            aside=cards(aside),
        )
        pile = bytes(CARDS[word] for word in king.split())
        self.state: State = replace(state, table=table, hands=held, king=pile)

    # what people do

    def set(self, **planks: str) -> Ship:
        """All set their planks; "up 1 3 5 5" puts the red pirate at the bottom of an ascending one."""
        for name in self.names:
            self.sets(name, planks.get(name, MIDDLE_SPACES))
        return self

    def sets(self, name: str, plank: str) -> Ship:
        """One of them sets a plank."""
        return self.acts(name, f"plank {plank}")

    def plays(self, told: str) -> Ship:
        """Cards in the order in which they are played: "Anne leads g2, Bob plays monkey"."""
        for sentence in told.split(","):
            name, verb, card = sentence.split()
            assert verb in ("leads", "plays")
            assert (verb == "leads") == (not self.table.trick), f"{sentence.strip()}: {verb}?"
            self.acts(name, f"play {card}")
        return self

    def acts(self, name: str, action: str) -> Ship:
        """One action, as it stands in the log."""
        self.state, events = SKULL_QUEEN.apply(self.state, self.seat(name), action)
        self.events += events
        return self

    # what has come of it

    @property
    def table(self) -> Any:
        """What lies open."""
        return self.state.table

    def seat(self, name: str) -> int:
        """Where somebody sits."""
        return self.names.index(name)

    @property
    def last_trick(self) -> TrickEnded:
        """The latest complete trick."""
        return next(event for event in reversed(self.events) if isinstance(event, TrickEnded))

    @property
    def moves(self) -> set[str]:
        """The pirates that it moved: "Bob red +1"."""
        return {
            f"{self.names[move.who]} {PIRATES[move.colour]} {move.steps:+}"
            for move in self.last_trick.moves
            if move.who >= 0 and move.before
        }

    @property
    def middle(self) -> set[str]:
        """What lies in the middle."""
        return shorts(self.table.middle)

    def space(self, name: str, pirate: str) -> int:
        """Where a pirate stands, 1 at the bottom to 5 at the top; 0 in the water."""
        return self.table.planks[self.seat(name)][1 + PIRATES.index(pirate)]

    @property
    def leads_next(self) -> str | None:
        """Who leads after the latest trick."""
        leads = self.last_trick.leads_next
        return None if leads is None else self.names[leads]

    @property
    def next(self) -> tuple[str, ...]:
        """Who is awaited."""
        return tuple(self.names[seat] for seat in SKULL_QUEEN.to_act(self.state))

    @property
    def shown(self) -> list[str]:
        """The cards that everybody has seen played, in order: "Anne r7"; the old King's too."""
        return [
            f"{self.names[event.seat] if event.seat >= 0 else 'King'} {FACES[event.card].short}"
            for event in self.events
            if isinstance(event, CardPlayed)
        ]

    @property
    def scores(self) -> dict[str, int]:
        """What everybody scored in the latest complete round."""
        scored = next(event.scored for event in reversed(self.events) if isinstance(event, RoundEnded))
        return dict(zip(self.names, scored, strict=True))

    def may_play(self, name: str) -> set[str]:
        """The cards that somebody in turn may choose from."""
        actions = SKULL_QUEEN.legal_actions(self.state, self.seat(name))
        return {action.removeprefix("play ") for action in actions}

    # what is shown

    def view(self, name: str | None = None) -> View:
        """What somebody (or a spectator) may know."""
        return SKULL_QUEEN.observe(self.state, None if name is None else self.seat(name))

    def menu(self, name: str, *chosen: str) -> Menu:
        """What somebody is asked."""
        menu = SKULL_QUEEN.steps(self.view(name), chosen)
        assert menu is not None
        return menu

    def choice(self, name: str, value: str, *chosen: str) -> Choice:
        """One of the choices after some steps."""
        return next(choice for choice in self.menu(name, *chosen).choices if choice.value == value)

    def say(self, text: Text | None) -> str:
        """A text with the names filled in."""
        assert text is not None
        return english(text, dict(enumerate(self.names)))

    def note(self, name: str) -> str:
        """What stands under somebody's hand."""
        hand = SKULL_QUEEN.hand(self.view(name))
        assert hand is not None
        return self.say(hand.note)

    def board(self, name: str | None = None) -> list[str]:
        """The board line by line: headline, turn, cards, seats, recap."""
        board = SKULL_QUEEN.board(self.view(name))
        recap = board.recap.lines if board.recap else ()
        lines = [board.headline, board.turn, *board.table, *(line.words for line in board.seats), *recap]
        return [self.say(line) for line in lines]

    def log(self) -> list[str]:
        """What the log tells."""
        told = [SKULL_QUEEN.narrate(event) for event in self.events]
        return [self.say(line) for line in told if line is not None]


def trick(told: str, middle: str = "", **planks: str) -> Ship:
    """One trick of a round that goes on after it: everybody has one more card, like the one that is played.

    "Anne leads r7, Bob plays monkey, Cora plays g4"
    """
    played = {sentence.split()[0]: sentence.split()[2] for sentence in told.split(",")}
    used = {*middle.split(), *played.values()}
    hands: dict[str, str] = {}
    for name, card in played.items():
        spare = _spare(card, used)
        used.add(spare)
        hands[name] = f"{card} {spare}"
    return Ship(hands, middle=middle).set(**planks).plays(told)


def _spare(card: str, used: set[str]) -> str:
    """Another card of the same colour, so that it makes no difference to what may be played."""
    like = CARDS[card]
    return next(
        FACES[other].short
        for other in NUMBERS
        if FACES[other].short not in used and (like in SPECIALS or COLOUR[other] == COLOUR[like])
    )
