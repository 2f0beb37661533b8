"""From a `Text` to what a person reads: in their language, its places filled, no name able to do harm."""

from bot.i18n.reader import FORMER_PLAYER, Markup, Reader, reader_for

__all__ = ["FORMER_PLAYER", "Markup", "Reader", "reader_for"]
