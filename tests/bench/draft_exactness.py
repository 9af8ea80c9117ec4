"""Random mixes of requests with drafts against the same requests without, for each family.

uv run python tests/bench/draft_exactness.py [--quick] [--mixes 200] [--first 0] [--family NAME]
    [--drafter NAME]
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
import traceback
from functools import cache
from pathlib import Path
from typing import Any

import mlx.core as mx

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.checkpoints import guard
from engine.messages import Configure, ModelInfo, ModelProfile
from engine.models.adapter import Adapter
from engine.models.loader import examine_model, load_model
from tests.kit.draft_mixes import Contest, Mix, Subject
from tests.kit.drafters import BESIDE_OWN, DRAFTERS, truncate
from tests.kit.images import save_image
from tests.kit.paths import DOT
from tests.kit.tiny_heads import add_head, save_assistant, save_dflash
from tests.kit.tiny_models import FAMILIES, VISION
from tests.kit.tiny_text import qwen3_next

QUICK_SECONDS = 2.0
# Tokens of a model's context: enough for each prompt, and little more than the longest.
CONTEXT = 224
DOTS_CONTEXT = 320
MODELS: dict[str, Any] = {**FAMILIES, "qwen3_next": qwen3_next}
# Added to the name of a family whose folder gets a drafting head.
HEAD = "+head"
WITH_HEAD = ("qwen3_5", "qwen3_5_text", "qwen3_next")
# Added to that of a family with an assistant.
ASSISTANT = "+assistant"
WITH_ASSISTANT = ("gemma4", "gemma4_ple")
# Added to that of a family with a DFlash drafter.
DFLASH = "+dflash"
WITH_DFLASH = ("qwen3", "llama", "gpt_oss", "qwen3_5_text", "qwen3_vl", "gemma3_text")
# Heads of a size that an 8-bit cache can have, where the kit's are smaller.
WIDE: dict[str, dict[str, Any]] = {
    "qwen3": {"head_dim": 32},
    "llama": {"head_dim": 32},
    "mistral": {"head_dim": 32},
    "gemma3_text": {"head_dim": 32},
    "gemma3": {"head_dim": 32},
    "qwen3_vl": {
        "head_dim": 32,
        "rope_scaling": {"type": "default", "mrope_section": [8, 4, 4], "mrope_interleaved": True},
    },
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--mixes", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--family", action="append")
    parser.add_argument("--drafter", action="append")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        guard.OUR_FOLDERS.append(Path(name).resolve())
        added = [f"{name}{HEAD}" for name in WITH_HEAD]
        added += [f"{name}{ASSISTANT}" for name in WITH_ASSISTANT]
        added += [f"{name}{DFLASH}" for name in WITH_DFLASH]
        families = options.family or [*MODELS, "dot", *added]
        found = {family: checked(family, Path(name), options) for family in families}
    wrong = sum(it["wrong"] for it in found.values())
    print(json.dumps({"ratio": 0.0 if wrong else 1.0, "families": found}))
    sys.exit(bool(wrong))


def save(family: str, folder: Path) -> Path:
    """Save the checkpoint of a family, with a short context."""
    path = folder / family
    name = family.partition("+")[0]
    if name == "dot":
        shutil.copytree(DOT, path)
        config = json.loads((path / "config.json").read_text())
        config["text_config"]["max_position_embeddings"] = DOTS_CONTEXT
        # In bfloat16, a pass over a block rounds otherwise than one over a token.
        config["dtype"] = config["text_config"]["dtype"] = "float32"
        (path / "config.json").write_text(json.dumps(config))
        weights: Any = mx.load(str(path / "model.safetensors"))
        exact = {name: it.astype(mx.float32) for name, it in weights.items()}
        mx.save_safetensors(str(path / "model.safetensors"), exact, metadata={"format": "mlx"})
    else:
        changes = {"max_position_embeddings": CONTEXT, **WIDE.get(name, {})}
        MODELS[name](path, **changes)
    if family.endswith(HEAD):
        add_head(path)
    if family.endswith(ASSISTANT):
        save_assistant(_drafter(path), path)
    if family.endswith(DFLASH):
        save_dflash(_drafter(path), path)
    return path


def _drafter(path: Path) -> Path:
    return path.with_name(f"{path.name}-drafter")


def subject_of(family: str, path: Path, info: ModelInfo) -> Subject:
    pictures = ()
    if family.partition("+")[0] in VISION or family == "dot":
        name = path.with_name("a.png")
        pictures = (save_image(name, ("red", "circle", 0.3, 0.5), size=(96, 64)),)
    thinks = info.thinking and info.thinking_switch
    return Subject(path, pictures, (0, 8) if info.kv_8bit_bytes else (0,), thinks)


def checked(family: str, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Return counts of one family: mixes, wrong ones, drafted and accepted tokens."""
    path = save(family, folder)
    subject = subject_of(family, path, load_model(examine_model(str(path))).info)

    @cache
    def small() -> Adapter:
        cut = truncate(path, folder / f"{family}-cut")
        return load_model(examine_model(str(cut))).adapter

    drafters = BESIDE_OWN if "+" in family else DRAFTERS
    names = options.drafter or [*drafters]
    contest, wrong, mixes = Contest(small), 0, 0
    if family.endswith((ASSISTANT, DFLASH)):
        profile = ModelProfile(str(path), draft_model=str(_drafter(path)))
        contest.drafting.engine.submit(Configure((profile,)))
    until = time.monotonic() + (QUICK_SECONDS if options.quick else 1e9)
    for seed in range(options.first, options.first + options.mixes):
        if time.monotonic() > until:
            break
        name = names[seed % len(names)]
        mixes += 1
        try:
            contest.run(Mix.random(seed, subject), drafters[name])
        except AssertionError:
            wrong += 1
            print(f"{family} {name} mix {seed}:\n{traceback.format_exc()[-1500:]}", flush=True)
    contest.close()
    found = {
        "mixes": mixes,
        "wrong": wrong,
        "drafted": contest.drafted,
        "accepted": contest.accepted,
        "seen": dict(contest.seen),
    }
    print(family, found, flush=True)
    return found


if __name__ == "__main__":
    main()
