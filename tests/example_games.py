"""The games of `examples/`, for tests that play them as somebody else's games."""

from contextlib import contextmanager

from examples import breakthrough, connect_four, hex, pig

from byways import registry

EXAMPLES = (hex, connect_four, breakthrough, pig)


@contextmanager
def examples_registered():
    """Let them be found by their names for a while."""
    for module in EXAMPLES:
        registry.register(module.GAME)
    yield
    for module in EXAMPLES:
        registry.forget(module.GAME.name)
