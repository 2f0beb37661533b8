"""Storage in a PostgreSQL database, for a bot that has outgrown one file."""
