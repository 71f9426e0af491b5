"""Decision W1 by a SAT solver: with the set-up's stones no player of Whirlwind is ever without a turn."""

import pytest

import byways
from byways import registry
from byways.testing import random_line
from whirlwind_stuck import BLACK, SOLVERS, WHITE, Stuck, set_up

pytest.importorskip("pysat")


def text(board, player):
    """The position as text, as `start` reads it."""
    head = "   " + " ".join("abcdefgh"[: len(board)])
    rows = [f"{row + 1:2} " + " ".join(line.upper()) for row, line in enumerate(board)]
    return "\n".join([f"whirlwind size={len(board)}", head, *rows, f"to move: {('black', 'white')[player]}"])


@pytest.mark.parametrize("setup", ["standard", "reversed"])
@pytest.mark.parametrize("size", [6, 8, 14, 26])
def test_the_stones_are_those_of_the_game(size, setup):
    variant = registry.find("whirlwind").variant({"size": size, "setup": setup})
    cells = variant.start()[-size * size - 1 : -1]
    there = {(i // size, i % size): int(stone) - 1 for i, stone in enumerate(cells) if stone}
    assert set_up(size, setup == "reversed") == there


@pytest.mark.parametrize("size", [6, 8, 10])
@pytest.mark.parametrize("player", [BLACK, WHITE])
@pytest.mark.parametrize("reverse", [False, True])
def test_nobody_is_without_a_turn(size, player, reverse):
    for solver in SOLVERS:
        assert Stuck(size, set_up(size, reverse), player).board(solver) is None


@pytest.mark.parametrize("size", [6, 8])
@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_without_the_set_up_it_can_happen_and_then_the_game_agrees(size, player):
    for solver in SOLVERS:
        board = Stuck(size, {}, player).board(solver)
        assert board is not None
        state = byways.start("whirlwind", position=text(board, player))
        assert state.to_move is None
        assert state.outcome.reason == "no turn"
        assert state.outcome.winner == ("white", "black")[player]


def facts_of(question, state):
    """What a board says to the solver: of each point and each colour whether such a stone is there."""
    size = state.options["size"]
    stones = state.vector[-size * size - 1 : -1].tolist()
    return [
        question.stone[colour, point] * (1 if stones[i] - 1 == colour else -1)
        for i, point in enumerate(question.points)
        for colour in (BLACK, WHITE)
    ]


@pytest.mark.parametrize("size", [6, 8])
def test_every_position_of_the_game_obeys_the_clauses_but_the_last_ones(size):
    """The clauses leave no board of real play out: each is a model once the demand to be stuck is dropped."""
    from pysat.solvers import Solver

    def holds(question, clauses):
        with Solver(name=SOLVERS[0], bootstrap_with=clauses) as search:
            return search.solve(assumptions=facts_of(question, state))

    for seed in range(4):
        *states, end = random_line(registry.find("whirlwind").variant({"size": size}), seed)
        for state in states:
            question = Stuck(size, set_up(size), state.players.index(state.to_move))
            assert holds(question, question.clauses[: question.demands])
            assert not holds(question, question.clauses)
        state, none = end, Stuck(size, {}, BLACK)  # a finished game is none of the boards
        assert end.to_move is None
        assert not holds(none, none.clauses[: none.demands])
