"""A decode step of one plain row through `mx.compile`, over one that Python builds anew for each
token: whether compiling would gain anything on this device.

uv run python tests/bench/compiled_step.py [--quick] [--4b]      --4b: as in decode.py, for a GPU

A compiled step may not know how many tokens are in the cache. Two forms of it are tried: `fixed`
attends to a whole buffer under a mask, and `grown` appends to keys and values as long as they are.
`ratio` is the better of the two.
"""

import argparse
import gc
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx
import mlx_lm.utils
from mlx_lm.models.cache import make_prompt_cache

from tests.bench import random_model

WARM = 12


class Fixed:
    """Keys and values of one layer in a buffer of one size, with a lazy `offset`."""

    def __init__(self, keys: mx.array, values: mx.array, offset: mx.array) -> None:
        self.keys, self.values, self.offset = keys, values, offset

    def make_mask(self, *_: Any, **__: Any) -> mx.array | None:
        return (mx.arange(self.keys.shape[2]) <= self.offset)[None]

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple[mx.array, mx.array]:
        at = self.offset[None]
        self.keys = mx.slice_update(self.keys, keys, at, [2])
        self.values = mx.slice_update(self.values, values, at, [2])
        return self.keys, self.values


class Grown(Fixed):
    """Keys and values of one layer, exactly as long as they are."""

    def make_mask(self, *_: Any, **__: Any) -> None:
        return None

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple[mx.array, mx.array]:
        self.keys = mx.concatenate([self.keys, keys], axis=2)
        self.values = mx.concatenate([self.values, values], axis=2)
        return self.keys, self.values


class Steps:
    def __init__(self, network: Any, prompt: int, new: int) -> None:
        self._network, self._new = network, new
        cache = make_prompt_cache(network)
        ids = mx.array([[number % 250 for number in range(prompt)]])
        mx.eval(network(ids, cache=cache))
        size = -(-(prompt + new + WARM) // 256) * 256
        pairs = [[it.keys[..., :prompt, :], it.values[..., :prompt, :]] for it in cache]
        room = [(0, 0), (0, 0), (0, size - prompt), (0, 0)]
        self._filled = {
            Grown: [mx.contiguous(it) for pair in pairs for it in pair],
            Fixed: [mx.pad(it, room) for pair in pairs for it in pair],
        }
        mx.eval(self._filled)
        self._start = mx.array(prompt), mx.array([1])
        self._fixed = mx.compile(self._step_of(Fixed))
        self._grown = mx.compile(self._step_of(Grown), shapeless=True)

    def built(self) -> tuple[float, list[int]]:
        """Return the time of a token with the library's own cache, and the tokens."""
        cache = make_prompt_cache(self._network)
        for entry, keys, values in zip(
            cache, self._filled[Grown][::2], self._filled[Grown][1::2], strict=True
        ):
            entry.update_and_fetch(keys, values)
        mx.eval([entry.state for entry in cache])

        def step(token: mx.array) -> mx.array:
            return mx.argmax(self._network(token[:, None], cache=cache)[:, -1], axis=-1)

        return self._timed(step)

    def fixed(self) -> tuple[float, list[int]]:
        return self._compiled(self._fixed, Fixed)

    def grown(self) -> tuple[float, list[int]]:
        return self._compiled(self._grown, Grown)

    def _step_of(self, kind: type[Fixed]) -> Callable[..., Any]:
        def step(token: mx.array, offset: mx.array, *held: mx.array) -> tuple[mx.array, ...]:
            cache = [kind(*pair, offset) for pair in zip(held[::2], held[1::2], strict=True)]
            logits = self._network(token[:, None], cache=cache)
            following = mx.argmax(logits.squeeze(1), axis=-1)
            arrays = [it for entry in cache for it in (entry.keys, entry.values)]
            return following, offset + 1, *arrays

        return step

    def _compiled(self, step: Callable[..., Any], kind: type[Fixed]) -> tuple[float, list[int]]:
        offset = self._start[0]
        held = list(self._filled[kind])

        def following(token: mx.array) -> mx.array:
            nonlocal offset, held
            found, offset, *held = step(token, offset, *held)
            return found

        return self._timed(following)

    def _timed(self, step: Callable[[mx.array], mx.array]) -> tuple[float, list[int]]:
        token, found, began = self._start[1], list[int](), 0.0
        for number in range(WARM + self._new):
            following = step(token)
            mx.async_eval(following)
            found.append(cast("int", token.item()))
            if number == WARM:
                began = time.perf_counter()
            token = following
        mx.eval(token)
        return (time.perf_counter() - began) / self._new, found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", dest="b4", action="store_true")
    args = parser.parse_args()
    gc.disable()
    # Many small layers on a CPU: what Python takes shows there.
    small = random_model.SMALL | {"num_hidden_layers": 36, "hidden_size": 64}
    shape = random_model.QWEN3_4B if args.b4 else small
    prompt, new, rounds = (973, 192, 5) if args.b4 else (40, 24 if args.quick else 100, 3)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "random"
        random_model.make_random_model(path, shape, mx.bfloat16 if args.b4 else mx.float32)
        network, _ = mlx_lm.utils.load_model(path)
        steps = Steps(network, prompt, new)
        runs = {"built": steps.built, "fixed": steps.fixed, "grown": steps.grown}
        times: dict[str, list[float]] = {name: [] for name in runs}
        tokens: dict[str, list[int]] = {}
        for _ in range(rounds):
            for name, run in list(runs.items()):
                try:
                    seconds, tokens[name] = run()
                except ValueError as error:
                    # The CPU splits attention into parts that cannot be compiled for any length.
                    print(f"{name}: {error}")
                    del runs[name]
                else:
                    times[name].append(seconds)
    figure: dict[str, Any] = {}
    for name in runs:
        gain = statistics.median(a / b for a, b in zip(times["built"], times[name], strict=True))
        same = sum(a == b for a, b in zip(tokens["built"], tokens[name], strict=True))
        figure[name] = round(gain, 3)
        print(
            f"{name}: {1e3 * statistics.median(times[name]):.2f} ms a token, {gain:.3f} of the "
            f"speed of built steps, {same} of {len(tokens[name])} tokens the same"
        )
    print(json.dumps({"ratio": max(figure["fixed"], figure.get("grown", 0.0)), **figure}))


if __name__ == "__main__":
    main()
