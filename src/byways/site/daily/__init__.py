"""The daily puzzles: their pages, and each browser's attempts.

Outside code takes the routers of `pages` and `api`.
"""
