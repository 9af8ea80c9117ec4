"""Processes that write prompt caches and image features are killed (SIGKILL) in the middle; the
next run must find every file whole or not at all, and get back exactly what was written.

uv run python tests/bench/disk_kills.py [--kills 20] [--quick]

The last line's `ratio` is the share of kills after which all was right.
"""

import argparse
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx
import numpy as np
from mlx_lm.models.cache import KVCache

from engine.disk_cache import block_file
from engine.disk_cache.cache_parts import Unsaved
from engine.disk_cache.disk_cache import DiskCache
from engine.models.prefix_cache import CachedPrefix
from engine.rendering.render import returned

IMAGES = "model, images"
LIMIT, LAYERS, CHATS = 1 << 32, 4, 6
# Tokens of a chat: whole blocks and a rest.
TOKENS = 4 * 256 + 100
# Seconds of a writer after its first file, and to that.
LONGEST, START = 0.4, 120


def chat(number: int) -> CachedPrefix:
    """Return a chat whose cache follows from its number."""
    key = np.arange(TOKENS) % 250 + number * 1000
    cache = []
    for layer in range(LAYERS):
        entry = KVCache()
        values = (mx.arange(TOKENS * 64) + number * 7 + layer).reshape(1, 1, TOKENS, 64)
        entry.update_and_fetch(values.astype(mx.float32), -values.astype(mx.float32))
        cache.append(entry)
    return CachedPrefix(key, cache, 0, 0)


def image(number: int) -> tuple[bytes, mx.array]:
    return f"image {number}".encode(), mx.full((300, 256), number, dtype=mx.float32)


def write(folder: Path) -> None:
    """Write chats and images until this process is killed."""
    for first in itertools.count(0, CHATS):
        disk = DiskCache(folder, LIMIT)
        for number in range(first, first + CHATS):
            entry, (key, features) = chat(number % CHATS), image(number % CHATS)
            disk.save(f"{number}/0", [Unsaved("model", entry, lambda _: True)])
            disk.save_images(f"{number}/0/images", IMAGES, [key], lambda _, it=features: (it,))
            while disk.busy:
                disk.step()
        disk.forget([str(first + CHATS // 2)])
        disk.close(5)


def faults(folder: Path) -> list[str]:
    """Return what is wrong in a folder that a killed process has left."""
    found: list[str] = []
    disk = DiskCache(folder, LIMIT)
    while disk.busy:
        disk.step()
    for number in range(CHATS):
        wanted = chat(number)
        key = [*wanted.key.tolist(), 1]
        place = returned(disk.find("model", key, with_state=False))
        blank: list[Any] = [KVCache() for _ in range(LAYERS)]
        cache = returned(disk.restore(place, blank)) if place.length else blank
        if cache is None:
            found.append(f"chat {number} was not restored")
            continue
        for entry, other in zip(cache, wanted.cache, strict=True):
            same = place.length
            if same and not mx.array_equal(entry.keys[..., :same, :], other.keys[..., :same, :]):
                found.append(f"chat {number} came back as another")
        features = disk.image(IMAGES, image(number)[0])
        if features is not None and not mx.array_equal(features[0], image(number)[1]):
            found.append(f"image {number} came back as another")
    disk.close(5)
    for path in folder.glob("*.safetensors"):
        name = block_file.parse_name(path.name)
        assert name is not None
        try:
            block_file.read(folder, name)
        except (OSError, ValueError) as error:
            found.append(f"{path.name}: {error}")
    found += [f"{path.name} was left" for path in folder.glob(f"*{block_file.UNFINISHED}")]
    return found


def main(kills: int) -> dict[str, object]:
    rng, right, restored = random.Random("kills"), 0, 0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "prompts"
        for number in range(kills):
            writer = subprocess.Popen([sys.executable, __file__, "--write", str(folder)])
            begin = set(folder.glob("*")) if folder.is_dir() else set()
            end = time.monotonic() + START
            while set(folder.glob("*")) == begin and time.monotonic() < end:
                if len(begin) > 3 * CHATS and time.monotonic() > end - START + 8:
                    break
                time.sleep(0.01)
            time.sleep(rng.uniform(0, LONGEST))
            os.kill(writer.pid, signal.SIGKILL)
            writer.wait()
            unfinished = len(list(folder.glob(f"*{block_file.UNFINISHED}")))
            wrong = faults(folder)
            right += not wrong
            restored += unfinished
            print(f"kill {number + 1}: {unfinished} unfinished; {wrong or 'all right'}", flush=True)
    return {"ratio": right / kills, "kills": kills, "unfinished_files": restored}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", type=Path)
    chosen = parser.parse_args()
    if chosen.write:
        write(chosen.write)
    print(json.dumps(main(3 if chosen.quick else chosen.kills)))
