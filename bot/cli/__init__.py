"""The command line: a module for each kind of command. It begins in `bot.__main__`."""
