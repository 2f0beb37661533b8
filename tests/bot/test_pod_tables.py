"""A tournament's table as its players see it: they meet there, and it becomes their game in place."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from bot.app import Tortuga
from bot.pace import BLITZ
from bot.tables.model import Table
from bot.tables.pod_model import PodInfo, PodSeat, PodTarget
from bot.tables.pods import new_pod_table
from games.catalogue import game
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.idle import until, until_told
from tests.support.table_play import GAME, behind_more, choices, hand, lobby_more, press

TABLE = "w2ntercp"
SECRET = "5e" * 32


def sitter(person: Visitor, entrant: str) -> PodSeat:
    """This person, as the draw knows them."""
    return PodSeat(entrant, int(person.id), person.name, f"12{entrant}")


async def opened(pg: Playground, bot: Tortuga, *people: Visitor, **rules: Any) -> Table:
    """The table of these people's pod, as a tournament opens it."""
    sitters = tuple(sitter(person, str(number)) for number, person in enumerate(people, 1))
    rules = {"show_up": 600.0, **rules}
    return await bot.services.tables.pods.open(
        new_pod_table(
            TABLE,
            guild=int(pg.guild().id),
            channel=int(pg.channel("tavern").id),
            game=game(GAME),
            options={},
            pace=BLITZ,
            rated=True,
            locale="en-US",
            secret=SECRET,
            pod=PodInfo("cup", "Winter Cup", 2, 5, tuple(each.entrant for each in sitters), **rules),
            sitters=sitters,
            now=bot.services.tables.clock.now(),
        )
    )


def does(seen: Seen, verb: str) -> bool:
    """Whether a message has the button that does this at the table."""
    return f"{verb}:{TABLE}" in [button.custom_id for button in seen.buttons]


async def meeting(person: Visitor) -> tuple[Seen, Seen]:
    """The table's card in the channel, and where its players meet."""
    meet = await person.wait_for(lambda seen: does(seen, "here") and does(seen, "more"))
    card = await person.wait_for(lambda seen: does(seen, "here") and seen.id != meet.id, channel="tavern")
    return card, meet


