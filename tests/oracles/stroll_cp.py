"""Stroll's longest path as a constraint program: a circuit through the stones that are passed and one more place.

Solved by OR-tools' CP-SAT. The lines of sight and where they meet are the oracle's, by sets of points.
"""

from itertools import combinations

from ortools.sat.python import cp_model

from oracles.stroll import Stroll


def longest(oracle: Stroll, side: str, seconds: float = 60.0) -> int:
    """The length of the longest path of a side, proved."""
    connections = oracle.connections(side)
    number = {stone: i for i, stone in enumerate(connections, 1)}
    if not number:
        return 0
    model = cp_model.CpModel()
    arcs = []
    for i in number.values():
        arcs += [(i, i, model.new_bool_var("")), (0, i, model.new_bool_var("")), (i, 0, model.new_bool_var(""))]
    lines, covered = [], []
    for stone, seen in connections.items():
        for other, points in seen.items():
            if number[stone] < number[other]:
                there, back = model.new_bool_var(""), model.new_bool_var("")
                arcs += [(number[stone], number[other], there), (number[other], number[stone], back)]
                lines.append((points, there, back))
                covered.append(max(abs(a - b) for a, b in zip(stone, other, strict=True)) * (there + back))
    model.add_circuit(arcs)
    for (points, *one), (others, *two) in combinations(lines, 2):
        if points & others:
            model.add_at_most_one(*one, *two)
    model.maximize(1 + sum(covered))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)
