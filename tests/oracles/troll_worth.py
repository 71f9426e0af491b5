"""What Troll's engine sees in a position, found over the oracle's discs by playing every turn out."""

from copy import deepcopy

OTHER = {"white": "black", "black": "white"}


def tactics(game, colour):
    """How many cells win at once for a colour, at how many it would flip any, and how many discs it could flip."""
    wins, ends, discs = 0, 0, set()
    for cell in game.allowed(colour):
        caught = game.caught(cell, colour)
        ends += bool(caught)
        discs |= caught
        after = deepcopy(game)
        after.discs.update(dict.fromkeys([cell, *caught], colour))
        wins += after.joins(colour)
    return wins, ends, len(discs)


def sights(game, deep):
    """Everything by its name; what depends on how full the board is times 64."""
    mine, theirs = game.mover, OTHER[game.mover]
    (_, ends, discs), (threats, enemy_ends, enemy_discs) = tactics(game, mine), tactics(game, theirs)
    seen = {"threat": threats > 0, "second threat": threats > 1, "third threat": threats > 2}
    seen |= {"captures": ends, "enemy captures": enemy_ends, "flippable enemies": discs, "flippable own": enemy_discs}
    for state in ("free", "own", "enemy"):
        for place in ("own edge", "other edge", "inside"):
            if (state, place) != ("enemy", "inside"):
                name = f"beside a{'n' if state != 'free' else ''} {state} corner, {place}"
                seen[name] = beside(game, mine, state, place) - beside(game, theirs, state, place)
    late = 64 * len(game.discs) // game.size**2
    for own in range(deep):
        for other in range(deep):
            more = on_class(game, mine, own, other, deep) - on_class(game, theirs, own, other, deep)
            seen[f"early {own}{other}"], seen[f"late {own}{other}"] = more * (64 - late) / 64, more * late / 64
    return seen | {"to move": 1}


def beside(game, colour, state, place):
    """The colour's discs next to corners that are free, its own or the enemy's: along an edge, or diagonally inside."""
    last, found = game.size - 1, 0
    for cell, disc in game.discs.items():
        for corner in [(0, 0), (last, 0), (0, last), (last, last)]:
            step = abs(cell[0] - corner[0]), abs(cell[1] - corner[1])
            edge = {(1, 0): "white", (0, 1): "black", (1, 1): "inside"}.get(step)  # rows are White's edges
            where = {"inside": "inside", colour: "own edge", OTHER[colour]: "other edge"}.get(edge)
            there = {None: "free", colour: "own", OTHER[colour]: "enemy"}[game.discs.get(corner)]
            found += disc == colour and where == place and there == state
    return found


def on_class(game, colour, own, other, deep):
    """The colour's discs by the distance from its own edges and from the other two, far ones taken together."""
    last, found = game.size - 1, 0
    for (x, y), disc in game.discs.items():
        across, down = (min(deep - 1, at, last - at) for at in (x, y))
        found += disc == colour and (own, other) == ((down, across) if colour == "white" else (across, down))
    return found
