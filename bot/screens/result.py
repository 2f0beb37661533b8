"""The score sheet: first in sentences, then as the notepad that lies on every card table."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bot.i18n import FORMER_PLAYER, Markup, Reader
from bot.i18n.sanitising import truncate, truncate_distinct
from bot.images.model import MessageImage
from bot.profiles.rating_service import RatingChange, RatingChanges
from bot.screens import common
from bot.screens.pod_verdicts import is_played_again, result_lines, verdict_at
from bot.tables.history import Proof
from bot.tables.model import Table
from bot.ui import components as ui
from bot.ui.limits import TEXT
from games import fairness, picture_alt
from games.contract import Outcome, Sheet
from games.text import Listed, Player, Seat, Text, _, _n

WIDEST = 42
"""Columns of a notepad: more would break its lines on a telephone. Further seats follow below."""
WIDEST_NAME = 7
_FORMER = _("former")
"""Who has had their data erased, over a column of at most seven characters."""
WIDEST_LABEL = 16
WIDEST_CELL = 14
LONGEST_NOTEPADS = 2300
"""Characters of notepads on one screen."""

CAME: Sequence[Text] = (
    _("🎉 You have won!"),
    _("You came second."),
    _("You came third."),
    _("You came fourth."),
    _("You came fifth."),
    _("You came sixth."),
    _("You came seventh."),
    _("You came eighth."),
)
"""How a player is told their place."""


def sheet_screen(
    table: Table,
    sheet: Sheet | None,
    reader: Reader,
    *,
    back: ui.Button | None = None,
    picture: MessageImage | None = None,
) -> ui.Screen:
    """The sheet as far as it has come, drawn or in words; None: nothing stands on it yet. `back`: to where
    it was asked for.
    """
    if sheet is None:
        empty = _("Nothing to score yet: the first round is still being played.")
        return ui.screen(ui.Accent.SAND, ui.block(reader(empty), most=200), ui.row(back))
    if picture is not None and picture.drawn is not None:
        words = common.words_button(reader, table.id, "sheet")
        return ui.screen(ui.Accent.SAND, picture, ui.row(back, words))
    return ui.screen(
        ui.Accent.SAND,
        picture,
        ui.block(ui.heading(reader, sheet.title), *map(reader, sheet.latest), most=900),
        ui.block(reader(picture_alt.totals(sheet)), most=700),
        notepads(table.names, sheet, reader),
        ui.row(back, common.log_button(reader, table.id)),
    )


def notepads(names: Mapping[Seat, str], sheet: Sheet, reader: Reader) -> ui.TextBlock | None:
    """The sheet in columns, as many seats beside each other as a narrow window shows."""
    labels = ["", *(_short(reader.plain(row.label), WIDEST_LABEL) for row in sheet.rows)]
    labels.append(_short(reader.plain(sheet.totals.label), WIDEST_LABEL))
    columns = [
        [
            _short(name or reader.plain(_FORMER), WIDEST_NAME),
            *(_short(reader.plain(row.cells[seat]), WIDEST_CELL) for row in (*sheet.rows, sheet.totals)),
        ]
        for seat, name in truncate_distinct(names, WIDEST_NAME).items()
    ]
    pads = [_pad(labels, beside) for beside in _side_by_side(_width(labels), columns)]
    return ui.block(*pads, most=LONGEST_NOTEPADS)


def _short(text: str, most: int) -> str:
    """One cell: a back-tick would end the notepad, and a change of direction reorder it."""
    return truncate(text.strip("\u2068\u2069").replace("`", "'"), most)


def _side_by_side(first: int, columns: Sequence[list[str]]) -> list[list[list[str]]]:
    """The columns, as many as fit beside each other."""
    pads: list[list[list[str]]] = []
    room = 0
    for column in columns:
        wide = _width(column) + 2
        if not pads or wide > room:
            pads.append([])
            room = WIDEST - first
        pads[-1].append(column)
        room -= wide
    return pads


def _pad(labels: Sequence[str], columns: Sequence[Sequence[str]]) -> str:
    lines = list(map("  ".join, zip(_padded(labels, left=True), *map(_padded, columns), strict=True)))
    lines.insert(-1, "-" * max(map(_columns_of, lines)))
    return "\n".join(("```", *lines, "```"))


def _padded(column: Sequence[str], *, left: bool = False) -> list[str]:
    """The cells, all equally wide: flush left or else right."""
    wide = _width(column)
    blanks = [" " * (wide - _columns_of(text)) for text in column]
    return [
        f"{text}{blank}" if left else f"{blank}{text}" for text, blank in zip(column, blanks, strict=True)
    ]


def _width(texts: Sequence[str]) -> int:
    return max(map(_columns_of, texts))


def _columns_of(text: str) -> int:
    """How many columns the text takes in a typewriter face: wide characters take two, accents none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)


