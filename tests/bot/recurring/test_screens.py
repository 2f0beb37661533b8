"""The window that asks when a tournament comes again."""

from __future__ import annotations

import pytest

from bot.i18n import Reader
from bot.i18n.date_parsing import parse_weekly
from bot.recurring import screens
from bot.recurring.recurrence import Recurrence
from bot.ui import components as ui


@pytest.mark.parametrize("locale", ["en-US", "de", "fr", "it"])
def test_the_window_shows_a_rule_as_it_can_be_read_again_even_of_every_day(locale: str) -> None:
    rule = Recurrence("Europe/Berlin", (0, 1, 2, 3, 4, 5, 6), 20 * 60, 0)
    when = screens.window("trepeat:abc", rule, rule.zone, Reader(locale)).components[0]
    assert isinstance(when, ui.Label)
    assert isinstance(when.component, ui.TextInput)
    assert isinstance(when.component.value, str)
    assert parse_weekly(when.component.value) == (rule.days, rule.minute)
