"""The gallery leaves nothing out: every number of players, every phase, both backgrounds, the words too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.catalogue import BUILT_IN
from games.contract import AnyGame
from tools import samples
from tools.gallery import LANGUAGES, NAMES, Scene, exhibits, hang, main, page, scenes


@pytest.fixture(scope="module")
def shown() -> list[Scene]:
    return list(scenes())


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
def test_every_number_of_players_is_seen_from_the_first_question_to_the_end(
    game: AnyGame, shown: list[Scene]
) -> None:
    of_this = [scene for scene in shown if scene.game is game]
    assert {scene.players for scene in of_this} == set(game.players)
    for players in game.players:
        phases = {scene.phase for scene in of_this if scene.players == players}
        assert "over" in phases
        assert any(phase.endswith("early") for phase in phases)
        assert any(phase.endswith("later") for phase in phases)


def test_every_edition_and_option_is_seen(shown: list[Scene]) -> None:
    for game in BUILT_IN:
        if game.option_fields(game.Options()):
            assert len({scene.options for scene in shown if scene.game is game}) > 1


def test_ratings_and_leaderboards_are_seen_in_every_language() -> None:
    titles = [title for title, _drawing in samples.record_samples(NAMES, LANGUAGES)]
    for language in LANGUAGES:
        for kind in ("rating · ", "ratings · ", "leaderboard · "):
            assert [title for title in titles if title.startswith(kind) and title.endswith(language)]


def test_a_picture_stands_on_a_dark_page_and_on_a_light_one_with_its_words(shown: list[Scene]) -> None:
    exhibit = next(exhibit for scene in shown for exhibit in exhibits(scene, "en-US"))
    made = page({"picture.png": exhibit})
    for theme in ("dark", "light"):
        assert f'<div class="{theme}"><img loading="lazy" src="picture.png" alt="' in made
    assert made.count("Blackbeard the Terrible") >= 2


def test_what_the_page_shows_lies_beside_it_and_what_looks_alike_lies_there_once(
    shown: list[Scene], tmp_path: Path
) -> None:
    some = list(exhibits(shown[0], "en-US"))
    assert hang([*some, *some], tmp_path / "new") == len(some)
    pictures = {path.name for path in (tmp_path / "new").glob("*.png")}
    assert set(re.findall(r'src="([^"]+)"', (tmp_path / "new/index.html").read_text("utf-8"))) == pictures
    assert len(pictures) == len(some)


def test_a_game_that_there_is_not_is_refused_by_name_and_nothing_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "build/gallery").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert main(["poker"]) == 2
    assert "There is no poker. The games are skull-king" in capsys.readouterr().err
    assert (tmp_path / "build/gallery").is_dir()
