"""The forms in which proofs are searched play by the same rules as the games' own states."""

import numpy as np
import pytest

from byways import registry
from byways.kernels import compiled
from byways.rules.state_vector import NOBODY, PART, REASON, TO_MOVE

CONNECTION = 1  # the first reason of both games
FORMS = [
    ("troll", {"size": 4}),
    ("troll", {"size": 5, "edges": "closed"}),
    ("troll", {"size": 7, "swap": True}),
    ("troll", {"size": 7, "joins": "diagonal"}),
    ("whirlwind", {"size": 6, "swap": True}),
    ("whirlwind", {"size": 6, "setup": "reversed"}),
    ("whirlwind", {"size": 6, "stones": 1}),
]


def numbers_of(form, way, variant, packed):
    numbers = np.zeros(variant.num_actions, dtype=np.int64)
    winner = way(form.estimate)(variant.geometry, packed.copy(), numbers)
    assert winner > 0 or numbers[:2].min() >= 1
    return winner - 1


def wins_this_turn(variant, vector, player):
    """Whether some actions of the present turn, which is `player`'s, connect `player`'s edges.

    With one stone a turn of Whirlwind a player may also win because the other is stuck, which `estimate` does not see.
    """
    for action in variant.legal_actions(vector):
        child = variant.apply(vector, int(action))
        if child[TO_MOVE] == NOBODY:
            values = np.zeros(2)
            variant.outcome(child, values)
            if values[player] == 1.0 and child[REASON] == CONNECTION:
                return True
        elif child[PART] > 0 and wins_this_turn(variant, child, player):
            return True
    return False


@pytest.mark.parametrize(("game", "options"), FORMS, ids=str)
@pytest.mark.parametrize("way", [compiled, lambda kernel: kernel], ids=["compiled", "interpreted"])
def test_random_games_are_the_same_in_both_shapes(game, options, way):
    variant = registry.find(game).variant(options)
    form = variant.game.form(variant.options)
    width = form.width(variant.geometry)
    legal_actions, apply, key = way(form.legal_actions), way(form.apply), way(form.key)
    rng = np.random.default_rng(3)
    judged = 0
    for _ in range(12):
        vector = variant.start()
        packed = np.zeros(width, dtype=np.int16)
        form.pack(variant.geometry, vector.copy(), packed)
        while vector[TO_MOVE] != NOBODY:
            actions = variant.legal_actions(vector)
            found = np.zeros(variant.num_actions, dtype=np.int16)
            count = legal_actions(variant.geometry, packed, found)
            assert list(found[:count]) == [int(action) for action in actions]
            player = int(vector[TO_MOVE])
            winner = numbers_of(form, way, variant, packed)
            if winner == player:
                judged += 1
                assert wins_this_turn(variant, vector, player)
            elif vector[PART] == 0 and rng.random() < 0.3:
                assert not wins_this_turn(variant, vector, player), "a win at once was not seen"
            action = int(rng.choice(actions))
            vector = variant.apply(vector, action)
            apply(variant.geometry, packed, action)
            again = np.zeros(width, dtype=np.int16)
            form.pack(variant.geometry, vector.copy(), again)
            assert list(again) == list(packed)
            if vector[TO_MOVE] != NOBODY and vector[PART] == 0:
                assert key(variant.geometry, packed) in image_keys(variant, form, key, vector)
    assert judged > 5


def image_keys(variant, form, key, vector):
    """The keys of the images by all symmetries that keep the players; they must be one for a form's own symmetries."""
    keys = set()
    image, actions = np.zeros_like(vector), np.zeros(variant.num_actions, dtype=np.int16)
    for index in range(variant.kernels.symmetry(variant.geometry, vector, 0, image, actions)):
        variant.kernels.symmetry(variant.geometry, vector, index, image, actions)
        if image[TO_MOVE] == vector[TO_MOVE]:
            packed = np.zeros(form.width(variant.geometry), dtype=np.int16)
            form.pack(variant.geometry, image.copy(), packed)
            keys.add(int(key(variant.geometry, packed)))
    assert len(keys) == 1
    return keys
