"""Turns, boards and claims of Stroll, in words, and explanations of its illegal turns."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

import numpy as np

from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.game.board_texts import BoardTexts
from byways.game.variant import Variant
from byways.games.stroll.board import CELLS, EMPTY, ROUND, SIZE, claim_rounds, own_words
from byways.games.stroll.claims import begin_at_other_end, write_lines
from byways.games.stroll.paths.best_paths import claimed
from byways.games.stroll.paths.sight_lines import crosses
from byways.games.stroll.rules import any_free
from byways.kernels import Ints
from byways.rules.position import Position
from byways.rules.state_vector import HEADER, NOBODY, PART, TO_MOVE
from byways.rules.texts import read_cell, walk_turns
from byways.translatable import Catalogue, marked

TEXTS = Catalogue("stroll")
say, capital = TEXTS.say, TEXTS.capital

_PATH = re.compile(r"path\b[\s,]*(?P<stones>[^\s,].*)")
_CLAIMS = re.compile(r"\s*(?P<player>white|black)\s+claimed\s*:(?P<paths>.*)", re.IGNORECASE)


class StrollTexts(BoardTexts):
    """A turn is two cells, as in "c3>c7", and later a claim, as in "path c3 c7 f7"."""

    def parse(self, state: Position, text: str) -> tuple[int, ...]:
        layout = state.variant.layout
        if _is_claiming(state.variant, state.vector):
            path = _PATH.fullmatch(text)
            if path is None:
                raise _unreadable(text, say("a path of your stones, such as path c3 or path c3 c7 f7"))
            return (*(read_cell(layout, name) for name in re.split(r"[\s,]+", path["stones"])), len(layout.names))
        names = re.split(r"\s*>\s*", text)
        if len(names) != 2:
            raise _unreadable(text, say("a stone and the one it projects, such as c3>c5"))
        return tuple(read_cell(layout, name) for name in names)

    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        end = len(variant.layout.names)
        names = [self.token(variant, action) for action in actions]
        if state[PART] > 0:  # the rest of a turn
            return " ".join(names)
        if not _is_claiming(variant, state):
            return names[0] + ">" + "".join(names[1:])
        stones = names[:-1] if actions[-1] == end else names
        if actions[-1] == end and actions[-2] < actions[0]:
            stones.reverse()
        return "path " + " ".join(stones)

    def turns(self, state: Position) -> Iterator[tuple[str, tuple[int, ...]]]:
        variant = state.variant
        vector = state.vector
        end = len(variant.layout.names)
        for action in variant.legal_actions(vector):
            if action == variant.swap_action:
                yield "swap", (action,)
            elif _is_claiming(variant, vector):
                yield state.write((action, end)), (action, end)
            else:
                begun = variant.apply(vector, action)
                for second in variant.legal_actions(begun):
                    yield state.write((action, second)), (action, second)

    def unlisted(self, state: Position) -> Iterator[str]:
        """Yield the claims of more than one stone."""
        if _is_claiming(state.variant, state.vector) and state.vector[TO_MOVE] != NOBODY:
            for actions in walk_turns(state.variant, state.vector):
                if actions[0] < actions[-2]:
                    yield state.write(actions)

    def refusal(self, state: Position, actions: Sequence[int]) -> IllegalTurnError:
        claiming = _is_claiming(state.variant, state.vector)
        return claim_refusal(state, actions) if claiming else board_refusal(state, actions)

    def spell(self, clicks: Sequence[str]) -> str:
        stones = [click for click in clicks if click != "end"]
        return "path " + " ".join(stones) if len(stones) < len(clicks) else ">".join(stones)

    def meant(self, state: Position, clicks: Sequence[str]) -> tuple[int, ...]:
        layout = state.variant.layout
        if len(clicks) > 1 and not _is_claiming(state.variant, state.vector):
            return self.parse(state, self.spell(clicks))
        return tuple(len(layout.names) if click == "end" else read_cell(layout, click) for click in clicks)

    def ordered(self, state: Position, actions: Sequence[int]) -> Sequence[int]:
        """Begin a claim at its other end, if only there the last stone follows."""
        turned = (*reversed(actions[:-1]), *actions[-1:])
        claiming = _is_claiming(state.variant, state.vector)
        return turned if claiming and state.follow(turned) is not None else actions

    def further(self, variant: Variant, state: Ints) -> list[int]:
        """Return the stones that may come before the first one of a claim."""
        if not _is_claiming(variant, state) or state[PART] < 2:
            return []
        turned = state.copy()
        begin_at_other_end(variant.geometry, turned, int(state[TO_MOVE]))
        legal = set(variant.legal_actions(state))
        return [action for action in variant.legal_actions(turned) if action not in legal]

    def body(self, variant: Variant, state: Ints) -> list[str]:
        """Return the board, and for each player with claims a line such as "white claimed: c3 c7 f7; a1"."""
        lines = super().body(variant, state)
        if not _is_claiming(variant, state):
            return lines
        for index, player in enumerate(variant.players):
            claims = claimed(variant, state, index)
            if claims:
                lines.append(f"{player} claimed: {'; '.join(map(str, claims))}")
        return lines

    def read_body(self, variant: Variant, lines: Sequence[str]) -> Ints:
        state = super().read_body(variant, [line for line in lines if not _CLAIMS.fullmatch(line)])
        claims: dict[str, list[str]] = {}
        for line in lines:
            found = _CLAIMS.fullmatch(line)
            if found:
                claims.setdefault(found["player"].lower(), []).extend(found["paths"].split(";"))
        if claims:
            self._play_claims(variant, state, [claims.get(player, []) for player in variant.players])
        return state

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        board = [line for line in lines if not _CLAIMS.fullmatch(line)]
        claims = {"ending": "claim"} if len(board) < len(lines) else {}
        return {**super().options_of(board), **claims}

    def count_turns(self, variant: Variant, state: Ints) -> int | None:
        if _is_claiming(variant, state):
            return None
        cells = state[CELLS : CELLS + len(variant.layout.names)]
        stones = [int((cells == 1 + player).sum()) for player in range(2)]
        turns = sum(stones) // 2  # of two stones each
        return turns if stones == [turns + turns % 2, turns - turns % 2] else -1

    def check(self, variant: Variant, state: Ints) -> None:
        judged = state.copy()
        variant.kernels.settle(variant.geometry, judged)
        if judged[TO_MOVE] not in (state[TO_MOVE], NOBODY):
            mover = variant.players[judged[TO_MOVE]]
            raise _unfit(
                marked("position: the claims show that it is {mover}'s turn"), f"to move: {mover}", mover=capital(mover)
            )

    def _play_claims(self, variant: Variant, state: Ints, claims: list[list[str]]) -> None:
        """Add the claims of both players to a full board, in the order in which they were made."""
        geometry = variant.geometry
        layout = variant.layout
        if variant.options["ending"] != "claim" or any_free(geometry, state):
            raise _unfit(
                marked("position: there are claims before paths are claimed"),
                "claims on a full board with ending=claim",
            )
        variant.kernels.settle(geometry, state)
        while state[TO_MOVE] != NOBODY and claims[state[TO_MOVE]]:
            text = claims[state[TO_MOVE]].pop(0)
            for action in (*(layout.cells.get(name, -1) for name in text.lower().split()), len(layout.names)):
                if action not in variant.legal_actions(state):
                    player = capital(variant.players[state[TO_MOVE]])
                    sentence = marked("position: {player} cannot have claimed {path}")
                    raise _unfit(sentence, "legal claims", player=player, path=text.strip()[:80])
                variant.kernels.apply(geometry, state, action)
        if any(claims):
            raise _unfit(
                marked("position: there are more claims than were asked for"), "as many claims as were asked for"
            )
        state[:HEADER] = 0


def _is_claiming(variant: Variant, state: Ints) -> bool:
    """Return whether the board phase is over and paths are, or were, claimed."""
    return bool(state[own_words(variant.geometry) + ROUND] > 0)


def _unreadable(text: str, expected: str) -> UnreadableTurnError:
    template = marked("{text!r} is not a move; expected {expected}")
    return UnreadableTurnError("stroll.text", say(template, text=text[:40], expected=expected))


def _unfit(template: str, allowed: str, **fields: str) -> PositionError:
    return PositionError("stroll.claims", say(template, allowed=allowed, **fields))


def board_refusal(state: Position, actions: Sequence[int]) -> IllegalTurnError:
    """Return the error that explains why stones may not be placed; `actions` may be the first stone alone."""
    layout = state.variant.layout
    vector = state.vector
    first = actions[0]
    name = layout.names[actions[0]]
    if vector[CELLS + first] != EMPTY:
        return IllegalTurnError("turn.occupied", say("{cell} is occupied", cell=name))
    for at in layout.neighbours[first]:
        if at >= 0 and vector[CELLS + at] != EMPTY:
            return IllegalTurnError(
                "stroll.beside", say("{cell} has a stone beside it ({other})", cell=name, other=layout.names[at])
            )
    if len(actions) == 1:
        return IllegalTurnError(
            "stroll.second", say("the turn is not complete: project a stone from {cell}", cell=name)
        )
    return _projection_refusal(state, first, actions[1])


def _projection_refusal(state: Position, first: int, second: int) -> IllegalTurnError:
    """Return the error that explains why the second stone may not go there; the first one may."""
    names = state.variant.layout.names
    vector = state.vector
    a, b = names[first], names[second]
    if first == second:
        return IllegalTurnError("stroll.step", say("project the stone at least one step"))
    between = _between(int(state.variant.geometry[SIZE]), first, second)
    if between is None:
        return IllegalTurnError("stroll.line", say("{turn} is not a straight line", turn=f"{a}>{b}"))
    if vector[CELLS + second] != EMPTY:
        return IllegalTurnError("turn.occupied", say("{cell} is occupied", cell=b))
    passed = next(names[cell] for cell in between if vector[CELLS + cell] != EMPTY)
    return IllegalTurnError(
        "stroll.passes", say("{turn} passes {cell}, which is occupied", turn=f"{a}>{b}", cell=passed)
    )


def claim_refusal(state: Position, actions: Sequence[int]) -> IllegalTurnError:
    """Return the error that explains why a path may not be claimed; `actions` may lack its end."""
    names = state.variant.layout.names
    vector = state.vector
    cells = [action for action in actions if action < len(names)]
    rounds = claim_rounds(state.variant.geometry)
    mark = vector[TO_MOVE] + 1
    for i, cell in enumerate(cells):
        name = names[cell]
        if vector[CELLS + cell] == EMPTY:
            return IllegalTurnError("stroll.empty", say("there is no stone on {cell}", cell=name))
        if vector[CELLS + cell] != mark:
            return IllegalTurnError("stroll.foreign", say("{cell} is not yours", cell=name))
        if vector[rounds + cell] > 0:
            return IllegalTurnError("stroll.claimed", say("{cell} is already on your earlier path", cell=name))
        if cell in cells[:i]:
            return IllegalTurnError("stroll.twice", say("a path passes {cell} only once", cell=name))
    for a, b in itertools.pairwise(cells):
        refusal = _segment_refusal(state, a, b)
        if refusal:
            return refusal
    return _crossing_refusal(state, cells) or IllegalTurnError("stroll.end", say("the path is not finished"))


def _segment_refusal(state: Position, first: int, second: int) -> IllegalTurnError | None:
    """Return the error that explains why two stones are not connected; None if they are."""
    names = state.variant.layout.names
    vector = state.vector
    a, b = names[first], names[second]
    between = _between(int(state.variant.geometry[SIZE]), first, second)
    if between is None:
        return IllegalTurnError("stroll.unaligned", say("{a} and {b} do not lie on one line", a=a, b=b))
    if not between:
        return IllegalTurnError(
            "stroll.adjacent", say("{a} and {b} are adjacent, which does not connect them", a=a, b=b)
        )
    for cell in between:
        if vector[CELLS + cell] != EMPTY:
            return IllegalTurnError(
                "stroll.unseen",
                say("{a} and {b} do not see each other: {cell} is between them", a=a, b=b, cell=names[cell]),
            )
    return None


def _crossing_refusal(state: Position, cells: Sequence[int]) -> IllegalTurnError | None:
    """Return the error that names two crossing segments of a path; None if no segments cross."""
    names = [state.variant.layout.names[cell] for cell in cells]
    lines = np.zeros((len(cells), 5), dtype=np.int64)
    write_lines(int(state.variant.geometry[SIZE]), np.array(cells), len(cells), lines)
    for two in range(len(cells) - 1):
        for one in range(two):
            if crosses(lines, one, two):
                segment = f"{names[two]}-{names[two + 1]}"
                other = f"{names[one]}-{names[one + 1]}"
                return IllegalTurnError(
                    "stroll.crosses", say("{segment} crosses {other}", segment=segment, other=other)
                )
    return None


def _between(size: int, a: int, b: int) -> list[int] | None:
    """Return the cells between two different ones on a queen line, or None if they lie on none."""
    down = b // size - a // size
    right = b % size - a % size
    steps = max(abs(down), abs(right))
    if 0 not in (down, right) and abs(down) != abs(right):
        return None
    return [a + (size * down + right) // steps * i for i in range(1, steps)]
