"""The custom_ids of buttons, selects and modals: a verb and its parts, with colons between them.

All that a press needs is in its custom_id, so that buttons work after a restart. A custom_id never holds a
card, a bid or anything else that is secret: choices are named by their index.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from bot.ui.limits import CUSTOM_ID

VERBS: Mapping[str, tuple[str, ...]] = {
    # lobby
    "join": ("table",),
    "leave": ("table",),
    "cut": ("table",),  # the button, and the modal that it opens
    "robot": ("table",),
    "start": ("table",),
    "when": ("table", "when"),  # now or days
    "options": ("table",),
    "optionpage": ("table", "page"),
    "doors": ("table",),
    # options; each select's value is what is chosen
    "option": ("table", "name"),
    "seats": ("table",),  # how many
    "strength": ("table", "taken"),  # adds a robot of that strength; so many seats are taken
    "remove": ("table",),  # whoever joined with this press
    "readmit": ("table",),  # a select: its value is who may join again
    "lock": ("table", "locked"),  # 1 or 0
    "rate": ("table", "rated"),  # 1 or 0
    "hints": ("table", "on"),  # 1 or 0
    "invite": ("table",),  # users
    "invited": ("table", "who"),  # all or only
    "pace": ("table",),  # a select, and the window that `ownpace` opens
    "ownpace": ("table",),
    "close": ("table",),
    "here": ("table",),  # at a tournament's table that waits for its players
    "hour": ("table",),  # when a tournament's table is played
    "hourzone": ("table",),  # a select: its value is a time zone, in which hours are told from then on
    "hourday": ("table",),  # a select: its value is a day, by its first second
    "hourset": ("table", "day"),  # a select: its values are times of that day; 0: those proposed
    # board and hand
    "hand": ("table",),
    "pick": ("table", "decision", "depth", "index"),
    "picks": ("table", "decision", "depth"),  # a select: its value is the index
    "slot": ("table", "index"),  # where a choice was or will be, and nothing can be pressed now
    "back": ("table", "decision"),
    "log": ("table", "page"),  # from 0, the oldest; -1: the newest
    "rules": ("table", "page"),
    "more": ("table",),
    "thistable": ("table",),  # what whoever plays can do about it
    "sheet": ("table",),
    "words": ("table", "what"),  # the hand, board or result in words; or the sheet
    "watch": ("table", "what", "as"),  # missed or game; moving or words
    "hint": ("table",),
    "figure": ("table",),  # the hint, and by how much it is better
    "puzzle": ("day", "path"),  # indexes of what is chosen so far, with dots; -: nothing
    "puzzles": ("day", "path"),  # a select: its value is the next index
    "textmode": ("table",),  # from now on without pictures; the answer is the hand
    "show": ("table",),
    "pause": ("table",),  # asks for one, or agrees
    "unpause": ("table",),  # ends it, or declines
    "nudged": ("table", "user"),  # the hand, from the message that told this user of their turn
    # out of the game, and into it
    "call": ("table", "seat"),  # asks for a substitute
    "uncall": ("table", "seat"),
    "take": ("table", "seat"),
    "leaverobot": ("table",),
    "concede": ("table",),
    "concedeconfirm": ("table",),
    # standing orders; `actions`: after so many the plan was offered; `named`: its surprises, as bits
    "plan": ("table",),
    "planned": ("table", "actions", "index"),
    "plans": ("table", "actions"),  # a select: its value is the index
    "unless": ("table", "actions", "index"),  # a select: its values are surprises, by index
    "order": ("table", "actions", "index", "named"),
    "unplan": ("table",),
    "forced": ("table", "on"),  # 1 or 0
    # after the game
    "rematch": ("table",),
    "proof": ("table",),
    "analysis": ("table", "page"),
    "analysed": ("table",),  # the others may see it
    "replay": ("table", "step", "view", "way"),  # the way there makes ids differ that lead to one step
    "why": ("table", "step", "view"),  # what a robot thought that led to this step of a replay
    "rounds": ("table", "view"),  # a select: its value is the step with which a round begins
    # records
    "leaderboard": ("game", "season", "page"),
    "newseason": ("game", "season"),
    # a server's settings; what is chosen is the select's values, or the button's value
    "server": ("what", "value"),
    # what is stored about me
    "export": (),
    "forgetconfirm": (),
    # anywhere
    "which": ("what",),  # a select: its value is the table
    "closeconfirm": ("table",),
    "rulesof": ("game", "page"),  # a game's rules without a table
    "play": ("game",),  # as /play
    "help": (),
    "helpgame": (),  # a select: its value is the game
    "helpcommands": (),
    "vacation": ("what", "value"),  # begins one: days and how many, or until and the last day
    "against": ("game", "robot"),  # as /play, from now on against these
    "learn": ("game",),  # as /learn
    "course": ("table",),  # learns the game as it is played there
    "lessons": ("table", "on"),  # 1 or 0
    "anew": ("table",),  # another game in place of this private one
    "share": ("table",),  # how a private game ended
    # what I prefer
    "wish": ("name",),  # a select
    "wished": ("name", "value"),
    "zone": ("what",),  # the window that asks for a time zone, and the button that opens it once more
    # tournaments
    "tjoin": ("tournament",),
    "tleave": ("tournament",),
    "there": ("tournament",),  # checks in
    "tstand": ("tournament", "index"),  # 1: would play in somebody else's place; 0: would not
    "tsit": ("tournament", "index"),  # 1: sits the next round out; 0: plays it after all
    "tstill": ("tournament", "index"),  # plays on, or again, after this round was missed
    "tnamed": ("tournament", "value"),  # how one is called on its public page
    "tteam": ("tournament",),  # a select: its value is the team; -: none any more
    "tfound": ("tournament",),  # the button, and the window that asks for a team's name
    "tinfo": ("tournament", "spelled"),  # a page, as `tournaments.pages` spells it
    "tdesk": ("tournament", "page"),
    "trepost": ("tournament",),  # posts again whatever of it stands nowhere
    # the organiser's panel; `what`: who or which is chosen so far
    "tacts": ("tournament",),  # a select: its value is the kind of act
    "tact": ("tournament", "kind", "what", "page"),
    "twhich": ("tournament", "kind", "what", "key"),  # a select
    "tsure": ("tournament", "kind", "what"),  # the button, and the window that it opens
    "tdo": ("tournament", "kind"),  # confirms what asks for no reason
    "tback": ("tournament", "entry"),  # likewise: takes an act back
    "tbacks": ("tournament",),  # a select: its value is the entry
    "taudit": ("tournament", "page"),
    # a moderator's panel for any other table
    "mdesk": ("table", "page"),
    "macts": ("table",),
    "mact": ("table", "kind", "what", "page"),
    "mwhich": ("table", "kind", "what", "key"),
    "msure": ("table", "kind", "what"),
    "mback": ("table", "entry"),
    "mbacks": ("table",),
    "sback": ("place", "entry"),  # takes back what was done to the whole server
    "sbacks": ("place",),
    "sban": ("place",),  # the window that bans, and the button that opens it once more
    "sbans": ("page",),  # who is banned
    "slift": ("key",),  # the button, and the window that lifts a ban
    "slifts": ("page",),  # a select: its value is the ban's key
    "sclose": ("member", "channel", "hours"),  # closes waiting tables that fit; 0: any
    "mlog": ("before",),  # all that was done on this server before that entry; 0: the latest
    "tleavenow": ("tournament",),  # withdraws from a tournament that has begun
    # setting one up; `tournament`: its id, or a draft's
    "tsetup": ("tournament", "spelled"),  # a page by its name
    "tset": ("tournament", "what"),  # a select
    "tput": ("tournament", "what", "value"),
    "twrite": ("tournament", "what"),  # the button, and the window that it opens
    "tannounce": ("tournament",),
    "tagain": ("tournament",),  # the same once more
    "trepeat": ("tournament",),  # it comes again by the calendar: the button, and the window that it opens
    "recurring": (
        "plan",
        "what",
        "start",
    ),  # likewise for what comes again; start: which one, in Unix seconds
    "series": ("plan", "what", "season", "page"),  # its standings, and what organisers do to it
    "newseries": (),
    "whicht": ("what",),  # a select: its value is the tournament
}
"""The parts that follow each verb."""

NUMBERS = frozenset(
    (
        "actions",
        "before",
        "day",
        "depth",
        "entry",
        "hours",
        "index",
        "named",
        "page",
        "season",
        "seat",
        "start",
        "step",
        "taken",
    )
)
"""Parts that are whole numbers."""
_NUMBER = re.compile("-?[0-9]{1,18}")
"""No more digits than storage takes; no other alphabet's, no blanks and no signs that `int` would forgive."""
_ID = re.compile("[0-9]{1,20}")
"""Somebody's or something's id, as Discord gives it."""
_PLACE = re.compile(r"\+?[0-9a-z]{1,20}")
"""A table's or tournament's id: what a press is about stands in the log, where nothing else has a place."""
_ANYTHING = re.compile(".*", re.DOTALL)


