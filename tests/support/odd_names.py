"""People with the oddest names play, are ranked, hold a tournament: nobody is pinged by a name, and no name
does anything, in whatever the bot says to anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from bot.app import Tortuga
from bot.profiles.leaderboards import LEAST_GAMES
from bot.profiles.rating_service import RATED
from bot.tournaments import actions
from bot.tournaments.model import Tournament
from games.catalogue import game
from playground import Playground, Seen, Visitor
from playground.events import ChannelChanged, ChannelMade, Event, PostChanged, PostMade
from playground.model import Post
from tests.bot.test_moderation import done
from tests.support.renderer import InlineRenderer
from tests.support.table_play import deal, table_of
from tests.support.table_tour import evening, strings
from tests.support.whole_game import come_to_rest
from tests.support.whole_tournament import COMMANDS, ORGANISER, Cup, announced, settings_for

UNSEEN = re.compile("[\u200e\u200f\u202a-\u202e\u2066\u2067\r]")
"""What turns words around, or breaks lines."""
STACKED = re.compile("[\u0300-\u036f]{4}")
ALIVE = re.compile(
    r"(?<!\\)\[gold\]\(|://evil|@(?:everyone|here)|(?<!\\)<(?:/play:|@&|t:1:R>)"
    r"|^# BIG|(?<!\\)(?:\*\*__|~~\|\|)",
    re.MULTILINE,
)
"""What would link, ping or become something else, as it stands there."""
ODD_WORDS = "@here [gold](https://evil.example) **__~~||x||~~__** <t:1:R>"
"""What a tournament is called, and why its organiser does what they do."""
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
"""In which nothing is read into what stands there."""


def odd_names(pg: Playground) -> list[str]:
    """Those who are mentioned in them are no players."""
    dampier, morgan = pg.person("Dampier"), pg.guild().members[pg.person("Morgan").id]
    channel = pg.channel("captains-table").id
    return [
        f"@everyone @here <@{dampier.id}>",
        f"<@&{morgan.roles[0]}> <#{channel}>",
        "[gold](https://evil.example) `x`",
        "```\n# BIG\n```",
        "\u202eenna\u2066 \u200b\u200fannE",
        "\u3164\ufe0f\u034f",
        "Z" + "\u0301\u200d" * 15,
        "🏴‍☠️" * 8,
        "W" * 32,
        "Аnne",  # its first letter is Cyrillic
        "Anne\u200b",
        f"</play:{channel}> <t:1:R> -# x",
        "> **__~~||x||~~__**",
        "شيخ البحر",
        "🦜" * 32,
        "=1+1;cmd|' /C calc'!A0",
    ]


@dataclass
class Looked:
    """What a look at all that is sent has come to."""

    texts: int = 0
    wrong: list[str] = field(default_factory=list[str])


@contextmanager
def _harmless(pg: Playground, people: Sequence[Visitor]) -> Iterator[Looked]:
    """Look at all that is sent meanwhile; these people may be pinged. AssertionError with what a name did."""
    looked, players = Looked(), {person.id for person in people}

    def look(event: Event) -> None:
        if isinstance(event, ChannelMade | ChannelChanged):
            looked.wrong.extend(_wrong_with(str(event.channel.name)))
        if isinstance(event, PostMade | PostChanged) and event.post.message.author.id == pg.world.bot.id:
            seen = Seen(pg.world, event.post)
            shown = list(strings(seen))
            looked.texts += len(shown)
            looked.wrong.extend(fault for text in shown for fault in _wrong_with(text))
            looked.wrong.extend(_done_by(seen.text))
            looked.wrong.extend(f"{seen.text!r} pings {each}" for each in _pinged(event.post) - players)
            looked.wrong.extend(_links_in_pictures(pg, event.post))

    pg.world.listen(look)
    try:
        yield looked
    finally:
        pg.world.stop_listening(look)
    assert not looked.wrong, "\n".join(looked.wrong[:20])


async def spend_an_evening(pg: Playground, bot: Tortuga, slug: str, names: Sequence[str]) -> int:
    """They play a game and look at all there is; how many texts were looked at.

    AssertionError with what one of their names did.
    """
    bot.services.image_service.renderer = InlineRenderer()
    people = pg.add_people(*names)
    with _harmless(pg, people) as looked:
        await evening(pg, slug, *people)
        await _rank(pg, bot, slug, len(people))
        for person in people:
            for command in ("turns", "stats", "leaderboard", "table list", "moderate log"):
                await person.slash(command)
    return looked.texts


async def _rank(pg: Playground, bot: Tortuga, slug: str, count: int) -> None:
    """Let it be the last of so many games for everybody that they stand on the leaderboard."""
    results, guild = bot.store.results, int(pg.guild().id)
    await bot.services.rater.settled()
    ranking = [row for row, _name in await results.ranking(guild, slug, 1)]
    assert len(ranking) == count
    await results.rate(ranking[0].table, [replace(row, games=LEAST_GAMES) for row in ranking], RATED)


async def hold_a_tournament(pg: Playground, bot: Tortuga, slug: str, names: Sequence[str]) -> int:
    """They enter a tournament, are moderated there and look at all there is; how many texts were looked at.

    AssertionError with what one of their names did, or that of the tournament, or a reason that was given.
    """
    bot.services.image_service.renderer = InlineRenderer()
    people = pg.add_people(*names)
    with _harmless(pg, [*people, pg.person(ORGANISER)]) as looked:
        settings = settings_for(ODD_WORDS, pod=2, rounds=2)
        cup = await announced(pg, bot, game(slug), settings, people, Random(slug))
        await cup.entered()
        for act in (actions.Begin(), actions.OpenRound()):
            await cup.act(act, ODD_WORDS)
            await _look_around(cup)
        for act in _deeds(await cup.now()):
            await cup.act(act, ODD_WORDS)
        await come_to_rest(bot)
        await _look_around(cup)
        await _moderate(cup.pg.person(ORGANISER), slug, people)
    return looked.texts


async def _moderate(moderator: Visitor, slug: str, people: Sequence[Visitor]) -> None:
    """A moderator takes each of them but the host out of a game, says why, and looks at what was done."""
    table = table_of(await deal(*people, game=slug, pace="daily"))
    for person in people[1:]:
        await done(moderator, table, "remove", person, reason=ODD_WORDS)
    told = await (await moderator.slash("moderate log")).settled()
    assert told is not None
    assert told.text.count("//evil") >= len(people[1:])


def _deeds(made: Tournament) -> Iterator[actions.AnyAction]:
    """All that names somebody, and what leads to the end."""
    first, second, *_others = made.entrants
    yield actions.Drop(first.id)
    yield actions.Reinstate(first.id)
    yield actions.Disqualify(second.id)
    yield from (actions.Void(round.number, pod.number) for round, pod in made.open_pods())
    yield actions.Finish()


async def _look_around(cup: Cup) -> None:
    """Everybody at everything, the organiser as well."""
    for person in (*cup.people.values(), cup.pg.person(ORGANISER)):
        for command in COMMANDS:
            await (await person.slash(command)).settled()
    tables = await cup.tables()
    for table in tables:
        await (await cup.pg.person(ORGANISER).slash("moderate table", table=table.id)).settled()


def _pinged(post: Post) -> set[str]:
    """Whom a message notified; everybody and roles by what they are called."""
    message = post.message
    roles = {*message.mention_roles, *(["everybody"] if message.mention_everyone else [])}
    return {*post.notified, *(user.id for user in message.mentions), *roles}


def _wrong_with(text: str) -> list[str]:
    """Wherever it stands: on labels, in alt texts, in the names of threads."""
    return [f"{pattern.pattern} in {text!r}" for pattern in (UNSEEN, STACKED) if pattern.search(text)]


def _done_by(text: str) -> list[str]:
    """Says, of a text in which Discord reads Markdown, if anything in it has an effect."""
    rest = CODE.sub("", text)
    return [f"{text!r} does something"] if ALIVE.search(rest) or "```" in rest else []


def _links_in_pictures(pg: Playground, post: Post) -> list[str]:
    """Names stay inside what is drawn for them (tried where pictures are); a page leads to its own parts."""
    drawings = [pg.world.state.files[each.id].content.decode() for each in post.message.attachments]
    return [fault for svg in drawings for fault in re.findall(r'href=[^>]*evil|<a\b(?![^>]*href="#)', svg)]
