"""Lessons come when they are needed, one at a time, never twice; /learn tells them all in one short game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.app import Tortuga
from bot.commands.typed_options import packed_options, unpacked_options
from bot.refusal import Refusal
from bot.ui.custom_ids import encode
from games.catalogue import BUILT_IN, catalogue
from games.contract import AnyGame, Course, Lesson, Observation, function
from games.skull_king import rulebook
from games.text import Text, english
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.table_play import (
    GAME,
    behind_more,
    choices,
    choose_first,
    deal,
    hand,
    has_ended,
    play_on,
    press,
)

ALL = ("one", "two", "three")
OF_PICTURE = "two"


@pytest.fixture(autouse=True)
def three_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skull King has three lessons, whatever goes on; one is about the picture."""

    def lessons(game: object, observation: Observation) -> tuple[Lesson, ...]:
        return tuple(Lesson(name, Text(f"Lesson {name}."), name == OF_PICTURE) for name in ALL)

    kind = type(catalogue()[GAME])
    course = Course(kind.Options(), 3, bytes(32))
    monkeypatch.setattr(kind, "lessons", lessons)
    monkeypatch.setattr(kind, "course", lambda game, options=None: course)


def lesson_of(shown: Seen) -> list[str]:
    """What is explained on a hand."""
    return re.findall(r"🎓 (?:[^.\n]+\. )?Lesson (\w+)", shown.refresh().text)


async def begin(person: Visitor, command: str = "play") -> Seen:
    shown = await (await person.slash(command, game=GAME)).settled()
    assert shown is not None
    return shown


async def next_lesson(person: Visitor, shown: Seen) -> list[str]:
    """Choose something; what is explained when there is a choice again, if all was right until then."""
    while True:
        before = asked(shown)
        await choose_first(person, shown)
        await person.wait_for(
            lambda seen, before=before: seen.id == shown.id and asked(seen) not in ("", before)
        )
        if len(choices(shown.refresh())) > 1:
            return lesson_of(shown)
        assert lesson_of(shown) == [], "nothing is explained where there is nothing to choose"


def asked(shown: Seen) -> str:
    """Which bid or trick is asked for on a hand; empty if nothing is. (A bid may be changed for a while.)"""
    return next((custom_id.split(":")[2][:2] for custom_id in choices(shown)), "")


async def test_one_lesson_at_a_time_and_none_twice(anne: Visitor) -> None:
    shown = await begin(anne)
    told = lesson_of(shown)
    await press(anne, shown, "more")
    assert lesson_of(await begin_again(anne)) == ["one"], "it is told until a choice was made beside it"
    shown = await begin_again(anne)
    for _move in range(2):
        told += await next_lesson(anne, shown)
    assert told == ["one", "two", "three"]
    await choose_first(anne, shown)
    other = await (await anne.slash("play", game=GAME, where="here")).settled()
    assert other is not None
    mine = await anne.wait_for(
        lambda seen: seen.is_ephemeral and bool(choices(seen)) and int(seen.id) > int(other.id)
    )
    assert lesson_of(mine) == []


async def test_what_a_picture_shows_is_explained_to_nobody_who_plays_without(
    bot: Tortuga, anne: Visitor
) -> None:
    await bot.services.people.change(int(anne.id), text_mode=True)
    shown = await begin(anne)
    assert lesson_of(shown) + await next_lesson(anne, shown) == ["one", "three"]


async def begin_again(person: Visitor) -> Seen:
    shown = await (await person.slash("hand")).settled()
    assert shown is not None
    return shown


async def test_whoever_knows_nothing_of_a_game_is_offered_its_course(anne: Visitor) -> None:
    shown = await begin(anne)
    assert "Learn it" in [button.label for button in shown.buttons]
    assert "Lessons off" not in [button.label for button in shown.buttons]
    await press(anne, shown, "course")
    assert lesson_of(shown) == ["one"]
    assert not {"Learn it", "Lessons off"} & {button.label for button in shown.buttons}


async def test_the_course_can_be_found_behind_more_but_not_in_itself(anne: Visitor) -> None:
    shown = await begin(anne)
    await next_lesson(anne, shown)
    assert "Learn it" not in [button.label for button in shown.refresh().buttons]
    await behind_more(anne, shown, "Learn it")
    assert lesson_of(shown) == ["one"]
    more = await (await press(anne, shown, "more")).settled()
    assert more is not None
    assert "Learn it" not in [button.label for button in more.buttons]


async def test_lessons_are_switched_off_beside_one_and_on_again_in_the_settings(anne: Visitor) -> None:
    shown = await begin(anne)
    assert await next_lesson(anne, shown) == ["two"]
    await anne.press(shown, "Lessons off")
    assert lesson_of(shown) == []
    assert choices(shown)
    settings = (await anne.slash("settings me")).message
    assert settings is not None
    await anne.press(settings, "Lessons on")
    assert lesson_of(await begin_again(anne)) == ["two"]


async def test_in_company_only_the_learner_reads_them(pg: Playground, anne: Visitor, calico: Visitor) -> None:
    board = await deal(anne, calico)
    assert lesson_of(await hand(anne, board)) == ["one"]
    assert "Lesson" not in board.refresh().text
    del pg


