"""Was a tournament drawn and scored as its rules say? Computes an exported one again from its seed.

Every round is drawn again from what was published before it, so that one wrong round does not hide another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

import msgspec
from msgspec.structs import replace

from bot.tables.verify import Finding, NotVerifiable
from bot.tournaments.beacon import is_signed, round_at
from bot.tournaments.export import FORMAT, Exported, Place, Sealed, TeamPlace, place_of, team_places
from bot.tournaments.formats import engine
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.model import SEAL_DIGITS, commitments_digest, deals_of_round, seed_of_round
from bot.tournaments.pairing.event import Event, PairingError, Round, Seeding, with_move
from games.fairness import commitment

NOT_AN_EXPORT = "This is not the tournament.json of an export, or somebody has changed it"


def verify_tournament(content: bytes, shown: str | None = None) -> list[Finding]:
    """All that was checked of an export, and against the seed's fingerprint that the announcement showed.

    NotVerifiable if it is no export.
    """
    whole, event = _read(content)
    rounds = event.rounds if whole.drawn is None else (*event.rounds, whole.drawn)
    return [
        _seed(whole, event, shown),
        *_chain(event, len(rounds)),
        *_beacon(event),
        *_seeds(event),
        *(_drawn_again(event, one) for one in rounds),
        *(_tables(whole, one) for one in rounds),
        *_deals(whole, event),
        *_standings(whole, event),
    ]


class _Marked(msgspec.Struct):
    """Any file that says what it is."""

    format: str


def _read(content: bytes) -> tuple[Exported, Event]:
    try:
        marked = msgspec.json.decode(content, type=_Marked)
        if marked.format != FORMAT:
            raise NotVerifiable(
                f"This version reads files of the format {FORMAT}, and this one is of another. "
                "Use the version that wrote it."
            )
        whole = msgspec.json.decode(content, type=Exported)
        event = engine.imported(bytes(whole.event))
        if whole.drawn is not None:
            engine.check_event(engine.with_round(event, whole.drawn))
        return whole, event
    except (ValueError, RecursionError) as error:
        raise NotVerifiable(f"{NOT_AN_EXPORT}: {error}.") from error


def _seed(whole: Exported, event: Event, shown: str | None) -> Finding:
    made = commitment(event.seed_bytes)
    if shown is not None:
        given = _line(shown.strip().lower())
        fits = len(given) >= SEAL_DIGITS and made.startswith(given)
        return Finding(fits, f"The seed has the fingerprint {made}; the announcement showed {given}.")
    if made != whole.commitment:
        return Finding(False, f"The seed has the fingerprint {made}, and the file tells another one.")
    return Finding(True, f"The seed has the fingerprint {made}. Compare it with the one in the announcement.")


def _chain(event: Event, rounds: int) -> Iterator[Finding]:
    """The seeds of later rounds, where each round has one of its own."""
    if isinstance(event.later, msgspec.UnsetType) and not (event.fresh and rounds >= event.fresh[0]):
        return
    told = event.seed, *(event.later or ())
    first, sealed = event.fresh or (0, "")

    def fits(number: int, before: str, seed: str) -> bool:
        if number < first:
            return seed == before
        return commitment(bytes.fromhex(seed)) == (sealed if number == first else before)

    wrong = [
        number for number, (before, seed) in enumerate(pairwise(told), 2) if not fits(number, before, seed)
    ]
    if wrong:
        yield Finding(False, f"The seed of round {wrong[0]} has another fingerprint than the seed before it.")
    elif len(told) < rounds:
        yield Finding(False, f"The seed of round {len(told) + 1} is not told.")
    elif first:
        said = f"From round {first} on each has a seed of its own, which fits the fingerprint {sealed}."
        yield Finding(True, f"{said} Compare it with the one in the message of round {first - 1}.")
    else:
        yield Finding(True, f"The seeds of {len(told)} rounds fit each other, and so that fingerprint.")


def _beacon(event: Event) -> Iterator[Finding]:
    """The public value that goes into the draw, where one does."""
    if not (told := event.beacon):
        return
    name, at = f"drand's round {told.round}", f"{told.at} (Unix time)"
    if told.round != round_at(told.at):
        yield Finding(False, f"A start at {at} has another round of drand's than {told.round}.")
    elif told.without:
        yield Finding(True, f"{name} was to go into the draw, which was made without it, as the log says.")
    elif not told.signature:
        yield Finding(True, f"The draw waits for {name}.")
    elif is_signed(told.round, told.signature):
        yield Finding(
            True,
            f"{name}, the first since {at}, is signed with the network's key and went into the draw. "
            "Compare the round with the one in the announcement.",
        )
    else:
        yield Finding(False, f"The value that the file tells is not that of {name}.")


def _seeds(event: Event) -> Iterator[Finding]:
    """The order in which the draw kept people apart, where it did."""
    if event.options.seeding is Seeding.LOT:
        return
    if engine.seeds_hold(event):
        yield Finding(True, "The entrants are numbered by the ratings that the file tells.")
    else:
        yield Finding(False, "The entrants' numbers are not those of the ratings that the file tells.")


def _drawn_again(event: Event, published: Round) -> Finding:
    """The round, from what was known before it."""
    before = replace(event, rounds=event.rounds[: published.number - 1])
    name = f"Round {published.number}"
    try:
        made = engine.next_round(before, published.draw)
    except PairingError as error:
        return Finding(False, f"{name} could not be drawn from what was known before it ({error.trouble}).")
    published = published.as_drawn
    drawn, moved = f"{len(made.pods)} pods and {len(made.byes)} byes", ""
    try:
        for move in published.moves:
            made = with_move(made, move, event.options)
    except PairingError as error:
        return Finding(False, f"{name}: what its organiser changed cannot be ({error.trouble}).")
    if published.moves:
        moved = f", {len(published.moves)} changed by its organiser"
    if made == published:
        return Finding(True, f"{name}: {drawn} come out of draw {made.draw} as they were published{moved}.")
    theirs = {pod.number: pod for pod in published.pods}
    others = [pod.number for pod in made.pods if theirs.get(pod.number) != pod]
    where = f"in pods {', '.join(map(str, others))}" if others else "in its byes or its kind"
    return Finding(False, f"{name}: the draw comes out otherwise than published, {where}.")


def _tables(whole: Exported, one: Round) -> Finding:
    """To what the shuffles of the round's tables were bound."""
    name = f"Round {one.number}"
    of_round = [table for table in whole.tables if table.round == one.number]
    tables = sorted(of_round, key=lambda table: table.pod)
    if [table.pod for table in tables] != sorted(pod.number for pod in one.pods):
        return Finding(False, f"{name}: the file does not tell one table for each pod.")
    former = [table for table in whole.former if table.round == one.number]
    tables += former
    revealed = [table for table in tables if table.secret is not None]
    wrong = [str(table.pod) for table in revealed if not _fits(table)]
    if wrong:
        return Finding(False, f"{name}: secrets do not fit their fingerprints, in pods {', '.join(wrong)}.")
    drawn = sorted(pod.number for pod in one.drawn_pods)
    # What was published with the round were the seals of each pod's first table.
    first = {table.pod: table.commitment for table in (*of_round, *reversed(former))}
    together = commitments_digest((pod, first[pod]) for pod in drawn)
    return Finding(
        True,
        f"{name}: {len(revealed)} of {len(tables)} tables' secrets are told and fit their fingerprints. "
        f"All these have together {together}. Compare it with the one published with the round.",
    )


