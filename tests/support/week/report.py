"""What a simulated week came to, in figures."""

from __future__ import annotations

from collections import Counter

from tests.support.week.people import DAY, HOUR
from tests.support.week.week import Week


def report(week: Week) -> str:
    """What the week was like, in lines for people to read."""
    referee, chronicle, scale = week.referee, week.chronicle, week.scale
    played = [game for game in referee.over.values() if game.ended is not None and game.log]
    lasted = sorted((game.ended or 0.0) - game.began for game in played)
    pings = list(referee.pings.values())
    lines = [
        f"{scale.servers} servers, {scale.people} people, seed {scale.seed}, "
        f"plans {'on' if scale.plans else 'off'}: "
        f"{(week.now() - scale.begins) / DAY:.1f} days, {week.lives} lives",
        f"{week.opened} tables opened, {len(played)} games played",
        *(f"  {what}: {count}" for what, count in sorted(referee.figures.items())),
        f"games lasted {sum(lasted) / HOUR:.1f} h in all, "
        f"half of them at most {lasted[len(lasted) // 2] / HOUR:.1f} h"
        if lasted
        else "no game was played",
        f"tables waited for people for {referee.waited / HOUR:.1f} h in all, {referee.turns} turns",
        f"  moves that made themselves saved at most {week.saved() / HOUR:.0f} h of it",
        f"pings: {sum(pings)}, per person and day of the plan {sum(pings) / scale.people / scale.days:.2f}, "
        f"at most {max(pings, default=0)}",
        f"new messages in a channel within an hour: at most {chronicle.most_in_an_hour()}",
        f"requests within a second: at most {chronicle.most_in_a_second()}, {len(chronicle.requests)} in all",
        f"messages compared for secrets: {week.same.compared}",
        "refused: " + ", ".join(f"{count} x {why}" for why, count in Counter(week.refused).most_common(12)),
    ]
    return "\n".join(lines)
