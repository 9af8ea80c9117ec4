"""Asks computers by ssh what they offer to a group, before a model is loaded, and copies models
there."""

import io
import json
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import BinaryIO

from engine.checkpoints.description import describe
from engine.checkpoints.folder_files import read_model_files
from engine.checkpoints.model_settings import unreadable
from engine.checkpoints.predicted_cost import whole_bytes
from engine.errors import Refused
from engine.frozen import frozen
from engine.machines import copies, ssh
from engine.machines.versions import version
from engine.messages import HERE
from engine.model_cost import CacheCost, ModelCost
from engine.model_fit import USUAL_CONTEXT, FreeMemory, fit_of
from engine.plain_names import folder_name
from engine.sentences import say, say_size
from engine.system import worker_process

# Seconds for the connection, and for a computer to import MLX.
_ANSWERING = 60
_FACTS = "--facts"
# Lines that are sent to a computer and back.
_TRIPS = 7


@frozen
class HostFacts:
    """`memory` is in bytes, `latency` the seconds for the way there and back inside of an open
    connection; `found` are folders of models."""

    host: str
    memory: int
    backends: tuple[str, ...]
    found: tuple[str, ...]
    latency: float = 0.0


def ask(host: str, folders: Sequence[str] = ()) -> HostFacts:
    """Ask a computer; takes seconds. Raises Refused with what a person can do."""
    with _worker(host, _FACTS) as (to, answers, kill):
        timer = Timer(_ANSWERING, kill)
        timer.daemon = True
        timer.start()
        try:
            with suppress(BrokenPipeError):  # it may have answered all the same
                to.write(json.dumps(list(folders)).encode() + b"\n")
                to.flush()
            facts = _facts(host, answers)
            return HostFacts(*facts, latency=_latency(to, answers))
        finally:
            timer.cancel()


def copy(
    folder: str,
    host: str,
    told: Callable[[str, int, int], object],
    check: Callable[[], None],
) -> None:
    """Copy a model to the same folder of a computer, as `copies.send`; takes minutes. What is there
    stays. Raises Refused with what a person can do."""
    with _worker(host, copies.RECEIVE) as (to, answers, _):
        try:
            copies.send(Path(folder), to, answers, told, check)
        except Refused as error:
            raise Refused("{host}: {reason}", host=host, reason=error.args[0]) from error


@contextmanager
def _worker(host: str, word: str) -> Iterator[tuple[BinaryIO, BinaryIO, Callable[[], None]]]:
    """Run `duologue worker` with an argument on a computer. Yield its input, its output and what
    kills it. Raises Refused with the reason if it ends too early."""
    here = host == HERE
    line = [*worker_process.command("worker"), word] if here else ssh.command(host, word)
    place = worker_process.ROOT if here else None
    env = worker_process.environment() if here else None
    with tempfile.TemporaryFile() as errors:
        try:
            process = worker_process.spawn(line, errors=errors, cwd=place, env=env)
        except FileNotFoundError as error:
            raise Refused("This computer has no ssh. Install OpenSSH.") from error
        except OSError as error:
            raise Refused(
                "{host} does not answer. Check that it is on and connected.", host=host
            ) from error
        assert isinstance(process.stdin, io.RawIOBase) and isinstance(process.stdout, io.RawIOBase)
        to, answers = io.BufferedWriter(process.stdin), io.BufferedReader(process.stdout)
        try:
            yield to, answers, process.kill
        except (EOFError, BrokenPipeError) as error:
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            errors.seek(0)
            code = process.poll()
            raise Refused(_why(host, -1 if code is None else code, errors.read())) from error
        finally:
            worker_process.end(process)
            with suppress(BrokenPipeError, ValueError):
                to.detach()


