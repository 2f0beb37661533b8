"""What people do at our tables, in a few words, for tests over the playground."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playground import Playground, Reply, Seen, Visitor

GAME = "skull-king"
SHORT: dict[str, Any] = {"options": "edition=beck length=bedtime"}
"""What a command is given for the shortest game of it."""
CHOICES = ("pick:", "picks:")
"""How the custom_ids begin of what can be chosen on a hand."""
HELD = ("slot:", *CHOICES)
"""How the custom_ids begin of what stands on a hand and nowhere else, whether it can be pressed or not."""
DID_NOTHING = (
    "already decided",
    "Too late for that",
    "that tap did nothing",
    "This game is over",
    "Time's up for this round, so robots finish the game.",
)
"""Words above a hand that was pressed too late, or too soon."""
LONGEST_DEFERRAL = 10.0
"""Seconds after a deferral until nobody waits for the answer any more."""
LONGEST_GAME = 6000
"""Presses after which a game must have ended."""


def id_of(message: Seen, verb: str) -> str:
    """The custom_id of the message's button that does this, whatever it says in whichever language."""
    found = {str(each.custom_id) for each in message.buttons if str(each.custom_id).split(":")[0] == verb}
    assert len(found) == 1, f"{len(found)} buttons do {verb} on {message}"
    return found.pop()


async def press(person: Visitor, message: Seen, verb: str) -> Reply:
    """Press the button that does this."""
    return await person.press(message, custom_id=id_of(message.refresh(), verb))


async def behind_more(person: Visitor, message: Seen, label: str) -> Reply:
    """Press More, and then what stands behind it."""
    more = await (await press(person, message, "more")).settled()
    assert more is not None
    if label not in [button.label for button in more.buttons]:
        more = await (await press(person, more, "thistable")).settled()
        assert more is not None
    return await person.press(more, label)


async def look_again(person: Visitor, shown: Seen) -> Reply:
    """Have the hand drawn anew, by way of More; not if that did not take its place: whoever was asked for it
    may be about to leave, or the hand came to life just then.
    """
    if not _leads_back(shown.refresh()):
        opened = await press(person, shown, "more")
        await opened.settled(LONGEST_DEFERRAL)
        if not _leads_back(shown.refresh()):
            return opened
    return await press(person, shown, "hand")


def _leads_back(shown: Seen) -> bool:
    """Whether something has taken a hand's place, and has a way back to it."""
    return any((button.custom_id or "").startswith("hand:") for button in shown.buttons)


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
    if lobby.is_ephemeral:  # drawing it took too long for an answer, which says that the table is open
        said = lobby.text
        lobby = await host.wait_for(lambda seen: _is_lobby(seen) and table_of(seen) in said)
    for other in others:
        await press(other, lobby, "join")
    return lobby.refresh()


def _is_lobby(seen: Seen) -> bool:
    """Whether a message is one that all may join."""
    return any((button.custom_id or "").startswith("join:") for button in seen.buttons)


async def lobby_more(person: Visitor, lobby: Seen) -> Seen:
    """What is behind More, for this person."""
    shown = await (await press(person, lobby, "more")).settled()
    assert shown is not None
    assert shown.is_ephemeral
    return shown


async def lobby_options(host: Visitor, lobby: Seen) -> Seen:
    """The first page of the host's options."""
    shown = await lobby_more(host, lobby)
    await press(host, shown, "options")
    return shown.refresh()


async def last_options(host: Visitor, lobby: Seen) -> Seen:
    """The last page of the host's options: the pace, and whether the game counts."""
    shown = await lobby_options(host, lobby)
    while not any(str(each.custom_id).startswith("ownpace:") for each in shown.buttons):
        await host.press(shown, "Next")
        shown = shown.refresh()
    return shown


async def seats_and_doors(host: Visitor, lobby: Seen) -> Seen:
    """The page of the host's options that says who plays."""
    shown = await lobby_more(host, lobby)
    await press(host, shown, "doors")
    return shown.refresh()


async def deal(host: Visitor, *others: Visitor, **options: Any) -> Seen:
    """A game has begun: the board's message."""
    lobby = await open_lobby(host, *others, **options)
    await press(host, lobby, "start")
    return await board_of(host, lobby)


