"""How a game ended: places and points, the way to the next game, and the proof of the shuffle."""

from __future__ import annotations

import json

from bot.pictures.commissions import Illustration
from bot.records.verdicts import Shift, Verdict
from bot.screens import parts
from bot.screens.kit import Accent, Screen, Separator, TextBlock, block, screen, written
from bot.screens.limits import TEXT
from bot.screens.sheet import notepads
from bot.tables.history import Proof
from bot.tables.table import Table
from bot.words import Markup, Reader
from bot.words.harmless import cut
from games.contract import Outcome
from games.text import Listed, Player, Text, _, _n

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_OTHERS = "🏴‍☠️"

LONGEST_STORY = 2000
"""Characters of what went into the shuffle that one screen shows."""


def result(
    table: Table, reader: Reader, verdict: Verdict | None = None, picture: Illustration | None = None
) -> Screen:
    """The end, for everybody. `verdict`: what it did to ratings; `picture`: of the score sheet."""
    title = block(parts.title(reader, _("🏁 {game}: the game is over", game=table.game.title)), most=200)
    winners = block(reader(_winners(_outcome(table))), _why_so_early(table, reader), most=500)
    places = placed(table, reader)
    changes = ratings(verdict, reader)
    kept = block(*map(parts.small, _kept(table, reader)), most=400)
    foot = parts.foot(reader, table)
    return screen(
        Accent.GOLD,
        title,
        picture,
        winners,
        places,
        changes,
        _notepad(table, reader, TEXT - written(title, winners, places, changes, kept, foot)),
        Separator(),
        kept,
        foot,
        parts.after_the_end(reader, table),
    )


def ratings(verdict: Verdict | None, reader: Reader) -> TextBlock | None:
    """What the game did to ratings, or why it did nothing."""
    if verdict is None:
        return None
    if verdict.why is not None:
        return block(parts.small(reader(verdict.why)), most=200)
    if verdict.pending:
        return block(parts.small(reader(_("Ratings are being worked out."))), most=200)
    lines = parts.bulleted(reader(_shift(shift)) for shift in verdict.shifts)
    return block(parts.strong(reader, _("Ratings")), *lines, most=900)


def _shift(shift: Shift) -> Text:
    by = shift.after - shift.before
    if by > 0:
        return _("{player} rises by {by} to {rating}", player=shift.who, by=by, rating=shift.after)
    if by < 0:
        return _("{player} falls by {by} to {rating}", player=shift.who, by=-by, rating=shift.after)
    return _("{player} stays at {rating}", player=shift.who, rating=shift.after)


def _notepad(table: Table, reader: Reader, most: int) -> TextBlock | None:
    """The whole score sheet, where there is room for it; it is one press away in any case."""
    final = table.game.sheet(table.observe(None))
    pads = None if final is None else notepads(table, final, reader)
    return pads if written(pads) <= most else None


def _kept(table: Table, reader: Reader) -> tuple[str, str]:
    """The lobby's promise, in the very message that was the lobby."""
    said = _(
        "Every card can be checked now: press Proof of the shuffle. The fingerprint (SHA-256) that was fixed "
        "before anybody came to the table:"
    )
    return reader(said), parts.sealed(reader, table)[1]


def _outcome(table: Table) -> Outcome:
    outcome = table.outcome
    if outcome is None:
        raise ValueError("the game has not ended")
    return outcome


def _winners(outcome: Outcome) -> Text:
    first = tuple(Player(seat) for seat, place in enumerate(outcome.places) if place == 1)
    if len(first) == 1:
        return _("{player} has won. Yo-ho-ho!", player=first[0])
    return _("{players} share the victory. Yo-ho-ho!", players=Listed(first))


def _why_so_early(table: Table, reader: Reader) -> str | None:
    if not table.was_conceded:
        return None
    return reader(
        _(
            "The game was not played out, as nobody else wanted to go on. The score sheet shows how far it "
            "came."
        )
    )


def placed(table: Table, reader: Reader) -> TextBlock | None:
    """Everybody's place and points, the best first."""
    outcome = _outcome(table)
    order = sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat))
    return block(*(reader(_line(table, outcome, seat)) for seat in order), most=1500)


