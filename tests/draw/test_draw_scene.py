"""Drawings come in pieces that change only where the picture does."""

import re
from dataclasses import replace

import pytest
from draw_world import GAMES, board_of, parsed, random_states, scene_of

import byways
from byways import draw
from byways.draw.scene import redrawn
from byways.rules.picture import Item, Picture


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_changes_turn_one_scene_into_the_next(game, options):
    before = None
    for state in random_states(game, options):
        after = scene_of(state, interactive=True)
        if before is not None:
            patched = dict(before.fragments)
            for key, markup in draw.changes(before, after).items():
                patched.pop(key) if markup is None else patched.update({key: markup})
            assert patched == after.fragments
            assert before.view_box == after.view_box
            assert before.layers == after.layers
            again = redrawn(before, state.variant.game.picture(state))
            if again is not None:
                assert again.markup(after.definitions) == after.markup(again.definitions)
                assert again.items == after.items
                assert after.definitions.items() <= again.definitions.items()
        before = after


def test_what_stays_on_a_board_is_not_drawn_anew():
    before = byways.start("troll", size=6).play("c3").play("c4")
    after = before.play("d4")
    drawn = scene_of(before, interactive=True)
    again = redrawn(drawn, after.variant.game.picture(after))
    assert {key for key, piece in again.fragments.items() if drawn.fragments.get(key) is not piece} == {
        *("marks.d4", "pieces.d4", "controls.d4")
    }
    bare = replace(after.variant.game.picture(after).boards[0], title="Troll")
    assert redrawn(drawn, Picture((bare,))) is None, "all else around a board must be the same"


def test_a_turn_of_troll_changes_only_what_it_touches():
    before = byways.start("troll", size=6).play("c3").play("c4")
    assert draw.changes(scene_of(before), scene_of(before)) == {}
    changed = draw.changes(scene_of(before, interactive=True), scene_of(before.play("c5"), interactive=True))
    assert set(changed) == {f"{kind}.{cell}" for kind in ("pieces", "marks", "controls") for cell in ("c4", "c5")}


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_every_piece_of_a_scene_is_one_group_with_its_id_in_its_layer(game, options):
    for scene in (scene_of(state, interactive=True) for state in [*random_states(game, options)][-2:]):
        root = parsed(scene.markup())
        assert [layer.get("id") for layer in root] == ["byways", *scene.layers]
        ids = {piece.get("id"): layer.get("id") for layer in root for piece in layer}
        assert ids == {key: draw.layer_of(key) for key in (*scene.definitions, *scene.fragments)}


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_all_that_may_come_is_defined_from_the_start(game, options):
    start, *later = random_states(game, options)
    defined = scene_of(start).definitions
    assert all(scene_of(state).definitions == defined for state in later)
    for state in (start, *later[:20:5]):
        picture, turns = state.variant.game.picture(state), state.legal_turns()[:9] if state.to_move != "chance" else []
        ghosts = [state.variant.game.preview(state, state.actions(turn)) for turn in turns]
        boards = {board.key for board in picture.boards}
        board = state.to_move if state.to_move in boards else min(boards)
        assert not any(
            "<defs>" in draw.fragment(items, picture, board=board, players=state.players) for items in ghosts
        )


def test_a_shape_that_nobody_expected_comes_with_what_needs_it_and_stays():
    stone = Item("stone", ("c3",), "white")
    plan, with_stone = Picture((board_of("plan"),)), Picture((board_of("plan", stone),))
    changed = draw.changes(draw.scene(plan), draw.scene(with_stone))
    assert list(changed) == ["byways.stone-white-41", "byways.soft", "byways.body-white", "pieces.c3"]
    assert draw.fragment([stone], plan, players=("white",)).startswith('<defs><g id="byways.stone-white-41"')
    assert draw.changes(draw.scene(with_stone), draw.scene(plan)) == {"pieces.c3": None}


def test_a_document_has_each_definition_with_the_first_drawing_that_needs_it():
    stones = [Item("stone", (at,), owner) for at, owner in (("a1", "white"), ("b2", "black"), ("c3", "white"))]
    boards = [draw.scene(Picture((board_of("cells", *stones[:count]),)), ids=False) for count in (1, 2, 3)]
    drawings = draw.Drawings()
    written = [parsed(drawings.write(board)) for board in boards]
    ids = [[element.get("id") for element in root.iter() if element.get("id")] for root in written]
    of = lambda owner: {f"byways.{name}-{owner}" for name in ("body", "inset")} | {f"byways.disc-{owner}-41"}  # noqa: E731
    shared = {f"byways.{name}" for name in ("cast", "cells", "frame", "grain", "light", "soft")}
    assert list(map(set, ids)) == [shared | of("white"), of("black"), set()]
    assert len(ids[0]) == len(set(ids[0]))


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
@pytest.mark.parametrize("ids", [True, False])
def test_a_drawing_refers_only_to_what_it_defines(game, options, ids):
    for state in [*random_states(game, options)][::20]:
        markup = scene_of(state, ids=ids).markup()
        defined = {element.get("id") for element in parsed(markup).iter() if element.get("id")}
        assert {*re.findall(r'(?:href="|url\()#([^")]+)', markup)} <= defined


def test_previews_of_boards_share_no_definition_as_a_gradient_looks_as_what_is_around_it():
    board = Picture((board_of("cells", Item("stone", ("a1",), "white")),))
    here, there = (draw.scene(board, ids=False, scope=f"byways {name}") for name in ("wood", "ink"))
    assert not here.definitions.keys() & there.definitions.keys()
    assert all('class="byways wood"' in made for made in here.definitions.values())


def test_ghosts_lie_in_no_layer_of_the_scene_and_on_their_own_board():
    state = byways.start("troll", size=6).play("c3").play("c4")
    picture = state.variant.game.picture(state)
    ghosts = parsed(draw.fragment(state.variant.game.preview(state, state.actions("c5")), picture))
    assert sorted(group.get("class") for group in ghosts) == ["flip white ghost", "stone white ghost"]
    assert not any("ghost" in piece for piece in draw.scene(picture).fragments.values())
    boards = tuple(replace(board_of("plan"), key=key) for key in ("player 1", "player 2"))
    here, there = (draw.fragment([Item("last", ("a1",))], Picture(boards), board=board.key) for board in boards)
    assert here != there
    with pytest.raises(KeyError):
        draw.fragment([], Picture(boards), board="player 3")
