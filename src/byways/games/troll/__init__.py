"""Troll, by Jean-Claude Rosa: Othello's flips, but you win by joining your two edges."""

from __future__ import annotations

from byways.game import Game, Kernels, beside, read_beside, translation_beside
from byways.games.troll import evaluate, form, hints, picture, playout, rules
from byways.games.troll.texts import TrollTexts
from byways.options import SWAP, Choice, Whole

GAME = Game(
    name="troll",
    title="Troll",
    designer="Jean-Claude Rosa",
    credit="Rules by Jean-Claude Rosa, Jeux & Stratégie 43 (1987), after their posting to rec.games.abstract in 1993; "
    "a game's rules are free to play, and their words stay their author's.",
    summary="Flip discs as in Othello, but win by joining your two edges.",
    options=(
        Whole("size", 8, "cells a side", 4, 20),
        Choice("edges", "capture", "discs on the opponent's edges: only to capture, or never", ("capture", "closed")),
        SWAP,
    ),
    players=lambda options: ("white", "black"),
    reasons=("connection", "blocked"),
    geometry=hints.geometry,
    width=rules.width,
    kernels=Kernels(
        setup=rules.setup,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        allows=rules.allows,
        num_actions=rules.num_actions,
        settle=rules.settle,
        playout=playout.playout,
        evaluate=evaluate.evaluate,
        observe=rules.observe,
        symmetry=rules.symmetry,
    ),
    hints=hints.HINTS,
    form=form.form,
    observation_shape=rules.observation_shape,
    texts=TrollTexts(),
    picture=picture.picture,
    prompt=picture.prompt,
    rules=read_beside(__file__, "rules.md"),
    lessons=read_beside(__file__, "lessons.toml"),
    pack=beside(__file__, "puzzles.json"),
    translation=translation_beside(__file__),
    explain=picture.explain,
    preview=picture.preview,
    foretell=picture.foretell,
)
