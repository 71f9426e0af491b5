"""Style sheets in one file: imports into layers, without comments; and every sheet of the site is in layers."""

import re

import pytest

from byways.site.web import assets
from byways.site.web.style_bundle import joined

SOURCES = {
    "a.css": '/* First. */\n\n@layer one, two;\n@import "b/b.css" layer(one);\np { top: 0; } /* last */\n',
    "b/b.css": '@import "../c.css" layer(two);\na { content: "/ *"; }\n',
    "c.css": "b { top: 1px; }\n",
    "odd.css": '@import url("c.css");\n',
    "lost.css": '@import "nowhere.css" layer(one);\n',
}


def test_a_sheet_holds_what_it_imports_in_the_layers_it_names():
    assert joined("a.css", SOURCES) == (
        '@layer one, two;\n@layer one {\n@layer two {\nb { top: 1px; }\n}\na { content: "/ *"; }\n}\np { top: 0; }'
    )


def test_an_import_of_another_kind_or_of_a_missing_file_is_an_error():
    with pytest.raises(ValueError, match=r"odd\.css"):
        joined("odd.css", SOURCES)
    with pytest.raises(KeyError):
        joined("lost.css", SOURCES)


def test_every_sheet_of_a_page_is_in_layers():
    sheets = {name: text.decode() for name, text in assets.files().items() if name.endswith(".css")}
    assert sheets["styles/site.css"].startswith("@layer tokens, base, components, pages;\n@layer tokens {\n:root{")
    for name in ("board", "daily", "lessons", "review"):
        assert re.match(r"@layer (components|pages) \{\n", sheets[f"styles/{name}.css"]), name
    for name, text in sheets.items():
        assert "/*" not in text, name
        assert text.count("{") == text.count("}"), name
