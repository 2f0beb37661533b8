"""How a server wants it, on one screen, for those who manage it. Private.

Every list says what it is about in each of its options, since a list that has a value shows no placeholder;
what is chosen stands above in words as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import UNSET

from bot.pace import PACES
from bot.screens import clocks, ids, parts
from bot.screens.kit import (
    Accent,
    ChannelSelect,
    Option,
    Preset,
    RoleSelect,
    Row,
    Screen,
    Select,
    block,
    option_text,
    placeholder,
    screen,
)
from bot.wishes.servers import ServerLocale, ServerWishes
from bot.words import Markup, Reader
from games.text import Listed, Text, _, _n

LANGUAGES: Mapping[ServerLocale, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
}
"""What each language calls itself."""
NUMBERS = (1, 2, 3, 5, 10, 20, 50, 100)
"""Of tables at once, that can be chosen."""
HOLD_TABLES = (0, 2, 5, 13, 15)
"""Discord's types of channels in which, or in whose threads, people can write: text, voice, news, forum."""
ANY = "any"
"""The value that takes a wish back."""


def server(wishes: ServerWishes, reader: Reader, there: Collection[int]) -> Screen:
    """What is chosen, and the lists to choose from. `there`: the channels and roles that the server has."""
    return screen(
        Accent.SAND,
        block(
            parts.heading(reader, _("How this server wants it")),
            *parts.bulleted(map(reader, _chosen(wishes))),
            most=3400,
        ),
        _languages(wishes, reader),
        _paces(wishes, reader),
        _channels(wishes, reader, there),
        _roles(wishes, reader, there),
        _organisers(wishes, reader, there),
        _numbers(wishes, reader),
        parts.row(*_buttons(wishes, reader)),
        block(parts.small(reader(_WHEN)), most=400),
    )


_WHEN = _(
    "Whatever you choose holds at once, for tables opened from now on; the language also for what is posted "
    "at open tables."
)


def _chosen(wishes: ServerWishes) -> Iterator[Text]:
    yield _language(wishes)
    name = clocks.NAMES[wishes.default_pace.name]
    yield _("Pace, where nobody chooses another: {pace}.", pace=name)
    if wishes.text_mode:
        yield _("Public messages are in words only, without pictures.")
    else:
        yield _("Public messages may show pictures.")
    if wishes.channels:
        channels = Listed(tuple(Markup(f"<#{channel}>") for channel in wishes.channels))
        yield _("Tables are opened in {channels} only, and in threads there.", channels=channels)
    else:
        yield _("Tables are opened in every channel in which I may write.")
    if wishes.roles:
        roles = Listed(tuple(Markup(f"<@&{role}>") for role in wishes.roles))
        yield _("Tables are opened by members with {roles}, and by those who manage the server.", roles=roles)
    else:
        yield _("Everybody may open tables.")
    if wishes.organisers:
        roles = Listed(tuple(Markup(f"<@&{role}>") for role in wishes.organisers))
        yield _(
            "Tournaments are run, and tables moderated, by members with {roles}, and by those who manage the "
            "server.",
            roles=roles,
        )
    else:
        yield _("Tournaments are run, and tables moderated, by those who manage the server.")
    yield _number(wishes)


def _language(wishes: ServerWishes) -> Text:
    if not wishes.locale:
        return _("What everybody reads is in the language that this server has in Discord.")
    return _("What everybody reads is in this language: {language}.", language=LANGUAGES[wishes.locale])


def _number(wishes: ServerWishes) -> Text:
    if not wishes.tables:
        return _("Any number of tables may be open at once.")
    return _n(
        "At most {count} table may be open at once.",
        "At most {count} tables may be open at once.",
        wishes.tables,
    )


def _languages(wishes: ServerWishes, reader: Reader) -> Row:
    default = _option(reader, _("Language: as this server has it in Discord"), ANY, not wishes.locale)
    known = [
        _option(reader, _("Language: {language}", language=name), locale, wishes.locale == locale)
        for locale, name in LANGUAGES.items()
    ]
    return _select(reader, "language", _("Language of what everybody reads"), default, *known)


def _paces(wishes: ServerWishes, reader: Reader) -> Row:
    known = [
        _option(reader, _("Pace: {name}", name=clocks.NAMES[pace.name]), pace.name, wishes.pace == pace.name)
        for pace in PACES.values()
    ]
    return _select(reader, "pace", _("Pace of tables"), *known)


def _numbers(wishes: ServerWishes, reader: Reader) -> Row:
    default = _option(reader, _("Tables at once: any number"), ANY, not wishes.tables)
    known = [
        _option(reader, _("Tables at once: {number}", number=number), str(number), wishes.tables == number)
        for number in NUMBERS
    ]
    return _select(reader, "tables", _("How many tables at once"), default, *known)


def _select(reader: Reader, what: str, hint: Text, *options: Option) -> Row:
    return Row((Select(ids.encode("server", what, ""), options, placeholder(reader.plain(hint))),))


def _option(reader: Reader, text: Text, value: str, chosen: bool) -> Option:
    return Option(option_text(reader.plain(text)), value, default=chosen or UNSET)


def _channels(wishes: ServerWishes, reader: Reader, there: Collection[int]) -> Row:
    presets = tuple(Preset(str(channel), "channel") for channel in wishes.channels if channel in there)
    hint = placeholder(reader.plain(_("Channels in which tables are opened; none: all")))
    return Row((ChannelSelect(ids.encode("server", "channels", ""), hint, HOLD_TABLES, presets),))


def _roles(wishes: ServerWishes, reader: Reader, there: Collection[int]) -> Row:
    presets = tuple(Preset(str(role), "role") for role in wishes.roles if role in there)
    hint = placeholder(reader.plain(_("Roles that open tables; none: everybody")))
    return Row((RoleSelect(ids.encode("server", "roles", ""), hint, presets),))


def _organisers(wishes: ServerWishes, reader: Reader, there: Collection[int]) -> Row:
    presets = tuple(Preset(str(role), "role") for role in wishes.organisers if role in there)
    hint = placeholder(reader.plain(_("Roles that run tournaments and moderate; none: those who manage")))
    return Row((RoleSelect(ids.encode("server", "organisers", ""), hint, presets),))


def _buttons(wishes: ServerWishes, reader: Reader) -> Iterator[parts.Button]:
    text_mode = _("Show pictures") if wishes.text_mode else _("Words only")
    yield parts.button(reader, text_mode, "server", "text", 0 if wishes.text_mode else 1)
    if wishes.channels:
        yield parts.button(reader, _("Tables in every channel"), "server", "channels", ANY)
    if wishes.roles:
        yield parts.button(reader, _("Everybody opens tables"), "server", "roles", ANY)
    if wishes.organisers:
        yield parts.button(reader, _("No organiser roles"), "server", "organisers", ANY)
