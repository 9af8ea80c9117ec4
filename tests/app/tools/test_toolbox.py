"""The tools start and import nothing slow until they are used."""

import subprocess
import sys


def test_nothing_is_imported_or_started_before_a_tool_runs() -> None:
    code = """
import sys, threading
from app.tools.toolbox import Toolbox
box = Toolbox(print)
box.registry.offered(("calculator",), ())
print(threading.active_count(), *{m.split('.')[0] for m in sys.modules})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    threads, *loaded = done.stdout.split()
    assert threads == "1"
    assert not {"mcp", "mcp_types", "pydantic", "anyio", "jsonschema"} & set(loaded)
