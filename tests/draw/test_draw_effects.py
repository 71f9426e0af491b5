"""What happened between two drawings, told from what stands in them."""

from itertools import islice, pairwise

import pytest

from byways.draw import changes, scene
from byways.draw.effects import Captured, Drawn, Moved, Placed, Stacked, Standing, Turned, effects
from byways.games import BUILT_IN
from byways.registry import find
from byways.rules.picture import Board, Item, Picture, Point
from byways.testing.random_lines import random_line

POINTS = tuple(Point(name, x, 0) for x, name in enumerate("abc"))


def board(*items):
    return Standing.of(scene(Picture((Board("cells", POINTS, items=items),))))


def stone(at, owner="white"):
    return Item("stone", (at,), owner)


def stack(at, height, owner="white"):
    return Item("stack", (at,), owner, str(height))


def move(*at):
    return Item("move", at, "white")


def test_a_piece_from_nowhere_and_one_that_changes_hands():
    before, after = board(stone("a", "black")), board(stone("a"), stone("b"))
    turned, placed = effects(before, after)
    assert turned == Turned("pieces.a", before.place("pieces.a"))
    assert placed == Placed("pieces.b", after.place("pieces.b"))


def test_a_jump_is_one_move_with_its_trail_and_takes_what_stood_at_its_end():
    before, after = board(stone("a")), board(stone("c"), move("a", "b", "c"))
    trail = tuple(after.place(f"pieces.{name}") for name in "abc")
    assert effects(before, after) == [Moved("pieces.c", "pieces.a", trail), Drawn("lines.a", "lines")]
    before, after = board(stone("a"), stone("b", "black")), board(stone("b"), move("a", "b"))
    (moved, drawn) = effects(before, after)
    assert moved.captured
    assert isinstance(drawn, Drawn)
    assert effects(after, board(stone("b"), move("a", "b"))) == [], "between equal drawings"


def test_part_of_a_stack_moves_on_a_stack_grows_and_a_piece_goes():
    before, after = board(stack("a", 3)), board(stack("a", 1), stack("b", 2), move("a", "b"))
    moved, _ = effects(before, after)
    assert (moved.id, moved.origin, moved.captured) == ("pieces.b", "pieces.a", False)
    assert "disc-white" in moved.single
    assert "pile" not in moved.single, "one piece travels"
    before, after = board(stack("a", 1), stone("c")), board(stack("a", 2))
    assert effects(before, after) == [
        Stacked("pieces.a", after.place("pieces.a"), 2),
        Captured("pieces.c", before.place("pieces.c")),
    ]


def test_only_paths_that_end_or_score_a_game_are_drawn_from_end_to_end():
    def traced(kind, *at, ghost=False):
        items = [stone(name) for name in at] if kind == "path" else []
        drawn = effects(board(), board(*items, Item(kind, at, "white", ghost=ghost)))[-1]
        assert isinstance(drawn, Drawn)
        return drawn.traced

    assert traced("chain", "a", "b")
    assert traced("path", "a", "b")
    assert not traced("chain", "a"), "a ring"
    assert not traced("path", "a", "b", ghost=True), "it could be"
    assert not traced("sight", "a", "b")


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_piece_that_differs_is_told_of_once(game):
    variant = find(game).variant()
    for before, after in islice(pairwise(random_line(variant, 5)), 80):
        pictures = [variant.game.picture(state) for state in (before, after)]
        drawn = [scene(picture, players=after.players) for picture in pictures]
        standing = [Standing.of(one) for one in drawn]
        assert all(one.items.keys() <= found.fragments.keys() for one, found in zip(standing, drawn, strict=True))
        found = [effect for effect in effects(*standing) if not isinstance(effect, Drawn)]
        told = [effect.id for effect in found] + [effect.origin for effect in found if isinstance(effect, Moved)]
        assert set(told) >= {key for key in changes(*drawn) if key.startswith("pieces")}, (before, after)
        assert len(told) == len(set(told)), (before, after)
