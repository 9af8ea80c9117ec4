"""Two processes of this machine as a group, compared with one process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from socket import create_server

from tests.kit import tiny_models

RANK = Path(__file__).with_name("rank.py")


def ports(count: int) -> list[int]:
    found = [create_server(("127.0.0.1", 0)) for _ in range(count)]
    numbers = [it.getsockname()[1] for it in found]
    for each in found:
        each.close()
    return numbers


def started(folder: Path, out: Path, plan: int | None = None, rank: int = 0) -> subprocess.Popen:
    place = [] if plan is None else [str(plan)]
    ring = {"MLX_RANK": str(rank), "MLX_HOSTFILE": str(out.parent / "hosts.json")}
    return subprocess.Popen(
        [sys.executable, str(RANK), str(folder), str(out), *place],
        env={**os.environ, **(ring if place else {})},
    )


def test_two_ranks_decode_the_tokens_of_one_process(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    tiny_models.llama(folder)
    plan, *ring = ports(3)
    (tmp_path / "hosts.json").write_text(json.dumps([[f"127.0.0.1:{it}"] for it in ring]))
    running = [started(folder, tmp_path / "alone")]
    running += [started(folder, tmp_path / f"rank{it}", plan, it) for it in (0, 1)]
    try:
        assert [it.wait(180) for it in running] == [0, 0, 0]
    finally:
        for each in running:
            each.kill()
    outs = (tmp_path / it for it in ("alone", "rank0", "rank1"))
    (alone,), *others = (json.loads(it.read_text()) for it in outs)
    ranks = [it[0] for it in others]
    tokens, ends = alone
    refused = "A group of machines can't do this. Use a model on this computer."
    assert ranks[0][1].pop("4") == refused
    assert ranks[0] == ranks[1]
    ends.pop("4", None)
    assert ranks[0] == [tokens, ends]
    assert [len(tokens[it]) for it in ("1", "3", "6")] == [30, 20, 20]
    assert ends["2"].startswith("Aborted")
    assert ends["5"].startswith("Finished")
    assert not ends["6"].endswith(" 0")  # the long prompt was cached
