"""Every screen there is, in a language that nobody speaks and that is a third longer than English: each word
of it has been through gettext, and Discord takes it, whatever people and tournaments are called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.i18n import Reader, reader_for
from bot.series import screens as series
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.model import TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Fill
from bot.ui.components import Modal, Screen
from games.catalogue import catalogue
from games.text import Text, _
from tests.bot.screens import extremes
from tests.bot.screens import test_moderation as table_desk
from tests.bot.screens.looking import visible
from tests.bot.screens.tour import everything as everything_of_a_game
from tests.bot.screens.tour import lobby_of
from tests.bot.screens.tournaments import test_admin_panel as desk
from tests.bot.screens.tournaments import test_limits as messages
from tests.bot.screens.tournaments import test_mine as mine
from tests.bot.screens.tournaments import test_setup as settings
from tests.bot.screens.tournaments.making import announced, begun, drawn, opened, played
from tests.bot.series.test_images import season
from tests.support.examples import examples, sampled
from tests.support.pseudo_locales import has_words, spoken_here, unspoken

pytestmark = [pytest.mark.usefixtures("invented"), pytest.mark.long]

LANGUAGE = "qps"
GAME = "skull-king"
Shown = Iterator[Screen | Modal | str]


@dataclass(frozen=True)
class Called:
    """What people and tournaments are called."""

    people: tuple[str, ...]
    tournament: str
    fields: tuple[int, ...]
    """The numbers of entrants that are looked at."""

    def names(self, count: int) -> tuple[str, ...]:
        """The names of so many people; the first ones come again where there are not enough."""
        return tuple(islice(cycle(self.people), count))


SIGNS = Called(("☀️", "🌙", "⭐", "☄️", "🔥", "🌊", "🌴", "⚓", "🦜"), "☠️", (9,))
"""So that all letters on a screen are words of the bot's."""
LONGEST = Called(("W" * 32, "*" * 32, "@everyone <@1> `x`"), "*" * 60, (3, 4, 7, 16, 64, 300, 512))


def at_a_tables_desk(called: Called) -> Shown:
    """What moderators see of it."""
    for table in (lobby_of(catalogue()[GAME]), table_desk.playing()):
        named = zip(table.seats, called.names(len(table.seats)), strict=True)
        table = table.with_record(seats=tuple(replace(seat, name=name) for seat, name in named))
        yield from table_desk.everything(table, reader_for(table, LANGUAGE))


def setting_a_cup_up(called: Called) -> Shown:
    """Every page and window, before it is announced and afterwards."""
    for game in catalogue().values():
        for usual in settings.unusual(game):
            wordy = replace(usual, name=called.tournament)
            if called is SIGNS:
                wordy = replace(wordy, description="☠️", prizes="☠️", house_rules="☠️")
            for announced_, trouble in ((False, None), (True, None), (False, _("Choose another."))):
                if trouble is not None:
                    wordy = replace(wordy, show_up=600.0, round_lasts=600.0)
                now = settings.choosing(
                    game, wordy, announced=announced_, trouble=trouble, start="20:00" if trouble else ""
                )
                yield from settings.everything(now, Reader(LANGUAGE, game))


def at_a_cups_desk(called: Called) -> Shown:
    """What organisers see, before the start, before a round and within it."""
    for count in called.fields[-2:]:
        before = announced(
            count,
            names=called.names(count),
            settings=TournamentSettings(called.tournament),
            checking_in=True,
            waiting=1,
        )
        within = opened(drawn(begun(before)))
        for there in (before, drawn(begun(before)), within, played(within, 1)):
            yield from desk.everything(there, Reader(LANGUAGE, there.game))


