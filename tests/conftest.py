"""Shared fixtures: Qt off screen, a data folder for each test, and the real engine."""

import atexit
import contextlib
import faulthandler
import gc
import logging
import os
import shutil
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

import hypothesis
import pytest

from tests.kit import qt_setup as qt_setup

# isort: split

import shiboken6
from PySide6.QtCore import QPoint, Qt, QTranslator
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.kit.paths import DASH, DOT, ROOT

# Set before Qt and the model libraries are imported. DUOLOGUE_TEST_DISPLAY=1 shows the windows.
if not os.environ.get("DUOLOGUE_TEST_DISPLAY"):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
# Tests must never see the keychain of the person who runs them.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
# One process of tests for each core; more threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# MLX wakes its thread for every operation. That thread then waits for its turn instead of taking
# the core from the thread that queues the next one: a fifth of the CPU time of an engine's tests.
if sys.platform == "linux":
    # A sandbox may forbid it.
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))

from engine.models import library_setup as library_setup

# isort: split

from app.base import logs
from engine import offline
from engine.answers import Answer, add_up
from engine.checkpoints import guard
from engine.engine import Engine
from engine.messages import Command, EngineStats, Event, LoadProgress, ModelProfile, RequestEvent
from engine.system import worker_process
from tests.kit import tiny_models
from tests.kit.warm_workers import IMPORTS, WarmWorkers
from ui.look import theme
from ui.look.appearance import Appearance
from ui.look.colors import Colors
from ui.markdown.background import background

if TYPE_CHECKING:
    from engine.models.loader import LoadedModel

# By default, Hypothesis fails a test that takes longer than 200 ms, as any may on a busy machine.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

ENGLISH = ROOT / "resources/translations/duologue_en.qm"
# Linux has a folder in memory. On a disk, to which the program syncs its files, tests wait for it.
MEMORY, ROOM = Path("/dev/shm"), 4 << 30
# A test that leaves more new objects is followed by a garbage collection.
NEW_OBJECTS = 10_000


# Files that take more than about two CPU seconds: `--fast` leaves them out.
SLOW_FILES = Path(__file__).with_name("slow_files.txt")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="leave out the files of slow_files.txt")


def pytest_configure(config: pytest.Config) -> None:
    for marker in (
        "model(info): the model that `desk` has, instead of Dot; None for none",
        "cold: worker processes start as they do for people, not from a warm one",
        "styled: windows have the style sheet, for tests of pixels, sizes and positions",
    ):
        config.addinivalue_line("markers", marker)
    config.pluginmanager.register(HangWatch())
    if hasattr(config, "workerinput"):
        # The interpreter would collect and free all that the tests have imported, for five seconds.
        # The process that reports is the one whose exit code counts.
        atexit.register(os._exit, 0)
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


class HangWatch:
    """Shows where a test hangs for two minutes.

    The timer of pytest itself starts a thread for each test, and waits until it has ended.
    """

    def __init__(self) -> None:
        # Tests have another one.
        self._stderr = os.dup(2)
        self._since = -60.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        if (now := time.monotonic()) - self._since >= 60:
            self._since = now
            faulthandler.dump_traceback_later(180, file=self._stderr)

    def pytest_sessionfinish(self) -> None:
        faulthandler.cancel_dump_traceback_later()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if not config.getoption("--fast") or collection_path.suffix != ".py":
        return None
    path = collection_path.relative_to(SLOW_FILES.parent.parent).as_posix()
    return path in SLOW_FILES.read_text().split() or None


# Qt begins with the mouse here. A test that left it elsewhere could leave it over a widget of the
# next one.
POINTER = QPoint(10, 10)

# Numbers the folders of tests.
_folders = count()


