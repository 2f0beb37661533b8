"""A round's public message: who sits where, where their tables are, who came where."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from bot.images.model import MessageImage, RenderedImage
from bot.screens.tournaments import images, information
from bot.screens.tournaments.round_messages import pods
from bot.tournaments.formats.engine import DRAWS
from bot.tournaments.model import SEAL_DIGITS, PodTable, Tournament, TournamentSettings, pod_commitments
from bot.tournaments.pairing.event import EventOptions, Fill, Pod, Result, Round
from tests.bot.screens.looking import PICTURE, buttons, pressed, text
from tests.bot.screens.tournaments.making import (
    announced,
    begun,
    cup,
    drawn,
    english,
    in_order,
    opened,
    played,
    played_out,
    replaced,
    unix,
)


def shown(tournament: Tournament, number: int = 1, tables: dict[int, str] | None = None):
    """The message of this round."""
    round = tournament.published_round(number)
    assert round is not None
    return pods(tournament, round, english(tournament), unix=unix, tables=tables or {})


def seated(tournament: Tournament, pod: int) -> str:
    """Those in a pod, in the order of play."""
    round = tournament.published_round(1)
    assert round is not None
    entries = [None if seat is None else tournament.entry(seat) for seat in round.pods[pod - 1].seats]
    names = ["🤖 a robot" if entry is None else entry.name for entry in entries]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def test_it_says_who_sits_in_which_pod_in_the_order_of_play() -> None:
    there = drawn(begun(announced(8)))
    read = text(shown(there))
    assert read.startswith("### Evening cup: Round 1\n-# Round 1 of 3 of the tournament\n📣 Round 1: drawn.")
    assert f"**Pod 1**: {seated(there, 1)}\n**Pod 2**: {seated(there, 2)}" in read


def test_a_bye_is_told_kindly_and_robots_are_told_apart() -> None:
    bye = text(shown(drawn(begun(cup(5, fewest=4, most=4)))))
    assert "has a bye: a round off, with points." in bye
    robots = text(shown(drawn(begun(cup(5, fewest=3, most=4, fill=Fill.ROBOTS)))))
    assert "🤖 a robot" in robots


def test_pods_lead_to_their_tables_and_show_places_as_they_come_in() -> None:
    running = played(opened(drawn(begun(announced(8)))), 1, in_order)
    links = {1: "https://discord.com/channels/1/11", 2: "https://discord.com/channels/1/22"}
    read = text(shown(running, tables=links))
    assert "⚔️ 1 of 2 tables has ended." in read
    assert "🏁 [**Pod 1**](https://discord.com/channels/1/11): 1. " in read
    assert f"[**Pod 2**](https://discord.com/channels/1/22): {seated(running, 2)}" in read


def pictured(tournament: Tournament, picture: MessageImage, tables: dict[int, str]) -> str:
    """What stands beside the picture of the first round."""
    return text(
        pods(tournament, tournament.published[0], english(tournament), picture, unix=unix, tables=tables)
    )


def test_what_the_picture_says_is_not_said_beside_it_but_the_ways_to_the_tables_are() -> None:
    there = opened(drawn(begun(cup(9, fewest=4, most=4))))
    links = {1: "https://discord.com/channels/1/11", 2: "https://discord.com/channels/1/22"}
    read = pictured(there, PICTURE, links)
    assert "[**Pod 1**](https://discord.com/channels/1/11) · [**Pod 2**]" in read
    for said in ("Round 1 of", seated(there, 1), "has a bye"):
        assert said in text(shown(there, tables=links))
        assert said not in read


def test_words_stay_where_the_picture_lacks_something_or_cannot_say_all() -> None:
    few, many = drawn(begun(announced(8))), drawn(begun(announced(64)))
    cut = MessageImage(RenderedImage("drawn.png", b"", "Pod 1: Anne\nMore under Words."))
    for there, picture in ((few, cut), (few, MessageImage(None)), (many, PICTURE)):
        assert f"**Pod 1**: {seated(there, 1)}" in pictured(there, picture, {})


def test_whoever_did_not_come_is_told_apart_from_whoever_came_last() -> None:
    def absent(round: Round, pod: Pod) -> Result:
        places = (2, 0, 1, *range(3, len(pod.seats)))
        return Result(round=round.number, pod=pod.number, places=places, walk_overs=(1,), stand_ins=(2,))

    there = played(opened(drawn(begun(announced(4)))), None, absent)
    first, second, third, fourth = (entry for entry in seated(there, 1).replace(" and ", ", ").split(", "))
    expected = f"1. {third} (a robot played), 2. {first}, 3. {fourth} and {second} (didn't come)"
    assert expected in text(shown(there))


def finished_by_robots(round: Round, pod: Pod) -> Result:
    """Its time was up."""
    places = tuple(range(1, 1 + len(pod.seats)))
    return Result(round=round.number, pod=pod.number, places=places, played_out=True)


def test_a_table_that_does_not_count_says_so() -> None:
    def void(round: Round, pod: Pod) -> Result:
        return Result(round=round.number, pod=pod.number, places=(), void=True)

    assert " · The table doesn't count." in text(
        shown(played(opened(drawn(begun(announced(4)))), None, void))
    )


def test_a_game_that_robots_finished_says_so() -> None:
    there = played(opened(drawn(begun(announced(8)))), None, finished_by_robots)
    assert text(shown(there)).count("Time ran out, and robots finished the game.") == 2
    cards = images.pods(there, there.published[0]).pods
    assert [english(there)(card.note) for card in cards if card.note] == ["Robots finished the game."] * 2


def test_the_shuffles_of_all_tables_are_sealed_by_one_fingerprint_and_no_secret_is_shown() -> None:
    there = drawn(begun(announced(8)))
    secrets = [table.secret for table in there.record.tables]
    each = [hashlib.sha256(bytes.fromhex(secret)).hexdigest() for secret in secrets]
    assert [seal for _pod, seal in pod_commitments(there, 1)] == each
    whole = hashlib.sha256("".join(f"{seal}\n" for seal in each).encode()).hexdigest()
    read = text(shown(there))
    assert f"-# 🔏 Seal `{whole[:SEAL_DIGITS]}` proves a fair shuffle." in read
    assert whole in text(information.seed(there, there.record.drawn, english(there)))
    assert not [secret for secret in secrets if secret in read]


def test_a_round_drawn_anew_says_which_draw_it_is() -> None:
    for draw in (0, DRAWS - 1):  # one of those among which is chosen at the first drawing
        assert "Draw number" not in text(shown(drawn(begun(announced(8)), draw=draw)))
    assert "Draw number 3" in text(shown(drawn(begun(announced(8)), draw=DRAWS + 1)))


def test_parts_of_a_tournament_are_named() -> None:
    groups = played_out(cup(12, format="groups"))
    assert "-# Groups, round 1 of 4" in text(shown(groups))
    assert "**Pod 1, group 1**" in text(shown(groups))
    assert "-# The final" in text(shown(groups, 4))
    assert "-# Knock-out, round 1 of 2" in text(shown(played_out(cup(12, format="knock-out"))))


def test_when_all_results_are_in_it_says_so() -> None:
    assert "🏁 All results of this round are in." in text(shown(played_out(announced(8), 1)))


def test_its_buttons_lead_to_the_pages() -> None:
    there = shown(drawn(begun(announced(8))))
    assert [pressed(there, label) for label in buttons(there)] == [
        "tinfo:t7x9qp:mine-0-0",
        "tinfo:t7x9qp:pods-1-0",
        "tinfo:t7x9qp:standings-0-0",
        "tinfo:t7x9qp:about-0-0",
    ]


def test_as_many_pods_are_shown_as_fit_first_without_links_then_without_the_last_ones() -> None:
    link = "https://discord.com/channels/1234567890123456789/1234567890123456789"
    some = opened(drawn(begun(announced(140))))
    read = text(shown(some, tables=dict.fromkeys(range(1, 36), link)))
    assert "**Pod 35**: " in read
    many = text(shown(opened(drawn(begun(announced(512)))), tables=dict.fromkeys(range(1, 129), link)))
    assert "**Pod 30**" in many
    assert "**Pod 128**" not in many
    assert "All pods shows the rest" in many


def test_of_a_crowded_round_those_keep_their_links_who_still_play() -> None:
    link = "https://discord.com/channels/1234567890123456789/1234567890123456789"
    nearly_over = played(opened(drawn(begun(announced(140)))), 30)
    read = text(shown(nearly_over, tables=dict.fromkeys(range(1, 36), link)))
    assert read.count(link) == 5


def test_a_round_that_is_not_published_is_not_there() -> None:
    assert announced(8).published_round(1) is None
    assert drawn(begun(announced(8))).published_round(2) is None


def test_a_cancelled_round_does_not_look_as_if_it_went_on() -> None:
    read = text(shown(replaced(opened(drawn(begun(announced(8)))), "cancelled")))
    assert "The tournament was cancelled." in read
    assert "⚔️" not in read


def test_a_pods_table_of_another_round_seals_nothing_here() -> None:
    there = drawn(begun(announced(4, settings=TournamentSettings("Cup", how=EventOptions()))))
    other = replace(there.record.tables[0], round=2, secret="ab" * 32)
    assert isinstance(other, PodTable)
    more = replaced(there, tables=(*there.record.tables, other))
    assert pod_commitments(more, 1) == pod_commitments(there, 1)
