"""`make game NAME="Ghost Ship"`: a first version of a built-in game, with all that tests ask of it."""
