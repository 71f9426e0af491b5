"""The panel beside a board: its regions by block, what a choice would change of them, and all that dice may bring."""

from itertools import islice

import pytest
from room_world import source_of
from site_world import ADA

import byways
from byways.games import BUILT_IN
from byways.registry import find
from byways.rules.side_panel import Points, values
from byways.site.board.panel import changed, gallery, regions, scale
from byways.site.board.rendering import choices_of, draw, offers_of
from byways.site.board.source import gallery_for, preview
from byways.site.storage.stored_games import Seat
from byways.testing.random_lines import random_line

ROLLED = byways.start("longway").play("setup a1N g7S").play("roll 2-2")
TILE = ROLLED.actions(next(turn for turn in ROLLED.legal_turns() if turn.startswith("tile")))[:1]


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_block_is_a_region_and_keeps_its_place(game):
    for state in islice(random_line(find(game).variant(), 3), 12):
        panel = find(game).ui.panel(state, state.players[0], ())
        found = regions(state, state.players[0])
        assert list(found) == [f"facts.{i}" for i in range(len(panel))]
        for key in values(panel):
            block, _ = key.split(".")
            assert f'data-value="{key}"' in found[f"facts.{block}"], "scripts write beside it what it would be"


def test_a_choice_tells_the_numbers_that_it_changes_and_no_others():
    then = changed(ROLLED, TILE)
    assert "2.total" in then
    assert "1.total" not in then, "no coins come with a tile"
    assert changed(ROLLED, ()) == {}
    told = preview(ROLLED, TILE)
    assert told.values == then
    assert told.says == "", "words are for who asks for them"


def test_points_stand_among_their_marks_however_few_or_many_they_are():
    def marked(total):
        return scale(Points("Worth now", total, marks=((10, "good"), (20, "very good"))))

    usual, few, many = marked(7), marked(-20), marked(100)
    assert (usual.low, usual.high, usual.width) == (-14, 24, 38 * 14)
    assert usual.ticks == ((0, 14 * 14), (10, 24 * 14), (20, 34 * 14))
    assert (usual.good, usual.at) == ((24 * 14, 14 * 14), 21 * 14)
    assert (few.low, few.at, many.at) == (-20, 0, usual.width)


def test_a_turn_changes_few_blocks():
    after = ROLLED.play("cafe a1 b1")
    before, then = regions(ROLLED, "player 1"), regions(after.play("roll 2-5"), "player 1")
    assert {key for key in then if then[key] != before[key]} == {f"facts.{i}" for i in (0, 2, 3, 4, 5)}
    assert sum(len(then[key]) for key in then) < 16_000, "with a drawing for each face of both dice"


def test_what_ends_a_game_is_asked_back_and_each_word_has_its_prompt():
    game, offers, picture = ROLLED.variant.game, offers_of(ROLLED), find("longway").picture(ROLLED)
    choices = choices_of(game, offers, draw(ROLLED, picture))
    assert list(choices.sure) == ["stop"]
    assert choices.next["cafe"].startswith("Choose two empty spaces")
    assert choices.next[""] == "Choose a display."
    stride = byways.start("stride")
    choices = choices_of(stride.variant.game, offers_of(stride), draw(stride, find("stride").picture(stride)))
    assert (choices.sure, choices.next) == ({}, {"": "Choose where it lands."})


async def test_all_tiles_are_there_when_they_are_asked_for(rooms):
    room = await rooms.create("longway", {}, (Seat("player 1", holder=ADA),), str(ROLLED))
    markup = gallery_for(source_of(room, ADA, "player 1")).markup
    assert markup.count("<li") == 36
    assert markup.count('class="rolled') == 1
    assert markup.count(" near ") == 10
    assert gallery(byways.start("troll"), None) == ""
