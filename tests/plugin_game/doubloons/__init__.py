"""Doubloons: three rounds, and in each the highest card wins a coin."""
