"""The organiser's panel over the playground: every act by its screen and by its command, and who may."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from bot.app import Tortuga
from bot.i18n import Reader
from bot.i18n.sanitising import handle
from bot.pace import DAILY
from bot.screens import audit_log
from bot.screens.tournaments.lines import name_of
from bot.tables.model import Press
from bot.tournaments import beacon
from bot.tournaments.actions import ACTIONS, AnyAction
from bot.tournaments.formats import engine
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import with_move
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.settings import default_settings
from bot.ui import custom_ids
from games.catalogue import catalogue
from playground import Playground, Reply, Seen, Visitor, places
from playground.default_world import BOT_RIGHTS
from playground.interactions import Kind
from playground.model import Role
from storage.models import AuditRow
from tests.support.idle import until
from tests.support.table_play import GAME
from tests.support.tournament_play import organise

CREW = ("Edward", "Fanny", "Grace", "Henry")


@pytest.fixture
async def cup(pg: Playground, bot: Tortuga, morgan: Visitor) -> str:
    """A tournament that eight have entered, its rounds by hand: its id."""
    tournament_service, game = bot.services.tournament_service, catalogue()[GAME]
    settings = replace(default_settings(game, "Evening cup", pace=DAILY), by_hand=True, show_up=0.0)
    guild, channel = int(pg.guild().id), int(pg.channel("tavern").id)
    said = await tournament_service.create(
        Press(1, int(morgan.id), "Morgan"),
        OrganiserRights(int(morgan.id), manages=True),
        guild=guild,
        channel=channel,
        game=GAME,
        settings=settings,
        locale="en-GB",
    )
    people = [pg.person(name) for name in ("Anne", "Bartholomew", "Calico", "Dampier")]
    for at, person in enumerate([*people, *pg.add_people(*CREW)]):
        await tournament_service.enter(
            Press(100 + at, int(person.id), person.name), said.tournament.id, Applicant()
        )
    return said.tournament.id


async def shown(reply: Reply) -> Seen:
    """The private answer."""
    seen = await reply.settled()
    assert seen is not None
    assert seen.is_ephemeral
    return seen


async def desk(person: Visitor) -> Seen:
    """The desk, as the command opens it."""
    return await shown(await person.slash("tournament desk"))


async def window(person: Visitor, cup: str, kind: str, target: str = "") -> Reply:
    """What opens when an act is chosen at the desk: its window, as long as that asks for all that is left to
    be chosen.
    """
    opened = await person.choose(await desk(person), f"tacts:{cup}", kind)
    if opened.modal is None and target:
        screen = await shown(opened)
        which = next(each for each in screen.selects if target in [option.value for option in each.options])
        opened = await person.choose(screen, which.custom_id, target)
    return opened


async def confirmed(person: Visitor, screen: Seen, press: str, /, **fields: Any) -> Seen:
    """The window that the button opens, sent off."""
    opened = await person.press(screen, press)
    assert opened.modal is not None, opened.text
    return await shown(await person.submit(opened.modal, fields))


async def done(
    organiser: Visitor, cup: str, kind: str, target: str = "", places: str = "", **fields: Any
) -> Seen:
    """An act from the desk to its end."""
    opened = await window(organiser, cup, kind, target)
    if not ACTIONS[kind].asks_reason:
        return await shown(await organiser.press(await shown(opened), custom_id=f"tdo:{cup}:{kind}"))
    assert opened.modal is not None
    fields |= {"places": places} if places else {"target": [target]} if target else {}
    return await shown(await organiser.submit(opened.modal, fields))


async def ordered(
    person: Visitor, command: str, fields: dict[str, Any] | None = None, **options: Any
) -> Seen:
    """An act by its command, confirmed."""
    return await organise(person, command, fields or {}, **options)


async def now(bot: Tortuga, cup: str) -> Tournament:
    """The tournament as it is."""
    return await bot.services.tournament_service.tournament(cup)


async def audit(bot: Tortuga, cup: str) -> list[AuditRow]:
    """What was done."""
    return await bot.services.tournament_service.audit(await now(bot, cup))


async def under_way(bot: Tortuga, morgan: Visitor, cup: str) -> None:
    """The first round's tables stand, and their games have begun."""
    await done(morgan, cup, "begin")
    await done(morgan, cup, "open")
    await standing(bot, cup)


async def standing(bot: Tortuga, cup: str) -> None:
    """The games of all tables have begun, where people see them."""

    async def all_play() -> bool:
        tournament = await now(bot, cup)
        tables, rounds = tournament.record.tables, {one.number for one, _pod in tournament.open_pods()}
        links = bot.services.tournament_publisher.messages.table_links
        seen = [pod for round in rounds for pod in await links(tournament, round)]
        if not all(each.opened for each in tables) or len(seen) < len(tournament.open_pods()):
            return False
        return {(await bot.services.tables.table(each.table)).phase for each in tables} == {"playing"}

    await until(all_play)


async def kinds(bot: Tortuga, cup: str) -> list[str]:
    """What was done, by kind."""
    return [row.kind for row in await audit(bot, cup)]


# every act


PRESSES = itertools.count(5_000)

