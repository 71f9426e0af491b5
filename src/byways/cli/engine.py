"""`byways engine`."""

from __future__ import annotations

from byways.cli.common import MOST_MEGABYTES, at_least, at_most


def engine(*, memory: float | None = None) -> None:
    """Answer analysis requests from the standard input, one JSON object per line.

    A request has an id; a game with options, position and turns, or a record; and
    a limit. Requests are answered in order, one line each, with the same id. An
    invalid request is answered at once, with "errors" for each field. "report"
    asks for interim answers every so many seconds; {"id": ..., "cancel": true}
    ends a request early. docs/guides/engine.md describes the protocol.

    Try:

        byways engine < requests.jsonl > answers.jsonl

    A request: {"id": 1, "game": "troll", "turns": ["d4"], "seconds": 1}

    Args:
        memory: The memory that the search may use, in MiB; 256 by default.
    """
    at_least(1, memory=memory)
    at_most(MOST_MEGABYTES, memory=memory)
    from byways.interop.engine import main
    from byways.search.search_tree import MEGABYTES

    main(memory or MEGABYTES)
