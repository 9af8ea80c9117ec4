"""Every number about answers and the engine: its title, what it means, and its text. The line under
an answer, its details, the live panel, the headers of panes and the results all take them here."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from engine.frozen import frozen
from engine.messages import EngineStats, ModelStats, Phase, RequestStats
from ui.look.language import number, tr
from ui.look.numbers import (
    NOTHING,
    cost_text,
    duration_text,
    memory_used,
    or_nothing,
    part_text,
    per_pass_text,
    percent_text,
    progress_text,
    short_tokens_text,
    size_text,
    speed_text,
)
from ui.state.answer_stats import AnswerStats
from ui.state.draft_counts import drafter_names, tokens_per_pass

Of = TypeVar("Of")


@frozen
class Figure(Generic[Of]):
    """A number that people see. `about` says what it means. A list leaves it out while it has no
    value, unless it is shown `always`. Texts are ordered by `value`, if there is one."""

    title: str
    about: str
    text: Callable[[Of], str]
    always: bool = False
    value: Callable[[Of], float] | None = None

    @property
    def explained(self) -> str:
        return f"{self.title}: {self.about}"


# --- an answer -------------------------------------------------------------------------------


def speed() -> Figure[RequestStats]:
    about = tr(
        "Tokens generated per second, counted from the first token on. The time in which prompts "
        "of other requests are processed does not count."
    )
    return _figure(tr("Speed"), about, speed_text, lambda it: it.generation_tps, always=True)


def first_token() -> Figure[RequestStats]:
    about = tr("The time from sending the question to the first token of the answer.")
    return _figure(tr("First token"), about, duration_text, lambda it: it.timings.ttft, always=True)


def cost() -> Figure[RequestStats]:
    about = tr("What the server charges for this answer, as it reports.")
    return _figure(tr("Cost"), about, cost_text, lambda it: it.usage.cost)


def total_time() -> Figure[Any]:
    about = tr("The time from sending the question to the last token, without the time tools took.")
    return _figure(tr("Total time"), about, duration_text, lambda it: it.seconds)


def generated() -> Figure[RequestStats]:
    about = tr("All tokens that the model generated: reasoning, answer and tool calls.")
    return _figure(
        tr("Generated"), about, short_tokens_text, lambda it: it.usage.generated, always=True
    )


def cached() -> Figure[RequestStats]:
    about = tr("Tokens of the prompt that were cached, so that nothing had to be computed.")
    return _figure(tr("Cached"), about, short_tokens_text, lambda it: it.usage.cached, always=True)


def restored() -> Figure[RequestStats]:
    about = tr("Cached tokens that were read from the disk, where Duologue saved them earlier.")
    return _figure(tr("From disk"), about, short_tokens_text, lambda it: it.usage.restored)


def prompt_speed() -> Figure[RequestStats]:
    about = tr("Prompt tokens processed per second. Cached tokens do not count.")
    return _figure(tr("Prompt speed"), about, speed_text, lambda it: it.prompt_tps, always=True)


def per_pass() -> Figure[RequestStats]:
    about = tr("Tokens generated for each pass of the model. Without drafting, it is one.")
    value = lambda it: tokens_per_pass(it.drafts)  # noqa: E731
    return _figure(tr("Tokens per pass"), about, per_pass_text, value)


def drafts_kept() -> Figure[RequestStats]:
    return Figure(
        tr("Drafts kept"),
        tr(
            "Drafted tokens that the model confirmed, out of all that were drafted. The token that "
            "ends an answer counts as well, though the answer does not show it."
        ),
        lambda it: (
            part_text(it.drafts.accepted, it.drafts.drafted) if it.drafts.drafted else NOTHING
        ),
        value=lambda it: it.drafts.accepted,
    )


def drafted_from() -> Figure[RequestStats]:
    return Figure(
        tr("Drafts from"),
        tr("The sources of the drafted tokens, which the model then checked."),
        lambda it: drafter_names(it.drafts) or NOTHING,
    )


@frozen
class TimeFigure(Figure[RequestStats]):
    """A part of the time of an answer, in `seconds`. `key` tells it from the other parts."""

    key: str = ""
    seconds: Callable[[RequestStats], float] = lambda _: 0.0


def time_figures() -> list[TimeFigure]:
    """Return the parts of an answer's time, in the order in which they pass."""
    return [
        _time(
            "queued",
            tr("Queued"),
            tr("Time spent waiting while the engine worked on other requests."),
            lambda it: it.timings.waited,
        ),
        _time(
            "memory",
            tr("Memory wait"),
            tr("Time spent waiting until enough memory was free."),
            lambda it: it.timings.memory,
        ),
        _time(
            "loading",
            tr("Model load"),
            tr("The time it took to load the model."),
            lambda it: it.timings.loading,
        ),
        _time(
            "prepare",
            tr("Preparation"),
            tr("The time spent opening files and turning the prompt into tokens."),
            lambda it: it.timings.prepare,
        ),
        _time(
            "vision",
            tr("Vision"),
            tr("The time spent encoding images and video frames. Cached ones take none."),
            lambda it: it.timings.looking,
        ),
        _time(
            "skimming",
            tr("Choosing parts"),
            tr("The time the draft model took to choose what to read of a long prompt."),
            lambda it: it.timings.skimming,
        ),
        _time(
            "prompt",
            tr("Prompt time"),
            tr("The time the model took to process the prompt before it could answer."),
            lambda it: it.timings.prefill,
        ),
        _time(
            "generation",
            tr("Generation"),
            tr("The time from the first token to the last."),
            lambda it: it.timings.decode,
        ),
    ]


