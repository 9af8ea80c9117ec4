"""One rank of a group on this machine, or one process alone, which runs mixes of requests.

    python rank.py MODEL:MODEL… OUT [PORT]

Writes the tokens and the end of each request to OUT as JSON, for each mix of each model. The
environment names MLX's rank, and the seeds of MIX_SEEDS if the mixes are random.
"""

import json
import os
import random
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from engine.engine import Engine
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Continue,
    Count,
    Event,
    Failed,
    Finished,
    Generate,
    Logprobs,
    SamplingParams,
    Shutdown,
)

MEMORY = 4 << 30
REQUESTS = {1, 2, 3, 5, 6}
LONG = "red blue green one two three " * 100


def asked(request_id: int, model: str, text: str, tokens: int, **options) -> Generate:
    params = SamplingParams(max_tokens=tokens, top_logprobs=1, **options)
    return Generate(request_id, model, (ChatMessage("user", text),), params)


class Mix:
    """Mixes differ in the steps at which requests join, in seeds and in temperatures."""

    def __init__(self, seed: int | None) -> None:
        self.joins, self.ends_at, self.seeds, self.heat = (2, 4), 8, (7, 11), 0.9
        if seed is not None:
            chance = random.Random(seed)
            self.joins, self.ends_at = (
                (chance.randint(1, 9), chance.randint(10, 25)),
                chance.randint(1, 30),
            )
            self.seeds = chance.getrandbits(32), chance.getrandbits(32)
            self.heat = chance.uniform(0.3, 1.5)

    def follow(self, model: str, event: Event | None, tokens: dict[int, list[int]]) -> list:
        """Return the commands that follow an event, None at the start: a long prompt, rows with
        seeds and penalties that join it, an abort, its continuation, and a prompt that is
        cached."""
        if event is None:
            return [asked(1, model, LONG, 30)]
        if isinstance(event, Aborted | Finished) and event.request_id == 2:
            return [Continue(5, 2), asked(6, model, LONG + "again", 20)]
        if not isinstance(event, Logprobs):
            return []
        hot = {"temperature": self.heat, "seed": self.seeds[0], "repetition_penalty": 1.2}
        return {
            (1, self.joins[0]): [asked(2, model, "one two three", 40, **hot, top_p=0.95)],
            (1, self.joins[1]): [
                asked(3, model, "blue", 20, temperature=1.0, seed=self.seeds[1]),
                Count(4, asked(1, model, LONG, 30)),
            ],
            (2, self.ends_at): [Abort(2)],
        }.get((event.request_id, len(tokens[event.request_id])), [])


def run(model: str, mix: Mix, group: Any) -> tuple[dict[int, list[int]], dict[int, str]]:
    """Return the tokens and the end of each request."""
    tokens: dict[int, list[int]] = {}
    ends: dict[int, str] = {}
    first = group is None or group.rank == 0

    def emit(event: Event) -> None:
        if isinstance(event, Logprobs):
            tokens.setdefault(event.request_id, []).append(event.chosen.token)
        elif isinstance(event, Finished | Aborted):
            ends[event.request_id] = f"{type(event).__name__} {event.usage.cached}"
        elif isinstance(event, Failed):
            ends[event.request_id] = event.message
        for command in mix.follow(model, event, tokens) if first else []:
            engine.submit(command)

    engine = Engine(emit, memory_limit=MEMORY, group=group)
    chance = random.Random(group.rank if group else 9)
    if first:
        engine.submit(mix.follow(model, None, tokens)[0])
    while engine.step():
        time.sleep(chance.random() * 0.002)
        if ends.keys() >= REQUESTS and first and engine.idle:
            engine.submit(Shutdown())
    engine.close()
    return tokens, ends


def main(models: str, out: str, *port: str) -> None:
    seeds = [int(it) for it in os.environ.get("MIX_SEEDS", "").split()]
    group = None
    if port:
        from engine.machines.group import join  # noqa: PLC0415

        place = ("127.0.0.1", int(port[0]))
        group = join(place, b"a key of the test", lambda: os._exit(3), lambda _: os._exit(4))
    found = []
    for model, seed in product(models.split(os.pathsep), seeds or [None]):
        found.append(run(model, Mix(seed), group))
        # Somebody may end this process after a part of the mixes.
        part = Path(out + ".part")
        part.write_text(json.dumps(found))
        part.replace(out)
    if group:
        group.leave()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
