"""The hour at which a tournament's table is played: found by its players, up to the organiser's."""
