"""`duologue worker` with one wrong token on rank 1, as of a machine with a fault in its memory."""

import mlx.core as mx

from engine import rank
from engine.machines.group import Group

# The decoded token that is another one.
WRONG = 20
_agree = Group.agree
_agreed = 0


def _drifting(self: Group, tokens: mx.array) -> mx.array:
    global _agreed
    _agreed += 1
    found = _agree(self, tokens)
    return found + 1 if self.rank == 1 and _agreed == WRONG else found


def main() -> int:
    Group.agree = _drifting
    return rank.main()
