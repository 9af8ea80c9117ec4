"""Loading a model folder: text models through mlx-lm, vision models through mlx-vlm."""

import time
from collections.abc import Generator
from contextlib import nullcontext
from dataclasses import dataclass, field, fields, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.models import library_setup as library_setup

# isort: split

import mlx.core as mx
from mlx_vlm.generate.video import processor_handles_video

from engine.channels.detection import template_of
from engine.channels.format_markers import template_thinks
from engine.checkpoints import guard
from engine.checkpoints.description import context_length
from engine.checkpoints.failed_load import few_modules
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
from engine.models.language_loader import load_language, load_processor
from engine.models.load_failures import failures_explained
from engine.models.measured_cost import measure_model, with_quantized
from engine.models.model_source import ModelSource as ModelSource
from engine.models.model_source import examine_model as examine_model
from engine.models.model_source import needs_worker as needs_worker
from engine.models.model_source import without_draft
from engine.models.own_head import FoundHead, OwnHead, find_head
from engine.models.rates import Rates
from engine.models.skim_support import why_not_skimmed
from engine.models.stop_ids import added_stop_ids, own_stop_ids
from engine.models.weights import Progress, build_model, read_weights
from engine.plain_names import folder_name
from engine.rendering.model_language import FORMAT_NAMES, Language
from engine.rendering.prompt_writer import LocalWriter, PromptWriter, WorkerWriter
from engine.rendering.render import returned
from engine.sentences import say, say_all

if TYPE_CHECKING:
    from engine.models.assistant import Assistant
    from engine.models.dflash import DFlash
    from engine.models.draft_weights import DraftWeights

if mx.default_device() == mx.cpu:
    # On a CPU, MLX compiles kernels with the machine's C++ compiler at their first use. That delays
    # the first token by 3.9 s for about the same speed.
    mx.disable_compile()

DEFAULT_CONTEXT = 32_768


@frozen
class _Drafter:
    """Holds what drafts for a model, beside its own head: at most one of these is set. `note` says
    why none is in spite of its profile."""

    draft: "DraftWeights | None" = None
    assistant: "Assistant | None" = None
    dflash: "DFlash | None" = None
    note: str = ""

    def counted(self, cost: ModelCost) -> ModelCost:
        """Return the cost of the model with its drafter."""
        if loaded := self.draft or self.assistant or self.dflash:
            cost = cost.with_draft(loaded.weights)
        return self.dflash.counted(cost) if self.dflash else cost


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


@frozen
class _Parts:
    """Holds what was read of a folder. `own` is what was found of the model's own head."""

    model: Any
    adapter: Adapter
    language: Language
    own: FoundHead
    drafter: _Drafter
    weight_bytes: int


def load_model(source: ModelSource) -> LoadedModel:
    """Load an examined folder, as `load_steps`, without a pause."""
    return returned(load_steps(source))


def without_weights(source: ModelSource, remote: WorkerWriter | None) -> LoadedModel:
    """Return what renders and counts the prompts of an examined folder. Its weights stay on the
    disk, so the model must not run. Raises Refused."""
    vision = source.vision
    own_view = guard.safe_view(source.folder, source.profile.chat_template)
    with failures_explained(source), nullcontext(remote.view) if remote else own_view as view:
        # The module of a vision model tells how many tokens an image takes.
        with few_modules(source.folder):
            model = build_model(view, vision) if vision else None
        processor = load_processor(source, view) if vision else None
        language = load_language(source, view, processor)
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
    with failures_explained(source):
        return (yield from _load(source, remote))


def _load(
    source: ModelSource, remote: WorkerWriter | None
) -> Generator[Progress, None, LoadedModel]:
    started = time.perf_counter()
    own_view = guard.safe_view(source.folder, source.profile.chat_template)
    with nullcontext(remote.view) if remote else own_view as view:
        parts = yield from _read(source, view)
    language, adapter, own, drafter = parts.language, parts.adapter, parts.own, parts.drafter
    writer = remote or LocalWriter(language)
    cost, quantization = yield from _measure(source, parts)
    return LoadedModel(
        **{it.name: getattr(language, it.name) for it in fields(Language)},
        info=replace(
            _info(source, language, writer),
            weight_bytes=parts.weight_bytes,
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
        config=getattr(parts.model, "config", None),
        stop_ids=own_stop_ids(source, language.tokenizer, language.processor)
        | added_stop_ids(source, language.tokenizer),
        video=source.vision and processor_handles_video(language.processor),
        cost=cost,
        quantization=quantization,
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


def _read(source: ModelSource, view: Path) -> Generator[Progress, None, _Parts]:
    """Build the model and what drafts for it, and read their weights."""
    config, vision, machines = source.config, source.vision, group.joined()
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
    processor = load_processor(source, view) if vision else None
    language = load_language(source, view, processor)
    weight_bytes = yield from read_weights(model, *own.modules)
    adapter = VisionAdapter(model) if vision else TextAdapter(model)
    drafter = yield from _drafter(source, model, adapter)
    if by_dflash and not drafter.dflash:
        # The drafter could not be read, so the model's own head drafts.
        own = find()
        weight_bytes = yield from read_weights(model, *own.modules)
    return _Parts(model, adapter, language, own, drafter, weight_bytes)


def _measure(
    source: ModelSource, parts: _Parts
) -> Generator[Progress, None, tuple[ModelCost, Quantization]]:
    """Measure the cost of a model, with what drafts for it, and its support for 8-bit caches."""
    adapter, own, drafter = parts.adapter, parts.own, parts.drafter
    heads = attention_heads(source.config)
    measured = measure_model(adapter, parts.weight_bytes, heads)
    # Running answers go on here. Each measurement has a peak of its own.
    yield parts.weight_bytes, parts.weight_bytes
    cost, quantization = with_quantized(adapter, measured, heads, source.cost)
    if machines := group.joined():
        # All machines must admit the same requests, though each measures another cost.
        cost = machines.share(cost, ModelCost)
    if own.head:
        cost = own.head.counted(cost)
        adapter.keep_hidden()
    quantization = replace(quantization, cache=())
    del measured
    mx.clear_cache()
    if drafter.assistant:
        adapter.keep_hidden(prompts=False)
    return drafter.counted(cost), quantization


def _info(source: ModelSource, language: Language, writer: PromptWriter) -> ModelInfo:
    """Return what is known of a model before its weights are read."""
    return ModelInfo(
        model_id=source.model_id,
        name=source.name,
        family=language.family,
        vision=source.vision,
        thinking=bool(language.markers.start) and _may_think(language, writer),
        tools=writer.abilities.tools,
        context=context_length(source.config) or DEFAULT_CONTEXT,
        weight_bytes=source.weight_bytes,
        load_seconds=0.0,
        thinking_switch=writer.abilities.thinking_switch,
    )


def _may_think(language: Language, writer: PromptWriter) -> bool:
    """Return False if the chat template tells of no reasoning, or cannot be parsed: vocabularies
    have its markers for other models of the family too. A template that is a program tells
    nothing."""
    template = template_of(language.tokenizer)
    return not template or (template_thinks(template) and writer.abilities.parsed)


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
    with failures_explained(source):
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
