"""A report as a page, made from its JSON alone."""

from byways.lab.report.page.page import contents, page

__all__ = ["contents", "page"]
