"""Games of one player: `byways.arena.match` and `byways solo`."""

import json

import pytest

import byways
from byways.arena.match import histogram, play_solo
from byways.cli import main
from byways.search import driver


def test_the_scores_are_those_of_games_that_can_be_played_again_by_several_processes():
    scores = list(play_solo("longway", {}, "random", games=6, seed=3))
    assert scores == list(play_solo("longway", {}, "random", games=6, seed=3, jobs=2))
    assert scores != list(play_solo("longway", {}, "random", games=6, seed=4))
    assert histogram([3, 0, 3]) == {0: 1, 1: 0, 2: 0, 3: 2}, "without gaps"


def test_a_game_alone_may_count_the_time_of_the_processor(monkeypatch):
    asked = []

    def here(jobs, begin):
        asked.append(begin)
        return map

    monkeypatch.setattr("byways.arena.match.runner", here)
    scores = list(play_solo("longway", {}, "random", games=3, processor_time=True))
    assert asked == [driver.count_processor_time]
    assert scores == list(play_solo("longway", {}, "random", games=3))


def test_only_games_for_one_are_played_alone():
    with pytest.raises(byways.OptionError, match="Troll is played by 2 players here, not alone"):
        list(play_solo("troll", {}, "random", games=1))
    with pytest.raises(byways.OptionError, match="The Long Way is played by 3 players here"):
        list(play_solo("longway", {"players": 3}, "random", games=1))


def test_the_command_says_the_histogram(capsys):
    assert main(["solo", "longway", "greedy", "--games", "5", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("5 games · mean ")
    assert sum(int(line.split()[1]) for line in lines[:-1]) == 5
    assert main(["solo", "longway", "greedy", "--games", "5", "--seed", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {int(score): count for score, count in found["scores"].items()} == {
        int(line.split()[0]): int(line.split()[1]) for line in lines[:-1]
    }
    assert found["options"]["players"] == 1
    assert (found["game"], found["player"], found["games"]) == ("longway", "greedy", 5)
    assert lines[-1] == f"5 games · mean {found['mean']:.2f} · median {found['median']:g}"
