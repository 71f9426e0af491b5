"""Stroll, by Andrea Chia: place stones in pairs, then find your longest path along lines of sight."""

from __future__ import annotations

from pathlib import Path

from byways.game import (
    SWAP,
    About,
    Cells,
    Choice,
    Counter,
    Game,
    Goal,
    Interface,
    Paper,
    Rules,
    SearchKernels,
    Secrets,
    Solving,
    Whole,
    Words,
)
from byways.games.stroll import observe, picture, puzzles, rules, wording
from byways.games.stroll.board import OWN_WORDS
from byways.games.stroll.engine import evaluation, playout, weights
from byways.games.stroll.events import EVENTS
from byways.games.stroll.paths import best_paths, both_sides
from byways.games.stroll.paths.further_paths import best_series, longest_path
from byways.games.stroll.texts import StrollTexts

GAME = Game(
    about=About(
        name="stroll",
        title="Stroll",
        designer="Andrea Chia",
        credit="Stroll by Andrea Chia is licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).",
        summary="Place stones in pairs. At the end, the longer path along lines of sight wins.",
    ),
    options=(
        Whole("size", 10, "cells on each side", 5, 26, label="Board size", word="{value} × {value}"),
        Choice(
            "ending",
            "solve",
            "which paths are compared at the end: the longest there are, or those the players claim",
            ("solve", "claim"),
            label="Paths at the end",
            words={"solve": "Found for you", "claim": "Claimed by the players"},
        ),
        Choice(
            "counting",
            "cells",
            "what makes a path long: all cells that it covers, or its stones only",
            ("cells", "stones"),
            label="A path's length",
            words={"cells": "All cells covered", "stones": "Its stones only"},
            variant=True,
        ),
        SWAP,
    ),
    players=("white", "black"),
    reasons=("longer path", "equal paths"),
    board=Paper("size", "size"),
    actions=Cells() | Words("end"),
    counters=(
        Counter("own", count=OWN_WORDS, written=False),
        Counter(
            "claims",
            count=lambda options: 2 * int(options["size"]) ** 2 if options["ending"] == "claim" else 0,
            written=False,
        ),
    ),
    rules=Rules(
        allows=rules.allows,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        outcome=rules.outcome,
        settle=rules.settle,
        symmetry=rules.symmetry,
        extra=(best_series, longest_path),
        longest=rules.longest,
        ranges=rules.ranges,
    ),
    search=SearchKernels(
        playout=playout.playout,
        playout_trace=playout.playout_trace,
        evaluate=evaluation.evaluate,
        order=evaluation.order,
        observe=observe.observe,
        observation_shape=observe.observation_shape,
        observation_range=(0.0, 1.0),
        beginner=evaluation.beginner,
        weights={**weights.WEIGHTS, "hurry": 0},
    ),
    events=EVENTS,
    engine=evaluation.ENGINE,
    solving=Solving(position_search=both_sides.Paths, puzzle=puzzles.puzzle, costly_end=best_paths.is_big),
    secrets=Secrets(
        hide=observe.hide,
        turns=observe.secret_turns,
        kept=lambda options: options["ending"] == "claim",
        next=observe.secret,
        independent=True,  # a claim is worth its length, whatever the other side claims
    ),
    ui=Interface(
        texts=StrollTexts,
        picture=picture.picture,
        preview=picture.preview,
        describe_preview=picture.describe_preview,
        explain=wording.explain,
        goals=dict.fromkeys(("white", "black"), Goal("You need the longest path", "Needs the longest path")),
        tally=wording.tally,
        prompt=wording.prompt,
        panel=wording.panel,
        labels={
            "end": "Finish path",
            "puzzle": "Find {player}'s longest path. It covers {best} cells.",
            "task": "Find the longest path",
        },
        defaults={"ending": "claim"},
    ),
    folder=Path(__file__).parent,
)
