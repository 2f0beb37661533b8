"""Planning the next move, as its player reads it and presses."""

from __future__ import annotations

from msgspec.structs import replace

from bot.screens import plans
from bot.screens.board import more_screen, this_table_screen
from bot.screens.hand import HandView, hand_in_words_screen, hand_screen
from bot.tables.model import Plan, PlannedMove, PlanOutcome
from games.contract import Choice, PlanMenu, Surprise
from games.text import Text, _
from tests.bot.screens.looking import buttons, lists, pressed, text
from tests.bot.screens.puppet import ANNE, BART, cards, digging, english, own_cards, table_of

FLOOD, RAIN, DARK = (
    Surprise("flood", _("the tide has come in"), fixed=True),
    Surprise("rain", _("it rains")),
    Surprise("dark", _("it is dark"), usual=False),
)
DRY = Surprise("rain", _("it is dry"))


def spades(count: int, *surprises: Surprise) -> PlanMenu:
    """Spades to dig with next."""
    choices = [Choice(f"s{at}", _("Spade {number}", number=at), f"dig s{at}", "♠️") for at in range(count)]
    return PlanMenu(_("Which spade will you take?"), tuple(choices), surprises)


WAITING = digging(3, 1, own=own_cards(3), plan=spades(3, FLOOD, RAIN, DARK))


def shown(plan: Plan | None = None, scene=WAITING, user: int = ANNE):
    """The hand of somebody who wants this done by itself."""
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"])
    table = replace(table, plans={} if plan is None else {0: plan})
    return hand_screen(HandView(table, user, english(table)))


def in_words(plan: Plan):
    """All that there is to say of the hand then."""
    table = replace(table_of(WAITING, "Anne", "Bart", robots=["Rusty Nell"]), plans={0: plan})
    return hand_in_words_screen(HandView(table, ANNE, english(table)))


def behind_more(plan: Plan | None = None, scene=WAITING, user: int = ANNE):
    """What stands behind More then."""
    table = table_of(scene, "Anne", "Bart", robots=["Rusty Nell"])
    table = replace(table, plans={} if plan is None else {0: plan})
    return more_screen(table, english(table), user)


def test_who_waits_can_plan_and_who_is_asked_plays():
    assert pressed(behind_more(), "Plan") == "plan:k3x9qp"
    assert "Plan" not in buttons(behind_more(user=BART))
    assert "Plan" not in buttons(behind_more(scene=digging(3, 1, own=own_cards(3))))
    assert "Plan" not in buttons(behind_more(user=999))


def test_what_comes_and_goes_between_moves_has_no_place_where_a_card_will_be():
    assert list(buttons(shown())) == ["More", "Words"]


def test_a_plan_stands_in_the_hand_with_what_would_cancel_it_and_ways_to_change_it():
    plan = Plan(move=PlannedMove("dig s2", _("Spade {number}", number=2), 5, (FLOOD, RAIN)))
    assert text(shown(plan)).count("📌 Planned: Spade 2") == 1
    assert "📌 Planned: Spade 2. Cancelled if: it rains" in text(in_words(plan)), (
        "the flood is taken for granted"
    )
    new = Plan(move=PlannedMove("dig s2", _("Spade {number}", number=2), 5, (DRY, DARK), only_if=True))
    assert "📌 Planned: Spade 2. Only if it is dry and it is dark." in text(in_words(new))
    granted = Plan(move=PlannedMove("dig s2", _("Spade {number}", number=2), 5, (FLOOD,), only_if=True))
    assert "📌 Planned: Spade 2\n" in text(in_words(granted))
    assert pressed(behind_more(plan), "Plan") == "plan:k3x9qp"
    table = replace(table_of(WAITING), plans={0: plan})
    again = plans.plan_screen(table, spades(3), english(table), 0)
    assert pressed(again, "Cancel plan") == "unplan:k3x9qp"
    assert "Cancel plan" not in buttons(plans.plan_screen(table, spades(3), english(table), 1))
    on_turn = digging(3, 0, 1, menus=(cards(5),), own=own_cards(5))
    assert pressed(behind_more(plan, on_turn), "Cancel plan") == "unplan:k3x9qp", "where none can be made"
    assert "📌 Planned: Spade 2\n" in text(shown(Plan(move=PlannedMove("dig s2", Text("Spade 2"), 5))))


