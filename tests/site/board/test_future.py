"""Planned turns: numbered ghosts over the present position, where nothing looks played."""

import pytest

import byways
from byways.draw.themes import RULES
from byways.site.board.future import Planned, planned
from byways.site.timeline.plans import ahead

GAMES = {"troll": {"size": 6}, "whirlwind": {"size": 8}, "stride": {}, "stroll": {"size": 8}}
"""The games in which turns can be planned, with options."""


def position(game):
    """After three turns."""
    state = byways.start(game, **GAMES[game])
    for number in (2, 4, 5):
        legal = state.legal_turns()
        state = state.play(legal[len(legal) * number // 7])
    return state


def two_turns(state):
    """Two turns that the player who is not to move plans, as long as any, with the states in which they are planned."""
    turns = []
    for _ in range(2):
        mine = ahead(state, turns)[-1]
        legal = mine.legal_turns()
        turns.append(max(legal[len(legal) // 3 :], key=lambda turn: len(mine.actions(turn))))
    return [(mine, mine.actions(turn)) for mine, turn in zip(ahead(state, turns), turns, strict=False)]


def board(picture):
    return picture.boards[0]


@pytest.mark.parametrize("game", GAMES)
def test_planned_turns_lie_as_numbered_ghosts_over_a_picture_that_stays_as_it_is(game):
    state = position(game)
    present, turns = game_picture(state), two_turns(state)
    drawn = board(Planned(present, turns).picture).items
    there = board(present).items
    assert drawn[: len(there)] == there, "all that was played stays, the last mark too"
    assert any(item.kind == "last" for item in there)
    more = drawn[len(there) :]
    assert more
    assert all(item.ghost for item in more)
    assert {item.kind for item in more} <= {"step", "move"}, "nothing of what they would flip, capture or cut"
    steps = [item for item in more if item.kind == "step"]
    assert [item.text for item in steps] == sorted(item.text for item in steps)
    assert {item.text for item in steps} == {"1", "2"}
    assert {item.owner for item in steps} == {turns[0][0].to_move} != {state.to_move}


def game_picture(state):
    return state.variant.game.picture(state)


@pytest.mark.parametrize("game", ["whirlwind", "stroll"])
def test_the_beginning_of_a_planned_turn_is_a_ghost_too(game):
    state = position(game)
    (before, (mine, whole)) = two_turns(state)
    assert len(whole) > 1
    begun, all_of_it = (planned((before, (mine, actions))) for actions in (whole[:1], whole))
    assert set(begun) < set(all_of_it)
    assert [item.text for item in begun if item.kind == "step"][-1] == "2"


def test_what_a_plan_would_flip_is_not_drawn():
    state = position("troll")
    mine = ahead(state, ())[0]
    flips = next(
        turn
        for turn in mine.legal_turns()
        if any(i.kind == "flip" for i in mine.variant.game.preview(mine, mine.actions(turn)))
    )
    assert [(item.kind, item.at) for item in planned([(mine, mine.actions(flips))])] == [("step", (flips,))]


def test_a_jump_that_is_planned_says_from_where():
    state = position("stride")
    turns = two_turns(state)
    ways = [item.at for item in planned(turns) if item.kind == "move"]
    assert ways == [tuple(mine.write(actions).split("-")) for mine, actions in turns]
    ends = [item.at for item in planned(turns) if item.kind == "step"]
    assert ends == [way[-1:] for way in ways]


def test_what_is_built_is_a_ghost_and_its_tile_bears_the_number():
    state = byways.start("longway", players=1)
    for turn in ("setup a1N g7S", "roll 1-2"):
        state = state.play(turn)
    turn = state.legal_turns()[0]
    items = planned([(state, state.actions(turn))])
    assert {"tile", "display", "step"} <= {item.kind for item in items} <= {"tile", "display", "wall", "dot", "step"}
    assert [(item.at, item.text) for item in items if item.kind == "step"] == [(("b1",), "1")]
    assert all(item.ghost for item in items)


def test_two_plans_for_one_point_show_both_numbers():
    state = position("stride")
    mine = ahead(state, ())[0]
    turn = mine.actions(mine.legal_turns()[0])
    assert {item.text for item in planned([(mine, turn), (mine, turn)]) if item.kind == "step"} == {"1 · 2"}


def test_only_the_rest_of_a_turn_is_drawn_where_its_beginning_is():
    state = position("whirlwind")
    turns = two_turns(state)
    whole = Planned(game_picture(state), turns)
    rest = whole.markup(1)
    assert whole.markup().count('class="step') == 4
    assert rest.count('class="step') == 1
    assert whole.markup(len(turns[-1][1])) == ""


def test_a_planned_piece_is_a_shade_with_a_dashed_rim_and_without_a_shadow():
    state = position("troll")
    mine = ahead(state, ())[0]
    markup = Planned(game_picture(state), [(mine, mine.actions(mine.legal_turns()[0]))]).markup()
    assert ("shade" in markup, "broken" in markup, "soft" in markup, ">1</text>" in markup) == (True, True, False, True)
    assert ".step .shade { stroke: none; fill-opacity: .55 }" in RULES
