"""Boards on which turns are made, independent of what keeps the game: other folders implement `source.PositionSource`.

They mount `source.board_routes` over it, and pages hear the structs of `wire`.
"""
