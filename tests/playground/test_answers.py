"""Answers to interactions: in three seconds, once, by what kind of thing was done, and for fifteen minutes
after.
"""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from playground import Answer, InteractionFailed, NotOffered, Playground, Seen
from playground.interactions import Interaction, Kind
from tests.support.bare_bot import BareBot, running
from tests.support.bare_rest import BareRest, bare_rest

pytestmark = pytest.mark.breaks_discords_rules

V2, EPHEMERAL = 1 << 15, 1 << 6
UNKNOWN_INTERACTION, ACKNOWLEDGED = (404, 10062), (400, 40060)
UNKNOWN_WEBHOOK, BAD_TOKEN, UNKNOWN_MESSAGE = (404, 10015), (401, 50027), (404, 10008)


class Desk:
    """Answers interactions by hand, as a bot without a library would."""

    def __init__(self, pg: Playground, rest: BareRest) -> None:
        self.pg = pg
        self.rest = rest

    def begin(
        self,
        kind: Kind = Kind.COMMAND,
        message: Seen | None = None,
        name: str = "Anne",
        channel: str = "tavern",
    ) -> Interaction:
        """Somebody does something; the bot has not answered yet."""
        data: dict[str, Any] = {"name": "deal", "id": "1", "options": [], "custom_id": "go"}
        if kind is Kind.AUTOCOMPLETE:
            data["options"] = [{"name": "game", "type": 3, "value": "", "focused": True}]
        person, place = self.pg.person(name), self.pg.channel(channel)
        post = message.post if message else None
        return self.pg.backend.interactions.begin(kind, person.id, place, data, post)

    async def answer(self, interaction: Interaction, kind: int, data: Any = None, **query: str) -> Any:
        body = {"type": kind} | ({"data": data} if data is not None else {})
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await self.rest.call("POST", path, body, **query)

    async def webhook(self, interaction: Interaction, method: str, rest: str = "", body: Any = None) -> Any:
        path = f"/webhooks/{self.pg.world.state.application_id}/{interaction.token}{rest}"
        return await self.rest.call(method, path, body)

    def anna_sees(self) -> list[str]:
        return [message.text for message in self.pg.person("Anne").sees()]


@pytest.fixture
def desk(pg: Playground, rest: BareRest) -> Desk:
    return Desk(pg, rest)


async def test_an_answer_is_shown_to_all(desk: Desk) -> None:
    interaction = desk.begin()
    answer = await desk.answer(interaction, 4, {"content": "dealt"}, with_response="1")
    assert answer.json["interaction"]["response_message_id"] == answer.json["resource"]["message"]["id"]
    assert answer.json["resource"]["message"]["interaction_metadata"]["user"]["global_name"] == "Anne"
    assert [message.text for message in desk.pg.person("Calico").sees()] == ["dealt"]


async def test_without_with_response_nothing_comes_back(desk: Desk) -> None:
    answer = await desk.answer(desk.begin(), 4, {"content": "dealt"})
    assert (answer.status, answer.json) == (204, None)


async def test_a_second_answer_is_refused(desk: Desk) -> None:
    interaction = desk.begin()
    await desk.answer(interaction, 5)
    assert (await desk.answer(interaction, 4, {"content": "again"})).refusal == ACKNOWLEDGED


@pytest.mark.three_seconds
async def test_after_three_seconds_the_interaction_is_unknown(desk: Desk) -> None:
    interaction = desk.begin()
    desk.pg.clock.advance(3.1)
    assert (await desk.answer(interaction, 4, {"content": "late"})).refusal == UNKNOWN_INTERACTION
    with pytest.raises(InteractionFailed):
        await interaction.outcome


async def test_a_wrong_token_or_id_is_unknown(desk: Desk) -> None:
    interaction = desk.begin()
    path = f"/interactions/{interaction.id}/wrong/callback"
    assert (await desk.rest.call("POST", path, {"type": 5})).refusal == UNKNOWN_INTERACTION


async def test_a_refused_answer_leaves_time_for_a_better_one(desk: Desk) -> None:
    interaction = desk.begin()
    refused = await desk.answer(interaction, 4, {"components": [{"type": 10, "content": "no flag"}]})
    assert refused.error_codes() == {"data.components.0.type": ["UNION_TYPE_CHOICES"]}
    assert (await desk.answer(interaction, 4, {"content": "better"})).status == 204


