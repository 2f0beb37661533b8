"""Short messages that speak to those whom something concerns, each mentioned once. Public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.screens import clocks
from bot.screens.admin_actions import LONGEST_REASON
from bot.screens.pod_names import round_name
from bot.screens.tournaments import pages
from bot.screens.tournaments.lines import called, name_of
from bot.screens.tournaments.pages import Page
from bot.tournaments.attendance import another_for_all, missing_may_drop
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import Stage
from bot.ui import components as ui
from games.text import Listed, Text, _, _n

MOST_MENTIONS = 80
"""People whom one message mentions at most. Discord allows a hundred."""
MOST_TABLES = 10
"""Tables to which one message leads at most."""


def check_in_call(
    tournament: Tournament, users: Sequence[int], reader: Reader, *, waiting: bool = False
) -> ui.Screen:
    """It starts soon: whoever is here presses; so do those who are `waiting` for a place."""
    starts = tournament.settings.starts
    asked = (
        _("🔔 {name} is about to start.", name=_called(tournament))
        if starts is None
        else _("🔔 {name} starts {when}.", name=_called(tournament), when=clocks.relative_time(starts))
    )
    what = (
        _("You're waiting for a place. Press “I am here”: free ones go to those who are.")
        if waiting
        else _("Press “I am here” or you're left out of the draw.")
    )
    return ui.screen(
        ui.Accent.GREEN,
        ui.block(_mentions(users), reader(asked), reader(what), most=3000),
        ui.row(pages.here(reader, tournament.id), pages.withdraw(reader, tournament.id)),
    )


def moved_up_call(tournament: Tournament, users: Sequence[int], reader: Reader) -> ui.Screen:
    """There is a place for those who waited."""
    told = _("🎉 A place opened up: you're in {name}!", name=_called(tournament))
    asked = tournament.record.checking_in and tournament.phase == "open"
    press = _("Press “I am here” to be in the draw.") if asked else None
    return ui.screen(
        ui.Accent.GREEN,
        ui.block(_mentions(users), reader(told), None if press is None else reader(press), most=3000),
        ui.row(
            pages.here(reader, tournament.id) if asked else None,
            pages.information(reader, tournament.id),
        ),
    )


def missed_call(
    tournament: Tournament, round: int, out: bool, users: Sequence[int], reader: Reader
) -> ui.Screen:
    """They did not come to their table. `out`: nor to the one before, so they are drawn no more."""
    event = tournament.record.event
    assert event is not None
    if out:
        said = _("⚓ Two rounds of {name} without you: I've taken you out.", name=_called(tournament))
        what = (
            _("Your points stay. One press brings you back for the next round.")
            if another_for_all(event, round)
            else _("Your points stay. See you at the next one!")
        )
    else:
        said = _("🔔 You missed round {round} of {name}. Still in?", round=round, name=_called(tournament))
        what = (
            _("Miss the next one too without pressing, and you're out.")
            if missing_may_drop(event, round + 1)
            else _("One round is left. Can't come? Press Withdraw.")
        )
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(_mentions(users), reader(said), reader(what), most=3000),
        ui.row(
            pages.still_in(reader, tournament.id, round, back=out),
            None if out else pages.withdraw(reader, tournament.id),
        ),
    )


def reminder(
    tournament: Tournament, users: Sequence[int], mark: int, reader: Reader, tables: Mapping[int, Markup]
) -> ui.Screen:
    """These are missing, as the organiser has it said. `mark`: see `action_notice`; `tables`: the ways to
    somebody's, as far as they stand.
    """
    is_open = tournament.phase == "open"
    said = (
        _("🔔 {name} starts soon. Are you here?", name=_called(tournament))
        if is_open
        else _("🔔 {name}: your table is waiting for you.", name=_called(tournament))
    )
    ways = [pages.here(reader, tournament.id)] if is_open else []
    return ui.screen(
        ui.Accent.GREEN,
        ui.block(*_beside_their_tables(users, tables), reader(said), most=3000),
        ui.row(
            *ways,
            pages.mine(reader, tournament.id),
            pages.to(reader, _("Log"), tournament.id, Page("log", mark)),
        ),
    )


def _beside_their_tables(users: Sequence[int], tables: Mapping[int, Markup]) -> list[str]:
    """A line for each table with those who belong there; one without ways if those are too many."""
    together: dict[Markup, list[int]] = {}
    for user in users:
        together.setdefault(tables.get(user, Markup("")), []).append(user)
    if len(together) > MOST_TABLES:
        return [_mentions(users)]
    return [f"{_mentions(some)} {table}".rstrip() for table, some in together.items()]


def not_posted_call(tournament: Tournament, why: Text, reader: Reader, *, gone: bool) -> ui.Screen:
    """Told to its organiser directly, as nothing can be told in its channel, or that is gone."""
    what = (
        _("The button is at /tournament desk.")
        if gone
        else _("I keep trying. Or press Post everything again: /tournament desk.")
    )
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(_called(tournament), reader(why), reader(what), most=1200),
    )


def seen_again(tournament: Tournament, reader: Reader) -> ui.Screen:
    """In place of `not_posted_call`, once that is over."""
    return ui.screen(
        ui.Accent.GREEN,
        ui.block(_called(tournament), reader(_("✅ That's over: everything can be seen again.")), most=1200),
    )


def pod_message(
    tournament: Tournament, who: str, words: str, users: Sequence[int], mark: int, reader: Reader
) -> ui.Screen:
    """What an organiser writes to a pod. `mark`: see `action_notice`."""
    heading = _("📣 {organiser}, who runs {name}:", organiser=who, name=_called(tournament))
    return ui.screen(
        ui.Accent.SAND,
        ui.block(_mentions(users), reader(heading), escape_markdown(words, LONGEST_REASON), most=2500),
        ui.row(
            pages.mine(reader, tournament.id),
            pages.to(reader, _("Log"), tournament.id, Page("log", mark)),
        ),
    )


def trouble_call(
    tournament: Tournament, trouble: Text, organiser: Sequence[int], mark: int, reader: Reader
) -> ui.Screen:
    """It does not go on by itself: its organiser has to do something. `mark`: see `action_notice`."""
    said = _("⚠️ {name} has stopped.", name=_called(tournament))
    return _to_the_desk(tournament, said, trouble, organiser, mark, reader)


def out_call(
    tournament: Tournament,
    round: int,
    came: bool,
    users: Sequence[int],
    reader: Reader,
    *,
    by_lot: bool = False,
) -> ui.Screen:
    """They do not go on. `came`: to their table in that round; `by_lot`: nothing else has decided it. In a
    direct message nobody is mentioned.
    """
    said = _("⚓ {name} sails on without you after round {round}.", name=_called(tournament), round=round)
    lot = _("You were level with somebody who goes on, and the lot decided.") if by_lot else None
    what = (
        _("Well played! Want to stand in if somebody has to go?")
        if came
        else _("We missed you at your table. See you at the next one!")
    )
    ways = [pages.stand_by(reader, tournament.id, on=True)] if came else []
    if users:
        ways.append(pages.mine(reader, tournament.id, pages.out_after(round)))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            _mentions(users) or None,
            reader(said),
            None if lot is None else reader(lot),
            reader(what),
            most=3000,
        ),
        ui.row(*ways),
    )


def changed_call(
    tournament: Tournament,
    round: int,
    on: Sequence[Entry],
    off: Sequence[Entry],
    people: Sequence[int],
    mark: int,
    reader: Reader,
) -> ui.Screen:
    """What holds now for those who were told otherwise. `mark`: see `action_notice`."""
    one, name = tournament.published_round(round), _called(tournament)
    is_final = one is not None and one.stage is Stage.FINAL
    called = round_name(round, Stage.SWISS if one is None else one.stage)
    said = _("✏️ {name}, {round}: the result has changed.", name=name, round=called)
    now, not_now = Listed(tuple(map(name_of, on))), Listed(tuple(map(name_of, off)))
    told: list[Text] = []
    if on and is_final:
        told.append(_("🥇 {player} wins the tournament. Yo-ho-ho!", player=now))
    elif on:
        told.append(
            _n("{players} is in the next round.", "{players} are in the next round.", len(on), players=now)
        )
    if off and is_final:
        told.append(_("{players} doesn't win it any more.", players=not_now))
    elif off:
        told.append(
            _n(
                "{players} is no longer in the next round.",
                "{players} are no longer in the next round.",
                len(off),
                players=not_now,
            )
        )
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(_mentions(people[:MOST_MENTIONS]), reader(said), *map(reader, told), most=3500),
        ui.row(
            pages.mine(reader, tournament.id),
            pages.to(reader, _("Log"), tournament.id, Page("log", mark)),
        ),
    )


def stuck_call(
    tournament: Tournament, tables: Sequence[Markup], organiser: Sequence[int], mark: int, reader: Reader
) -> ui.Screen:
    """At some tables nothing goes on: its organiser may look. `mark`: see `action_notice`."""
    said = _("🐌 {name}: nothing moves at {tables}.", name=_called(tournament), tables=Listed(tuple(tables)))
    what = _("The desk says who's missing. I won't tell you again.")
    return _to_the_desk(tournament, said, what, organiser, mark, reader)


def _to_the_desk(
    tournament: Tournament, said: Text, what: Text, organiser: Sequence[int], mark: int, reader: Reader
) -> ui.Screen:
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(_mentions(organiser), reader(said), reader(what), most=2500),
        ui.row(
            pages.desk(reader, tournament.id),
            pages.to(reader, _("Log"), tournament.id, Page("log", mark)),
        ),
    )


def action_notice(
    tournament: Tournament,
    deed: Text,
    concerned: Sequence[int],
    mark: int,
    reader: Reader,
    more: Sequence[Text] = (),
) -> ui.Screen:
    """An organiser did something; `more`: what follows for whom. `mark` makes the message unlike all others
    of its kind. It takes the place of the one before; what was done earlier is behind its button.
    """
    heading = ui.small(reader(_("🏆 {name}", name=_called(tournament))))
    return ui.screen(
        ui.Accent.SAND,
        ui.block(heading, _mentions(concerned), reader(deed), *map(reader, more), most=1500),
        ui.row(
            pages.to(reader, _("Log"), tournament.id, Page("log", mark)),
            pages.mine(reader, tournament.id),
        ),
    )


def reason_notice(tournament: Tournament, deed: Text, reader: Reader) -> ui.Screen:
    """What an organiser did to somebody, and why. Private."""
    heading = ui.small(reader(_("🏆 {name}", name=_called(tournament))))
    return ui.screen(ui.Accent.SAND, ui.block(heading, reader(deed), most=1500))


def added_call(tournament: Tournament, deed: Text, user: int, mark: int, reader: Reader) -> ui.Screen:
    """An organiser put somebody in: when it begins for them, and the way out. `mark`: see `action_notice`."""
    heading = ui.small(reader(_("🏆 {name}", name=_called(tournament))))
    return ui.screen(
        ui.Accent.GREEN,
        ui.block(heading, _mentions([user]), reader(deed), reader(_begins_for(tournament, user)), most=1500),
        ui.row(
            pages.withdraw(reader, tournament.id),
            pages.mine(reader, tournament.id),
            pages.to(reader, _("Log"), tournament.id, Page("log", mark)),
        ),
    )


def _begins_for(tournament: Tournament, user: int) -> Text:
    entry, starts = tournament.entry_of(user), tournament.settings.starts
    if entry is not None and entry.state == "waiting":
        return _("It's full: you're on the waiting list.")
    if tournament.phase != "open":
        return _("You play from the next round on.")
    if starts is None:
        return _("It starts as soon as the organiser says so.")
    return _("It starts {when}.", when=clocks.relative_time(starts))


def _called(tournament: Tournament) -> Markup:
    return Markup(f"**{called(tournament)}**")


def _mentions(users: Sequence[int]) -> str:
    return " ".join(f"<@{user}>" for user in users)
