"""Stride, by Kanare Kato: cross the board by jumps alone, over anything, onto anything."""

from __future__ import annotations

from pathlib import Path

from byways.game import SWAP, About, Choice, Game, Goal, Interface, Rules, SearchKernels, Steps, Whole
from byways.games.stride import picture, rules
from byways.games.stride.board import JumpBoard
from byways.games.stride.engine import evaluation, ordering, playout
from byways.games.stride.events import EVENTS
from byways.games.stride.texts import StrideTexts
from byways.search.engines import AlphaBeta

GAME = Game(
    about=About(
        name="stride",
        title="Stride",
        designer="Kanare Kato",
        credit="Rules by Kanare Kato, 2021; a game's rules are free to play, and their words stay their author's.",
        summary="Jump your pieces across the hexagon, stacking and capturing, and hold a hex in the far row.",
    ),
    options=(
        Whole("side", 5, "hexes on each side", 4, rules.LARGEST, label="Board size", word="{value} per side"),
        Whole(
            "repetition",
            3,
            "the game is a draw when a position comes up this many times; 0 for never",
            2,
            9,
            extra=(0,),
            label="Draw when a position comes up",
            words={0: "Never"},
            word="{value} times",
        ),
        Choice(
            "goal",
            "hold",
            "when a piece on its goal row wins: if the opponent's next move does not capture it, or as it arrives",
            ("hold", "arrive"),
            label="A piece on its goal row wins",
            words={"hold": "If it is not captured at once", "arrive": "As it arrives"},
            variant=True,
        ),
        SWAP,
    ),
    players=("white", "black"),
    reasons=("goal", "no move", "repetition"),
    board=JumpBoard("side"),
    actions=Steps(length=2),
    rules=Rules(
        setup=rules.setup,
        allows=rules.allows,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        settle=rules.settle,
        key=rules.key,
        symmetry=rules.symmetry,
        single=True,
        repetition="repetition",
        ranges=rules.ranges,
    ),
    search=SearchKernels(
        playout=playout.playout,
        evaluate=evaluation.evaluate,
        order=ordering.order,
        forcing=ordering.forcing,
        observe=rules.observe,
        observation_shape=rules.observation_shape,
        observation_range=(0.0, float(rules.HIGHEST)),
        beginner=evaluation.beginner,
        weights=evaluation.WEIGHTS,
    ),
    events=EVENTS,
    engine=AlphaBeta(),
    ui=Interface(
        texts=StrideTexts,
        picture=picture.picture,
        preview=picture.preview,
        describe_preview=picture.describe_preview,
        explain=picture.explain,
        goals={
            "white": Goal("You cross to the far row", "Crosses to the far row", "down"),
            "black": Goal("You cross to the far row", "Crosses to the far row", "down"),
        },
        prompt=picture.prompt,
        panel=picture.panel,
        labels={"next": "Choose where it lands."},
    ),
    folder=Path(__file__).parent,
)
