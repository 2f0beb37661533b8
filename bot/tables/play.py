"""What people do while the game goes on: their moves, and pauses. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.pace import Pace, duration
from bot.refusal import Refusal
from bot.tables import clocks
from bot.tables.model import Notice, Press, SoloWish, Table, TableUpdate
from games.contract import Action, Choice, IllegalAction
from games.text import Player, _, seats_words

ROBOT_PLAYS = _("A robot is playing for you. My hand brings you back, unless someone has taken your seat.")


def require_running(table: Table) -> None:
    """Refusal unless a game is going on."""
    if table.phase == "lobby" and table.record.pod is not None:
        raise Refusal(
            "early",
            _("No cards yet: we're waiting for players. If you're one, press “I am here”."),
        )
    if table.phase == "lobby":
        raise Refusal("early", _("The game hasn't started. The host starts it in the lobby."))
    if table.phase != "playing" and table.record.pod is not None:
        raise Refusal(
            "over", _("This game is over. The tournament's messages in the channel tell you what's next.")
        )
    if table.phase != "playing":
        raise Refusal("over", _("This game is over. Rematch, under the result, starts another."))
    if clocks.is_finished_by_robots(table):
        raise Refusal(
            "late",
            _("Time's up for this round, so robots finish the game. What you've won counts."),
        )


def require_seat(table: Table, user: int) -> int:
    """The user's seat. Refusal to somebody who plays none here."""
    seat = table.seat_of(user)
    if seat is None and table.seat_kept_for(user) is not None:
        raise Refusal(
            "foreign",
            ROBOT_PLAYS,
        )
    if seat is None and any(left.user == user and left.how == "removed" for left in table.record.leavers):
        raise Refusal(
            "foreign",
            _("A moderator took you out of this game, so you have no hand. Ask them why."),
        )
    if seat is None and any(left.user == user for left in table.record.leavers):
        raise Refusal(
            "foreign",
            _("You left this game, so you have no hand here. /play starts a new one."),
        )
    if seat is None:
        raise Refusal(
            "foreign",
            _("You're not playing here, so you have no hand. /play starts a game for you."),
        )
    return seat


def pick(table: Table, seat: int, chosen: Sequence[str], index: int) -> Choice:
    """The value behind a button of the hand. Refusal if it cannot be chosen now."""
    menu = table.game.steps(table.game.observe(table.state, seat), chosen)
    if menu is None or not 0 <= index < len(menu.choices):
        raise Refusal("stale", _("Too late for that. Here's your hand now."))
    choice = menu.choices[index]
    if choice.why_not is not None:
        raise Refusal("illegal", choice.why_not)
    return choice


def move(table: Table, seat: int, action: Action, by: int | None = None) -> TableUpdate:
    """The table after the action, which is `by`'s if nobody presses. Refusal if the rules forbid it."""
    try:
        state, events = table.game.apply(table.state, seat, action)
    except IllegalAction as illegal:
        raise Refusal("illegal", illegal.reason) from None
    actions = table.actions + 1
    moved = replace(table, state=state, actions=actions)
    if seat in table.plans:  # what was planned is done with, and what became of the last plan is old
        plan = replace(table.plans[seat], move=None, told=None)
        moved = moved.with_plan(seat, plan)
    if table.game.outcome(state) is not None:
        moved = replace(moved, phase="over")
    elif any(table.game.milestone(event) or table.game.reveals(event) for event in events):
        moved = replace(moved, turning_point=actions)
    if moved.phase == "playing" and any(table.game.moment(event) for event in events):
        moved = replace(moved, turning_point=actions, moment=actions)
    return TableUpdate(moved, action=(seat, action), by=by)


def with_wish(table: Table, press: Press, wish: SoloWish) -> Table:
    """Whoever plays here alone wants to play this instead, maybe."""
    require_seat(table, press.user)
    return table.with_record(wish=wish)


def require_server(table: Table) -> None:
    """Refusal at a table in a group message, to what only a server has."""
    if table.in_group:
        raise Refusal("shut", _("That needs a server. This table is in a group message."))


def share(table: Table, press: Press, channel: int) -> TableUpdate:
    """Everybody may see in this channel how the private game ended."""
    require_seat(table, press.user)
    if table.phase != "over" or table.record.learning:
        raise Refusal("early", _("You can share the result once the game is over."))
    if not table.record.private:
        raise Refusal("twice", _("You have shared this result already."))
    if not table.guild:
        raise Refusal("shut", _("This game belongs to no server, so there's no channel to share it in."))
    shared = replace(table, channel=channel).with_record(private=False)
    return TableUpdate(shared, _("Your result is in the channel."))


def agree_to_page(table: Table, press: Press, agrees: bool) -> Table:
    """Whoever played here agrees, or not any more, that anybody may look at the finished game."""
    require_server(table)
    if table.phase != "over" or table.record.pod is not None:
        raise Refusal("early", _("A game of yours can have a page once it's over."))
    if press.user not in table.played:
        raise Refusal("foreign", _("Only those who played decide whether this game has a page."))
    others = tuple(user for user in table.record.page if user != press.user)
    return table.with_record(page=(*others, press.user) if agrees else others)


