"""`rank.py` as a worker, which can fork from a process with its imports."""

import json
import os
import sys
from pathlib import Path

from engine.checkpoints import guard
from tests.engine.machines import rank


def main() -> None:
    """Read the arguments and the environment of the rank as a line of JSON."""
    arguments, environment = json.loads(sys.stdin.readline())
    os.environ.update(environment)
    # A text worker renders the prompts of the first model, as of every model of somebody else.
    guard.OUR_FOLDERS[:] = map(Path, arguments[0].split(os.pathsep)[1:])
    rank.main(*arguments)


if __name__ == "__main__":
    main()
