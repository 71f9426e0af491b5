"""Proof-number search against trying every line of play, and against working backwards where play can go in circles."""

import numpy as np
import pytest
from examples import hex

from byways import registry
from byways.position.notation import read_position
from byways.position.state import State
from byways.rules.state_vector import NOBODY, TO_MOVE, WINNER
from byways.search.driver import Budget
from byways.solve import dfpn, proof_table
from byways.solve.prover import Prover, plain_form
from search.test_alphabeta import late_states


def wins(state, player, depth, seen):
    """Whether `player` wins, by plain search of so many turns; None where that does not tell."""
    if state.to_move is None:
        return state.outcome.winner == player
    if depth == 0:
        return None
    if (state.key, depth) not in seen:
        mine = state.to_move == player
        found = not mine
        for turn in state.legal_turns():
            one = wins(state.play(turn), player, depth - 1, seen)
            if one is mine:
                found = one
                break
            found = None if one is None else found
        seen[state.key, depth] = found
    return seen[state.key, depth]


LATE = [
    ("troll", 4, {"size": 4}),
    ("troll", 4, {"size": 5, "edges": "closed"}),
    ("troll", 3, {"size": 4, "joins": "diagonal"}),
    ("stroll", 1, {"size": 5}),
    ("whirlwind", 1, {"size": 6}),
    ("whirlwind", 1, {"size": 6, "stones": 1}),
    ("stride", 3, {"side": 4}),
    ("stride", 3, {"side": 4, "goal": "arrive"}),
]


@pytest.mark.parametrize(("game", "plies", "options"), LATE, ids=str)
def test_it_answers_as_trying_every_line_does(game, plies, options):
    answers = []
    for state in late_states(game, plies, 12, **options):
        for index, player in enumerate(state.players):
            truth = wins(state, player, plies + 1, {})
            if truth is not None:
                for weak in (False, True):
                    prover = Prover(state.variant, index, megabytes=1, weak=weak)
                    assert prover.prove(state.vector, Budget(simulations=200_000)) is truth, (
                        f"{player}, weak: {weak}\n{state}"
                    )
                answers.append(truth)
    assert answers.count(True) > 3
    assert answers.count(False) > 3


@pytest.mark.parametrize(("game", "plies", "options"), LATE, ids=str)
def test_interpreted_and_compiled_look_at_the_same_positions(game, plies, options):
    for state in late_states(game, 2 if game == "stride" else plies, 2, **options):
        for form in (None, plain_form(state.variant)):
            both = [Prover(state.variant, 0, megabytes=0.25, form=form, interpreted=way) for way in (False, True)]
            found = [
                (prover.prove(state.vector, Budget(simulations=60)), prover.nodes, prover.numbers) for prover in both
            ]
            assert found[0] == found[1]


def test_a_whole_game_goes_on_where_a_limit_stopped_it_and_a_small_table_only_costs_time():
    hexes = hex.GAME.variant({"size": 3})
    assert [Prover(hexes, player, megabytes=1).prove(hexes.start()) for player in (0, 1)] == [True, False]
    variant = registry.find("troll").variant({"size": 4})
    large, small = Prover(variant, 0, megabytes=1), Prover(variant, 0, megabytes=0.001)
    assert large.prove(variant.start()) is small.prove(variant.start()) is True
    assert small.nodes > large.nodes
    assert small.counters[dfpn.STORED] == 64 < large.counters[dfpn.STORED]
    parts, calls = Prover(variant, 0, megabytes=1), 0
    while parts.prove(variant.start(), Budget(simulations=100)) is None:
        calls += 1
        assert all(0 < number < dfpn.INFINITE for number in parts.numbers)
    assert calls > 2
    assert parts.numbers == (0, dfpn.INFINITE)


def test_a_table_keeps_the_work_for_an_entry_to_a_fifth():
    for work in (0, 1, 7, 8, 9, 15, 16, 100, 12_345, 1 << 40):
        kept = proof_table.work_of(np.uint64(proof_table._rough(work)) << np.uint64(56))
        assert 0.8 * work <= kept <= work


def attractor(states, after, movers, values, player):
    """The positions from which `player` forces a win in a finite number of turns, backwards from the ends."""
    won = {key for key, value in values.items() if value == player}
    grew = True
    while grew:
        grew = False
        for key in states:
            if key not in won and after[key]:
                enough = any if movers[key] == player else all
                if enough(child in won for child in after[key]):
                    won.add(key)
                    grew = True
    return won


def reachable(state, most):
    """All positions below a state as {key: vector}, what follows each, who moves, who won; None if more than `most`."""
    variant = state.variant
    states, after, movers, values = {(state.key, 0): state.vector}, {}, {}, {}
    todo = list(states)
    while todo:
        key = todo.pop()
        vector = states[key]
        movers[key] = int(vector[TO_MOVE])
        after[key] = []
        if movers[key] == NOBODY:
            result = np.zeros(2)
            variant.outcome(vector, result)
            values[key] = int(result[1]) if result[0] != 0.5 else None
            continue
        for action in variant.legal_actions(vector):
            child = variant.apply(vector, int(action))
            child_key = (int(variant.kernels.key(variant.geometry, child)), int(child[WINNER]))  # ends share keys
            after[key].append(child_key)
            if child_key not in states:
                states[child_key] = child
                todo.append(child_key)
                if len(states) > most:
                    return None
    return states, after, movers, values


CIRCLES = (
    """stride side=4 repetition=0
g       .   .   .   .
f     .   X   .   O   O
e   X   .   .   .   X   X2
d X   .   .   O   O   .   .
c   O2  X   .   O2  .   .   7
b     X   .   .   .   .   6
a       .   .   .   .   5
          1   2   3   4
to move: white
""",
    """stride side=4 repetition=3
g       .   .   .   .
f     .   O   .   O   .
e   .   X   X   .   O   .
d X   .   O2  .   .   .   .
c   .   X   O2  .   X2  O   7
b     .   .   .   .   X   6
a       .   .   .   .   5
          1   2   3   4
to move: black
""",
)


@pytest.mark.parametrize("text", CIRCLES, ids=["free", "counted"])
def test_where_play_goes_in_circles_it_agrees_with_working_backwards(text):
    state = State(*read_position(registry.find("stride"), text, {}))
    states, after, movers, values = reachable(state, 5000)
    for player in range(2):
        won = attractor(states, after, movers, values, player)
        prover = Prover(state.variant, player, megabytes=4)
        asked = [key for key in states if movers[key] != NOBODY]
        answers = [prover.prove(states[key], Budget(simulations=100_000)) for key in asked]
        assert answers == [key in won for key in asked]
        assert 0 < sum(answers) < len(answers)
