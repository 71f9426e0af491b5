"""Pages at twice the size, as browsers enlarge them, and what is wrong with how they look.

Zooming a page leaves half as many CSS pixels in each direction: a window of 1280 x 1024, which WCAG's tests take, has
640 x 512 of them at 200 %. Who asks for larger text only keeps the pixels, and letters grow: by the browser's own font
size, which media queries follow, or by the page's, which they do not.
"""

from pathlib import Path

WINDOW = {"viewport": {"width": 1280, "height": 1024}}
TWICE = "addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))"


def zoomed(visitor):
    """A browser that shows pages at 200 %."""
    return visitor(viewport={"width": 640, "height": 512}, device_scale_factor=2)


def with_large_fonts(visitor):
    """A browser whose own font size is twice the usual."""
    watch = visitor(**WINDOW)

    def enlarge(page):
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})

    watch.context.on("page", enlarge)
    return watch


def with_large_text(visitor):
    """A browser that makes the text of every page larger."""
    watch = visitor(**WINDOW)
    watch.context.add_init_script(TWICE)
    return watch


WAYS = {"zoom": zoomed, "large fonts": with_large_fonts, "large text": with_large_text}

FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
"""A script that says what is wrong with how a page looks."""
