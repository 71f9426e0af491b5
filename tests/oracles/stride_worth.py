"""What Stride's engine thinks of a position, counted over the oracle's dictionary of piles."""


def lead(game, weights):
    """By how much White is ahead."""
    return worth(game, weights, "white") - worth(game, weights, "black")


def worth(game, weights, colour):
    """The weights of a colour's piles, of what lies under them, and of its jumps forward."""
    up = 1 if colour == "white" else -1
    total = 0
    for (_, y, _), pile in game.piles.items():
        if pile[-1] == colour:
            rows = game.side - 1 - up * y
            kind = "step" if rows % 2 == 0 else "aid"
            total += weights[f"{kind}{rows // 2}"] + weights["buried"] * (len(pile) - 1)
    return total + weights["jump"] * sum((end[1] - start[1]) * up == 2 for start, end in game.jumps(colour))


def loud(game):
    """The turns to look at before a position is quiet: captures and arrivals, or rescues where needed."""
    mine = game.mover
    rival = "black" if mine == "white" else "white"
    away = game.side - 1 if mine == "white" else 1 - game.side
    arrived = any(rival in pile and y == -away for (_, y, _), pile in game.piles.items())
    found = []
    for start, end in game.jumps(mine) if game.result is None else []:
        takes = rival in game.piles.get(end, [])
        if (takes and end[1] == -away) if arrived else (takes or end[1] == away):
            found.append(f"{game.name(start)}-{game.name(end)}")
    return set(found)
