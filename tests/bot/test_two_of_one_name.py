"""Two members of one name, over real sockets: nobody takes one of them for the other."""

from __future__ import annotations

import pytest

from bot.app import Tortuga
from bot.screens.admin_actions import TARGET
from bot.tables.model import Press
from playground import Playground, Seen, Visitor, places
from playground.rules import components as c
from tests.bot.test_admin_panel import shown
from tests.support.idle import until
from tests.support.table_play import GAME, open_lobby, press, table_of


def twin(pg: Playground, username: str) -> Visitor:
    """A member of the server whom everybody sees as Twin."""
    person = places.add_person(pg.world, "Twin")
    person.user.username = username
    places.join_guild(pg.world, pg.guild(), person.user)
    return Visitor(pg.backend, person, "tavern")


@pytest.fixture
def twins(pg: Playground, bot: Tortuga) -> list[Visitor]:
    """Both."""
    del bot
    return [twin(pg, "twin.a"), twin(pg, "twin.b")]


def told(seen: Seen) -> list[tuple[str, str]]:
    """What the lists offer: each label with what stands below it."""
    options = (option for select in seen.selects for option in select.options)
    return [(option.label, option.description or "") for option in options]


async def test_at_a_table_both_are_numbered_and_the_host_sends_away_whom_they_mean(
    bot: Tortuga, anne: Visitor, twins: list[Visitor]
) -> None:
    card = await open_lobby(anne, *twins)
    assert "**Twin 1**" in card.text
    assert "**Twin 2**" in card.text
    more = await shown(await press(anne, card, "more"))
    seats = await shown(await anne.press(more, "Seats"))
    assert {("Twin 1", "@twin.a"), ("Twin 2", "@twin.b")} <= set(told(seats))
    table = await bot.services.tables.table(table_of(card))
    second = next(seat for seat in table.seats if seat.username == "twin.b")
    await anne.choose(seats, f"remove:{table.id}", second.join)
    left = (await bot.services.tables.table(table.id)).seats
    assert [seat.username for seat in left if seat.name == "Twin"] == ["twin.a"]
    await until(lambda: "**Twin**" in card.refresh().text)


async def test_the_bans_of_both_are_numbered_in_the_order_in_which_they_were_banned(
    bot: Tortuga, twins: list[Visitor]
) -> None:
    guild = bot.guilds[0].id
    for number, each in enumerate(twins, 1):
        by = Press(number, 1, "Morgan")
        await bot.services.moderation.ban(by, guild, int(each.id), "Twin", number * 3600.0, "rude")
    told = [(ban.user, ban.name) for ban in await bot.services.tables.bans.of(guild)]
    assert told == [(int(twins[1].id), "Twin 2"), (int(twins[0].id), "Twin 1")]


async def test_an_organiser_takes_out_whom_they_mean_by_number_username_and_mention(
    pg: Playground, bot: Tortuga, twins: list[Visitor]
) -> None:
    morgan, (first, second) = pg.person("Morgan"), twins
    made = await shown(await morgan.slash("tournament create", name="Cup", game=GAME))
    await morgan.press(made, "Announce")
    [cup] = await bot.services.tournament_service.tournaments_in(int(pg.guild().id))
    card = await morgan.wait_for(
        lambda seen: any((b.custom_id or "").startswith("tjoin") for b in seen.buttons)
    )
    for each in twins:
        await press(each, card, "tjoin")
    refused = await shown(await morgan.slash("organise drop", player="Twin"))
    said = refused.text.replace("\u200b", "")
    assert "Several are called that: Twin 1 (@twin.a) and Twin 2 (@twin.b)." in said
    for written in ("Twin 2", "@twin.b", f"<@{second.id}>"):
        opened = await morgan.slash("organise drop", player=written)
        assert opened.modal is not None, written
        whom = next(
            part for part in c.walk(opened.modal.json["components"]) if part.get("custom_id") == TARGET
        )
        assert [option["label"] for option in whom["options"] if option.get("default")] == ["Twin 2"], written
    opened = await morgan.slash("organise drop", player="@twin.b")
    assert opened.modal is not None
    await shown(await morgan.submit(opened.modal, {"reason": "asked for it"}))
    cup = await bot.services.tournament_service.tournament(cup.id)
    assert [(entry.user, entry.state) for entry in cup.record.entries] == [
        (int(first.id), "in"),
        (int(second.id), "dropped"),
    ]
