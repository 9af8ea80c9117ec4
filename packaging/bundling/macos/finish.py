"""Turns a filled tree into Duologue.app and its archive: the last stages of the macOS bundle."""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bundling.macos.archive import pack
from bundling.macos.composed_icon import compile_icon
from bundling.macos.frameworks import link_frameworks
from bundling.macos.icns import icns
from bundling.macos.info_plist import NAME, write_descriptions
from bundling.macos.lint import NEWER_MARKS, Report, lint
from bundling.macos.macho import Malformed, thin
from bundling.macos.seal import seal_faults
from bundling.macos.signing import sign_bundle
from bundling.target import Tree
from bundling.tools import BuildFailed


@dataclass
class Finished:
    """`report` is that of the lint; sizes are in bytes, `seconds` those of each stage."""

    archive: Path
    report: Report
    thinned: int = 0
    thinned_bytes: int = 0
    frameworks: int = 0
    icon: str = ""
    seconds: dict[str, float] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """Yield the result in words, for the log of a build."""
        yield f"{self.thinned} fat files thinned to arm64, {self.thinned_bytes / 1e6:.1f} MB saved"
        yield f"{self.frameworks} frameworks linked"
        yield self.icon
        found = sorted(self.report.minimum_systems.items())
        marks = ", ".join("{}.{}: {}".format(*version, count) for version, count in found)
        yield f"{self.report.files} Mach-O files checked, by minimum macOS {marks}"
        if self.report.exceptions:
            yield f"{len(self.report.exceptions)} with a newer mark: {NEWER_MARKS[0].reason}"
        yield f"{self.archive.name}: {self.archive.stat().st_size / 1e6:.1f} MB"
        yield ", ".join(f"{name} {took:.1f} s" for name, took in self.seconds.items())


def finish(tree: Tree, version: str) -> Finished:
    """Thin, describe, sign, seal, check and pack the bundle. Raises BuildFailed.

    All other files must be there: what is added later breaks the seal.
    """
    started = time.monotonic()
    contents = tree.root / "Contents"
    archive = tree.root.parent / f"duologue-{version}-macos-arm64-adhoc.zip"
    done = Finished(archive, Report())

    def stage(name: str) -> None:
        done.seconds[name] = time.monotonic() - started - sum(done.seconds.values())

    done.thinned, done.thinned_bytes = thin(tree.root)
    done.frameworks = link_frameworks(tree.root)
    (contents / f"Resources/{NAME}.icns").write_bytes(icns())
    done.icon = compile_icon(contents / "Resources")
    write_descriptions(contents, version)
    stage("thin")
    try:
        sign_bundle(tree)
    except Malformed as error:
        raise BuildFailed(f"A file cannot be signed: {error}.") from error
    stage("sign")
    done.report = lint(tree)
    faults = list(done.report.faults)
    if sys.platform != "darwin":
        # codesign has verified its own seal
        faults += seal_faults(contents, tree.launcher.relative_to(contents).as_posix())
    if faults:
        raise BuildFailed("The app would not start on every Mac.\n" + "\n".join(faults))
    stage("check")
    pack(tree.root, archive)
    stage("pack")
    return done
