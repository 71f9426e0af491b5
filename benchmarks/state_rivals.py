"""python-chess in the loop "list, choose, play", run by a Python of its own: moves a second, one number a line read.

"uci" writes every legal move by its coordinates, as Byways' turns are, and plays one by its text; "san" writes them as
people do, which takes whole positions to tell moves apart; "asked" is "uci" with the outcome asked before each move;
"moves" deals with objects.
"""

from __future__ import annotations

import sys
import time

import chess

MOVES = 2_000


def play(count: int, way: str) -> None:
    """Play so many moves, game after game."""
    board = chess.Board()
    for i in range(count):
        moves = list(board.legal_moves)
        if _over(board, moves, asked=way == "asked"):
            board = chess.Board()
            moves = list(board.legal_moves)
        if way == "moves":
            board.push(moves[i * 7919 % len(moves)])
        elif way == "san":
            texts = [board.san(move) for move in moves]
            board.push_san(texts[i * 7919 % len(texts)])
        else:
            texts = [move.uci() for move in moves]
            board.push_uci(texts[i * 7919 % len(texts)])


def _over(board: chess.Board, moves: list[chess.Move], *, asked: bool) -> bool:
    if asked:
        return board.outcome(claim_draw=False) is not None
    return not moves or board.is_insufficient_material() or board.halfmove_clock > 100


for line in sys.stdin:
    began = time.perf_counter()
    play(MOVES, line.strip())
    print(round(MOVES / (time.perf_counter() - began)), flush=True)
