"""Command definitions: names, lengths, numbers of options and choices, order, localisations, total size.

Source: Discord's page on application commands and the schema of its API.
"""

import re
from typing import Any

from playground.errors import TOO_MANY_COMMANDS, DiscordError
from playground.model import JsonObject
from playground.rules.form import Form, Path

(
    SUBCOMMAND,
    SUBCOMMAND_GROUP,
    STRING,
    INTEGER,
    BOOLEAN,
    USER,
    CHANNEL,
    ROLE,
    MENTIONABLE,
    NUMBER,
    ATTACHMENT,
) = range(1, 12)
CHAT_INPUT, ON_PERSON, ON_MESSAGE = 1, 2, 3
MOST_COMMANDS = 100
MOST_ON_EACH = 5  # on a person, and on a message
MOST_CHARACTERS = 8000
WITH_CHOICES = (STRING, INTEGER, NUMBER)
# By depth: in a command itself, in a group, in a subcommand.
OPTION_KINDS = (range(SUBCOMMAND, ATTACHMENT + 1), (SUBCOMMAND,), range(STRING, ATTACHMENT + 1))

LOCALES = frozenset(
    {
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no"),
        *("pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th"),
        *("zh-CN", "ja", "zh-TW", "ko"),
    }
)

# Discord's own pattern is ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$ in lower case; \w comes close to
# \p{L}\p{N}_.
_NAME = re.compile(r"^[-_'\w]{1,32}$")


def check_commands(commands: list[JsonObject]) -> None:
    """Holds a whole set of commands, as a bulk overwrite sends it, to the rules.

    Raises DiscordError.
    """
    form = Form()
    for kind, most in ((CHAT_INPUT, MOST_COMMANDS), (ON_PERSON, MOST_ON_EACH), (ON_MESSAGE, MOST_ON_EACH)):
        alike = [command for command in commands if command.get("type", CHAT_INPUT) == kind]
        if len(alike) > most:
            raise DiscordError(TOO_MANY_COMMANDS)
        _check_siblings(
            alike, (), form, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
        )
    for index, command in enumerate(commands):
        check_command(command, (index,), form)
    form.answer()


def check_command(command: JsonObject, at: Path, form: Form) -> None:
    kind = command.get("type", CHAT_INPUT)
    if not form.choice(kind, (*at, "type"), (CHAT_INPUT, ON_PERSON, ON_MESSAGE)):
        return
    if kind != CHAT_INPUT:
        _check_menu(command, at, form)
        return
    _check_names(command, at, form)
    options = form.items(command, "options", at, 0, 25)
    _check_options(options, (*at, "options"), form, depth=0)
    _check_contexts(command, at, form)
    if size_of(command) > MOST_CHARACTERS:
        form.wrong(at, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_CHARACTERS})")


def _check_menu(command: JsonObject, at: Path, form: Form) -> None:
    """A command on a person or a message: of a name alone, which may have capitals and spaces."""
    form.text(command, "name", at, 32, low=1, required=True)
    for key in ("description", "options"):
        if command.get(key):
            form.wrong((*at, key), "APPLICATION_COMMAND_CONTEXT_MENU", f"Context menus cannot have a {key}")
    for locale, text in (command.get("name_localizations") or {}).items():
        _check_locale(locale, (*at, "name_localizations"), form)
        if not 1 <= len(text) <= 32:
            form.bad_length((*at, "name_localizations", locale), 1, 32, "in length")
    _check_contexts(command, at, form)


def size_of(command: JsonObject) -> int:
    """Characters of all names, descriptions, choices and their values, in the longest of their languages
    each.
    """
    return (
        _longest(command, "name")
        + _longest(command, "description")
        + sum(
            _longest(choice, "name") + len(str(choice.get("value")))
            for choice in command.get("choices") or ()
        )
        + sum(size_of(option) for option in command.get("options") or ())
    )


def _longest(holder: JsonObject, key: str) -> int:
    texts = [holder.get(key) or "", *(holder.get(f"{key}_localizations") or {}).values()]
    return max(map(len, texts))


