"""Series: who stands where in a season, and how tournaments count together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from bot.i18n import FORMER_PLAYER, Markup, Reader
from bot.images.model import ImageRequest, MessageImage
from bot.images.requests import record_image
from bot.screens.common import left_out, medal
from bot.screens.tournaments import pages
from bot.screens.tournaments.choosing import text_line
from bot.screens.tournaments.settings_text import exact
from bot.series import images as series_drawing
from bot.series.images import EventCell, SeriesData, SeriesRow
from bot.series.service import LONGEST_NAME, ChangeSeries, SeasonStandings, Series, SeriesRecord, SeriesTerms
from bot.series.standings import SeriesLine, SeriesRules
from bot.tournaments.model import Tournament
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS
from games.text import Listed, Player, Text, Value, _, _n

MOST_DRAWN = 12
PAGE = 2200
NAME, POINTS, BEST, LENGTH = "name", "points", "best", "length"
"""The fields of the window."""
_LONGEST_POINTS = 300
JOIN = "join"
"""What the list does from which a tournament is chosen that is to count."""


# the lines


def called(now: SeasonStandings, who: str) -> Value:
    """What people call the player with this key; "former player" if they were erased."""
    return now.names.get(who) or FORMER_PLAYER


def lines(now: SeasonStandings) -> list[Text]:
    """Everybody's place, name and points, and how they came out of each tournament."""
    return [_line(line, called(now, line.who)) for line in now.lines]


def _line(line: SeriesLine, name: Value) -> Text:
    said = _n(
        "{medal} {place}. {name}: {points} point",
        "{medal} {place}. {name}: {points} points",
        _number(line.points),
        medal=medal(line.place),
        place=line.place,
        name=name,
        points=exact(line.points),
    )
    return _("{line} ({notes})", line=said, notes=Markup(_places(line)))


def _number(points: Fraction) -> int:
    return int(points) if points.denominator == 1 else 2


def _places(line: SeriesLine) -> str:
    """Such as "1 · 3 · – · ~~7~~": what does not count is struck out."""
    told = (
        "–" if each is None else str(each.place) if each.counts else f"~~{each.place}~~"
        for each in line.events
    )
    return " · ".join(told)


def title(now: SeasonStandings) -> Text:
    """The name of the series and the number of its season."""
    return _("{name}, season {season}", name=now.series.record.name, season=now.season)


def subtitle(now: SeasonStandings) -> Text:
    """How far the season has come."""
    count, length = len(now.events), now.series.record.length
    if now.decided:
        return _n("Final standings of {count} tournament", "Final standings of {count} tournaments", count)
    if length and now.season == now.series.record.season:
        return _("After {count} of {length} tournaments", count=count, length=length)
    return _n("After {count} tournament", "After {count} tournaments", count)


def rules_in_lines(rules: SeriesRules) -> list[Text]:
    """How the tournaments of a series count together, in sentences."""
    if rules.points:
        points = Listed(tuple(map(str, rules.points)))
        said = [_("Points by place: {points}", points=points)]
    else:
        said = [_("The points of all tournaments are added up.")]
    if rules.best:
        said.append(_n("Only the best result counts.", "Only the best {count} results count.", rules.best))
    return said


def changed(act: ChangeSeries) -> Iterator[tuple[Sequence[Text], Sequence[Text]]]:
    """The lines on how a series counted before the act, and on how it counts since; none where not kept."""
    if act.was is not None and act.now is not None:
        yield _terms_in_lines(act.was), _terms_in_lines(act.now)


def _terms_in_lines(terms: SeriesTerms) -> list[Text]:
    """All that can be chosen of a series."""
    lasts = (
        _n("A season lasts {count} tournament.", "A season lasts {count} tournaments.", terms.length)
        if terms.length
        else _("A season lasts until it's ended.")
    )
    return [_("Name: {name}", name=terms.name), *rules_in_lines(terms.rules), lasts]


def champions(now: SeasonStandings) -> Text | None:
    """Who has won the season, once that is decided."""
    if not now.decided:
        return None
    names = [called(now, line.who) for line in now.lines if line.place == 1]
    if not names:
        return None
    return _n(
        "🏆 {names} wins season {season}. Yo-ho-ho!",
        "🏆 {names} win season {season} together. Yo-ho-ho!",
        len(names),
        names=Listed(tuple(names)),
        season=now.season,
    )


# the picture


def season_page_address(base: str, now: SeasonStandings) -> str:
    """The address of its page for everybody; empty if it has none: only if all its tournaments have one.
    `base`: where pages are served.
    """
    public = bool(now.events) and all(pages.public_page(base, t) for t in now.events)
    return f"{base}/t/series-{now.series.id}-{now.season}" if public else ""


