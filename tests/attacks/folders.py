"""Model folders made to break the program: tiny checkpoints with one bad thing each."""

import atexit
import json
import os
import shutil
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from tests.attacks.attack import BYTES, Attack, Outcome
from tests.attacks.templates import TEMPLATES, at_load, at_question
from tests.attacks.tokenizer_files import TOKENIZERS
from tests.attacks.watched import Watched, python, watch

Damage = Callable[[Path], None]
# Dot's answer, load, count, question, stop, Dot again, quit: what all of these may take.
LIMIT = 75.0
CANARY = "ran"
IMAGE = "picture.png"


@cache
def base(family: str) -> Path:
    """Return the checkpoint to damage, made once for all attacks of this process."""
    from tests.kit import tiny_models  # noqa: PLC0415  no other attack needs MLX in this process
    from tests.kit.images import save_image  # noqa: PLC0415

    folder = Path(mkdtemp(prefix="attacks-")) / family
    atexit.register(shutil.rmtree, folder.parent, ignore_errors=True)
    tiny_models.FAMILIES[family](folder)
    save_image(folder.parent / IMAGE, ("red", "circle", 0.5, 0.5))
    return folder


def edit(path: Path, **changes: Any) -> None:
    value = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(value | changes))


def judged(found: Watched, canary: Path | None = None, most: int = BYTES) -> Outcome:
    """Judge the driver's own report and what was measured from outside."""
    lines = [line for line in found.out.splitlines() if line.startswith('{"problems"')]
    report: dict[str, Any] = json.loads(lines[-1]) if lines else {"problems": []}
    problems = list(report["problems"])
    if found.killed:
        problems.append(f"the process {found.killed}")
    elif found.code or not lines:
        problems.append(f"the process ended with code {found.code}: {found.errors[-300:]!r}")
    if found.peak_bytes > most:
        problems.append(f"{found.peak_bytes >> 20:,} MB more than before")
    if "Exception in thread" in found.errors:
        problems.append(f"a thread died: {found.errors[-300:]!r}")
    if canary is not None and canary.exists():
        problems.append("code of the folder ran")
    seconds = report.get("seconds", round(found.seconds, 2))
    peak = round(found.peak_bytes / (1 << 20), 1)
    return Outcome(tuple(problems), seconds, peak, report.get("said", ""))


def meet_folder(damage: Damage, question: str, family: str, image: bool, folder: Path) -> Outcome:
    hostile = folder / "hostile"
    shutil.copytree(base(family), hostile)
    damage(hostile)
    job: dict[str, Any] = {"folder": str(hostile), "question": question}
    if image:
        job["images"] = [str(base(family).parent / IMAGE)]
    found = watch(python("tests.attacks.engine_driver", json.dumps(job)), LIMIT)
    return judged(found, hostile / CANARY)


@dataclass(frozen=True)
class HostileFolder:
    name: str
    row: str
    damage: Damage
    question: str = "the quick fox"
    family: str = "qwen3"
    image: bool = False
    quick: bool = False

    @property
    def attack(self) -> Attack:
        run = partial(meet_folder, self.damage, self.question, self.family, self.image)
        return Attack(self.name, self.row, run, self.quick)


# --- files that are none, or too much ---------------------------------------------------------


def fifo(name: str, folder: Path) -> None:
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)


def link(name: str, target: str, folder: Path) -> None:
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(target)


