"""Tournaments as pure functions: pods, points, standings. No clock, no I/O, no Discord; the rules stand
in README.md.

`event` says what a tournament is made of; `running.next_round` makes the next pods, `running.standings`
the table, `running.recompute` both again from an export, `plan.plan` how long it will all take.
"""
