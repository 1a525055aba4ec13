"""Execute the notebooks and store their outputs as text: `python -m examples`.

A player in a notebook is 140 KB of HTML, which changes with every change of its script.
"""

import os
from pathlib import Path
from typing import Any

import nbclient
import nbformat

HERE = Path(__file__).resolve().parent
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))


def executed(file: Path) -> Any:
    """Return a notebook with its outputs, executed in its folder with this `bpe`."""
    notebook = nbformat.read(file, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": HERE}})
    return client.execute(env=os.environ | {"PYTHONPATH": str(HERE.parent)})


def text_outputs(notebook: Any) -> list[list[dict[str, Any]]]:
    """Return the outputs of each code cell, without HTML."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            for output in cell.outputs:
                output.get("data", {}).pop("text/html", None)
            found.append(cell.outputs)
    return found


if __name__ == "__main__":
    for file in NOTEBOOKS:
        notebook = executed(file)
        text_outputs(notebook)
        for cell in notebook.cells:
            cell.metadata.clear()  # time of execution
        nbformat.write(notebook, file)
