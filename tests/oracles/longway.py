"""The Long Way by dictionaries of spaces (column, row), every turn tried on a copy of the sheet."""

import tomllib
from collections import deque
from copy import deepcopy
from itertools import product
from pathlib import Path

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
SHIPPED = Path(__file__).parents[2] / "src/byways/games/longway/tiles.toml"


def name(space):
    return f"{'abcdefg'[space[0]]}{space[1] + 1}"


def space_of(text):
    return ("abcdefg".index(text[0]), int(text[1]) - 1)


def step(space, side):
    return (space[0] + SIDES[side][0], space[1] + SIDES[side][1])


class Tiles:
    """tile(light, dark) is (spaces, walls), the walls as (space, side), for a box with its top left at (0, 0)."""

    def __init__(self, path=SHIPPED):
        self.tables = tomllib.loads(Path(path).read_text())["shape"]

    def tile(self, light, dark):
        table = self.tables[str(light)]
        spaces = [(x, y) for y, row in enumerate(table["cells"]) for x, mark in enumerate(row) if mark == "#"]
        return spaces, [(space_of(word[:2]), word[2]) for word in table["walls"][dark - 1].split()]


class Sheet:
    def __init__(self, rows=7):
        self.spaces = [(x, y) for y in range(rows) for x in range(7)]
        self.used = set()  # spaces that are not empty
        self.displays = {}
        self.walls = {}  # (space, side): whether it has a doorway
        self.cafeterias = []
        self.coins = 0
        self.entrance = self.exit = None  # (space, side)
        self.stopped = False

    def blocked(self, space, side):
        return any(self.walls.get(wall) is False for wall in ((space, side), (step(space, side), FACING[side])))

    def near(self, space):
        """The spaces next to one, across an open border."""
        return [step(space, s) for s in "NESW" if step(space, s) in self.spaces and not self.blocked(space, s)]

    def draw_wall(self, space, side):
        assert (space, side) not in self.walls
        self.walls[space, side] = False
        self.used.add(space)

    def can_tile(self, spaces):
        return all(space in self.spaces and space not in self.used for space in spaces)

    def bonus_due(self, space, symbol):
        dining = {space for pair in self.cafeterias for space in pair}
        return any(other in dining or self.displays.get(other) == symbol for other in self.near(space))

    def bonuses(self):
        dining = {space for pair in self.cafeterias for space in pair}
        found = [
            f"wall {name(space)}{side}"
            for space in self.spaces
            for side in "NESW"
            if space not in dining and (space, side) not in self.walls
        ]
        for space in self.spaces:
            for side in "NESW":
                if step(space, side) in self.spaces:
                    if side in "ES" and self.blocked(space, side):
                        found.append(f"door {name(space)}{side}")
                elif (space, side) in (self.entrance, self.exit) and self.walls.get((space, side)) is False:
                    found.append(f"door {name(space)}{side}")
        return [*found, "coins"]

    def take_bonus(self, words):
        if words[0] == "coins":
            self.coins += 2
            return
        space, side = space_of(words[1][:2]), words[1][2]
        if words[0] == "wall":
            self.draw_wall(space, side)
            return
        for wall in ((space, side), (step(space, side), FACING[side])):
            if wall in self.walls:
                self.walls[wall] = True

    def score(self, most=400_000):
        """The best of all combinations of shortest walks, each tried; None where there are more than `most`."""
        if self.walls.get(self.entrance) is False or self.walls.get(self.exit) is False:
            return 0
        start, end = [self.entrance[0]], [self.exit[0]]
        steps = self.distances(start)
        if end[0] not in steps:
            return 0
        open_for_lunch = [pair for pair in self.cafeterias if pair[0] in steps]
        orders = [open_for_lunch]
        if len(open_for_lunch) == 2:
            one, two = (min(steps[space] for space in pair) for pair in open_for_lunch)
            orders = [o for o, fits in ((open_for_lunch, one <= two), (open_for_lunch[::-1], two <= one)) if fits]
        totals = []
        for order in orders:
            stops = [start, *order, end]
            legs = [self.shortest_walks(stops[i], stops[i + 1]) for i in range(len(stops) - 1)]
            size = 1
            for leg in legs:
                size *= len(leg)
            if size > most:
                return None
            totals += [sum(map(self.worth, set().union(*walks))) for walks in product(*legs)]
        return max(totals)

    def worth(self, space):
        return int(space in self.displays) - int(space not in self.used)

    def distances(self, places):
        found = dict.fromkeys(places, 0)
        queue = deque(places)
        while queue:
            space = queue.popleft()
            for other in self.near(space):
                if other not in found:
                    found[other] = found[space] + 1
                    queue.append(other)
        return found

    def shortest_walks(self, places, goals):
        """The sets of worthwhile spaces of all shortest walks from any of the places to any of the goals."""
        steps = self.distances(goals)
        least = min(steps[place] for place in places)
        ends = {(frozenset([place]), place) for place in places if steps[place] == least}
        for left in range(least, 0, -1):
            ends = {
                (walk | {other}, other) for walk, end in ends for other in self.near(end) if steps[other] == left - 1
            }
        return {frozenset(space for space in walk if self.worth(space)) for walk, _ in ends}


