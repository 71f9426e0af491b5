"""Batches: every step is that of the single games, on any number of threads; what they show."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

import byways
from byways import registry
from byways.batch import sharing
from byways.errors import IllegalTurnError
from byways.rules.defaults import observe as observe_vector
from byways.rules.state_vector import CHANCE, NOBODY, TO_MOVE
from byways.search.random_game import mean_values
from example_games import examples_registered
from games.playing import play
from games.stride.stride_positions import SHUTTLE, shuttle_actions, shuttling

GAMES = [
    ("troll", {"size": 8}),
    ("troll", {"size": 5, "edges": "closed", "swap": True}),
    ("troll", {"size": 8, "joins": "diagonal"}),
    ("whirlwind", {"size": 6}),
    ("whirlwind", {"size": 8, "setup": "reversed", "swap": True}),
    ("whirlwind", {"size": 6, "stones": 1}),
    ("stride", {"side": 4}),
    ("stride", {"side": 4, "repetition": 2, "swap": True}),
    ("stride", {"side": 4, "goal": "arrive"}),
    ("stroll", {"size": 5}),
    ("stroll", {"size": 5, "counting": "stones"}),
    ("stroll", {"size": 5, "ending": "claim", "swap": True}),
    ("longway", {}),
    ("longway", {"players": 3}),
    ("longway", {"rows": 5}),
    ("hex", {"size": 4, "swap": True}),
    ("connect_four", {}),
    ("breakthrough", {"rows": 5, "columns": 4}),
    ("pig", {"goal": 20}),
]


@pytest.fixture(scope="module", autouse=True)
def registered():
    with examples_registered():
        yield


def played(batch, steps):
    """What a batch was asked and answered in so many steps."""
    for _ in range(steps):
        actions = batch.sample()
        batch.step(actions)
        yield actions, batch.vectors.copy(), batch.rewards.copy(), batch.done.copy(), batch.observe().copy()


def all_or(legal, batch):
    """The actions that a mask allows: the legal ones, or all where there are none because the game is over."""
    return legal if len(legal) else list(range(batch.num_actions))


class Replay:
    """A game of a batch played along by `State`: turns of several actions are gathered until they are whole."""

    def __init__(self, state):
        self.state, self.turn = state, []

    @property
    def vector(self):
        """The state vector after all actions, also within a turn."""
        return self.state.variant.apply_all(self.state.vector, self.turn)

    def play(self, action):
        self.turn.append(action)
        if self.vector[1] == 0:
            self.state, self.turn = self.state.apply_unchecked(self.turn), []


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_every_step_is_that_of_single_games(game, options):
    """With dice in the hands of the test, so that all is known; `State` says what must come of each action."""
    batch = byways.Batch(game, 3, seed=5, autoreset=False, chance="manual", **options)
    games = [Replay(byways.start(game, **options)) for _ in range(3)]
    for _ in range(150):
        actions = batch.sample()
        legal = [batch.variant.legal_actions(one.vector) for one in games]
        for i, one in enumerate(games):
            assert np.flatnonzero(batch.legal[i]).tolist() == all_or(legal[i], batch)
            if legal[i]:
                assert actions[i] in legal[i]
                one.play(int(actions[i]))
            else:
                assert (actions[i], batch.to_move[i], batch.done[i]) == (-1, NOBODY, True)
        batch.step(actions)
        for i, one in enumerate(games):
            assert np.array_equal(batch.vectors[i], one.vector)
            values = np.zeros(len(batch.players))
            outcome = one.state.outcome
            if legal[i] and outcome is not None:
                batch.variant.outcome(one.vector, values)
                seats = values[::-1] if one.state.swapped else values
                assert batch.rewards[i].tolist() == (2 * seats - 1).astype(np.float32).tolist()
                assert batch.done[i]
            else:
                assert not batch.rewards[i].any()
            if not one.turn:
                assert batch.state(i) == one.state
                if batch.variant.repetition and outcome is None:
                    assert batch.state(i).line == one.state.line
            mover = int(one.vector[TO_MOVE])
            assert batch.to_move[i] == (1 - mover if one.state.swapped and mover >= 0 else mover)
        if all(one.state.outcome for one in games):
            return


SHOWN = ("legal", "to_move", "rewards", "done", "lengths", "swapped", "vectors", "final_observation")


@pytest.mark.parametrize(("game", "options"), GAMES[1::3], ids=str)
@pytest.mark.parametrize("take", [lambda batch: batch, copy.copy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_arrays_can_be_read_only_and_follow_the_games(game, options, take):
    batch = byways.Batch(game, 2, seed=1, **options)
    batch = take(batch)
    for array in (*(getattr(batch, name) for name in SHOWN), batch.observe()):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1
    before = batch.legal.copy()
    batch.step(batch.sample())
    for i in range(2):
        assert np.flatnonzero(batch.legal[i]).tolist() == batch.variant.legal_actions(batch.vectors[i])
    assert not np.array_equal(batch.legal, before) or game in ("pig", "connect_four")
    batch.legal = np.ones_like(batch.legal)  # another array in its place, which nothing relies on
    illegal = [int(np.flatnonzero(~row)[0]) if not row.all() else -1 for row in batch._legal]
    with pytest.raises(IllegalTurnError, match="is not legal in game 0"):
        batch.step(illegal)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_threads_and_other_games_change_nothing(game, options):
    one, two, few = (byways.Batch(game, n, seed=3, threads=t, **options) for n, t in ((192, 1), (192, 3), (70, 1)))
    for single, shared, fewer in zip(*(played(batch, 25) for batch in (one, two, few)), strict=True):
        for left, middle, right in zip(single, shared, fewer, strict=True):
            assert np.array_equal(left, middle)
            assert np.array_equal(left[:70], right)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_observations_are_those_of_the_kernel(game, options):
    batch = byways.Batch(game, 2, seed=2, **options)
    variant, hide = batch.variant, batch.variant.game.secrets.hide
    for _ in range(12):
        batch.step(batch.sample())
        seen = batch.observe()
        again = batch.observe(out=np.full((2, *batch.observation_shape), 7, dtype=np.float32))
        assert np.array_equal(seen, again)
        for i, vector in enumerate(batch.vectors):
            planes = np.zeros(variant.observation_shape, dtype=np.float32)
            state, player = vector.copy(), max(int(vector[TO_MOVE]), 0)
            if hide and variant.kernels.observe is observe_vector:
                hide(variant.geometry, state, player)
            variant.kernels.observe(variant.geometry, state, player, planes)
            if game == "stride":
                cells = seen[i, -1] == 1
                assert cells.sum() == planes.shape[1]
                assert np.array_equal(np.sort(seen[i, :-1][:, cells]), np.sort(planes))
                assert not seen[i, :, ~cells].any()
            else:
                assert np.array_equal(seen[i].reshape(planes.shape), planes)


def test_hexagons_lie_in_a_square_where_neighbours_adjoin():
    batch = byways.Batch("stride", 1, side=4)
    assert batch.observation_shape == (9, 7, 7)
    seen = batch.observe()[0]
    assert seen[-1].sum(axis=1).tolist() == [4, 5, 6, 7, 6, 5, 4]
    places = batch._arranged.places
    near = ((1, -1), (1, 0), (0, -1), (0, 1), (-1, 0), (-1, 1))  # (down, right) in each of a hexagon's directions
    for cell, neighbours in enumerate(batch.variant.layout.neighbours):
        for direction, other in enumerate(neighbours):
            if other >= 0:
                down, right = np.divmod(places[other], 7) - np.array(np.divmod(places[cell], 7))
                assert (down, right) == near[direction]


@pytest.mark.parametrize(
    ("game", "options", "shape"),
    [
        ("troll", {"size": 6}, (4, 6, 6)),
        ("longway", {}, (42, 7, 7)),
        ("longway", {"rows": 9}, (42, 9, 7)),
        ("connect_four", {}, (3, 6, 7)),
        ("hex", {"size": 5}, (3, 5, 5)),
        ("pig", {}, None),
    ],
)
def test_observations_have_rows_and_columns(game, options, shape):
    batch = byways.Batch(game, 2, **options)
    assert batch.observation_shape == (shape or (1, 1, batch.variant.width))
    assert batch.observe().shape == (2, *batch.observation_shape)


@pytest.mark.parametrize(("game", "options"), [g for g in GAMES if g[0] != "longway" or g[1] == {}], ids=str)
def test_results_are_those_of_random_games(game, options):
    """The mean result of thousands of sampled games lies where the random games of the library have it."""
    batch = byways.Batch(game, 1024, seed=11, autoreset=False, **options)
    results = np.zeros(batch.rewards.shape)
    swaps = np.zeros(1024, dtype=bool)
    while (batch.to_move != NOBODY).any():
        batch.step(batch.sample())
        results += batch.rewards
        swaps = batch.swapped.copy()
    results[swaps] = results[swaps, ::-1]  # by colour
    expected = mean_values(batch.variant, batch.variant.start(), 8_000, seed=4, quick=False)
    spread = results.std() / 2 if game == "longway" else 0.5
    assert abs((results.mean(axis=0) + 1) / 2 - expected).max() < 4 * spread * (1 / 1024 + 1 / 8_000) ** 0.5


def test_finished_games_begin_anew_and_tell_how_they_ended():
    batch, frozen = (byways.Batch("troll", 64, seed=1, size=4, autoreset=auto) for auto in (True, False))
    start, ended = batch.vectors[0].copy(), np.zeros(64, dtype=bool)
    for _ in range(30):
        movers = np.maximum(frozen.to_move, 0)
        actions = frozen.sample()
        before = frozen.done.copy()
        frozen.step(actions)
        batch.step(np.where(before, np.argmax(batch.legal, axis=1), actions))
        for i in np.flatnonzero(frozen.done & ~before):
            assert batch.done[i]
            assert np.array_equal(batch.vectors[i], start)
            assert batch.lengths[i] == frozen.lengths[i] > 4
            assert np.array_equal(batch.rewards[i], frozen.rewards[i])
            assert np.array_equal(batch.final_observation[i], frozen.observe(players=movers)[i])
        ended |= frozen.done
    assert ended.all()
    assert not frozen.rewards.any(), "a result is told once"
    assert (frozen.done & (frozen.to_move == NOBODY) & frozen.legal.all(axis=1)).all()


def test_reset_begins_chosen_games_anew():
    batch = byways.Batch("troll", 4, seed=1, size=5)
    start = batch.vectors[0].copy()
    for _ in range(3):
        batch.step(batch.sample())
    batch.reset([True, False, False, True])
    assert [np.array_equal(vector, start) for vector in batch.vectors] == [True, False, False, True]
    assert batch.lengths.tolist() == [0, 3, 3, 0]
    first = [actions.copy() for actions, *_ in played(byways.Batch("troll", 4, seed=9, size=5), 5)]
    batch.reset(seed=9)
    assert np.array_equal([actions for actions, *_ in played(batch, 5)], first)


@pytest.mark.parametrize("autoreset", [True, False])
def test_a_step_plays_in_chosen_games_only(autoreset):
    batch = byways.Batch("troll", 4, seed=1, autoreset=autoreset, size=4)
    chosen = np.array([True, False, True, False])
    for _ in range(60):
        before, lengths, done = batch.vectors.copy(), batch.lengths.copy(), batch.done.copy()
        wrong = np.where(chosen, batch.sample(), 99)
        batch.step(wrong, chosen)
        assert np.array_equal(batch.vectors[~chosen], before[~chosen])
        assert np.array_equal(batch.lengths[~chosen], lengths[~chosen])
        assert np.array_equal(batch.done[~chosen], done[~chosen])
        assert not batch.rewards[~chosen].any()
        for i, state in enumerate(map(batch.state, range(4))):
            assert np.array_equal(np.flatnonzero(batch.legal[i]), all_or(state.legal_actions(), batch))
        chosen = ~chosen if autoreset else np.roll(chosen, 1)
    batch.reset()
    with pytest.raises(byways.IllegalTurnError, match="in game 1"):
        batch.step([0, 99, 0, 99], np.array([False, True, False, False]))
    with pytest.raises(byways.OptionError, match="mask"):
        batch.step(batch.sample(), [1, 0, 1, 0])


def test_states_go_in_and_out():
    batch = byways.Batch("stride", 3, seed=1, side=4)
    state = play(shuttling(), *SHUTTLE)
    batch.set(1, state)
    assert (batch.state(1), batch.state(1).line) == (state, state.line)
    assert batch.lengths.tolist() == [0, 0, 0]
    for action in shuttle_actions(state):
        actions = batch.sample()
        actions[1] = action
        batch.step(actions)
    state = play(state, *SHUTTLE)
    assert state.outcome.reason == "repetition"
    assert (batch.done[1], batch.rewards[1].tolist()) == (True, [0, 0])
    batch.set(2, state)
    assert (batch.done[2], batch.to_move[2]) == (True, NOBODY)


def test_lines_of_positions_grow():
    start = byways.start("stride", side=4, repetition=0).vector
    batch = byways.Batch("stride", 2, seed=1, side=4, repetition=9, autoreset=False)
    batch._make_room(500)
    assert batch._keys.size >= 1000
    state = shuttling(repetition=9)
    batch.set(0, state)
    for action in 8 * shuttle_actions(state):
        actions = batch.sample()
        actions[0] = action
        batch.step(actions)
    assert batch.state(0).line == play(state, *8 * SHUTTLE).line
    assert start.shape == batch.vectors[0].shape


def test_vectors_go_in():
    source, target = byways.Batch("whirlwind", 5, seed=1, size=6), byways.Batch("whirlwind", 5, seed=2, size=6)
    for _ in range(7):
        source.step(source.sample())
    target.vectors = source.vectors
    assert np.array_equal(target.legal, source.legal)
    assert np.array_equal(target.to_move, source.to_move)
    assert np.array_equal(target.observe(), source.observe())
    assert np.array_equal(byways.Batch("whirlwind", 1, size=6).observe(vectors=source.vectors), source.observe())
    with pytest.raises(ValueError, match="read-only"):
        source.vectors[0, 0] = 1


def test_who_swaps_plays_on_with_the_others_colour():
    batch = byways.Batch("troll", 1, seed=1, size=4, swap=True)
    batch.step([5])
    batch.step([batch.variant.swap_action])
    assert batch.swapped[0]
    assert batch.to_move[0] == 0, "black is to move, who is now whoever began"
    while not batch.done[0]:
        mover = batch.to_move[0]
        batch.step(batch.sample())
    assert batch.rewards[0, mover] == 1
    assert not batch.swapped[0], "a new game has begun"


def test_a_state_goes_out_and_in_with_the_colours_exchanged():
    batch = byways.Batch("troll", 2, seed=1, size=4, swap=True)
    batch.step([5, 5])
    batch.step([batch.variant.swap_action] * 2)
    state = batch.state(0)
    assert state.swapped
    for one in (state, pickle.loads(pickle.dumps(state)), state.apply(state.legal_actions()[0]), state.view("white")):
        assert one.swapped
        batch.set(1, one)
        assert batch.swapped[1]
        assert batch.to_move[1] == 1 - one.mover
    while not batch.done[0]:
        batch.step(batch.sample())
    assert not batch.state(0).swapped, "a new game has begun"


def test_dice_wait_where_they_are_to_and_lengths_leave_them_out():
    batch = byways.Batch("pig", 2, seed=1, chance="manual")
    batch.step([0, 0])
    assert batch.to_move.tolist() == [CHANCE, CHANCE]
    chances = batch.chances()
    assert chances[0][batch.legal[0]] == pytest.approx([1 / 6] * 6)
    assert chances.sum() == pytest.approx(2)
    batch.step(batch.sample())
    assert not batch.chances().any()
    rolled = byways.Batch("pig", 2, seed=1)
    rolled.step([0, 0])
    assert (rolled.to_move >= 0).all()
    waiting, turns = byways.Batch("pig", 1, seed=1, chance="manual"), 0
    for _ in range(40):
        turns = int(waiting.to_move[0] >= 0) + (0 if waiting.done[0] else turns)
        waiting.step(waiting.sample())
        assert waiting.lengths[0] == turns


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_symmetries_are_those_of_the_game(game, options):
    batch = byways.Batch(game, 4, seed=3, **options)
    for _ in range(4):
        batch.step(batch.sample())
    variant = batch.variant
    for index in range(batch.symmetry_count):
        images, actions = batch.symmetries(index)
        expected, moved = variant.blank(), np.zeros(variant.num_actions, dtype=np.int16)
        for i, vector in enumerate(batch.vectors):
            variant.kernels.symmetry(variant.geometry, vector.copy(), index, expected, moved)
            assert np.array_equal(images[i], expected)
            assert np.array_equal(actions[i], moved)
    same, _ = batch.symmetries([0] * 4)
    assert np.array_equal(same, batch.vectors)


def two_claims():
    """Two states of Stroll in which White has claimed different paths, and Black has not claimed."""
    state = byways.start("stroll", size=5, ending="claim")
    while not state.legal_turns()[0].startswith("path"):
        state = state.play(state.legal_turns()[0])
    return [after for turn in state.legal_turns() if (after := state.play(turn)).to_move == "black"][:2]


def test_secrets_stay_hidden():
    """Black must not see what White claims before Black has claimed."""
    batch = byways.Batch("stroll", 2, seed=1, size=5, ending="claim")
    for i, state in enumerate(two_claims()):
        batch.set(i, state)
    seen = batch.observe()
    assert batch.to_move.tolist() == [1, 1]
    assert np.array_equal(seen[0], seen[1])
    white = batch.observe(players=0)
    assert not np.array_equal(white[0], white[1])


def test_secrets_are_hidden_from_learners_of_state_vectors_too():
    game = registry.find("stroll")
    plain = replace(game, search=replace(game.search, observe=None, observation_shape=None))
    batch = byways.Batch(plain.variant({"size": 5, "ending": "claim"}), 2, seed=1)
    for vector, turn in zip(claimed := batch.vectors.copy(), two_claims(), strict=True):
        vector[:] = turn.vector
    batch.vectors = claimed
    seen, white = batch.observe(), batch.observe(players=0)
    assert np.array_equal(seen[0], seen[1])
    assert not np.array_equal(white[0], white[1])
    batch.step(batch.sample())
    batch.observe()


def test_a_pass_that_fails_is_heard_and_the_next_one_is_whole():
    def fails(first, last):
        raise ZeroDivisionError(first)

    done = []
    with pytest.raises(ZeroDivisionError):
        sharing.share_out(fails, (), 300, 3)
    sharing.share_out(lambda first, last: done.append((first, last)), (), 300, 3)
    assert sorted(done) == [(0, 75), (75, 150), (150, 225), (225, 300)]


def test_another_form_changes_nothing():
    """Troll's bitboards step, mask, sample and observe as its cells do; also with the pie rule and closed edges."""
    game = registry.find("troll")
    plain = replace(game, search=replace(game.search, batch_form=lambda options: None))
    for options in ({}, {"swap": True}, {"edges": "closed"}):
        quick, slow = (byways.Batch(one.variant({"size": 8, **options}), 64, seed=6) for one in (game, plain))
        assert quick._form.packed is not None
        assert slow._form.packed is None
        for left, right in zip(played(quick, 150), played(slow, 150), strict=True):
            assert all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))
            assert np.array_equal(quick.legal, slow.legal)
        assert np.array_equal(quick.final_observation, slow.final_observation)
        assert np.array_equal(quick.observe(players=1), slow.observe(players=1))
