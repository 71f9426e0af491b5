"""Turns are read however they are spaced and in capitals; what cannot be read is refused."""

import re

import pytest

import byways
from byways.errors import UnreadableTurnError
from byways.registry import find
from byways.testing import random_line

GAMES = ("troll", "whirlwind", "stride", "stroll", "longway")


@pytest.mark.parametrize("game", GAMES)
def test_a_space_within_the_name_of_a_point_does_no_harm(game):
    apart = 0
    for state in random_line(find(game).variant({}), seed=5):
        for turn in state.legal_turns()[:20] if state.to_move else ():
            spaced = re.sub(r"\b([a-z])(\d)", r"\1 \2", turn).upper()
            assert state.actions(spaced) == state.actions(turn), spaced
            apart += spaced != turn.upper()
    assert apart > 30


@pytest.mark.parametrize("text", ["5", "d 55", "d d5", "d5 5", "", "d", "dd 5"])
def test_what_names_no_point_is_refused(text):
    with pytest.raises(UnreadableTurnError):
        byways.start("troll").play(text)
