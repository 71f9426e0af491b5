"""Random games of The Long Way against their exact expectation, and against the plain kernels game by game."""

import numpy as np
import pytest

import byways
from byways.games.longway.layout import SEEN
from byways.games.longway.scoring import WALK, score
from byways.games.longway.sheet import CAFETERIAS, COINS, DOORWAY, EMPTY, WALLED, by_space
from byways.kernels import compiled, entry_point
from byways.kernels.rng import draw, seeded
from byways.rules.state_vector import CHANCE, NOBODY, PART, TO_MOVE
from byways.search.random_game import board_of, mean_values, random_game, rules_of
from games.longway.longway_positions import solo


def full_but(*free, displays=("b2",)):
    """A sheet of bare tiles, one a space, but for some displays and some spaces that are free."""
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    names = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg"]
    marks = [" . " if name in free else f" {next(letters)}{'2' if name in displays else ' '}" for name in names]
    return "\n".join(f"{row + 1}   " + "   ".join(marks[7 * row : 7 * row + 7]) for row in range(7))


def expectation(variant, vector):
    """The mean value over all dice and all that the random player does: a tile, else a cafeteria, else stop."""
    values = np.zeros(1)
    full = vector[PART] == 0 and EMPTY not in by_space(vector[SEEN:])[0]  # then only stop is left
    if vector[TO_MOVE] == NOBODY or full:
        stopped = vector.copy()
        stopped[TO_MOVE] = NOBODY
        variant.kernels.outcome(variant.geometry, stopped, values)
        return values[0]
    actions = variant.legal_actions(vector)
    if vector[TO_MOVE] != CHANCE and vector[PART] == 0:
        kinds = {}
        for action in actions:
            kinds.setdefault(variant.game.texts.write(variant, vector, (action,)).split()[0], []).append(action)
        actions = next(kinds[kind] for kind in ("tile", "cafe", "stop") if kind in kinds)
    return sum(expectation(variant, variant.apply(vector, action)) for action in actions) / len(actions)


@pytest.mark.parametrize("free", [("b1",), ("g6", "g7"), ("a2",)])
def test_the_mean_of_random_games_is_the_expectation(free):
    state = solo(full_but(*free), dice="?-?", coins=1, gates="entrance a1W; exit c1N")
    exact = expectation(state.variant, state.vector)
    for quick in (True, False):
        found = mean_values(state.variant, state.vector, 40_000, seed=3, quick=quick)[0]
        assert found == pytest.approx(exact, abs=0.0006)


def facts(sheet):
    """Counts in which each choice of the random player shows."""
    whats, symbols, marks = by_space(sheet)
    sizes = np.bincount(whats)[whats]
    return (
        sheet[COINS],
        sheet[CAFETERIAS],
        np.count_nonzero(symbols),
        np.count_nonzero((sizes == 4) & (symbols > 0) & (symbols < 5)),  # by the dark die: the light one shows 5 or 6
        np.count_nonzero(whats == WALLED),
        np.count_nonzero(marks >= 1 << DOORWAY),
        np.flatnonzero(symbols).sum(),
    )


def test_scores_and_drawings_of_whole_games_are_alike_both_ways():
    variant = byways.start("longway").variant
    rules, values, walk = rules_of(variant), np.zeros(1), np.zeros(WALK, dtype=np.int16)
    found = []
    for quick in (True, False):
        rng, ends = seeded(5), []
        for _ in range(4_000):
            vector = variant.start()
            if quick:
                assert compiled(variant.kernels.playout)(variant.geometry, vector, rng, values) == 1
            else:
                entry_point(random_game)(rules, board_of(variant), vector, rng, values)
            assert vector[TO_MOVE] == NOBODY
            points = compiled(score)(variant.geometry, vector, SEEN, walk)
            assert values[0] == pytest.approx(min(max((points + 10) / 30, 0), 1))
            ends.append((points, *facts(vector[SEEN:])))
        found.append(np.array(ends))
    quick, slow = found
    error = np.sqrt((quick.var(axis=0) + slow.var(axis=0)) / len(quick))
    assert (np.abs(quick.mean(axis=0) - slow.mean(axis=0)) < 4.5 * error).all()


def test_a_playout_leaves_the_position_that_was_played():
    """What the playout returns is what its state is worth, also for several players and from the middle of a turn."""
    variant = byways.start("longway", players=3).variant
    for seed in range(30):
        rng = seeded(seed)
        vector = variant.start()
        for _ in range(seed):
            legal = np.array(variant.legal_actions(vector), dtype=np.int16)
            action = legal[draw(rng, len(legal))]
            if vector[TO_MOVE] != CHANCE:
                action = variant.kernels.choose(variant.geometry, vector, legal, len(legal), rng)
            variant.kernels.apply(variant.geometry, vector, int(action))
        values, again = np.zeros(3), np.zeros(3)
        machine, plain = vector.copy(), vector.copy()
        compiled(variant.kernels.playout)(variant.geometry, machine, seeded(seed), values)
        variant.kernels.playout(variant.geometry, plain, seeded(seed), again)
        assert np.array_equal(machine, plain)
        assert np.array_equal(values, again)
        variant.kernels.outcome(variant.geometry, machine, again)
        assert np.array_equal(values, again)
        state = byways.State(variant, machine)
        assert byways.start("longway", position=str(state)) == state


def test_a_random_player_does_not_reroll_and_stops_only_when_nothing_fits():
    state = solo(coins=9)
    variant, rng = state.variant, seeded(1)
    legal = np.array(variant.legal_actions(state.vector), dtype=np.int16)
    chosen = {int(variant.kernels.choose(variant.geometry, state.vector, legal, len(legal), rng)) for _ in range(300)}
    texts = {state.write((action,)).split()[0] for action in chosen}
    assert texts == {"tile"}
    assert len(chosen) == 36