class LongWay:
    def __init__(self, players=1, tiles=None, rows=7):
        self.tiles = tiles or Tiles()
        self.names = [f"player {i + 1}" for i in range(players)]
        self.shown = {player: Sheet(rows) for player in self.names}
        self.secret = {}  # of those who have chosen in this round
        self.waiting = list(self.names)
        self.playing = False
        self.active = None
        self.light = self.dark = None
        self.to_roll = None  # "both", "light", "dark"
        self.result = None

    @property
    def mover(self):
        if self.result:
            return None
        return "chance" if self.to_roll else self.waiting[0]

    def turns(self):
        if self.result:
            return []
        if self.to_roll == "both":
            return [f"roll {light}-{dark}" for light in range(1, 7) for dark in range(1, 7)]
        if self.to_roll:
            return [f"{self.to_roll} {die}" for die in range(1, 7)]
        if not self.playing:
            spaces = self.shown[self.mover].spaces
            outer = [f"{name(s)}{side}" for s in spaces for side in "NESW" if step(s, side) not in spaces]
            return [f"setup {one} {other}" for one in outer for other in outer if one != other]
        sheet = self.shown[self.mover]
        return [*self.tile_turns(sheet), *self.cafeteria_turns(sheet), "stop", *self.rerolls(sheet)]

    def rerolls(self, sheet):
        return ["reroll light", "reroll dark"] if self.mover == self.active and sheet.coins else []

    def cafeteria_turns(self, sheet):
        if len(sheet.cafeterias) == 2:
            return []
        return [
            f"cafe {name(space)} {name(step(space, side))}"
            for space in sheet.spaces
            for side in "ES"
            if sheet.can_tile([space, step(space, side)])
        ]

    def tile_turns(self, sheet):
        found = []
        for corner in sheet.spaces:
            spaces = self.placed(corner)[0]
            if not sheet.can_tile(spaces):
                continue
            after = deepcopy(sheet)
            self.draw_tile(after, corner)
            bonuses = after.bonuses()
            for space, symbol in product(spaces, sorted({self.light, self.dark})):
                text = f"tile {name(corner)} {name(space)}={symbol}"
                found += [f"{text} {bonus}" for bonus in bonuses] if after.bonus_due(space, symbol) else [text]
        return found

    def placed(self, corner):
        spaces, walls = self.tiles.tile(self.light, self.dark)
        moved = [(x + corner[0], y + corner[1]) for x, y in spaces]
        return moved, [((x + corner[0], y + corner[1]), side) for (x, y), side in walls]

    def draw_tile(self, sheet, corner):
        spaces, walls = self.placed(corner)
        sheet.used.update(spaces)
        for space, side in walls:
            sheet.draw_wall(space, side)

    def play(self, turn):
        words = turn.split()
        if words[0] == "roll":
            self.light, self.dark = int(words[1][0]), int(words[1][2])
        if words[0] in ("light", "dark"):
            setattr(self, words[0], int(words[1]))
        if words[0] in ("roll", "light", "dark"):
            self.to_roll = None
            return
        player = self.waiting[0]
        if words[0] == "reroll":
            self.shown[player].coins -= 1
            self.to_roll = words[1]
            return
        sheet = self.secret[player] = deepcopy(self.shown[player])
        if words[0] == "setup":
            sheet.entrance, sheet.exit = ((space_of(side[:2]), side[2]) for side in words[1:])
        elif words[0] == "stop":
            sheet.stopped = True
        elif words[0] == "cafe":
            sheet.cafeterias.append([space_of(words[1]), space_of(words[2])])
            sheet.used.update(sheet.cafeterias[-1])
        else:
            self.draw_tile(sheet, space_of(words[1]))
            sheet.displays[space_of(words[2][:2])] = int(words[2][3])
            if words[3:]:
                sheet.take_bonus(words[3:])
        self.waiting.pop(0)
        if not self.waiting:
            self.end_round()

    def end_round(self):
        self.shown.update(self.secret)
        self.secret = {}
        still_in = [player for player in self.names if not self.shown[player].stopped]
        if not still_in:
            self.result = {player: self.shown[player].score() for player in self.names}
            return
        at = self.names.index(self.active) + 1 if self.playing else 0
        order = [player for player in self.names[at:] + self.names[:at] if player in still_in]
        self.playing = True
        self.active, self.waiting, self.to_roll = order[0], order, "both"
