"""What a table can choose about Corsari, and the words for it."""

from __future__ import annotations

from games.contract import OptionField, Options, OptionValue
from games.text import Text, _


class CorsariOptions(Options):
    """There is one edition, and one house option."""

    early_sailing: bool = True
    """Whether two players may set sail in the first round of a hand. (Ours: with two, a lucky deal may end
    a hand before the other has had a turn.)"""


def option_fields(options: CorsariOptions) -> tuple[OptionField, ...]:
    """The fields of the options page: the one house rule, whether one may sail in the first round."""
    allowed = OptionValue(True, _("at any time"), _("As in the rule book: even on your first turn"))
    later = OptionValue(
        False, _("with two players, not in the first round"), _("A house rule: everybody gets a turn first")
    )
    return (OptionField("early_sailing", _("Setting sail"), (allowed, later)),)


def describe_options(options: CorsariOptions) -> tuple[Text, ...]:
    """When one may set sail."""
    if options.early_sailing:
        return (_("You may set sail at any time, even on your first turn."),)
    return (_("With two players, nobody sails in the first round of a hand (a house rule)."),)
