"""The request that measures how far a converted model is from its original."""

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from engine.errors import Refused, reason
from engine.messages import (
    ChatMessage,
    Diverge,
    Diverged,
    Divergence,
    DivergeProgress,
    Drafting,
    Generate,
    Phase,
    PromptDivergence,
    RequestEvent,
    SamplingParams,
)
from engine.models.prefix_cache import PrefixCache
from engine.rendering.prompt_writer import Readable
from engine.requests.forced_row import ForcedRow, Prediction, Speedometer
from engine.requests.job import Job
from engine.requests.load_job import Loading
from engine.requests.memory_manager import MemoryManager
from engine.requests.preparation import Preparation
from engine.requests.reply_job import RowAdmission
from engine.requests.residents import Resident
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps
from engine.sentences import say

Done = TypeVar("Done")
# Does the part of the work on a prompt that comes after its prefill.
Ask = Callable[[Resident, ForcedRow, int], Generator[list[RequestEvent], None, Done]]


class DivergeJob(Job):
    """Lets the original answer all prompts, then the other model predict the tokens of those
    answers. The two are never needed at once; if both fit into memory, both stay there.

    What the original predicted is kept as plain values, so a restart goes on after the last prompt.
    """

    def __init__(
        self, command: Diverge, meter: Meter, memory: MemoryManager, report: Callable[[], None]
    ) -> None:
        super().__init__(command, meter)
        self._order = command
        self._memory = memory
        self._report = report
        self._predicted: list[list[Prediction]] = []
        self._compared: list[PromptDivergence] = []
        self._speeds = Speedometer(), Speedometer()
        self._waiting: Loading | Preparation | None = None

    @property
    def waits_for(self) -> Readable | None:
        return self._waiting.waits_for if self._waiting else None

    def steps(self) -> WorkSteps:
        order, (original, other) = self._order, self._speeds
        if not order.prompts:
            raise Refused("There are no prompts to compare the models with.")
        yield from self._run(order.model_id, self._predicted, self._answer, original)
        yield from self._run(order.other_id, self._compared, self._compare, other)
        found = Divergence(
            order.model_id, order.other_id, tuple(self._compared), original.speed, other.speed
        )
        yield [Diverged(self.request_id, found)]

    def describe_fault(self, error: BaseException) -> str:
        if self.meter.phase is Phase.LOADING:
            return super().describe_fault(error)
        return say("The models could not be compared: {reason}. Try again.", reason=reason(error))

    def _run(
        self, model_id: str, done: list[Done], ask: Ask[Done], speed: Speedometer
    ) -> WorkSteps:
        """Ask a model the prompts that are not `done` yet."""
        prompts = self._order.prompts
        if len(done) == len(prompts):
            return
        resident = yield from self._resident(model_id)
        while len(done) < len(prompts):
            row = yield from self._row(resident, prompts[len(done)])
            self.meter.enter(Phase.COMPARING)
            yield from row.prefill()
            done.append((yield from ask(resident, row, len(done))))
            speed.prompts.append(row.numbers)
            del row
            self._memory.ledger.cancel(self.request_id)
            count = len(self._predicted) + len(self._compared)
            yield [DivergeProgress(self.request_id, count, 2 * len(prompts))]

    def _resident(self, model_id: str) -> Generator[list[RequestEvent], None, Resident]:
        self.meter = Meter(self.request_id, model_id)
        self._waiting = loading = Loading(self.meter, self._memory, self._report)
        try:
            if (yield from loading.steps()):
                yield [loading.ready]
        finally:
            self._waiting = None
        return loading.resident

    def _row(
        self, resident: Resident, prompt: ChatMessage
    ) -> Generator[list[RequestEvent], None, ForcedRow]:
        """Return the row of a prompt, with its memory reserved and nothing cached."""
        sampling = SamplingParams(max_tokens=self._order.max_tokens)
        request = Generate(
            self.request_id, self.model_id, (prompt,), sampling, drafting=Drafting.OFF
        )
        self._waiting = made = Preparation(request, self.meter, resident.model, PrefixCache(0))
        admission = RowAdmission(self, self._memory, resident)
        try:
            prepared = yield from made.steps(admission, [])
        finally:
            # It refers to the model, which may be evicted meanwhile.
            self._waiting = None
        return ForcedRow(resident.model, prepared)

    def _answer(
        self, resident: Resident, row: ForcedRow, _: int
    ) -> Generator[list[RequestEvent], None, list[Prediction]]:
        """Return the predictions at each token of the greedy answer, the one that ends it
        included."""
        found = [row.predict()]
        while found[-1].token not in resident.model.stop_ids:
            if len(found) >= self._order.max_tokens:
                break
            row.feed(found[-1].token)
            found.append(row.predict())
            yield []
        return found

    def _compare(
        self, resident: Resident, row: ForcedRow, at: int
    ) -> Generator[list[RequestEvent], None, PromptDivergence]:
        expected, tokens, divergences = self._predicted[at], [], []
        for index, prediction in enumerate(expected):
            if row.logits.shape[-1] != prediction.vocabulary:
                raise Refused(
                    "These models have different vocabularies, so their predictions cannot be "
                    "compared. Choose a model and its own conversion."
                )
            token, divergence = row.compare(prediction)
            tokens.append(token)
            divergences.append(divergence)
            if index + 1 < len(expected):
                row.feed(prediction.token)
                yield []
        return self._divergence(resident.model.tokenizer, at, tokens, divergences)

    def _divergence(
        self, tokenizer: Any, at: int, tokens: list[int], divergences: list[float]
    ) -> PromptDivergence:
        answer = [prediction.token for prediction in self._predicted[at]]
        pairs = list(zip(answer, tokens, strict=True))
        first = next((index for index, (one, other) in enumerate(pairs) if one != other), -1)
        return PromptDivergence(
            self._order.prompts[at].content,
            len(pairs),
            sum(one == other for one, other in pairs),
            sum(divergences) / len(pairs),
            first,
            tokenizer.decode([answer[first]]) if first >= 0 else "",
            tokenizer.decode([tokens[first]]) if first >= 0 else "",
        )
