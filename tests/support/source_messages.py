"""What our sources say: collected once for all the tests that hold catalogues against it."""

from __future__ import annotations

from functools import cache

from babel.messages.catalog import Catalog

from tools import messages


@cache
def said(source: messages.Source) -> Catalog:
    """Every sentence of the source, which stays as it is while tests run."""
    return messages.template(source)
