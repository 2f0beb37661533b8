"""Who is told that it is their turn, when, and through which channel."""
