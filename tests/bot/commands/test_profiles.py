"""Records over the playground: ratings under a result, replays, figures, leaderboards and their seasons."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.app import Tortuga
from bot.profiles.analysis import moments_of
from bot.profiles.replays import replay_of
from bot.refusal import Refusal
from bot.tables.lobby import seed_of
from games.catalogue import catalogue
from games.text import english
from games.thinking.chances import chances as game_chances
from playground import Playground, Seen, Visitor
from tests.bot.commands.test_solo import play_alone
from tests.support.bot import tortuga
from tests.support.examples import sampled
from tests.support.forged_interactions import Crafted, answer_to
from tests.support.table_play import (
    GAME,
    SHORT,
    behind_more,
    board_of,
    choices,
    deal,
    hand,
    has_ended,
    last_options,
    open_lobby,
    play_on,
    press,
    table_of,
)


async def play_out(
    pg: Playground, *people: Visitor, game: str = GAME, rated: bool = True, **options: Any
) -> str:
    """These people play a game to its end, with robots where they are too few: the table."""
    lobby = await open_lobby(*people, game=game, **options)
    rules = catalogue()[game]
    for _robot in range(max(0, rules.players_for(rules.Options())[0] - len(people))):
        await people[0].press(lobby, "Add robot")
    if not rated:
        await people[0].press(await last_options(people[0], lobby), "Play unrated")
    await people[0].press(lobby, "Start")
    board = await board_of(people[0], lobby)
    await play_on(pg, {person.name: await hand(person, board) for person in people}, random=Random(3))
    return table_of(lobby)


async def result_of(person: Visitor, table: str, *words: str) -> Seen:
    """The public card with the result, when it says these words."""

    def shows(seen: Seen) -> bool:
        mine = has_ended(seen) and not seen.is_ephemeral and table_of(seen) == table
        return mine and all(word in seen.text for word in words)

    return await person.wait_for(shows)


# Ratings under the result


async def test_the_result_shows_what_the_game_did_to_ratings(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    table = await play_out(pg, anne, calico, **SHORT)
    card = await result_of(dampier, table, "Ratings", "rises by")
    assert "Anne" in card.text
    assert card.text.index("Ratings") < card.text.index("rises by")
    if "share the win" not in card.text:  # who shares it, among equals, rises as well
        assert card.text.index("rises by") < card.text.index("falls by")
    for place in (card.channel_id, pg.channel("tavern").id):  # beside the board, and where the lobby was
        await dampier.wait_for(lambda seen, place=place: seen.channel_id == place and "rises by" in seen.text)
    await pg.wait_for_request("PATCH /channels/{channel_id}", earlier=True)  # the thread is put away at last
    assert pg.violations == []


async def test_a_table_of_one_person_says_why_it_is_unrated(pg: Playground, anne: Visitor) -> None:
    table = await play_out(pg, anne, **SHORT)
    await result_of(anne, table, "two or more people")


async def test_a_host_can_play_unrated_and_the_lobby_and_the_result_say_so(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    table = await play_out(pg, anne, calico, rated=False, **SHORT)
    await result_of(anne, table, "friendly game")
    assert await bot.store.results.standings(int(pg.guild().id), GAME, 1, [int(anne.id)]) == {}


async def test_a_lobby_that_is_unrated_says_so(pg: Playground, anne: Visitor) -> None:
    lobby = await open_lobby(anne)
    options = await last_options(anne, lobby)
    await anne.press(options, "Play unrated")
    await anne.wait_for(lambda seen: seen.id == lobby.id and "Unrated" in seen.text)
    await anne.press(options, "Play rated")
    await anne.wait_for(lambda seen: seen.id == lobby.id and "Unrated" not in seen.text)


async def test_a_bot_that_is_stopped_before_it_has_counted_shows_the_ratings_after_its_next_start(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path) as bot:
        await bot.services.rater.close()  # it is stopped the moment the game ends
        table = await play_out(pg, anne, calico, **SHORT)
        await result_of(anne, table, "Ratings are being worked out")
    async with tortuga(pg, tmp_path):
        await result_of(anne, table, "rises by")  # both do where they share the victory
    assert pg.violations == []


# Replays


@pytest.mark.parametrize("game", sampled(catalogue(), "skull-king"))
async def test_a_finished_game_of_each_kind_is_replayed_from_the_deal_to_the_last_move(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, game: str
) -> None:
    table = await play_out(pg, anne, calico, game=game)
    asked = await anne.slash("replay")
    shown = await asked.settled()
    assert shown is not None
    assert shown.is_ephemeral
    assert "step 0 of" in shown.text
    known = await bot.services.tables.table(table)
    presses = 0
    for label in ("Later", "Next round", "Earlier", "Show all hands"):
        reply = await anne.press(shown, label)
        after = await reply.settled()
        assert after is not None
        assert after.id == shown.id
        shown, presses = after, presses + 1
    while not next(button for button in shown.buttons if button.label == "Next round").disabled:
        shown = (await anne.press(shown, "Next round")).message or shown
    assert f"step {known.actions} of {known.actions}" in shown.text
    shown = (await anne.press(shown, "First")).message or shown
    assert "step 0 of" in shown.text
    if shown.selects:
        last = shown.selects[0].options[-1].value
        shown = (await anne.choose(shown, shown.selects[0].custom_id, last)).message or shown
        assert f"step {last} of" in shown.text
    assert "…" not in shown.text
    assert pg.violations == []


async def test_a_replay_shows_my_own_hand_and_only_when_asked_everybodys(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    table = await play_out(pg, anne, calico, **SHORT)
    own, others = await first_card(bot, table, anne), await first_card(bot, table, calico)
    [anne_sees, dampier_sees] = [
        await (await person.slash("replay", table=table)).settled() for person in (anne, dampier)
    ]
    assert anne_sees is not None
    assert dampier_sees is not None
    assert names(anne_sees, own)
    assert not names(anne_sees, others)
    assert not names(dampier_sees, own)
    opened = (await dampier.press(dampier_sees, "Show all hands")).message
    assert opened is not None
    assert names(opened, own)
    assert names(opened, others)
    hidden = (await dampier.press(opened, "Hide the hands")).message
    assert hidden is not None
    assert not names(hidden, own)


async def test_why_a_robot_did_something_is_told_once_the_game_is_over(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    shown = await play_alone(anne, game="skull-king", **SHORT)
    table = table_of(shown)
    with pytest.raises(Refusal, match="once it's over"):
        replay_of(await bot.services.tables.table(table), [])
    await play_on(pg, {"Anne": shown})
    replay = await (await anne.slash("replay", table=table)).settled()
    assert replay is not None
    over = await bot.services.tables.table(table)
    rows = await bot.services.tables.logs.actions_of(over)
    steps, told, forced = replay_of(over, rows).steps, None, 0
    for before, row in zip(steps, rows, strict=False):
        replay = (await anne.press(replay, "Later")).message or replay
        had_a_choice = len(over.game.observe(before.state, row.seat).legal) > 1
        assert (f"why:{table}" in ids(replay)) == (row.user is None and had_a_choice), (
            "people keep their reasons to themselves, and who had no choice has none"
        )
        forced += row.user is None and not had_a_choice
        if told is None and row.user is None and had_a_choice:
            told = await (await press(anne, replay, "why")).settled()
            assert told is not None
            assert "💭" in told.text
            assert f"why:{table}" not in ids(told)
    assert told is not None
    assert forced > 0
    assert pg.violations == []


async def test_a_replay_leads_to_where_the_game_turned_and_says_for_whom(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    table = await play_out(pg, anne, calico, **SHORT)
    replay = await (await anne.slash("replay", table=table)).settled()
    assert replay is not None
    turned = await (await press(anne, replay, "turned")).settled()
    assert turned is not None
    assert re.search(
        r"The game turned here: \*\*\w+\*\*'s chance to win went from \d+ % to \d+ %\.", turned.text
    )
    assert f"turned:{table}" not in ids(turned)
    assert f"turned:{table}" in ids((await anne.press(turned, "First")).message or turned)


async def test_whoever_looks_on_sees_everybodys_chances_and_whoever_plays_does_not(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board, dampier = await deal(anne, calico), pg.person("Dampier")
    chances = await (await behind_more(dampier, board, "Chances")).settled()
    assert chances is not None
    assert chances.is_ephemeral
    assert chances.text.split("\n")[:2] == ["### Chances", "Too early to tell. Look again after a few moves."]
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands, presses=12)
    chances = await (await dampier.press(chances, "Refresh")).settled()
    assert chances is not None
    assert sorted(re.findall(r"(\w+)\W+\d+ % to win", chances.text)) == ["Anne", "Calico"]
    table = await bot.services.tables.table(table_of(board))
    log = await bot.services.tables.logs.actions_of(table)
    *_before, (_number, then), (_later, now) = moments_of(table, log)
    was, would_be = (
        game_chances(table.game, seen, Random(msgspec.json.encode(seen))) for seen in (then, now)
    )
    assert await bot.services.analyses.chances(table, log) == was != would_be, "a trick late"
    more = await (await press(anne, board, "more")).settled()
    assert more is not None
    assert "Chances" not in [button.label for button in more.buttons]
    refused = await answer_to(pg, anne, Crafted(f"chances:{table_of(board)}"), more.post)
    assert "Chances are for those who look on" in refused


async def test_whoever_looks_on_calls_who_makes_the_bid_and_sees_what_came_of_it(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board, dampier = await deal(anne, calico), pg.person("Dampier")
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    for person in (anne, calico):
        await person.press(hands[person.name], custom_id=choices(hands[person.name])[0])
    called = await (await behind_more(dampier, board, "Chances")).settled()
    assert called is not None
    assert called.text.startswith("### Who makes the bid?")
    labels = [button.label for button in called.buttons][:2]
    assert sorted(label.split(":")[0] for label in labels) == ["Anne", "Calico"]
    for label in (labels[0], labels[1], labels[1]):
        await dampier.press(called, label)
    called = called.refresh()
    assert [button.emoji for button in called.buttons][:2] == ["✅", "❌"]
    stale = [str(button.custom_id) for button in called.buttons]
    await play_on(pg, hands, until="Round 2")
    told = await dampier.wait_for(lambda seen: seen.id == called.id and "Round 1:" in seen.text)
    assert re.search(
        r"Round 1: [0-2] of 2 called right\. You were off by \d+, my own chances by \d+\.", told.text
    )
    assert "0 is perfect, 25 is no idea" in told.text, "the first time"
    refused = await answer_to(pg, dampier, Crafted(stale[0]), told.post)
    assert "can't be called any more" in refused
    best = await (await dampier.press(told, "Best callers")).settled()
    assert best is not None
    assert re.search(r"My own chances: \d+, after 1 round\b", best.text)
    assert "Dampier" not in best.text
    assert "4 more rounds to call and you're on the list." in best.text
    assert "Round 1:" in (await dampier.press(best, "Back")).text
    leaderboard = await (await anne.slash("leaderboard", game=GAME)).settled()
    assert leaderboard is not None
    assert "My own chances" in (await anne.press(leaderboard, "Best callers")).text


def ids(seen: Seen) -> str:
    """The custom_ids of all its buttons."""
    return " ".join(str(button.custom_id) for button in seen.buttons)


def names(seen: Seen, card: str) -> bool:
    """Whether a message names the card: not one whose name begins alike, as Black 1 and Black 11 do."""
    return re.search(rf"{re.escape(card)}(?!\w)", seen.text) is not None


async def first_card(bot: Tortuga, table: str, person: Visitor) -> str:
    """The first card that the person was dealt at this table."""
    known = await bot.services.tables.table(table)
    dealt = known.game.new(known.options, len(known.seats), seed_of(known))
    own = known.game.hand(known.game.observe(dealt, known.seat_of(int(person.id))))
    assert own is not None
    return english(own.cards[0])


async def test_a_replay_goes_on_after_a_restart(pg: Playground, tmp_path: Path) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path):
        await play_out(pg, anne, calico, **SHORT)
        shown = await (await anne.slash("replay")).settled()
    assert shown is not None
    async with tortuga(pg, tmp_path):
        after = (await anne.press(shown, "Later")).message
    assert after is not None
    assert "step 1 of" in after.text


async def test_a_game_that_goes_on_cannot_be_replayed_and_where_none_has_ended_there_is_none(
    anne: Visitor, calico: Visitor
) -> None:
    assert "No game has ended here" in (await anne.slash("replay")).text
    board = await deal(anne, calico)
    assert "once it's over" in (await anne.slash("replay", table=table_of(board))).text
    assert await anne.complete("replay", "table", "") == []


async def test_the_result_leads_to_the_replay(pg: Playground, anne: Visitor, calico: Visitor) -> None:
    table = await play_out(pg, anne, calico, **SHORT)
    card = await result_of(calico, table)
    shown = await (await calico.press(card, "Replay")).settled()
    assert shown is not None
    assert shown.is_ephemeral
    assert "step 0 of" in shown.text


# The log, from one end to the other


async def test_the_log_is_leafed_through_from_its_beginning_and_tells_each_reader_what_they_may_know(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    # Corsari: what is drawn from the stock is told to nobody but who draws it.
    table = await play_out(pg, anne, calico, game="corsari")
    told = {}
    for person in (anne, dampier):
        page = await (await person.slash("log", table=table)).settled()
        assert page is not None
        told[person.name] = [page.text]
        assert "Page 1 of" in page.text
        while "Later" in [button.label for button in page.buttons]:
            page = (await person.press(page, "Later")).message or page
            told[person.name].append(page.text)
        assert "Earlier" in [button.label for button in page.buttons]
    known = await bot.services.tables.table(table)
    seated = {seat: each.name for seat, each in enumerate(known.seats)}
    for person in (anne, dampier):
        lines = await bot.services.tables.logs.narrate(known, int(person.id))
        assert len(told[person.name]) > 1
        assert english(lines[0], seated)[:20] in told[person.name][0].replace("*", "")
        assert english(lines[-1], seated)[:20] in told[person.name][-1].replace("*", "")
    mine = await bot.services.tables.logs.narrate(known, int(anne.id))
    assert len(mine) > len(await bot.services.tables.logs.narrate(known, int(dampier.id)))


# Figures


async def test_my_figures_and_somebody_elses_are_told_in_private(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    over = await bot.services.tables.table(await play_out(pg, anne, calico, **SHORT))
    outcome = over.game.outcome(over.state)
    assert outcome is not None
    (of_anne, of_calico) = (outcome.places[over.seat_of(int(person.id)) or 0] for person in (anne, calico))
    mine = await anne.slash("stats")
    assert mine.message is not None
    assert mine.message.is_ephemeral
    assert "1 game (1 with other people)" in mine.text
    assert "Bids made:" in mine.text
    assert f"ahead of Calico in {int(of_anne < of_calico)} of 1" in mine.text
    other = await dampier.slash("stats", member=calico.id, game=GAME)
    assert "Calico" in other.text
    assert f"ahead of Anne in {int(of_calico < of_anne)} of 1" in other.text
    assert "You haven't finished a game here yet" in (await dampier.slash("stats")).text
    told = await anne.slash("stats", member=dampier.id)
    assert "Dampier hasn't finished a game here yet" in told.text


# Leaderboards and seasons


async def test_a_leaderboard_says_what_is_missing_until_one_is_listed(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await play_out(pg, anne, calico, **SHORT)
    await bot.services.rater.settled()
    shown = await anne.slash("leaderboard")
    assert shown.message is not None
    assert shown.message.is_ephemeral
    assert "4 more rated games" in shown.text
    assert "Nobody is listed yet" in shown.text


async def test_a_moderator_begins_a_season_and_the_one_before_can_be_read(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    morgan = pg.person("Morgan")
    refused = await anne.slash("moderate season", game=GAME)
    assert "Only server managers" in refused.text
    asked = await morgan.slash("moderate season", game=GAME)
    assert asked.message is not None
    assert "Start season 2" in asked.text
    done = await morgan.press(asked.message, "Start season 2")
    assert "Season 2 of Skull King has begun" in done.text
    again = await morgan.slash("moderate season", game=GAME)
    assert "Start season 3" in again.text
    shown = await anne.slash("leaderboard", game=GAME)
    assert shown.message is not None
    assert "Season 2 on this server" in shown.text
    before = await anne.press(shown.message, "Previous season")
    assert "Season 1 of 2 on this server, finished" in before.text
    after = await anne.press(shown.message, "Next season")
    assert "Season 2 on this server" in after.text


async def test_nobody_begins_a_season_who_may_not_manage_the_server(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    morgan = pg.person("Morgan")
    asked = await morgan.slash("moderate season", game=GAME)
    assert asked.message is not None
    guild = pg.guild()
    role = next(role for role in guild.roles.values() if role.name == "Moderator")
    guild.members[morgan.id].roles.remove(role.id)
    refused = await morgan.press(asked.message, "Start season 2")
    assert "Only server managers" in refused.text
    assert await bot.store.results.seasons(int(guild.id), GAME) == []
