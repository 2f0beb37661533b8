"""A whole game as a text to be read: who acts and how, what is told to whom, and what each then sees anew.

`python -m tests.games.playthrough [slug ...]` writes the texts in `tests/games/playthroughs` again, all of
them or those of some games; a test compares them. After a change of rules or words, their difference shows
what the change does at the table: read it before it is committed.

How to read them: under each action stand the events, then what each watcher sees anew; what all see alike is
told once. `-` and `+` are lines that went and came, `!` stands in place of all that stood there before. After
`~` come the observation's own fields, in which seats count from 0 and cards are the game's numbers (`+=`:
with this at the end).
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from games.catalogue import catalogue
from games.contract import Action, AnyGame, Event
from games.text import Seat, english
from tests.games.sight import Change, Sight, change, sight, told
from tests.games.variants import VARIANTS, Variant

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = (
    "Anne",
    "Bart",
    "Calico",
    "Drake",
    "Edward",
    "Fanny",
    "Grace",
    "Henry",
    "Ivo",
    "Jack",
    "Kidd",
    "Lola",
)
WIDTH = 96
"""Characters of facts on one line."""

Watcher = Seat | None


@dataclass(frozen=True)
class Playthrough:
    """One variant of a game, and all that chance decides in it, drawn from its name."""

    game: AnyGame
    name: str
    variant: Variant

    @property
    def path(self) -> Path:
        """Where its text is kept."""
        return FOLDER / f"{self.name}.txt"

    @property
    def seed(self) -> bytes:
        """The game's seed, 32 bytes."""
        return self._bits("seed")

    @property
    def names(self) -> Mapping[Seat, str]:
        """Who sits where."""
        return dict(enumerate(NAMES[: self.variant.players]))

    @property
    def watchers(self) -> tuple[Watcher, ...]:
        """Every seat, and a spectator."""
        return (*range(self.variant.players), None)

    def drawn(self, step: int, waiting: Sequence[Seat]) -> Seat:
        """Who of those awaited acts first."""
        return waiting[self._number(f"seat {step}", len(waiting))]

    def decided(self, step: int, observation: Any) -> Action:
        """What they do."""
        if self.variant.robot is not None:
            robot = self.game.robots[self.variant.robot]
            return robot.choose(observation, Random(self._number(f"robot {step}", 2**64)))
        return observation.legal[self._number(f"action {step}", len(observation.legal))]

    def _number(self, what: str, count: int) -> int:
        """A number below `count`, the same on every machine and in every version of Python."""
        return int.from_bytes(self._bits(what)) % count

    def _bits(self, what: str) -> bytes:
        return hashlib.sha256(f"{self.name} {self.variant.draw} {what}".encode()).digest()


def playthroughs() -> dict[str, Playthrough]:
    """Every playthrough of the catalogue's games by its name: `<slug>`, or `<slug>.<variant>`."""
    return {
        name: Playthrough(game, name, variant)
        for slug, game in catalogue().items()
        for part, variant in VARIANTS.get(slug, {}).items()
        for name in (f"{slug}.{part}" if part else slug,)
    }


def text_of(playthrough: Playthrough) -> str:
    """The whole text."""
    return "\n".join([*lines_of(playthrough), ""])


def lines_of(play: Playthrough) -> Iterator[str]:
    """The text line by line, as the game is played."""
    game, names = play.game, play.names
    yield from _heading(play)
    state = game.new(play.variant.options_of(game), play.variant.players, play.seed)
    seen = {watcher: Sight() for watcher in play.watchers}
    now = _sights(play, state)
    yield from _changes(play, seen, now)
    step = 0
    while waiting := game.to_act(state):
        step, seen = step + 1, now
        seat = play.drawn(step, waiting)
        action = play.decided(step, game.observe(state, seat))
        state, events = game.apply(state, seat, action)
        now = _sights(play, state)
        awaited = ", ".join(names[other] for other in waiting)
        yield from ("", f"== {step}. To act: {awaited}. {names[seat]}: {action}")
        yield from (_event_line(play, event) for event in events)
        yield from _changes(play, seen, now)
    yield from ("", f"== The end. {_outcome(play, state)}")


