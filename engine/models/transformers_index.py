"""Gives transformers the index of its model modules, which it would make anew at each start.

To know which module defines which class, transformers reads the 2,500 files of its models, twice:
half of the time of importing the model libraries. The index of the locked version is a file of
ours, written by packaging/index_transformers.py; with another version nothing changes.
"""

import json
import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

INDEX = Path(__file__).resolve().parents[2] / "resources" / "transformers_index.json"
MODULE = "transformers.utils.import_utils"

# The backends that names need, their modules, and their names.
Structure = dict[frozenset[str], dict[str, set[str]]]


@cache
def use_index() -> None:
    """Let the index be used, once, before transformers is imported."""
    if MODULE not in sys.modules:
        sys.meta_path.insert(0, _Finder())


class _Finder(MetaPathFinder):
    """Changes `define_import_structure` as soon as its module has been executed: transformers calls
    it before its own import ends."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != MODULE:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader(Loader):
    def __init__(self, inner: Loader) -> None:
        self._inner = inner

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._inner.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._inner.exec_module(module)
        index = _read_index(getattr(sys.modules["transformers"], "__version__", ""))
        if index:
            _answer_from(index, module)


def _answer_from(index: list[Any], module: Any) -> None:
    made = module.define_import_structure
    models = Path(module.__file__).parents[1] / "models"

    @cache
    def define_import_structure(module_path: str, prefix: str | None = None) -> Structure:
        if Path(module_path) not in (models, models / "__init__.py"):
            return made(module_path, prefix)
        return _structure(index, f"{prefix}." if prefix else "")

    module.define_import_structure = define_import_structure


def _read_index(version: str) -> list[Any]:
    """Return the index of the models in this version, or nothing if there is none."""
    try:
        kept = json.loads(INDEX.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return kept["index"] if kept["version"] == version else []


def _structure(index: list[Any], prefix: str) -> Structure:
    return {
        frozenset(backends): {prefix + name: set(defined) for name, defined in modules.items()}
        for backends, modules in index
    }
