"""Messages to worker processes that may be gone."""

import asyncio
import sys

import pytest

from byways.site.engines.worker_lines import write_line

uvloop = pytest.importorskip("uvloop", reason="uvloop is not installed")


async def tell_after_the_end():
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "", stdin=asyncio.subprocess.PIPE)
    await process.wait()
    for _ in range(100):  # asyncio may take the first ones
        await write_line(process, {"id": 1})
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def test_a_process_that_is_gone_is_an_error_of_the_system(run):
    with pytest.raises(OSError):  # noqa: PT011 (its text is the system's)
        run(tell_after_the_end())
