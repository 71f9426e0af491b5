"""Ratings from tables, against other programs, an independent likelihood, and simulated tables."""

import itertools
import math

import choix
import numpy as np
import pytest

from byways.statistics.plackett_luce import Table, rate_tables
from byways.statistics.ratings import ELO, Result, rate

PUDDINGS = """
1 2 19 22 16   1 3 16 19 12   2 3 19 19 10   1 4 18 23 13   2 4 23 19  9
3 4 19 20 15   1 5 13 19 18   2 5 16 20 12   3 5 16 15 17   4 5 17 14 16
1 6 18 21 12   2 6 22 20 12   3 6 13 18 10   4 6 14 19 18   5 6 11 21 12
"""
"""Davidson (1970), example 2: brands i and j, how often i was preferred, j, and neither."""


def table(order, cluster=None):
    """A table from its order: "b=c > a"."""
    groups = order.replace(" ", "").split(">")
    return Table([(name, -place) for place, group in enumerate(groups) for name in group.split("=")], cluster)


def simulated(rng, tables, worth, size, noise=0.0):
    """Tables of randomly chosen players; scores are rounded where there is noise, so that some tie."""
    names = list(worth)
    found = []
    for _ in range(tables):
        seats = rng.choice(names, size, replace=False)
        scores = [worth[name] + rng.gumbel() for name in seats]
        found.append(Table([(str(n), round(s * noise) if noise else s) for n, s in zip(seats, scores, strict=True)]))
    return found


def test_puddings_are_worth_what_they_were():
    numbers = [int(number) for number in PUDDINGS.split()]
    tables = []
    for i, j, won, lost, tied in zip(*[iter(numbers)] * 5, strict=True):
        tables += [table(f"{i} > {j}")] * won + [table(f"{j} > {i}")] * lost + [table(f"{i} = {j}")] * tied
    found = rate_tables(tables, prior=0)
    worth = np.exp(found.elo / ELO)
    # Davidson's own, as R's PlackettLuce prints them in its introduction, with standard errors of differences from 1.
    published = [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855]
    assert worth / worth.sum() == pytest.approx(published, abs=3e-5)  # after seven steps
    for brand, error in zip("23456", (0.1872, 0.1935, 0.1882, 0.1927, 0.1924), strict=True):
        width = found.difference(brand, "1").interval.half_width
        assert width == pytest.approx(1.97 * ELO * error, rel=0.04)  # theirs is not the robust one


def test_imaginary_games_are_those_of_other_programs():
    # R's PlackettLuce adds half a win and half a loss against an imaginary item, as here: 0, 0.5184, 0.1355, -1.1538.
    found = rate_tables([table("A > B"), table("C > A"), table("A > D"), table("B > A"), table("B > C")])
    logs = (found.elo - found.elo[0]) / ELO
    assert logs == pytest.approx([0, 0.5184185, 0.1354707, -1.1537565], abs=1e-4)


def test_without_ties_they_are_those_of_choix():
    tables = simulated(np.random.default_rng(1), 150, {"a": 0, "b": 0.5, "c": -0.4, "d": 0.9, "e": 0.1}, 4)
    found = rate_tables(tables, prior=0)
    number = {name: i for i, name in enumerate(found.players)}
    orders = [tuple(number[n] for n, _ in sorted(one.scores, key=lambda score: -score[1])) for one in tables]
    theirs = choix.opt_rankings(5, orders, alpha=0, tol=1e-10)
    assert found.elo == pytest.approx(ELO * (theirs - theirs.mean()), abs=1e-3)


def naive_likelihood(tables, worth, ties):
    """The logarithm of the paper's formula (1), subset by subset."""

    def odds(players):
        return ties[len(players)] * math.prod(worth[player] for player in players) ** (1 / len(players))

    total = 0.0
    for one in tables:
        left = [name for name, _ in one.scores]
        for _, group in itertools.groupby(sorted(one.scores, key=lambda s: -s[1]), key=lambda s: s[1]):
            chosen = [name for name, _ in group]
            if len(left) > 1:
                sets = itertools.chain.from_iterable(itertools.combinations(left, k) for k in ties)
                total += math.log(odds(chosen) / sum(odds(players) for players in sets))
            left = [name for name in left if name not in chosen]
    return total


def test_with_ties_of_two_and_three_no_other_ratings_are_likelier():
    tables = simulated(np.random.default_rng(2), 50, {"a": 0, "b": 0.8, "c": -0.4, "d": 0.3}, 4, noise=1)
    sizes = {len(list(group)) for one in tables for _, group in itertools.groupby(sorted(s for _, s in one.scores))}
    assert sizes >= {1, 2, 3}
    found = rate_tables(tables, prior=0)
    worth = dict(zip(found.players, np.exp(found.elo / ELO), strict=True))
    # The ratings do not tell the frequencies of ties: find them one after another.
    ties = dict.fromkeys(sorted(sizes), 1.0)
    for step, size in itertools.product((0.5, 0.2, 0.1, 0.03, 0.01, 0.003), sorted(sizes - {1})):
        candidates = [ties | {size: ties[size] * math.exp(step * k)} for k in range(-3, 4)]
        ties = max(candidates, key=lambda one: naive_likelihood(tables, worth, one))
    best = naive_likelihood(tables, worth, ties)
    for player, factor in itertools.product(worth, (0.97, 1.03)):
        assert naive_likelihood(tables, worth | {player: worth[player] * factor}, ties) < best


def test_tables_of_two_are_games_of_two():
    games = [("a", "b", 1.0), ("b", "a", 0.5), ("a", "c", 0.0), ("c", "b", 1.0), ("b", "c", 0.5), ("b", "a", 1.0)] * 5
    # Everything also from the other side, so that the order of play does not matter.
    both = [*games, *((second, first, 1 - points) for first, second, points in games)]
    by_games = rate([Result(*game, i) for i, game in enumerate(both)], prior=0)
    by_tables = rate_tables([Table([(a, p), (b, 1 - p)], i) for i, (a, b, p) in enumerate(both)], prior=0)
    assert by_tables.elo == pytest.approx(by_games.elo, abs=1e-6)
    assert by_tables.covariance == pytest.approx(by_games.covariance, rel=1e-3, abs=1)


@pytest.mark.parametrize("size", [3, 6])
def test_intervals_cover_the_truth(size):
    worth = {name: 0.25 * i for i, name in enumerate("abcdef")}
    rng, covered, runs = np.random.default_rng(size), 0, 60
    for _ in range(runs):
        difference = rate_tables(simulated(rng, 40, worth, size)).difference("f", "a")
        covered += difference.interval.covers(1.25 * ELO)
    assert covered / runs > 0.86


def test_tables_of_one_tell_nothing_and_one_may_sit_twice():
    alone = rate_tables([table("a"), table("b")])
    assert alone.elo == pytest.approx([0, 0])
    assert alone.difference("a", "b").interval.half_width > 1000
    twice = rate_tables([Table([("a", 9), ("b", 5), ("a", 3), ("b", 7)], i) for i in range(9)])
    assert twice.elo[0] == pytest.approx(-twice.elo[1])