@pytest.fixture(autouse=True)
def surroundings(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    warm_workers: dict[str, WarmWorkers],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Path]:
    """Give each test a folder of its own, which `tmp_path` makes, and leave nothing of the test.

    This is one fixture because each that is used by all tests takes CPU seconds of a run.
    """
    name = "".join(it if it.isalnum() else "_" for it in request.node.name)[:30]
    folder = tmp_path_factory.getbasetemp() / f"{name}{next(_folders)}"
    monkeypatch.setenv("DUOLOGUE_HOME", str(folder / "home"))
    if request.node.get_closest_marker("cold") is None and sys.platform == "linux":
        fork_workers(warm_workers, monkeypatch)
    if "qapp" in request.fixturenames:
        wear_look(request, monkeypatch)
    # Loggers outlive a test, and `ask --log-level` sets them.
    levels = {logger: logger.level for logger in map(logging.getLogger, logs.OURS)}
    yield folder
    for logger, level in levels.items():
        # Any call clears the caches of all loggers.
        if logger.level != level:
            logger.setLevel(level)
    # A setting of the process, which would refuse the connections of other tests.
    if offline.is_strict():
        offline.strict(False)
    delete_widgets()
    if QGuiApplication.platformName() == "offscreen" and QCursor.pos() != POINTER:
        QCursor.setPos(POINTER)
    if gc.get_count()[0] > NEW_OBJECTS:
        gc.collect(1)
        if gc.get_count()[2] > 10:
            collect_oldest()


def collect_oldest() -> None:
    """Collect the oldest generation, but freeze it if an application ended since: that unfreezes
    the libraries, and a full collection would take 0.3 s. To ask that visits all frozen objects."""
    if gc.get_freeze_count():
        gc.collect()
    else:
        gc.freeze()


@pytest.fixture
def tmp_path(surroundings: Path) -> Path:
    """Make a folder without a look at those of all earlier tests and without a link to the last
    one of its name, as pytest does."""
    surroundings.mkdir(mode=0o700)
    return surroundings


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture(scope="session")
def warm_workers() -> Iterator[dict[str, WarmWorkers]]:
    """Return what forks the workers of each name; it starts with the first of them."""
    warm = {word: WarmWorkers(word) for word in IMPORTS}
    yield warm
    for each in warm.values():
        each.close()


