"""A server of Duologue in a process of its own, for scripts that have other packages installed."""

import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a-token-for-clients"
MODEL = "dot"


@contextmanager
def served() -> Iterator[str]:
    """Serve Dot, and yield the address; the token is TOKEN. Whatever the server writes to its
    standard error comes out here."""
    command = [ROOT / ".venv/bin/python", "-m", "app", "serve", "--port", "0"]
    with tempfile.TemporaryDirectory() as home:
        added = {
            "DUOLOGUE_SERVER_TOKEN": TOKEN,
            "DUOLOGUE_HOME": home,
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        }
        # Without what uv sets for the script's own environment.
        plain = {name: it for name, it in os.environ.items() if name != "VIRTUAL_ENV"}
        server = subprocess.Popen(
            command, cwd=ROOT, env=plain | added, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            found = re.search(r"http://\S+", line)
            if not found:
                raise SystemExit(f"The server did not start: {line!r}")
            yield found[0]
        finally:
            server.terminate()
            server.wait(30)


class Cases:
    """What was tried, one line each as it ends."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.passed = 0

    def run(self, name: str, case: Callable[[], object]) -> None:
        try:
            said = case()
        except Exception as error:
            self.failed.append(name)
            sys.stdout.write(f"FAIL {name}: {type(error).__name__}: {str(error)[:400]}\n")
            if os.environ.get("TRACE"):
                traceback.print_exc()
        else:
            self.passed += 1
            sys.stdout.write(f"ok   {name}: {str(said)[:100]!r}\n")
        sys.stdout.flush()

    def end(self) -> None:
        """Write the sum as JSON, and exit with 1 if a case failed."""
        sys.stdout.write(json.dumps({"passed": self.passed, "failed": self.failed}) + "\n")
        raise SystemExit(bool(self.failed))
