"""The generation_config.json of a model folder, and the sampling that it recommends."""

from pathlib import Path
from typing import Any

from engine.checkpoints.model_settings import read_model_json
from engine.messages import SamplingParams


def generation_config(folder: Path) -> dict[str, Any]:
    path = folder / "generation_config.json"
    found = read_model_json(path) if path.exists() else {}
    return found if isinstance(found, dict) else {}


def recommended_sampling(config: dict[str, Any]) -> SamplingParams:
    """Return the model's recommended sampling; greedy if it recommends none."""
    if not config.get("do_sample"):
        return SamplingParams()
    try:
        return SamplingParams(
            temperature=float(config.get("temperature") or 1.0),
            top_p=float(config.get("top_p") or 1.0),
            top_k=int(config.get("top_k") or 0),
            min_p=float(config.get("min_p") or 0.0),
            repetition_penalty=float(config.get("repetition_penalty") or 1.0),
        )
    except (ValueError, TypeError, OverflowError):
        return SamplingParams()
