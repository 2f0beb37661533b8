"""Components, limits and notices of which every screen is made."""
