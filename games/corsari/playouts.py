"""The rest of a hand as sailors play it, without states and events: the same as by the rules, only sooner."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp

from games.corsari import scoring
from games.corsari.actions import DRAW_DISCARD, DRAW_STOCK
from games.corsari.cards import BIT, COLOUR, COUNT, SUM, Colour
from games.corsari.constants import LAST_HAND, QUIET_ROUNDS, STOCK_ROUNDS
from games.corsari.policy import Held, best_draw, best_drop, cards_of, dropped, held, sails_at
from games.corsari.split import best
from games.corsari.state import State, Table
from games.text import Seat

STAKE = 20.0
"""What the first place is worth, in penalty cards: about one for each, where a game is close."""
SPREAD = {2: (2.5, 0.2), 3: (2.2, 0.09), 4: (2.5, 0.055)}
"""How many penalty cards more make somebody's chance of winning smaller by the factor e, by players: in the
last hand, and how much more for each card that is not there yet. From some thousand hands between sailors.
"""


def standing(table: Table) -> tuple[float, ...]:
    """What each seat has lost of the stake: all of it but the chance to win."""
    if table.phase == "over":
        return _lost(scoring.winners(table), table.players)
    return _expected(table.counts)


def _lost(winners: Sequence[Seat], players: int) -> tuple[float, ...]:
    return tuple([STAKE * (1 - (seat in winners) / len(winners)) for seat in range(players)])


def _expected(counts: Sequence[int]) -> tuple[float, ...]:
    least, more = SPREAD[len(counts)]
    spread = least + more * max(0, LAST_HAND - sum(counts))
    weights = [exp(-count / spread) for count in counts]
    total = sum(weights)
    return tuple([STAKE * (1 - weight / total) for weight in weights])


def playout(state: State) -> tuple[float, ...]:
    """The standing when this hand has been played to its end."""
    table = state.table
    if table.phase == "over":
        return standing(table)
    hands = [held(hand) for hand in state.hands]
    closer, pier = table.closer, table.pier_colour
    if table.phase in ("draw", "drop"):
        closer, pier = _until_somebody_sails(state, hands)
    if table.closed is not None:
        crew, limit, own = table.closed.crew, table.closed.limit, len(table.closed.stowaways)
        open_to, taken = {COLOUR[card] for card in crew}, sum([BIT[card] for card in crew])
    else:
        limit, own, open_to, taken = _closed(hands[closer], pier)
    if not own:
        return _lost((closer,), len(hands))
    replies: list[tuple[int, int]] = []
    for seat, hand in enumerate(hands):
        said = state.answers[seat] if state.answers else None
        if seat == closer:
            replies.append((limit, own))
        elif said is not None:
            replies.append((said.limit, len(said.stowaways)))
        else:
            replies.append(_reply(hand, pier, open_to, taken, limit))
    return _reckoned(table, closer, replies)


def _until_somebody_sails(state: State, hands: list[Held]) -> tuple[Seat, Colour]:
    """The turns up to that, and in which seat and under which colour it comes; hands are changed."""
    table, players = state.table, len(hands)
    pier, discards, stock = list(table.pier), list(table.discards), list(reversed(state.stock))
    seen = held(table.pier + table.discards + b"".join(table.penalties) + b"".join(table.taken))
    seat, turn, quiet, closer = table.to_act[0], table.turn, table.quiet, table.closer
    first_turn = 0 if table.early_sailing or players > 2 else 2
    is_drawing = table.phase == "draw"
    while True:
        hand = hands[seat]
        if is_drawing:
            stock_only = quiet >= QUIET_ROUNDS * players
            source = DRAW_STOCK if stock_only else best_draw(hand, pier, discards[-1], seen)
            if source == DRAW_STOCK:
                card = stock.pop()
                closer = closer if stock else seat
                quiet = (quiet + 1) % ((QUIET_ROUNDS + STOCK_ROUNDS) * players) if stock_only else 0
            elif source == DRAW_DISCARD:
                card = discards.pop()
                quiet += 1
            else:
                card = pier.pop(0)
                quiet = 0
            hand[COLOUR[card]] |= BIT[card]
        is_drawing = True
        colour = COLOUR[pier[0]]
        drop = best_drop(hand, colour)
        card = dropped(hand, colour, drop)
        hand[COLOUR[card]] ^= BIT[card]
        if closer == seat or (turn >= first_turn and drop.limit <= sails_at(players, turn)):
            return seat, colour
        discards.append(card)
        seen[COLOUR[card]] |= BIT[card]
        turn += 1
        seat = (seat + 1) % players


def _closed(hand: Held, pier: Colour) -> tuple[int, int, set[Colour], int]:
    """The closer's limit, how many stowaways there are, and the colours and numbers of the crew."""
    limit, stowaways, _colours, crew = best(cards_of(hand), pier)
    numbers = 0
    for colour in crew:
        numbers |= hand[colour]
    return limit, stowaways, set(crew), numbers


def _reply(hand: Held, pier: Colour, open_to: set[Colour], taken: int, most: int) -> tuple[int, int]:
    """The limit and the number of stowaways of the best answer to the closer, whose limit is `most`.

    To each own crew as much is attached as helps: numbers that the closer lacks (`taken` are those that are
    there) of the colours that the crew is `open_to`, which are stowaways else. Only to send the closer under
    with more of them are some kept, the lowest first.
    """
    colours = [(colour, numbers) for colour, numbers in enumerate(hand) if numbers and colour != pier]
    total = sum([SUM[numbers] for _colour, numbers in colours])
    count = sum([COUNT[numbers] for _colour, numbers in colours])
    attachable = [(colour, numbers & ~taken) for colour, numbers in colours if colour in open_to]
    fewest, sent = (count + 1, total), (-1, 0)
    crews = [*combinations(colours, 2), *[(one, one) for one in colours], ((pier, 0), (pier, 0))]
    for (first, ours), (second, theirs) in crews:
        helping = 0
        for colour, numbers in attachable:
            if colour == first:
                numbers = numbers & theirs if second != first else 0
            elif colour == second:
                numbers &= ours
            helping |= numbers
        both = ours | theirs
        left, limit = count - COUNT[both] - COUNT[helping], total - SUM[both] - SUM[helping]
        if (left, limit) < fewest:
            fewest = left, limit
        while limit <= most:
            if (left, -limit) > sent:
                sent = left, -limit
            lowest = helping & -helping
            helping ^= lowest
            left, limit = left + 1, limit + SUM[lowest]
            if not lowest:
                break
    if not fewest[0] or sent[0] < 0:
        return fewest[1], fewest[0]
    return -sent[1], sent[0]


def _reckoned(table: Table, closer: Seat, replies: Sequence[tuple[int, int]]) -> tuple[float, ...]:
    """The standing after the hand. `replies`: limit and number of stowaways by seat, the closer's too."""
    counts, players = table.counts, len(replies)
    clean = [seat for seat, (_limit, stowaways) in enumerate(replies) if not stowaways]
    if clean:
        fewest = min([counts[seat] for seat in clean])
        return _lost([seat for seat in clean if counts[seat] == fewest], players)
    most = replies[closer][0]
    after, under = list(counts), 0
    for seat, (limit, stowaways) in enumerate(replies):
        if seat != closer:
            if limit <= most:
                under += stowaways
            else:
                after[seat] += stowaways
    if under:
        after[closer] += under + replies[closer][1]
    total = sum(after)
    if scoring.ends_game(table, total):
        fewest = min(after)
        return _lost([seat for seat in range(players) if after[seat] == fewest], players)
    return _expected(after)
