"""Doubloons: six rounds, and in each the highest card wins a coin."""
