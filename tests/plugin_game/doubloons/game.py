"""Doubloons as the catalogue sees it: the rules, and the words for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from games import contract as c
from games.text import Listed, Player, Text, _, _n
from games.thinking import levels

from .rules import Rules
from .state import ROUNDS, CoinWon, Played, State, View


class Thrifty:
    """Wins as cheaply as it can, and throws its lowest card away if it cannot."""

    def choose(self, observation: View, random: Random) -> c.Action:
        highest = max(observation.table.played, default=0)
        winning = [card for card in observation.hand if card > highest]
        return f"play {min(winning or observation.hand)}"

    def shortlist(self, observation: View, random: Random) -> tuple[c.Action, ...]:
        own = self.choose(observation, random)
        return own, *(action for action in observation.legal if action != own)


class Doubloons(Rules, c.Game[c.Options, State, View]):
    """The game."""

    slug = "doubloons"
    title = _("Doubloons")
    tagline = _("Six rounds, and in each the highest card wins a coin.")
    players = range(2, 7)
    Options = c.Options
    State = State
    Observation = View
    robots: ClassVar[Mapping[str, c.Robot]] = {
        "any": levels.Level(Rules(), levels.AnyLegal(), _("Deckhand"), _("Deckhand: plays anything")),
        "thrifty": levels.Level(Rules(), Thrifty(), _("Purser"), _("Purser: wins as cheaply as possible")),
        "captain": levels.Level(
            Rules(), Thrifty(), _("Captain"), _("Captain: thinks before each card"), c.Effort(60, 120)
        ),
    }
    default_robot, first_robot = "captain", "thrifty"
    locale = Path(__file__).parent / "locale"
    milestones: ClassVar[tuple[type[c.Event], ...]] = (CoinWon,)

    def describe_options(self, options: c.Options) -> tuple[Text, ...]:
        return (_("Cards from 1 to 36, six each"),)

    def steps(self, observation: View, chosen: Sequence[str] = ()) -> c.Menu | None:
        if chosen:
            raise ValueError(f"Nothing is asked after {list(chosen)}.")
        if not observation.decision:
            return None
        return c.Menu(_("Which card do you play?"), _choices(observation))

    def plans(self, observation: View) -> c.PlanMenu | None:
        if observation.decision or not observation.hand:
            return None
        return c.PlanMenu(_("Which card do you want to play next?"), _choices(observation), (_BEATEN,))

    def surprised(
        self, surprise: str, action: c.Action, observation: View, events: Sequence[c.Event]
    ) -> bool:
        if surprise != _BEATEN.name:
            raise ValueError(f"{surprise!r} is no surprise in this game.")
        return max(observation.table.played, default=0) > int(action.removeprefix("play "))

    def board(self, observation: View) -> c.Board:
        table = observation.table
        waiting = table.to_act
        return c.Board(
            headline=_("Round {round} of {rounds}", round=min(table.round, ROUNDS), rounds=ROUNDS),
            turn=_("{player} is next.", player=Player(waiting[0])) if waiting else _("The game is over."),
            table=(_("Played: {cards}", cards=Listed(tuple(table.played))),) if table.played else (),
            seats=tuple(
                c.SeatLine(seat, _n("{count} coin", "{count} coins", coins), seat in waiting)
                for seat, coins in enumerate(table.coins)
            ),
        )

    def hand(self, observation: View) -> c.Hand | None:
        if observation.seat is None:
            return None
        return c.Hand(_("Your cards"), tuple(_("Card {card}", card=card) for card in observation.hand))

    def sheet(self, observation: View) -> c.Sheet | None:
        coins = tuple(_("{coins}", coins=count) for count in observation.table.coins)
        return c.Sheet(_("Coins"), (), c.SheetRow(_("Total"), coins))

    def narrate(self, event: c.Event) -> Text | None:
        match event:
            case Played():
                return _("{player} plays {card}.", player=Player(event.seat), card=event.card)
            case CoinWon():
                return _("{player} wins the coin with {card}.", player=Player(event.seat), card=event.card)
            case _:
                return None

    def lessons(self, observation: View) -> tuple[c.Lesson, ...]:
        beat = c.Lesson("beat", _("A card lies there. Beat it with a higher one, or throw a low one."))
        lead = c.Lesson("lead", _("You lead. The highest card wins the coin."))
        won = c.Lesson("won", _("Whoever won the last coin leads."))
        now = beat if observation.table.played else lead
        return (now, won) if observation.table.past else (now,)

    def course(self, options: c.Options | None = None) -> c.Course | None:
        return c.Course(c.Options(), players=3, seed=bytes(range(32)))

    def rules(self, options: c.Options, observation: View | None) -> tuple[c.Section, ...]:
        play = _("One after the other plays a card. The highest wins a coin, and its player leads the next.")
        end = _("Most coins after six rounds win.")
        return (c.Section(_("The whole of it"), (play, end)),)


_BEATEN = c.Surprise("beaten", _("no higher card than mine lies there"))


def _choices(view: View) -> tuple[c.Choice, ...]:
    """Every card of the hand, to be played now or later."""
    cards = [str(card) for card in view.hand]
    return tuple(c.Choice(card, _("Card {card}", card=card), f"play {card}", kind="card") for card in cards)
