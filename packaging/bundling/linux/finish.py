"""Turns a filled tree into the archive and the Debian package: the last stages for Linux."""

import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bundling.linux.archive import LEVEL, pack
from bundling.linux.deb import write_deb
from bundling.linux.desktop import write_share
from bundling.linux.elf import compiled_files
from bundling.linux.strip import strip
from bundling.linux.system_libraries import Needs, needs
from bundling.target import ROOT, Tree

README = """\
Duologue {version} for Linux (x86-64, glibc 2.{glibc} or newer; ldd --version shows yours)

Start it with bin/duologue; the folder can lie anywhere. To have it among the applications, put
bin on the PATH and copy the contents of share into ~/.local/share.

Qt needs libraries of the system, which every desktop has. On a bare Debian or Ubuntu:

  sudo apt-get install --no-install-recommends {packages}

To remove Duologue, delete the folder. If you copied the contents of share, delete these too:

{copied}

Chats and settings are in ~/.local/share/Duologue.
"""


@dataclass
class Finished:
    """The files to publish; `stripped` is in bytes, `seconds` are those of each stage."""

    archive: Path
    package: Path
    needs: Needs
    stripped: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """Yield the result in words, for the log of a build."""
        yield f"{self.stripped / 1e6:.1f} MB of symbols stripped"
        yield f"needs glibc 2.{self.needs.glibc} and {len(self.needs.packages)} packages of Debian"
        for file in (self.archive, self.package):
            yield f"{file.name}: {file.stat().st_size / 1e6:.1f} MB"
        yield ", ".join(f"{name} {took:.1f} s" for name, took in self.seconds.items())


def finish(tree: Tree, version: str, level: int = LEVEL) -> Finished:
    """Strip, describe, check and pack the bundle, beside its tree. `level` is that of zstd, lower
    for a quick build. Raises BuildFailed, LibraryMissing."""
    started = time.monotonic()
    out, modified = tree.root.parent, build_time()
    stripped = strip(tree.root)
    found = needs(compiled_files(tree.root), tree.root)
    done = Finished(
        out / f"duologue-{version}-linux-x86_64.tar.zst",
        out / f"duologue_{version}_amd64.deb",
        found,
        stripped,
    )

    def stage(name: str) -> None:
        done.seconds[name] = time.monotonic() - started - sum(done.seconds.values())

    date = time.strftime("%Y-%m-%d", time.gmtime(modified))
    write_share(tree.root / "share", version, date)
    (tree.root / "README.txt").write_text(_readme(tree, version, found), encoding="utf-8")
    stage("strip, describe and check")
    pack(tree.root, done.archive, lambda path: f"{tree.root.name}/{path}", modified, level)
    stage("archive")
    write_deb(tree.root, done.package, version, found, modified, level)
    stage("package")
    return done


def _readme(tree: Tree, version: str, found: Needs) -> str:
    share = tree.root / "share"
    files = sorted(str(it.relative_to(share)) for it in share.rglob("*") if it.is_file())
    return README.format(
        version=version,
        glibc=found.glibc,
        packages=" ".join(found.packages),
        copied="\n".join(f"  ~/.local/share/{it}" for it in files),
    )


def build_time() -> int:
    """Return the time of all files: SOURCE_DATE_EPOCH, or that of the commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    command = ["git", "log", "-1", "--format=%ct"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else int(time.time())
