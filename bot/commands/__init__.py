"""Slash commands and buttons. Thin: parse, call a service, show."""
