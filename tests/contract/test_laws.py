"""Every game, in several variants, obeys the laws of `byways.testing`; so does a third-party game in one file."""

import pytest

from byways import registry, testing

VARIANTS = [
    ("longway", {}),
    ("longway", {"players": 2}),
    ("longway", {"players": 3}),
    ("troll", {"size": 4}),
    ("troll", {"size": 5, "edges": "closed", "swap": True}),
    ("troll", {"size": 8, "swap": True}),
    ("whirlwind", {"size": 6, "swap": True}),
    ("whirlwind", {"size": 8, "setup": "reversed"}),
    ("stride", {"side": 4, "repetition": 2}),
    ("stride", {"side": 5, "swap": True}),
    ("stride", {"side": 6, "repetition": 0}),
    ("stroll", {"size": 5, "swap": True}),
    ("stroll", {"size": 6, "ending": "claim", "swap": True}),
    ("stroll", {"size": 8}),
]


@pytest.mark.parametrize("law", testing.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=lambda value: str(value))
def test_law(game, options, law):
    law(registry.find(game).variant(options))


def test_every_built_in_game_is_tried():
    assert {game for game, _ in VARIANTS} >= {"longway", "troll", "whirlwind", "stride", "stroll"}
