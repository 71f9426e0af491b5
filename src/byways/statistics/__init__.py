"""Statistics of games: pure functions over numbers, each with its source.

Fixed samples: `intervals` (shares, means, differences), `bootstrap`, `power` (how many games). Looking repeatedly:
`sequential` (two players), `confidence_sequence` (any mean).
"""
