"""How robots think, hints are found and games are analysed: one search for every game.

`search` compares choices: whatever a seat cannot know is dealt anew (`Play.resample`), each choice is played
out on the same deals (`Play.playout`), and what it brings is the mean. `levels` makes robots of it. A game
brings what its `Play` says under "what a thinker needs", and a policy or two of its own.
"""
