"""Checked proofs of who wins small boards with best play, one JSON file per board: its value, and strategies."""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from byways import registry
from byways.errors import OptionError, ProofError
from byways.game import Game, Variant
from byways.position.state import State
from byways.rules.options import Value

HERE = Path(__file__).parent
LARGEST = 50_000_000  # bytes of a script


@dataclass(frozen=True)
class Proof:
    """The proved winner of a variant, statistics of the search, and strategies that a replay can check."""

    variant: Variant
    winner: str | None
    """A player's name; None: neither can win."""
    turn: str
    """A first turn that reaches the value."""
    scripts: Mapping[str, Sequence[int]]
    """The winner's strategy, or, in a draw, both players', as `byways.solve.replay` reads them."""
    nodes: int
    """Positions that the search entered."""
    seconds: float
    positions: int
    """Different positions that the check went through, all scripts together."""

    @property
    def options(self) -> dict[str, Value]:
        """The options that are told: those of its variant without rules that are as described."""
        return options_of(self.variant)

    @property
    def name(self) -> str:
        """The file's name."""
        return name_of(self.variant)

    def to_json(self) -> dict[str, object]:
        """Return the proof as the content of its file."""
        return {
            "game": self.variant.game.name,
            "options": self.options,
            "winner": self.winner,
            "turn": self.turn,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "positions": self.positions,
            "scripts": {player: _packed(script) for player, script in self.scripts.items()},
        }

    def value(self, player: str) -> float:
        """Return the value for a player, from 0 (lost) to 1 (won)."""
        return 0.5 if self.winner is None else float(player == self.winner)


def options_of(variant: Variant) -> dict[str, Value]:
    """Return a variant's options without those that would make it another game than described, and do not."""
    silent = {one.name for one in variant.game.options if one.variant and one.name not in variant.changed_rules}
    return {name: value for name, value in variant.options.items() if name not in silent}


def name_of(variant: Variant) -> str:
    """Return the file name of a variant's proof; the option that only limits repetition is left out."""
    told = options_of(variant).items()
    rest = [f"{name}={value}" for name, value in told if name != variant.game.rules.repetition]
    return " ".join([variant.game.name, *rest]).lower().replace(" ", "-") + ".json"


def read(path: Path) -> Proof:
    """Read the proof in a file. Raises ProofError, OptionError, OSError."""
    try:
        found = _read(json.loads(path.read_text(encoding="utf-8")))
    except OptionError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error) as error:
        raise ProofError("proof.file", "{file} is not a proof", file=str(path)) from error
    if not _makes_sense(found):
        raise ProofError("proof.file", "{file} is not a proof", file=str(path))
    return found


def _read(data: Mapping[str, Any]) -> Proof:
    game: Game = registry.find(data["game"])
    return Proof(
        game.variant(data["options"]),
        data["winner"],
        data["turn"],
        {player: _unpacked(text) for player, text in data["scripts"].items()},
        int(data["nodes"]),
        float(data["seconds"]),
        int(data["positions"]),
    )


def _makes_sense(proof: Proof) -> bool:
    """Return whether a proof says something that could be true; whether it is, a replay tells."""
    players = proof.variant.players
    return (
        len(players) == 2
        and not proof.variant.game.dice
        and (proof.winner is None or proof.winner in players)
        and isinstance(proof.turn, str)
        and min(proof.nodes, proof.positions) >= 0
        and 0 <= proof.seconds < math.inf
    )


def stored() -> list[Proof]:
    """Return all proofs that come with the library, by game and board."""
    return [read(path) for path in sorted(HERE.glob("*.json"))]


def find(state: State) -> Proof | None:
    """Return the proof for a state, if it is the start of a proved variant."""
    if state.previous is not None or not np.array_equal(state.vector, state.variant.start()):
        return None
    return _of(state.variant)


@cache
def _of(variant: Variant) -> Proof | None:
    path = HERE / name_of(variant)
    return read(path) if path.exists() else None


def _packed(script: Sequence[int]) -> str:
    return base64.b85encode(zlib.compress(np.array(script, dtype="<u2").tobytes(), 9)).decode()


def _unpacked(text: str) -> list[int]:
    packed = zlib.decompressobj()
    raw = packed.decompress(base64.b85decode(text), LARGEST)
    if not packed.eof:
        raise ValueError("a script is cut off, or too long")
    return [int(action) for action in np.frombuffer(raw, dtype="<u2")]
