"""A knock-out over the playground: what the cards of its tables say, after a correction and a game that is
played again, and who is told.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from bot.pace import BLITZ
from bot.tables.model import Press
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.settings import default_settings
from games.catalogue import catalogue
from playground import Playground, Seen, Visitor
from tests.support.table_play import GAME
from tests.support.tournament_play import Channels, correct, organise, playing

CREW = ("Edward", "Fanny", "Grace", "Henry")
PATIENCE = 60.0


@pytest.fixture
def sailors(pg: Playground) -> list[Visitor]:
    """Eight who play."""
    people = [pg.person(name) for name in ("Anne", "Bartholomew", "Calico", "Dampier")]
    return [*people, *pg.add_people(*CREW)]


async def announced(pg: Playground, bot: Tortuga, morgan: Visitor, sailors: Sequence[Visitor]) -> str:
    """A knock-out of eight in two pods, its rounds by hand: its id."""
    service, game = bot.services.tournament_service, catalogue()[GAME]
    made = default_settings(
        game, "Night cup", pace=BLITZ, format="knock-out", game_options={"length": "bedtime"}
    )
    how = replace(made.how, go_on=2)
    said = await service.create(
        Press(1, int(morgan.id), "Morgan"),
        OrganiserRights(int(morgan.id), manages=True),
        guild=int(pg.guild().id),
        channel=int(pg.channel("tavern").id),
        game=GAME,
        settings=replace(made, how=how, by_hand=True, show_up=0.0, between=0.0),
        locale="en-GB",
    )
    for at, person in enumerate(sailors):
        await service.enter(Press(100 + at, int(person.id), person.name), said.tournament.id, Applicant())
    return said.tournament.id


async def test_cards_say_what_counts_after_a_correction_and_a_game_that_is_played_again(
    pg: Playground, bot: Tortuga, morgan: Visitor, sailors: list[Visitor]
) -> None:
    cup = await announced(pg, bot, morgan, sailors)
    service = bot.services.tournament_service
    channels = Channels(pg)

    async def the_card(pod: int, *words: str) -> Seen:
        """The card of a pod of the first round, once it says this."""
        name = f"Night cup: Round 1, Pod {pod}"
        return await channels.until(
            morgan, lambda seen: name in seen.text and all(word in seen.text for word in words), PATIENCE
        )

    async with playing(sailors, channels):
        await organise(morgan, "begin")
        await organise(morgan, "open")
        await channels.until(morgan, lambda seen: "All results of this round are in" in seen.text, PATIENCE)
        await the_card(1, "➡️", " go on.")
        t = await service.tournament(cup)
        before = set(t.record.going_on or ())
        result = t.result_of(1, 1)
        assert result is not None
        order = sorted(range(4), key=lambda seat: (result.places[seat], seat))
        turned = [0] * 4
        for place, seat in enumerate([*order[2:], *order[:2]], 1):
            turned[seat] = place
        await correct(morgan, "1.1", "seen wrongly", turned)
        await the_card(1, "Corrected by the organiser.")
        told = await channels.until(morgan, lambda seen: "the result has changed" in seen.text, PATIENCE)
        now = set((await service.tournament(cup)).record.going_on or ())
        named = {entry.name for entry in t.entrants if entry.id in now ^ before}
        assert len(named) >= 2
        assert all(name in told.text for name in named)
        assert "in the next round." in told.text
        await organise(morgan, "again", {"reason": "a hand was seen"}, pod="1.1")
        await the_card(1, "This table is played again.")
        await channels.until(
            morgan,
            lambda seen: (
                "Night cup: Round 1, Pod 1" in seen.text
                and " go on." in seen.text
                and "Corrected" not in seen.text
            ),
            PATIENCE,
        )
        await organise(morgan, "next")
        await organise(morgan, "open")
        await channels.until(morgan, lambda seen: "Night cup: the end" in seen.text, PATIENCE)
        final = await channels.until(
            morgan,
            lambda seen: "Night cup: The final" in seen.text and "wins the tournament" in seen.text,
            PATIENCE,
        )
    t = await service.tournament(cup)
    (winner,) = (entry.name for entry in t.entrants if entry.id in (t.record.going_on or ()))
    assert winner in final.text
    assert channels.leaks == []
    assert pg.violations == []
