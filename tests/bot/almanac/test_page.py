"""The page of an almanac: every number in it is the records', in four languages, with and without names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.async_api import async_playwright

from bot.almanac.facts import facts_of
from bot.almanac.web import almanac_file, edition_of, played_game
from bot.i18n import Reader
from bot.tables.history import replay_states
from bot.tables.model import Table
from bot.tournaments.formats.engine import standings, with_result
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import EventOptions, Fill, Result
from bot.tournaments.public_names import publicly_named
from games.catalogue import catalogue, game
from storage.models import ActionRow
from tests.bot.tournaments.cups import PEOPLE, cup, event_of, renamed
from tests.bot.web.played import all_played, played, table_of
from tests.bot.web.test_html import Read
from tests.bot.web.test_page import opened
from tests.playground.browser.conftest import ARGUMENTS, chromium_or_skip
from tests.support.examples import sampled
from tests.whist_game.knockout_whist.game import KnockoutWhist

Tables = Mapping[str, tuple[Table, list[ActionRow]]]
DAY = 86400.0
ROOM = 8 * 1024 * 1024


@cache
def evening(slug: str) -> tuple[Tournament, Tables]:
    """A tournament of seven, and a robot, that is over: each pod's places are those of its game."""
    options = EventOptions(rounds=2, fewest=4, most=4, fill=Fill.ROBOTS)
    t = replace(opened(cup(options, PEOPLE[:7])), phase="over", game=game(slug))
    tables = {
        id: (table, [replace(row, at=1_790_000_000.0 + DAY * row.number / 100) for row in log])
        for id, (table, log) in all_played(t).items()
    }
    event = replace(event_of(t), results=())
    for one in t.record.tables:
        outcome = tables[one.table][0].outcome
        assert outcome is not None
        event = with_result(event, Result(round=one.round, pod=one.pod, places=outcome.places))
    return t.with_record(event=event), tables


def page_of(t: Tournament, tables: Tables, locale: str = "en-US", most: int = ROOM) -> str:
    """Its almanac, in this language."""
    named, people = (
        publicly_named(t, "file").with_record(locale=locale),
        {e.id: e.id for e in t.record.entries},
    )
    games = [played_game(named, one, *tables[one.table], people) for one in t.record.tables]
    about = named, standings(event_of(t)), ""
    made = almanac_file(games, most, edition_of, about)
    assert made is not None
    return made.decode()


def parts_of(page: str) -> dict[str, list[str]]:
    """What is said of each person, line by line, without what is drawn."""
    articles = re.findall(r"<article.*?</article>", page, re.S)
    said = (Read(re.sub(r"<svg.*?</svg>", "", each, flags=re.S)).said for each in articles)
    lines = ([line.strip() for line in each.splitlines() if line.strip()] for each in said)
    return {name: told for name, *told in lines}


def number_in(lines: list[str], label: str) -> int:
    """The figure that stands behind this label."""
    [line] = [line for line in lines if line.startswith(f"{label}: ")]
    found = re.search(r"−?\d+", line.split(": ", 1)[1])
    assert found is not None
    return int(found[0].replace("−", "-"))


@pytest.mark.parametrize("slug", [*catalogue()])
def test_every_number_is_what_the_records_say(slug: str):
    t, tables = evening(slug)
    rules, told = game(slug), parts_of(page_of(t, tables))
    brought, games, won = dict[str, list[int]](), Counter[str](), Counter[str]()
    cost = Counter[tuple[str, str]]()
    counted, could = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for table, log in tables.values():
        names = [seat.name for seat in table.seats]
        before, hands = None, 0
        for state, events in replay_states(table, log):
            if before is not None:
                found = rules.reckoned(rules.observe(before, None), events)
                hands += bool(found.brought)
                for name, points in zip(names, found.brought, strict=False):
                    brought.setdefault(name, []).append(points)
                for each in found.costs:
                    cost[names[each.by], names[each.who]] += each.points
            before = state
        outcome = table.outcome
        assert outcome is not None
        for name, place, points in zip(names, outcome.places, outcome.points, strict=True):
            if not hands:
                brought.setdefault(name, []).append(points)
            games[name] += 1
            won[name] += place == 1
        for each in rules.figures(table.state):
            label = Reader("en", rules).plain(rules.counted[each.name])
            for name, made, of in zip(names, each.made, each.of, strict=True):
                counted[name, label] += made
                could[name, label] += of
    order = {line.entrant: line for line in standings(event_of(t))}
    assert [*told] == [PEOPLE[int(who) - 1] for who in order]
    best, worst = (max, min) if rules.higher_is_better else (min, max)
    for who, line in order.items():
        name = PEOPLE[int(who) - 1]
        lines = told[name]
        assert f"Place {line.place} · Points: {line.points}" in lines[0]
        assert lines[1].startswith(f"{games[name]} games, {won[name]} won")
        for label in {label for whose, label in could if whose == name and could[whose, label]}:
            assert f"{label}: {counted[name, label]} of {could[name, label]}" in lines[1]
        assert number_in(lines, "Finest hour") == best(brought[name])
        assert number_in(lines, "Darkest hour") == worst(brought[name])
        by = {one: points for (one, other), points in cost.items() if other == name}
        of = {other: points for (one, other), points in cost.items() if one == name}
        for label, found in (("Nemesis", by), ("Favourite prey", of)):
            if not found:
                assert not any(each.startswith(label) for each in lines)
                continue
            [said] = [each for each in lines if each.startswith(f"{label}: ")]
            most = [each for each, points in found.items() if points == max(found.values())]
            assert re.search(rf", {max(found.values())} ", said)
            assert all(each in said for each in most)


