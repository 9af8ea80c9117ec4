"""The ad-hoc signer against Apple's: how many of codesign's signatures in macOS wheels it repeats.

uv run python tests/bench/signer.py [--quick]

It downloads the wheel of PySide6, whose apps are signed and sealed, and that of OpenCV (not with
--quick). The last line is JSON; "ratio" is the share of the files that are equal byte for byte.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

from bundling.macos.ad_hoc import sign
from bundling.macos.macho import ARM64, MachO, Malformed, is_fat, macho_files, slices
from bundling.macos.seal import CODE_RESOURCES, code_resources
from bundling.macos.signature import AD_HOC, signature_of

WHEELS = ("pyside6-essentials==6.11.3", "opencv-python==5.0.0.93")


def download(folder: Path, wheels: tuple[str, ...]) -> None:
    uv = shutil.which("uv") or str(ROOT / ".uv-tool/bin/uv")
    command = [uv, "pip", "install", "--quiet", "--target", str(folder), "--no-deps"]
    command += ["--python", sys.executable, "--python-version", "3.13"]
    command += ["--python-platform", "aarch64-apple-darwin", "--only-binary", ":all:", *wheels]
    environment = os.environ | {"MACOSX_DEPLOYMENT_TARGET": "14.0"}
    subprocess.run(command, check=True, env=environment)


def signed_by_codesign(folder: Path) -> Iterator[tuple[Path, bytes, str]]:
    """Yield the files that codesign signed ad hoc, their arm64 code and their identifiers. Linkers
    mark their own signatures."""
    for path in macho_files(folder):
        data = path.read_bytes()
        data = slices(data).get(ARM64, b"") if is_fat(data) else data
        try:
            signature = signature_of(MachO(data))
        except Malformed:
            continue
        if signature is not None and signature.best.flags == AD_HOC:
            yield path, data, signature.best.identifier


def is_equal(path: Path, data: bytes, identifier: str) -> bool:
    info = resources = b""
    if path.parent.name == "MacOS":
        contents = path.parents[1]
        info = (contents / "Info.plist").read_bytes()
        resources = (contents / CODE_RESOURCES).read_bytes()
    return sign(data, identifier, info, resources) == data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="PySide6 alone")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        download(folder, WHEELS[:1] if quick else WHEELS)
        found = list(signed_by_codesign(folder))
        started = time.perf_counter()
        different = [
            str(path.relative_to(folder))
            for path, data, identifier in found
            if not is_equal(path, data, identifier)
        ]
        seconds = time.perf_counter() - started
        apps = sorted(folder.glob("PySide6/*.app/Contents"))
        seals = {
            app.parent.name: code_resources(app, f"MacOS/{app.parent.stem}")
            == (app / CODE_RESOURCES).read_bytes()
            for app in apps
        }
    for path in different:
        print("different:", path)
    for app, equal in seals.items():
        print(f"{app}: CodeResources {'equal' if equal else 'different'}")
    total = sum(len(data) for _, data, _ in found)
    equal = len(found) - len(different) + sum(seals.values())
    print(
        json.dumps(
            {
                "files": len(found),
                "seals": len(seals),
                "MB": round(total / 1e6, 1),
                "seconds": round(seconds, 2),
                "ratio": equal / (len(found) + len(seals)),
            }
        )
    )


if __name__ == "__main__":
    main()
