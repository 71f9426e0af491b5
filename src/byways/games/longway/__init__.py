"""The Long Way, by Karl Hanf: furnish a store so that its customers' shortest path leads past as much as possible."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from byways.game import Game, Hints, Kernels, read_beside, translation_beside
from byways.games.longway import insight, layout, observe, picture, playout, result, rounds, rules, secrets, tiles
from byways.games.longway.engine.greedy import best_now, greedy_turn
from byways.games.longway.engine.trials import KERNELS, Trials, pupil
from byways.games.longway.texts import LongWayTexts
from byways.options import File, Value, Whole


def _players(options: Mapping[str, Value]) -> tuple[str, ...]:
    return tuple(f"player {number}" for number in range(1, int(options["players"]) + 1))


def _tag(options: Mapping[str, Value]) -> str:
    """The tile set's name and hash."""
    found = tiles.load(str(options["tiles"]))
    return f"{found.name} {found.hash}"


GAME = Game(
    name="longway",
    title="The Long Way",
    designer="Karl Hanf",
    credit="Rules by Karl Hanf, The Long Way v0.5; a game's rules are free to play, and their words stay their "
    "author's. The tiles are Byways' own.",
    summary="Furnish a store so that the customers' shortest path leads past as many displays as possible.",
    options=(
        Whole("players", 1, "how many play, each on a sheet", 1, 6),
        File("tiles", "", "a TOML file with another set of 36 tiles"),
    ),
    players=_players,
    reasons=("score",),
    geometry=layout.geometry,
    width=layout.width,
    kernels=Kernels(
        setup=rules.setup,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        num_actions=rules.num_actions,
        settle=rounds.settle,
        outcome=result.outcome,
        choose=rules.choose,
        playout=playout.playout,
        observe=observe.observe,
    ),
    texts=LongWayTexts(),
    picture=picture.picture,
    hints=Hints(
        rivals=Trials,
        pupil=pupil,
        greedy=greedy_turn,
        kernels=(*KERNELS, best_now),
        ladder=Path(__file__).with_name("levels.toml"),
    ),
    dice=True,
    hide=rounds.hide,
    secret_turns=secrets.secret_turns,
    secret=secrets.secret,
    tally=result.tally,
    explain=result.explain,
    preview=picture.preview,
    foretell=insight.foretell,
    hand=picture.hand,
    handouts=picture.handouts,
    scale=insight.scale,
    insight=insight.insight,
    prompt=picture.prompt,
    labels={
        "cafe": "Cafeteria",
        "wall": "Wall",
        "door": "Doorway",
        "coins": "Two coins",
        "stop": "Stop",
        "reroll light": "Reroll the light die",
        "reroll dark": "Reroll the dark die",
        **{f"symbol {number}": f"{number}: {name}" for number, name in enumerate(picture.SYMBOLS, 1)},
        **{f"{die} {face}": f"{die.capitalize()} die: {face}" for die in ("light", "dark") for face in range(1, 7)},
    },
    rules=read_beside(__file__, "rules.md"),
    lessons=read_beside(__file__, "lessons.toml"),
    translation=translation_beside(__file__),
    observation_shape=observe.shape,
    tag=_tag,
)