def fork_workers(warm: dict[str, WarmWorkers], monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork workers and ranks from processes with their imports, but with the marker `cold`."""
    started = worker_process.start
    for each in warm.values():
        started = each.start(started)
    monkeypatch.setattr(worker_process, "start", started)


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """Install the English plurals, as the application does."""
    words = QTranslator(qapp)
    assert words.load(str(ENGLISH))
    qapp.installTranslator(words)
    return qapp


def pytest_sessionfinish() -> None:
    """Clear the clipboard, since a test's object there would outlive the interpreter, and end the
    background thread: without an event loop, the application does not tell that it quits."""
    if QGuiApplication.instance():
        QGuiApplication.clipboard().clear()
        background().close()


def pytest_sessionstart() -> None:
    """Turn the garbage collector off, as the application does: only the main thread frees
    cycles."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave the modules of tests and libraries out of all later collections: each would take half a
    second for them."""
    gc.collect()
    gc.freeze()


def wear_look(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin every test of widgets in the light colors of a window that is not zoomed.

    The style sheet, a third of the cost of a window, is left out without the marker `styled`.
    """
    styled = request.node.get_closest_marker("styled") is not None
    if not styled:
        monkeypatch.setattr(theme, "_style", lambda: Template(""))
    dress(request.getfixturevalue("qapp"), styled)


# The colors that the last test began with, and whether it was styled.
_worn: list[tuple[Colors, bool]] = []


def dress(app: QApplication, styled: bool) -> None:
    """Do nothing if the last test left everything as this one needs it: icons are drawn again
    after each change. Every change of the look makes another object of the colors."""
    if _worn and _worn[0][0] is theme.colors() and _worn[0][1] == styled:
        return
    # Without a style sheet the theme paints everything anew.
    app.setStyleSheet("")
    theme.wear(app, Appearance())
    theme.apply(app, Qt.ColorScheme.Light)
    _worn[:] = [(theme.colors(), styled)]


def delete_widgets() -> None:
    """Delete windows that a test left in reference cycles; changes of style would visit them."""
    for widget in QApplication.topLevelWidgets():
        if shiboken6.isValid(widget) and widget.parent() is None:
            shiboken6.delete(widget)


class Bench:
    """An engine without its thread: takes commands and collects events."""

    def __init__(self, memory_limit: int | None = None) -> None:
        self.events: list[Event] = []
        self.engine = Engine(self.events.append, memory_limit)

    def run(self, *commands: Command) -> list[RequestEvent]:
        """Submit, step until idle, and return what happened since, without the statistics and the
        progress of loads."""
        start = len(self.events)
        for command in commands:
            self.engine.submit(command)
        while not self.engine.idle:
            self.engine.step()
        return [it for it in self.events[start:] if not isinstance(it, EngineStats | LoadProgress)]

    def until(self, kind: type, request_id: int | None = None) -> None:
        """Step until an event of `kind` arrives, for the request if one is named."""
        while not any(
            isinstance(event, kind) and request_id in (None, getattr(event, "request_id", None))
            for event in self.events
        ):
            assert not self.engine.idle, f"idle before {kind.__name__}"
            self.engine.step()

    def of(self, request_id: int) -> Answer:
        """Return the answer to a request so far."""
        mine = [
            event
            for event in self.events
            if not isinstance(event, EngineStats) and event.request_id == request_id
        ]
        return add_up(mine)

    def stats_now(self) -> EngineStats:
        """Return the statistics between two steps."""
        scheduler = self.engine._scheduler
        return scheduler.stats() if scheduler else EngineStats()


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.engine.close()


@pytest.fixture(scope="module")
def _bench_of_module() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.engine.close()


@pytest.fixture
def shared_bench(_bench_of_module: Bench) -> Bench:
    """Return an engine shared by the tests of a module, which has cached their earlier prompts."""
    _bench_of_module.events.clear()
    return _bench_of_module


@pytest.fixture(scope="session", autouse=True)
def checkpoints_are_ours(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Render prompts of tests' checkpoints in this process: a worker each would take seconds."""
    guard.OUR_FOLDERS.append(tmp_path_factory.getbasetemp().resolve())


@pytest.fixture(scope="session")
def dot() -> "LoadedModel":
    # Importing the model libraries takes 3 s, and most tests do not need them.
    from engine.models.loader import examine_model, load_model  # noqa: PLC0415

    return load_model(examine_model(str(DOT)))


@pytest.fixture
def dot_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share Dot between the engines of tests that are not about loading it."""
    # This imports the model libraries.
    from tests.kit import shared_dot  # noqa: PLC0415

    shared_dot.share(monkeypatch)


@pytest.fixture(scope="module")
def dot_in_float32() -> Iterator[None]:
    """Share Dot in float32 between the engines of tests that any precision serves."""
    # This imports the model libraries.
    from tests.kit import shared_dot  # noqa: PLC0415

    with pytest.MonkeyPatch.context() as monkeypatch:
        shared_dot.share(monkeypatch, float32=True)
        yield


@pytest.fixture(scope="session")
def dot_and_dash(tmp_path_factory: pytest.TempPathFactory) -> ModelProfile:
    """Return folders of Dot and of the model that drafts for it, both in float32."""
    # This imports the model libraries.
    from tests.kit.float32 import in_float32  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("float32")
    dot, dash = (str(in_float32(it, folder / it.name)) for it in (DOT, DASH))
    return ModelProfile(dot, draft_model=dash)


@pytest.fixture(scope="session", params=["dot", *tiny_models.FAMILIES])
def family(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return Dot (Qwen3-VL), then a tiny checkpoint with random weights of each family."""
    if request.param == "dot":
        return DOT
    folder = tmp_path_factory.mktemp("family") / request.param
    tiny_models.FAMILIES[request.param](folder)
    return folder


@pytest.fixture
def tiny_text(tmp_path: Path) -> Iterator[Path]:
    tiny_models.qwen3(tmp_path / "tiny")
    yield tmp_path / "tiny"
