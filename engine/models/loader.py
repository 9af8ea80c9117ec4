"""Loading a model folder: text models through mlx-lm, vision models through mlx-vlm."""

import logging
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, fields, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.models import library_setup as library_setup

# isort: split

import mlx.core as mx
import mlx_vlm.utils
from mlx_lm.tokenizer_utils import load as load_tokenizer
from mlx_vlm.generate.video import processor_handles_video

from engine.channels.markers import markers
from engine.channels.router import format_for
from engine.checkpoints import guard, tokenizer_bounds, weight_files
from engine.checkpoints.description import context_length
from engine.checkpoints.failed_load import few_modules, not_loaded
from engine.checkpoints.network import attention_heads, split_heads
from engine.errors import Refused
from engine.frozen import frozen
from engine.machines import group
from engine.messages import ModelInfo
from engine.model_cost import PREFILL_STEP, CacheCost, ModelCost
from engine.models import assistant, dflash, draft_weights, lora
from engine.models.adapter import Adapter, TextAdapter, VisionAdapter
from engine.models.chunk_size import ChunkSize
from engine.models.device_memory import device_kind
from engine.models.generation_config import recommended_sampling
from engine.models.kv_cache import Quantization, quantized
from engine.models.measured_cost import measure_model, with_quantized
from engine.models.model_source import ModelSource as ModelSource
from engine.models.model_source import examine_model as examine_model
from engine.models.model_source import needs_worker as needs_worker
from engine.models.model_source import without_draft
from engine.models.own_head import FoundHead, OwnHead, find_head
from engine.models.rates import Rates
from engine.models.skim_support import why_not_skimmed
from engine.models.stop_ids import added_stop_ids, own_stop_ids, stop_ids_in
from engine.models.weights import Progress, build_model, read_weights
from engine.plain_names import folder_name
from engine.rendering.family_templates import family_template
from engine.rendering.model_language import FORMAT_NAMES, MEDIA_IDS, Language
from engine.rendering.prompt_writer import LocalWriter, PromptWriter, WorkerWriter
from engine.sentences import say, say_all

if TYPE_CHECKING:
    from engine.models.assistant import Assistant
    from engine.models.dflash import DFlash
    from engine.models.draft_weights import DraftWeights

log = logging.getLogger(__name__)

if mx.default_device() == mx.cpu:
    # On a CPU, MLX compiles kernels with the machine's C++ compiler at their first use. That delays
    # the first token by 3.9 s for about the same speed.
    mx.disable_compile()

DEFAULT_CONTEXT = 32_768
# Texts beside markers that the engine tokenizes in its own process.
OWN_TEXTS = ("\n", "\n\n")


@frozen
class _Drafter:
    """Holds what drafts for a model, beside its own head: at most one of these is set. `note` says
    why none is in spite of its profile."""

    draft: "DraftWeights | None" = None
    assistant: "Assistant | None" = None
    dflash: "DFlash | None" = None
    note: str = ""


@dataclass(kw_only=True)
class LoadedModel(Language):
    """A model with everything that its requests need. `video` means that it supports videos
    natively. `chunks` finds the tokens of its prefill chunks, `quantization` its support
    for 8-bit caches, and `rates` the speed of this machine with it. `writer` renders and tokenizes
    its prompts. `fingerprint` tells whose KV caches can be exchanged. `head` drafts its tokens,
    `head_note` says why there is none in spite of its folder, and `draft` is a model that drafts,
    or `assistant` or `dflash` one that can do nothing else, whose weights are counted in `cost`;
    `draft_note` says why there is none in spite of its profile. Beside a DFlash drafter, which
    reads other hidden states, the head is not used."""

    info: ModelInfo
    adapter: Adapter
    config: Any
    stop_ids: frozenset[int]
    video: bool
    cost: ModelCost
    quantization: Quantization
    writer: PromptWriter
    chunks: ChunkSize = field(default_factory=lambda: ChunkSize(PREFILL_STEP))
    fingerprint: str = ""
    rates: Rates = field(default_factory=Rates)
    head: OwnHead | None = None
    head_note: str = ""
    draft: "DraftWeights | None" = None
    assistant: "Assistant | None" = None
    dflash: "DFlash | None" = None
    draft_note: str = ""

    @property
    def prefill_step(self) -> int:
        """The tokens of a prefill chunk of a short prompt."""
        return self.chunks.least

    def new_cache(self, kv_bits: int = 0) -> list[Any]:
        """Return an empty cache of one row. Raises Refused for a precision that the model does not
        support."""
        self.quantization.check(kv_bits)
        made = self.adapter.new_cache()
        return quantized(made, self.quantization.groups) if kv_bits else made


