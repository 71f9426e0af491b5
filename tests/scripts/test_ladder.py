import math
import random
from itertools import pairwise

import pytest

import byways
from byways.arena.players import player
from byways.arena.run_store import RunError
from byways.arena.schedule import GameLimits, RuleSet
from byways.arena.score import Score
from byways.kernels.rng import seeded
from byways.search.engines import AlphaBeta, Capped, Halving, KnownEnding, Mcts, Surrogate
from byways.search.levels import LEVELS, Level, Rung, ladder, level_of
from ladder import HIGH, LOW, calibrate, ladder_text, matches, measure, measure_again, name_of, ratings

HIGHEST = 4_000


def strength(level):
    """An engine world in which doubling the simulations gains less and less, and knowledge is worth 150 points."""
    return 260 * math.log2(level.simulations) ** 0.8 + (0 if level.plain else 150)


def play(first, second, games=400):
    share = 1 / (1 + 10 ** ((strength(second) - strength(first)) / 400))
    rng = random.Random(f"{first} {second}")
    wins = sum(rng.random() < share for _ in range(games))
    return Score(wins, 0, games - wins)


def test_every_level_scores_a_like_share_against_the_one_below():
    rungs = sorted(calibrate(play, measure(play, 4, 128, HIGHEST)), key=lambda rung: rung.number)
    assert [rung.number for rung in rungs] == list(LEVELS)
    assert (rungs[-1].simulations, rungs[-1].plain) == (HIGHEST, False)
    assert rungs[0].plain
    assert all(LOW <= rung.share <= HIGH for rung in rungs[1:])
    assert all(strength(below) < strength(above) for below, above in pairwise(rungs))
    assert ratings(rungs) == sorted(ratings(rungs))


def test_a_match_of_a_calibration_is_a_run_that_goes_on(tmp_path, monkeypatch):
    rules, said = RuleSet.of("troll", {"size": 4}), []
    levels = Level(8, plain=True), Level(2, plain=True)

    def measured(games):
        return matches(rules, GameLimits(games), tmp_path, jobs=1, report=said.append)(*levels)

    score = measured(6)
    assert score.games + score.repeated == 6
    monkeypatch.setattr("byways.arena.run.play_task", lambda *given: pytest.fail("a game is played again"))
    assert measured(6) == score
    assert said[0] == said[1]
    with pytest.raises(RunError, match="holds another run: its games is 6, not 8"):
        measured(8)


def test_a_ladder_file_says_what_was_measured(tmp_path):
    rungs = (Rung(8, True, 1), Rung(30, False, 2, 0.675, (0.6, 0.75), 200, learnt=400))
    path = tmp_path / "levels.toml"
    path.write_text(ladder_text(rungs, "a test"))
    assert ladder(path) == rungs
    assert level_of(path, 2) == rungs[1]


def test_a_game_without_a_ladder_has_levels_too():
    found = [level_of(None, number) for number in LEVELS]
    assert [level.simulations for level in found] == [2**n for n in range(4, 14)]
    with pytest.raises(byways.OptionError, match="from 1 to 10"):
        level_of(None, 0)


@pytest.mark.parametrize("game", byways.games())
def test_ladders_have_ten_rungs_that_hold(game):
    """Each level's measured share against the one below lies within the bounds that were aimed at."""
    path = byways.find(game).levels_file
    if path is None:
        pytest.skip(f"{game} has no ladder")
    rungs = ladder(path)
    assert [rung.number for rung in rungs] == list(LEVELS)
    assert all(LOW <= rung.share <= HIGH and rung.games >= 60 for rung in rungs[1:])


def test_levels_are_measured_again_as_they_are():
    levels = [Level(8, plain=True), Level(1, plain=False, learnt=400), Level(30, plain=False)]
    rungs = list(measure_again(lambda first, second: Score(levels.index(first), 1, levels.index(second)), levels))
    assert [Level(rung.simulations, rung.plain, learnt=rung.learnt) for rung in rungs] == levels
    assert [(rung.number, rung.games, rung.share) for rung in rungs] == [(1, 0, None), (2, 2, 0.75), (3, 4, 0.625)]
    assert [name_of(rung) for rung in rungs][1:] == ["full:simulations=1,learnt=400", "full:simulations=30"]


def test_a_level_plays_and_may_know_what_was_known_after_a_few_games():
    state = byways.start("troll", size=4)
    assert player("level:number=1").choose(state, seeded(1)).turns[0] in state.legal_turns()
    engine = byways.find("longway").engine
    assert Level(1, plain=False, learnt=400).of(engine) == Capped(1, then=Halving(engine.rollouts, learnt=400))
    assert player("full:simulations=1,learnt=400").choose(byways.start("longway"), seeded(1)).turns
    for game, said in (("troll", "no learnt="), ("longway", "after 7 games, only after ")):
        with pytest.raises(byways.OptionError, match=said):
            player("full:simulations=1,learnt=7").choose(byways.start(game), seeded(1))
    for text in ("level", "level:number=11", "level:number=strong"):
        with pytest.raises(byways.OptionError):
            player(text)


def test_plain_levels_know_nothing_of_the_game_but_keep_what_is_no_search():
    engine = AlphaBeta()
    assert Level(10, plain=True).of(engine) == Capped(10, then=Mcts())
    assert Level(10, plain=False).of(engine) == Capped(10, then=engine)
    known, other = (lambda state: None), (lambda state: state)
    engine = KnownEnding(known, then=Surrogate(other, then=Mcts(leaf=0.5)))
    assert Level(10, plain=True).of(engine) == Capped(10, then=KnownEnding(known, then=Surrogate(other, then=Mcts())))
