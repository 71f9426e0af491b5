import pytest
from opening import Opening, part_of
from review_world import reviewing


@pytest.fixture
def _reviewing(request, tmp_path):
    """The site, a browser and an oracle, which knows the values that the mark `values` names."""
    known = request.node.get_closest_marker("values")
    return Opening(lambda: reviewing(tmp_path, known.args if known else ()))


site, ada, engine = (part_of("_reviewing", number) for number in range(3))
