"""`make messages`: what it adds, keeps and takes away, and that it changes nothing without reason."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.i18n.catalogues import BOT_LOCALE, NAME_CONTEXT, catalogue_file
from tests.support.source_messages import said
from tools import messages

LANGUAGES = messages.languages(BOT_LOCALE)
GAME = '''"""A game."""

from games.text import _, _n

TITLE = _("Doubloons")
COINS = _n("{count} coin", "{count} coins", 3)
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A game in a package of its own."""
    (tmp_path / "game.py").write_text(GAME)
    return tmp_path


def german(package: Path) -> Path:
    return catalogue_file(package / "locale", "de")


def translate(package: Path, english: str, translation: str) -> None:
    """Somebody fills in an empty translation."""
    path = german(package)
    before = path.read_text()
    after = before.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{translation}"')
    assert after != before
    path.write_text(after)


def test_a_package_gets_a_catalogue_for_every_language_with_its_plurals(package: Path) -> None:
    messages.main([str(package)])
    made = sorted(path.parts[-3] for path in package.rglob("*.po"))
    assert made == LANGUAGES
    french = catalogue_file(package / "locale", "fr").read_text()
    assert "nplurals=2; plural=(n > 1);" in french
    assert 'msgid_plural "{count} coins"\nmsgstr[0] ""\nmsgstr[1] ""' in french


def test_what_has_signs_but_no_words_is_left_out(package: Path) -> None:
    said = [f'_("{text}")' for text in ("{suit} {card}", "🏆 {name} ({id})", "{name}: {words}", "0 {count}")]
    (package / "game.py").write_text(GAME.split("TITLE")[0] + "\n".join(said))
    messages.main([str(package)])
    found = [entry.id for entry in read_po(BytesIO(german(package).read_bytes())) if entry.id]
    assert found == ["{name}: {words}", "0 {count}"]


def test_a_translation_stays_when_sentences_come_and_go(package: Path) -> None:
    messages.main([str(package)])
    translate(package, "Doubloons", "Dublonen")
    (package / "game.py").write_text(GAME.split("COINS")[0] + 'NEW = _("Doubloons!")\n')
    messages.main([str(package)])
    found = {entry.id: entry.string for entry in read_po(BytesIO(german(package).read_bytes())) if entry.id}
    assert found == {"Doubloons": "Dublonen", "Doubloons!": ""}
    assert "#~" not in german(package).read_text()


def test_a_remark_of_a_translator_stays(package: Path) -> None:
    messages.main([str(package)])
    path = german(package)
    path.write_text(path.read_text().replace("#: game.py", "# A coin.\n#: game.py", 1))
    messages.main([str(package)])
    assert "# A coin." in path.read_text()


def test_lines_that_move_change_no_catalogue(package: Path) -> None:
    messages.main([str(package)])
    before = german(package).read_bytes()
    (package / "game.py").write_text(GAME.replace("TITLE", "\n\n\nTITLE"))
    messages.main([str(package)])
    assert german(package).read_bytes() == before


def test_a_language_begins_with_an_empty_file(package: Path) -> None:
    path = catalogue_file(package / "locale", "pt_BR")
    path.parent.mkdir(parents=True)
    path.touch()
    messages.main([str(package)])
    assert '"Language: pt_BR\\n"' in path.read_text()
    assert 'msgid "Doubloons"\nmsgstr ""' in path.read_text()


def test_only_the_languages_that_are_there_are_brought_up_to_date(package: Path) -> None:
    messages.main([str(package)])
    for language in ("fr", "it"):
        catalogue_file(package / "locale", language).unlink()
    messages.main([str(package)])
    assert [path.parts[-3] for path in package.rglob("*.po")] == ["de"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", messages.sources(), ids=lambda source: source.locale.parent.name)
@pytest.mark.long
def test_the_catalogues_hold_what_the_sources_say(source: messages.Source, language: str) -> None:
    kept = catalogue_file(source.locale, language)
    wanted = messages.updated(source, language, said(source))
    assert wanted == kept.read_bytes(), "`make messages` brings it up to date"


@pytest.mark.long
def test_names_of_commands_are_collected_apart_from_sentences() -> None:
    (bot, *_games) = messages.sources()
    named = [entry.id for entry in said(bot) if entry.context == NAME_CONTEXT]
    for name in ("play", "table", "create", "seats"):
        assert name in named
