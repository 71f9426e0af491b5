"""What batches refuse: in one sentence, and nothing moves."""

import numpy as np
import pytest

import byways


def test_illegal_actions_are_named_and_nothing_moves():
    batch = byways.Batch("troll", 3, seed=1, size=4)
    before = batch.vectors.copy()
    legal = batch.sample()
    for wrong in (-1, 16, 17, 1 << 40):
        with pytest.raises(byways.IllegalTurnError, match=f"^action {wrong} is not legal in game 1 of the batch$"):
            batch.step([legal[0], wrong, legal[2]])
    assert np.array_equal(batch.vectors, before)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"size": 99}, "option size"),
        ({"side": 4}, "side"),
        ({"count": 0}, "count: 0 is not allowed; it must be a whole number from 1 on"),
        ({"count": 2.5}, "count: 2.5 is not allowed"),
        ({"count": True}, "count: True"),
        ({"seed": -1}, "seed: -1"),
        ({"seed": "abc"}, "seed: 'abc'"),
        ({"threads": 0}, "threads: 0"),
        ({"chance": "never"}, "chance: 'never' is not allowed; it must be 'auto' or 'manual'"),
    ],
)
def test_bad_arguments_are_refused(given, said):
    arguments = {"game": "troll", "count": 2, **given}
    with pytest.raises(byways.OptionError, match=said) as caught:
        byways.Batch(**arguments)
    assert "\n" not in str(caught.value)


def test_bad_arrays_are_refused():
    batch = byways.Batch("troll", 2, seed=1, size=4)
    other = byways.start("troll", size=5)
    for call in (
        lambda: batch.step([1]),
        lambda: batch.step([[1, 2], [3, 4]]),
        lambda: batch.step([0.5, 1.0]),
        lambda: batch.step("ab"),
        lambda: batch.step([[1], [2, 3]]),
        lambda: batch.step(None),
        lambda: batch.reset([True]),
        lambda: batch.reset([0, 1]),
        lambda: batch.state(2),
        lambda: batch.state(-1),
        lambda: batch.set(0, other),
        lambda: batch.symmetries(8),
        lambda: batch.symmetries([0, -1]),
        lambda: batch.symmetries([0, 1, 2]),
        lambda: batch.symmetries(0.5),
        lambda: batch.observe(players=2),
        lambda: batch.observe(out=np.zeros((2, 4, 4, 4))),
        lambda: batch.observe(vectors=np.zeros((2, 3), dtype=np.int16)),
        lambda: setattr(batch, "vectors", np.zeros((3, batch.variant.width), dtype=np.int16)),
        lambda: setattr(batch, "vectors", np.zeros((2, batch.variant.width))),
    ):
        with pytest.raises(byways.OptionError) as caught:
            call()
        assert "\n" not in str(caught.value)
