"""Attacks by tool servers (MCP)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.attacks.attack import Attack, Outcome
from tests.attacks.folders import judged
from tests.attacks.watched import python, watch

LIMIT = 70.0
# Of the log of a server that writes nonsense.
MOST_LOG = 100_000


def meet_server(name: str, folder: Path) -> Outcome:
    found = watch(python("tests.attacks.tools_driver", name, str(folder)), LIMIT)
    made = judged(found)
    if found.error_bytes > MOST_LOG:
        problem = f"{found.error_bytes:,} bytes of log"
        return replace(made, problems=(*made.problems, problem))
    return made


def _server_attacks() -> Iterator[Attack]:
    for name, row in (
        ("pattern 22", "3"),
        ("pattern 30", "3"),
        ("child in the group", "10"),
        ("child in the session", "10"),
        ("changes", "11"),
        ("junk", "18"),
        ("junk for ever", "18"),
        ("errors for ever", "18"),
        ("endless line", "held"),
        ("many", "held"),
        ("deep", "12"),
        ("long", "held"),
    ):
        yield Attack(f"server: {name}", row, partial(meet_server, name), quick=name == "pattern 30")


ATTACKS = tuple(_server_attacks())
