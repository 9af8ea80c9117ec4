"""Loading a model folder: text models through mlx-lm, vision models through mlx-vlm."""

import logging
import os
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from engine.checkpoints import guard, tensor_headers, tokenizer_bounds, weight_files
from engine.system import blas

# Before a model library is imported: it must fetch nothing, and run no folder's code.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "error"
guard.seal()
blas.prefer_openblas()

import mlx.core as mx  # noqa: E402
import mlx_lm.utils  # noqa: E402
import mlx_vlm.utils  # noqa: E402
from mlx_lm.tokenizer_utils import TokenizerWrapper  # noqa: E402
from mlx_lm.tokenizer_utils import load as load_tokenizer  # noqa: E402
from mlx_vlm.generate.video import processor_handles_video  # noqa: E402

from engine.channels.markers import markers  # noqa: E402
from engine.channels.router import format_for  # noqa: E402
from engine.checkpoints.adapter_files import AdapterFiles, read_adapter  # noqa: E402
from engine.checkpoints.description import context_length, text_config  # noqa: E402
from engine.checkpoints.failed_load import few_modules, not_loaded  # noqa: E402
from engine.checkpoints.families import (  # noqa: E402
    in_mlx_lm,
    in_mlx_vlm,
    other_purpose,
    uses_mlx_vlm,
)
from engine.checkpoints.model_settings import read_model_json, unreadable  # noqa: E402
from engine.checkpoints.predicted_cost import predict_cost  # noqa: E402
from engine.errors import Refused  # noqa: E402
from engine.messages import ModelInfo, ModelProfile, SamplingParams  # noqa: E402
from engine.model_cost import PREFILL_STEP, ModelCost  # noqa: E402
from engine.models import lora  # noqa: E402
from engine.models.adapter import Adapter, TextAdapter, VisionAdapter  # noqa: E402
from engine.models.kv_cache import Quantization, quantized  # noqa: E402
from engine.models.measured_cost import (  # noqa: E402
    device_kind,
    measure_model,
    with_quantized,
)
from engine.models.rates import Rates  # noqa: E402
from engine.models.weights import Progress, build_model, read_weights  # noqa: E402
from engine.plain_names import folder_name  # noqa: E402
from engine.rendering.family_templates import family_template  # noqa: E402
from engine.rendering.model_language import FORMAT_NAMES, MEDIA_IDS, Language  # noqa: E402
from engine.rendering.prompt_writer import LocalWriter, PromptWriter, WorkerWriter  # noqa: E402
from engine.sentences import say, say_all  # noqa: E402

log = logging.getLogger(__name__)

if mx.default_device() == mx.cpu:
    # On a CPU, MLX compiles kernels with the machine's C++ compiler at their first use. That delays
    # the first token by 3.9 s for about the same speed.
    mx.disable_compile()

DEFAULT_CONTEXT = 32_768
# Texts beside markers that the engine tokenizes in its own process.
OWN_TEXTS = ("\n", "\n\n")


@dataclass(kw_only=True)
class LoadedModel(Language):
    """A model with everything that its requests need. `video` means that it supports videos
    natively. `prefill_step` is the number of tokens in a prefill chunk, `quantization` its support
    for 8-bit caches, and `rates` the speed of this machine with it. `writer` renders and tokenizes
    its prompts."""

    info: ModelInfo
    adapter: Adapter
    config: Any
    stop_ids: frozenset[int]
    video: bool
    cost: ModelCost
    quantization: Quantization
    writer: PromptWriter
    prefill_step: int = PREFILL_STEP
    rates: Rates = field(default_factory=Rates)

    def new_cache(self, kv_bits: int = 0) -> list[Any]:
        """Return an empty cache of one row. Raises Refused for a precision that the model does not
        support."""
        self.quantization.check(kv_bits)
        made = self.adapter.new_cache()
        return quantized(made, self.quantization.groups) if kv_bits else made


_DEFAULTS = ModelProfile("")


@dataclass(frozen=True)
class ModelSource:
    """A folder that passed all checks, with its settings. `state` is the state of its files before
    they were read. `weight_bytes` include those of the adapter that its profile names. `cost`
    predicts the memory of the model, None if its config does not tell."""

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

    @property
    def load_bytes(self) -> int:
        """The bytes to load the model, as far as its files tell."""
        if self.cost is None:
            return self.weight_bytes
        return self.cost.weights + self.cost.loading + (self.adapter.nbytes if self.adapter else 0)

    @property
    def name(self) -> str:
        return display_name(Path(self.model_id))

    @property
    def bits(self) -> float:
        """The bits of a quantized weight, 0 if the weights are not quantized."""
        found = self.config.get("quantization")
        bits = found.get("bits") if isinstance(found, dict) else 0
        return float(bits) if type(bits) is int else 0.0


def examine_model(model_id: str, profile: ModelProfile | None = None) -> ModelSource:
    """Check a model's folder, and the adapter of its profile, without reading weights. Raises
    Refused with a sentence."""
    profile = profile or ModelProfile(model_id)
    folder = Path(profile.folder or model_id)
    try:
        return _examine(profile, folder)
    except OSError as error:
        raise Refused(unreadable(folder, error)) from error