def token_figures() -> list[Figure[RequestStats]]:
    return [
        Figure(
            tr("Prompt"),
            tr("The tokens of the whole chat, as the model receives it."),
            prompt_text,
            always=True,
            value=lambda it: it.usage.prompt,
        ),
        cached(),
        restored(),
        _figure(
            tr("Left out"),
            tr("Tokens of the prompt that were not read, because long texts are skimmed."),
            short_tokens_text,
            lambda it: it.skim.left_out,
        ),
        _figure(
            tr("Processed"),
            tr("Tokens of the prompt that were not cached and had to be computed."),
            short_tokens_text,
            lambda it: it.read - it.usage.cached,
        ),
        prompt_speed(),
        generated(),
        _figure(
            tr("Reasoning"),
            tr("Tokens that the model generated before its answer."),
            short_tokens_text,
            lambda it: it.usage.reasoning,
        ),
        _figure(
            tr("Answer"),
            tr("Tokens of the answer itself."),
            short_tokens_text,
            lambda it: it.usage.content if _mixed(it) else 0,
        ),
        _figure(
            tr("Tool calls"),
            tr("Tokens that the model used to call tools."),
            short_tokens_text,
            lambda it: it.usage.tool_call,
        ),
        _figure(
            tr("Markers"),
            tr("Tokens that begin and end reasoning and tool calls, and are not shown."),
            short_tokens_text,
            lambda it: it.usage.markers if _mixed(it) else 0,
        ),
        Figure(
            tr("Cached images"),
            tr("Images and video frames whose features were cached, out of all in the prompt."),
            lambda it: _found(it.usage.known, it.usage.looked),
            value=lambda it: it.usage.known,
        ),
        per_pass(),
        drafts_kept(),
        drafted_from(),
        cost(),
    ]


# --- the engine ------------------------------------------------------------------------------


def context_about() -> str:
    return tr("The length of the chat in tokens, out of the model's context length.")


def context_used(stats: RequestStats) -> int:
    """Return the length of the chat after an answer, in tokens."""
    if isinstance(stats, AnswerStats):
        return stats.context
    return stats.usage.prompt + stats.usage.generated


def prefill_now() -> Figure[float]:
    about = tr("Prompt tokens processed per second right now, across all requests.")
    return Figure(tr("Prompt speed now"), about, lambda it: or_nothing(speed_text, it))


def decode_now() -> Figure[float]:
    about = tr("Tokens generated per second right now, across all answers.")
    return Figure(tr("Speed now"), about, lambda it: or_nothing(speed_text, it))


def batch_size() -> Figure[EngineStats]:
    about = tr("Answers that are generated at the same time, in one batch.")
    return _figure(tr("Concurrent answers"), about, number, lambda it: it.batch_size, always=True)


