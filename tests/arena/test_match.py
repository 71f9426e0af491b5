"""Matches of two and games of one: `byways.arena.match`, `byways match` and `byways solo`."""

import json
import math
import subprocess
import sys
import time
from itertools import cycle, islice

import pytest

import byways
from byways.arena.game import Conditions, GameResult, play_game
from byways.arena.match import Match, histogram, open_game, play_match, play_solo
from byways.arena.openings import Openings
from byways.arena.players import KINDS, Player, player
from byways.arena.schedule import GameLimits, RuleSet
from byways.arena.score import Score, score_of
from byways.arena.thinker import Decision
from byways.cli import main
from byways.errors import OptionError
from byways.search import driver
from byways.search.random_game import random_turn
from byways.statistics.sequential import GSPRT


def test_a_score_adds_up():
    score = Score(6, 2, 2) + Score(0, 0, 10)
    assert (score.games, score.share) == (20, 0.35)
    low, high = score.interval
    assert low < 0.35 < high
    assert Score(100, 0, 0).interval[0] == pytest.approx(0.963, abs=0.001)
    assert Score(10, 0, 0).elo == math.inf
    assert Score(64, 0, 36).elo == pytest.approx(100, abs=1)


def test_whoever_begins_has_a_score_of_its_own():
    score = Score(30, 4, 26, begun=(20, 2, 8))
    assert score.second == (10, 2, 18)
    assert score.first == (38, 4, 18), "20 of the first player and 18 of the second"
    assert score.first_share == 40 / 60
    # Openings that favour a colour say little about that colour, and much about the players.
    split = Score(50, 0, 50, begun=(50, 0, 0), pairs=(0, 0, 50, 0, 0), opening_pairs=(0, 0, 0, 0, 50))
    assert split.interval.half_width < 0.04
    both = Score(50, 0, 50, begun=(25, 0, 25), pairs=(0, 0, 50, 0, 0), opening_pairs=(25, 0, 0, 0, 25))
    plain = Score(50, 0, 50).interval.half_width
    assert both.first_interval.half_width == pytest.approx(plain * math.sqrt(2), rel=0.06)


def test_players_who_are_the_same_take_both_colours():
    """As players made by functions compare equal, a random player's every game was once counted as White's."""
    *_, score = play_match("troll", {"size": 4}, "random", "random", games=60)
    assert sum(score.begun) == sum(score.second) == 30
    assert score.second != (30 - score.begun[2], 0, score.begun[2]), "each of two games is counted once"
    assert sum(score.lengths.values()) == 60


def test_equal_players_do_not_play_one_game_again_and_again():
    """Both games of a pair once had one seed, and all of alpha-beta's from one position were the same."""
    *_, score = play_match("troll", {"size": 4}, "level:number=1", "level:number=1", games=40)
    assert score.pairs[2] < sum(score.pairs)
    assert score.games + score.repeated == 40
    start, engine = byways.start("stride", side=4), player("alphabeta:simulations=300")
    games = {play_game(start, (engine, engine), index=i, conditions=Conditions(1)).key for i in range(6)}
    assert len(games) > 2


def test_a_game_that_repeats_another_does_not_count_unless_under_other_options(monkeypatch):
    monkeypatch.setitem(KINDS, "first", lambda given: lambda state, rng: state.play(state.legal_turns()[0]))
    (score,) = play_match("troll", {"size": 4}, "first", "first", games=2, opening=0)
    assert (score.games, score.repeated, score.pairs) == (1, 1, (0, 0, 0, 0, 0))
    # Games of two variants in one run were once taken for repeated ones
    first = Player("first", lambda state, rng: state.play(state.legal_turns()[0]))
    starts = (byways.start("troll", size=4, edges=edges) for edges in ("capture", "closed"))
    one, other = (play_game(start, (first, first), conditions=Conditions(1, longest=2)) for start in starts)
    turns = [byways.Record.from_text(result.record).turns for result in (one, other)]
    assert turns[0] == turns[1]
    assert one.key != other.key


def test_openings_differ_and_a_verdict_ends_a_match():
    scores = list(play_match("troll", {"size": 5}, "plain:simulations=100", "random", games=200, test=GSPRT(0.5, 0.8)))
    assert scores[-1].games < 100
    variant = byways.find("stride").variant()
    assert len({open_game(variant, 2, seed).turns for seed in range(20)}) > 10