class ListValues(msgspec.Struct, frozen=True):
    """What can come with a list's verb: each value like this, and at least so many of them."""

    like: re.Pattern[str] = _ANYTHING
    least: int = 1


LISTS: Mapping[str, ListValues] = {
    **dict.fromkeys(
        ("helpgame", "option", "strength", "remove", "pace", "which", "whicht", "wish", "tteam"), ListValues()
    ),
    **dict.fromkeys(("tacts", "twhich", "macts", "mwhich"), ListValues()),
    **dict.fromkeys(
        ("seats", "picks", "plans", "puzzles", "rounds", "tbacks", "mbacks", "sbacks"), ListValues(_NUMBER)
    ),
    "hourday": ListValues(_NUMBER),
    "hourzone": ListValues(),
    **dict.fromkeys(("unless", "hourset"), ListValues(_NUMBER, least=0)),
    "invite": ListValues(_ID, least=0),
    "readmit": ListValues(_ID),
    "slifts": ListValues(re.compile("[0-9a-f]{32}")),
    "server": ListValues(least=0),  # or a button that has the value in its custom_id
    "tset": ListValues(least=0),
}
"""By verb. What else a value may be is for whoever asks to know."""


def encode(verb: str, *parts: str | int) -> str:
    """The custom_id. ValueError if the verb does not take these parts, or they do not fit."""
    custom_id = ":".join([verb, *map(str, parts)])
    if custom_id.count(":") != len(VERBS[verb]) or len(custom_id) > CUSTOM_ID:
        raise ValueError(f"not a custom_id: {custom_id}")
    return custom_id


