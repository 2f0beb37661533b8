"""The page itself: one HTML document, with its style, its script and, in a file, its typefaces inside.

It runs no script but its own, whose hash stands in the content security policy, and asks for nothing from
anywhere else. Without scripts everything can still be read: replays in words.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bot.i18n import Reader
from bot.images.fonts import FONT_FILES
from bot.series.web import SeasonView
from bot.web import html
from bot.web.content import TableView, TournamentView
from bot.web.drawings import Film, fitting, projected, spliced, still
from bot.web.tables import BoardView, GameView, ReplayView, ServerView
from games.drawing import lettering
from games.text import _ as worded
from games.text import _n as worded_by_number

REFRESHED = 15
"""Seconds after which a live page looks whether anything is new."""
FONTS = "fonts"
"""Where a live page finds the typefaces, seen from where it stands."""
_TEMPLATES = Path(__file__).with_name("templates")
_STYLE = Path(__file__).with_name("page.css").read_text("utf-8")
_SCRIPT = Path(__file__).with_name("page.js").read_text("utf-8")


class Live(msgspec.Struct, frozen=True):
    """What a page has that is served, and a file has not."""

    replays: Mapping[str, str]
    """Where the replays of finished tables are, by table."""


class Document(msgspec.Struct, frozen=True):
    """A document, and the content security policy that goes with it."""

    content: bytes
    policy: str


def tournament_page(
    view: TournamentView,
    tables: Mapping[str, TableView],
    live: Live | None = None,
    left_out: int = 0,
) -> Document:
    """The whole tournament. `tables`: by their ids; `left_out`: how many games' pictures found no room."""
    films = {id: each.film for id, each in tables.items() if isinstance(each, ReplayView)}
    said = {"view": view, "tables": tables, "left_out": left_out}
    return _page("tournament.html", view.name, view.locale, films, live, **said)


def fitted_page(
    view: TournamentView, tables: Mapping[str, TableView], most: int, late: int = 0
) -> Document | None:
    """The file, at most so large; None if not even words have room. What has none is left out, and told:
    the pictures of games first, those at the end of `tables` before the others. `late`: how many games are
    missing already.
    """
    kept, games = dict(tables), len(tables) + late
    while len((wordy := tournament_page(view, _in_words(kept), left_out=games)).content) > most:
        if not kept:
            return None
        kept = dict(list(kept.items())[: len(kept) // 2])
    films = {id: each.film for id, each in kept.items() if isinstance(each, ReplayView)}
    filmed = fitting(films, most - len(wordy.content))
    left_out = late + len(tables) - len(kept) + len(films) - len(filmed)
    shown = {id: each for id, each in kept.items() if id not in films or id in filmed}
    return tournament_page(view, {**_in_words(kept), **shown}, left_out=left_out)


def _in_words(tables: Mapping[str, TableView]) -> dict[str, TableView]:
    return {
        id: msgspec.structs.replace(each, film=Film()) if isinstance(each, ReplayView) else each
        for id, each in tables.items()
    }


def replay_page(view: TournamentView, table: str, replay: ReplayView, back: str) -> Document:
    """One game of a live page. `back`: where the tournament is."""
    found = [(one, pod) for one in view.rounds for pod in one.pods if pod.table == table]
    said = {"view": view, "pods": found, "table": table, "replay": replay, "back": back}
    return _page("replay.html", view.name, view.locale, {table: replay.film}, Live({}), False, **said)


def game_page(view: GameView, address: str, has_picture: bool) -> Document:
    """A finished game by itself. `address`: of this page, whole, as those need it who show what a link leads
    to (https://ogp.me).
    """
    title = f"{view.game}: {view.won}"
    said = {"view": view, "address": address, "picture": f"{address}.png" if has_picture else ""}
    return _page("game.html", title, view.locale, {view.id: view.replay.film}, Live({}), False, **said)


def index_page(servers: Sequence[ServerView]) -> Document:
    """What goes on in public on the servers that want to be listed."""
    return _page("index.html", "Tortuga", "en", {}, Live({}), False, servers=servers)


def season_page(view: SeasonView, live: Live | None = None) -> Document:
    """A season of a series."""
    return _page("season.html", view.title, view.locale, {}, live, view=view)


def almanac_page(view: msgspec.Struct, title: str, locale: str) -> Document:
    """What is kept of a tournament or a season: a file without a script."""
    return _page("almanac.html", title, locale, {}, None, scripted=False, view=view)


# the document


def _page(
    template: str,
    title: str,
    locale: str,
    films: Mapping[str, Film],
    live: Live | None,
    refreshed: bool = True,
    scripted: bool = True,
    **said: Any,
) -> Document:
    words = Reader(locale).plain
    style = _STYLE + (_faces_served() if live is not None else _faces_inside())
    policy = content_policy(style, live is not None, scripted)
    pieces, frames = spliced(films)
    document = (
        templates()
        .get_template(template)
        .render(
            said,
            title=title,
            locale=locale,
            live=live,
            policy=policy,
            style=Markup(style),
            script=Markup(_SCRIPT if scripted else ""),
            every=REFRESHED if live is not None and refreshed else None,
            films=html.data(msgspec.json.encode({"pieces": pieces, "films": frames})) if pieces else None,
            _=lambda one, **parts: words(worded(one, **parts)),
            _n=lambda one, many, count, **parts: words(worded_by_number(one, many, count, **parts)),
        )
    )
    return Document(document.encode(), policy)


@cache
def templates() -> Environment:
    """What a designer works on. Whatever is no markup is escaped."""
    found = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=html.told,
    )
    found.filters |= {
        "timed": html.timed,
        "still": still,
        "first_drawing": lambda film: next(projected(film)),
        "digest": lambda shown: hashlib.sha256(shown.encode()).hexdigest()[:16],
    }
    found.tests |= {
        "board": lambda table: isinstance(table, BoardView),
        "replay": lambda table: isinstance(table, ReplayView),
    }
    return found


def content_policy(style: str, served: bool, scripted: bool = True) -> str:
    """Nothing but what stands in the page: its own style, script and typefaces."""
    own = "'self'" if served else "data:"
    rules = {
        "default-src": "'none'",
        "style-src": _hashed(style),
        "script-src": _hashed(_SCRIPT) if scripted else "'none'",
        "font-src": own,
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    if served:
        rules["connect-src"] = "'self'"
    return "; ".join(f"{rule} {source}" for rule, source in rules.items())


@cache
def _hashed(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


_FACES = {"TEXT": lettering.TEXT, "STRONG": lettering.STRONG, "DISPLAY": lettering.DISPLAY}


def _face(name: str, source: str) -> str:
    face = _FACES[name]
    return (
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; font-display: swap; '
        f'src: url("{source}") format("truetype"); }}\n'
    )


@cache
def _faces_served() -> str:
    return "".join(_face(name, f"{FONTS}/{path.name}") for name, path in FONT_FILES.items())


@cache
def _faces_inside() -> str:
    """All that the drawings are written in: without them, words would not fit their places."""
    found = ((name, base64.b64encode(path.read_bytes()).decode()) for name, path in FONT_FILES.items())
    return "".join(_face(name, f"data:font/ttf;base64,{content}") for name, content in found)
