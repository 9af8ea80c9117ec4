"""The requests to quantize a model on disk: what that would take, and the conversion itself."""

from collections.abc import Generator
from contextlib import ExitStack, closing
from pathlib import Path

from engine.checkpoints import guard, weight_files
from engine.conversion import target_folder
from engine.conversion.convert_process import ConvertProcess
from engine.errors import Refused, reason
from engine.messages import (
    Convert,
    Converted,
    ConvertProgress,
    OfferRecipes,
    Phase,
    Recipe,
    RecipeOffer,
    RecipesOffered,
    RequestEvent,
)
from engine.models import loader
from engine.rendering.prompt_writer import Readable
from engine.requests.job import Job
from engine.requests.memory_manager import MemoryManager
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps, wait_while
from engine.sentences import say

# Keys of a config that quantized weights leave in it.
QUANTIZED_KEYS = ("quantization", "quantization_config")


class OfferJob(Job):
    """Starts the worker process for a model, which finds out what each recipe would take.

    The meter names no model: the conversion needs none in memory.
    """

    is_elsewhere = True

    def __init__(self, command: OfferRecipes | Convert, meter: Meter) -> None:
        super().__init__(command, meter)
        self._source_id = command.model_id
        # The process while its output is waited for.
        self._awaited: ConvertProcess | None = None

    @property
    def waits_for(self) -> Readable | None:
        return self._awaited

    def steps(self) -> WorkSteps:
        with ExitStack() as held:
            _, _, process = yield from self._start(held)
            yield [RecipesOffered(self.request_id, process.offers)]

    def describe_fault(self, error: BaseException) -> str:
        return say("The model could not be converted: {reason}. Try again.", reason=reason(error))

    def _start(
        self, held: ExitStack
    ) -> Generator[list[RequestEvent], None, tuple[loader.ModelSource, Path, ConvertProcess]]:
        """Return the model, its safe view and the process, which knows its offers. `held` closes
        both. Raises Refused."""
        self.meter.enter(Phase.CONVERTING)
        source = loader.examine_model(self._source_id)
        check_unquantized(source)
        view = held.enter_context(guard.safe_view(source.folder))
        process = held.enter_context(closing(ConvertProcess(source, view)))
        while not process.offers:
            yield from self._await(process)
        return source, view, process

    def _await(self, process: ConvertProcess) -> WorkSteps:
        """Yield once to everybody else, until the process has said something or soon."""
        self._awaited = process
        try:
            yield []
        finally:
            self._awaited = None
        process.poll()


class ConvertJob(OfferJob):
    """Quantizes a model; its memory is reserved before any weight is read."""

    def __init__(self, command: Convert, meter: Meter, memory: MemoryManager) -> None:
        super().__init__(command, meter)
        self._order = command
        self._memory = memory

    def steps(self) -> WorkSteps:
        order = self._order
        target_folder.check_target(order.target, 0)
        with ExitStack() as held:
            source, view, process = yield from self._start(held)
            offer = _chosen(process.offers, order.recipe)
            target_folder.check_target(order.target, offer.size)
            others = [it for it in process.offers if not it.problem]
            yield from wait_while(
                self.meter,
                lambda: self._memory.reserve_conversion(
                    self.request_id, source.name, offer, others
                ),
            )
            self.meter.enter(Phase.CONVERTING)
            folder = held.enter_context(target_folder.partial_folder(order.target))
            process.convert(order.recipe, folder, offer.memory)
            yield from self._watch(process)
            weight_files.check_unchanged(source.folder, source.state)
            target_folder.complete(folder, view, source.folder, order.target)
        yield [Converted(self.request_id, order.target, offer.size, offer.memory, process.peak)]

    def _watch(self, process: ConvertProcess) -> WorkSteps:
        announced = 0
        while not process.finished:
            yield from self._await(process)
            if process.done != announced:
                announced = process.done
                yield [ConvertProgress(self.request_id, process.done, process.total)]


def _chosen(offers: tuple[RecipeOffer, ...], recipe: Recipe) -> RecipeOffer:
    found = next((it for it in offers if it.recipe == recipe), None)
    if found is None:
        raise Refused("This recipe is not known. Choose another.")
    if found.problem:
        raise Refused("This recipe cannot be used: {reason}", reason=found.problem)
    return found


def check_unquantized(source: loader.ModelSource) -> None:
    """Raise Refused for a model whose weights are quantized already: doing that again loses more
    than it saves."""
    settings = (source.config, source.config.get("text_config") or {})
    quantized = any(it.get(key) for it in settings for key in QUANTIZED_KEYS)
    if quantized or (source.folder / "hf_quant_config.json").exists():
        raise Refused(
            "{model} is quantized already. Convert the original with 16 bits instead.",
            model=source.name,
        )
