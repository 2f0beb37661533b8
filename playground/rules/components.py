"""Message components: which may stand where, how many, how long, and that no custom_id stands twice.

The checks give every component the number (`id`) that Discord would, in the objects themselves. Sources:
Discord's component reference and the limits that its answers state.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

from playground.errors import PROCESSED_TOO_LARGE, DiscordError, NotModelled
from playground.model import JsonObject
from playground.rules.emoji import check_emoji
from playground.rules.form import Form, Path

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(
    1, 9
)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23

SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
IN_A_ROW = SELECTS | {BUTTON}
IN_A_CONTAINER = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR})
IN_A_MESSAGE = IN_A_CONTAINER | {CONTAINER}
IN_A_LEGACY_MESSAGE = frozenset({ROW})
IN_A_SECTION = frozenset({TEXT})
ACCESSORIES = frozenset({BUTTON, THUMBNAIL})
# Pressed, they become an interaction.

MOST_COMPONENTS = 40
MOST_LEGACY_ROWS = 5
MOST_TEXT = 4000
ROW_WIDTH = 5
# Seen at Discord: text in bytes plus twelve for each text display; above it the answer is a bare 500.
MOST_PROCESSED_BYTES, BYTES_BESIDE_A_TEXT = 10_170, 12

LINK_STYLE, PREMIUM_STYLE = 5, 6


@dataclass(slots=True)
class Tally:
    """What is counted over all components of a message or modal, and where the errors go."""

    form: Form
    count: int = 0
    texts: list[str] = field(default_factory=list)
    custom_ids: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    media: list[tuple[JsonObject, Path]] = field(default_factory=list)

    def number(self, component: JsonObject, at: Path) -> None:
        """Counts the component and takes note of the number it brought, if any."""
        self.count += 1
        number = self.form.number(component, "id", at, 0, 2**31 - 1)
        if not number:
            return
        if number in self.numbers:
            self.form.wrong((*at, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self.numbers.add(number)

    def custom_id(self, component: JsonObject, at: Path) -> None:
        custom_id = self.form.text(component, "custom_id", at, 100, low=1, required=True)
        if custom_id is None:
            return
        if custom_id in self.custom_ids:
            self.form.wrong(
                (*at, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        self.custom_ids.add(custom_id)


def check_components(components: list[JsonObject], v2: bool, form: Form, at: Path = ("components",)) -> Tally:
    """Holds a message's components to the rules; `v2` tells whether the message carries that flag.

    Errors go into the form. Raises the bare 500 that Discord gives for more than it can process.
    """
    tally = Tally(form)
    if v2:
        check_children(components, IN_A_MESSAGE, at, tally)
        _check_totals(tally, at)
    else:
        if len(components) > MOST_LEGACY_ROWS:
            form.bad_length(at, 0, MOST_LEGACY_ROWS, "in length")
        check_children(components, IN_A_LEGACY_MESSAGE, at, tally)
    return tally


def _check_totals(tally: Tally, at: Path) -> None:
    if tally.count > MOST_COMPONENTS:
        tally.form.wrong(
            at,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"Total number of components cannot exceed {MOST_COMPONENTS}",
        )
    if sum(map(len, tally.texts)) > MOST_TEXT:
        tally.form.wrong(
            at,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Total size of displayable text cannot exceed {MOST_TEXT}",
        )
    elif sum(len(text.encode()) + BYTES_BESIDE_A_TEXT for text in tally.texts) > MOST_PROCESSED_BYTES:
        raise DiscordError(PROCESSED_TOO_LARGE)


def check_children(components: list[JsonObject], allowed: Collection[int], at: Path, tally: Tally) -> None:
    for index, component in enumerate(components):
        check_component(component, allowed, (*at, index), tally)


def check_component(component: JsonObject, allowed: Collection[int], at: Path, tally: Tally) -> None:
    if not isinstance(component, dict):
        tally.form.wrong(at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    kind = component.get("type")
    if kind not in allowed or kind not in CHECKS:
        kinds = ", ".join(map(str, sorted(allowed))) + ("," if len(allowed) == 1 else "")
        tally.form.wrong(
            (*at, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({kinds}).'
        )
        return
    tally.number(component, at)
    CHECKS[kind](component, at, tally)


def give_numbers(components: list[JsonObject], tally: Tally) -> None:
    """Numbers from 1, in reading order, the components that brought no number of their own."""
    free = iter(number for number in range(1, 2**31) if number not in tally.numbers)
    for component in walk(components):
        if not component.get("id"):
            component["id"] = next(free)


def walk(components: Iterable[JsonObject]) -> Iterator[JsonObject]:
    """All components, nested ones after the one they stand in."""
    waiting = [*components][::-1]
    while waiting:
        component = waiting.pop()
        yield component
        if inner := component.get("accessory") or component.get("component"):
            waiting.append(inner)
        if children := component.get("components"):
            waiting += reversed(children)


# one check for each kind


def _row(row: JsonObject, at: Path, tally: Tally) -> None:
    children = tally.form.items(row, "components", at, 1, ROW_WIDTH)
    check_children(children, IN_A_ROW, (*at, "components"), tally)
    width = 0
    for index, child in enumerate(children):
        width += ROW_WIDTH if child.get("type") in SELECTS else 1
        if width > ROW_WIDTH:
            tally.form.wrong(
                (*at, "components", index),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )


def _button(button: JsonObject, at: Path, tally: Tally) -> None:
    form = tally.form
    if not form.choice(button.get("style"), (*at, "style"), range(1, 7)):
        return
    form.text(button, "label", at, 80)
    check_emoji(button, at, form)
    if button["style"] == PREMIUM_STYLE:
        raise NotModelled("premium buttons (style 6)")
    if not button.get("label") and not button.get("emoji"):
        form.wrong(at, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
    if button["style"] == LINK_STYLE:
        _link(button, at, form)
    else:
        if button.get("url") is not None:
            _both_id_and_url(at, form)
        tally.custom_id(button, at)


def _link(button: JsonObject, at: Path, form: Form) -> None:
    url = form.text(button, "url", at, 512, low=1, required=True)
    if button.get("custom_id") is not None:
        _both_id_and_url(at, form)
    if url is not None and not url.startswith(("https://", "http://", "discord://")):
        form.wrong(
            (*at, "url"),
            "URL_TYPE_INVALID_SCHEME",
            f'Scheme "{url.partition(":")[0]}" is not supported. '
            "Scheme must be one of ('http', 'https', 'discord').",
        )


def _both_id_and_url(at: Path, form: Form) -> None:
    form.wrong(
        at,
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        "A custom id and url cannot both be specified",
    )


def _select(select: JsonObject, at: Path, tally: Tally) -> None:
    tally.custom_id(select, at)
    tally.form.text(select, "placeholder", at, 150)
    most = 25
    if select["type"] == STRING_SELECT:
        options = tally.form.items(select, "options", at, 1, 25)
        check_options(options, (*at, "options"), tally.form)
        most = len(options) or most
    check_bounds(select, at, most, tally.form)


def check_options(options: list[JsonObject], at: Path, form: Form) -> None:
    """The options of a select, a radio group or a group of checkboxes."""
    values: set[str] = set()
    for index, option in enumerate(options):
        here = (*at, index)
        form.text(option, "label", here, 100, low=1, required=True)
        form.text(option, "description", here, 100)
        check_emoji(option, here, form)
        value = form.text(option, "value", here, 100, low=1, required=True)
        if value in values:
            form.wrong(
                (*here, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(value or "")


def check_bounds(select: JsonObject, at: Path, most: int, form: Form) -> None:
    """min_values and max_values against how many can be chosen, and the chosen ones against both."""
    low = form.number(select, "min_values", at, 0, 25)
    high = form.number(select, "max_values", at, 1, 25)
    high = 1 if high is None else high
    if high > most:
        form.wrong(
            (*at, "max_values"), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}."
        )
    if (1 if low is None else low) > high:
        form.wrong(
            (*at, "min_values"), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."
        )
    chosen = sum(bool(option.get("default")) for option in select.get("options") or ())
    if chosen > high:
        form.wrong(
            (*at, "options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
            f"At most {high} options may be chosen by default",
        )


def _section(section: JsonObject, at: Path, tally: Tally) -> None:
    texts = tally.form.items(section, "components", at, 1, 3)
    check_children(texts, IN_A_SECTION, (*at, "components"), tally)
    accessory = section.get("accessory")
    if accessory is None:
        tally.form.required((*at, "accessory"))
    else:
        check_component(accessory, ACCESSORIES, (*at, "accessory"), tally)


def _text(text: JsonObject, at: Path, tally: Tally) -> None:
    content = tally.form.text(text, "content", at, MOST_TEXT, low=1, required=True)
    if content is not None:
        tally.texts.append(content)


def _thumbnail(thumbnail: JsonObject, at: Path, tally: Tally) -> None:
    tally.form.text(thumbnail, "description", at, 1024)
    _media(thumbnail, "media", at, tally)


def _gallery(gallery: JsonObject, at: Path, tally: Tally) -> None:
    for index, item in enumerate(tally.form.items(gallery, "items", at, 1, 10)):
        tally.form.text(item, "description", (*at, "items", index), 1024)
        _media(item, "media", (*at, "items", index), tally)


def _file(file: JsonObject, at: Path, tally: Tally) -> None:
    _media(file, "file", at, tally)
    url = (file.get("file") or {}).get("url", "")
    if not url.startswith("attachment://") and "/attachments/" not in url:
        tally.form.wrong(
            (*at, "file", "url"), "UNFURLED_MEDIA_ITEM_ATTACHMENT_REQUIRED", "Must reference an attachment"
        )


def _media(holder: JsonObject, key: str, at: Path, tally: Tally) -> None:
    item = holder.get(key)
    if not isinstance(item, dict):
        tally.form.required((*at, key))
        return
    url = tally.form.text(item, "url", (*at, key), 2048, low=1, required=True)
    if url is None:
        return
    if not url.startswith(("http://", "https://", "attachment://")):
        tally.form.wrong(
            (*at, key, "url"),
            "URL_TYPE_INVALID_SCHEME",
            "Scheme is not supported. Scheme must be one of ('http', 'https', 'attachment').",
        )
    tally.media.append((item, (*at, key, "url")))


def _separator(separator: JsonObject, at: Path, tally: Tally) -> None:
    if separator.get("spacing") is not None:
        tally.form.choice(separator["spacing"], (*at, "spacing"), (1, 2))


def _container(container: JsonObject, at: Path, tally: Tally) -> None:
    tally.form.number(container, "accent_color", at, 0, 0xFFFFFF)
    children = tally.form.items(container, "components", at, 1, MOST_COMPONENTS)
    check_children(children, IN_A_CONTAINER, (*at, "components"), tally)


CHECKS: dict[int, Callable[[JsonObject, Path, Tally], None]] = {
    ROW: _row,
    BUTTON: _button,
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _thumbnail,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
} | dict.fromkeys(SELECTS, _select)
