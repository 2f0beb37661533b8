"""The announcement, at every moment of a tournament's life."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bot.i18n import Reader
from bot.pace import BLITZ, DAILY, DAY, HOUR, MINUTE
from bot.screens.tournaments.announcement import announcement, named
from bot.screens.tournaments.information import about
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.formats.engine import plan
from bot.tournaments.model import SEAL_DIGITS, Tournament, TournamentSettings
from bot.tournaments.pairing.event import EventOptions, PairingError
from bot.tournaments.settings import default_settings
from games.catalogue import BUILT_IN
from games.contract import AnyGame
from games.text import Text, _
from tests.bot.screens.looking import buttons, pieces, pressed, text
from tests.bot.screens.tournaments.making import (
    NOW,
    SEED,
    announced,
    begun,
    drawn,
    english,
    entered,
    opened,
    played,
    played_out,
    replaced,
    unix,
)
from tools.gallery import LANGUAGES
from tools.samples import PIRATES

CUP = TournamentSettings("Evening cup", starts=NOW + HOUR)


def shown(
    tournament: Tournament,
    *,
    lately: Sequence[Text] = (),
    now: float = NOW,
    reader: Reader | None = None,
    **links: str,
) -> Any:
    """What stands in the channel."""
    try:
        planned = plan(tournament.settings.how, len(tournament.entrants))
    except PairingError:
        planned = None
    at = {kind.replace("_", " "): link for kind, link in links.items()}
    reader = reader or english(tournament)
    return announcement(tournament, reader, now=now, unix=unix, plan=planned, lately=lately, links=at)


def labels(tournament: Tournament, **told: Any) -> list[str]:
    """The buttons under it."""
    return list(buttons(shown(tournament, **told)))


def test_once_it_is_full_join_leads_to_the_waiting_list_if_there_is_one() -> None:
    settings = replace(CUP, cap=4)
    assert "Entries are open" in text(shown(announced(3, settings=settings)))
    full = text(shown(announced(4, settings=settings)))
    assert "Join puts you on the waiting list." in full
    assert "Entries are open" not in full
    shut = text(shown(announced(4, settings=replace(settings, waiting_list=False))))
    assert "All places are taken." in shut
    assert "waiting list" not in shut


def test_it_says_what_is_played_who_is_in_and_when_it_starts() -> None:
    read = text(shown(announced(3, settings=CUP)))
    assert read.startswith("## 🏆 Evening cup\n-# Find the Treasure\n")
    assert "🏴‍☠️ Entries are open: press Join.\nIt starts <t:1800003600:R>: <t:1800003600:F>." in read
    assert "**3 have entered**\nAnne, Bart and Calico\n" in read
    assert "⏳ Rounds: 2" in read
    assert "- On a small island" in read
    assert "- Swiss: everyone" in read
    assert "Ties" not in read
    assert "Tournament `t7x9qp`, organised by Olga" in read


def test_the_organisers_own_words_stand_there_as_long_as_anybody_can_enter() -> None:
    words = {
        "description": "Bring rum\n- and a hat",
        "prizes": "*gold*",
        "house_rules": "No talking",
        "ping": 7,
        "champion_role": 8,
        "tables_channel": 9,
    }
    settings = replace(CUP, **words)
    read = text(shown(announced(3, settings=settings)))
    own = "Bring rum\n\\- and a hat\n**Prizes**\n\\*gold\\*\n**House rules**\nNo talking\n"
    assert f"📯 <@&7>, this one's for you!\n{own}" in read
    assert "The winner wears <@&8> until the next champion.\nTables open in <#9>." in read
    assert "Bring rum" not in text(shown(drawn(begun(announced(6, settings=settings)))))
    assert "Bring rum" in text(shown(drawn(begun(announced(6, settings=replace(settings, late=3))))))


def test_however_much_an_organiser_writes_it_is_a_message_that_discord_takes() -> None:
    most = replace(
        CUP,
        name="W" * 60,
        description="*" * 400,
        prizes="*" * 200,
        house_rules="\n".join(["#"] * 300),
        roles=tuple(range(10**18, 10**18 + 25)),
        cap=512,
        late=3,
        ping=10**18,
        champion_role=10**18,
        tables_channel=10**18,
    )
    acts = [_("{who} did it.", who="W" * 32)] * 3
    names = ["W" * 32] * 200
    there = shown(announced(200, settings=most, entries=entered(200, names=names)), lately=acts)
    there.check()
    assert "WWW" in text(there)


def test_places_are_counted_and_those_who_wait_are_named() -> None:
    full = announced(4, waiting=5, settings=replace(CUP, cap=4))
    read = text(shown(full))
    assert "**4 of 4 places taken**\nAnne, Bart, Calico and Dampier\n" in read
    assert "5 wait" in read


def test_before_entries_open_nobody_can_join() -> None:
    later = announced(settings=replace(CUP, opens=NOW + 600))
    assert "🔒 Entries open <t:1800000600:R>: <t:1800000600:f>." in text(shown(later))
    assert labels(later) == ["Information", "Organiser's desk"]
    assert labels(later, now=NOW + 600) == ["Join", "Withdraw", "Information", "Organiser's desk"]


def test_after_entries_have_closed_nobody_can_join_and_whoever_is_in_can_withdraw() -> None:
    there = announced(settings=replace(CUP, starts=NOW + 7200, closes=3600.0))
    assert "press Join.\nEntries close <t:1800003600:R>: <t:1800003600:f>." in text(shown(there))
    assert "🔒 Entries are closed." in text(shown(there, now=NOW + 3600))
    assert labels(there, now=NOW + 3600) == ["Withdraw", "Information", "Organiser's desk"]


def test_its_buttons_lead_where_they_say() -> None:
    there = shown(announced(3, settings=CUP))
    sent = [pressed(there, label) for label in buttons(there)]
    assert sent == ["tjoin:t7x9qp", "tleave:t7x9qp", "tinfo:t7x9qp:about-0-0", "tdesk:t7x9qp:0"]


def test_while_checking_in_it_shows_who_is_here_and_asks_the_others() -> None:
    here = announced(settings=CUP, checking_in=True, entries=entered(3))
    entries = (replace(here.record.entries[0], here=True), *here.record.entries[1:])
    checking = replaced(here, entries=entries)
    assert "🔔 Check-in" in text(shown(checking))
    assert "✅ Anne, Bart and Calico" in text(shown(checking))
    assert labels(checking)[0] == "I am here"
    assert pressed(shown(checking), "I am here") == "there:t7x9qp"


def test_nothing_of_the_draw_stands_between_the_rules_and_join() -> None:
    sealed = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()[:SEAL_DIGITS]
    for cup in (announced(4), drawn(begun(announced(4)))):
        order = [str(each.get("content", each.get("label", ""))) for each in pieces(shown(cup))]
        assert order.index("Information") < next(at for at, each in enumerate(order) if sealed in each)


def test_information_leaves_digits_to_how_it_is_drawn() -> None:
    cup = announced(4)
    there = about(cup, None, 1, english(cup))
    assert hashlib.sha256(bytes.fromhex(SEED)).hexdigest()[:SEAL_DIGITS] not in text(there)
    assert pressed(there, "How it is drawn") == "tinfo:t7x9qp:seed-0-0"


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
@pytest.mark.parametrize("form", FORMATS)
def test_what_is_usual_is_not_announced_and_what_is_not_stands_there(game: AnyGame, form: str) -> None:
    usual = replace(default_settings(game, "Evening cup", format=form), starts=NOW + HOUR, cap=16)
    full = announced(16, game=game, settings=usual, names=PIRATES)
    for language in LANGUAGES:
        assert words(shown(full, reader=Reader(language, game))) <= 110, language
    for pace in (BLITZ, DAILY):
        settings = default_settings(game, "Evening cup", format=form, pace=pace)
        settings = replace(settings, starts=NOW + HOUR, cap=16, check_in=20 * MINUTE)
        names = [*PIRATES[:16], "Bartholomew the Unspeakably Long-Winded of Port Royal"]
        for checking_in in (False, True):
            late = announced(
                16, game=game, settings=settings, names=names, waiting=1, checking_in=checking_in
            )
            for language in LANGUAGES:
                assert words(shown(late, reader=Reader(language, game))) <= 110, language
    other = replace(usual, rated=not usual.rated, show_up=7 * MINUTE)
    read = text(shown(announced(16, game=game, settings=other)))
    assert "7 minutes" in read
    assert "The games don't count for ratings." in read


def words(screen: Any) -> int:
    """As somebody reads them: a moment is a date with its time, or how far away it is."""
    read = re.sub(r"<t:\d+:[FD]>", "Friday, November 27, 2026, 7:00 PM", text(screen))
    return len(re.findall(r"[^\s]*\w[^\s]*", re.sub(r"<t:\d+:R>", "in 2 hours", read)))


def test_the_seal_stands_there_from_the_announcement_on_and_stays() -> None:
    sealed = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    for there in (announced(4), drawn(begun(announced(4)))):
        read = text(shown(there))
        assert f"-# 🔏 Seal `{sealed[:SEAL_DIGITS]}` proves a fair draw." in read
        assert sealed not in read
        assert SEED not in read


def test_a_tournament_cancelled_before_its_start_keeps_its_seed_to_itself() -> None:
    read = text(shown(replaced(announced(4), "cancelled")))
    assert "Cancelled. Nobody wins" in read
    assert SEED not in read


def test_a_round_that_is_drawn_is_said_with_when_its_tables_open_and_where_its_pods_are() -> None:
    read = text(shown(drawn(begun(announced(8))), round_1="https://discord.com/channels/1/2/3"))
    assert "📣 Round 1: drawn. The tables open <t:1800000120:R>." in read
    assert "Round 1: https://discord.com/channels/1/2/3" in read
    by_hand = announced(8, settings=replace(CUP, by_hand=True))
    assert "The organiser opens the tables." in text(shown(drawn(begun(by_hand))))


def test_a_running_round_is_said_with_how_many_pods_have_ended_and_until_when() -> None:
    cup = announced(8, settings=replace(CUP, round_lasts=HOUR))
    running = opened(drawn(begun(cup)))
    read = text(shown(played(running, 1)))
    assert "⚔️ Round 1 of 3 is being played.\n1 of 2 tables has ended.\n" in read
    assert "⏱️ Time's up <t:1800003660:R>" in read
    extended = replaced(running, extra=600.0)
    assert "⏱️ Time's up <t:1800004260:R>" in text(shown(extended))


def test_while_all_clocks_stand_still_nothing_is_said_of_deadlines() -> None:
    cup = announced(8, settings=replace(CUP, round_lasts=HOUR))
    paused = replaced(opened(drawn(begun(cup))), paused=70.0)
    assert "⏸️ All clocks are stopped." in text(shown(paused))
    assert "Time's up" not in text(shown(paused))
    waiting = replaced(drawn(begun(cup)), paused=70.0)
    assert "The tables open once the clocks restart." in text(shown(waiting))


def test_between_rounds_it_says_what_is_waited_for() -> None:
    def after_one(**settings: Any) -> str:
        return text(shown(played_out(announced(8, settings=replace(CUP, **settings)), 1)))

    assert "Round 1 is done. Drawing the next." in after_one()
    assert "The organiser draws the next." in after_one(by_hand=True)
    assert "The next begins <t:1800604800:R>." in after_one(every=7 * DAY)


def test_a_league_says_when_its_next_round_begins_whatever_is_missing() -> None:
    league = replace(CUP, every=7 * DAY, how=EventOptions(format="league"))
    read = text(shown(opened(drawn(begun(announced(8, settings=league))))))
    assert "Next round <t:1800604800:R>, results or not." in read
    assert "The next round begins" not in text(shown(opened(drawn(begun(announced(8))))))


def test_of_a_pod_that_robots_play_to_its_end_no_deadline_is_told() -> None:
    running = opened(drawn(begun(announced(4, settings=replace(CUP, round_lasts=HOUR)))))
    tables = tuple(replace(table, finish=True) for table in running.record.tables)
    assert "Time's up" in text(shown(running))
    assert "Time's up" not in text(shown(replaced(running, tables=tables)))


def test_a_tournament_that_cannot_go_on_says_who_has_to_do_something() -> None:
    assert "⚠️ Stuck" in text(shown(announced(1, trouble="too-few")))


def test_late_entry_is_offered_as_long_as_it_is_possible() -> None:
    late = announced(8, settings=replace(CUP, late=2))
    assert "Join" in labels(drawn(begun(late)))
    assert "Join" in labels(played_out(late, 1))
    assert "Join" not in labels(drawn(played_out(late, 1)))
    assert "Join" not in labels(drawn(begun(announced(8))))
    for form in ("knock-out", "groups"):  # from the final on only those play who have won their way on
        how = EventOptions(format=form, rounds=1 if form == "groups" else None)
        last = announced(8, settings=replace(CUP, late=9, how=how))
        assert "Join" not in labels(played_out(last, 1)), form


def test_the_end_leads_to_the_final_standings() -> None:
    over = replaced(played_out(announced(8)), "over")
    read = text(shown(over, final="https://discord.com/channels/1/2/9"))
    assert "🏁 The tournament is over.\nFinal standings: https://discord.com/channels/1/2/9" in read
    assert labels(over) == ["Standings", "Information", "Organiser's desk"]


def test_the_last_three_acts_of_organisers_stand_there_the_latest_first() -> None:
    acts = [_("Act {number}", number=number) for number in range(5)]
    read = text(shown(announced(3), lately=acts))
    assert "Latest from the organisers:\n-# Act 4\n-# Act 3\n-# Act 2\n" in read
    assert "Act 1" not in read


def test_somebody_who_had_their_data_erased_has_no_name_there() -> None:
    entries = entered(3, names=("Anne", "", "Calico"))
    assert "Anne, a former player and Calico" in text(shown(announced(entries=entries)))
    assert "organised by a former organiser" in text(shown(announced(3, organiser_name="")))


def test_a_name_can_do_no_harm() -> None:
    read = text(
        shown(announced(2, names=("@everyone", "**[x](http://y)"), settings=TournamentSettings("# <@5>")))
    )
    assert "@everyone" not in read
    assert "\\*\\*\\[x\\](http:\u200b//y)" in read
    assert "## 🏆 \\# \\<@\u200b5>" in read


def test_as_many_names_are_shown_as_fit() -> None:
    reader = Reader("en-GB")
    assert named(["Anne", "Bart", "Calico"], reader, 100) == "Anne, Bart and Calico"
    assert named(["Anne", "Bart", "Calico"], reader, 20) == "Anne and 2 more"
    assert named(["Anne", "Bart", "Calico", "Dampier"], reader, 24) == "Anne, Bart and 2 more"
    assert named(["x" * 32, "y" * 32], reader, 10) == "2 more"


def test_more_names_than_can_be_read_are_counted() -> None:
    names = [f"Sailor-{number}" for number in range(1, 41)]
    assert named(names, Reader("en-GB"), 1200).endswith(", Sailor-16 and 24 more")
