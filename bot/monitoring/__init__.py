"""Watching over the bot: what an operator can measure, and where. Off unless METRICS_PORT is set.

Whatever is measured tells it to a plain function (`TransactionListener`, `MetricListener` ...). So
nothing below `bot.composition` knows this package, and nothing of it is loaded where nobody watches.
"""
