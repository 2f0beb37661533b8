"""The command line: a module for each kind of command. It begins in `bot.__main__`."""

from __future__ import annotations


class CommandFailed(Exception):
    """A command cannot do what was asked. The text is one line for the operator."""
