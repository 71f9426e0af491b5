"""Which extra brings a module that is not installed."""

from __future__ import annotations

EXTRAS = {
    "png": ("resvg_py",),
    "site": (
        "alembic", "babel", "cryptography", "greenlet", "httptools", "markdown_it", "psycopg",
        "resvg_py", "segno", "sqlalchemy", "starlette", "uvicorn", "uvloop", "websockets",
    ),
    "ray": ("ray",),
    "parquet": ("arro3",),
    "openspiel": ("pyspiel", "open_spiel"),
    "rl": ("gymnasium", "pettingzoo", "PIL", "resvg_py"),
    "solve": ("ortools", "pysat"),
}  # fmt: skip
"""The modules that each extra of the package brings, by its name; the smallest that brings a module comes first."""


def missing_extra(error: ModuleNotFoundError) -> str | None:
    """Return a sentence that says what to install, or None where no extra brings the module."""
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return f'this needs {module}, which is not installed; install it by: pip install "byways[{extra}]"'
    return None
