"""Drawings come in pieces that change only where the picture does."""

from dataclasses import replace

import pytest
from draw_world import GAMES, board_of, parsed, random_states, scene_of

import byways
from byways import draw
from byways.picture import Item, Picture


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
        before = after


def test_a_turn_of_troll_changes_only_what_it_touches():
    before = byways.start("troll", size=6).play("c3").play("c4")
    after = before.play("c5")
    assert set(draw.changes(scene_of(before, interactive=True), scene_of(after, interactive=True))) == {
        "pieces.c4", "pieces.c5", "marks.c4", "marks.c5", "controls.c4", "controls.c5",
    }  # fmt: skip


def test_nothing_changes_where_nothing_happens():
    state = byways.start("troll").play("d5")
    assert draw.changes(scene_of(state), scene_of(state)) == {}


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_every_piece_of_a_scene_is_one_group_with_its_id_in_its_layer(game, options):
    for scene in (scene_of(state, interactive=True, prefix="x-") for state in [*random_states(game, options)][-2:]):
        root = parsed(scene.markup())
        assert [layer.get("id") for layer in root] == list(scene.layers)
        ids = {piece.get("id"): layer.get("id") for layer in root for piece in layer}
        assert ids == {key: draw.layer_of(key) for key in scene.fragments}
        assert all(key.startswith("x-") for key in ids)


def test_ghosts_are_flagged_and_lie_in_no_layer_of_the_scene():
    state = byways.start("troll", size=6).play("c3").play("c4")
    picture = state.variant.game.picture(state)
    ghosts = parsed(draw.fragment(state.variant.game.preview(state, state.actions("c5")), picture))
    assert sorted(group.get("class") for group in ghosts) == ["flip white ghost", "stone white ghost"]
    assert "ghost" not in draw.scene(picture).markup().replace('id="ghost" class="layer ghosts"', "")


def test_a_ghost_of_several_boards_lies_on_its_own():
    boards = tuple(replace(board_of("plan"), key=key) for key in ("player 1", "player 2"))
    here, there = (draw.fragment([Item("last", ("a1",))], Picture(boards), board=board.key) for board in boards)
    assert here != there
    with pytest.raises(KeyError):
        draw.fragment([], Picture(boards), board="player 3")
