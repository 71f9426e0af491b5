"""Pages around games: the first page, new games, one's own games, preferences, rules.

Outside code takes the routers, and `my_games.open_my_games`.
"""
