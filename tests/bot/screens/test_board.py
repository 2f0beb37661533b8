"""The board and what is behind More, as the whole channel and each player read them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.i18n import reader_for
from bot.pace import DAILY
from bot.screens.board import MOST_BEHIND_MORE, board_screen, more_screen, this_table_screen, thread_name
from bot.tables.pod_model import PodInfo
from bot.ui.components import Accent
from games.contract import Course, Outcome
from games.text import Player, _
from tests.bot.screens.looking import PICTURE, ROW, buttons, lists, pieces, pressed, text
from tests.bot.screens.puppet import ANNE, BART, Puppet, cards, digging, english, own_cards, table_of

SCENE = digging(3, 1, menus=(cards(5),), own=own_cards(5))


def shown(scene=SCENE, opening=False, **told):
    """The board of a table of Anne, Bart and a robot."""
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"], **told)
    return board_screen(table, english(table), opening=opening)


def behind_more(scene=SCENE, user=ANNE, **told):
    """What somebody sees who presses More."""
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"], **told)
    return more_screen(table, english(table), user)


def about_the_table(scene=SCENE, user=ANNE, to_be_filled=(), **told):
    """What somebody who plays finds there behind This table."""
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"], **told)
    return this_table_screen(table, english(table), user, to_be_filled)


def test_more_leads_to_the_course_of_a_game_that_has_one_and_only_who_plays(monkeypatch: pytest.MonkeyPatch):
    assert "Learn it" not in buttons(about_the_table()), "it has none"
    monkeypatch.setattr(Puppet, "course", lambda game, options=None: Course(game.Options(), 3, bytes(32)))
    assert pressed(about_the_table(), "Learn it") == "course:k3x9qp"
    assert "Learn it" not in buttons(behind_more(user=999))


def test_it_says_where_the_game_stands_and_whose_turn_it_is_before_all_else():
    assert text(shown()).startswith("### Day 2 of 7\n**Bart** digs next\n")


def test_each_seat_is_a_line_in_order_of_play_with_signs_of_who_is_awaited_who_leads_and_who_is_a_robot():
    lines = text(shown()).split("\n")
    seats = [line for line in lines if "hole" in line]
    assert seats == [
        "- **Anne** (🚩 leads): 0 holes",
        "- ⏳ **Bart**: 1 hole",
        "- 🤖 **Rusty Nell**: 2 holes",
    ]


def test_an_empty_table_has_no_heading():
    assert "On the table" in text(shown())
    assert "On the table" not in text(shown(digging(3, 1, table=())))


def test_nobodys_cards_are_on_it():
    assert "Spade" not in text(shown())
    assert lists(shown()) == {}


def test_what_has_just_been_is_told_in_small_print():
    assert "-# **Yesterday** · It rained. · **Bart** got wet." in text(shown())


def test_only_its_first_showing_mentions_the_people_and_no_robot():
    assert "<@101> and <@102>: the cards are dealt!" in text(shown(opening=True))
    assert "<@" not in text(shown())


def test_its_buttons_lead_where_they_say():
    assert {label: button["custom_id"] for label, button in buttons(shown()).items()} == {
        "My hand": "hand:k3x9qp",
        "Scores": "sheet:k3x9qp",
        "More": "more:k3x9qp",
    }


def test_at_the_end_it_shines_and_offers_no_hand():
    over = shown(digging(3, end=Outcome((1, 2, 3), (9, 5, 1))))
    assert over.container.accent_color == Accent.GOLD
    assert "My hand" not in buttons(over)


def test_more_offers_players_their_hand_and_a_way_out_and_others_neither():
    assert {"Back", "This table"} <= set(buttons(behind_more(user=BART)))
    assert not {"Back", "This table"} & set(buttons(behind_more(user=999)))
    assert pressed(behind_more(), "This table") == "thistable:k3x9qp"
    assert pressed(about_the_table(), "Back") == "more:k3x9qp"
    assert pressed(about_the_table(), "Leave game") == "leave:k3x9qp"
    assert pressed(behind_more(), "Back") == "hand:k3x9qp"
    assert pressed(behind_more(), "Scores") == "sheet:k3x9qp"
    assert pressed(behind_more(), "Words") == "words:k3x9qp:table"
    for shown in (about_the_table(), behind_more(user=999)):
        assert pressed(shown, "Fairness") == "proof:k3x9qp"
        assert pressed(shown, "Board here") == "show:k3x9qp"


def test_more_has_eight_buttons_at_most(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Puppet, "course", lambda game, options=None: Course(game.Options(), 3, bytes(32)))
    ended = digging(3, end=Outcome((1, 2, 3), (9, 5, 1)))
    for scene in (SCENE, digging(3, 0), ended):
        for user in (ANNE, BART, 999):
            assert len(buttons(behind_more(scene, user))) <= MOST_BEHIND_MORE == 8
    assert {"What next?", "Replay", "Analysis", "Fairness"} <= set(buttons(behind_more(ended)))
    table = table_of(SCENE, "Anne", "Bart", robots=["Rusty Nell"], pace=DAILY)
    asked = replace(table, actions=0, timing=replace(table.timing, asking=(1,)))
    shown = list(buttons(this_table_screen(asked, english(asked), ANNE, range(2))))
    assert len(shown) == 8
    assert {"Agree to pause", "Play on", "Leave game", "Close table"} <= set(shown)


def test_only_the_host_can_close_and_only_before_the_first_move():
    assert "Close table" not in buttons(about_the_table())
    table = table_of(SCENE, "Anne", "Bart", robots=["Rusty Nell"])
    fresh = replace(table, actions=0)
    assert pressed(this_table_screen(fresh, english(fresh), ANNE, ()), "Close table") == "close:k3x9qp"
    assert "Close table" not in buttons(this_table_screen(fresh, english(fresh), BART, ()))


def test_more_says_how_this_table_plays_and_what_it_is_called():
    read = text(behind_more())
    assert "- On a small island" in read
    assert "-# Find the Treasure, table `k3x9qp`" in read


def test_a_board_waits_for_nobody_when_its_game_is_over():
    table = table_of(digging(2, 0, 1), "Anne", "Bart", phase="over")
    assert "⏳" not in text(board_screen(table, english(table)))


def test_a_thread_is_called_after_game_and_table():
    table = table_of(SCENE, game=Puppet(title=_("Dig & Hide")))
    assert thread_name(table, english(table)) == "Dig & Hide, table k3x9qp"
    pod = PodInfo("cup", "Winter Cup", 2, 5, ("1", "2", "3"), show_up=600.0)
    at_a_tournament = table.with_record(pod=pod)
    assert thread_name(at_a_tournament, english(table)) == "Pod 5 · R2 · Winter Cup"


# With its picture


def drawn(scene=SCENE, opening=False, **told):
    """The board beside its picture."""
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"], **told)
    return board_screen(table, english(table), opening=opening, picture=PICTURE)


def test_beside_its_picture_it_says_what_happened_and_whose_turn_it_is_and_no_more():
    shown = drawn(digging(3, 1, news=_("It rained on {player}.", player=Player(0))))
    assert text(shown) == "It rained on **Anne**.\n**Bart** digs next"
    assert list(buttons(shown)) == ["My hand", "Scores", "More"]


def test_beside_its_picture_what_stops_the_game_comes_before_the_news_where_there_is_no_room_for_both():
    news = _("It rained all day long on everybody here but the parrot, the cook, her cat and the captain.")
    table = table_of(digging(3, 1, news=news), "Anne", "Bart", "Calico")
    paused = replace(table, timing=replace(table.timing, paused=5.0))
    read = text(board_screen(paused, english(paused), picture=PICTURE))
    assert "⏸️ Paused." in read
    assert "It rained" not in read


def test_at_the_end_the_board_says_who_has_won_and_leads_on():
    shown = drawn(digging(3, end=Outcome((1, 2, 3), (9, 5, 1))))
    assert text(shown) == "**Anne** wins. Yo-ho-ho!"
    assert list(buttons(shown)) == ["Rematch", "Scores", "More"]


def test_there_is_nothing_to_watch_before_anything_has_lain_on_the_table():
    bids = digging(3, 1, table=())
    begun = replace(bids, board=replace(bids.board, recap=None))
    assert "Watch" not in buttons(behind_more(begun))
    assert "Watch" in buttons(behind_more(bids)), "what has lain is remembered"
    assert "Watch" in buttons(behind_more())


@pytest.mark.parametrize("locale", ["en-US", "de", "fr", "it"])
def test_no_button_behind_more_is_alone_on_its_line(locale: str):
    table = table_of(SCENE, "Anne", "Bart", robots=["Rusty Nell"])
    reader = reader_for(table, locale)
    for shown in (more_screen(table, reader, ANNE), this_table_screen(table, reader, ANNE, [2])):
        rows = [len(piece["components"]) for piece in pieces(shown) if piece["type"] == ROW]
        assert len(rows) > 1
        assert min(rows) > 1


def test_that_there_is_no_shuffle_to_check_is_said_where_a_position_was_set_up_and_not_to_learners():
    set_up = table_of(SCENE).with_record(position={})
    assert "no shuffle to check" in text(more_screen(set_up, english(set_up), ANNE))
    course = set_up.with_record(learning=True)
    assert "no shuffle to check" not in text(more_screen(course, english(course), ANNE))
