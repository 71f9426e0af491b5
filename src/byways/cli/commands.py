"""All commands. Each lives in its own module and imports what it needs when it runs."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Parameter, UnknownOptionError, UnusedCliTokensError

from byways.cli.analyse import analyse
from byways.cli.check import check
from byways.cli.common import OPTION, UsageError, converted
from byways.cli.engine import engine
from byways.cli.explore import explore
from byways.cli.extras import missing_extra
from byways.cli.games import games
from byways.cli.gtp import gtp
from byways.cli.keep import backup, prune, restore
from byways.cli.legal import legal
from byways.cli.match import match
from byways.cli.metrics import metrics
from byways.cli.new_game import new_game
from byways.cli.perft import perft
from byways.cli.play import play
from byways.cli.puzzle import puzzle
from byways.cli.report import report
from byways.cli.serve import serve
from byways.cli.show import show
from byways.cli.solo import solo
from byways.cli.solve import solve
from byways.cli.tournament import tournament
from byways.cli.try_game import try_game
from byways.cli.warm import warm
from byways.errors import BywaysError, GameError
from byways.version import __version__
from byways.workers.interrupts import interrupt_guard

_EPILOGUE = """\
Try:

    byways                            the site, in your browser
    byways play troll                 a game in this terminal
    byways analyse game.txt --review  the loss of each move of a game
    byways show game.txt --png --out board.png
    byways games stroll               the options of a game
    byways play --help                more about one command

FILE is a game record (text or JSON) or a position; - is the standard input.
Exit status: 0 on success, 1 if the answer is no or on an error, 2 on wrong usage.
"""

_TOLD_BY_THEIR_MODULES = (match, tournament, report, explore)
"""Commands whose help, which is long, is the docstring of their module."""
OK, NO, WRONG_USAGE = 0, 1, 2

app = App(
    name="byways",
    help="Five board games about paths, to play, study, solve and play-test.\n\nWithout a command: serve.",
    help_epilogue=_EPILOGUE,
    help_format="plaintext",
    version=__version__,
    default_parameter=Parameter(converter=converted),
    exit_on_error=False,
    print_error=False,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
app.default(serve)
for command in (
    serve,
    play,
    show,
    legal,
    perft,
    analyse,
    engine,
    gtp,
    match,
    tournament,
    solo,
    metrics,
    report,
    explore,
    puzzle,
    games,
    new_game,
    check,
    warm,
    backup,
    restore,
    prune,
):
    told = sys.modules[command.__module__].__doc__ if command in _TOLD_BY_THEIR_MODULES else None
    app.command(command, help=told, help_epilogue="")
app.command(try_game, name="try", help_epilogue="")
app.command(solve)
app.register_install_completion_command(
    help="Install the completion of commands and options for your shell: bash, zsh or fish.", help_epilogue=""
)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status. Raises KeyboardInterrupt."""
    _open_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter unknown to the terminal must not end a game
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if arguments is None else arguments
    try:
        if words and not words[0].startswith("-") and words[0] not in app:
            raise UsageError(f"unexpected {words[0]!r}; the commands are: {', '.join(_commands())}")
        with interrupt_guard():
            status = app(words)
        sys.stdout.flush()
        return int(status or OK)
    except UnusedCliTokensError as error:
        help_of = " ".join(["byways", *(error.command_chain or ()), "--help"])
        return _complain(UsageError(f"unexpected {(error.unused_tokens or [''])[0]!r}; see {help_of}"), WRONG_USAGE)
    except UnknownOptionError as error:
        return _complain(_too_early(error) or error, WRONG_USAGE)
    except (CycloptsError, UsageError) as error:
        return _complain(error, WRONG_USAGE)
    except BrokenPipeError:
        # The reader of our output closed the pipe. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except GameError as error:
        return _complain(UsageError(_blamed(error) or str(error)), NO)
    except (BywaysError, OSError) as error:
        return _complain(error, NO)
    except MemoryError:
        return _complain(MemoryError("this needs more memory than is available"), NO)
    except ModuleNotFoundError as error:
        sentence = _blamed(error) or missing_extra(error)
        if sentence is None:
            raise
        return _complain(UsageError(sentence), WRONG_USAGE)
    except Exception as error:  # blame an author's game in one line; Byways itself shows its traceback
        where = _blamed(error)
        if where is None:
            raise
        return _complain(UsageError(where), NO)


def _too_early(error: UnknownOptionError) -> UsageError | None:
    """Return the error for a game's own option before the game; None for a command without such options."""
    names = [argument.name for argument in error.argument_collection or ()]
    if OPTION not in names:
        return None
    before = " ".join(names[: names.index(OPTION)])
    return UsageError(f"unexpected {error.token.value!r}; a game's own options come behind {before}")


def _blamed(error: Exception) -> str | None:
    """Return the file, the line and the mistake of an author's game."""
    from byways.registry import blame

    return blame(error)


def _commands() -> list[str]:
    """List the names of all commands, in the order of the help."""
    return [name for name in app if not name.startswith("-")]


def _open_streams() -> None:
    """Open the null device in place of standard streams that were closed when the program started."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - it stays open as long as the program runs


def _complain(error: Exception, status: int) -> int:
    sentence = str(error)
    if isinstance(error, OSError) and error.strerror:
        sentence = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    print("byways:", " ".join(sentence.split()), file=sys.stderr)
    return status
