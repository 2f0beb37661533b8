"""What an organiser adds to a tournament: words, a role to call, a channel for the tables."""

from __future__ import annotations

from bot.app import Tortuga
from bot.tables.model import Press
from bot.tournaments.actions import Begin, Finish, OpenRound, Void
from bot.tournaments.requirements import OrganiserRights
from playground import Playground, Reply, Seen, Visitor
from tests.bot.test_tournaments import draft, shown, tournaments, turn
from tests.support.table_play import id_of


async def page(organiser: Visitor, **options: object) -> tuple[Seen, str]:
    """The page of a draft on which such things are chosen, and the draft's id."""
    screen = await turn(organiser, await draft(organiser, **options), "Texts, roles, channel")
    return screen, id_of(screen, "tannounce").split(":")[1]


def has(seen: Seen, verb: str) -> bool:
    """Whether everybody sees a button there that does this."""
    return not seen.is_ephemeral and any(f"{verb}:" in str(each.custom_id) for each in seen.buttons)


async def published(organiser: Visitor, screen: Seen) -> Seen:
    """The public message of what was set up."""
    await organiser.press(screen, "Announce")
    return await organiser.wait_for(lambda seen: has(seen, "tjoin"))


async def said(reply: Reply) -> str:
    """What the organiser is told."""
    return (await shown(reply)).text


async def test_what_the_organiser_wrote_is_read_where_people_enter_and_can_do_no_harm(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    screen, _id = await page(morgan)
    opened = await morgan.press(screen, "Description, prizes, rules")
    assert opened.modal is not None
    words = {
        "description": "The first cup\n\n@everyone come",
        "prizes": "[gold](https://example.org) <@&1>",
        "house_rules": "# No talking\nBe kind",
    }
    screen = await shown(await morgan.submit(opened.modal, words))
    assert "The first cup" in screen.text
    message = await published(morgan, screen)
    entering = await shown(await anne.press(message, "Join"))
    about = await shown(await anne.press(message, "Information"))
    for seen in (message, entering, about):
        for line in ("The first cup", "Prizes", "House rules", "\\# No talking", "Be kind"):
            assert line in seen.text
        assert "@everyone" not in seen.text
        assert "https://" not in seen.text
    assert message.notified == []
    assert (await tournaments(bot, pg))[0].settings.house_rules == "# No talking\nBe kind"


async def test_the_role_is_called_once_and_by_the_announcement_alone(
    pg: Playground, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    pg.change_role("Quartermaster", mentionable=True)
    pg.set_roles("Calico", "Quartermaster")
    screen, id = await page(morgan)
    screen = await shown(await morgan.choose(screen, f"tset:{id}:ping", "Quartermaster"))
    screen = await turn(morgan, screen, "Overview")
    assert "The announcement pings <@&" in screen.text
    message = await published(morgan, screen)
    await anne.press(message, "Join")
    assert [seen.id for seen in calico.pings()] == [message.id]
    pg.delete(message)
    await morgan.slash("tournament show")
    again = await morgan.wait_for(lambda seen: has(seen, "tjoin") and seen.id != message.id)
    assert "this one's for you" in again.text
    assert again.notified == []
    assert anne.pings() == []


async def test_only_a_role_is_called_that_the_organiser_may_mention_and_so_may_the_bot(
    pg: Playground, morgan: Visitor
) -> None:
    screen, id = await page(morgan)
    told = await said(await morgan.choose(screen, f"tset:{id}:ping", "Quartermaster"))
    assert "I can't mention" in told
    assert "Mention `@everyone`, `@here` and All Roles" in told
    pg.give_permission("tavern", "mention_everyone")
    screen, id = await page(morgan)
    screen = await shown(await morgan.choose(screen, f"tset:{id}:ping", "Quartermaster"))
    screen = await turn(morgan, screen, "Overview")
    assert "pings <@&" in screen.text
    role = next(each for each in pg.guild().roles.values() if each.name == "Moderator")
    pg.forget_permission("tavern", "mention_everyone", who=role.id)
    assert "You can't mention" in await said(await morgan.press(screen, "Announce"))


async def test_tables_have_a_channel_of_their_own_and_the_announcements_stay_by_themselves(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    people = [*pg.add_people("Edward", "Flint"), pg.person("Anne"), pg.person("Calico")]
    screen, id = await page(morgan)
    screen = await shown(await morgan.choose(screen, f"tset:{id}:tables_channel", "captains-table"))
    message = await published(morgan, screen)
    for person in people:
        await person.press(message, "Join")
    [t] = await tournaments(bot, pg)
    service, organiser = bot.services.tournament_service, int(morgan.id)
    rights = OrganiserRights(organiser, manages=True)
    await service.organising.act(Press(900, organiser, "Morgan"), rights, t.id, Begin(), "")
    round_message = await morgan.wait_for(lambda seen: "in the thread of your table" in seen.text)
    assert round_message.channel_id == pg.channel("tavern").id
    await service.organising.act(Press(901, organiser, "Morgan"), rights, t.id, OpenRound(), "")
    board = await morgan.wait_for(lambda seen: not seen.is_ephemeral, 15.0, channel="captains-table")
    linked = await morgan.wait_for(
        lambda seen: seen.id == round_message.id and board.id in seen.text,
        15.0,
        channel="tavern",
    )
    assert linked.id == round_message.id
    await service.organising.act(Press(902, organiser, "Morgan"), rights, t.id, Void(1, 1), "a storm")
    await morgan.wait_for(lambda seen: "standings after 1 round" in seen.text, 15.0, channel="captains-table")
    await service.organising.act(Press(903, organiser, "Morgan"), rights, t.id, Finish(), "a storm")
    final = await morgan.wait_for(lambda seen: "the end" in seen.text, 15.0, channel="tavern")
    told = [seen for seen in morgan.sees("tavern") if not seen.is_ephemeral]
    second = [seen.id for seen in told if "Evening cup: Round 2" in seen.text]
    assert [seen.id for seen in told] == [message.id, round_message.id, *second, final.id]


async def test_a_channel_in_which_something_is_missing_is_named_with_it(
    pg: Playground, morgan: Visitor
) -> None:
    pg.forget_permission("captains-table", "create_public_threads")
    screen, id = await page(morgan)
    told = await said(await morgan.choose(screen, f"tset:{id}:tables_channel", "captains-table"))
    assert "I lack Create Public Threads" in told
    pg.give_permission("captains-table", "create_public_threads")
    role = next(each for each in pg.guild().roles.values() if each.name == "Moderator")
    pg.forget_permission("captains-table", "send_messages", who=role.id)
    told = await said(await morgan.choose(screen, f"tset:{id}:tables_channel", "captains-table"))
    assert "You can't write in" in told
