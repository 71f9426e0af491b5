"""Analyses on the command line: of a position, or of each move of a game, in sentences or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from byways.cli.common import UsageError, print_json, states_in
from byways.cli.progress import progress
from byways.position.notation import write_options
from byways.position.state import State
from byways.search.answer import Analysis, Choice
from byways.search.review import Remark, is_serious, looks, remarks

Look: TypeAlias = Callable[[State], Analysis]
LINE = 6  # turns of a line that are shown


def tell_position(state: State, look: Look, best: int, *, json: bool) -> None:
    """Analyse a position and print what was found."""
    analysis = look(state)
    changed = state.variant.changed_rules
    if json:
        facts: dict[str, object] = {"game": state.game, "options": state.options, "variant": changed}
        facts |= {"ply": len(state.turns), "to_move": state.to_move}
        print_json({**facts, "analysis": _facts(analysis, best)})
        return
    if changed:
        said = write_options({name: state.variant.option_texts[name] for name in changed})
        print(f"variant: {said} (the engine's strength is measured for the usual rules)")
    if state.outcome:
        print("The game is over.")
        return
    if analysis.note:
        print(f"{_whose(state)}: {analysis.best}\n{analysis.note}")
        return
    print(f"{_whose(state)}: {_said(state, analysis)}")
    for choice in analysis.choices[:best]:
        print(f"  {_line_of(state, choice)}")
    print(f"{analysis.simulations:,} simulations in {analysis.seconds:.2f} s, {analysis.depth} actions deep")


def _facts(analysis: Analysis, best: int) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(analysis)
    facts["choices"] = facts["choices"][:best]
    if analysis.note:
        facts["value"] = None
    return facts


def _whose(state: State) -> str:
    """Name the player to move, or, before a roll of the dice, the player whose value is shown."""
    return f"dice to be rolled, {state.players[0]}" if state.to_move == "chance" else f"{state.to_move} to move"


def _said(state: State, found: Analysis | Choice) -> str:
    """Format a value for people: a winning chance, or points if a single player collects them."""
    low, high, unit = state.variant.game.ui.scale(state.variant)
    value = low + found.value * (high - low)
    if found.proved:
        results = {0.0: "lost", 0.5: "a draw", 1.0: "won"} if unit == "%" else {}
        return f"{results.get(found.value, f'{value:.1f} {unit}')}, proved"
    spread = "" if found.spread is None else f", spread {found.spread * (high - low):.1f}"
    return f"about {value:.1f} {unit}{spread}"


def _line_of(state: State, choice: Choice) -> str:
    line = " ".join(choice.line[1 : 1 + LINE])
    visits = f"{choice.visits:,} visits" if choice.visits else "not searched"
    return f"{choice.turn:<12} {_said(state, choice):<20} {visits:>16}  {line}".rstrip()


def review_game(file: str, number: int | None, look: Look, *, json: bool) -> None:
    """Analyse a recorded game and print the loss of each of its moves. Raises UsageError."""
    states = states_in(file, number)
    if len(states) == 1:
        raise UsageError(f"--review needs a record with moves, not what {file} holds")
    found = []
    if (note := states[0].variant.engine_note) and not json:
        print(note)
    with progress("compiling the engine, if need be", len(states)) as show:
        for remark in remarks(states, _counted(looks(states, look), show)):
            found.append(_noted(remark))
            if not json:
                print(_remarked(states[0], remark), flush=True)  # so that an interrupted review has shown its findings
    if json:
        print_json(found)


def _counted(analyses: Iterable[Analysis | None], show: Callable[[int, str], None]) -> Iterator[Analysis | None]:
    """Yield the analyses unchanged, reporting how many are done."""
    for done, analysis in enumerate(analyses, 1):
        show(done, f"after move {done - 1}")
        yield analysis


def _noted(remark: Remark) -> dict[str, Any]:
    return {
        "ply": remark.ply,
        "player": remark.player,
        "turn": remark.turn,
        "value": remark.value,
        "loss": remark.loss,
        "analysis": _facts(remark.before, 1),
    }


def _remarked(state: State, remark: Remark) -> str:
    low, high, unit = state.variant.game.ui.scale(state.variant)
    said = "" if remark.value is None else f"{low + remark.value * (high - low):5.1f} {unit}"
    loss = f"{(remark.loss or 0) * (high - low):.{0 if unit == '%' else 1}f} {unit}"
    better = f"  loses {loss}; better: {remark.before.best}" if is_serious(remark.kind) else ""
    return f"{remark.ply:>4}. {remark.player:<10} {remark.turn:<14} {said}{better}"
