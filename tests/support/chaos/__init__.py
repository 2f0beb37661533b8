"""Chaos tests: everything that can go wrong between the bot and Discord goes wrong, in a seeded
mixture, while several tables play; and people play on as patient humans would.

`faults` makes the trouble, `player` is one of the people, `answer_log` holds what they were answered against
what was stored, `bot` is the bot that is stopped and started meanwhile, `run` is a whole run.
"""
