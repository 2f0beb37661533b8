"""Series: tournaments of a server that count together, season by season."""
