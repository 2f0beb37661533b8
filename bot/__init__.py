"""Tortuga on Discord: its client, its commands and screens, and the life of a table."""

import sys

# structlog loads rich wherever it is installed, for traces that show the values of variables. Ours must not
# show them, and a start would take a tenth longer. Commands that show their progress load rich themselves.
_rich = sys.modules.setdefault("rich", None)  # pyright: ignore[reportArgumentType]
import structlog  # noqa: E402, F401

if _rich is None:
    del sys.modules["rich"]

__version__ = "0.1.0"
