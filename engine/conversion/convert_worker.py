"""The program of the worker process that quantizes one model.

It reads JSON lines from its standard input and writes JSON lines to its standard output. The first
line names the model: its folder, a safe view of it, and whether it is a vision model. The answer
are offers for all recipes. The second line, if one comes, has the recipe and the folder to write
to; lines with the progress follow, and one with the peak of memory at the end.
"""

import json
import logging
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from engine import offline
from engine.errors import Refused
from engine.messages import Recipe
from engine.model_recipe import RECIPES
from engine.sentences import packed, say
from engine.system import late_modules
from engine.system.process_usage import peak_memory, usage_of
from engine.system.worker_process import limit_process, own_output

if TYPE_CHECKING:
    from engine.conversion.quantizing import LazyModel

# Seconds between two lines with the progress.
INTERVAL = 0.1
# Chats go on meanwhile.
NICENESS = 10


def main() -> int:
    late_modules.import_late()
    offline.strict(True)
    limit_process(RLIMIT_CORE=0)
    os.nice(NICENESS)
    answers = own_output()
    order = json.loads(sys.stdin.readline())
    _within(order["folder"], answers, lambda: _work(order, answers))
    return 0


def _work(order: dict[str, Any], answers: BinaryIO) -> None:
    # These imports are the same for every model.
    import mlx.core as mx  # noqa: PLC0415

    from engine.conversion.quantizing import LazyModel  # noqa: PLC0415

    logging.disable()
    # Freed buffers are for other processes.
    mx.set_cache_limit(0)
    model = LazyModel(Path(order["view"]), order["vision"])
    _send(answers, {"offers": _offers(model)})
    line = sys.stdin.readline()
    if line:
        chosen = json.loads(line)
        _convert(model, Recipe(**chosen["recipe"]), Path(chosen["folder"]), answers)
        _send(answers, {"peak": peak_memory()})


def _offers(model: "LazyModel") -> list[dict[str, Any]]:
    """Return the fields of a RecipeOffer for each recipe."""
    offers = [_offer(model, recipe) for recipe in RECIPES]
    # Last: looking at the recipes takes memory that stays with the process.
    used = usage_of(os.getpid()).memory
    return [it | {"memory": used + it["peak"]} if "peak" in it else it for it in offers]


def _offer(model: "LazyModel", recipe: Recipe) -> dict[str, Any]:
    answer: dict[str, Any] = {"recipe": asdict(recipe)}
    if problem := model.problem(recipe):
        return answer | {"problem": packed(problem)}
    try:
        model.quantize(recipe)
        return answer | {"size": model.size, "peak": model.peak(recipe)}
    except (RuntimeError, ValueError, TypeError, AttributeError, LookupError):
        return answer | {"problem": packed(say("The layers of this family do not allow this."))}
    finally:
        model.restore()


def _convert(model: "LazyModel", recipe: Recipe, folder: Path, answers: BinaryIO) -> None:
    from engine.conversion import weight_writer  # noqa: PLC0415

    config = model.quantize(recipe)
    total, sent = model.size, 0.0

    def progressed(done: int) -> None:
        nonlocal sent
        now = time.monotonic()
        if now - sent >= INTERVAL:
            sent = now
            _send(answers, {"done": done, "total": total})

    model.save_config(config, folder / "config.json")
    weight_writer.write(model.take_arrays(), folder, progressed)
    _send(answers, {"done": total, "total": total})


def _within(folder: str, answers: BinaryIO, work: Callable[[], None]) -> None:
    """Do the work, or answer with a sentence why it cannot be done."""
    try:
        work()
    except Refused as error:
        _send(answers, {"refused": packed(str(error))})
    except BrokenPipeError:
        pass
    except BaseException as error:  # noqa: BLE001  libraries raise anything
        from engine.checkpoints.failed_load import not_loaded  # noqa: PLC0415

        _send(answers, {"refused": packed(not_loaded(Path(folder), error))})


def _send(answers: BinaryIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(main())
