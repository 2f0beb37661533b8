"""Discord as the bot meets it: the connection, one interaction and its answer, errors, rate limits."""
