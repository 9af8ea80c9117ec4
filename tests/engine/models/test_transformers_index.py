"""Test that a transformers without an index is imported as it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.paths import ROOT

USED = """
from engine.models import transformers_index
transformers_index.use_index()
from transformers.utils import import_utils
print(import_utils.define_import_structure.__module__)
"""


@pytest.mark.parametrize("start", ["__version__ = '0.1'\n", ""])
def test_another_version_computes_its_own_index(start: str, tmp_path: Path) -> None:
    """Some version may tell its number too late."""
    utils = tmp_path / "transformers" / "utils"
    utils.mkdir(parents=True)
    (utils / "__init__.py").touch()
    own = "def define_import_structure(module_path):\n    return {}\n"
    (utils / "import_utils.py").write_text(own, encoding="utf-8")
    text = f"{start}from .utils import import_utils\n"
    (utils.parent / "__init__.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", USED],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "transformers.utils.import_utils\n", done.stderr
