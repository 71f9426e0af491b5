import json
import math
import subprocess
import sys
import time
from itertools import cycle, islice

import pytest

import byways
from byways.arena.match import Score, SequentialTest, open_game, play_game, play_match
from byways.arena.players import Player, player
from byways.cli import main
from byways.search import process_clock
from byways.search.random_game import random_turn


def test_a_score_adds_up():
    score = Score(6, 2, 2) + Score(0, 0, 10)
    assert (score.games, score.share) == (20, 0.35)
    low, high = score.interval
    assert low < 0.35 < high
    assert Score(100, 0, 0).interval[0] == pytest.approx(0.963, abs=0.001)
    assert Score(10, 0, 0).elo == math.inf
    assert Score(64, 0, 36).elo == pytest.approx(100, abs=1)


def test_a_sequential_test_decides_when_it_is_clear():
    test = SequentialTest(0.5, 0.6)
    assert test.verdict(Score(6, 0, 4)) is None
    assert test.verdict(Score(2, 0, 0)) is None, "two wins in a row are nothing special"
    assert test.verdict(Score(0, 0, 2)) is None
    assert test.verdict(Score(240, 0, 160)) == "high"
    assert test.verdict(Score(200, 0, 200)) == "low"


def test_matches_are_repeatable_and_each_opening_is_played_both_ways():
    def scores():
        return list(play_match("troll", {"size": 4}, "plain:simulations=40", "random", games=12, seed=3))

    first = scores()
    assert first == scores()
    assert [score.games for score in first] == [2, 4, 6, 8, 10, 12]
    assert first[-1].share > 0.5


def test_several_processes_play_the_same_games():
    given = ("troll", {"size": 4}, "plain:simulations=20", "random")
    assert list(play_match(*given, games=8, jobs=2))[-1] == list(play_match(*given, games=8))[-1]


def test_a_verdict_ends_a_match():
    scores = list(
        play_match("troll", {"size": 5}, "plain:simulations=100", "random", games=200, test=SequentialTest(0.5, 0.8))
    )
    assert scores[-1].games < 100


def test_players_may_search_in_several_threads_that_share_the_simulations(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "byways.arena.players.analyse",
        lambda state, seconds, **limits: asked.append(limits) or byways.analyse(state, 0.001),
    )
    list(play_match("troll", {"size": 4}, "plain:simulations=40,threads=2", "mcts:simulations=30,rave=5", games=2))
    assert {(limits["simulations"], limits["threads"], limits["tree"] is None) for limits in asked} == {
        (40, 2, True),
        (30, 1, False),
    }
    with pytest.raises(byways.OptionError, match="threads must be more than 0"):
        player("plain:simulations=40,threads=0")


def test_players_exchange_colours_when_one_of_them_swaps():
    turns = []

    def entrant(name):
        def choose(state, rng):
            swaps = "swap" in state.legal_turns()
            state = state.play("swap") if swaps else state.apply_unchecked(random_turn(state, rng))
            turns.append((name, state))
            return state

        return Player(name, choose)

    for seed in range(12):
        turns.clear()
        winner = play_game(byways.start("troll", size=4, swap=True), (entrant("one"), entrant("two")), seed)
        names, states = zip(*turns, strict=True)
        assert states[1].swapped
        assert names == tuple(islice(cycle(("one", "two")), len(names)))
        won = states[-1].outcome.winner is not None
        assert winner == ({"one": "white", "two": "black"}[names[-1]] if won else None), "only the mover comes to win"


def test_openings_differ():
    variant = byways.find("stride").variant()
    assert len({open_game(variant, 2, seed).turns for seed in range(20)}) > 10


@pytest.mark.parametrize(
    "text",
    [
        *("nobody", "plain", "plain:second=1", "plain:seconds=soon", "plain:seconds=nan", "plain:seconds=-1"),
        *("full:simulations=0", "full:simulations=1e999", "level:number=inf", "level:number=11"),
        *("mcts:rave=nan", "mcts:simulations=9,rav=3"),
        *("random:seconds=3", "beginner:seconds=3", "greedy:x=1", "level:number=1,seconds=3", "level:number=1.5"),
    ],
)
def test_players_that_cannot_be(text):
    with pytest.raises(byways.OptionError):
        player(text)


@pytest.mark.parametrize(
    ("option", "value", "least"), [("--games", "0", 1), ("--jobs", "-2", 1), ("--opening", "-1", 0)]
)
def test_counts_that_make_no_sense_are_refused_in_one_line(capsys, option, value, least):
    assert main(["match", "troll", "random", "random", option, value]) == 2
    assert capsys.readouterr().err == f"byways: {option} must be {least} or more\n"


@pytest.mark.parametrize("shares", [("0.5", "0.5"), ("2", "3"), ("-0.1", "0.5"), ("nan", "0.5")])
def test_a_sequential_test_is_between_two_shares(capsys, shares):
    assert main(["match", "troll", "random", "random", "--between", *shares]) == 2
    assert capsys.readouterr().err == "byways: --between takes two different shares from 0 to 1\n"


def test_a_match_says_nothing_on_the_way_where_nobody_looks(capsys):
    assert main(["match", "troll", "random", "random", "--size", "4", "--games", "2"]) == 0
    assert capsys.readouterr().err == ""


def test_an_odd_number_of_games_is_rounded_up_to_whole_pairs(capsys):
    assert main(["match", "troll", "random", "random", "--size", "4", "--games", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["options"]) == (6, {"size": 4, "edges": "capture", "swap": False})


def test_a_match_needs_two_players():
    with pytest.raises(byways.OptionError, match="two players"):
        next(play_match("longway", {}, "random", "random"))


def test_a_match_may_count_the_time_of_the_processor():
    scores = list(play_match("troll", {"size": 5}, "plain:seconds=0.01", "random", games=8, processor_time=True))
    assert [score.games for score in scores] == [2, 4, 6, 8]
    assert scores[-1].wins >= 6


def test_a_search_by_processor_time_does_not_hear_of_time_asleep():
    code = (
        "import time\nfrom byways.search import process_clock\n"
        "process_clock.count_processor_time()\nbegan = process_clock.now()\n"
        "time.sleep(0.5)\nassert process_clock.now() - began < 0.4"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    began = process_clock.now()
    time.sleep(0.02)
    assert process_clock.now() - began >= 0.02, "this process counts by the clock"
