"""`/tournament` over the playground: set up in private, announced, entered, read."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.app import Tortuga
from bot.tables.model import Press
from bot.tournaments.actions import Begin, OpenRound
from bot.tournaments.model import Tournament
from bot.tournaments.requirements import OrganiserRights
from playground import Playground, Reply, Seen, Visitor
from playground.seen import Modal
from tests.support.bot import tortuga
from tests.support.database import locked
from tests.support.idle import until
from tests.support.table_play import GAME, id_of


async def shown(reply: Reply) -> Seen:
    """The private answer."""
    seen = await reply.settled()
    assert seen is not None
    assert seen.is_ephemeral
    return seen


async def draft(organiser: Visitor, **options: object) -> Seen:
    """The setup screen of a tournament that nobody knows of."""
    given = {"name": "Evening cup", "game": GAME, **options}
    return await shown(await organiser.slash("tournament create", **given))


async def turn(organiser: Visitor, screen: Seen, page: str) -> Seen:
    """Another page of it."""
    return await shown(await organiser.press(screen, page))


async def window_of_times(organiser: Visitor, screen: Seen) -> Modal:
    """The window in which name and times are typed, once it is known where they live."""
    asked = await shown(await organiser.press(screen, "Name, times and places"))
    screen = await shown(await organiser.choose(asked, asked.selects[0].custom_id, "UTC"))
    opened = await organiser.press(screen, "Name, times and places")
    assert opened.modal is not None
    return opened.modal


async def announce(organiser: Visitor, **options: object) -> Seen:
    """A tournament that everybody may enter: its public message."""
    screen = await draft(organiser, **options)
    await organiser.press(screen, "Announce")
    return await organiser.wait_for(
        lambda seen: (
            not seen.is_ephemeral
            and any((each.custom_id or "").startswith("tjoin:") for each in seen.buttons)
        )
    )


async def tournaments(bot: Tortuga, pg: Playground) -> list[Tournament]:
    """All that are open on the server."""
    return await bot.services.tournament_service.tournaments_in(int(pg.guild().id))


# setting one up


async def test_nothing_is_announced_before_the_organiser_says_so(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    screen = await draft(morgan)
    assert "Nobody sees this until you press Announce." in screen.text
    assert "rounds with 8 or 16 entrants" in screen.text
    assert await tournaments(bot, pg) == []
    told = await shown(await morgan.press(screen, "Announce"))
    assert "Evening cup is announced" in told.text
    [announced] = await tournaments(bot, pg)
    assert (announced.settings.name, announced.game.slug) == ("Evening cup", GAME)


async def test_what_is_said_with_the_command_is_chosen_already(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    options = {"format": "knock-out", "players": 16, "pace": "daily", "pod": 5, "start": "in 2 h"}
    await announce(morgan, **options)
    [announced] = await tournaments(bot, pg)
    settings = announced.settings
    assert (settings.how.format, settings.how.preferred) == ("knock-out", 5)
    assert (settings.cap, settings.pace.name) == (16, "daily")
    assert settings.starts is not None
    assert abs(settings.starts - bot.services.tables.clock.now() - 7200) < 60


async def test_everything_else_is_chosen_on_the_pages_of_one_screen(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    screen = await draft(morgan)
    id = id_of(screen, "tannounce").split(":")[1]
    screen = await turn(morgan, screen, "Format and pods")
    screen = await shown(await morgan.choose(screen, f"tset:{id}:format", "groups"))
    assert "How many go on" in str([select.placeholder for select in screen.selects])
    screen = await shown(await morgan.choose(screen, f"tset:{id}:rounds", "2"))
    screen = await shown(await morgan.press(screen, "Fill up with robots"))
    screen = await turn(morgan, screen, "Points and ties")
    screen = await shown(await morgan.choose(screen, f"tset:{id}:tie_breaks", "head-to-head"))
    opened = await morgan.press(screen, "Points in a pod of 4")
    assert opened.modal is not None
    screen = await shown(await morgan.submit(opened.modal, {"points": "10 6 3 1"}))
    assert "Points in a pod of 4, first place first: 10, 6, 3 and 1" in screen.text
    screen = await turn(morgan, screen, "Game and pace")
    screen = await shown(await morgan.choose(screen, f"tset:{id}:option.kraken", "True"))
    screen = await shown(await morgan.press(screen, "Play unrated"))
    screen = await turn(morgan, screen, "How it runs")
    screen = await shown(await morgan.press(screen, "Rounds by hand"))
    screen = await shown(await morgan.press(screen, "Play without no-shows"))
    opened = await morgan.press(screen, "Set the times")
    assert opened.modal is not None
    times = {"show_up": "5 min", "round_lasts": "2 h", "between": "3 min", "every": "0"}
    screen = await shown(await morgan.submit(opened.modal, times))
    screen = await turn(morgan, screen, "Name, start, entry")
    window = await window_of_times(morgan, screen)
    typed = {"name": "Night cup", "opens": "", "starts": "in 3 h", "check_in": "30 min", "cap": "12"}
    screen = await shown(await morgan.submit(window, typed))
    screen = await shown(await morgan.choose(screen, f"tset:{id}:roles", "Moderator"))
    screen = await shown(await morgan.choose(screen, f"tset:{id}:late", "2"))
    screen = await turn(morgan, screen, "Overview")
    assert "Night cup" in screen.text
    assert "Rounds: 3, ends about" in screen.text
    await morgan.press(screen, "Announce")
    [announced] = await tournaments(bot, pg)
    chosen, how = announced.settings, announced.settings.how
    assert (how.format, how.rounds, how.fill.value) == ("groups", 2, "robots")
    assert (how.tie_breaks, how.points) == (("head-to-head",), {4: (10, 6, 3, 1)})
    assert (chosen.game_options, chosen.rated, chosen.by_hand) == ({"kraken": True}, False, True)
    assert (chosen.absent, chosen.show_up, chosen.round_lasts) == ("walk-over", 300.0, 7200.0)
    assert (chosen.name, chosen.check_in, chosen.cap, chosen.late) == ("Night cup", 1800.0, 12, 2)
    assert len(chosen.roles) == 1


async def test_what_does_not_go_together_is_said_and_cannot_be_announced(morgan: Visitor) -> None:
    screen = await turn(morgan, await draft(morgan), "Name, start, entry")
    window = await window_of_times(morgan, screen)
    typed = {"name": "Cup", "opens": "in 5 h", "starts": "in 3 h", "check_in": "0", "cap": ""}
    screen = await shown(await morgan.submit(window, typed))
    assert "Entries would open after the start." in screen.text
    screen = await turn(morgan, screen, "Overview")
    assert screen.button("Announce").disabled


async def test_what_cannot_be_read_changes_nothing(pg: Playground, bot: Tortuga, morgan: Visitor) -> None:
    screen = await turn(morgan, await draft(morgan), "Name, start, entry")
    window = await window_of_times(morgan, screen)
    typed = {"name": "Other cup", "opens": "", "starts": "soon", "check_in": "0", "cap": ""}
    said = await shown(await morgan.submit(window, typed))
    assert "I can't read “soon” as a time." in said.text
    assert said.id == screen.id  # there is one screen
    again = await morgan.press(said, "Fix it")
    assert again.modal is not None
    kept = {question.custom_id: question.value for question in again.modal.questions}
    assert (kept["name"], kept["starts"]) == ("Other cup", "soon")
    screen = await shown(await morgan.press(said, "Back"))
    assert "Evening cup" in (await turn(morgan, screen, "Overview")).text
    said = await shown(await morgan.slash("tournament create", name="Cup", game=GAME, start="soon"))
    assert "I can't read “soon” as a time." in said.text
    assert await tournaments(bot, pg) == []


@pytest.mark.parametrize(
    ("page", "button", "typed", "said"),
    [
        (
            "Points and ties",
            "Points in a pod of 4",
            {"points": "many"},
            "Points in a pod of 4: I can't read “many”",
        ),
        ("How it runs", "Set the times", {"show_up": "soonish"}, "Tables wait for their players: "),
    ],
)
async def test_a_window_that_is_refused_and_mended_leaves_one_setup_screen(
    morgan: Visitor, page: str, button: str, typed: dict[str, str], said: str
) -> None:
    screen = await turn(morgan, await draft(morgan), page)
    opened = await morgan.press(screen, button)
    assert opened.modal is not None
    refused = await shown(await morgan.submit(opened.modal, typed))
    assert said in refused.text
    again = await morgan.press(refused, "Fix it")
    assert again.modal is not None
    [(name, value)] = typed.items()
    assert value in [question.value for question in again.modal.questions]
    after = await shown(await morgan.submit(again.modal, {name: ""}))
    setups = [seen for seen in morgan.sees() if seen.is_ephemeral and "tsetup:" in str(seen.json)]
    assert [seen.id for seen in setups] == [after.id] == [screen.id]


async def test_a_command_names_every_value_that_cannot_be_used(morgan: Visitor) -> None:
    said = await shown(await morgan.slash("tournament create", name="Cup", game=GAME, start="soon", pod=10))
    assert "When it starts: I can't read “soon” as a time." in said.text
    assert "How many to a table: " in said.text


async def test_a_refused_command_leads_to_where_it_is_mended(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    given = {"name": "Friday cup", "game": GAME, "players": 8}
    said = await shown(await morgan.slash("tournament create", **given, start="soon", pod=3))
    again = await morgan.press(said, "Fix it")
    asked = await shown(again)  # where they live; what they typed is kept
    screen = await shown(await morgan.choose(asked, asked.selects[0].custom_id, "UTC"))
    again = await morgan.press(screen, "Name, times and places")
    assert again.modal is not None
    kept = {question.custom_id: question.value for question in again.modal.questions}
    assert (kept["name"], kept["starts"], kept["cap"]) == ("Friday cup", "soon", "8")
    typed = {**kept, "starts": ""}
    screen = await shown(await morgan.submit(again.modal, typed))
    assert "ideally 3" in (await turn(morgan, screen, "Overview")).text
    said = await shown(await morgan.slash("tournament create", **given, pod=10))
    page = await shown(await morgan.press(said, "Fix it"))
    assert "tset:" in str(page.json)
    assert await tournaments(bot, pg) == []


async def test_a_double_press_announces_one_tournament(pg: Playground, bot: Tortuga, morgan: Visitor) -> None:
    screen = await draft(morgan)
    await asyncio.gather(morgan.press(screen, "Announce"), morgan.press(screen, "Announce"))
    assert len(await tournaments(bot, pg)) == 1


async def test_who_is_no_organiser_sets_nothing_up(anne: Visitor) -> None:
    said = await shown(await anne.slash("tournament create", name="Cup", game=GAME))
    assert "Only server managers and organisers" in said.text


async def test_a_draft_survives_a_restart(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path):
        screen = await draft(pg.person("Morgan"), format="knock-out")
    async with tortuga(pg, tmp_path) as bot:
        said = await shown(await pg.person("Morgan").press(screen, "Announce"))
        assert "Evening cup is announced" in said.text
        [announced] = await tournaments(bot, pg)
        assert announced.settings.how.format == "knock-out"


async def test_a_time_counts_only_once_it_is_known_where_it_is_meant(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    there = datetime.now(UTC).astimezone(ZoneInfo("Asia/Tokyo")) + timedelta(days=30)
    typed = f"{there:%Y-%m-%d} 20:00"
    screen = await draft(morgan, start=typed)
    assert f"🕰️ {typed} where? Choose your time zone." in screen.text
    assert screen.buttons == []
    [zones] = screen.selects
    assert f"{typed} where?" in str(zones.placeholder)
    after = await shown(await morgan.choose(screen, zones.custom_id, "Asia/Tokyo"))
    assert after.id == screen.id
    starts = int(there.replace(hour=20, minute=0, second=0, microsecond=0).timestamp())
    assert f"<t:{starts}:" in after.text
    await morgan.press(after, "Announce")
    [announced] = await tournaments(bot, pg)
    assert announced.settings.starts == starts
    assert (await bot.services.people.of(int(morgan.id))).zone == "Asia/Tokyo"
    again = await draft(morgan, start=typed)
    assert not again.button("Announce").disabled


async def test_a_zone_that_is_not_in_the_list_is_typed(morgan: Visitor) -> None:
    screen = await draft(morgan, start="20:00")
    opened = await morgan.choose(screen, screen.selects[0].custom_id, "other")
    assert opened.modal is not None
    after = await shown(await morgan.submit(opened.modal, {"zone": "Kathmandu"}))
    assert after.id == screen.id
    assert not after.button("Announce").disabled


async def test_what_does_not_fit_is_red_until_something_else_is_chosen(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    screen = await draft(morgan, pace="daily")
    screen = await turn(morgan, screen, "How it runs")
    opened = await morgan.press(screen, "Set the times")
    assert opened.modal is not None
    times = {"show_up": "0", "round_lasts": "7 d", "between": "0", "every": "0"}
    after = await shown(await morgan.submit(opened.modal, times))
    assert after.id == screen.id
    assert "🔴 A game takes up to" in after.text
    overview = await turn(morgan, after, "Overview")
    assert overview.button("Announce").disabled
    [fit] = overview.selects
    values = [option.value for option in fit.options]
    assert {value.split(".")[0] for value in values} == {"pace", "length", "round"}
    longer = next(value for value in values if value.startswith("round."))
    fitting = await shown(await morgan.choose(overview, fit.custom_id, longer))
    assert "🔴" not in fitting.text
    await morgan.press(fitting, "Announce")
    [announced] = await tournaments(bot, pg)
    assert announced.settings.round_lasts > 7 * 86400.0


async def test_settings_can_be_changed_until_it_begins(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    screen = await draft(morgan)
    told = await shown(await morgan.press(screen, "Announce"))
    screen = await turn(morgan, told, "Settings")
    [announced] = await tournaments(bot, pg)
    screen = await turn(morgan, screen, "Format and pods")
    await morgan.choose(screen, f"tset:{announced.id}:rounds", "5")
    [changed] = await tournaments(bot, pg)
    assert changed.settings.how.rounds == 5
    del anne


# entering


async def test_people_come_in_by_button_and_go_again(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    announcement = await announce(morgan)
    said = await shown(await anne.press(announcement, "Join"))
    assert "You're in" in said.text
    said = await shown(await calico.press(announcement, "Join"))
    assert "number 2 so far" in said.text
    said = await shown(await calico.press(announcement, "Join"))
    assert "You're already in." in said.text
    await anne.press(announcement, "Withdraw")
    [tournament] = await tournaments(bot, pg)
    assert [entry.name for entry in tournament.playing] == ["Calico"]


async def test_what_somebody_has_open_of_it_follows_their_presses_elsewhere(
    morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    announcement = await announce(morgan)
    joined = await shown(await anne.press(announcement, "Join"))
    others = await shown(await calico.press(announcement, "Join"))
    before = others.text
    await anne.press(announcement, "Withdraw")
    await until(lambda: "Withdraw" not in [each.label for each in joined.refresh().buttons])
    assert "You're in" not in joined.text
    assert others.refresh().text == before


async def test_direct_messages_follow_the_language_of_whoever_presses(
    bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    announcement = await announce(morgan)

    async def speaks(locale: str) -> bool:
        return (await bot.services.people.of(int(anne.id))).locale == locale

    for locale in ("de", "fr"):
        await shown(await anne.speaks(locale).press(announcement, custom_id=id_of(announcement, "tjoin")))
        await until(partial(speaks, locale))


async def test_a_full_tournament_has_a_waiting_list(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    announcement = await announce(morgan, players=3)
    for person in (anne, calico, morgan):
        await person.press(announcement, "Join")
    said = await shown(await dampier.press(announcement, "Join"))
    assert "You're number 1 on the waiting list" in said.text
    assert said.text.count("waiting list") == 2, "where one stands, and how to leave it"
    await anne.press(announcement, "Withdraw")
    me = await shown(await dampier.slash("tournament me"))
    assert "You're in, number 3 so far." in me.text
    del pg, bot


async def test_every_command_finds_the_only_tournament(morgan: Visitor, anne: Visitor) -> None:
    await announce(morgan)
    for command, words in (
        ("show", "Swiss: everyone plays every round"),
        ("join", "You're in"),
        ("me", "number 1 so far"),
        ("standings", "1 entrant"),
        ("pods", "1 entrant"),
        ("log", "The organisers haven't had to step in."),
        ("list", "Tournaments on this server"),
        ("withdraw", "You're not in"),
    ):
        said = await shown(await anne.slash(f"tournament {command}"))
        assert words in said.text, command


async def test_where_several_may_be_meant_one_is_asked_which(morgan: Visitor, anne: Visitor) -> None:
    await announce(morgan)
    await announce(morgan, name="Other cup")
    asked = await shown(await anne.slash("tournament show"))
    assert "Which tournament do you mean?" in asked.text
    [list_] = asked.selects
    other = next(option for option in list_.options if "Other cup" in option.label)
    said = await shown(await anne.choose(asked, list_.custom_id, other.value))
    assert "Other cup" in said.text
    assert said.id == asked.id
    await anne.slash("tournament join", tournament=other.value)
    assert "Other cup" in (await shown(await anne.slash("tournament me"))).text


async def test_the_list_that_opens_while_typing_names_tournaments_by_name(
    morgan: Visitor, anne: Visitor
) -> None:
    await announce(morgan)
    await announce(morgan, name="Other cup")
    offered = await anne.choices("tournament show", "tournament", "other")
    assert [each["name"] for each in offered] == ["Other cup: Skull King, open to enter"]


async def test_without_any_tournament_every_command_says_what_to_do(anne: Visitor) -> None:
    for command in ("show", "me", "standings", "pods", "log", "list", "join", "withdraw"):
        said = await shown(await anne.slash(f"tournament {command}"))
        assert "/tournament " in said.text, command


async def test_the_pages_lead_to_each_other_in_one_message(morgan: Visitor, anne: Visitor) -> None:
    announcement = await announce(morgan)
    first = page = await shown(await anne.press(announcement, "Information"))
    for button, words in (
        ("My tournament", "You're not in"),
        ("Who is in", "0 entrants"),
        ("How it is drawn", "fingerprint (SHA-256)"),
        ("Log", "Organisers' log"),
        ("Information", "Swiss"),
    ):
        page = await shown(await anne.press(page, button))
        assert words in page.text
    assert page.id == first.id


# while it runs


@pytest.fixture
async def running(
    bot: Tortuga, pg: Playground, morgan: Visitor, anne: Visitor, calico: Visitor, dampier: Visitor
) -> Tournament:
    """Three play, the first round's tables are open, and the organiser looks on."""
    announcement = await announce(morgan, pod=3)
    for person in (anne, calico, dampier):
        await person.press(announcement, "Join")
    tournament = await begun(bot, pg, morgan)
    table = tournament.record.tables[0].table
    await anne.wait_for(lambda seen: table in str(seen.buttons))
    return tournament


