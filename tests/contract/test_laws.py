"""Every game, in several variants, obeys the laws of `byways.testing`; so does a third-party game in one file."""

from dataclasses import replace

import pytest

from byways import defaults, registry, testing
from byways.kernels import kernel

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


@kernel(defaults.ORDER)
def boastful(geometry, state, legal, count, scores):
    """Promises more than may be promised."""
    for i in range(count):
        scores[i] = 1001


@kernel(defaults.LEGAL)
def dreaming(geometry, state, out):
    """Would play where nobody may."""
    out[0] = 0
    out[1] = 1
    return 2


@kernel(defaults.TRACED)
def lying(geometry, state, rng, values, trace):
    """Played the first action twice."""
    trace[0], trace[1], trace[2], trace[3] = 0, 9, 1, 9
    values[0], values[1] = 1.0, 0.0
    return 2


@pytest.mark.parametrize(
    ("law", "broken"),
    [
        (testing.guides_say_what_they_may, {"order": boastful}),
        (testing.guides_say_what_they_may, {"forcing": dreaming}),
        (testing.traces_are_games, {"traced": lying}),
    ],
)
def test_a_guide_that_breaks_its_word_is_found_out(law, broken):
    game = registry.find("troll")
    variant = replace(game, kernels=replace(game.kernels, **broken)).variant({"size": 4})
    with pytest.raises(AssertionError):
        law(variant)
