"""What a review of The Long Way says of a position by the rules alone."""

import byways
from byways.registry import find
from byways.rng import seeded
from byways.search.random_game import random_turn

GAME = find("longway")


def test_nothing_is_said_before_the_start_and_after_the_end():
    state = byways.start("longway")
    assert GAME.insight(state) == ("", ())
    rng = seeded(2)
    while state.to_move is not None:
        state = state.apply_unchecked(random_turn(state, rng))
    assert GAME.insight(state) == ("", ())


def test_the_shopper_and_the_tile():
    state = byways.start("longway").play("setup a1N c1N").play("roll 1-1")
    said, (path,) = GAME.insight(state)
    places = sum(turn.startswith("tile") for turn in state.legal_turns())
    corners = {turn.split()[1] for turn in state.legal_turns() if turn.startswith("tile")}
    assert places > len(corners)
    assert said == f"The shopper would now score -3 points. With 1-1 the tile fits in {len(corners)} places."
    assert path.at == ("a1", "b1", "c1")


def test_the_score_is_what_the_game_would_count_if_it_ended_now():
    rng = seeded(5)
    state = byways.start("longway", players=2)
    looked = 0
    while state.to_move is not None:
        if state.to_move == "player 1" and GAME.insight(state)[0]:
            ended = state
            while ended.to_move is not None:
                stops = "stop" if ended.is_legal("stop") else ended.chances()[0][0]
                ended = ended.play(stops)
            for player, points in ended.outcome.scores.items():
                assert f"{player.capitalize()}'s shopper would now" in GAME.insight(state)[0]
                assert f" {points}" in GAME.insight(state)[0]
            looked += 1
        state = state.apply_unchecked(random_turn(state, rng))
    assert looked > 3


def test_a_single_player_counts_points():
    assert GAME.scale(GAME.variant({"players": 1})) == (-10, 20, "points")
    assert GAME.scale(GAME.variant({"players": 3})) == (0.0, 100.0, "%")
    alone = byways.start("longway").play("setup a1N c1N").play("roll 1-1").play("stop")
    assert alone.outcome.scores == {"player 1": -3}
    low, high, _ = GAME.scale(alone.variant)
    assert low + byways.analyse(alone).value * (high - low) == -3
