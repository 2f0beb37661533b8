"""Players of a tournament's table agree on an hour, in their private screens."""

from __future__ import annotations

from bot.app import Tortuga
from bot.hours import agreement
from bot.pace import DAY
from bot.privacy.export import export_person
from bot.tables.clocks import GRACE
from bot.tables.pod_model import PodTarget
from playground import Playground, Seen, Visitor
from tests.bot.test_pod_tables import TABLE, does, opened, sitter
from tests.support.table_play import press

DAYS, PROPOSED = f"hourday:{TABLE}", f"hourset:{TABLE}:0"


async def asks(person: Visitor) -> Seen:
    """The private screen behind the button."""
    meet = await person.wait_for(lambda seen: does(seen, "hour") and does(seen, "more"))
    found = (await press(person, meet, "hour")).message
    assert found is not None
    assert found.is_ephemeral
    return found


async def exported_times(bot: Tortuga, person: Visitor) -> list[str]:
    """What an export tells them of the times that they ticked."""
    told = await export_person(bot.store, int(person.id), 0.0)
    [table] = told["tables"]
    return table["of a tournament"]["times you can play"]


async def test_players_find_an_hour_and_are_told_once(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    hour = bot.services.tables.clock.now() + 3 * DAY
    await opened(pg, bot, anne, calico, show_up=3 * DAY + GRACE, hour=hour)
    where = await asks(anne)
    assert "Where do you live?" in where.text  # a time zone that is guessed is not hers
    mine = (await anne.choose(where, f"hourzone:{TABLE}", "Europe/Berlin")).message or where
    assert "`Europe/Berlin`" in mine.text
    day = mine.select(DAYS).options[1].value
    mine = (await anne.choose(mine, DAYS, day)).message or mine
    listed = mine.select(f"hourset:{TABLE}:{day}").options
    await anne.choose(mine, f"hourset:{TABLE}:{day}", listed[3].value, listed[5].value)
    table = await bot.services.tables.table(TABLE)
    assert list(agreement.proposed(table)) == [int(listed[3].value), int(listed[5].value)]
    assert len(await exported_times(bot, anne)) == 2
    assert await exported_times(bot, calico) == []

    called = await calico.wait_for(lambda seen: "proposed times" in seen.text)
    assert [called.id in [seen.id for seen in who.pings()] for who in (anne, calico)] == [False, True]
    await bot.services.people.change(int(calico.id), zone="Europe/Rome")
    others = await asks(calico)
    assert f"🟩⬜ <t:{listed[3].value}:f>: **Anne**" in others.text
    await calico.choose(others, PROPOSED, listed[5].value)
    table = await bot.services.tables.table(TABLE)
    assert table.record.pod is not None
    assert table.record.pod.hour == int(listed[5].value)
    told = await anne.wait_for(lambda seen: "you can all make it" in seen.text)
    assert f"<t:{listed[5].value}:f>" in told.text
    for person in (anne, calico):
        assert [seen.id for seen in person.pings()].count(told.id) == 1
    await anne.wait_for(
        lambda seen: does(seen, "more") and "Another time" in str(seen.buttons) and "All agreed" in seen.text
    )
    assert dampier.pings() == []
    assert pg.violations == []


async def test_whoever_looks_for_an_hour_sees_that_others_chose_and_the_organiser_gave_more_time(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    for person in (anne, calico):
        await bot.services.people.change(int(person.id), zone="Europe/Berlin")
    hour = bot.services.tables.clock.now() + 3 * DAY
    table = await opened(pg, bot, anne, calico, show_up=3 * DAY + GRACE, hour=hour)
    mine, others = await asks(anne), await asks(calico)
    day = others.select(DAYS).options[1].value
    others = (await calico.choose(others, DAYS, day)).message or others
    chosen = others.select(f"hourset:{TABLE}:{day}").options[3].value
    await calico.choose(others, f"hourset:{TABLE}:{day}", chosen)
    await anne.wait_for(lambda seen: seen.id == mine.id and f"<t:{chosen}:f>: **Calico**" in seen.text)
    sitters = tuple(sitter(person, str(at)) for at, person in enumerate((anne, calico), 1))
    await bot.services.tables.pods.bring_to_target(table.id, PodTarget(sitters, extra=float(DAY)))
    later = f"<t:{int(hour + DAY)}:f>"
    for person, screen in ((anne, mine), (calico, others)):
        await person.wait_for(lambda seen, id=screen.id: seen.id == id and later in seen.text)
    await bot.services.tables.pods.bring_to_target(table.id, PodTarget(sitters, extra=0.0))
    await anne.wait_for(lambda seen: seen.id == mine.id and f"<t:{int(hour)}:f>" in seen.text)


async def test_others_do_not_choose_the_hour(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    hour = bot.services.tables.clock.now() + 3 * DAY
    await opened(pg, bot, anne, calico, show_up=3 * DAY + GRACE, hour=hour)
    await asks(anne)
    meet = await dampier.wait_for(lambda seen: does(seen, "hour") and does(seen, "more"))
    said = await press(dampier, meet, "hour")
    assert "Say when you can" not in said.text
    assert not (await bot.services.tables.table(TABLE)).record.pod.times  # type: ignore[union-attr]
