"""What a scripted beginner does who has been told something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from games.contract import Action

Habit: TypeAlias = Callable[[Any, Sequence[Action]], list[Action]]
"""Of these actions those that go with what was said; none where it says nothing of the situation."""
