"""`byways warm`."""

from __future__ import annotations

import time

from byways.cli.common import Switch, print_json


def warm(*, json: Switch = False) -> None:
    """Compile all rules and searches into the cache, so that no engine has to wait.

    The first time takes some minutes on two cores, less on more; later seconds.
    The cache is the folder in BYWAYS_CACHE, or ~/.cache/byways. The JSON object
    has kernels (how many) and seconds.

    Try:

        byways warm

    Args:
        json: As JSON.
    """
    from byways.cli.progress import progress
    from byways.search.warm import kernels, warm_up

    todo = kernels()
    before = time.perf_counter()
    with progress("", len(todo)) as show:
        for done, name in enumerate(warm_up(todo)):
            show(done, name)
    seconds = round(time.perf_counter() - before, 1)
    if json:
        print_json({"kernels": len(todo), "seconds": seconds})
    else:
        print(f"{len(todo)} kernels are ready, after {seconds} s")
