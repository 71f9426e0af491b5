"""python-chess in the loop "list, choose, play", run by a Python of its own: moves a second, one number a line read.

"san" writes every legal move as people do and plays one by its text; "moves" deals with its objects.
"""

from __future__ import annotations

import sys
import time

import chess

MOVES = 2_000


def play(count: int, by_text: bool) -> None:
    """Play so many moves, game after game."""
    board = chess.Board()
    for i in range(count):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material() or board.halfmove_clock > 100:
            board = chess.Board()
            moves = list(board.legal_moves)
        if by_text:
            texts = [board.san(move) for move in moves]
            board.push_san(texts[i * 7919 % len(texts)])
        else:
            board.push(moves[i * 7919 % len(moves)])


for line in sys.stdin:
    began = time.perf_counter()
    play(MOVES, line.strip() == "san")
    print(round(MOVES / (time.perf_counter() - began)), flush=True)
