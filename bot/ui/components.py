"""Of what screens are made: Discord's Components V2 as plain data, lighter than any view object.

A screen is one container with an accent colour. Field names are Discord's; `type` is each component's tag,
and what is unset is left out. `screen`, `block` and `rows` leave out what is empty and keep what is too long
within the limits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.i18n import Reader
from bot.i18n.sanitising import truncate
from bot.images.model import MessageImage
from bot.ui import custom_ids, limits
from bot.ui.emoji import Emoji
from bot.ui.emoji import emoji as emoji_of
from bot.ui.views import Payload
from games.drawing.lettering import TEXT
from games.text import Text, _

PRIMARY, SECONDARY, SUCCESS, DANGER, LINK = 1, 2, 3, 4, 5
"""The styles of a button, by Discord's numbers."""


class Accent:
    """The colour at a screen's edge. It repeats what the words say and never says anything alone."""

    TEAL = 0x2A9D8F
    """A table that waits for people."""
    NAVY = 0x264653
    """A game that goes on."""
    GREEN = 0x4C9A2A
    """The reader is to move."""
    GREY = 0x6C757D
    """Not your turn; over and done with."""
    GOLD = 0xE9B44C
    """The game is over and somebody has won."""
    SAND = 0xC9B79C
    """To read: rules, log, help."""
    AMBER = 0xE76F51
    """Something did not work, or was refused."""


class TextBlock(msgspec.Struct, frozen=True, tag_field="type", tag=10):
    """Words in Discord's Markdown, as a component of a message."""

    content: str


class Separator(msgspec.Struct, frozen=True, tag_field="type", tag=14):
    """A gap between components, with a line across unless `divider` is off."""

    divider: bool = True


class Button(msgspec.Struct, frozen=True, tag_field="type", tag=2):
    """A button that sends its `custom_id` when it is pressed; at most 80 characters of label."""

    label: str
    custom_id: str
    style: int = SECONDARY
    disabled: bool | UnsetType = UNSET
    emoji: Emoji | UnsetType = UNSET


class LinkButton(msgspec.Struct, frozen=True, tag_field="type", tag=2):
    """Something to press that leads out of Discord."""

    label: str
    url: str
    style: int = LINK


class Option(msgspec.Struct, frozen=True):
    """A line that can be chosen in a select: what is read, and the value that is sent."""

    label: str
    value: str
    description: str | UnsetType = UNSET
    emoji: Emoji | UnsetType = UNSET
    default: bool | UnsetType = UNSET


class Select(msgspec.Struct, frozen=True, tag_field="type", tag=3):
    """A list that opens, from which one line or several can be chosen."""

    custom_id: str
    options: tuple[Option, ...]
    placeholder: str | UnsetType = UNSET
    min_values: int | UnsetType = UNSET
    """With `max_values`, for lists of which any number can be chosen."""
    max_values: int | UnsetType = UNSET
    required: bool | UnsetType = UNSET
    """In a modal: whether something has to be chosen, which is so if nothing is said."""


class DefaultValue(msgspec.Struct, frozen=True):
    """What is chosen already in a list of people, channels or roles: `type` says which of them."""

    id: str
    type: str


class UserSelect(msgspec.Struct, frozen=True, tag_field="type", tag=5):
    """People of the server, from a list that opens."""

    custom_id: str
    placeholder: str
    min_values: int = 1
    max_values: int = limits.OPTIONS
    default_values: tuple[DefaultValue, ...] | UnsetType = UNSET
    required: bool | UnsetType = UNSET
    """In a window: whether somebody has to be chosen; unset: yes, as Discord has it."""


class RoleSelect(msgspec.Struct, frozen=True, tag_field="type", tag=6):
    """Roles of the server, from a list that opens; none is a choice as well."""

    custom_id: str
    placeholder: str
    default_values: tuple[DefaultValue, ...] = ()
    min_values: int = 0
    max_values: int = limits.OPTIONS