EVERY_ACT = {
    "begin": "",
    "redraw": "",
    "open": "",
    "extend": "0",
    "remind": "",
    "message": "1.1",
    "pause": "",
    "resume": "",
    "substitute": "1",
    "drop": "2",
    "disqualify": "3",
    "reinstate": "2",
    "again": "1.1",
    "correct": "1.1",
    "void": "1.2",
    "draw": "",
    "add": "",
    "hand-over": "",
}
"""Each act but those that end it, in an order in which they can be done, and to whom or what."""


async def by_panel(organiser: Visitor, cup: str, act: type[AnyAction], target: str, eve: Visitor) -> Seen:
    """The act, begun at the desk."""
    fields: dict[str, Any] = {"person": eve.id} if act.person else {}
    fields |= {"length": ["3600"]} if act.asks_length() else {}
    places = "2143" if act.kind() == "correct" else ""
    return await done(organiser, cup, act.kind(), target, places, reason="so it is", **fields)


async def by_command(organiser: Visitor, cup: str, act: type[AnyAction], target: str, eve: Visitor) -> Seen:
    """The act, begun by its command, with whatever can be given with it."""
    about: dict[str, Any] = {"entrant": {"player": target}, "pod": {"pod": target}, "": {}}[act.target]
    if act.kind() == "correct":
        about = {"pod": f"{target}.2143"}
    given = {"tournament": cup, "reason": "so it is"} | about | ({"member": eve.id} if act.person else {})
    fields: dict[str, Any] = {"length": ["3600"]} if act.asks_length() else {}
    # What was given stands in the window that is sent off.
    fields |= {"reason": "so it is"} | ({"person": eve.id} if act.person else {})
    return await ordered(organiser, act.command, fields, **given)


@pytest.mark.parametrize(("way", "end"), [(by_panel, "finish"), (by_command, "cancel")])
async def test_every_act_is_done_from_the_panel_and_by_its_command(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str, way: Any, end: str
) -> None:
    elsewhere = {"check-in", "hide-page"}  # only where there is a check-in, or a page
    elsewhere |= {"move", "swap", "take-back"}  # tests of their own: by the draw, and by what was played
    elsewhere |= {"beacon", "no-beacon"}  # only where the draw waits for one
    assert {*EVERY_ACT, "finish", "cancel"} == set(ACTIONS) - elsewhere
    assert "8 have entered" in (await desk(morgan)).text
    eve, fay = pg.add_people("Eve", "Fay")
    for kind, target in [*EVERY_ACT.items(), (end, "")]:
        said = await way(morgan, cup, ACTIONS[kind], target, fay if kind == "add" else eve)
        row, given = (await audit(bot, cup))[-1], way is by_command or ACTIONS[kind].asks_reason
        assert (row.kind, row.name, row.reason) == (kind, "Morgan", "so it is" if given else "")
        assert Reader("en-GB").plain(audit_log.of_row(row, await now(bot, cup))) in said.text
        if kind == "open":
            await standing(bot, cup)
            read = (await desk(morgan)).text
            assert "2 tables haven't ended" in read
            assert " to move, asked " in read
    assert (await now(bot, cup)).phase == ("over" if end == "finish" else "cancelled")