def _examine(profile: ModelProfile, folder: Path) -> ModelSource:
    state = weight_files.state(folder) if folder.is_dir() else ()
    config = guard.check_folder(folder)
    adapter = read_adapter(Path(profile.adapter)) if profile.adapter else None
    weight_bytes = sum(path.stat().st_size for path in weight_files.shards(folder))
    source = ModelSource(
        profile.model_id,
        folder,
        config,
        _generation_config(folder),
        vision=uses_mlx_vlm(config, {path.name for path in folder.iterdir()}),
        asks_for_code=guard.asks_for_code(folder),
        weight_bytes=weight_bytes + (adapter.nbytes if adapter else 0),
        state=state,
        profile=profile,
        adapter=adapter,
    )
    _check_family(source)
    return replace(source, cost=_predicted(source))


def needs_worker(source: ModelSource) -> bool:
    """Return True if prompts are rendered and tokenized in a process with limits: the folder or the
    chat template is not ours."""
    return bool(source.profile.chat_template) or not guard.is_ours(source.folder)


def load_model(source: ModelSource, remote: WorkerWriter | None = None) -> LoadedModel:
    """Load an examined folder, as `load_steps`, without a pause."""
    steps = load_steps(source, remote)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def load_steps(
    source: ModelSource, remote: WorkerWriter | None = None
) -> Generator[Progress, None, LoadedModel]:
    """Load an examined folder in bounded steps. If they are closed, nothing stays in memory. Raises
    Refused with a sentence.

    A `remote` writer has loaded the tokenizer and the template before. Without one, prompts are
    rendered and tokenized in this process.
    """
    with _failures_explained(source):
        return (yield from _load(source, remote))


def _load(
    source: ModelSource, remote: WorkerWriter | None
) -> Generator[Progress, None, LoadedModel]:
    started = time.perf_counter()
    config, vision = source.config, source.vision
    own_view = guard.safe_view(source.folder, source.profile.chat_template)
    with nullcontext(remote.view) if remote else own_view as view:
        with few_modules(source.folder):
            model = build_model(view, vision)
            if source.adapter:
                base = display_name(source.folder)
                lora.apply_adapter(model, source.adapter, base, vision=vision)
        yield 0, source.weight_bytes
        processor = _processor(source, view) if vision else None
        language = words(source, view, processor)
        weight_bytes = yield from read_weights(model)
    writer = remote or LocalWriter(language)
    adapter = VisionAdapter(model) if vision else TextAdapter(model)
    measured = measure_model(adapter, weight_bytes, _heads(config))
    # Running answers go on here. Each measurement has a peak of its own.
    yield weight_bytes, weight_bytes
    cost, quantization = with_quantized(adapter, measured, _heads(config), source.cost)
    del measured
    mx.clear_cache()
    return LoadedModel(
        **{it.name: getattr(language, it.name) for it in fields(Language)},
        info=ModelInfo(
            model_id=source.model_id,
            name=source.name,
            family=language.family,
            vision=vision,
            thinking=bool(language.markers.start),
            tools=writer.abilities.tools,
            context=context_length(config) or DEFAULT_CONTEXT,
            weight_bytes=weight_bytes,
            load_seconds=time.perf_counter() - started,
            sampling=_sampling(source.generation),
            batched=adapter.batched,
            notice=_notice(source, language.borrowed_template),
            thinking_switch=writer.abilities.thinking_switch,
            channel_format=language.channels.name,
            channel_formats=FORMAT_NAMES,
            kv_bytes=cost.cache.full,
            kv_8bit_bytes=cost.quantized.cache.full if cost.quantized else 0,
            kv_note=quantization.note,
            cost=cost,
        ),
        adapter=adapter,
        config=getattr(model, "config", None),
        stop_ids=own_stop_ids(source, language.tokenizer, processor)
        | added_stop_ids(source, language.tokenizer),
        video=vision and processor_handles_video(processor),
        cost=cost,
        quantization=replace(quantization, cache=()),
        writer=writer,
        prefill_step=cost.prefill_step,
    )


@contextmanager
def _failures_explained(source: ModelSource) -> Iterator[None]:
    """Raise Refused with a sentence for any error of a model library, and for a folder that changed
    while it was loaded."""
    try:
        yield
    except Refused:
        raise
    except (Exception, SystemExit) as error:  # mlx_lm.models.olmo exits at import
        reason = f"{type(error).__name__}: {error}"
        log.warning("loading %r: %r", str(source.folder), reason[:300])
        log.debug("raised here", exc_info=True)
        weight_files.check_unchanged(source.folder, source.state)
        raise Refused(not_loaded(source.folder, error)) from error
    weight_files.check_unchanged(source.folder, source.state)
    if source.adapter:
        weight_files.check_unchanged(source.adapter.folder, source.adapter.state)


