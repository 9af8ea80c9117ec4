"""One rank of a group on this machine, or one process alone, which runs a fixed mix of requests.

    python rank.py MODEL OUT [PORT RANK]

Writes the tokens and the end of each request to OUT as JSON. The environment names MLX's rank.
"""

import json
import os
import random
import sys
import time
from pathlib import Path

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
# What differs from mix to mix: steps at which requests join, seeds and temperatures.
MIX = random.Random(int(os.environ.get("MIX_SEED", "0")))
JOINS, ENDS_AT = (2, 4), 8
SEEDS, HEAT = (7, 11), 0.9
if "MIX_SEED" in os.environ:
    JOINS, ENDS_AT = (MIX.randint(1, 9), MIX.randint(10, 25)), MIX.randint(1, 30)
    SEEDS, HEAT = (MIX.getrandbits(32), MIX.getrandbits(32)), MIX.uniform(0.3, 1.5)
LONG = "red blue green one two three " * 100


def asked(request_id: int, model: str, text: str, tokens: int, **options) -> Generate:
    params = SamplingParams(max_tokens=tokens, top_logprobs=1, **options)
    return Generate(request_id, model, (ChatMessage("user", text),), params)


def mix(model: str, event: Event | None, tokens: dict[int, list[int]]) -> list:
    """Return the commands that follow an event, None at the start: a long prompt, rows with seeds
    and penalties that join it, an abort, its continuation, and a prompt that is cached."""
    if event is None:
        return [asked(1, model, LONG, 30)]
    if isinstance(event, Aborted) and event.request_id == 2:
        return [Continue(5, 2), asked(6, model, LONG + "again", 20)]
    if not isinstance(event, Logprobs):
        return []
    hot = {"temperature": HEAT, "seed": SEEDS[0], "repetition_penalty": 1.2, "top_p": 0.95}
    return {
        (1, JOINS[0]): [asked(2, model, "one two three", 40, **hot)],
        (1, JOINS[1]): [
            asked(3, model, "blue", 20, temperature=1.0, seed=SEEDS[1]),
            Count(4, asked(1, model, LONG, 30)),
        ],
        (2, ENDS_AT): [Abort(2)],
    }.get((event.request_id, len(tokens[event.request_id])), [])


def main() -> None:  # noqa: C901
    model, out, *place = sys.argv[1:]
    group = None
    if place:
        from engine.machines.group import join  # noqa: PLC0415

        group = join(("127.0.0.1", int(place[0])), b"a key of the test", lambda: os._exit(3))
    tokens: dict[int, list[int]] = {}
    ends: dict[int, str] = {}

    def emit(event: Event) -> None:
        if isinstance(event, Logprobs):
            tokens.setdefault(event.request_id, []).append(event.chosen.token)
        elif isinstance(event, Finished | Aborted):
            ends[event.request_id] = f"{type(event).__name__} {event.usage.cached}"
        elif isinstance(event, Failed):
            ends[event.request_id] = event.message

        if group is None or group.rank == 0:
            for command in mix(model, event, tokens):
                engine.submit(command)

    engine = Engine(emit, memory_limit=MEMORY, group=group)
    chance = random.Random(group.rank if group else 9)
    if group is None or group.rank == 0:
        engine.submit(mix(model, None, tokens)[0])
    while engine.step():
        time.sleep(chance.random() * 0.002)
        if ends.keys() >= REQUESTS and (group is None or group.rank == 0) and engine.idle:
            engine.submit(Shutdown())
    Path(out).write_text(json.dumps([tokens, ends]))
    engine.close()
    if group:
        group.leave()
    os._exit(0)


main()