async def test_a_course_begins_at_the_beginning_and_says_what_comes_next(
    pg: Playground, bot: Tortuga, anne: Visitor, dampier: Visitor
) -> None:
    shown = await begin(anne)
    await next_lesson(anne, shown)
    await anne.press(shown, "Lessons off")
    course = await begin(anne, "learn")
    assert lesson_of(course) == ["one"]
    [table] = [
        each
        for each in await bot.services.tables.tables_of(int(anne.id), ("playing",))
        if each.record.learning
    ]
    assert table.seat_of(int(anne.id)) == 0
    assert len(table.seats) == 3
    await play_on(pg, {"Anne": course})
    assert has_ended(course.refresh())
    assert "You know Skull King now" in course.text
    assert dampier.sees() == []
    assert "finished a game here yet" in (await anne.slash("stats")).text
    labels = [button.label for button in course.buttons]
    assert labels == ["Play a real one", "Again", "Rules"]
    assert re.search(r"You (came|have won)", course.text)
    over = await bot.services.tables.table(table.id)
    review = over.game.review(over.observe(int(anne.id)))
    said = [english(each) for each in (review.well, review.better) if each]
    assert said, "what went well, what could be better, or both, as the bids came out"
    assert all(each in course.text for each in said)
    await anne.press(course, "Again")
    assert lesson_of(course) == ["one"]


async def test_learn_it_teaches_the_game_as_it_is_played_at_the_table(
    monkeypatch: pytest.MonkeyPatch, bot: Tortuga, anne: Visitor
) -> None:
    monkeypatch.setattr(type(catalogue()[GAME]), "course", function(rulebook.course))
    shown = await (await anne.slash("play", game=GAME, options="edition=classic")).settled()
    assert shown is not None
    await press(anne, shown, "course")
    tables = await bot.services.tables.tables_of(int(anne.id), ("playing",))
    [learned] = [each for each in tables if each.record.learning]
    assert learned.record.options == {"edition": "classic"}
    assert {seat.robot for seat in learned.seats} == {None, learned.game.first_robot}


async def test_the_second_time_play_asks_whether_robots_are_to_be_stronger_and_keeps_to_it(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    first = await (await anne.slash("play", game=GAME, options="length=bedtime")).settled()
    assert first is not None
    await play_on(pg, {"Anne": first})
    asked = await begin(anne)
    assert "Stronger robots from here on?" in asked.text
    assert [label.split(":")[0] for label in levels_of(asked)] == ["Cabin boy", "Sailor", "Captain"]
    await (await anne.press(asked, levels_of(asked)[-2])).settled()
    tables = await bot.services.tables.tables_of(int(anne.id), ("playing",))
    assert {seat.robot for each in tables for seat in each.seats} == {None, "sensible"}
    kept = await bot.services.people.of(int(anne.id))
    assert kept.robots == {GAME: "sensible"}


def levels_of(asked: Seen) -> list[str]:
    """The robots that are offered."""
    return [button.label for button in asked.buttons if button.label]


@pytest.mark.parametrize("where", ["alone", "here"])
async def test_it_asks_whichever_way_one_plays_and_forgets_nothing_that_was_asked_for(
    pg: Playground, bot: Tortuga, anne: Visitor, where: str
) -> None:
    first = await (await anne.slash("play", game=GAME, options="length=bedtime")).settled()
    assert first is not None
    await play_on(pg, {"Anne": first})
    asked = await anne.slash("play", game=GAME, options="edition=classic", robots=4, where=where)
    question = await asked.settled()
    assert question is not None
    assert "Stronger robots from here on?" in question.text
    await (await anne.press(question, levels_of(question)[0])).settled()
    [begun] = await bot.services.tables.tables_of(int(anne.id), ("playing",))
    assert begun.record.private == (where == "alone")
    assert begun.record.options == {"edition": "classic"}
    assert [seat.robot for seat in begun.seats if seat.robot] == [begun.game.first_robot] * 4


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
def test_all_options_of_a_game_together_fit_on_a_button(game: AnyGame) -> None:
    chosen = dict[str, object]()
    for _option in range(99):
        fields = [
            each
            for each in game.option_fields(game.Options.model_validate(chosen))
            if each.name not in chosen
        ]
        if not fields:
            break
        chosen[fields[0].name] = getattr(game.Options.model_validate(chosen), fields[0].name)
    packed = packed_options(game, chosen)
    assert unpacked_options(game, packed) == chosen
    assert encode("versus", game.slug, max(game.robots, key=len), "alone", 8, packed)


def test_options_that_are_none_any_more_are_refused() -> None:
    for packed in ("99.0", "0.99", "x.y", "0"):
        with pytest.raises(Refusal):
            unpacked_options(catalogue()[GAME], packed)


async def test_what_was_told_is_kept_over_a_restart_and_in_an_export(pg: Playground, tmp_path: Path) -> None:
    anne = pg.person("Anne")
    async with tortuga(pg, tmp_path):
        await next_lesson(anne, await begin(anne))
    async with tortuga(pg, tmp_path) as bot:
        assert lesson_of(await begin_again(anne)) == ["two"]
        kept = await bot.services.people.of(int(anne.id))
        assert kept.lessons == {GAME: ("one",)}
        await bot.services.eraser.erase(int(anne.id))
