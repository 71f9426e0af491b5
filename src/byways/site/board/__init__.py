"""Boards on which turns are made, independent of what keeps the game: other folders implement `source.PositionSource`.

They mount `routes.board_routes` over it, and pages hear the structs of `wire`.
"""
