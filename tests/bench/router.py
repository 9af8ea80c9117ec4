"""The channel router's cost per token, in processor time, and how it grows: ten times the input,
how many times the time, for text, reasoning and tool blocks, as tokens of four characters.

uv run python tests/bench/router.py [--quick]
"""

import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.channels.known_formats import FORMATS
from engine.channels.router import ChannelRouter
from tests.engine.channels.vectors_io import TOOLS
from tests.kit.quick import is_quick

TOKEN = "wor "
ARGUMENTS = '{"name": "write", "arguments": {"text": "'
WRITE = [TOOLS["write"]]
# Format, the token that is counted, and what opens and closes those: special tokens and text.
CASES = {
    "text": ("think", TOKEN, (), ()),
    "text, markers as text": ("think as text", TOKEN, (), ()),
    "text like a call": ("bracket", "[1](x ", (), ()),
    "reasoning": ("think", TOKEN, (("<think>", True),), (("</think>", True),)),
    "tool block": (
        "hermes",
        TOKEN,
        (("<tool_call>", True), (ARGUMENTS, False)),
        (('"}}', False), ("</tool_call>", True)),
    ),
    "harmony": (
        "harmony",
        TOKEN,
        (("<|channel|>", True), ("analysis", False), ("<|message|>", True)),
        (("<|end|>", True),),
    ),
    "gemma": (
        "gemma4",
        TOKEN,
        (("<|channel>", True), ("thought\n", False)),
        (("<channel|>", True),),
    ),
}


def seconds(case: tuple, tokens: int) -> float:
    name, token, before, after = case
    fmt = FORMATS[name.removesuffix(" as text")]
    fmt = fmt.as_text if name.endswith(" as text") else fmt
    router = ChannelRouter(fmt, tools=WRITE)
    started = time.process_time()
    for text, special in before:
        router.feed(text, special=special)
    for _ in range(tokens):
        router.feed(token)
    for text, special in after:
        router.feed(text, special=special)
    router.finish("stop")
    return time.process_time() - started


def main() -> None:
    few = 3_000 if is_quick(__doc__) else 20_000
    result: dict[str, dict[str, float]] = {}
    seconds(CASES["text"], few)  # The first run pays for the processor waking up.
    for name, case in CASES.items():
        # In turns, and the best of each: what else runs on the machine slows both alike.
        runs = [(seconds(case, few), seconds(case, 10 * few)) for _ in range(5)]
        small, large = (min(each) for each in zip(*runs, strict=True))
        cost = large / (10 * few) * 1e6
        result[name] = {"us_per_token": round(cost, 2), "ratio": round(large / small, 2)}
        print(f"{name:24} {cost:6.2f} us per token, ten times the input {large / small:5.2f} times")
    worst = max(each["ratio"] for each in result.values())
    print(json.dumps({"ratio": worst, "cases": result}))


if __name__ == "__main__":
    main()
