"""Setting a tournament up, on one private screen with pages: what is chosen, and what it will come to.

The same pages serve a draft that nobody knows of yet, and a tournament that is announced and has not begun.
The lists on them are in `setup_lists`, the windows in `setup_windows`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from bot.organising.tournament import Settings, Tournament
from bot.organising.troubles import SENTENCES
from bot.screens import parts
from bot.screens.kit import PRIMARY, SUCCESS, Accent, Button, Screen, block, rows, screen
from bot.screens.tournaments import pages, setup_lists, words
from bot.screens.tournaments.choosing import PAGES, Choosing, PageName, pod_range
from bot.screens.tournaments.words import exact
from bot.tournaments.event import Impossible
from bot.tournaments.plan import plan
from bot.tournaments.points import by_place
from bot.words import Markup, Reader
from games.text import Listed, Text, _

COUNTS = (8, 16, 32)
"""Of entrants, for which the plan is shown while nobody has said how many can enter."""


def setup(now: Choosing, page: PageName, there: Collection[int], reader: Reader) -> Screen:
    """One page. `there`: the roles that the server has: others cannot be shown as chosen."""
    heading = _("{tournament}: {page}", tournament=now.settings.name, page=PAGES[page])
    return screen(
        Accent.AMBER if now.trouble is not None else Accent.TEAL,
        block(parts.heading(reader, heading), most=200),
        block(*parts.bulleted(map(reader, _said(now, page))), most=2500),
        block(reader(_trouble(now.trouble)), most=500) if now.trouble is not None else None,
        list(setup_lists.of_page(now, page, there, reader)),
        list(rows([*_announce(now, reader), *_to_pages(now, page, reader)])),
        block(parts.small(reader(_foot(now, page))), most=300),
    )


def _said(now: Choosing, page: PageName) -> Iterable[Text]:
    """What is chosen, as far as the page is about it."""
    settings = now.settings
    match page:
        case "all":
            return (*words.settings_in_lines(now.game, settings), *_planned(now))
        case "entry":
            return (*words.moments_in_lines(settings), *words.entry_in_lines(settings))
        case "game":
            return (*words.game_in_lines(now.game, settings), *setup_lists.left_out(now))
        case "rounds":
            how = settings.how
            said = (words.format_in_words(how), words.pods_in_words(how), words.fill_in_words(how))
            return (*said, *_planned(now))
        case "course":
            return (*words.attendance_in_lines(settings), words.rounds_in_words(settings))
        case "points":
            return (
                *(_worth(settings, size) for size in pod_range(settings.how)),
                words.tie_breaks_in_words(settings.how),
            )


def _planned(now: Choosing) -> Iterator[Text]:
    """How many rounds and how long, with so many entrants; or why not with so many."""
    settings = now.settings
    for count in (settings.cap,) if settings.cap else COUNTS:
        try:
            planned = plan(settings.how, count)
        except Impossible as impossible:
            why = SENTENCES[impossible.trouble]
            yield _("With {count} entrants it is not possible: {why}", count=count, why=why)
        else:
            yield from words.plan_in_lines(now.game, settings, planned, count)


def _trouble(why: Text) -> Text:
    return _("⚠️ It cannot be held like this. {why}", why=why)


def _foot(now: Choosing, page: PageName) -> Text:
    if page == "entry":
        zone = Markup(f"`{now.zone}`")
        return _(
            "Times that you type are those of your time zone, {zone}; /settings me changes it. Everybody is "
            "shown them in their own.",
            zone=zone,
        )
    if now.announced:
        return _("Whatever you choose holds at once. When the tournament has begun, nothing can be changed.")
    return _("Nobody sees this before you press Announce. I keep your choices for an hour.")


def _announce(now: Choosing, reader: Reader) -> list[Button]:
    if now.announced:
        return []
    button = parts.button(reader, _("Announce"), "tannounce", now.id, style=SUCCESS)
    return [_disabled(button)] if now.trouble is not None else [button]


def _disabled(button: Button) -> Button:
    return Button(button.label, button.custom_id, button.style, disabled=True)


def _to_pages(now: Choosing, shown: PageName, reader: Reader) -> Iterator[Button]:
    for page, name in PAGES.items():
        if page != shown:
            style = PRIMARY if page == "all" else 2
            yield parts.button(reader, name, "tsetup", now.id, page, style=style)
    if now.announced:
        yield pages.desk(reader, now.id)


def _worth(settings: Settings, size: int) -> Text:
    points = Listed(tuple(exact(each) for each in by_place(size, settings.how)))
    return _("In a pod of {size}, from the first place on: {points}", size=size, points=points)


def announced(tournament: Tournament, reader: Reader) -> Screen:
    """That it is announced, and the way to whatever comes next."""
    done = _(
        "📣 {tournament} is announced: its message appears in {channel} in a moment.",
        tournament=tournament.settings.name,
        channel=Markup(f"<#{tournament.channel}>"),
    )
    more = _("Until it begins you can change its settings here, and at the organiser's desk.")
    return screen(
        Accent.TEAL,
        block(reader(done), reader(more), most=1000),
        parts.row(
            parts.button(reader, _("Settings"), "tsetup", tournament.id, "all"),
            pages.desk(reader, tournament.id),
        ),
    )
