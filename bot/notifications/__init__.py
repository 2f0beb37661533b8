"""Who is notified that it is their turn, when, and through which channel."""
