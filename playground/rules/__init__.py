"""Discord's rules about what may be sent: pure functions that raise DiscordError as Discord would answer."""
