"""The address of a PostgreSQL database: whether it is one, and what of it anybody may read."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote

_HOST = r"(?:\[[0-9A-Fa-f:.]+\]|[^@/?#:,\[\]]*)(?::\d{1,5})?"
_ADDRESS = re.compile(
    rf"postgres(?:ql)?://(?:[^@/?#]*@)?(?P<hosts>{_HOST}(?:,{_HOST})*)"
    r"(?:/(?P<name>[^@/?#]*))?(?:\?(?P<query>[^@#]*))?"
)


def is_postgres(place: str) -> bool:
    """Whether this is the address of a PostgreSQL database, on one host or several. ValueError, not quoting
    it, if it is wrong.
    """
    if not place.startswith(("postgresql://", "postgres://")):
        return False
    if not _ADDRESS.fullmatch(place):
        raise ValueError(
            "is not an address such as postgresql://user:password@host/name: in a password, / is written "
            "%2F, @ %40, : %3A, ? %3F and # %23"
        )
    return True


def parameters_of(url: str) -> dict[str, str]:
    """What stands behind the question mark."""
    found = _ADDRESS.fullmatch(url)
    query = parse_qs((found and found["query"]) or "", keep_blank_values=True)
    return {name: values[-1] for name, values in query.items()}


def has_several_hosts(url: str) -> bool:
    """Whether it is to be found out which of them is the one that takes what is written."""
    found = _ADDRESS.fullmatch(url)
    return "," in ((found and found["hosts"]) or parameters_of(url).get("host", ""))


def name_of(url: str) -> str:
    """What the database is called in a sentence, or a log: where it is, and nothing of a password."""
    found = _ADDRESS.fullmatch(url)
    if found is None:
        return "the database"
    asked = parameters_of(url)
    name = unquote(found["name"] or "") or asked.get("dbname") or asked.get("database") or "tortuga"
    return f"{name} on {unquote(found['hosts']) or asked.get('host') or 'this machine'}"
