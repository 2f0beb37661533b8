"""The office in which tournaments are held."""

from __future__ import annotations

from tests.bot.tournaments.conftest import evening as evening
