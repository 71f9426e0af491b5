"""Whirlwind, by Luis Bolaños Mures: join your edges, one or two stones a turn, and never touch only at a corner."""

from __future__ import annotations

from pathlib import Path

from byways.game import (
    SWAP,
    About,
    Cells,
    Choice,
    Counter,
    Crossings,
    Game,
    Goal,
    Interface,
    Rules,
    SearchKernels,
    Solving,
    Whole,
    Words,
)
from byways.games.whirlwind import picture, rules
from byways.games.whirlwind.engine import playout, proof_form
from byways.games.whirlwind.events import EVENTS
from byways.games.whirlwind.texts import WhirlwindTexts
from byways.search.engines import Mcts

GAME = Game(
    about=About(
        name="whirlwind",
        title="Whirlwind",
        designer="Luis Bolaños Mures",
        credit="Rules by Luis Bolaños Mures, posted to rec.games.abstract in 2014; a game's rules are free to play, "
        "and their words stay their author's.",
        summary="Join your two edges. Stones of one colour may never touch only at a corner.",
    ),
    options=(
        Whole("size", 14, "points on each side", 6, 26, 2, label="Board size", word="{value} × {value}"),
        Choice(
            "setup",
            "standard",
            "the stones on the board at the start: as published, or with the colours swapped",
            ("standard", "reversed"),
            label="Stones at the start",
            words={"standard": "As published", "reversed": "Colours swapped"},
        ),
        Whole(
            "stones",
            2,
            "the most stones that a turn places",
            1,
            2,
            label="Stones a turn",
            words={1: "One", 2: "One or two"},
            variant=True,
        ),
        SWAP,
    ),
    players=("black", "white"),
    reasons=("connection", "no turn"),
    board=Crossings("size", "size", edges=True),
    actions=Cells() | Words("end"),
    counters=(Counter("first", written=False),),
    rules=Rules(
        setup=rules.setup,
        allows=rules.allows,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        settle=rules.settle,
        symmetry=rules.symmetry,
        extra=(rules.list_turns,),
        commuting=True,
        longest=rules.longest,
        ranges=rules.ranges,
    ),
    search=SearchKernels(
        choose=rules.choose,
        playout=playout.playout,
        playout_trace=playout.playout_trace,
        observe=rules.observe,
        observation_shape=rules.observation_shape,
        observation_range=(0.0, 1.0),
        beginner=playout.beginner,
    ),
    events=EVENTS,
    engine=Mcts(rave=500.0, exploration=0.0, solve=1.0),
    solving=Solving(form=proof_form.form),
    ui=Interface(
        texts=WhirlwindTexts,
        picture=picture.picture,
        preview=picture.preview,
        describe_preview=picture.describe_preview,
        in_the_way=picture.in_the_way,
        explain=picture.explain,
        explain_to=picture.explain_to,
        goals={
            "black": Goal("You join top and bottom", "Joins top and bottom", "down", "to join top and bottom"),
            "white": Goal("You join left and right", "Joins left and right", "across", "to join left and right"),
        },
        prompt=picture.prompt,
        labels={"end": "End the turn"},
    ),
    folder=Path(__file__).parent,
)
