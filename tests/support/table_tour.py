"""A whole evening at a table, with a look at nearly all that the bot can say, in whichever language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from playground import Playground, Reply, Seen, Visitor
from playground.events import Event, PostChanged, PostMade
from tests.support.table_play import (
    board_of,
    has_ended,
    id_of,
    is_board,
    lobby_more,
    lobby_options,
    open_lobby,
    play_on,
    press,
    seats_and_doors,
    table_of,
)
from tests.support.table_play import hand as hand_of

SPOKEN = {"☀️": "en-US", "🌙": "de", "⭐": "fr", "☄️": "it"}
"""Who comes to an evening in four languages. Their names are signs, so that all letters are the bot's."""
SERVERS = "fr"


async def in_four_languages(
    pg: Playground, slug: str, spoken: Mapping[str, str] = SPOKEN
) -> list[tuple[str, set[str]]]:
    """An evening of four people: what each has read in private and, at last, what stood there for all; with
    the language that it should have been in.
    """
    pg.guild().preferred_locale = SERVERS
    people = pg.add_people(*spoken)
    read: dict[str, set[str]] = {person.speaks(spoken[person.name]).id: set() for person in people}
    public: set[str] = set()

    def note(event: Event) -> None:
        if isinstance(event, PostMade | PostChanged):
            readers = public if event.post.only_for is None else read[event.post.only_for]
            readers.update(filter(None, strings(Seen(pg.world, event.post))))

    pg.world.listen(note)
    await evening(pg, slug, *people)
    return [*((person.person.locale, read[person.id]) for person in people), (SERVERS, public)]


def strings(seen: Seen) -> Iterator[str]:
    """All that can be read on a message."""
    yield seen.text
    yield from seen.alt_texts
    yield from (button.label for button in seen.buttons)
    for select in seen.selects:
        yield select.placeholder or ""
        yield from (option.label for option in select.options)
        yield from (option.description or "" for option in select.options)


async def evening(pg: Playground, slug: str, *people: Visitor) -> None:
    """The first opens a table, the others join; they try everything, play to the end and look back."""
    host, *others = people
    for command in ("help", "rules", "hand", "table list", "log"):
        await host.slash(command)
    lobby = await open_lobby(host, *others, game=slug)
    await before_the_deal(slug, lobby, host, others[-1])
    await press(host, lobby, "start")
    board = await board_of(host, lobby)
    for person in people:
        board = await at_the_table(board, person)
    hands = {person.name: await hand_of(person, board) for person in people}
    await play_on(pg, hands, random=Random(7))
    result = await host.wait_for(lambda seen: has_ended(seen) and not seen.is_ephemeral)
    for person in people:
        for verb in ("sheet", "log", "proof", "hand", "rules"):
            if any((button.custom_id or "").startswith(f"{verb}:") for button in result.buttons):
                await press(person, result, verb)
        await person.slash("log", table=table_of(result))
    await press(host, result, "rematch")
    await _called_off(host)


async def before_the_deal(slug: str, lobby: Seen, host: Visitor, guest: Visitor) -> None:
    """All that can be done in a lobby, and much that cannot."""
    table = table_of(lobby)
    await press(guest, lobby, "join")
    theirs = await lobby_more(guest, lobby)
    await press(guest, theirs, "rules")
    theirs = await lobby_more(guest, lobby)
    await guest.slash("hand", table=table)
    await guest.slash("table close", table=table)
    await guest.slash("table create", game=slug, options="parrots=yes")
    await guest.choices("table create", "options", "", game=slug)
    await guest.choices("hand", "table", "")
    await guest.choices("log", "table", "")
    await _cut(await press(guest, theirs, "cut"), guest)
    await press(guest, lobby, "leave")
    game_options = await lobby_options(host, lobby)
    options = await seats_and_doors(host, lobby)
    for verb in ("lock", "lock", "invited", "invited"):
        await press(host, options, verb)
    while True:
        for select in game_options.refresh().selects:
            kept = next(option for option in select.options if option.chosen)
            await host.choose(game_options, select.custom_id, kept.value)
        further = _next_page(game_options)
        if further is None:
            break
        await host.press(game_options, custom_id=further)
    await press(host, options, "lock")
    await press(guest, lobby, "join")
    await press(host, options, "lock")
    await press(guest, lobby, "join")
    if not lobby.refresh().button(custom_id=id_of(lobby, "robot")).disabled:
        await press(host, lobby, "robot")
    await press(host, lobby, "when")
    await press(host, lobby, "when")


def _next_page(options: Seen) -> str | None:
    """The custom_id of the button to the page after this one, if there is one."""
    pages = [str(each.custom_id) for each in options.buttons if str(each.custom_id).startswith("optionpage")]
    on_last = any(str(each.custom_id).startswith("ownpace") for each in options.buttons)
    return None if on_last or not pages else pages[-1]


async def _cut(opened: Reply, guest: Visitor) -> None:
    assert opened.modal is not None
    await guest.submit(opened.modal, {"word": "☠️"})


async def at_the_table(board: Seen, person: Visitor) -> Seen:
    """All that a running game has to say besides the hand; the board, which has moved to the end."""
    for verb in ("log", "rules"):
        more = await (await press(person, board, "more")).settled()
        assert more is not None
        told = (await press(person, more, verb)).message
        assert told is not None
        if verb == "rules":
            await _leafed_through(told, person)
    for command in ("table list", "log", "rules", "hand", "help"):
        await person.slash(command, channel=board)
    await person.slash("table leave", channel=board)
    await person.slash("table close", channel=board)
    await person.slash("table show", channel=board)
    return await person.wait_for(lambda seen: seen.id != board.id and is_board(seen, table_of(board)))


async def _leafed_through(rules: Seen, person: Visitor) -> None:
    """Every page of the rules."""
    seen: set[str] = set()
    while further := [
        custom_id
        for custom_id, disabled in ((str(each.custom_id), each.disabled) for each in rules.refresh().buttons)
        if custom_id.startswith("rules") and not disabled and custom_id not in seen
    ]:
        seen.add(further[-1])
        await person.press(rules, custom_id=further[-1])


async def _called_off(host: Visitor) -> None:
    """The rematch is not played."""
    lobby = await host.wait_for(
        lambda seen: any((button.custom_id or "").startswith("join:") for button in seen.buttons)
    )
    asked = (await host.slash("table close", table=table_of(lobby))).message
    assert asked is not None
    await host.press(asked, custom_id=id_of(asked, "closeconfirm"))