async def board_of(person: Visitor, lobby: Seen, timeout: float = 30.0) -> Seen:
    """The board of the game that begins in this lobby, as soon as it stands."""
    table = table_of(lobby)
    return await person.wait_for(lambda seen: is_board(seen, table) and seen.id != lobby.id, timeout)


def is_board(seen: Seen, table: str) -> bool:
    """Whether a message is this table's board, as it stands while the game goes on."""
    shows_hands = f"hand:{table}" in [button.custom_id for button in seen.buttons]
    return shows_hands and not has_ended(seen) and not seen.is_ephemeral


def has_ended(seen: Seen) -> bool:
    """Whether a message says how the game ended, and offers the next one."""
    return any((button.custom_id or "").startswith("rematch:") for button in seen.buttons)


def is_result(seen: Seen) -> bool:
    """Whether a message is the public result of a game; not the one that calls those who had gone to it."""
    return has_ended(seen) and not seen.is_ephemeral and not seen.json.mentions


def did_nothing(shown: Seen) -> bool:
    """Whether a hand, as the answer to a press on it, says that the press has done nothing."""
    return any(words in shown.text for words in DID_NOTHING)


async def hand(person: Visitor, board: Seen) -> Seen:
    """The person's hand, as a press of My hand shows it."""
    reply = await press(person, board, "hand")
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


def is_a_hand(shown: Seen) -> bool:
    """Whether something stands there that only the owner of a hand may see."""
    return any((each.custom_id or "").startswith(HELD) for each in (*shown.buttons, *shown.selects))


def cards_in(shown: Seen) -> set[tuple[str, ...]]:
    """The cards that a hand says its owner holds: those of each line of words, and those on its buttons."""
    rows = {tuple(re.split(r", | and ", line)) for line in hands_in(shown.text)}
    return rows | ({cards} if (cards := cards_on_buttons(shown)) else set())


def hands_in(text: str) -> list[str]:
    """The cards of a hand, each time that a text says them in a line."""
    return _IN_WORDS.findall(text)


def cards_on_buttons(shown: Seen) -> tuple[str, ...]:
    """The cards that buttons of a hand call by a symbol and a number. (Of one symbol alone, these may be
    places for a pirate.)
    """
    held = [each for each in shown.buttons if (each.custom_id or "").startswith(HELD)]
    numbered = [each for each in held if each.emoji and each.label.isdigit()]
    several = len({each.emoji for each in numbered}) > 1
    return tuple(f"{each.emoji} {each.label}" for each in numbered) if several else ()


_IN_WORDS = re.compile(r"\*\*Your (?:hand|cards)\*\*: (.+)")


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
    pg: Playground,
    hands: dict[str, Seen],
    *,
    until: str | None = None,
    random: Random | None = None,
    presses: int | None = None,
) -> None:
    """Everybody presses the first (with `random`: any) thing they can choose, until all hands say `until`, or
    that the game has ended, or so often.
    """

    def enough(shown: Seen) -> bool:
        said = "\n".join((shown.text, *shown.alt_texts))
        return has_ended(shown) if until is None else until in said

    for _move in range(LONGEST_GAME if presses is None else presses):
        for shown in hands.values():
            shown.refresh()
        if all(map(enough, hands.values())):
            return
        able = next((name for name, shown in hands.items() if choices(shown) or lists(shown)), None)
        if able is not None:
            person, shown = pg.person(able), hands[able]
            await (choose_any(person, shown, random) if random else choose_first(person, shown))
            continue
        for name, shown in hands.items():  # they look one after the other, until one can choose
            if not enough(shown.refresh()):
                # Where a first step has left nothing for the second, the way is back.
                led_nowhere = any((button.custom_id or "").startswith("back:") for button in shown.buttons)
                await (
                    press(pg.person(name), shown, "back")
                    if led_nowhere
                    else look_again(pg.person(name), shown)
                )
                if choices(shown.refresh()) or lists(shown):
                    break
    if presses is None:
        raise AssertionError("the game does not end")


def edits(pg: Playground) -> int:
    """How many messages the bot has edited by itself so far."""
    return sum(
        request.route == "PATCH /channels/{channel_id}/messages/{message_id}" for request in pg.requests
    )
