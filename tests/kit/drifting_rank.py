"""`duologue worker` with one wrong token on rank 1, as of a machine with a fault in its memory."""

import sys

import mlx.core as mx

from engine import rank
from engine.machines.group import Group

# The decoded token that is another one.
WRONG = 20
_agree = Group.agree
_agreed = 0


def _drifting(group: Group, tokens: mx.array) -> mx.array:
    global _agreed
    _agreed += 1
    found = _agree(group, tokens)
    return found + 1 if group.rank == 1 and _agreed == WRONG else found


if __name__ == "__main__":
    Group.agree = _drifting
    sys.exit(rank.main())
