"""The rules of pyproject.toml and of the architecture, run with the tests."""

import faulthandler
import subprocess
import sys
from hashlib import sha256
from itertools import chain

import pytest
from importlinter.cli import lint_imports

from tests.kit.paths import ROOT

TOP = {"pyproject.toml", "README.md", "app", "engine", "ui", "resources", "tests", "packaging"}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_import_rules_hold() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml")) == 0


def test_the_window_imports_no_model_code() -> None:
    code = "import sys, app.chats.controller; print(*{m.split('.')[0] for m in sys.modules})"
    loaded = set(run(sys.executable, "-c", code).stdout.split())
    assert "PySide6" in loaded
    assert not {"mlx", "mlx_lm", "mlx_vlm", "transformers", "cv2", "PIL", "numpy"} & loaded


def test_the_terminal_needs_no_window() -> None:
    code = "import sys, app.cli.ask, engine.models.loader\n"
    code += "print(*{m.split('.')[0] for m in sys.modules})"
    loaded = set(run(sys.executable, "-c", code).stdout.split())
    assert "mlx_vlm" in loaded
    assert not {"PySide6", "ui"} & loaded


def test_ruff_finds_nothing() -> None:
    done = run(sys.executable, "-m", "ruff", "check", ".")
    assert done.returncode == 0, done.stdout
    done = run(sys.executable, "-m", "ruff", "format", "--check", ".")
    assert done.returncode == 0, done.stdout


def read_by_pyright() -> str:
    """Return a hash of the sources, the settings and the locked versions of what is installed."""
    folders = ("app", "engine", "ui", "packaging", "tests")
    sources = chain.from_iterable((ROOT / folder).rglob("*.py*") for folder in folders)
    files = sorted(path for path in sources if path.suffix in (".py", ".pyi"))
    digest = sha256(sys.version.encode())
    for path in (*files, ROOT / "pyproject.toml", ROOT / "uv.lock"):
        data = path.read_bytes()
        digest.update(f"{path} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def test_pyright_finds_nothing(pytestconfig: pytest.Config) -> None:
    """Pyright takes 40 CPU seconds, so what has passed is not checked again."""
    cache = getattr(pytestconfig, "cache", None)
    current = read_by_pyright()
    if cache and cache.get("pyright/passed", "") == current:
        return
    # Beside other work pyright takes longer than a test that hangs.
    faulthandler.cancel_dump_traceback_later()
    done = run(sys.executable, "-m", "pyright", "--pythonpath", sys.executable)
    assert done.returncode == 0, done.stdout
    if cache:
        cache.set("pyright/passed", current)


def test_files_left_out_of_the_fast_lane_exist() -> None:
    named = (ROOT / "tests" / "slow_files.txt").read_text().split()
    assert all((ROOT / name).is_file() for name in named)


def test_the_top_level_is_fixed() -> None:
    """A packaging/__init__.py would shadow PyPI's `packaging` and break transformers."""
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found - TOP <= {"LICENSE", "uv.lock"}
    assert not (ROOT / "packaging" / "__init__.py").exists()
