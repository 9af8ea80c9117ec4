"""The option that most measurements have."""

import argparse


def is_quick(about: str | None) -> bool:
    """Return True if the command line asks for less than the whole measurement. `about` is what
    --help says."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args().quick
