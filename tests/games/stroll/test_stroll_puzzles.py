"""Stroll's puzzles: a single longest path, a grade that says how well it hides, and the command that makes them."""

import json

import numpy as np
import pytest

import byways
from byways.cli import main
from byways.games.stroll.puzzles import BEST, LENGTH, NEAR, SHORT, SURVEY, grade_of, puzzle, puzzle_of, survey
from byways.kernels import compiled
from byways.position.state import State
from games.stroll.paths.test_stroll_paths import boards
from games.stroll.stroll_boards import CROSS, position
from oracles.stroll import length


def greedy(oracle, side):
    """The longest greedy walk from any stone, on by the farthest first and then from the other end."""
    connections = oracle.connections(side)
    best = 0
    for start in connections:
        path, passed = [start], frozenset()
        for _ in range(2):
            while True:
                follows = [
                    (len(between), other)
                    for other, between in connections[path[-1]].items()
                    if other not in path and not between & passed
                ]
                if not follows:
                    break
                steps = {max(abs(a - b) for a, b in zip(path[-1], other, strict=True)) for _, other in follows}
                farthest = [
                    o for _, o in follows if max(abs(a - b) for a, b in zip(path[-1], o, strict=True)) == max(steps)
                ]
                passed |= connections[path[-1]][farthest[0]]
                path.append(farthest[0])
                if len(farthest) > 1:
                    return None  # which of them comes first is the walker's own choice
            path.reverse()
        best = max(best, length(path))
    return best


def test_a_survey_agrees_with_trying_everything():
    single = walked = 0
    for oracle, vector, geometry in boards(100):
        cells, (found, again) = np.zeros(oracle.size**2, dtype=np.int64), np.zeros((2, SURVEY), dtype=np.int64)
        survey(geometry, vector, 1, cells, found)
        compiled(survey)(geometry, vector, 1, cells, again)
        assert found.tolist() == again.tolist()
        own = [cell for cell, colour in oracle.stones.items() if colour == "white"]
        lengths = [length(path) for path in oracle.paths("white", own) if len(path) == 1 or path[0] < path[-1]]
        most = max(lengths)
        assert found[LENGTH] == most
        assert found[BEST] == min(2, lengths.count(most))
        if found[BEST] == 1:
            assert found[NEAR] == sum(most - 2 <= other < most for other in lengths)
            single += 1
        short = greedy(oracle, "white")
        if short is not None:
            assert found[SHORT] == short
            walked += 1
    assert single > 50
    assert walked > 10


def test_what_cannot_be_made_is_said_and_more_to_hide_behind_is_a_higher_grade():
    assert [grade_of(0, 0), grade_of(0, 1), grade_of(1, 1), grade_of(3, 0), grade_of(5, 0)] == [1, 2, 3, 4, 5]
    state = position(CROSS)  # two longest paths, as e3 c1 c5 and c1 c5 with a3, are no puzzle
    assert [puzzle_of(state.variant, state.vector, player) for player in state.players] == [None, None]
    for options, grade in (({}, 0), ({}, 6), ({"size": 20}, 1), ({"size": 5}, 5)):
        with pytest.raises(byways.OptionError):
            puzzle(byways.find("stroll").variant(options), grade, 1)


@pytest.mark.parametrize("grade", [1, 2, 3, 4, 5])
def test_puzzles_have_the_grade_that_was_asked_for(grade):
    variant = byways.find("stroll").variant({"size": 9})
    made = puzzle(variant, grade, 5)
    assert made.grade == grade
    assert made == puzzle(variant, grade, 5)
    assert made != puzzle(variant, grade, 6)
    assert puzzle_of(made.variant, made.vector, made.player) == made
    assert made.question.startswith(f"Find {made.player.capitalize()}'s longest path")
    assert made.answer == f"{made.path} ({made.path.length})"
    assert State(made.variant, made.vector).outcome is not None


def test_the_command(capsysbinary, tmp_path):
    def run(*arguments):
        status = main(("puzzle", *arguments))
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    given = ("stroll", "--size", "8", "--grade", "2", "--seed", "3")
    status, out, err = run(*given)
    assert status == 0
    assert byways.start("stroll", position=out).variant.options["size"] == 8
    assert err.startswith("Find ")
    status, answer, _ = run(*given, "--answer")
    facts = json.loads(run(*given, "--json")[1])
    assert (facts["grade"], facts["seed"], facts["position"]) == (2, 3, out.rstrip("\n"))
    assert answer == f"{' '.join(facts['path'])} ({facts['length']})\n"
    drawing = run(*given, "--svg")[1]
    assert drawing.startswith("<svg")
    assert "path of" not in drawing
    assert run("stroll", "--grade", "9")[0] == run("chess")[0] == run("stroll", "--size", "2")[0] == 2
