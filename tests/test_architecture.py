"""Rules of the architecture that import-linter cannot check."""

import subprocess
import sys

from tests.kit.paths import ROOT

# The look of widgets, what imports them early on another thread, and the name of a type.
WITH_WIDGETS = {
    *("ui/look/theme.py", "ui/look/overlay_bars.py"),
    *("app/base/qt_import.py", "app/base/collector.py"),
}
TOP = {"pyproject.toml", "README.md", "app", "engine", "ui", "resources", "tests", "packaging"}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_the_window_imports_no_model_code() -> None:
    code = "import sys; from app import late_modules; late_modules.install()\n"
    code += "import app.chats.controller; print(*{m.split('.')[0] for m in sys.modules})"
    loaded = set(run(sys.executable, "-c", code).stdout.split())
    assert "PySide6" in loaded
    assert not {"mlx", "mlx_lm", "mlx_vlm", "transformers", "cv2", "PIL", "numpy"} & loaded


def test_the_terminal_needs_no_window() -> None:
    code = "import sys, app.cli.ask, engine.models.loader\n"
    code += "print(*{m.split('.')[0] for m in sys.modules})"
    loaded = set(run(sys.executable, "-c", code).stdout.split())
    assert "mlx_vlm" in loaded
    assert not {"PySide6", "ui"} & loaded


def test_the_state_and_the_application_import_no_widgets_of_qt() -> None:
    """import-linter takes all of PySide6 for one package."""
    sources = (it for room in ("ui/state", "ui/look", "app") for it in (ROOT / room).rglob("*.py"))
    named = {it.relative_to(ROOT) for it in sources if "QtWidgets" in it.read_text("utf-8")}
    elsewhere = {str(it) for it in named if not it.is_relative_to("app/desktop")}
    assert elsewhere == WITH_WIDGETS


def test_files_left_out_of_the_fast_lane_exist() -> None:
    named = (ROOT / "tests" / "slow_files.txt").read_text().split()
    assert all((ROOT / name).is_file() for name in named)


def test_the_top_level_is_fixed() -> None:
    """A packaging/__init__.py would shadow PyPI's `packaging` and break transformers."""
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found - TOP <= {"LICENSE", "uv.lock"}
    assert not (ROOT / "packaging" / "__init__.py").exists()
