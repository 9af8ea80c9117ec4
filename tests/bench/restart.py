"""A long chat after a restart: the time to its first token with the prompt cache on the disk, over
the time without; and 10,000 saved files listed.

uv run python tests/bench/restart.py [--quick]
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.disk_cache.block_file import BlockName
from engine.disk_cache.disk_files import read_listing
from engine.engine import Engine
from engine.messages import (
    ChatMessage,
    Event,
    Finished,
    Generate,
    LoadModel,
    SamplingParams,
    UseDiskCache,
)
from tests.bench.random_model import SMALL, make_random_model
from tests.kit.quick import is_quick

FILES = 10_000
WORDS = "the quick brown fox jumps over the lazy dog and counts "
LIMIT = 1 << 36


def first_token(model: Path, folder: Path | None, chat: tuple[ChatMessage, ...]) -> Finished:
    """Answer in a run of its own, in which the model is loaded before."""
    events: list[Event] = []
    engine = Engine(events.append)
    if folder is not None:
        engine.submit(UseDiskCache(folder, LIMIT))
    sampling = SamplingParams(max_tokens=2)
    asked = Generate(2, str(model), chat, sampling, conversation=1, cache_name="1/0")
    for command in (LoadModel(1, str(model)), asked):
        engine.submit(command)
        while not engine.idle:
            engine.step()
    engine.close()
    (found,) = (it for it in events if isinstance(it, Finished))
    return found


def listing_seconds(folder: Path) -> float:
    folder.mkdir()
    for number in range(FILES):
        (folder / str(BlockName("0" * 32, f"{number:032x}", 256, "0" * 8))).write_bytes(b"x")
    began = time.perf_counter()
    assert len(read_listing(folder).nodes) == FILES
    return time.perf_counter() - began


def main(quick: bool) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as home:
        model, disk = Path(home) / "model", Path(home) / "disk"
        make_random_model(model, SMALL)
        first = ChatMessage("user", WORDS * (8 if quick else 60))
        chat = (first, ChatMessage("assistant", "so"), ChatMessage("user", "and then"))
        first_token(model, disk, (first,))
        runs = 3
        with_disk = [first_token(model, disk, chat) for _ in range(runs)]
        without = [first_token(model, None, chat) for _ in range(runs)]
        listed = listing_seconds(Path(home) / "many")
    usage = with_disk[0].usage
    times = [median(it.timings.ttft for it in found) for found in (with_disk, without)]
    return {
        "prompt": usage.prompt,
        "restored": usage.restored,
        "ttft_restored_s": round(times[0], 3),
        "ttft_read_s": round(times[1], 3),
        "listing_10000_s": round(listed, 3),
        "ratio": round(times[0] / times[1], 3),
    }


if __name__ == "__main__":
    print(json.dumps(main(is_quick(__doc__))))
