"""What people do at our tables, in a few words, for tests over the playground."""

from __future__ import annotations

from random import Random
from typing import Any

from playground import Playground, Seen, Visitor

GAME = "skull-king"
CHOICES = ("pick:", "picks:")
"""How the custom_ids begin of what can be chosen on a hand."""
LONGEST_GAME = 2000
"""Presses after which a game must have ended."""


def table_of(message: Seen) -> str:
    """The id of the table that a message is about, from its buttons."""
    parts = [str(button.custom_id).split(":") for button in message.buttons if button.custom_id]
    parts += [select.custom_id.split(":") for select in message.selects]
    return parts[0][1]


async def open_lobby(host: Visitor, *others: Visitor, game: str = GAME, **options: Any) -> Seen:
    """The host opens a table, the others join it: the lobby's message."""
    reply = await host.slash("table create", game=game, **options)
    lobby = await reply.settled()
    assert lobby is not None
    for other in others:
        await other.press(lobby, "Join")
    return lobby.refresh()


async def deal(host: Visitor, *others: Visitor, **options: Any) -> Seen:
    """A game has begun: the board's message."""
    lobby = await open_lobby(host, *others, **options)
    await host.press(lobby, "Start")
    return await board_of(host, lobby)


async def board_of(person: Visitor, lobby: Seen, timeout: float = 8.0) -> Seen:
    """The board of the game that begins in this lobby, as soon as it stands."""
    table = table_of(lobby)
    return await person.wait_for(lambda seen: is_board(seen, table) and seen.id != lobby.id, timeout)


def is_board(seen: Seen, table: str) -> bool:
    """Whether a message is this table's board, as it stands while the game goes on."""
    shows_hands = f"hand:{table}" in [button.custom_id for button in seen.buttons]
    return shows_hands and not has_ended(seen) and not seen.is_ephemeral


def has_ended(seen: Seen) -> bool:
    """Whether a message says how the game ended, and offers the next one."""
    return any(button.label == "Rematch" for button in seen.buttons)


async def hand(person: Visitor, board: Seen) -> Seen:
    """The person's hand, as a press of My hand shows it."""
    reply = await person.press(board, "My hand")
    shown = await reply.settled()
    assert shown is not None
    assert shown.is_ephemeral
    return shown


def choices(shown: Seen) -> list[str]:
    """The custom_ids of what can be chosen on a hand."""
    return [
        str(button.custom_id)
        for button in shown.buttons
        if button.custom_id and button.custom_id.startswith(CHOICES) and not button.disabled
    ]


def lists(shown: Seen) -> list[tuple[str, str]]:
    """What can be chosen from the lists on a hand: each list's custom_id, with each of its values."""
    there = [each for each in shown.selects if each.custom_id.startswith(CHOICES) and not each.disabled]
    return [(each.custom_id, option.value) for each in there for option in each.options]


async def choose_first(person: Visitor, shown: Seen) -> Seen:
    """Press the first thing that can be chosen; the hand as it is afterwards."""
    return await _choose(person, shown, choices(shown.refresh())[0])


async def choose_any(person: Visitor, shown: Seen, random: Random) -> Seen:
    """Press or choose anything that can be chosen; the hand as it is afterwards."""
    if not lists(shown.refresh()):
        return await _choose(person, shown, random.choice(choices(shown)))
    reply = await person.choose(shown, *random.choice(lists(shown)))
    after = await reply.settled()
    assert after is not None
    return after


async def _choose(person: Visitor, shown: Seen, custom_id: str) -> Seen:
    reply = await person.press(shown, custom_id=custom_id)
    after = await reply.settled()
    assert after is not None
    return after


async def play_on(
    pg: Playground, hands: dict[str, Seen], *, until: str = "is over", random: Random | None = None
) -> None:
    """Everybody presses the first (with `random`: any) thing they can choose, until all hands say `until`."""
    for _move in range(LONGEST_GAME):
        texts = [shown.refresh().text for shown in hands.values()]
        if all(until in text for text in texts):
            return
        able = next((name for name, shown in hands.items() if choices(shown) or lists(shown)), None)
        if able is not None:
            person, shown = pg.person(able), hands[able]
            await (choose_any(person, shown, random) if random else choose_first(person, shown))
            continue
        for name, shown in hands.items():
            if until not in shown.text:
                # A choice in steps may end where nothing goes with what was chosen first.
                astray = any(button.label == "Back" for button in shown.buttons)
                await pg.person(name).press(shown, "Back" if astray else "Refresh")
    raise AssertionError("the game does not end")


def edits(pg: Playground) -> int:
    """How many messages the bot has edited by itself so far."""
    return sum(
        request.route == "PATCH /channels/{channel_id}/messages/{message_id}" for request in pg.requests
    )
