"""A chat needs no widget."""

import json
import subprocess
import sys
from pathlib import Path

from tests.kit.paths import ROOT


def test_a_chat_lives_without_any_widget(tmp_path: Path) -> None:
    """Ask about an image, store, close, reopen, export and import."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.without_a_window", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    question, answer = found["said"]
    assert question == "What color is it?" and "red" in answer.lower()
    assert found["again"] == found["imported"] == found["said"]
    assert found["image_again"] and found["in_markdown"]
    assert found["widgets"] == []
