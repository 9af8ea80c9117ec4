#!/usr/bin/env python3
"""Build Duologue as an application with its own Python, for a Mac or for Linux.

uv run python packaging/bundle.py macos|linux [--out FOLDER]

Both can be built on Linux; what a Mac alone can do (run it, sign it with a certificate) is left to
one. Everything is made of the packages in uv.lock, checked by hash.
"""

import argparse
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bundling import app_files, bytecode, launcher, licences, prune, python_runtime, sizes
from bundling.linux.archive import LEVEL
from bundling.linux.finish import finish as finish_linux
from bundling.linux.system_libraries import LibraryMissing
from bundling.macos.finish import finish
from bundling.requirements import install
from bundling.target import LINUX, MACOS, ROOT, Target, Tree, linux_tree, macos_tree
from bundling.tools import BuildFailed
from bundling.version import project_version

TREES: dict[Target, Callable[[Path], Tree]] = {MACOS: macos_tree, LINUX: linux_tree}
TARGETS = {target.name: target for target in TREES}


def fill(tree: Tree, target: Target) -> None:
    """Fill an empty tree with everything but what only one system has. Raises BuildFailed."""
    shutil.rmtree(tree.root, ignore_errors=True)
    started = time.monotonic()

    def say(stage: str) -> None:
        print(f"{time.monotonic() - started:6.1f} s  {stage}", flush=True)

    found = python_runtime.runtime(target)
    python_runtime.put_into(tree, target, found)
    say(found.compiled)
    install(target, tree.packages)
    before = sizes.package_sizes(tree.packages)
    say(f"{len(before)} packages installed from uv.lock")
    after = _pruned(tree, target)
    app_files.copy_application(tree)
    made = launcher.build(tree, target, found.headers)
    say(made)
    licences.write_licences(tree, target, project_version())
    app_files.describe_build(
        tree,
        target,
        {"python": found.compiled, "launcher": made, "packages": "Wheels of PyPI, by uv.lock."},
    )
    bytecode.compile_modules(tree)
    say("bytecode compiled")
    print(*sizes.table(before, after), sep="\n")
    for part, size in sizes.part_sizes(tree).items():
        print(f"{part:28} {size / sizes.MB:17.1f}  with bytecode")


def _pruned(tree: Tree, target: Target) -> dict[str, int]:
    """Prune the packages and return what each then takes."""
    lists = [entry for entry in prune.UNUSED if "**/RECORD" in entry.patterns]
    prune.prune(tree, target, [it for it in prune.UNUSED if it not in lists])
    after = sizes.package_sizes(tree.packages)
    prune.prune(tree, target, lists)
    return after


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    level = "of the Linux files; 3 is quick, for a try"
    parser.add_argument("--zstd", type=int, default=LEVEL, metavar="LEVEL", help=level)
    options = parser.parse_args()
    version = project_version()
    target = TARGETS[options.target]
    tree = TREES[target](options.out.absolute())
    try:
        fill(tree, target)
        done = (
            finish(tree, version) if target == MACOS else finish_linux(tree, version, options.zstd)
        )
        print(*done.lines(), sep="\n")
    except (BuildFailed, LibraryMissing) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
