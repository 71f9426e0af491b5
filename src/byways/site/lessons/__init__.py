"""Guided first games.

Outside code takes the routers of `pages` and `source`.
"""