def test_players_may_search_in_several_threads_that_share_the_simulations(monkeypatch):
    asked = set()

    def told(state, seconds, **limits):
        asked.add((limits["simulations"], limits["threads"], limits["tree"] is None))
        return byways.analyse(state, 0.001)

    monkeypatch.setattr("byways.arena.thinker.analyse", told)
    list(play_match("troll", {"size": 4}, "plain:simulations=40,threads=2", "mcts:simulations=30,rave=5", games=2))
    assert asked == {(40, 2, True), (30, 1, False)}
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
        start = byways.start("troll", size=4, swap=True)
        result = play_game(start, (entrant("one"), entrant("two")), conditions=Conditions(seed))
        names, states = zip(*turns, strict=True)
        assert states[1].swapped
        assert names == tuple(islice(cycle(("one", "two")), len(names)))
        won = states[-1].outcome.winner is not None
        last = ("one", "two").index(names[-1])
        assert result.points == ((0.5, 0.5) if not won else (1.0, 0.0) if last == 0 else (0.0, 1.0)), "a mover wins"


def test_values_are_those_of_the_first_player_also_after_a_swap():
    class Hopeful(Player):
        def decide(self, state, rng):
            turn = "swap" if state.is_legal("swap") else state.legal_turns()[0]
            return Decision(state.play(turn), 0.75)

    start = byways.start("troll", size=4, swap=True)
    players = [Hopeful(name, None) for name in ("one", "two")]
    result = play_game(start, players, conditions=Conditions(1, longest=4))
    assert result.values == (0.75, 0.75, 0.25, 0.75), "who swaps is White then, and hopes for White"
    assert result.ending == "unfinished"
    assert result.points is None


