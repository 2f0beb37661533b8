"""Texts become sentences: in the reader's language, with names that can do no harm."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.i18n import Markup, Reader, catalogues
from bot.i18n.sanitising import (
    LONGEST_NAME,
    NAMELESS,
    escape_markdown,
    sanitise,
    tell_apart,
    truncate_distinct,
)
from games.text import Listed, Player, Text, _, _n


@pytest.fixture
def bot_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for the bot's catalogues."""
    folder = tmp_path / "bot"
    monkeypatch.setattr(catalogues, "BOT_LOCALE", folder)
    catalogues.language_of.cache_clear()
    yield folder
    catalogues.language_of.cache_clear()


def translate(folder: Path, language: str, sentences: Mapping[Any, Any]) -> None:
    """Put a catalogue there."""
    catalogue = Catalog(locale=language.split("_")[0])
    for english, translation in sentences.items():
        catalogue.add(english, translation)
    target = catalogues.catalogue_file(folder, language)
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        write_po(file, catalogue)


def game_with(folder: Path) -> Any:
    """All of a game that a reader looks at."""
    return SimpleNamespace(locale=folder)


# Filling in


def test_players_are_bold_in_text_and_plain_on_buttons():
    reader = Reader("en-US", names={0: "Anne", 1: "Bart"})
    text = _("{player} leads", player=Player(1))
    assert reader(text) == "**Bart** leads"
    assert reader.plain(text) == "Bart leads"


def test_a_seat_that_nobody_sits_on_is_a_question_mark():
    assert Reader("").plain(_("{player} leads", player=Player(3))) == "? leads"


def test_numbers_carry_a_real_minus():
    assert Reader("")(_("{points} points", points=-40)) == "−40 points"
    assert Reader("")(_("{points} points", points=40)) == "40 points"


