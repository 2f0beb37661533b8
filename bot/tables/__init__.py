"""A table's life without Discord: seats, presses in order, robots' turns, what must happen afterwards."""
