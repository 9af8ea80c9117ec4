"""Compute lazy tensors and write them as the weight files of a model, in bounded memory."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import mlx.core as mx
from mlx_lm.utils import make_shards

from engine.errors import Refused

# A file is in memory as a whole before it is written. The libraries write files of 5 GB.
MAX_FILE_GB = 1


def write(arrays: dict[str, mx.array], folder: Path, progressed: Callable[[int], object]) -> None:
    """Write the tensors and free them one file after the other; `arrays` is emptied. `progressed`
    is called with the bytes that are computed. Raises Refused if the disk is full."""
    total = sum(it.nbytes for it in arrays.values())
    shards = make_shards(arrays, MAX_FILE_GB)
    arrays.clear()
    done = 0
    places: dict[str, str] = {}
    for index in range(len(shards)):
        shard, shards[index] = shards[index], {}
        path = folder / _file_name(index, len(shards))
        for value in shard.values():
            mx.eval(value)
            done += value.nbytes
            progressed(done)
        _save(path, shard)
        places |= dict.fromkeys(shard, path.name)
        del shard
        value = None
    index_file = {"metadata": {"total_size": total}, "weight_map": dict(sorted(places.items()))}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index_file, indent=4))


def _save(path: Path, arrays: dict[str, mx.array]) -> None:
    """Write a file and wait until it is on the disk. Raises Refused."""
    try:
        mx.save_safetensors(str(path), arrays, metadata={"format": "mlx"})
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
    except (OSError, RuntimeError) as error:
        raise Refused(
            "The new weights could not be written: the disk is full or does not work. Free some "
            "space and try again."
        ) from error


def _file_name(index: int, count: int) -> str:
    return f"model-{index + 1:05d}-of-{count:05d}.safetensors" if count > 1 else "model.safetensors"
