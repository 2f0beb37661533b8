"""Commands on a person and on a message."""

from __future__ import annotations

from bot.app import Tortuga
from bot.commands.tree import declared
from playground import Playground, Seen, Visitor
from playground.rules.commands import ON_MESSAGE, ON_PERSON
from tests.support.idle import until
from tests.support.table_play import SHORT, deal, hand, open_lobby, play_on, press, seats_and_doors

NAMES = {
    ON_PERSON: ("Invite to my table", "Their figures"),
    ON_MESSAGE: ("Replay", "Analyse"),
}


async def used(person: Visitor, target: Seen | Visitor | str, name: str) -> Seen:
    shown = await (await person.use_on(target, name)).settled()
    assert shown is not None
    return shown


async def test_they_are_named_in_four_languages(bot: Tortuga) -> None:
    told = {command["name"]: command for command in await declared(bot.tree) if command["type"] != 1}
    for kind, names in NAMES.items():
        for name in names:
            assert told[name]["type"] == kind
            assert {"de", "fr", "it"} <= told[name]["name_localizations"].keys()


async def test_whoever_is_asked_to_a_table_is_pinged_once_and_joins_it(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    assert "No table of yours waits" in (await used(anne, calico, "Invite to my table")).text
    lobby = await open_lobby(anne)
    asked = await used(anne, calico, "Invite to my table")
    assert asked.notified == ["Calico"]
    assert not asked.is_ephemeral
    await press(calico, asked, "aboard")
    await until(lambda: "Calico" in lobby.refresh().text)
    assert "They're at your table already" in (await used(anne, calico, "Invite to my table")).text
    assert "That's an app" in (await used(anne, pg.world.bot.id, "Invite to my table")).text
    await press(anne, await seats_and_doors(anne, lobby), "invited")
    await used(anne, dampier, "Invite to my table")
    await press(dampier, lobby, "join")
    await until(lambda: "Dampier" in lobby.refresh().text)
    assert pg.violations == []


async def test_who_wants_no_word_of_it_gets_no_ping(
    bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    await open_lobby(anne)
    await bot.services.people.change(int(calico.id), blocked=(int(anne.id),))
    await bot.services.people.change(int(dampier.id), nudges="none")
    for person in (calico, dampier):
        assert (await used(anne, person, "Invite to my table")).notified == []


async def test_figures_replay_and_analysis_are_a_press_away(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico, **SHORT)
    assert "You can replay a game once it's over" in (await used(dampier, board, "Replay")).text
    await play_on(pg, {"Anne": await hand(anne, board), "Calico": await hand(calico, board)})
    assert "Calico" in (await used(anne, calico, "Their figures")).text
    shown = await used(dampier, board, "Replay")
    assert shown.is_ephemeral
    assert (await used(anne, board, "Analyse")).is_ephemeral
    assert "You can look at how you played once" in (await used(dampier, board, "Analyse")).text
    said = anne.says("Well played!")
    assert "That message isn't about a table of mine" in (await used(anne, said, "Replay")).text
    assert pg.violations == []
