"""The targets of `packaging/bundle.py` and the places of their parts, shared by all its stages."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# One patch level for library, headers, extension modules and standard library, on both systems.
PYTHON = (3, 13, 15)
PYTHON_FOLDER = "python{}.{}".format(*PYTHON[:2])
IDENTIFIER = "org.duologue.Duologue"
MACOS_FLOOR = "14.0"


@dataclass(frozen=True)
class Target:
    """`platform` is uv's name of the platform whose wheels are installed."""

    name: str
    platform: str


MACOS = Target("macos", "aarch64-apple-darwin")
# The floor of MLX's wheels.
LINUX = Target("linux", "x86_64-manylinux_2_35")


@dataclass(frozen=True)
class Tree:
    """The folders of a bundle. The launcher finds the others relative to itself.

    `root` is what is moved and packed: `Duologue.app`, or `duologue` on Linux.
    """

    root: Path
    launcher: Path
    libraries: Path
    standard_library: Path
    packages: Path
    app: Path


def macos_tree(out: Path) -> Tree:
    root = out / "Duologue.app"
    resources = root / "Contents/Resources"
    return Tree(
        root=root,
        launcher=root / "Contents/MacOS/Duologue",
        libraries=root / "Contents/Frameworks",
        standard_library=resources / "python/lib" / PYTHON_FOLDER,
        packages=resources / "packages",
        app=resources / "app",
    )


def linux_tree(out: Path) -> Tree:
    root = out / "duologue"
    return Tree(
        root=root,
        launcher=root / "bin/duologue",
        libraries=root / "lib",
        standard_library=root / "lib" / PYTHON_FOLDER,
        packages=root / "packages",
        app=root / "app",
    )
