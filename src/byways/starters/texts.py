"""What is written for a new game beside its module; {…} are fields of `byways.starters.writing`."""

TESTS = '''\
"""Tests of {title}. Run them by: python -m pytest test_{name}.py"""

from pathlib import Path

import pytest

import byways
from byways import testing

GAME = testing.load(Path(__file__).with_name("{name}.py"))
SMALL = {small}  # options of a game that is quickly played


@pytest.mark.parametrize("invariant", testing.INVARIANTS, ids=lambda invariant: invariant.__name__)
def test_invariant(invariant):
    invariant(GAME.variant(SMALL))


def test_a_game():
    state = byways.start("{name}", **SMALL)
    *before, last = {turns}
    for turn in before:
        state = state.play(turn)
    assert not state.is_legal({illegal})
    outcome = state.play(last).outcome
    assert (outcome.winner, outcome.reason) == {end}
'''

PAGE = """\
# {title}

A game that begins as {like}, by {by}, and becomes yours. The files:

| | |
|---|---|
| {name}.py | the rules, as small functions, and `GAME`, which says what the game consists of |
| test_{name}.py | its tests: what every game must satisfy, and one short game |
| {name}.md | this page |

## While you work

    byways try {name}.py
    byways check {name}.py {flags}

`byways try` opens the site with your game. Play a few moves, change {name}.py and save it: the page goes on from the
same position under the new rules. `byways check` plays random games and says in words what is broken, with a short game
that shows it.

## What to change first

- **`About`** at the end of {name}.py: the title, your name, and one sentence about the game.
- **`options`**: what can be chosen before a game, such as the size of the board.
- **`players`** and **`reasons`**: the names of the players; how a game may end. `finish(state, 1, player)`
  means the first reason.
{changes}

Then write down in test_{name}.py a short game, move by move, and who should win it.

## Once the rules stand

Everything that Byways has works for your game as soon as it knows where it is:

    export BYWAYS_GAMES=$PWD/{name}.py
    byways play {name} {flags}
    byways match {name} level:number=3 random --games 20 {flags}
    byways

In Python it is a state, and an environment for learners (`pip install "byways[rl]"`):

    import byways, gymnasium, byways.interop.gymnasium
    state = byways.start("{name}")
    print(byways.analyse(state, seconds=1).best)
    env = gymnasium.make("byways/{class}-v0", opponent="random")

A file rules.md beside the module, named by `folder=Path(__file__).parent` in `GAME`, becomes the page of rules on the
site. What else a game may bring, from pictures to hints for engines, is listed in the guide "Kernels and groups",
docs/guides/kernels.md; the guide "A game of your own", docs/guides/your-own-game.md, walks through all of this.
"""
