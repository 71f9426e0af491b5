"""`byways warm`."""

from __future__ import annotations

import time

from byways.cli.common import Switch, print_json


def warm(*, json: Switch = False) -> None:
    """Compile all rules and searches into the cache, so that engines start at once.

    The first run takes about a minute on two cores, later runs take seconds.
    The cache is the folder in BYWAYS_CACHE, or ~/.cache/byways. The JSON object
    has kernels (their number) and seconds.

    Try:

        byways warm

    Args:
        json: Print JSON.
    """
    from byways.cli.progress import progress
    from byways.interop.warm import kernels, warm_up

    todo = kernels()
    before = time.perf_counter()
    with progress("", len(todo)) as show:
        for done, name in enumerate(warm_up(todo)):
            show(done, name)
    seconds = round(time.perf_counter() - before, 1)
    if json:
        print_json({"kernels": len(todo), "seconds": seconds})
    else:
        ready = "1 kernel is ready" if len(todo) == 1 else f"{len(todo)} kernels are ready"
        print(f"{ready}, after {seconds} s")