def test_what_a_test_says_holds_after_stopping(capsys, tmp_path):
    words = ["match", "troll", "plain:simulations=40", "random", "--size", "4", "-o", str(tmp_path)]
    assert main([*words, "--between", "0.5", "0.7", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    test = found["sequential"]
    assert found["verdict"] == "high"
    assert test["ratio"] >= test["bounds"][1] == -test["bounds"][0]
    assert found["interval"] == test["interval"], "no other holds after stopping"
    page = (tmp_path / "match.html").read_text()
    low, high = (100 * bound for bound in test["interval"])
    assert f"<td>{low:.1f} to {high:.1f}</td>" in page, "the page has the one that holds after stopping"
    assert "<p>nearer to the higher share: log-likelihood ratio" in page
    assert main([*words, "--between", "0.5", "0.9"]) == 1, "hypotheses are not chosen after the games"
    assert "its between is [0.5,0.7], not [0.5,0.9]" in capsys.readouterr().err


@pytest.mark.parametrize(("points", "share"), [((1 / 3,) * 3, 0.5), ((1.0, 0.0, 0.0), 1.0), ((0.5, 0.5, 0.0), 0.5)])
def test_a_table_of_three_is_won_by_whose_seats_have_won(points, share):
    one = GameResult(0, ("a", "b", "a"), points, (0, 0, 0), "rules", "", 9, (), "", 1)
    other = GameResult(1, ("b", "a", "b"), (1 / 3,) * 3, (0, 0, 0), "rules", "", 9, (), "", 2)
    assert score_of([(one, False), (other, False)], 3).begun == (int(share == 1), int(share == 0.5), 0)


@pytest.mark.parametrize(("ending", "seat"), [("crash", 0), ("crash", 1), ("resigned", 2)])
def test_who_fails_in_one_of_several_seats_has_lost(ending, seat):
    """The failing player's other seats once shared the first place, which made a draw of it."""
    points = tuple(0.0 if i == seat else 1 / 3 for i in range(4))
    one = GameResult(0, ("a", "b", "a", "b"), points, (0,) * 4, ending, "", 9, (), "", 1)
    other = GameResult(1, ("b", "a", "b", "a"), (0.25,) * 4, (0,) * 4, "rules", "", 9, (), "", 2)
    assert score_of([(one, False), (other, False)], 4).begun == ((1, 0, 0) if seat == 1 else (0, 0, 1))
    alone = GameResult(0, ("a",), (0.0,), (0,), ending, "", 9, (), "", 1)
    other = GameResult(1, ("b",), (0.0,), (-3,), "rules", "score", 20, (), "", 2)
    score = score_of([(alone, False), (other, False)], 1)
    assert (score.wins, score.losses) == (0, 1), "even to a score below zero"
    assert score_of([(alone, False), (alone, False)], 1).draws == 1


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


def test_an_odd_number_of_games_is_rounded_up_to_whole_pairs_and_nothing_said_where_nobody_looks(capsys):
    assert main(["match", "troll", "random", "random", "--size", "4", "--games", "5", "--json"]) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert (found["games"], found["options"], said.err) == (6, byways.start("troll", size=4).options, "")


@pytest.mark.parametrize(("players", "games", "counted"), [(1, 6, 3), (3, 4, 4)])
def test_two_play_a_solo_game_on_the_same_dice_or_share_the_seats_of_a_table(players, games, counted):
    *_, score = play_match("longway", {"players": players}, "greedy", "random", games=games)
    assert (score.games, score.share) == (counted, 1.0)


def test_a_match_may_count_the_time_of_the_processor_which_does_not_hear_of_time_asleep():
    scores = list(play_match("troll", {"size": 5}, "plain:seconds=0.01", "random", games=8, processor_time=True))
    assert [score.games for score in scores] == [2, 4, 6, 8]
    assert scores[-1].wins >= 6
    code = (
        "import time\nfrom byways.search import driver\n"
        "driver.count_processor_time()\nbegan = driver.now()\n"
        "time.sleep(0.5)\nassert driver.now() - began < 0.4"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    began = driver.now()
    time.sleep(0.02)
    assert driver.now() - began >= 0.02, "this process counts by the clock"


def test_with_the_pie_rule_a_player_may_swap_in_every_game():
    for limits in (GameLimits(12), GameLimits(12, 0, again=True)):
        match = Match(RuleSet.of("troll", {"size": 5, "swap": True}), "random", "random", limits=limits)
        assert len(match.schedule) == 12
        for task in match.schedule:
            state = byways.start("troll", size=5, swap=True)
            for turn in (*task.opening, *state.legal_turns()[: 1 - len(task.opening)]):
                state = state.play(turn)
            assert state.is_legal("swap")
    for game in ("whirlwind", "stroll"):
        variant = byways.find(game).variant({"swap": True})
        with pytest.raises(OptionError, match="right to swap is gone"):
            Openings(variant, 2, 1)
        assert Openings(variant.without_pie, 2, 1)[0]


def test_a_match_from_the_start_varies_its_players_turns_and_says_where_it_began():
    level = "level:number=1"

    def made(first=level, opening=None, **given):
        return Match(RuleSet.of("troll", {"size": 4}), first, level, limits=GameLimits(8, opening), **given)

    match = made(start=True)
    assert all("vary=" in player for player in match.players)
    assert {task.opening for task in match.schedule} == {()}
    said = [str(one.schedule.played(2)) for one in (match, made(opening=1), made(opening=2))]
    assert said == ["from the start position", "after 1 random move", "after 2 random moves"]
    unvaried = (f"{level},vary=0", "process:python bot.py --vary=1", "beginner")
    for first, opening in (*((one, None) for one in unvaried), (level, 2)):
        with pytest.raises(OptionError):
            made(first, opening, start=True)


def test_a_match_with_a_test_carries_only_intervals_that_hold_after_stopping():
    match = Match(RuleSet.of("troll", {"size": 4}), "random", "random", limits=GameLimits(400))
    score = Score(60, 0, 40, begun=(30, 0, 20), pairs=(10, 0, 20, 0, 20), opening_pairs=(0, 0, 50, 0, 0))
    plain, tested = match.facts(score, None), match.facts(score, GSPRT(0.4, 0.6))
    assert tested.interval == tested.sequential.interval
    low, high = plain.interval
    assert tested.interval[0] < low < high < tested.interval[1]
    assert tested.first_player.interval is None


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


def test_the_command_of_games_alone_says_the_histogram(capsys):
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
