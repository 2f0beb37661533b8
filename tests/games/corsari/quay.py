"""A table of Corsari for tests that read like the rules.

    quay = Quay(pier="green 5, red 3", Anne="orange 1 2, purple 2, blue 9", Bob="grey 4 11")
    quay.sails("Anne", dropping="blue 9", crew="orange purple")
    quay.answers("Bob", attaching="grey 4", crew="none")

Names are in the order of play, and the first is in turn. Hands may be of any size; the stock is whatever is
named nowhere, unless it is said what it is. Light blue is "sky", as in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from games.catalogue import game
from games.contract import Choice, Event, Menu
from games.corsari import dealing
from games.corsari.cards import ALL, FACES, NAMES
from games.corsari.options import CorsariOptions
from games.corsari.split import Layout
from games.corsari.state import HandScored, Showdown, State, View
from games.text import Text, english

CORSARI = game("corsari")
GREEN_PIER = "green 11 10 9 8 7"


class Quay:
    """A hand that has been dealt as the test wants it."""

    def __init__(
        self,
        pier: str = GREEN_PIER,
        discard: str = "yellow 11",
        stock: str | None = None,
        penalties: dict[str, int] | None = None,
        early_sailing: bool = True,
        hands: Mapping[str, str] | None = None,
        **more_hands: str,
    ) -> None:
        hands = {**(hands or {}), **more_hands}
        self.names = tuple(hands)
        self.events: list[Event] = []
        self.options = CorsariOptions(early_sailing=early_sailing)
        dealt = tuple(bytes(sorted(cards(hand))) for hand in hands.values())
        row, top = cards(pier), cards(discard)
        free = ALL.translate(None, b"".join(dealt) + row + top)
        taken, free = self._penalties(penalties or {}, free, stock)
        pile = free if stock is None else cards(stock)
        state = dealing.new(self.options, len(hands), bytes(32))
        table = replace(state.table, pier=row, discards=top, stock=len(pile), penalties=taken)
        self.state: State = replace(state, table=table, hands=dealt, stock=pile)

    def _penalties(
        self, counts: dict[str, int], free: bytes, stock: str | None
    ) -> tuple[tuple[bytes, ...], bytes]:
        """So many penalty cards for each, of those that lie nowhere else."""
        rest = free.translate(None, cards(stock or ""))
        taken: list[bytes] = []
        for name in self.names:
            count = counts.get(name, 0)
            taken.append(rest[:count])
            rest = rest[count:]
        return tuple(taken), free.translate(None, b"".join(taken))

    def having(self, **fields: Any) -> Quay:
        """Something else about the table: the last hand, void hands running, quiet turns ..."""
        self.state = replace(self.state, table=replace(self.state.table, **fields))
        return self

    # what people do

    def draws(self, name: str, source: str = "stock") -> Quay:
        """A card from stock, discard or pier."""
        return self.acts(name, f"draw {source}")

    def drops(self, name: str, card: str) -> Quay:
        """A card to the discards."""
        return self.acts(name, f"drop {short(card)}")

    def turn(self, name: str, source: str, card: str) -> Quay:
        """A whole turn without setting sail."""
        return self.draws(name, source).drops(name, card)

    def sails(self, name: str, dropping: str | None = None, crew: str = "none") -> Quay:
        """A whole last turn: draws from the stock, sets sail, drops that card or another, names a crew."""
        if self.table.phase == "draw":
            self.draws(name)
        if self.table.closer != self.seat(name):
            self.acts(name, "sail")
        back = FACES[self.state.drawn].short if dropping is None else short(dropping)
        return self.acts(name, f"drop {back}").acts(name, f"crew {crew}")

    def answers(self, name: str, crew: str = "none", attaching: str = "") -> Quay:
        """An opponent's answer."""
        attached = " ".join(FACES[card].short for card in sorted(cards(attaching)))
        return self.acts(name, f"attach {attached} crew {crew}" if attached else f"crew {crew}")

    def acts(self, name: str, action: str) -> Quay:
        """One action, as it stands in the log."""
        self.state, events = CORSARI.apply(self.state, self.seat(name), action)
        self.events += events
        return self

    # what has come of it

    @property
    def table(self) -> Any:
        """What lies open."""
        return self.state.table

    @property
    def next(self) -> tuple[str, ...]:
        """Who is awaited."""
        return tuple(self.names[seat] for seat in CORSARI.to_act(self.state))

    @property
    def showdown(self) -> Showdown:
        """How the latest hand ended."""
        assert self.table.latest is not None
        return self.table.latest

    def layout(self, name: str) -> Layout:
        """What somebody has laid out, in this hand or the one before."""
        if self.table.phase == "answer":
            laid = self.table.closed if self.seat(name) == self.table.closer else self.view(name).answer
        else:
            laid = self.showdown.layouts[self.seat(name)]
        assert laid is not None
        return laid

    @property
    def gained(self) -> dict[str, int]:
        """New penalty cards of the latest scored hand."""
        scored = next(event for event in reversed(self.events) if isinstance(event, HandScored))
        return {name: len(gained) for name, gained in zip(self.names, scored.showdown.gained, strict=True)}

    @property
    def counts(self) -> dict[str, int]:
        """All penalty cards."""
        return dict(zip(self.names, self.table.counts, strict=True))

    @property
    def is_over(self) -> bool:
        """Whether the game is."""
        return CORSARI.outcome(self.state) is not None

    @property
    def places(self) -> dict[str, int]:
        """Everybody's place in a game that is over."""
        outcome = CORSARI.outcome(self.state)
        assert outcome is not None
        return dict(zip(self.names, outcome.places, strict=True))

    @property
    def winners(self) -> set[str]:
        """Who is first."""
        return {name for name, place in self.places.items() if place == 1}

    def seat(self, name: str) -> int:
        """Where somebody sits."""
        return self.names.index(name)

    def hand(self, name: str) -> str:
        """Somebody's cards in words."""
        return words(self.state.hands[self.seat(name)])

    def may(self, name: str) -> tuple[str, ...]:
        """The actions that somebody may choose from."""
        return CORSARI.legal_actions(self.state, self.seat(name))

    # what is shown

    def view(self, name: str | None = None) -> View:
        """What somebody (or a spectator) may know."""
        return CORSARI.observe(self.state, None if name is None else self.seat(name))

    def menu(self, name: str, *chosen: str) -> Menu:
        """What somebody is asked."""
        menu = CORSARI.steps(self.view(name), chosen)
        assert menu is not None
        return menu

    def choice(self, name: str, *path: str) -> Choice:
        """One of the choices of a step."""
        return next(choice for choice in self.menu(name, *path[:-1]).choices if choice.value == path[-1])

    def labels(self, name: str, *chosen: str) -> list[str]:
        """What the buttons of a step say."""
        return [self.say(choice.label) for choice in self.menu(name, *chosen).choices]

    def offered(self, name: str, *chosen: str) -> list[str]:
        """What the buttons of a step say beside a picture: of what can be chosen."""
        choices = self.menu(name, *chosen).choices
        return [self.say(choice.short or choice.label) for choice in choices if choice.why_not is None]

    def note(self, name: str) -> str:
        """What stands under somebody's cards."""
        hand = CORSARI.hand(self.view(name))
        assert hand is not None
        return self.say(hand.note)

    def say(self, text: Text | None) -> str:
        """A text with the names filled in."""
        assert text is not None
        return english(text, dict(enumerate(self.names)))

    def board(self, name: str | None = None) -> list[str]:
        """The board line by line: headline, turn, table, seats, recap."""
        board = CORSARI.board(self.view(name))
        recap = board.recap.lines if board.recap else ()
        lines = [board.headline, board.turn, *board.table, *(line.words for line in board.seats), *recap]
        return [self.say(line) for line in lines]

    def log(self) -> list[str]:
        """The log so far, as somebody reads it who may know everything."""
        told = map(CORSARI.narrate, self.events)
        return [self.say(line) for line in told if line is not None]


def cards(text: str) -> bytes:
    """ "orange 1 2, purple 3" as cards, in that order."""
    found: list[str] = []
    for part in filter(None, text.split(", ")):
        colour, *numbers = part.split()
        found += [f"{colour}{number}" for number in numbers]
    return bytes(map(NAMES.number, found))


def words(held: Iterable[int]) -> str:
    """Cards as "orange 1 2, purple 3", in that order."""
    by_colour: dict[str, list[str]] = {}
    for card in held:
        by_colour.setdefault(FACES[card].band.short, []).append(str(FACES[card].number))
    return ", ".join(f"{colour} {' '.join(numbers)}" for colour, numbers in by_colour.items())


def short(card: str) -> str:
    """ "orange 5" as in the log: "orange5"."""
    return card.replace(" ", "")
