"""The commands under `/moderate` that concern a whole server: bans, and waiting tables closed at once."""

from __future__ import annotations

from typing import Any, final

import discord
from discord import AppCommandOptionType, ChannelType, app_commands
from discord.app_commands import Choice

from bot.client.interaction_content import rights_of
from bot.commands import server_moderation
from bot.commands.slash.common import Interaction, _name, answer, choices, localised, plain_command
from bot.commands.slash.organise import Reason
from bot.commands.slash.tables import moderate
from bot.tables.server_moderation import BAN_LENGTHS, USUAL_BAN
from bot.tournaments.requirements import may_ban
from games.text import _


@final
class TableChannel(app_commands.Transformer):
    """A channel or thread in which tables can be opened, by its id: it need not be known."""

    @property
    def type(self) -> AppCommandOptionType:
        return AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        threads = ChannelType.public_thread, ChannelType.private_thread, ChannelType.news_thread
        return [ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.stage_voice, *threads]

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> int:
        """The id of the channel or thread that was chosen."""
        return int(value.id)


OLDEST = 24 * 365
"""Hours for which a table can be asked to have waited at most."""
_LENGTHS = [Choice(name=localised(words), value=str(int(each))) for each, words in BAN_LENGTHS.items()]


@moderate.command(name=_name("ban"), description=localised(_("Keep somebody from playing on this server")))
@app_commands.rename(member=_name("member"), length=_name("length"), reason=_name("reason"))
@app_commands.describe(
    member=localised(_("Whom to ban")),
    length=localised(_("How long; otherwise a week")),
    reason=localised(_("Why: I tell them, nobody else")),
)
@app_commands.choices(length=_LENGTHS)
async def moderate_ban(
    interaction: Interaction,
    member: discord.Member | discord.User,
    length: str = str(int(USUAL_BAN)),
    reason: Reason | None = None,
) -> None:
    """`/moderate ban member [length] [reason]`."""
    await answer(
        interaction,
        "moderate ban",
        lambda context: server_moderation.ask_to_ban(context, member.id, length, reason or ""),
    )


async def _banned(interaction: Interaction, typed: str) -> list[Choice[str]]:
    services, guild, locale = interaction.client.services, interaction.guild_id or 0, interaction.locale.value

    async def suggest() -> list[tuple[str, str]]:
        allowed = may_ban(rights_of(interaction), await services.tables.servers.of(guild))
        return await server_moderation.suggest_bans(services, guild, allowed, typed, locale)

    return await choices(suggest)


@moderate.command(name=_name("unban"), description=localised(_("Let somebody play here again")))
@app_commands.rename(member=_name("member"))
@app_commands.describe(member=localised(_("Who: a list opens as you type")))
@app_commands.autocomplete(member=_banned)
async def moderate_unban(interaction: Interaction, member: str) -> None:
    """`/moderate unban member`: asks whether to let somebody play here again who is banned."""
    await answer(
        interaction,
        "moderate unban",
        lambda context: server_moderation.ask_to_lift(context, member),
    )


plain_command(moderate, _name("bans"), _("Who is banned from playing here"), server_moderation.show_bans)


@moderate.command(name=_name("close"), description=localised(_("Close many waiting tables at once")))
@app_commands.rename(member=_name("member"), channel=_name("channel"), hours=_name("hours"))
@app_commands.describe(
    member=localised(_("Only tables of this member")),
    channel=localised(_("Only tables in this channel")),
    hours=localised(_("Only tables that have waited at least so many hours")),
)
async def moderate_close(
    interaction: Interaction,
    member: discord.Member | discord.User | None = None,
    channel: app_commands.Transform[int, TableChannel] = 0,
    hours: app_commands.Range[int, 0, OLDEST] = 0,
) -> None:
    """`/moderate close [member] [channel] [hours]`."""
    host = 0 if member is None else member.id
    await answer(
        interaction,
        "moderate close",
        lambda context: server_moderation.ask_to_close(context, host, channel, hours),
    )
