"""What is said of a position of The Long Way by the rules alone."""

import byways
from byways.games.longway.grid import SIDES
from byways.games.longway.layout import own_sheet
from byways.games.longway.result import walk_of
from byways.games.longway.sheet import WALLED, by_space
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.registry import find
from byways.search.random_game import random_turn
from games.playing import play

GAME = find("longway")


def test_the_shopper_and_the_tile_are_told_and_nothing_before_the_start_and_after_the_end():
    start = byways.start("longway")
    assert GAME.ui.remark(start) == GAME.ui.describe_preview(start, ()) == ""
    assert GAME.ui.remark(byways.random_game("longway", seed=2)) == ""
    state = play(start, "setup a1N c1N", "roll 1-1")
    tiles = [turn for turn in state.legal_turns() if turn.startswith("tile")]
    corners = {turn.split()[1] for turn in tiles}
    assert len(tiles) > len(corners)
    walk = "The shopper would now walk 3 spaces and score -3 points."
    assert GAME.ui.remark(state) == f"{walk} With 1-1 the tile fits in {len(corners)} places."


def test_what_a_tile_would_do_to_the_path_is_told_and_that_there_is_none():
    state = play(byways.start("longway"), "setup a1N c1N", "roll 1-1")
    tile = next(turn for turn in state.legal_turns() if turn.startswith("tile b1 "))
    actions = state.actions(tile)
    assert GAME.ui.describe_preview(state, ()) == "the shopper walks 3 spaces and scores -3 points"
    laid = GAME.ui.describe_preview(state, actions[:1])
    assert laid != GAME.ui.describe_preview(state, ()), "there are fewer empty spaces, or the walls make a longer way"
    points, legs = walk_of(state.play(tile), 0)
    spaces = len({cell for leg in legs for cell in leg})
    told = f"the shopper walks {spaces} spaces and scores {points} points"
    assert GAME.ui.describe_preview(state, tuple(actions)) == told
    vector = state.vector.copy()
    sheet = vector[own_sheet(state.variant.geometry, 0) :]
    whats, _, marks = by_space(sheet)
    whats[0], marks[0] = WALLED, 1 << SIDES.index("N")  # a wall over the entrance
    assert GAME.ui.describe_preview(State(state.variant, vector, state), ()) == "the shopper finds no path and scores 0"


def test_the_score_is_what_the_game_would_count_if_it_ended_now():
    rng = seeded(5)
    state = byways.start("longway", players=2)
    looked = 0
    while state.to_move is not None:
        if state.to_move == "player 1" and GAME.ui.remark(state):
            ended = state
            while ended.to_move is not None:
                stops = "stop" if ended.is_legal("stop") else ended.chances()[0][0]
                ended = ended.play(stops)
            for player, points in ended.outcome.scores.items():
                assert f"{player.capitalize()}'s shopper would now" in GAME.ui.remark(state)
                assert f" {points}" in GAME.ui.remark(state)
            looked += 1
        state = state.apply_unchecked(random_turn(state, rng))
    assert looked > 3


def test_a_single_player_counts_points():
    assert GAME.ui.scale(GAME.variant({"players": 1})) == (-10, 20, "points")
    assert GAME.ui.scale(GAME.variant({"players": 3})) == (0.0, 100.0, "%")
    alone = byways.start("longway").play("setup a1N c1N").play("roll 1-1").play("stop")
    assert alone.outcome.scores == {"player 1": -3}
    low, high, _ = GAME.ui.scale(alone.variant)
    assert low + byways.analyse(alone).value * (high - low) == -3
