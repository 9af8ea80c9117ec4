"""Count how many tokens a pass Dash's drafts, or lookup, would give on held-out answers.

PYTHONPATH=packaging python -m demo_model.drafts DASH [--documents 20]

The target is taken to answer as its training does. Drafts are greedy, so those that are accepted
follow from one pass over the whole text.
"""

import argparse
import json
import random
from pathlib import Path

import mlx.core as mx
from mlx_lm import load

from demo_model.batches import Encoded, Encoder, encoder_of
from demo_model.documents import Document
from demo_model.long_documents import KINDS
from demo_model.said.writing import Piece

WIDTH = 4
GRAM = 3
ROOM = 1500


def passes(accepted: list[bool], places: list[int]) -> int:
    """Return the target's passes for the tokens at `places`; `accepted` tells for each token of the
    text if the draft names it."""
    count = done = 0
    while done < len(places):
        row = places[done : done + WIDTH]
        right = next((i for i, place in enumerate(row) if not accepted[place]), len(row))
        done += right + 1
        count += 1
    return count


def looked_up(tokens: list[int]) -> list[bool]:
    """Return for each token if it follows the latest earlier occurrence of the GRAM before it."""
    last: dict[tuple[int, ...], int] = {}
    found = [False] * len(tokens)
    for at in range(GRAM, len(tokens)):
        gram = tuple(tokens[at - GRAM : at])
        found[at] = gram in last and tokens[last[gram]] == tokens[at]
        last[gram] = at
    return found


def conversation(document: Document, encoder: Encoder) -> Encoded:
    """Return the trunk with the first branch."""
    pieces = [Piece(document.trunk, learn=False), *document.branches[0]]
    return encoder.encode([pieces], document.frames)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="Dash")
    parser.add_argument("--documents", type=int, default=20, help="of each kind")
    options = parser.parse_args()
    model = load(str(options.folder))[0]
    encoder = encoder_of(options.folder)
    shares: dict[str, dict[str, float]] = {}
    for kind in KINDS:
        tokens = by_dash = by_lookup = 0
        for number in range(options.documents):
            rng = random.Random(f"drafts/{number}")
            text = conversation(kind(rng, number % 3 == 0, ROOM), encoder)
            said = text.tokens.tolist()
            places = [at for at, learned in enumerate(text.learned) if learned]
            best = [0, *model(mx.array([said]))[0].argmax(-1).tolist()[:-1]]
            right = [draft == token for draft, token in zip(best, said, strict=True)]
            tokens += len(places)
            by_dash += passes(right, places)
            by_lookup += passes(looked_up(said), places)
        name = kind.__name__.strip("_")
        shares[name] = {
            "dash": round(tokens / by_dash, 2),
            "lookup": round(tokens / by_lookup, 2),
        }
    print(json.dumps({"tokens_a_pass": shares}))


if __name__ == "__main__":
    main()
