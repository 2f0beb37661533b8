"""Where people's wishes come in: slash commands and buttons. Thin: parse, call the house, show."""
