"""A round played on to its end as people would, without events and states: what a thinker does most.

It comes to the same as the rules and `Rules.playout_action` do, move by move (a test plays both).
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from games.cards import ONE, Cards, without
from games.skull_king import dealing, policy, powers, scoring, seating, trick
from games.skull_king.cards import BENDT, CARD_OF, FACES_OF_CARD, HARRY, RASCAL, ROSIE, FaceNumber
from games.skull_king.situation import BIT, Mask, mask_of, pack_of
from games.skull_king.state import GRAYBEARD, NOT_SAID, State, Table
from games.text import Seat


def points_after_round(state: State, random: Random) -> tuple[float, ...]:
    """Everybody's points when the round that is going on has been played to its end."""
    going = _Round(state)
    going.choose(random)
    if state.table.phase == "power":
        going.use(state.table.to_act[0], powers.pirate_of(state.table))
    going.play(random)
    table = going.ended()
    how, cards = table.setup.scoring, table.dealt
    line = zip(table.points, scoring.entries(table), strict=True)
    return tuple([float(points + scoring.result(entry, cards, how)[0]) for points, entry in line])


class _Round:
    """A round in progress. Lists are by seat; Graybeard's pile is the last of the hands."""

    def __init__(self, state: State) -> None:
        table = state.table
        self._table = table
        self._pack = pack_of(table.setup)
        self._state = state
        self._hands = list(state.hands)
        self._held: list[Mask] = [mask_of(hand) for hand in state.hands]
        self._left: Mask = self._pack.cards & ~mask_of(
            bytes([CARD_OF[face] for face in table.fallen + table.trick])
        )
        """The cards that have not been played."""
        self._bids, self._shots = list(table.bids), table.shots
        self._taken, self._bonus = list(table.taken), list(table.bonus)
        self._alliances, self._wager = list(table.alliances), table.wager
        self._leader = table.leader
        self._ghost_leads = table.ghost is not None and table.ghost.leads

    def ended(self) -> Table:
        """The table, as far as points depend on it."""
        return replace(
            self._table,
            bids=tuple(self._bids),
            taken=tuple(self._taken),
            bonus=tuple(self._bonus),
            alliances=tuple(self._alliances),
            wager=self._wager,
            shots=self._shots,
        )

    # what is chosen in secret

    def choose(self, random: Random) -> None:
        """The bids that are not made yet, and what is not loaded."""
        table, sealed = self._table, self._state.sealed
        if table.phase == "bid":
            self._bids = [
                policy.bid(sum(self._promised(seat)), table.dealt, policy.boldness(random))
                if chosen == NOT_SAID
                else chosen
                for seat, chosen in enumerate(sealed)
            ]
            sealed = (NOT_SAID,) * len(sealed)
        if table.phase in ("bid", "load") and table.setup.scoring.cannonball:
            self._shots = tuple(
                policy.shot(self._surplus(seat)) if chosen == NOT_SAID else chosen
                for seat, chosen in enumerate(sealed)
            )

    def _promised(self, seat: Seat) -> list[float]:
        hand = self._hands[seat]
        return policy.promises(self._pack, hand, self._left & ~self._held[seat], self._table.hands)

    def _missing(self, seat: Seat) -> int:
        return self._bids[seat] - self._taken[seat]

    def _surplus(self, seat: Seat) -> float:
        return sum(self._promised(seat)) - self._missing(seat)

    # the tricks

    def play(self, random: Random) -> None:
        """All tricks to the last."""
        faces, setup = self._table.trick, self._table.setup
        edition, size = setup.edition, self._table.hands
        while faces or self._hands[0]:
            order = seating.order_from(self._leader, size, self._table.ghost is not None, self._ghost_leads)
            faces = self._trick(faces, order, random)
            verdict = trick.settle(faces, setup)
            leads = order[verdict.leads_next]
            if verdict.taker is not None and leads != GRAYBEARD:
                self._taken[leads] += 1
                self._bonus[leads] += trick.bonus(faces, verdict, edition)
                if setup.loot:
                    self._alliances += [(leads, order[place]) for place in trick.allies(faces, verdict)]
            self._ghost_leads = leads == GRAYBEARD
            if not self._ghost_leads:
                self._leader = leads
                pirate = powers.called(setup, faces, verdict, last=not self._hands[0])
                if pirate is not None:
                    self.use(leads, pirate)
            faces = b""

    def _trick(self, faces: Cards, order: tuple[Seat, ...], random: Random) -> Cards:
        """The trick that lies there when all have played to it."""
        bids, taken, size = self._bids, self._taken, len(order)
        opening, either = self._pack.opening, self._pack.either
        situation = opening
        for face in faces:
            situation = situation[face][2]
        for place in range(len(faces), size):
            seat = order[place]
            hand = self._hands[seat]
            if seat == GRAYBEARD:
                face = FACES_OF_CARD[hand[0]][-1]
                self._hands[seat] = hand[1:]
                self._left ^= BIT[hand[0]]
                situation = situation[face][2]
                faces += ONE[face]
                continue
            held = self._held[seat]
            cards = hand.translate(None, situation.held_back) if situation.suit & held else hand
            if either in cards:
                cards = policy.faces_of(cards, self._pack)
            face = cards[0]
            if len(cards) > 1:
                hungry = 0
                for other in order[place + 1 :]:
                    if other != GRAYBEARD and bids[other] > taken[other]:
                        hungry += 1
                missing = bids[seat] - taken[seat]
                own = policy.Hand(hand, self._left & ~held, missing, size, hungry, size - place - 1 - hungry)
                greedy = random.random() < policy.GREEDY
                choose = policy.greedy_face if greedy else policy.face_to_play
                face = choose(self._pack, situation, cards, own)
            bit = BIT[CARD_OF[face]]
            self._hands[seat] = hand.replace(ONE[CARD_OF[face]], b"")
            self._held[seat] = held ^ bit
            self._left ^= bit
            situation = situation[face][2]
            faces += ONE[face]
        return faces

    # the powers of the pirates

    def use(self, seat: Seat, pirate: FaceNumber) -> None:
        """The power of this pirate."""
        if pirate == ROSIE:
            self._leader = policy.leader_to_choose(self._missing(seat), seat, len(self._bids))
        elif pirate == BENDT:
            self._draw(seat)
        elif pirate == RASCAL:
            points = policy.wager(self._surplus(seat))
            self._wager = (seat, points) if points else None
        elif pirate == HARRY:
            self._bids[seat] += policy.change(self._surplus(seat), self._bids[seat], self._table.dealt)

    def _draw(self, seat: Seat) -> None:
        """Bendt's: two cards are drawn, unless they are already, and as many discarded."""
        drawn = self._state.pile is not None and powers.is_drawing(self._table)
        pile = b"" if drawn else dealing.undealt(self._state)[: powers.DRAWN]
        self._hands[seat] = bytes(sorted(self._hands[seat] + pile))
        self._held[seat] |= mask_of(pile)
        tricks = len(self._hands[(seat + 1) % len(self._bids)])
        while (count := len(self._hands[seat]) - tricks) > 0:
            hand = self._hands[seat]
            card = policy.discard(self._promised(seat), hand, count, self._missing(seat))
            self._hands[seat] = without(hand, card)
            self._held[seat] ^= BIT[card]
