"""What batches refuse: in one sentence, and nothing moves."""

import numpy as np
import pytest

import byways
from byways.batch.single import exchanged, text_of
from byways.rules.state_vector import AGE, HEADER, NOBODY, PART, REASON, TO_MOVE, WINNER
from example_games import examples_registered
from small_games import SMALL


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


def test_a_variant_has_its_options_already_and_what_is_no_game_is_named_in_brief():
    variant = byways.find("troll").variant({"size": 4})
    assert byways.Batch(variant, 2).variant == variant
    with pytest.raises(byways.OptionError, match="a variant has its options already; size cannot be given as well"):
        byways.Batch(variant, 2, size=5)
    with pytest.raises(byways.OptionError, match="there is no game") as caught:
        byways.Batch(byways.find("troll"), 2)
    assert len(str(caught.value)) < 200


def test_bad_arrays_are_refused():
    batch = byways.Batch("troll", 2, seed=1, size=4)
    other = byways.start("troll", size=5)
    begun = byways.start("stroll", size=5)
    begun = begun.apply(begun.legal_actions()[0])
    assert begun.begun
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
        lambda: batch.set(0, begun),
        lambda: batch.set(0, "c3"),
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


VARIANTS = [*SMALL, ("longway", {}), ("longway", {"players": 3})]


@pytest.fixture(scope="module")
def examples():
    with examples_registered():
        yield


def nonsense(vectors, low, high):
    """Words that no position has, by what is wrong with the last row."""
    reversed_words = vectors.copy()
    reversed_words[-1] = vectors[-1, ::-1] + (vectors[-1, ::-1] == vectors[-1])
    yield reversed_words
    yield np.random.default_rng(1).integers(-32_768, 32_767, vectors.shape).astype(np.int16)
    yield np.ones_like(vectors)
    for word, value in ((TO_MOVE, -3), (TO_MOVE, 9), (PART, -1), (AGE, 3), (REASON, 1), (WINNER, 1), (REASON, 99)):
        changed = vectors.copy()
        changed[-1, word] = value
        yield changed
    ended = vectors.copy()
    ended[-1, [TO_MOVE, PART]] = NOBODY, 1
    yield ended
    for word in range(HEADER, len(low)):
        for value in (int(low[word]) - 1, int(high[word]) + 1):
            if abs(value) <= 32_767:
                changed = vectors.copy()
                changed[-1, word] = value
                yield changed


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_words_that_no_position_has_are_refused_and_nothing_changes(examples, game, options):
    batch = byways.Batch(game, 3, seed=1, **options)
    before = batch.vectors.copy()
    for words in nonsense(before, *batch.variant.ranges):
        for call in (
            lambda words=words: setattr(batch, "vectors", words),
            lambda words=words: batch.observe(vectors=words),
            lambda words=words: batch.symmetries(0, vectors=words),
        ):
            with pytest.raises(byways.OptionError, match=rf"must be positions of {game}, and row [0-2] is none$"):
                call()
    assert np.array_equal(batch.vectors, before)


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_the_words_of_every_position_are_accepted(examples, game, options):
    batch = byways.Batch(game, 64, seed=1, autoreset=False, chance="manual", **options)
    twin = batch.copy()
    while not batch.done.all() and batch.lengths.max() < 400:
        batch.step(batch.sample())
        twin.vectors = batch.vectors
        assert np.array_equal(twin.legal, batch.legal)


def test_a_position_as_text_tells_of_sides_that_were_exchanged_and_of_a_turn_that_is_begun():
    state = byways.start("troll", size=4, swap=True).play("b2")
    assert text_of(state) == str(state)
    swapped = state.play("swap")
    assert text_of(swapped) == f"{swapped}\nswapped: yes"
    assert [exchanged(one, player) for one in (state, swapped) for player in (0, 1)] == [0, 1, 1, 0]
    start = byways.start("stroll", size=5)
    first = start.legal_actions()[0]
    assert text_of(start.apply(int(first))) == f"{start}\nbegun: {start.write((first,))}"
