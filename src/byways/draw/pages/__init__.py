"""Whole pages of matches, tournaments, reports and explorations, from templates: no scripts, light and dark."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from byways.draw import svg_markup
from byways.draw.charts import chart_style
from byways.draw.colours import properties, themed
from byways.draw.page_tokens import PAGE
from byways.draw.themes import standalone

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **shown: object) -> Iterator[str]:
    """Yield the parts of a page; `template` is its path below the package. Texts are escaped but for `Markup`."""
    return _environment().get_template(template).generate(**shown)


@functools.cache
def _environment() -> Environment:
    import jinja2  # which only those wait for who have a page
    from markupsafe import Markup

    def verbatim(text: str) -> Markup:
        return Markup(svg_markup.escape(text))

    def escaped(value: object) -> object:
        """Escape text, with no line break before a per cent sign."""
        return verbatim(value.replace(" %", "\N{NO-BREAK SPACE}%")) if type(value) is str else value

    made = jinja2.Environment(
        loader=jinja2.PackageLoader("byways", ""),
        autoescape=True,
        finalize=escaped,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.globals |= {"style": Markup(themed(properties(PAGE)) + chart_style() + standalone("auto")), "zip": zip}
    made.filters |= {"verbatim": verbatim, "drawn": Markup}
    return made
