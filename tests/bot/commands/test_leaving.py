"""Ways out of a running game and into it, as people see them."""

from __future__ import annotations

import re

from bot.app import Tortuga
from bot.tables.model import Table
from playground import Playground, Seen, Visitor
from playground.events import Event, PostChanged, PostMade
from playground.model import Post
from tests.bot.test_secrets import hands_of, played_in, written_in
from tests.support.idle import until, until_told
from tests.support.table_play import behind_more, choices, deal, hand, has_ended, play_on, press, table_of


async def ways_out(person: Visitor, board: Seen) -> Seen:
    """The private screen on which somebody chooses how to leave."""
    asked = await behind_more(person, board, "Leave game")
    assert asked.message is not None
    assert asked.message.is_ephemeral
    return asked.message


async def call_of(person: Visitor, channel: str = "tavern") -> Seen:
    """The call for a substitute that stands in the channel."""
    return await person.wait_for(
        lambda seen: any(button.label == "Take this seat" for button in seen.buttons), channel=channel
    )


async def test_leaving_is_explained_first_both_ways_that_lead_there(anne: Visitor, calico: Visitor) -> None:
    board = await deal(anne, calico)
    by_command = await calico.slash("table leave", channel=board)
    for asked in (by_command.message, await ways_out(calico, board)):
        assert asked is not None
        assert asked.is_ephemeral
        assert [button.label for button in asked.buttons] == [
            "Substitute",
            "Robot plays",
            "Concede",
            "Back",
        ]
        assert "counts as last place" in asked.text


async def test_a_seat_left_to_a_robot_comes_back_with_the_hand(anne: Visitor, calico: Visitor) -> None:
    board = await deal(anne, calico)
    of_calico = await hand(calico, board)
    left = await calico.press(await ways_out(calico, board), "Robot plays")
    assert "A robot is playing for you" in left.text
    await anne.wait_for(lambda seen: seen.id == board.id and "A robot plays for" in seen.text)
    gone = await calico.wait_for(
        lambda seen: seen.id == of_calico.id and "robot is playing for you" in seen.text
    )
    assert choices(gone) == []
    back = await calico.press(gone, "My hand")
    assert back.message is not None
    assert back.message.id == of_calico.id
    assert "robot plays" not in back.text
    await anne.wait_for(lambda seen: seen.id == board.id and "is back." in seen.text)


async def test_the_command_finds_the_hand_that_was_left_to_a_robot(anne: Visitor, calico: Visitor) -> None:
    board = await deal(anne, calico)
    await calico.press(await ways_out(calico, board), "Robot plays")
    back = await calico.slash("hand")
    assert "is back." in back.text or "robot is playing for you" not in back.text
    await anne.wait_for(lambda seen: seen.id == board.id and "is back." in seen.text)


