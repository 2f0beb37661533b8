"""What organisers do to tournaments and moderators to tables: each act is a class, and says all about itself.

An act that is done is an instance: its fields, under its kind, are what the audit log keeps. Screens,
commands and the log are made from the classes, so that a new act is a class in its registry and nothing else.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from games.text import Text, _

CLOCKS_RUN = _("The clocks are running again.")
"""What comes of their being restarted."""
ALREADY_DONE = _("That's already done, so nothing has changed.")
"""Why an act is refused that would leave all as it is."""


class AdminAction(msgspec.Struct, frozen=True):
    """One of the things that moderators or organisers can do to a table, a tournament or a server."""

    label: ClassVar[Text]
    effect: ClassVar[Text]
    """What comes of the act, in a sentence for whoever is about to do it."""
    effect_before: ClassVar[Text | None] = None
    """What comes of it before a tournament has begun, where that is something else."""
    asks_reason: ClassVar[bool] = True
    """A window asks for one. Where there is none, a press confirms: nothing is to be filled in."""
    needs_reason: ClassVar[bool] = False
    writes: ClassVar[bool] = False
    """What is asked as its reason is what somebody is told."""
    types: ClassVar[Text | None] = None
    """A value has to be typed (`value`) in place of a reason: what it is."""
    grave: ClassVar[bool] = False
    """It takes something away from somebody, or cannot be undone."""
    person: ClassVar[Text | None] = None
    """Somebody of the server has to be named (`user`, `name`): what for."""

    done: ClassVar[Text]
    undone: ClassVar[Text] = _("{who} undid this: {deed}")
    """What the log says of it and of its undoing. Whoever shows it fills in {who} did it, to which {player},
    the act's {pod} by its name, another person as {other} (`name`), {length} (`seconds`) and {deed}.
    """

    @classmethod
    def kind(cls) -> str:
        """What it is called in storage and in custom_ids."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def asks_length(cls) -> bool:
        """Whether it has to be said how long."""
        return "seconds" in cls.__struct_fields__

    @classmethod
    def asks_recount(cls) -> bool:
        """Whether it has to be said if what has been played is counted anew."""
        return "recount" in cls.__struct_fields__

    def opposite(self) -> AdminAction | None:
        """The act that comes to the same as taking this one back, if there is one."""
        return None

    def sentence(self, *, undone: bool) -> Text:
        """The log's sentence on what was done, or that it was taken back; here without the act's fields."""
        if not undone:
            return self.done
        opposite = self.opposite()
        return self.undone if opposite is None else opposite.sentence(undone=False)


def _name(word: str, /) -> str:
    """The name of a command, marked for translators: names have a context of their own in the catalogues."""
    return word
