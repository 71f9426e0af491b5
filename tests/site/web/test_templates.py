"""Templates can be read: no long lines, no limits of their own, and every folder is one of the site's."""

import re
from pathlib import Path

import byways

SITE = Path(byways.__file__).parent / "site"
TEMPLATES = sorted((SITE / "templates").rglob("*.html"))


def test_no_line_is_long():
    long = [
        f"{path.name}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 160
    ]
    assert long == []


def test_no_field_has_a_limit_of_its_own():
    assert [path.name for path in TEMPLATES if re.search(r'maxlength="\d', path.read_text(encoding="utf-8"))] == []


def test_templates_lie_in_folders_that_the_site_has():
    folders = {path.parent.name for path in TEMPLATES} - {"templates"}
    assert folders <= {path.name for path in SITE.iterdir() if path.is_dir()}
