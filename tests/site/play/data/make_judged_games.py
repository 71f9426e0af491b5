"""Make the games of judged_games.json: seeded, and each position looked at by a short search.

Run it only to change the games: python tests/site/play/data/make_judged_games.py
"""

import json
import random
from pathlib import Path

import byways

RULES = (("troll", {"size": 4}), ("whirlwind", {"size": 6}), ("stride", {}), ("stroll", {"size": 5}))
GAMES = 5  # of each
TURNS = 14
CHOICES = 8


def game(name, options, seed):
    """A game of a person who plays some turn now and then, and the searches' findings after every turn."""
    rng = random.Random(f"{name} {seed}")
    state, looks = byways.start(name, **options), []
    while state.to_move is not None and len(state.turns) < TURNS:
        found = byways.analyse(state, simulations=400, seed=seed)
        looks.append(look(found))
        state = state.play(rng.choice(state.legal_turns()) if rng.random() < 0.5 else found.best)
    looks.append(look(byways.analyse(state, simulations=400, seed=seed)) if state.to_move else ended(state))
    return {"game": name, "options": options, "turns": list(state.turns), "looks": looks}


def look(found):
    choices = [[one.turn, round(one.value, 4), one.visits] for one in found.choices[:CHOICES]]
    return {"best": found.best, "value": round(found.value, 4), "proved": found.proved, "choices": choices}


def ended(state):
    won = state.outcome.winner
    value = 0.5 if won is None else float(won == state.players[0])
    return {"best": None, "value": value, "proved": True, "choices": []}


if __name__ == "__main__":
    made = [game(name, options, seed) for name, options in RULES for seed in range(GAMES)]
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in made)
    Path(__file__).with_name("judged_games.json").write_text(f"[\n{lines}\n]\n")
