"""Models as a library lists them, for tests and screenshots of the models window."""

from dataclasses import replace

from engine.messages import Fit, ModelCost, ModelFacts
from engine.model_cost import CacheCost
from engine.model_fit import FreeMemory, fit_of
from ui.state.library_state import LibraryModel, Place

GB = 10**9
FREE = 11_400_000_000


def model_facts(parameters: float = 8.2e9, bits: float = 4.5, **fields) -> ModelFacts:
    """Return facts whose cost follows from the number of parameters."""
    weights = int(parameters * bits / 8)
    token = int(parameters / 60_000)
    vision = weights // 12 if fields.get("vision", True) else 0
    small = ModelCost(weights, CacheCost(full=token // 2), 0, 40_000, vision=vision)
    cost = replace(small, cache=CacheCost(full=token), quantized=small)
    values = {
        "family": "qwen3_vl",
        "context": 131_072,
        "licence": "apache-2.0",
        "layer_bits": (("MLP", bits), ("Attention", bits), ("Embeddings", 6.0), ("Vision", 16.0)),
        "vision": True,
        "thinking": True,
        "tools": True,
        **fields,
    }
    return ModelFacts(
        parameters=int(parameters), bits=bits, weight_bytes=weights, cost=cost, **values
    )


def model_fit(facts: ModelFacts, free: int = FREE, context: int = 16_384, **fields) -> Fit:
    """Return the fit, with the `fields` that a test gives."""
    assert facts.cost is not None
    fit = fit_of(facts.cost, context, FreeMemory(free, 10 * free), most=facts.context)
    return replace(fit, **fields)


def library_model(model_id: str, name: str = "", **fields) -> LibraryModel:
    """Return a model with facts, unless `facts` says otherwise, and the fit of those."""
    facts = fields.pop("facts", model_facts())
    fit = fields.pop("fit", model_fit(facts) if facts else None)
    size = fields.pop("size", facts.weight_bytes if facts else 3 * GB)
    place = fields.pop("place", Place.HUGGING_FACE)
    name = name or model_id.rsplit("/", 1)[-1]
    return LibraryModel(model_id, name, place, facts, size=size, fit=fit, **fields)


def shelf() -> list[LibraryModel]:
    """Return a library as a person may have it, with each kind of row."""
    hub = "/Users/ada/.cache/huggingface/hub/models--mlx-community--"
    small = model_facts(4e6, 16, family="dot", context=8192, thinking=True, licence="mit")
    text = model_facts(30.5e9, 4.5, family="qwen3_moe", vision=False, context=262_144)
    gemma = model_facts(12.2e9, 4.6, family="gemma3", thinking=False, tools=False, licence="gemma")
    tight = model_facts(14.8e9, 5.1, family="qwen3", vision=False, context=40_960)
    tiny = model_facts(0.6e9, 8.5, family="qwen3", vision=False, context=40_960)
    video = model_facts(8.8e9, 4.8, video=True, context=262_144)
    advice = (
        "An 8-bit cache saves 1.2 GB.",
        "Unload Gemma 3 12B to free 7.4 GB.",
        "Qwen3-30B-A3B-3bit takes 13.4 GB.",
    )
    stripped = (
        "The file modeling_custom.py holds code. Duologue runs no code of a model.",
        "2 pickled weight files are ignored.",
    )
    away = "/Volumes/Models/llava-1.6-mistral-7b"
    unusable = (
        ("Mistral-7B.Q4_K_M", "GGUF", Place.LM_STUDIO, "GGUF files do not run with MLX."),
        ("falcon-11b", "falcon", Place.ADDED, "The family falcon is not supported."),
        ("bert-base", "bert", Place.ADDED, "The weights are PyTorch files, not safetensors."),
    )
    return [
        library_model("/app/dot", "Dot", facts=small, place=Place.BUILT_IN, last_used=1.7955e9),
        library_model(
            "/data/models/Qwen3-VL-8B-Thinking-4bit",
            facts=video,
            fit=model_fit(video, speed=61.7, measured=True),
            place=Place.OWN,
            favorite=True,
            last_used=1.7954e9,
            repository="mlx-community/Qwen3-VL-8B-Thinking-4bit",
            notes=stripped,
        ),
        library_model(
            hub + "Qwen3-30B-A3B-4bit/snapshots/3a1f",
            "Qwen3-30B-A3B-4bit",
            facts=text,
            fit=model_fit(text, advice=advice, speed=48.0),
        ),
        library_model(hub + "gemma-3-12b-it-4bit/snapshots/9c", "gemma-3-12b-it-4bit", facts=gemma),
        library_model("/lm/qwen/Qwen3-14B-MLX-5bit", facts=tight, place=Place.LM_STUDIO),
        library_model("/data/models/Qwen3-0.6B-8bit", facts=tiny, place=Place.OWN, favorite=True),
        library_model(away, place=Place.ADDED, available=False),
        *(
            library_model(
                f"/models/{name}", name, facts=None, place=place, problem=problem, size=4 * GB
            )
            for name, _, place, problem in unusable
        ),
    ]
