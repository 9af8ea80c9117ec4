"""Time to the first token of long prompts that are read in full, over that of skimmed ones; and how
often Dot finds a fact in what Dash chooses for it, beside what is chosen at random.

uv run python tests/bench/skim.py             small random models, on a CPU
uv run python tests/bench/skim.py --quick     the same with shorter prompts, within 40 s
uv run python tests/bench/skim.py --14b       a target of Qwen3-14B's shape with a draft model of
                                              Qwen3-0.6B's, random bf16 weights (31 GB on the disk
                                              and in memory): 8k, 16k and 32k tokens; for a GPU
uv run python tests/bench/skim.py --meaning   Dot and Dash, some minutes on a CPU;
                                              --tokens 2000,4000 --cases 4 for others
uv run python tests/bench/skim.py --drafting  speed of Dot's answers to skimmed prompts with drafts
                                              of Dash over that without, also to a second question

`keep` is the part of the prompt that is read; 1 reads all and chooses nothing. The last line's
`ratio` is that of the longest prompt and the smallest part, or, with --meaning, the share of facts
found in chosen parts over that in random ones.
"""

import argparse
import gc
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

import mlx.core as mx
import numpy as np

from engine.checkpoints import guard
from engine.engine import Engine
from engine.messages import (
    ChatMessage,
    Configure,
    Delta,
    Drafting,
    Failed,
    Finished,
    Generate,
    ModelProfile,
    SamplingParams,
    Skim,
)
from engine.models.draft_weights import DraftWeights
from engine.requests import skimming
from engine.skimming import scoring
from tests.bench import random_model

