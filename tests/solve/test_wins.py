"""Wins in so many turns, against an oracle that plays everything through, and the puzzles made of them."""

import numpy as np
import pytest

import byways
from byways.kernels.rng import seeded
from byways.learning.puzzles import begin, judge_turn, reached
from byways.registry import find
from byways.search.random_game import random_turn
from byways.solve.wins import Moves, Wins
from oracles.wins import wins_in
from puzzle_maker import Maker, played, positions

SMALL = [("troll", {"size": 4}, 2), ("stride", {"side": 4}, 3), ("whirlwind", {"size": 6}, 1)]


def near_the_end(game, options, back, seed):
    """A position a few turns before the end of a random game."""
    state, rng = byways.start(game, **options), seeded(seed)
    while state.to_move is not None and len(state.turns) < 300:
        state = state.apply_unchecked(random_turn(state, rng))
    for _ in range(back):
        state = state.previous or state
    return byways.start(game, position=str(state))


@pytest.mark.parametrize("interpreted", [False, True], ids=["machine", "interpreted"])
@pytest.mark.parametrize(("game", "options", "most"), SMALL, ids=[game for game, _, _ in SMALL])
def test_wins_are_those_that_playing_everything_through_finds(game, options, most, interpreted):
    variant = find(game).variant(options)
    both = [Wins(variant, player, bits=12, interpreted=interpreted) for player in range(2)]
    answers = set()
    for seed in range(3 if interpreted else 8):
        state = near_the_end(game, options, 1 + seed % (2 * most), seed)
        for wins, player in zip(both, state.players, strict=True):
            for turns in range(most + 1):
                if game == "whirlwind" and state.to_move != player:
                    continue  # the oracle would play some hundred pairs against each of some hundred
                expected = wins_in(state, player, turns)
                assert wins.within(state.vector, turns) is expected, (str(state), player, turns)
                answers.add((expected, turns))
    assert {expected for expected, _ in answers} == {True, False}


def test_a_budget_that_is_used_up_is_no_answer():
    wins = Wins(find("troll").variant({"size": 6}), 0)
    start = byways.start("troll", size=6)
    assert wins.within(start.vector, 3, budget=50) is None
    assert wins.soonest(start.vector, 3, budget=50) is None
    assert wins.soonest(start.vector, 1) == 0
    assert wins.nodes >= 50


@pytest.mark.parametrize(("game", "options"), [("whirlwind", {"size": 6}), ("stride", {"side": 4})])
def test_turns_that_lead_to_one_position_count_once(game, options):
    state = byways.start(game, **options)
    state = state.apply_unchecked(random_turn(state, seeded(1)))
    turns = Moves(state.variant).every(state.vector)
    assert sorted(state.write(turn.actions) for turn in turns) == sorted(state.legal_turns())
    for turn in turns[:40]:
        assert np.array_equal(Moves(state.variant).after(state.vector, turn.actions), turn.after)
    assert Moves(state.variant).after(state.vector, (*turns[0].actions, 0)) is None


def made(game, options, count):
    maker, seed, found = Maker(find(game).variant(options)), 0, []
    while len(found) < count:
        seed += 1
        for state in positions(played(maker.variant, seed)):
            turns = maker.soonest(state, 3)
            puzzle = maker.puzzle(state, turns) if turns else None
            if puzzle:
                found.append((state, puzzle))
    return found


def test_what_is_made_holds_by_playing_everything_through():
    for state, puzzle in made("troll", {"size": 4}, 3):
        player = state.to_move
        assert str(state) == puzzle.position
        for turn in state.legal_turns():
            wins = wins_in(state.play(turn), player, puzzle.turns - 1)
            assert wins == (turn == puzzle.line[0]), (puzzle, turn)
            judged = judge_turn(puzzle, state, state.play(turn))
            assert judged.right == wins
            if judged.reply:
                assert wins_in(judged.final, player, puzzle.turns - 1) == wins
        for line in puzzle.solution:
            after = state
            for turn in line:
                after = after.play(turn)
            assert after.outcome.winner == player
        with pytest.raises(byways.BywaysError):
            reached(find("troll"), puzzle, [next(t for t in state.legal_turns() if t != puzzle.line[0])])
        assert begin(find("troll"), puzzle) == state
