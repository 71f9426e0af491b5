"""`byways solve`: one command for each kind of thing that can be solved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cyclopts import App

from byways.cli.common import (
    MOST_MEGABYTES,
    Rest,
    Switch,
    UsageError,
    at_least,
    at_most,
    check_out,
    game_named,
    json_text,
    pairs,
    print_json,
    usage,
)
from byways.cli.show import put
from byways.cli.solve_board import board

if TYPE_CHECKING:
    from byways.game import Variant
    from byways.solve.proofs import Proof
    from byways.solve.prover import Prover
    from byways.solve.value import Unsettled

NO = 1

solve = App(
    name="solve",
    help="""Solve small boards and positions: who wins with best play.

Try:

    byways solve value troll --size 4
    byways solve check troll --size 5
    byways solve list
    byways solve stroll game.txt --out paths.svg""",
)
solve.default(board)


@solve.command(help_epilogue="")
def value(
    game: str,
    /,
    *options: Rest,
    seconds: float | None = None,
    megabytes: float = 256.0,
    weak: Switch = False,
    out: str | None = None,
    json: Switch = False,
) -> int:
    """Find and prove who wins a board from its start, by proof-number search.

    The strategy found is verified by playing it against every reply. Without an
    answer in time the progress is printed, and the exit status is 1.

    The JSON object is the proof: game, options, winner (null: nobody), turn,
    nodes, seconds, positions, scripts. Without an answer: game, options, player
    (whose win was being tried), nodes, seconds, proof_number, disproof_number,
    stored, not_winning (the players already shown not to win).

    Try:

        byways solve value troll --size 4
        byways solve value stroll --size 6 --weak --seconds 600 --out proof.json

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options, such as --size 4 --edges closed.
        seconds: Give up after this long a search, not counting compilation.
        megabytes: The memory of the transposition table, in megabytes.
        weak: Use weak proof numbers, which are faster in some games.
        out: Write the proof to this file.
        json: Print JSON.
    """
    from byways.solve.value import Unsettled, solve as find
    from byways.workers.call import Abandonable

    at_least(0, seconds=seconds)
    at_least(1, megabytes=megabytes)
    at_most(MOST_MEGABYTES, megabytes=megabytes)
    variant = _variant(game, options)
    check_out(out)  # before hours of search, not after them
    with usage(), _status() as tell:
        found = find(variant, megabytes=megabytes, seconds=seconds, weak=weak, report=tell, call=Abandonable())
    if isinstance(found, Unsettled):
        _say_unsettled(variant, found, json)
        return NO
    if out:
        put(json_text(found.to_json()).encode(), out)
    if json:
        print_json(found.to_json())
    else:
        print(_sentence(found))
        print(f"{found.nodes:,} positions in {found.seconds} s; {_turns(found):,} actions of strategy, ", end="")
        print(f"checked against every reply in {found.positions:,} positions")
    return 0


@solve.command(help_epilogue="")
def check(
    game: str | None = None,
    /,
    *options: Rest,
    file: str | None = None,
    json: Switch = False,
) -> int:
    """Check stored proofs by playing their strategies against every reply.

    The replay uses the game's rules and nothing of the search. Without a game it
    checks all proofs that come with the library. The exit status is 1 if a proof
    does not hold.

    The JSON list has game, options, winner, turn, actions, positions, replies,
    ends and seconds of every proof.

    Try:

        byways solve check
        byways solve check troll --size 5 --edges closed
        byways solve check --file proof.json --json

    Args:
        game: Check only this game's board; byways games lists the games.
        options: The game's own options, such as --size 5.
        file: Check the proof in this file instead.
        json: Print JSON.
    """
    from byways.solve.value import check as replay
    from byways.workers.call import Abandonable

    facts = []
    for proof in _proofs(game, options, file):
        checked = replay(proof, call=Abandonable()).values()
        numbers = {
            "actions": _turns(proof),
            "positions": sum(one.positions for one in checked),
            "replies": sum(one.replies for one in checked),
            "ends": sum(one.ends for one in checked),
            "seconds": round(sum(one.seconds for one in checked), 2),
        }
        facts.append({**_board(proof), **numbers})
        if not json:
            print(f"{_sentence(proof)}: holds ({numbers['positions']:,} positions, {numbers['replies']:,} replies)")
    if json:
        print_json(facts)
    return 0


def _proofs(game: str | None, options: tuple[str, ...], file: str | None) -> list[Proof]:
    """Return the proof in a file or of a board, or else all stored ones. Raises UsageError."""
    from pathlib import Path

    from byways.solve import proofs

    if file is not None:
        proof = proofs.read(Path(file))
        if game is not None and not _is_about(proof.variant, game, options):
            raise UsageError(f"{file} is about another board")
        return [proof]
    if game is None:
        return proofs.stored()
    path = proofs.HERE / proofs.name_of(_variant(game, options))
    if not path.exists():
        raise UsageError("there is no proof of this board; byways solve list names all that there are")
    return [proofs.read(path)]


@solve.command(name="list", help_epilogue="")
def all_(*, json: Switch = False) -> None:
    """List the solved boards, with the winner and a best first move.

    The JSON list has game, options, winner, turn, nodes, seconds and actions.

    Try:

        byways solve list --json

    Args:
        json: Print JSON.
    """
    from byways.solve.proofs import stored

    proofs = stored()
    if json:
        print_json([{**_board(p), "nodes": p.nodes, "seconds": p.seconds, "actions": _turns(p)} for p in proofs])
    else:
        for proof in proofs:
            print(_sentence(proof))


def _variant(game: str, options: tuple[str, ...]) -> Variant:
    with usage():
        return game_named(game).variant(pairs(options))


def _is_about(variant: Variant, game: str, options: tuple[str, ...]) -> bool:
    """Return whether a variant is of this game and has these options, whatever its others are."""
    found = game_named(game)
    with usage():
        return found == variant.game and found.variant({**variant.options, **pairs(options)}) == variant


def _board(proof: Proof) -> dict[str, object]:
    return {
        "game": proof.variant.game.name,
        "options": proof.options,
        "winner": proof.winner,
        "turn": proof.turn,
    }


def _turns(proof: Proof) -> int:
    return sum(map(len, proof.scripts.values()))


def _sentence(proof: Proof) -> str:
    options = " ".join(f"{name}={value}".lower() for name, value in proof.options.items())
    return f"{proof.variant.game.name} {options}: {_result(proof)}"


def _result(proof: Proof) -> str:
    """Say who wins and, where the player to begin does not lose, the first move that keeps to that."""
    from byways.position.state import State

    first = State(proof.variant, proof.variant.start()).to_move
    if proof.winner is None:
        return f"nobody wins, {first}'s first move {proof.turn}"
    if proof.winner != first:
        return f"{proof.winner} wins, whatever {first}'s first move"
    return f"{first} wins, first move {proof.turn}"


def _say_unsettled(variant: Variant, found: Unsettled, json: bool) -> None:
    if json:
        print_json({"game": variant.game.name, "options": variant.options, **_so_far(found)})
        return
    p, d = found.numbers
    print(f"not settled after {found.seconds:.0f} s and {found.nodes:,} positions")
    print(f"does {found.player} win? proof number {p:,}, disproof number {d:,}")


def _so_far(found: Unsettled) -> dict[str, object]:
    return {
        "player": found.player,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 1),
        "proof_number": found.numbers[0],
        "disproof_number": found.numbers[1],
        "stored": found.stored,
        "not_winning": list(found.not_winning),
    }


@contextmanager
def _status() -> Iterator[Callable[[str, Prover], None]]:
    """Show a search's progress in a line on the standard error, if that is a terminal."""
    from rich.console import Console

    with Console(stderr=True).status("preparing") as line:

        def tell(player: str, prover: Prover) -> None:
            proof, disproof = prover.numbers
            line.update(f"does {player} win? {prover.nodes:,} positions, proof number {proof:,}, disproof {disproof:,}")

        yield tell
