"""What is posted of each round: who sits in which pod, who stands where after it, and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.screens.clocks import Unix
from bot.screens.common import left_out
from bot.screens.pod_names import round_name
from bot.screens.tournaments import announcement, lines, pages
from bot.screens.tournaments.announcement import seal_digits
from bot.screens.tournaments.pages import Page
from bot.teams.screens import team_block, winning_team
from bot.tournaments.entries import can_be_entered
from bot.tournaments.formats.engine import DRAWS
from bot.tournaments.model import Tournament, commitments_digest, pod_commitments
from bot.tournaments.outbox import ALL_ALONG
from bot.tournaments.pairing.event import PairingProblem, Round, Stage
from bot.tournaments.pairing.standings import Standings, honoured
from bot.ui import components as ui
from bot.ui.limits import TEXT
from games.text import Text, _, _n, labelled

PodLinks = Mapping[int, str]
"""Where the tables of a round's pods stand, by the pods' numbers."""


def pods(
    tournament: Tournament,
    round: Round,
    reader: Reader,
    picture: MessageImage | None = None,
    *,
    unix: Unix,
    tables: PodLinks,
) -> ui.Screen:
    """The public message of a round, when it is drawn, while it is played and when it is over."""
    pictured = lines.pictured(picture, len(round.pods), lines.MOST_PODS, reader)
    heading = _heading(tournament, round, reader, pictured=pictured)
    going_on = _going_on(tournament, round, reader, unix)
    resting = None if pictured else lines.byes_line(tournament, round.byes)
    byes = None if resting is None else ui.block(reader(resting), most=400)
    sealed = _sealed(tournament, round, reader)
    rest = TEXT - ui.text_length(heading, going_on, byes, sealed)
    is_open = _is_drawn(tournament, round) or _still(tournament, round)
    return ui.screen(
        ui.Accent.NAVY if is_open else ui.Accent.GREY,
        heading,
        picture,
        going_on,
        ui.block(lines.table_links(round, tables, reader), most=rest)
        if pictured
        else _as_many_as_fit(tournament, round, reader, tables, rest),
        byes,
        sealed,
        ui.row(
            pages.mine(reader, tournament.id),
            pages.pods(reader, tournament.id, round.number),
            pages.standings(reader, tournament.id),
            pages.information(reader, tournament.id),
        ),
    )


def called_off(tournament: Tournament, number: int, reader: Reader) -> ui.Screen:
    """In place of a round that was published, and is not played as it was."""
    said = _("This draw no longer counts. See the announcement.")
    return ui.screen(
        ui.Accent.GREY,
        ui.block(_named(tournament, number, reader), reader(said), most=500),
        ui.row(pages.mine(reader, tournament.id), pages.information(reader, tournament.id)),
    )


def _named(tournament: Tournament, number: int, reader: Reader) -> str:
    one, name = tournament.published_round(number), lines.called(tournament)
    return ui.heading(reader, labelled(name, round_name(number, Stage.SWISS if one is None else one.stage)))


def _heading(tournament: Tournament, round: Round, reader: Reader, *, pictured: bool) -> ui.TextBlock | None:
    said = [] if pictured else [stage(tournament, round)]
    if round.draw >= DRAWS:
        again = _(
            "Draw number {draw}: something changed before the tables opened.",
            draw=round.draw - DRAWS + 2,
        )
        said.append(again)
    if round.moves:
        said.append(_("The organiser changed who sits where."))
    small = (ui.small(reader(each)) for each in said)
    return ui.block(_named(tournament, round.number, reader), *small, most=450)


def stage(tournament: Tournament, round: Round) -> Text:
    """Which round it is, of how many."""
    event = tournament.record.event
    rounds = round.number if event is None else max(round.number, announcement.rounds_in_all(event))
    match round.stage:
        case Stage.FINAL:
            return _("The final")
        case Stage.GROUPS:
            return _("Groups, round {round} of {rounds}", round=round.number, rounds=rounds)
        case Stage.KNOCK_OUT:
            return _("Knock-out, round {round} of {rounds}", round=round.number, rounds=rounds)
        case Stage.ARENA:
            return round_name(round.number, round.stage)
        case Stage.SWISS | Stage.ALL_PLAY_ALL:
            return _("Round {round} of {rounds} of the tournament", round=round.number, rounds=rounds)


def _is_drawn(tournament: Tournament, round: Round) -> bool:
    drawn = tournament.record.drawn
    return drawn is not None and drawn.number == round.number


def _still(tournament: Tournament, round: Round) -> int:
    return sum(one.number == round.number for one, _pod in tournament.open_pods())


def _going_on(tournament: Tournament, round: Round, reader: Reader, unix: Unix) -> ui.TextBlock | None:
    said: list[Text] = []
    if tournament.phase == "cancelled":
        said.append(_("⚓ {said}", said=_("The tournament was cancelled.")))
    elif _is_drawn(tournament, round):
        said.append(announcement.opening(tournament, unix))
        said.append(_("I'll ping you once, in the thread of your table."))
    elif still := _still(tournament, round):
        said.append(_open_tables(round, still))
        said += announcement.time_up(tournament, unix)
    elif tournament.record.trouble == PairingProblem.VOID and round == tournament.running_round:
        said.append(_("A table doesn't count: the organiser says how it goes on there."))
    else:
        said.append(_("🏁 All results of this round are in."))
        next_round = tournament.published_round(round.number + 1) if round.stage.knocks_out else None
        if next_round is not None:
            said.append(lines.gone_on(next_round.everybody, tournament))
    return ui.block(*map(reader, said), most=1000)


def _open_tables(round: Round, still: int) -> Text:
    """How many of the round's tables have a result."""
    if len(round.pods) == 1:
        return _("⚔️ The table is open.")
    ended = announcement.tables_ended(len(round.pods) - still, len(round.pods))
    return _("⚔️ {ended}", ended=ended)


