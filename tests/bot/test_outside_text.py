"""Whatever comes from outside is understood, or refused as its reader says it refuses: nothing else happens.

`OUTSIDE_TEXT=20000` tries so many texts with each reader instead of a few.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import typed_options
from bot.commands.preferences import typed_day
from bot.i18n import Reader
from bot.i18n.date_parsing import parse_moment
from bot.pace import parse_duration
from bot.preferences.people import PersonPreferences, zone_of
from bot.preferences.servers import ServerPreferences
from bot.preferences.zone_names import zone_named
from bot.refusal import Refusal
from bot.screens.tournaments import pages
from bot.screens.tournaments.settings import page_named
from bot.settings import LocalSettings, Settings, SettingsError, load
from bot.tables import moderation, options, repository
from bot.tables.verify import NotVerifiable
from bot.tournaments import model as tournaments
from bot.tournaments import setup_choices
from bot.tournaments.settings import checked_settings, default_settings
from bot.tournaments.verify import verify_tournament
from bot.ui import custom_ids
from games.catalogue import catalogue
from storage.models import AuditRow, PlanRow, TableRow, TournamentRow
from tests.bot.screens.tournaments.making import change_from_choice
from tests.bot.tournaments.cups import cup
from tests.bot.tournaments.test_verify import exported
from tests.support.examples import examples

TIMES = int(os.environ.get("OUTSIDE_TEXT", "40"))
many = examples(TIMES)
games = st.sampled_from(list(catalogue().values()))
NOW = 1_800_000_000.0
ZONES = [ZoneInfo(name) for name in ("UTC", "Europe/Berlin", "Pacific/Apia", "America/New_York")]

_PIECES = (
    *("tomorrow", "montag", "20:00", "8pm", "24.12.", "31/02", "2027-02-30", "9999-12-31", "um ", "in "),
    *("<t:99999999999:R>", "2 h", "1e9", "le 1er mai", ",", "-", "+", "h", "0", "٣", "0.5 d", "10 min", "="),
    *("9" * 30, "edition=", "kraken=yes", "length=", "::", ":", "log:k3x9qp:", "pick:", "about-0-0", ";"),
)  # fmt: skip
texts = st.text(max_size=120) | st.lists(st.sampled_from(_PIECES) | st.text(max_size=5), max_size=6).map(
    "".join
)


# typed by people


def _decoded(text: str) -> None:
    verb, parts = custom_ids.decode(text)
    assert custom_ids.encode(verb, *parts) == text
    for name, part in zip(custom_ids.VERBS[verb], parts, strict=True):
        assert name not in custom_ids.NUMBERS or -(2**63) <= int(part) < 2**63


def _chosen(text: str) -> None:
    for verb in custom_ids.LISTS:
        with suppress(ValueError):
            custom_ids.require_valid_values(verb, text.split(","))


def _own_pace(text: str) -> None:
    assert options.own_pace(text, "0", "0").limited
    options.own_pace("60 s", text, text)


READERS: dict[str, tuple[Callable[[str], object], tuple[type[Exception], ...]]] = {
    "custom_ids": (_decoded, (ValueError,)),
    "what was chosen from a list": (_chosen, ()),
    "pages about a tournament": (pages.page_of, (ValueError,)),
    "pages of its settings": (page_named, ()),
    "lengths of time": (parse_duration, ()),
    "a pace of one's own": (_own_pace, (Refusal,)),
    "days": (typed_day, (Refusal,)),
    "names of time zones": (zone_named, ()),
    "stored time zones": (zone_of, ()),
    "buttons of nudges": (lambda text: custom_ids.is_turn_notification(text, 1), ()),
}
"""What reads text, and what it says of a text that it cannot read."""


@pytest.mark.parametrize(("read", "refuses"), READERS.values(), ids=READERS)
@many
@given(text=texts)
def test_a_text_is_read_or_refused(
    read: Callable[[str], object], refuses: tuple[type[Exception], ...], text: str
) -> None:
    with suppress(*refuses):
        read(text)


@many
@given(text=texts, zone=st.sampled_from(ZONES), now=st.floats(0, 4e9))
def test_a_moment_is_read_or_is_none(text: str, zone: ZoneInfo, now: float) -> None:
    meant = parse_moment(text, now, zone)
    assert meant is None or isinstance(meant, float)


@many
@given(game=games, text=texts)
def test_options_are_understood_or_refused_and_the_list_opens_in_any_case(game: Any, text: str) -> None:
    with suppress(Refusal):
        assert (
            options.check_options(game, typed_options.parse_options(game, text, Reader("de", game)))
            is not None
        )
    for shown, value in typed_options.suggest_options(game, text, Reader("de", game)):
        assert len(shown) <= 100
        assert len(value) <= 100


_WHAT = (
    *("pace", "rated", "by_hand", "absent", "roles", "late", "closes", "format", "rounds", "group_size"),
    *("go_on", "preferred", "fewest", "most", "fill", "tie_breaks", "points", "option.edition", "option."),
)  # fmt: skip
_VALUES = (
    *("own", "blitz", "1", "0", "robot", "swiss", "knock_out", "league", "auto", "none", "-1", "9" * 20),
    *("buchholz", ",", "classic", "600", "true", "²", "1_000"),
)  # fmt: skip


@many
@given(
    game=games,
    what=st.sampled_from(_WHAT) | st.text(max_size=20),
    values=st.lists(st.sampled_from(_VALUES) | texts, max_size=3),
)
def test_what_is_chosen_for_a_tournament_makes_settings_or_is_refused(
    game: Any, what: str, values: list[str]
) -> None:
    now = default_settings(game, "Cup")
    with suppress(Refusal):
        changes = change_from_choice(game, now, what, values)
        after = checked_settings(game, msgspec.structs.replace(now, **changes), NOW)
        assert msgspec.json.decode(msgspec.json.encode(after), type=tournaments.TournamentSettings) == after


@many
@given(game=games, typed=st.lists(texts, min_size=5, max_size=5), size=st.integers(0, 9))
def test_what_is_typed_for_a_tournament_makes_settings_or_is_refused(
    game: Any, typed: list[str], size: int
) -> None:
    fields: dict[str, str] = dict(zip(("name", "opens", "starts", "check_in", "cap"), typed, strict=True))
    now = default_settings(game, "Cup")
    for read in (
        lambda: setup_choices.typed_entry(lambda name: fields[name], NOW, ZONES[1], now),
        lambda: setup_choices.typed_lengths(lambda name: typed[len(name) % 5]),
        lambda: setup_choices.typed_points(now, size, typed[0]),
    ):
        with suppress(Refusal):
            checked_settings(game, msgspec.structs.replace(now, **read()), NOW)


# set by operators

_SETTINGS = (
    "DISCORD_TOKEN",
    "DISCORD_API_BASE",
    "DATABASE_PATH",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "CLOCK_SPEED",
    "PICTURES",
)
_TYPED = st.text(st.characters(exclude_characters="\x00", exclude_categories=("Cs",)), max_size=40)
_ODD = ("http://[", "https://x:99999999", "http://", "nan", "inf", "1e400", "x" * 5000, "DEBUG", "/", "yes")


@many
@given(
    st.dictionaries(st.sampled_from(_SETTINGS), _TYPED | st.sampled_from(_ODD)),
    st.sampled_from((Settings, LocalSettings)),
)
def test_settings_are_read_or_are_wrong_in_one_line_without_the_token(
    chosen: dict[str, str], kind: type[LocalSettings]
) -> None:
    token, said = chosen.get("DISCORD_TOKEN", ""), "?"
    with mock.patch.dict(os.environ, chosen):
        try:
            load(kind)
        except SettingsError as error:
            said = str(error)
    assert said
    assert len(token) < 8 or token not in said


# files and rows

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
EXPORT: Any = json.loads(exported(cup()))


@st.composite
def spoiled(draw: st.DrawFn, whole: Any) -> bytes:
    """JSON like this, with something else in some of its places; or cut short."""
    copy = json.loads(json.dumps(whole))
    for _time in range(draw(st.integers(1, 3))):
        place: Any = copy
        for _depth in range(draw(st.integers(0, 6))):
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            inner = [key for key in keys if isinstance(place[key], dict | list) and place[key]]
            if not inner:
                break
            place = place[draw(st.sampled_from(inner))]
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        place[draw(st.sampled_from(keys))] = draw(json_values)
    written = json.dumps(copy).encode()
    return written[: draw(st.integers(0, len(written)))] if draw(st.integers(0, 9)) == 0 else written


@many
@given(st.binary(max_size=200) | json_values.map(lambda value: json.dumps(value).encode()) | spoiled(EXPORT))
def test_an_export_is_checked_or_is_none(content: bytes) -> None:
    with suppress(NotVerifiable):
        assert verify_tournament(content)


def _table(kept: bytes) -> object:
    return repository.table_from_row(
        TableRow("k3x9qp", 1, 2, "skull-king", "playing", 1, 0, kept, kept, 0.0, 0.0, kept)
    )


def _tournament(kept: bytes) -> object:
    return tournaments.from_row(TournamentRow("t7x9qp", 1, 2, "skull-king", "open", 1, kept, 0.0, 0.0))


def _deed(kept: bytes) -> object:
    row = AuditRow(1, 1, None, "k3x9qp", 0.0, 1, "A", "void", kept, "", None, "", None)
    return moderation.action_of(row)


ROWS: dict[str, Callable[[bytes], object]] = {
    "tables": _table,
    "states": catalogue()["skull-king"].load,
    "orders": lambda kept: repository.plans_from_rows([PlanRow("k3x9qp", 0, kept)]),
    "tournaments": _tournament,
    "what moderators did": _deed,
    "people's wishes": lambda kept: msgspec.json.decode(kept, type=PersonPreferences),
    "servers' wishes": lambda kept: msgspec.json.decode(kept, type=ServerPreferences),
}


@pytest.mark.parametrize("read", ROWS.values(), ids=ROWS)
@many
@given(kept=st.binary(max_size=200) | json_values.map(lambda value: json.dumps(value).encode()))
def test_a_row_is_read_or_is_an_error_of_its_value(read: Callable[[bytes], object], kept: bytes) -> None:
    with suppress(ValueError):
        read(kept)
