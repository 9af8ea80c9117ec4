"""Writes the Debian package of a Linux bundle."""

import gzip
import hashlib
import io
import tarfile
import tempfile
from pathlib import Path

from bundling.linux.archive import file_entry, folder_entry, link_entry, pack
from bundling.linux.system_libraries import Needs

PACKAGE = "duologue"
MAINTAINER = "The Duologue authors <duologue@users.noreply.github.com>"
# Programs that are not from Debian belong there; their data for the desktop do not.
HOME = f"opt/{PACKAGE}"
SHARE = "share"
_DESCRIPTION = """\
Description: chat with language and vision models that run here
 Duologue answers questions about text, images, videos and documents with
 language and vision-language models that run on this computer. Several
 models can answer side by side. It brings its own Python and a small model
 for a first try."""


def name_in_package(path: Path) -> str:
    """Return the place on the system of a file of the bundle."""
    return f"usr/{path}" if path.parts[0] == SHARE else f"{HOME}/{path}"


def control(version: str, needs: Needs, size: int) -> str:
    """Return the control file. `size` is that of the installed files in bytes."""
    fields = {
        "Package": PACKAGE,
        "Version": version,
        "Architecture": "amd64",
        "Maintainer": MAINTAINER,
        "Installed-Size": str(-(-size // 1024)),
        "Depends": needs.depends(),
        "Recommends": ", ".join(needs.recommended),
        "Section": "science",
        "Priority": "optional",
    }
    lines = [f"{name}: {value}" for name, value in fields.items() if value]
    return "\n".join((*lines, _DESCRIPTION, ""))


def write_deb(
    root: Path, package: Path, version: str, needs: Needs, modified: int, level: int
) -> None:
    """Write `package` with the bundle in `root`. Raises BuildFailed."""
    files = [it for it in sorted(root.rglob("*")) if it.is_file() and not it.is_symlink()]
    size = sum(it.stat().st_size for it in files)
    with tempfile.TemporaryDirectory(dir=package.parent) as folder:
        data = Path(folder) / "data.tar.zst"
        pack(root, data, name_in_package, modified, level, [_command(modified)])
        parts = {
            "debian-binary": b"2.0\n",
            "control.tar.gz": _control_archive(
                {"control": control(version, needs, size), "md5sums": _checksums(root, files)},
                modified,
            ),
        }
        with package.open("wb") as archive:
            archive.write(b"!<arch>\n")
            for name, content in parts.items():
                _add_part(archive, name, content, modified)
            _add_part(archive, data.name, data.read_bytes(), modified)


def _command(modified: int) -> tarfile.TarInfo:
    """Return the link that lets a terminal find the program."""
    return link_entry(f"usr/bin/{PACKAGE}", f"../../{HOME}/bin/{PACKAGE}", modified)


def _checksums(root: Path, files: list[Path]) -> str:
    """Return what `dpkg --verify` compares with the files."""

    def line(path: Path) -> str:
        digest = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
        return f"{digest}  {name_in_package(path.relative_to(root))}\n"

    return "".join(map(line, files))


def _control_archive(files: dict[str, str], modified: int) -> bytes:
    tarred = io.BytesIO()
    with tarfile.open(fileobj=tarred, mode="w", format=tarfile.GNU_FORMAT) as tar:
        tar.addfile(folder_entry("", modified))
        for name, text in files.items():
            content = text.encode()
            entry = file_entry(name, len(content), False, modified)
            tar.addfile(entry, io.BytesIO(content))
    return gzip.compress(tarred.getvalue(), mtime=modified)


def _add_part(archive: io.BufferedWriter, name: str, content: bytes, modified: int) -> None:
    """Add a member in the format of `ar`, whose parts begin at even places."""
    header = f"{name:<16}{modified:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
    archive.write(header.encode() + content + b"\n" * (len(content) % 2))