def large_json(name: str, piece: str, folder: Path) -> None:
    """Write 200 MB of JSON: a list with `piece` as each item."""
    with (folder / name).open("w") as file:
        file.write('{"model_type": "qwen3", "a": [' + piece)
        block = f",{piece}" * (1_000_000 // (len(piece) + 1))
        for _ in range(200):
            file.write(block)
        file.write("]}")


def deep_json(name: str, levels: int, folder: Path) -> None:
    path = folder / name
    before = path.read_text().rstrip().removesuffix("}") if path.exists() else '{"b": 1'
    path.write_text(f'{before}, "x": {"[" * levels}{"]" * levels}}}')


def replace_header(make: Callable[[bytes], bytes], folder: Path) -> None:
    """Replace the header of the weights."""
    path = folder / "model.safetensors"
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    made = make(data[8 : 8 + size])
    path.write_bytes(struct.pack("<Q", len(made)) + made + data[8 + size :])


def _deep_header(levels: int, old: bytes) -> bytes:
    return b'{"x": ' + b"[" * levels + b"]" * levels + b", " + old.lstrip()[1:]


def _many_tensors(old: bytes) -> bytes:
    one = b'"t%d": {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}, '
    return b"{" + b"".join(one % number for number in range(1_000_000)) + old.lstrip()[1:]


def _wide_header(old: bytes) -> bytes:
    return old.rstrip()[:-1] + b', "__metadata__": {"a": "' + b"x" * (95 << 20) + b'"}}'


def change_settings(file: str, folder: Path, **changes: Any) -> None:
    edit(folder / file, **changes)


def vision(folder: Path, **changes: Any) -> None:
    config = json.loads((folder / "config.json").read_text())
    edit(folder / "config.json", vision_config=config["vision_config"] | changes)


def processor(folder: Path, **changes: Any) -> None:
    for name in ("preprocessor_config.json", "processor_config.json"):
        if (folder / name).exists():
            edit(folder / name, **changes)


def plant(folder: Path) -> None:
    """Add Python code that leaves a mark when it runs, wherever a library looks for code."""
    code = f"open({str(folder / CANARY)!r}, 'w').close()\nclass Mine: pass\n"
    (folder / "mine.py").write_text(code)
    names = {"AutoConfig": "mine.Mine", "AutoTokenizer": ["mine.Mine", None]}
    names |= {"AutoModelForCausalLM": "mine.Mine", "AutoProcessor": "mine.Mine"}
    for name in ("config.json", "tokenizer_config.json", "preprocessor_config.json"):
        edit(folder / name, auto_map=names)


def pickled(folder: Path) -> None:
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(b"\x80\x04cos\nsystem\n")


def shard_elsewhere(folder: Path) -> None:
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {"a": "../../../etc/passwd"}}))


def cut(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1000])


FILES = (
    *("config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json"),
    *("chat_template.jinja", "model.safetensors", "model.safetensors.index.json"),
    *("special_tokens_map.json", "preprocessor_config.json", "chat_template.json"),
)


def _instead_of_files() -> Iterable[HostileFolder]:
    for name in FILES:
        short = name.removesuffix(".json")
        quick = name == "generation_config.json"
        yield HostileFolder(f"fifo as {short}", "5", partial(fifo, name))
        zero = partial(link, name, "/dev/zero")
        yield HostileFolder(f"/dev/zero as {short}", "4" if quick else "5", zero, quick=quick)
    for name in ("config.json", "generation_config.json", "tokenizer_config.json"):
        short = name.removesuffix(".json")
        for levels in (600, 900, 5_000, 200_000):
            yield HostileFolder(
                f"{levels:,} levels in {short}", "12", partial(deep_json, name, levels)
            )
        yield HostileFolder(f"200 MB of items in {short}", "5", partial(large_json, name, "{}"))
    text = '"' + "x" * 999_000 + '"'
    yield HostileFolder("200 MB of text in config", "5", partial(large_json, "config.json", text))
    yield HostileFolder(
        "200 MB of items in another file", "5", partial(large_json, "other.json", "{}")
    )
    yield HostileFolder("200 MB of items in the index", "5", partial(large_json, FILES[6], "{}"))
    yield HostileFolder(
        "200 MB of items in tokenizer", "5", partial(large_json, "tokenizer.json", "{}")
    )
    for levels in (600, 5_000, 200_000):
        damage = partial(replace_header, partial(_deep_header, levels))
        yield HostileFolder(f"{levels:,} levels in the weights", "12", damage)
    yield HostileFolder("a million tensors", "header", partial(replace_header, _many_tensors))
    yield HostileFolder("a header of 95 MB", "header", partial(replace_header, _wide_header))


