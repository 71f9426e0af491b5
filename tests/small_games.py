"""Small games of every kind: with their options, dice, secrets and the pie rule."""

ONE_OF_EACH = [
    ("troll", {"size": 5, "swap": True}),
    ("whirlwind", {"size": 6, "swap": True}),
    ("stride", {"side": 4, "repetition": 2, "swap": True}),
    ("stroll", {"size": 5, "ending": "claim", "swap": True}),
    ("longway", {"players": 2}),
]
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
