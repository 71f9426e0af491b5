"""The check of proofs: it accepts what holds and refuses what was changed, on rules of its own and of the oracles."""

from itertools import product

import numpy as np
import pytest
from examples import hex

from byways import registry
from byways.errors import ProofError
from byways.solve import replay
from byways.solve.prover import Prover
from byways.solve.value import DRAW, WIN, Replay, write_out
from oracles.troll import Troll

SMALL = registry.find("troll").variant({"size": 4})


def proof(variant, player=0, **options):
    prover = Prover(variant, player, megabytes=4, **options)
    won = prover.prove(variant.start())
    assert won is not None
    return write_out(prover, variant.start(), WIN if won else DRAW, won)


def test_a_proof_is_written_out_and_holds_and_makes_room_for_many_positions():
    script, written = proof(SMALL)
    checked = Replay(SMALL, 0, WIN, script).run(SMALL.start())
    assert (checked.positions, checked.replies) == (written.positions, written.replies)
    assert 20 < len(script) < checked.positions
    again = Replay(SMALL, 0, WIN, script, interpreted=True).run(SMALL.start())
    assert (again.positions, again.replies, again.ends) == (checked.positions, checked.replies, checked.ends)
    _, large = proof(registry.find("troll").variant({"size": 5, "edges": "closed"}))
    assert large.positions > 2**11


def test_one_other_turn_breaks_it_and_too_short_too_long_and_for_the_other_side():
    script, _ = proof(SMALL)
    for at, action in product((0, 20), range(SMALL.num_actions)):
        if action != script[at]:
            changed = [*script[:at], action, *script[at + 1 :]]
            with pytest.raises(ProofError):
                Replay(SMALL, 0, WIN, changed).run(SMALL.start())
    for player, changed, said in ((0, script[:-1], "no move"), (0, [*script, 5], "no line"), (1, script, None)):
        with pytest.raises(ProofError, match=said):
            Replay(SMALL, player, WIN, changed).run(SMALL.start())


def test_what_cannot_be_won_is_kept_from_being_lost():
    """Hex has no draws: that the second player does not win means that the first does."""
    hexes = hex.GAME.variant({"size": 3})
    script, checked = proof(hexes, player=1)
    assert checked.replies > 10
    Replay(hexes, 0, WIN, script).run(hexes.start())


def test_a_turn_of_two_stones_is_two_actions_of_the_script():
    stroll = registry.find("stroll").variant({"size": 5})
    script, checked = proof(stroll, weak=True)
    assert checked.ends > 0
    assert Replay(stroll, 0, WIN, script).run(stroll.start()).positions == checked.positions


def test_going_in_circles_is_no_win():
    """In Stride, jumping to and fro keeps nobody from a draw; a script that does so is refused."""
    stride = registry.find("stride").variant({"side": 4, "repetition": 0})
    rng = np.random.default_rng(1)

    def any_quiet_turn(vector):
        return [int(rng.choice(stride.legal_actions(vector)))]

    with pytest.raises(ProofError, match=r"circles|otherwise"):
        Replay(stride, 0, WIN, ask=any_quiet_turn).run(stride.start())


def test_a_naive_program_plays_the_strategy_too():
    """The proof for 4x4 by the rules of the oracle and nothing else of the library but the order of its questions."""
    script, _ = proof(SMALL)
    turns = iter(script)
    seen, asked = set(), 0

    def images(discs, mover):
        for flip_x in (0, 1):
            for flip_y in (0, 1):
                yield frozenset((abs(3 * flip_x - x), abs(3 * flip_y - y), c) for (x, y), c in discs.items()), mover

    def walk(game):
        nonlocal asked
        if game.result is not None:
            assert game.result[0] == "white"
            return
        position = next(images(game.discs, game.mover))
        if position in seen:
            return
        seen.update(images(game.discs, game.mover))
        if game.mover == "black":
            for turn in game.turns():
                walk(played(game, turn))
        elif not any((played(game, turn).result or ("",))[0] == "white" for turn in game.turns()):
            asked += 1
            action = next(turns)
            walk(played(game, f"{chr(97 + action % 4)}{action // 4 + 1}" if action < 16 else "pass"))

    walk(Troll(4))
    assert asked == len(script)
    assert next(turns, None) is None


def played(game, turn):
    after = Troll(game.size, game.edges)
    after.discs, after.mover, after.result = dict(game.discs), game.mover, game.result
    after.play(turn)
    return after


def test_the_set_of_keys_grows_without_losing_any():
    play = Replay(SMALL, 0, WIN)
    play.seen = np.zeros(8, dtype=np.uint64)
    for key in (3, 11, 19, 2**64 - 5):
        replay.put(play.seen, np.uint64(key))
    play._make_room()
    assert sorted(play.seen[play.seen != 0].tolist()) == [3, 11, 19, 2**64 - 5]
