"""How hypothesis tries things while mutants are judged: the same examples each time, and no search for a
smaller one that fails too. A run of the tests themselves tries other examples every time, and so sees more.
"""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