# How a game ended: places and points, the way to the next game, and whether it was dealt fairly.


LONGEST_HASHED = 2000
"""Characters of what went into the shuffle that one screen shows."""


def result_screen(
    table: Table,
    reader: Reader,
    changes_of_ratings: RatingChanges | None = None,
    picture: MessageImage | None = None,
    *,
    back: ui.Button | None = None,
    hidden: bool = False,
) -> ui.Screen:
    """The end, for everybody. `picture`: of the score sheet; `back`: the way on where it is only read;
    `hidden`: whoever wants to know how it ended presses what covers that.
    """
    seal = common.seal_line(reader, table)
    drawn = picture is not None and picture.drawn is not None
    buttons = common.buttons_after_game(reader, table, sheet=not drawn) if back is None else ui.row(back)
    said = list(map(reader, (*winners(table), *_beaten(table))))
    if hidden:
        return _hidden(table, reader, said, ratings_in_a_line(changes_of_ratings, reader), picture, buttons)
    if drawn:
        head = ui.heading(reader, _("🏁 {game}", game=table.game.title))
        return ui.screen(
            ui.Accent.GOLD,
            ui.block(head, common.pod_line(reader, table), *said, most=600),
            picture,
            ui.block(seal, ratings_in_a_line(changes_of_ratings, reader), most=500),
            buttons,
        )
    head = ui.block(ui.title(reader, _("🏁 {game}: the game is over", game=table.game.title)), most=200)
    first = ui.block(common.pod_line(reader, table), *said, most=600)
    places = placings(table, reader)
    changes = ratings(changes_of_ratings, reader)
    kept, foot = ui.block(seal, most=100), common.table_footer(reader, table)
    return ui.screen(
        ui.Accent.GOLD,
        head,
        picture,
        first,
        places,
        changes,
        _final_notepads(table, reader, TEXT - ui.text_length(head, first, places, changes, kept, foot)),
        kept,
        foot,
        buttons,
    )


def _hidden(
    table: Table,
    reader: Reader,
    said: Sequence[str],
    rated: str | None,
    picture: MessageImage | None,
    buttons: ui.Row | None,
) -> ui.Screen:
    """The end, covered: places stand in words where no picture shows them."""
    drawn = picture is not None and picture.drawn is not None
    places = () if drawn else map(reader, placing_lines(table))
    head = ui.heading(reader, _("🏁 {game}", game=table.game.title))
    return ui.screen(
        ui.Accent.GOLD,
        ui.block(head, common.pod_line(reader, table), most=300),
        ui.block(*ui.spoilers((*said, *places)), most=1900),
        None if picture is None else msgspec.structs.replace(picture, spoiler=True),
        ui.block(common.seal_line(reader, table), *ui.spoilers([rated] if rated else ()), most=500),
        buttons,
    )


def ended_screen(table: Table, reader: Reader, *, hidden: bool = False) -> ui.Screen:
    """That a long game is over, for those who played it: the one message that mentions them. `hidden`: it
    does not say who has won.
    """
    over = _("{people}: your game of {game} is over.", people=common.mentions(table), game=table.game.title)
    won = winners(table) if _is_settled(table) and not hidden else ()
    return ui.screen(
        ui.Accent.GOLD,
        ui.block(*map(reader, (over, *won)), most=900),
        ui.row(common.rematch_button(reader, table)),
    )


def _is_settled(table: Table) -> bool:
    """Whether it is known what counts."""
    return table.record.pod is None or table.record.pod.verdict is not None


RATINGS_WORDS = 9
"""Words on ratings under the picture of a result."""


def ratings_in_a_line(changes: RatingChanges | None, reader: Reader) -> str | None:
    """What the game did to ratings, if that is soon said; what is longer stands behind More."""
    if changes is None or changes.why is not None or changes.pending or not changes.shifts:
        return None
    line = reader(_("Ratings: {changes}", changes=Listed(tuple(map(_by, changes.shifts)))))
    return ui.small(line) if common.count_words(line) <= RATINGS_WORDS else None


def _by(shift: RatingChange) -> Text:
    by = shift.after - shift.before
    sign = "+" if by > 0 else ""
    return _("{player} {by}", player=shift.who, by=Markup(f"{sign}{by}".replace("-", "−")))


def ratings(changes_of_ratings: RatingChanges | None, reader: Reader) -> ui.TextBlock | None:
    """What the game did to ratings, or why it did nothing."""
    if changes_of_ratings is None:
        return None
    if changes_of_ratings.why is not None:
        return ui.block(ui.small(reader(changes_of_ratings.why)), most=200)
    if changes_of_ratings.pending:
        return ui.block(ui.small(reader(_("Ratings are being worked out."))), most=200)
    lines = ui.bulleted(reader(_shift(shift)) for shift in changes_of_ratings.shifts)
    return ui.block(ui.strong(reader, _("Ratings")), *lines, most=900)


