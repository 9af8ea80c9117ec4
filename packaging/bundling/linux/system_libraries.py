"""Names the Debian packages that a Linux bundle needs, and finds libraries that nothing brings."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bundling.linux.elf import Compiled
from run import DISPLAY_LIBRARIES, QT_LIBRARIES

_GLIBC = frozenset(
    {
        *("libc.so.6", "libm.so.6", "libmvec.so.1", "libdl.so.2", "libpthread.so.0", "librt.so.1"),
        *("libutil.so.1", "libresolv.so.2", "ld-linux-x86-64.so.2"),
    }
)
# Libraries beside those of `run.py`, with the packages that have them in Debian 12 and 13.
PACKAGES = {
    **QT_LIBRARIES,
    **DISPLAY_LIBRARIES,
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libdrm.so.2": "libdrm2",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libgio-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb.so.1": "libxcb1",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
# Libraries of plugins that Qt does without: Wayland, where there is X11 too.
RECOMMENDED = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
# The same for the look of GTK, which has them if it is the desktop's, printers, and screens
# without a desktop.
OPTIONAL = re.compile(
    r"lib(atk|cairo|cairo-gobject|gdk-3|gdk_pixbuf|gtk-3|harfbuzz|pango|pangocairo|cups|gbm)\b"
)
# Debian 13 calls packages with 64-bit times differently; the older name is one that they provide.
RENAMED = {"libglib2.0-0": "libglib2.0-0t64 | libglib2.0-0"}


class LibraryMissing(Exception):
    """A file needs a library that neither the bundle nor a package brings; one a line."""


@dataclass(frozen=True)
class Needs:
    """Packages of Debian, without the C library, whose least version is 2.`glibc`."""

    packages: tuple[str, ...]
    recommended: tuple[str, ...]
    glibc: int

    def depends(self) -> str:
        """Return the field Depends of a Debian package."""
        named = (RENAMED.get(package, package) for package in self.packages)
        return ", ".join((f"libc6 (>= 2.{self.glibc})", *named))


def needs(files: Iterable[Compiled], root: Path) -> Needs:
    """Return what the files of the bundle in `root` need from the system. Raises LibraryMissing.

    A library of the bundle counts only for files that find it by themselves: not because another
    file happened to load it before.
    """
    wanted: set[str] = set()
    missing: set[str] = set()
    glibc = 0
    for file in files:
        glibc = max(glibc, file.glibc)
        wanted.update(file.needed)
        missing.update(
            f"{file.path.relative_to(root)} needs {name}"
            for name in file.needed
            if not (file.finds(name) or _comes_from_debian(name))
        )
    if missing:
        raise LibraryMissing("\n".join(sorted(missing)))
    return Needs(_packages(PACKAGES, wanted), _packages(RECOMMENDED, wanted), glibc)


def _comes_from_debian(name: str) -> bool:
    known = name in _GLIBC or name in PACKAGES or name in RECOMMENDED
    return known or OPTIONAL.match(name) is not None


def _packages(table: Mapping[str, str], wanted: set[str]) -> tuple[str, ...]:
    return tuple(sorted({table[name] for name in wanted if name in table}))
