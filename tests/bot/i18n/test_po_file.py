"""What is read from a catalogue's file: the same as gettext's own tools make of it, or a reason why not."""

from __future__ import annotations

import gettext
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.i18n import po_file
from bot.i18n.catalogues import BOT_LOCALE, catalogue_files
from games.catalogue import BUILT_IN

FILES = [
    path for folder in (BOT_LOCALE, *(game.locale for game in BUILT_IN)) for path in catalogue_files(folder)
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-5]} {path.parts[-3]}")
def test_every_catalogue_reads_as_the_compiled_one_does(path: Path) -> None:
    compiled = BytesIO()
    with path.open("rb") as file:
        messages = read_po(file)
    write_mo(compiled, messages)
    compiled.seek(0)
    ours, theirs = po_file.read(path), gettext.GNUTranslations(compiled)
    assert len(messages) > 100
    for message in messages:
        assert _said(ours, message) == _said(theirs, message)


def _said(catalogue: po_file.Catalogue | gettext.NullTranslations, message: Message) -> list[str]:
    if not message.id:
        return []
    if isinstance(message.id, tuple):
        one, many = message.id
        return [catalogue.ngettext(one, many, count) for count in range(30)]
    [english] = message.id if isinstance(message.id, list) else [message.id]
    return [catalogue.pgettext(message.context, english) if message.context else catalogue.gettext(english)]


def _read(tmp_path: Path, text: str) -> po_file.Catalogue:
    path = tmp_path / "messages.po"
    path.write_text(text, "utf-8")
    return po_file.read(path)


def test_entries_may_follow_each_other_without_a_blank_line_and_lines_may_go_on(tmp_path: Path) -> None:
    catalogue = _read(
        tmp_path, 'msgid "one"\nmsgstr "eins"\nmsgid ""\n"tw"\n\n"o"\nmsgstr "z\\"w\\\\ei\\n"\n"!"\n'
    )
    assert catalogue.gettext("one") == "eins"
    assert catalogue.gettext("two") == 'z"w\\ei\n!'


def test_guesses_gaps_and_what_is_obsolete_stay_english(tmp_path: Path) -> None:
    catalogue = _read(
        tmp_path,
        '#, fuzzy\nmsgid "a"\nmsgstr "x"\n\nmsgid "b"\nmsgstr ""\n\n#~ msgid "c"\n#~ msgstr "y"\n\n'
        'msgid "d"\nmsgid_plural "ds"\nmsgstr[0] "z"\nmsgstr[1] ""\n',
    )
    assert [catalogue.gettext(each) for each in "abc"] == ["a", "b", "c"]
    assert [catalogue.ngettext("d", "ds", count) for count in (1, 2)] == ["d", "ds"]


def test_the_header_says_how_plurals_go(tmp_path: Path) -> None:
    header = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n\n'
    entry = 'msgid "a card"\nmsgid_plural "cards"\nmsgstr[0] "jedna"\nmsgstr[1] "dwie"\nmsgstr[2] "wiele"\n'
    catalogue = _read(tmp_path, header + entry)
    said = [catalogue.ngettext("a card", "cards", count) for count in (1, 3, 7)]
    assert said == ["jedna", "dwie", "wiele"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('msgid "a\nmsgstr "b"\n', "no part of a catalogue"),
        ('msgid "a"\nmsgstr b\n', "no part of a catalogue"),
        ('msgid "a"\nmsgstr "b"\n"c\n', "closing quote"),
        ('msgstr "b"\n', "without a msgid"),
        ("what is this\n", "no part of a catalogue"),
        ('"nothing before"\n', "no part of a catalogue"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=import os;\\n"\n', "plural"),
    ],
)
def test_what_is_no_catalogue_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        _read(tmp_path, text)
