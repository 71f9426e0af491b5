"""Random games of the compiled batch are the games that states play with the same numbers."""

import numpy as np
import pytest

from byways import perft
from byways.batch.batch import game_streams
from byways.batch.random_games import (
    CHOICES,
    DECISIONS,
    FACTS,
    FIRST,
    PLIES,
    Ends,
    Played,
    play_random_games,
    random_games,
)
from byways.kernels import compiled, entry_point
from byways.kernels.signatures import BoardArrays, RuleKernels
from byways.lab.metrics.sample import points_of
from byways.lab.report.parts.random_games import Tally, samples_of
from byways.position.state import State
from byways.registry import find
from byways.search.random_game import random_turn
from byways.statistics.intervals import wilson

BOARDS = [
    ("troll", {"size": 4}),
    ("troll", {"size": 4, "swap": True}),
    ("stride", {"side": 4, "repetition": 2}),
    ("whirlwind", {"size": 6}),
    ("stroll", {"size": 5}),
    ("longway", {"players": 2}),
    ("longway", {"players": 3}),
]


def played_by_states(variant, stream):
    """The states of the random game that a generator gives."""
    states = [State(variant, variant.start())]
    while states[-1].to_move is not None:
        states.append(states[-1].apply_unchecked(random_turn(states[-1], stream)))
    return states


@pytest.mark.parametrize(("game", "options"), BOARDS)
def test_a_row_of_the_batch_is_the_game_that_states_play(game, options):
    variant, games = find(game).variant(options), 12
    (found,) = random_games(variant, games, 7)
    streams = game_streams(7, games)
    for i, sample in enumerate(samples_of(found)):
        states = played_by_states(variant, streams[i : i + 1])
        end, by_players = states[-1], [one for one in states[:-1] if one.to_move != "chance"]
        assert np.array_equal(found.states[i], end.vector)
        assert sample.reason == end.outcome.reason
        assert sample.points == points_of(variant.players, end.outcome.winners, end.outcome.scores)
        assert sample.turns == len(by_players)
        assert sample.swapped == end.swapped
        cells = [any(state.vector[word] for state in states) for word in variant.reading.words.values()]
        assert found.visited[i].tolist() == cells
        if variant.turn_names is not None:
            counts = [len(state.legal_actions()) for state in by_players]
            assert found.choices[i][: len(counts)].tolist() == counts
            assert not found.choices[i][len(counts) :].any()
            assert (found.facts[i, DECISIONS], found.facts[i, CHOICES]) == (len(counts), sum(counts))


def test_games_depend_on_neither_threads_nor_how_many_are_wanted_and_repetitions_end_them():
    variant = find("stride").variant({"side": 4, "repetition": 2})
    found = next(random_games(variant, 1000, 1))
    repeated = [i for i, reason in enumerate(found.reasons) if reason == "repetition"]
    assert repeated
    states = played_by_states(variant, game_streams(1, 1000)[repeated[0] : repeated[0] + 1])
    assert states[-1].outcome.reason == "repetition"
    assert np.array_equal(found.states[repeated[0]], states[-1].vector)
    variant = find("troll").variant({"size": 4})
    few = next(random_games(variant, 100, 3, threads=1))
    many = next(random_games(variant, 900, 3, threads=4))
    assert np.array_equal(few.states, many.states[:100])
    assert not np.array_equal(few.states, next(random_games(variant, 100, 4)).states)


def test_interpreted_and_compiled_passes_agree():
    variant = find("stride").variant({"side": 4, "repetition": 2})
    kernels = [getattr(variant.kernels, n) for n in ("legal_actions", "apply", "outcome", "chances", "choose", "key")]
    cells = np.array(list(variant.reading.words.values()), dtype=np.int64)
    board = BoardArrays(variant.geometry.copy(), variant.num_actions, 2)
    ends = Ends(1 + variant.game.reasons.index("repetition"), -1)
    both = []
    for version, play in ((lambda kernel: kernel, play_random_games), (compiled, entry_point(play_random_games))):
        arrays = Played(
            np.tile(variant.start(), (6, 1)),
            np.full((6, 2), 0.5),
            np.zeros((6, FACTS), dtype=np.int64),
            np.zeros((6, PLIES), dtype=np.int16),
            np.full((6, FIRST), -1, dtype=np.int16),
            np.zeros((6, len(cells)), dtype=np.bool_),
        )
        play(RuleKernels(*map(version, kernels)), board, ends, cells, game_streams(5, 6), arrays, 0, 6)
        both.append(arrays)
    for interpreted, machine in zip(*both, strict=True):
        assert np.array_equal(interpreted, machine)


def test_the_figures_of_a_tiny_board_are_those_of_the_games_counted_one_by_one():
    variant, games = find("troll").variant({"size": 4}), 60
    streams = game_streams(1, games)
    played = [played_by_states(variant, streams[i : i + 1]) for i in range(games)]
    tally = Tally(variant)
    for found in random_games(variant, games, 1):
        tally.add(found)
    figures = {(figure.name, figure.label): figure for figure in tally.figures()}

    won = sum(states[-1].outcome.winner == "white" for states in played)
    drawn = sum(states[-1].outcome.winner is None for states in played)
    share = figures["AdvantageP1", ""]
    assert share.value == pytest.approx((won + drawn / 2) / games)
    assert (share.low, share.high) == pytest.approx(wilson(won + drawn / 2, games))
    assert share.n == games
    assert figures["FirstPlayerEdge", ""].value == pytest.approx(share.value - 0.5)
    assert figures["Drawishness", ""].value == drawn / games
    assert figures["DurationTurns", ""].value == pytest.approx(sum(len(states) - 1 for states in played) / games)
    lengths = [len(states) - 1 for states in played]
    assert figures["LengthDistribution", "9"].value == lengths.count(9) / games

    third = [perft(states[2], 1) for states in played if len(states) > 3]
    assert figures["BranchingByPly", "3"].value == pytest.approx(sum(third) / len(third))
    assert figures["BranchingByPly", "3"].n == len(third)
    means = [sum(perft(state, 1) for state in states[:-1]) / (len(states) - 1) for states in played]
    assert figures["BranchingFactor", ""].value == pytest.approx(sum(means) / games)

    assert figures["VisitedCells", "a1"].value == sum(any(s.cells["a1"] for s in states) for states in played) / games
    begun = [states for states in played if str(states[1].turn) == "b2"]
    points = sum({"white": 1, None: 0.5, "black": 0}[states[-1].outcome.winner] for states in begun)
    assert figures["FirstTurnShare", "b2"].value == pytest.approx(points / len(begun))
    assert figures["FirstTurnShare", "b2"].n == len(begun)


def test_a_game_that_was_swapped_counts_for_the_person_who_began():
    variant = find("troll").variant({"size": 4, "swap": True})
    (found,) = random_games(variant, 200, 2)
    swapped = [sample for sample in samples_of(found) if sample.swapped and sample.winners]
    assert swapped
    assert all(sample.first_seat_share == float(sample.winners == ("black",)) for sample in swapped)
