"""Messages older than an hour are edited so seldom that Discord allows it, whoever edits them.
(The simulation found what is tried here, `tests/simulation`.)
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing import message_state
from bot.publishing.messages import PublishingPauses
from playground import Playground
from playground.recorder import Request
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.table_play import open_lobby, table_of


async def test_tables_share_the_pause_between_two_edits_of_old_messages_in_a_channel(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edits() -> list[Request]:
        return [
            each for each in pg.requests if each.route == "PATCH /channels/{channel_id}/messages/{message_id}"
        ]

    async with tortuga(pg, tmp_path, pauses=PublishingPauses(redraw=0.0, old_edits=3600.0, taps=0.0)) as bot:
        tables, publisher = bot.services.tables, bot.services.table_publisher
        ids = [table_of(await open_lobby(pg.person(name))) for name in ("Anne", "Calico", "Dampier")]
        await publisher.message_redraws.settled()
        monkeypatch.setattr(message_state, "OLDEST_EDITED", 0.0)
        for id in ids:
            await tables.places.close_homeless(id)
        await until(edits)
        drawn = [await publisher.messages.refresh(await tables.table(id)) for id in ids]
        assert sorted(drawn) == [False, False, True]
        assert len(edits()) == 1
