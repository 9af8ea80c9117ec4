"""Installs exactly the packages of uv.lock, checked by hash, for the system of a bundle."""

import os
from pathlib import Path

from bundling.target import MACOS, MACOS_FLOOR, PYTHON, ROOT, Target
from bundling.tools import run, uv


def install(target: Target, folder: Path) -> None:
    """Install the locked packages into `folder`, from wheels alone. Raises BuildFailed.

    uv names the oldest macOS whose wheels it takes by a variable.
    """
    folder.mkdir(parents=True, exist_ok=True)
    listed = folder.parent / "requirements.txt"
    run(
        *(uv(), "export", "--quiet", "--locked", "--no-dev", "--no-emit-project"),
        *("--output-file", listed),
        cwd=ROOT,
    )
    floor = {"MACOSX_DEPLOYMENT_TARGET": MACOS_FLOOR} if target == MACOS else {}
    run(
        *(uv(), "pip", "install", "--quiet", "--target", folder, "--requirements", listed),
        *("--python-platform", target.platform, "--python-version", f"{PYTHON[0]}.{PYTHON[1]}"),
        *("--only-binary", ":all:", "--require-hashes", "--no-deps", "--link-mode", "copy"),
        env={**os.environ, **floor},
        cwd=ROOT,
    )
    listed.unlink()
