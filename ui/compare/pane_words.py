"""Texts for a pane: the settings that differ from the recommended ones, and how its answer is
generated."""

from collections.abc import Collection, Sequence

from engine.messages import Drafting, ModelInfo, Overflow, SamplingParams, addresses_of, host_of
from ui.look.language import listed, number, tr, translated
from ui.look.numbers import percent_text
from ui.state.chat_options import ChatOptions
from ui.state.pane import PaneRun, PaneSettings, sharing
from ui.state.turn import Turn, TurnState

_SELDOM = (
    "top_p",
    "top_k",
    "min_p",
    "repetition_penalty",
    "presence_penalty",
    "frequency_penalty",
    "logit_bias",
    "stop",
    "json_schema",
    "thinking_budget",
    "top_logprobs",
)


def settings_words(settings: PaneSettings, model: ModelInfo | None = None) -> list[str]:
    """Return the settings that differ from the recommended ones, the most important first. The
    model, once it is known, decides whether thinking is a choice."""
    options, sampling = settings.options, settings.options.sampling
    words = []
    if settings.sent_options(model).thinking:
        words.append(tr("Think"))
    if options.drafting is Drafting.OFF:
        words.append(tr("No drafting"))
    if options.skim:
        words.append(tr("Skims to {share}").format(share=percent_text(options.skim)))
    if sampling.temperature != settings.recommended.temperature:
        words.append(tr("Temp {value}").format(value=number(sampling.temperature, None)))
    if sampling.seed is not None:
        words.append(tr("Seed {value}").format(value=sampling.seed))
    if options.system_prompt.strip():
        words.append(tr("System prompt"))
    if sampling.max_tokens != settings.recommended.max_tokens:
        words.append(tr("Max {value}").format(value=number(sampling.max_tokens)))
    if options.tools:
        words.append(tr("%n tool(s)", "", len(options.tools)))
    if count := _changed(options, settings.recommended):
        words.append(tr("%n other option(s)", "", count))
    return words


def run_words(
    run: PaneRun,
    runs: Sequence[PaneRun],
    batch: Collection[int],
    turns: Collection[int],
    load: str,
) -> str:
    """Return how the newest answer of a pane is generated, or was. `batch` and `turns` are the
    panes that it shared steps with so far, as in ui.state.pane; `load` says how far its model is
    loaded."""
    reply = run.reply
    if reply is None:
        return tr("Joins at the next prompt") if _asked(runs) else tr("Ready")
    if reply.state is TurnState.WAITING:
        return _waiting(run, reply, load)
    if reply.failed:
        began = reply.state is TurnState.STOPPED
        return tr("Could not continue") if began else tr("Could not answer")
    parts = [_beside(run, runs, batch, turns), _shared(run, runs)]
    if reply.state is TurnState.STOPPED:
        parts.insert(0, tr("Stopped"))
    return " · ".join(part for part in parts if part)


def _changed(options: ChatOptions, recommended: SamplingParams) -> int:
    pairs = ((getattr(it, name) for it in (options.sampling, recommended)) for name in _SELDOM)
    return sum(one != other for one, other in pairs) + (options.overflow is not Overflow.REFUSE)


def _asked(runs: Sequence[PaneRun]) -> bool:
    return any(other.reply is not None for other in runs)


def _waiting(run: PaneRun, reply: Turn, load: str) -> str:
    done, total, cached = reply.prefill
    if not run.known:
        return " · ".join(filter(None, (tr("Loading {model}…").format(model=run.model), load)))
    if reply.waiting:
        return translated(reply.waiting)
    if not total:
        return tr("Preparing the prompt…")
    words = tr("Processing the prompt: {done} of {total} tokens").format(
        done=number(done), total=number(total)
    )
    if not cached:
        return words
    return f"{words} · " + tr("{count} cached").format(count=number(cached))


def _beside(
    run: PaneRun, runs: Sequence[PaneRun], batch: Collection[int], turns: Collection[int]
) -> str:
    if addresses := addresses_of((run.settings.model_id,)):
        words = tr("Answering on {host}") if run.decoding else tr("Answered by {host}")
        return words.format(host=host_of(addresses[0]))
    mates = listed([it.letter for it in runs if it.pane_id in batch])
    others = listed(list(dict.fromkeys(it.model for it in runs if it.pane_id in turns)))
    if mates and others:
        words = tr("Batched with {panes}, alternating with {models}")
    elif mates:
        words = tr("Batched with {panes}")
    elif others:
        words = tr("Alternating with {models}")
    else:
        words = tr("Answering alone") if run.decoding else tr("Answered alone")
    return words.format(panes=mates, models=others)


def _shared(run: PaneRun, runs: Sequence[PaneRun]) -> str:
    found = sharing(run, runs)
    if not found:
        return ""
    if len(found) == len(runs):
        return tr("prompt processed once for all")
    others = [it.letter for it in runs if it.pane_id in found and it is not run]
    return tr("prompt processed once with {panes}").format(panes=listed(others))
