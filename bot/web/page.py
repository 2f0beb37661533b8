"""The page itself: one HTML document, with its style, its script and, in a file, its typefaces inside.

It runs no script but its own, whose hash stands in the content security policy, and asks for nothing from
anywhere else. Without scripts everything can still be read: replays in words.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from bot.i18n import Reader
from bot.images.fonts import FONT_FILES
from bot.web import html
from bot.web.content import (
    PodView,
    RoundView,
    SeasonLine,
    SeasonView,
    SeatLine,
    StandingLine,
    TableView,
    TeamView,
    TournamentView,
)
from bot.web.drawings import Film, fitting, projected, spliced, taken_apart
from bot.web.html import Html, tag
from bot.web.tables import BoardView, ReplayView, ScoreSheet
from games.drawing import lettering
from games.text import Words as _Words
from games.text import _, _n

REFRESHED = 15
"""Seconds after which a live page looks whether anything is new."""
FONTS = "fonts"
"""Where a live page finds the typefaces, seen from where it stands."""
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
    words = Reader(view.locale).plain
    films = {id: each.film for id, each in tables.items() if isinstance(each, ReplayView)}
    shown = html.joined(
        _header(view),
        _ways(view, words),
        _left_out(left_out, words),
        _standings(view, words),
        _tree(view, words),
        [_round(one, view, tables, live, words) for one in reversed(view.rounds)],
        _rules(view, words),
    )
    version = None if live is None else hashlib.sha256(shown.encode()).hexdigest()[:16]
    body = tag("main", shown, data_version=version), _footer(view, words)
    return _document(view.name, view.locale, body, films, live)


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
    words = Reader(view.locale).plain
    found = [(one, pod) for one in view.rounds for pod in one.pods if pod.table == table]
    title = [f"{one.name}: {pod.name}" for one, pod in found]
    body = (
        tag("header", tag("h1", view.name), tag("p", title), tag("p", tag("a", words(_("Back")), href=back))),
        tag(
            "main",
            [tag("ul", [_seat(seat) for seat in pod.seats]) for _one, pod in found],
            tag("div", _replay_parts(replay, words), data_film=table),
            _sheet(replay.sheet),
            class_="pod",
        ),
        _footer(view, words),
    )
    return _document(view.name, view.locale, body, {table: replay.film}, Live({}), refreshed=False)


def season_page(view: SeasonView, live: Live | None = None) -> Document:
    """A season of a series."""
    words = Reader(view.locale).plain
    counted = [
        tag("th", str(at), scope="col", class_="number", title=name) for at, name in enumerate(view.events, 1)
    ]
    heads = (
        tag("th", "#", scope="col", class_="number"),
        tag("th", words(_("Name")), scope="col"),
        tag("th", words(_("Points")), scope="col", class_="number"),
        counted,
    )
    rows = [_season_line(line) for line in view.lines]
    table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="standings season")
    events, rules = ([tag("li", each) for each in told] for told in (view.events, view.rules))
    shown = html.joined(
        tag("section", tag("div", table, class_="wide")),
        tag("section", tag("h2", words(_("Tournaments"))), tag("ol", events)),
        tag("section", tag("h2", words(_("How it counts"))), tag("ul", rules)),
    )
    said = [tag("p", each) for each in (view.state, view.champion) if each]
    version = None if live is None else hashlib.sha256(shown.encode()).hexdigest()[:16]
    body = tag("header", tag("h1", view.title), said), tag("main", shown, data_version=version)
    return _document(view.title, view.locale, body, {}, live)


def _season_line(line: SeasonLine) -> Html:
    events = [
        tag("td", place if counts else tag("s", place), class_="number") for place, counts in line.events
    ]
    return tag(
        "tr",
        tag("td", str(line.place), class_="number"),
        tag("td", line.name),
        tag("td", line.points, class_="number"),
        events,
        class_="first" if line.place == 1 else None,
    )


# the document


def _document(
    title: str,
    locale: str,
    body: html.Node,
    films: Mapping[str, Film],
    live: Live | None,
    *,
    refreshed: bool = True,
) -> Document:
    style = _STYLE + (_faces_served() if live is not None else _faces_inside())
    policy = content_policy(style, live is not None)
    every = str(REFRESHED) if live is not None and refreshed else None
    pieces, frames = spliced(films)
    told = html.data(msgspec.json.encode({"pieces": pieces, "films": frames}))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="robots", content="noindex, nofollow"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("noscript", tag("meta", http_equiv="refresh", content=every)) if every else None,
        tag("style", Html(style)),
    )
    script = tag("script", Html(_SCRIPT))
    films_told = tag("script", told, type="application/json", id="films") if pieces else None
    page = tag("html", head, tag("body", body, films_told, script, data_refresh=every), lang=locale or "en")
    return Document(f"<!doctype html>\n{page}\n".encode(), policy)


def content_policy(style: str, served: bool) -> str:
    """Nothing but what stands in the page: its own style, script and typefaces."""
    own = "'self'" if served else "data:"
    rules = {
        "default-src": "'none'",
        "style-src": _hashed(style),
        "script-src": _hashed(_SCRIPT),
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


# the parts of the page


def _header(view: TournamentView) -> Html:
    return tag(
        "header",
        tag("h1", view.name),
        tag("p", view.game),
        tag("p", html.timed(view.state), class_="soft"),
    )


def _ways(view: TournamentView, words: _Words) -> Html:
    ways = [("standings", view.standings_title)]
    ways += [("tree", words(_("The knock-out")))] if view.is_tree else []
    ways += [(f"round-{one.number}", one.name) for one in reversed(view.rounds)]
    ways += [("rules", words(_("How it works")))]
    return tag("nav", [tag("a", name, href=f"#{id}") for id, name in ways])


def _left_out(games: int, words: _Words) -> Html | None:
    if not games:
        return None
    said = _n(
        "The pictures of {count} game are left out: the file would be too large.",
        "The pictures of {count} games are left out: the file would be too large.",
        games,
    )
    return tag("p", words(said), class_="soft")


def _standings(view: TournamentView, words: _Words) -> Html:
    counted = view.counted if view.rounds else ""
    table = _ranked(words(_("Name")), counted, [_standing(line) for line in view.standings])
    legend = [tag("p", each, class_="legend") for each in view.legend]
    teams = _ranked(words(_("Team")), counted, [_team(line) for line in view.teams]) if view.teams else None
    return tag("section", tag("h2", view.standings_title), teams, table, legend, id="standings")


def _ranked(whose: str, counted: str, rows: Sequence[Html]) -> Html:
    """A table of those who have places."""
    heads = tag(
        "tr",
        tag("th", "#", scope="col", class_="number"),
        tag("th", whose, scope="col"),
        tag("th", counted, scope="col", class_="number"),
    )
    return tag("table", tag("thead", heads), tag("tbody", rows), class_="standings")


def _team(line: TeamView) -> Html:
    return tag(
        "tr",
        tag("td", str(line.place), class_="number"),
        tag("td", line.name, tag("span", line.members, class_="soft")),
        tag("td", line.points, class_="number"),
        class_="first" if line.place == 1 else None,
    )


def _standing(line: StandingLine) -> Html:
    return tag(
        "tr",
        tag("td", str(line.place or ""), class_="number"),
        tag("td", line.name, tag("span", " · ".join(line.notes), class_="soft") if line.notes else None),
        tag("td", line.points, class_="number"),
        class_="out" if line.out else "first" if line.place == 1 else None,
    )


def _tree(view: TournamentView, words: _Words) -> Html | None:
    if not view.is_tree:
        return None
    levels = [
        tag("div", tag("h3", one.name), [_branch(pod) for pod in one.pods], tag("p", one.byes, class_="soft"))
        for one in view.rounds
        if one.in_tree
    ]
    return tag("section", tag("h2", words(_("The knock-out"))), tag("div", levels, class_="tree"), id="tree")


def _branch(pod: PodView) -> Html:
    return tag("ul", [_seat(seat) for seat in pod.seats], aria_label=pod.name)


def _round(
    one: RoundView,
    view: TournamentView,
    tables: Mapping[str, TableView],
    live: Live | None,
    words: _Words,
) -> Html:
    pods = [_pod(pod, tables.get(pod.table), live, words) for pod in one.pods]
    return tag(
        "details",
        tag("summary", one.name),
        tag("p", one.byes) if one.byes else None,
        tag("div", pods, class_="pods"),
        id=f"round-{one.number}",
        class_="round",
        open=one is view.rounds[-1] or any(pod.state == "playing" for pod in one.pods),
    )


def _pod(pod: PodView, table: TableView | None, live: Live | None, words: _Words) -> Html:
    parts: list[Html | None] = []
    match table:
        case BoardView():
            parts = [_board(table), _sheet(table.sheet)]
        case ReplayView():
            replay = tag(
                "details",
                tag("summary", words(_("Replay"))),
                _replay_parts(table, words),
                id=f"replay-{pod.table}",
                data_film=pod.table,
            )
            parts = [_sheet(table.sheet), replay]
        case None:
            pass
    if pod.remark:
        parts.insert(0, tag("p", pod.remark, class_="soft"))
    elsewhere = None if live is None else live.replays.get(pod.table)
    if elsewhere is not None:
        parts.append(tag("p", tag("a", words(_("Replay")), href=elsewhere)))
    return tag(
        "article",
        tag("h3", pod.name),
        tag("ul", [_seat(seat) for seat in pod.seats]),
        parts,
        id=f"table-{pod.table}" if pod.table else None,
        class_="pod",
    )


def _seat(seat: SeatLine) -> Html:
    notes = tag("span", " · ".join(seat.notes), class_="soft") if seat.notes else None
    return tag(
        "li",
        tag("span", str(seat.place or "–"), class_="place"),
        tag("span", seat.name, " ✓" if seat.on else None, " " if notes else None, notes, class_="name"),
        tag("span", seat.points, class_="number") if seat.points else None,
        class_="on" if seat.on else None,
    )


def _board(board: BoardView) -> Html:
    picture = _picture(board.svg, " ".join((board.headline, board.turn, *board.words)))
    return tag(
        "figure",
        picture,
        tag("figcaption", tag("strong", board.headline), " ", html.timed(board.turn)),
        None if picture is not None else tag("ul", [tag("li", line) for line in board.words]),
        class_="board",
    )


def _picture(svg: str, alt: str) -> Html | None:
    if not svg:
        return None
    drawing = taken_apart(svg)
    return _svg("".join(drawing.pieces), f"0 0 {drawing.width} {drawing.height}", alt)


def _svg(inside: str, box: str, alt: str) -> Html:
    """A drawing that a game made: what people typed was escaped where it was drawn."""
    return tag("svg", Html(inside), viewBox=box, role="img", aria_label=alt)


def _sheet(sheet: ScoreSheet | None) -> Html | None:
    if sheet is None:
        return None
    heads = tag("tr", tag("td", ""), [tag("th", name, scope="col") for name in sheet.players])
    rows = [_sheet_row(row) for row in (*sheet.rows, sheet.totals)]
    table = tag("table", tag("thead", heads), tag("tbody", rows))
    return tag("details", tag("summary", sheet.title), tag("div", table, class_="wide"))


def _sheet_row(row: Sequence[str]) -> Html:
    return tag("tr", tag("th", row[0], scope="row"), [tag("td", cell) for cell in row[1:]])


def _replay_parts(replay: ReplayView, words: _Words) -> Iterator[Html]:
    """The projector, which waits for the script, and the moves in words."""
    film = _film(replay, words) if replay.film.frames else None
    if film is not None:
        yield film
    told = tag("div", list(_told(replay)))
    yield told if film is None else tag("details", tag("summary", words(_("Every move in words"))), told)


def _film(replay: ReplayView, words: _Words) -> Html:
    ways = (
        ("first", "«", _("First")),
        ("back", "‹", _("Earlier")),
        ("on", "›", _("Later")),
        ("last", "»", _("Last")),
    )
    buttons = [
        tag("button", sign, type="button", data_go=way, aria_label=words(label)) for way, sign, label in ways
    ]
    rounds = [tag("option", each.name, value=str(each.start)) for each in replay.rounds]
    chapters = tag("select", rounds, aria_label=words(_("Go to a round"))) if len(rounds) > 1 else None
    first = next(projected(replay.film))
    return tag(
        "div",
        tag("figure", _svg("", f"0 0 {first.width} {first.height}", ""), class_="board"),
        tag(
            "div",
            buttons,
            tag("input", type="range", min="0", aria_label=words(_("Replay"))),
            chapters,
            class_="controls",
        ),
        tag("p", aria_live="polite"),
        class_="film",
        hidden=True,
    )


def _told(replay: ReplayView) -> Iterator[Html]:
    """The steps of a replay in words, as a list for each round; headings where there are several."""
    ends = [*(each.start for each in replay.rounds[1:]), len(replay.steps)]
    for chapter, end in zip(replay.rounds, ends, strict=True):
        steps = [tag("li", step) for step in replay.steps[chapter.start : end]]
        if len(replay.rounds) > 1:
            yield tag("h3", chapter.name)
        yield tag("ol", steps, start=str(chapter.start), class_="steps")


def _rules(view: TournamentView, words: _Words) -> Html:
    """How it is played, and what the draw is bound to."""
    rules = tag("ul", [tag("li", html.timed(each)) for each in view.rules])
    return tag("section", tag("h2", words(_("How it works"))), rules, list(_seed(view, words)), id="rules")


def _seed(view: TournamentView, words: _Words) -> Iterator[Html]:
    sealed = tag("code", view.commitment)
    if not view.seed:
        said = _(
            "🔏 The draw's seed is already sealed; you'll see it after the start. Its fingerprint (SHA-256):"
        )
        yield tag("p", words(said), " ", sealed)
        return
    said = _("🎲 The draw's seed:")
    if view.seed_of > 1:
        said = _("🎲 The seed of round {round}; its SHA-256 is that of the round before:", round=view.seed_of)
    yield tag("p", words(said), " ", tag("code", view.seed))
    yield tag("p", words(_("Its fingerprint, shown before the start:")), " ", sealed)


def _footer(view: TournamentView, words: _Words) -> Html:
    said = _("Tournament {id}, made by Tortuga, a bot for card games on Discord", id=view.id)
    return tag("footer", tag("p", words(said)))
