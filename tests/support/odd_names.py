"""People with the oddest names spend an evening at a game: nobody is pinged by a name, and no name does
anything, in whatever the bot says to anybody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.client import Tortuga
from playground import Playground, Seen
from playground.events import ChannelChanged, ChannelMade, Event, PostChanged, PostMade
from playground.model import Post
from tests.support.evening import evening, strings
from tests.support.studio import QuickStudio

UNSEEN = re.compile("[\u200e\u200f\u202a-\u202e\u2066\u2067\r]")
"""What turns words around, or breaks lines."""
STACKED = re.compile("[\u0300-\u036f]{4}")
ALIVE = re.compile(
    r"(?<!\\)\[gold\]\(|://evil|@(?:everyone|here)|(?<!\\)<(?:/play:|@&|t:1:R>)"
    r"|^# BIG|(?<!\\)(?:\*\*__|~~\|\|)",
    re.MULTILINE,
)
"""What would link, ping or become something else, as it stands there."""
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


async def spend_an_evening(pg: Playground, bot: Tortuga, slug: str, names: Sequence[str]) -> int:
    """They play a game and look at all there is; how many texts were looked at.

    AssertionError with what one of their names did.
    """
    bot.tavern.illustrator._studio = QuickStudio()
    people = pg.add_people(*names)
    players = {person.id for person in people}
    wrong, looked = list[str](), 0

    def look(event: Event) -> None:
        nonlocal looked
        if isinstance(event, ChannelMade | ChannelChanged):
            wrong.extend(_wrong_with(str(event.channel.name)))
        if isinstance(event, PostMade | PostChanged) and event.post.message.author.id == pg.world.bot.id:
            seen = Seen(pg.world, event.post)
            shown = list(strings(seen))
            looked += len(shown)
            wrong.extend(fault for text in shown for fault in _wrong_with(text))
            wrong.extend(_done_by(seen.text))
            wrong.extend(f"{seen.text!r} pings {each}" for each in _pinged(event.post) - players)
            wrong.extend(_links_in_pictures(pg, event.post))

    pg.world.listen(look)
    try:
        await evening(pg, slug, *people)
        for person in people:
            for command in ("turns", "stats", "leaderboard", "table list", "moderate log"):
                await person.slash(command)
    finally:
        pg.world.stop_listening(look)
    assert not wrong, "\n".join(wrong[:20])
    return looked


def _pinged(post: Post) -> set[str]:
    """Whom a message notified; everybody and roles by what they are called."""
    message = post.message
    roles = {*message.mention_roles, *(["everybody"] if message.mention_everyone else [])}
    return {*post.notified, *(user.id for user in message.mentions), *roles}


def _wrong_with(text: str) -> list[str]:
    """Wherever it stands: on labels, in alt texts, in the names of threads."""
    return [f"{pattern.pattern} in {text!r}" for pattern in (UNSEEN, STACKED) if pattern.search(text)]


def _done_by(text: str) -> list[str]:
    """Where markdown is read."""
    rest = CODE.sub("", text)
    return [f"{text!r} does something"] if ALIVE.search(rest) or "```" in rest else []


def _links_in_pictures(pg: Playground, post: Post) -> list[str]:
    """That names stay inside what is drawn for them is tried where pictures are."""
    drawings = [pg.world.state.files[each.id].content.decode() for each in post.message.attachments]
    return [fault for svg in drawings for fault in re.findall(r"href=[^>]*evil|<a\b", svg)]
