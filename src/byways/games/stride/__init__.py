"""Stride, by Kanare Kato: cross the board by jumps alone, over anything, onto anything."""

from __future__ import annotations

from pathlib import Path

from byways.game import Game, Hints, Kernels, beside, read_beside, translation_beside
from byways.games.stride import evaluate, hints, order, picture, playout, rules
from byways.games.stride.glance import glance
from byways.games.stride.texts import StrideTexts
from byways.options import SWAP, Whole

GAME = Game(
    name="stride",
    title="Stride",
    designer="Kanare Kato",
    credit="Rules by Kanare Kato, 2021; a game's rules are free to play, and their words stay their author's.",
    summary="Jump your pieces across the hexagon, stacking and capturing, and hold a hex of the far row.",
    options=(
        Whole("side", 5, "hexes a side", 4, rules.LARGEST),
        Whole("repetition", 3, "how often a position comes until the game is a draw; 0: for ever", 2, 9, extra=(0,)),
        SWAP,
    ),
    players=lambda options: ("white", "black"),
    reasons=("goal", "no move", "repetition"),
    geometry=hints.geometry,
    width=rules.width,
    kernels=Kernels(
        setup=rules.setup,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        num_actions=rules.num_actions,
        settle=rules.settle,
        playout=playout.playout,
        observe=rules.observe,
        key=rules.key,
        symmetry=rules.symmetry,
        evaluate=evaluate.evaluate,
        order=order.order,
        forcing=order.forcing,
    ),
    hints=Hints(
        method="alphabeta", weights=hints.weights, glance=glance, ladder=Path(__file__).with_name("levels.toml")
    ),
    texts=StrideTexts(),
    picture=picture.picture,
    repetition="repetition",
    explain=picture.explain,
    preview=picture.preview,
    foretell=picture.foretell,
    prompt=picture.prompt,
    labels={"next": "Choose where it lands."},
    rules=read_beside(__file__, "rules.md"),
    lessons=read_beside(__file__, "lessons.toml"),
    pack=beside(__file__, "puzzles.json"),
    translation=translation_beside(__file__),
    observation_shape=rules.observation_shape,
)
