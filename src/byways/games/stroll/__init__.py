"""Stroll, by Andrea Chia: place stones in pairs, then find your longest path along lines of sight."""

from __future__ import annotations

from pathlib import Path

from byways.game import Game, Hints, Kernels, beside, read_beside, translation_beside
from byways.games.stroll import (
    advice,
    evaluate,
    hints,
    observe,
    order,
    paths,
    picture,
    playout,
    puzzles,
    quest,
    rules,
    secrets,
    words,
)
from byways.games.stroll.glance import glance
from byways.games.stroll.texts import StrollTexts
from byways.options import SWAP, Choice, Whole

GAME = Game(
    name="stroll",
    title="Stroll",
    designer="Andrea Chia",
    credit="Stroll by Andrea Chia is licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).",
    summary="Place stones in pairs; at the end the longer path along lines of sight wins.",
    options=(
        Whole("size", 10, "cells a side", 5, 26),
        Choice(
            "ending",
            "solve",
            "the paths compared: both sides' best, or those that the players claim",
            ("solve", "claim"),
        ),
        SWAP,
    ),
    players=lambda options: ("white", "black"),
    reasons=("longer path", "equal paths"),
    geometry=hints.geometry,
    width=rules.width,
    kernels=Kernels(
        setup=rules.setup,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        allows=rules.allows,
        num_actions=rules.num_actions,
        outcome=rules.outcome,
        settle=rules.settle,
        playout=playout.playout,
        traced=playout.traced,
        evaluate=evaluate.evaluate,
        order=order.order,
        observe=observe.observe,
        symmetry=rules.symmetry,
    ),
    hints=Hints(
        knobs=hints.KNOBS, weights=hints.weights, glance=glance, ladder=Path(__file__).with_name("levels.toml")
    ),
    texts=StrollTexts(),
    picture=picture.picture,
    stand_in=advice.stand_in,
    known_turn=advice.known_turn,
    quest=quest.Paths,
    puzzle=puzzles.puzzle,
    costly_end=paths.is_big,
    hide=secrets.hide,
    secret_turns=secrets.secret_turns,
    secret=secrets.secret,
    tally=words.tally,
    explain=words.explain,
    preview=picture.preview,
    foretell=picture.foretell,
    prompt=words.prompt,
    labels={"end": "Finish path", "puzzle": "Find {player}'s longest path. It covers {best} cells."},
    observation_shape=observe.observation_shape,
    people={"ending": "claim"},
    rules=read_beside(__file__, "rules.md"),
    lessons=read_beside(__file__, "lessons.toml"),
    pack=beside(__file__, "puzzles.json"),
    translation=translation_beside(__file__),
)
