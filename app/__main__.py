"""The entry point: runs the window, `ask`, `serve` or a worker process, and ends in order."""

import gc
import importlib
import logging
import os
import signal
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app import late_modules
from app.base import logs
from app.base.qt_import import import_qt
from engine.errors import Refused

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from app.cli.model_choices import ModelChoices
    from app.desktop.instance import Instance
    from app.program.crash_file import CrashFile
    from app.settings.settings_file import LoadedSettings
    from ui.state.settings import Settings

STARTED = time.time()
SWITCH_INTERVAL = 0.0001
STOP_TIMEOUT = 20.0
# In a bundle alone.
BUILD_FILE = Path(__file__).parents[1] / "build.json"
PROBE = "--probe"


def main() -> int:
    fill_standard_files()
    late_modules.install()
    arguments = sys.argv[1:]
    if arguments in ([], [PROBE]):
        # The usual start needs nothing that reads arguments.
        return run_window(probing=bool(arguments))
    from engine.system.worker_process import WORKERS  # noqa: PLC0415

    if arguments[0] in WORKERS:
        # In the bundle, the application also serves as the interpreter of worker processes.
        return importlib.import_module(WORKERS[arguments[0]]).main()
    return _run_with(arguments)


def fill_standard_files() -> None:
    """Open each standard stream that is closed, so that no other file gets its number: MLX takes
    file 0 for one that could not be opened, and native libraries write errors into file 2."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The programs that this one starts need them, too.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def _run_with(arguments: list[str]) -> int:
    from app.cli.terminal import Unwritable, write_error  # noqa: PLC0415  the usual start writes none

    try:
        return _run_command(arguments)
    except Unwritable as error:
        if str(error):
            write_error(f"{error}\n")
        return 1


def _run_command(arguments: list[str]) -> int:
    if arguments[0] == "ask":
        # The window needs no command line, nor that a window.
        _begin()
        from app.cli import ask  # noqa: PLC0415

        # A single answer leaves no garbage worth collecting, and collecting would slow down each
        # token.
        gc.disable()
        home = own_home()
        return ask.run_ask(arguments[1:], _own_choices(home, _command_settings(home).value))
    if arguments[0] == "serve":
        _begin()
        from app.cli import serve  # noqa: PLC0415

        # A busy engine thread releases the interpreter sooner, so that clients get each word.
        sys.setswitchinterval(SWITCH_INTERVAL)
        home = own_home()
        settings = _command_settings(home).value
        choices = _own_choices(home, settings)
        return serve.run_serve(arguments[1:], choices, home, settings.disk_cache_gb)
    if arguments[0] == "cluster":
        from app.cli import cluster  # noqa: PLC0415

        home = own_home()
        return cluster.run_cluster(arguments[1:], home, _command_settings(home))
    from app.desktop.duologue_links import is_link  # noqa: PLC0415  workers and `ask` take none

    args = main_parser().parse_args(arguments)
    if args.version:
        return _tell_version()
    paths = [it if is_link(it) else Path(it).absolute() for it in args.paths]
    return run_window(probing=args.probe, log_level=args.log_level, paths=paths)


def _tell_version() -> int:
    from app.cli.terminal import write_output  # noqa: PLC0415
    from app.program.build import read_build  # noqa: PLC0415

    build = read_build()
    write_output(f"{' '.join(filter(None, ('Duologue', build.version, build.build)))}\n")
    return 0


def _begin() -> None:
    """Prepare the log, and let Ctrl-C end the process at once until a request or the window takes
    it. A KeyboardInterrupt would show a traceback, get lost in an import, or abort that of Qt."""
    logging.basicConfig(level=logging.WARNING)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _own_choices(home: Path, settings: "Settings") -> "Callable[[Path], ModelChoices]":
    """Return what was chosen in the window for the model of a folder."""
    from app.cli.model_choices import model_choices  # noqa: PLC0415

    return partial(model_choices, home=home, settings=settings)


def main_parser() -> "argparse.ArgumentParser":
    from app.cli.option_parser import OptionParser  # noqa: PLC0415

    result = OptionParser(
        prog="duologue",
        description="Chat with models that run on this computer.",
        epilog="duologue ask answers in the terminal, duologue serve serves models to other "
        "programs, and duologue cluster lets several machines run one model; see their --help.",
    )
    logs.add_option(result)
    result.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="images, videos or documents for the current chat, model folders, or links",
    )
    result.add_argument("--version", action="store_true", help="print the version, quit")
    result.add_argument(
        PROBE, action="store_true", help="answer one question, print the times, quit"
    )
    return result


def run_window(
    *, probing: bool, log_level: str | None = None, paths: Sequence[Path | str] = ()
) -> int:
    """Show the window until it is closed, and return the exit code. If Duologue is already running,
    that instance receives the paths.

    `log_level` overrides the settings for this run. A probe starts next to a running instance and
    leaves nothing in the user's history.
    """
    _begin()
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # Until the Collector takes over: imports leave no garbage worth a seventh of their time.
    gc.disable()
    import_qt()
    # A busy engine thread releases the interpreter 50 times sooner, so that text stays smooth.
    sys.setswitchinterval(SWITCH_INTERVAL)
    if probing and (given := os.environ.get("DUOLOGUE_HOME")):
        return _show_window(Path(given), None, log_level, paths)
    if probing:
        import tempfile  # noqa: PLC0415

        with tempfile.TemporaryDirectory(prefix="duologue-probe-") as folder:
            return _show_window(Path(folder), None, log_level, paths)
    from app.desktop.instance import Instance  # noqa: PLC0415
    from app.program.crash_file import CrashFile  # noqa: PLC0415

    instance = Instance(own_home())
    try:
        if not instance.begin(list(paths), lambda sentence: sys.stderr.write(f"{sentence}\n")):
            sys.stderr.write("Duologue is already running; its window was asked to show.\n")
            return 0
    except Refused as error:
        _tell_failure(str(error))
        return 1
    try:
        with CrashFile(own_home()) as crash_file:
            return _show_window(own_home(), instance, log_level, paths, crash_file)
    except Exception:
        _tell_failure()
        raise


def _tell_failure(sentence: str = "") -> None:
    from app.desktop.failed_start import FAULT, tell_failure  # noqa: PLC0415  seldom needed

    tell_failure(sentence or FAULT)


def _show_window(
    home: Path,
    instance: "Instance | None",
    log_level: str | None,
    paths: Sequence[Path | str],
    crash_file: "CrashFile | None" = None,
) -> int:
    """Build and run the window. A probe has no `instance` and records no faults."""
    from app.assembly import Assembly  # noqa: PLC0415
    from app.cli.probe import Probe  # noqa: PLC0415
    from app.desktop import translation  # noqa: PLC0415
    from app.desktop.application import Application  # noqa: PLC0415
    from app.desktop.signals import EndSignals  # noqa: PLC0415
    from app.desktop.system_look import SystemLook  # noqa: PLC0415
    from app.settings import settings_file  # noqa: PLC0415
    from ui.look import theme  # noqa: PLC0415
    from ui.widgets.layouts import fit_on_screen  # noqa: PLC0415

    loaded = settings_file.open_settings(home)
    value = loaded.value
    _keep_offline(value)
    qt = Application()
    translation.install_translators(qt, value.language)
    theme.install_theme(qt, value.appearance, sheet=False)
    look = SystemLook(qt)
    look.dress_native_parts()
    parts = Assembly(home, loaded)
    fit_on_screen(parts.window)
    parts.workspace.settings.appearance_changed.connect(look.dress_native_parts)
    logs.set_level(log_level or parts.settings.log_level)
    if instance is None:
        bundled = BUILD_FILE.is_file()
        probe = Probe(parts.workspace, parts.window.close, _process_start(), bundled)
        parts.first_paint.painted.connect(probe.painted)
        parts.events.arrived.connect(probe.on_events)
    else:
        qt.ask_before_quitting(lambda: parts.desktop.quitter.may_quit())
        qt.keep_at_session_end(parts.keep)
        instance.opened.connect(qt.opened_files.take)
        instance.listen()
        signals = EndSignals(qt, lambda: parts.desktop.quitter.quit())
        qt.aboutToQuit.connect(signals.close)
    theme.put_on_sheet(qt)
    parts.crash_file = crash_file
    parts.show()
    qt.opened_files.opened.connect(lambda it: parts.desktop.external_files.open(it))
    qt.opened_files.take(list(paths))
    parts.first_paint.painted.connect(qt.show_icon)
    parts.first_paint.painted.connect(qt.opened_files.begin)
    code = qt.exec()
    ended = parts.close(STOP_TIMEOUT)
    if instance is not None:
        instance.close()
    if not ended:
        # The engine is inside one call of a model library. A thread that uses MLX while the process
        # unwinds aborts it, so leave without unwinding.
        if crash_file is not None:
            crash_file.close()
        os._exit(code)
    return code


def own_home() -> Path:
    """Return the data folder, whose location depends on the application name."""
    from PySide6.QtCore import QCoreApplication  # noqa: PLC0415

    from app.base.data_home import data_home  # noqa: PLC0415

    QCoreApplication.setApplicationName("Duologue")
    return data_home()


def _command_settings(home: Path) -> "LoadedSettings":
    """Return the settings for a command of the terminal, which tells there if they cannot be read
    and leaves the rest to the window; their strict offline holds."""
    from app.cli.terminal import write_error  # noqa: PLC0415
    from app.settings import settings_file  # noqa: PLC0415

    found = settings_file.read_settings(home)
    if found.problem:
        write_error(f"{found.problem}\n")
    _keep_offline(found.value)
    return found


def _keep_offline(value: "Settings") -> None:
    """Enable strict offline before any library is imported that could connect."""
    if value.offline:
        from engine import offline  # noqa: PLC0415

        offline.strict(True)


def _process_start() -> float:
    """Return the start time of this process in seconds since the epoch; on Linux as the kernel
    recorded it."""
    try:
        ticks = int(Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()[19])
        booted = time.time() - float(Path("/proc/uptime").read_text().split()[0])
        return booted + ticks / os.sysconf("SC_CLK_TCK")
    except OSError:
        return STARTED


if __name__ == "__main__":
    sys.exit(main())
