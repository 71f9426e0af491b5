"""The kinds of puzzles that the command prints: generated, from the game's puzzle file, or a sheet to fill."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from byways import draw
from byways.cli.common import UsageError, check_out, game_named, pairs, usage
from byways.cli.table import DICE, Table
from byways.game import Game
from byways.kernels.rng import seeded
from byways.learning.puzzles import Found, begin, has_sheets, puzzles_of
from byways.position.state import State
from byways.rules.options import File
from byways.rules.picture import Picture

GRADE = 3  # where nobody asks for one


@dataclass(frozen=True)
class Asked:
    """A puzzle of any kind, ready to be shown."""

    state: State
    picture: Picture
    question: str
    answer: str
    facts: dict[str, object]

    def to_json(self, seed: int) -> dict[str, object]:
        """Return it as the JSON object that is printed."""
        state = self.state
        about = {"game": state.game, "options": state.options, "seed": seed, "position": str(state)}
        return {**about, "question": self.question, **self.facts}

    def drawing(self, theme: str, width: int | None) -> str:
        """Return it as an SVG drawing with the question as its title."""
        players = self.state.players
        return draw.document(self.picture, theme=theme, width=width, players=players, title=self.question)


def asked_puzzle(name: str, words: tuple[str, ...], grade: int | None, seed: int, out: str | None) -> Asked:
    """Return a puzzle of the game's kind. Raises UsageError if the game has none, or `out` is one of its files."""
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


def _files(game: Game, options: dict[str, str]) -> list[str]:
    """List the files that options name."""
    return [options[one.name] for one in game.options if isinstance(one, File) and one.name in options]


def _made(game: Game, options: dict[str, str], grade: int, seed: int) -> Asked:
    """Return a puzzle that the game generates."""
    assert game.solving.puzzle is not None, "the game makes puzzles"
    made = game.solving.puzzle(game.variant(options), grade, seed)
    return Asked(State(made.variant, made.vector), made.picture(), made.question, made.answer, made.facts())


def _of_file(game: Game, options: dict[str, str], grade: int, seed: int) -> Asked:
    """Return a puzzle from the game's puzzle file. Raises UsageError if none fits."""
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
    return Asked(state, game.picture(state), question, answer, facts)


def _question(game: Game, found: Found, mover: str) -> str:
    """Return the question of a puzzle from a puzzle file."""
    if found.answer:
        asked = game.ui.labels.get("puzzle", "{player} to move: end the game with {best} points.")
        return asked.format(player=mover, best=found.best)
    return f"{mover} to move and win in {found.turns} moves, whatever the opponent does."


def _sheet(game: Game, options: dict[str, str], seed: int) -> Asked:
    """Return a sheet with the dice of a seed; the answer is a greedy player's sheet."""
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
        return Asked(first, game.picture(first), question, "", {})
    score = max(outcome.scores.values())
    question += f". A player who looks only at the next score reaches {score}."
    answer = "\n".join((*table.state.turns, f"score {score}"))
    return Asked(first, game.picture(first), question, answer, {"score": score, "turns": list(table.state.turns)})