@pytest.mark.parametrize(
    ("items", "said"),
    [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", 2, Player(0)), "a, 2 and Anne")],
)
def test_things_are_listed(items: tuple[Any, ...], said: str):
    assert Reader("", names={0: "Anne"}).plain(_("{all}", all=Listed(items))) == said


def test_a_text_stands_in_a_text():
    inner = _n("{count} trick", "{count} tricks", 1)
    assert Reader("")(_("{who} bids {what}", who="Anne", what=inner)) == "Anne bids 1 trick"


def test_the_number_chooses_the_form():
    assert [Reader("")(_n("{count} trick", "{count} tricks", count)) for count in (0, 1, 2)] == [
        "0 tricks",
        "1 trick",
        "2 tricks",
    ]


def test_braces_of_a_sentence_without_places_stay():
    assert Reader("")(Text("a { b")) == "a { b"


def test_only_our_own_markup_is_read_as_markup():
    mention = _("{who}, it is your turn", who=Markup("<@1>"))
    assert Reader("")(mention) == "<@1>, it is your turn"
    typed = _("{who}, it is your turn", who="<@1>")
    assert Reader("")(typed) == "\\<@\u200b1>, it is your turn"


def test_markup_cannot_be_stored_and_come_back_as_what_somebody_typed():
    with pytest.raises(TypeError, match="Markup is unsupported"):
        msgspec.json.encode(_("{who}", who=Markup("<@1>")))


def test_a_value_of_no_known_kind_is_an_error():
    with pytest.raises(TypeError, match="cannot hold"):
        Reader("")(Text("{x}", {"x": 1.5}))  # type: ignore[dict-item]


# Languages


def test_a_region_falls_back_to_its_language_and_an_unknown_language_to_english(bot_folder: Path):
    translate(bot_folder, "de", {"Join": "Mitspielen"})
    translate(bot_folder, "pt_BR", {"Join": "Entrar"})
    said = {locale: Reader(locale)(_("Join")) for locale in ("de", "de-DE", "pt-BR", "pt-PT", "fr", "")}
    assert said == {
        "de": "Mitspielen",
        "de-DE": "Mitspielen",
        "pt-BR": "Entrar",
        "pt-PT": "Join",
        "fr": "Join",
        "": "Join",
    }


def test_what_is_no_locale_is_english(bot_folder: Path):
    translate(bot_folder, "de", {"Join": "Mitspielen"})
    assert Reader("../bot/de")(_("Join")) == "Join"


def test_a_games_own_words_come_before_the_bots(bot_folder: Path, tmp_path: Path):
    translate(bot_folder, "de", {"Suit": "Anzug", "Join": "Mitspielen"})
    translate(tmp_path / "game", "de", {"Suit": "Farbe"})
    reader = Reader("de", game_with(tmp_path / "game"))
    assert [reader(_("Suit")), reader(_("Join")), reader(_("Leave"))] == ["Farbe", "Mitspielen", "Leave"]
    assert Reader("de")(_("Suit")) == "Anzug"


def test_a_language_has_its_own_plural(bot_folder: Path):
    translate(
        bot_folder,
        "pl",
        {("{count} card", "{count} cards"): ("{count} karta", "{count} karty", "{count} kart")},
    )
    said = [Reader("pl")(_n("{count} card", "{count} cards", count)) for count in (1, 2, 5, 22)]
    assert said == ["1 karta", "2 karty", "5 kart", "22 karty"]


def test_points_lost_are_counted_like_points_won(bot_folder: Path):
    translate(bot_folder, "fr", {("{count} point", "{count} points"): ("{count} point", "{count} points")})
    said = [Reader("fr")(_n("{count} point", "{count} points", count)) for count in (-40, -1, 0, 1, 40)]
    assert said == ["−40 points", "−1 point", "0 point", "1 point", "40 points"]


def test_a_language_lists_things_its_own_way(bot_folder: Path):
    translate(bot_folder, "de", {"{before} and {last}": "{before} und {last}"})
    assert Reader("de").listed(("a", "b", "c")) == "a, b und c"


def test_a_number_may_be_left_out_by_a_language(bot_folder: Path):
    translate(
        bot_folder,
        "de",
        {("{count} card of {name}", "{count} cards of {name}"): ("Eine von {name}", "{count} von {name}")},
    )
    text = _n("{count} card of {name}", "{count} cards of {name}", 1, name="Anne")
    assert Reader("de")(text) == "Eine von Anne"


@pytest.mark.parametrize(
    "wrong", ["{spieler} gibt", "gibt", "{player} gibt {what}", "{player", "{player.x}", "{}"]
)
def test_a_translation_with_wrong_places_is_not_used_and_complained_about_once(bot_folder: Path, wrong: str):
    translate(
        bot_folder,
        "de",
        {"{player} deals": wrong, ("{count} by {player}", "{count} by {player}!"): (wrong, wrong)},
    )
    reader = Reader("de", names={0: "Anne"})
    with capture_logs() as complaints:
        for _time in range(3):
            assert reader.plain(_("{player} deals", player=Player(0))) == "Anne deals"
    assert [complaint["translation"] for complaint in complaints] == [wrong]
    with capture_logs() as complaints:
        numbered = _n("{count} by {player}", "{count} by {player}!", 2, player=Player(0))
        said = {reader.plain(numbered) for _time in range(3)}
    if wrong != "{player} gibt":
        assert said == {"2 by Anne!"}
        assert len(complaints) == 1


@pytest.mark.parametrize("broken", ['msgid "Join', 'msgid "Join"\nmsgstr "\xff"', "Join: Mitspielen"])
def test_a_catalogue_that_cannot_be_read_is_complained_about_and_english_stands(
    bot_folder: Path, broken: str
):
    path = catalogues.catalogue_file(bot_folder, "de")
    path.parent.mkdir(parents=True)
    path.write_bytes(broken.encode("latin-1"))
    with capture_logs() as complaints:
        assert Reader("de")(_("Join")) == "Join"
    assert [complaint["path"] for complaint in complaints] == [str(path)]


def test_a_catalogue_is_read_once_at_its_first_sentence(bot_folder: Path, tmp_path: Path):
    translate(bot_folder, "de", {"Join": "Mitspielen"})
    translate(tmp_path / "game", "de", {"Suit": "Farbe"})
    reader = Reader("de", game_with(tmp_path / "game"))
    assert [reader(_("Join")), reader(_("Suit"))] == ["Mitspielen", "Farbe"]
    shutil.rmtree(bot_folder)
    shutil.rmtree(tmp_path / "game")
    reader = Reader("de-DE", game_with(tmp_path / "game"))
    assert [reader(_("Join")), reader(_("Suit"))] == ["Mitspielen", "Farbe"]


def test_the_header_of_a_catalogue_is_never_shown(bot_folder: Path):
    translate(bot_folder, "de", {"Join": "Mitspielen"})
    assert Reader("de")(Text("")) == ""


# Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anne Bonny", "Anne Bonny"),
        ("Jean-Luc O'Malley Jr.", "Jean-Luc O'Malley Jr."),
        ("*bold*", r"\*bold\*"),
        ("__x__ ~~y~~ ||z||", r"\_\_x\_\_ \~\~y\~\~ \|\|z\|\|"),
        ("`code`", r"\`code\`"),
        ("[gold](https://x.example)", "\\[gold\\](https:\u200b//x.example)"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123>"),
        ("<:skull:123>", r"\<:skull:123>"),
        ("# Title", r"\# Title"),
        ("-# small", r"\-# small"),
        ("> quote", r"\> quote"),
        ("1. first", r"1\. first"),
        ("+60", "+60"),
        ("two\nlines\tand tabs", "two lines and tabs"),
        ("a\u202eb\u200bc\u00add", "abcd"),
        ("Z" + "\u0301" * 40, "Z" + "\u0301" * 3),
        ("שלום", "\u2068שלום\u2069"),
        ("\u3164\u200b ", "?"),
        ("", "?"),
        ("👩‍🚀 Ann", "👩‍🚀 Ann"),
    ],
)
def test_a_name_is_shown_as_it_is_written_and_does_nothing(name: str, shown: str):
    assert escape_markdown(name) == shown


