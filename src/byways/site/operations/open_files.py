"""The limit on open files: every connection is one, and the usual limit is lower than the number of spectators."""

from __future__ import annotations

import logging

WANTED = 65_536
ENOUGH = 4_096
_OWN = 96
"""What the process needs for itself: the database, workers, files."""
_log = logging.getLogger("byways")


def raise_limit() -> int | None:
    """Raise the limit on open files as far as allowed; warn if it stays low. Return it, or None if there is none."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        except (OSError, ValueError) as error:  # macOS has a limit of its own below the hard one
            _log.warning("the limit on open files stays at %d: %s", soft, error)
    if soft == resource.RLIM_INFINITY:
        return None
    if soft < ENOUGH:
        _log.warning(
            "the system allows %d open files: about %d people can be connected at once; raise it (ulimit -Hn)",
            soft,
            max(0, soft - _OWN),
        )
    return soft
