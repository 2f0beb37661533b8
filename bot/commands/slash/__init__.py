"""The slash commands: what Discord is told about them, and where each of them leads. One module per group."""

from __future__ import annotations

from bot.commands.slash.common import ABOUT
from bot.commands.slash.mine import privacy, settings, turns, vacation
from bot.commands.slash.moderate import moderate
from bot.commands.slash.organise import organise
from bot.commands.slash.playing import my_hand, play, read_help, read_log, read_rules
from bot.commands.slash.records import leaderboard, replay, stats
from bot.commands.slash.tables import table
from bot.commands.slash.tournaments import tournament

__all__ = ["ABOUT", "ALL"]

ALL = (
    *(play, table, my_hand, turns, read_log, replay, read_rules, stats, leaderboard, tournament),
    *(organise, moderate, settings, vacation, privacy, read_help),
)
"""Every command, as Discord lists them."""
