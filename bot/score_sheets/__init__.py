"""Score sheets of evenings with real cards: what is noted, how it is checked, kept and shown."""