def _deals(whole: Exported, event: Event) -> Iterator[Finding]:
    """Were all pods of a round dealt the same cards, and those to which the announcement was bound?"""
    if not format_of(event.options).shares_deals:
        return
    tables = (*whole.tables, *whole.former)
    for one in event.rounds:
        of_round = [table for table in tables if table.round == one.number]
        seals = {table.commitment for table in of_round}
        seeds = {table.seed for table in of_round if table.seed is not None}
        alike = len(seals) == 1 and len(seeds) <= 1
        said = "All pods were" if alike else "Not all pods were"
        yield Finding(alike, f"Round {one.number}: {said} dealt from one seed.")
        if whole.chain:
            bound = commitment(bytes.fromhex(deals_of_round(whole.chain, one.number)))
            fits = seed_of_round(whole.chain, 1) == event.seed and seals == {bound}
            said = "was" if fits else "was not"
            yield Finding(fits, f"Round {one.number}: its deal {said} bound to the announcement.")


def _fits(table: Sealed) -> bool:
    secret = table.secret or ""
    well_formed = re.fullmatch("([0-9a-f]{2})+", secret) is not None
    return well_formed and commitment(bytes.fromhex(secret)) == table.commitment


def _standings(whole: Exported, event: Event) -> Iterator[Finding]:
    open_pods = engine.missing(event)
    pods = sum(len(one.pods) for one in event.rounds)
    yield Finding(True, f"{pods - len(open_pods)} of {pods} pods have a result.")
    order = engine.standings(event)
    yield from _teams(whole, team_places(event, order))
    made = tuple(map(place_of, order))
    if made == whole.standings:
        yield Finding(True, f"The standings, {len(made)} lines, come out as the file tells them.")
        return
    for number, (right, written) in enumerate(zip_longest(made, whole.standings), 1):
        if right != written:
            by_rules, in_file = _described(whole, right), _described(whole, written)
            yield Finding(
                False, f"Line {number} of the standings: {by_rules} by the rules, {in_file} in the file."
            )


def _teams(whole: Exported, made: Sequence[TeamPlace]) -> Iterator[Finding]:
    """Where the teams stand; nothing of an event without any. What they are called is nobody's sum."""
    if not made and not whole.teams:
        return
    written = tuple(replace(line, name="") for line in whole.teams)
    wrong = [right.place for right, there in zip_longest(made, written) if right != there and right]
    if len(made) != len(written) or wrong:
        yield Finding(False, f"The teams' standings come out otherwise than the file tells them: {wrong}.")
    else:
        yield Finding(True, f"The standings of {len(made)} teams come out as the file tells them.")


def _described(whole: Exported, line: Place | None) -> str:
    """A line of the standings, with all that it may differ in."""
    if line is None:
        return "nobody"
    name = next((player.name for player in whole.players if player.id == line.entrant), "")
    figures = {field: getattr(line, field) for field in line.__struct_fields__ if field != "entrant"}
    return _line(f"{name or '(no name)'} (entrant {line.entrant}: {figures})")


def _line(text: str) -> str:
    """Foreign text for a terminal: one line, and nothing that would command it."""
    return "".join(character if character.isprintable() else "?" for character in text)