async def test_conceding_is_confirmed_and_ends_a_game_of_two(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    of_anne = await hand(anne, board)
    asked = await calico.press(await ways_out(calico, board), "Concede")
    assert asked.message is not None
    assert "lose at once" in asked.text
    await calico.press(asked.message, "Yes, concede")
    lobby = await dampier.wait_for(
        lambda seen: seen.id == board.channel_id and has_ended(seen), channel="tavern"
    )
    result = await dampier.wait_for(lambda seen: seen.channel_id == board.channel_id and has_ended(seen))
    for seen in (lobby, result):
        assert "**Anne** wins." in seen.text
        assert "the game ended early" in seen.text
    assert "Place 2: " in lobby.text
    assert "point" not in lobby.text
    await anne.wait_for(lambda seen: seen.id == of_anne.id and "You have won" in seen.text)
    await dampier.wait_for(lambda seen: seen.id == board.id and has_ended(seen))
    assert "secret" in (await behind_more(anne, result, "Fairness")).text
    assert pg.violations == []


async def test_a_call_for_a_substitute_can_be_taken_back(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    said = await calico.press(await ways_out(calico, board), "Substitute")
    assert "until someone takes over" in said.text.lower()
    call = await call_of(dampier)
    assert call.notified == []
    assert not call.is_ephemeral
    refused = await anne.press(call, "Cancel")
    assert "Only the person who asked" in refused.text
    await calico.press(await ways_out(calico, board), "Cancel")
    await until(lambda: call.is_gone)


async def played_before(bot: Tortuga, table: Table) -> set[str]:
    """All cards that had been played openly in this game so far."""
    *_earlier, (_state, played) = played_in(table, await bot.store.log(table.id))
    return played


class Eyes:
    """Remembers what one person is shown from now on, and was not shown before."""

    def __init__(self, pg: Playground, person: Visitor) -> None:
        self._pg, self._person = pg, person
        self._seen: list[tuple[Post, str]] = []
        pg.world.listen(self._see)

    def _see(self, event: Event) -> None:
        if isinstance(event, PostMade | PostChanged) and self._pg.world.sees(self._person.id, event.post):
            self._seen.append((event.post, written_in(event.post.message)))

    def told_of(self, cards: set[str]) -> list[str]:
        """Which of the cards were named to them."""
        return [
            card for card in cards if any(re.search(rf"{card}(?!\d)", told) for _post, told in self._seen)
        ]


async def test_a_substitute_sees_the_hand_only_after_sitting_down_and_the_former_player_no_more(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    table_id = table_of(board)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands, until="Round 3")
    table: Table = await bot.services.tables.table(table_id)
    seat = table.seat_of(int(calico.id))
    assert seat is not None
    cards = hands_of(table, table.state)[seat]
    secret = cards - await played_before(bot, table)  # of the others everybody has read before
    of_dampier = Eyes(pg, dampier)
    await calico.press(await ways_out(calico, board), "Substitute")
    call = await call_of(dampier)
    for label in ("Log", "Words", "Scores"):
        await behind_more(dampier, board, label)
    await dampier.press(board, "My hand")
    assert of_dampier.told_of(secret) == []
    taken = await dampier.press(call, "Take this seat")
    assert taken.message is not None
    assert taken.message.is_ephemeral
    assert "The seat is yours" in taken.text
    await press(dampier, taken.message, "words")  # beside the picture, and on buttons, cards are short
    assert sorted(of_dampier.told_of(cards)) == sorted(cards)
    await press(dampier, taken.message, "hand")
    of_calico = await calico.wait_for(
        lambda seen: seen.id == hands["Calico"].id and "took over your seat" in seen.text
    )
    assert choices(of_calico) == []
    await anne.wait_for(lambda seen: seen.id == board.id and "takes over from" in seen.text)
    await until(lambda: call.is_gone)

    # The game goes on with them, and Calico is told nothing any more of what they hold.
    with_dampier = {"Anne": hands["Anne"], "Dampier": taken.message}
    await play_on(pg, with_dampier, until="Round 5")
    table = await bot.services.tables.table(table_id)
    of_both = hands_of(table, table.state)
    secret = (of_both[0] | of_both[1]) - await played_before(bot, table)
    eyes = Eyes(pg, calico)
    for label in ("My hand", "More"):
        await calico.press(board, label)
    assert secret
    assert eyes.told_of(secret) == []
    bystander = await behind_more(pg.person("Bartholomew"), board, "Log")
    assert (await calico.press(of_calico, "Log")).text == bystander.text
    assert "you have no hand here" in (await calico.press(board, "My hand")).text
    assert "can't rejoin it" in (await _second_call(dampier, calico, board)).text
    assert pg.violations == []


async def _second_call(leaver: Visitor, other: Visitor, board: Seen):
    """Somebody who gave way presses on the next call."""
    await leaver.press(await ways_out(leaver, board), "Substitute")
    return await other.press(await call_of(other), "Take this seat")


async def test_a_call_is_posted_once_although_the_reply_was_lost(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    pg.fail_next("POST /channels/{channel_id}/messages", 500, after_doing=True)
    await calico.press(await ways_out(calico, board), "Substitute")
    call = await call_of(dampier)
    await until_told(bot.store)
    calls = [seen for seen in dampier.sees("tavern") if "Take this seat" in str(seen.buttons)]
    assert [seen.id for seen in calls] == [call.id]
