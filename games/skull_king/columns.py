"""What is noted round by round where people play with cards of their own, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.contract import Column, IllegalAction, Noted
from games.fairness import SECRET_BYTES
from games.skull_king import dealing, scoring
from games.skull_king.options import SkullKingOptions
from games.skull_king.scoring import MOST_BONUS, Entry
from games.skull_king.state import Setup, State
from games.skull_king.variants import WAGERS
from games.text import Player, _, _n


def columns(
    options: SkullKingOptions, players: int, rounds: Sequence[Noted]
) -> tuple[tuple[Column, ...], ...]:
    """Bids and cannonballs; then tricks, bonuses (loot alliances too) and Rascal's wager."""
    setup, before = options.setup.at_table_of(players), noted(options, players, rounds).table
    dealt = dealing.cards_in_round(setup, players)
    tied = setup.chosen.extra_round and len(scoring.winners(before.points)) > 1
    if len(rounds) >= len(dealt) + tied:
        return ()
    upto = range(dealing.cards_dealt(before, len(rounds) + 1) + 1)
    bids, tricks = Column("bids", _("Bids"), upto), Column("tricks", _("Tricks"), upto)
    bonus = Column("bonus", _("Bonuses"), range(0, MOST_BONUS + 1, 10), 0)
    shots = Column("shots", _("Cannonball loaded (1: yes)"), range(2), 0)
    wager = Column("wager", _("Rascal's wager"), WAGERS, 0)
    return (
        (bids, *([shots] if setup.scoring.cannonball else ())),
        (tricks, bonus, *([wager] if setup.chosen.powers else ())),
    )


def noted(options: SkullKingOptions, players: int, rounds: Sequence[Noted], *, over: bool = False) -> State:
    """The bids, tricks and bonuses on the score sheet. IllegalAction if the tricks do not add up, or a bonus
    is noted that counts for nothing.
    """
    fresh = dealing.new(options.setup, players, bytes(SECRET_BYTES))
    setup, points, written = fresh.table.setup, [0] * players, b""
    for number, noted_round in enumerate(rounds, 1):
        cards = dealing.cards_dealt(fresh.table, number)
        line = list(_entries(noted_round))
        _check(setup, line, cards)
        points = [own + entry.points(cards, setup.scoring) for own, entry in zip(points, line, strict=True)]
        written += scoring.packed(line, setup.scoring)
    table = replace(
        fresh.table,
        phase="over" if over else "bid",
        round=len(rounds) + (not over),
        to_act=() if over else fresh.table.to_act,
        points=tuple(points),
        score_sheet=written,
    )
    return replace(fresh, table=table)


def _entries(noted: Noted) -> Iterator[Entry]:
    nothing = (0,) * len(noted["bids"])
    rest = (noted.get(name, nothing) for name in ("bonus", "wager", "shots"))
    for bid, taken, bonus, wager, shot in zip(noted["bids"], noted["tricks"], *rest, strict=True):
        yield Entry(bid, taken, bonus, wager, bool(shot))


def _check(setup: Setup, line: Sequence[Entry], cards: int) -> None:
    """Kraken and whale can leave a trick each to nobody, and Graybeard takes what the two do not."""
    total = sum(entry.taken for entry in line)
    nobodys = cards if setup.chosen.graybeard else setup.kraken + setup.white_whale
    if total > cards:
        raise IllegalAction(
            _(
                "The tricks make {total}, but there were only {cards}: who took fewer?",
                total=total,
                cards=cards,
            )
        )
    if total < cards - nobodys:
        raise IllegalAction(
            _n(
                "The tricks make {total} of {cards}: who took the missing one?",
                "The tricks make {total} of {cards}: who took the {count} that are missing?",
                cards - total,
                total=total,
                cards=cards,
            )
        )
    for seat, entry in enumerate(line):
        if entry.bonus and not entry.counts(setup.scoring):
            raise IllegalAction(
                _(
                    "{player} bid {bid} and took {taken}, so no bonus counts there. Whose is it?",
                    player=Player(seat),
                    bid=entry.bid,
                    taken=entry.taken,
                )
            )
    if sum(entry.wager > 0 for entry in line) > 1:
        raise IllegalAction(_("Rascal wins one trick in a round: only one player can have wagered."))
