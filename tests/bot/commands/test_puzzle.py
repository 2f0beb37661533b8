"""The puzzle of the day: one for everybody, answered once, and never with what its seat cannot know."""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bot.app import Tortuga
from bot.commands.puzzles import followed
from bot.preferences.people import PersonPreferences
from bot.profiles.puzzles import (
    FIRST_DAY,
    all_puzzles,
    answered,
    count_key,
    day_at,
    earlier_days,
    puzzle_of,
)
from bot.refusal import Refusal
from bot.screens.puzzle import puzzle_image, puzzle_reader, shared_screen, solved_screen
from games.catalogue import BUILT_IN
from games.catalogue import game as game_of
from games.contract import AnyGame
from games.thinking.hints import by_how_much, label_of
from games.thinking.puzzles import observation_of
from playground import Playground, Seen, Visitor
from tests.bot.screens.looking import text
from tests.support.table_play import choices


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
def test_every_game_brings_puzzles_with_one_clearly_best_choice(game: AnyGame) -> None:
    own = [puzzle for slug, puzzle in all_puzzles() if slug == game.slug]
    assert len(own) >= 8
    for puzzle in own:
        seen = observation_of(game, puzzle)
        assert seen.seat == puzzle.seat
        assert {each.action for each in puzzle.study.weighed} == {*seen.legal}
        assert puzzle.study.clear
        assert puzzle.study.deals >= 200
        assert label_of(game, seen, puzzle.study.best.action)
        assert by_how_much(game, puzzle.study, game.title)


@pytest.mark.parametrize(("language", "own"), [("en-US", "You"), ("de", "Du")])
def test_the_picture_calls_the_seat_that_is_asked_the_readers_own(language: str, own: str) -> None:
    for day in range(len(BUILT_IN)):
        daily = puzzle_of(day)
        _kind, _slug, _seen, _locale, names, *_rest = puzzle_image(
            daily, (), puzzle_reader(daily, language)
        ).args
        assert dict(names) == {**daily.names, daily.puzzle.seat: own}


def test_the_days_follow_each_other_through_all_games() -> None:
    days = [puzzle_of(day) for day in range(len(BUILT_IN))]
    assert {each.game.slug for each in days} == {game.slug for game in BUILT_IN}
    again = puzzle_of(len(all_puzzles()))
    assert again.puzzle == puzzle_of(0).puzzle
    assert day_at(datetime(2026, 1, 2, tzinfo=UTC).timestamp()) == day_at(
        datetime(2026, 1, 1, 23, 59, tzinfo=UTC).timestamp() + 60
    )


def test_only_the_first_answer_of_a_day_counts_and_a_day_left_out_ends_the_streak() -> None:
    nobody = PersonPreferences()
    first = answered(nobody, 10, True)
    assert (first.puzzle_streak, first.puzzles_solved) == (1, 1)
    assert answered(first, 10, False) == first
    second = answered(first, 11, True)
    assert (second.puzzle_streak, second.puzzles_solved) == (2, 2)
    assert answered(second, 13, True).puzzle_streak == 1
    missed = answered(second, 12, False)
    assert (missed.puzzle_streak, missed.puzzles_solved) == (0, 2)
    assert answered(missed, 9, True) == missed, "an old puzzle brings nothing"


def test_an_answer_is_set_beside_the_best_one_and_only_the_first_is_said_to_count() -> None:
    for day in range(len(all_puzzles())):
        daily = puzzle_of(day)
        reader = puzzle_reader(daily, "en-US")
        best = reader(label_of(daily.game, daily.seen, daily.puzzle.study.best.action))
        for action in daily.seen.legal:
            told = text(solved_screen(daily, action, PersonPreferences(), reader, None))
            if daily.is_right(action):
                assert told.startswith(f"✅ {best} it is!\n")
            else:
                verdict, why, *_rest = told.split("\n")
                assert re.fullmatch(
                    rf"❌ You .+\. {re.escape(best)} would have been \d+ [a-z ]+ better\.", verdict
                )
                assert not re.search(r"\d+ \w+ (more|better)", why), "one figure, which nothing contradicts"
            assert "A new puzzle comes tomorrow." in told


def test_what_an_earlier_version_offered_that_day_and_cannot_be_chosen_now_is_refused() -> None:
    tried = 0
    for daily in map(puzzle_of, range(len(all_puzzles()))):
        menu = daily.game.steps(daily.seen, ())
        assert menu is not None
        gone = [at for at, choice in enumerate(menu.choices) if choice.why_not is not None]
        for at in (*gone, len(menu.choices)):
            with pytest.raises(Refusal, match="This puzzle has changed"):
                followed(daily, f"{at}.0")
        tried += len(gone)
    assert tried > 0