def _sealed(tournament: Tournament, round: Round, reader: Reader) -> ui.TextBlock | None:
    """One fingerprint for the shuffles of all tables, so that none can be changed after this message; and the
    next round's, where it has a seed of its own that the announcement's does not prove.
    """
    sealed, said, event = pod_commitments(tournament, round.number), list[Text](), tournament.record.event
    if sealed:
        digits = seal_digits(commitments_digest(sealed))
        said.append(_("🔏 Seal {digits} proves a fair shuffle.", digits=digits))
    if event is not None and event.fresh and event.fresh[0] == round.number + 1:
        said.append(_("🔏 Seal {digits} proves the next draws.", digits=seal_digits(event.fresh[1])))
    return ui.block(*(ui.small(reader(each)) for each in said), most=300) if said else None


def _as_many_as_fit(
    tournament: Tournament, round: Round, reader: Reader, tables: PodLinks, most: int
) -> ui.TextBlock | None:
    """All pods with links; if those are too many without links where it is over, then without any at all."""
    playing = {
        pod.number: link
        for pod in round.pods
        if (link := tables.get(pod.number)) and tournament.result_of(round.number, pod.number) is None
    }
    for links in (tables, playing, {}):
        told = _told(tournament, round, reader, links)
        if len("\n".join(told)) <= most:
            return ui.block(*told, most=most)
    more = _("All pods shows the rest.")
    return ui.block(*_as_far_as_fits(told, len(told), lambda _left: more, reader, most), most=most)


def _told(tournament: Tournament, round: Round, reader: Reader, tables: PodLinks) -> list[str]:
    """The pods one after another."""
    told: list[str] = []
    for pod in round.pods:
        called = lines.linked(round, pod, tables, reader)
        told.append(reader(lines.pod_line(tournament, round, pod, called)))
    return told


# Who stands where after a round, as far down as fits; a private page shows everybody.


SHOWN = 32
"""Lines of the public message at most: more than that nobody reads between other chat."""


def standings(
    tournament: Tournament,
    table: Standings,
    number: int,
    reader: Reader,
    pictures: Sequence[MessageImage] = (),
) -> ui.Screen:
    """The public message after so many rounds. `pictures`: the first shows the standings."""
    name, all_along = lines.called(tournament), number == ALL_ALONG
    said = (
        labelled(name, _("Standings"))
        if all_along
        else _n(
            "{name}: standings after {count} round",
            "{name}: standings after {count} rounds",
            number,
            name=name,
        )
    )
    now = map(reader, announcement.arena_in_words(tournament))
    heading = ui.block(ui.heading(reader, said), *now, most=400)
    joins = all_along and can_be_entered(tournament)
    teams = team_block(tournament, table, reader)
    pictured = lines.pictured(next(iter(pictures), None), len(table), lines.MOST_ROWS, reader)
    legends = None if pictured else _legend(table, reader)
    rest = TEXT - ui.text_length(heading, teams, legends)
    return ui.screen(
        ui.Accent.SAND,
        heading,
        teams,
        *pictures,
        None if pictured else _first_lines(tournament, table, reader, rest),
        legends,
        ui.row(
            pages.join(reader, tournament.id, ui.SECONDARY) if joins else None,
            pages.mine(reader, tournament.id),
            pages.standings(reader, tournament.id, pages.after(number)),
            pages.pods(reader, tournament.id) if all_along else None,
            pages.information(reader, tournament.id),
        ),
    )


