"""Faults are recorded by the process that has them, and reported by the next."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.program import crash_folder
from app.program.crash_folder import MOST_BYTES, MOST_REPORTS, CrashFolder
from app.program.crash_reporter import ENDED, WENT_ON, CrashReporter
from tests.kit.paths import ROOT
from ui.state.workspace import Workspace

SECRET = "what I asked about my boss"
START = """
import os, signal, sys, threading
from pathlib import Path
from app.program.crash_file import CrashFile
def fail():
    raise ValueError(sys.argv[2])
with CrashFile(Path(sys.argv[1])) as crashes:
    crashes.write("Version: 9.9\\n")
"""


def run_with_fault(home: Path, fault: str) -> int:
    """Run a process that records faults and has this one; return its exit code."""
    body = START + "".join(f"    {line}\n" for line in fault.splitlines())
    command = [sys.executable, "-c", body, str(home), SECRET]
    return subprocess.run(command, cwd=ROOT, capture_output=True).returncode


def test_a_crash_in_native_code_is_reported_once(home: Path) -> None:
    assert run_with_fault(home, "os.kill(os.getpid(), signal.SIGSEGV)") == -signal.SIGSEGV
    [report] = CrashFolder(home).collect()
    assert report.ended
    assert "Version: 9.9" in report.text and "Segmentation fault" in report.text
    assert CrashFolder(home).collect() == ()
    assert CrashFolder(home).reports() == (report,)


def test_an_exception_is_reported_without_what_a_person_wrote(home: Path) -> None:
    assert run_with_fault(home, "fail()") == 1
    [report] = CrashFolder(home).collect()
    assert report.ended
    assert "in fail" in report.text and "ValueError" in report.text
    assert SECRET not in report.text


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("raise TypeError(sys.argv[2])", "its message is left out"),
        ("raise OSError(5, sys.argv[2], sys.argv[2])", "Input/output error"),
        ("{}[sys.argv[2]]", "KeyError"),
        ("None.text", "'NoneType' object has no attribute 'text'"),
    ],
)
def test_messages_are_kept_only_if_they_are_python_s_own(home: Path, fault: str, told: str) -> None:
    assert run_with_fault(home, fault) == 1
    [report] = CrashFolder(home).collect()
    assert told in report.text
    assert SECRET not in report.text


def test_a_full_disk_does_not_lose_a_fault(
    qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_fault(home, "2026-01-01")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(crash_folder, "write_text", fail)
        [told] = CrashFolder(home).collect()
        workspace = Workspace()
        CrashReporter(workspace, home).start(None)
        qtbot.waitUntil(lambda: workspace.crash_reports.reports == (told,))
    assert CrashFolder(home).collect() == (told,)
    assert CrashFolder(home).reports() == (told,)


def test_a_crash_at_every_start_leaves_few_files(home: Path) -> None:
    for number in range(40):
        leave_fault(home, f"2026-01-01-0000{number:02}")
    found = CrashFolder(home).collect()
    assert [it.started[-2:] for it in found] == ["39", "38", "37", "36", "35"]
    assert len(list((home / "crashes").iterdir())) == MOST_REPORTS


def test_a_huge_fault_is_cut_and_still_reported(home: Path) -> None:
    leave_fault(home, "2026-01-01", "Fatal Python error: Aborted\n" + "x" * 2 * MOST_BYTES)
    [report] = CrashFolder(home).collect()
    assert report.ended and len(report.text) <= MOST_BYTES


def test_an_exception_of_a_thread_does_not_count_as_an_end(home: Path) -> None:
    fault = "thread = threading.Thread(target=fail, name='engine')\nthread.start()\nthread.join()"
    assert run_with_fault(home, fault) == 0
    [report] = CrashFolder(home).collect()
    assert not report.ended
    assert "in the thread engine" in report.text


@pytest.mark.parametrize("end", ["pass", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_an_end_without_a_fault_is_not_reported(home: Path, end: str) -> None:
    run_with_fault(home, end)
    assert CrashFolder(home).collect() == ()
    assert list((home / "crashes").iterdir()) == []


def test_the_running_process_keeps_its_own_file(home: Path) -> None:
    own = home / "crashes" / "2026-01-01-000000-1.running"
    own.parent.mkdir(parents=True)
    own.write_text("Started: now\n\nFatal Python error: Aborted\n")
    assert CrashFolder(home, own).collect() == ()
    assert own.exists()


def test_reports_do_not_name_the_home_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "alice"))
    (home / "crashes").mkdir(parents=True)
    text = f'\nFatal Python error: Aborted\n  File "{tmp_path}/alice/duologue/a.py"\n'
    (home / "crashes" / "1.running").write_text(text)
    [report] = CrashFolder(home).collect()
    assert "~/duologue/a.py" in report.text and "alice" not in report.text


def leave_fault(home: Path, name: str, words: str = "Fatal Python error: Aborted") -> None:
    (home / "crashes").mkdir(parents=True, exist_ok=True)
    (home / "crashes" / f"{name}.running").write_text(f"Started: {name}\n\n{words}\n")


def test_the_newest_reports_are_kept(home: Path) -> None:
    for number in range(MOST_REPORTS + 2):
        leave_fault(home, f"2026-01-0{number + 1}")
        CrashFolder(home).collect()
    found = CrashFolder(home).reports()
    assert len(found) == MOST_REPORTS
    assert found[0].started == f"2026-01-0{MOST_REPORTS + 2}"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [("Fatal Python error: Aborted", ENDED), ("An exception was not expected, here", WENT_ON)],
)
def test_the_next_start_offers_the_report(
    qtbot: QtBot, home: Path, words: str, sentence: str
) -> None:
    leave_fault(home, "2026-01-01", words)
    workspace = Workspace()
    reporter = CrashReporter(workspace, home)
    opened: list[bool] = []
    workspace.about_requests.reports_opened.connect(lambda: opened.append(True))
    reporter.start(None)
    qtbot.waitUntil(lambda: workspace.notices.newest is not None)
    notice = workspace.notices.newest
    assert notice is not None and notice.sentence == sentence and notice.do is not None
    notice.do()
    assert opened == [True]
    workspace.about_requests.report_deleted.emit(workspace.crash_reports.reports[0].name)
    assert workspace.crash_reports.reports == ()
    qtbot.waitUntil(lambda: CrashFolder(home).reports() == ())


def test_a_report_is_saved_as_it_was_edited(qtbot: QtBot, home: Path, tmp_path: Path) -> None:
    workspace = Workspace()
    reporter = CrashReporter(workspace, home)
    told: list[str] = []
    workspace.crash_reports.told.connect(told.append)
    workspace.about_requests.report_saved.emit("Mine", str(tmp_path / "a.txt"))
    workspace.about_requests.report_saved.emit("Mine", str(tmp_path / "no/a.txt"))
    qtbot.waitUntil(lambda: len(told) == 2)
    assert (tmp_path / "a.txt").read_text() == "Mine"
    assert any("could not be saved" in it for it in told)
    reporter.close()
