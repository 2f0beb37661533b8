"""What is left of a season when it is over: the files that the bot hands out, and its database."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from bot.commands.responses import file_stem
from bot.series.export import ExportedSeason
from bot.tournaments.export import Exported, place_of
from bot.tournaments.formats import engine
from bot.tournaments.model import TournamentRecord
from bot.tournaments.pairing.event import Event
from playground import Playground, Seen, Visitor
from tests.bot.tournaments.pairing.evening import recompute
from tests.support.child import ChildBot
from tests.support.database import rows_of
from tests.support.tournament_play import DRAWN, PATIENCE, Channels, shown
from tests.support.troubled_tournament import nobody_played_in_vain, nothing_is_lost, verified


@dataclass(frozen=True)
class Held:
    """A tournament that is over."""

    name: str
    whole: Exported
    event: Event
    record: TournamentRecord


@dataclass(frozen=True)
class SeasonFiles:
    """The files that the organiser gets of a season, and what they say of it."""

    folder: Path
    tournaments: Mapping[str, Held]
    """The exported tournaments by their ids."""
    season: ExportedSeason

    @classmethod
    async def taken(
        cls, pg: Playground, bot: ChildBot, organiser: Visitor, folder: Path, series: str, *, pictured: bool
    ) -> SeasonFiles:
        """As the organiser gets them."""
        rows = await rows_of(bot.place, "SELECT id, phase, record FROM tournaments")
        held = dict[str, Held]()
        for id, phase, record in rows:
            assert phase == "over", f"{id} is {phase}"
            read = msgspec.json.decode(record, type=TournamentRecord)
            stem = file_stem(read.settings.name, id)
            files = await _files(pg, organiser, id, stem)
            (folder / f"{id}.html").write_bytes(files[f"{stem}.html"])
            (folder / f"{id}.json").write_bytes(files[f"{stem}-tournament.json"])
            whole = msgspec.json.decode(files[f"{stem}-tournament.json"], type=Exported)
            held[id] = Held(read.settings.name, whole, engine.imported(bytes(whole.event)), read)
        picture, season = await _season(pg, organiser, series, pictured=pictured)
        for name, content in season.items():
            (folder / name).write_bytes(content)
        [told] = [each for name, each in season.items() if name.endswith("series.json")]
        (folder / "season.png").write_bytes(picture)
        return cls(folder, held, msgspec.json.decode(told, type=ExportedSeason))

    @property
    def counted(self) -> dict[str, float]:
        """How many tournaments, rounds and tables the season had."""
        events = [each.event for each in self.tournaments.values()]
        return {
            "tournaments": len(events),
            "rounds": sum(len(event.rounds) for event in events),
            "tables": sum(len(list(event.pods())) for event in events),
        }

    def named(self, name: str) -> Held:
        """The tournament that is called so."""
        [found] = [each for each in self.tournaments.values() if each.name == name]
        return found

    async def require_right(self) -> None:
        """Each tournament was drawn and scored by its rules, and whoever has won it has played; the season's
        points are those of the table.
        """
        for id, held in self.tournaments.items():
            again = recompute(held.event)
            assert again.differs_from is None, f"{held.name} is drawn otherwise"
            assert tuple(map(place_of, again.standings)) == held.whole.standings, held.name
            nobody_played_in_vain(held.whole, held.event)
            await verified(self.folder, (self.folder / f"{id}.json").read_bytes())
            require_whole_page(self.folder / f"{id}.html", (player.name for player in held.whole.players))
        assert points_of(self.season) == {
            line.player: Fraction(line.points) for line in self.season.standings
        }
        points = [Fraction(line.points) for line in self.season.standings]
        assert points == sorted(points, reverse=True)
        [page] = self.folder.glob("*-series.html")
        require_whole_page(page, (player.name for player in self.season.players))

    async def require_nothing_lost(self, pg: Playground, bot: ChildBot, channels: Channels) -> None:
        """Once the bot has left: each pod had one table and one thread, to which nobody was called twice."""
        tables = [one.table for each in self.tournaments.values() for one in each.whole.tables]
        await nothing_is_lost(pg, bot, self.folder, channels, tables)
        assert len(tables) == self.counted["tables"]
        assert sum(channel.is_thread for channel in pg.world.state.channels.values()) == len(tables)
        assert {call.table for call in channels.calls} == set(tables)
        assert [call for call, times in Counter(channels.calls).items() if times > 1] == []


def require_whole_page(path: Path, names: Iterable[str]) -> None:
    """The file stands on its own, and tells of everybody."""
    text = path.read_text("utf-8")
    assert text.startswith("<!doctype html>"), text[:80]
    assert text.rstrip().endswith("</html>")
    assert re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text) is None, "it needs the network"
    assert [name for name in names if name not in text] == []


def points_of(season: ExportedSeason) -> dict[int, Fraction]:
    """Everybody's points by the table of the rules, those who share a place sharing what their places are
    worth; only the best ones of each count.
    """
    worth, best = season.rules.points, season.rules.best
    earned: dict[int, list[Fraction]] = {player.number: [] for player in season.players}
    for held in season.tournaments:
        for came_in in held.places:
            shared = worth[came_in.place - 1 :][: came_in.sharing]
            points = Fraction(sum(shared), came_in.sharing) if worth else Fraction(came_in.points)
            earned[came_in.player].append(points)
    return {who: sum(sorted(each, reverse=True)[: best or None], Fraction()) for who, each in earned.items()}


async def _files(pg: Playground, person: Visitor, id: str, stem: str) -> dict[str, bytes]:
    """All that `/tournament export` hands out, by name; the page, of this stem, follows the rest."""
    first = await shown(await person.slash("tournament export", tournament=id), DRAWN)
    page = await person.wait_for(
        lambda seen: any(each.filename == f"{stem}.html" for each in seen.json.attachments), PATIENCE
    )
    return _attached(pg, first) | _attached(pg, page)


async def _season(
    pg: Playground, person: Visitor, series: str, *, pictured: bool
) -> tuple[bytes, dict[str, bytes]]:
    """The picture of its first season, and what stands behind As files."""
    screen = await shown(await person.slash("tournament series"))
    for what in (f"series:{series}:show:", f"series:{series}:show:1:"):
        screen = await shown(await person.press(screen, custom_id=id_of(screen, what)))
    picture = await _picture(pg, person, screen) if pictured else b""
    export = await person.press(screen, custom_id=id_of(screen, f"series:{series}:export:1:"))
    return picture, _attached(pg, await shown(export, DRAWN))


async def _picture(pg: Playground, person: Visitor, screen: Seen) -> bytes:
    """What is drawn on a screen, perhaps a little later than it is shown."""

    def pictures(seen: Seen) -> list[bytes]:
        return [content for name, content in _attached(pg, seen).items() if name.endswith(".png")]

    drawn = await person.wait_for(lambda seen: seen.id == screen.id and pictures(seen) != [], PATIENCE)
    [picture] = pictures(drawn)
    assert picture.startswith(b"\x89PNG")
    return picture


def id_of(seen: Seen, begins: str) -> str:
    """The custom_id of the first button whose custom_id begins so."""
    found = [str(each.custom_id) for each in seen.buttons if (each.custom_id or "").startswith(begins)]
    if not found:
        raise LookupError(f"no button does {begins} on {seen}")
    return found[0]


def _attached(pg: Playground, seen: Seen) -> dict[str, bytes]:
    return {each.filename: pg.world.state.files[each.id].content for each in seen.json.attachments}
