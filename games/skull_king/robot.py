"""Robot players. They are told a view, so they know what a person in their seat would know."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from games.cards import Cards
from games.contract import Action
from games.skull_king import policy, powers
from games.skull_king.bidding import BIDS
from games.skull_king.cards import (
    BLACK,
    CARD_OF,
    FACES,
    KIND,
    NAMED_PIRATES,
    NUMBER,
    FaceNumber,
    Kind,
    faces_of,
)
from games.skull_king.certainty import certain
from games.skull_king.situation import BIT, STRENGTH, mask_of, pack_of
from games.skull_king.state import View

BELOW, ABOVE = 2, 3
"""How far from the own bid others are worth a thought: it errs oftener, and further, by being too low."""
SLIP = 0.3
"""How often a cabin boy does just anything."""
HIGH = frozenset(card for card, number in enumerate(NUMBER) if number >= 13) | frozenset(faces_of(BLACK)[9:])
"""Numbers for which a cabin boy bids a trick, beside the characters: all 13 and 14, and trumps from 10 on."""
CHARACTERS = (Kind.MERMAID, Kind.PIRATE, Kind.KING, Kind.EITHER)


class Sailor:
    """Bids what its hand promises, and tries to take exactly that."""

    def choose(self, observation: View, random: Random) -> Action:
        """What looks best of what is not surely worse; the same whenever the same is known."""
        own, sure = policy.choose(observation), certain(observation)
        return own if own in sure else sure[0]  # a bid stands already, or it would throw away what is certain

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """Bids near the own one; of cards that come to the same, one."""
        own, phase = self.choose(observation, random), observation.table.phase
        if phase == "bid":
            near = range(max(0, BIDS.index(own) - BELOW), BIDS.index(own) + ABOVE + 1)
            worth_it = [BIDS[bid] for bid in near if BIDS[bid] in observation.legal]
        elif phase == "play" or powers.is_drawing(observation.table):
            sure = frozenset(certain(observation))
            worth_it = [action for action in _each_once(observation, own) if action in sure]
        else:
            worth_it = list(observation.legal)
        return own, *(action for action in worth_it if action != own)


def _each_once(view: View, own: Action) -> list[Action]:
    """The cards that may be played, or discarded; of those that come to the same one, the own choice if it is
    among them.
    """
    faces = view.table.setup.edition.faces
    unlike: dict[Hashable, Action] = {}
    for action in (own, *view.legal):
        card = action.removeprefix("play ").removeprefix("discard ")
        face = faces.get(f"play {card}", -1)
        unlike.setdefault(_class_of(view, face) if face >= 0 else action, action)
    return list(unlike.values())


def _class_of(view: View, face: FaceNumber) -> Hashable:
    """The same for faces that come to the same: numbers between which none can fall any more, characters that
    are alike. A fourteen that pays is like no other, nor is a pirate who has a power.
    """
    table, kind = view.table, KIND[face]
    setup = table.setup
    if face in setup.edition.fourteens or (setup.chosen.powers and face in NAMED_PIRATES):
        return face
    if kind != Kind.NUMBER:
        return kind, CARD_OF[face] == setup.edition.either
    gone = mask_of(view.hand + bytes([CARD_OF[each] for each in table.fallen]))
    below = pack_of(setup).cards & ~gone & (BIT[face] - 1)
    return kind, FACES[face].short[0], below.bit_count()


class CabinBoy:
    """Plays as in its first game: bids a trick for each high card, lays its highest card while it wants a
    trick and its lowest when not; and now and then does just anything.
    """

    def choose(self, observation: View, random: Random) -> Action:
        """By the rule of thumb, or a slip."""
        thought = self._thought(observation)
        return random.choice(observation.legal) if random.random() < SLIP else thought

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """All legal actions, the one that it would choose by itself first."""
        own = self.choose(observation, random)
        return own, *(action for action in observation.legal if action != own)

    def _thought(self, view: View) -> Action:
        table, legal = view.table, view.legal
        if table.phase == "bid":
            return BIDS[high_cards(view.hand)] if BIDS[high_cards(view.hand)] in legal else legal[-1]
        if table.phase != "play":
            return legal[0]
        faces, seat = table.setup.edition.faces, view.seat or 0
        wants = table.bids[seat] > table.taken[seat]
        return (max if wants else min)(legal, key=lambda action: STRENGTH[faces[action]])


def high_cards(hand: Cards) -> int:
    """The cards that look like a trick to somebody who has never played."""
    return sum([card in HIGH or KIND[card] in CHARACTERS for card in hand])
