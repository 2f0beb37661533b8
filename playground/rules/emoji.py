"""Which emoji a button or an option may carry: Discord refuses symbols that are none (U+2720, say)."""

from playground.model import JsonObject
from playground.rules.form import Form, Path

# Code points with the property Emoji in the Unicode Character Database, those above U+1F300 by block.
_RANGES = (
    "A9 AE 203C 2049 2122 2139 2194-2199 21A9-21AA 231A-231B 2328 23CF 23E9-23F3 23F8-23FA 24C2 "
    "25AA-25AB 25B6 25C0 25FB-25FE 2600-2604 260E 2611 2614-2615 2618 261D 2620 2622-2623 2626 262A "
    "262E-262F 2638-263A 2640 2642 2648-2653 265F-2660 2663 2665-2666 2668 267B 267E-267F 2692-2697 "
    "2699 269B-269C 26A0-26A1 26A7 26AA-26AB 26B0-26B1 26BD-26BE 26C4-26C5 26C8 26CE-26CF 26D1 "
    "26D3-26D4 26E9-26EA 26F0-26F5 26F7-26FA 26FD 2702 2705 2708-270D 270F 2712 2714 2716 271D 2721 "
    "2728 2733-2734 2744 2747 274C 274E 2753-2755 2757 2763-2764 2795-2797 27A1 27B0 27BF 2934-2935 "
    "2B05-2B07 2B1B-2B1C 2B50 2B55 3030 303D 3297 3299 1F004 1F0CF 1F170-1F171 1F17E-1F17F 1F18E "
    "1F191-1F19A 1F1E6-1F1FF 1F201-1F202 1F21A 1F22F 1F232-1F23A 1F250-1F251 1F300-1F64F 1F680-1F6FF "
    "1F7E0-1F7F0 1F90C-1F9FF 1FA70-1FAFF"
)


def _code_points() -> frozenset[int]:
    points: set[int] = set()
    for span in _RANGES.split():
        first, _, last = span.partition("-")
        points.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(points)


_EMOJI = _code_points()
_JOINERS = frozenset({0x200D, 0xFE0F, 0x20E3, *range(0xE0020, 0xE0080)})
_KEYCAPS = frozenset("0123456789#*")


def is_emoji(text: str) -> bool:
    """Whether the text is an emoji, as far as its characters tell (a made-up sequence passes)."""
    if text and text[0] in _KEYCAPS:
        return text[1:] in ("\ufe0f\u20e3", "\u20e3")
    points = [ord(character) for character in text]
    return any(point in _EMOJI for point in points) and all(
        point in _EMOJI or point in _JOINERS for point in points
    )


def check_emoji(holder: JsonObject, at: Path, form: Form) -> None:
    """A Unicode emoji under its name, or one by its id, which `playground.posts` looks for."""
    emoji = holder.get("emoji")
    if emoji is None:
        return
    id = emoji.get("id")
    if not (str(id).isdigit() if id is not None else is_emoji(str(emoji.get("name") or ""))):
        form.wrong((*at, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