def _config() -> Iterable[HostileFolder]:
    config = partial(change_settings, "config.json")
    generation = partial(change_settings, "generation_config.json")
    layers = 10**8
    yield HostileFolder("10^8 layers", "6", partial(config, num_hidden_layers=layers))
    yield HostileFolder("10^5 layers", "6", partial(config, num_hidden_layers=10**5))
    yield HostileFolder(
        "10^8 layers in a model with images",
        "6",
        partial(config, num_hidden_layers=layers, text_config={"num_hidden_layers": layers}),
        family="qwen2_5_vl",
    )
    yield HostileFolder(
        "10^8 layers of a vision tower", "6", partial(vision, depth=layers), family="qwen2_5_vl"
    )
    yield HostileFolder("end tokens as an object", "12", partial(generation, eos_token_id={}))
    yield HostileFolder("top_k of 1e999", "12", partial(generation, top_k=float("inf")))
    yield HostileFolder("temperature as a list", "12", partial(generation, temperature=[1]))
    yield HostileFolder(
        "text_config as a text", "12", partial(config, text_config="x"), family="qwen2_5_vl"
    )
    yield HostileFolder(
        "text_config as a list", "12", partial(config, text_config=[1, 2]), family="qwen2_5_vl"
    )
    yield HostileFolder("model_type olmo.x", "13", partial(config, model_type="olmo.x"))
    yield HostileFolder("model_type with a path", "held", partial(config, model_type="../../x"))
    yield HostileFolder("model_type of 200 kB", "held", partial(config, model_type="q" * 200_000))
    for size in (0, -1, 10**6):
        yield HostileFolder(
            f"patch_size {size}",
            "14",
            partial(processor, patch_size=size),
            family="qwen2_5_vl",
            image=True,
        )
    yield HostileFolder(
        "a huge size of images",
        "14",
        partial(processor, size={"shortest_edge": 10**10, "longest_edge": 10**12}),
        family="qwen2_5_vl",
        image=True,
    )
    yield HostileFolder("vocabulary of 2^62", "held", partial(config, vocab_size=1 << 62))
    yield HostileFolder("hidden size 0", "held", partial(config, hidden_size=0))
    yield HostileFolder("heads -1", "held", partial(config, num_attention_heads=-1))
    yield HostileFolder("no layers", "held", partial(config, num_hidden_layers=0))


def _held() -> Iterable[HostileFolder]:
    yield HostileFolder("code of the folder", "held", plant)
    yield HostileFolder(
        "code of a folder with images", "held", plant, family="qwen2_5_vl", image=True
    )
    yield HostileFolder("pickled weights", "held", pickled)
    yield HostileFolder("weights outside of the folder", "held", shard_elsewhere)
    yield HostileFolder("weights cut short", "held", cut)


def _written(text: str, folder: Path) -> None:
    (folder / "chat_template.jinja").write_text(text)
    edit(folder / "tokenizer_config.json", chat_template=text)


def _templates() -> Iterable[HostileFolder]:
    for name, text in TEMPLATES.items():
        row = "8" if name in ("expandtabs", "doubling", "format", "percent") else "7"
        damage = partial(_written, at_load(text))
        yield HostileFolder(f"template at load: {name}", row, damage)
        damage = partial(_written, at_question(text))
        yield HostileFolder(f"template: {name}", row, damage, quick=name == "squares")


def _tokenizers() -> Iterable[HostileFolder]:
    for name, row, question, damage in TOKENIZERS:
        quick = name == "backtracking"
        yield HostileFolder(f"tokenizer: {name}", row, damage, question, quick=quick)


def changing(family: str, folder: Path) -> Outcome:
    hostile = folder / "hostile"
    shutil.copytree(base(family), hostile)
    job = {"folder": str(hostile), "changes": True}
    return judged(watch(python("tests.attacks.engine_driver", json.dumps(job)), 2 * LIMIT))


HOSTILE = (*_tokenizers(), *_instead_of_files(), *_config(), *_templates(), *_held())
ATTACKS = (
    *(it.attack for it in HOSTILE),
    Attack("a folder that changes while it loads", "program", partial(changing, "qwen3")),
    Attack("a folder with images that changes", "program", partial(changing, "qwen2_5_vl")),
)