def test_a_long_name_is_cut():
    assert sanitise("x" * 33) == "x" * 31 + "…"
    assert sanitise("x" * 32) == "x" * 32


@given(st.text(max_size=60) | st.text(alphabet="*_`~|<>@:/[]#-\\ .1\n\u202e\u200d", max_size=60))
def test_no_name_can_format_ping_link_or_reorder(name: str):
    shown = escape_markdown(name)
    assert not re.search(r"(?<!\\)(\\\\)*[*_~|`<\[\]]", shown)
    assert not re.search(r"@(everyone|here|[!&]?\d)", shown)
    assert "://" not in shown
    hidden = {unicodedata.category(char) for char in sanitise(name)} & {"Cc", "Zl", "Zp", "Cs"}
    assert not hidden
    assert not set(sanitise(name)) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u200b\u200e\u200f")
    assert 1 <= len(sanitise(name).strip("\u2068\u2069")) <= LONGEST_NAME


UNSEEN = (
    *((0xAD,), (0x34F,), (0x61C,), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F)),
    *((0x2028, 0x202E), (0x2060, 0x206F), (0x2800,), (0x3164,), (0xFE00, 0xFE0F), (0xFEFF,), (0xFFA0,)),
    *((0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D159,), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""What Unicode says is not to be shown (Default_Ignorable_Code_Point), and signs that are blank: from, to."""


def test_a_name_of_which_nothing_is_seen_is_nobodys() -> None:
    for first, *last in UNSEEN:
        for code in range(first, (last or [first])[0] + 1):
            assert {sanitise(chr(code)), sanitise(f" {chr(code)}\u200d{chr(code)}")} == {NAMELESS}, hex(code)


@pytest.mark.parametrize("between", ["", "\u200d", "\u200c", "\ufe0f", "\u00ad"])
def test_accents_are_not_stacked_however_they_are_kept_apart(between: str) -> None:
    shown = sanitise("Z" + f"\u0301\u0302{between}" * 10)
    assert sum(unicodedata.category(char) == "Mn" for char in shown) == 3


def test_no_accent_lies_on_what_stands_before_a_name() -> None:
    assert sanitise("\u0489\u0301Anne \u0301Bonny") == "Anne Bonny"
    assert sanitise("Ünder\u0301 🏴\u200d☠\ufe0f") == "Ünder\u0301 🏴\u200d☠\ufe0f"


def test_those_of_one_name_are_numbered_however_it_is_written_and_nobody_else_is() -> None:
    told = tell_apart({"a": "Twin", "b": "Anne", "c": "twin", "d": "", "e": "Ｔｗｉｎ", "f": ""})
    assert told == {"a": "Twin 1", "b": "Anne", "c": "twin 2", "d": "", "e": "Ｔｗｉｎ 3", "f": ""}


def test_a_number_makes_no_name_like_one_that_somebody_has() -> None:
    told = tell_apart({1: "Twin", 2: "Twin", 3: "Twin 1"})
    assert len(set(told.values())) == 3


def test_a_number_is_seen_behind_the_longest_name_and_where_names_are_cut() -> None:
    told = tell_apart({0: "W" * 32, 1: "W" * 32})
    assert [name[-2:] for name in told.values()] == [" 1", " 2"]
    assert all(len(name) == 32 for name in told.values())
    cut = truncate_distinct({0: "Bartholomew 2", 1: "Bartholomew 1"}, 7)
    assert cut == {0: "Bart… 2", 1: "Bart… 1"}
