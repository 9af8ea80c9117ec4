"""Tells which model families mlx-lm and mlx-vlm read, without importing either."""

import pkgutil
from collections.abc import Collection
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.checkpoints.network import number_of, text_settings
from engine.sentences import say

# Modules of mlx_lm.models that are shared by families and are none themselves.
_SHARED = frozenset(
    (
        "activations", "base", "bitlinear_layers", "cache", "gated_delta", "mla", "pipeline",
        "rope_utils", "ssm", "switch_layers",
    )
)  # fmt: skip
# Families that are read by the module of another one. A test compares these tables with the
# libraries'.
LM_REMAPPING = {
    "mistral": "llama",
    "llava": "mistral3",
    "phi-msft": "phixtral",
    "falcon_mamba": "mamba",
    "joyai_llm_flash": "deepseek_v3",
    "kimi_k2": "deepseek_v3",
    "qwen2_5_vl": "qwen2_vl",
    "minimax_m2": "minimax",
    "iquestcoder": "llama",
    "xverse": "llama",
    "gemma4_unified": "gemma4",
    "deepseek_v41_text": "deepseek_v41",
}
VLM_REMAPPING = {
    "muse_spark_open": "muse_spark",
    "nemotron_h_puzzle": "nemotron_h",
    "moondream1": "moondream2",
    "llava_qwen2": "fastvlm",
    "llava-qwen2": "llava_bunny",
    "bunny-llama": "llava_bunny",
    "lfm2-vl": "lfm2_vl",
    "cohere2_vision": "aya_vision",
    "jvlm": "jina_vlm",
    "phi4-siglip": "phi4_siglip",
    "sam3_video": "sam3",
    "sam3.1_video": "sam3_1",
    "granite-vision": "granite_vision",
    "granite4-vision": "granite4_vision",
    "granite4_vision": "granite4_vision",
    "rf-detr": "rfdetr",
    "dinov2_with_registers": "dinov2",
    "falcon-perception": "falcon_perception",
    "nemotronh_nano_omni_reasoning_v3": "nemotron_h_nano_omni",
    "nemotron_h_omni": "nemotron_h_nano_omni",
    "cohere2moe": "cohere2_moe",
    "unlimited-ocr": "unlimited_ocr",
    "mistral": "llama",
    "phi-msft": "phixtral",
    "falcon_mamba": "mamba",
    "joyai_llm_flash": "deepseek_v3",
    "kimi_k2": "deepseek_v3",
    "minimax_m2": "minimax",
    "iquestcoder": "llama",
    "nemotron-nas": "nemotron_nas",
    "inkling_mm_model": "inkling",
    "lille-130m": "lille_130m",
}
_EMBEDS = say("It turns text or images into numbers for search, and does not chat.")
_DRAWS = say("It makes images or videos, and does not chat.")
_DETECTS = say("It finds objects, surfaces or people in images, and does not chat.")
_CLASSIFIES = say("It classifies or labels text, and does not chat.")
_HEARS = say("It is for speech and sounds, and does not chat.")
_DRAFTS = say(
    "It only drafts for another model, in a way that Duologue does not support. Choose "
    "another model, for drafting too."
)
_ASSISTS = say(
    "It only drafts for a Gemma 4 model. Choose it as the draft model on that model's page."
)
_ASSISTS_ONE = say(
    "It only drafts for one other model. Choose it as the draft model on that model's page."
)
_DIFFUSES = say("It generates text by diffusion, which Duologue cannot run. Choose another model.")
_PURPOSES = (
    (
        _EMBEDS,
        (
            "bert", "modernbert", "xlm_roberta", "xlm-roberta", "roberta", "distilbert", "mpnet",
            "nomic_bert", "embedding_gemma2", "gemma3_embedding", "lfm2_embedding",
            "lfm2_colbert", "lfm2_encoder", "llama_bidirec", "llama_nemotron_vl_embedding",
            "ministral3_embedding", "qwen3_embedding", "qwen3_vl_embedding", "colqwen2_5",
            "colidefics3", "siglip", "siglip2", "clip", "dinov2",
        ),
    ),
    (
        _DRAWS,
        (
            "bonsai", "ernie_image", "flux2", "flux3", "ideogram4", "llada_image", "ming_image",
            "minimax_h3", "moss_image", "qwen_image", "z_image", "mage_flow",
        ),
    ),
    (
        _DETECTS,
        (
            "moge3", "pp_doclayout_v3", "rfdetr", "rt_detr_v2", "sam3", "sam3_1", "sam3d_body",
            "sam3d_objects", "sapiens2", "video_depth_anything", "yolo11",
        ),
    ),
    (_DIFFUSES, ("diffusion_gemma", "llada2_moe")),
    (_CLASSIFIES, ("d1", "d1_omni", "decider2", "gliner2_5", "laya", "openai_privacy_filter")),
    (
        _HEARS,
        (
            "whisper", "parakeet", "wav2vec2", "hubert", "encodec", "musicgen", "kokoro",
            "speecht5", "vits", "bark", "clap", "nemotron_voicechat",
        ),
    ),
)  # fmt: skip
NOT_CHATTING = {family: sentence for sentence, names in _PURPOSES for family in names}
# By the ending of an architecture's name.
_HEADS = (
    ("ForSequenceClassification", _CLASSIFIES),
    ("ForTokenClassification", _CLASSIFIES),
    ("ForMaskedLM", _EMBEDS),
    ("ForSpeechSeq2Seq", _HEARS),
    ("ForCTC", _HEARS),
    ("DraftModel", _DRAFTS),
    ("DSparkModel", _DRAFTS),
)
# Ends of the families of mlx-vlm's drafters: Gemma's assistants, heads split off, DFlash, EAGLE.
_DRAFTERS = ("_assistant", "_mtp", "_dflash", "_dspark", "eagle3", "dflash2", "dspark")
# Drafters that Duologue uses, with the family that they draft for.
ASSISTANTS = {"gemma4_assistant": "gemma4"}
# Families of DFlash drafters that Duologue uses.
DFLASH = ("qwen3", "qwen3_dflash")
PROCESSOR_NAMES = ("preprocessor_config.json", "processor_config.json")


