"""Somebody who plays on, whatever fails: presses again, opens their hand again, has the table shown again.

They know no more than what stands on their screen, and their table's name.
"""

from __future__ import annotations

import asyncio
from random import Random

from playground import InteractionFailed, NotOffered, Playground, Seen, Visitor, acts
from playground.errors import DiscordError
from playground.interactions import Interaction
from playground.model import Channel
from tests.support.chaos.answer_log import AnswerLog
from tests.support.table_play import choices, did_nothing, has_ended, lists

PATIENCE = 8.0
"""Seconds for which somebody looks at "thinking..." before they try again."""
GLANCE = 0.7
"""Seconds after which somebody whose turn has not come looks whether their hand is up to date."""
BREATH = 0.3
"""Seconds until a failed attempt is made again."""
VAIN = (InteractionFailed, NotOffered, LookupError, DiscordError, TimeoutError)
"""How an attempt fails: no answer, or what was to be pressed is gone."""


class Player:
    """A person of a table's crew. `safe_channel` is a channel that stays, for commands."""

    def __init__(
        self, pg: Playground, person: Visitor, safe_channel: str, answers: AnswerLog, random: Random
    ) -> None:
        self._pg = pg
        self._safe_channel = safe_channel
        self._answers = answers
        self._random = random
        self.person = person
        self.hand: Seen | None = None
        self.table = ""

    def __repr__(self) -> str:
        hand = None if self.hand is None else self.hand.refresh()
        return f"{self.person.name} at {self.table or 'no table'} with {hand}"

    # to the table

    async def opens_table(self, game: str, options: str) -> str:
        """Opens a table, and tries again until its lobby is there; its id."""
        while not (table := self._own_lobby()):
            await self._tried(self._command("table create", self._home(), game=game, options=options))
            await asyncio.sleep(BREATH)
        return table

    def _home(self) -> Channel:
        """Their table's channel, as long as that is there."""
        try:
            return self._pg.channel(self.person.channel)
        except KeyError:
            return self._pg.channel(self._safe_channel)

    def _own_lobby(self) -> str:
        """The table whose lobby says their name; nothing if there is none."""
        for channel in (self._home(), self._pg.channel(self._safe_channel)):
            for seen in reversed(self.person.sees(channel)):
                for button in seen.buttons:
                    verb, _colon, table = (button.custom_id or "").partition(":")
                    if verb == "join" and self.person.name in seen.text:
                        return table
        return ""

    async def sits_down(self, table: str) -> None:
        """Joins, and tries again until the bot says that they sit there."""
        self.table = table
        while not await self._tried(self._joins()):
            await asyncio.sleep(BREATH)

    async def _joins(self) -> bool:
        await self._press_what_stands("join")
        answered = await self._asks("hand")
        return "No hand yet" in answered.text or self._is_hand(answered)

    async def starts(self) -> None:
        """Starts the game as its host, and tries again until the cards are dealt."""
        while not await self._tried(self._deals()):
            await asyncio.sleep(BREATH)

    async def _deals(self) -> bool:
        await self._press_what_stands("start")
        return self._is_hand(await self._asks("hand"))

    # at the table

    async def plays(self) -> None:
        """Plays anything that can be played, until their own hand tells that the game is over."""
        while not (self.hand and has_ended(self.hand.refresh())):
            if not await self._tried(self._goes_on()):
                self.hand = None if self._random.random() < 0.5 else self.hand
                await asyncio.sleep(BREATH)

    async def makes_a_choice(self) -> None:
        """Chooses one thing, of those that their hand offers."""
        self.hand = await self._opened_hand()
        await self._goes_on()

    async def _goes_on(self) -> bool:
        hand = self.hand
        if hand is None or hand.is_gone or hand.post.dismissed:
            self.hand = await self._opened_hand()
        elif possible := [(one, None) for one in choices(hand)] + lists(hand):
            await self._chooses(hand, *self._random.choice(possible))
        elif back := self._button(hand, "back"):
            await self._press(hand, back)
        elif not await self._changes(hand):
            await self._press(hand, self._button(hand, "hand") or f"more:{self.table}")
        return True

    async def _chooses(self, hand: Seen, custom_id: str, value: str | None) -> None:
        backend, person = self._pg.backend, self.person.person
        if value is None:
            interaction = acts.press(backend, person, hand.post, custom_id)
        else:
            interaction = acts.choose(backend, person, hand.post, custom_id, [value])
        self._answers.saw(self.table, interaction)
        answered = await self._answer(interaction)
        if not self._is_hand(answered) or did_nothing(answered):
            await asyncio.sleep(BREATH)

    async def _changes(self, hand: Seen) -> bool:
        """Whether the hand comes to life, or tells the end, before they look again."""
        try:
            await self.person.wait_for(
                lambda seen: seen.id == hand.id and bool(choices(seen) or lists(seen) or has_ended(seen)),
                timeout=GLANCE,
                channel=self._pg.world.channel(hand.channel_id),
            )
        except TimeoutError:
            return False
        return True

    async def _opened_hand(self) -> Seen | None:
        """Their hand by My hand on what they see, or by command; the table shown again if that fails."""
        ways = [self._asks("hand"), self._press_what_stands("hand")]
        self._random.shuffle(ways)
        for at, way in enumerate(ways):
            try:
                answered = await way
            except VAIN:
                continue
            if self._is_hand(answered):
                for other in ways[at + 1 :]:
                    other.close()
                return answered
        await self._asks("table show")
        return None

    # the same for all of it

    async def _tried(self, attempt) -> bool:
        try:
            return await attempt
        except VAIN:
            return False

    def _is_hand(self, seen: Seen) -> bool:
        """A hand has More, what has taken its place has a way back to it."""
        more = seen.is_ephemeral and self._button(seen, "more") is not None
        return more or self._button(seen, "hand") is not None or has_ended(seen)

    def _button(self, seen: Seen, verb: str) -> str | None:
        found = [str(button.custom_id) for button in seen.buttons if not button.disabled]
        return next((one for one in found if one.startswith(f"{verb}:{self.table}")), None)

    async def _press_what_stands(self, verb: str) -> Seen:
        """Press this on a public message of the table, where there is one; have it shown where not."""
        for channel in list(self._pg.world.state.channels.values()):
            for seen in reversed(self.person.sees(channel)):
                if not seen.is_ephemeral and (found := self._button(seen, verb)):
                    return await self._press(seen, found)
        return await self._asks("table show")

    async def _press(self, seen: Seen, custom_id: str) -> Seen:
        interaction = acts.press(self._pg.backend, self.person.person, seen.post, custom_id)
        return await self._answer(interaction)

    async def _asks(self, name: str) -> Seen:
        """Write a command about the table, where that can always be done."""
        return await self._command(name, self._pg.channel(self._safe_channel), table=self.table)

    async def _command(self, name: str, channel: Channel, **given: str) -> Seen:
        return await self._answer(
            acts.use_command(self._pg.backend, self.person.person, channel, name, given)
        )

    async def _answer(self, interaction: Interaction) -> Seen:
        """What the bot said. InteractionFailed or TimeoutError if nothing came."""
        await self._answers.answer_to(interaction)
        if interaction.deferred:
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(interaction.later)
        said = interaction.said
        assert said is not None, "an answer to a press or a command is a message"
        return Seen(self._pg.world, self._pg.world.post(said.channel_id, said.id))
