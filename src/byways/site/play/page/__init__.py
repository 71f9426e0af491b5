"""What the page of a game shows to one viewer: the board, the list of turns and the sidebar, in words and as markup.

Outside code takes `views.views_of` and `views.picture_of`, and `wording`.
"""
