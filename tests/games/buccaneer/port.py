"""A table of Buccaneer for tests that read like the rules.

    port = Port("r5 b5 y2 k5 r2", ships="Marlin", turn="Red")
    port.boards("Red", "r5", "Marlin", taking="chest")
    assert port.ducats["Red"] == 20

Players are called by their colours. A party is its discs from the top, each with the colour's letter (k for
black) and its wage (q for the question mark). Pirates that are not named are alone. Seats are in the order of
the colours: Red, Blue, Yellow, Black, Green.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from games.buccaneer import turns
from games.buccaneer.actions import party_of
from games.buccaneer.discs import COLOURS, FACES, NAMES, OWNER, Party
from games.buccaneer.ships import BOOTY, SHIPS
from games.buccaneer.state import UNASKED, Boarded, State, Table, View
from games.catalogue import game
from games.contract import Action, Choice, Event, Menu
from games.text import Text, english

BUCCANEER = game("buccaneer")
COLOUR_NAMES = tuple(english(colour.name) for colour in COLOURS)
SHIP_BY_NAME = {english(ship.name): number for number, ship in enumerate(SHIPS)}
KIND = {booty.short: kind for kind, booty in enumerate(BOOTY)}


class Port:
    """A game in the middle, as the test wants it; the seats' turn begins as it would."""

    def __init__(
        self,
        *parties: str,
        players: int = 4,
        ships: str = "Marlin Dolphin Minnow",
        behind: str = "",
        turn: str = "Red",
        ducats: Mapping[str, int] | None = None,
        booty: Mapping[str, str] | None = None,
        answers: Mapping[str, int] | None = None,
        stalled: bool = False,
    ) -> None:
        """`behind`: the ships still face down. `booty`: "chest chest dagger". `answers`: what mutineers have
        said.
        """
        self.names = COLOUR_NAMES[:players]
        self.events: list[Event] = []
        first: State = BUCCANEER.new(BUCCANEER.Options(), players, bytes(32))
        deck = bytes(SHIP_BY_NAME[name] for name in behind.split())
        table = replace(
            first.table,
            ships=bytes(SHIP_BY_NAME[name] for name in ships.split()),
            unseen=len(deck),
            ducats=tuple((ducats or {}).get(name, 10) for name in self.names),
            booty=tuple(_kinds((booty or {}).get(name, "")) for name in self.names),
            answers=bytes((answers or {}).get(name, UNASKED) for name in self.names),
            stalled=stalled,
        )
        gathered = _gathered(parties, players)
        begun = turns.begin(table, gathered, self.seat(turn))
        self.state: State = replace(first, table=begun, parties=gathered, deck=deck)

    # what people do

    def acts(self, name: str, action: Action) -> Port:
        """One action, as it stands in the log."""
        self.state, events = BUCCANEER.apply(self.state, self.seat(name), action)
        self.events += events
        return self

    def moves(self, name: str, top: str, onto: str) -> Port:
        """The party with one pirate on top is put on that with another."""
        return self.acts(name, f"move {top} {onto}")

    def boards(self, name: str, top: str, ship: str, taking: str = "") -> Port:
        """A ship is boarded; `taking` need not be said if there is one piece."""
        number = SHIP_BY_NAME[ship]
        piece = taking or BOOTY[SHIPS[number].booty[0]].short
        return self.acts(name, f"board {top} {number + 1} {piece}")

    def challenges(self, name: str) -> Port:
        """Mutiny!"""
        return self.acts(name, "challenge")

    def lets_be(self, name: str) -> Port:
        """No mutiny."""
        return self.acts(name, "let be")

    # what has come of it

    @property
    def table(self) -> Table:
        """What everybody sees, parties apart."""
        return self.state.table

    def seat(self, name: str) -> int:
        """Where somebody sits."""
        return self.names.index(name)

    @property
    def next(self) -> tuple[str, ...]:
        """Who is awaited."""
        return tuple(self.names[seat] for seat in BUCCANEER.to_act(self.state))

    @property
    def ducats(self) -> dict[str, int]:
        """Everybody's money."""
        return dict(zip(self.names, self.table.ducats, strict=True))

    @property
    def booty(self) -> dict[str, list[str]]:
        """Everybody's pieces."""
        pieces = ([BOOTY[kind].short for kind in own] for own in self.table.booty)
        return dict(zip(self.names, pieces, strict=True))

    @property
    def in_sight(self) -> list[str]:
        """The ships face up."""
        return [english(SHIPS[ship].name) for ship in self.table.ships]

    def party(self, top: str) -> str:
        """The party with this pirate on top, from the top."""
        party = party_of(self.state.parties, NAMES.number(top))
        assert party is not None, f"{top} is on top of no party"
        return spelled(party)

    def parties_of(self, name: str) -> list[str]:
        """All parties that somebody commands."""
        return [spelled(party) for party in self.state.parties if OWNER[party[0]] == self.seat(name)]

    @property
    def boarded(self) -> Boarded:
        """The latest boarding."""
        return next(event for event in reversed(self.events) if isinstance(event, Boarded))

    @property
    def kinds_of_events(self) -> list[str]:
        """What the actions caused, in order."""
        return [type(event).__name__ for event in self.events]

    def legal(self, name: str) -> tuple[Action, ...]:
        """What somebody may do."""
        return BUCCANEER.legal_actions(self.state, self.seat(name))

    def decision(self, name: str) -> str:
        """What is asked of somebody, as a token."""
        return BUCCANEER.decision(self.state, self.seat(name))

    # what is shown

    def view(self, name: str | None = None) -> View:
        """What somebody (or a spectator) may know."""
        return BUCCANEER.observe(self.state, None if name is None else self.seat(name))

    def menu(self, name: str, *chosen: str) -> Menu:
        """What somebody is asked."""
        menu = BUCCANEER.steps(self.view(name), chosen)
        assert menu is not None
        return menu

    def choice(self, name: str, *path: str) -> Choice:
        """The choice at the end of this path."""
        return next(choice for choice in self.menu(name, *path[:-1]).choices if choice.value == path[-1])

    def say(self, text: Text | None) -> str:
        """A text with the names filled in."""
        assert text is not None
        return english(text, dict(enumerate(self.names)))

    @property
    def log(self) -> list[str]:
        """What the log says of all that happened."""
        told = (BUCCANEER.narrate(event) for event in self.events)
        return [self.say(line) for line in told if line is not None]


def spelled(party: Party) -> str:
    """A party as tests write it."""
    return " ".join(FACES[disc].short for disc in party)


def discs(words: str) -> Party:
    """A party as the game keeps it."""
    return NAMES.numbers(words)


def seed(number: int) -> bytes:
    """Some seed."""
    return number.to_bytes(32, "big")


def new_games(players: int, count: int = 40) -> Iterator[State]:
    """So many games that have just begun."""
    for number in range(count):
        yield BUCCANEER.new(BUCCANEER.Options(), players, seed(number))


def _gathered(parties: tuple[str, ...], players: int) -> tuple[Party, ...]:
    named = [discs(party) for party in parties]
    alone = [party for party in turns.all_home(players) if party not in [bytes([d]) for d in b"".join(named)]]
    gathered = tuple(sorted([*named, *alone]))
    assert sorted(b"".join(gathered)) == list(b"".join(turns.all_home(players))), "a pirate is named twice"
    return gathered


def _kinds(words: str) -> bytes:
    return bytes(KIND[word] for word in words.split())
