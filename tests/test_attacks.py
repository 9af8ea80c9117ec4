"""The measurements in tests/attacks detect a program that breaks its bounds."""

import json
import os
import select
import sys

import pytest

from tests.attacks.attack import BYTES
from tests.attacks.folders import judged
from tests.attacks.watched import BEGUN, Watched, watch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
REPORT = json.dumps({"problems": [], "seconds": 0.1, "said": ""})


def watch_code(code: str, seconds: float = 60) -> Watched:
    begin = f"import os, subprocess, sys, time; print({BEGUN!r}, flush=True); "
    return watch([sys.executable, "-c", begin + code], seconds)


def has_ended(pid: int) -> bool:
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], 10)[0])
    finally:
        os.close(process)


def test_memory_of_a_child_in_another_session_counts() -> None:
    child = "import sys; a = b'x' * (600 << 20); print('ready', flush=True); sys.stdin.read()"
    found = watch_code(
        f"run = subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True,"
        " stdin=-1, stdout=-1); run.stdout.readline(); time.sleep(1); print(run.pid);"
        f"print({REPORT!r}); run.stdin.close(); run.wait()"
    )
    assert found.peak_bytes > BYTES
    [problem] = judged(found).problems
    assert "MB more than before" in problem


def test_leftover_processes_of_a_program_are_ended() -> None:
    found = watch_code(
        "run = subprocess.Popen(['sleep', '600'], start_new_session=True);"
        " print(run.pid, flush=True); time.sleep(600)",
        seconds=0.5,
    )
    pid = int(found.out.splitlines()[-1])
    assert "did not end" in found.killed
    assert judged(found).problems
    assert has_ended(pid)


def test_a_dead_process_is_not_a_withstood_attack() -> None:
    found = watch_code(f"print({REPORT!r}, flush=True); os.abort()")
    assert "ended with code" in judged(found).problems[0]
    assert judged(watch_code(f"print({REPORT!r})")).problems == ()
