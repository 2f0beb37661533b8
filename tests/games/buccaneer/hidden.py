"""Where Buccaneer's pieces are, and what a seat cannot know; see `tests.games.hidden`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

from msgspec.structs import replace

from games.buccaneer import discs as buccaneer_discs
from games.buccaneer.boarding import gains
from games.buccaneer.boarding import pieces as boarded_pieces
from games.buccaneer.position import BuccaneerPosition
from games.buccaneer.scoring import all_awards
from games.buccaneer.ships import BOOTY, PIECES_OF_A_KIND
from games.buccaneer.state import State as BuccaneerState
from games.buccaneer.state import Voyage
from games.text import Seat

ANSWERS: tuple[Literal["", "let be", "challenge"], ...] = ("", "let be", "challenge")
NOTHING_PRIVATE = True
"""No seat knows more than another: what is hidden is hidden from all."""
CHOSEN_OPENLY = True
"""What one of several chooses is seen at once, before the others have chosen."""


def pieces(state: BuccaneerState) -> list[int]:
    """Pirates, ships wherever they are, booty, and the ducats of each that did not come and go since."""
    table = state.table
    ships = [*table.ships, *state.deck, *(voyage.ship for voyage in table.voyages)]
    won: list[Sequence[int]] = [gains(voyage, table.players) for voyage in table.voyages]
    if table.phase == "over":
        won += all_awards(table.booty)
    first = [ducats - sum(each) for ducats, *each in zip(table.ducats, *won, strict=True)]
    boarded = [piece for voyage in table.voyages if voyage.party for piece in boarded_pieces(voyage)]
    for seat, kind in boarded:
        assert kind in table.booty[seat]
    assert sum(map(len, table.booty)) == len(boarded)
    assert all(b"".join(table.booty).count(kind) <= PIECES_OF_A_KIND for kind in range(4))
    return [*sorted(b"".join(state.parties)), *sorted(ships), *first]


def otherwise(state: BuccaneerState, watcher: Seat | None, random: Random) -> BuccaneerState:
    """Each colour's covered pirates change places, and the ships face down are shuffled."""
    covered = [disc for party in state.parties for disc in party[1:]]
    others: dict[int, list[int]] = {}
    for disc in random.sample(covered, len(covered)):
        others.setdefault(buccaneer_discs.OWNER[disc], []).append(disc)
    parties = tuple(
        party[:1] + bytes(others[buccaneer_discs.OWNER[disc]].pop() for disc in party[1:])
        for party in state.parties
    )
    deck = bytes(random.sample(state.deck, len(state.deck)))
    return replace(state, parties=parties, deck=deck, seed=random.randbytes(32))


def described(state: BuccaneerState) -> BuccaneerPosition | None:
    """At any time but the end."""
    table = state.table
    if table.phase == "over":
        return None
    return BuccaneerPosition(
        captain=table.current,
        parties=tuple(map(spelled, state.parties)),
        ships=numbered(table.ships),
        unseen=numbered(state.deck),
        voyages=tuple(map(told, table.voyages)),
        answers=tuple(ANSWERS[answer] for answer in table.answers),
        changes=tuple(table.changes),
        stalled=table.stalled,
    )


def undescribed(state: BuccaneerState) -> BuccaneerState:
    """Without how many turns and questions there were before, and the latest move."""
    nothing = (0,) * state.table.players
    return replace(state, table=replace(state.table, turn=0, flips=0, asked=nothing, laid=None))


def told(voyage: Voyage) -> str:
    if voyage.captain is None:
        return numbered(bytes([voyage.ship]))
    return f"{voyage.ship + 1} {BOOTY[voyage.booty].short} {spelled(voyage.party)}"


def numbered(ships: bytes) -> str:
    return " ".join(str(ship + 1) for ship in ships)


def spelled(party: bytes) -> str:
    return " ".join(buccaneer_discs.FACES[disc].short for disc in party)
