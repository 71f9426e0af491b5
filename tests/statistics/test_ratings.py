"""Ratings from games of two, against other programs, an independent likelihood, and simulated players."""

import itertools
import math

import choix
import numpy as np
import pytest
from decided_games import decided_games

from byways.errors import OptionError
from byways.statistics.ratings import ELO, Result, rate


def simulated(rng, openings, elo, advantage=0.0, draws=0.0, uneven=0.0):
    """A round robin in which every two players play every opening from both sides."""
    games = []
    for opening in range(openings):
        favour = uneven * rng.choice([-1, 1])
        for first, second in itertools.permutations(range(len(elo)), 2):
            ahead = (elo[first] - elo[second] + advantage) / ELO + favour
            odds = np.array([math.exp(ahead / 2), math.exp(-ahead / 2), draws])
            points = (1.0, 0.0, 0.5)[rng.choice(3, p=odds / odds.sum())]
            games.append(Result(f"p{first}", f"p{second}", points, opening))
    return games


def naive_likelihood(games, elo, advantage, drawn):
    """The logarithm of Davidson's probabilities, as they stand in his paper, with the order's factor."""
    total = 0.0
    for first, second, points, _ in games:
        one, other = 10 ** (elo[first] / 400) * math.sqrt(advantage), 10 ** (elo[second] / 400) / math.sqrt(advantage)
        between = drawn * math.sqrt(one * other)
        total += math.log({1.0: one, 0.0: other, 0.5: between}[points] / (one + other + between))
    return total


def test_no_other_ratings_are_likelier():
    games = simulated(np.random.default_rng(1), 15, (120, 0, -60), advantage=70, draws=0.8)
    found = rate(games, prior=0)
    elo = dict(zip(found.players, found.elo, strict=True))
    advantage = 10 ** (found.first_player.value / 400)
    drawn = 2 * found.draws.value / (1 - found.draws.value)
    best = naive_likelihood(games, elo, advantage, drawn)
    for player, step in itertools.product(elo, (-2, 2)):
        assert naive_likelihood(games, elo | {player: elo[player] + step}, advantage, drawn) < best
    for factor in (0.98, 1.02):
        assert naive_likelihood(games, elo, advantage * factor, drawn) < best
        assert naive_likelihood(games, elo, advantage, drawn * factor) < best
    won = sum(game.points for game in games if {game.first, game.second} == {"p0", "p1"} and game.first == "p0")
    expected = found.expected_share("p0", "p1") * 15
    assert abs(won - expected) < 5
    # A likelihood's own property: as many points by the model as there were.
    points = sum(game.points for game in games)
    assert sum(found.expected_share(game.first, game.second) for game in games) == pytest.approx(points)


def test_without_draws_and_order_they_are_those_of_choix():
    games = decided_games(100)
    # Everything also the other way round: so there is no advantage of the first player.
    both = [*games, *(Result(game.second, game.first, 1 - game.points, game.opening) for game in games)]
    found = rate(both, prior=0)
    number = {name: i for i, name in enumerate(found.players)}
    won = [(game.first, game.second)[:: 1 if game.points else -1] for game in both]
    theirs = choix.opt_pairwise(4, [(number[winner], number[loser]) for winner, loser in won], alpha=0, tol=1e-10)
    assert found.elo == pytest.approx(ELO * (theirs - theirs.mean()), abs=1e-3)
    assert found.first_player.value == pytest.approx(0, abs=1e-6)


def test_the_first_players_advantage_is_that_of_a_logistic_regression():
    # statsmodels 0.15.0: columns x = [(first == p) - (second == p) for p in "bcd"] + [1] of decided_games(), and
    # Logit(points, x).fit(cov_type="cluster", cov_kwds={"groups": openings, "use_correction": False})
    values = [0.4496531655870207, 0.5733109582149423, -0.3989394915914246, 0.3226558551639823]
    clustered = [0.11519919364359507, 0.1245099788207507, 0.1134010743934575, 0.08266830469741011]
    found = rate(decided_games(), prior=0)
    for player, value, error in zip("bcd", values, clustered, strict=False):
        difference = found.difference(player, "a")
        assert difference.value == pytest.approx(ELO * value, abs=1e-4)
        assert difference.interval.half_width == pytest.approx(1.97 * ELO * error, rel=0.01)
    assert found.first_player.value == pytest.approx(ELO * values[3], abs=1e-4)
    assert found.first_player.interval.half_width == pytest.approx(1.966 * ELO * clustered[3], rel=0.01)
    assert found.draws is None


@pytest.mark.parametrize("uneven", [0.0, 2.5])
def test_intervals_cover_the_truth_whatever_the_openings(uneven):
    rng, of_players, of_first, alone = np.random.default_rng(4), 0, 0, 0
    runs = 100
    for _ in range(runs):
        games = simulated(rng, 15, (0, 0, 0), draws=0.3, uneven=uneven)
        found = rate(games)
        of_players += found.difference("p0", "p1").interval.covers(0)
        of_first += found.first_player.interval.covers(0)
        alone += rate([game._replace(opening=None) for game in games]).first_player.interval.covers(0)
    assert of_players / runs > 0.88
    assert of_first / runs > 0.88
    assert uneven == 0 or alone / runs < 0.75  # six games of an opening that go the same way are not six


def test_uneven_openings_make_players_better_known():
    games = simulated(np.random.default_rng(5), 40, (60, 0, -60), uneven=2.5)
    by_opening = rate(games).difference("p0", "p2").interval.half_width
    alone = rate([game._replace(opening=None) for game in games]).difference("p0", "p2").interval.half_width
    assert by_opening < 0.85 * alone


def test_who_has_won_everything_has_a_finite_rating_with_a_wide_interval():
    found = rate([Result("a", "b", 1.0), Result("b", "a", 0.0)] * 10)
    difference = found.difference("a", "b")
    # 20 of 20 is compatible with a share of 0.84 (Wilson), some 290 Elo, and with any above.
    assert 0 < difference.interval.low < 400
    assert difference.interval.high > 600
    assert found.table()[0][0] == "a"
    with pytest.raises(OptionError, match="must be connected by wins and losses both ways"):
        rate([Result("a", "b", 1.0), Result("b", "a", 0.0)] * 10, prior=0)
    with pytest.raises(OptionError, match="must be connected"):
        rate([Result("a", "b", 1.0), Result("a", "b", 0.0), Result("c", "d", 1.0), Result("c", "d", 0.0)], prior=0)


def test_a_pair_or_two_prove_nothing():
    assert rate([Result("a", "b", 1.0, 1), Result("b", "a", 1.0, 1)]).difference("a", "b").interval.half_width > 1000
    drawn = rate([Result("a", "b", 0.5, opening) for opening in range(30)])
    assert drawn.draws.value > 0.9
    assert drawn.draws.interval.low < 0.95
    assert drawn.difference("a", "a") == (0, (0, 0))
