"""`byways puzzle`."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, check_out, check_width, game_named, pairs, usage
from byways.cli.show import Look, Written

if TYPE_CHECKING:
    from byways.game import Game
    from byways.learning.puzzles import Found
    from byways.position.state import State
    from byways.rules.picture import Picture


GRADE = 3  # where nobody asks for one


@dataclass(frozen=True)
class _Asked:
    """A puzzle of any kind, ready to be shown."""

    state: State
    picture: Picture
    question: str
    answer: str
    facts: dict[str, object]


def puzzle(
    game: str,
    /,
    *options: Rest,
    grade: Annotated[int | None, Parameter(name=["--grade", "-g"])] = None,
    seed: int = 1,
    answer: Switch = False,
    written: Written = Written(),
    look: Look = Look(),
) -> None:
    """Print a puzzle: a position, and a question with exactly one answer.

    stroll    Find the only longest path of a full board. Generated from the seed.
    longway   Fill a sheet with the dice of the seed, the same that byways play
              longway --seed rolls; the answer is a greedy player's. No grades.
    others    Win in a given number of moves, whatever the opponent does; only one
              first move wins. From the file of the site's daily puzzles, all of
              them proved. Options narrow the choice: --size 6.

    The same seed gives the same puzzle. The text is a position that every command
    can read; the question goes to the standard error. The answer to a win is a
    line of moves against the longest defence, then against other defences.
    The JSON object has game, options, seed, position, question, and, by kind:
    grade, turns or best, lines; or player, length, path, gap, near; or score.

    Try:

        byways puzzle troll --grade 2 --answer
        byways puzzle whirlwind --seed 3 --out puzzle.svg
        byways puzzle stroll --size 8 --grade 4 --seed 7
        byways puzzle longway --seed 7
        byways puzzle stride > p.txt; byways play stride --position p.txt --black engine

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options, such as --size 8.
        grade: The difficulty, from 1 to 5; 3 by default.
        seed: The seed, which selects the puzzle.
        answer: Print only the answer.
        written: In which format, and where to.
        look: How it is drawn.
    """
    form = written.form
    check_width(look.width)
    if answer and form != "text":
        raise UsageError(f"--answer is text; leave out --{form}")
    asked = _asked(game, options, grade, seed, written.out)
    text = asked.answer if answer else str(asked.state)
    written.put(text, lambda: _facts(asked, seed), lambda: _drawing(asked, look), look.width)
    if not answer:
        print(asked.question, file=sys.stderr)


def _files(game: Game, options: dict[str, str]) -> list[str]:
    """List the files that options name."""
    from byways.rules.options import File

    return [options[one.name] for one in game.options if isinstance(one, File) and one.name in options]


def _asked(name: str, words: tuple[str, ...], grade: int | None, seed: int, out: str | None) -> _Asked:
    """Return a puzzle of the game's kind. Raises UsageError if the game has none, or `out` is one of its files."""
    from byways.learning.puzzles import has_sheets, puzzles_of

    game = game_named(name)
    options = pairs(words)
    check_out(out, *_files(game, options))
    with usage():
        if game.solving.puzzle is not None:
            return _made(game, options, grade or GRADE, seed)
        if puzzles_of(game):
            return _of_file(game, options, grade or GRADE, seed)
        if has_sheets(game):
            if grade is not None:
                raise UsageError(f"puzzles of {game.title} have no grades; leave out --grade")
            return _sheet(game, options, seed)
    raise UsageError(f"there are no puzzles of {game.title}")


def _made(game: Game, options: dict[str, str], grade: int, seed: int) -> _Asked:
    """Return a puzzle that the game generates."""
    from byways.position.state import State

    assert game.solving.puzzle is not None, "the game makes puzzles"
    made = game.solving.puzzle(game.variant(options), grade, seed)
    return _Asked(State(made.variant, made.vector), made.picture(), made.question, made.answer, made.facts())


def _of_file(game: Game, options: dict[str, str], grade: int, seed: int) -> _Asked:
    """Return a puzzle from the game's puzzle file. Raises UsageError if none fits."""
    from byways.learning.puzzles import begin, puzzles_of

    asked = {option.name: option.read(options[option.name]) for option in game.options if option.name in options}
    game.variant(options)  # says what is wrong with options that there are not
    every = [(found, begin(game, found)) for found in puzzles_of(game) if found.grade == grade]
    fits = [(f, state) for f, state in every if all(state.options[name] == value for name, value in asked.items())]
    if not fits:
        raise UsageError(f"there are no puzzles of grade {grade} with these options; grades are 1 to 5")
    found, state = fits[(seed - 1) % len(fits)]
    question = f"{_question(game, found, str(state.to_move).capitalize())} (Difficulty {grade})"
    answer = "\n".join("  ".join(line) for line in found.solution)
    asks: dict[str, object] = {"best": found.best} if found.answer else {"turns": found.turns}
    facts = {"grade": grade, **asks, "lines": [list(line) for line in found.solution]}
    return _Asked(state, game.picture(state), question, answer, facts)


def _question(game: Game, found: Found, mover: str) -> str:
    """Return the question of a puzzle from a puzzle file."""
    if found.answer:
        asked = game.ui.labels.get("puzzle", "{player} to move: end the game with {best} points.")
        return asked.format(player=mover, best=found.best)
    return f"{mover} to move and win in {found.turns} moves, whatever the opponent does."


def _sheet(game: Game, options: dict[str, str], seed: int) -> _Asked:
    """Return a sheet with the dice of a seed; the answer is a greedy player's sheet."""
    from byways.cli.table import DICE, Table
    from byways.kernels.rng import seeded
    from byways.position.state import State

    variant = game.variant(options)
    table = Table(State(variant, variant.start()), {}, seed, 1.0)
    greedy = game.search.beginner_turn
    rng = seeded(seed)
    first: State | None = None
    while table.state.to_move is not None:
        if table.kind(table.state) == DICE:
            table.advance()
        elif first is None:
            first = table.state
            if greedy is None:
                break
        else:
            assert greedy is not None, "nobody else goes on"
            table.state = table.state.apply_unchecked(greedy(table.state, rng))
    assert first is not None, "somebody is to decide something"
    own = shlex.join(word for name, value in options.items() for word in (f"--{name}", value))
    words = " ".join(filter(None, (game.name, own, f"--seed {seed}")))
    question = f"Fill a sheet with these dice: byways play {words}"
    outcome = table.state.outcome
    if outcome is None:
        return _Asked(first, game.picture(first), question, "", {})
    score = max(outcome.scores.values())
    question += f". A player who looks only at the next score reaches {score}."
    answer = "\n".join((*table.state.turns, f"score {score}"))
    return _Asked(first, game.picture(first), question, answer, {"score": score, "turns": list(table.state.turns)})


def _facts(asked: _Asked, seed: int) -> dict[str, object]:
    state = asked.state
    facts = {"game": state.game, "options": state.options, "seed": seed, "position": str(state)}
    return {**facts, "question": asked.question, **asked.facts}


def _drawing(asked: _Asked, look: Look) -> str:
    from byways import draw

    players = asked.state.players
    return draw.document(asked.picture, theme=look.theme, width=look.width, players=players, title=asked.question)
