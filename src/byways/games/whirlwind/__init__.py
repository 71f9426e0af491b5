"""Whirlwind, by Luis Bolaños Mures: join your edges, one or two stones a turn, and never touch only at a corner."""

from __future__ import annotations

from pathlib import Path

from byways.game import Game, Hints, Kernels, beside, read_beside, translation_beside
from byways.games.whirlwind import form, picture, playout, rules
from byways.games.whirlwind.glance import glance
from byways.games.whirlwind.texts import WhirlwindTexts
from byways.options import SWAP, Choice, Whole

GAME = Game(
    name="whirlwind",
    title="Whirlwind",
    designer="Luis Bolaños Mures",
    credit="Rules by Luis Bolaños Mures, posted to rec.games.abstract in 2014; a game's rules are free to play, and "
    "their words stay their author's.",
    summary="Join your two edges with one or two stones a turn; stones of a colour never touch only at a corner.",
    options=(
        Whole("size", 14, "points a side", 6, 26, 2),
        Choice("setup", "standard", "the stones at the start; reversed: colours exchanged", ("standard", "reversed")),
        SWAP,
    ),
    players=lambda options: ("black", "white"),
    reasons=("connection", "no turn"),
    geometry=rules.geometry,
    width=rules.width,
    kernels=Kernels(
        setup=rules.setup,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        allows=rules.allows,
        num_actions=rules.num_actions,
        settle=rules.settle,
        choose=rules.choose,
        playout=playout.playout,
        traced=playout.traced,
        observe=rules.observe,
        symmetry=rules.symmetry,
    ),
    hints=Hints(
        knobs={"rave": 500.0, "exploration": 0.0}, glance=glance, ladder=Path(__file__).with_name("levels.toml")
    ),
    texts=WhirlwindTexts(),
    picture=picture.picture,
    commuting=True,
    form=form.form,
    labels={"end": "End the turn"},
    prompt=picture.prompt,
    rules=read_beside(__file__, "rules.md"),
    lessons=read_beside(__file__, "lessons.toml"),
    pack=beside(__file__, "puzzles.json"),
    translation=translation_beside(__file__),
    explain=picture.explain,
    preview=picture.preview,
    foretell=picture.foretell,
    observation_shape=rules.observation_shape,
)
