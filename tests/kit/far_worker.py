"""`duologue worker` as on another computer: the paths that it receives are below a folder.

python -m tests.kit.far_worker FOLDER --facts|--receive
"""

import io
import json
import sys

from engine.machines import copies


def main() -> None:
    root, word = sys.argv[1:]
    assert word == copies.RECEIVE
    path, files = json.loads(sys.stdin.buffer.readline())
    asked = io.BytesIO(json.dumps([root + path, files]).encode() + b"\n")
    # The first line with the other path, then what comes.
    copies.receive(io.BufferedReader(_Joined(asked, sys.stdin.buffer)), sys.stdout.buffer)


class _Joined(io.RawIOBase):
    """Reads a first file, then a second one."""

    def __init__(self, *files) -> None:
        self._files = files

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        for each in self._files:
            if count := each.readinto1(buffer):
                return count
        return 0


if __name__ == "__main__":
    main()
