"""A small bot on bare discord.py that shows one of everything the page must be able to show and press."""

from __future__ import annotations

import asyncio
import io
import json
import struct
import zlib
from typing import Any

import discord
from discord import app_commands, ui

from tests.support.bare_bot import BareBot

MARKDOWN = """# First heading
## Second heading
### Third heading
**bold** *italic* __underlined__ ~~struck~~ ***both*** `code` snake_case_word \\*starred\\*
||a secret||
-# small print <t:1700000000:R>
> a quote
> of two lines
- one
  - inside one
- two
1. first
2. second
```py
# no heading
```
<@{user}> in <#{channel}>, [a link](https://example.org/a_(b)) and https://example.org/plain_address.
<img src=x onerror=alert(1)> [bad](javascript:alert(1))"""

FRUIT = ["apple", "apricot", "banana", "cherry"]
VIRTUES = {"apple": "keeps doctors away"}


class Counter(ui.LayoutView):
    """A board that counts its presses in place."""

    def __init__(self, presses: int = 0) -> None:
        super().__init__(timeout=None)
        self.presses = presses
        count = ui.Button[Counter](label="Count", custom_id="count", style=discord.ButtonStyle.success)
        count.callback = self.count
        locked = ui.Button[Counter](label="Locked", custom_id="locked", disabled=True)
        self.add_item(
            ui.Container(
                ui.TextDisplay(f"## The board\nPressed **{presses}** times"),
                ui.Separator(),
                ui.ActionRow(count, locked),
                accent_colour=0xE3B451,
            )
        )

    async def count(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=Counter(self.presses + 1))


class Answers(ui.LayoutView):
    """Selects and buttons that say privately what was sent, one that fails, one that opens a modal."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        one = ui.Select[Answers](custom_id="one", placeholder="Choose a fruit", options=options())
        two = ui.Select[Answers](
            custom_id="two", placeholder="Choose two fruits", min_values=2, max_values=2, options=options()
        )
        who = ui.UserSelect[Answers](custom_id="who", placeholder="Choose somebody")
        for select in (one, two):
            select.callback = told(select)
        who.callback = told_who(who)
        fails = ui.Button[Answers](label="Fails", custom_id="fails", style=discord.ButtonStyle.danger)
        fails.callback = fail
        asks = ui.Button[Answers](label="Ask me", custom_id="asks", style=discord.ButtonStyle.primary)
        asks.callback = ask
        hides = ui.Button[Answers](label="My secret", custom_id="hides", emoji="\N{LOCK}")
        hides.callback = whisper
        link = ui.Button[Answers](label="Outside", url="https://example.org/")
        section = ui.Section(ui.TextDisplay("A section with a button"), accessory=hides)
        self.add_item(section)
        for row in (ui.ActionRow(one), ui.ActionRow(two), ui.ActionRow(who), ui.ActionRow(fails, asks, link)):
            self.add_item(row)


class Basket(ui.LayoutView):
    """A select that shows what was chosen, and a button that takes it back."""

    def __init__(self, fruit: str = "") -> None:
        super().__init__(timeout=None)
        offered = options()
        for option in offered:
            option.default = option.value == fruit
        one = ui.Select[Basket](custom_id="basket", placeholder="Take a fruit", options=offered)
        nothing = ui.Button[Basket](label="Nothing", custom_id="nothing")

        async def take(interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(view=Basket(one.values[0]))

        async def clear(interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(view=Basket())

        one.callback, nothing.callback = take, clear
        self.add_item(ui.ActionRow(one))
        self.add_item(ui.ActionRow(nothing))


def options() -> list[discord.SelectOption]:
    """Four fruits, the first with a description."""
    return [
        discord.SelectOption(label=fruit.title(), value=fruit, description=VIRTUES.get(fruit))
        for fruit in FRUIT
    ]


def told(select: ui.Select[Any]) -> Any:
    """A callback that says what was chosen."""

    async def callback(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"chosen: {', '.join(select.values)}", ephemeral=True)

    return callback


def told_who(select: ui.UserSelect[Any]) -> Any:
    """A callback that says who was chosen."""

    async def callback(interaction: discord.Interaction) -> None:
        names = ", ".join(f"<@{user.id}>" for user in select.values)
        await interaction.response.send_message(f"chosen: {names}", ephemeral=True)

    return callback


async def fail(interaction: discord.Interaction) -> None:
    """Leave the press without an answer, as a bot does that has crashed."""


async def whisper(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(f"the secret of {interaction.user.name}", ephemeral=True)


class Questions(ui.Modal, title="Some questions"):
    """A modal with text, a select and a paragraph that may stay empty."""

    word = ui.Label(text="A word", description="Three letters at least", component=ui.TextInput(min_length=3))
    fruit = ui.Label(text="A fruit", component=ui.Select(placeholder="Choose a fruit", options=options()))
    more = ui.Label(
        text="Anything else", component=ui.TextInput(style=discord.TextStyle.paragraph, required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.word.component, ui.TextInput)
        assert isinstance(self.fruit.component, ui.Select)
        if self.word.component.value == "silence":
            return
        words = f"submitted: {self.word.component.value} {self.fruit.component.values[0]}"
        await interaction.response.send_message(words, ephemeral=True)


async def ask(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Questions())


def pixels(width: int = 40, height: int = 20) -> bytes:
    """A picture in one colour, as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x20\x5a\x6b" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def files_of(**pictures: bytes) -> list[discord.File]:
    """The pictures under their names, and a log."""
    named = [discord.File(io.BytesIO(picture), f"{name}.png") for name, picture in pictures.items()]
    return [*named, discord.File(io.BytesIO(b"log"), "log.txt")]


