"""A bot that speaks the engine protocol; it needs nothing but Python: it plays next to the turns before.

byways match troll "process:python examples/bots/bot.py" random --games 20
"""

import json
import re
import sys


def points(turn: str) -> list[tuple[int, int]]:
    """Return the places of the cells that a turn names, such as "d5" or "e5,f6"."""
    return [(ord(letter), int(number)) for letter, number in re.findall(r"([a-z])(\d+)", turn)]


def distance(turn: str, turns: list[str]) -> int:
    """Return how far a turn is from the nearest cell of the last two turns."""
    near = [cell for played in turns[-2:] for cell in points(played)]
    return min((abs(a - c) + abs(b - d) for a, b in points(turn) for c, d in near), default=0)


for line in sys.stdin:
    asked = json.loads(line)
    if "legal" in asked:
        best = min(asked["legal"], key=lambda turn: distance(turn, asked["turns"]))
        answer = {"id": asked["id"], "best": best}
    else:
        error = {"field": "legal", "code": "bot.legal", "message": "this bot needs to be told the legal turns"}
        answer = {"id": asked.get("id"), "errors": [error]}
    print(json.dumps(answer), flush=True)
