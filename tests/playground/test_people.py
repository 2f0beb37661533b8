"""People: what Discord's client lets them do, what they see, and how a test waits for it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands

from playground import Answer, InteractionFailed, NotOffered, Playground
from tests.support.bare_bot import BareBot, running

FRUIT = ["apple", "apricot", "banana"]


class Cut(discord.ui.Modal, title="Cut the cards"):
    word = discord.ui.Label(text="Your word", component=discord.ui.TextInput(custom_id="word", max_length=10))
    suit = discord.ui.Label(
        text="A suit",
        component=discord.ui.Select(
            custom_id="suit",
            options=[discord.SelectOption(label="Green"), discord.SelectOption(label="Black", default=True)],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.word.component, discord.ui.TextInput)
        assert isinstance(self.suit.component, discord.ui.Select)
        await interaction.response.send_message(
            f"{self.word.component.value}, {self.suit.component.values[0]}"
        )


class Board(discord.ui.LayoutView):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        choice = discord.ui.Select[Any](custom_id="pick", placeholder="Pick one")
        choice.options = [discord.SelectOption(label=fruit, value=fruit) for fruit in FRUIT]
        choice.callback = self.chosen
        closed = discord.ui.Button[Any](label="Closed", custom_id="closed", disabled=True)
        cut = discord.ui.Button[Any](label="Cut", custom_id="cut")
        cut.callback = self.cut
        silent = discord.ui.Button[Any](label="Silent", custom_id="silent")
        silent.callback = self.silent
        rows = [discord.ui.ActionRow(choice), discord.ui.ActionRow(closed, cut, silent)]
        self.add_item(discord.ui.Container(discord.ui.TextDisplay("# The board"), *rows))
        self.add_item(discord.ui.TextDisplay("below"))

    async def chosen(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.data, dict)
        await interaction.response.send_message(f"chose {interaction.data.get('values')}", ephemeral=True)

    async def cut(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Cut())

    async def silent(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=Board())


def make_bot() -> BareBot:
    bot = BareBot()
    table = app_commands.Group(name="table", description="Tables")

    @table.command(name="create", description="Opens a table")
    @app_commands.choices(
        pace=[app_commands.Choice(name="Fast", value="f"), app_commands.Choice(name="Slow", value="s")]
    )
    async def create(
        interaction: discord.Interaction,
        game: str,
        seats: app_commands.Range[int, 3, 6] = 4,
        pace: str = "s",
        guest: discord.Member | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        parts = [
            game,
            str(seats),
            pace,
            guest.display_name if guest else "-",
            str(channel) if channel else "-",
        ]
        await interaction.response.send_message(" ".join(parts))

    @create.autocomplete("game")
    async def games(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=fruit.title(), value=fruit) for fruit in FRUIT if current in fruit]

    @bot.tree.command(name="board", description="Shows the board")
    async def board(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Board())

    bot.tree.add_command(table)
    return bot


@pytest.fixture
async def table(pg: Playground) -> AsyncIterator[Playground]:
    async with running(make_bot(), pg):
        yield pg


async def test_a_subcommand_is_given_its_options_of_every_kind(table: Playground) -> None:
    anna = table.person("Anne")
    assert anna.commands() == ["board", "table"]
    reply = await anna.slash(
        "table create", game="fig", seats=5, pace="Fast", guest="Calico", channel_="tavern"
    )
    assert reply.text == "fig 5 f Calico tavern"
    assert (await anna.slash("table create", game="fig", channel="captains-table")).text == "fig 4 s - -"
    assert len(anna.sees("captains-table")) == 1


async def test_an_option_completes_what_is_typed(table: Playground) -> None:
    assert await table.person("Anne").complete("table create", "game", "ap") == ["Apple", "Apricot"]
    choices = await table.person("Anne").choices("table create", "game", "ban", seats=3)
    assert choices == [{"name": "Banana", "value": "banana"}]


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("tabel create", {}, "not offered"),
        ("table", {}, "unfinished"),
        ("table destroy", {}, "no destroy"),
        ("table create", {}, "needs the option game"),
        ("table create", {"game": "x", "seats": 7}, "takes 3 to 6"),
        ("table create", {"game": "x", "pace": "medium"}, "no choice"),
        ("table create", {"game": "x", "colour": "red"}, "no option colour"),
    ],
)
async def test_what_the_client_would_not_send_the_bot_never_hears(
    table: Playground, name: str, options: dict[str, Any], why: str
) -> None:
    heard = len(table.requests)
    with pytest.raises(NotOffered, match=why):
        await table.person("Anne").slash(name, **options)
    assert len(table.requests) == heard


async def test_a_message_is_read_as_text_buttons_and_selects(table: Playground) -> None:
    reply = await table.person("Anne").slash("board")
    board = reply.message
    assert board is not None
    assert board.text == "# The board\nbelow"
    assert [(button.label, button.custom_id, button.disabled) for button in board.buttons] == [
        ("Closed", "closed", True),
        ("Cut", "cut", False),
        ("Silent", "silent", False),
    ]
    assert [option.label for option in board.select("Pick one").options] == FRUIT


async def test_only_what_is_there_and_open_can_be_pressed(table: Playground) -> None:
    anna = table.person("Anne")
    board = (await anna.slash("board")).message
    assert board is not None
    with pytest.raises(NotOffered, match="Closed is disabled"):
        await anna.press(board, "Closed")
    with pytest.raises(LookupError, match="0 buttons are 'Nothing'"):
        await anna.press(board, "Nothing")
    with pytest.raises(NotOffered, match="does not offer cherry"):
        await anna.choose(board, "pick", "cherry")
    with pytest.raises(NotOffered, match="1 to 1 choices, not 2"):
        await anna.choose(board, "pick", "apple", "banana")
    table.delete(board)
    with pytest.raises(NotOffered, match="sees no such message"):
        await anna.press(board, "Cut")


async def test_a_choice_is_answered_privately(table: Playground) -> None:
    anna = table.person("Anne")
    board = (await anna.slash("board")).message
    assert board is not None
    reply = await anna.choose(board, "Pick one", "banana")
    assert reply.message is not None
    assert (reply.text, reply.message.is_ephemeral) == ("chose ['banana']", True)
    assert len(anna.sees()) == 2
    anna.dismiss(reply.message)
    assert len(anna.sees()) == 1
    with pytest.raises(NotOffered):
        anna.dismiss(board)


async def test_a_modal_is_read_filled_in_and_sent(table: Playground) -> None:
    anna = table.person("Anne")
    board = (await anna.slash("board")).message
    assert board is not None
    reply = await anna.press(board, "Cut")
    assert reply.kind is Answer.MODAL
    modal = reply.modal
    assert modal is not None
    assert (modal.title, [question.label for question in modal.questions]) == (
        "Cut the cards",
        ["Your word", "A suit"],
    )
    with pytest.raises(NotOffered, match="word is required"):
        await anna.submit(modal)
    with pytest.raises(NotOffered, match="0 to 10 characters"):
        await anna.submit(modal, {"word": "x" * 11})
    with pytest.raises(NotOffered, match="no modal is open for Calico"):
        await table.person("Calico").submit(modal, {"word": "luck"})
    assert (await anna.submit(modal, {"word": "luck"})).text == "luck, Black"
    with pytest.raises(NotOffered, match="no modal is open"):
        await anna.submit(modal, {"word": "luck"})
    again = (await anna.press(board, "Cut")).modal
    assert again is not None
    assert (await anna.submit(again, {"word": "luck", "suit": "Green"})).text == "luck, Green"


async def test_a_deferral_without_a_word_is_settled_by_the_edit(table: Playground) -> None:
    anna = table.person("Anne")
    board = (await anna.slash("board")).message
    assert board is not None
    reply = await anna.press(board, "Silent")
    assert (reply.kind, reply.message) == (Answer.DEFERRED_UPDATE, None)
    settled = await reply.settled()
    assert settled is not None
    assert settled.id == board.id


async def test_waiting_finds_what_is_there_what_comes_and_what_changes(pg: Playground) -> None:
    anna, calico = pg.person("Anne"), pg.person("Calico")
    calico.says("first")
    assert (await anna.wait_for(lambda message: message.text == "first")).author == "Calico"
    waiting = asyncio.create_task(anna.wait_for(lambda message: message.text == "second", channel="tavern"))
    await asyncio.sleep(0)
    calico.says("second", "captains-table")
    calico.says("second", "tavern")
    assert (await waiting).channel_id == pg.channel("tavern").id


async def test_waiting_in_vain_says_what_was_seen(pg: Playground) -> None:
    pg.person("Calico").says("something else")
    with pytest.raises(TimeoutError, match="something else"):
        await pg.person("Anne").wait_for(lambda message: message.text == "this", timeout=0.01)


async def test_commands_work_in_direct_messages_too(table: Playground) -> None:
    anna = table.person("Anne")
    here = anna.direct_messages
    board = (await anna.slash("board", channel=here)).message
    assert board is not None
    assert board.channel_id == here.id
    assert (await anna.choose(board, "pick", "apple")).text == "chose ['apple']"
    assert table.person("Calico").sees(here) == []


async def test_without_a_bot_everything_fails_at_once(pg: Playground) -> None:
    pg.world.state.commands[""] = [{"id": "1", "name": "help", "type": 1}]
    with pytest.raises(InteractionFailed, match="offline"):
        await pg.person("Anne").slash("help")


async def test_more_people_can_come(pg: Playground) -> None:
    crew = pg.add_people("Edward", "Mary")
    crew[0].says("ahoy")
    assert pg.person("Mary").last().author == "Edward"
    with pytest.raises(KeyError, match="nobody here is called Jack"):
        pg.person("Jack")
