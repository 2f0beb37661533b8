"""The doors to storage: all that the bot asks of it, one module for each thing that it asks about.

SQLite stands behind them (`storage.sqlite`, in modules of the same names); a second engine, for a bot in
several processes, could as well.
"""
