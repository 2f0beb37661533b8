"""All there is to know of a tournament, page by page: how it is played, who plays, standings, pods, the seed,
what its organisers did. Private, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import truncate
from bot.images.model import MessageImage
from bot.images.requests import says_all
from bot.screens import audit_log, clocks
from bot.screens.common import left_out, not_listed
from bot.screens.pod_names import beside_round, in_round, round_name
from bot.screens.tournaments import lines, pages, settings_text
from bot.screens.tournaments.announcement import arena_in_words
from bot.screens.tournaments.pages import Page
from bot.screens.tournaments.round_messages import stage
from bot.tables.verify import Finding
from bot.teams.screens import team_legend, team_lines
from bot.tournaments import model
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Beacon, Round, Stage
from bot.tournaments.pairing.standings import Standings
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS, TEXT
from games import fairness
from games.text import Text, _, _n, labelled
from storage.models import AuditRow

PAGE = 2400
"""Characters of a list on one page."""

Links = Mapping[tuple[int, int], str]
"""Where the table of a pod stands, by round and pod."""


def about(tournament: Tournament, plan: RoundPlan | None, user: int, reader: Reader) -> ui.Screen:
    """How it is played, when, and for how long."""
    settings, entrants = tournament.settings, len(tournament.playing)
    top = head(tournament, reader)
    going_on = None if tournament.phase == "open" else ui.block(reader(state(tournament)), most=200)
    is_open = tournament.phase == "open"
    said = settings_text.settings_in_lines(tournament.game, settings, open=is_open)
    if is_open:
        said += settings_text.plan_in_lines(tournament.game, settings, plan, entrants)
    outside = is_open and tournament.entry_of(user) is None
    words = ui.block(*settings_text.own_words(settings, reader), most=1300)
    room = TEXT - ui.text_length(top, going_on, words) - 100
    return ui.screen(
        ui.Accent.SAND,
        top,
        going_on,
        words,
        ui.block(*ui.bulleted(map(reader, said)), most=room),
        ways(tournament, "about", reader, *([pages.join(reader, tournament.id)] if outside else [])),
    )


def entrants(tournament: Tournament, number: int, reader: Reader) -> ui.Screen:
    """Who is in, in the order of entering, and who waits."""
    listed = [reader(_("{name}", name=lines.name_of(entry))) for entry in tournament.playing]
    waiting = [
        reader(_("⏳ {name}, number {place} on the waiting list", name=lines.name_of(entry), place=place))
        for place, entry in enumerate(tournament.waiting, 1)
    ]
    count = _entrants(len(tournament.playing))
    counted = [_("No results yet."), count] if tournament.phase == "running" else [count]
    heading = "\n".join(map(reader, counted))
    said = [*ui.bulleted(listed), *waiting] or [reader(_("Nobody's in yet."))]
    return _listed(tournament, Page("standings", 0, number), heading, said, (), reader)


def standings(
    tournament: Tournament,
    order: Standings,
    number: int,
    user: int,
    reader: Reader,
    picture: MessageImage | None = None,
) -> ui.Screen:
    """Who stands where, and what parts those with equal points; before the first result just who is in."""
    if not order or not tournament.has_results:
        return entrants(tournament, number, reader)
    pictured = lines.pictured(picture, len(order), lines.MOST_ROWS, reader)
    each = () if pictured else lines.standings_lines(tournament, order)
    said = [reader(line) for line in (*team_lines(tournament, order), *each)]
    entry = tournament.entry_of(user)
    place = next((line.place for line in order if entry is not None and line.entrant == entry.id), None)
    heading = [] if pictured else [after(tournament)]
    if place is not None and not lines.has_no_winner(tournament):
        heading.append(_("You're number {place} of {count}.", place=place, count=len(order)))
    legends = (*team_legend(tournament, order), *(() if pictured else lines.legend(order)))
    small = [ui.small(reader(each)) for each in legends]
    return _listed(
        tournament,
        Page("standings", 0, number),
        "\n".join(map(reader, heading)),
        said,
        small,
        reader,
        picture=picture,
    )


def after(tournament: Tournament) -> Text:
    """After how many rounds the standings are so."""
    running = tournament.running_round
    if running is None:
        return _("Standings before the first round")
    if tournament.is_arena and tournament.phase == "running":
        return _("Standings so far")
    missing = len([pod for round, pod in tournament.open_pods() if round.number == running.number])
    if tournament.phase == "over":
        return _("Final standings")
    if not missing:
        return _("Standings after round {round}", round=running.number)
    if running.stage is Stage.FINAL:
        return _("Standings during the final")
    return _n(
        "Standings in round {round}: {count} table still open",
        "Standings in round {round}: {count} tables still open",
        missing,
        round=running.number,
    )


def round_shown(tournament: Tournament, number: int) -> Round | None:
    """The round of that number, else the latest; None if none has been drawn."""
    latest = tournament.published[-1] if tournament.published else None
    return tournament.published_round(number) or latest


def pods(
    tournament: Tournament,
    one: Round,
    number: int,
    links: Links,
    reader: Reader,
    picture: MessageImage | None = None,
) -> ui.Screen:
    """A round's pods: who sits where, the way to each table, and places as they have come in."""
    if lines.pictured(picture, len(one.pods), lines.MOST_PODS, reader):
        tables = {pod: link for (round, pod), link in links.items() if round == one.number}
        said = [lines.table_links(one, tables, reader)]
    else:
        said = [reader(_pod(tournament, one, at, links)) for at in range(len(one.pods))]
        resting = lines.byes_line(tournament, one.byes)
        if resting is not None:
            said.append(reader(resting))
    drawn = tournament.record.drawn is one
    state = lines.not_open_yet(one) if drawn else _round_of_it(one)
    around = [
        pages.to(reader, _round_of_it(other), tournament.id, Page("pods", other.number))
        for other in tournament.published
        if abs(other.number - one.number) == 1
    ]
    page = Page("pods", one.number, number)
    return _listed(tournament, page, reader(state), said, (), reader, around, picture)


