"""Moments as people type them: "20:00", "tomorrow 19:30", "2026-12-01 20:00", "in 2 h". Pure.

Words are understood in all languages at once, and times are those on the clocks of one time zone, also on the
days on which those are changed. Whatever could mean two days ("3/4") is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names, get_month_names
from babel.numbers import get_decimal_symbol

from bot.i18n.sanitising import unaccented
from bot.pace import parse_duration

LANGUAGES = ("en", "de", "fr", "it")
_WIDTHS: tuple[Literal["wide", "abbreviated"], ...] = ("wide", "abbreviated")
"""Of names: in full, and short."""

_DAYS_ON: Mapping[str, int] = {
    **dict.fromkeys(("today", "heute", "aujourd'hui", "oggi", "tonight", "stasera"), 0),
    **dict.fromkeys(("tomorrow", "morgen", "demain", "domani"), 1),
    **dict.fromkeys(("ubermorgen", "uebermorgen", "apres-demain", "dopodomani"), 2),
}
_FROM_NOW = re.compile(r"(?:in|dans|tra|fra|\+)\s*(?=\d)(.+)")
_DISCORD = re.compile(r"<t:(\d{1,11})(?::[a-zA-Z])?>")
"""How Discord itself writes a moment."""
_FILLERS = frozenset(
    (
        "at",
        "on",
        "the",
        "um",
        "am",
        "den",
        "der",
        "uhr",
        "a",
        "le",
        "les",
        "alle",
        "ore",
        "il",
        "t",
        "of",
        "de",
    )
)
_AND = re.compile(r"\b(?:and|und|et|e)\b")

_HALF = r"(?:\s*(?P<half>[ap])\.?m\b\.?)"
_TIMES = (
    re.compile(rf"\b(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})(?::00)?(?![\d.:]){_HALF}?"),
    re.compile(rf"\b(?P<hour>\d{{1,2}}){_HALF}"),
    re.compile(r"\b(?P<hour>\d{1,2})\s*(?:h|uhr)(?:\s*(?P<minute>\d{2})(?!\d))?\b"),
)
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?:t(?=\d)|(?!\d))")
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4})(?![\d:.]))?")
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?:/(\d{4}))?(?![\d/])")


def parse_moment(typed: str, now: float, zone: ZoneInfo) -> float | None:
    """The Unix time that is meant, if it is now `now`; None if that cannot be told.

    A time alone is the next one, a day without a year likewise; what is said to be today may have passed. A
    time that the clocks skip is as much later, and of one that comes twice the first that is still to come is
    meant.
    """
    text = _plain(typed)
    if known := _DISCORD.fullmatch(text):
        return float(known[1])
    if lasting := _FROM_NOW.fullmatch(text):
        seconds = parse_duration(_AND.sub(" ", lasting[1]))
        return None if seconds is None else now + seconds
    try:
        return _on_the_wall(text, now, zone)
    except (ValueError, OverflowError):  # no such day, no such hour, or beyond the calendar
        return None


def _plain(typed: str) -> str:
    """In small letters without accents, with single spaces."""
    letters = unaccented(typed.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return " ".join(letters.replace(",", " ").split())


def _on_the_wall(text: str, now: float, zone: ZoneInfo) -> float | None:
    today = datetime.fromtimestamp(now, UTC).astimezone(zone).date()
    day, text = _day(text, today)
    weekday, text = _word(text, _weekdays())
    shown, text = _time(text)
    if shown is None or any(word not in _FILLERS for word in text.split()):
        return None
    if day is not None:
        agrees = weekday is None or weekday == day.weekday()
        return _shown_at(day, shown, zone, now) if agrees else None
    if weekday is None:
        days = (today + timedelta(days=ahead) for ahead in range(3))
    else:
        ahead = (weekday - today.weekday()) % 7
        days = (today + timedelta(days=ahead + weeks * 7) for weeks in range(2))
    coming = (_shown_at(each, shown, zone, now) for each in days)
    return next((at for at in coming if at > now), None)


def _shown_at(day: date, shown: time, zone: ZoneInfo, now: float) -> float:
    """When the clocks there show this; of two such times the first that is still to come, else the last."""
    twice = [datetime.combine(day, shown.replace(fold=fold), zone).timestamp() for fold in (0, 1)]
    first, last = twice[0], max(twice)
    return first if first > now or last == first or not _is_shown(last, shown, zone) else last


def _is_shown(unix: float, shown: time, zone: ZoneInfo) -> bool:
    there = datetime.fromtimestamp(unix, UTC).astimezone(zone)
    return (there.hour, there.minute) == (shown.hour, shown.minute)


_EACH = frozenset(
    ("every", "each", "jeden", "jede", "jedes", "immer", "chaque", "tous", "ogni", "tutti", "i")
)


def parse_weekly(typed: str) -> tuple[tuple[int, ...], int] | None:
    """Days of the week (Monday is 0) and the minute of the day from "Friday 20:00" or "Tue and Fri 8 pm"."""
    try:
        shown, text = _time(_AND.sub(" ", _plain(typed)))
    except ValueError:  # no such hour
        return None
    known = {**_weekdays(), **{f"{name}s": day for name, day in _weekdays().items()}}
    days = set[int]()
    while (found := _word(text, known))[0] is not None:
        day, text = found
        days.add(day or 0)
    if shown is None or not days or any(word not in _FILLERS | _EACH for word in text.split()):
        return None
    return tuple(sorted(days)), shown.hour * 60 + shown.minute


def weekday_name(day: int, locale: str) -> str:
    """What the day is called in that language. Monday is 0."""
    language = locale.partition("-")[0].partition("_")[0].lower()
    return get_day_names("wide", locale=language if language in LANGUAGES else "en")[day]


def weekdays_in(name: str) -> frozenset[int]:
    """The days of the week that a name speaks of, also as a part of a word: "Freitagsrunde". Monday is 0."""
    words = _plain(name).split()
    return frozenset(
        day
        for language in LANGUAGES
        for day, written in get_day_names("wide", locale=language).items()
        if any(word.startswith(_plain(written)) for word in words)
    )


# days


def _day(text: str, today: date) -> tuple[date | None, str]:
    """The day that is named, if one is, and what else is said. ValueError if there is no such day."""
    ahead, rest = _word(text, _DAYS_ON)
    if ahead is not None:
        return today + timedelta(days=ahead), rest
    for pattern, read in _written_days():
        if found := pattern.search(text):
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return _dated(*read(found), today), rest
    return None, text


def _dated(year: int | None, month: int, day: int, today: date) -> date:
    if year is not None:
        return date(year, month, day)
    for coming in range(today.year, today.year + 9):  # the 29th of February is eight years off at most
        try:
            meant = date(coming, month, day)
        except ValueError:
            continue
        if meant >= today:
            return meant
    raise ValueError(f"no year has a day {day} in month {month}")


Read = Callable[[re.Match[str]], tuple[int | None, int, int]]
"""Makes year (None: it was not written), month and day of what a pattern of a date has found."""


@cache
def _written_days() -> tuple[tuple[re.Pattern[str], Read], ...]:
    named = "|".join(sorted(_months(), key=len, reverse=True))
    year = r"(?:\s+(\d{4})(?![\d:.]))?"
    day_first = re.compile(rf"(?<!\d)(\d{{1,2}})(?:\.|st|nd|rd|th|er)?\s*(?:of |de )?\b({named})\b\.?{year}")
    month_first = re.compile(rf"\b({named})\b\.?\s*(\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.hap]){year}")
    return (
        (_ISO, lambda found: (int(found[1]), int(found[2]), int(found[3]))),
        (_DOTTED, lambda found: (_year(found[3]), int(found[2]), int(found[1]))),
        (_SLASHED, lambda found: (_year(found[3]), *_either_way(int(found[1]), int(found[2])))),
        (day_first, lambda found: (_year(found[3]), _months()[found[2]], int(found[1]))),
        (month_first, lambda found: (_year(found[3]), _months()[found[1]], int(found[2]))),
    )


def _year(written: str | None) -> int | None:
    return None if written is None else int(written)


def _either_way(one: int, other: int) -> tuple[int, int]:
    """Month and day, in whichever order; ValueError if it could be both."""
    if one != other and max(one, other) <= 12:
        raise ValueError(f"{one}/{other} is two different days")
    return min(one, other), max(one, other)


@cache
def _months() -> Mapping[str, int]:
    """The months by their names, long and short."""
    return {
        _plain(written).removesuffix("."): month
        for language in LANGUAGES
        for width in _WIDTHS
        for month, written in get_month_names(width, locale=language).items()
    }


@cache
def _weekdays() -> Mapping[str, int]:
    """The days of the week, Monday is 0. What is short for a month as well is none of them."""
    named = {
        _plain(written).removesuffix("."): day
        for language in LANGUAGES
        for width in _WIDTHS
        for day, written in get_day_names(width, locale=language).items()
    }
    return {name: day for name, day in named.items() if name not in _months()}


def _word(text: str, known: Mapping[str, int]) -> tuple[int | None, str]:
    """What the first known word stands for, and what else is said."""
    words = text.split()
    at = next((at for at, word in enumerate(words) if word.removesuffix(".") in known), None)
    if at is None:
        return None, text
    return known[words[at].removesuffix(".")], " ".join((*words[:at], *words[at + 1 :]))


# times


def _time(text: str) -> tuple[time | None, str]:
    """The time that is named, if one is, and what else is said. ValueError if there is no such time."""
    for pattern in _TIMES:
        if found := pattern.search(text):
            parts = found.groupdict()
            hour, half = int(parts["hour"]), parts.get("half")
            if half is not None:
                hour = _of_the_day(hour, half)
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return time(hour, int(parts.get("minute") or 0)), rest
    return None, text


def _of_the_day(hour: int, half: str) -> int:
    if not 1 <= hour <= 12:
        raise ValueError(f"{hour} {half}m is no time")
    return hour % 12 + (12 if half == "p" else 0)


def decimal_sign(locale: str) -> str:
    """What stands before a fraction where the language is spoken."""
    try:
        return get_decimal_symbol(Locale.parse(locale, sep="-"))
    except (UnknownLocaleError, ValueError):  # Discord may add a language
        return "."
