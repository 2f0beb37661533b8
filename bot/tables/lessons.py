"""What is explained to somebody at a table, one thing at a time, and kept so that nobody is told twice."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial

import msgspec
import structlog

from bot.preferences.people import PersonPreferences, PersonPreferencesRepository
from bot.runtime.log_context import OncePerMinute, trace
from bot.tables.model import Table
from games.contract import Lesson
from storage.errors import Conflict, StorageError

log = structlog.get_logger(__name__)

REMEMBERED = 10_000
"""Hands of which it is known which lesson stands beside them."""


class Teaching(msgspec.Struct, frozen=True):
    """What a hand teaches: the lesson beside it, if any; and whether the game's course is offered, as its
    reader has been told nothing of this game yet.
    """

    lesson: Lesson | None = None
    offers_course: bool = False


NO_TEACHING = Teaching()


def lesson_due(table: Table, user: int, preferences: PersonPreferences) -> Lesson | None:
    """What to explain to the user now: the first that they have not been told, when they have a choice.

    Whoever wants no lessons has them in a course only.
    """
    seat = table.seat_of(user)
    if table.phase != "playing" or seat is None or seat not in table.game.to_act(table.state):
        return None
    if preferences.no_lessons and not table.record.learning:
        return None
    told = preferences.lessons.get(table.game.slug, ())
    return table.game.lesson(table.observe(user), told, in_words=preferences.text_mode)


class Lessons:
    """Who is told what. A lesson has been told when its reader has made the choice beside which it stood."""

    def __init__(self, people: PersonPreferencesRepository) -> None:
        self._people = people
        self._beside: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._not_noted = OncePerMinute(partial(log.error, "lessons were not noted"))

    def show(self, table: Table, user: int, preferences: PersonPreferences) -> Teaching:
        """What to teach beside the hand of the user, who prefers this; it is shown now."""
        lesson = lesson_due(table, user, preferences)
        key = table.id, user
        self._beside.pop(key, None)
        if lesson is not None:
            self._beside[key] = lesson.name
            while len(self._beside) > REMEMBERED:
                self._beside.popitem(last=False)
        knows_nothing = not preferences.lessons.get(table.game.slug) and not preferences.no_lessons
        offers = lesson is not None and knows_nothing and not table.record.learning
        return Teaching(lesson, offers)

    async def answered(self, table: Table, user: int) -> str | None:
        """The lesson beside that hand, on which the user has chosen something: it has been `told` by that.
        None if there is none, or that cannot be read: then it is told once more.
        """
        name = self._beside.pop((table.id, user), None)
        if name is not None:
            return name
        try:  # the bot was started anew since one was shown
            due = lesson_due(table, user, await self._people.of(user))
        except StorageError as error:
            self._not_noted.note(trace=trace(error))
            return None
        return None if due is None else due.name

    async def told(self, user: int, game: str, name: str) -> None:
        """Note it. What cannot be stored, or was overtaken at another table, is told once more."""
        try:
            await self._people.told(user, game, name)
        except (StorageError, Conflict) as error:
            self._not_noted.note(trace=trace(error))

    async def begin_course(self, user: int, game: str) -> None:
        """The user wants to learn the game from its beginning, whatever they were told of it before."""
        await self._people.forget_lessons(user, game)
