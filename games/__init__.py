"""The rules of play: pure, synchronous, deterministic. Read `games.contract` first."""