@pytest.mark.parametrize(
    ("kind", "from_a_message", "possible"),
    [
        (Kind.COMMAND, False, {4, 5, 9}),
        (Kind.COMPONENT, True, {4, 5, 6, 7, 9}),
        (Kind.AUTOCOMPLETE, False, {8}),
        (Kind.MODAL, False, {4, 5}),
        (Kind.MODAL, True, {4, 5, 6, 7}),
    ],
)
async def test_each_kind_of_interaction_has_its_kinds_of_answers(
    desk: Desk, kind: Kind, from_a_message: bool, possible: set[int]
) -> None:
    question = {"type": 18, "label": "x", "component": {"type": 4, "style": 1, "custom_id": "w"}}
    data: dict[int, Any] = {
        4: {"content": "x"},
        7: {"content": "y"},
        8: {"choices": []},
        9: {"title": "x", "custom_id": "m", "components": [question]},
    }
    await desk.rest.post({"content": "a board"})
    source = desk.pg.person("Anne").last() if from_a_message else None
    taken: set[int] = set()
    for number in range(4, 10):
        answer = await desk.answer(desk.begin(kind, source), number, data.get(number))
        if answer.status == 204:
            taken.add(number)
        else:
            assert answer.error_codes() == {"type": ["BASE_TYPE_CHOICES"]}
    assert taken == possible


async def test_a_private_answer_is_its_persons_alone(desk: Desk) -> None:
    interaction = desk.begin()
    answer = await desk.answer(
        interaction, 4, {"content": "your hand", "flags": EPHEMERAL}, with_response="1"
    )
    message = answer.json["resource"]["message"]
    assert answer.json["interaction"]["response_message_ephemeral"] is True
    assert desk.anna_sees() == ["your hand"]
    assert desk.pg.person("Calico").sees() == desk.pg.person("Morgan").sees() == []
    path = f"/channels/{message['channel_id']}/messages"
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await desk.rest.call(method, f"{path}/{message['id']}", body)).refusal == UNKNOWN_MESSAGE
    assert (await desk.rest.call("GET", path)).json == []
    edited = await desk.webhook(interaction, "PATCH", "/messages/@original", {"content": "one card less"})
    assert edited.status == 200
    assert desk.anna_sees() == ["one card less"]


async def test_nobody_else_can_press_on_a_private_answer(desk: Desk) -> None:
    button = {"type": 2, "style": 1, "label": "Play", "custom_id": "go"}
    row = {"type": 1, "components": [button]}
    await desk.answer(desk.begin(), 4, {"content": "hand", "flags": EPHEMERAL, "components": [row]})
    hand = desk.pg.person("Anne").last()
    with pytest.raises(NotOffered, match="Calico sees no such message"):
        await desk.pg.person("Calico").press(hand, "Play")


async def test_a_deferral_thinks_and_the_first_follow_up_is_what_was_thought(desk: Desk) -> None:
    interaction = desk.begin()
    await desk.answer(interaction, 5, {"flags": EPHEMERAL})
    thinking = desk.pg.person("Anne").last()
    assert thinking.is_thinking
    follow_up = await desk.webhook(interaction, "POST", body={"content": "seven"})
    assert follow_up.json["id"] == thinking.id
    assert not thinking.refresh().is_thinking
    assert desk.pg.person("Calico").sees() == []
    second = await desk.webhook(interaction, "POST", body={"content": "public now"})
    assert second.json["id"] != thinking.id
    assert [message.text for message in desk.pg.person("Calico").sees()] == ["public now"]


async def test_the_first_follow_up_ignores_its_own_ephemeral_flag(desk: Desk) -> None:
    interaction = desk.begin()
    await desk.answer(interaction, 5)
    await desk.webhook(interaction, "POST", body={"content": "for all", "flags": EPHEMERAL})
    assert [message.text for message in desk.pg.person("Calico").sees()] == ["for all"]


async def test_before_the_answer_there_is_no_webhook(desk: Desk) -> None:
    interaction = desk.begin()
    assert (await desk.webhook(interaction, "POST", body={"content": "x"})).refusal == UNKNOWN_WEBHOOK


async def test_a_token_lives_for_fifteen_minutes(desk: Desk) -> None:
    interaction = desk.begin()
    await desk.answer(interaction, 4, {"content": "x"})
    desk.pg.clock.advance(14 * 60)
    assert (await desk.webhook(interaction, "PATCH", "/messages/@original", {"content": "y"})).status == 200
    desk.pg.clock.advance(2 * 60)
    assert (
        await desk.webhook(interaction, "PATCH", "/messages/@original", {"content": "z"})
    ).refusal == BAD_TOKEN
    assert (await desk.webhook(interaction, "POST", body={"content": "z"})).refusal == BAD_TOKEN


