"""Troll, by Jean-Claude Rosa: Othello's flips, but you win by joining your two edges."""

from __future__ import annotations

from pathlib import Path

from byways.game import (
    SWAP,
    About,
    Cells,
    Choice,
    Game,
    Goal,
    Grid,
    Interface,
    Rules,
    SearchKernels,
    Solving,
    Whole,
    Words,
)
from byways.games.troll import picture, rules
from byways.games.troll.engine import batch_form, evaluation, playout, proof_form
from byways.games.troll.events import EVENTS
from byways.games.troll.texts import TrollTexts
from byways.search.engines import AlphaBeta

GAME = Game(
    about=About(
        name="troll",
        title="Troll",
        designer="Jean-Claude Rosa",
        credit="Rules by Jean-Claude Rosa, Jeux & Stratégie 43 (1987), after their posting to rec.games.abstract in "
        "1993; a game's rules are free to play, and their words stay their author's.",
        summary="Flip discs as in Othello, but win by joining your two edges.",
    ),
    options=(
        Whole("size", 8, "cells on each side", 4, 20, label="Board size", word="{value} × {value}"),
        Choice(
            "edges",
            "capture",
            "whether discs may be placed on the opponent's edges: only if they flip something, or never",
            ("capture", "closed"),
            label="Discs on the opponent's edges",
            words={"capture": "Only if they flip something", "closed": "Never"},
        ),
        Choice(
            "joins",
            "orthogonal",
            "how neighbouring discs of a chain may touch: along a side only, or at a corner too",
            ("orthogonal", "diagonal"),
            label="Chains",
            words={"orthogonal": "Up, down, left and right", "diagonal": "Diagonally too"},
            variant=True,
        ),
        SWAP,
    ),
    players=("white", "black"),
    reasons=("connection", "blocked"),
    board=Grid("size", "size", edges=True),
    actions=Cells() | Words("pass"),
    numbers=rules.numbers,
    rules=Rules(
        allows=rules.allows,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        settle=rules.settle,
        symmetry=rules.symmetry,
        single=True,
        longest=rules.longest,
        ranges=rules.ranges,
    ),
    search=SearchKernels(
        playout=playout.playout,
        evaluate=evaluation.evaluate,
        observe=rules.observe,
        observation_shape=rules.observation_shape,
        observation_range=(0.0, 1.0),
        batch_form=batch_form.batch_form,
        beginner=evaluation.beginner,
        weights=evaluation.WEIGHTS,
    ),
    solving=Solving(form=proof_form.form),
    ui=Interface(
        texts=TrollTexts,
        picture=picture.picture,
        preview=picture.preview,
        describe_preview=picture.describe_preview,
        explain=picture.explain,
        explain_to=picture.explain_to,
        goals={
            "white": Goal("You join top and bottom", "Joins top and bottom", "down", "to join top and bottom"),
            "black": Goal("You join left and right", "Joins left and right", "across", "to join left and right"),
        },
        prompt=picture.prompt,
    ),
    events=EVENTS,
    engine=AlphaBeta(),
    folder=Path(__file__).parent,
)
