"""A new format is a module and its name in the catalogue: all else asks the format."""

from __future__ import annotations

import pytest
from msgspec import structs

from bot.i18n import Reader
from bot.screens.tournaments.announcement import announcement
from bot.screens.tournaments.choosing import Choosing
from bot.screens.tournaments.setup import setup
from bot.tournaments.actions import Begin
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.formats.contract import Format
from bot.tournaments.formats.engine import missing, standings
from bot.tournaments.model import Tournament, from_row, to_row
from bot.tournaments.pairing.event import Event, EventOptions, Round, Stage
from bot.tournaments.pairing.layouts import layout
from bot.tournaments.pairing.seating import by_lot, draw_label, history, seated_round
from games.text import Text, _
from tests.bot.screens.looking import lists, text
from tests.bot.screens.tournaments.making import change_from_choice
from tests.bot.tournaments.conftest import HOUR, Evening
from tests.bot.tournaments.pairing.evening import recompute

ENGLISH = Reader("en")


class Lottery(Format):
    """Who sits with whom is drawn by lot, whatever the points and the meetings."""

    tag = "lottery"
    name = _("Pirates' lottery")
    stage = Stage.SWISS
    no_late_entry = _("All tickets are sold.")

    def describe(self, options: EventOptions) -> Text:
        """Who meets whom."""
        return _("Pirates' lottery: every pod is drawn by lot.")

    def usual_rounds(self, options: EventOptions, entrants: int) -> int:
        """Two tickets each."""
        return 2

    def next_round(self, event: Event, draw: int) -> Round:
        """By lot alone."""
        number = len(event.rounds) + 1
        people = by_lot(event, event.playing(number), draw_label(number, draw))
        laid = layout(len(people), event.options)
        pods, at = list[list[str]](), 0
        for size in laid.people:
            pods.append(people[at : at + size])
            at += size
        return seated_round(event, self.stage, pods, people[at:], history(event.rounds), draw)


@pytest.fixture
def lottery(monkeypatch: pytest.MonkeyPatch) -> Format:
    """A sixth format is there."""
    format = Lottery()
    monkeypatch.setitem(FORMATS, format.tag, format)
    return format


def in_its_channel(t: Tournament) -> str:
    """What its announcement says."""
    plan = FORMATS[t.settings.how.format].plan(t.settings.how, len(t.playing))
    shown = announcement(t, ENGLISH, now=0.0, unix=lambda at: at, plan=plan, lately=(), links={})
    return text(shown)


async def test_an_invented_format_is_set_up_announced_and_played(evening: Evening, lottery: Format) -> None:
    t = await evening.announced(late=2, show_up=2 * HOUR, how={"fewest": 3})
    page = setup(Choosing(t.id, t.game, t.settings, "UTC"), "rounds", (), ENGLISH)
    offered = {option["value"] for each in lists(page).values() for option in each["options"]}
    assert lottery.tag in offered
    changes = change_from_choice(t.game, t.settings, "format", [lottery.tag])
    assert changes["late"] == 0
    chosen = structs.replace(t.settings, **changes)
    page = text(setup(Choosing(t.id, t.game, chosen, "UTC"), "rounds", (), ENGLISH))
    assert "Pirates' lottery: every pod is drawn by lot." in page
    assert "2 rounds with 8, 16 or 32 entrants" in page

    t = await evening.announced(lottery.tag, show_up=2 * HOUR, how={"fewest": 3})
    t = await evening.join(t, *range(101, 109))
    assert "- Pirates' lottery: every pod is drawn by lot." in in_its_channel(t)
    await evening.act(t, Begin())
    t = await evening.played(t)
    event = t.record.event
    assert event is not None
    assert (t.phase, len(event.rounds), missing(event)) == ("over", 2, ())
    assert await evening.tournament_service.standings(t) == standings(event)
    assert recompute(event).differs_from is None
    assert [line.place for line in standings(event)] == list(range(1, 9))


async def test_a_tournament_of_a_format_that_is_no_more_cannot_be_read(
    evening: Evening, lottery: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = await evening.announced(lottery.tag)
    assert from_row(to_row(t)).settings.how.format == lottery.tag
    monkeypatch.delitem(FORMATS, lottery.tag)
    with pytest.raises(ValueError, match="there is no tournament format 'lottery'"):
        from_row(to_row(t))
    there = await evening.announced()
    assert [each.id for each in await evening.tournament_service.tournaments_in(t.guild)] == [there.id]