async def test_players_meet_in_the_thread_and_are_mentioned_once(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    await opened(pg, bot, anne, calico)
    card, meet = await meeting(anne)
    for seen in (card, meet):
        assert "Winter Cup: Round 2, Pod 5" in seen.text
        assert "**Anne**" in seen.text
        assert "🔏 Seal" in seen.text
    assert meet.channel_id == card.id
    assert "press “I am here”" in meet.text
    for person in (anne, calico):
        assert [seen.id for seen in person.pings()] == [meet.id]
    assert dampier.pings() == []
    assert pg.violations == []


async def test_the_answer_to_i_am_here_becomes_the_hand_and_the_meeting_the_board(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await opened(pg, bot, anne, calico)
    card, meet = await meeting(anne)
    said = (await press(anne, meet, "here")).message
    assert said is not None
    assert said.is_ephemeral
    assert "Your cards appear here" in said.text
    await anne.wait_for(lambda seen: seen.id == meet.id and "✅ **Anne**" in seen.text)
    await press(calico, card, "here")
    of_anne = await anne.wait_for(lambda seen: seen.id == said.id and bool(choices(seen)))
    assert "Winter Cup: Round 2, Pod 5" in of_anne.text
    board = await anne.wait_for(lambda seen: seen.id == meet.id and does(seen, "hand"))
    assert "Winter Cup: Round 2, Pod 5" in board.text
    await anne.wait_for(lambda seen: seen.id == card.id and "are playing" in seen.text)
    assert len(anne.pings()) == len(calico.pings()) == 1
    assert pg.violations == []


async def test_the_command_for_the_hand_says_that_one_is_here(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    await opened(pg, bot, anne, calico)
    await meeting(anne)
    assert "No hand yet" in (await anne.slash("hand")).text
    assert (await bot.services.tables.table(TABLE)).awaited == (1,)
    _card, meet = await meeting(dampier)
    assert "no seat here" in (await press(dampier, meet, "here")).text
    assert "Cut" not in [each.label for each in (await lobby_more(dampier, meet)).buttons]


async def test_a_table_that_waits_for_somebody_to_come_is_among_their_turns(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await opened(pg, bot, anne, calico)
    await meeting(anne)
    listed = (await anne.slash("turns")).text
    assert f"table `{TABLE}`" in listed
    assert "Your tournament table is waiting" in listed
    await anne.slash("hand")
    assert "It's not your turn anywhere" in (await anne.slash("turns")).text
    assert "Your tournament table is waiting" in (await calico.slash("turns")).text


async def _has_asked_or_told(bot: Tortuga, pg: Playground, requests: int) -> bool:
    return len(pg.requests) >= requests or not await bot.store.outbox()


async def test_a_bot_that_is_stopped_at_any_time_opens_one_table_and_mentions_its_players_once(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    for asked in range(0, 10, 2):
        async with tortuga(pg, tmp_path) as bot:
            before = len(pg.requests)
            await opened(pg, bot, anne, calico)
            await until(partial(_has_asked_or_told, bot, pg, before + asked))
    async with tortuga(pg, tmp_path) as bot:
        await opened(pg, bot, anne, calico)
        card, meet = await meeting(anne)
        await until_told(bot.store)
        assert [seen.id for seen in anne.sees("tavern") if does(seen, "here")] == [card.id]
        assert [seen.id for seen in anne.sees(meet) if does(seen, "here")] == [meet.id]
        assert [seen.id for seen in calico.pings()] == [meet.id]
    # A stop may come when the thread is open and the bot has not heard so: it asks for it once more.
    assert [violation.code for violation in pg.violations] in ([], [160004])


async def test_a_table_that_is_void_before_its_messages_stand_has_them_when_it_counts_after_all(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await opened(pg, bot, anne, calico)
    sitters = (sitter(anne, "1"), sitter(calico, "2"))
    await bot.services.tables.pods.bring_to_target(TABLE, PodTarget(sitters, void=True))
    card = await anne.wait_for(lambda seen: "organiser decided" in seen.text, channel="tavern")
    await until_told(bot.store)
    await bot.services.tables.pods.bring_to_target(TABLE, PodTarget(sitters))
    assert (await meeting(anne))[0].id == card.id
    assert len(anne.pings()) == 1


async def test_a_game_that_is_over_offers_its_proof_and_no_rematch(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await opened(pg, bot, anne, calico, show_up=0.0)
    board = await anne.wait_for(lambda seen: does(seen, "hand"))
    sitters = (sitter(anne, "1"), sitter(calico, "2"))
    await bot.services.tables.pods.bring_to_target(TABLE, PodTarget(sitters, finish=True))
    result = await anne.wait_for(
        lambda seen: seen.channel_id == board.channel_id and "the game is over" in seen.text
    )
    assert not does(result, "rematch")
    proof = await behind_more(anne, result, "Fairness")
    assert "tournament cup round 2 pod 5" in proof.text
    assert "Winter Cup drew the seats" in proof.text
    assert pg.violations == []


async def test_a_substitutes_predecessor_sees_the_hand_no_more(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    await opened(pg, bot, anne, calico, show_up=0.0)
    board = await calico.wait_for(lambda seen: does(seen, "hand"))
    shown = await hand(calico, board)
    assert choices(shown)
    sitters = (sitter(anne, "1"), sitter(dampier, "2"))
    await bot.services.tables.pods.bring_to_target(TABLE, PodTarget(sitters))
    gone = await calico.wait_for(lambda seen: seen.id == shown.id and "took over your seat" in seen.text)
    assert choices(gone) == []
    assert choices(await hand(dampier, board))


async def test_a_void_table_says_so_and_is_shown_again_when_it_counts_after_all(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await opened(pg, bot, anne, calico, show_up=0.0)
    board = await anne.wait_for(lambda seen: does(seen, "hand"))
    sitters = (sitter(anne, "1"), sitter(calico, "2"))
    await bot.services.tables.pods.bring_to_target(TABLE, PodTarget(sitters, void=True))
    await anne.wait_for(lambda seen: seen.id == board.id and "organiser decided" in seen.text)
    await until_told(bot.store)
    await bot.services.tables.pods.bring_to_target(TABLE, PodTarget(sitters))
    again = await anne.wait_for(lambda seen: does(seen, "hand") and "organiser decided" not in seen.text)
    assert choices(await hand(anne, again))
    assert pg.violations == []  # the thread had been put away: it is opened by posting the board anew
