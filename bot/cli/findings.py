"""What `tortuga verify` and `tortuga verify-tournament` have found, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.verify import Finding


def told(found: Sequence[Finding]) -> int:
    """Print them; 0 if all of it is right, else 1."""
    for finding in found:
        print("right" if finding.right else "WRONG", finding.what, sep="  ")
    return 0 if all(finding.right for finding in found) else 1
