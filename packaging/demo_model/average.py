"""Write the average of two exported models: a Dot that learned long texts at the expense of short
talk keeps both that way.

PYTHONPATH=packaging python -m demo_model.average ONE OTHER OUT [--share 0.25]    files of weights

Source: Wortsman et al., "Model soups" (2022): models that were trained on from the same weights
may be averaged.
"""

import argparse
from pathlib import Path

import mlx.core as mx


def average(
    one: dict[str, mx.array], other: dict[str, mx.array], share: float = 0.5
) -> dict[str, mx.array]:
    """Return the weighted average of two models' weights, in the precision of the first; `share` is
    the weight of the other. Raises ValueError if they are not of the same architecture."""
    if {name: it.shape for name, it in one.items()} != {k: it.shape for k, it in other.items()}:
        raise ValueError("The two models have different weights.")

    def averaged(ours: mx.array, theirs: mx.array) -> mx.array:
        exact = (1 - share) * ours.astype(mx.float32) + share * theirs.astype(mx.float32)
        return exact.astype(ours.dtype)

    return {name: averaged(it, other[name]) for name, it in one.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("one", "other", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="weight of OTHER in the average")
    args = parser.parse_args()
    one, other = (mx.load(str(path)) for path in (args.one, args.other))
    assert isinstance(one, dict) and isinstance(other, dict)
    mx.save_safetensors(str(args.out), average(one, other, args.share), {"format": "mlx"})


if __name__ == "__main__":
    main()