async def solved(person: Visitor, shown: Seen) -> Seen:
    """Choose anything until the puzzle is answered."""
    random = Random(1)
    for _step in range(8):
        ids = [str(button.custom_id) for button in shown.buttons]
        offered = [each for each in ids if each.startswith("puzzle:") and not each.endswith(":-")]
        if lists := [each for each in shown.selects if each.custom_id.startswith("puzzles:")]:
            await person.choose(shown, lists[0].custom_id, random.choice(lists[0].options).value)
        elif offered:
            await person.press(shown, custom_id=random.choice(offered))
        else:
            break
        shown = shown.refresh()
    return shown


async def test_it_is_answered_by_presses_and_says_what_is_best_and_why(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    shown = await (await anne.slash("puzzle")).settled()
    assert shown is not None
    assert shown.is_ephemeral
    assert "Puzzle of the day" in shown.text
    shown = await solved(anne, shown)
    assert "✅" in shown.text or "❌" in shown.text
    mine = await bot.services.people.of(int(anne.id))
    assert mine.puzzle_day == day_at(bot.services.tables.clock.now())
    assert mine.puzzles_solved == ("✅" in shown.text)
    assert choices(shown) == []
    assert pg.violations == []


async def test_a_server_can_have_it_in_a_channel_every_day_and_each_day_once(
    pg: Playground, bot: Tortuga, anne: Visitor, dampier: Visitor
) -> None:
    morgan = await wanted_here(pg, bot)
    day = day_at(bot.services.tables.clock.now()) + 1
    await bot.daily_puzzle.post_all(day)
    await bot.daily_puzzle.post_all(day)
    posted = [seen for seen in dampier.sees() if "Puzzle of the day" in seen.text]
    assert len(posted) == 1
    assert posted[0].notified == []
    mine = await (await dampier.press(posted[0], "Solve it")).settled()
    assert mine is not None
    assert mine.is_ephemeral
    told = await solved(dampier, mine)
    assert "✅" in told.text or "❌" in told.text
    theirs = await bot.services.people.of(int(dampier.id))
    assert theirs.puzzle_day == theirs.puzzles_solved == 0, "only the puzzle of this day counts"
    screen = await (await morgan.slash("settings server")).settled()
    assert screen is not None
    await morgan.press(screen, "No daily puzzle")
    await bot.daily_puzzle.post_all(day + 1)
    assert (
        len([seen for seen in dampier.sees() if "Puzzle of the day" in seen.text and not seen.is_ephemeral])
        == 1
    )
    assert pg.violations == []


async def wanted_here(pg: Playground, bot: Tortuga) -> Visitor:
    """The puzzle comes in the tavern every day. What the bot posts by itself depends on the hour: only the
    test's own days are looked at.
    """
    await bot.daily_puzzle.close()
    morgan = pg.person("Morgan")
    screen = await (await morgan.slash("settings server")).settled()
    assert screen is not None
    await morgan.press(screen, "Daily puzzle here")
    return morgan


def posted(person: Visitor) -> int:
    """How many puzzles stand where they are posted."""
    return sum("Puzzle of the day" in seen.text and not seen.is_ephemeral for seen in person.sees())


@pytest.mark.parametrize(("status", "done_all_the_same"), [(429, False), (503, False), (503, True)])
async def test_a_post_that_fails_for_the_moment_is_tried_again_and_stands_once(
    pg: Playground, bot: Tortuga, dampier: Visitor, status: int, done_all_the_same: bool
) -> None:
    await wanted_here(pg, bot)
    day = day_at(bot.services.tables.clock.now()) + 1
    route = "POST /channels/{channel_id}/messages"
    pg.fail_next(route, status, after_doing=done_all_the_same)
    assert not await bot.daily_puzzle.post_all(day)
    for _look in range(3):
        await bot.daily_puzzle.post_all(day)
    assert posted(dampier) == 1


async def test_where_the_bot_may_not_write_the_puzzle_waits_until_it_may(
    pg: Playground, bot: Tortuga, dampier: Visitor
) -> None:
    morgan = await wanted_here(pg, bot)
    pg.forget_permission("tavern", "send_messages")
    day = day_at(bot.services.tables.clock.now()) + 1
    assert await bot.daily_puzzle.post_all(day)
    screen = await (await morgan.slash("settings server")).settled()
    assert screen is not None
    assert "I'm not allowed to write in" in screen.text
    pg.give_permission("tavern", "send_messages")
    await bot.wait_for("guild_channel_update")
    for _look in range(2):
        await bot.daily_puzzle.post_all(day)
    assert posted(dampier) == 1


def test_what_a_puzzle_shows_is_what_its_seat_knows() -> None:
    for slug, puzzle in all_puzzles():
        game = game_of(slug)
        seen = observation_of(game, puzzle)
        imagined = game.resample(seen, Random(1))
        assert game.observe(imagined, puzzle.seat) == seen


def test_who_chose_what_is_told_from_five_answers_on() -> None:
    daily = puzzle_of(FIRST_DAY + 411)
    best, other, *_rest = daily.seen.legal
    assert daily.number == 412
    assert daily.percent({best: 3, other: 1}, best) is None
    assert daily.percent({best: 5, other: 3}, best) == 62
    assert daily.percent({best: 5}, other) == 0


def test_the_archive_has_each_puzzle_once_and_none_from_before_the_first() -> None:
    today = FIRST_DAY + 1000
    days = earlier_days(today, today)
    assert (days[0], len(days)) == (today - 1, len(all_puzzles()) - 1)
    assert puzzle_of(days[-1] - 1).puzzle == puzzle_of(today).puzzle
    assert earlier_days(10**17, today) == days, "a day that is yet to come has none before it but these"
    assert earlier_days(FIRST_DAY + 2, FIRST_DAY + 2) == [FIRST_DAY + 1, FIRST_DAY]


@pytest.mark.parametrize("language", ["en-US", "de", "fr", "it"])
def test_what_is_shared_are_three_lines_that_do_not_say_what_was_best(language: str) -> None:
    for day in range(FIRST_DAY, FIRST_DAY + len(all_puzzles())):
        daily = puzzle_of(day)
        best = daily.puzzle.study.best.action
        reader = puzzle_reader(daily, language)
        mine = PersonPreferences(puzzle_day=day, puzzle_streak=7)
        told = text(shared_screen(daily, "Anne", mine, reader, {best: 63, "": 37}))
        assert told.count("\n") == 2
        for part in ("Anne", f"Tortuga {daily.number} ✅", "7", "63 %"):
            assert part in told
        label = reader(label_of(daily.game, daily.seen, best))
        title = reader(daily.game.title)  # which may be a card's name, too
        assert label.isdecimal() or label not in told.replace(title, "")


async def answered_in(where: Visitor, bot: Tortuga) -> Seen:
    """Today's puzzle, answered, with the button to share it."""
    shown = await (await where.slash("puzzle")).settled()
    assert shown is not None
    shown = await solved(where, shown)
    [share] = [button for button in shown.buttons if str(button.custom_id).startswith("sharepuzzle:")]
    assert share.label == "Share"
    return shown


async def test_an_answer_is_shared_once_and_counts_without_a_name(
    pg: Playground, bot: Tortuga, anne: Visitor, dampier: Visitor
) -> None:
    shown = await answered_in(anne, bot)
    day = day_at(bot.services.tables.clock.now())
    assert sum((await bot.store.counts(count_key(day))).values()) == 1
    await anne.press(shown, "Share")
    told = await dampier.wait_for(lambda seen: "Anne" in seen.text)
    assert f"Tortuga {puzzle_of(day).number}" in told.text
    assert told.notified == []
    assert not any(str(button.custom_id).startswith("sharepuzzle:") for button in shown.refresh().buttons)
    again = await solved(anne, await shown_in_private(anne, told, "Solve it"))
    assert sum((await bot.store.counts(count_key(day))).values()) == 1, "only the first answer counts"
    assert again.is_ephemeral
    assert pg.violations == []


async def shown_in_private(person: Visitor, on: Seen, label: str) -> Seen:
    shown = await (await person.press(on, label)).settled()
    assert shown is not None
    return shown


async def test_an_earlier_puzzle_is_had_from_the_archive_and_counts_for_nothing(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    today = day_at(bot.services.tables.clock.now())
    shown = await (await anne.slash("puzzle")).settled()
    assert shown is not None
    archive = await shown_in_private(anne, shown, "Earlier puzzles")
    [days] = archive.selects
    assert [int(option.value) for option in days.options] == earlier_days(today, today)[:25]
    await anne.choose(archive, days.custom_id, days.options[-1].value)
    told = await solved(anne, archive.refresh())
    assert "✅" in told.text or "❌" in told.text
    assert (await bot.services.people.of(int(anne.id))).puzzle_day == 0
    assert await bot.store.counts("puzzle ") == {}
    assert pg.violations == []


async def test_in_a_group_message_it_is_solved_and_shared_among_friends(
    pg: Playground, bot: Tortuga, tmp_path: Path
) -> None:
    pg.person("Anne").installs_app()
    group = pg.add_group("Crew", "Anne", "Calico")
    anna, calico = pg.person("Anne", "Crew"), pg.person("Calico", "Crew")
    assert set(anna.commands()) == {"play", "learn", "turns", "privacy", "puzzle", "rules", "score"}
    assert calico.commands() == []
    rules = await (await anna.slash("rules")).settled()
    assert rules is not None
    assert rules.is_ephemeral
    await anna.press(await answered_in(anna, bot), "Share")
    told = await calico.wait_for(lambda seen: "Anne" in seen.text)
    answered_too = await solved(calico, await shown_in_private(calico, told, "Solve it"))
    assert answered_too.is_ephemeral
    with sqlite3.connect(tmp_path / "tortuga.db") as database:
        assert group.id not in "\n".join(database.iterdump())
    assert pg.violations == []
