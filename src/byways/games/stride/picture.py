"""Pictures of a Stride board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byways.games.stride.rules import ARRIVAL, CELLS, GOAL, NO_MOVE, SIDE, colour, goal
from byways.kernels import Ints
from byways.rules.picture import Item, Picture
from byways.rules.position import Position
from byways.rules.side_panel import Line, Panel
from byways.rules.state_vector import REASON, TO_MOVE, WINNER
from byways.translatable import Catalogue, listed, marked

TEXTS = Catalogue("stride")
say, capital = TEXTS.say, TEXTS.capital

GOALS = (say("white's goal"), say("black's goal"))
PIECES = (say("white piece"), say("black piece"))
STACKS = (marked("white stack of {height}"), marked("black stack of {height}"))


def picture(state: Position) -> Picture:
    """Draw goal dots, stacks, the last jump with what it captured, and the stack that won by reaching its goal."""
    items = (*_goals(state), *_stacks(state), *_last_jump(state), *_winner(state))
    return Picture((state.variant.layout.board(items),))


def preview(state: Position, actions: tuple[int, ...]) -> tuple[Item, ...]:
    """Draw the stack as the jump at the pointer would leave it, and a cross on what it would capture."""
    after = state.variant.apply_all(state.vector, actions)
    jump = _jump(state, state.vector, after)
    if jump is None:
        return ()
    _, landing = jump
    items = (_stack(state, after, landing), *_captured(state, state.vector, landing))
    return tuple(replace(item, ghost=True) for item in items)


def describe_preview(state: Position, actions: tuple[int, ...]) -> str:
    """Say what the jump would capture, or which stack it would make."""
    after = state.variant.apply_all(state.vector, actions)
    jump = _jump(state, state.vector, after)
    if jump is None:
        return ""
    _, landing = jump
    made = _stack(state, after, landing)
    captured = next(_captured(state, state.vector, landing), None)
    return captured.says if captured else made.says if int(made.text) > 1 else ""


def prompt(state: Position) -> str:
    """Say what the player to move is asked for."""
    rival = 1 - int(state.vector[TO_MOVE])
    threats = [_name(state, cell) for cell in _on_goal(state, rival)]
    if threats:
        template = marked("Capture the piece on {places}, or {player} wins.")
        return say(template, places=listed(threats), player=capital(state.players[rival]))
    return say("Jump with one of your pieces.")


def panel(state: Position, player: str | None, actions: tuple[int, ...] = ()) -> Panel:
    """Return who holds a goal: whose piece is on its far row, and wins there unless it is captured."""
    if state.to_move is None:
        return ()
    if state.variant.geometry[ARRIVAL] == 1:
        return (Line(say("The first piece to arrive on its goal row wins at once.")),)
    vector = state.variant.apply_all(state.vector, actions) if actions else state.vector
    held = [(one, _name(state, cell)) for one in range(2) for cell in _on_goal(state, one, vector)]
    if not held:
        return (Line(say("No piece is on its goal row. One that is still there after the other side's turn wins.")),)
    holder, place = held[0]
    template = marked("{player} holds the goal with the piece on {place} and wins unless it is captured.")
    return (Line(say(template, player=capital(state.players[holder]), place=place), owner=state.players[holder]),)


def explain(state: Position) -> str:
    """Say how a finished game was decided."""
    reason = int(state.vector[REASON])
    winner = int(state.vector[WINNER]) - 1
    if reason not in (GOAL, NO_MOVE):
        return say("The same position, with the same player to move, came up too many times, so the game is a draw.")
    side, other = (capital(state.players[player]) for player in (winner, 1 - winner))
    if reason == GOAL:
        cell = next(_on_goal(state, winner))
        if state.variant.geometry[ARRIVAL] == 1:
            template = marked("{player} wins: a piece has arrived on the far row, on {place}.")
            return say(template, player=side, place=_name(state, cell))
        height = abs(int(state.vector[CELLS + cell]))
        template = marked(
            "{player} wins: the stack of {height} on {place} reached the far row "
            "and was still there after {other}'s turn."
        )
        if height == 1:
            template = marked(
                "{player} wins: the piece on {place} reached the far row and was still there after {other}'s turn."
            )
        return say(template, player=side, height=height, place=_name(state, cell), other=other)
    left = any(colour(1 - winner) * int(height) > 0 for height in state.vector[CELLS:])
    template = (
        marked("{player} wins: {other} has no legal jump.")
        if left
        else marked("{player} wins: {other} has no piece left.")
    )
    return say(template, player=side, other=other)


def _name(state: Position, cell: int) -> str:
    return state.variant.layout.names[cell]


def _goal_row(state: Position, player: int) -> range:
    first = goal(state.variant.geometry, player)
    return range(first, first + int(state.variant.geometry[SIDE]))


def _on_goal(state: Position, player: int, vector: Ints | None = None) -> Iterator[int]:
    """Return the player's stacks on the player's goal row, now or in another vector."""
    heights = state.vector if vector is None else vector
    return (cell for cell in _goal_row(state, player) if colour(player) * int(heights[CELLS + cell]) > 0)


def _goals(state: Position) -> Iterator[Item]:
    for player, owner in enumerate(state.players):
        for cell in _goal_row(state, player):
            yield Item("goal", (_name(state, cell),), owner, says=GOALS[player])


def _stacks(state: Position) -> Iterator[Item]:
    for cell, height in enumerate(state.vector[CELLS:]):
        if height:
            yield _stack(state, state.vector, cell)


def _stack(state: Position, vector: Ints, cell: int) -> Item:
    height = int(vector[CELLS + cell])
    owner = state.players[int(height < 0)]
    says: str = PIECES[int(height < 0)]
    if abs(height) > 1:
        says = say(STACKS[int(height < 0)], height=abs(height))
    return Item("stack", (_name(state, cell),), owner, str(abs(height)), says)


def _jump(state: Position, before: Ints, after: Ints) -> tuple[int, int] | None:
    """Return where the jump between two vectors began and landed; None where nothing moved, as by `swap`."""
    sign = colour(int(before[TO_MOVE]))
    changed = [cell for cell in range(before.size - CELLS) if before[CELLS + cell] != after[CELLS + cell]]
    if len(changed) != 2:
        return None
    start, landing = sorted(changed, key=lambda cell: sign * (int(after[CELLS + cell]) - int(before[CELLS + cell])))
    return start, landing


def _captured(state: Position, before: Ints, landing: int) -> Iterator[Item]:
    if colour(int(before[TO_MOVE])) * int(before[CELLS + landing]) < 0:
        taken = _stack(state, before, landing)
        yield Item("capture", taken.at, taken.owner, says=say("{piece} captured", piece=taken.says))


def _last_jump(state: Position) -> Iterator[Item]:
    if state.previous is None:
        return
    before = state.previous.vector
    jump = _jump(state, before, state.vector)
    if jump is not None:
        start, landing = jump
        owner = state.players[int(before[TO_MOVE])]
        yield Item("move", (_name(state, start), _name(state, landing)), owner)
        yield Item("last", (_name(state, landing),), owner, says=say("moved last"))
        yield from _captured(state, before, landing)


def _winner(state: Position) -> Iterator[Item]:
    if state.vector[REASON] == GOAL:
        winner = int(state.vector[WINNER]) - 1
        for cell in _on_goal(state, winner):
            yield Item("chain", (_name(state, cell),), state.players[winner], says=say("wins on the goal row"))
