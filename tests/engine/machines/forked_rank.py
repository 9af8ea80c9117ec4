"""`rank.py` as a worker, which can fork from a process with its imports."""

import json
import os
import sys

from tests.engine.machines import rank


def main() -> None:
    """Read the arguments and the environment of the rank as a line of JSON."""
    arguments, environment = json.loads(sys.stdin.readline())
    os.environ.update(environment)
    rank.main(*arguments)


if __name__ == "__main__":
    main()