KEEPS = (1.0, 0.3, 0.2)
QWEN3_14B = random_model.QWEN3_4B | {
    "hidden_size": 5120,
    "num_hidden_layers": 40,
    "intermediate_size": 17_408,
    "num_attention_heads": 40,
    "tie_word_embeddings": False,
}
QWEN3_06B = random_model.QWEN3_4B | {
    "hidden_size": 1024,
    "num_hidden_layers": 28,
    "intermediate_size": 3072,
    "num_attention_heads": 16,
}
TARGET = random_model.SMALL | {"num_hidden_layers": 3, "vocab_size": 1024}
DRAFT = (
    random_model.SMALL
    | {"hidden_size": 128, "num_hidden_layers": 1, "vocab_size": 1024}
    | {
        "intermediate_size": 256,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
    }
)
MEANING_KEEPS, DEPTHS, SEED = (1.0, 0.5, 0.3), (0.1, 0.5, 0.9), "skim"
# Most of them are one token, so a text of these words has somewhat more tokens than words.
WORDS = ("the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "red", "blue", "circle")
# More than any prompt has.
ALL = 10**9


class Reader:
    """An engine in which one model may choose what another one reads."""

    def __init__(self, target: Path, draft: Path) -> None:
        self.model = str(target.resolve())
        self._engine = Engine(lambda event: None)
        self._engine.submit(
            Configure((ModelProfile(self.model, draft_model=str(draft.resolve())),))
        )
        self._number = 0

    def ended(
        self,
        messages: Sequence[ChatMessage],
        keep: float | None,
        most: int = 2,
        drafting: Drafting = Drafting.OFF,
        *,
        least: int = 0,
        forgets: bool = True,
    ) -> tuple[str, Finished]:
        """Return what was answered, with nothing cached before, and how the answer ended. `keep` is
        None for a prompt that is not to be skimmed, `least` as for Skim; without `forgets`, what
        earlier prompts left is used."""
        if forgets:
            self._forget()
        self._number += 1
        skim = None if keep is None else Skim(keep, least=least, most=ALL)
        sampling = SamplingParams(max_tokens=most)
        asked = Generate(
            self._number, self.model, tuple(messages), sampling, drafting=drafting, skim=skim
        )
        events = list(self._engine.stream(asked))
        last = events[-1]
        if isinstance(last, Failed):
            raise SystemExit(last.message)
        assert isinstance(last, Finished)
        if last.skim.note:
            raise SystemExit(last.skim.note)
        return "".join(event.text for event in events if isinstance(event, Delta)), last

    def stages(self, messages: Sequence[ChatMessage], keep: float | None) -> dict[str, float]:
        """Return the seconds to the first token, and of them those in which the draft model reads
        and looks ahead, and the target reads."""
        noted = Stages()
        with patch.object(skimming, "scoring", noted.scoring):
            _, end = self.ended(messages, keep)
        whole, times = end.timings.ttft, (noted.reading, noted.looking, end.timings.prefill)
        names = ("draft reads", "draft looks ahead", "target reads", "other")
        rest = whole - sum(times)
        return {
            "ttft": round(whole, 4),
            **{
                name: round(value, 4)
                for name, value in zip(names, (*times, rest), strict=True)
                if value
            },
        }

    @property
    def chunks(self) -> dict[str, int]:
        """The sizes of chunks that were found best."""
        assert self._engine._scheduler is not None
        [model] = [it.model for it in self._engine._scheduler._models]
        assert model.draft is not None
        return {"target": model.chunks.now, "draft": model.draft.chunks.now}

    def _forget(self) -> None:
        for resident in self._engine._scheduler._models if self._engine._scheduler else ():
            for lane in resident.lanes.values():
                lane.prompts.clear()
                lane.prompts.skims.clear()

    def close(self) -> None:
        self._engine.close()


class Stages:
    """Seconds in the stages of the last skimmed prompt."""

    def __init__(self) -> None:
        self.reading = self.looking = 0.0

    def scoring(
        self,
        draft: DraftWeights,
        tokens: Sequence[int],
        cache: list[Any],
        chunk: int,
        read: Callable[[int], None],
    ) -> Generator[None, None, np.ndarray]:
        """Score as the engine does, and note when the draft model has read the prompt."""
        began = time.perf_counter()
        end = began

        def noted(done: int) -> None:
            nonlocal end
            end = time.perf_counter()
            read(done)

        scores = yield from scoring.scoring(draft, tokens, cache, chunk, noted)
        self.reading, self.looking = end - began, time.perf_counter() - end
        return scores


def measured(reader: Reader, lengths: Sequence[int], rounds: int) -> dict[str, Any]:
    """Return seconds to the first token and their ratios by length and part."""
    figure: dict[str, Any] = {}
    rng = random.Random(SEED)
    print("seconds to the first token, and their parts: the median of all rounds but the first, in")
    print("which kernels are made and the sizes of chunks are found\n")
    for length in lengths:
        # One letter is one token.
        text = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=length))
        found: dict[float | None, list[dict[str, float]]] = {it: [] for it in (None, *KEEPS)}
        for _ in range(rounds):
            for keep, each in found.items():
                each.append(reader.stages([ChatMessage("user", text)], keep))
        parts = {keep: medians(each[1:] or each) for keep, each in found.items()}
        dense = parts[None]["ttft"]
        for keep, part in parts.items():
            name = "dense" if keep is None else f"keep {keep:g}"
            times = ", ".join(f"{key} {value:.3f}" for key, value in part.items())
            first, faster = found[keep][0]["ttft"], dense / part["ttft"]
            print(f"{length:>6} {name:<9} {faster:.3f}  first {first:.3f}, {times}", flush=True)
        figure[str(length)] = {
            "dense_s": round(dense, 3),
            **{f"keep_{keep:g}": round(dense / parts[keep]["ttft"], 3) for keep in KEEPS},
            "parts": {str(keep): part for keep, part in parts.items()},
            "chunks": reader.chunks,
        }
        print(f"{length:>6} chunks: {reader.chunks}\n", flush=True)
    return {"ratio": figure[str(lengths[-1])][f"keep_{KEEPS[-1]:g}"], **figure}


def medians(rounds: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(it[name] for it in rounds) for name in rounds[0]}


def speeds(shapes: tuple[dict[str, Any], dict[str, Any]], *, quick: bool, large: bool) -> Any:
    dtype = mx.bfloat16 if large else mx.float32
    lengths = (8_192, 16_384, 32_000) if large else (1_024,) if quick else (2_048, 4_096)
    with tempfile.TemporaryDirectory() as folder:
        guard.OUR_FOLDERS.append(Path(folder).resolve())
        names = [Path(folder) / name for name in ("target", "draft")]
        for path, shape in zip(names, shapes, strict=True):
            count = random_model.make_random_model(path, shape, dtype)
            print(f"{path.name}: {count / 1e6:,.0f} million parameters", flush=True)
            mx.clear_cache()
        reader = Reader(*names)
        found = measured(reader, lengths, 2 if quick else 3)
        reader.close()
    return found


def at_random(_draft: object, tokens: Sequence[int], *_: object) -> Iterator[None]:
    """Score the tokens of a prompt at random."""
    yield
    return np.random.default_rng(len(tokens)).random(len(tokens))


