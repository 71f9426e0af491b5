"""Rounds of The Long Way: dice, rerolls and coins, whose dice they are, secret choices, and the end."""

import numpy as np
import pytest

import byways
from games.longway.longway_positions import TILES, over, several, solo
from games.playing import play, refusal


def test_the_dice_are_36_equal_chances_and_belong_to_player_1_first():
    state = several(2)
    assert state.to_move == "chance"
    assert state.chances() == [(f"roll {light}-{dark}", 1 / 36) for light in range(1, 7) for dark in range(1, 7)]
    assert state.play("roll 3-5").to_move == "player 1"
    assert refusal(state, "stop") == "now the dice are rolled for player 1: the dice, such as roll 3-5"
    assert refusal(state.play("roll 3-5"), "roll 3-5").startswith("now player 1 is to move: a tile")


def test_a_reroll_costs_a_coin_and_rolls_one_die():
    state = solo(dice="3-5", coins=1)
    assert state.legal_turns()[-3:] == ["stop", "reroll light", "reroll dark"]
    rolling = state.play("reroll light")
    assert rolling.chances() == [(f"light {die}", 1 / 6) for die in range(1, 7)]
    assert (
        refusal(rolling, "dark 2")
        == "now the dice are rolled for player 1: the die that is rolled again, such as light 4"
    )
    again = rolling.play("light 2")
    assert "dice 2-5" in str(again)
    assert "coins 0;" in str(again)
    assert refusal(again, "reroll dark") == "you have no coin to reroll a die with"


def test_rerolls_go_on_as_long_as_coins_last_and_any_other_turn_ends_them():
    state = play(solo(dice="3-5", coins=3), "reroll dark", "dark 1", "reroll light", "light 1", "reroll dark", "dark 6")
    assert "dice 1-6" in str(state)
    assert not state.is_legal("reroll light")
    acted = solo(dice="3-5", coins=3).play("cafe a1 b1")
    assert (acted.to_move, len(acted.chances())) == ("chance", 36)  # the next roll: both dice
    gained = solo("4   A2", dice="2-5").play("tile a5 a5=2 coins")
    assert "coins 2;" in str(gained)
    assert gained.play("roll 1-1").is_legal("reroll light"), "coins gained now are spent from the next own roll"


def test_only_the_active_player_rerolls_before_acting_and_all_act_on_the_same_dice():
    text = str(several(3, "roll 3-5")).replace("coins 0", "coins 1")
    state = byways.start("longway", position=text).play("reroll light").play("light 2")
    assert [line for line in str(state).splitlines() if "coins" in line] == [
        "player 1: coins 0; entrance a1W; exit g7E",
        "player 2: coins 1; entrance a1W; exit g7E",
        "player 3: coins 1; entrance a1W; exit g7E",
    ]
    second = state.play("tile a1 a1=2")
    assert second.to_move == "player 2"
    assert refusal(second, "reroll dark") == "only player 1, who rolled the dice, may reroll"
    assert second.is_legal("tile g7 g7=5")
    third = second.play("tile g7 g7=5")
    assert third.play("stop").to_move == "chance"
    assert third.play("stop").play("roll 1-1").is_legal("reroll dark")  # player 2's dice now, player 2's coin


def test_the_dice_pass_clockwise_to_the_next_player_still_in():
    state = several(3, "roll 2-5", "tile a1 a1=2", "stop", "tile a1 a1=2")
    assert "round: player 3, dice ?-?" in str(state)  # player 2 has stopped
    for turn, mover in (("roll 2-5", "player 3"), ("tile b1 b1=5", "player 1"), ("tile b1 b1=5", "chance")):
        state = state.play(turn)
        assert state.to_move == mover
    assert "round: player 1, dice ?-?" in str(state)
    state = play(state, "roll 2-5", "stop")  # the active player stops
    assert state.to_move == "player 3"
    state = state.play("tile c1 c1=2")
    assert "round: player 3, dice ?-?" in str(state)
    assert play(state, "roll 1-5", "stop").to_move is None


def test_setups_are_secret_until_all_have_chosen():
    state = byways.start("longway", players=2).play("setup d1N g7S")
    for viewer in ("player 2", None):
        view = state.view(viewer)
        assert "d1N" not in str(view)
        assert view.turns == ("?",)
        assert not _drawn(view, "player 1")
    assert "d1N" in str(state.view("player 1"))
    assert state.view("player 1").turns == ("setup d1N g7S",)
    shown = state.play("setup a1N a1W").view(None)
    assert "d1N" in str(shown)
    assert shown.turns == ("setup d1N g7S", "setup a1N a1W")


def _drawn(state, player):
    board = next(board for board in state.variant.game.picture(state).boards if board.key == player)
    return {item.kind for item in board.items}


def test_choices_are_secret_until_all_still_in_have_acted():
    before = several(3, "roll 2-5")
    state = before.play("tile c3 c3=2").play("cafe d4 d5")
    for viewer in ("player 3", None):
        view = state.view(viewer)
        assert _sheets(view) == _sheets(before)
        assert view.to_move == "player 3"
        assert view.turns[-2:] == ("?", "?")
        assert not {"tile", "display", "last", "cafe"} & (_drawn(view, "player 1") | _drawn(view, "player 2"))
    own = state.view("player 2")
    assert "@1" in str(own)
    assert "A2" not in str(own)
    assert own.turns[-2:] == ("?", "cafe d4 d5")
    assert "display" in _drawn(state.view("player 1"), "player 1")
    shown = state.play("stop")
    assert shown.view("player 3").turns == shown.turns
    assert _sheets(shown.view(None)) == _sheets(shown)


