"""Who takes a trick, who leads next, and what it is worth.

A trick is the faces in the order of play. Answers are places in that order, 0 for its leader.
"""

from __future__ import annotations

import msgspec

from games.cards import Cards
from games.skull_king.cards import (
    BEASTS,
    BLACK,
    FACES,
    FOLLOWED,
    KIND,
    KING,
    KRAKEN,
    LOOTS,
    NUMBER,
    WHALE,
    Face,
    FaceNumber,
    Kind,
    Suit,
)
from games.skull_king.editions import EDITIONS, Edition
from games.skull_king.state import Setup
from games.text import Text
from games.tricks import Followed

MERMAID, PIRATE, SKULL_KING = map(int, (Kind.MERMAID, Kind.PIRATE, Kind.KING))
ALL_LOOT = frozenset(LOOTS)


class Verdict(msgspec.Struct, frozen=True):
    """How a trick ends. `taker` is None if nobody gets it; `beast` is the one that acted."""

    taker: int | None
    leads_next: int
    beast: FaceNumber | None = None


_TAKES = tuple(Verdict(place, place) for place in range(9))
"""Without a beast: by who takes the trick, and leads."""


def suit_led(trick: Cards, edition: Edition) -> Followed | None:
    """The suit that must be followed. None while it is open, and when the trick has none to its end."""
    deciding = trick.lstrip(edition.passing)
    return FOLLOWED[deciding[0]] if deciding else None


def suit_is_open(trick: Cards, edition: Edition) -> bool:
    """Whether the suit is still to be set by the next card that does not pass the choice on."""
    return not trick.lstrip(edition.passing)


def suit_name(trick: Cards, edition: Edition) -> Text:
    """The name of the suit that must be followed. ValueError if there is none."""
    suits = [FACES[face].suit for face in trick.lstrip(edition.passing)[:1]]
    if not suits or suits[0] is None:
        raise ValueError("This trick has no suit.")
    return suits[0].name


def acting_beast(trick: Cards) -> FaceNumber | None:
    """Of kraken and whale the one played last: it alone acts, the other counts as an escape."""
    beasts = [face for face in trick if face in BEASTS]
    return beasts[-1] if beasts else None


def settle(trick: Cards, setup: Setup) -> Verdict:
    """How the trick ends, or how it stands if not all have played."""
    if KRAKEN in trick or WHALE in trick:
        return _under_beast(trick, setup)
    return _TAKES[strongest(trick, EDITIONS[setup.edition_name])]


def strongest(trick: Cards, edition: Edition) -> int:
    """The winning place, for a trick without kraken and whale: the first of the strongest."""
    deciding = trick.lstrip(edition.passing)
    strengths = trick.translate(_STRENGTHS[deciding[0]] if deciding else _WITHOUT_SUIT)
    best = max(strengths)
    if best == _KING and _MERMAID in strengths:
        best = _MERMAID
    return strengths.index(best)


_KING, _PIRATE, _MERMAID = 255, 254, 253
_CHARACTERS = {Kind.KING: _KING, Kind.PIRATE: _PIRATE, Kind.MERMAID: _MERMAID}
_TRUMP = 100
"""What a trump is stronger than its number says, so that it beats every number of another suit."""


def _strengths(led: Suit | None) -> bytes:
    """How strong each face is where this suit was led, for `bytes.translate`; 0: it cannot win."""

    def strength(face: Face) -> int:
        if face.kind != Kind.NUMBER:
            return _CHARACTERS.get(face.kind, 0)
        return face.number + _TRUMP if face.suit is BLACK else face.number if face.suit is led else 0

    return bytes(map(strength, FACES)).ljust(256, b"\0")


_WITHOUT_SUIT = _strengths(None)
_STRENGTHS: tuple[bytes, ...] = tuple(_strengths(face.suit) for face in FACES)
"""By the face that decides which suit is led."""


def _under_beast(trick: Cards, setup: Setup) -> Verdict:
    if acting_beast(trick) == WHALE:
        return _under_whale(trick, setup)
    if setup.chosen.kraken_lead == "left":
        return Verdict(None, (trick.index(KRAKEN) + 1) % len(trick), KRAKEN)
    return Verdict(None, _would_take(trick, KRAKEN, setup.edition), KRAKEN)


def _under_whale(trick: Cards, setup: Setup) -> Verdict:
    highest = max(trick, key=NUMBER.__getitem__)  # the first of equals
    if NUMBER[highest]:
        place = trick.index(highest)
        return Verdict(place, place, WHALE)
    if setup.chosen.whale_lead == "taker":
        return Verdict(None, _would_take(trick, WHALE, setup.edition), WHALE)
    return Verdict(None, trick.index(WHALE), WHALE)


def _would_take(trick: Cards, beast: FaceNumber, edition: Edition) -> int:
    """Who would take the trick without kraken and whale; if nothing else is in it, who played the beast."""
    rest = trick.translate(None, BEASTS)
    return trick.index(rest[strongest(rest, edition)]) if rest else trick.index(beast)


def bonus(trick: Cards, verdict: Verdict, edition: Edition) -> int:
    """The points that the trick adds for its taker if the bid is made; 0 if nobody takes it."""
    if verdict.taker is None or edition.treasure.isdisjoint(trick):
        return 0
    return 10 * sum(trick.translate(edition.tens)) + _characters(trick, trick[verdict.taker], edition)


def _characters(trick: Cards, taker: FaceNumber, edition: Edition) -> int:
    """What the taking character is paid for its prey. Under the whale a number takes, so that nobody is."""
    kind = KIND[taker]
    if kind == PIRATE:
        return edition.per_mermaid * trick.translate(KIND).count(MERMAID)
    if kind == SKULL_KING:
        return edition.per_pirate * sum([face in edition.king_takes for face in trick])
    return edition.mermaid_takes_king if kind == MERMAID and KING in trick else 0


def allies(trick: Cards, verdict: Verdict) -> list[int]:
    """The places of loot that somebody else takes; a loot that wins its own trick makes no alliance."""
    if verdict.taker is None or ALL_LOOT.isdisjoint(trick):
        return []
    return [place for place, face in enumerate(trick) if face in ALL_LOOT and place != verdict.taker]
