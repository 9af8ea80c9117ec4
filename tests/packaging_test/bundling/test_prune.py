"""The list of files that a bundle leaves out: each entry is about files that a wheel brings."""

import sys
import sysconfig
from pathlib import Path

import pytest

from bundling import prune
from bundling.prune import UNUSED, Unused
from bundling.target import LINUX, MACOS, linux_tree

HERE = MACOS if sys.platform == "darwin" else LINUX
INSTALLED = Path(sysconfig.get_path("purelib"))
# An installation into a folder puts here what is elsewhere in an environment.
PROGRAMS = "bin"


@pytest.mark.parametrize(
    "entry",
    [it for it in UNUSED if it.target in ("", HERE.name) and PROGRAMS not in it.patterns],
    ids=lambda it: it.reason[:40],
)
def test_each_entry_finds_something_in_the_packages(entry: Unused) -> None:
    assert any(next(INSTALLED.glob(pattern), None) for pattern in entry.patterns)


def test_what_is_listed_goes_and_its_exceptions_stay(tmp_path: Path) -> None:
    tree = linux_tree(tmp_path)
    for name in ("one/data/large.bin", "one/data/needed.bin", "two.py"):
        (tree.packages / name).parent.mkdir(parents=True, exist_ok=True)
        (tree.packages / name).write_bytes(b"four")
    entries = (
        Unused("Not read.", ("one/data/*",), ("needed.bin",)),
        Unused("For a Mac.", ("two.py",), (), "macos"),
    )
    assert prune.prune(tree, LINUX, entries) == 4
    left = sorted(it.name for it in tree.packages.rglob("*") if it.is_file())
    assert left == ["needed.bin", "two.py"]


def test_only_modules_that_need_the_missing_package_go(tmp_path: Path) -> None:
    texts = {
        "fails.py": "import os\nfrom torch import nn\n",
        "asks.py": "if has_torch():\n    import torch\n",
        "other.py": "import torchlike\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    entry = Unused("Fails.", ("*.py",), importing="torch")
    assert [it.name for it in prune.found(entry, tmp_path)] == ["fails.py"]


def test_every_entry_gives_its_reason() -> None:
    assert all(entry.reason.endswith(".") and entry.patterns for entry in UNUSED)