async def test_an_update_changes_the_message_that_was_pressed(desk: Desk) -> None:
    await desk.rest.post({"content": "board"})
    board = desk.pg.person("Anne").last()
    interaction = desk.begin(Kind.COMPONENT, board)
    await desk.answer(interaction, 7, {"content": "board after"})
    assert desk.anna_sees() == ["board after"]
    original = await desk.webhook(interaction, "GET", "/messages/@original")
    assert original.json["id"] == board.id


async def test_after_a_deferred_update_the_original_is_the_pressed_message(desk: Desk) -> None:
    await desk.rest.post({"content": "board"})
    interaction = desk.begin(Kind.COMPONENT, desk.pg.person("Anne").last())
    await desk.answer(interaction, 6)
    await desk.webhook(interaction, "PATCH", "/messages/@original", {"content": "later"})
    assert desk.anna_sees() == ["later"]
    await desk.webhook(interaction, "POST", body={"content": "and this"})
    assert desk.anna_sees() == ["later", "and this"]


async def test_a_token_touches_only_the_messages_of_its_own_interaction(desk: Desk) -> None:
    first, second = desk.begin(), desk.begin()
    answer = await desk.answer(first, 4, {"content": "first"}, with_response="1")
    await desk.answer(second, 4, {"content": "second"})
    path = f"/messages/{answer.json['resource']['message']['id']}"
    assert (await desk.webhook(second, "PATCH", path, {"content": "x"})).refusal == UNKNOWN_MESSAGE
    assert (await desk.webhook(first, "PATCH", path, {"content": "x"})).status == 200
    assert (await desk.webhook(first, "DELETE", path)).status == 204
    assert (await desk.webhook(first, "GET", "/messages/@original")).refusal == UNKNOWN_MESSAGE
    assert desk.anna_sees() == ["second"]


async def test_an_update_of_a_message_that_is_gone_is_unknown(desk: Desk) -> None:
    await desk.rest.post({"content": "board"})
    board = desk.pg.person("Anne").last()
    interaction = desk.begin(Kind.COMPONENT, board)
    desk.pg.delete(board)
    assert (await desk.answer(interaction, 7, {"content": "x"})).refusal == UNKNOWN_MESSAGE
    assert (await desk.answer(interaction, 4, {"content": "x", "flags": EPHEMERAL})).status == 204


async def test_answers_need_no_permission_of_the_bots(desk: Desk) -> None:
    desk.pg.forget_permission("tavern", "send_messages", "view_channel")
    assert (await desk.answer(desk.begin(), 4, {"content": "still here"})).status == 204


async def test_a_locked_thread_takes_no_public_answer_but_a_private_one(desk: Desk) -> None:
    pg = desk.pg
    path = f"/channels/{pg.channel('tavern').id}/threads"
    thread = (await desk.rest.call("POST", path, {"name": "Table", "type": 11})).json["id"]
    pg.archive(thread, locked=True)

    def begin() -> Interaction:
        data = {"name": "deal", "id": "1", "options": []}
        return pg.backend.interactions.begin(Kind.COMMAND, pg.person("Anne").id, pg.channel(thread), data)

    assert (await desk.answer(begin(), 4, {"content": "x"})).refusal == (400, 50083)
    assert (await desk.answer(begin(), 4, {"content": "x", "flags": EPHEMERAL})).status == 204


async def test_choices_are_held_to_the_rules(desk: Desk) -> None:
    too_many = [{"name": str(n), "value": str(n)} for n in range(26)]
    interaction = desk.begin(Kind.AUTOCOMPLETE)
    assert (await desk.answer(interaction, 8, {"choices": too_many})).refusal == (400, 50035)
    wrong_type = [{"name": "one", "value": 1}]
    assert (await desk.answer(interaction, 8, {"choices": wrong_type})).refusal == (400, 50035)
    assert (await desk.answer(interaction, 8, {"choices": too_many[:25]})).status == 204
    assert len(interaction.choices) == 25