def test_nobody_else_reads_it():
    plan = Plan(move=PlannedMove("dig s2", Text("Spade 2"), 5), told=PlanOutcome("forced", Text("Spade 1")))
    assert shown(plan, user=BART) == shown(None, user=BART)
    assert shown(plan, user=999) == shown(None, user=999)


def test_what_became_of_orders_is_told():
    spade = Text("Spade 2")
    for told, words in (
        (PlanOutcome("forced", spade), "🎬 Made for you, as you asked, since you had no choice: Spade 2"),
        (PlanOutcome("planned", spade), "🎬 Made for you, as you had planned: Spade 2"),
        (
            PlanOutcome("illegal", spade),
            "📌 Your plan (Spade 2) is off: the rules don't allow it now.",
        ),
        (
            PlanOutcome("unmet", spade, DRY.label),
            "📌 Not played: Spade 2. You wanted it only if it is dry.",
        ),
        (PlanOutcome("surprised", spade, RAIN.label), "📌 Your plan (Spade 2) was cancelled: it rains"),
    ):
        assert words in text(shown(Plan(told=told)))


def test_first_a_move_is_chosen():
    table = table_of(WAITING)
    first = plans.plan_screen(table, spades(3), english(table))
    assert "Only you see it." in text(first)
    assert "📌 Which spade will you take?" in text(first)
    assert pressed(first, "Spade 1") == "planned:k3x9qp:5:1"
    assert pressed(first, "Back") == "hand:k3x9qp"
    many = lists(plans.plan_screen(table, spades(25), english(table)))
    assert [option["value"] for option in many["plans:k3x9qp:5"]["options"]] == [str(at) for at in range(25)]


def test_a_plans_buttons_are_short_and_what_cannot_be_is_a_list():
    table = table_of(WAITING)
    long = Choice("far", _("The spade far over there"), "dig far", "♠️")
    brief = replace(long, short=_("Far"))
    near = spades(1).choices[0]
    buttoned = plans.plan_screen(table, PlanMenu(_("Which?"), (near, brief)), english(table))
    assert pressed(buttoned, "Far") == "planned:k3x9qp:5:1"
    listed = plans.plan_screen(table, PlanMenu(_("Which?"), (near, long)), english(table))
    assert list(buttons(listed)) == ["Back"]
    assert [option["label"] for option in lists(listed)["plans:k3x9qp:5"]["options"]] == [
        "Spade 0",
        "The spade far over there",
    ]


def test_then_on_which_conditions():
    table, offered = table_of(WAITING), spades(3, FLOOD, DRY, DARK)
    assert plans.usual_surprises(offered) == 0b011
    second = plans.plan_conditions_screen(
        table, offered, 5, 2, plans.usual_surprises(offered), english(table)
    )
    assert text(second) == "📌 Next: Spade 2. Only if it is dry."
    chooser = lists(second)["unless:k3x9qp:5:2"]
    assert [(option["value"], option.get("default", False)) for option in chooser["options"]] == [
        ("1", True),
        ("2", False),
    ]
    assert (chooser["min_values"], chooser["max_values"]) == (0, 2)
    assert pressed(second, "Plan it") == "order:k3x9qp:5:2:3"
    assert pressed(second, "Another move") == "plan:k3x9qp"
    free = plans.plan_conditions_screen(table, spades(3, DARK), 5, 2, 0, english(table))
    assert text(free) == "📌 Next: Spade 2"


def test_where_nothing_can_surprise_there_is_no_list():
    table = table_of(WAITING)
    assert lists(plans.plan_conditions_screen(table, spades(3), 5, 2, 0, english(table))) == {}
    assert lists(plans.plan_conditions_screen(table, spades(3, FLOOD), 5, 2, 0, english(table))) == {}


def test_forced_moves_have_a_switch_for_those_who_play():
    table = table_of(WAITING)
    assert pressed(this_table_screen(table, english(table), ANNE, ()), "Autoplay on") == "forced:k3x9qp:1"
    on = replace(table, plans={0: Plan(forced=True)})
    assert pressed(this_table_screen(on, english(on), ANNE, ()), "Autoplay off") == "forced:k3x9qp:0"
    assert "Autoplay on" in buttons(this_table_screen(on, english(on), BART, ()))
    assert not any("Autoplay" in label for label in buttons(more_screen(table, english(table), 999)))
