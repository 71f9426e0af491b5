"""The value of boards: what comes with the library, how it is found, and what the engine says of it."""

import json
import time
from dataclasses import replace

import pytest

import byways
from byways import registry
from byways.cli import main
from byways.errors import OptionError, ProofError
from byways.kernels.rng import seeded
from byways.search.driver import Budget
from byways.search.random_game import random_turn
from byways.solve import proofs as stored, value
from byways.solve.proofs import Proof, name_of
from byways.solve.prover import Prover
from byways.solve.value import WIN, Replay, Unsettled, check, solve, write_out

PROOFS = stored.stored()
LONG = 200_000  # positions, which take up to minutes to replay
SMALL = registry.find("troll").variant({"size": 4})


@pytest.mark.parametrize(
    "proof",
    [pytest.param(proof, id=proof.name, marks=[pytest.mark.torture] * (proof.positions > LONG)) for proof in PROOFS],
)
def test_every_proof_holds(proof):
    assert stored.HERE.joinpath(name_of(proof.variant)).stat().st_size < 600_000
    assert sum(one.positions for one in check(proof).values()) == proof.positions


def test_finding_it_again_gives_the_same_file_in_which_the_first_turn_is_checked_too():
    found = solve(SMALL, megabytes=4)
    assert isinstance(found, Proof)
    there = json.loads((stored.HERE / found.name).read_text())
    assert {**found.to_json(), "seconds": there["seconds"]} == there
    for turn in ("zz", "c1", ""):
        with pytest.raises(ProofError, match="does not begin with"):
            check(replace(found, turn=turn))
    for game, options in (("longway", {"players": 2}), ("troll", {"size": 4, "swap": True})):
        with pytest.raises(OptionError):
            solve(registry.find(game).variant(options))


def test_a_limit_of_time_says_how_far_it_got():
    found = solve(registry.find("troll").variant({"size": 6}), megabytes=1, seconds=0.0)
    assert isinstance(found, Unsettled)
    assert (found.player, found.not_winning) == ("white", ())
    assert found.nodes > 0
    assert min(found.numbers) > 0


def test_machine_code_is_loaded_in_nobodys_time(monkeypatch):
    given = []

    class Slow(Prover):
        def __init__(self, *arguments, **options):
            time.sleep(1)
            super().__init__(*arguments, **options)

        def prove(self, state, budget, **options):
            given.append(budget.seconds)
            return super().prove(state, Budget(0.0), **options)

    monkeypatch.setattr(value, "Prover", Slow)
    began = time.monotonic()
    found = solve(registry.find("troll").variant({"size": 6}), megabytes=1, seconds=0.9)
    assert given == [0.9]
    assert found.seconds <= time.monotonic() - began - 1


def test_the_analysis_of_a_proved_start_is_proved():
    for proof in PROOFS:
        state = byways.start(proof.variant.game.name, **proof.variant.options)
        found = byways.analyse(state)
        assert (found.best, found.proved, found.simulations) == (proof.turn, True, 0)
        assert found.value == (0.5 if proof.winner is None else float(proof.winner == state.to_move))
        assert state.is_legal(found.best)


@pytest.mark.parametrize(
    ("winner", "said"),
    [
        ("black", "black wins, first move b1"),
        ("white", "white wins, whatever black's first move"),
        (None, "nobody wins, black's first move b1"),
    ],
)
def test_the_first_turn_is_said_to_be_that_of_the_player_who_begins(monkeypatch, capsys, winner, said):
    variant = registry.find("whirlwind").variant({"size": 6})
    monkeypatch.setattr(stored, "stored", lambda: [Proof(variant, winner, "b1", {}, 1, 1.0, 1)])
    assert main(["solve", "list"]) == 0
    assert capsys.readouterr().out == f"whirlwind size=6 setup=standard swap=false: {said}\n"


def test_the_commands(tmp_path, capsys):
    path = tmp_path / "proof.json"
    assert main(["solve", "value", "troll", "--size", "4", "--out", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("troll size=4 edges=capture swap=false: white wins, first move b1\n")
    assert main(["solve", "check", "--file", str(path)]) == 0
    assert "holds (200 positions" in capsys.readouterr().out
    assert main(["solve", "check", "troll", "--size", "4", "--file", str(path)]) == 0
    capsys.readouterr()
    for board in (("troll", "--size", "5"), ("troll", "--edges", "closed"), ("stroll",)):
        assert main(["solve", "check", *board, "--file", str(path)]) == 2
        assert capsys.readouterr().err == f"byways: {path} is about another board\n"
    facts = json.loads(path.read_text())
    wrong = stored.read(path)
    facts["scripts"] = {"white": stored._packed([*wrong.scripts["white"][:-1], 0])}
    path.write_text(json.dumps(facts))
    assert main(["solve", "check", "--file", str(path)]) == 1
    assert capsys.readouterr().err.startswith("byways: the strategy")
    assert main(["solve", "check", "troll", "--size", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["positions"] == 200
    assert main(["solve", "check", "troll", "--size", "20"]) == 2
    assert main(["solve", "list", "--json"]) == 0
    capsys.readouterr()
    assert main(["solve", "value", "troll", "--size", "7", "--seconds", "0", "--megabytes", "1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["player"] == "white"


def test_an_unfinished_replay_goes_on_with_a_larger_script():
    proof = next(p for p in PROOFS if p.variant == SMALL)
    rest = list(proof.scripts["white"])
    play = Replay(SMALL, 0, 1.0, ask=lambda vector: [rest.pop(0)])
    assert play.run(SMALL.start()).positions == proof.positions


def test_where_there_are_no_draws_one_search_is_enough():
    """Of these ends of Whirlwind games those that the player to move does not win are proved for the other."""
    for seed in range(30):
        rng, line = seeded(seed), [byways.start("whirlwind", size=6)]
        while line[-1].to_move is not None:
            line.append(line[-1].apply_unchecked(random_turn(line[-1], rng)))
        state = line[-3]
        prover = Prover(state.variant, state.players.index(state.to_move), megabytes=1)
        won = prover.prove(state.vector)
        script, checked = write_out(prover, state.vector, WIN, won)
        winner = prover.player if won else 1 - prover.player
        assert Replay(state.variant, winner, WIN, script).run(state.vector).positions == checked.positions
        if not won:
            return
    raise AssertionError("no lost position was tried")
