"""An interactive session: show boards, read moves and commands until `quit` or the end of input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from byways.cli.table import ENGINE, HUMAN, Table
from byways.cli.terminal import Terminal
from byways.errors import CannotUndoError, IllegalTurnError
from byways.position.state import State
from byways.records import write_file

_MOST_LISTED = 400
_LINE = 7  # turns of what a hint expects, its own included


class Session:
    """Reads moves and commands. A word that is both counts as a move."""

    def __init__(self, table: Table, terminal: Terminal, save: str | None) -> None:
        self.table = table
        self.terminal = terminal
        self._file = Path(save) if save else None  # written after every turn
        self._mine = {self._file} if self._file else set[Path]()  # files that may be written over
        self._kept: State | None = table.state  # the state that was last saved
        self._shown: State | None = None
        self._looked: str | None = None  # who saw something secret last
        self._open = True

    def run(self) -> int:
        """Play until `quit` or the end of input; return 1 if a line of piped input was refused, else 0."""
        self._keep()
        if ENGINE in self.table.seats.values() and (note := self.table.state.variant.engine_note):
            self.terminal.say(note)
        while self._open:
            state = self.table.state
            if state.to_move is None or self.table.kind(state) == HUMAN:
                self._ask(state)
            else:
                self._let_play()
        return int(self.terminal.refused > 0 and not self.terminal.interactive)

    def _let_play(self) -> None:
        before = self.table.state
        if self.terminal.interactive and self.table.kind(before) == ENGINE:
            self.terminal.say(f"{before.to_move} is thinking …")
        turn = self.table.advance()
        who = "dice" if before.to_move == "chance" else before.to_move
        self.terminal.say(f"{who} has chosen" if before.variant.game.secrets.next(before) else f"{who}: {turn}")
        self._keep()

    def _ask(self, state: State) -> None:
        if self._shown is not state and not self._show(state):
            self._open = False
            return
        line = self.terminal.ask(f"{state.to_move or 'over'}> ")
        if line is None:
            self._open = False
        elif line.strip():
            self._obey(line.strip())

    def _show(self, state: State) -> bool:
        """Show a state to the player to move; return False at the end of input."""
        self._shown = state
        if state.to_move is None:
            self._tell_end(state)
            return True
        if not self._hand_over(state, state.to_move):
            return False
        view = state.view(state.to_move)
        self.terminal.board(str(view))
        if self.terminal.interactive and (prompt := view.variant.game.ui.prompt(view)):
            self.terminal.say(prompt)
        return True

    def _hand_over(self, state: State, mover: str) -> bool:
        """Make sure that only `mover` sees the secrets if several people share the screen.

        Return False at the end of input.
        """
        game = state.variant.game
        pending = game.secrets.turns(state) > 0
        if not pending:
            self._looked = None
        if not (pending or game.secrets.next(state)) or self._looked == mover or self.table.people < 2:
            return True
        self._looked = mover
        return not self.terminal.interactive or self.terminal.hand_over(mover)

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        if command and not self.table.state.is_legal(line):
            command.run(self, rest.strip())
            return
        try:
            self.table.play(line)
        except IllegalTurnError as error:
            self.terminal.refuse(str(error))
        else:
            self._keep()

    def _keep(self) -> None:
        if self._file:
            self._save(self._file)

    def _save(self, path: Path) -> None:
        record = self.table.record()
        write_file(path, record.to_json() + "\n" if path.suffix == ".json" else record.to_text())
        self._mine.add(path)
        self._kept = self.table.state

    def _tell_end(self, state: State) -> None:
        outcome = state.outcome
        explain = state.variant.game.ui.explain
        self.terminal.board(str(state))
        if explain:
            self.terminal.say(explain(state))
        elif outcome:
            self.terminal.say(f"{' and '.join(outcome.winners) or 'nobody'} won: {outcome.reason}")

    def hint(self, rest: str) -> None:
        if self.table.state.to_move is None:
            self.terminal.refuse("the game is over")
            return
        from byways.solve.analysis import analyse

        found = analyse(self.table.state, self.table.engine_seconds, call=self.table.call)
        if found.note:
            self.terminal.say(f"{found.best} ({found.note})")
            return
        known = "proved" if found.proved else "estimated"
        self.terminal.say(f"{found.best} ({known} {found.value:.0%} for {self.table.state.to_move})")
        if found.line[1:]:
            self.terminal.say(f"expecting {', '.join(found.line[1:_LINE])}")

    def undo(self, rest: str) -> None:
        try:
            count = self.table.undo()
        except CannotUndoError as error:
            self.terminal.refuse(str(error))
        else:
            self.terminal.say(f"{count} move{'s' if count > 1 else ''} taken back")
            self._keep()

    def moves(self, rest: str) -> None:
        turns = [turn for turn in self.table.state.legal_turns() if turn.lower().startswith(rest.lower())]
        self.terminal.columns(turns[:_MOST_LISTED])
        if len(turns) > _MOST_LISTED:
            self.terminal.say(f"… and {len(turns) - _MOST_LISTED} more; moves {turns[0][:2]} lists only those")
        elif not turns:
            self.terminal.say("there is none")

    def save(self, rest: str) -> None:
        path = Path(rest).expanduser()
        if not rest:
            self.terminal.refuse("save needs the name of a file")
        elif path.exists() and path not in self._mine:
            self.terminal.refuse(f"{path} exists already; choose another name")
        else:
            try:
                self._save(path)
            except OSError as error:
                self.terminal.refuse(f"{path}: {error.strerror}")
            else:
                self.terminal.say(f"saved as {path}")

    def board(self, rest: str) -> None:
        self._shown = None

    def quit(self, rest: str) -> None:
        if self.terminal.interactive and self._kept is not self.table.state:
            self._kept = self.table.state
            self.terminal.say("the last moves are not saved: save FILE keeps them, quit leaves without them")
        else:
            self._open = False

    def help(self, rest: str) -> None:
        for name, command in COMMANDS.items():
            self.terminal.say(f"{f'{name} {command.takes}'.strip():<14}{command.help}")
        self.terminal.say("Everything else is a move.")


@dataclass(frozen=True)
class Command:
    """A command of the session."""

    run: Callable[[Session, str], None]
    help: str
    takes: str = ""


COMMANDS: Mapping[str, Command] = {
    "moves": Command(Session.moves, "list the legal moves, or those that begin with BEGIN", "[BEGIN]"),
    "hint": Command(Session.hint, "ask the engine"),
    "undo": Command(Session.undo, "take back moves to your own last one; never a roll of the dice or a reveal"),
    "save": Command(Session.save, "save the game as a record (JSON if the name ends in .json)", "FILE"),
    "board": Command(Session.board, "show the board again"),
    "help": Command(Session.help, "show this help"),
    "quit": Command(Session.quit, "leave; so does the end of input"),
}
