"""A league played in German on an Italian server: in private all is German, in public all is Italian.

Both are languages that nobody speaks, made from the sources: a sentence that is in no catalogue is found.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables import model
from playground import Playground, Visitor
from tests.support.bot import tortuga
from tests.support.fast_bot import held_time
from tests.support.pseudo_locales import has_words, spoken_here, unspoken
from tests.support.table_play import press
from tests.support.tournament_play import Channels, Setup, organise, playing, shown
from tests.support.troubled_tournament import UnhurriedTime

pytestmark = pytest.mark.by_itself("its languages are known in the test's own process alone")

MARKS = {"de": "⟦⟧", "it": "⦃⦄"}
SPEED = 1200.0
"""An hour takes three seconds, while nobody is about to press something."""
EVERY = 7200.0
"""Seconds from one round to the next."""
SAILORS = ("☀️", "🌙", "⭐", "☄️", "⚓")
"""Their names are signs, so that all letters are the bot's."""
LOOKED_AT = ("show", "me", "standings", "pods", "log", "list", "export")


async def test_a_league_of_five_is_played_in_german_on_an_italian_server(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "ROBOTS", {"🔩": ""})
    pg.guild().preferred_locale = "it"
    channels = Channels(pg)
    organiser, *people = [person.speaks("de") for person in pg.add_people("🎩", *SAILORS)]
    moderators = next(role for role in pg.guild().roles.values() if role.name == "Moderator")
    pg.guild().members[organiser.id].roles.append(moderators.id)
    with spoken_here(tmp_path / "locale", MARKS), held_time(tmp_path / "time") as now:
        async with tortuga(pg, tmp_path, speed=SPEED) as bot:
            setup = await Setup.begun(
                organiser, name="🐙", game="buccaneer", format="league", pod=3, pace="blitz"
            )
            await setup.choose("rounds", "most", "3")
            await setup.put("rounds", "fill", "robots")
            await setup.choose("rounds", "rounds", "3")
            await setup.write(
                "course", "lengths", show_up="30 min", between="0", round_lasts="90 min", every="2 h"
            )
            announcement = await setup.announce()
            for person in people:
                await press(person, announcement, "tjoin")
            unhurried = UnhurriedTime(now, SPEED)
            async with playing(people, channels, pause=unhurried.pause) as players:
                await organise(organiser, "begin")
                await until(channels, organiser, "pods-2-0")
                for act in ("pause", "resume"):
                    await organise(organiser, act)
                for command in LOOKED_AT:
                    await shown(await people[0].slash(f"tournament {command}"))
                await shown(await organiser.slash("tournament desk"))
                await until(channels, organiser, "seed-0-0")
            for command in (*LOOKED_AT, "almanac"):
                await shown(await people[0].slash(f"tournament {command}"))
            [played] = await bot.services.tournament_service.tournaments_in(
                int(pg.guild().id), phases=("over",)
            )
    first, second, third = (
        next(table.since or 0.0 for table in played.record.tables if table.round == round)
        for round in (1, 2, 3)
    )
    assert EVERY * 0.99 < second - first < 2 * EVERY
    assert EVERY * 1.99 < third - first < 3 * EVERY
    assert all(player.moves for player in players)
    others = {"de": MARKS["it"], "it": MARKS["de"]}
    for language, texts in (("it", channels.public), *(("de", read) for read in channels.private.values())):
        assert len(texts) > 20
        assert [text for text in texts if set(text) & set(others[language])] == []
        assert [text for text in texts if has_words(unspoken(text, MARKS[language]))] == []
    assert pg.violations == []


async def until(channels: Channels, looker: Visitor, page: str) -> None:
    """A public message leads to this page."""
    await channels.until(
        looker, lambda seen: any((each.custom_id or "").endswith(f":{page}") for each in seen.buttons)
    )