async def test_a_modal_with_a_fault_is_refused_where_it_stands(desk: Desk) -> None:
    answer = await desk.answer(desk.begin(), 9, {"title": "x" * 46, "custom_id": "m", "components": []})
    assert answer.error_codes() == {
        "data.title": ["BASE_TYPE_BAD_LENGTH"],
        "data.components": ["BASE_TYPE_BAD_LENGTH"],
    }


@pytest.mark.parametrize("kind", [1, 10, 12])
async def test_kinds_of_answers_that_are_not_here_say_so(desk: Desk, kind: int) -> None:
    assert (await desk.answer(desk.begin(), kind)).status == 501


# The same with discord.py between.


@pytest.fixture
async def bot(pg: Playground) -> AsyncIterator[BareBot]:
    bot = BareBot()
    bot.note("interaction")
    async with running(bot, pg):
        yield bot


async def test_the_bot_reads_who_did_what_where_in_which_language(
    pg: Playground, bot: BareBot, desk: Desk
) -> None:
    anna = pg.person("Anne").speaks("fr")
    interaction = desk.begin()
    [(heard,)] = await bot.hears("interaction")
    assert (heard.id, heard.user.id, heard.user.display_name) == (int(interaction.id), int(anna.id), "Anne")
    assert (heard.locale.value, heard.guild_locale.value, heard.guild.name) == ("fr", "en-US", "Tortuga")
    assert heard.channel.name == "tavern"
    assert heard.permissions.send_messages
    assert not heard.permissions.manage_messages
    assert heard.app_permissions.create_public_threads
    assert not heard.app_permissions.manage_messages
    assert heard.context.guild
    assert heard.filesize_limit == 10 * 1024 * 1024


async def test_a_redelivered_interaction_is_the_same_and_its_second_answer_is_refused(
    pg: Playground, bot: BareBot, desk: Desk
) -> None:
    interaction = desk.begin()
    await desk.answer(interaction, 4, {"content": "x"})
    pg.redeliver(interaction)
    (first,), (second,) = await bot.hears("interaction", times=2)
    assert (first.id, first.token) == (second.id, second.token)
    assert (await desk.answer(interaction, 4, {"content": "x"})).refusal == ACKNOWLEDGED
    assert desk.anna_sees() == ["x"]


@pytest.mark.three_seconds
async def test_an_unanswered_interaction_fails_after_three_seconds(bot: BareBot, desk: Desk) -> None:
    started = asyncio.get_running_loop().time()
    with pytest.raises(InteractionFailed, match="within 3 seconds"):
        await desk.begin().outcome
    assert 2.9 < asyncio.get_running_loop().time() - started < 6


async def test_who_gives_up_waits_no_longer_and_is_answered_all_the_same(bot: BareBot, desk: Desk) -> None:
    answered, given_up = desk.begin(), desk.begin()
    await desk.answer(answered, 4, {"content": "x"})
    desk.pg.give_up()
    assert await answered.outcome is answered
    with pytest.raises(InteractionFailed, match="gone"):
        await given_up.outcome
    assert (await desk.answer(given_up, 4, {"content": "y"})).status < 300
    assert desk.anna_sees() == ["x", "y"]


async def test_a_busy_machines_bot_can_be_given_longer_or_less_to_answer() -> None:
    async with Playground.start(limits="off", answer_seconds=20) as pg, bare_rest(pg) as rest:
        desk = Desk(pg, rest)
        interaction, other = desk.begin(), desk.begin()
        pg.clock.advance(15)
        assert (await desk.answer(interaction, 4, {"content": "x"})).status == 204
        pg.clock.advance(10)
        assert (await desk.answer(other, 4, {"content": "x"})).refusal == UNKNOWN_INTERACTION
    async with (
        Playground.start(limits="off", answer_seconds=0.05) as pg,
        bare_rest(pg) as rest,
        running(BareBot(), pg),
    ):
        with pytest.raises(InteractionFailed, match=r"within 0\.05 seconds"):
            await Desk(pg, rest).begin().outcome