class ChannelSelect(msgspec.Struct, frozen=True, tag_field="type", tag=8):
    """Channels of the server, from a list that opens; none is a choice as well."""

    custom_id: str
    placeholder: str
    channel_types: tuple[int, ...]
    default_values: tuple[DefaultValue, ...] = ()
    min_values: int = 0
    max_values: int = limits.OPTIONS


class Row(msgspec.Struct, frozen=True, tag_field="type", tag=1):
    """Up to five buttons, or one select."""

    components: tuple[Button | LinkButton | Select | UserSelect | RoleSelect | ChannelSelect, ...]


class ButtonSection(msgspec.Struct, frozen=True, tag_field="type", tag=9):
    """Text with a button at its side."""

    components: tuple[TextBlock, ...]
    accessory: Button


class MediaItem(msgspec.Struct, frozen=True):
    """Where a file is: `attachment://` and its name, if it comes with the message."""

    url: str


class File(msgspec.Struct, frozen=True, tag_field="type", tag=13):
    """A file that comes with the message, to be taken away."""

    file: MediaItem


class GalleryItem(msgspec.Struct, frozen=True):
    """A picture that comes with the message. `description`: what it says, for those who do not see it."""

    media: MediaItem
    description: str
    spoiler: bool | UnsetType = UNSET


class Gallery(msgspec.Struct, frozen=True, tag_field="type", tag=12):
    """Pictures below or beside each other, at most ten."""

    items: tuple[GalleryItem, ...]


Component: TypeAlias = TextBlock | Separator | Row | ButtonSection | File | Gallery


class Container(msgspec.Struct, frozen=True, tag_field="type", tag=17):
    """The frame around a screen."""

    accent_color: int
    components: tuple[Component, ...]


class Screen(msgspec.Struct, frozen=True):
    """A whole message: one container of components, and the pictures that it names."""

    container: Container
    images: tuple[MessageImage, ...] = ()

    def payload(self) -> Payload:
        """What Discord takes as a message's `components`, with the pictures."""
        return Payload([msgspec.to_builtins(self.container)], self.images)

    def check(self) -> None:
        """LimitExceeded if Discord would refuse it."""
        limits.check_message(self.payload())


class TextInput(msgspec.Struct, frozen=True, tag_field="type", tag=4):
    """A line to write on."""

    custom_id: str
    max_length: int
    placeholder: str
    value: str | UnsetType = UNSET
    required: bool = False
    style: int = 1


class RadioGroup(msgspec.Struct, frozen=True, tag_field="type", tag=21):
    """In a modal: a few lines beside each other, of which one is chosen."""

    custom_id: str
    options: tuple[Option, ...]
    required: bool | UnsetType = UNSET


class FileUpload(msgspec.Struct, frozen=True, tag_field="type", tag=19):
    """In a modal: a file to be brought along."""

    custom_id: str


class Label(msgspec.Struct, frozen=True, tag_field="type", tag=18):
    """A modal's field with what it is for."""

    label: str
    description: str | UnsetType
    component: TextInput | Select | UserSelect | RadioGroup | FileUpload


class Modal(msgspec.Struct, frozen=True):
    """A window with fields to fill in, which sends its `custom_id` with what was typed."""

    title: str
    custom_id: str
    components: tuple[TextBlock | Label, ...]

    def payload(self) -> dict[str, Any]:
        """What Discord takes as the data of a modal."""
        return msgspec.to_builtins(self)

    def check(self) -> None:
        """LimitExceeded if Discord would refuse it."""
        limits.check_modal(self.payload())


def modal(reader: Reader, title: Text, custom_id: str, *fields: TextBlock | Label | None) -> Modal:
    """A modal of these fields, those left out that are None."""
    there = tuple(field for field in fields if field is not None)
    return Modal(truncate(reader.plain(title), limits.MODAL_TITLE), custom_id, there)


