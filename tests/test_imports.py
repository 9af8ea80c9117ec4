"""Little is imported before the first paint, and no more than Dot needs before its first token."""

import importlib
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from threading import Barrier, Thread

import pytest
import transformers

from app.late_modules import LATE
from engine.models import transformers_index
from engine.system import late_modules
from index_transformers import computed_index
from tests.kit.paths import ROOT
from tests.kit.qt_messages import message_of_qt

# The model libraries, and what a person asks for later.
NOT_BEFORE_THE_PAINT = {
    *("mlx", "mlx_lm", "mlx_vlm", "transformers", "huggingface_hub", "numpy", "PIL", "cv2"),
    *("httpx2", "mcp", "asyncio", "ssl", "jsonschema", "keyring", "send2trash", "email"),
    *("markdown_it", "pygments", "ziamath", "jinja2", "PySide6.QtPrintSupport", "app.cli.ask"),
    *("ui.compare.compare_tab", "ui.settings.settings_window", "ui.models.models_window"),
    *("app.hub.hub", "app.hub.downloads", "app.transfer.exchange", "app.tools.mcp_servers"),
    *("ui.charts.chart_view", "ui.charts.chart_layout", "statistics", "subprocess", "ctypes.util"),
    *("ui.stats.stats_panel", "ui.stats.sparkline", "ui.history.asking", "ui.widgets.confirm"),
    *("ui.conversation.message_reply", "ui.window.manual_window", "ui.window.palette"),
    *("app.chats.keeping", "ui.composer.next_list", "ui.tabs.temporary_bar"),
    *("app.desktop.capture.system_camera", "app.desktop.speech.system_voice", "jeepney"),
    *("ui.inspect.inspect_window", "ui.markdown.spoken_text", "app.attachments.views"),
    *("ui.markdown.pasted_text", "ui.composer.removal_undo"),
    *("app.attachments.own_copies", "app.base.file_manager", "app.models.lmstudio_preset"),
    *("app.server.local_server", "starlette", "uvicorn", "app.machines.machine_tests"),
    *("argparse", "engine.system.gpu", "hashlib", "ctypes", "socket", "xml.etree.ElementTree"),
    *("ui.window.window_menu", "ui.window.commands.all_commands", "ui.composer.attachment_strip"),
    *("app.attachments.copying", "app.recording.restore", "app.remote.sender"),
    *("app.desktop.duologue_links", "ui.conversation.message_focus", "ui.history.row_changes"),
    *(f"shibokensupport.signature.{it}" for it in ("errorhandler", "layout", "parser")),
    *(f"shibokensupport.signature.lib.{it}" for it in ("enum_sig", "pyi_generator", "tool")),
}
# Dot's answer about an image does not need these. The libraries themselves import huggingface_hub,
# httpx2 and mlx_vlm.speculative, as mlx_lm.utils and mlx_vlm.generate name functions of theirs.
NOT_BEFORE_THE_TOKEN = {
    *("torch", "cv2", "pypdfium2", "datasets", "scipy", "pandas", "rich", "llguidance"),
    *("starlette", "uvicorn", "requests", "urllib3", "asyncio", "huggingface_hub._jobs_api"),
    *("mcp", "jsonschema", "pygments", "ziamath", "keyring", "PySide6.QtPrintSupport"),
    *("engine.models.lora", "engine.conversion.quantizing", "ui.settings.settings_window"),
    *("engine.conversion.convert_worker", "engine.conversion.weight_writer", "app.hub.hub_client"),
    *("app.hub.connection", "app.hub.fetcher", "app.hub.search", "ui.compare.compare_tab"),
    *(f"app.hub.{it}" for it in ("fetch_round", "page_reader", "remote_files", "staging")),
    *("app.hub.wanted_files", "engine.models.assistant", "engine.models.dflash"),
    *("engine.models.draft_weights", "engine.drafting.assistant_drafts"),
    *(f"engine.drafting.{it}" for it in ("dflash_drafts", "draft_model", "forced", "head_drafts")),
    *(
        "ui.compare.results_window",
        "ui.exchange.export_dialog",
        "app.transfer.exporting.pdf_writer",
    ),
    *("app.transfer.exporting.conversation_writer", "engine.machines.machine_group"),
}


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """The report of one start: the window on a small screen, then Dot's answer about an image."""
    home = tmp_path_factory.mktemp("home")
    screen = tmp_path_factory.mktemp("screen") / "small.json"
    size = {"width": 640, "height": 480, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    screen.write_text(json.dumps({"screens": [{"name": "small", "x": 0, "y": 0, **size}]}))
    platform = f"offscreen:configfile={screen}"
    environment = {"DUOLOGUE_HOME": str(home), "QT_QPA_PLATFORM": platform}
    if "PYTHONPYCACHEPREFIX" not in os.environ:
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "tests.start_driver"],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_window_is_painted_before_what_it_does_not_need_is_imported(start: dict) -> None:
    assert not NOT_BEFORE_THE_PAINT.intersection(start["painted"])


