"""Pages around games: the first page, new games, one's own games, preferences, rules.

Outside code takes the routers, and `my_games_topic.open_my_games`.
"""
