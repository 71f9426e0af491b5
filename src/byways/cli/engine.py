"""`byways engine`."""

from __future__ import annotations

from byways.cli.common import MOST_MEGABYTES, at_least, at_most


def engine(*, memory: float | None = None) -> None:
    """Answer requests for analysis, a JSON object a line, on the standard input.

    A request has an id; a game with options, position and turns, or a record; and
    a limit. Requests are answered in order, a line each, with the same id. What
    is wrong with a request is said at once, field by field, in "errors". With "report" an
    unfinished answer comes every so many seconds; {"id": ..., "cancel": true}
    ends a request early. docs/guides/engine.md has all of it.

    Try:

        byways engine < requests.jsonl > answers.jsonl

    A request: {"id": 1, "game": "troll", "turns": ["d4"], "seconds": 1}

    Args:
        memory: How many MiB the search may use; 256 by default.
    """
    at_least(1, memory=memory)
    at_most(MOST_MEGABYTES, memory=memory)
    from byways.interop.engine import main
    from byways.search.analysis import MEGABYTES

    main(memory or MEGABYTES)
