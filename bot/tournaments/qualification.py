"""Who may enter: a role, a rating, games played, a time on the server; and what somebody lacks of it.

Asked once, at Join: whoever loses the role or the rating later stays in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import msgspec

from bot.i18n import Markup
from bot.pace import DAY, HOUR
from bot.profiles.leaderboards import current_season
from bot.profiles.rating_service import shown_rating
from bot.refusal import Refusal
from bot.tables.reliability import load_reliability
from bot.tournaments.model import Range, Tournament, TournamentSettings
from games.text import Listed, Text, Value, _, _n
from storage.sql.results import ResultStore


class Applicant(msgspec.Struct, frozen=True):
    """Whoever wants to enter. `joined`: when they came to the server, in Unix seconds; None: not known."""

    roles: Collection[int] = ()
    joined: float | None = None
    rating: int = 0
    games: int = 0
    stayed: int | None = None
    """To so many of a hundred of their tables they came and stayed; None: too few are known."""


async def current_ratings(
    results: ResultStore, guild: int, game: str, users: Collection[int]
) -> Mapping[int, int]:
    """What these people are rated now, as people read it; whoever has no rated game is a newcomer."""
    season = current_season(await results.seasons(guild, game))
    rows = await results.standings(guild, game, season, users)
    return {user: shown_rating(rows.get(user)) for user in users}


async def with_record(results: ResultStore, t: Tournament, user: int, applicant: Applicant) -> Applicant:
    """The applicant with what their games say of them, as far as the tournament asks."""
    rating, games = applicant.rating, applicant.games
    if t.settings.ratings != Range():
        rating = (await current_ratings(results, t.guild, t.game.slug, {user}))[user]
    if t.settings.games_played != Range():
        rows = await results.of_user(user, t.guild, t.game.slug)
        games = len({row.table for row in rows if row.user == user and not row.quit})
    known = None
    if t.settings.stayed != Range():
        known = await load_reliability(results, user, t.guild)
    return Applicant(applicant.roles, applicant.joined, rating, games, known.came if known else None)


async def entrants_ratings(results: ResultStore, t: Tournament) -> Mapping[str, int]:
    """What everybody who is in is rated now, by their ids in the draw."""
    users = {entry.user for entry in t.entrants}
    ratings = await current_ratings(results, t.guild, t.game.slug, users)
    return {entry.id: ratings[entry.user] for entry in t.entrants}


def require_qualified(t: Tournament, applicant: Applicant, now: float) -> None:
    """Refusal, with all that they lack. `now`: Unix seconds."""
    lacking = tuple(_lacking(t.settings, applicant, now))
    if lacking:
        raise Refusal(
            "shut",
            _("You'd need {lacking}. See /tournament list for others.", lacking=Listed(lacking)),
        )


def _lacking(settings: TournamentSettings, applicant: Applicant, now: float) -> Iterator[Text]:
    if settings.roles and not set(settings.roles) & set(applicant.roles):
        named: list[Value] = [Markup(f"<@&{role}>") for role in settings.roles]
        yield _("the role {roles}", roles=Listed(tuple(named), either=True))
    if not settings.ratings.holds(applicant.rating):
        wanted = in_words(settings.ratings, str)
        yield _("a rating of {wanted} here (you have {rating})", wanted=wanted, rating=applicant.rating)
    if not settings.games_played.holds(applicant.games):
        wanted = in_words(settings.games_played, str)
        yield _n(
            "{wanted} finished game here (you have {games})",
            "{wanted} finished games here (you have {games})",
            settings.games_played.most or settings.games_played.least or 0,
            wanted=wanted,
            games=applicant.games,
        )
    if applicant.stayed is not None and not settings.stayed.holds(applicant.stayed):
        wanted = in_words(settings.stayed, str)
        yield _(
            "{wanted} % of your tables here played to the end (you have {stayed} %)",
            wanted=wanted,
            stayed=applicant.stayed,
        )
    # Discord says when with every press; of a guest, who has no date, it is today.
    joined = now if applicant.joined is None else applicant.joined
    if not settings.membership.holds(now - joined):
        wanted = in_words(settings.membership, duration)
        when = Markup(f"<t:{int(joined)}:R>")
        yield _("{wanted} on this server (you joined {when})", wanted=wanted, when=when)


def in_words(limits: Range, said: Callable[[int], Value]) -> Text:
    """From where to where, at least one end of which is given."""
    if limits.most is None:
        return _("at least {least}", least=said(limits.least or 0))
    if limits.least is None:
        return _("at most {most}", most=said(limits.most))
    return _("{least} to {most}", least=said(limits.least), most=said(limits.most))


def duration(seconds: int) -> Value:
    """So many whole days, or hours where those are no whole days."""
    if seconds % int(DAY) == 0:
        return _n("{count} day", "{count} days", seconds // int(DAY))
    return _n("{count} hour", "{count} hours", -(-seconds // int(HOUR)))
