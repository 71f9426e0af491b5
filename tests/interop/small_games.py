"""Small games of every kind, for environments of other libraries: their options, dice, secrets and the pie rule."""

SMALL = [
    ("troll", {"size": 5}),
    ("troll", {"size": 4, "swap": True}),
    ("whirlwind", {"size": 6}),
    ("stride", {"side": 4}),
    ("stroll", {"size": 5}),
    ("stroll", {"size": 5, "ending": "claim"}),
    ("hex", {"size": 4, "swap": True}),
    ("pig", {"goal": 20}),
]
