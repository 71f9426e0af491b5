"""Statistics of games: pure functions over numbers, each with its source.

Fixed samples: `intervals` (shares, means, differences), `bootstrap`, `power` (how many games). Looking repeatedly:
`sequential` (two players), `confidence_sequence` (any mean). Several players: `ratings` (games of two), `plackett_luce`
(tables of one to six), both fitted by `choice_model`.
"""
