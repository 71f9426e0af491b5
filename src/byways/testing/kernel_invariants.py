"""What every game's kernels must satisfy: they are the same interpreted and compiled, and keep their promises."""

from __future__ import annotations

import numpy as np

from byways.game import Variant
from byways.kernels import Ints, compiled, signature_of
from byways.kernels.rng import draw, seeded
from byways.position.notation import write_position
from byways.rules.state_vector import CHANCE, NOBODY, PART, TO_MOVE
from byways.testing.random_lines import half_made_turns, random_line, some_states


def kernels_can_be_compiled(variant: Variant) -> None:
    """The game's own kernels compile, and return the types that they are annotated with."""
    groups = (variant.game.rules, variant.game.search)
    for value in (value for group in groups for value in vars(group).values()):
        if callable(value) and signature_of(value):
            compiled(value)


def legal_actions_are_ascending(variant: Variant) -> None:
    """Legal actions ascend, are in range, and there are some as long as the game goes on."""
    for state in some_states(variant):
        legal = variant.legal_actions(state.vector)
        assert legal == sorted(set(legal)), f"not ascending: {legal}"
        assert all(0 <= action < variant.num_actions for action in legal), f"out of range: {legal}"
        assert bool(legal) == (state.to_move is not None), f"{len(legal)} actions for {state.to_move}\n{state}"


def machine_code_agrees(variant: Variant) -> None:
    """Interpreted and compiled kernels say the same of every state of random games, action by action."""
    rng = seeded(11)
    for seed in range(2):
        for state in random_line(variant, seed + 100):
            vector = state.vector.copy()
            while True:
                legal = _both(variant, vector)
                if not legal or (vector is not state.vector and vector[PART] == 0):
                    break
                action = legal[draw(rng, len(legal))]
                after = vector.copy()
                compiled(variant.kernels.apply)(variant.geometry, after, action)
                same = vector.copy()
                variant.kernels.apply(variant.geometry, same, action)
                assert np.array_equal(after, same), f"apply({action}) differs on\n{write_position(variant, vector)}"
                vector = after
                if vector[PART] == 0:
                    break


def _both(variant: Variant, vector: Ints) -> list[int]:
    """The legal actions; asserts that all read-only kernels agree both ways and leave the vector alone."""
    k = variant.kernels
    geometry = variant.geometry
    kept = vector.copy()
    out = np.zeros(variant.num_actions, dtype=np.int16)
    legal: list[int] = out[: k.legal_actions(geometry, vector, out)].tolist()
    count = compiled(k.legal_actions)(geometry, vector, out)
    assert legal == out[:count].tolist(), f"legal_actions differ: {legal} and {out[:count]}"
    for action in range(variant.num_actions):
        said = int(compiled(k.allows)(geometry, vector, action))
        assert said in (-1, int(action in legal)), f"allows says {said} of {action}, the legal actions are {legal}"
    for action in (*legal[::7], *range(0, variant.num_actions, 11)):
        said = int(k.allows(geometry, vector, action))
        assert said in (-1, int(action in legal)), f"allows, interpreted, says {said} of {action}, legal are {legal}"
    for action in (*legal[::7], *range(0, variant.num_actions, 11)):
        assert variant.allows(vector, action) == (action in legal), f"allows({action}) differs from the list"
    assert not variant.allows(vector, -1)
    assert not variant.allows(vector, variant.num_actions)
    for reader in (k.outcome, k.evaluate):
        plain, machine = np.zeros(len(variant.players)), np.zeros(len(variant.players))
        if reader is k.evaluate or vector[TO_MOVE] == -2:
            assert reader(geometry, vector, plain) == compiled(reader)(geometry, vector, machine), reader.__qualname__
            assert np.allclose(plain, machine, atol=1e-9), f"{reader.__qualname__}: {plain} and {machine}"
            assert ((plain >= 0) & (plain <= 1)).all(), f"{reader.__qualname__} outside 0…1: {plain}"
    assert int(k.key(geometry, vector)) == int(compiled(k.key)(geometry, vector)), "key differs"
    assert np.array_equal(kept, vector), "a kernel that only reads changed the state"
    return legal


