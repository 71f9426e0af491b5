"""Bundles: the modules of each page's script in order, with their names apart; style sheets with what they import."""

import re

import pytest

from byways.site.web import assets
from byways.site.web.bundles import bundled, joined

A = """import { twice, Box } from "./b.js";
import "./c.js";
import { one } from "./d.js";

/** @param {import("./b.js").Box} box */
say(twice(one), Box);
"""
B = """import { one } from "./d.js";

const own = 2;
export function twice(x) {
  return own * x * one;
}
export class Box {}
"""
C = "const own = 3;\nwindow.seen = own;\n"
D = "export const one = 1;\n"
SOURCES = {"a.js": A, "b.js": B, "c.js": C, "d.js": D}


def test_modules_come_once_and_before_those_that_need_them():
    text = bundled("a.js", SOURCES)
    assert re.findall(r'^modules\["(\w\.js)"\] = ', text, re.MULTILINE) == ["d.js", "b.js", "c.js"]
    assert 'const { twice, Box } = modules["b.js"];' in text
    assert "return { twice, Box };" in text
    assert "return { one };" in text
    assert text.endswith("say(twice(one), Box);\n")
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)


def test_comments_are_left_out_and_texts_that_look_like_them_stay():
    text = (
        "// One.\n/**\n * Two. * / \n */\nexport function f(a) { // Three.\n  // Four.\n"
        '  return "// /** five */" + ` // Seven`;\n}\n'
    )
    found = bundled("a.js", {"a.js": 'import { f } from "./b.js";\n/** Six. */\nf(1);\n', "b.js": text})
    assert [word for word in ("One", "Two", "Three", "Four", "five", "Six", "Seven") if word in found] == [
        "five",
        "Seven",
    ]


def test_a_script_that_imports_nothing_stays_as_it_is():
    assert bundled("c.js", SOURCES) == SOURCES["c.js"]


def test_imports_are_renamed_as_they_would_be():
    text = bundled("a.js", {"a.js": 'import { one as two } from "./d.js";\nsay(two);\n', "d.js": D})
    assert 'const { one: two } = modules["d.js"];' in text


def test_imports_are_found_from_the_folder_of_the_module_that_imports():
    sources = {
        "pages/a.js": 'import { one } from "../net/d.js";\nsay(one);\n',
        "net/d.js": 'import { one as two } from "./e.js";\nexport const one = two;\n',
        "net/e.js": "export const one = 1;\n",
    }
    text = bundled("pages/a.js", sources)
    assert re.findall(r'^modules\["([\w/]+\.js)"\] = ', text, re.MULTILINE) == ["net/e.js", "net/d.js"]
    assert 'const { one: two } = modules["net/e.js"];' in text


@pytest.mark.parametrize("line", [
    'import one from "./d.js";',
    'import * as all from "./d.js";',
    'import { one } from "elsewhere";',
    "export default 1;",
    "export let changing = 1;",
    'export { one } from "./d.js";',
    'const one = await import("./d.js");',
    "say(import.meta.url);",
])  # fmt: skip
def test_other_imports_and_exports_are_refused(line):
    with pytest.raises(ValueError, match=r"a\.js: .*plain imports and exports, not: "):
        bundled("a.js", {**SOURCES, "a.js": f'import {{ twice }} from "./b.js";\n{line}\n'})


def test_circles_and_missing_files_are_refused():
    with pytest.raises(ValueError, match=r"each other: a\.js > b\.js > a\.js"):
        bundled("a.js", {"a.js": 'import "./b.js";\n', "b.js": 'import { x } from "./a.js";\n'})
    with pytest.raises(KeyError):
        bundled("a.js", {"a.js": 'import "./b.js";\n'})


@pytest.mark.parametrize("name", [name for name in assets.files() if name.endswith(".js")])
def test_every_script_of_the_site_can_be_sent_in_one_file(name):
    assert not re.search(r"^(import|export)\b", assets.files()[name].decode(), re.MULTILINE)


SHEETS = {
    "a.css": '/* First. */\n\n@layer one, two;\n@import "b/b.css" layer(one);\np { top: 0; } /* last */\n',
    "b/b.css": '@import "../c.css" layer(two);\na { content: "/ *"; }\n',
    "c.css": "b { top: 1px; }\n",
    "odd.css": '@import url("c.css");\n',
    "lost.css": '@import "nowhere.css" layer(one);\n',
}


def test_a_sheet_holds_what_it_imports_in_the_layers_it_names():
    assert joined("a.css", SHEETS) == (
        '@layer one, two;\n@layer one {\n@layer two {\nb { top: 1px; }\n}\na { content: "/ *"; }\n}\np { top: 0; }'
    )


def test_an_import_of_another_kind_or_of_a_missing_file_is_an_error():
    with pytest.raises(ValueError, match=r"odd\.css"):
        joined("odd.css", SHEETS)
    with pytest.raises(KeyError):
        joined("lost.css", SHEETS)


def test_every_sheet_of_a_page_is_in_layers():
    sheets = {name: text.decode() for name, text in assets.files().items() if name.endswith(".css")}
    assert sheets["styles/site.css"].startswith("@layer tokens, base, components, pages;\n@layer tokens {\n:root{")
    for name in ("board", "daily", "lessons", "review"):
        assert re.match(r"@layer (components|pages) \{\n", sheets[f"styles/{name}.css"]), name
    for name, text in sheets.items():
        assert "/*" not in text, name
        assert text.count("{") == text.count("}"), name


def test_a_language_has_the_texts_that_scripts_say():
    found = dict(assets._translations({"a.js": 'say("x", _("Copy")); _("Nobody says this")', "b.js": "none"}))
    assert found["texts/es.js"] == b'globalThis.translations = {"Copy":["Copiar"]};\n'
    assert assets.translations_of("en") not in found