def mark_helped(table: Table, press: Press) -> Table:
    """The user is given a hint; the result will say so. Refusal where none is given."""
    require_running(table)
    seat = require_seat(table, press.user)
    if not table.gives_hints:
        raise Refusal("illegal", _("No hints here: this game counts, or its host wants none."))
    if seat not in table.game.to_act(table.state):
        raise Refusal("early", _("A hint is for your turn. Wait until something is asked of you."))
    if seat in table.record.helped:
        return table
    return table.with_record(helped=(*table.record.helped, seat))


def pause(table: Table, press: Press, now: float) -> TableUpdate:
    """Ask for a pause, or agree to one: when everybody has, the clocks stand still. `now`: awake time."""
    seat = _require_running_clocks(table, press)
    if not table.record.pace.limited:
        raise Refusal("input", _("This table has no clock, so there's nothing to stop."))
    _require_same_wish(table, None)
    others = [at for at in table.timing.asking if at != seat]
    asked = clocks.ask_table(table, seat, now)
    missing = [at for at in clocks.seats_asked(table) if at not in asked.timing.asking]
    if asked.timing.paused is not None:
        agreed = _("You agreed: it's paused. No clock runs until someone plays.")
        return TableUpdate(asked, agreed if others else _("Paused: no clock runs until someone plays."))
    if others:
        return TableUpdate(
            asked, _("You agreed to a pause. Not yet: {players}.", players=seats_words(missing))
        )
    return TableUpdate(asked, _("You've asked for a pause. It starts once everyone agrees."))


def ask_for_pace(table: Table, press: Press, now: float, when: str, slow: Pace) -> TableUpdate:
    """Ask that the game goes on over days (at the pace `slow`), or agree to that; `when` it is "now": in one
    sitting again. `now`: awake time.
    """
    seat = _require_running_clocks(table, press)
    pace, sitting = table.record.pace, table.record.sitting
    if table.record.pod is not None:
        raise Refusal("shut", _("The organiser sets the pace here. Ask them for more time."))
    wanted = sitting if when == "now" else slow
    if wanted is None or wanted.live == pace.live or not pace.limited:
        raise Refusal("stale", _("This game is played so already."))
    if table.timing.paused is not None:
        raise Refusal("early", _("It's paused, so nothing runs out. End the pause first, under More."))
    _require_same_wish(table, wanted)
    asked = clocks.ask_table(table, seat, now, wanted)
    if asked.record.pace != pace:
        over_days = _("Agreed: it goes on over days, {time} a move.", time=duration(wanted.move))
        return TableUpdate(asked, _("Agreed: it goes on now.") if wanted.live else over_days)
    if wanted.live:
        return TableUpdate(asked, _("You've asked to go on now. It does once everyone agrees."))
    missing = [at for at in clocks.seats_asked(table) if at not in asked.timing.asking]
    if clocks.agreed_at(asked) is None:
        return TableUpdate(
            asked, _("You've asked to go on over days. If one more agrees, it does in an hour at the latest.")
        )
    return TableUpdate(
        asked, _("You agreed to go on over days. Not yet: {players}.", players=seats_words(missing))
    )


def answer_for_late(table: Table, press: Press, seat: int, waits: bool, now: float) -> TableUpdate:
    """Wait for somebody whose time is up, or let a robot move: the first answer counts. `now`: awake time."""
    own = _require_running_clocks(table, press)
    if not 0 <= seat < len(table.seats) or not clocks.clock_of(table, seat).late:
        raise Refusal("stale", _("Nobody is late there any more."))
    if own == seat:
        raise Refusal("foreign", _("It's your own turn: just play. My hand shows your cards."))
    after = clocks.answered(table, seat, now, waits=waits)
    if not waits:
        return TableUpdate(after, _("A robot plays this move."))
    notice = Notice("waited", table.actions, seat, other=table.names[own])
    said = _("You wait for {player}: as long as for a new move.", player=Player(seat))
    return TableUpdate(after.with_notices(notice), said)


def _require_same_wish(table: Table, wanted: Pace | None) -> None:
    """Refusal if the table is asked for something else already."""
    timing = table.timing
    if timing.asking and (timing.wanted is None) != (wanted is None):
        raise Refusal(
            "early", _("The table is asked something else already: answer that first, on the board.")
        )


def unpause(table: Table, press: Press) -> TableUpdate:
    """End the pause, or say no to what was asked for."""
    seat = _require_running_clocks(table, press)
    if table.timing.paused is None and not table.timing.asking:
        raise Refusal("stale", _("There's no pause now: the clocks are running."))
    ended = _("The pause is over. Clocks are running.")
    declined = _("No pause, then. Clocks keep running.")
    said = declined if table.timing.paused is None else ended
    if table.timing.wanted is not None:
        said = _("Then it goes on as before.")
    return TableUpdate(clocks.end_or_decline(table, seat), said)


def _require_running_clocks(table: Table, press: Press) -> int:
    """The user's seat. Refusal if they play none here, or the clocks are not the players' to stop."""
    if table.is_held:
        raise Refusal(
            "shut",
            _("A moderator has stopped this table's clocks. You can still play."),
        )
    require_running(table)
    return require_seat(table, press.user)