def load_model(source: ModelSource, remote: WorkerWriter | None = None) -> LoadedModel:
    """Load an examined folder, as `load_steps`, without a pause."""
    steps = load_steps(source, remote)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def without_weights(source: ModelSource, remote: WorkerWriter | None) -> LoadedModel:
    """Return what renders and counts the prompts of an examined folder. Its weights stay on the
    disk, so the model must not run. Raises Refused."""
    vision = source.vision
    own_view = guard.safe_view(source.folder, source.profile.chat_template)
    with _failures_explained(source), nullcontext(remote.view) if remote else own_view as view:
        # The module of a vision model tells how many tokens an image takes.
        with few_modules(source.folder):
            model = build_model(view, vision) if vision else None
        processor = _processor(source, view) if vision else None
        language = words(source, view, processor)
    writer = remote or LocalWriter(language)
    return LoadedModel(
        **{it.name: getattr(language, it.name) for it in fields(Language)},
        info=_info(source, language, writer),
        adapter=VisionAdapter(model) if vision else TextAdapter(None),
        config=getattr(model, "config", None),
        stop_ids=frozenset(),
        video=vision and processor_handles_video(processor),
        cost=source.cost or ModelCost(source.weight_bytes, CacheCost()),
        quantization=Quantization(),
        writer=writer,
    )


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
    config, vision, machines = source.config, source.vision, group.joined()
    own_view = guard.safe_view(source.folder, source.profile.chat_template)
    with nullcontext(remote.view) if remote else own_view as view:
        with few_modules(source.folder):
            model = build_model(view, vision)
            if source.adapter:
                base = folder_name(source.folder)
                lora.apply_adapter(model, source.adapter, base, vision=vision)
            if machines:
                heads, adapted = split_heads(config), bool(source.adapter)
                machines.shard(model, source.name, heads, adapted=adapted)
        by_dflash = source.draft is not None and source.draft.is_dflash
        find = partial(find_head, view, config, model, vision=vision)
        own = FoundHead() if machines or by_dflash else find()
        yield 0, source.weight_bytes
        processor = _processor(source, view) if vision else None
        language = words(source, view, processor)
        weight_bytes = yield from read_weights(model, *own.modules)
        adapter = VisionAdapter(model) if vision else TextAdapter(model)
        drafter = yield from _drafter(source, model, adapter)
        if by_dflash and not drafter.dflash:
            # The drafter could not be read, so the model's own head drafts.
            own = find()
            weight_bytes = yield from read_weights(model, *own.modules)
    writer = remote or LocalWriter(language)
    measured = measure_model(adapter, weight_bytes, attention_heads(config))
    # Running answers go on here. Each measurement has a peak of its own.
    yield weight_bytes, weight_bytes
    cost, quantization = with_quantized(adapter, measured, attention_heads(config), source.cost)
    if machines:
        # All machines must admit the same requests, though each measures another cost.
        cost = machines.share(cost, ModelCost)
    if own.head:
        cost = own.head.counted(cost)
        adapter.keep_hidden()
    del measured
    mx.clear_cache()
    if loaded := drafter.draft or drafter.assistant or drafter.dflash:
        cost = cost.with_draft(loaded.weights)
    if drafter.dflash:
        cost = drafter.dflash.counted(cost)
    if drafter.assistant:
        adapter.keep_hidden(prompts=False)
    return LoadedModel(
        **{it.name: getattr(language, it.name) for it in fields(Language)},
        info=replace(
            _info(source, language, writer),
            weight_bytes=weight_bytes,
            load_seconds=time.perf_counter() - started,
            sampling=recommended_sampling(source.generation),
            batched=adapter.batched,
            notice=say_all(
                (_notice(source, language.borrowed_template), own.failure, drafter.note)
            ),
            channel_format=language.channels.name,
            channel_formats=FORMAT_NAMES,
            kv_bytes=cost.cache.full,
            kv_8bit_bytes=cost.quantized.cache.full if cost.quantized else 0,
            kv_note=quantization.note,
            skim_note=why_not_skimmed(adapter, drafter.draft, drafter.note),
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
        chunks=ChunkSize(cost.prefill_step),
        fingerprint=_fingerprint(source),
        head=own.head,
        head_note=own.failure or own.unused,
        draft=drafter.draft
        and replace(drafter.draft, vocabulary=min(drafter.draft.vocabulary, cost.vocabulary)),
        assistant=drafter.assistant,
        dflash=drafter.dflash,
        draft_note=drafter.note,
    )


def _info(source: ModelSource, language: Language, writer: PromptWriter) -> ModelInfo:
    """Return what is known of a model before its weights are read."""
    return ModelInfo(
        model_id=source.model_id,
        name=source.name,
        family=language.family,
        vision=source.vision,
        thinking=bool(language.markers.start),
        tools=writer.abilities.tools,
        context=context_length(source.config) or DEFAULT_CONTEXT,
        weight_bytes=source.weight_bytes,
        load_seconds=0.0,
        thinking_switch=writer.abilities.thinking_switch,
    )


def _drafter(
    target: ModelSource, model: Any, adapter: Adapter
) -> Generator[Progress, None, _Drafter]:
    """Load what drafts for a model, or return the note that says why it is not used."""
    if not target.draft:
        return _Drafter(note=target.draft_note)
    try:
        return (yield from _read_drafter(target.draft, target, model, adapter))
    except Refused as error:
        adapter.keep_layers(())
        return _Drafter(note=without_draft(target, error.args[0]))


def _read_drafter(
    source: ModelSource, target: ModelSource, model: Any, adapter: Adapter
) -> Generator[Progress, None, _Drafter]:
    with _failures_explained(source):
        if source.assists:
            return _Drafter(assistant=(yield from assistant.assistant_steps(source, model, target)))
        if source.is_dflash:
            steps = dflash.dflash_steps(source, model, adapter, target)
            return _Drafter(dflash=(yield from steps))
        return _Drafter(draft=(yield from draft_weights.draft_steps(source, target.name)))


def _fingerprint(source: ModelSource) -> str:
    """Return a text that differs wherever the KV caches of two models may differ."""
    folders = source.state, source.adapter.state if source.adapter else ()
    files = [[(name, size, at) for name, _, _, size, at in state] for state in folders]
    versions = [version(name) for name in ("mlx", "mlx-lm", "mlx-vlm")]
    return repr((files, source.config, versions, device_kind()))


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
        view, {"trust_remote_code": False}, eos_token_ids=sorted(stop_ids_in(config)) or None
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
        view, eos_token_ids=sorted(stop_ids_in(source.config)) or None, trust_remote_code=False
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


def _notice(source: ModelSource, borrowed_template: str) -> str:
    code = say(
        "{folder} contains Python code of its own. Duologue loaded the model without it.",
        folder=folder_name(source.folder),
    )
    template = say(
        "{model} has no chat template. Duologue uses its own for {family}; you can choose another "
        "on the model's page.",
        model=source.name,
        family=borrowed_template,
    )
    return say_all((code if source.asks_for_code else "", template if borrowed_template else ""))