def _shift(shift: RatingChange) -> Text:
    by = shift.after - shift.before
    if by > 0:
        return _("{player} rises by {by} to {rating}", player=shift.who, by=by, rating=shift.after)
    if by < 0:
        return _("{player} falls by {by} to {rating}", player=shift.who, by=-by, rating=shift.after)
    return _("{player} stays at {rating}", player=shift.who, rating=shift.after)


def _final_notepads(table: Table, reader: Reader, most: int) -> ui.TextBlock | None:
    """The whole score sheet, where there is room for it; it is one press away in any case."""
    final = table.game.sheet(table.observe(None))
    pads = None if final is None else notepads(table.names, final, reader)
    return pads if ui.text_length(pads) <= most else None


def _outcome(table: Table) -> Outcome:
    outcome = table.outcome
    if outcome is None:
        raise ValueError("the game has not ended")
    return outcome


def winners(table: Table) -> Iterator[Text]:
    """Who has won, and why the game ended if it was not played out. In a tournament, what counts there."""
    if table.record.pod is not None:
        yield from result_lines(table)
        return
    first = tuple(Player(seat) for seat, place in enumerate(_outcome(table).places) if place == 1)
    if len(first) == 1:
        yield _("{player} wins. Yo-ho-ho!", player=first[0])
    else:
        yield _("{players} share the win. Yo-ho-ho!", players=Listed(first))
    yield from conceded(table)
    yield from helped(table)


def conceded(table: Table) -> Iterator[Text]:
    """Why the game ended if it was not played out."""
    if table.was_conceded:
        yield _("Everybody else has left, so the game ended early.")


def _beaten(table: Table) -> Iterator[Text]:
    """Which place the only person at the table came to, where a robot won: whoever shares it tells that."""
    if table.record.pod is not None or len(table.people) != 1:
        return
    seat = table.seat_of(table.people[0])
    if seat is not None and (place := _outcome(table).places[seat]) > 1:
        players = len(table.seats)
        yield _("{player}: place {place} of {players}.", player=Player(seat), place=place, players=players)


def helped(table: Table) -> Iterator[Text]:
    """A line that names those who were given hints; none if nobody was."""
    if table.record.helped:
        players = Listed(tuple(Player(seat) for seat in table.record.helped))
        yield _("💡 With hints: {players}", players=players)


def placings(table: Table, reader: Reader) -> ui.TextBlock | None:
    """Everybody's place and points, the best first."""
    return ui.block(*map(reader, placing_lines(table)), most=1500)


def placing_lines(table: Table) -> Iterator[Text]:
    """Everybody's place and points in a sentence each, the best first."""
    outcome = _outcome(table)
    counted = _counted(table, outcome)
    last = len(counted.places) + 1
    order = sorted(range(last - 1), key=lambda seat: (counted.places[seat] or last, seat))
    return (_line(table, counted, seat) for seat in order)


def page_screen(table: Table, reader: Reader, user: int, address: str) -> ui.Screen:
    """Who agrees that anybody may look at the finished game, and the page once all do. Private."""
    agreed, played = table.record.page, table.played
    waiting = [played[who] or reader.plain(FORMER_PLAYER) for who in played if who not in agreed]
    why = _("Whoever has the link can replay the game step by step, with your names. All who played decide.")
    find = _("Not yet: {people}. They find this under Replay.", people=Listed(tuple(waiting)))
    return ui.screen(
        ui.Accent.GOLD if table.has_page else ui.Accent.SAND,
        ui.block(
            ui.strong(reader, _("🌍 A page for this game")),
            address if table.has_page else reader(why),
            None if table.has_page else reader(find),
            most=1200,
        ),
        ui.row(
            ui.button(reader, _("Back"), "replay", table.id, 0, common.MINE, ""),
            ui.link(reader, _("Open"), address) if table.has_page else None,
            _agreement(table, reader, user),
        ),
    )


def _agreement(table: Table, reader: Reader, user: int) -> ui.Button | None:
    if user not in table.played:
        return None
    if user in table.record.page:
        return ui.button(reader, _("Take it down"), "pageagree", table.id, 0)
    return ui.button(reader, _("I agree"), "pageagree", table.id, 1, style=ui.SUCCESS)


def _counted(table: Table, outcome: Outcome) -> Outcome:
    """The outcome, in a tournament with the places that count there; 0 for whoever has none."""
    if is_played_again(table):
        return msgspec.structs.replace(outcome, places=(0,) * len(outcome.places))
    places = (
        place if (seat := verdict_at(table, at)) is None else seat.place
        for at, place in enumerate(outcome.places)
    )
    return msgspec.structs.replace(outcome, places=tuple(places))


