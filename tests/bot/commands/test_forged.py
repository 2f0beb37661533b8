"""Commands with options that no client would send, and presses on messages that are not for whoever presses:
they act for nobody else, tell nothing that is not theirs, and reach no moderator's deed.

`CRAFTED=100` tries each of them a hundred times, `CRAFTED_SEED` tries others; see also `test_crafted`.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from playground import Playground, Visitor, places, posts
from playground.default_world import BOT_RIGHTS
from playground.model import Channel, Post
from playground.rules.commands import USER
from playground.rules.messages import read_message
from playground.slash import resolve_user
from tests.bot.test_secrets import hands_of
from tests.support.attack_targets import (
    LEAVES,
    SEED,
    TIMES,
    Evening,
    begun,
    every_message,
    says_any,
    try_all,
    try_everything,
)
from tests.support.examples import sampled
from tests.support.forged_interactions import Crafted, Forger, Typed, answer_to, reply_to

ON_THE_MESSAGE = ("join", "leave", "robot", "start")
"""Buttons that draw the very message anew on which they stand."""
THEIRS = "organise", "moderate", "settings server"
"""Commands for those who run the place."""
REFUSED = (
    *("Ask one", "There's no such tournament", "You're not organising a tournament here"),
    "I don't know that table",
    "Which table do you mean?",  # it is asked of everybody, before it is asked who may
)
"""What others are told of them."""


@pytest.fixture
async def evening(pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor) -> Evening:
    return await begun(pg, bot, anne, calico)


# commands


async def forged(pg: Playground, evening: Evening, channel: Channel) -> list[Typed]:
    """Every command several times, but those that deal whoever gives them cards of the same names."""
    commands = Forger(SEED, await evening.known()).commands(pg, channel, TIMES)
    return [each for each in commands if each.path not in ("play", "learn", "puzzle")]


@pytest.mark.parametrize("who", sampled(["Calico", "Dampier"], "Calico"))
async def test_no_command_whatever_its_options_reaches_what_is_for_others(
    pg: Playground, evening: Evening, who: str
) -> None:
    person, tavern = pg.person(who), pg.channel("tavern")
    before = await evening.kept()
    commands = await forged(pg, evening, tavern)
    await try_all(pg, evening, person, commands, [tavern])
    assert await evening.kept() == before
    for crafted in (each for each in commands if each.path.startswith(THEIRS)):
        said = await answer_to(pg, person, crafted, tavern)
        if crafted.focused is None:
            assert any(each in said for each in REFUSED), (crafted, said)
        else:  # that there are tables is no secret here
            assert not said or crafted.path == "moderate table", (crafted, said)


async def test_an_organiser_who_names_somebody_from_elsewhere_is_told_so(
    pg: Playground, evening: Evening
) -> None:
    del evening
    eve, resolved = places.add_person(pg.world, "Eve"), dict[str, Any]()
    tavern, morgan = pg.channel("tavern"), pg.person("Morgan")
    given = {"name": "member", "type": USER, "value": resolve_user(pg.world, tavern, eve.user.id, resolved)}
    opened = await reply_to(pg, morgan, Typed("organise handover", (given,), resolved), tavern)
    assert opened.modal is not None
    assert "They're not on this server" in (await morgan.submit(opened.modal)).text


async def test_from_another_server_no_command_and_no_list_tells_of_a_table_or_tournament(
    pg: Playground, evening: Evening
) -> None:
    stranger = stranger_of(pg)
    quay = pg.channel("quay")
    before = await evening.kept()
    commands = await forged(pg, evening, quay)
    answers = await try_all(pg, evening, stranger, commands, [quay])
    assert await evening.kept() == before
    # Whoever names a table is told that there is none of that name; nothing else is said of it.
    told = [said for said in answers if "finished a game here yet" not in said]  # echoes who was named
    assert [said for said in told if "Calico" in said or "Evening cup" in said] == []


def stranger_of(pg: Playground) -> Visitor:
    """Somebody with a server of their own, where the bot is as well."""
    eve = places.add_person(pg.world, "Eve")
    elsewhere = places.add_guild(pg.world, "Port Royal", eve)
    places.add_channel(pg.world, elsewhere, "quay")
    places.invite_bot(pg.world, elsewhere, BOT_RIGHTS)
    return pg.person("Eve", "quay")


# messages


async def foreign_messages(pg: Playground, evening: Evening, anne: Visitor) -> dict[str, Post]:
    """Messages on which nobody but Anne could press anything, or nobody at all."""
    board, hand = evening.board.post, evening.hands["Anne"].post
    await anne.slash("settings me")
    deleted = posts.post(pg.world, pg.channel("tavern"), pg.world.bot, read_message({"content": "Ahoy"}, {}))
    posts.delete(pg.world, deleted)
    another_bots = pg.person("Morgan").says("Ahoy").post
    return {
        "somebody's hand": hand,
        "somebody's private answer": anne.last().post,
        "another bot's": another_bots,
        "another channel's": pg.person("Morgan").says("Ahoy", "captains-table").post,
        "a board that says it is private": Post(replace(hand.message, id=board.message.id), anne.id),
        "a hand that says it is public": Post(replace(board.message, id=hand.message.id)),
        "a deleted one": deleted,
    }


@pytest.mark.parametrize("who", sampled(["Calico", "Dampier"], "Dampier"))
async def test_from_a_message_that_is_not_theirs_nobody_acts_or_reads_for_another(
    pg: Playground, evening: Evening, anne: Visitor, who: str
) -> None:
    person = pg.person(who)
    before = await evening.kept()
    foreign = await foreign_messages(pg, evening, anne)
    for seed, (what, source) in enumerate(foreign.items(), SEED):
        gone = ON_THE_MESSAGE if what == "a deleted one" else ()
        await try_everything(pg, evening, person, [source], (*LEAVES, *gone), -(-TIMES // 5), seed)
    after = await evening.kept()
    seat = (await evening.table()).seat_of(int(person.id))
    assert {row.seat for row in after["log"][len(before["log"]) :]} <= {seat}
    assert after["tables"][1] == before["tables"][1]
    for same in ("audit", "cup", "deeds", "server"):
        assert after[same] == before[same], same


async def test_nothing_of_a_hand_is_drawn_into_somebody_elses_private_message(
    pg: Playground, evening: Evening, anne: Visitor, calico: Visitor
) -> None:
    table = await evening.table()
    cards = hands_of(table, table.state)[table.seat_of(int(calico.id)) or 0]
    own = [f"{verb}:{table.id}{rest}" for verb, rest in (("back", ":x"), ("hand", ""), ("pick", ":x:0:0"))]
    for source in (evening.hands["Anne"].post, anne.last().post):
        for verb in own:
            with every_message(pg) as seen:
                said = await answer_to(pg, calico, Crafted(verb), source)
            assert says_any(said, cards)
            assert [post.only_for for post, written in seen if says_any(written, cards)] == [calico.id]
