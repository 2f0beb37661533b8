"""A form under examination: what is wrong with it is gathered and answered at once, as Discord's 50035 does.

The tree of errors follows the form: {"components": {"0": {"label": {"_errors": [{"code", "message"}]}}}}.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from playground.errors import INVALID_FORM_BODY, DiscordError
from playground.model import JsonObject

Path = tuple[str | int, ...]


class Form:
    """Gathers errors; `answer` raises them together."""

    def __init__(self) -> None:
        self.errors: JsonObject = {}

    def wrong(self, at: Path, code: str, message: str) -> None:
        branch = self.errors
        for step in at:
            branch = branch.setdefault(str(step), {})
        branch.setdefault("_errors", []).append({"code": code, "message": message})

    def answer(self) -> None:
        """Raises Invalid Form Body if anything was wrong."""
        if self.errors:
            raise DiscordError(INVALID_FORM_BODY, self.errors)

    def required(self, at: Path) -> None:
        self.wrong(at, "BASE_TYPE_REQUIRED", "This field is required")

    def text(
        self, holder: JsonObject, key: str, at: Path, high: int, *, low: int = 0, required: bool = False
    ) -> str | None:
        """The text under `key` if it is there and of a proper length, else None."""
        value = holder.get(key)
        if value is None:
            if required:
                self.required((*at, key))
            return None
        if not isinstance(value, str):
            self.wrong((*at, key), "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        if low <= len(value) <= high:
            return value
        self.bad_length((*at, key), low, high, "in length")
        return None

    def number(
        self, holder: JsonObject, key: str, at: Path, low: int, high: int, *, required: bool = False
    ) -> int | None:
        """The whole number under `key` if it is there and within bounds, else None."""
        value = holder.get(key)
        if value is None:
            if required:
                self.required((*at, key))
            return None
        if not isinstance(value, int):
            self.wrong((*at, key), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < low:
            self.wrong((*at, key), "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
            return None
        if value > high:
            self.wrong((*at, key), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
            return None
        return value

    def choice(self, value: Any, at: Path, allowed: Collection[int]) -> bool:
        """Whether the value is one of those that may stand here."""
        if isinstance(value, int) and value in allowed:
            return True
        self.wrong(
            at, "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, sorted(allowed)))}}}."
        )
        return False

    def items(self, holder: JsonObject, key: str, at: Path, low: int, high: int) -> list[Any]:
        """The list under `key`; an empty one if it is missing, no list or of a wrong length."""
        value = holder.get(key)
        if value is None:
            if low:
                self.required((*at, key))
            return []
        if not isinstance(value, list):
            self.wrong((*at, key), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.bad_length((*at, key), low, high, "in length")
            return []
        return value

    def bad_length(self, at: Path, low: int, high: int, what: str) -> None:
        if low:
            self.wrong(at, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} {what}.")
        else:
            self.wrong(at, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer {what}.")


def invalid(at: Path, code: str, message: str) -> DiscordError:
    """A form refused for one reason."""
    form = Form()
    form.wrong(at, code, message)
    return DiscordError(INVALID_FORM_BODY, form.errors)


@contextmanager
def nested(key: str) -> Iterator[None]:
    """Puts the errors of a form that is part of another one under its key there."""
    try:
        yield
    except DiscordError as error:
        if error.errors is None:
            raise
        raise DiscordError(error.refusal, {key: error.errors}) from error
