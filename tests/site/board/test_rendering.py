"""Patches lead from what a page shows to what it is to show, and tags name no more than that."""

from itertools import islice, pairwise

import pytest

from byways.games import BUILT_IN
from byways.registry import find
from byways.site.board import wire
from byways.site.board.rendering import board_regions, draw, draw_with, offers_of, overlay, patch, rendered
from byways.site.board.source import Recent, preview
from byways.testing.random_lines import random_line


def rendering_of(state, said=(), **fields):
    picture = state.variant.game.picture(state)
    asks = state.to_move not in (None, "chance")
    drawing, choices = draw_with(state, picture, offers_of(state) if asks else [])
    view = wire.BoardView(choices=choices, ply=len(state.turns), **fields)
    return rendered(drawing, view, board_regions(state, picture, asks=asks), dict(said))


def shown(rendering):
    drawn = rendering.drawing.scene
    return {**drawn.definitions, **drawn.fragments, **rendering.regions}


def applied(markup, change):
    after = {**markup, **change.markup}
    return {key: made for key, made in after.items() if made is not None}


def line(game, count=12):
    return list(islice(random_line(find(game).variant(), 3), count))


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_patch_leads_from_one_rendering_to_the_next_and_back(game):
    for before, after in pairwise(map(rendering_of, line(game))):
        for one, other in ((before, after), (after, before)):
            change = patch(one, other)
            assert change.base == one.view.tag
            assert applied(shown(one), change) == shown(other)
            assert len(change.markup) < len(shown(other))


def test_who_shows_nothing_known_gets_everything():
    (state, *_) = line("troll")
    change = patch(None, rendering_of(state))
    assert (change.base, change.markup) == (None, shown(rendering_of(state)))
    assert change.box


def test_what_lies_over_a_board_names_the_drawing_beneath():
    first, _, other = line("whirlwind", 3)
    under, picture = rendering_of(first), other.variant.game.picture(other)
    laid = overlay(under, draw(other, picture), board_regions(other, picture))
    assert laid.base == under.view.board
    assert laid.markup["prompt"] != under.regions["prompt"]
    assert [effect.id for effect in laid.effects if effect.id.startswith("pieces")]


def test_tags_follow_from_what_is_shown():
    first, second, *_ = line("stride")
    assert rendering_of(first).view.tag == rendering_of(first).view.tag
    assert rendering_of(first).view.tag != rendering_of(second).view.tag
    assert rendering_of(first, version=1).view.tag != rendering_of(first, version=2).view.tag
    assert rendering_of(first, version=1).view.board == rendering_of(first, version=2).view.board


@pytest.mark.parametrize("game", BUILT_IN)
def test_pieces_that_are_equal_are_kept_once_and_the_name_is_that_of_all(game):
    first, second = line(game)[-2:]
    known = draw(first, first.variant.game.picture(first))
    drawn = draw(second, second.variant.game.picture(second), known=[known])
    anew = draw(second, second.variant.game.picture(second))
    assert (drawn.name, drawn.scene.fragments, drawn.targets) == (anew.name, anew.scene.fragments, anew.targets)
    assert (drawn.since(known), drawn.name) != (anew.since(anew), known.name)
    same = [key for key, piece in drawn.scene.fragments.items() if known.scene.fragments.get(key) == piece]
    assert len(same) > 30
    assert all(drawn.scene.fragments[key] is known.scene.fragments[key] for key in same)


def test_a_page_hears_what_is_new_or_newer():
    (state, *_) = line("troll")

    def said(**sentences):
        return rendering_of(state, sentences)

    before = said(turn=(4, "White: a1."), offer=(2, "Black offers a draw."))
    assert patch(before, said(turn=(5, "Black: b2."), status=(5, "White is to move."))).spoken == (
        "Black: b2. White is to move."
    )
    assert patch(before, said(turn=(3, "Black: c3."))).spoken == "", "a turn was taken back"
    assert patch(None, before).spoken == ""


def test_only_the_latest_renderings_are_kept():
    found = [rendering_of(state) for state in line("troll", 4)]
    recent = Recent(2)
    for one in (*found, found[2]):
        recent.keep(one)
    assert recent.find(found[0].view.tag) is None
    assert recent.find(found[2].view.tag) is found[2]
    assert len(recent.drawings()) == 2


def test_previews_of_what_is_not_legal_are_empty():
    (state, *_) = line("troll")
    (action, *_) = state.actions(state.legal_turns()[0])
    assert "ghost" in preview(state, [action]).markup
    assert preview(state, [action]).says == ""
    assert preview(state, [99_999]) == wire.Preview()
