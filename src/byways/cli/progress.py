"""A progress bar on the standard error, with the time so far and the time that remains."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int, str], None]]:
    """Show a progress bar until the end; yield a function of the work done and a description.

    There is none if the standard error is no terminal. Text printed meanwhile appears above it, if that goes to a
    terminal too.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    left = TimeRemainingColumn(elapsed_when_finished=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), left, TextColumn("{task.description}"))
    console = Console(stderr=True)
    shown = console.is_terminal
    above = sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=above, disable=not shown) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done, said: bar.update(task, completed=done, description=said)
