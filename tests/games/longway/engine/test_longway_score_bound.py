"""The upper bound for a half-filled sheet against every ending of small positions, and against games played on."""

import numpy as np
import pytest

import byways
from byways.arena.beginner import choose_at_random
from byways.arena.players import player
from byways.games.longway.actions import REROLL_DARK, REROLL_LIGHT, STOP, begins
from byways.games.longway.engine.choices import read_sheet
from byways.games.longway.engine.compact_sheet import COMPACT_WORDS
from byways.games.longway.engine.score_bound import most_points, most_tiles
from byways.games.longway.grid import NAMES
from byways.games.longway.layout import SEEN
from byways.games.longway.scoring import WALK, score
from byways.games.longway.sheet import EMPTY, FREE, WALLS, by_space
from byways.kernels import compiled
from byways.kernels.rng import seeded
from byways.rules.state_vector import PART
from byways.testing import random_line
from games.longway.engine.test_longway_playout import full_but
from games.longway.longway_positions import GATES, TILES


def compact_of(state):
    compact = np.zeros(COMPACT_WORDS, dtype=np.int64)
    read_sheet(state.variant.geometry, state.vector, 0, compact)
    return compact


def bound(state, *, machine=True):
    compact = compact_of(state)
    kernel = compiled(most_points) if machine else most_points
    return kernel(state.variant.geometry, compact)


def shipped(grid, gates=GATES):
    text = f"round: player 1, dice 1-1\nplayer 1: coins 0; {gates}\n{grid}\nto move: player 1"
    return byways.start("longway", position=text)


def most_by_trying_all(state):
    """The greatest score of all endings on the shipped tiles: every roll and every turn is tried."""
    rules = state.variant.kernels
    legal, apply, points = compiled(rules.legal_actions), compiled(rules.apply), compiled(score)
    geometry, out, walk = state.variant.geometry, np.empty(state.variant.num_actions, dtype=np.int16), walk_memory()
    undrawn = [begins(geometry, kind) for kind in (STOP, REROLL_LIGHT, REROLL_DARK)]
    seen, best, stack = set(), -100, [state.vector.copy()]
    while stack:
        vector = stack.pop()
        if vector.tobytes() in seen:
            continue
        seen.add(vector.tobytes())
        best = max(best, points(geometry, vector, SEEN, walk)) if vector[PART] == 0 else best
        if np.count_nonzero(by_space(vector[SEEN:])[0] == EMPTY) < 2 and vector[PART] == 0:
            continue  # whatever can be drawn covers two spaces
        for action in out[: legal(geometry, vector, out)].tolist():
            if action not in undrawn:
                after = vector.copy()
                apply(geometry, after, action)
                stack.append(after)
    return best


def walk_memory():
    return np.empty(WALK, dtype=np.int16)


@pytest.mark.parametrize(
    ("free", "gates", "most", "limit"),
    [
        (("b1", "c1"), "entrance a1W; exit d1N", 1, 2),  # a display on the way; but not both its own and b2's
        (("f7", "g7"), "entrance a1W; exit c1N", 1, 2),  # a wall, or the cafeteria, leads the path past b2
        (("g6", "g7"), "entrance a1W; exit c1N", 1, 1),  # no tile fits, but a cafeteria
        (("a7", "g7"), "entrance a1W; exit c1N", 0, 0),  # nothing fits
    ],
)
def test_no_ending_of_a_small_position_beats_the_bound(free, gates, most, limit):
    state = shipped(full_but(*free), gates)
    assert (most_by_trying_all(state), bound(state)) == (most, limit)


def games_on(tiles):
    """(states, final score) of random and of greedy games."""
    start = byways.start("longway", tiles=tiles)
    for seed in range(15):
        states = list(random_line(start.variant, seed))
        yield states, states[-1].outcome.scores["player 1"]
    rng, greedy = seeded(5), player("greedy")
    for _ in range(8):
        states = [start]
        while (mover := states[-1].to_move) is not None:
            states.append((choose_at_random if mover == "chance" else greedy.choose)(states[-1], rng))
        yield states, states[-1].outcome.scores["player 1"]


@pytest.mark.parametrize("tiles", ["", TILES])
def test_no_game_beats_the_bound_of_any_of_its_sheets(tiles):
    slack = [bound(state) - final for states, final in games_on(tiles) for state in states[4:]]
    assert min(slack) >= 0
    assert min(slack) < 7 < max(slack)


def test_the_bound_is_exact_where_nothing_fits_and_24_of_an_empty_sheet():
    checked = 0
    for states, final in games_on(""):
        compact = compact_of(states[-1])
        if most_tiles(states[-1].variant.geometry, int(compact[FREE])) == 0:
            assert bound(states[-1]) == final
            checked += 1
    assert checked > 2
    assert bound(byways.start("longway").play("setup a1N g7S")) == 24


def walled_in(compact, *names):
    """Walls on all four sides of some spaces."""
    for name in names:
        for side in range(4):
            compact[WALLS + side] |= 1 << NAMES.index(name)
    return compact


@pytest.mark.parametrize(
    ("walled", "limit"),
    [
        ((), 2),
        (("b2",), 2),  # the display lies behind one border, and one tile can come, so one doorway
        (("b2", "b1", "a2", "c2", "b3"), 1),  # behind two
        (("g1",), 0),  # the exit lies behind a border, and has a wall of its own
    ],
)
def test_only_what_doorways_can_still_open_counts(walled, limit):
    state = shipped(full_but("f7", "g7"), "entrance a7W; exit g1N")
    assert most_points(state.variant.geometry, walled_in(compact_of(state), *walled)) == limit


def test_it_is_the_same_interpreted_and_compiled():
    for states, _ in games_on(TILES):
        for state in states[4::6]:
            assert bound(state, machine=False) == bound(state)


def test_where_nothing_more_can_be_won_stop_is_proved_best():
    state = shipped(full_but("a7", "g7"), "entrance a1W; exit c1N")
    found = byways.analyse(state, None, simulations=50, seed=1)
    assert (found.best, found.proved) == ("stop", True)
    assert found.value == pytest.approx(10 / 30)
