"""What games count as events, on boards and in lines counted by hand."""

from dataclasses import replace

import pytest
from examples import hex

import byways
from byways.errors import OptionError
from byways.game import Event
from byways.lab.metrics import GameSample, measure
from byways.lab.metrics.registry import event_metrics
from byways.position.state import State
from byways.records import Record
from byways.registry import find
from byways.statistics.intervals import wilson
from games.playing import play
from games.stride.stride_positions import SHUTTLE, place, shuttling
from games.troll.test_troll_rules import EXAMPLE

LONGWAY = (
    "setup g5E e7S", "roll 1-2", "tile d7 d7=1", "roll 2-6", "tile g4 g6=6", "roll 3-2", "tile c4 c5=3", "roll 6-3",
    "tile e4 f6=3", "roll 1-5", "tile a2 a2=5", "roll 1-6", "tile d1 d1=6", "roll 1-3", "tile b7 c7=1 wall e4S",
    "roll 6-1", "cafe d2 e2", "roll 5-3", "stop",
)  # fmt: skip


def count(state, name):
    """An event's figure in the game that led to a state."""
    states = [state]
    while states[0].previous is not None:
        states.insert(0, states[0].previous)
    (event,) = (one for one in find(state.game).events if one.name == name)
    return event.of_game(states)


def test_troll_counts_flips_and_captures_on_edges():
    start = byways.start("troll", position=EXAMPLE)
    two = play(start, "d5", "g6")  # c4, e5 and f5; then e4 and f5
    assert (count(two, "Flips"), count(two, "MostFlips"), count(two, "FlippingTurns")) == (2.5, 3, 1)
    assert count(two, "EdgeCaptures") == 0
    assert count(start.play("e1"), "EdgeCaptures") == 1


def test_whirlwind_counts_what_the_diagonal_rule_forbids():
    start = byways.start("whirlwind", size=6)
    # Black stands on a1, b4, e3 and f6: b2, a3, c3, a5, c5, d2, f2, d4, f4 and e5 of 28 empty points touch a corner.
    white = start.play("c1")
    assert count(white, "BannedPoints") == 10 / 28
    assert count(white, "Pairs") is None, "the first turn is one stone"
    turns = [turn.split(",") for turn in white.legal_turns()]
    alone = {turn[0] for turn in turns if len(turn) == 1}
    empty = {cell for cell, owner in white.cells.items() if owner is None}
    pair = next(turn for turn in turns if len(turn) == 2 and not alone >= set(turn))
    after = white.play(",".join(pair))
    assert count(after, "BannedPoints") == pytest.approx((10 / 28 + 1 - len(alone) / len(empty)) / 2)
    assert (count(after, "Pairs"), count(after, "MendingPairs")) == (1, 1)
    ever = {point for turn in turns for point in turn}
    assert count(after, "PointsBannedInPairs") == pytest.approx(1 - len(ever) / len(empty))


def test_stride_counts_captures_stacks_and_repetitions_to_the_end():
    captures = place("a1 b2", "c3*2 d5").play("a1-c3")
    assert (count(captures, "CapturedPieces"), count(captures, "Captures")) == (2, 1)
    assert (count(captures, "ForwardTurns"), count(captures, "StackingTurns")) == (1, 0)
    once = play(shuttling(), *SHUTTLE)
    assert count(once, "RepeatedPositions") == 1 / 4
    assert (count(once, "StackingTurns"), count(once, "ForwardTurns"), count(once, "TallestStack")) == (0.5, 0.5, 2)
    end = byways.random_game("stride", seed=4, side=4)
    assert count(end, "CapturedPieces") == 2 * (5 + 6) - abs(end.board[end.board > -100]).sum()


def test_stroll_counts_connections_that_stones_interrupt():
    state = play(byways.start("stroll", size=6), "a1>a4", "c2>a2")  # a2 stands between a1 and a4
    assert (count(state, "Cuts"), count(state, "OwnCuts")) == (0.5, 0)
    end = byways.random_game("stroll", seed=1, size=5)
    assert count(end, "LongestPath") == max(end.outcome.scores.values())
    assert count(end, "TiedFirstPaths") == (len(set(end.outcome.scores.values())) == 1)


def test_the_long_way_counts_what_is_done_with_the_dice():
    state = play(byways.start("longway"), *LONGWAY)
    assert (count(state, "Tiles"), count(state, "Cafeterias"), count(state, "Rerolls")) == (7, 1, 0)
    assert count(state, "UnusedDice") == 2 / 9
    assert (count(state, "Bonuses"), count(state, "WallBonuses"), count(state, "CoinBonuses")) == (1 / 7, 1, 0)
    assert (count(state, "UseOfShape1"), count(state, "UseOfShape6"), count(state, "UseOfShape4")) == (1, 0.5, None)
    assert count(state, "ScoreAtLeast6") == (state.outcome.scores["player 1"] >= 6)


def test_events_are_metrics_of_records_and_what_holds_at_the_end_a_share_of_games():
    game = find("troll")
    records = [Record.from_state(byways.random_game("troll", seed=seed, size=4)) for seed in (1, 2, 3)]
    (flips, *_) = measure(map(GameSample.of, records), event_metrics(game))
    assert (flips.metric.name, flips.n, flips.metric.about.unit) == ("Flips", 3, "discs a move")
    assert flips.interval.low < flips.value < flips.interval.high
    records = [Record.from_state(byways.random_game("stroll", seed=seed, size=5)) for seed in (1, 2, 3)]
    events = {metric.name: metric for metric in event_metrics(find("stroll"))}
    (tied,) = measure(map(GameSample.of, records), [events["TiedFirstPaths"]])
    assert (tied.n, tied.interval) == (3, wilson(3 * tied.value, 3))
    unfinished = byways.start("stroll", size=5).play("a1>c1")
    assert (count(unfinished, "TiedFirstPaths"), count(unfinished, "Cuts")) == (None, 0)


def test_a_game_of_ones_own_names_its_events_and_a_wrong_name_is_refused():
    corner = Event(
        "Corners", "Whether a stone stands on a1.", lambda before, after: after["a1"] is not None, over="sum"
    )
    variant = replace(hex.GAME, events=(corner,)).variant({"size": 3})
    states = [State(variant, variant.start())]
    for turn in ("b2", "a1", "b1"):
        states.append(states[-1].play(turn))
    assert (corner.of_game(states), corner.of_game(states[:1]), corner.measured_in) == (2, None, "a game")
    for wrong in ((replace(corner, name="corner stones"),), (corner, corner)):
        with pytest.raises(OptionError, match="must be letters and digits that begin with a capital"):
            replace(hex.GAME, events=wrong)
