"""What must be told about a tournament once, however often the bot is killed meanwhile: its errands."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence

import discord
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.messenger.bills import Bills
from bot.messenger.contents import has_button
from bot.messenger.tournament_drawing import ANNOUNCEMENT, FINAL, after_round, of_round
from bot.organising.acts import Begin, Draw, OpenRound, Substitute
from bot.organising.errands import Acted, MovedUp, RoundErrand, payload_of
from bot.organising.tournament import FORMER, Tournament
from bot.page import parts
from bot.screens.kit import Screen
from bot.screens.tournaments import audit, calls, pages
from bot.screens.tournaments.pages import Page
from bot.screens.tournaments.pods import round_of
from bot.words import Reader
from storage.records import ErrandRow

log = structlog.get_logger(__name__)

SEEN_ANYWAY = (Begin, Draw, OpenRound)
"""What they bring is a message of its own."""

Summons = Callable[[Sequence[int]], Screen]


async def run(bills: Bills, tournament: Tournament, errand: ErrandRow) -> None:
    """Do it. Raises `ERRORS`. What cannot be done for good counts as done."""
    if errand.kind not in _RUN:
        log.info("an errand that this version does not know is dropped", kind=errand.kind)
        return
    await _RUN[errand.kind](bills, tournament, errand)


async def _announce(bills: Bills, tournament: Tournament, errand: ErrandRow) -> None:
    """The announcement, in the tournament's channel."""
    await bills.post(
        tournament,
        ANNOUNCEMENT,
        mark=f"{errand.id}",
        tried_before=errand.attempts > 0,
        is_it=lambda message: has_button(message, "tdesk", tournament.id),
    )


async def _round(bills: Bills, tournament: Tournament, errand: ErrandRow) -> None:
    """A round's pods. A round that is drawn anew shows them in the message that is there."""
    about = payload_of(errand, RoundErrand)
    round = round_of(tournament, about.round)
    if round is None or round.draw != about.draw:
        return
    mine = str(Page("pods", about.round))
    await bills.post(
        tournament,
        of_round(about.round),
        mark=f"{errand.id}",
        tried_before=errand.attempts > 0,
        is_it=lambda message: has_button(message, "tinfo", tournament.id, mine),
    )


async def _standings(bills: Bills, tournament: Tournament, errand: ErrandRow) -> None:
    """Who stands where after a round."""
    about = payload_of(errand, RoundErrand)
    here = str(pages.after(about.round))
    await bills.post(
        tournament,
        after_round(about.round),
        mark=f"{errand.id}",
        tried_before=errand.attempts > 0,
        is_it=lambda message: has_button(message, "tinfo", tournament.id, here),
    )


async def _final(bills: Bills, tournament: Tournament, errand: ErrandRow) -> None:
    """The end."""
    proof = str(Page("seed"))
    await bills.post(
        tournament,
        FINAL,
        mark=f"{errand.id}",
        tried_before=errand.attempts > 0,
        is_it=lambda message: has_button(message, "tinfo", tournament.id, proof),
    )


async def _check_in(bills: Bills, tournament: Tournament, errand: ErrandRow) -> None:
    """Whoever is in and has not said so is asked whether they are here."""
    if tournament.phase != "open":
        return
    reader = Reader(tournament.record.locale, tournament.game)
    asked = [entry.user for entry in tournament.entrants if entry.state == "in" and not entry.here]
    await _summon(
        bills,
        tournament,
        errand,
        asked,
        lambda users: calls.check_in(tournament, users, reader),
        lambda message: has_button(message, "there", tournament.id),
    )


async def _moved_up(bills: Bills, tournament: Tournament, errand: ErrandRow) -> None:
    """Those are told for whom a place has become free."""
    reader = Reader(tournament.record.locale, tournament.game)
    about = str(pages.ABOUT)
    still_in = {entry.user for entry in tournament.entrants}
    await _summon(
        bills,
        tournament,
        errand,
        [user for user in payload_of(errand, MovedUp).users if user in still_in],
        lambda users: calls.moved_up(tournament, users, reader),
        lambda message: (
            has_button(message, "tinfo", tournament.id, about)
            and not has_button(message, "tdesk", tournament.id)
        ),
    )


async def _summon(
    bills: Bills,
    tournament: Tournament,
    errand: ErrandRow,
    users: Sequence[int],
    summons: Summons,
    is_one: Callable[[discord.Message], bool],
) -> None:
    """Mention everybody once, some in each message. Whom an earlier attempt has mentioned is left out."""
    place = await bills.place(tournament)
    told = await _mentioned(bills, tournament, place, is_one) if errand.attempts else set[int]()
    untold = [user for user in dict.fromkeys(users) if user != FORMER and user not in told]
    for start in range(0, len(untold), calls.MOST):
        some = untold[start : start + calls.MOST]
        posted = await bills.post_once(
            tournament,
            place,
            summons(some).payload(),
            mark=f"{errand.id}.{some[0] % 10**8}",
            tried_before=False,  # it has been looked already
            is_it=is_one,
            mention=tuple(some),
        )
        if posted is None:
            return


_MENTION = re.compile(r"<@(\d+)>")


async def _mentioned(
    bills: Bills, tournament: Tournament, place: int, is_one: Callable[[discord.Message], bool]
) -> set[int]:
    """Whom the messages of this kind mention that stand among the channel's latest."""
    try:
        latest = await bills.channels.own_latest(tournament.guild, place)
    except ERRORS as error:
        if trouble(error) is not Trouble.FORBIDDEN:
            raise
        return set()  # without the permission to look, the nonce is all there is against telling twice
    said = [
        part.content
        for message in latest
        if is_one(message)
        for part in parts(message.components)
        if hasattr(part, "content")
    ]
    return {int(user) for text in said for user in _MENTION.findall(text)}


async def _acted(bills: Bills, tournament: Tournament, errand: ErrandRow) -> None:
    """What an organiser did is said once; whoever it concerns is mentioned."""
    acted = payload_of(errand, Acted)
    if isinstance(acted.act, SEEN_ANYWAY):
        return
    concerned = [acted.about, acted.act.user if isinstance(acted.act, Substitute) else None]
    people = tuple(dict.fromkeys(user for user in concerned if user is not None and user != FORMER))
    reader = Reader(tournament.record.locale, tournament.game)
    payload = calls.acted(tournament, audit.of_errand(acted), people, errand.id, reader).payload()
    mark = str(Page("log", errand.id))
    await bills.post_once(
        tournament,
        await bills.place(tournament),
        payload,
        mark=f"{errand.id}",
        tried_before=errand.attempts > 0,
        is_it=lambda message: has_button(message, "tinfo", tournament.id, mark),
        mention=people,
    )


_RUN: Mapping[str, Callable[[Bills, Tournament, ErrandRow], Awaitable[None]]] = {
    "announce": _announce,
    "check-in": _check_in,
    "moved-up": _moved_up,
    "round": _round,
    "standings": _standings,
    "final": _final,
    "acted": _acted,
}
