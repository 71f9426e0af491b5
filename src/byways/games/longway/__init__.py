"""The Long Way, by Karl Hanf: furnish a store so that its shoppers' shortest path leads past as much as possible."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from byways.game import (
    About,
    Coded,
    Counter,
    File,
    Game,
    Interface,
    Rules,
    SearchKernels,
    Secrets,
    Whole,
)
from byways.games.longway import layout, observe, panel, picture, refusals, result, rounds, rules, tiles
from byways.games.longway.actions import count_actions
from byways.games.longway.engine import playout
from byways.games.longway.engine.greedy import best_now, greedy_turn
from byways.games.longway.engine.rollouts import Rollouts
from byways.games.longway.events import EVENTS
from byways.games.longway.grid import LEAST_ROWS, USUAL_ROWS
from byways.games.longway.space_sets import MOST_ROWS
from byways.games.longway.texts import LongWayTexts
from byways.rules.options import Value
from byways.search.engines import Halving


def _players(options: Mapping[str, Value]) -> tuple[str, ...]:
    return tuple(f"player {number}" for number in range(1, int(options["players"]) + 1))


def _data_hash(options: Mapping[str, Value]) -> str:
    """Return the tile set's name and hash."""
    found = tiles.load(str(options["tiles"]))
    return f"{found.name} {found.hash}"


GAME = Game(
    about=About(
        name="longway",
        title="The Long Way",
        designer="Karl Hanf",
        credit="Rules by Karl Hanf, The Long Way v0.5; a game's rules are free to play, and their words stay their "
        "author's. The tiles are Byways' own.",
        summary="Furnish a store so that even the shoppers' shortest path passes many displays.",
    ),
    options=(
        Whole("players", 1, "how many play, each on a sheet", 1, 6, label="Players"),
        File("tiles", "", "a TOML file with another set of 36 tiles"),
        Whole(
            "rows",
            USUAL_ROWS,
            "rows of seven spaces that the grid has",
            LEAST_ROWS,
            MOST_ROWS,
            label="Grid",
            word="7 × {value}",
            variant=True,
        ),
    ),
    players=_players,
    reasons=("score",),
    actions=Coded(count_actions, chance=True),
    counters=(Counter("round", count=layout.ROUND_WORDS), Counter("sheets", each=True, count=layout.words_of_sheets)),
    numbers=layout.numbers,
    rules=Rules(
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        settle=rounds.settle,
        outcome=result.outcome,
        longest=layout.longest,
        ranges=layout.ranges,
    ),
    search=SearchKernels(
        choose=rules.choose,
        playout=playout.playout,
        observe=observe.observe,
        observation_shape=observe.shape,
        observation_range=(0.0, observe.HIGHEST),
        observation_rows=observe.rows,
        beginner_turn=greedy_turn,
        extra=(best_now,),
    ),
    events=EVENTS,
    engine=Halving(Rollouts),
    secrets=Secrets(
        hide=rounds.hide,
        turns=observe.secret_turns,
        kept=lambda options: options["players"] != 1,
        next=observe.secret,
        independent=True,  # everyone's sheets are their own
    ),
    ui=Interface(
        texts=LongWayTexts,
        picture=picture.picture,
        preview=picture.preview,
        describe_preview=panel.describe_preview,
        to_place=picture.to_place,
        sheets=picture.sheets,
        handouts=picture.handouts,
        scale=panel.scale,
        remark=panel.remark,
        tally=result.tally,
        explain=result.explain,
        explain_to=result.explain_to,
        prompt=picture.prompt,
        panel=panel.panel,
        gallery=panel.gallery,
        say_turn=refusals.say_turn,
        new_round=panel.new_round,
        labels={
            "cafe": "Cafeteria",
            "wall": "Wall",
            "door": "Doorway",
            "coins": "Two coins",
            "next": "Choose a display.",
            "next cafe": "Choose two empty spaces next to each other.",
            "next wall": "Choose the side of a space for the wall.",
            "next door": "Choose the wall for the doorway.",
            "stop": "Stop",
            "sure stop": "Do you want to stop here? You draw nothing more, and your sheet is scored as it is.",
            "gallery": panel.GALLERY,
            "reroll light": "Reroll the light die",
            "reroll dark": "Reroll the dark die",
            **{f"symbol {number}": f"{number}: {name}" for number, name in enumerate(picture.SYMBOLS, 1)},
            **{f"{die} {face}": f"{die.capitalize()} die: {face}" for die in ("light", "dark") for face in range(1, 7)},
        },
        data_hash=_data_hash,
    ),
    folder=Path(__file__).parent,
)