def _line(table: Table, outcome: Outcome, seat: int) -> Text:
    place, player = outcome.places[seat], Player(seat)
    sitter = _("🤖 {player}", player=player) if table.seats[seat].robot else player
    counts = verdict_at(table, seat)
    medal = common.medal(0 if counts is not None and counts.remark else place)
    scored = table.game.score(outcome.points[seat])
    if not place:
        return _("{player}, {scored}", player=sitter, scored=scored)
    if table.was_conceded:
        return _("{medal} Place {place}: {player}", medal=medal, place=place, player=sitter)
    if outcome.places.count(place) > 1:
        return _(
            "{medal} Place {place}, shared: {player}, {scored}",
            medal=medal,
            place=place,
            player=sitter,
            scored=scored,
        )
    return _(
        "{medal} Place {place}: {player}, {scored}",
        medal=medal,
        place=place,
        player=sitter,
        scored=scored,
    )


def sealed_screen(table: Table, reader: Reader, *, back: ui.Button | None = None) -> ui.Screen:
    """What is promised of the cards of a game that goes on. For a game that was dealt."""
    promise = _(
        "🔏 I sealed every deal before anybody sat down. Press Fairness after the game: I open the seal and "
        "check them all."
    )
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("Fairness")),
            reader(promise),
            reader(_("The seal (SHA-256):")),
            f"`{fairness.commitment(bytes.fromhex(table.record.secret))}`",
            most=700,
        ),
        ui.row(back),
    )


def proof_screen(
    table: Table,
    proof: Proof,
    reader: Reader,
    *,
    wrong: Sequence[Text] = (),
    source: str = "",
    back: ui.Button | None = None,
) -> ui.Screen:
    """Whether the cards were dealt as sealed, then how to check that oneself. `wrong`: what was found just
    now that should not be so; `source`: the address of the bot's source, if it is known.
    """
    right = _("✅ Checked: the cards were dealt as sealed before the game.")
    show = _("Show this to whoever runs me.")
    found = [_("⚠️ {wrong}", wrong=each) for each in wrong]
    steps = (
        _("The SHA-256 of the secret's 32 bytes is the seal: its first digits stood here from the start."),
        _("The SHA-256 of the secret with joins and cuts is the seed."),
        _("docs/fairness.md, in my source, deals every hand from it in a few lines of Python."),
        _("Whoever runs me can check it all: {command}", command=Markup(f"`tortuga verify {table.id}`")),
    )
    erased = _n(
        "One cut is missing here, as its author's data was erased. So the kept seed is what counts.",
        "{count} cuts are missing here, as their authors' data was erased. So the kept seed is what counts.",
        proof.erased,
    )
    return ui.screen(
        ui.Accent.AMBER if wrong else ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("Fairness")), *map(reader, (*found, show) if found else (right,)), most=600
        ),
        ui.block(ui.strong(reader, _("Check it yourself")), *ui.bulleted(map(reader, steps)), most=800),
        ui.block(reader(_("Secret and seal:")), f"`{proof.secret}`", f"`{proof.commitment}`", most=500),
        ui.block(reader(_("Secret, joins and cuts:")), _hashed_content(proof), most=2200),
        ui.block(reader(erased), most=300) if proof.erased else None,
        ui.block(reader(_("Seed:")), f"`{proof.seed}`", reader(_seats(proof)), most=700),
        ui.row(back, ui.link(reader, _("My source"), source) if source else None),
    )


def _seats(proof: Proof) -> Text:
    """Who sits where, as drawn from the seed, and whose join was whose."""
    if proof.tournament and len(proof.joins) == 1:
        return _(
            "{tournament} drew the seats: {players}. All pods of the round have this seed.",
            tournament=proof.tournament,
            players=Listed(tuple(map(Player, range(len(proof.order))))),
        )
    drawn = enumerate(proof.order)
    seats = Listed(
        tuple(_("{player} (join {number})", player=Player(seat), number=join + 1) for seat, join in drawn)
    )
    if not proof.tournament:
        return _("It seats them in this order: {seats}.", seats=seats)
    return _(
        "{tournament} drew the seats: {seats}. The last join names the round and the pod.",
        tournament=proof.tournament,
        seats=seats,
    )


def _hashed_content(proof: Proof) -> str:
    """What is hashed, exactly; in a shorter spelling of the same JSON where many words are not ASCII."""
    content = [proof.secret, proof.joins, [[str(made.user), made.word] for made in proof.cuts]]
    exact = json.dumps(content, separators=(",", ":"))
    if len(exact) > LONGEST_HASHED:
        exact = "".join(map(_spelled, json.dumps(content, separators=(",", ":"), ensure_ascii=False)))
    # A back-tick in a word would end the code; JSON has another spelling for it.
    safe = exact.replace("`", r"\u0060")
    return f"```json\n{truncate(safe, LONGEST_HASHED)}\n```"


def _spelled(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]
