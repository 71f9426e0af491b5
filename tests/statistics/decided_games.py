"""Games of four players without draws, two of each opening; openings favour one side, and so does the first turn."""

import numpy as np

from byways.statistics.ratings import Result


def decided_games(openings=400, seed=7):
    rng = np.random.default_rng(seed)
    strength = {"a": 0.0, "b": 0.5, "c": 0.9, "d": -0.6}
    games = []
    for opening in range(openings):
        one, other = rng.choice(list(strength), 2, replace=False)
        favour = rng.choice([-1.0, 1.0])
        for first, second in ((one, other), (other, one)):
            odds = strength[first] - strength[second] + 0.4 + favour
            games.append(Result(str(first), str(second), float(rng.random() < 1 / (1 + np.exp(-odds))), opening))
    return games