def meaning(lengths: Sequence[int], cases: int) -> dict[str, Any]:
    """Return the share of facts that are found, by length, depth, part and who chose it."""
    from demo_model.judged import text_talks

    reader = Reader(ROOT / "resources" / "dot", ROOT / "tests" / "assets" / "dash")
    found: dict[str, list[bool]] = {}
    for length in lengths:
        for number in range(cases):
            for depth in DEPTHS:
                rng = random.Random(f"{SEED}/{number}/{length}/{depth}")
                (case,) = text_talks.deep_cases(rng, False, length, (depth,))
                for keep in MEANING_KEEPS:
                    for name, scores in (("chosen", skimming.scoring), ("random", at_random)):
                        if keep == 1 and name == "random":
                            continue
                        with patch.object(skimming, "scoring", scores):
                            said, _ = reader.ended(case.messages, keep, 60)
                        key = f"{length} at {depth}, {keep:g} {name}"
                        found.setdefault(key, []).append(said == case.expected.text)
        print({key: share(it) for key, it in found.items()}, flush=True)
    reader.close()
    by_keep = {
        f"{keep:g} {name}": share(
            [right for key, it in found.items() if key.endswith(f"{keep:g} {name}") for right in it]
        )
        for keep in MEANING_KEEPS
        for name in ("chosen", "random")
        if keep < 1 or name == "chosen"
    }
    for key, value in by_keep.items():
        print(f"{key:12} {value:.0%}")
    least = f"{MEANING_KEEPS[-1]:g}"
    ratio = by_keep[f"{least} chosen"] / max(0.01, by_keep[f"{least} random"])
    shares = {key: share(it) for key, it in found.items()}
    return {"ratio": round(ratio, 3), "found": by_keep, "by_depth": shares}


def drafting(lengths: Sequence[int], rounds: int) -> dict[str, Any]:
    """Return the speed of answers to skimmed prompts with drafts over that without, by length, for
    a first question and a second one."""
    reader = Reader(ROOT / "resources" / "dot", ROOT / "tests" / "assets" / "dash")
    figure: dict[str, Any] = {}
    for length in lengths:
        rng = random.Random(f"{SEED}/{length}")
        text = " ".join(rng.choices(WORDS, k=length))
        ratios = []
        for _ in range(rounds + 1):
            plain, said = conversed(reader, text, Drafting.OFF)
            drafted, same = conversed(reader, text, Drafting.AUTO)
            assert said == same, "drafts changed an answer"
            print(f"{length:>6} tok/s: {plain} without drafts, {drafted} with", flush=True)
            ratios.append([after / before for before, after in zip(plain, drafted, strict=True)])
        first, second = (statistics.median(it) for it in zip(*ratios[1:], strict=True))
        figure[str(length)] = {"first": round(first, 3), "second": round(second, 3)}
    reader.close()
    return {"ratio": figure[str(lengths[-1])]["first"], **figure}


def conversed(reader: Reader, text: str, mode: Drafting) -> tuple[list[float], str]:
    """Return the tok/s of the answers to two questions about a text, and what was answered."""
    messages, speeds, said = [ChatMessage("user", f"{text}\n\nWhat is this?")], list[float](), ""
    # The second question is read after the parts that were chosen for the first one.
    least = len(text.split())
    for more in ("And who?", ""):
        first = len(messages) == 1
        answer, end = reader.ended(messages, 0.3, 64, mode, least=least, forgets=first)
        assert (end.skim.seconds > 0) == first, end.skim
        speeds.append(round((end.usage.generated - 1) / end.timings.decode, 2))
        messages += [ChatMessage("assistant", answer), ChatMessage("user", more)]
        said += answer
    return speeds, said


def share(right: Sequence[bool]) -> float:
    return round(sum(right) / len(right), 3)


def numbers(listed: str) -> list[int]:
    return [int(it) for it in listed.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--14b", dest="large", action="store_true")
    parser.add_argument("--meaning", action="store_true")
    parser.add_argument("--drafting", action="store_true")
    parser.add_argument("--tokens", default="", help="lengths, with --meaning or --drafting")
    parser.add_argument("--cases", type=int, default=4, help="of each length and depth")
    args = parser.parse_args()
    gc.disable()
    if args.meaning:
        figure = meaning(numbers(args.tokens or "1000,2000,4000"), args.cases)
    elif args.drafting:
        figure = drafting(numbers(args.tokens or "500,1500"), 2)
    else:
        shapes = (QWEN3_14B, QWEN3_06B) if args.large else (TARGET, DRAFT)
        figure = speeds(shapes, quick=args.quick, large=args.large)
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