def _round_of_it(one: Round) -> Text:
    """What a round is called where a game's rounds could be meant."""
    return round_name(one.number, one.stage)


def _pod(tournament: Tournament, one: Round, at: int, links: Links) -> Text:
    pod = one.pods[at]
    line = lines.pod_line(tournament, one, pod)
    link = links.get((one.number, pod.number))
    return line if link is None else _("{pod} {link}", pod=line, link=Markup(link))


def tree(tournament: Tournament, reader: Reader, picture: MessageImage | None = None) -> ui.Screen:
    """The rounds of a knock-out, the last first: in a picture, or in words for whoever wants those."""
    rounds = reversed(lines.tree_rounds(tournament))
    said = (
        []
        if says_all(picture, reader)
        else [line for one in rounds for line in _round(tournament, one, reader)]
    )
    return _listed(tournament, pages.TREE, "", said, (), reader, picture=picture)


def _round(tournament: Tournament, one: Round, reader: Reader) -> list[str]:
    pods = (lines.pod_line(tournament, one, pod) for pod in one.pods)
    resting = lines.byes_line(tournament, one.byes)
    byes = [] if resting is None else [resting]
    return [ui.strong(reader, stage(tournament, one)), *map(reader, (*pods, *byes))]


FILE = "file"
"""The field of a window for a file."""


def verify_modal(reader: Reader) -> ui.Modal:
    """Asks for an exported tournament."""
    label, why = _("Your exported file"), _("/tournament export gives it, among other files.")
    field = ui.labelled(reader, label, ui.FileUpload(FILE), why)
    return ui.modal(reader, _("Check a tournament"), custom_ids.encode("tverify"), field)


def verified_screen(found: Sequence[Finding], reader: Reader) -> ui.Screen:
    """What came of computing it again: how much fits, and each thing in the words of the command line."""
    wrong = sum(not each.right for each in found)
    right = _n(
        "✅ {count} thing checked, and it fits.", "✅ {count} things checked, and all fit.", len(found)
    )
    said = _n("⚠️ {count} thing doesn't fit.", "⚠️ {count} things don't fit.", wrong) if wrong else right
    told = "\n".join(("✓ " if each.right else "✗ ") + each.what.replace("`", "'") for each in found)
    return ui.screen(
        ui.Accent.AMBER if wrong else ui.Accent.TEAL,
        ui.block(ui.strong(reader, said), f"```\n{truncate(told, PAGE)}\n```", most=PAGE + 300),
    )


def seed(tournament: Tournament, one: Round | None, reader: Reader) -> ui.Screen:
    """How pods and cards are drawn, and how anybody can check it."""
    value, number = model.latest_seed(tournament)
    sealing = fairness.commitment(bytes.fromhex(tournament.record.seed))
    said = [
        _(
            "Pods, seats and lots follow from the results, the order of entry and each round's seed. Check "
            "them yourself: /tournament verify works it all out from the exported file."
        ),
        _(
            "I drew the seeds at the announcement and sealed them with this fingerprint (SHA-256), of which "
            "the announcement shows the first half:"
        ),
    ]
    lot = _(
        "Each round's seed gives eight draws. I take one that keeps apart people who'd rather not meet, if "
        "the lot can do that. Who they are stays with me."
    )
    cards = _(
        "Each table has its own secret shuffle, mixed with its players' Join presses, the round and the "
        "pod. You see its fingerprint before the first card and the secret after the game; Fairness there "
        "checks it."
    )
    shown = None
    event = tournament.record.event
    fresh = (event.fresh or None) if event is not None else None
    if number > 1 and fresh is not None:
        shown = _("The seed of round {round}:", round=number)
    elif number > 1:
        shown = _("The seed of round {round}; its SHA-256 is that of the round before:", round=number)
    elif number:
        shown = _("The seed, open since the start:")
    return ui.screen(
        ui.Accent.SAND,
        head(tournament, reader),
        ui.block(*map(reader, said), f"`{sealing}`", most=1200),
        ui.block(reader(_fresh(fresh[0])), f"`{fresh[1]}`", most=400) if fresh is not None else None,
        ui.block(reader(shown), f"`{value}`", most=300) if shown is not None else None,
        ui.block(*_beacon(event.beacon, reader), most=500) if event is not None and event.beacon else None,
        ui.block(reader(lot), reader(cards), most=900),
        _sealed(tournament, one, reader) if one is not None else None,
        ways(tournament, "seed", reader),
    )


