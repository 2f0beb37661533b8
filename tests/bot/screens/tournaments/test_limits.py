"""However many enter, whatever they are called, in whatever language: Discord takes every screen."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Reader
from bot.pace import DAY, HOUR, Pace
from bot.screens.tournaments.announcement import announcement
from bot.screens.tournaments.calls import MOST_MENTIONS, action_notice, check_in_call, moved_up_call
from bot.screens.tournaments.round_messages import called_off, final_standings, pods, standings
from bot.tournaments.formats import engine
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.formats.engine import plan
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.pairing.event import EventOptions, PairingError
from bot.ui.components import Screen
from games.catalogue import catalogue
from games.text import Text
from tests.bot.screens import extremes
from tests.bot.screens.looking import text
from tests.bot.screens.puppet import Puppet
from tests.bot.screens.tournaments.making import (
    NOW,
    announced,
    begun,
    by_chance,
    drawn,
    opened,
    played,
    replaced,
    unix,
)
from tests.support.examples import examples

SNOWFLAKE = 1_234_567_890_123_456_789
LINK = f"https://discord.com/channels/{SNOWFLAKE}/{SNOWFLAKE}"
LONG = "Captain Barnacle Beard the Bold {number}"
"""A name of 32 characters and more."""
TALKATIVE = TournamentSettings(
    "*" * 60,
    pace=Pace("own", 14 * DAY - 1, 14 * DAY - 61, DAY - 1),
    how=EventOptions(points={4: (1000, 500, 250, 125), 5: (1000, 500, 250, 125, 62)}, go_on=2),
    absent="walk-over",
    show_up=DAY - 61,
    round_lasts=14 * DAY - 61,
    between=HOUR + 61,
    opens=NOW - 60,
    starts=NOW + DAY,
    check_in=HOUR + 61,
    cap=512,
    roles=tuple(SNOWFLAKE + at for at in range(10)),
    late=3,
)
"""As much to say as there can be."""


def names(count: int, star: str = "") -> tuple[str, ...]:
    """So many of the longest names; `star`: all of this sign."""
    return tuple(star * 32 or LONG.format(number=number)[-32:] for number in range(count))


def everything(tournament: Tournament, reader: Reader, lately: tuple[Text, ...] = ()) -> Iterator[Screen]:
    """Every public message, from the announcement to the end of a tournament of two rounds."""

    def announced_now(there: Tournament) -> Screen:
        try:
            planned = plan(there.settings.how, len(there.entrants))
        except PairingError:
            planned = None
        links = dict.fromkeys(["round 1", "round 2", "final"], LINK)
        return announcement(there, reader, now=NOW, unix=unix, plan=planned, lately=lately, links=links)

    def round_now(there: Tournament, number: int) -> Screen:
        round = there.published_round(number)
        assert round is not None
        tables = {pod.number: LINK for pod in round.pods}
        return pods(there, round, reader, unix=unix, tables=tables)

    yield announced_now(tournament)
    yield announced_now(replaced(tournament, checking_in=True, trouble="too-few"))
    yield announced_now(replaced(tournament, "cancelled"))
    users = [SNOWFLAKE + at for at in range(MOST_MENTIONS)]
    yield check_in_call(tournament, users, reader)
    yield moved_up_call(replaced(tournament, checking_in=True), users, reader)
    yield from (action_notice(tournament, deed, [SNOWFLAKE] * 2, 10**12, reader) for deed in lately)
    yield called_off(tournament, 99, reader)
    there = begun(tournament)
    for number in (1, 2):
        there = drawn(there)
        yield announced_now(there)
        yield round_now(there, number)
        there = played(opened(there), 1)
        yield announced_now(replaced(there, paused=1.0))
        yield round_now(there, number)
        there = played(there, None, by_chance)
        yield announced_now(there)
        yield round_now(there, number)
        assert there.record.event is not None
        yield standings(there, engine.standings(there.record.event), number, reader)
        if engine.is_over(there.record.event):
            break
    assert there.record.event is not None
    over = replaced(there, "over")
    yield announced_now(over)
    yield final_standings(over, engine.standings(there.record.event), reader)


@examples(25)
@given(
    st.integers(3, 24),
    st.lists(extremes.names, min_size=24, max_size=24),
    st.text(min_size=1, max_size=60),
    extremes.texts(100),
    st.lists(extremes.texts(120), max_size=12),
    st.lists(extremes.texts(900), max_size=5),
    st.sampled_from(list(FORMATS)),
)
def test_every_message_fits_whatever_people_games_and_tournaments_are_called(
    count: int,
    called: list[str],
    name: str,
    title: Text,
    described: list[Text],
    deeds: list[Text],
    format: str,
) -> None:
    game = Puppet(title=title, described=described)
    cup = announced(
        count, names=called, settings=TournamentSettings(name, how=EventOptions(format=format)), game=game
    )
    for shown in everything(cup, Reader("en-GB", game), tuple(deeds)):
        shown.check()


def test_an_ordinary_announcement_is_nowhere_cut_off() -> None:
    for game in catalogue().values():
        usual = TournamentSettings(
            "Evening cup", starts=NOW + HOUR, check_in=900.0, cap=32, late=2, round_lasts=HOUR
        )
        cup = announced(32, names=names(32), settings=usual, game=game)
        for shown in everything(cup, Reader("en-GB", game)):
            assert "…" not in text(shown)
