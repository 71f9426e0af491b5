"""Reading and writing on a real terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from byways.incoming import without_mark

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # with all that could be scrolled back to
_CHANGED = "bold yellow"


class Terminal:
    """Reads lines and prints boards.

    In a pipe there are no prompts, and refusals go to the standard error with the number of the input line.
    """

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty()
        self.refused = 0
        self._console = Console(highlight=False, soft_wrap=True)
        self._lines = 0  # read so far
        self._shown: list[str] = []  # the lines of the last board

    def ask(self, prompt: str) -> str | None:
        """Return the next line of input; None at its end."""
        sys.stdout.flush()
        if self.interactive:
            try:
                return input(prompt)
            except EOFError:
                print()
                return None
        self._lines += 1
        line = sys.stdin.readline()
        return (without_mark(line) if self._lines == 1 else line) or None

    def say(self, text: str) -> None:
        """Print a sentence."""
        self._console.print(Text(text))

    def refuse(self, reason: str) -> None:
        """Print why something cannot be done."""
        self.refused += 1
        if self.interactive:
            self._console.print(Text(reason, style="red"))
        else:
            print(f"line {self._lines}: {reason}", file=sys.stderr)

    def board(self, text: str) -> None:
        """Print a board, highlighting the changes since the last one."""
        lines = text.splitlines()
        same_shape = list(map(len, lines[:1])) == list(map(len, self._shown[:1])) and len(lines) == len(self._shown)
        print()
        for number, line in enumerate(lines):
            shown = Text(line)
            if same_shape and number < len(lines) - 1:
                _mark_changes(shown, self._shown[number])
            self._console.print(shown)
        self._shown = lines

    def columns(self, words: Sequence[str]) -> None:
        """Print words in columns, top to bottom."""
        self._console.print(Columns(words, column_first=True, padding=(0, 2)))

    def hand_over(self, player: str) -> bool:
        """Clear the screen and wait until `player` looks at it alone; return False at the end of input."""
        print(_CLEAR, end="")
        self._shown = []
        return self.ask(f"{player}: press Enter when nobody else is looking. ") is not None


def _mark_changes(line: Text, before: str) -> None:
    for column, mark in enumerate(line.plain):
        if mark != before[column : column + 1] and not mark.isspace():
            line.stylize(_CHANGED, column, column + 1)
