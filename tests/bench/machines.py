"""A model on one process and on two, as a group: tokens, decode and prefill speed, and what a step
costs more.

uv run python tests/bench/machines.py [--quick]
    two processes of this computer that share its cores, so a ratio below 1 is expected
uv run python tests/bench/machines.py --gpus [--shape 14b|32b] [--folder DIR]
    two GPUs through NCCL, random bf16 weights of Qwen3's shapes, with the memory of each GPU; needs
    room for the checkpoint (14b: 30 GB, 32b: 66 GB) in DIR
"""

import argparse
import json
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.machines.launch import HERE
from engine.machines.machine_group import MachineGroup
from engine.messages import (
    ChatMessage,
    Failed,
    Finished,
    Generate,
    LoadModel,
    Logprobs,
    ModelReady,
    SamplingParams,
    UnloadModel,
)

LARGE = {"num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 128}
SHAPES: dict[str, dict[str, Any]] = {
    "14b": LARGE
    | {
        "hidden_size": 5120,
        "num_hidden_layers": 40,
        "intermediate_size": 17_408,
        "num_attention_heads": 40,
        "vocab_size": 151_936,
    },
    "32b": LARGE
    | {
        "hidden_size": 5120,
        "num_hidden_layers": 64,
        "intermediate_size": 25_600,
        "vocab_size": 151_936,
    },
}
# 15 million parameters, which two processes can share.
SMALL = {
    "hidden_size": 384,
    "num_hidden_layers": 6,
    "intermediate_size": 1152,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "head_dim": 64,
    "vocab_size": 4096,
}
SECONDS = 280


class Run:
    """A group of `size` processes with a model, which answers prompts."""

    def __init__(self, folder: Path, size: int, backend: str) -> None:
        self.events: SimpleQueue[Any] = SimpleQueue()
        self.folder = str(folder)
        self._next_id = 1
        self.group = MachineGroup(self.events.put, (HERE,) * size, backend=backend)
        self.group.start()
        began = time.perf_counter()
        self.ended(LoadModel(1, self.folder))
        self.load_seconds = time.perf_counter() - began

    def ended(self, command: Any) -> tuple[Any, list[int]]:
        """Return the last event of a command, and its tokens."""
        self.group.submit(command)
        tokens: list[int] = []
        while True:
            event = self.events.get(timeout=SECONDS)
            if getattr(event, "request_id", 0) != command.request_id:
                continue
            if isinstance(event, Logprobs):
                tokens.append(event.chosen.token)
            elif isinstance(event, Failed):
                raise SystemExit(f"the group failed: {event.message}")
            elif isinstance(event, Finished) or (
                isinstance(event, ModelReady) and isinstance(command, LoadModel)
            ):
                return event, tokens

    def answer(self, prompt: str, tokens: int, *, logged: bool) -> tuple[Finished, list[int]]:
        self._next_id += 1
        # Tokens are compared with log probabilities, and speed is measured without.
        params = SamplingParams(max_tokens=tokens, temperature=0, top_logprobs=int(logged))
        question = (ChatMessage("user", prompt),)
        return self.ended(Generate(self._next_id, self.folder, question, params))

    def figures(self, prompt: int, new: int, rounds: int) -> dict[str, Any]:
        found = [self.answer(chr(65 + it) * prompt, new, logged=False)[0] for it in range(rounds)]
        _, tokens = self.answer("x" * prompt, min(new, 64), logged=True)
        # The first answer compiles.
        rest = found[1:]
        return {
            "load": round(self.load_seconds, 2),
            "prefill": statistics.median(prompt / it.timings.prefill for it in rest),
            "decode": statistics.median((new - 1) / it.timings.decode for it in rest),
            "tokens": tokens,
        }

    def close(self) -> None:
        self.group.submit(UnloadModel(self._next_id + 1, self.folder))
        assert self.group.stop(30), "the group has not ended"


def measured(folder: Path, size: int, args: argparse.Namespace) -> dict[str, Any]:
    prompt, new, rounds = (16, 48, 3) if args.quick else (2048, 128, 4)
    if not args.gpus and not args.quick:
        prompt, new, rounds = 256, 256, 6
    run = Run(folder, size, "nccl" if args.gpus else "ring")
    try:
        figures = run.figures(prompt, new, rounds)
        if args.gpus:
            figures["memory"] = gpu_memory()[:size]
    finally:
        run.close()
    print(json.dumps({"ranks": size, **figures, "tokens": figures["tokens"][:8]}), flush=True)
    return figures


def gpu_memory() -> list[int]:
    """Return the used memory of each GPU in MiB."""
    asked = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    return [int(it) for it in subprocess.check_output(asked, text=True).split()]


def write_layers(folder: Path, shape: dict[str, Any]) -> None:
    """Write a large checkpoint of bf16 without a model in memory: the layers have the same random
    numbers."""
    import numpy as np

    from tests.bench import random_model

    small = shape | {"num_hidden_layers": 1, "vocab_size": 1024, "hidden_size": 512}
    random_model.make_random_model(folder, small)
    (folder / "model.safetensors").unlink()
    config = random_model.COMMON | shape
    config["eos_token_id"] = [config["vocab_size"] - 1]
    random_model._write_tokenizer(folder, config["vocab_size"])
    (folder / "config.json").write_text(json.dumps(config | {"torch_dtype": "bfloat16"}))
    chance = np.random.default_rng(0)
    layer = layer_shapes(config)
    numbers = {name: bfloat(chance, size) for name, size in layer.items()}
    files: dict[str, dict[str, Any]] = {}
    for index in range(shape["num_hidden_layers"]):
        named = {f"model.layers.{index}.{name}": it for name, it in numbers.items()}
        files[f"model-{index:05}.safetensors"] = named
    hidden, words = config["hidden_size"], config["vocab_size"]
    files["model-rest.safetensors"] = {
        "model.embed_tokens.weight": bfloat(chance, (words, hidden)),
        "model.norm.weight": bfloat(chance, (hidden,)),
        "lm_head.weight": bfloat(chance, (words, hidden)),
    }
    for name, arrays in files.items():
        save(folder / name, arrays)
    index = {it: name for name, arrays in files.items() for it in arrays}
    total = sum(it.nbytes for arrays in files.values() for it in arrays.values())
    (folder / "model.safetensors.index.json").write_text(
        json.dumps({"metadata": {"total_size": total}, "weight_map": index})
    )


def layer_shapes(config: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    hidden, inner, head = config["hidden_size"], config["intermediate_size"], config["head_dim"]
    queries, keys = config["num_attention_heads"] * head, config["num_key_value_heads"] * head
    return {
        "self_attn.q_proj.weight": (queries, hidden),
        "self_attn.k_proj.weight": (keys, hidden),
        "self_attn.v_proj.weight": (keys, hidden),
        "self_attn.o_proj.weight": (hidden, queries),
        "self_attn.q_norm.weight": (head,),
        "self_attn.k_norm.weight": (head,),
        "mlp.gate_proj.weight": (inner, hidden),
        "mlp.up_proj.weight": (inner, hidden),
        "mlp.down_proj.weight": (hidden, inner),
        "input_layernorm.weight": (hidden,),
        "post_attention_layernorm.weight": (hidden,),
    }


def bfloat(chance: Any, size: tuple[int, ...]) -> Any:
    """Return bf16 numbers as uint16: normal for matrices, ones for norms."""
    import numpy as np

    if len(size) == 1:
        return np.full(size, 0x3F80, np.uint16)
    numbers = chance.standard_normal(size, np.float32) * np.float32(size[-1] ** -0.5)
    return (numbers.view(np.uint32) >> 16).astype(np.uint16)


def save(path: Path, arrays: dict[str, Any]) -> None:
    """Write bf16 arrays as a safetensors file."""
    header: dict[str, Any] = {"__metadata__": {"format": "mlx"}}
    end = 0
    for name, array in arrays.items():
        header[name] = {
            "dtype": "BF16",
            "shape": list(array.shape),
            "data_offsets": [end, end + array.nbytes],
        }
        end += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays.values():
            file.write(array.data)


def same(ours: list[int], theirs: list[int]) -> int:
    """Return the number of first tokens that are the same."""
    pairs = zip(ours, theirs, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(ours), len(theirs)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--gpus", action="store_true")
    parser.add_argument("--shape", choices=SHAPES, default="14b")
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name) / "random"
        began = time.perf_counter()
        if args.gpus:
            write_layers(folder, SHAPES[args.shape])
            print(f"checkpoint written in {time.perf_counter() - began:.0f} s", flush=True)
        else:
            from tests.bench import random_model

            random_model.make_random_model(folder, SMALL)
        two, one = (measured(folder, size, args) for size in (2, 1))
    figure = {
        "ratio": round(two["decode"] / one["decode"], 3),
        "prefill_ratio": round(two["prefill"] / one["prefill"], 3),
        "step_us": round((1 / two["decode"] - 1 / one["decode"]) * 1e6),
        # In bf16, sums over two parts round otherwise, so random weights soon differ.
        "same_tokens": same(one["tokens"], two["tokens"]),
        "compared": len(one["tokens"]),
        "shape": args.shape if args.gpus else "14m",
    }
    for count, found in ((1, one), (2, two)):
        figure |= {f"decode_{count}": round(found["decode"], 1)}
        figure |= {f"prefill_{count}": round(found["prefill"], 1)}
        if "memory" in found:
            figure[f"memory_{count}"] = found["memory"]
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
