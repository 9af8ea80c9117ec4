"""Small files of our own, never left half written."""

import json
from pathlib import Path
from typing import Any


def write_json(path: Path, value: Any) -> None:
    """Replace `path` as a whole; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(value, indent=1), encoding="utf-8")
    fresh.replace(path)