def symmetric_states_have_symmetric_turns(variant: Variant) -> None:
    """The image of a state has the images of its actions, and playing commutes with taking images."""
    k = variant.kernels
    geometry = variant.geometry
    image = variant.blank()
    mapped = np.zeros(variant.num_actions, dtype=np.int16)
    other = variant.blank()
    for state in some_states(variant, games=2):
        vector = state.vector.copy()
        count = k.symmetry(geometry, vector, 0, image, mapped)
        assert np.array_equal(image, vector), "symmetry 0 is not the identity"
        assert mapped.tolist() == list(range(variant.num_actions)), "symmetry 0 moves actions"
        for index in range(count):
            k.symmetry(geometry, vector, index, image, mapped)
            again = variant.blank()
            map_again = np.zeros_like(mapped)
            compiled(k.symmetry)(geometry, vector, index, again, map_again)
            assert np.array_equal(again, image), f"symmetry {index} differs when compiled"
            assert np.array_equal(mapped, map_again), f"symmetry {index} maps actions differently when compiled"
            legal = variant.legal_actions(vector)
            seen = variant.legal_actions(image)
            assert sorted(int(mapped[action]) for action in legal) == seen, f"symmetry {index} changes the moves"
            for action in legal[:: max(1, len(legal) // 3)]:
                after = variant.apply(vector, action)
                actions = mapped.copy()
                k.symmetry(geometry, after, index, other, mapped)
                there = variant.apply(image, int(actions[action]))
                assert np.array_equal(there, other), f"symmetry {index} does not commute with action {action}"
                mapped = actions


def observations_agree(variant: Variant) -> None:
    """Every player's observation is finite, of the promised shape, and the same interpreted and compiled."""
    shape = variant.observation_shape
    for state in some_states(variant, games=1):
        for player in range(len(variant.players)):
            plain, machine = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
            vector = state.view(variant.players[player]).vector.copy()
            variant.kernels.observe(variant.geometry, vector, player, plain)
            compiled(variant.kernels.observe)(variant.geometry, vector, player, machine)
            assert np.isfinite(plain).all(), "an observation that is not finite"
            assert np.array_equal(plain, machine), "observe differs when compiled"
            low, high = variant.observation_range
            assert low <= plain.min(), f"an observation below {low}, the least number that observation_range promises"
            assert high >= plain.max(), f"an observation above {high}, the greatest that observation_range promises"


def games_are_no_longer_than_promised(variant: Variant) -> None:
    """No random game has more actions than `Rules.longest` says."""
    most = variant.longest
    for seed in range(0 if most is None or variant.repetition else 3):
        rng = seeded(seed)
        vector = variant.start()
        played = 0
        while vector[TO_MOVE] != NOBODY:
            assert played < (most or 0), f"a game of more than {most} actions, which is what `longest` promises"
            legal = variant.legal_actions(vector)
            played += int(vector[TO_MOVE] != CHANCE)
            vector = variant.apply(vector, legal[draw(rng, len(legal))])


def move_ordering_is_sound(variant: Variant) -> None:
    """`order` and `forcing` keep their promises, also within turns.

    Scores lie between 0 and 1000, forcing actions are legal and ascend, both are the same interpreted and compiled, and
    neither changes the state.
    """
    k = variant.kernels
    geometry = variant.geometry
    for state in half_made_turns(variant):
        legal = np.array(variant.legal_actions(state), dtype=np.int16)
        kept = state.copy()
        plain = np.zeros(len(legal), np.int64)
        machine = np.zeros(len(legal), np.int64)
        k.order(geometry, state, legal, len(legal), plain)
        compiled(k.order)(geometry, state, legal, len(legal), machine)
        assert np.array_equal(plain, machine), "order differs when compiled"
        assert ((plain >= 0) & (plain <= 1000)).all(), f"order outside 0…1000: {plain}"
        some = np.zeros(variant.num_actions, np.int16)
        same = np.zeros(variant.num_actions, np.int16)
        count = int(k.forcing(geometry, state, some))
        assert count == compiled(k.forcing)(geometry, state, same), "forcing differs when compiled"
        assert np.array_equal(some, same), "forcing differs when compiled"
        forcing = some[:count].tolist()
        assert forcing == sorted(set(forcing) & set(legal.tolist())), f"forcing {forcing}, legal {legal}"
        assert np.array_equal(kept, state), "a kernel that only reads changed the state"


def traces_are_games(variant: Variant) -> None:
    """The actions of a traced playout are legal, one after another, and lead to the values that it returns."""
    k = variant.kernels
    geometry = variant.geometry
    trace = np.zeros(8_000, np.int16)
    told = np.zeros(len(variant.players))
    for seed, start in enumerate(half_made_turns(variant)):
        if start[TO_MOVE] < 0:
            continue
        pairs = int(compiled(k.playout_trace)(geometry, start.copy(), seeded(seed), told, trace))
        if pairs < 0:
            return
        state = start
        for player, action in trace[: 2 * pairs].reshape(-1, 2).tolist():
            assert state[TO_MOVE] == player, f"{player} is not to move"
            assert variant.allows(state, action), f"{action} is not legal"
            state = variant.apply(state, action)
        values = np.zeros(len(variant.players))
        assert variant.outcome(state, values), "the trace ends before the game"
        assert np.array_equal(values, told), f"the game ends {values}, the playout says {told}"
