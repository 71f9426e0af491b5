"""The notebooks of the documentation run, and show what they were committed with.

To write their outputs anew: `jupyter execute --inplace docs/notebooks/*.ipynb`.
"""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs/notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def shown(notebook):
    """What each cell printed, and the kinds of what it displayed."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            yield cell.id, output.output_type, output.get("text"), sorted(output.get("data", ()))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_was_committed_with(path):
    notebook = nbformat.read(path, as_version=4)
    committed = list(shown(notebook))
    NotebookClient(notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": FOLDER}}).execute()
    assert list(shown(notebook)) == committed
    assert {kind for *_, kinds in committed for kind in kinds} >= {"image/svg+xml", "text/html"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_is_committed_names_no_place_on_a_machine(path):
    text = path.read_text(encoding="utf-8")
    assert "/home/" not in text
    assert "/tmp/" not in text
    assert len(text) < 250_000


def test_there_are_notebooks_and_they_are_linked():
    index = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert NOTEBOOKS
    assert all(f"notebooks/{path.name}" in index for path in NOTEBOOKS)
