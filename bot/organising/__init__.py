"""The life of a tournament without Discord: announced, entered, drawn, played at tables, judged, recorded.

`bot.tournaments` computes (pods, standings); here it is decided when, by whom, and what becomes of it.
"""
