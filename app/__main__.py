"""Start the application: build the parts, wire them, run, shut down in order."""

import argparse
import logging
import os
import signal
import sys
import time
from pathlib import Path

from app import logs
from engine.media_worker import WORKER_WORD

STARTED = time.time()
SWITCH_INTERVAL = 0.0001
STOP_TIMEOUT = 20.0


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == [WORKER_WORD]:
        from engine import media_worker  # noqa: PLC0415  where the application is the interpreter

        return media_worker.main()
    logging.basicConfig(level=logging.WARNING)
    if arguments[:1] == ["ask"]:
        from app import cli  # noqa: PLC0415  the window needs no command line, nor that a window

        return cli.ask(arguments[1:])
    args = parser().parse_args(arguments)
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return run_window(probing=args.probe, log_level=args.log_level)


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        prog="duologue",
        description="Chat with models that run on this computer.",
        epilog="duologue ask ... answers in the terminal; see duologue ask --help.",
    )
    logs.add_option(result)
    result.add_argument(
        "--probe", action="store_true", help="answer one question, print the times, quit"
    )
    return result


def run_window(*, probing: bool, log_level: str | None = None) -> int:
    """Show the window until it is closed; returns the exit code.

    `log_level` is for this time; without one, that of the settings holds.
    """
    # A busy engine thread hands the interpreter over 50 times sooner: text stays smooth.
    sys.setswitchinterval(SWITCH_INTERVAL)
    # Python's own handler would wait for the next event of the window.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from app import settings, translation  # noqa: PLC0415
    from app.assembly import Assembly  # noqa: PLC0415
    from app.library import home  # noqa: PLC0415
    from app.probe import Probe  # noqa: PLC0415
    from app.system_look import SystemLook  # noqa: PLC0415
    from ui import theme  # noqa: PLC0415

    qt = QApplication(sys.argv[:1])
    qt.setApplicationName("Duologue")
    value = settings.load(home())
    translation.install(qt, value.language)
    theme.install(qt, value.appearance)
    look = SystemLook(qt)
    look.dress_native_parts()
    parts = Assembly(home(), value)
    parts.preferences.appearance_changed.connect(look.dress_native_parts)
    logs.set_level(log_level or parts.settings.log_level)
    if probing:
        probe = Probe(parts.window, _process_start())
        parts.first_paint.painted.connect(probe.painted)
        parts.events.arrived.connect(probe.on_events)
    parts.show()
    code = qt.exec()
    if not parts.close(STOP_TIMEOUT):
        # Inside one call of a model library. A thread that uses MLX while the process unwinds
        # aborts it, so leave without unwinding.
        os._exit(code)
    return code


def _process_start() -> float:
    """When this process began, in seconds since the epoch; on Linux from the kernel's records."""
    try:
        ticks = int(Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()[19])
        booted = time.time() - float(Path("/proc/uptime").read_text().split()[0])
        return booted + ticks / os.sysconf("SC_CLK_TCK")
    except OSError:
        return STARTED


if __name__ == "__main__":
    sys.exit(main())
