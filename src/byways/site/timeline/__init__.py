"""A game as values: its events, its clocks, and the decisions on commands. Nothing here waits, keeps or draws.

Outside code takes `timeline.Timeline` with its folds, the structs of `commands` and `events`, and `refusals`.
"""
