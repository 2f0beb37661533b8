"""The page's websocket: what one person is shown, and what they do there."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from playground import Playground, page_socket, places, threads
from playground.people import PATIENCE
from playground.permissions import Permission
from tests.support.bare_bot import BareBot, running
from tests.support.bare_rest import BareRest

Frame = dict[str, Any]


class Page:
    """An open page, read frame by frame."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.hello: Frame = {}

    async def next(self, kind: str | None = None) -> Frame:
        """The next frame, or the next of a kind."""
        while True:
            frame = json.loads((await self.socket.receive(timeout=PATIENCE)).data)
            if kind in (None, frame["type"]):
                return frame

    async def does(self, kind: str, **fields: Any) -> None:
        await self.socket.send_json({"type": kind, "nonce": "n1"} | fields)


@asynccontextmanager
async def opened(pg: Playground, name: str) -> AsyncIterator[Page]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{pg.address}/page/socket?user={pg.person(name).id}") as socket,
    ):
        page = Page(socket)
        page.hello = await page.next("hello")
        yield page


class Ask(discord.ui.Modal, title="A word"):
    word = discord.ui.Label(text="Word", component=discord.ui.TextInput(custom_id="word"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("thanks", ephemeral=True)


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.send_modal(Ask())

    @discord.ui.select(
        custom_id="pick", options=[discord.SelectOption(label="one"), discord.SelectOption(label="two")]
    )
    async def pick(self, interaction: discord.Interaction, select: Any) -> None:
        await interaction.response.edit_message(content=f"picked {select.values[0]}")


def make_bot() -> BareBot:
    bot = BareBot()

    @bot.tree.command(name="panel", description="Shows the panel")
    async def panel(interaction: discord.Interaction, game: str = "") -> None:
        await interaction.response.send_message(f"panel {game}", view=Panel())

    @panel.autocomplete("game")
    async def games(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=current.upper(), value=current)]

    return bot


@pytest.fixture
async def with_bot(pg: Playground) -> AsyncIterator[Playground]:
    async with running(make_bot(), pg):
        yield pg


async def test_a_page_is_shown_everything_at_first(with_bot: Playground) -> None:
    with_bot.person("Calico").says("ahoy")
    async with opened(with_bot, "Anne") as page:
        hello = page.hello
        assert hello["me"] == with_bot.person("Anne").id
        moderators = {person["name"]: person["moderator"] for person in hello["people"]}
        assert moderators == {
            "Anne": False,
            "Bartholomew": False,
            "Calico": False,
            "Dampier": False,
            "Morgan": True,
        }
        assert [guild["name"] for guild in hello["guilds"]] == ["Tortuga"]
        assert [channel["name"] for channel in hello["channels"]] == ["tavern", "captains-table"]
        assert [message["content"] for message in hello["messages"][with_bot.channel("tavern").id]] == [
            "ahoy"
        ]
        assert [command["name"] for command in hello["commands"]] == ["panel"]


async def test_a_command_is_written_and_its_message_appears(with_bot: Playground) -> None:
    async with opened(with_bot, "Anne") as page:
        tavern = with_bot.channel("tavern").id
        await page.does("slash", channel_id=tavern, name="panel", options={"game": "x"})
        assert (await page.next("interaction"))["state"] == "thinking"
        message = (await page.next("message"))["message"]
        assert message["content"] == "panel x"
        done = await page.next("interaction")
        assert (done["nonce"], done["state"], done["message_id"]) == ("n1", "done", message["id"])


async def test_a_modal_is_opened_filled_in_and_answered_privately(with_bot: Playground) -> None:
    panel = (await with_bot.person("Anne").slash("panel")).message
    assert panel is not None
    async with opened(with_bot, "Anne") as page, opened(with_bot, "Calico") as other:
        await page.does("press", channel_id=panel.channel_id, message_id=panel.id, custom_id="ask")
        modal = await page.next("modal")
        assert (modal["nonce"], modal["modal"]["title"]) == ("n1", "A word")
        asked = {"interaction_id": modal["interaction_id"], "custom_id": modal["modal"]["custom_id"]}
        await page.does("submit", **asked, values={})
        assert (await page.next("interaction"))["state"] == "done"
        assert "required" in (await page.next("interaction"))["reason"]
        await page.does("submit", **asked, values={"word": "luck"})
        thanks = (await page.next("message"))["message"]
        assert (thanks["content"], thanks["flags"] & 64) == ("thanks", 64)
        await page.does("dismiss", message_id=thanks["id"])
        assert (await page.next("message_gone"))["id"] == thanks["id"]
        with_bot.person("Calico").says("nothing for me?")
        assert (await other.next("message"))["message"]["content"] == "nothing for me?"


async def test_choosing_changes_the_message_for_everybody(with_bot: Playground) -> None:
    panel = (await with_bot.person("Anne").slash("panel")).message
    assert panel is not None
    async with opened(with_bot, "Anne") as page, opened(with_bot, "Morgan") as other:
        place = {"channel_id": panel.channel_id, "message_id": panel.id}
        await page.does("choose", **place, custom_id="pick", values=["two"])
        for shown in (page, other):
            assert (await shown.next("message"))["message"]["content"] == "picked two"


async def test_choices_come_while_typing(with_bot: Playground) -> None:
    async with opened(with_bot, "Anne") as page:
        await page.does(
            "autocomplete",
            channel_id=with_bot.channel("tavern").id,
            name="panel",
            options={"game": "whist"},
            focused="game",
        )
        assert await page.next() == {
            "type": "choices",
            "nonce": "n1",
            "choices": [{"name": "WHIST", "value": "whist"}],
        }


async def test_a_mention_is_a_ping_for_whom_it_means(pg: Playground, rest: BareRest) -> None:
    anna = pg.person("Anne")
    async with opened(pg, "Anne") as page, opened(pg, "Calico") as other:
        posted = (await rest.post({"content": f"Your turn, {anna.mention}"})).json
        ping = {"type": "ping", "message_id": posted["id"], "channel_id": posted["channel_id"]}
        assert await page.next("ping") == ping
        await rest.call("POST", f"/channels/{posted['channel_id']}/typing")
        kinds = [(await other.next())["type"] for _ in range(3)]
        assert kinds == ["notice", "message", "typing"]


async def test_what_is_said_and_deleted_is_seen(pg: Playground) -> None:
    async with opened(pg, "Anne") as page:
        await page.does("say", channel_id=pg.channel("tavern").id, content="hello all")
        shown = (await page.next("message"))["message"]
        assert shown["author"]["global_name"] == "Anne"
        pg.delete(pg.person("Anne").last())
        assert await page.next() == {
            "type": "message_gone",
            "channel_id": pg.channel("tavern").id,
            "id": shown["id"],
        }


async def test_channels_come_and_go_with_the_right_to_see_them(pg: Playground) -> None:
    everyone = pg.guild().id
    tavern = pg.channel("tavern")
    pg.person("Calico").says("before")
    thread = threads.open_thread(pg.world, tavern, pg.world.bot.id, "Table", 60, 11)
    async with opened(pg, "Anne") as page:
        assert (await page.next())["type"] == "notice"
        pg.forget_permission("tavern", "view_channel", who=everyone)
        assert {(await page.next("channel_gone"))["id"] for _ in range(2)} == {tavern.id, thread.id}
        pg.give_permission("tavern", "view_channel", who=everyone)
        assert (await page.next())["channel"]["id"] == tavern.id
        assert (await page.next())["message"]["content"] == "before"
        assert (await page.next())["channel"]["id"] == thread.id
        docks = places.add_channel(pg.world, pg.guild(), "docks")
        assert (await page.next())["channel"]["name"] == "docks"
        pg.delete_channel("docks")
        assert await page.next() == {"type": "channel_gone", "id": docks.id}
        pg.delete_channel("tavern")
        assert {(await page.next("channel_gone"))["id"] for _ in range(2)} == {tavern.id, thread.id}


async def test_the_bots_coming_and_going_is_noticed(pg: Playground) -> None:
    async with opened(pg, "Anne") as page:
        assert (await page.next("notice"))["text"] == "The bot is offline."
        async with running(make_bot(), pg):
            assert (await page.next("notice"))["text"] == "The bot is online."
            assert [command["name"] for command in pg.world.state.commands[""]] == ["panel"]
        assert (await page.next("notice"))["text"] == "The bot is offline."


async def test_what_is_written_before_the_bot_listens_waits_for_it(pg: Playground) -> None:
    bot = make_bot()
    async with opened(pg, "Anne") as page:

        async def begin_slowly() -> None:
            await bot.tree.sync()
            assert (await page.next("commands"))["commands"]
            await page.does("slash", channel_id=pg.channel("tavern").id, name="panel", options={})
            await page.does("say", channel_id=pg.channel("tavern").id, content="both have arrived")
            assert (await page.next("message"))["message"]["content"] == "both have arrived"

        bot.setup_hook = begin_slowly
        async with running(bot, pg):
            assert (await page.next("interaction"))["state"] == "thinking"
            assert (await page.next("message"))["message"]["content"] == "panel "
            assert (await page.next("interaction"))["state"] == "done"


async def test_where_no_bot_comes_what_was_written_fails_in_the_end(
    pg: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_socket, "BOT_START_SECONDS", 0.1)
    async with running(make_bot(), pg):
        pass  # its commands are still to be seen
    async with opened(pg, "Anne") as page:
        await page.does("slash", channel_id=pg.channel("tavern").id, name="panel", options={})
        assert "offline" in (await page.next("interaction"))["reason"]


@pytest.mark.breaks_discords_rules
async def test_what_cannot_be_done_is_answered_with_a_reason(with_bot: Playground) -> None:
    tavern = with_bot.channel("tavern").id
    async with opened(with_bot, "Anne") as page:
        await page.does("slash", channel_id=tavern, name="nothing", options={})
        assert "not offered" in (await page.next("interaction"))["reason"]
        await page.does("say", channel_id=tavern, content="x" * 2001)
        assert "Invalid Form Body" in (await page.next("interaction"))["reason"]
        await page.does("say", channel_id="5", content="x")
        assert "Unknown Channel" in (await page.next("interaction"))["reason"]
        await page.does("fly")
        assert "does not understand" in (await page.next("interaction"))["reason"]
        await page.socket.send_str("no json")
        assert "does not understand" in (await page.next("notice"))["text"]


async def test_the_language_is_set_on_the_page(pg: Playground) -> None:
    async with opened(pg, "Anne") as page:
        await page.does("locale", locale="de")
        await page.does("say", channel_id=pg.channel("tavern").id, content="hallo")
        await page.next("message")
        assert pg.person("Anne").person.locale == "de"
    async with opened(pg, "Anne") as page:
        assert page.hello["locale"] == "de"


async def test_somebody_is_given_a_role_on_the_page_and_has_its_rights_at_once(pg: Playground) -> None:
    async with opened(pg, "Anne") as page, opened(pg, "Calico") as other:
        (server,) = page.hello["guilds"]
        roles = {role["name"]: role for role in server["roles"] if role["assignable"]}
        assert {name: role["manages"] for name, role in roles.items()} == {
            "Moderator": True,
            "Quartermaster": False,
        }
        await page.does("roles", guild_id=server["id"], roles=[roles["Moderator"]["id"]])
        for shown in (page, other):
            people = {person["name"]: person for person in (await shown.next("hello"))["people"]}
            assert (people["Anne"]["moderator"], people["Calico"]["moderator"]) == (True, False)
            assert people["Anne"]["roles"] == [roles["Moderator"]["id"]]
        await page.does("roles", guild_id=server["id"], roles=[])
        people = {person["name"]: person for person in (await page.next("hello"))["people"]}
        assert people["Anne"]["moderator"] is False


async def test_a_bots_own_role_is_given_to_nobody(pg: Playground) -> None:
    async with opened(pg, "Anne") as page:
        (server,) = page.hello["guilds"]
        (own,) = [role["id"] for role in server["roles"] if not role["assignable"]]
        await page.does("roles", guild_id=server["id"], roles=[own])
        assert "no roles that people are given" in (await page.next("interaction"))["reason"]


async def test_roles_given_in_a_test_come_with_their_rights(pg: Playground) -> None:
    pg.set_roles("Anne", "Moderator", "Quartermaster")
    assert pg.world.rights(pg.person("Anne").id, pg.channel("tavern")) & Permission.MANAGE_GUILD
    pg.set_roles("Anne")
    assert not pg.world.rights(pg.person("Anne").id, pg.channel("tavern")) & Permission.MANAGE_GUILD
    with pytest.raises(KeyError):
        pg.set_roles("Anne", "Admiral")
