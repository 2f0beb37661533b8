"""What organisers do to a tournament: each act applied, undone and recorded."""