def image(now: SeasonStandings, reader: Reader, subject: str, user: int = 0) -> ImageRequest | None:
    """The standings as a picture; None if there are none yet. `user`: whose line is marked."""
    if not now.lines:
        return None
    shown, names = drawn(now, str(user))
    return record_image(series_drawing.draw_series, shown, Reader(reader.locale, None, names), subject)


def drawn(now: SeasonStandings, own: str = "") -> tuple[SeriesData, Mapping[int, str]]:
    """What the picture shows, and everybody in it by number. `own`: who is marked, and always there."""
    shown = list(enumerate(now.lines[:MOST_DRAWN]))
    mine = next((each for each in enumerate(now.lines) if each[1].who == own), None)
    if mine is not None and mine not in shown:
        shown.append(mine)
    more = len(now.lines) - len(shown)
    data = SeriesData(
        title(now),
        subtitle(now),
        tuple(_row(at, line, own) for at, line in shown),
        now.decided,
        (left_out(more),) if more else (),
    )
    return data, {at: now.names.get(line.who, "") for at, line in shown}


def _row(at: int, line: SeriesLine, own: str) -> SeriesRow:
    cells = tuple(EventCell() if each is None else EventCell(each.place, each.counts) for each in line.events)
    name = Player(at)
    return SeriesRow(line.place, name, exact(line.points), cells, _line(line, name), own=line.who == own)


# screens


def standings(
    now: SeasonStandings,
    number: int,
    user: int,
    reader: Reader,
    picture: MessageImage | None = None,
    *,
    organises: bool = False,
    joinable: Sequence[Tournament] = (),
    base: str = "",
) -> ui.Screen:
    """One page of the season's standings, private. `joinable`: tournaments that may come to count for it."""
    told = [reader(line) for line in lines(now)] or [reader(_("No tournament of this season is over yet."))]
    turned = ui.paginate(told, PAGE)
    at = max(0, min(number, len(turned) - 1))
    place = next((line.place for line in now.lines if line.who == str(user)), None)
    mine = (
        None if place is None else _("You're number {place} of {count}.", place=place, count=len(now.lines))
    )
    return _screen(
        now,
        reader,
        mine,
        picture if at == 0 else None,
        ui.block(*turned[at], most=PAGE),
        ui.block(*(ui.small(reader(each)) for each in (*rules_in_lines(now.rules), *_foot(now))), most=700),
        ui.page_number(reader, at, len(turned)),
        _joining(now, joinable, reader) if organises and now.season == now.series.record.season else None,
        list(ui.rows(list(_ways(now, at, len(turned), reader, organises)))),
        ui.row(ui.link(reader, _("Public page"), page)) if (page := season_page_address(base, now)) else None,
    )


def _screen(
    now: SeasonStandings,
    reader: Reader,
    mine: Text | None,
    *below: ui.Component | MessageImage | Iterable[ui.Component] | None,
) -> ui.Screen:
    """A season under its name: how far it has come, who has won it, and (`mine`) where the reader stands."""
    said = (subtitle(now) if now.events else None, champions(now), mine)
    head = ui.block(ui.heading(reader, title(now)), *(reader(each) for each in said if each), most=600)
    return ui.screen(ui.Accent.GOLD if now.decided else ui.Accent.SAND, head, *below)


def _joining(
    now: SeasonStandings, joinable: Sequence[Tournament], reader: Reader
) -> list[ui.TextBlock | ui.Row]:
    """How a tournament comes to count for it: said as long as there is none, and a list of those that can."""
    how = _("Now create a tournament, and choose the series under Points and ties.")
    first = ui.block(reader(how), most=300) if not (now.events or now.to_come) else None
    others = [each for each in joinable if each.settings.series != now.series.id][:OPTIONS]
    options = (
        ui.option(reader.about(each.game), _("{name}", name=each.settings.name), each.id) for each in others
    )
    custom_id = custom_ids.encode("series", now.series.id, JOIN, now.season, 0)
    row = ui.select(reader, custom_id, _("Let a tournament count"), options) if others else None
    return [each for each in (first, row) if each is not None]


def _foot(now: SeasonStandings) -> Iterator[Text]:
    if now.to_come:
        yield _n(
            "{count} more tournament is on its way.",
            "{count} more tournaments are on their way.",
            now.to_come,
        )
    if any(each is not None and not each.counts for line in now.lines for each in line.events):
        yield _("Struck out: doesn't count.")


def _way(
    reader: Reader,
    text: Text,
    now: SeasonStandings,
    what: str,
    page: int = 0,
    style: int = ui.SECONDARY,
    season: int | None = None,
) -> ui.Button:
    number = now.season if season is None else season
    return ui.button(reader, text, "series", now.series.id, what, number, page, style=style)