def labelled(
    reader: Reader,
    label: Text,
    component: TextInput | Select | UserSelect | RadioGroup | FileUpload,
    why: Text | None = None,
) -> Label:
    """A modal's field under its label; `why`: what it is for. Of a list with few lines all are in sight."""
    if isinstance(component, Select) and 2 <= len(component.options) <= limits.RADIO_OPTIONS:
        component = RadioGroup(component.custom_id, component.options, component.required)
    description = UNSET if why is None else truncate(reader.plain(why), limits.MODAL_HINT)
    return Label(truncate(reader.plain(label), limits.MODAL_LABEL), description, component)


def text_input(
    reader: Reader,
    name: str,
    longest: int,
    hint: Text,
    value: str = "",
    *,
    required: bool = False,
    lines: bool = False,
) -> TextInput:
    """A line to write on (or several), on which `value` stands already; `hint` stands on an empty one."""
    shown = truncate(reader.plain(hint), limits.MODAL_HINT)
    return TextInput(name, longest, shown, value[:longest] or UNSET, required, 2 if lines else 1)


def screen(accent: int, *components: Component | MessageImage | Iterable[Component] | None) -> Screen:
    """A screen of these components, without those that are None, and without images that are not ready."""
    shown: list[Component] = []
    images: list[MessageImage] = []
    for each in components:
        if isinstance(each, MessageImage):
            images.append(each)
            shown += gallery(each)
        elif isinstance(each, msgspec.Struct):
            shown.append(each)
        elif each is not None:
            shown.extend(each)
    return Screen(Container(accent, tuple(shown)), tuple(images))


def gallery(image: MessageImage) -> Iterable[Gallery]:
    """The image as a component, if it is there."""
    if image.drawn is not None:
        drawn = image.drawn
        where = MediaItem(f"attachment://{drawn.name}")
        yield Gallery((GalleryItem(where, drawn.alt, image.spoiler or UNSET),))


def spoilers(lines: Iterable[str]) -> Iterable[str]:
    """The lines, each covered until its reader presses it."""
    return (f"||{line}||" for line in lines)


def block(*lines: str | None, most: int) -> TextBlock | None:
    """The lines under each other, empty ones left out, at most so many characters; None if there are none."""
    fitting = fit_lines([line for line in lines if line], most)
    return TextBlock("\n".join(fitting)) if fitting else None


def text_length(*blocks: TextBlock | None) -> int:
    """How many characters these blocks take together."""
    return sum(len(each.content) for each in blocks if each is not None)


def fit_lines(lines: Sequence[str], most: int, between: str = "\n") -> Sequence[str]:
    """As many lines as, joined, make at most so many characters; an ellipsis stands for the rest."""
    if len(between.join(lines)) <= most:
        return lines
    kept: list[str] = []
    room = most - len(between) - 1
    for line in lines:
        if len(line) > room:
            break
        kept.append(line)
        room -= len(line) + len(between)
    return [*kept, "…"] if kept else [truncate(lines[0], most)]


def option_text(text: str) -> str:
    """What an option can bear of the text."""
    return truncate(text, limits.OPTION)


def option_more(text: str) -> str | UnsetType:
    """The same as what stands below it; nothing, if there is nothing to say."""
    return option_text(text) if text else UNSET


def placeholder(text: str) -> str:
    """What a list from which nothing is chosen yet can bear of the text."""
    return truncate(text, limits.PLACEHOLDER)


def rows(buttons: Sequence[Button]) -> Iterable[Row]:
    """The buttons in rows of five."""
    step = limits.BUTTONS_IN_ROW
    return (Row(tuple(buttons[start : start + step])) for start in range(0, len(buttons), step))


_LINE, _GAP, _LEAST, _PADDING, _EMOJI, _LABEL = 350, 8, 60, 25, 26, 14
"""Pixels on a telephone: of a line of buttons, between two, of the narrowest one, around what is in them, of
an emoji and what is beside it, and of the size of letters.
"""
_SPARE, _SIGN = 1.13, 1300
"""How much wider letters may be there than those in pictures; how wide what those lack is."""