def _heading(play: Playthrough) -> Iterator[str]:
    options = play.variant.options_of(play.game)
    yield f"{english(play.game.title)}, a playthrough"
    yield from (f"  {english(text)}" for text in play.game.describe_options(options))
    chosen = f"robot {play.variant.robot}" if play.variant.robot else "drawn at random"
    yield f"  options {options.model_dump_json(exclude_defaults=True)}, actions: {chosen}"
    yield f"  seed {play.seed.hex()}"
    yield from (f"  seat {seat}: {name}" for seat, name in play.names.items())
    yield from ("", "== The deal")


def _sights(play: Playthrough, state: Any) -> dict[Watcher, Sight]:
    game = play.game
    return {watcher: sight(game, game.observe(state, watcher), play.names) for watcher in play.watchers}


def _event_line(play: Playthrough, event: Event) -> str:
    audience = "" if event.audience is None else f" (only to {_listed(play, event.audience)})"
    return f"{type(event).__name__}{audience}: {told(play.game.narrate(event), play.names)}"


def _outcome(play: Playthrough, state: Any) -> str:
    outcome = play.game.outcome(state)
    if outcome is None:
        return "There is no outcome!"
    each = zip(play.names.values(), outcome.places, outcome.points, strict=True)
    return ", ".join(f"{name}: place {place} with {points}" for name, place, points in each)


# Who sees what anew


def _changes(
    play: Playthrough, before: Mapping[Watcher, Sight], after: Mapping[Watcher, Sight]
) -> Iterator[str]:
    """First what all see alike, then what is left for each; those with the same left stand together."""
    changes = {watcher: change(before[watcher], after[watcher]) for watcher in play.watchers}
    common = Change(
        _shared([each.words for each in changes.values()]), _shared([each.facts for each in changes.values()])
    )
    yield from _told("all", common)
    left: dict[Change, list[Watcher]] = {}
    for watcher, each in changes.items():
        rest = Change(_without(each.words, common.words), _without(each.facts, common.facts))
        left.setdefault(rest, []).append(watcher)
    for rest, watchers in left.items():
        yield from _told(_listed(play, watchers), rest)


def _shared(several: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The lines that are in every one of them, in the order of the first."""
    in_all = Counter(several[0])
    for other in several[1:]:
        in_all &= Counter(other)
    return _taken(several[0], in_all)


def _without(lines: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    return _taken(lines, Counter(lines) - Counter(taken), last=True)


def _taken(lines: tuple[str, ...], wanted: Counter[str], *, last: bool = False) -> tuple[str, ...]:
    """As many of each line as are wanted, in their order; of equal lines the first ones, or the last ones."""
    left, kept = Counter(wanted), list[str]()
    for line in reversed(lines) if last else lines:
        if left[line] > 0:
            left[line] -= 1
            kept.append(line)
    return tuple(reversed(kept) if last else kept)


def _told(who: str, seen: Change) -> Iterator[str]:
    """A line for each of the words, and the facts; in front of the first of them, who sees them."""
    for number, line in enumerate((*seen.words, *_filled(seen.facts))):
        yield f"{'' if number else who:<7} {line}"


def _filled(facts: Iterable[str]) -> Iterator[str]:
    """Facts beside each other, as many as fit on a line."""
    line = ""
    for fact in facts:
        if line and len(line) + len(fact) > WIDTH:
            yield f"~ {line}"
            line = ""
        line = f"{line} · {fact}" if line else fact
    if line:
        yield f"~ {line}"


def _listed(play: Playthrough, watchers: Iterable[Watcher]) -> str:
    return ", ".join("a spectator" if watcher is None else play.names[watcher] for watcher in watchers)


def main(slugs: Sequence[str]) -> int:
    """Write the texts of these games, or of all. 2 if a game is unknown."""
    chosen = {name: each for name, each in playthroughs().items() if not slugs or each.game.slug in slugs}
    unknown = set(slugs) - {each.game.slug for each in chosen.values()}
    if unknown:
        print(f"No playthrough is declared for {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for each in chosen.values():
        text = text_of(each)
        each.path.write_text(text, encoding="utf-8")
        print(f"{each.path.name}: {text.count(chr(10))} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
