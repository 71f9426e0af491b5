"""What stands beside the sheets of The Long Way: dice with their history, coins, points by source, all tiles."""

import byways
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.registry import find
from byways.rules.side_panel import Count, Dice, Faces, Legend, Points, values
from byways.search.random_game import random_turn
from games.longway.longway_positions import over, several, solo

GAME = find("longway")


def block(state, kind, player="player 1", actions=()):
    (found,) = (one for one in GAME.ui.panel(state, player, tuple(actions)) if isinstance(one, kind))
    return found


def test_dice_lie_as_they_were_rolled_with_those_of_earlier_rounds():
    state = byways.start("longway")
    assert block(state, Dice).title == "Before the first round"
    state = state.play("setup a1N g7S")
    assert [die.face for die in block(state, Dice).dice] == [0, 0]
    assert block(state, Dice).title == "Round 1"
    state = state.play("roll 1-2").play("cafe a7 b7").play("roll 3-5")
    dice = block(state, Dice)
    assert dice.title == "Round 2"
    assert [(die.face, die.dark) for die in dice.dice] == [(3, False), (5, True)]
    assert dice.rolls == ((1, 2),)
    assert dice.says.startswith("The tile fits in ")
    assert dice.says.endswith("It is never turned.")
    tile = state.actions(next(turn for turn in state.legal_turns() if turn.startswith("tile")))[:1]
    begun = block(State(state.variant, state.follow(tile).copy(), state), Dice)
    assert (begun.title, begun.rolls) == ("Round 2", ((1, 2),)), "also in the middle of a turn"


def test_a_reroll_takes_the_place_of_the_roll():
    state = solo(dice="?-?", coins=2).play("roll 3-5").play("reroll dark")
    assert [die.face for die in block(state, Dice).dice] == [3, 0]
    assert block(state, Dice).rolls == ()
    state = state.play("dark 1").play("stop")
    assert block(state, Dice).rolls == ((3, 1),)
    assert block(state, Dice).title == "1 round"


def test_points_come_from_displays_and_empty_spaces_as_at_the_end():
    rng = seeded(4)
    state = byways.start("longway")
    while state.to_move is not None:
        state = state.apply_unchecked(random_turn(state, rng))
        points = block(state, Points)
        displays, empty, length = (source.number for source in points.sources)
        assert points.total == displays + empty
        assert length >= displays - empty
    assert points.total == state.outcome.scores["player 1"]


def test_a_sheet_without_a_way_scores_nothing_and_says_so():
    points = block(over("1n  ---\n1    A", gates="entrance a1N; exit g7E"), Points)
    said = "No path leads from the entrance to the exit, so the sheet scores 0."
    assert (points.total, points.says) == (0, said)
    assert block(over("1   A1    A1"), Points).says == ""


def test_the_displays_of_both_dice_may_be_placed_and_each_face_is_shown_while_dice_lie():
    entries = block(solo(dice="3-5"), Legend).entries
    assert ([entry.name for entry in entries if entry.open], len(entries)) == (["sofa", "desk set"], 6)
    assert not any(entry.open for entry in block(byways.start("longway"), Legend).entries)
    state = solo(dice="3-5")
    walls, shapes = (one for one in state.variant.game.ui.panel(state, state.players[0], ()) if isinstance(one, Faces))
    assert [one.name for one in walls.samples if one.rolled] == ["5"]
    assert [one.name for one in shapes.samples if one.rolled] == ["3"]
    assert len({str(one.picture) for one in (*walls.samples, *shapes.samples)}) == 11  # the rolled tile is in both
    before = byways.start("longway")
    assert not any(isinstance(one, Faces) for one in before.variant.game.ui.panel(before, before.players[0], ()))


def test_a_turn_says_what_it_would_change():
    state = solo("4   A5", dice="3-5", coins=1)
    now = values(GAME.ui.panel(state, "player 1", ()))
    turn = state.actions("tile a5 a5=5 coins")
    then = values(GAME.ui.panel(state, "player 1", turn))
    assert now.keys() == then.keys()
    assert (now["1.total"], then["1.total"]) == ("1", "3"), "two coins"
    done = state.play("tile d1 d1=5")
    told = values(GAME.ui.panel(state, "player 1", state.actions("tile d1 d1=5")))
    assert told["2.total"] == values(GAME.ui.panel(done, "player 1", ()))["2.total"]


def test_amid_a_turn_the_bonuses_are_explained():
    state = solo("4   A5", dice="3-5", coins=1)
    (tile, show, _) = state.actions("tile a5 a5=5 coins")
    said = []
    for actions in ((), (tile,), (tile, show)):
        between = type(state)(state.variant, state.variant.apply_all(state.vector, actions), state)
        said.append(block(between, Dice).says)
    assert said[0].startswith("The tile fits in ")
    assert said[1].startswith("It earns a bonus next to a cafeteria")
    assert "two coins pay for two rerolls" in said[2]


def test_everybody_has_coins_and_points_of_their_own_and_spectators_see_all_points():
    state = several(2)
    assert block(state, Count).name == "coins"
    assert [line.owner for line in GAME.ui.panel(state, None, ()) if hasattr(line, "owner")] == ["player 1", "player 2"]
    boards = state.variant.game.picture(state).boards
    assert [board.worth for board in boards] == [
        values(GAME.ui.panel(state, board.key, ()))["2.total"] for board in boards
    ]


def test_nothing_tells_what_others_have_chosen_in_secret():
    state = byways.start("longway", players=2).play("setup a1N g7S").play("setup a1N g7S").play("roll 1-1")
    hidden = state.play("cafe a1 a2").view("player 2")
    assert values(GAME.ui.panel(hidden, "player 1", ())) == values(GAME.ui.panel(state, "player 1", ()))
    (one, _) = GAME.picture(hidden).boards
    assert one.worth == GAME.picture(state).boards[0].worth


def test_all_tiles_with_what_is_rolled_what_is_near_and_what_fits_nowhere():
    state = byways.start("longway").play("setup a1N g7S").play("roll 2-2")
    tile = next(turn for turn in state.legal_turns() if turn.startswith("tile"))
    state = state.play(tile).play("roll 3-5")
    samples = {one.name: one for one in GAME.ui.gallery(state, "player 1").samples}
    assert len(samples) == 36
    assert [name for name, one in samples.items() if one.rolled] == ["3-5"]
    assert sorted(name for name, one in samples.items() if one.near) == sorted(
        [f"3-{i}" for i in (1, 2, 3, 4, 6)] + [f"{i}-5" for i in (1, 2, 4, 5, 6)]
    )
    assert samples["2-2"].says == "drawn once"
    assert samples["3-5"].says == ""
    full = "\n".join(f"{number}    " + "     ".join("ABCDEFG"[number - 1] * 7) for number in range(1, 8))
    assert all(one.gone for one in GAME.ui.gallery(solo(full), "player 1").samples)
    assert not any(one.gone for one in samples.values())


def test_the_picture_has_the_path_and_what_its_spaces_count_for():
    state = solo("1   A1    A1")
    items = state.variant.game.picture(state).boards[0].items
    assert [item.kind for item in items].count("path") == 1
    gains = [item.at[0] for item in items if item.kind == "value" and item.text == "+1"]
    losses = [item.at[0] for item in items if item.kind == "value" and item.text == "−1"]
    points = block(state, Points)
    assert (len(gains), -len(losses)) == tuple(source.number for source in points.sources[:2])