async def begun(bot: Tortuga, pg: Playground, organiser: Visitor) -> Tournament:
    """The tournament begins, its first round's tables are opened."""
    [tournament] = await tournaments(bot, pg)
    rights = OrganiserRights(int(organiser.id), manages=True)
    for number, act in enumerate((Begin(), OpenRound())):
        press = Press(900 + number, int(organiser.id), organiser.name)
        tournament = (
            await bot.services.tournament_service.organising.act(press, rights, tournament.id, act, "")
        ).tournament
    return tournament


async def test_my_page_leads_to_my_table(running: Tournament, anne: Visitor, morgan: Visitor) -> None:
    me = await shown(await anne.slash("tournament me"))
    assert "Your table is open. Round 1, with" in me.text
    assert "Press “I am here” at your table." in me.text
    assert "https://discord.com/channels/" in me.text
    assert "Place " not in me.text, "nothing has been played yet"
    other = await shown(await morgan.slash("tournament me"))
    assert "entries are closed" in other.text
    del running


async def test_whoever_drops_out_is_asked_first(bot: Tortuga, running: Tournament, anne: Visitor) -> None:
    asked = await shown(await anne.slash("tournament withdraw"))
    assert "Drop out of Evening cup?" in asked.text
    me = await shown(await anne.press(asked, "Stay"))
    assert me.id == asked.id
    asked = await shown(await anne.press(me, "Withdraw"))
    me = await shown(await anne.press(asked, "Drop out"))
    assert "You're not playing any more" in me.text
    now = await bot.services.tournament_service.tournament(running.id)
    entry = now.entry_of(int(anne.id))
    assert entry is not None
    assert entry.state == "dropped"


