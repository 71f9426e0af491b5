"""`byways analyse`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from byways.cli.common import (
    MOST_MEGABYTES,
    File,
    Number,
    Switch,
    UsageError,
    at_most,
    more_than_0,
    print_json,
    state_in,
    states_in,
)

if TYPE_CHECKING:
    from byways.position.state import State
    from byways.search.answer import Analysis, Choice
    from byways.search.review import Remark

    Analyser = Callable[[State], Analysis]

LINE = 6  # turns of a line that are shown


@Parameter(name="*")
@dataclass(frozen=True)
class AnalyseOptions:
    """Which positions are analysed, how long, and what is shown."""

    seconds: float | None = None
    """The time to think about a position; 1 unless another limit is given."""
    simulations: int | None = None
    """The most simulations (alpha-beta: positions, after one look at every turn)."""
    level: int | None = None
    """Think as at this level, from 1 to 10."""
    best: Annotated[int, Parameter(name=["--best", "-b"])] = 5
    """The number of turns to show."""
    ply: int | None = None
    """Analyse the position after this many turns; by default the last one."""
    number: Number = None
    """The number of the game, from 1, in a file with several."""
    review: Switch = False
    """Review the whole game."""
    seed: int | None = None
    """With --simulations, the same seed gives the same answer."""
    memory: float | None = None
    """The memory that the search may use, in MiB; 256 by default."""
    threads: int = 1
    """The number of threads of a tree search; alpha-beta and dice games use one."""
    json: Switch = False
    """Print JSON."""

    def check(self) -> None:
        """Check the numbers. Raises UsageError."""
        from byways.search.levels import LEVELS
        from byways.solve.analysis import MOST_THREADS

        if not 1 <= self.threads <= MOST_THREADS:
            raise UsageError(f"--threads must be between 1 and {MOST_THREADS}")
        more_than_0(best=self.best, seconds=self.seconds, simulations=self.simulations, memory=self.memory)
        if self.level is not None and self.level not in LEVELS:
            raise UsageError(f"--level {self.level}: expected a whole number from 1 to 10")
        at_most(MOST_MEGABYTES, memory=self.memory)

    def look(self) -> Analyser:
        """Return what analyses a position so, for a second unless a limit is given."""
        from byways.search.search_tree import MEGABYTES
        from byways.solve.analysis import analyse as search
        from byways.workers.call import Abandonable

        unlimited = self.seconds is None and self.simulations is None and self.level is None
        seconds = 1.0 if unlimited else self.seconds
        limits: dict[str, Any] = {
            "simulations": self.simulations,
            "seed": self.seed,
            "choices": 1 if self.review else self.best,
            "megabytes": self.memory or MEGABYTES,
            "threads": self.threads,
            "call": Abandonable(),
        }
        return lambda state: search(state, seconds, self.level, **limits)


def analyse(file: File, /, *, how: AnalyseOptions = AnalyseOptions()) -> None:
    """Analyse a position: print its value, the best moves and their variations.

    A value is the player's expected result, from 0 % (lost) to 100 % (won), or the
    expected points if a single player collects them. Its spread is the standard
    error of the simulations' mean or, for alpha-beta, how far the value moved over
    the last depths: no interval, the true value is often further away. A value
    called proved is exact.
    With --review every move of a game is analysed and its loss is printed. Rolls
    of dice are analysed only to learn what came of a move.

    The JSON object has game, options, variant (the options that change the
    designer's game), ply, to_move and analysis (best, value, spread, proved,
    line, choices, simulations, seconds, depth). With --review it
    is a list with ply, player, turn, value, loss and analysis of every turn.

    Try:

        byways analyse game.txt
        byways analyse game.txt --ply 12 --seconds 10 --best 3
        byways analyse game.txt --review --seconds 0.5
        byways show game.txt --ply 4 | byways analyse - --level 8 --json

    Args:
        file: A game record or a position; - is the standard input.
        how: How long, and what is shown.
    """
    how.check()
    if not how.review:
        _tell(state_in(file, how.ply, how.number), how.look(), how.best, json=how.json)
        return
    if how.ply is not None:
        raise UsageError("--review reviews the whole game; leave out --ply")
    _review(file, how.number, how.look(), json=how.json)


def _tell(state: State, look: Analyser, best: int, *, json: bool) -> None:
    analysis = look(state)
    changed = state.variant.changed_rules
    if json:
        facts: dict[str, object] = {"game": state.game, "options": state.options, "variant": changed}
        facts |= {"ply": len(state.turns), "to_move": state.to_move}
        print_json({**facts, "analysis": _facts(analysis, best)})
        return
    if changed:
        from byways.position.notation import write_options

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
        print(f"  {_told(state, choice)}")
    print(f"{analysis.simulations:,} simulations in {analysis.seconds:.2f} s, {analysis.depth} actions deep")


def _facts(analysis: Analysis, best: int) -> dict[str, Any]:
    import msgspec

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


def _told(state: State, choice: Choice) -> str:
    line = " ".join(choice.line[1 : 1 + LINE])
    visits = f"{choice.visits:,} visits" if choice.visits else "not searched"
    return f"{choice.turn:<12} {_said(state, choice):<20} {visits:>16}  {line}".rstrip()


def _review(file: str, number: int | None, look: Analyser, *, json: bool) -> None:
    from byways.cli.progress import progress
    from byways.search.review import looks, remarks

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
    from byways.search.review import is_serious

    low, high, unit = state.variant.game.ui.scale(state.variant)
    said = "" if remark.value is None else f"{low + remark.value * (high - low):5.1f} {unit}"
    loss = f"{(remark.loss or 0) * (high - low):.{0 if unit == '%' else 1}f} {unit}"
    better = f"  loses {loss}; better: {remark.before.best}" if is_serious(remark.kind) else ""
    return f"{remark.ply:>4}. {remark.player:<10} {remark.turn:<14} {said}{better}"
