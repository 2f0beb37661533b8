"""Setting a tournament up: every page says what is chosen and comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from bot.i18n import Reader
from bot.pace import BLITZ, DAILY, DAY, HOUR, NONE, Pace
from bot.screens.tournaments import settings_text
from bot.screens.tournaments.choosing import Choosing, PageName
from bot.screens.tournaments.settings import page_named, window
from bot.screens.tournaments.settings_play import pod_range
from bot.screens.tournaments.setup import brought_along, setup
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.model import Range, TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Fill
from bot.tournaments.settings import default_settings, fitted_to_format
from bot.tournaments.setup_choices import AUTO, TIE_BREAK_ORDERS, no_shows_chosen
from bot.ui import custom_ids
from bot.ui.components import Modal, Screen
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import _
from tests.bot.screens.looking import buttons, lists, pressed, text
from tests.bot.screens.tournaments.making import change_from_choice
from tests.support.table_play import GAME

ENGLISH = Reader("en")
PAGES: tuple[PageName, ...] = get_args(PageName)
NOW = 1_796_151_600.0


def choosing(game: AnyGame, settings: TournamentSettings | None = None, **told: Any) -> Choosing:
    """A draft."""
    return Choosing(
        "+k3x9qp", game, settings or default_settings(game, "Evening cup"), "Europe/Berlin", **told
    )


def unusual(game: AnyGame) -> Iterator[TournamentSettings]:
    """Settings of which much is to be said."""
    for format in FORMATS:
        usual = default_settings(game, "W" * 60, format=format)
        yield usual
        yield default_settings(game, "Week by week", format=format, pace=DAILY)
        yield default_settings(game, "Ever", format=format, pace=NONE)
        how = replace(usual.how, fill=Fill.ROBOTS, rounds=7, tie_breaks=(), group_size=9)
        points = {size: tuple(range(9999, 9999 - size, -1)) for size in range(how.fewest, how.most + 1)}
        yield replace(
            usual,
            pace=Pace("own", 90.0, 7200.0),
            how=replace(how, points=points),
            absent="walk-over",
            by_hand=True,
            opens=NOW,
            starts=NOW + 1e6,
            check_in=1800.0,
            cap=512,
            roles=tuple(range(10**18, 10**18 + 25)),
            late=3,
            rated=False,
            description="*W* " * 100,
            prizes="<@&1>" * 40,
            house_rules="\n".join(["# W"] * 150),
            ping=10**18,
            tables_channel=10**18 + 1,
            champion_role=10**18 + 2,
            scheduled_event=True,
            ratings=Range(1000, 2000),
            games_played=Range(5),
            membership=Range(None, 86_400 * 365),
        )


def everything(now: Choosing, reader: Reader) -> Iterator[Screen | Modal]:
    """Every page, and every window that opens from it."""
    for page in PAGES:
        shown = setup(now, page, now.settings.roles, reader)
        yield shown
        for custom_id in (str(each["custom_id"]) for each in buttons(shown).values()):
            verb, parts = custom_ids.decode(custom_id)
            if verb == "twrite":
                opened = window(now, parts[1], reader)
                assert opened is not None
                yield opened


@pytest.mark.parametrize("slug", catalogue())
def test_whatever_a_list_or_button_offers_can_be_chosen_and_is_shown_as_chosen(slug: str) -> None:
    game = catalogue()[slug]
    seen = set[str]()
    for format in FORMATS:
        now = choosing(game, default_settings(game, "Evening cup", format=format))
        for page in PAGES:
            shown = setup(now, page, (), ENGLISH)
            assert now.settings.name in text(shown)
            for custom_id, offered in lists(shown).items():
                what = custom_ids.decode(custom_id)[1][1]
                seen.add(what)
                for option in offered.get("options", ()):
                    changes = change_from_choice(game, now.settings, what, [option["value"]])
                    after = choosing(game, replace(now.settings, **changes))
                    again = lists(setup(after, page, (), ENGLISH))[custom_id]
                    marked = [each["value"] for each in again["options"] if each.get("default")]
                    assert marked == [option["value"]]
            for button in buttons(shown).values():
                verb, parts = custom_ids.decode(button["custom_id"])
                if verb == "tput":
                    seen.add(parts[1])
                    assert (
                        replace(now.settings, **change_from_choice(game, now.settings, parts[1], [parts[2]]))
                        != now.settings
                        or parts[2] == AUTO
                    )
    assert {"format", "rounds", "preferred", "fewest", "most", "tie_breaks", "late", "pace"} <= seen
    assert {"fill", "rated", "by_hand", "absent"} <= seen


def test_the_overview_tells_rounds_and_length_for_several_numbers_of_entrants() -> None:
    shown = text(setup(choosing(catalogue()[GAME]), "all", (), ENGLISH))
    assert "3 rounds with 8 or 16 entrants, about " in shown
    assert "4 rounds with 32 entrants, about " in shown
    usual = default_settings(catalogue()[GAME], "Evening cup")
    shown = text(setup(choosing(catalogue()[GAME], replace(usual, cap=12)), "all", (), ENGLISH))
    assert "Rounds: 3, about " in shown, "the limit stands beside it"
    assert "entrants, about" not in shown


@pytest.mark.parametrize("slug", catalogue())
@pytest.mark.parametrize("format", FORMATS)
def test_an_overview_of_what_is_usual_is_short(slug: str, format: str) -> None:
    game = catalogue()[slug]
    settings = replace(default_settings(game, "Evening cup", format=format), starts=NOW)
    said = [line for line in text(setup(choosing(game, settings), "all", (), ENGLISH)).split("\n") if line]
    assert len(said) <= 10, said
    assert "- Each table waits" not in said


def test_what_is_not_as_usual_stands_in_the_overview() -> None:
    game = catalogue()[GAME]
    usual = default_settings(game, "Evening cup")
    for changes, line in (
        ({"rated": False}, "The games don't count for ratings."),
        ({"show_up": 1200.0}, "Each table waits up to 20 minutes for its players."),
        ({"drop_absent": False}, "Whoever doesn't come, or leaves"),
        ({"by_hand": True}, "The organiser draws each round"),
        ({"cap": 12}, "12 places"),
        ({"how": replace(usual.how, team_size=2)}, "Teams of 2"),
        ({"how": replace(usual.how, preferred=5)}, "Pods of 3 to 6, ideally 5"),
        ({"how": replace(usual.how, fill=Fill.ROBOTS)}, "Robots fill up pods of fewer than 3."),
        ({"champion_role": 7}, "The winner wears <@&7>"),
    ):
        assert line in text(setup(choosing(game, replace(usual, **changes)), "all", (), ENGLISH))
        assert line not in text(setup(choosing(game, usual), "all", (), ENGLISH))


@pytest.mark.parametrize("format", FORMATS)
def test_where_the_start_is_known_the_overview_says_when_it_ends(format: str) -> None:
    game = catalogue()[GAME]
    settings = replace(default_settings(game, "Cup", format=format), starts=NOW)
    days = settings.every > 0
    [*ends] = re.findall(
        r"ends about <t:(\d+):(.)>", text(setup(choosing(game, settings), "all", (), ENGLISH))
    )
    assert {style for _end, style in ends} == {"D" if days else "t"}
    assert all(int(end) > NOW + (14 * DAY if days else HOUR) for end, _style in ends)


def test_what_lasts_unusually_long_is_said_gently() -> None:
    game = catalogue()[GAME]

    def warned(**told: Any) -> bool:
        changes = told.pop("changes", {})
        settings = replace(default_settings(game, "Cup", **told), **changes)
        return "A long voyage" in text(setup(choosing(game, settings), "all", (), ENGLISH))

    assert not warned()
    assert not warned(format="league", pace=BLITZ)
    assert warned(format="league")  # three weeks a round
    assert warned(format="round-robin", changes={"cap": 32})  # eleven rounds in one sitting
    assert not warned(format="round-robin", changes={"cap": 8})


def test_a_name_that_speaks_of_another_day_than_the_start_is_asked_about() -> None:
    game = catalogue()[GAME]

    def read(name: str) -> str:
        settings = replace(default_settings(game, name), starts=NOW)  # a Tuesday in Berlin
        return text(setup(choosing(game, settings), "all", (), ENGLISH))

    assert "That start is a Tuesday. Does the name fit?" in read("Friday cup")
    assert "🗓️" in read("Freitagsrunde")
    for name in ("Evening cup", "Tuesday cup", "Dienstagsrunde", "Friday or Tuesday"):
        assert "🗓️" not in read(name)


def test_until_the_time_zone_is_known_nothing_but_that_is_asked() -> None:
    shown = setup(choosing(catalogue()[GAME], start="20:00", zone_known=False), "all", (), ENGLISH)
    assert [custom_ids.decode(each)[1][1] for each in lists(shown)] == ["zone"]
    assert buttons(shown) == {}
    assert text(shown).startswith("### 🏆 Evening cup\n🕰️ 20:00 where? Choose your time zone.\n")
    assert len(text(shown).split("\n")) == 3
    nowhere = setup(choosing(catalogue()[GAME], zone_known=False), "entry", (), ENGLISH)
    assert "your time zone" not in text(nowhere), "they never said one"
    other = setup(choosing(catalogue()[GAME], start="20:00", zone_known=False), "game", (), ENGLISH)
    assert "tset:+k3x9qp:zone" in lists(other)
    assert buttons(other)["Announce"]["disabled"]


def test_a_misfit_names_the_wait_and_every_page_that_says_it_offers_the_cure() -> None:
    game = catalogue()[GAME]
    usual = default_settings(game, "Evening cup")
    hasty = replace(usual, pace=DAILY, show_up=2 * DAY, round_lasts=3 * DAY)
    for page in PAGES:
        shown = setup(choosing(game, hasty), page, (), ENGLISH)
        assert "🔴 Up to 2 days of waiting and " in text(shown)
        assert "a round ends after 3 days" in text(shown)
        assert "tset:+k3x9qp:fit" in lists(shown)
    at_once = setup(choosing(game, replace(hasty, show_up=0.0)), "course", (), ENGLISH)
    assert "🔴 A game takes up to " in text(at_once)


def test_what_a_format_brings_with_it_is_said() -> None:
    game = catalogue()[GAME]
    usual = default_settings(game, "Evening cup")
    league = replace(usual, **change_from_choice(game, usual, "format", ["league"]))
    brought = brought_along(game, usual, league)
    assert brought is not None
    shown = text(setup(choosing(game, league, brought=brought), "rounds", (), ENGLISH))
    assert "↪️ League brings pace Daily and length Even keeled." in shown
    back = replace(league, **change_from_choice(game, league, "format", ["swiss"]))
    assert ENGLISH(brought_along(game, league, back) or _("")).startswith(
        "↪️ Swiss brings pace Blitz and length"
    )
    rounds = replace(usual, **change_from_choice(game, usual, "format", ["round-robin"]))
    assert brought_along(game, usual, rounds) is None


def test_what_is_impossible_is_said_with_the_reason() -> None:
    game = catalogue()[GAME]
    usual = default_settings(game, "Evening cup")
    few = replace(usual, how=EventOptions(fewest=6, preferred=6, most=6), cap=5)
    shown = setup(choosing(game, few, trouble=_("Too few players.")), "all", (), ENGLISH)
    assert "With 5 entrants it can't work: Too few players" in text(shown)
    assert "That won't work yet. Too few players." in text(shown)
    assert buttons(shown)["Announce"]["disabled"]


def test_only_a_draft_is_announced_and_from_every_page() -> None:
    game = catalogue()[GAME]
    for page in PAGES:
        assert pressed(setup(choosing(game), page, (), ENGLISH), "Announce") == "tannounce:+k3x9qp"
    announced = setup(choosing(game, announced=True), "all", (), ENGLISH)
    assert "Announce" not in buttons(announced)
    assert "Organiser's desk" in buttons(announced)


def test_moments_stand_in_the_window_as_they_can_be_typed() -> None:
    game = catalogue()[GAME]
    settings = replace(default_settings(game, "Evening cup"), starts=NOW)
    shown = window(choosing(game, settings), "entry", ENGLISH)
    assert shown is not None
    fields = {each["component"]["custom_id"]: each["component"] for each in shown.payload()["components"]}
    assert fields["starts"]["value"] == "2026-12-01 20:00"
    assert fields["name"]["value"] == "Evening cup"
    assert "value" not in fields["opens"]


def test_every_order_of_tie_breaks_fits_the_list() -> None:
    assert len(TIE_BREAK_ORDERS) == len(set(TIE_BREAK_ORDERS)) == 16


def test_an_unknown_page_is_the_overview_and_an_unknown_window_none() -> None:
    assert page_named("parrots") == "all"
    for what in ("parrots", "points.", "points.99", "points.-1"):
        assert window(choosing(catalogue()[GAME]), what, ENGLISH) is None


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("pace", [BLITZ, DAILY, NONE], ids=lambda pace: pace.name)
def test_no_page_has_more_than_ninety_words(form: str, pace: Pace) -> None:
    for game in catalogue().values():
        usual = default_settings(game, "Evening cup", format=form, pace=pace)
        own = {size: tuple(range(60, 60 - size, -1)) for size in pod_range(usual.how)}
        timed = replace(usual, starts=NOW + 1e6, check_in=1800.0, cap=16, how=replace(usual.how, points=own))
        for settings in (usual, fitted_to_format(timed)):
            for page in PAGES:
                shown = setup(choosing(game, settings), page, (), ENGLISH)
                assert len(re.findall(r"\S*\w\S*", text(shown))) <= 90, (page, text(shown))


@pytest.mark.parametrize("form", FORMATS)
def test_no_page_says_what_its_lists_show(form: str) -> None:
    game = catalogue()[GAME]
    settings = default_settings(game, "Evening cup", format=form, pace=DAILY)
    for page in PAGES:
        shown = setup(choosing(game, settings), page, (), ENGLISH)
        # What a format is, its name alone does not say.
        others = [each for id, each in lists(shown).items() if not id.endswith(":format")]
        for chosen in (
            option["label"] for each in others for option in each["options"] if option.get("default")
        ):
            assert chosen.rpartition(": ")[2] not in text(shown), (page, chosen)


def offered(settings: TournamentSettings, page: PageName, what: str) -> dict[str, str]:
    """What this list of the page offers, by value; nothing if the page has no such list."""
    shown = lists(setup(choosing(catalogue()[GAME], settings), page, (), ENGLISH))
    found = [each for id, each in shown.items() if id.endswith(f":{what}")]
    return {option["value"]: option["label"] for each in found for option in each["options"]}


def in_format(form: str, **how: Any) -> TournamentSettings:
    """What is usual for this format, but for these options of the draw."""
    usual = default_settings(catalogue()[GAME], "Evening cup", format=form)
    return replace(usual, how=replace(usual.how, **how))


def test_late_entry_is_offered_for_rounds_in_which_somebody_can_enter() -> None:
    assert offered(in_format("knock-out"), "entry", "late") == {}
    assert offered(in_format("swiss", rounds=1), "entry", "late") == {}
    assert list(offered(in_format("swiss", rounds=4), "entry", "late")) == ["0", "2", "3", "4"]
    assert len(offered(in_format("swiss"), "entry", "late")) == 24
    assert list(offered(in_format("groups", rounds=2), "entry", "late")) == ["0", "2"]


def test_late_entry_that_was_stored_for_a_knock_out_is_not_promised_and_can_be_taken_back() -> None:
    stored = replace(in_format("knock-out"), late=3)
    assert list(offered(stored, "entry", "late")) == ["0", "3"]
    assert not any("Late entry" in ENGLISH(line) for line in settings_text.entry_in_lines(stored))
    long = replace(in_format("swiss", rounds=3), late=9)
    assert "Late entry: until round 3 is drawn." in map(ENGLISH, settings_text.entry_in_lines(long))


@pytest.mark.parametrize(
    ("form", "rounds", "lists_them"), [("knock-out", None, 2), ("swiss", 1, 2), ("swiss", 3, 3)]
)
def test_who_misses_rounds_drops_out_only_where_there_are_rounds_of_everybody(
    form: str, rounds: int | None, lists_them: int
) -> None:
    there = offered(in_format(form, rounds=rounds), "course", "no_shows")
    assert len(there) == lists_them
    assert any("two rounds" in label for label in there.values()) == (lists_them == 3)
    for settings in (
        in_format(form, rounds=rounds),
        replace(in_format(form, rounds=rounds), drop_absent=False),
    ):
        assert no_shows_chosen(settings) in offered(settings, "course", "no_shows")
