"""A model folder that passed all checks, before any weight is read."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.frozen import frozen
from engine.models import library_setup as library_setup

# isort: split

import mlx_lm

from engine.checkpoints import guard, tensor_headers, weight_files
from engine.checkpoints.adapter_files import AdapterFiles, read_adapter
from engine.checkpoints.families import (
    ASSISTANTS,
    assists,
    in_mlx_lm,
    in_mlx_vlm,
    is_dflash,
    other_purpose,
    uses_mlx_vlm,
)
from engine.checkpoints.model_settings import unreadable
from engine.checkpoints.predicted_cost import predict_cost, whole_bytes
from engine.checkpoints.same_vocabulary import same_vocabulary
from engine.errors import Refused
from engine.machines import group
from engine.messages import ModelProfile
from engine.model_cost import ModelCost
from engine.models.device_memory import device_kind
from engine.models.generation_config import generation_config
from engine.plain_names import folder_name
from engine.sentences import say

_DEFAULTS = ModelProfile("")


@frozen
class ModelSource:
    """A folder that passed all checks, with its settings. `state` is the state of its files before
    they were read. `weight_bytes` include those of the adapter that its profile names. `cost`
    predicts the memory of the model, None if its config does not tell. `draft` is the model that
    drafts for this one, and `draft_note` says why the one of its profile does not."""

    model_id: str
    folder: Path
    config: dict[str, Any]
    generation: dict[str, Any]
    vision: bool
    asks_for_code: bool
    weight_bytes: int
    state: weight_files.State
    profile: ModelProfile = _DEFAULTS
    adapter: AdapterFiles | None = None
    cost: ModelCost | None = None
    draft: "ModelSource | None" = None
    draft_note: str = ""

    @property
    def load_bytes(self) -> int:
        """The bytes to load the model, and the one that drafts for it, as far as files tell."""
        own = self.cost.weights + self.cost.loading if self.cost else self.weight_bytes
        return own + (self.draft.load_bytes if self.draft else 0)

    @property
    def assists(self) -> str:
        """The family for whose models this one drafts, if it can do nothing else; else ""."""
        return ASSISTANTS.get(self.config["model_type"], "")

    @property
    def is_dflash(self) -> bool:
        """True if this is a DFlash drafter, which drafts for one other model."""
        return is_dflash(self.config)

    @property
    def name(self) -> str:
        return folder_name(Path(self.model_id))

    @property
    def bits(self) -> float:
        """The bits of a quantized weight, 0 if the weights are not quantized."""
        found = self.config.get("quantization")
        bits = found.get("bits") if isinstance(found, dict) else 0
        return float(bits) if type(bits) is int else 0.0


def examine_model(
    model_id: str, profile: ModelProfile | None = None, *, drafts: bool = False
) -> ModelSource:
    """Check a model's folder, and the adapter of its profile, without reading weights. With
    `drafts`, it may be one that only drafts. Raises Refused with a sentence."""
    profile = profile or ModelProfile(model_id)
    folder = Path(profile.folder or model_id)
    try:
        return _examine(profile, folder, drafts=drafts)
    except OSError as error:
        raise Refused(unreadable(folder, error)) from error


def _examine(profile: ModelProfile, folder: Path, *, drafts: bool) -> ModelSource:
    state = weight_files.state(folder) if folder.is_dir() else ()
    config = guard.check_folder(folder)
    adapter = read_adapter(Path(profile.adapter)) if profile.adapter else None
    weight_bytes = sum(path.stat().st_size for path in weight_files.shards(folder))
    source = ModelSource(
        profile.model_id,
        folder,
        config,
        generation_config(folder),
        vision=uses_mlx_vlm(config, {path.name for path in folder.iterdir()}),
        asks_for_code=guard.asks_for_code(folder),
        weight_bytes=weight_bytes + (adapter.nbytes if adapter else 0),
        state=state,
        profile=profile,
        adapter=adapter,
    )
    if drafts and (source.assists or source.is_dflash):
        return source
    _check_family(source)
    draft, draft_note = _draft_of(source)
    return replace(source, cost=_predicted(source), draft=draft, draft_note=draft_note)


def without_draft(source: ModelSource, reason: str) -> str:
    """Return the note that a model works without the draft model that its profile names."""
    return say(
        "{model} works without its draft model {draft}. {reason}",
        model=source.name,
        draft=folder_name(Path(source.profile.draft_model)),
        reason=reason,
    )


def _draft_of(source: ModelSource) -> tuple[ModelSource | None, str]:
    """Return the model that drafts for another one, or the note that says why it does not."""
    # A group drafts nothing, and a disk of one of its machines must not change what all reserve.
    if not source.profile.draft_model or group.joined():
        return None, ""
    try:
        return _examine_draft(source), ""
    except OSError as error:
        reason = unreadable(Path(source.profile.draft_model), error)
    except Refused as error:
        reason = error.args[0]
    return None, without_draft(source, reason)


def _examine_draft(source: ModelSource) -> ModelSource:
    """Check the model that drafts for another one. Raises Refused."""
    draft = examine_model(source.profile.draft_model, drafts=True)
    if draft.assists and not (source.vision and source.config["model_type"] == draft.assists):
        raise Refused(
            "{draft} drafts only for Gemma 4 with its vision part, which {model} is not. Choose "
            "another draft model on the page of {model}, or none.",
            draft=draft.name,
            model=source.name,
        )
    if draft.is_dflash:
        # It has no tokenizer: it reads and writes with the arrays of its model.
        if not assists(draft.config, source.config):
            raise Refused(
                "{draft} was made to draft for a different model than {model}. Choose "
                "another draft model on the page of {model}, or none.",
                draft=draft.name,
                model=source.name,
            )
        return draft
    if not same_vocabulary(source.folder, draft.folder):
        raise Refused(
            "{draft} cannot draft for {model}: their vocabularies differ. Choose a smaller model "
            "of the same family on the page of {model}, or none.",
            draft=draft.name,
            model=source.name,
        )
    return draft


def needs_worker(source: ModelSource) -> bool:
    """Return True if prompts are rendered and tokenized in a process with limits: the folder or the
    chat template is not ours."""
    return bool(source.profile.chat_template) or not guard.is_ours(source.folder)


def _predicted(source: ModelSource) -> ModelCost | None:
    """Return the cost that the window was told before, with the adapter, or this machine's part of
    it in a group; None if unknown."""
    try:
        tensors = tensor_headers.read_tensors(weight_files.shards(source.folder))
    except (OSError, ValueError):
        return None
    cost = predict_cost(source.config, tensors, vision=source.vision, device=device_kind())
    if cost and (machines := group.joined()):
        return cost.part(machines.size, whole_bytes(tensors))
    return cost.with_adapter(source.adapter.nbytes) if cost and source.adapter else cost


def _check_family(source: ModelSource) -> None:
    config = source.config
    if purpose := other_purpose(config, {path.name for path in source.folder.iterdir()}):
        raise Refused(
            "{folder} is not a chat model. {purpose}",
            folder=folder_name(source.folder),
            purpose=purpose,
        )
    if in_mlx_vlm(config) if source.vision else in_mlx_lm(config):
        return
    reason = (
        say("It needs Python code from its own folder, which Duologue never runs.")
        if source.asks_for_code
        else say("Choose a model of a family that MLX supports.")
    )
    raise Refused(
        "{folder} belongs to the family “{family}”, which neither mlx-lm {version} nor "
        "mlx-vlm supports. {reason}",
        folder=folder_name(source.folder),
        family=config["model_type"],
        version=mlx_lm.__version__,
        reason=reason,
    )
