"""Teams in a tournament: who plays for which, and where they stand."""
