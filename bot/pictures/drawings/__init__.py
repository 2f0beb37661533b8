"""Pictures of what no game draws: ratings, leaderboards, tournaments."""