def rehearse(source: ModelSource, view: Path) -> Language:
    """Load the tokenizer and the processor of a model as `load_model` does, without its weights.
    Raises Refused."""
    with _failures_explained(source):
        tokenizer_bounds.check_tokenizer(view)
        language = words(source, view, _processor(source, view) if source.vision else None)
        for text in OWN_TEXTS:
            language.tokenizer.encode(text, add_special_tokens=False)
        return language


def words(source: ModelSource, view: Path, processor: Any) -> Language:
    """Load the tokenizer, the processor and the channel format of a model."""
    config = source.config
    tokenizer = load_tokenizer(
        view, {"trust_remote_code": False}, eos_token_ids=sorted(_ids(config)) or None
    )
    if not tokenizer.has_chat_template and getattr(processor, "chat_template", None):
        tokenizer.chat_template = processor.chat_template
        tokenizer.has_chat_template = True
    borrowed = None if tokenizer.has_chat_template else family_template(tokenizer.get_vocab())
    if borrowed:
        tokenizer.chat_template = borrowed.text
        tokenizer.has_chat_template = True
    channels = format_for(tokenizer)
    return Language(
        name=source.name,
        family=config["model_type"],
        tokenizer=tokenizer,
        processor=processor,
        media_ids=_media_ids(config) if source.vision else {},
        channels=channels,
        markers=markers(channels, tokenizer),
        borrowed_template=borrowed.name if borrowed else "",
    )


def _processor(source: ModelSource, view: Path) -> Any:
    """Load the processor as `mlx_vlm.utils.load` does, which needs the family's module."""
    mlx_vlm.utils.get_model_and_args(source.config)
    images = mlx_vlm.utils.load_image_processor(view, trust_remote_code=False)
    processor = mlx_vlm.utils.load_processor(
        view, eos_token_ids=sorted(_ids(source.config)) or None, trust_remote_code=False
    )
    if images is not None:
        processor.image_processor = images
    return processor


def _media_ids(config: dict[str, Any]) -> dict[str, int]:
    """Return the ids of the tokens that stand for media, with the family's own defaults."""
    family, _ = mlx_vlm.utils.get_model_and_args(config)
    made = family.ModelConfig.from_dict(config)
    found = {name: getattr(made, name, None) for name in MEDIA_IDS}
    return {name: value for name, value in found.items() if isinstance(value, int)}


def _predicted(source: ModelSource) -> ModelCost | None:
    """Return the cost that the window was told before; None if it is unknown."""
    try:
        tensors = tensor_headers.read_tensors(weight_files.shards(source.folder))
    except (OSError, ValueError):
        return None
    return predict_cost(source.config, tensors, vision=source.vision, device=device_kind())


def display_name(folder: Path) -> str:
    """Return the name of a folder for the window: one line, without characters that change the text
    direction."""
    name = folder_name(folder)
    return name[:1].upper() + name[1:]


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
        "{folder} is of the family “{family}”, which neither mlx-lm {version} nor mlx-vlm "
        "reads. {reason}",
        folder=folder_name(source.folder),
        family=config["model_type"],
        version=mlx_lm.__version__,
        reason=reason,
    )


def _heads(config: dict[str, Any]) -> int:
    found = text_config(config).get("num_attention_heads", config.get("num_attention_heads"))
    return found if isinstance(found, int) else 0


def own_stop_ids(
    source: ModelSource, tokenizer: TokenizerWrapper, processor: Any
) -> frozenset[int]:
    """Return every id that ends an answer, from config, generation config, tokenizer and
    processor."""
    found = set(tokenizer.eos_token_ids)
    for settings in (source.config, source.config.get("text_config") or {}, source.generation):
        found |= _ids(settings)
    for extra in getattr(processor, "additional_eos_token_ids", ()):
        found.add(extra if isinstance(extra, int) else tokenizer.convert_tokens_to_ids(extra))
    return frozenset(found)


def added_stop_ids(source: ModelSource, tokenizer: TokenizerWrapper) -> frozenset[int]:
    """Return the ids that a person has added, as far as the vocabulary has them."""
    if not source.profile.stop_ids:
        return frozenset()
    return frozenset(source.profile.stop_ids).intersection(tokenizer.get_vocab().values())


def _ids(settings: dict[str, Any]) -> set[int]:
    """Return the ids that end an answer in these settings; other values are ignored."""
    named = settings.get("eos_token_id")
    ids = named if isinstance(named, list) else [named]
    return {item for item in ids if isinstance(item, int)}


def _generation_config(folder: Path) -> dict[str, Any]:
    path = folder / "generation_config.json"
    found = read_model_json(path) if path.exists() else {}
    return found if isinstance(found, dict) else {}


def _sampling(config: dict[str, Any]) -> SamplingParams:
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


def _notice(source: ModelSource, borrowed_template: str) -> str:
    code = say(
        "{folder} brings Python code of its own. Duologue loaded the model without it.",
        folder=folder_name(source.folder),
    )
    template = say(
        "{model} has no chat template. Duologue uses its own for {family}; you can choose another "
        "on the model's page.",
        model=source.name,
        family=borrowed_template,
    )
    return say_all((code if source.asks_for_code else "", template if borrowed_template else ""))
