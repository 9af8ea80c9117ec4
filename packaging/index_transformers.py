"""Writes the index of transformers' model modules, after a new version has been locked.

uv run python packaging/index_transformers.py
"""

import json
import sys
from pathlib import Path
from typing import Any

import transformers
from transformers.utils import import_utils

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.models.transformers_index import INDEX


def computed_index() -> list[Any]:
    """Return what transformers computes of its own files, without the index."""
    models = Path(transformers.__file__).parent / "models"
    nested = import_utils.create_import_structure_from_path(str(models))
    found = import_utils.spread_import_structure(nested)
    rows = [
        [sorted(backends), {name: sorted(modules[name]) for name in sorted(modules)}]
        for backends, modules in found.items()
    ]
    return sorted(rows, key=lambda row: row[0])


def main() -> None:
    kept = {"version": transformers.__version__, "index": computed_index()}
    text = json.dumps(kept, indent=0, separators=(",", ":"))
    INDEX.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
