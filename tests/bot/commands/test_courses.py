"""A newcomer learns each game with nothing but what the screen says, and has it all explained on the way."""

from __future__ import annotations

import re

import pytest

from bot.app import Tortuga
from games.catalogue import catalogue
from playground import Seen, Visitor
from tests.support.table_play import choices, lists

MOST_PRESSES = 400
"""A course takes about ten minutes."""
PATIENCE = 30.0
"""Seconds in which robots move, however busy the machine is."""
MOST_WORDS = 40
"""Of a lesson, with its lamp."""


async def newcomer(person: Visitor, shown: Seen) -> list[str]:
    """Press what is offered until the course is over: a button that the lesson names, else the first, else
    the way on. Everything that was explained, in order.
    """
    told: list[str] = []
    for _press in range(MOST_PRESSES):
        text = shown.refresh().text
        lesson = next((line for line in text.splitlines() if line.startswith("🎓")), "")
        if lesson and lesson not in told[-1:]:
            told.append(lesson)
        if "rematch:" in str(shown.buttons):
            return told
        if offered := choices(shown):
            named = [each for each in offered if shown.button(custom_id=each).label in lesson]
            reply = await person.press(shown, custom_id=(named or offered)[0])
        elif offers := lists(shown):
            reply = await person.choose(shown, *offers[0])
        elif back := [str(button.custom_id) for button in shown.buttons if "back:" in str(button.custom_id)]:
            reply = await person.press(shown, custom_id=back[0])
        else:
            await person.wait_for(lambda seen: seen.id == shown.id and asks(seen), PATIENCE)
            continue
        await reply.settled()
    raise AssertionError(f"the course does not end: {shown.text}")


def asks(shown: Seen) -> bool:
    """Whether there is something to choose, or to read at the end."""
    return bool(choices(shown) or lists(shown)) or "rematch:" in str(shown.buttons)


@pytest.mark.parametrize("slug", [slug for slug, game in catalogue().items() if game.course() is not None])
async def test_a_newcomer_reaches_the_end_of_the_course(bot: Tortuga, anne: Visitor, slug: str) -> None:
    shown = await (await anne.slash("learn", game=slug)).settled()
    assert shown is not None
    told = await newcomer(anne, shown)
    assert len(told) == len(set(told)), "nothing is explained twice"
    assert len(told) >= 4
    assert all(len(re.findall(r"\S+", lesson)) <= MOST_WORDS + 1 for lesson in told), told
    kept = await bot.services.people.of(int(anne.id))
    assert len(kept.lessons[slug]) >= len(told) - 1
