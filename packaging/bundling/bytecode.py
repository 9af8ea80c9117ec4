"""Compiles all modules of a bundle, which is never written to where it runs."""

from bundling.python_runtime import interpreter
from bundling.target import Tree
from bundling.tools import run

# Copying a bundle changes the times of its files, so bytecode must not be checked against them.
_OPTIONS = ("--invalidation-mode", "unchecked-hash", "-q", "-q", "-j", "0")


def compile_modules(tree: Tree) -> None:
    """Compile with a Python of the same version. Raises BuildFailed.

    The places in tracebacks begin at the bundle, wherever it was built.
    """
    python, environment = interpreter()
    for folder in (tree.standard_library, tree.packages, tree.app):
        places = ("-s", str(tree.root.parent), "-p", "/")
        run(python, "-I", "-m", "compileall", *_OPTIONS, *places, folder, env=environment)