def _sitter(table: Table, seat: int) -> Text | Player:
    return _("🤖 {player}", player=Player(seat)) if table.seats[seat].robot else Player(seat)


def _line(table: Table, outcome: Outcome, seat: int) -> Text:
    place, player = outcome.places[seat], _sitter(table, seat)
    medal = _MEDALS.get(place, _OTHERS)
    scored = table.game.score(outcome.points[seat])
    if table.was_conceded:
        return _("{medal} Place {place}: {player}", medal=medal, place=place, player=player)
    if outcome.places.count(place) > 1:
        return _(
            "{medal} Place {place}, shared: {player}, {scored}",
            medal=medal,
            place=place,
            player=player,
            scored=scored,
        )
    return _(
        "{medal} Place {place}: {player}, {scored}",
        medal=medal,
        place=place,
        player=player,
        scored=scored,
    )


def proof(table: Table, proof: Proof, reader: Reader) -> Screen:
    """All that made the shuffle, and how to check it."""
    lobby = _("The SHA-256 of the secret's 32 bytes is what stood in the lobby before anybody joined.")
    card = _("The SHA-256 of the secret's 32 bytes is what stood on the table's card before anybody came.")
    steps = (
        card if proof.tournament else lobby,
        _("The SHA-256 of the line with secret, joins and cuts is the seed."),
        _("docs/fairness.md, in the source of this bot, has a few lines of Python that deal all hands anew."),
        _(
            "Whoever runs this bot can have all of it checked: {command}",
            command=Markup(f"`tortuga verify {table.id}`"),
        ),
    )
    return screen(
        Accent.SAND,
        block(
            parts.heading(reader, _("Proof of the shuffle")),
            reader(
                _(
                    "All cards followed from a secret that was fixed before anybody came to the table. Here "
                    "it is, so that everybody can check that the deal was not changed afterwards."
                )
            ),
            most=400,
        ),
        block(
            reader(_("The secret, made with the table:")),
            f"`{proof.secret}`",
            reader(_("Its SHA-256, shown from the beginning:")),
            f"`{proof.commitment}`",
            most=500,
        ),
        block(
            reader(_("Secret, joins in their order, and cuts, each with who made it:")),
            _story(proof),
            most=2200,
        ),
        block(_erased(proof, reader), most=300),
        block(reader(_("The seed that they make:")), f"`{proof.seed}`", *_seats(proof, reader), most=700),
        block(*parts.bulleted(map(reader, steps)), most=600),
    )


def _erased(proof: Proof, reader: Reader) -> str | None:
    if not proof.erased:
        return None
    return reader(
        _n(
            "One cut is missing here: whoever made it has had their data erased. So the seed cannot be made "
            "again from this line. It was kept as it was, and every deal follows from it.",
            "{count} cuts are missing here: those who made them have had their data erased. So the seed "
            "cannot be made again from this line. It was kept as it was, and every deal follows from it.",
            proof.erased,
        )
    )


def _seats(proof: Proof, reader: Reader) -> list[str]:
    """Who sits where, as drawn from the seed, and whose join was whose."""
    drawn = [
        _("{player} (join {number})", player=Player(seat), number=join + 1)
        for seat, join in enumerate(proof.order)
    ]
    seats = Listed(tuple(drawn))
    if proof.tournament:
        words = _(
            "The draw of {tournament} seats them in this order: {seats}. The last of the joins says which "
            "pod of which round it is.",
            tournament=proof.tournament,
            seats=seats,
        )
        return [reader(words)]
    return [reader(_("It seats them in this order: {seats}.", seats=seats))]


def _story(proof: Proof) -> str:
    """What is hashed, exactly; in a shorter spelling of the same JSON where many words are not ASCII."""
    told = [proof.secret, proof.joins, [[str(made.user), made.word] for made in proof.cuts]]
    exact = json.dumps(told, separators=(",", ":"))
    if len(exact) > LONGEST_STORY:
        exact = "".join(map(_spelled, json.dumps(told, separators=(",", ":"), ensure_ascii=False)))
    # A back-tick in a word would end the code; JSON has another spelling for it.
    story = exact.replace("`", r"\u0060")
    return f"```json\n{cut(story, LONGEST_STORY)}\n```"


def _spelled(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]
