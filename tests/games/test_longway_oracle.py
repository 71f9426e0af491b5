"""The Long Way against slow rules written another way, in random games of one to three players."""

import random

import pytest

import byways
from oracles.longway import LongWay


def pick(turns, rng):
    """A turn of a random kind, so that stops, cafeterias, rerolls, doors and coins are not drowned by walls."""
    kinds = {}
    for turn in turns:
        words = turn.split()
        kinds.setdefault((words[0], *words[3:4]), []).append(turn)
    weights = {("stop",): 0.1, ("cafe",): 0.5, ("tile", "coins"): 3}
    chosen = rng.choices(list(kinds), [weights.get(kind[:2], 1) for kind in kinds])[0]
    return rng.choice(kinds[chosen])


@pytest.mark.parametrize(("players", "seed"), [(1, seed) for seed in range(12)] + [(2, 1), (2, 2), (3, 3), (3, 4)])
def test_random_games_agree_with_the_oracle(players, seed):
    rng = random.Random(seed)
    oracle, state = LongWay(players), byways.start("longway", players=players)
    while True:
        assert state.to_move == oracle.mover
        turns = oracle.turns()
        assert state.legal_turns() == turns, f"\n{state}"
        if not turns:
            break
        turn = pick(turns, rng)
        state = state.play(turn)
        oracle.play(turn)
        for player, sheet in oracle.shown.items():
            assert f"{player}: coins {sheet.coins};" in str(state) or not oracle.playing
    assert state.outcome.scores == oracle.result