def _check_contexts(command: JsonObject, at: Path, form: Form) -> None:
    for key, allowed in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        for index, value in enumerate(command.get(key) or ()):
            form.choice(value, (*at, key, index), allowed)


def _check_siblings(options: list[JsonObject], at: Path, form: Form, code: str, message: str) -> None:
    names: set[Any] = set()
    for index, option in enumerate(options):
        if option.get("name") in names:
            form.wrong((*at, index, "name"), code, message)
        names.add(option.get("name"))


def _check_names(holder: JsonObject, at: Path, form: Form) -> None:
    name = form.text(holder, "name", at, 32, low=1, required=True)
    if name is not None:
        _check_name(name, (*at, "name"), form)
    form.text(holder, "description", at, 100, low=1, required=True)
    for locale, text in (holder.get("name_localizations") or {}).items():
        _check_locale(locale, (*at, "name_localizations"), form)
        _check_name(text, (*at, "name_localizations", locale), form)
    for locale, text in (holder.get("description_localizations") or {}).items():
        _check_locale(locale, (*at, "description_localizations"), form)
        if not 1 <= len(text) <= 100:
            form.bad_length((*at, "description_localizations", locale), 1, 100, "in length")


def _check_name(name: str, at: Path, form: Form) -> None:
    if not _NAME.match(name) or name != name.lower():
        form.wrong(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_locale(locale: str, at: Path, form: Form) -> None:
    if locale not in LOCALES:
        form.wrong((*at, locale), "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.')


def _check_options(options: list[JsonObject], at: Path, form: Form, depth: int) -> None:
    _check_siblings(
        options, at, form, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique"
    )
    kinds = {option.get("type") for option in options}
    if kinds & {SUBCOMMAND, SUBCOMMAND_GROUP} and kinds - {SUBCOMMAND, SUBCOMMAND_GROUP}:
        form.wrong(
            at,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    may_be_required = True
    for index, option in enumerate(options):
        here = (*at, index)
        if option.get("required") and not may_be_required:
            form.wrong(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        may_be_required = may_be_required and bool(option.get("required"))
        _check_option(option, here, form, depth)


def _check_option(option: JsonObject, at: Path, form: Form, depth: int) -> None:
    if not form.choice(option.get("type"), (*at, "type"), OPTION_KINDS[depth]):
        return
    _check_names(option, at, form)
    if option["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP):
        is_group = option["type"] == SUBCOMMAND_GROUP
        inner = form.items(option, "options", at, 1 if is_group else 0, 25)
        _check_options(inner, (*at, "options"), form, depth=1 if is_group else 2)
        return
    _check_values(option, at, form)


def _check_values(option: JsonObject, at: Path, form: Form) -> None:
    choices = form.items(option, "choices", at, 0, 25)
    if choices and option.get("autocomplete"):
        form.wrong(
            (*at, "autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
            "Autocomplete and choices are mutually exclusive",
        )
    if (choices or option.get("autocomplete")) and option["type"] not in WITH_CHOICES:
        form.wrong((*at, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "This type has no choices")
    check_choices(choices, option["type"], (*at, "choices"), form)
    if option["type"] == STRING:
        form.number(option, "min_length", at, 0, 6000)
        form.number(option, "max_length", at, 1, 6000)


def check_choices(choices: list[JsonObject], kind: int, at: Path, form: Form) -> None:
    """The choices of an option, in a definition or in the answer to an autocomplete."""
    wanted = {STRING: str, INTEGER: int, NUMBER: (int, float)}.get(kind, object)
    for index, choice in enumerate(choices):
        here = (*at, index)
        form.text(choice, "name", here, 100, low=1, required=True)
        value = choice.get("value")
        if value is None:
            form.required((*here, "value"))
        elif not isinstance(value, wanted):
            form.wrong((*here, "value"), "CHOICE_VALUE_TYPE", f'Value "{value}" is of the wrong type.')
        elif isinstance(value, str):
            form.text(choice, "value", here, 100, low=1)
