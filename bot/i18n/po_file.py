"""What a gettext catalogue says, read from its `.po` file as it stands.

Nothing but the sentences is taken from it: what is marked as fuzzy, not translated yet or obsolete is none.
Babel reads the same, and twenty times as long: a press would wait for it.
"""

from __future__ import annotations

import gettext
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

Forms = str | tuple[str, ...]
"""A sentence, or what stands for it in each of a language's plurals."""

_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_PLURALS = re.compile(r"^Plural-Forms:.*?\bplural\s*=\s*([^;\n]+)", re.MULTILINE)
_KEYWORD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr)(?:\[(\d)\])?\s+(".*")')
_BEGINS = ("#", "msgctxt", "msgid ")
"""With these an entry begins, where another has its translation."""


class PoFileError(ValueError):
    """A line is none of a catalogue."""


class Catalogue:
    """The sentences of one file, by the English ones; those that it does not have stay English."""

    def __init__(self, said: Mapping[str, Forms], form: Callable[[int], int]) -> None:
        self._said = said
        self._form = form

    def gettext(self, message: str) -> str:
        """What a sentence reads in the catalogue's language."""
        said = self._said.get(message, message)
        return said if type(said) is str else said[0]

    def pgettext(self, context: str, message: str) -> str:
        """The same for a word that means something of its own in this context."""
        said = self._said.get(_in_context(context, message), message)
        return said if type(said) is str else said[0]

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The sentence that the language has for so many."""
        said = self._said.get(one, ())
        forms = (said,) if type(said) is str else said
        form = self._form(count) if forms else 0
        return forms[form] if form < len(forms) else one if count == 1 else many


def read(path: Path) -> Catalogue:
    """The catalogue in a file. OSError, or ValueError with a reason, if it cannot be read."""
    said = dict(_sentences(path.read_text("utf-8")))
    header = Catalogue(said, lambda _count: 0).gettext("")
    plurals = _PLURALS.search(header)
    return Catalogue(said, gettext.c2py(plurals[1]) if plurals else lambda count: int(count != 1))


def _sentences(text: str) -> Iterator[tuple[str, Forms]]:
    """Everything that is translated, the header under an empty name."""
    for fields, fuzzy in _entries(text.split("\n")):
        if "msgid" not in fields:
            raise PoFileError(f"a sentence without a msgid: {next(iter(fields.values()))!r}")
        forms = tuple(said for name, said in fields.items() if name.startswith("msgstr"))
        if all(forms) and not (fuzzy and fields["msgid"]):
            # English is the same in all catalogues, and is kept once.
            english = sys.intern(_in_context(fields.get("msgctxt"), fields["msgid"]))
            yield english, forms[0] if len(forms) == 1 else forms


def _in_context(context: str | None, message: str) -> str:
    return message if context is None else f"{context}\x04{message}"


def _entries(lines: Iterable[str]) -> Iterator[tuple[dict[str, str], bool]]:
    """What each entry's keywords say, by keyword, and whether it is marked as a guess."""
    fields, fuzzy, name = dict[str, str](), False, ""
    for line in lines:
        if name.startswith("msgstr") and line.startswith(_BEGINS):
            yield fields, fuzzy
            fields, fuzzy, name = {}, False, ""
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.startswith('"') and name:
            fields[name] += _unquoted(line)
        elif found := _KEYWORD.fullmatch(line.rstrip()):
            name = found[1] + (found[2] or "")
            fields[name] = _unquoted(found[3])
        elif line.strip():
            raise PoFileError(f"a line that is no part of a catalogue: {line!r}")
    if fields:
        yield fields, fuzzy


def _unquoted(quoted: str) -> str:
    quoted = quoted.rstrip()
    if len(quoted) < 2 or not quoted.endswith('"'):
        raise PoFileError(f"a text without its closing quote: {quoted!r}")
    text = quoted[1:-1]
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text) if "\\" in text else text
