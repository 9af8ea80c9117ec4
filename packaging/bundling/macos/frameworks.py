"""Gives frameworks the links that a wheel cannot hold, without which codesign refuses them."""

import shutil
from pathlib import Path


def link_frameworks(root: Path) -> int:
    """Link `Versions/Current` and the names at the top of each framework below `root`, which may be
    copies after the installation of a wheel. Return the number of frameworks."""
    count = 0
    for framework in sorted(root.rglob("*.framework")):
        versions = framework / "Versions"
        found = [it for it in versions.glob("*") if it.is_dir() and not it.is_symlink()]
        if len(found) != 1 or framework.is_symlink():
            continue
        _link(versions / "Current", found[0].name)
        for name in ("Resources", framework.stem):
            if (found[0] / name).exists():
                _link(framework / name, f"Versions/Current/{name}")
        count += 1
    return count


def _link(place: Path, target: str) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.symlink_to(target)
