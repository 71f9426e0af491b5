"""The weights of Troll's evaluation: those of the usual game, then those of the variant of diagonal joins.

`scripts/train/learn-troll` finds them in games that the engine plays against itself.
"""

from __future__ import annotations

import json

from byways.game.folder import read_beside

DEEP = 4  # how far from an edge cells are told apart
CLASSES = DEEP * DEEP  # of cells: by the distance from the disc's own edges, then from the other two
UNITS = 1_000  # a weight of so much is a logit of 1

# What the evaluation sees, from the player to move. A "threat" is a cell where the enemy would win at once; a "capture"
# is a cell where a disc flips something.
NAMES = (
    "threat",
    "second threat",
    "third threat",
    "captures",
    "enemy captures",
    "flippable enemies",
    "flippable own",
    "beside a free corner, own edge",  # these are the player's minus the enemy's
    "beside a free corner, other edge",
    "beside a free corner, inside",
    "beside an own corner, own edge",
    "beside an own corner, other edge",
    "beside an own corner, inside",
    "beside an enemy corner, own edge",
    "beside an enemy corner, other edge",
    *(f"early {own}{other}" for own in range(DEEP) for other in range(DEEP)),  # discs on cells of a class, by how empty
    *(f"late {own}{other}" for own in range(DEEP) for other in range(DEEP)),  # the board is, and by how full
    "to move",
)
CORNERS, EARLY, TO_MOVE_WORTH = 7, 15, 15 + 2 * CLASSES  # where they stand in it
DIAGONAL = "diagonal, "  # before the names of the variant's


def _learnt(file: str, before: str = "") -> dict[str, int]:
    found: dict[str, int] = json.loads(read_beside(__file__, file))
    return {before + name: found[name] for name in NAMES}


WEIGHTS = _learnt("weights.json") | _learnt("weights-diagonal.json", DIAGONAL)