def _sheets(state):
    return str(state).splitlines()[1:-1]


def test_who_has_stopped_and_coins_won_are_secret_but_rerolls_and_coins_spent_public():
    state = several(2, "roll 2-5", "stop")
    view = state.view("player 2")
    assert "stopped" in str(state)
    assert "stopped" not in str(view)
    assert "stopped" not in str(state.view(None))
    assert "stopped" not in view.variant.game.picture(view).boards[0].notes
    assert "stopped" in str(state.play("tile a1 a1=2").view("player 2"))
    state = several(2, "roll 2-5", "tile a1 a1=2", "tile a1 a1=2", "roll 2-5", "tile a2 a2=2 coins")
    assert state.to_move == "player 1"
    assert "coins 2" in str(state.view("player 2"))
    assert "coins 2" not in str(state.view("player 1"))
    assert "coins 2" in str(state.play("stop").view("player 1"))
    text = str(several(2, "roll 3-5")).replace("coins 0", "coins 1")
    state = byways.start("longway", position=text).play("reroll light")
    assert state.view("player 2").turns == ("reroll light",)
    assert "coins 0" in str(state.view(None))
    assert "dice ?-5" in str(state.view(None))


def test_a_view_can_be_played_on_as_if_others_had_drawn_nothing():
    view = several(2, "roll 2-5", "stop").view("player 2").play("tile a1 a1=2")
    assert view.to_move == "chance"
    assert "round: player 2, dice ?-?" in str(view)
    assert "stopped" not in str(view)
    unknown_gates = byways.start("longway", players=2).play("setup d1N g7S").view("player 2").play("setup a1N a1W")
    assert byways.start("longway", position=str(unknown_gates)) == unknown_gates
    end = unknown_gates
    for turn in ("roll 1-1", "stop", "stop"):
        end = end.play(turn)
    assert end.outcome.scores["player 1"] == 0


def test_stopping_takes_effect_together_and_the_last_stop_ends_the_game():
    state = several(3, "roll 2-5", "stop", "stop")
    assert state.to_move == "player 3"
    state = state.play("stop")
    scores = dict.fromkeys(state.players, -13)
    assert (state.to_move, state.outcome) == (None, byways.Outcome(None, state.players, "score", scores))


SHEETS = """
round: over
player 1: coins 0; entrance a1N; exit b1N; stopped
1   {}
player 2: coins 0; entrance a1N; exit b1N; stopped
1   {}
player 3: coins 0; entrance a1N; exit b1N; stopped
1   {}
to move: nobody; over: score
"""


@pytest.mark.parametrize(
    ("sheets", "scores", "winners", "values"),
    [
        (("A1    A2", "A1    A", "A1"), (2, 1, 0), ("player 1",), [1, 0, 0]),
        (("A1    A2", "A1    A", "A1    A3"), (2, 1, 2), ("player 1", "player 3"), [0.5, 0, 0.5]),
        (("A1", "A1", "A1"), (0, 0, 0), ("player 1", "player 2", "player 3"), [1 / 3] * 3),
        ((".", ".", "A     ."), (-2, -2, -1), ("player 3",), [0, 0, 1]),
    ],
)
def test_the_highest_score_wins_and_equal_highest_share_it(sheets, scores, winners, values):
    state = byways.start("longway", position=SHEETS.format(*sheets), tiles=TILES)
    names = ("player 1", "player 2", "player 3")
    sole = winners[0] if len(winners) == 1 else None
    assert state.outcome == byways.Outcome(sole, winners, "score", dict(zip(names, scores, strict=True)))
    assert _values(state) == pytest.approx(values)


def _values(state):
    values = np.zeros(len(state.players))
    assert state.variant.kernels.outcome(state.variant.geometry, state.vector, values) == 1
    return values.tolist()


@pytest.mark.parametrize(
    ("displays", "winner", "verdict"),
    [
        (5, None, "Failure. Try again."),
        (6, None, "Respectable. Try again."),
        (8, None, "Respectable. Try again."),
        (9, "player 1", "Very good. You win."),
        (12, "player 1", "Excellent. You are a champion."),
    ],
)
def test_alone_one_wins_from_nine_points_on(displays, winner, verdict):
    """A path of 13 spaces along the top and the right side, with so many displays on it."""
    marks = iter(["A1"] * displays + ["A"] * (13 - displays))
    lines = ["1   " + "    ".join(next(marks).ljust(2) for _ in range(7))]
    lines += [f"{row}" + " " * 39 + next(marks) for row in range(2, 8)]
    state = over("\n".join(lines))
    assert state.outcome.scores == {"player 1": displays}
    assert (state.outcome.winner, state.outcome.winners) == (winner, (winner,) if winner else ())
    assert state.variant.game.ui.explain(state).endswith(verdict)
    assert _values(state) == pytest.approx([(displays + 10) / 30])
