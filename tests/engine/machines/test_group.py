"""Two processes of this machine as a group, compared with one process."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from engine.machines.launch import free_ports
from tests.engine.machines import rank
from tests.kit import tiny_models, tiny_text

RANK = Path(rank.__file__)


def started(folder: Path, out: Path, plan: int, number: int) -> subprocess.Popen:
    ring = {"MLX_RANK": str(number), "MLX_HOSTFILE": str(out.parent / "hosts.json")}
    return subprocess.Popen(
        [sys.executable, str(RANK), str(folder), str(out), str(plan)], env=os.environ | ring
    )


@pytest.mark.parametrize(
    "save",
    [tiny_models.llama, partial(tiny_text.qwen3_moe, num_key_value_heads=1)],
    ids=["parts of layers", "whole layers"],
)
def test_two_ranks_decode_the_tokens_of_one_process(
    tmp_path: Path, save: Callable[[Path], None]
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    save(folder)
    held, (plan, *ring) = free_ports(3)
    (tmp_path / "hosts.json").write_text(json.dumps([[f"127.0.0.1:{it}"] for it in ring]))
    running = [started(folder, tmp_path / f"rank{it}", plan, it) for it in (0, 1)]
    try:
        alone = rank.run(str(folder), rank.Mix(None), None)
        assert [it.wait(180) for it in running] == [0, 0]
    finally:
        held.close()
        for each in running:
            each.kill()
            each.wait()
    ranks = [json.loads((tmp_path / it).read_text())[0] for it in ("rank0", "rank1")]
    tokens, ends = json.loads(json.dumps(alone))
    refused = "A group of machines cannot do this. Use a model on this computer."
    assert ranks[0][1].pop("4") == refused
    assert ranks[0] == ranks[1]
    ends.pop("4", None)
    assert ranks[0] == [tokens, ends]
    assert [len(tokens[it]) for it in ("1", "3", "6")] == [30, 20, 20]
    assert ends["2"].startswith("Aborted")
    assert ends["5"].startswith("Finished")
    assert not ends["6"].endswith(" 0")  # the long prompt was cached
