"""What several games say in the same words: it is translated once, beside the bot's own sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.text import Listed, Player, Seat, Text, Value, _, _n, figure, seats_words, signed

RED = _("Red")
BLUE = _("Blue")
YELLOW = _("Yellow")
GREEN = _("Green")
BLACK = _("Black")

THE_GAME = _("The game")
THE_CARDS = _("The cards")
SCORE_SHEET = _("Score sheet")
GAME_OVER = _("The game is over")
YOUR_HAND = _("Your hand")
LAST_TRICK = _("The last trick")
YOU_LEAD = _("You lead: play any card.")
NEXT_CARD = _("Which card do you want to play next?")
SOMEBODY_ELSE_LEADS = _("somebody else leads the trick")


def won_by(winners: Iterable[Seat]) -> Text:
    """Who has won a game that is over."""
    return _("Won by {players}", players=seats_words(winners))


def place(number: int) -> Text:
    """The place that somebody came to, from 1."""
    return _("place {place}", place=number)


def hand_of(cards: Sequence[Value]) -> Text:
    """All that the reader holds, in one sentence."""
    return _("Your hand: {cards}", cards=Listed(tuple(cards))) if cards else _("Your hand is empty.")


def rounds(count: int) -> Text:
    """How many rounds a game has or had."""
    return _n("{count} round", "{count} rounds", count)


def cards_each(count: int) -> Text:
    """How many cards everybody is dealt."""
    return _n("{count} card each", "{count} cards each", count)


def round_of(number: int, of: int) -> Text:
    """Which round is played, as a heading."""
    return _("Round {round} of {rounds}", round=number, rounds=of)


def after_round(number: int, of: int) -> Text:
    """As from when a score sheet is."""
    return _("after round {round} of {rounds}", round=number, rounds=of)


def leads(player: Value) -> Text:
    """Who plays first to a trick."""
    return _("{player} leads.", player=player)


def who_leads(player: Value) -> Text:
    """Who plays first to a trick, on a button or in a heading."""
    return _("{player} leads", player=player)


def points_words(count: int) -> Text:
    """So many points, in words."""
    return _n("{count} point", "{count} points", count)


def played(player: Value, card: Text, *, first: bool) -> Text:
    """Somebody plays a card, or begins a trick with it."""
    if first:
        return _("{player} leads {card}.", player=player, card=card)
    return _("{player} plays {card}.", player=player, card=card)


def you_played(card: Text) -> Text:
    """What the reader did, when the game is looked at again."""
    return _("You played {card}", card=card)


def round_scored(number: int, scored: Sequence[int], points: Sequence[int]) -> Text:
    """What each seat scored in a round, and the points that it has now."""
    told = tuple(
        _("{player} {scored} ({points})", player=Player(seat), scored=signed(won), points=figure(now))
        for seat, (won, now) in enumerate(zip(scored, points, strict=True))
    )
    return _("Round {round} scores, totals in brackets: {points}.", round=number, points=Listed(told))
