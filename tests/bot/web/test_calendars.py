"""Calendars: what they say, parsed back as RFC 5545 has it, and to whom."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from icalendar import Calendar

from bot.i18n.sanitising import sanitise
from bot.web import server
from bot.web.calendars import LONGEST_TITLE, Happening, written
from playground import Playground
from tests.bot.web.test_finished_games import served
from tests.support.table_play import deal, table_of


@pytest.fixture(autouse=True)
def _always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.service.FRESH", 0.0)
    monkeypatch.setattr(server, "FRESH", 0.0)


def unescaped(text: str) -> str:
    """What RFC 5545 (3.3.11) writes so; icalendar does it for the properties that it knows."""
    return re.sub(r"\\(.)", r"\1", text)


def test_what_is_written_is_read_back_as_it_was_whatever_its_name_contains() -> None:
    name = "Cup; of, \\ long\n" + "ü" * 200
    content = written(name, [Happening("tournament-7", name, 1e9, 1e9 + 7200, "https://example.org", 3)], 1e9)
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    calendar = Calendar.from_ical(content)
    assert (calendar["version"], unescaped(str(calendar["name"]))) == ("2.0", sanitise(name, LONGEST_TITLE))
    [event] = calendar.walk("VEVENT")
    assert event.errors == calendar.errors == []
    assert str(event["summary"]) == name
    assert event["uid"] == "tournament-7@tortuga"
    assert event["sequence"] == 3
    assert event.decoded("dtstart") == datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC)


async def test_my_deadlines_are_at_a_secret_address_until_it_changes(pg: Playground, tmp_path: Path) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with served(pg, tmp_path) as web:
        board = await deal(anne, calico)
        settings = await (await anne.slash("settings me")).settled()
        assert settings is not None
        shown = await (await anne.press(settings, "Calendar")).settled()
        assert shown is not None
        await anne.press(shown, "Make mine")
        [first] = re.findall(r"/calendar/\S+\.ics", shown.refresh().text)
        status, content, kind = await web.get(first)
        assert (status, kind) == (200, "text/calendar")
        [event] = Calendar.from_ical(content).walk("VEVENT")
        table = await web.bot.services.tables.table(table_of(board))
        assert event["uid"] == f"table-{table.id}@tortuga"
        assert str(event["summary"]) == "Skull King: your move is due"
        assert b"Calico" not in content
        wrong = first[:-5] + ("0" if first[-5] != "0" else "1") + ".ics"
        assert (await web.get(wrong))[0] == 404
        await anne.press(shown.refresh(), "New address")
        [second] = re.findall(r"/calendar/\S+\.ics", shown.refresh().text)
        assert [(await web.get(each))[0] for each in (first, second)] == [404, 200]
        await anne.press(shown.refresh(), "Remove")
        assert (await web.get(second))[0] == 404
        assert pg.violations == []


async def test_a_servers_calendar_is_there_only_where_it_wants_to_be_listed(
    pg: Playground, tmp_path: Path
) -> None:
    async with served(pg, tmp_path) as web:
        path = f"/calendar/server-{pg.guild().id}.ics"
        assert (await web.get(path))[0] == 404
        await web.bot.services.tables.servers.change(int(pg.guild().id), listed=True)
        status, content, _kind = await web.get(path)
        assert status == 200
        assert str(Calendar.from_ical(content)["x-wr-calname"]) == pg.guild().name
