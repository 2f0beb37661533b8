"""Words in drawings: measured as the typefaces have them, cut where there is no room."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.images.fonts import FONT_FILES
from games.drawing.lettering import (
    ADVANCES,
    DISPLAY,
    STRONG,
    TEXT,
    Typeface,
    called,
    cut,
    drawable,
    initials,
    shrunk,
    wrapped,
)
from tools.letter_widths import widths_of_font, written

faces = st.sampled_from([TEXT, STRONG, DISPLAY])


def test_the_tables_of_widths_are_what_is_written_down_from_the_typefaces_files() -> None:
    assert json.loads(written()).keys() == FONT_FILES.keys()
    assert ADVANCES.read_text("utf-8") == written()


@pytest.mark.parametrize("name", FONT_FILES)
def test_the_table_of_widths_is_that_of_the_typefaces_file(name: str) -> None:
    table: dict[str, str] = json.loads(ADVANCES.read_text("utf-8"))[name]
    assert {char: int(width) for width, chars in table.items() for char in chars} == widths_of_font(
        FONT_FILES[name]
    )


@pytest.mark.parametrize("name", FONT_FILES)
def test_every_typeface_comes_with_its_licence(name: str) -> None:
    family = FONT_FILES[name].stem.partition("-")[0]
    licence = FONT_FILES[name].with_name(f"{family}-OFL.txt").read_text("utf-8")
    assert "SIL Open Font License, Version 1.1" in licence


@given(st.text(), faces)
def test_only_what_the_typeface_has_is_drawn(words: str, face: Typeface) -> None:
    shown = drawable(words, face)
    assert all(char in face.widths for char in shown)
    assert shown == " ".join(shown.split())


@given(st.text(), faces, st.floats(8, 60), st.floats(0, 400))
def test_a_line_that_is_cut_fits(words: str, face: Typeface, size: float, room: float) -> None:
    shown = drawable(words, face)
    short = cut(shown, face, size, room)
    assert face.width(short, size) <= room or short == ""
    assert short == shown or short == "" or short.endswith("…")


@pytest.mark.parametrize(
    ("room", "shown"),
    [(200, "Clockwork Olga"), (150, "Clockwork"), (112, "Clockwork"), (100, "Clockw…"), (0, "")],
)
def test_of_a_name_the_words_that_fit_are_shown_whole(room: float, shown: str) -> None:
    assert called("Clockwork Olga", TEXT, 22, room) == shown


@given(st.text(), faces, st.floats(8, 60), st.floats(0, 400))
def test_a_name_that_is_shortened_fits(words: str, face: Typeface, size: float, room: float) -> None:
    name = drawable(words, face)
    short = called(name, face, size, room)
    assert face.width(short, size) <= room or short == ""
    assert name.startswith(short.removesuffix("…"))


@given(st.text(), faces, st.floats(20, 60), st.floats(0, 400))
def test_a_line_shrinks_no_further_than_it_must(words: str, face: Typeface, size: float, room: float) -> None:
    shown = drawable(words, face)
    smaller = shrunk(shown, face, size, room, 20)
    assert 20 <= smaller <= size
    assert smaller == 20 or face.width(shown, smaller) <= room


@given(st.text(), faces, st.integers(1, 4))
def test_a_sentence_keeps_to_its_lines_and_to_their_room(words: str, face: Typeface, most: int) -> None:
    lines = wrapped(drawable(words, face), face, 20, 200, most)
    assert len(lines) <= most
    assert all(face.width(line, 20) <= 200 for line in lines)


def test_a_sentence_that_has_room_is_drawn_to_its_last_word() -> None:
    sentence = "Blackbeard is next, and a parrot must be followed by everybody who has one."
    assert " ".join(wrapped(sentence, TEXT, 20, 300, 4)) == sentence


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Anna", "An"),
        ("blackbeard the terrible", "Bt"),
        ("Çağla Öztürk", "ÇÖ"),
        ("Мария", "Ма"),
        ("x", "X"),
        ("<3 Bob", "3B"),
        ("小さな海賊", ""),
        ("محمد", ""),
        ("🦜🏴‍☠️", ""),
        ("\u200b\u2068\u2069", ""),
        ("E\u0301mile", "Ém"),
    ],
)
def test_initials_stand_for_a_name(name: str, letters: str) -> None:
    assert initials(name) == letters
