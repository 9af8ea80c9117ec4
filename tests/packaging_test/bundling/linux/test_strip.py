"""Symbols leave the compiled files of a bundle, and the files still work."""

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest
from websockets import speedups

from bundling.linux.elf import read
from bundling.linux.strip import strip

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="reads the files of Linux wheels"),
    pytest.mark.skipif(shutil.which("strip") is None, reason="needs strip"),
]


def test_a_stripped_module_is_smaller_and_works(tmp_path: Path) -> None:
    module = Path(shutil.copy(speedups.__file__, tmp_path))
    needed, size = read(module).needed, module.stat().st_size
    assert strip(tmp_path) == size - module.stat().st_size > 0
    assert read(module).needed == needed
    spec = importlib.util.spec_from_file_location("speedups", module)
    assert spec is not None
    stripped = importlib.util.module_from_spec(spec)
    assert stripped.apply_mask(b"abcd", b"\1\1\1\1") == b"`cbe"


def test_a_folder_without_compiled_files_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "launcher").write_text("#!/bin/sh\n")
    assert strip(tmp_path) == 0
    assert (tmp_path / "launcher").read_text() == "#!/bin/sh\n"