def _facts(host: str, answers: BinaryIO) -> tuple[str, int, tuple[str, ...], tuple[str, ...]]:
    """Return the fields of HostFacts that a computer tells. Raises EOFError if it tells none, and
    Refused for another version."""
    # A login shell may greet before.
    while line := answers.readline():
        try:
            facts = json.loads(line)
            _check_version(host, str(facts["version"]))
            backends, folders = (tuple(map(str, facts[it])) for it in ("backends", "found"))
            return host, int(facts["memory"]), backends, folders
        except (ValueError, LookupError, TypeError):
            continue
    raise EOFError


def _check_version(host: str, found: str) -> None:
    """Raise Refused for another version, whose other fields may have another form."""
    if found != version():
        raise Refused(
            "{host} has a different version ({found}). Install the same version as here: {asked}.",
            host=host,
            found=found,
            asked=version(),
        )


def _latency(to: BinaryIO, answers: BinaryIO) -> float:
    """Return the median of the seconds for a line to come back. Raises EOFError."""
    trips = []
    for _ in range(_TRIPS):
        began = time.perf_counter()
        to.write(b"\n")
        to.flush()
        if not answers.readline():
            raise EOFError
        trips.append(time.perf_counter() - began)
    return statistics.median(trips)


def _why(host: str, code: int, errors: bytes) -> str:
    last = errors.decode(errors="replace").strip().rpartition("\n")[2][:200]
    if code in (-signal.SIGKILL, -1):
        return say("{host} does not answer. Check that it is on and connected.", host=host)
    # ssh's own faults.
    if code == 255:
        return say(
            "ssh cannot connect to {host}: {reason}. Log in there once without a password: "
            "ssh-copy-id {host}.",
            host=host,
            reason=last.rstrip(".") or say("no reason given"),
        )
    return say(
        "{host} does not run Duologue. Install it there so that its shell finds “duologue worker”.",
        host=host,
    )


def told(facts: HostFacts, *, first: bool) -> str:
    """Return what a person reads about a machine that can take part; the first is this computer."""
    return say(
        "{host}: the same version, {memory} for models, {backends}, {latency:.1f} ms round trip.",
        host=say("This computer") if first else facts.host,
        memory=say_size(facts.memory),
        backends=", ".join(facts.backends),
        latency=facts.latency * 1000,
    )


def part_of(folder: str, machines: int) -> tuple[ModelCost, int]:
    """Return what a model takes on each of so many machines, and the tokens of a usual conversation
    with it. Raises OSError and Refused."""
    files = read_model_files(Path(folder))
    facts = describe(files)
    cost = facts.cost or ModelCost(facts.weight_bytes, CacheCost())
    context = min(USUAL_CONTEXT, facts.context or USUAL_CONTEXT)
    return cost.part(machines, whole_bytes(files.tensors)), context


def fits(folder: str, machines: Iterable[HostFacts]) -> str:
    """Return a sentence: does a model fit on these machines, with a conversation? It is split
    evenly, so the one with the least memory decides."""
    found = list(machines)
    least = min(it.memory for it in found)
    name = folder_name(Path(folder))
    missing = [it.host for it in found if folder not in it.found]
    if missing:
        return say(
            "{model} is not at {folder} on {hosts}. Copy it there.",
            model=name,
            folder=folder,
            hosts=", ".join(dict.fromkeys(missing)),
        )
    try:
        cost, context = part_of(folder, len(found))
    except Refused as error:
        return say("{model}: {reason}", model=name, reason=str(error))
    except OSError as error:
        return unreadable(Path(folder), error)
    fit = fit_of(cost, context, FreeMemory(least, least))
    values = {
        "weights": say_size(fit.parts.weights),
        "total": say_size(fit.parts.total),
        "tokens": context,
        "least": say_size(least),
    }
    if fit.fits:
        return say(
            "{model} fits: each machine holds {weights} of weights and needs {total} with a "
            "conversation of {tokens:,} tokens; the smallest has {least}.",
            model=name,
            **values,
        )
    return say(
        "{model} does not fit: each machine would hold {weights} of weights and need {total} "
        "with a conversation of {tokens:,} tokens, but the smallest has {least}.",
        model=name,
        **values,
    )