def of_a_cup(called: Called) -> Shown:
    """What is posted, from the announcement to the end."""
    game = catalogue()[GAME]
    told = {"names": called.names(512), "game": game, "organiser_name": called.people[0]}
    reader = Reader(LANGUAGE, game)
    for format, fill in ((format, fill) for format in FORMATS for fill in Fill):
        how = EventOptions(format=format, fill=fill, go_on=2)
        cup = announced(9, settings=TournamentSettings(called.tournament, how=how), waiting=1, **told)
        yield from messages.everything(cup, reader)
    if called is LONGEST:
        for count in called.fields:
            cup = announced(count, settings=messages.TALKATIVE, waiting=40, **told)
            yield from messages.everything(cup, reader, (Text("W" * 400),) * 3)


def of_ones_own_cups(called: Called) -> Shown:
    """What entrants see in private."""
    for count in (count for count in called.fields if count <= 300):
        for there in mine.lives(called.names(count), called.tournament, catalogue()[GAME]):
            yield from mine.every_page(there, LANGUAGE, called.people[0])


def of_a_season(called: Called) -> Shown:
    """What is shown of several cups together."""
    now, reader = season(names=called.names(12)), Reader(LANGUAGE)
    now = replace(now, series=replace(now.series, record=replace(now.series.record, name=called.tournament)))
    yield series.standings(now, 0, 201, reader, organises=True)
    yield series.public(now, "cup0", reader)
    yield from (series.sure(now, what, reader) for what in ("end", "remove"))
    yield series.several([now.series], reader, organises=True)
    yield series.export_screen(now, ["`series.json`"], reader)
    yield series.window("newseries", now.series.record, reader)


def of_a_game(slug: str, moves: int, _called: Called) -> Shown:
    """A whole evening at a table."""
    return everything_of_a_game(lobby_of(catalogue()[slug]), LANGUAGE, moves)


TOURS: dict[str, Callable[[Called], Shown]] = {
    tour.__name__: tour
    for tour in (at_a_tables_desk, setting_a_cup_up, at_a_cups_desk, of_a_cup, of_ones_own_cups, of_a_season)
}
GAMES = {f"{slug} {moves}": partial(of_a_game, slug, moves) for slug in catalogue() for moves in (15, 7)}


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A language that only what goes through gettext is in."""
    with spoken_here(tmp_path_factory.mktemp("locale"), {LANGUAGE: "⟦⟧"}):
        yield


def escaped(shown: Screen | Modal | str) -> list[str]:
    """Words on a screen that got past gettext."""
    strings = [shown] if isinstance(shown, str) else visible(shown)
    return [string for string in strings if has_words(unspoken(_without_outside_words(string)))]


def _without_outside_words(string: str) -> str:
    """Without what people have written: in the log's entries, and as a reason."""
    return re.sub(r"\b(Olga|Anne|Eve|She said so)\b|x{100,}", "", string)


@pytest.mark.parametrize("tour", [*TOURS, *sampled(GAMES, *(each for each in GAMES if each.endswith(" 15")))])
def test_every_word_has_been_through_gettext_and_discord_takes_every_screen(tour: str) -> None:
    marked = 0
    for shown in {**TOURS, **GAMES}[tour](SIGNS):
        assert escaped(shown) == []
        if not isinstance(shown, str):
            shown.check()
            marked += any("⟦" in string for string in visible(shown))
    assert marked > 5


@pytest.mark.parametrize("tour", TOURS)
def test_discord_takes_every_screen_however_people_and_tournaments_are_called(tour: str) -> None:
    for shown in TOURS[tour](LONGEST):
        if not isinstance(shown, str):
            shown.check()


@examples(10)
@given(st.lists(extremes.names, min_size=3, max_size=12), st.text(min_size=1, max_size=60))
def test_discord_takes_every_desk_whatever_people_and_tournaments_are_called(
    names: list[str], title: str
) -> None:
    called = Called(tuple(name[:32] for name in names), title, (12,))
    for shown in (*at_a_tables_desk(called), *at_a_cups_desk(called)):
        if not isinstance(shown, str):
            shown.check()


def test_a_word_that_gets_past_gettext_would_be_seen() -> None:
    assert escaped("⟦Round ⟦1⟧⟧ of ten")
    assert not escaped("⟦Round ⟦1⟧⟧ · **☀️** `k3` <@1>")
