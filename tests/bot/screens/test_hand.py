"""The hand, as its player reads it and presses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.screens.hand import HandView, hand_in_words_screen, hand_screen
from bot.tables.lessons import Teaching
from bot.tables.model import Plan, PlannedMove, PlanOutcome
from bot.ui import components as ui
from bot.ui.components import PRIMARY, SECONDARY, SUCCESS, Accent
from games.contract import BUTTON, Choice, Lesson, Menu, Outcome, PlanMenu, Slot
from games.text import Player, Text, _
from games.thinking.hints import Hint
from tests.bot.screens.looking import PICTURE, buttons, lists, pressed, text
from tests.bot.screens.puppet import (
    ANNE,
    BART,
    Puppet,
    Scene,
    Shown,
    cards,
    digging,
    english,
    own_cards,
    table_of,
)


def shown(scene, user=ANNE, chosen=(), notice: Text | None = None, **told):
    """The hand of somebody at a table of Anne, Bart and a robot."""
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"], **told)
    return hand_screen(HandView(table, user, english(table), chosen, notice))


MY_TURN = digging(3, 0, menus=(cards(7, 2, 3),), own=own_cards(7))


def test_cards_are_buttons_in_the_order_of_the_hand():
    labels = [label for label in buttons(shown(MY_TURN)) if label.startswith("Spade")]
    assert labels == ["Spade 0", "Spade 1", "Spade 4", "Spade 5", "Spade 6"]
    assert buttons(shown(MY_TURN))["Spade 0"]["emoji"] == {"name": "♠️"}


def test_a_button_names_its_card_by_number_only():
    assert pressed(shown(MY_TURN), "Spade 5") == "pick:k3x9qp:d1:0:5"


def test_what_happened_is_read_first_then_the_question_and_the_table_after_it():
    read = text(shown(digging(3, 0, menus=(cards(7, 2, 3),), own=own_cards(7), news=RAIN)))
    assert read.index("It rained") < read.index("👉 Which spade?") < read.index("**Day 2 of 7**")


def test_cards_are_not_said_twice_when_they_are_buttons():
    assert "Your spades" not in text(shown(digging(3, 0, menus=(cards(7),), own=own_cards(7))))
    assert "Spade 2" in text(shown(MY_TURN)), "one that may not be played has no button"


def test_cards_are_said_in_words_when_the_buttons_are_something_else():
    bids = Menu(_("How many?"), (Choice("0", _("None"), "bid 0", kind="number"),))
    read = text(shown(digging(3, 0, menus=(bids,), own=own_cards(3))))
    assert "**Your spades**: Spade 0, Spade 1 and Spade 2" in read


def test_whoever_waits_sees_cards_and_who_is_awaited_and_no_button_to_play():
    waiting = shown(MY_TURN, BART)
    assert "**Anne** digs next" in text(waiting)
    assert "Spade 0, Spade 1" in text(waiting)
    assert list(buttons(waiting)) == ["More", "Words"]
    assert lists(waiting) == {}


def test_the_colour_tells_too_whose_turn_it_is():
    assert shown(MY_TURN).container.accent_color == Accent.GREEN
    assert shown(MY_TURN, BART).container.accent_color == Accent.GREY


def test_a_choice_that_may_still_be_changed_is_offered_to_somebody_nobody_waits_for():
    scene = digging(3, 1, asked=(0, 1), menus=(cards(3),), own=own_cards(3))
    assert pressed(shown(scene), "Spade 1") == "pick:k3x9qp:d1:0:1"
    assert shown(scene).container.accent_color == Accent.GREY


def test_the_table_is_there_to_decide_from():
    read = text(shown(MY_TURN))
    assert "**Day 2 of 7**\n**Anne** has found a boot\n" in read
    assert "⏳ **Anne** (🚩 leads): 0 holes · **Bart**: 1 hole · 🤖 **Rusty Nell**: 2 holes" in read


def test_in_words_the_essential_stays_where_there_is_no_room_for_all():
    said = "word " * 90
    choices = [
        Choice(f"c{at}", _("To the far side of the isle"), f"go {at}", short=Text(f"{at}")) for at in range(3)
    ]
    scene = digging(
        3, 0, menus=(Menu(Text("Where?"), tuple(choices)),), own=replace(own_cards(3), note=Text(said))
    )
    read = text(shown(scene))
    assert said.strip() in read
    assert "0: To the far side of the isle · " in read
    assert "Bart" not in read, "how all stand is on the page behind Words"
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"])
    assert "**Bart**: 1 hole" in text(hand_in_words_screen(HandView(table, ANNE, english(table))))


def test_whose_turn_it_is_is_said_to_those_who_wait_and_not_twice_to_the_one_who_is_asked():
    assert "digs next" not in text(shown(MY_TURN))
    assert "**Anne** digs next" in text(shown(MY_TURN, BART))


def test_a_notice_comes_first():
    read = text(shown(MY_TURN, notice=_("Too late for that.")))
    assert read.startswith("Too late for that.")


def test_the_second_step_asks_its_own_question_and_has_a_way_back():
    how = Menu(
        _("With a spoon?"),
        (Choice("y", _("Yes"), "dig s1 y", kind="confirm"), Choice("n", _("No"), "dig s1 n")),
    )
    second = shown(digging(3, 0, menus=(cards(3), how), own=own_cards(3)), chosen=("s1",))
    assert "👉 With a spoon?" in text(second)
    assert pressed(second, "No") == "pick:k3x9qp:d1:1:1"
    assert pressed(second, "Back") == "back:k3x9qp:d1"
    assert "Back" not in buttons(shown(MY_TURN))


def test_fifteen_choices_are_buttons_and_more_are_a_list():
    assert len(buttons(shown(digging(3, 0, menus=(cards(15),))))) == 17
    many = shown(digging(3, 0, menus=(cards(25, 4),)))
    chooser = lists(many)["picks:k3x9qp:d1:0"]
    assert [offer["value"] for offer in chooser["options"]] == [str(at) for at in range(25) if at != 4]
    assert chooser["placeholder"] == "Choose from this list", "what is asked stands above it, once"
    assert text(many).count("Which spade?") == 1


def test_the_end_is_told_to_each_player():
    over = digging(3, end=Outcome((1, 2, 3), (50, 10, -40)))
    assert "🎉 You have won!" in text(shown(over))
    assert "You came second." in text(shown(over, BART))
    assert "🥉 Place 3: 🤖 **Rusty Nell**, −40 points" in text(shown(over))
    assert "-# **Yesterday** · It rained. · **Bart** got wet." in text(shown(over))
    assert pressed(shown(over), "Rematch") == "rematch:k3x9qp"


def test_what_a_press_after_the_end_came_to_is_said_above_it_also_when_it_was_a_course():
    over, late = digging(3, end=Outcome((1, 2, 3), (50, 10, -40))), _("This game is over.")
    table = table_of(over, "Anne", "Bart", robots=["Rusty Nell"])
    for end in (table, table.with_record(learning=True)):
        assert text(hand_screen(HandView(end, ANNE, english(end), (), late))).startswith("This game is over.")


def test_before_the_deal_and_after_the_close_there_are_no_cards():
    assert "press Start in the lobby" in text(shown(None))  # Anne is the host
    assert "the host still has to press Start" in text(shown(None, BART))
    assert "This table has closed." in text(shown(MY_TURN, phase="closed"))


def test_whoever_only_watches_sees_no_cards():
    watched = shown(MY_TURN, user=999)
    assert "Spade" not in text(watched)
    assert list(buttons(watched)) == ["Log", "More"]


# With its picture


def drawn(scene=MY_TURN, user=ANNE, chosen=(), notice: Text | None = None, plan: Plan | None = None, **told):
    """The hand beside its picture."""
    table = table_of(scene, *told.pop("names", ("Anne", "Bart")), robots=["Rusty Nell"])
    table = replace(table, plans={} if plan is None else {0: plan})
    return hand_screen(HandView(table, user, english(table), chosen, notice, **told), PICTURE)


RAIN = _("It rained on {player}.", player=Player(1))


def test_beside_its_picture_stand_what_happened_and_what_to_do_and_nothing_twice():
    assert text(drawn(digging(3, 0, menus=(cards(3),), own=own_cards(3), news=RAIN))) == (
        "It rained on **Bart**.\n👉 Which spade?"
    )
    assert (
        text(drawn(digging(3, 1, own=own_cards(3), news=RAIN)))
        == "It rained on **Bart**.\n**Bart** digs next"
    )


def test_the_answer_to_a_press_stands_in_the_place_of_the_news():
    scene = digging(3, 0, menus=(cards(3),), own=own_cards(3), news=RAIN)
    assert text(drawn(scene, notice=_("That decision has passed."))) == (
        "That decision has passed.\n👉 Which spade?"
    )


def test_what_became_of_an_order_is_news_and_a_plan_stands_below():
    made = PlanOutcome("forced", Text("Spade 2"))
    assert text(drawn(plan=Plan(told=made))).startswith("🎬 Made for you")
    plan = Plan(move=PlannedMove("dig s2", Text("Spade 2"), 5))
    assert text(drawn(digging(3, 1, own=own_cards(3)), plan=plan)).endswith("-# 📌 Planned: Spade 2")


def test_what_cannot_be_played_is_dimmed_in_the_picture_and_no_button_and_numbers_stay():
    shown = drawn()
    assert "Spade 2" not in buttons(shown)
    assert pressed(shown, "Spade 4") == "pick:k3x9qp:d1:0:4"


def rows(screen) -> list[list[dict]]:
    """The buttons line by line."""
    return [piece["components"] for piece in screen.payload()[0]["components"] if piece["type"] == 1]


def test_more_stands_first_in_the_last_line_where_no_card_comes_or_goes():
    waits = digging(3, 1, own=own_cards(3), plan=PlanMenu(_("Which?"), (Choice("s1", _("One"), "dig s1"),)))
    for shown_now in (drawn(), drawn(waits)):
        assert [button["label"] for button in rows(shown_now)[-1]] == ["More"]


def test_buttons_stand_in_rows_that_a_telephone_does_not_break():
    assert [len(row) for row in rows(drawn())] == [3, 2, 1]


@pytest.fixture
def keeping(monkeypatch):
    """A game whose buttons stay where they are: two of six cards are gone."""
    choices = [Choice(f"s{at}", Text(f"Spade {at}"), f"dig s{at}", "♠️", kind="card") for at in range(6)]
    slots = tuple(Slot(choice, at < 4) for at, choice in enumerate(choices))
    monkeypatch.setattr(Puppet, "slots", lambda _game, _seen: slots)


@pytest.mark.usefixtures("keeping")
def test_a_card_keeps_its_place_for_a_round_whether_it_can_be_played_or_not_or_is_gone():
    asked, waits = drawn(digging(3, 0, menus=(cards(4, 2),), own=own_cards(4))), drawn(digging(3, 1))
    gone = "\N{BRAILLE PATTERN BLANK}" * 8  # as wide as an emoji and "Spade 4"
    for shown_now, playable in ((asked, [0, 1, 3]), (waits, [])):
        places = [button for row in rows(shown_now)[:-1] for button in row]
        assert [each["label"] for each in places] == [*(f"Spade {at}" for at in range(4)), gone, gone]
        assert [at for at, each in enumerate(places) if not each.get("disabled")] == playable
        assert [each["style"] for each in places] == [PRIMARY] * 4 + [SECONDARY] * 2


def test_the_lines_of_buttons_stay_those_of_the_full_hand_when_wide_ones_are_gone(monkeypatch):
    wide = [Choice(f"s{at}", Text("12"), f"dig s{at}", "🏴‍☠️", kind="card") for at in range(10)]

    def lines(gone: int) -> list[int]:
        held = tuple(Slot(choice, at >= gone) for at, choice in enumerate(wide))
        monkeypatch.setattr(Puppet, "slots", lambda _game, _seen: held)
        return [len(row) for row in rows(drawn(digging(3, 1)))]

    assert [lines(gone) for gone in range(1, 11)] == [lines(0)] * 10


@pytest.mark.usefixtures("keeping")
def test_buttons_in_text_mode_stand_where_those_beside_a_picture_do():
    asked = digging(3, 0, menus=(cards(4, 2),), own=own_cards(4))
    assert rows(shown(asked))[:-1] == rows(drawn(asked))[:-1]
    assert [button["label"] for button in rows(shown(asked))[-1]] == ["More", "Words"]


@pytest.mark.usefixtures("keeping")
def test_other_choices_stand_in_as_many_lines_as_the_cards():
    bids = Menu(_("How many?"), tuple(Choice(str(at), Text(str(at)), f"bid {at}") for at in range(4)))
    asked, waits = drawn(digging(3, 0, menus=(bids,), own=own_cards(6))), drawn(digging(3, 1))
    assert len(rows(asked)) == len(rows(waits))
    one = Menu(_("Seen?"), (Choice("yes", _("Seen"), "seen"),))
    last = rows(drawn(digging(3, 0, menus=(one,), own=own_cards(6))))
    assert [button["label"] for button in last[0]] == ["Seen"]
    assert last[1:] == rows(waits)[1:], "below it the cards stay where they are"


@pytest.mark.usefixtures("keeping")
def test_in_text_mode_cards_are_said_in_words_while_a_bid_stands_in_their_place():
    bids = Menu(_("How many?"), tuple(Choice(str(at), Text(str(at)), f"bid {at}") for at in range(4)))
    asked = digging(3, 0, menus=(bids,), own=replace(own_cards(4), note=Text("word " * 200)))
    assert "**Your spades**: Spade 0, Spade 1, Spade 2 and Spade 3" in text(shown(asked))
    assert "Your spades" not in text(drawn(asked)), "the picture shows them"
    assert "Your spades" not in text(shown(digging(3, 1, own=own_cards(4)))), "the buttons are the cards"


def test_the_picture_has_the_same_room_whatever_is_said_beside_it():
    table = table_of(
        digging(3, 0, menus=(cards(3),), own=own_cards(3)), "Anne", "Bart", robots=["Rusty Nell"]
    )
    view = HandView(table, ANNE, english(table))
    brief = view.beside.room
    assert brief == replace(view, notice=_("That decision has passed.")).beside.room
    lesson = Teaching(Lesson("one", Text("What a trick is, told at length, " * 20)))
    assert replace(view, teaching=lesson).beside.room < brief, "what is learned has to be in sight, too"


def test_names_are_cut_only_where_there_are_no_lines_left():
    names = ("Anne Bonny of Cork", "Bartholomew Roberts")
    rained = Text("It rained on {player}.", {"player": Player(1)})
    assert "Bartholomew Roberts" in text(drawn(digging(3, 0, menus=(cards(3),), news=rained), names=names))
    poured = Text("It rained on {player}" + " and poured" * 24 + ".", {"player": Player(1)})
    long = Menu(Text("Which spade?" + " And which one else?" * 3), cards(3).choices)
    assert "Roberts" not in text(drawn(digging(3, 0, menus=(long,), news=poured), names=names))


def test_a_chosen_bid_looks_chosen():
    bids = Menu(
        _("How many?"),
        (
            Choice("0", _("None"), "bid 0", short=Text("0"), kind="number"),
            Choice("1", _("One"), "bid 1", short=Text("1"), kind="number", chosen=True),
        ),
    )
    there = buttons(drawn(digging(3, 1, asked=(0, 1), menus=(bids,), own=own_cards(3))))
    assert (there["1"]["style"], there["1"]["disabled"]) == (SUCCESS, True)
    assert there["0"].get("disabled") is None


def test_choices_beside_a_picture_may_stand_in_its_order_and_keep_their_numbers():
    ships = Menu(
        _("Which ship?"),
        tuple(Choice(name, Text(name), f"to {name}", place=place) for name, place in (("b", -1), ("a", -2))),
    )
    there = buttons(drawn(digging(3, 0, menus=(ships,), own=own_cards(3))))
    assert [label for label in there if label in "ab"] == ["a", "b"]
    assert [there[name]["custom_id"].rsplit(":", 1)[1] for name in "ab"] == ["1", "0"]


def test_in_the_middle_of_a_choice_the_way_back_stands_beside_more():
    steps = digging(3, 0, menus=(cards(3), cards(2)), own=own_cards(3))
    assert [button["label"] for button in rows(drawn(steps, chosen=("s1",)))[-1]] == ["More", "Back"]


def test_a_name_on_a_button_is_cut_so_that_the_button_stays_short():
    whom = Menu(_("Whom?"), (Choice("1", _("To {player}", player=Player(1)), "to 1", "🦜"),))
    label = next(iter(buttons(drawn(digging(3, 0, menus=(whom,)), names=("Anne", "Bartholomew Roberts")))))
    assert label.startswith("To Bart")
    assert len(label) + len("🦜 ") <= BUTTON


def test_with_the_first_picture_there_is_a_word_of_text_mode():
    offered = drawn(offers_text=True)
    assert pressed(offered, "Text mode") == "textmode:k3x9qp"
    table = table_of(MY_TURN)
    in_words = hand_screen(HandView(table, ANNE, english(table), offers_text=True))
    assert "Text mode" not in buttons(in_words), "in words there is nothing to offer"


def test_whoever_knows_nothing_of_a_game_is_told_which_it_is_where_there_is_room():
    lesson, long = Lesson("one", _("What a trick is.")), Lesson("two", _("word " * 40))
    assert "\n🎓 Find the Treasure. What" in text(drawn(teaching=Teaching(lesson, offers_course=True)))
    assert "\n🎓 What" in text(drawn(teaching=Teaching(lesson)))
    assert "\n🎓 word" in text(drawn(teaching=Teaching(long, offers_course=True)))


def test_a_lesson_stands_below_the_picture_and_above_the_buttons():
    screen = drawn(teaching=Teaching(Lesson("one", _("What a trick is."))))
    prompt, picture, lesson, *rows = screen.container.components
    assert isinstance(prompt, ui.TextBlock)
    assert isinstance(picture, ui.Gallery)
    assert isinstance(lesson, ui.TextBlock)
    assert (prompt.content, lesson.content) == ("👉 Which spade?", "🎓 What a trick is.")
    assert all(isinstance(each, ui.Row) for each in rows)


def test_a_hint_stands_in_the_place_of_a_lesson_and_leaves_the_way_to_learn():
    teaching = Teaching(Lesson("one", _("What a trick is.")), offers_course=True)
    shown = drawn(teaching=teaching, hint=Hint(None, _("Dig.")))
    assert text(shown).startswith("💡 Dig.")
    assert "What a trick is." not in text(shown)
    assert "Learn it" in buttons(shown)


def test_in_text_mode_what_has_just_been_is_told_where_nothing_lies_on_the_table():
    told = "**Yesterday** · It rained. · **Bart** got wet."
    assert told in text(shown(digging(3, 0, table=())))
    assert told not in text(shown(digging(3, 0))), "what lies there is newer"
    assert told not in text(shown(digging(3, 0, table=(), news=_("It rained.")))), "it is said already"


def test_all_of_it_is_one_press_away_in_words_to_be_read_and_left_again():
    table = table_of(MY_TURN, "Anne", "Bart", robots=["Rusty Nell"])
    read = hand_in_words_screen(HandView(table, ANNE, english(table)))
    assert "**Your spades**: Spade 0, Spade 1" in text(read)
    assert "-# **Yesterday** · It rained. · **Bart** got wet." in text(read)
    assert "👉 Which spade?" in text(read)
    assert {label: button["custom_id"] for label, button in buttons(read).items()} == {
        "Back": "hand:k3x9qp",
        "Scores": "sheet:k3x9qp",
    }


def test_the_end_beside_its_picture_is_who_won_and_ones_own_place():
    over = drawn(digging(3, end=Outcome((1, 2, 3), (50, 10, -40))), user=BART)
    assert text(over) == "**Anne** wins. Yo-ho-ho!\nYou came second."
    won = drawn(digging(3, end=Outcome((1, 2, 3), (50, 10, -40))), user=ANNE)
    assert text(won) == "🎉 You have won!", "nobody is told of their win twice"
    shared = drawn(digging(3, end=Outcome((1, 1, 3), (50, 50, -40))), user=ANNE)
    assert text(shared) == "**Anne** and **Bart** share the win. Yo-ho-ho!\n🎉 You have won!"
    assert list(buttons(over)) == ["Rematch", "Replay", "More"]


class Asking(Puppet):
    """A puppet with two moves."""

    def observe(self, state: Scene, seat: int | None) -> Shown:
        return replace(super().observe(state, seat), legal=("dig 0", "dig 1"))


def test_a_hint_is_offered_where_something_is_left_to_choose_not_to_say_yes():
    sure = Menu(_("Sure?"), (Choice("yes", _("Yes"), "dig 0"),))
    scene = digging(3, 0, menus=(cards(3), sure), own=own_cards(3))
    table = table_of(scene, "Anne", "Bart", "Cora", game=Asking(), rated=False)
    asked = buttons(hand_screen(HandView(table, ANNE, english(table)), PICTURE))
    assert {"Spade 0", "Hint"} <= set(asked)
    confirming = buttons(hand_screen(HandView(table, ANNE, english(table), ("0",)), PICTURE))
    assert "Yes" in confirming
    assert "Hint" not in confirming