def decode(custom_id: str) -> tuple[str, tuple[str, ...]]:
    """The verb and its parts, the numbers among which are numbers. ValueError if it is none of ours."""
    verb, *parts = custom_id.split(":")
    if verb not in VERBS or len(parts) != len(VERBS[verb]) or len(custom_id) > CUSTOM_ID:
        raise ValueError(f"not a custom_id of ours: {custom_id}")
    for name, part in zip(VERBS[verb], parts, strict=True):
        if name in NUMBERS and not _NUMBER.fullmatch(part):
            raise ValueError(f"not a custom_id of ours, as {name} is no number: {custom_id}")
        if name in ("member", "channel") and not _ID.fullmatch(part):
            raise ValueError(f"not a custom_id of ours, as {name} is no id: {custom_id}")
        if name in ("table", "tournament", "plan") and not _PLACE.fullmatch(part):
            raise ValueError(f"not a custom_id of ours, as there can be no such {name}: {custom_id}")
    return verb, tuple(parts)


def require_valid_values(verb: str, values: Sequence[str]) -> None:
    """ValueError unless these values can have been chosen from a list, if the verb is a list's."""
    wanted = LISTS.get(verb)
    if wanted is None:
        return
    if len(values) < wanted.least or not all(map(wanted.like.fullmatch, values)):
        raise ValueError(f"not to be chosen from a list of ours: {verb}")


def is_id(value: str) -> bool:
    """Whether it is spelled like the id of a person, role or channel."""
    return _ID.fullmatch(value) is not None


def is_turn_notification(custom_id: str, user: int) -> bool:
    """Whether it is of a button on a message that told this user of their turn."""
    verb, *parts = custom_id.split(":")
    return verb == "nudged" and parts[-1] == str(user)
