"""Teams over the playground: founded, found by their name, and left."""

from __future__ import annotations

from bot.app import Tortuga
from playground import Playground, Visitor
from tests.bot.test_tournaments import draft, shown, tournaments, turn


async def test_friends_play_for_one_team_which_they_find_by_its_name(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    anne, bart, calico = (pg.person(name) for name in ("Anne", "Dampier", "Calico"))
    screen = await turn(morgan, await draft(morgan), "Format and pods")
    screen = await shown(await morgan.choose(screen, "Teams", "2"))
    screen = await turn(morgan, screen, "Overview")
    assert "Teams of 2" in screen.text
    await morgan.press(screen, "Announce")
    board = await morgan.wait_for(lambda seen: any(each.label == "Join" for each in seen.buttons))
    assert "Teams of 2" in board.text
    mine = await shown(await anne.press(board, "Join"))
    assert "No team yet" in mine.text
    window = (await anne.press(mine, "New team")).modal
    assert window is not None
    mine = await shown(await anne.submit(window, {"name": "Red *Sails*"}))
    assert "Your team: Red \\*Sails\\*. Tell" in mine.text
    theirs = await shown(await bart.press(board, "Join"))
    [team] = [each.value for each in theirs.select().options]
    theirs = await shown(await bart.choose(theirs, theirs.select().custom_id, team))
    assert "Your team: Red \\*Sails\\*, with Anne" in theirs.text
    await shown(await calico.press(board, "Join"))
    await morgan.wait_for(lambda seen: seen.id == board.id and "(Anne and Dampier)" in seen.text)
    [t] = await tournaments(bot, pg)
    assert [team.name for team in t.record.teams] == ["Red *Sails*"]
    theirs = await shown(await bart.choose(theirs.refresh(), theirs.select().custom_id, "-"))
    assert "No team yet" in theirs.text
    assert pg.violations == []
