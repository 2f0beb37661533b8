"""`make game NAME="Ghost Ship"`: a first version of a game of the house, with all that tests ask of it."""
