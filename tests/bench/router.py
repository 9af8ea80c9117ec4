"""The channel router's cost per token, in processor time, and how it grows: ten times the input,
how many times the time, for text, reasoning and tool blocks, as tokens of four characters.

uv run python tests/bench/router.py [--quick]
"""

import argparse
import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.channels import FORMATS, ChannelRouter
from tests.engine.vectors_io import TOOLS

TOKEN = "wor "
ARGUMENTS = '{"name": "write", "arguments": {"text": "'
WRITE = [TOOLS["write"]]
# Format, and what opens and closes the tokens that are counted: special tokens and text.
CASES = {
    "text": ("think", (), ()),
    "text, markers as text": ("think as text", (), ()),
    "reasoning": ("think", (("<think>", True),), (("</think>", True),)),
    "tool block": (
        "hermes",
        (("<tool_call>", True), (ARGUMENTS, False)),
        (('"}}', False), ("</tool_call>", True)),
    ),
    "harmony": (
        "harmony",
        (("<|channel|>", True), ("analysis", False), ("<|message|>", True)),
        (("<|end|>", True),),
    ),
    "gemma": ("gemma4", (("<|channel>", True), ("thought\n", False)), (("<channel|>", True),)),
}  # fmt: skip


def seconds(name: str, before: tuple, after: tuple, tokens: int, *, repeat: int) -> float:
    """The best of several runs."""
    fmt = FORMATS[name.removesuffix(" as text")]
    fmt = fmt.as_text if name.endswith(" as text") else fmt
    best = float("inf")
    for _ in range(repeat):
        router = ChannelRouter(fmt, tools=WRITE)
        started = time.process_time()
        for text, special in before:
            router.feed(text, special=special)
        for _ in range(tokens):
            router.feed(TOKEN)
        for text, special in after:
            router.feed(text, special=special)
        router.finish("stop")
        best = min(best, time.process_time() - started)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    few = 2_000 if parser.parse_args().quick else 20_000
    result: dict[str, dict[str, float]] = {}
    for name, (fmt, before, after) in CASES.items():
        small = seconds(fmt, before, after, few, repeat=5)
        large = seconds(fmt, before, after, 10 * few, repeat=3)
        cost = large / (10 * few) * 1e6
        result[name] = {"us_per_token": round(cost, 2), "ratio": round(large / small, 2)}
        print(f"{name:24} {cost:6.2f} us per token, ten times the input {large / small:5.2f} times")
    worst = max(each["ratio"] for each in result.values())
    print(json.dumps({"ratio": worst, "cases": result}))


if __name__ == "__main__":
    main()
