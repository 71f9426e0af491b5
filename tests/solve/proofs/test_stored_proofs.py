"""Stored proofs: what comes with the library, which states they are about, and what is no proof."""

import json

import pytest

import byways
from byways import registry
from byways.errors import ProofError
from byways.solve import proofs as stored
from byways.solve.value import solve


def test_what_is_known_and_that_only_the_very_start_is():
    winners = {(proof.variant.game.name, proof.name): proof.winner for proof in stored.stored()}
    for size in (4, 5, 6):
        for edges in ("capture", "closed"):
            assert winners["troll", f"troll-size={size}-edges={edges}-swap=false.json"] == "white"
    assert winners["stroll", "stroll-size=5-ending=solve-swap=false.json"] == "white"
    assert winners["stroll", "stroll-size=6-ending=solve-swap=false.json"] == "white"
    start = byways.start("troll", size=4)
    assert stored.find(start) is not None
    assert stored.find(byways.start("troll", size=4, position=str(start))) is not None
    assert stored.find(start.play("b2")) is None
    assert stored.find(byways.start("troll", size=4, swap=True)) is None
    assert stored.find(byways.start("troll", size=20)) is None


NO_PROOFS = ("", "{}", "[1]", '{"game": "troll", "options": {}, "winner": null}', "{", "[" * 100_000)


def test_what_is_no_proof_or_nearly_one(tmp_path):
    path = tmp_path / "proof.json"
    found = solve(registry.find("troll").variant({"size": 4}), megabytes=4).to_json()
    wrong = (
        *({"winner": name} for name in ("zed", [1])),
        *({"turn": None}, {"seconds": float("nan")}, {"nodes": -1}),
        {"game": "longway", "options": {"players": 2}},
        {"scripts": {"white": stored._packed(range(500))[:-5]}},
    )
    for content in (*NO_PROOFS, *(json.dumps(found | changed) for changed in wrong)):
        path.write_text(content)
        with pytest.raises(ProofError, match="is not a proof"):
            stored.read(path)