async def test_what_comes_next_takes_a_press_and_another_that_confirms(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    for label, phase in (("Begin now", "open"), ("Open the tables", "running")):
        asked = await shown(await morgan.press(await desk(morgan), label))
        assert (await now(bot, cup)).phase == phase
        assert [button.label for button in asked.buttons] == [label, "To the desk"]
        await shown(await morgan.press(asked, label))
    await standing(bot, cup)
    said = await crafted(pg, morgan, custom_ids.encode("tdo", cup, "cancel"))
    assert "That's gone." in said.text


@pytest.mark.parametrize("kind", ["beacon", "no-beacon"])
async def test_a_draw_that_waits_for_a_public_beacon_goes_on_from_the_desk(
    bot: Tortuga, morgan: Visitor, cup: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = Scalar(1001)  # a network's of which the test can sign the round of just now
    monkeypatch.setattr(beacon, "PUBLIC_KEY", (G2Point() * secret).to_compressed_bytes().hex())
    settings = await shown(await morgan.press(await desk(morgan), "Settings"))
    page = await shown(await morgan.press(settings, "Format and pods"))
    assert "Draw without drand" in [
        each.label for each in (await shown(await morgan.press(page, "drand in the draw"))).buttons
    ]
    await done(morgan, cup, "begin")
    told = await morgan.wait_for(
        lambda seen: "The draw waits for drand's value" in seen.text, channel="tavern"
    )
    assert not told.is_ephemeral
    opened = await window(morgan, cup, kind)
    assert opened.modal is not None
    if kind == "beacon":
        round = int(opened.modal.text.partition("/public/")[2].split()[0])
        wrong = await shown(await morgan.submit(opened.modal, {"value": "1000"}))
        assert f"That isn't drand's round {round}." in wrong.text
        message = hashlib.sha256(round.to_bytes(8, "big")).digest()
        signed = G1Point.hash_to_curve(message, beacon.SIGNED_AS) * secret
        said = await done(morgan, cup, kind, value=signed.to_compressed_bytes().hex())
        assert "Morgan entered drand's value for the draw." in said.text
    else:
        said = await shown(await morgan.submit(opened.modal, {"reason": "no time"}))
        assert "Morgan drew without drand's value. Reason: no time" in said.text
    await morgan.wait_for(lambda seen: "Evening cup: Round 1" in seen.text, channel="tavern")


async def test_moderating_a_tournaments_table_leads_to_its_desk(
    bot: Tortuga, morgan: Visitor, anne: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    table = (await now(bot, cup)).record.tables[0].table
    said = await shown(await morgan.slash("moderate table", table=table))
    assert "This table belongs to Evening cup: Round 1, Pod 1." in said.text
    assert "Organiser's desk: Evening cup" in (await shown(await morgan.press(said, "Organiser's desk"))).text
    assert "Only server managers" in (await shown(await anne.slash("moderate table", table=table))).text


async def test_a_seats_mistake_is_taken_back_from_the_desk_and_by_its_command(
    bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    assert "no choice yet" in (await done(morgan, cup, "take-back", "1", reason="a slip")).text

    async def choose() -> str:
        """Somebody at the first pod's table bids: who."""
        one = (await now(bot, cup)).record.tables[0]
        table = await bot.services.tables.table(one.table)
        seat = next(iter(table.game.to_act(table.state)))
        press = Press(next(PRESSES), table.seats[seat].user or 0, "")
        decision = table.game.decision(table.state, seat)
        await bot.services.tables.playing.choose(press, one.table, decision, 0, 0)
        return table.entrant(seat)

    for by_command in (False, True):
        old, who = (await now(bot, cup)).record.tables[0].table, await choose()
        if by_command:
            said = await ordered(morgan, "take-back", {"reason": "a slip"}, player=who)
        else:
            opened = await window(morgan, cup, "take-back")
            assert opened.modal is not None
            assert "What was seen stays seen" in opened.modal.text
            said = await shown(await morgan.submit(opened.modal, {"target": [who], "reason": "a slip"}))
        assert "last move back: Round 1, Pod 1. Moves played: 1 → 0. Reason: a slip" in said.text
        card = await morgan.wait_for(
            lambda seen, old=old: "took a move back" in seen.text and old in seen.text, channel="tavern"
        )
        assert "table closed" in card.text
        await standing(bot, cup)
        assert (await now(bot, cup)).record.tables[0].table != old
    told = await morgan.wait_for(
        lambda seen: "Morgan took" in seen.text and not seen.is_ephemeral, channel="tavern"
    )
    assert "a slip" not in told.text  # the reason is between whoever it concerns and the log


async def test_clocks_stand_still_and_run_again_by_one_press(bot: Tortuga, morgan: Visitor, cup: str) -> None:
    await under_way(bot, morgan, cup)
    await confirmed(morgan, await desk(morgan), "Stop all clocks")
    assert (await now(bot, cup)).record.paused is not None
    assert "The clocks are stopped" in (await desk(morgan)).text
    await confirmed(morgan, await desk(morgan), "Restart the clocks")
    assert (await now(bot, cup)).record.paused is None


async def test_somebody_is_taken_out_and_the_act_is_taken_back(
    bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    said = await done(morgan, cup, "drop", "1", reason="gone home")
    assert "Morgan took Anne out of the tournament. Reason: gone home" in said.text
    entry = (await now(bot, cup)).entry("1")
    assert entry is not None
    assert entry.state == "dropped"
    back = await confirmed(morgan, said, "Undo…", reason="a mistake")
    assert "Undone" in back.text
    entry = (await now(bot, cup)).entry("1")
    assert entry is not None
    assert entry.state == "in"
    assert (await kinds(bot, cup))[-2:] == ["drop", "undo"]


async def test_a_substitute_plays_on_in_somebodys_place(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    (eve,) = pg.add_people("Eve")
    await under_way(bot, morgan, cup)
    said = await done(morgan, cup, "substitute", "1", person=eve.id)
    assert "Morgan put Eve in for Anne." in said.text
    entry = (await now(bot, cup)).entry("1")
    assert entry is not None
    assert (entry.user, entry.name, entry.formerly) == (int(eve.id), "Eve", ("Anne",))
    deed = "Morgan put Eve in for Anne."
    # The announcement, which mentions nobody, may say it before.
    told = await eve.wait_for(lambda seen: deed in seen.text and bool(seen.notified), channel="tavern")
    assert set(told.notified) == {"Anne", "Eve"}


async def test_a_bot_is_nobodys_substitute(pg: Playground, bot: Tortuga, morgan: Visitor, cup: str) -> None:
    await under_way(bot, morgan, cup)
    said = await done(morgan, cup, "substitute", "1", person=pg.world.bot.id)
    assert "That's a bot." in said.text
    assert "substitute" not in await kinds(bot, cup)


async def test_places_that_no_game_ends_with_are_refused(bot: Tortuga, morgan: Visitor, cup: str) -> None:
    await under_way(bot, morgan, cup)
    refused = await done(morgan, cup, "correct", "1.1", "2222", reason="as I saw it")
    assert "Their places: A game can't end like that." in refused.text
    assert (await now(bot, cup)).result_of(1, 1) is None
    for typed in ("2 1 4", "9 1 2 3", "first"):
        refused = await done(morgan, cup, "correct", "1.1", typed, reason="as I saw it")
        assert "Their places: I need 4 places" in refused.text
    again = await morgan.press(refused, "Fix it")
    assert again.modal is not None
    assert "as I saw it" in [asked.value for asked in again.modal.questions]
    await shown(await morgan.submit(again.modal, {"places": "2 1 3 –", "reason": "as I saw it"}))
    result = (await now(bot, cup)).result_of(1, 1)
    assert result is not None
    assert (result.places, result.walk_overs) == ((2, 1, 3, 0), (3,))


async def test_the_tournament_is_handed_over_to_somebody_who_may_then_organise_it(
    bot: Tortuga, morgan: Visitor, anne: Visitor, cup: str
) -> None:
    assert "Only server managers and organisers" in (await shown(await anne.slash("tournament desk"))).text
    await done(morgan, cup, "hand-over", person=anne.id)
    assert (await now(bot, cup)).record.organiser == int(anne.id)
    assert "Organiser's desk: Evening cup" in (await desk(anne)).text


async def test_an_organiser_is_told_at_the_desk_that_the_channel_cannot_be_written_in(
    pg: Playground, morgan: Visitor, cup: str
) -> None:
    pg.forget_permission("tavern", "send_messages")
    await ordered(morgan, "begin", tournament=cup)

    async def told() -> bool:
        await desk(morgan)
        return any(seen.is_ephemeral and "I can't post in" in seen.text for seen in morgan.sees())

    await until(told)


async def test_what_is_given_with_a_command_is_found_by_name_and_stands_in_the_window(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    (eve,) = pg.add_people("Eve")
    await under_way(bot, morgan, cup)
    await ordered(morgan, "pause", reason="supper")
    await ordered(morgan, "substitute", player="Calico", member=eve.id)
    await ordered(morgan, "disqualify", player="dampier", reason="cheated")
    await ordered(morgan, "void", pod="1", reason="shown")
    rows = (await audit(bot, cup))[2:]
    assert [(row.kind, row.about_name, row.reason) for row in rows] == [
        ("pause", "", "supper"),
        ("substitute", "Calico", ""),
        ("disqualify", "Dampier", "cheated"),
        ("void", "", "shown"),
    ]


async def test_a_command_that_leaves_something_open_asks_for_it(
    bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    asked = await shown(await morgan.slash("organise correct"))
    assert asked.select("Choose").options
    assert (await morgan.slash("organise drop")).modal is not None
    assert await morgan.complete("organise drop", "player", "an") == ["Anne · @anne", "Fanny · @fanny"]
    assert len(await morgan.complete("organise void", "pod", "")) == 2
    assert await morgan.complete("organise begin", "tournament", "cup") == [f"Evening cup ({cup})"]


async def test_a_reason_is_needed_where_players_lose_something(
    bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    said = await done(morgan, cup, "drop", "1", reason="   ")
    assert "Say why" in said.text
    again = await morgan.press(said, "Fix it")
    assert again.modal is not None
    assert "took Anne out" in (await shown(await morgan.submit(again.modal, {"reason": "gone"}))).text
    said = await done(morgan, cup, "drop", "2", reason="   ")
    assert "Organiser's desk" in (await shown(await morgan.press(said, "Back"))).text
    assert (await kinds(bot, cup)).count("drop") == 1


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("finish", "Some tables are still playing."),
        ("resume", "That's already done, so nothing has changed."),
        ("begin", "That's already done, so nothing has changed."),
    ],
)
async def test_what_cannot_be_done_now_is_refused_before_a_reason_is_written(
    bot: Tortuga, morgan: Visitor, cup: str, command: str, why: str
) -> None:
    await under_way(bot, morgan, cup)
    said = await shown(await morgan.slash(f"organise {command}", tournament=cup))
    assert why in said.text
    assert said.buttons == []


class Thumb:
    """An organiser's, which counts what it presses from the desk on: buttons, choices, windows sent off. What
    is typed is not counted.
    """

    def __init__(self, organiser: Visitor) -> None:
        self.organiser, self.presses = organiser, 0

    async def chooses(self, cup: str, kind: str, pod: str = "") -> Reply:
        """From the list of acts; and from that of pods, where the window depends on it."""
        self.presses += 2 if pod else 1
        return await window(self.organiser, cup, kind, pod)

    async def sends(self, opened: Reply, typed: dict[str, str], **chosen: Any) -> None:
        """The window, with what is chosen there."""
        assert opened.modal is not None
        self.presses += len(chosen) + 1
        await shown(await self.organiser.submit(opened.modal, {**typed, **chosen}))


async def test_no_act_takes_more_presses_than_it_has_to(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    (eve,) = pg.add_people("Eve")
    await under_way(bot, morgan, cup)
    presses, why = dict[str, int](), {"reason": "so it is"}

    async def act(kind: str, typed: dict[str, str] = why, pod: str = "", **chosen: Any) -> None:
        thumb = Thumb(morgan)
        await thumb.sends(await thumb.chooses(cup, kind, pod), typed, **chosen)
        presses[kind] = thumb.presses

    await act("pause")
    await act("disqualify", target=["3"])
    await act("extend")
    await act("substitute", target=["1"], person=eve.id)
    await act("correct", why | {"places": "1234"}, pod="1.1")
    assert presses == {"pause": 2, "disqualify": 3, "extend": 2, "substitute": 4, "correct": 3}
    assert (await kinds(bot, cup))[-5:] == [*presses]


async def test_a_window_that_was_closed_opens_again_from_the_same_list(
    bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    screen = await desk(morgan)
    for _again in range(2):  # Discord sends no choice that is made already: the list forgets it
        opened = await morgan.choose(screen, f"tacts:{cup}", "drop")
        assert opened.modal is not None
    assert screen.refresh().select("What do you want to do?").options


async def test_whoever_is_added_is_told_when_it_begins_and_can_withdraw(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    (eve,) = pg.add_people("Eve")
    await confirmed(morgan, await desk(morgan), "Add a player", person=eve.id)
    told = await eve.wait_for(lambda seen: "Morgan added Eve." in seen.text and bool(seen.notified))
    assert "It starts as soon as the organiser says so." in told.text
    again = await confirmed(morgan, await desk(morgan), "Add a player", person=eve.id)
    assert "They're already in." in again.text
    assert "You're out." in (await shown(await eve.press(told, "Withdraw"))).text
    assert (await now(bot, cup)).entry_of(int(eve.id)) is None
    await done(morgan, cup, "begin")
    await done(morgan, cup, "open")
    await standing(bot, cup)
    await done(morgan, cup, "drop", "1", reason="gone")
    out = await confirmed(morgan, await desk(morgan), "Add a player", person=pg.person("Anne").id)
    assert "brings them back" in out.text


async def test_a_reminder_names_those_it_reaches_and_asks_nothing(
    bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await done(morgan, cup, "begin")
    await done(morgan, cup, "open")
    await standing(bot, cup)
    opened = await morgan.press(await desk(morgan), "Remind who's missing")
    asked = await shown(opened)
    assert "reason" not in asked.text
    said = asked.text.partition("Missing: ")[2]
    assert {"Anne", "Bartholomew", "Calico", "Dampier"} <= set(re.findall(r"\w+", said))
    told = await shown(await morgan.press(asked, "Remind who's missing"))
    assert "reminded those who were missing." in told.text
    assert "Reminded." not in told.text, "it is said once"


async def test_why_somebody_is_out_is_between_them_and_those_who_read_the_log(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    await done(morgan, cup, "disqualify", "1", reason="cheated")
    told = await calico.wait_for(
        lambda seen: "Morgan disqualified Anne." in seen.text and bool(seen.notified)
    )
    assert "cheated" not in told.text
    assert not [seen for seen in calico.sees() if "cheated" in seen.text]
    direct = await anne.wait_for(lambda seen: "Morgan disqualified Anne. Reason: cheated" in seen.text)
    assert direct.channel_id != pg.channel("tavern").id
    mine = await shown(await anne.slash("tournament me", tournament=cup))
    assert "You were disqualified." in mine.text
    assert "Reason: cheated" in mine.text
    assert "Reason: cheated" in (await shown(await anne.slash("tournament log"))).text
    assert "cheated" not in (await shown(await calico.slash("tournament log"))).text
    assert "Reason: cheated" in (await shown(await morgan.press(await desk(morgan), "Log"))).text


async def test_everybody_reads_why_where_the_window_says_so(
    bot: Tortuga, morgan: Visitor, calico: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    await done(morgan, cup, "drop", "1", reason="gone home", readers=["all"])
    said = "Morgan took Anne out of the tournament. Reason: gone home"
    await calico.wait_for(lambda seen: said in seen.text and bool(seen.notified))
    assert said in (await shown(await calico.slash("tournament log"))).text


async def test_what_is_written_to_a_pod_is_told_nowhere_else(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    await done(morgan, cup, "message", "1.1", reason="hurry up, please")
    round, pod = (await now(bot, cup)).open_pods()[0]
    seated = next(entry for entry in (await now(bot, cup)).record.entries if entry.id in pod.seats)
    player = pg.person(seated.name)
    await player.wait_for(lambda seen: "hurry up, please" in seen.text)
    log = await shown(await player.slash("tournament log"))
    assert f"Morgan wrote to a table: Round {round.number}, Pod 1." in log.text
    assert "hurry" not in log.text
    assert "hurry up, please" in (await shown(await morgan.slash("moderate log"))).text

    await done(morgan, cup, "pause", reason="supper")
    announced = await player.wait_for(
        lambda seen: "Latest from the organisers" in seen.text and "stopped all clocks" in seen.text
    )
    assert "wrote to" not in announced.text, "it is no decision"


@pytest.mark.parametrize("kind", ["void", "extend"])
async def test_why_something_was_done_to_a_whole_pod_reaches_all_who_sit_there_and_nobody_else(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str, kind: str
) -> None:
    await under_way(bot, morgan, cup)
    fields: dict[str, Any] = {"length": ["3600"]} if kind == "extend" else {}
    await done(morgan, cup, kind, "1.2", reason="a storm", **fields)
    tournament = await now(bot, cup)
    for pod in tournament.published[0].pods:
        for who in pod.seats:
            entry = tournament.entry(who or "")
            assert entry is not None
            player, here = pg.person(entry.name), pod.number == 2
            if here:
                told = await player.wait_for(
                    lambda seen: "Reason: a storm" in seen.text, channel=player.direct_messages
                )
                assert "Round 1, Pod 2" in told.text
            log = await shown(await player.slash("tournament log", tournament=cup))
            assert ("Reason: a storm" in log.text) == here
            public = (seen for seen in player.sees() if not seen.is_ephemeral)
            assert not [seen for seen in public if "a storm" in seen.text]
            directly = [seen for seen in player.sees(player.direct_messages) if "a storm" in seen.text]
            assert len(directly) == here


async def test_the_log_says_how_a_corrected_result_had_counted(
    bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    await done(morgan, cup, "correct", "1.1", "1234", reason="as I saw it")
    await done(morgan, cup, "correct", "1.1", "2134", reason="I was wrong")
    log = await shown(await morgan.press(await desk(morgan), "Log"))
    tournament = await now(bot, cup)
    a, b, c, d = [name_of(tournament.entry(who or "")) for who in tournament.published[0].pods[0].seats]
    assert f"Places: {a} 1, {b} 2, {c} 3 and {d} 4. Reason: as I saw it" in log.text
    assert f"Places: {a} 1 → 2, {b} 2 → 1, {c} 3 and {d} 4. Reason: I was wrong" in log.text


async def test_until_the_tables_open_players_are_moved_and_swapped_and_the_draw_still_proves_it(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await done(morgan, cup, "begin")
    drawn = (await now(bot, cup)).record.drawn
    assert drawn is not None
    one, other = drawn.pods
    said = await done(morgan, cup, "move", str(one.seats[0]), pod=[str(other.number)], reason="friends")
    assert f": Round 1, Pod {other.number}." in said.text
    moved = (await now(bot, cup)).record.drawn
    assert moved is not None
    assert [pod.seats for pod in moved.pods] == [one.seats[1:], (*other.seats, one.seats[0])]
    with_whom = (await now(bot, cup)).entry(str(other.seats[0]))
    assert with_whom is not None
    person = pg.person(with_whom.name)
    said = await done(morgan, cup, "swap", str(one.seats[1]), person=person.id)
    assert f" and {with_whom.name}." in said.text
    swapped = (await now(bot, cup)).record.drawn
    assert swapped is not None
    assert swapped.pods[0].seats == (other.seats[0], *one.seats[2:])
    await pg.person("Anne").wait_for(lambda seen: "The organiser changed who sits where." in seen.text)
    await done(morgan, cup, "open")
    await standing(bot, cup)
    t = await now(bot, cup)
    assert t.record.event is not None
    again = engine.next_round(replace(t.record.event, rounds=()), drawn.draw)
    for move in swapped.moves:
        again = with_move(again, move, t.settings.how)
    assert again == t.record.event.rounds[0]


async def test_more_time_says_how_much_and_until_when_and_private_pages_move_with_it(
    bot: Tortuga, morgan: Visitor, anne: Visitor, cup: str
) -> None:
    lasts = (await now(bot, cup)).settings.round_lasts or 7 * 24 * 3600.0
    press, rights = Press(7, int(morgan.id), "Morgan"), OrganiserRights(int(morgan.id), manages=True)
    await bot.services.tournament_service.set(press, rights, cup, round_lasts=lasts * 8)
    await under_way(bot, morgan, cup)
    mine = await shown(await anne.slash("tournament me", tournament=cup))
    before = deadline_of(mine)
    said = await done(morgan, cup, "extend", "0", length=["3600"])
    assert "Morgan gave 1 hour more to the round." in said.text
    assert f"Time now runs out <t:{before + 3600}:f>." in said.text
    assert "Everyone there has 1 hour more" in said.text
    await anne.wait_for(lambda seen: seen.id == mine.id and f"<t:{before + 3600}:R>" in seen.text)
    await confirmed(morgan, await desk(morgan), "Stop all clocks")
    await anne.wait_for(lambda seen: seen.id == mine.id and "stopped the clocks" in seen.text)
    table = (await now(bot, cup)).record.tables[0].table
    notices = (await bot.services.tables.table(table)).record.happenings
    assert [notice.seconds for notice in notices if notice.kind == "extended"] == [3600.0]


def deadline_of(mine: Seen) -> int:
    """When the game ends, as the page about one's own part says it."""
    found = re.search(r"Time's up <t:(\d+):R>", mine.text)
    assert found is not None
    return int(found[1])


async def test_a_substitutes_ping_leads_to_their_table_and_says_by_when(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    (eve,) = pg.add_people("Eve")
    press, rights = Press(7, int(morgan.id), "Morgan"), OrganiserRights(int(morgan.id), manages=True)
    await bot.services.tournament_service.set(press, rights, cup, round_lasts=60 * 24 * 3600.0)
    await under_way(bot, morgan, cup)
    await done(morgan, cup, "substitute", "1", person=eve.id)
    told = await eve.wait_for(lambda seen: "put Eve in for Anne." in seen.text and bool(seen.notified))
    assert "plays here: [Round 1, Pod " in told.text
    assert "](https://discord.com/channels/" in told.text
    assert "Be there by <t:" in told.text


async def test_a_result_that_is_entered_by_hand_is_told_in_the_channel(
    bot: Tortuga, morgan: Visitor, calico: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    await done(morgan, cup, "correct", "1.1", "1234", reason="as I saw it")
    told = await calico.wait_for(lambda seen: "Morgan corrected a result: Round 1, Pod 1." in seen.text)
    told = await calico.wait_for(lambda seen: "🏁 Pod 1: 1. " in seen.text and "Morgan" in seen.text)
    assert "as I saw it" not in told.text


async def test_whoever_is_disqualified_does_not_stand_on_the_table_as_if_playing(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    _round, pod = (await now(bot, cup)).open_pods()[0]
    seated = (await now(bot, cup)).entry(str(pod.seats[0]))
    assert seated is not None
    await done(morgan, cup, "disqualify", seated.id, reason="cheated")
    other = (await now(bot, cup)).entry(str(pod.seats[1]))
    assert other is not None
    await pg.person(other.name).wait_for(lambda seen: f"🤖 **{seated.name} (out)**" in seen.text)
    desk_now = await desk(morgan)
    assert f"Disqualified: {seated.name}" in desk_now.text


async def test_the_desk_says_who_left_the_server_and_offers_them_first(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    gone = pg.person("Grace")
    del pg.guild().members[gone.id]
    read = await desk(morgan)
    assert "Left the server: Grace" in read.text
    opened = await morgan.choose(read, f"tacts:{cup}", "substitute")
    assert opened.modal is not None
    who = next(each["component"] for each in opened.modal.json["components"] if "target" in str(each))
    assert who["options"][0]["label"] == "Grace"
    assert who["options"][0]["description"] == "@grace · Left the server"


async def test_who_entered_before_usernames_were_noted_has_theirs_in_the_lists_all_the_same(
    bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    assert {entry.username for entry in (await now(bot, cup)).entrants} == {""}
    opened = await window(morgan, cup, "drop")
    assert opened.modal is not None
    who = next(each["component"] for each in opened.modal.json["components"] if "target" in str(each))
    entries = (await now(bot, cup)).entrants
    assert all(entry.username for entry in entries)
    told = {option["label"]: option["description"] for option in who["options"]}
    assert all(handle(entry.username) in told[entry.name] for entry in entries)
    revision = (await now(bot, cup)).revision
    await desk(morgan)
    assert (await now(bot, cup)).revision == revision  # once is enough


# the log


async def test_what_was_done_can_be_read_in_full_and_taken_back_from_there(
    bot: Tortuga, morgan: Visitor, anne: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    said = await done(morgan, cup, "disqualify", "2", reason="cheated")
    log = await shown(await morgan.press(await desk(morgan), "Log"))
    assert "Morgan disqualified Bartholomew. Reason: cheated" in log.text
    assert "<t:" in log.text
    entry = (await audit(bot, cup))[-1].id
    asked = await shown(await morgan.choose(log, f"tbacks:{cup}", str(entry)))
    await confirmed(morgan, asked, "Undo…")
    found = (await now(bot, cup)).entry("2")
    assert found is not None
    assert found.state == "in"
    server = await shown(await morgan.slash("moderate log"))
    assert "Evening cup: Morgan disqualified Bartholomew. Reason: cheated" in server.text
    short = await shown(await anne.slash("tournament log"))
    assert "Morgan undid this: Morgan disqualified Bartholomew." in short.text
    # The button under what was said then is older than that: no window asks for a reason any more.
    assert "already been taken back" in (await shown(await morgan.press(said, "Undo…"))).text


# who may


def moderators(pg: Playground) -> Role:
    """The role that may manage the server."""
    return next(role for role in pg.guild().roles.values() if role.name == "Moderator")


async def test_a_role_that_is_taken_away_makes_the_open_desk_useless(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, cup: str
) -> None:
    await done(morgan, cup, "hand-over", person=anne.id)
    asked, screen, other = await desk(morgan), await desk(morgan), await desk(morgan)
    asked = await shown(await morgan.press(asked, "Begin now"))
    opened = await morgan.press(await desk(morgan), "Add a player")
    assert opened.modal is not None
    pg.guild().members[morgan.id].roles.remove(moderators(pg).id)
    for reply in (
        await morgan.submit(opened.modal, {"person": anne.id}),
        await morgan.press(asked, "Begin now"),
        await morgan.choose(screen, f"tacts:{cup}", "cancel"),
        await morgan.press(other, "Refresh"),
    ):
        assert "Only server managers and organisers" in (await shown(reply)).text
    assert (await now(bot, cup)).phase == "open"


async def test_the_organiser_role_opens_the_desk(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, cup: str
) -> None:
    role = moderators(pg)
    places.change_role(pg.world, pg.guild(), role, permissions="0")
    await bot.services.tables.servers.change(int(pg.guild().id), organisers=(int(role.id),))
    assert "Only server managers and organisers" in (await shown(await anne.slash("tournament desk"))).text
    pg.guild().members[anne.id].roles.append(role.id)
    assert "Organiser's desk: Evening cup" in (await desk(anne)).text
    await done(anne, cup, "begin")
    assert (await now(bot, cup)).phase == "running"


CRAFTED = [
    ("tdesk", ("0",)),
    ("tacts", ()),
    ("tact", ("cancel", "", "0")),
    ("twhich", ("drop", "", "0")),
    ("tsure", ("cancel", "")),
    ("tdo", ("begin",)),
    ("tback", ("1",)),
    ("tbacks", ()),
    ("taudit", ("0",)),
]


def test_every_verb_of_the_desk_is_among_those_that_are_crafted() -> None:
    desks = {verb for verb in custom_ids.VERBS if verb[0] == "m" and "t" + verb[1:] in custom_ids.VERBS}
    assert {"t" + verb[1:] for verb in desks} == {verb for verb, _parts in CRAFTED} - {"taudit", "tdo"}


async def crafted(
    pg: Playground,
    person: Visitor,
    custom_id: str,
    kind: Kind = Kind.COMPONENT,
    values: Sequence[str] = ("1",),
) -> Seen:
    """What somebody is told who sends what no button of theirs would."""
    post = person.says("a message to press on").post
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2, "id": 1}
    data |= {"values": [*values], "components": [], "resolved": {}}
    place = pg.channel(person.channel)
    return await shown(
        await person.answered(pg.backend.interactions.begin(kind, person.id, place, data, post))
    )


@pytest.mark.parametrize(("verb", "parts"), CRAFTED)
async def test_a_players_crafted_press_is_refused(
    pg: Playground,
    bot: Tortuga,
    anne: Visitor,
    morgan: Visitor,
    cup: str,
    verb: str,
    parts: tuple[str, ...],
) -> None:
    await done(morgan, cup, "begin")
    before = await now(bot, cup)
    windows = [Kind.MODAL] if verb in ("tsure", "tback") else []
    for kind in (Kind.COMPONENT, *windows):
        said = await crafted(pg, anne, custom_ids.encode(verb, cup, *parts), kind)
        assert "Only server managers and organisers" in said.text
    assert (await now(bot, cup)).revision == before.revision


@pytest.mark.parametrize(("verb", "parts"), CRAFTED)
async def test_whoever_manages_another_server_is_nobody_here(
    pg: Playground, bot: Tortuga, cup: str, verb: str, parts: tuple[str, ...]
) -> None:
    founder = places.add_person(pg.world, "Founder")
    elsewhere = places.add_guild(pg.world, "Elsewhere", founder)
    places.add_channel(pg.world, elsewhere, "pier")
    places.invite_bot(pg.world, elsewhere, BOT_RIGHTS)
    before = await now(bot, cup)
    said = await crafted(pg, pg.person("Founder", "pier"), custom_ids.encode(verb, cup, *parts))
    assert "I don't know that tournament." in said.text
    assert (await now(bot, cup)).revision == before.revision


async def test_a_crafted_choice_that_leads_nowhere_is_refused(
    pg: Playground, bot: Tortuga, morgan: Visitor, cup: str
) -> None:
    await desk(morgan)  # who entered without a @username has one from then on
    before = await now(bot, cup)
    for custom_id in (
        f"tact:{cup}:burn::0",
        f"tact:{cup}:drop:99:0",
        f"tact:{cup}:void:x.y.z:0",
        f"tsure:{cup}:correct:1.1.9",
        f"twhich:{cup}:begin::0",
        f"tback:{cup}:999",
    ):
        said = await crafted(pg, morgan, custom_id)
        assert "That was my mistake" not in said.text
    assert (await now(bot, cup)).revision == before.revision


async def test_what_is_mine_never_takes_the_place_of_what_all_see(
    pg: Playground, bot: Tortuga, anne: Visitor, cup: str
) -> None:
    del bot
    said = await crafted(pg, anne, "whicht:me", values=[cup])
    assert said.is_ephemeral
    assert "You're in" in said.text


# the files


async def test_anybody_is_handed_the_files_in_private(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, cup: str
) -> None:
    early = await shown(await anne.slash("tournament export"))
    assert "Nothing to export before the first round." in early.text
    await under_way(bot, morgan, cup)
    files = await shown(await anne.slash("tournament export"))
    names = [attachment.filename for attachment in files.json.attachments]
    assert names == [
        f"evening-cup-{name}"
        for name in ("standings.csv", "pods.csv", "results.csv", "scores.csv", "tournament.json")
    ]
    page = await anne.wait_for(lambda seen: "as a page" in seen.text)
    assert page.is_ephemeral
    assert [attachment.filename for attachment in page.json.attachments] == ["evening-cup.html"]
    attached = [*files.json.attachments, *page.json.attachments]
    written = str([pg.world.state.files[attachment.id].content for attachment in attached])
    assert "<!doctype html>" in written
    for table in (await now(bot, cup)).record.tables:
        assert table.secret not in written


async def test_an_organiser_is_told_who_is_who_on_discord(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, cup: str
) -> None:
    await under_way(bot, morgan, cup)
    files = await shown(await morgan.slash("tournament export"))
    (entrants,) = [each for each in files.json.attachments if each.filename.endswith("entrants.csv")]
    assert f"{anne.id}" in pg.world.state.files[entrants.id].content.decode("utf-8-sig")


async def test_a_ban_tells_a_tournament_who_is_out_and_not_why(
    pg: Playground, cup: str, morgan: Visitor, calico: Visitor
) -> None:
    opened = await morgan.slash("moderate ban", member=pg.person("Anne").id)
    assert opened.modal is not None
    await shown(await morgan.submit(opened.modal, {"reason": "spoils games", "games": ["go"]}))
    said = "Morgan took Anne out of the tournament."
    announced = await calico.wait_for(lambda seen: said in seen.text and cup in str(seen.json))
    assert "spoils" not in announced.text
