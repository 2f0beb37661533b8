"""The picture of a season: everybody whom it shows is told of in words, in every language, however named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.i18n import Reader
from bot.images.painter import painted
from bot.images.requests import words_for
from bot.series import screens
from bot.series.images import MOST_EVENTS, EventCell, SeriesData, SeriesRow, draw_series
from bot.series.service import SeasonStandings, SeriesRecord
from bot.series.standings import SeriesRules, placings, series_standings
from bot.series.web import season_view
from bot.tournaments.formats import engine
from bot.tournaments.pairing.event import EventOptions
from bot.tournaments.programmes import Programme
from bot.web.page import season_page
from games.text import Player, _
from tests.bot.tournaments.cups import PEOPLE, cup, event_of


def season(
    count: int = 3,
    *,
    points: tuple[int, ...] = (9, 4, 1),
    decided: bool = True,
    names: tuple[str, ...] = PEOPLE,
) -> SeasonStandings:
    """A season of cups that were played by the rule of `cups`, each by fewer people."""
    events = tuple(
        replace(cup(EventOptions(), names[: len(names) - at], rounds=1), id=f"cup{at}") for at in range(count)
    )
    taken = tuple(
        placings(event_of(t), engine.standings(event_of(t)), {e.id: str(e.user) for e in t.record.entries})
        for t in events
    )
    rules = SeriesRules(points, best=2)
    known = {str(entry.user): entry.name for t in events for entry in t.record.entries}
    plan = Programme("s1", 1, 1, SeriesRecord("Harbour league", rules, length=count))
    return SeasonStandings(plan, 1, events, taken, series_standings(taken, rules), known, 0, decided=decided)


def data(rows: int = 12, events: int = 3, *, decided: bool = True) -> SeriesData:
    """A picture of so many."""
    cells = tuple(EventCell(at % 4, counts=at % 3 != 2) for at in range(events))
    return SeriesData(
        _("{name}, season {season}", name="Harbour league", season=1),
        _("Series"),
        tuple(
            SeriesRow(at + 1, Player(at), str(100 - at), cells, _("{name}", name=Player(at)), own=at == 4)
            for at in range(rows)
        ),
        decided,
    )


def reader(locale: str = "en") -> Reader:
    """Knows everybody."""
    return Reader(locale, None, dict(enumerate((*PEOPLE, "Zed", "Yann"))))


@pytest.mark.parametrize("locale", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("decided", [False, True])
def test_it_is_a_picture_with_everybody_in_its_words(locale: str, decided: bool) -> None:
    words = words_for(reader(locale))
    picture = draw_series(data(decided=decided), words)
    assert painted(picture.drawing).startswith(b"\x89PNG")
    told = " ".join(map(words, picture.alt))
    assert all(name in told for name in PEOPLE)


@given(st.integers(1, 13), st.integers(0, 40))
def test_whatever_the_season_it_fits(rows: int, events: int) -> None:
    picture = draw_series(data(rows, events), words_for(reader()))
    assert picture.drawing.svg().count("<svg") == 1
    assert len(data(rows, events).rows[0].events[-MOST_EVENTS:]) <= MOST_EVENTS


def test_the_page_shows_everybody_and_takes_no_name_for_markup() -> None:
    odd = tuple(f"<script>{name}" for name in PEOPLE)
    page = season_page(season_view(season(names=odd), "de")).content.decode()
    assert "&lt;script&gt;Anne" in page
    assert "<script>Anne" not in page
    assert "Saison 1" in page
    assert "<s>" in page  # what does not count


def test_the_winner_is_named_once_the_season_is_decided() -> None:
    now = season()
    won = screens.champions(now)
    assert won is not None
    assert f"{now.names[now.lines[0].who]} wins season 1" in Reader("en").plain(won)
    assert screens.champions(season(decided=False)) is None


def test_data_survive_the_way_to_the_worker() -> None:
    wanted = screens.image(season(), Reader("en"), "subject", user=204)
    assert wanted is not None
    shown = wanted.args[1]
    assert isinstance(shown, SeriesData)
    assert replace(shown) == shown
    assert [row.own for row in shown.rows].count(True) == 1
