"""Knock-out Whist, an English card game that nobody owns: who takes no trick in a round is out."""
