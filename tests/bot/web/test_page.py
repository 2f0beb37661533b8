"""The page: whatever people are called it stays one, it tells nothing hidden, and a browser can show it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playwright.async_api import async_playwright

from bot.tables.model import Table
from bot.tables.repository import table_to_row
from bot.tournaments.formats.engine import standings
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import EventOptions
from bot.tournaments.public_names import publicly_named, table_publicly_named
from bot.web.content import TableView, tournament_view
from bot.web.page import Document, Live, fitted_page, replay_page, tournament_page
from bot.web.tables import ReplayView, view_board, view_replay
from games.catalogue import catalogue
from games.contract import AnyGame
from storage.models import ActionRow
from tests.bot.tournaments.cups import PEOPLE, cup, event_of
from tests.bot.web.played import all_played, dealt, played
from tests.bot.web.test_html import NASTY, Read, seen
from tests.playground.browser.conftest import ARGUMENTS, chromium_or_skip
from tests.support.examples import examples

Played = tuple[Table, list[ActionRow]]


def opened(tournament: Tournament, **changes: object) -> Tournament:
    """Its tables stand, and everybody wants to be seen."""
    tables = tuple(replace(one, opened=True) for one in tournament.record.tables)
    entries = tuple(
        replace(each, named="name", user=9 * 10**17 + each.user) for each in tournament.record.entries
    )
    return tournament.with_record(tables=tables, entries=entries, **changes)


@cache
def evening(format: str = "swiss") -> tuple[Tournament, Mapping[str, Played]]:
    """A tournament of five that is over, and its tables."""
    options = EventOptions(
        format=format, fewest=2, preferred=2, most=3, rounds=2 if format == "swiss" else None
    )
    tournament = replace(opened(cup(options, PEOPLE[:5]), locale="en-US"), phase="over")
    return tournament, all_played(tournament)


def views(tournament: Tournament, tables: Mapping[str, Played]) -> dict[str, TableView]:
    """The tables as the page shows them."""
    return {
        id: view_replay(table_to_row(table_publicly_named(table, tournament)), log, "en-US")
        for id, (table, log) in tables.items()
    }


def page_of(tournament: Tournament, tables: Mapping[str, TableView], live: Live | None = None) -> Document:
    """The whole page."""
    return tournament_page(tournament_view(tournament, standings(event_of(tournament))), tables, live)


@cache
def whole_file() -> Document:
    """All of an evening."""
    tournament, tables = evening()
    return page_of(tournament, views(tournament, tables))


# what it tells


def test_it_tells_standings_every_pod_and_every_step():
    _tournament, tables = evening()
    said = Read(whole_file().content.decode()).said
    assert "Spring cup" in said
    assert "Final standings" in said
    for name in PEOPLE[:5]:
        assert name in said
    for table, log in tables.values():
        assert f"/ {len(log)}" not in said  # the script says that
        assert table.record.secret not in said
    assert said.count("The game begins.") == len(tables)


def test_it_tells_how_many_have_played_and_when_it_began_however_many_are_left():
    tournament, _tables = evening()
    first, *others = tournament.record.entries
    dropped = (replace(first, state="dropped"), *others)
    starting = replace(tournament.settings, starts=1_800_000_000.0)
    over = replace(tournament, phase="over").with_record(entries=dropped, settings=starting)
    said = Read(page_of(over, {}).content.decode()).said
    assert f"{len(dropped)} entrants · Over" in said
    assert "Start: 2027-01-15 08:00 UTC" in said
    assert "It starts" not in said
    assert "Round 1" in said
    assert "of the tournament" not in said


def test_a_knock_out_shows_its_tree_and_who_went_on():
    tournament, tables = evening("knock-out")
    del tables
    read = Read(page_of(tournament, {}).content.decode())
    assert ("section", {"id": "tree"}) in read.tags
    assert "✓" in read.said


def test_groups_that_all_play_are_in_no_tree():
    options = EventOptions(format="groups", rounds=2, group_size=4, go_on=2)
    view = tournament_view(cup(options), ())
    groups, later = view.rounds[:2], view.rounds[2:]
    assert [one.in_tree for one in view.rounds] == [False, False, *([True] * len(later))]
    assert not any(seat.on for pod in groups[0].pods for seat in pod.seats)
    assert any(seat.on for pod in groups[1].pods for seat in pod.seats)


@examples(30)
@given(names=st.lists(NASTY, min_size=4, max_size=4, unique=True), cup_name=NASTY)
def test_whatever_people_are_called_the_page_has_the_same_elements(names: list[str], cup_name: str):
    plain, odd = (
        opened(cup(EventOptions(fewest=2, preferred=2, most=2), called, rounds=2))
        for called in (PEOPLE[:4], names)
    )
    odd = odd.with_record(settings=replace(odd.settings, name=cup_name or "cup"))
    elements = [
        [(name, sorted(attributes)) for name, attributes in Read(page_of(each, {}).content.decode()).tags]
        for each in (plain, odd)
    ]
    assert elements[0] == elements[1]
    assert seen(cup_name or "cup") in Read(page_of(odd, {}).content.decode()).said


@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
@examples(4)
@given(chance=st.integers(0, 10**6))
def test_a_board_is_the_same_whatever_people_hold(game: AnyGame, chance: int):
    """What a page shows of a running table stays as it is if everything changes that a player cannot know."""
    random = Random(chance)
    tournament = replace(opened(cup(rounds=1)), game=game)
    (table,) = dealt(tournament, {"t1-1"}).values()
    table, _log = played(table, random.randrange(60), random)
    shown = view_board(table_to_row(table), "en-US")
    for seat in range(len(table.seats)):
        if not game.to_act(table.state):
            break
        other = game.resample(game.observe(table.state, seat), random)
        assert view_board(table_to_row(replace(table, state=other)), "en-US") == shown


def test_nobodys_id_press_or_secret_is_on_any_page():
    tournament, tables = evening()
    live = page_of(tournament, {}, Live({id: f"cup-{id}" for id in tables})).content
    pages = [whole_file().content, live]
    for entry in tournament.record.entries:
        for page in pages:
            assert entry.press.encode() not in page
            assert str(entry.user).encode() not in page


def test_whoever_was_not_asked_is_an_initial_in_the_replay_too():
    tournament, tables = evening()
    entries = tuple(
        replace(each, named="") if each.name == "Calico" else each for each in tournament.record.entries
    )
    shy = publicly_named(tournament.with_record(entries=entries), "page")
    theirs = {
        id: table for id, table in tables.items() if any(seat.name == "Calico" for seat in table[0].seats)
    }
    assert len(theirs) == len(tournament.published)
    assert b"Calico" not in page_of(shy, views(shy, theirs)).content


# what it is made of


def test_it_asks_for_nothing_from_anywhere():
    page = whole_file()
    for name, attributes in Read(page.content.decode()).tags:
        assert name not in ("iframe", "object", "embed", "img", "form", "base")
        for attribute, value in attributes.items():
            assert not attribute.startswith("on")
            assert attribute != "style"
            if attribute in ("href", "src"):
                assert value is not None
                assert value.startswith(("#", "data:,"))
    assert "unsafe" not in page.policy
    assert "http" not in page.policy


def test_a_file_that_would_be_too_large_does_without_pictures_and_says_so():
    tournament, tables = evening()
    view, seen_there = tournament_view(tournament, standings(event_of(tournament))), views(tournament, tables)
    whole = whole_file().content
    fitted = fitted_page(view, seen_there, len(whole) + 200_000)
    assert fitted is not None
    assert fitted.content == whole
    smaller = fitted_page(view, seen_there, len(whole) - 100_000)
    assert smaller is not None
    assert len(smaller.content) <= len(whole) - 100_000
    assert re.search("The pictures of [1-9] games? (?:is|are) left out", smaller.content.decode())
    bare = fitted_page(view, seen_there, 700_000)
    assert bare is not None
    assert len(bare.content) <= 700_000
    assert fitted_page(view, seen_there, 100_000) is None


# in a browser


@pytest.mark.browser
async def test_a_browser_shows_it_without_a_word_of_complaint_and_turns_the_moves(tmp_path: Path):
    chromium = chromium_or_skip()
    place = tmp_path / "cup.html"
    place.write_bytes(whole_file().content)
    complaints: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for width in (390, 1440):
            page = await browser.new_page(viewport={"width": width, "height": 844})
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("requestfailed", lambda request: complaints.append(request.url))
            await page.goto(place.as_uri())
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            await page.locator("details[data-film] > summary").first.click()
            film = page.locator(".film").first
            later = film.locator("button[data-go=on]")
            texts = []
            for _step in range(12):
                texts.append(await film.locator("p").inner_text())
                await later.click()
            assert len(set(texts)) == 12
            assert await film.locator("svg text").count() > 0
            box = await later.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            await film.locator("button[data-go=last]").click()
            assert await later.is_disabled()
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            assert await page.evaluate("[...document.fonts].some((face) => face.status === 'error')") is False
        await browser.close()
    assert complaints == []


@pytest.mark.browser
async def test_without_scripts_every_move_can_be_read(tmp_path: Path):
    chromium = chromium_or_skip()
    place = tmp_path / "cup.html"
    place.write_bytes(whole_file().content)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        context = await browser.new_context(java_script_enabled=False)
        page = await context.new_page()
        await page.goto(place.as_uri())
        await page.locator("details[data-film] > summary").first.click()
        await page.locator("details[data-film] details > summary").first.click()
        assert await page.locator("ol.steps li").first.is_visible()
        assert not await page.locator(".film").first.is_visible()
        await browser.close()


def test_a_games_own_page_leads_back():
    tournament, tables = evening()
    id = next(iter(tables))
    view = tournament_view(tournament, standings(event_of(tournament)))
    shown = views(tournament, {id: tables[id]})[id]
    assert isinstance(shown, ReplayView)
    read = Read(replay_page(view, id, shown, "cup").content.decode())
    assert ("a", {"href": "cup"}) in read.tags
    assert read.said.count("The game begins.") == 1


def test_no_role_channel_or_person_of_discords_is_named_by_an_id_on_the_page():
    tournament, tables = evening()
    marked = replace(
        tournament.settings,
        roles=(4 * 10**17 + 1,),
        ping=4 * 10**17 + 2,
        champion_role=4 * 10**17 + 3,
        tables_channel=4 * 10**17 + 4,
    )
    there = tournament.with_record(settings=marked)
    view = tournament_view(there, standings(event_of(there)))
    page = page_of(there, views(there, {"t1-1": tables["t1-1"]}))
    for told in (msgspec.json.encode(view).decode(), page.content.decode()):
        assert not re.search(r"[49]0{14}|<@|<#", told)