@pytest.mark.parametrize("slug", [*catalogue()])
def test_the_closest_calls_are_the_games_decided_by_least(slug: str):
    t, tables = evening(slug)
    read = Read(page_of(t, tables)).said.split("Closest calls")[1].split("The crew")[0]
    margins = sorted(
        abs(points[0] - points[1])
        for table, _log in tables.values()
        if (outcome := table.outcome) is not None
        for points in [[each for _place, each in sorted(zip(outcome.places, outcome.points, strict=True))]]
    )
    told = [line.strip() for line in read.splitlines() if "Round" in line]
    found = [re.search(r" by (\d+) ", line) for line in re.split(r"(?=Round)", " ".join(told)) if line]
    assert [0 if each is None else int(each[1]) for each in found] == margins[: len(found)]
    assert len(found) == min(5, len(margins))


def test_a_robot_is_named_as_one():
    _t, tables = evening("skull-king")
    robots = {seat.name for table, _log in tables.values() for seat in table.seats if seat.user is None}
    assert robots
    page = page_of(*evening("skull-king"))
    said = " ".join(line for lines in parts_of(page).values() for line in lines)
    told = [name for name in robots if name in said]
    assert all(said.count(name) == said.count(f"🤖 {name}") for name in told)
    assert not robots & {*parts_of(page)}


def by_robots(tables: Tables, name: str, but: Callable[[Table, ActionRow], bool]) -> Tables:
    """The same, in which a robot made these choices of somebody."""
    return {
        id: (
            table,
            [
                replace(row, user=None) if table.seats[row.seat].name == name and but(table, row) else row
                for row in log
            ],
        )
        for id, (table, log) in tables.items()
    }


def test_what_a_robot_chose_for_somebody_is_not_told_as_theirs():
    t, tables = evening("skull-king")
    told = parts_of(page_of(t, by_robots(tables, "Anne", lambda _table, _row: True)))
    assert told["Anne"][1].startswith("2 games")
    assert not any(line.startswith(("Finest", "Darkest", "Nemesis", "Favourite")) for line in told["Anne"])
    assert not any("Anne" in line for name, lines in told.items() if name != "Anne" for line in lines)


def test_one_choice_of_a_robots_takes_the_whole_hand_from_them():
    t, tables = evening("skull-king")
    best = number_in(parts_of(page_of(t, tables))["Anne"], "Finest hour")
    hands = [
        (hand.brought[seat], table.id, hand)
        for table, log in tables.values()
        if (facts := facts_of(table, log)) is not None
        for seat, sitter in enumerate(table.seats)
        if sitter.name == "Anne"
        for hand in facts.hands
    ]
    great = [(id, hand) for brought, id, hand in hands if brought == best]
    last = {id: [hand.end for at, hand in great if at == id] for id, _hand in great}

    def hers(table: Table, row: ActionRow) -> bool:
        mine = [own.number for own in tables[table.id][1] if own.seat == row.seat]
        ends = (max(at for at in mine if at <= end) for end in last.get(table.id, ()))
        return row.number in ends

    left = parts_of(page_of(t, by_robots(tables, "Anne", hers)))["Anne"]
    assert number_in(left, "Finest hour") == max(brought for brought, _id, _hand in hands if brought != best)


@pytest.mark.parametrize("slug", [*catalogue()])
@pytest.mark.parametrize(
    ("locale", "finest"), [("de", "Sternstunde"), ("fr", "Heure de gloire"), ("it", "Momento di gloria")]
)
def test_it_speaks_the_language_of_whoever_asks(slug: str, locale: str, finest: str):
    page = page_of(*evening(slug), locale)
    said = Read(page[page.index("<body") :]).said
    assert f'<html lang="{locale}">' in page
    assert finest in said
    assert locale != "fr" or not re.search(r"[^\s]: ", said)  # a blank stands before a colon there
    for english in ("Finest", "Nemesis:", "Favourite", "Closest", "Round", " won", "Place "):
        assert english not in said


