"""Tries real clients on a server with Dot, each with its pinned packages in an environment of its
own, outside of the project's lock.

.venv/bin/python tests/clients/run.py [NAME]...        names: as in PINS, and ai for the AI SDK
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from served import MODEL, ROOT, TOKEN, served

HERE = Path(__file__).parent
UV = ROOT / ".uv-tool/bin/uv"
PINS = {
    "openai": ("openai==3.3.0",),
    "anthropic": ("anthropic==2.12.0",),
    "ollama": ("ollama==0.6.3",),
    "pydantic-ai": ("pydantic-ai-slim[openai,anthropic]==2.68.0",),
    "litellm": ("litellm==1.106.2",),
    "langchain": ("langchain-openai==1.7.3", "langchain-anthropic==1.7.7"),
    "instructor": ("instructor[anthropic]==1.17.0",),
    "llm": ("llm==0.36",),
}
AI = "ai"


def main() -> None:
    names = sys.argv[1:] or [*PINS, AI]
    passed, failed = 0, []
    with served() as url:
        for name in names:
            found = _ai(url) if name == AI else _python(name, url)
            if found is None:
                failed.append(f"{name} (it did not run)")
            else:
                passed += found["passed"]
                failed += found["failed"]
    print(json.dumps({"passed": passed, "failed": failed}))
    raise SystemExit(bool(failed))


def _python(name: str, url: str) -> dict | None:
    uv = str(UV if UV.exists() else shutil.which("uv"))
    packages = [it for pin in (*PINS[name], "pillow", "pydantic") for it in ("--with", pin)]
    script = HERE / "python_clients.py"
    return _run([uv, "run", "--no-project", *packages, "python", str(script), url, name])


def _ai(url: str) -> dict | None:
    """Run the AI SDK, if there is Node."""
    if not shutil.which("npm"):
        print("The AI SDK was not tried: there is no Node.")
        return {"passed": 0, "failed": []}
    folder = HERE / "ai_sdk"
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, check=True)
    return _run(["node", str(folder / "clients.mjs")], BASE=url, MODEL=MODEL, KEY=TOKEN)


def _run(command: list[str], **more: str) -> dict | None:
    """Return what is on the last line that a command writes; the other lines come out here."""
    # uv would take the project's environment for its own.
    plain = {name: it for name, it in os.environ.items() if name != "VIRTUAL_ENV"}
    made = subprocess.run(command, env=plain | more, stdout=subprocess.PIPE, text=True)
    print(made.stdout, end="", flush=True)
    lines = made.stdout.strip().splitlines()
    try:
        return json.loads(lines[-1])
    except (ValueError, IndexError):
        return None


if __name__ == "__main__":
    main()
