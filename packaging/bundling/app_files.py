"""Copies Duologue itself into a bundle, and says how the bundle was built."""

import json
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Mapping

from bundling.target import PYTHON, ROOT, Target, Tree
from bundling.version import project_version

PARTS = ("app", "engine", "ui", "resources")
UNUSED = shutil.ignore_patterns("__pycache__", "screenshot.png", "*.ts")
# Names the version for the window: a bundle has no installed package of Duologue to ask.
BUILD_FILE = "build.json"


def copy_application(tree: Tree) -> None:
    for part in PARTS:
        shutil.copytree(ROOT / part, tree.app / part, ignore=UNUSED)


def describe_build(tree: Tree, target: Target, made: Mapping[str, str]) -> None:
    """Write which part was built where: `made` has a sentence for each part."""
    facts = {
        "version": project_version(),
        "commit": _commit(),
        "repository": repository(),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "target": target.name,
        "python": ".".join(map(str, PYTHON)),
        "built_on": f"{platform.system()} {platform.release()} {platform.machine()}",
        "made": dict(made),
    }
    (tree.app / BUILD_FILE).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _commit() -> str:
    """Return the commit of the sources, or "" if they are no checkout, or git is missing."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True
        )
    except FileNotFoundError:
        return ""
    return found.stdout.strip()


def repository() -> str:
    """Return the address of the repository whose workflow builds the bundle, "" anywhere else. The
    app looks there for updates."""
    server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    return f"{server}/{name}" if server and name else ""