def pixels(text: str, size: float) -> float:
    """How wide the text is on a telephone at that size, about: rather too wide than too narrow."""
    return sum(TEXT.widths.get(letter, _SIGN) for letter in text) * size * _SPARE / 1000


def button_pixels(button: Button) -> float:
    """How wide the button is on a telephone, about."""
    return max(_LEAST, _PADDING + pixels(button.label, _LABEL) + _wide(button.emoji))


_BLANK, _BLANK_PIXELS = "\N{BRAILLE PATTERN BLANK}", 10.4
"""A letter that is not seen, of which a button may be made up."""


def empty(button: Button) -> Button:
    """The button as an empty place, at most as wide, that cannot be pressed."""
    letters = int((button_pixels(button) - _PADDING) / _BLANK_PIXELS)
    return msgspec.structs.replace(
        button, label=_BLANK * letters, style=SECONDARY, disabled=True, emoji=UNSET
    )


def packed(buttons: Iterable[Button], line: float = _LINE) -> list[Row]:
    """The buttons in as few lines as a telephone shows them in: a row that is too wide would break there."""
    packed: list[list[Button]] = []
    room = 0.0
    for each in buttons:
        wide = button_pixels(each)
        if not packed or wide > room or len(packed[-1]) == limits.BUTTONS_IN_ROW:
            packed.append([])
            room = line
        packed[-1].append(each)
        room -= wide + _GAP
    return [Row(tuple(row)) for row in packed]


def _wide(emoji: Emoji | UnsetType) -> float:
    """Where a telephone has no emoji for a flag with a skull, it shows a flag and a skull."""
    if emoji is UNSET:
        return 0
    return _EMOJI * (1.5 if "\u200d" in emoji.name else 1)


def packed_like(buttons: Iterable[Button], others: Iterable[Button]) -> list[Row]:
    """The buttons in the lines in which as many others are packed, so that they stand where those stood."""
    left = iter(buttons)
    return [Row(tuple(islice(left, len(row.components)))) for row in packed(others)]


def balanced(buttons: Iterable[Button]) -> list[Row]:
    """The buttons in just as many lines, of much the same width: none is left alone on the last."""
    there, line = list(buttons), float(_LINE)
    fewest = len(packed(there))
    while line > _LEAST and len(packed(there, line - _GAP)) == fewest:
        line -= _GAP
    return packed(there, line)