class Pictures(ui.LayoutView):
    """A gallery (of two pictures if `several`), a thumbnail and a file, all from attachments."""

    def __init__(self, several: bool = False) -> None:
        super().__init__(timeout=None)
        shown = {"board.png": "Three cards lie on the table", "sheet.png": "Nobody has any points"}
        gallery = ui.MediaGallery(
            *(
                discord.MediaGalleryItem(f"attachment://{name}", description=words)
                for name, words in list(shown.items())[: 1 + several]
            )
        )
        small = ui.Thumbnail("attachment://board.png", description="A small board")
        self.add_item(ui.Container(gallery, ui.Section("Beside a picture", accessory=small)))
        self.add_item(ui.File("attachment://log.txt"))


class Showcase(BareBot):
    """The bot itself; `released` lets the slow command answer."""

    def __init__(self) -> None:
        super().__init__()
        self.released = asyncio.Event()
        add_commands(self.tree, self.released)


class PublishedEmbed(discord.Embed):
    """An embed without the field that the library adds to it and Discord's published schema does not have."""

    def to_dict(self) -> Any:
        return {name: value for name, value in super().to_dict().items() if name != "flags"}


def add_commands(tree: app_commands.CommandTree, released: asyncio.Event) -> None:
    """Every command of the showcase; the slow one answers once it is `released`."""

    @tree.command(description="A board at once, with nothing to fill in")
    async def play(interaction: discord.Interaction, name: str = "nobody") -> None:
        await interaction.response.send_message(view=Counter())

    @tree.command(description="Text in all its forms")
    async def words(interaction: discord.Interaction) -> None:
        text = MARKDOWN.format(user=interaction.user.id, channel=interaction.channel_id)
        await interaction.response.send_message(text)

    @tree.command(description="Things to press and choose")
    async def answers(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Answers())

    @tree.command(description="A fruit to take, and to put back")
    async def basket(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Basket())

    @tree.command(description="Pictures and a file")
    async def pictures(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Pictures(), files=files_of(board=pixels()))

    @tree.command(description="Two drawings as large as those of games, and a file")
    async def album(interaction: discord.Interaction) -> None:
        files = files_of(board=pixels(875, 735), sheet=pixels(875, 1530))
        await interaction.response.send_message(view=Pictures(several=True), files=files)

    @tree.command(description="A message as they were before Components V2")
    async def classic(interaction: discord.Interaction) -> None:
        embed = PublishedEmbed(title="An **old** embed", description="with words", colour=0x3C7BB5)
        embed.add_field(name="Trick", value="*three*").set_footer(text="at its foot")
        file = discord.File(io.BytesIO(pixels()), "chart.png", description="A chart of the island")
        await interaction.response.send_message("Look here", embed=embed, file=file)

    @tree.command(description="Which language is yours?")
    async def language(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"yours is {interaction.locale.value}", ephemeral=True)

    @tree.command(description="What may you do here?")
    async def rights(interaction: discord.Interaction) -> None:
        assert isinstance(interaction.user, discord.Member)
        roles = ", ".join(role.name for role in interaction.user.roles if not role.is_default()) or "none"
        manages = interaction.permissions.manage_guild
        await interaction.response.send_message(f"you manage: {manages}, roles: {roles}", ephemeral=True)

    @tree.command(description="Think first, answer later")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await released.wait()
        await interaction.followup.send("thought about it")

    @tree.command(description="A message with a thread")
    async def thread(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("come inside")
        message = await interaction.original_response()
        opened = await (await message.fetch()).create_thread(name="The back room")
        await opened.send(f"welcome <@{interaction.user.id}>")

    add_table_commands(tree)


def add_table_commands(tree: app_commands.CommandTree) -> None:
    """A group with a required, an optional and a completed option."""
    table = app_commands.Group(name="table", description="Tables")

    @table.command(description="Open a table")
    @app_commands.describe(fruit="What to eat", seats="How many may sit down", pace="How fast")
    @app_commands.choices(pace=[app_commands.Choice(name="As fast as it goes", value="fast")])
    async def create(
        interaction: discord.Interaction,
        fruit: str,
        seats: app_commands.Range[int, 2, 8] | None = None,
        pace: app_commands.Choice[str] | None = None,
    ) -> None:
        given = {"fruit": fruit, "seats": seats, "pace": pace.value if pace else None}
        await interaction.response.send_message(f"`{json.dumps(given)}`", ephemeral=True)

    @create.autocomplete("fruit")
    async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = [fruit for fruit in FRUIT if fruit.startswith(typed.lower())]
        return [app_commands.Choice(name=fruit.title(), value=fruit) for fruit in found]

    tree.add_command(table)