def _ways(now: SeasonStandings, at: int, pages: int, reader: Reader, organises: bool) -> Iterator[ui.Button]:
    if at > 0:
        yield _way(reader, _("Back"), now, "show", at - 1)
    if at < pages - 1:
        yield _way(reader, _("More"), now, "show", at + 1)
    if now.season > 1:
        yield _way(reader, _("Previous season"), now, "show", season=now.season - 1)
    if now.season < now.series.record.season:
        yield _way(reader, _("Next season"), now, "show", season=now.season + 1)
    if now.events:
        yield _way(reader, _("As files"), now, "export")
    if now.decided:
        yield almanac_button(now, reader)
    if organises and now.season == now.series.record.season:
        yield _way(reader, _("Change"), now, "edit")
        if now.events:
            yield _way(reader, _("End the season"), now, "end")
        yield _way(reader, _("Remove"), now, "remove")


def almanac_button(now: SeasonStandings, reader: Reader) -> ui.Button:
    """The button to what is kept of a season that is over."""
    return ui.button(reader, _("The season's almanac"), "almanacs", now.series.id, now.season, 0)


def public(
    now: SeasonStandings,
    tournament: str | None,
    reader: Reader,
    pictures: Sequence[MessageImage] = (),
    most: int = 10,
) -> ui.Screen:
    """The season's standings for everybody, after this one of its tournaments; None: at its end."""
    told = [reader(line) for line in lines(now)[:most]]
    more = len(now.lines) - len(told)
    rest = reader(left_out(more)) if more > 0 else None
    return _screen(
        now,
        reader,
        None,
        *pictures,
        ui.block(*told, rest, most=PAGE),
        ui.row(
            open_button(reader, now.series.id, now.season),
            None if tournament is None else pages.standings(reader, tournament),
        ),
    )


def open_button(reader: Reader, series: str, season: int) -> ui.Button:
    """The button to the standings of the season."""
    return ui.button(reader, _("Series standings"), "series", series, "show", season, 0)


def several(there: Sequence[Series], reader: Reader, *, organises: bool) -> ui.Screen:
    """All series of a server, each with the way to it."""
    nothing = _("No series here yet: tournaments that count together.")
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Series")), None if there else reader(nothing), most=400),
        list(ui.rows([_entry(each, reader) for each in there])),
        ui.row(ui.button(reader, _("New series"), "newseries", style=ui.PRIMARY)) if organises else None,
    )


def _entry(series: Series, reader: Reader) -> ui.Button:
    name, season = series.record.name, series.record.season
    return ui.button(reader, _("{name}", name=name), "series", series.id, "show", season, 0)


def sure(now: SeasonStandings, what: str, reader: Reader) -> ui.Screen:
    """Asks whether it is meant: to end a season, or to remove the series."""
    if what == "end":
        said = _("The season ends here: tournaments announced from now on count in the next one.")
        yes = _way(reader, _("End the season"), now, "ended", style=ui.DANGER)
    else:
        said = _("Its standings are gone for good. The tournaments stay.")
        yes = _way(reader, _("Remove"), now, "removed", style=ui.DANGER)
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(ui.heading(reader, title(now)), reader(said), most=500),
        ui.row(yes, _way(reader, _("Back"), now, "show")),
    )


def export_screen(now: SeasonStandings, names: Sequence[str], reader: Reader) -> ui.Screen:
    """What the files are, and the files."""
    said = _(
        "The season for a spreadsheet, as a page and as JSON. Files that were downloaded can't be called "
        "back."
    )
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, title(now)), reader(said), most=600),
        [ui.File(ui.MediaItem(f"attachment://{name}")) for name in names],
    )


# the window


LABELS: Mapping[str, Text] = {
    NAME: _("Name"),
    POINTS: _("Points by place"),
    BEST: _("How many results count"),
    LENGTH: _("Tournaments per season"),
}
"""What stands above the fields."""


def window(custom_id: str, record: SeriesRecord | None, reader: Reader) -> ui.Modal:
    """Asks what the series is called, and how tournaments count."""
    now = SeriesRecord("") if record is None else record

    def line(name: str, why: Text, value: str, longest: int, *, required: bool = False) -> ui.Label:
        return text_line(reader, name, why, value, label=LABELS[name], longest=longest, required=required)

    return ui.modal(
        reader,
        _("New series") if record is None else _("Change"),
        custom_id,
        line(NAME, _("What it's called"), now.name, LONGEST_NAME, required=True),
        line(
            POINTS,
            _("First place first. Empty: the tournaments' own points are added up"),
            " ".join(map(str, now.rules.points)),
            _LONGEST_POINTS,
        ),
        line(BEST, _("0: all"), str(now.rules.best), 3),
        line(LENGTH, _("0: until you end it"), str(now.length), 3),
    )