def test_the_first_window_fits_on_the_screen(start: dict) -> None:
    assert start["fits"]


def test_dot_answers_before_what_it_does_not_need_is_imported(start: dict) -> None:
    assert "mlx_vlm" in start["answered"]
    assert not NOT_BEFORE_THE_TOKEN.intersection(start["answered"])


def test_qt_is_not_imported_before_it_is_known_that_there_is_a_window(start: dict) -> None:
    assert not [name for name in start["before_qt"] if name.startswith("PySide6")]


def test_no_source_is_read_for_features_of_pyside(start: dict) -> None:
    assert start["plain_import"]


def test_qt_still_tells_the_signatures_that_fit(start: dict) -> None:
    assert "Supported signatures" in start["error"]
    assert start["error"] == message_of_qt()


def test_nothing_is_written_into_the_folder_of_the_program(start: dict) -> None:
    assert [it for it in start["written"] if "/.venv/" not in it] == []


def test_the_engine_renders_chat_templates_in_our_sandbox(start: dict) -> None:
    assert start["sandbox"] == "BoundedEnvironment"


def test_transformers_uses_our_index_and_it_is_that_of_the_installed_version(start: dict) -> None:
    """Run packaging/index_transformers.py after transformers was updated."""
    assert start["indexed_by"] == transformers_index.__name__
    kept = json.loads(transformers_index.INDEX.read_text(encoding="utf-8"))
    assert kept["version"] == transformers.__version__
    assert kept["index"] == computed_index()


def test_late_modules_exist() -> None:
    names = (*LATE, *late_modules.ENGINE)
    assert [name for name in names if find_spec(name) is None] == []


def make_late(folder: Path, monkeypatch: pytest.MonkeyPatch, source: str, name: str) -> None:
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    late_modules.import_late([name])


def test_a_part_of_a_late_package_imports_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "late_package"
    package.mkdir()
    (package / "part.py").write_text("value = 7", encoding="utf-8")
    (package / "__init__.py").write_text("name = 'whole'", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    late_modules.import_late(["late_package"])
    whole = importlib.import_module("late_package")
    part = importlib.import_module("late_package.part")
    assert part.value == 7
    assert (whole.part, whole.name) == (part, "whole")


def test_a_late_module_is_executed_once_by_the_first_of_several_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "import time, sys\nsys.late_runs = getattr(sys, 'late_runs', 0) + 1\n"
    make_late(tmp_path, monkeypatch, f"{source}time.sleep(0.05)\nvalue = 7", "late_in_threads")
    module = importlib.import_module("late_in_threads")
    assert not hasattr(sys, "late_runs")
    together, values = Barrier(4), []

    def use() -> None:
        together.wait()
        values.append(module.value)

    threads = [Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [7] * 4
    assert sys.__dict__.pop("late_runs") == 1


def test_a_late_module_that_fails_says_so_at_each_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_late(tmp_path, monkeypatch, "raise OSError('broken')", "late_and_broken")
    module = importlib.import_module("late_and_broken")
    for _ in range(2):
        with pytest.raises(OSError, match="broken"):
            _ = module.value


def test_what_is_set_on_a_late_module_is_set_on_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "value = 1\ndef told():\n    return value"
    make_late(tmp_path, monkeypatch, source, "late_and_changed")
    module = importlib.import_module("late_and_changed")
    monkeypatch.setattr(module, "value", 2)
    assert module.told() == 2
    assert importlib.import_module("late_and_changed").value == 2
