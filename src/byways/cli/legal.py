"""`byways legal`."""

from __future__ import annotations

import sys

from byways.cli.common import File, Number, Switch, print_json, state_in
from byways.errors import IllegalTurnError


def legal(
    file: File,
    /,
    *,
    turn: str | None = None,
    ply: int | None = None,
    number: Number = None,
    json: Switch = False,
) -> int:
    """List the legal moves, or judge one move and explain why it is illegal.

    The exit status is 1 if there are no legal moves or the move is illegal. The
    JSON object has game, to_move and turns; with --turn it has game, to_move,
    turn (as the game writes it), legal and reason.

    Try:

        byways legal game.txt
        byways legal game.txt --turn e1
        byways show game.txt --ply 12 | byways legal - --json

    Args:
        file: A game record or a position; - is the standard input.
        turn: Judge this move instead of listing all.
        ply: Look at the game after this many moves; 0 is its start. By default all of them.
        number: The number of the game, from 1, in a file with several.
        json: Print JSON.
    """
    state = state_in(file, ply, number)
    heading = {"game": state.game, "to_move": state.to_move}
    if turn is None:
        turns = state.legal_turns()
        if json:
            print_json({**heading, "turns": turns})
        else:
            print("".join(f"{text}\n" for text in turns), end="")
        return 0 if turns else 1
    try:
        text = state.write(state.actions(turn))
        reason = None
    except IllegalTurnError as error:
        text = turn
        reason = str(error)
    if json:
        print_json({**heading, "turn": text, "legal": reason is None, "reason": reason})
    else:
        print(text if reason is None else reason, file=sys.stderr if reason else sys.stdout)
    return 1 if reason else 0