def _fresh(first: int) -> Text:
    """Of a tournament that was announced with one seed for all rounds."""
    return _(
        "From round {round} on each has its own seed, sealed with this in the round before's message:",
        round=first,
    )


def _beacon(beacon: Beacon, reader: Reader) -> Iterator[str]:
    """What is known of the public value that goes into the draw."""
    if beacon.without:
        yield reader(_("The draw was made without drand's round {round}.", round=beacon.round))
    elif beacon.signature:
        said = _("The draw is made of that seed and drand's round {round}, signed:", round=beacon.round)
        yield from (reader(said), f"`{beacon.signature}`")
    else:
        yield reader(_("The draw waits for drand's round {round}.", round=beacon.round))


def _sealed(tournament: Tournament, one: Round, reader: Reader) -> ui.TextBlock | None:
    """The fingerprints of a round's tables."""
    commitments = model.pod_commitments(tournament, one.number)
    if not commitments:
        return None
    heading = _("{round}, all its tables together:", round=round_name(one.number, one.stage))
    names = {pod.number: reader(beside_round(in_round(one, pod))) for pod in one.pods}
    each = (f"{names[pod]} `{print_}`" for pod, print_ in commitments)
    return ui.block(
        reader(heading), f"`{model.commitments_digest(commitments)}`", *map(ui.small, each), most=1500
    )


def log(
    tournament: Tournament, rows: Sequence[AuditRow], number: int, user: int, reader: Reader
) -> ui.Screen:
    """What its organisers did, in short, the latest first; why, where this user may know."""
    told = (audit_log.dated(row.at, audit_log.of_row(row, tournament, reader=user)) for row in reversed(rows))
    said = [reader(each) for each in told]
    nothing = reader(_("The organisers haven't had to step in."))
    heading = reader(_("Organisers' log"))
    return _listed(tournament, Page("log", 0, number), heading, said or [nothing], (), reader)


# what the pages have in common


def head(tournament: Tournament, reader: Reader) -> ui.TextBlock | None:
    name = labelled(tournament.settings.name, tournament.game.title)
    return ui.block(ui.heading(reader, name), most=300)


def _listed(
    tournament: Tournament,
    page: Page,
    heading: str,
    said: Iterable[str],
    small: Sequence[str],
    reader: Reader,
    more: Sequence[ui.Button] = (),
    picture: MessageImage | None = None,
) -> ui.Screen:
    """One page of a list; `page.number` counts from 0 and is brought into range. `picture`: on the first."""
    turned = ui.paginate(said, PAGE)
    at = max(0, min(page.number, len(turned) - 1))
    turners = pages.turners(reader, tournament.id, Page(page.what, page.round, at), len(turned))
    return ui.screen(
        ui.Accent.SAND,
        head(tournament, reader),
        picture if at == 0 else None,
        ui.block(heading, most=400),
        ui.block(*turned[at], most=PAGE),
        ui.block(*small, most=400),
        ui.page_number(reader, at, len(turned)),
        list(ui.rows([*more, *turners])),
        ways(tournament, page.what, reader),
    )


def ways(tournament: Tournament, shown: pages.What, reader: Reader, *first: ui.Button) -> list[ui.Row]:
    """To the other pages. None leads to the page that is shown: the turners do."""
    id_, begun = tournament.id, bool(tournament.published)
    everywhere: dict[pages.What, ui.Button | None] = {
        "mine": pages.mine(reader, id_),
        "about": pages.information(reader, id_),
        "standings": pages.standings(reader, id_)
        if begun
        else pages.to(reader, _("Who is in"), id_, pages.STANDINGS),
        "pods": pages.pods(reader, id_) if begun else None,
        "hands": pages.hands(reader, id_) if begun and tournament.shares_deals else None,
        "tree": pages.tree(reader, id_) if lines.tree_rounds(tournament) else None,
        "seed": pages.to(reader, _("How it is drawn"), id_, Page("seed")),
        "log": pages.to(reader, _("Log"), id_, Page("log")),
    }
    ways = [button for what, button in everywhere.items() if button is not None and what != shown]
    if tournament.phase == "over":
        ways.append(ui.button(reader, _("Almanac"), "almanac", id_, 0))
    return list(ui.rows([*first, *ways]))


