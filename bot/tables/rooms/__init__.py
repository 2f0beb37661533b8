"""The rooms of the house: what can be done at tables, sorted by what it is about."""
