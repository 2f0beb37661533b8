"""Pods, points and standings, computed."""