async def test_pods_standings_seed_and_log_can_be_read_by_all(
    running: Tournament, dampier: Visitor, morgan: Visitor
) -> None:
    pods = await shown(await dampier.slash("tournament pods"))
    assert "Round 1" in pods.text
    assert "https://discord.com/channels/" in pods.text
    standings = await shown(await dampier.slash("tournament standings"))
    assert "No results yet.\n3 entrants" in standings.text
    seed = await shown(await dampier.press(standings, "How it is drawn"))
    assert running.record.seed in seed.text
    log = await shown(await dampier.press(seed, "Log"))
    assert "Morgan began the tournament." in log.text
    assert running.record.tables[0].secret not in "".join(each.text for each in (pods, seed, log))
    listed = await shown(await morgan.slash("tournament list"))
    assert "3 entrants · Round 1" in listed.text


async def test_once_it_has_begun_its_settings_stay(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    told = await shown(await morgan.press(await draft(morgan, pod=3), "Announce"))
    screen = await turn(morgan, told, "Settings")
    for person in (anne, calico, dampier):
        await person.slash("tournament join")
    await begun(bot, pg, morgan)
    said = await shown(await morgan.press(screen, "Format and pods"))
    assert "It has begun, so its settings are fixed." in said.text


async def test_only_those_are_drawn_who_say_that_they_are_here(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path, speed=100.0) as bot:
        morgan, here = pg.person("Morgan"), [pg.person(name) for name in ("Anne", "Calico", "Dampier")]
        [absent] = pg.add_people("Edward")
        told = await shown(await morgan.press(await draft(morgan, pod=3, start="in 20 min"), "Announce"))
        settings = await turn(morgan, await turn(morgan, told, "Settings"), "Name, start, entry")
        window = await window_of_times(morgan, settings)
        typed = {"name": "Cup", "opens": "", "starts": "in 15 min", "check_in": "10 min", "cap": ""}
        await morgan.submit(window, typed)
        for person in (*here, absent):
            await person.slash("tournament join")
        announcement = await morgan.wait_for(
            lambda seen: any((each.custom_id or "").startswith("there:") for each in seen.buttons), 20
        )
        for person in here:
            said = await shown(await person.press(announcement, custom_id=id_of(announcement, "there")))
            assert "You've checked in." in said.text
        await morgan.wait_for(lambda seen: "Cup: Round 1" in seen.text)
        [tournament] = await tournaments(bot, pg)
        event = tournament.record.event
        assert event is not None
        assert [tournament.entry(each.id) for each in event.entrants] == list(tournament.entrants[:3])
        me = await shown(await absent.slash("tournament me"))
        assert "You're in" not in me.text


async def test_another_language_of_the_server_is_the_tournaments_too(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    await announce(morgan)
    screen = await shown(await morgan.slash("settings server"))
    await morgan.choose(screen, "server:language:", "it")
    [tournament] = await tournaments(bot, pg)
    assert tournament.record.locale == "it"


# whatever goes wrong


async def test_what_cannot_be_stored_can_be_announced_again(
    pg: Playground, bot: Tortuga, tmp_path: Path, morgan: Visitor
) -> None:
    screen = await draft(morgan)
    with locked(tmp_path):
        await morgan.press(screen, "Announce")
        await morgan.wait_for(lambda seen: "nothing has changed" in seen.text)
    assert await tournaments(bot, pg) == []
    told = await shown(await morgan.press(screen, "Announce"))
    assert "is announced" in told.text
    assert len(await tournaments(bot, pg)) == 1


async def test_the_log_names_the_tournament_of_a_press_that_failed(
    pg: Playground,
    bot: Tortuga,
    tmp_path: Path,
    morgan: Visitor,
    anne: Visitor,
    capfd: pytest.CaptureFixture[str],
) -> None:
    announcement = await announce(morgan)
    [tournament] = await tournaments(bot, pg)
    with locked(tmp_path):
        said = await (await anne.press(announcement, "Join")).settled()
    assert said is not None
    assert "nothing has changed" in said.text
    assert f"tournament={tournament.id}" in capfd.readouterr().out


async def test_whose_role_is_taken_away_meanwhile_sets_nothing_up_any_more(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    screen = await draft(morgan)
    moderators = next(role for role in pg.guild().roles.values() if role.name == "Moderator")
    pg.guild().members[morgan.id].roles.remove(moderators.id)
    for button in ("Format and pods", "Announce"):
        said = await shown(await morgan.press(screen, button))
        assert "Only server managers and organisers" in said.text
    assert await tournaments(bot, pg) == []


async def test_a_tournament_is_announced_in_a_channel_and_not_in_a_thread(
    running: Tournament, morgan: Visitor, anne: Visitor
) -> None:
    table = running.record.tables[0].table
    in_thread = await anne.wait_for(
        lambda seen: table in str(seen.buttons) and seen.channel_id != str(running.channel)
    )
    said = await shown(await morgan.slash("tournament create", channel=in_thread, name="Cup", game=GAME))
    assert "Tournaments need a channel" in said.text
    me = await shown(await anne.slash("tournament me", channel=in_thread))
    assert "Your table is open." in me.text
