"""Games under a storm: everything that can go wrong between the bot and Discord goes wrong, in a seeded
mixture, while several tables play; and people play on as patient humans would.

`weather` makes the trouble, `sailor` is one of the people, `witness` holds what they were answered against
what was stored, `helm` is the bot that is stopped and started meanwhile, `voyage` is a whole run.
"""
