"""What fixtures give asynchronous tests that has to be opened in the loop of the test."""

from contextlib import nullcontext

import pytest


class Opening:
    """A context that is entered before a test begins, once what it needs has been: other openings' values."""

    def __init__(self, enter, *needs):
        self.enter, self.needs, self.entered = enter, needs, ()

    @staticmethod
    async def value_of(thing, stack):
        """Return what a fixture stands for, which is itself where it is no opening; `stack` closes what is opened."""
        if not isinstance(thing, Opening):
            return thing
        if not thing.entered:
            needs = [await Opening.value_of(need, stack) for need in thing.needs]
            thing.entered = (await stack.enter_async_context(thing.enter(*needs)),)
        return thing.entered[0]


def part_of(whole, number):
    """Make a fixture of one of several things that another fixture opens."""

    @pytest.fixture
    def part(request):
        return Opening(lambda all_of_it: nullcontext(all_of_it[number]), request.getfixturevalue(whole))

    return part
