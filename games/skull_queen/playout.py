"""A round played on quickly, everybody by `policy`: what a trick does once more, on sets of cards."""

from __future__ import annotations

from games.cards import Card
from games.skull_queen import constants, policy
from games.skull_queen.cards import COLOUR, MONKEY, SPECIALS, VALUES, Colour
from games.skull_queen.plank import OVERBOARD, Plank
from games.skull_queen.policy import COLOUR_BITS, EIGHT, FIVE, SHIFTS, WILD, Bits, bits
from games.skull_queen.state import NO_CARD, State, order_of
from games.text import Seat


class Round:
    """A round in which the planks are set, as it goes on from a state."""

    def __init__(self, state: State, planks: tuple[Plank, ...]) -> None:
        table = state.table
        self.players = table.players
        self.others = policy.others_of(table.players)
        self.with_king = table.players == constants.OLD_KING_PLAYS
        self.hands = [bits(hand) for hand in state.hands]
        self.planks = [bytearray(own) for own in planks]
        self.unseen = bits(policy.unseen_by(table, b""))
        """What has not been shown to all."""
        self.king = list(state.king)
        self.picks = state.picks
        self.leader = table.leader
        self.done = table.done
        self._begin(bits(table.middle))
        for card in table.trick:
            self._lay(card)

    def play(self, end: int) -> None:
        """Whole tricks, until so many of the round are complete."""
        while self.done < end:
            self._finish_trick()

    def expected(self) -> list[float]:
        """What each plank is likely to be worth when the round ends, whatever may lie there."""
        hidden = self.unseen | bits(self.trick)
        return [
            policy.worth_of(self.others, hidden & ~hand, hand, own)
            for hand, own in zip(self.hands, self.planks, strict=True)
        ]

    def _begin(self, middle: Bits) -> None:
        self.trick: list[Card] = []
        self.ranks: list[int] = []
        """What its cards count as; of Monkey and First Mate the rank alone before a colour is led."""
        self.led: Colour | None = None
        self.lying, self.wild = middle, 0

    def _lay(self, card: Card) -> None:
        self.trick.append(card)
        if card >= MONKEY:
            rank = WILD[card]
            if self.led is None:
                self.wild |= 1 << rank
            else:
                rank += SHIFTS[self.led]
                self.lying |= 1 << rank
            self.ranks.append(rank)
            return
        if self.led is None:
            self.led = COLOUR[card]
            shift = SHIFTS[self.led]
            self.lying |= self.wild << shift
            self.wild = 0
            self.ranks = [shift + rank for rank in self.ranks]
        self.lying |= 1 << card
        self.ranks.append(card)

    def _finish_trick(self) -> None:
        order = order_of(self.leader, self.players)
        if self.with_king and not self.trick:
            self._turn_up()
        if self.with_king and self.trick[0] not in SPECIALS:
            first, second = order[1:]
            cards = self._chosen(first, 1), self._chosen(second, 1)
            self._play(first, cards[0])
            self._play(second, cards[1])
        else:
            for place in range(len(self.trick), len(order)):
                seat = order[place]
                self._play(seat, self._chosen(seat, len(order) - place - 1))
        middle = self._settle(order)
        if self.with_king:
            _king, first, second = self.trick
            self.leader = order[1 + (VALUES[second] > VALUES[first])]
        else:
            values = bytes(self.trick).translate(VALUES)
            self.leader = order[values.rfind(max(values))]
        self.done += 1
        self._begin(middle)

    def _turn_up(self) -> None:
        card = self.king.pop(0)
        self.unseen &= ~(1 << card)
        self.picks = (NO_CARD, NO_CARD)
        self._lay(card)

    def _chosen(self, seat: Seat, still: int) -> Card:
        if self.picks and self.picks[seat] != NO_CARD:
            return self.picks[seat]
        hand = self.hands[seat]
        gains = policy.card_gains(
            self.others,
            self.unseen & ~hand,
            hand,
            self.planks[seat],
            self.lying,
            self.led,
            still,
            self.wild,
        )
        return max(gains)[1]

    def _play(self, seat: Seat, card: Card) -> None:
        self.hands[seat] &= ~(1 << card)
        self.unseen &= ~(1 << card)
        self._lay(card)

    def _settle(self, order: tuple[Seat, ...]) -> Bits:
        """Moves the pirates; what stays in the middle."""
        lying, ranks, middle = self.lying, self.ranks, 0
        for colour, shift in enumerate(SHIFTS):
            pool = lying >> shift & COLOUR_BITS
            if not pool & (pool - 1):
                middle |= pool << shift
                continue
            highest, lowest = shift + pool.bit_length() - 1, shift + (pool & -pool).bit_length() - 1
            if highest in ranks:
                steps = constants.LONG_STEP if pool >> EIGHT & 1 else constants.STEP
                self._move(order[ranks.index(highest)], colour, steps)
            if lowest in ranks:
                steps = constants.LONG_STEP if pool >> FIVE & 1 else constants.STEP
                self._move(order[ranks.index(lowest)], colour, -steps)
        return middle

    def _move(self, seat: Seat, colour: Colour, steps: int) -> None:
        if seat < 0:
            return
        plank = self.planks[seat]
        before = plank[1 + colour]
        there = before + steps
        plank[1 + colour] = there if before != OVERBOARD and 1 <= there <= constants.SPACES else OVERBOARD