def test_who_wants_an_initial_or_was_erased_is_named_nowhere():
    t, tables = evening("skull-king")
    t = renamed(t, "1", named="initial")
    t = renamed(t, "2", name="", user=0)
    gone = {
        id: (
            table.with_record(
                seats=tuple(
                    replace(seat, name="", user=0) if seat.name == "Bart" else seat for seat in table.seats
                )
            ),
            log,
        )
        for id, (table, log) in tables.items()
    }
    page = page_of(t, gone)
    assert "Anne" not in page
    assert "Bart" not in page
    told = parts_of(page)
    assert "A." in told
    assert len(told) == 6
    assert "a former player" in Read(page).said.casefold()


def test_nothing_in_it_is_run_or_fetched_and_nothing_of_discords_is_in_it():
    t, tables = evening("corsari")
    page = page_of(t, tables)
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="(?!data:)[^"]*"', page) == []
    assert re.findall(r"https?://", page) == []
    for entry in t.record.entries:
        assert str(entry.user) not in page
    for table, _log in tables.values():
        assert table.record.secret not in page


def test_what_has_no_room_is_told_without_its_picture_and_nothing_else_is_left_out():
    t, tables = evening("buccaneer")
    whole = page_of(t, tables)
    small = page_of(t, tables, most=len(whole.encode()) - 1)
    assert 0 < small.count('class="board"') < whole.count('class="board"')
    assert [line[0] for line in parts_of(small).values()] == [line[0] for line in parts_of(whole).values()]
    named = publicly_named(t, "file")
    assert almanac_file([], 1000, edition_of, (named, standings(event_of(t)), "")) is None


def test_a_game_that_knows_no_hands_is_told_whole():
    t = replace(cup(EventOptions(rounds=1, fewest=3, preferred=4, most=4), PEOPLE[:4]), game=KnockoutWhist())
    [pod] = event_of(t).rounds[0].pods
    table, log = played(table_of(t, pod, t.record.tables[0]))
    facts = facts_of(table, log)
    assert facts is not None
    [hand] = facts.hands
    assert (hand.brought, hand.start, hand.end, hand.last) == (facts.outcome.points, 0, len(log), True)
    assert (
        facts_of(replace(table, phase="playing", state=t.game.new(table.options, 4, bytes(32))), []) is None
    )


def test_a_game_that_all_others_gave_up_counts_and_has_no_hand_nor_margin():
    t, tables = evening("skull-king")
    one = t.record.tables[0]
    table, log = tables[one.table]
    state = table.game.new(table.options, len(table.seats), bytes(32))
    given_up = {**tables, one.table: (replace(table, state=state), log[:3])}
    facts = facts_of(*given_up[one.table])
    assert facts is not None
    assert (facts.hands, facts.figures, facts.margin) == ((), (), None)
    before, after = parts_of(page_of(t, tables)), parts_of(page_of(t, given_up))
    for name, lines in before.items():
        assert after[name][1].split(" · ")[0] == lines[1].split(" · ")[0]


@pytest.mark.browser
@pytest.mark.parametrize("slug", sampled(catalogue(), "skull-king"))
async def test_a_browser_shows_it_on_a_telephone_as_on_a_desk(tmp_path: Path, slug: str):
    chromium, place, complaints = chromium_or_skip(), tmp_path / "almanac.html", list[str]()
    place.write_text(page_of(*evening(slug)), "utf-8")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for width in (390, 1440):
            page = await browser.new_page(viewport={"width": width, "height": 844})
            page.on("console", lambda message: complaints.append(message.text))
            page.on(
                "request",
                lambda request: (
                    None if request.url.startswith(("file:", "data:")) else complaints.append(request.url)
                ),
            )
            await page.goto(place.as_uri())
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            levels = await page.locator("h1, h2, h3, h4").evaluate_all(
                "all => all.map(each => +each.tagName[1])"
            )
            assert levels[0] == 1
            assert all(below <= above + 1 for above, below in pairwise(levels))
            drawn = page.locator("article figure svg")
            assert await drawn.count() == 7
            for at in range(7):
                assert len(await drawn.nth(at).get_attribute("aria-label") or "") > 20
                box = await drawn.nth(at).bounding_box()
                assert box is not None
                assert box["width"] > min(300, width * 0.7)
            face = await page.locator("h3 .face").first.bounding_box()
            assert face is not None
            assert face["width"] < 80
        await browser.close()
    assert complaints == []
