"""What is remembered of games that ended: ratings, people's figures, replays. Imports no discord."""