def in_mlx_lm(config: dict[str, Any]) -> bool:
    """Return True if mlx-lm reads the family."""
    family = _family(config)
    return LM_REMAPPING.get(family, family) in _text_modules()


def in_mlx_vlm(config: dict[str, Any]) -> bool:
    """Return True if mlx-vlm reads the family."""
    family = _family(config).lower()
    return VLM_REMAPPING.get(family, family) in _vision_modules()


def uses_mlx_vlm(config: dict[str, Any], names: Collection[str]) -> bool:
    """Return True if a model with these files is loaded by mlx-vlm: one with images, or of a family
    that mlx-lm does not read. Text-only versions keep the config but have no processor."""
    if not in_mlx_lm(config):
        return True
    has_processor = any(name in names for name in PROCESSOR_NAMES)
    return bool(config.get("vision_config")) and has_processor and in_mlx_vlm(config)


def other_purpose(config: dict[str, Any], names: Collection[str]) -> str:
    """Return a sentence about a model that is not for chats, "" for any other."""
    if "model_index.json" in names:
        return _DRAWS
    if "modules.json" in names or "config_sentence_transformers.json" in names:
        return _EMBEDS
    family = _family(config)
    if family in ASSISTANTS:
        return _ASSISTS
    if is_dflash(config):
        return _ASSISTS_ONE
    if config.get("dflash_config") or family.endswith(_DRAFTERS):
        return _DRAFTS
    for name in (family, VLM_REMAPPING.get(family.lower(), "")):
        if name in NOT_CHATTING:
            return NOT_CHATTING[name]
    architectures = config.get("architectures")
    named = architectures if isinstance(architectures, list) else []
    found = (says for ending, says in _HEADS for it in named if str(it).endswith(ending))
    return next(found, "")


def assists(config: dict[str, Any], model: dict[str, Any]) -> bool:
    """Return True if a drafter with this config is made for models like another one."""
    if is_dflash(config):
        return _is_target(config, model)
    return ASSISTANTS.get(_family(config)) == _family(model) != ""


def is_dflash(config: dict[str, Any]) -> bool:
    """Return True for a DFlash drafter of the first kind, the one that was tested."""
    settings = config.get("dflash_config")
    if not isinstance(settings, dict) or _family(config) not in DFLASH:
        return False
    others = settings.get("projector_type") or config.get("markov_rank")
    return not others and not settings.get("markov_rank") and not _is_second(config)


def _is_second(config: dict[str, Any]) -> bool:
    architectures = config.get("architectures")
    return isinstance(architectures, list) and "DFlash2DraftModel" in architectures


def _is_target(config: dict[str, Any], model: dict[str, Any]) -> bool:
    """Return True if a model has the sizes that a DFlash drafter was made for."""
    text, settings = text_settings(model), config["dflash_config"]
    layers = number_of(text, "num_hidden_layers")
    places = settings.get("target_layer_ids")
    if not isinstance(places, list) or not all(type(it) is int for it in places):
        return False
    counted = number_of(config, "num_target_layers") or number_of(settings, "num_target_layers")
    sizes = ("hidden_size", "vocab_size")
    return (
        bool(places)
        and 0 <= min(places) <= max(places) < layers == (counted or layers)
        and all(number_of(config, it) == number_of(text, it) > 0 for it in sizes)
    )


def _family(config: dict[str, Any]) -> str:
    found = config.get("model_type")
    return found if isinstance(found, str) else ""


@cache
def _text_modules() -> frozenset[str]:
    found = pkgutil.iter_modules([_models_folder("mlx_lm")])
    return frozenset(it.name for it in found) - _SHARED


@cache
def _vision_modules() -> frozenset[str]:
    found = pkgutil.iter_modules([_models_folder("mlx_vlm")])
    return frozenset(it.name for it in found if it.ispkg)


def _models_folder(package: str) -> str:
    # For the name of a top-level package, find_spec imports nothing.
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return str(Path(spec.origin).parent / "models")
