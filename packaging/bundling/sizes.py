"""Measures what each package and part of a bundle takes on the disk."""

from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.metadata import distributions
from pathlib import Path

from bundling.target import Tree

MB = 1e6


def package_sizes(packages: Path) -> Counter[str]:
    """Return the bytes of each package by its name, without those of its pruned files. Packages
    must still have their lists of files."""
    sizes: Counter[str] = Counter()
    for each in distributions(path=[str(packages)]):
        files = [Path(str(each.locate_file(it))) for it in each.files or ()]
        sizes[each.name] = sum(it.lstat().st_size for it in files if it.is_file())
    return sizes


def folder_size(folder: Path) -> int:
    return sum(it.lstat().st_size for it in folder.rglob("*") if not it.is_dir())


def part_sizes(tree: Tree) -> dict[str, int]:
    """Return the bytes of Python, the packages, and Duologue itself."""
    python = {tree.libraries, tree.standard_library}
    apart = [it for it in python if not python & set(it.parents)]
    return {
        "Python": sum(map(folder_size, apart)),
        "packages": folder_size(tree.packages),
        "Duologue": folder_size(tree.app),
    }


def table(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[str]:
    """Yield a line in MB for each package that took at least 1 MB."""
    yield f"{'package':28} {'wheel':>8} {'bundle':>8}  MB"
    for name, size in sorted(before.items(), key=lambda it: -it[1]):
        if size >= MB:
            yield f"{name:28} {size / MB:8.1f} {after.get(name, 0) / MB:8.1f}"
    yield f"{'all':28} {sum(before.values()) / MB:8.1f} {sum(after.values()) / MB:8.1f}"
