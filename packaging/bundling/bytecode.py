"""Compiles all modules of a bundle, which is never written to where it runs."""

from bundling.target import PYTHON, Tree
from bundling.tools import run, uv

# Copying a bundle changes the times of its files, so bytecode must not be checked against them.
_OPTIONS = ("--invalidation-mode", "unchecked-hash", "-q", "-q", "-j", "0")


def compile_modules(tree: Tree) -> None:
    """Compile with any Python of the bundle's minor version. Raises BuildFailed.

    The places in tracebacks begin at the bundle, wherever it was built.
    """
    python = (uv(), "run", "--no-project", "--quiet", "--python", f"{PYTHON[0]}.{PYTHON[1]}")
    for folder in (tree.standard_library, tree.packages, tree.app):
        places = ("-s", str(tree.root.parent), "-p", "/")
        run(*python, "python", "-I", "-m", "compileall", *_OPTIONS, *places, folder)
