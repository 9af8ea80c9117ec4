"""Write the mean of two exported models: a Dot that learned long texts at the expense of short talk
keeps both that way.

PYTHONPATH=packaging python -m demo_model.average ONE OTHER OUT     three files of weights

Source: Wortsman et al., "Model soups" (2022): models that were trained on from the same weights
may be averaged.
"""

import argparse
from pathlib import Path

import mlx.core as mx


def average(one: dict[str, mx.array], other: dict[str, mx.array]) -> dict[str, mx.array]:
    """Return the mean of two models' weights, in the precision of the first. Raises ValueError if
    they are not of the same architecture."""
    if {name: it.shape for name, it in one.items()} != {k: it.shape for k, it in other.items()}:
        raise ValueError("The two models have different weights.")
    return {
        name: ((it.astype(mx.float32) + other[name].astype(mx.float32)) / 2).astype(it.dtype)
        for name, it in one.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("one", "other", "out"):
        parser.add_argument(name, type=Path)
    args = parser.parse_args()
    one, other = (mx.load(str(path)) for path in (args.one, args.other))
    assert isinstance(one, dict) and isinstance(other, dict)
    mx.save_safetensors(str(args.out), average(one, other), {"format": "mlx"})


if __name__ == "__main__":
    main()
