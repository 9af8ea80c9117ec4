"""Finds processes of this machine, started for real."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.tools.process_family import family, read_ps

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="cat hides its environment")
NO_GROUP = 2**30  # higher than any id
LIST = ("ps", "axeww", "-o", "pid=,ppid=,pgid=,stat=,lstart=,command=")


@pytest.fixture
def child() -> Iterator[int]:
    """Start a marked process in a session of its own."""
    env = {"PATH": os.environ["PATH"], "MARK": "7"}
    pipe = subprocess.PIPE
    with subprocess.Popen(["cat"], stdin=pipe, stdout=pipe, env=env, start_new_session=True) as cat:
        assert cat.stdin and cat.stdout
        # Its environment is not visible at once after the start.
        cat.stdin.write(b"\n")
        cat.stdin.flush()
        cat.stdout.readline()
        yield cat.pid
        cat.kill()


def test_a_process_is_found_by_its_marker_group_or_earlier_sighting(child: int) -> None:
    (found,) = family(NO_GROUP, "MARK=7")
    assert (found.pid, found.parent, found.group) == (child, os.getpid(), child)
    assert not family(NO_GROUP, "MARK=")
    assert [it.pid for it in family(child, "MARK=8")] == [child]
    assert [it.pid for it in family(NO_GROUP, "MARK=8", [found])] == [child]


@pytest.mark.skipif(not shutil.which(LIST[0]), reason="ps is not installed")
def test_ps_gives_the_same_result(child: int) -> None:
    (expected,) = family(NO_GROUP, "MARK=7")
    listed = subprocess.run(LIST, capture_output=True, check=True, text=True).stdout
    (found,) = (it for it in read_ps(listed, "MARK=7") if it.marked)
    assert (found.pid, found.parent, found.group) == (child, expected.parent, expected.group)
    assert not [it for it in read_ps(listed, "MARK=") if it.marked]


def test_invalid_ps_lines_are_skipped() -> None:
    assert not list(read_ps("\nMARK=7\n1 2\nx y z S Mon Nov 22 10:43:50 2026 MARK=7\n", "MARK=7"))