async def test_discord_py_defers_and_follows_up(pg: Playground) -> None:
    bot = BareBot()

    @bot.tree.command(name="slowly", description="Thinks first")
    async def slowly(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("done")
        await interaction.edit_original_response(content="really done")

    async with running(bot, pg):
        reply = await pg.person("Anne").slash("slowly")
        assert reply.kind is Answer.DEFERRED_MESSAGE
        settled = await reply.settled()
        assert settled is not None
        assert settled.is_ephemeral
        await pg.person("Anne").wait_for(lambda message: message.text == "really done")


async def test_discord_py_answers_with_a_picture_and_changes_it(pg: Playground) -> None:
    bot = BareBot()

    def board(name: str) -> tuple[discord.ui.LayoutView, discord.File]:
        view = discord.ui.LayoutView(timeout=None)
        gallery = discord.MediaGalleryItem(f"attachment://{name}", description=f"The {name}")
        view.add_item(discord.ui.MediaGallery(gallery))
        return view, discord.File(io.BytesIO(name.encode()), name)

    @bot.tree.command(name="board", description="Shows the board")
    async def show(interaction: discord.Interaction) -> None:
        view, file = board("first.png")
        await interaction.response.send_message(view=view, file=file)
        view, file = board("second.png")
        await interaction.edit_original_response(view=view, attachments=[file])

    async with running(bot, pg):
        await pg.person("Anne").slash("board")
        shown = await pg.person("Anne").wait_for(lambda message: message.alt_texts == ["The second.png"])
        assert [attachment.filename for attachment in shown.json.attachments] == ["second.png"]
        assert len(pg.world.state.files) == 1
        assert [request.files for request in pg.requests if request.files] == [
            ("first.png",),
            ("second.png",),
        ]


async def test_discord_py_learns_of_a_refusal_by_its_code(pg: Playground, desk: Desk) -> None:
    bot = BareBot()
    refusal: asyncio.Future[tuple[int, int]] = asyncio.get_running_loop().create_future()

    @bot.tree.command(name="late", description="Answers what is answered")
    async def late(interaction: discord.Interaction) -> None:
        begun = pg.backend.interactions.find(str(interaction.id))
        await desk.answer(begun, 4, {"content": "somebody was faster"})
        try:
            await interaction.response.send_message("again")
        except discord.HTTPException as error:
            refusal.set_result((error.status, error.code))

    async with running(bot, pg):
        await pg.person("Anne").slash("late")
        assert await refusal == ACKNOWLEDGED


@pytest.fixture
def outside(desk: Desk) -> str:
    """A channel on a server where the bot is no member, but Anne has it with her."""
    desk.pg.add_server("Nassau", "wharf", "Calico", "Anne")
    desk.pg.person("Anne").installs_app()
    return "wharf"


def sent(interaction: Interaction) -> dict[str, Any]:
    """What the bot was sent."""
    return json.loads(interaction.raw)


async def test_who_has_installed_the_bot_is_told_with_each_interaction(desk: Desk, outside: str) -> None:
    owners = "authorizing_integration_owners"
    anna, server = desk.pg.person("Anne").id, desk.pg.guild().id
    assert sent(desk.begin(channel=outside))[owners] == {"1": anna}
    assert sent(desk.begin())[owners] == {"0": server, "1": anna}
    assert sent(desk.begin(name="Calico"))[owners] == {"0": server}


async def test_outside_the_sixth_follow_up_is_one_too_many(desk: Desk, outside: str) -> None:
    interaction = desk.begin(channel=outside)
    await desk.answer(interaction, 4, {"content": "here"})
    for number in range(5):
        assert (await desk.webhook(interaction, "POST", body={"content": f"{number}"})).status == 200
    refused = await desk.webhook(interaction, "POST", body={"content": "once more"})
    assert (refused.status, refused.code) == (400, 40094)
    edited = await desk.webhook(interaction, "PATCH", "/messages/@original", {"content": "but this"})
    assert edited.status == 200


async def test_outside_the_bot_itself_has_access_to_nothing(desk: Desk, outside: str, rest: BareRest) -> None:
    channel = desk.pg.channel(outside)
    posted = await rest.call("POST", f"/channels/{channel.id}/messages", {"content": "ahoy"})
    assert (posted.status, posted.code) == (403, 50001)
    server = await rest.call("GET", f"/guilds/{channel.guild_id}")
    assert server.status == 403


async def test_outside_all_is_private_where_people_may_not_use_apps_of_their_own(
    desk: Desk, outside: str
) -> None:
    calico = desk.pg.person("Calico", outside)
    await desk.answer(desk.begin(channel=outside), 4, {"content": "for all"})
    assert calico.last().text == "for all"
    everyone = desk.pg.guild("Nassau").id
    desk.pg.forget_permission(outside, "use_external_apps", who=everyone)
    await desk.answer(desk.begin(channel=outside), 4, {"content": "for one"})
    assert calico.last().text == "for all"
    assert desk.pg.person("Anne").last(outside).text == "for one"
