"""A bar on the standard error while something takes its time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int, str], None]]:
    """A bar that is told how much is done and what to say beside it; it goes away at the end.

    There is none where the standard error is no terminal. What is printed meanwhile stands above it, if that goes to a
    terminal too.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True)
    shown, above = console.is_terminal, sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=above, disable=not shown) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done, said: bar.update(task, completed=done, description=said)
