"""Looking for puzzles is a run: the same ones from one seed, however many work and wherever it was broken off."""

import functools
import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

import puzzle_search
from byways.arena.run import results_in_order, runner
from byways.arena.run_store import ResultStore
from byways.learning.puzzles import read_puzzle_file
from byways.records import Record
from puzzle_search import Looked, chosen, in_a_game

SCRIPT = Path(__file__).parents[2] / "scripts/train/puzzles"


def made(tmp_path, name, *more):
    given = (SCRIPT, "stroll", "--games", "6", "--count", "6", "--output", tmp_path / name)
    command = [sys.executable, *given, "--file", tmp_path / f"{name}.json", *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_puzzles_are_the_same_with_more_processes_and_a_finished_run_answers_again(tmp_path):
    for name, jobs in (("one", "1"), ("two", "2"), ("two", "1")):
        done = made(tmp_path, name, "--jobs", jobs)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert read_puzzle_file(tmp_path / "one.json")
    refused = made(tmp_path, "one", "--seed", "2")
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"puzzles: {tmp_path / 'one'} holds another run: its seed is 1, not 2")


def test_a_search_goes_on_where_it_was_broken_off(tmp_path, monkeypatch):
    monkeypatch.setitem(puzzle_search.BOARDS, "troll", ({"size": 4},))
    puzzle_search.makers.cache_clear()
    work = functools.partial(in_a_game, "troll", 1)
    with closing(ResultStore(None, Looked)) as store:
        with closing(results_in_order(work, range(6), store, runner(1))) as begun:
            first = list(islice(begun, 3))
        monkeypatch.setattr(puzzle_search, "played", lambda *given: pytest.fail("a game is played again"))
        with closing(results_in_order(work, range(3), store, runner(1))) as again:
            assert list(again) == first
    puzzle_search.makers.cache_clear()
    assert [looked.index for looked in first] == [0, 1, 2]
    assert all(Record.from_text(looked.record).final().outcome for looked in first)


def test_as_many_of_each_grade_are_chosen_as_can_be_had():
    one = puzzle_search.Found
    puzzles = [one(f"{grade} {number}", grade) for number in range(9) for grade in (1, 1, 2)]
    assert sorted(found.grade for found in chosen(puzzles, 5)) == [1, 1, 2, 2], "twice its share at most"
    assert sorted(found.grade for found in chosen(puzzles, 10)) == [1, 1, 1, 1, 2, 2, 2, 2]
    assert len({found.position for found in chosen(puzzles, 10)}) == 8