def spread(buttons: Sequence[Button], lines: int) -> list[Row]:
    """The buttons in so many lines, evenly, if there are enough of them; in more where they take more."""
    least = packed(buttons)
    if not len(least) < lines <= len(buttons):
        return least
    ends = [len(buttons) * at // lines for at in range(lines + 1)]
    even = [packed(buttons[start:end]) for start, end in pairwise(ends)]
    return [row for each in even for row in each] if all(len(each) == 1 for each in even) else least


def option(
    reader: Reader, text: Text, value: str, note: Text | None = None, *, emoji: str = "", chosen: bool = False
) -> Option:
    """An option that says the text; `note`: in small letters below."""
    description = UNSET if note is None else option_text(reader.plain(note)) or UNSET
    shown = emoji_of(reader, emoji)
    return Option(option_text(reader.plain(text)), value, description, shown, chosen or UNSET)


def select(
    reader: Reader, custom_id: str, hint: Text, options: Iterable[Option], *, any_number: bool = False
) -> Row:
    """A list of the first 25 options, at least one, from which one is chosen, or any number. `hint` stands
    there while none is.
    """
    offered = tuple(options)[: limits.OPTIONS]
    numbers = (0, len(offered)) if any_number else (UNSET, UNSET)
    return Row((Select(custom_id, offered, placeholder(reader.plain(hint)), *numbers),))


def value_select(
    reader: Reader, custom_id: str, hint: Text, offers: Mapping[str, Text], chosen: str | float | None
) -> Row:
    """A list of values, each in words; `chosen`: the one that holds now, if it is among them."""
    options = (option(reader, text, value, chosen=value == str(chosen)) for value, text in offers.items())
    return select(reader, custom_id, hint, options)


def role_select(
    reader: Reader,
    custom_id: str,
    hint: Text,
    chosen: Iterable[int],
    there: Collection[int],
    most: int = limits.OPTIONS,
) -> Row:
    """A list of roles. `there`: those that the server has: others cannot be shown as chosen."""
    presets = tuple(DefaultValue(str(role), "role") for role in chosen if role in there)
    return Row((RoleSelect(custom_id, placeholder(reader.plain(hint)), presets, max_values=most),))


def channel_select(
    reader: Reader,
    custom_id: str,
    hint: Text,
    types: tuple[int, ...],
    chosen: Iterable[int],
    there: Collection[int],
    most: int = limits.OPTIONS,
) -> Row:
    """A list of channels of these types. `there`: those of the server: others cannot be shown as chosen."""
    presets = tuple(DefaultValue(str(channel), "channel") for channel in chosen if channel in there)
    return Row((ChannelSelect(custom_id, placeholder(reader.plain(hint)), types, presets, max_values=most),))


def button(
    reader: Reader,
    text: Text,
    verb: str,
    *parts: str | int,
    style: int = SECONDARY,
    disabled: bool = False,
    emoji: str = "",
) -> Button:
    """A button that says the text and does what the verb says."""
    label = truncate(reader.plain(text), limits.LABEL)
    shown = emoji_of(reader, emoji)
    return Button(label, custom_ids.encode(verb, *parts), style, disabled or UNSET, shown)


def hand_button(reader: Reader, table_id: str, style: int = SECONDARY) -> Button:
    """A button that shows whoever presses it their own hand at this table."""
    return button(reader, _("My hand"), "hand", table_id, style=style)


def link(reader: Reader, text: Text, url: str) -> LinkButton:
    """A button that leads to an address."""
    return LinkButton(truncate(reader.plain(text), limits.LABEL), url)


def row(*buttons: Button | LinkButton | None) -> Row | None:
    """The buttons beside each other, those left out that are None."""
    there = tuple(each for each in buttons if each is not None)
    return Row(there) if there else None


# Text: Discord's markdown, lists, pages.


def title(reader: Reader, text: Text) -> str:
    """The largest letters there are. (Babel finds no sentence inside an f-string, hence these three.)"""
    return f"## {reader(text)}"


def heading(reader: Reader, text: Text) -> str:
    """The words of a text as a heading, in Discord's Markdown."""
    return f"### {reader(text)}"


def strong(reader: Reader, text: Text) -> str:
    """Bold throughout, names in it too."""
    return f"**{reader(text).replace('**', '')}**"


def small(text: str) -> str:
    """The text as small print, in Discord's Markdown."""
    return f"-# {text}"


def bulleted(lines: Iterable[str]) -> list[str]:
    """Each line as a point of a list."""
    return [f"- {line}" for line in lines]


def paginate(lines: Iterable[str], most: int) -> list[list[str]]:
    """The lines in pages of at most so many characters; there is always one page, if only an empty one."""
    done: list[list[str]] = [[]]
    room = most
    for line in (truncate(line, most) for line in lines):
        if len(line) + 1 > room and done[-1]:
            done.append([])
            room = most
        done[-1].append(line)
        room -= len(line) + 1
    return done


def page_buttons(
    reader: Reader, page: int, pages: int, words: tuple[Text, Text], verb: str, *parts: str | int
) -> list[Button]:
    """Buttons to the page before and the page after, as far as there are such pages. The verb's last part,
    after these, is the page.
    """
    ways = zip(words, (page - 1, page + 1), strict=True)
    return [button(reader, text, verb, *parts, to) for text, to in ways if 0 <= to < pages]


def page_number(reader: Reader, page: int, pages: int) -> TextBlock | None:
    """Which of how many, if there are several; `page` counts from 0."""
    if pages == 1:
        return None
    text = _("Page {page} of {pages}", page=page + 1, pages=pages)
    return block(small(reader(text)), most=100)