# A tournament as files. Private.


NO_ROOM = _("The file is too big for Discord. Ask whoever runs this bot for it.")


def export_screen(tournament: Tournament, names: Iterable[str], reader: Reader) -> ui.Screen:
    """What the files are, and the files."""
    title = _("{name} as files", name=tournament.settings.name)
    said = _(
        "Standings, pods, results and scores for a spreadsheet, and the whole event as JSON, to check every "
        "draw yourself."
    )
    coming = _("Next comes the page for your browser. That takes a moment.")
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, title), reader(said), ui.small(reader(coming)), most=800),
        [ui.File(ui.MediaItem(f"attachment://{name}")) for name in names],
    )


def page_file_screen(tournament: Tournament, name: str, reader: Reader) -> ui.Screen:
    """The page that opens anywhere."""
    title = _("{name} as a page", name=tournament.settings.name)
    said = _("Open it in any browser, on a phone too: standings, every pod, every game move by move.")
    gone = _("Whoever has a copy keeps it: a name that is erased later still stands there.")
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, title), reader(said), ui.small(reader(gone)), most=800),
        ui.File(ui.MediaItem(f"attachment://{name}")),
    )


# Lists of tournaments: those of a server, and which of them is meant. Private.


MOST_LISTED = 10
"""Shown on one screen: three components each."""
_LONGEST_ENTRY = 370


def tournaments(there: Sequence[Tournament], user: int, reader: Reader) -> ui.Screen:
    """The tournaments of a server, open ones first, each with the way to it."""
    if not there:
        nothing = _("No tournaments here yet. Organisers announce one with /tournament create.")
        return ui.screen(ui.Accent.SAND, ui.block(reader(nothing), most=300))
    order = sorted(there, key=lambda each: each.phase not in ("open", "running"))
    more = len(order) - MOST_LISTED
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Tournaments on this server")), most=200),
        [_entry(each, user, reader.about(each.game)) for each in order[:MOST_LISTED]],
        ui.block(ui.small(reader(left_out(more))), most=200) if more > 0 else None,
    )


def _entry(tournament: Tournament, user: int, reader: Reader) -> ui.ButtonSection:
    title = labelled(tournament.settings.name, tournament.game.title)
    where = _("In {channel}", channel=Markup(f"<#{tournament.channel}>"))
    text = ui.block(
        ui.strong(reader, title), reader(state(tournament)), reader(where), most=_LONGEST_ENTRY
    ) or ui.TextBlock(tournament.id)
    if tournament.entry_of(user) is not None:
        way = pages.mine(reader, tournament.id)
    elif tournament.phase == "open":
        way = pages.join(reader, tournament.id)
    else:
        way = pages.information(reader, tournament.id)
    return ui.ButtonSection((text,), way)


def state(tournament: Tournament) -> Text:
    """How far it has come, in one sentence."""
    people, settings = len(tournament.playing), tournament.settings
    match tournament.phase:
        case "open" if settings.starts is None:
            far = _("The organiser starts it.")
        case "open":
            far = _("It starts {when}.", when=clocks.relative_time(settings.starts or 0.0))
        case "running":
            one = tournament.record.drawn or tournament.running_round
            far = _("Round {round}", round=1) if one is None else round_name(one.number, one.stage)
            far = next(iter(arena_in_words(tournament)), far)
        case "over":
            event = tournament.record.event
            people = people if event is None else len(event.entrants)
            far = _("Over")
        case "cancelled":
            return _("Cancelled")
    return _("{some} · {more}", some=_entrants(people), more=far)


def _entrants(count: int) -> Text:
    return _n("{count} entrant", "{count} entrants", count)


def which(what: str, there: Sequence[Tournament], reader: Reader) -> ui.Screen:
    """Asks which of the tournaments is meant: the first ones. `what` goes on with the one chosen."""
    more = len(there) - OPTIONS
    options = (_option(each, reader.about(each.game)) for each in there)
    return ui.screen(
        ui.Accent.SAND,
        ui.block(reader(_("Which tournament do you mean?")), most=300),
        ui.select(reader, custom_ids.encode("whicht", what), _("Choose a tournament"), options),
        ui.block(ui.small(reader(not_listed(more))), most=200) if more > 0 else None,
    )


def _option(tournament: Tournament, reader: Reader) -> ui.Option:
    name = labelled(tournament.settings.name, tournament.game.title)
    so_far = _entrants(len(tournament.playing))
    # An option can show no time.
    return ui.option(reader, name, tournament.id, so_far if tournament.phase == "open" else state(tournament))