def _first_lines(tournament: Tournament, table: Standings, reader: Reader, most: int) -> ui.TextBlock | None:
    """As many as fit, and how to see the rest."""
    told = list(map(reader, lines.standings_lines(tournament, table)))
    if len(told) > SHOWN or len("\n".join(told)) > most:
        told = _as_far_as_fits(told[:SHOWN], len(told), _more, reader, most)
    return ui.block(*told, most=most)


def _more(count: int) -> Text:
    return left_out(count)


def _as_far_as_fits(
    told: Sequence[str], count: int, more: Callable[[int], Text], reader: Reader, most: int
) -> list[str]:
    """The first of them; then `more`, of how many of `count` there was no room for."""
    kept: list[str] = []
    room = most - len(reader(more(count)))
    for line in told:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return [*kept, reader(more(count - len(kept)))]


def _legend(table: Standings, reader: Reader) -> ui.TextBlock | None:
    return ui.block(*(ui.small(reader(each)) for each in lines.legend(table[:SHOWN])), most=400)


# The end: who has won and everybody's place; how all of it can be checked is behind a button. Public.


def final_standings(
    tournament: Tournament, table: Standings, reader: Reader, picture: MessageImage | None = None
) -> ui.Screen:
    """The end. What the picture shows is not said beside it; a page behind Standings says all."""
    if tournament.phase == "running" and tournament.record.former:
        return _open_again(tournament, reader)
    rounds = 0 if tournament.record.event is None else len(tournament.record.event.rounds)
    told = _n("{game}, {count} round", "{game}, {count} rounds", rounds, game=tournament.game.title)
    end = _("🏆 {name}: the end", name=lines.called(tournament))
    small = [] if picture is not None else [ui.small(reader(told))]
    heading = ui.block(ui.title(reader, end), *small, most=300)
    podium = winner_lines(tournament, table, reader)
    winners = ui.block(*map(reader, podium[:1] if picture is not None else podium), most=500)
    legends = None if picture is not None else _legend(table, reader)
    teams = team_block(tournament, table, reader)
    rest = TEXT - ui.text_length(heading, winners, teams, legends)
    return ui.screen(
        ui.Accent.GOLD,
        heading,
        winners,
        teams,
        ui.Separator() if picture is None else picture,
        None if picture is not None else _first_lines(tournament, table, reader, rest),
        legends,
        ui.row(
            pages.standings(reader, tournament.id),
            pages.tree(reader, tournament.id) if lines.tree_rounds(tournament) else None,
            pages.to(reader, _("Proof"), tournament.id, Page("seed")),
            pages.information(reader, tournament.id),
            pages.again(reader, tournament.id),
        ),
    )


def _open_again(tournament: Tournament, reader: Reader) -> ui.Screen:
    """In place of the end, while one of the last tables is played again."""
    said = _("🔁 Not over after all: a table is played again. The winner stands here once it's done.")
    heading = ui.title(reader, _("🏆 {name}", name=lines.called(tournament)))
    return ui.screen(
        ui.Accent.NAVY,
        ui.block(heading, reader(said), most=500),
        ui.row(
            pages.mine(reader, tournament.id),
            pages.pods(reader, tournament.id),
            pages.to(reader, _("Proof"), tournament.id, Page("seed")),
            pages.information(reader, tournament.id),
        ),
    )


def winner_lines(tournament: Tournament, table: Standings, reader: Reader | None = None) -> list[Text]:
    """The winner, and the next two; of teams the best. `reader`: of the message in which names are bold."""
    names = [
        lines.who(tournament, line.entrant)
        if reader is None
        else lines.bold(tournament, line.entrant, reader)
        for line in honoured(table)[:3]
    ]
    if not names:
        return [_("Nobody won.")]
    if (team := winning_team(tournament, table)) is not None:
        return [_("🥇 {name} win the tournament. Yo-ho-ho!", name=team)]
    said = [_("🥇 {player} wins the tournament. Yo-ho-ho!", player=names[0])]
    if len(names) == 2:
        said.append(_("🥈 {second} came second.", second=names[1]))
    if len(names) == 3:
        said.append(_("🥈 {second} came second, 🥉 {third} third.", second=names[1], third=names[2]))
    return said