def gpu_busy() -> Figure[EngineStats]:
    about = tr("The share of time in which the GPU is busy, as the system reports it.")
    text = lambda it: NOTHING if it.gpu_busy is None else percent_text(it.gpu_busy)  # noqa: E731
    return Figure(tr("GPU busy"), about, text)


def memory_in_use() -> Figure[EngineStats]:
    about = tr("Memory used by loaded models, prompts and answers.")
    used = lambda it: memory_used(it.active_memory)  # noqa: E731
    return _figure(tr("In use"), about, size_text, used, always=True)


def memory_figures() -> list[Figure[EngineStats]]:
    """Return the memory in use with its parts, then what is beside it."""
    return [
        memory_in_use(),
        _bytes(tr("Models"), tr("Memory used by the loaded models."), lambda it: it.model_memory),
        _bytes(
            tr("Prompt cache"),
            tr("Memory used by cached prompts, which let chats continue at once."),
            lambda it: it.prompt_memory,
        ),
        _bytes(
            tr("Image cache"),
            tr("Memory used by prepared images and by cached image features."),
            lambda it: it.vision_memory,
        ),
        Figure(
            tr("Image cache hits"),
            tr("Images and video frames that were cached, out of all since the start."),
            lambda it: _found(it.vision_hits, it.vision_misses),
        ),
        _bytes(
            tr("MLX cache"),
            tr("Memory that MLX keeps for the next computation and can give back."),
            lambda it: it.cache_memory,
        ),
        _bytes(
            tr("Reserved"),
            tr("The most memory that running answers may still need."),
            lambda it: it.reserved,
        ),
        _bytes(
            tr("Limit"),
            tr("The memory that models may use. It can be changed in Settings."),
            lambda it: it.memory_limit,
        ),
        _bytes(
            tr("Peak"), tr("The most memory in use since the start."), lambda it: it.peak_memory
        ),
        _bytes(
            tr("Saved by 8-bit"),
            tr("Memory that 8-bit conversation caches save."),
            lambda it: it.kv_saved,
        ),
    ]


def session_figures() -> list[Figure[Sequence[ModelStats]]]:
    """Return sums over all models since the window was opened."""
    return [
        _figure(
            tr("Answers"),
            tr("Answers that were started, including titles and summaries."),
            number,
            lambda all_: sum(it.replies for it in all_),
        ),
        _figure(
            tr("Generated"),
            tr("All tokens that models generated."),
            short_tokens_text,
            lambda all_: sum(it.generated for it in all_),
        ),
        _figure(
            tr("Processed"),
            tr("Prompt tokens that were processed."),
            short_tokens_text,
            lambda all_: sum(it.read for it in all_),
        ),
        _figure(
            tr("Cached"),
            tr("Prompt tokens that were cached instead."),
            short_tokens_text,
            lambda all_: sum(it.cached for it in all_),
        ),
    ]


def prompt_text(stats: RequestStats) -> str:
    """Return the progress of prompt processing, then the length of the prompt."""
    prompt = stats.usage.prompt
    if stats.phase is Phase.IDLE or stats.read == prompt:
        return or_nothing(short_tokens_text, prompt)
    return progress_text(stats.read, prompt)


def _figure(
    title: str,
    about: str,
    text: Callable[[Any], str],
    value: Callable[[Any], float],
    *,
    always: bool = False,
) -> Figure[Any]:
    return Figure(title, about, lambda it: or_nothing(text, value(it)), always, value)


def _bytes(title: str, about: str, value: Callable[[EngineStats], int]) -> Figure[EngineStats]:
    return _figure(title, about, size_text, value)


def _time(key: str, title: str, about: str, seconds: Callable[[RequestStats], float]) -> TimeFigure:
    text = lambda it: or_nothing(duration_text, seconds(it))  # noqa: E731
    return TimeFigure(title, about, text, value=seconds, key=key, seconds=seconds)


def _mixed(stats: RequestStats) -> bool:
    """Return True if tokens outside the answer were generated too."""
    return stats.usage.content != stats.usage.generated


def _found(hits: int, misses: int) -> str:
    return part_text(hits, hits + misses) if hits + misses else NOTHING
