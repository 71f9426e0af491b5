"""Components of variance, on tables whose parts are known."""

import numpy as np
import pytest

from byways.errors import OptionError
from byways.statistics.moments import components


def test_a_table_without_chance_is_rows_and_columns_alone():
    table = [[row + column for column in (0, 10, 20)] for row in (1, 2, 3, 4)]
    found = components(table)
    assert found == pytest.approx((np.var([1, 2, 3, 4], ddof=1), 100, 0), abs=1e-12)
    assert sum(found.shares) == pytest.approx(1)


def test_components_are_found_again():
    rng = np.random.default_rng(3)
    found = np.mean(
        [
            components(rng.normal(0, 2, (40, 1)) + rng.normal(0, 3, (1, 30)) + rng.normal(0, 1, (40, 30)))
            for _ in range(60)
        ],
        axis=0,
    )
    assert found == pytest.approx((4, 9, 1), rel=0.1)


def test_tables_without_variance_and_too_small_ones():
    assert components([[1, 1], [1, 1]]).shares == (0, 0, 0)
    with pytest.raises(OptionError):
        components([[1, 2]])
