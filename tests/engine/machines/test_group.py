"""Two processes of this machine as a group, compared with one process."""

import json
import os
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from engine.machines.launch import free_ports
from engine.system import worker_process
from tests.engine.machines import forked_rank, rank
from tests.kit import tiny_models, tiny_text


def started(folders: list[str], out: Path, plan: int, number: int) -> worker_process.Process:
    ring = {"MLX_RANK": str(number), "MLX_HOSTFILE": str(out.parent / "hosts.json")}
    arguments = os.pathsep.join(folders), str(out), str(plan)
    process = worker_process.start("worker", (), 2)
    assert process.stdin is not None
    process.stdin.write(json.dumps([arguments, ring]).encode() + b"\n")
    return process


def test_two_ranks_decode_the_tokens_of_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have parts of the layers of one model, and whole layers of another."""
    workers = {**worker_process.WORKERS, "worker": forked_rank.__name__}
    monkeypatch.setattr(worker_process, "WORKERS", workers)
    folders = [str(tmp_path / it) for it in ("parts", "whole")]
    tiny_models.llama(Path(folders[0]))
    tiny_text.qwen3_moe(Path(folders[1]), num_key_value_heads=1)
    held, (plan, *ring) = free_ports(3)
    (tmp_path / "hosts.json").write_text(json.dumps([[f"127.0.0.1:{it}"] for it in ring]))
    with closing(held), ExitStack() as ended:
        running: list[worker_process.Process] = []
        for it in (0, 1):
            process = ended.enter_context(started(folders, tmp_path / f"rank{it}", plan, it))
            # Before the other one starts: each waits for its peer.
            ended.callback(process.kill)
            running.append(process)
        alone = [rank.run(folder, rank.Mix(None), None) for folder in folders]
        assert [it.wait(180) for it in running] == [0, 0]
    ranks = [json.loads((tmp_path / it).read_text()) for it in ("rank0", "rank1")]
    for own, *theirs in zip(json.loads(json.dumps(alone)), *ranks, strict=True):
        check(*own, *theirs)


def check(tokens: dict, ends: dict, first: list, second: list) -> None:
    refused = "A group of machines cannot do this. Use a model on this computer."
    assert first[1].pop("4") == refused
    assert first == second
    ends.pop("4", None)
    assert first == [tokens, ends]
    assert [len(tokens[it]) for it in ("1", "3", "6")] == [30, 20, 20]
    assert ends["2"].startswith("Aborted")
    assert ends["5"].startswith("Finished")
    assert not ends["6"].endswith(" 0")  # the long prompt was cached
